"""Forecasts of one-off battles for their owner; the odds of a combat or a fire for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from base.refusal import Refusal
from battles.forms.odds import ForecastForm, OddsForm, question_of, ways_of
from battles.models import Battle
from battles.pages.odds import odds_choice, odds_page
from battles.replies.battle import (
    asked_before,
    forecast_reply,
    forecasts_asked,
    of_own_battle,
    stopped_forecasts,
)
from battles.replies.refusals import refused_on
from battles.replies.systems import Asked, sample_reply, systems_reply
from battles.resolvers.contract.registry import DEFAULT, calculator, questions
from battles.resolvers.files.battle_file import parse
from battles.resolvers.forecasts.forecast import Question
from battles.resolvers.forecasts.what_if import compared
from battles.services import ask_comparison, publish_chunks


@of_own_battle("GET", "POST")
def forecast(request: HttpRequest, found: Battle) -> HttpResponse:
    """Ask how a battle is likely to end, and read the answer as it comes."""
    question = Question(parse(found.file))
    ways = ways_of(*(side.name for side in question.file.sides), tables=question.file.terrain is not None)
    form = ForecastForm(request.POST if request.method == "POST" else None, ways=ways, initial=asked_before(request))
    if form.is_valid():
        with refused_on(form):
            asked = ask_comparison(
                scope=_scope(request), plans=compared(question, form.cleaned_data["compare"]),
                runs=form.cleaned_data["runs"], name=found.name, about=_about(found.key),
            )  # fmt: skip
            publish_chunks()
            return redirect(forecasts_asked(_address(found.key), asked, form.cleaned_data))
    key = found.key
    context = {"battle": found, "form": form, "about": _about(key), "address": _address(key), "stop": _stop(key)}
    return forecast_reply(request, "battles/forecasts/forecast.html", _scope(request), context)


@of_own_battle("POST")
def stop(request: HttpRequest, found: Battle) -> HttpResponse:
    """Stop the forecasts that are named."""
    return redirect(stopped_forecasts(request, _address(found.key), _scope(request)))


@of_own_battle("GET", "POST")
def systems(request: HttpRequest, found: Battle) -> HttpResponse:
    """Show the same battle by every rule system."""
    question = Question(parse(found.file))
    asked = Asked(
        _scope(request), f"systems:{found.key}", found.name, _systems(found.key), "battles/forecasts/systems.html"
    )
    return systems_reply(request, asked, question, {"battle": found, "sample_route": _systems(found.key)})


@of_own_battle()
def sample(request: HttpRequest, found: Battle, row: str) -> HttpResponse:
    """Show one battle of a comparison, to be watched."""
    address = reverse("battle_system_sample", args=[found.key, row])
    context = {"battle": found, "back": _systems(found.key)}
    return sample_reply(request, _scope(request), row, address, "battles/forecasts/system_sample.html", context)


def _systems(key: str) -> str:
    return reverse("battle_systems", args=[key])


def _scope(request: HttpRequest) -> str:
    return f"owner:{request.user.pk}"


def _about(key: str) -> str:
    return f"battle:{key}"


def _address(key: str) -> str:
    return reverse("battle_forecast", args=[key])


def _stop(key: str) -> str:
    return reverse("battle_forecast_stop", args=[key])


@require_GET
def odds(request: HttpRequest) -> HttpResponse:
    """Show the exact odds of one combat or fire; the question is in the address."""
    rules = request.GET.get("rules", DEFAULT)
    rules = rules if questions(rules) else DEFAULT
    asked = question_of(rules, request.GET.get("kind", ""))
    answered = set(request.GET) - {"rules", "kind"}
    form = OddsForm(request.GET if answered else None, asked=asked, rules=rules)
    answer = None
    if form.is_valid():
        try:
            answer = calculator(rules).read_question(form.question()).answer()
        except Refusal as refusal:
            form.refuse(str(refusal))
    context = odds_choice(rules, asked.key) | {"form": form, **(odds_page(answer) if answer else {})}
    return render(
        request, "battles/forecasts/odds.html", context, status=422 if form.is_bound and answer is None else 200
    )
