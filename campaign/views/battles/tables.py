"""Battles with the players: how they are decided, and on what terms."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse

from base.pages.person import person_of
from base.words import number as in_words
from battles.models import Battle
from battles.replies.refusals import refusals_shown
from battles.resolvers.files.battle_file import parse
from battles.services.held.choosing import takes_rules
from battles.services.held.table import entries_of
from campaign.forms.tables import ChoiceForm, RulesForm, TermsForm, WishForm
from campaign.rules.house import house_rules
from campaign.services.phases.fighting import methods
from campaign.views.access import Knowledge, member_page
from campaign.views.battles.battle_doors import as_referee, back, own_side
from campaign.visibility.battles.battles import BattleKnown, may_sit_at_table, sits_at_table
from campaign.visibility.battles.packs import differences_for, parties_of

NOT_QUICK = "A quick result needs {} times the strength of the other side (HR-12): the battle stays open."


@member_page("POST")
def wish(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show a side's wish, or its giving up the field."""
    seen, side = own_side(knowledge, key)
    form = WishForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
        return back(knowledge, key)
    with refusals_shown(request):
        methods.check_leads(engagement=seen.engagement, side=side, faction=knowledge.own)
        if not _carry_out(seen, side, form.cleaned_data["method"], knowledge.user_name):
            messages.warning(request, NOT_QUICK.format(in_words(_quick_ratio(seen))))
    return back(knowledge, key)


def _carry_out(seen: BattleKnown, side: int, method: str, by: str) -> bool:
    """False only for a quick result that was asked for in vain."""
    if method == "quick":
        return methods.ask_quick(engagement=seen.engagement, side=side)
    if method == "concede":
        methods.give_up(engagement=seen.engagement, side=side)
    else:
        methods.wish(engagement=seen.engagement, side=side, method=method, by=by)
    return True


@member_page("POST")
def choose(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the referee's choice of a method."""
    wrong = "Decided: choose one of the methods offered."
    return _decided(request, knowledge, key, ChoiceForm(request.POST), methods.choose, wrong)


@member_page("POST")
def terms(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the referee's terms for one battle."""
    wrong = "Play by: write a date and a time, such as 2026-12-24 20:00; patience in whole hours."
    return _decided(request, knowledge, key, TermsForm(request.POST), methods.set_terms, wrong)


@member_page("POST")
def by_rules(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the referee's choice of the rules of one battle."""
    wrong = "Rules: choose one of the rule systems offered."
    return _decided(request, knowledge, key, RulesForm(request.POST), methods.set_rules, wrong)


def _decided(
    request: HttpRequest, knowledge: Knowledge, key: str, form: Form, decide: Callable[..., object], wrong: str
) -> HttpResponse:
    """Carry out what a referee has decided for one battle, or show what is wrong with the form."""
    seen = as_referee(knowledge, key)
    if form.is_valid():
        with refusals_shown(request):
            decide(engagement=seen.engagement, user=person_of(request), **form.cleaned_data)
    else:
        messages.error(request, wrong)
    return back(knowledge, key)


def choice_context(knowledge: Knowledge, seen: BattleKnown) -> dict[str, Any]:
    """Return what the page of an open battle offers its reader: wishes, terms, entries."""
    battle = seen.battle
    if battle.state != Battle.State.OPEN:
        noted = may_sit_at_table(knowledge, seen) and battle.notes.exists()
        return _rules_context(knowledge, battle) | {"with_players": False, "table_noted": noted}
    on_the_table = battle.method in (Battle.Method.TABLE, Battle.Method.RULING)
    wishes = {row.side: row for row in battle.wishes.all()}
    wished = getattr(wishes.get(seen.side or 0), "method", "" if on_the_table else "table")
    terms = {"play_by": battle.play_by, "fallback": battle.fallback, "patience": battle.patience}
    concerned = seen.side is not None or knowledge.is_referee
    parties = _sides(seen, wishes)
    rows = [party for side in parties for party in side["rows"]]
    return _rules_context(knowledge, battle) | {
        "with_players": True,
        "some_handed_in": concerned and any(one.handed_in for one in rows),
        "silent": [one.name for one in rows if not one.handed_in],
        "own_handed_in": any(one.handed_in for one in rows if knowledge.own and one.key == knowledge.own.key),
        "points": _points(seen) if rows and all(one.handed_in for one in rows) else [],
        "alone_at": _alone_at(battle),
        "reader_side": seen.side,
        "on_the_table": on_the_table,
        "at_table": sits_at_table(knowledge, seen),
        "terms": battle,
        "parties": parties,
        "wish_form": WishForm(initial={"method": wished}, on_the_table=on_the_table, quick=_quick(seen)),
        "choice_form": ChoiceForm(initial={"method": battle.method}),
        "terms_form": TermsForm(initial=terms),
    }


def _quick(seen: BattleKnown) -> int:
    """HR-12 The odds that a quick result needs; 0 where the reader's side has asked already."""
    asked = seen.engagement.details.get("quick", [])
    return 0 if seen.side in asked else _quick_ratio(seen)


def _quick_ratio(seen: BattleKnown) -> int:
    return house_rules(seen.engagement.turn.campaign.house_rules)["contact.quick_ratio"]


def _rules_context(knowledge: Knowledge, battle: Battle) -> dict[str, Any]:
    """Return the form by which the referee changes the rules of a battle that is not laid out yet."""
    offers = knowledge.is_referee and takes_rules(battle)
    return {"rules_form": RulesForm(initial={"rules": battle.rules}) if offers else None}


def _points(seen: BattleKnown) -> list[str]:
    """List the points in which the results differ, for a reader whose armies fight there."""
    if seen.side is None:
        return []
    file = parse(seen.battle.file)
    return differences_for(entries_of(seen.battle), file, parties_of(seen.engagement), seen.side)


@dataclass(frozen=True)
class PartyRow:
    """A party of a battle, and whether it has handed in its result."""

    key: str
    name: str
    handed_in: bool


def _alone_at(battle: Battle) -> datetime | None:
    """Return when the results handed in become final without the others; None where the referee settles it, also
    because the time to play is over before."""
    last = battle.entries.exclude(handed_in_at=None).order_by("-handed_in_at").first()
    if last is None or last.handed_in_at is None or not battle.patience:
        return None
    alone = last.handed_in_at + timedelta(hours=battle.patience)
    return alone if battle.play_by is None or alone <= battle.play_by else None


def _sides(seen: BattleKnown, wishes: dict[int, Any]) -> list[dict[str, Any]]:
    """Either side with its wish, and which of its parties have handed in a result."""
    rows = seen.battle.entries.exclude(handed_in_at=None)
    handed = set(rows.values_list("side", "part"))
    parties = parties_of(seen.engagement)
    return [
        {
            "name": side["name"],
            "wish": wishes.get(number),
            "asked": number in seen.engagement.details.get("quick", []),
            "rows": [
                PartyRow(one.key, one.name, (number, one.key) in handed) for one in parties if one.number == number
            ],
        }
        for number, side in enumerate(seen.engagement.details["sides"])
    ]
