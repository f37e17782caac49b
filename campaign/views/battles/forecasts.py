"""Forecasts inside a campaign: from what the reader knows, never from more."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from base.pages.found import found
from base.refusal import Refusal
from battles.forms.odds import ForecastForm, ways_of
from battles.replies.battle import asked_before, forecast_reply, forecasts_asked, stopped_forecasts
from battles.replies.refusals import refused_on
from battles.replies.systems import Asked, sample_reply, systems_reply
from battles.resolvers.forecasts.forecast import Question
from battles.resolvers.forecasts.what_if import WhatIf, compared
from battles.services import ask_comparison, publish_chunks
from campaign.views.access import Knowledge, member_page
from campaign.visibility.battles import forecasts
from campaign.visibility.battles.battles import BattleKnown, battle_known
from campaign.visibility.battles.forecasts import attack_plans, known_of, scope_of
from campaign.visibility.values import ArmyView, ProvinceView


class AttackForm(ForecastForm):
    """Choose where the enemy is to be met, the number of battles, and the plans to compare."""

    province = forms.ChoiceField(label="Against the enemy in")
    field_order = ["province", "runs", "compare"]

    def __init__(self, *args: Any, targets: Sequence[ProvinceView], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["province"].choices = [(place.key, place.name) for place in targets]  # type: ignore[attr-defined]


@member_page("GET", "HEAD", "POST")
def army(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show how an army would fare against an enemy in sight."""
    known = known_of(knowledge)
    own: ArmyView = found(next((a for a in known.armies if isinstance(a, ArmyView) and a.key == key), None))
    targets = known.targets(own)
    typed = request.POST if request.method == "POST" else None
    ways = ways_of(own.faction.name, "the enemy")
    form = AttackForm(typed, targets=targets, ways=ways, initial=asked_before(request))

    def plans() -> list[WhatIf]:
        return attack_plans(known, own, form.cleaned_data["province"], form.cleaned_data["compare"])

    address = reverse("game:army_forecast", args=[knowledge.campaign.slug, key])
    assumed = [forecasts.assumptions(known.foes(own.faction, place.key)) for place in targets]
    assumptions = list(dict.fromkeys(sentence for sentences in assumed for sentence in sentences))
    context = {"army": own, "targets": targets, "assumed": assumptions, "section": "map", "about": f"army:{key}"}
    return _answer(request, knowledge, form, plans, address, f"{own.name}"[:120], context)


@member_page("GET", "HEAD", "POST")
def battle(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show how a battle is likely to end: exactly to readers who may see all of it, else from what its fighters
    know."""
    seen: BattleKnown = found(battle_known(knowledge, key))
    question, assumed = _battle_question(knowledge, seen)
    names = [side.name for side in question.file.sides] if question else ["", ""]
    ways = ways_of(*names, tables=question is not None and question.file.terrain is not None)
    form = ForecastForm(request.POST if request.method == "POST" else None, ways=ways, initial=asked_before(request))

    def plans() -> list[WhatIf]:
        if question is None:
            raise Refusal("No enemy was reported: there is nothing to calculate.")
        return compared(question, form.cleaned_data["compare"])

    address = reverse("game:battle_forecast", args=[knowledge.campaign.slug, key])
    context = {"line": seen.line, "assumed": assumed, "targets": question is not None, "section": "battles",
               "about": f"battle:{key}"}  # fmt: skip
    return _answer(request, knowledge, form, plans, address, seen.battle.name, context)


@member_page("GET", "HEAD", "POST")
def systems(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the same battle by every rule system: exactly for those who may read it, else from what its fighters
    know."""
    seen: BattleKnown = found(battle_known(knowledge, key))
    question, assumed = _battle_question(knowledge, seen)
    address = reverse("game:battle_systems", args=[knowledge.campaign.slug, key])
    asked = Asked(scope_of(knowledge), f"systems:{key}", seen.battle.name, address, "campaign/battles/systems.html")
    context = {"knowledge": knowledge, "line": seen.line, "assumed": assumed, "section": "battles",
               "sample_route": address}  # fmt: skip
    return systems_reply(request, asked, question, context)


@member_page()
def sample(request: HttpRequest, knowledge: Knowledge, key: str, row: str) -> HttpResponse:
    """Show one battle of a comparison, to be watched."""
    seen: BattleKnown = found(battle_known(knowledge, key))
    _battle_question(knowledge, seen)
    back = reverse("game:battle_systems", args=[knowledge.campaign.slug, key])
    context = {"knowledge": knowledge, "section": "battles", "battle": seen.line, "back": back}
    return sample_reply(
        request, scope_of(knowledge), row, f"{back}{row}/", "campaign/battles/system_sample.html", context
    )


def _battle_question(knowledge: Knowledge, seen: BattleKnown) -> tuple[Question | None, list[str]]:
    """Return the question and what it takes for granted; 404 for those who are neither in the battle nor may read
    it."""
    if seen.full or knowledge.is_referee:
        assumption = "The forecast uses all armies as they went into the battle, on its own field, with other dice."
        return forecasts.battle_question(knowledge, seen.battle), [assumption]
    if not seen.line.part or seen.line.settled:
        raise Http404
    question, foes = forecasts.fought_question(known_of(knowledge), seen.line.province_key)
    return question, [*forecasts.assumptions(foes), "The field is another of the same kind, not that of the battle."]


def _answer(
    request: HttpRequest, knowledge: Knowledge, form: ForecastForm, plans: Callable[[], list[WhatIf]], address: str,
    name: str, context: dict[str, Any],
) -> HttpResponse:  # fmt: skip
    """Ask the question of the form and show what has been asked."""
    if form.is_valid():
        with refused_on(form):
            rows = ask_comparison(scope=scope_of(knowledge), plans=plans(), runs=form.cleaned_data["runs"], name=name,
                                  about=context["about"])  # fmt: skip
            publish_chunks()
            return redirect(forecasts_asked(address, rows, form.cleaned_data))
    context |= {"knowledge": knowledge, "form": form, "address": address, "stop": f"{address}stop/"}
    return forecast_reply(request, "campaign/battles/forecast.html", scope_of(knowledge), context)


@member_page("POST")
def stop_army(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Stop forecasts of an army."""
    return _stopped(request, knowledge, "game:army_forecast", key)


@member_page("POST")
def stop_battle(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Stop forecasts of a battle."""
    return _stopped(request, knowledge, "game:battle_forecast", key)


def _stopped(request: HttpRequest, knowledge: Knowledge, name: str, key: str) -> HttpResponse:
    address = reverse(name, args=[knowledge.campaign.slug, key])
    return redirect(stopped_forecasts(request, address, scope_of(knowledge)))
