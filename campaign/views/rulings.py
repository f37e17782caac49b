"""The referee's own result of a battle: both accounts stand beside one another where it begins."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from battles.models import Battle
from battles.resolvers.battle_file import BattleFile, parse
from battles.resolvers.entries import UNSAID, Entry, disagreements
from battles.resolvers.typed import unhurt
from battles.result_forms import ArmyForm, SharedForm, army_initial, shared_initial
from battles.services.companion import entries_at_table
from battles.services.settling import catalogue_of
from battles.services.table import entries_of
from campaign.forms.tables import RulingForm
from campaign.services import methods
from campaign.views.access import Knowledge, member_page
from campaign.views.battle_doors import as_referee, back, person
from campaign.views.results import all_valid
from campaign.visibility.battles import BattleKnown
from campaign.visibility.parties import parties_of
from rosters.rules.refusal import Refusal


@member_page("GET", "HEAD", "POST")
def ruling(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """The referee's own result; the accounts of all parties stand beside one another."""
    seen = as_referee(knowledge, key)
    file = parse(seen.battle.file)
    if request.method == "POST":
        forms = _forms(file, None, request.POST)
        if all_valid(forms) and _ruled(request, seen, forms):
            return back(knowledge, key)
        return _page(request, knowledge, seen, file, forms, status=422)
    return _page(request, knowledge, seen, file, _forms(file, _begin(request, seen.battle, file), None))


def _begin(request: HttpRequest, battle: Battle, file: BattleFile) -> dict[str, Any]:
    """What the form begins with: the companion's table where that is asked for, else what has been handed in."""
    if request.GET.get("from") != "table":
        return _told(battle, file)
    try:
        return _at_table(entries_at_table(battle))
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return _told(battle, file)


def _at_table(entries: list[dict[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = shared_initial(entries[0])
    for number, values in enumerate(entries):
        made |= army_initial(number, values["units"], values["leaders"])
    return made


def _told(battle: Battle, file: BattleFile) -> dict[str, Any]:
    """What has been handed in, and nothing hurt where nobody has: where the referee's form begins."""
    told = entries_of(battle)
    begin = told[0].as_dict() if told else {"days": 1, **UNSAID}
    made: dict[str, Any] = shared_initial(begin)
    for number, side in enumerate(unhurt(file).sides):
        made |= army_initial(number, side.as_dict()["units"], list(side.leaders))
    for entry in told:
        values = entry.as_dict()
        made |= army_initial(entry.number, values["units"], values["leaders"])
    return made


def _forms(file: BattleFile, start: Mapping[str, Any] | None, data: Any) -> dict[str, Any]:
    known = catalogue_of(file)
    return {
        "shared": SharedForm(data, initial=start, file=file),
        "first": ArmyForm(data, initial=start, side=file.sides[0], number=0, known=known),
        "second": ArmyForm(data, initial=start, side=file.sides[1], number=1, known=known),
        "reason": RulingForm(data),
    }


def _ruled(request: HttpRequest, seen: BattleKnown, forms: Mapping[str, Any]) -> bool:
    shared, stayed = forms["shared"].cleaned_data, forms["shared"].stayed()
    sides = [
        {"stayed": stayed[n], "leaders": forms[name].leaders_typed(), "units": forms[name].units_typed()}
        for n, name in enumerate(("first", "second"))
    ]
    typed = {"stage": shared["stage"], "days": shared["days"], "sides": sides}
    reason = forms["reason"].cleaned_data["reason"]
    try:
        methods.rule(engagement=seen.engagement, typed=typed, reason=reason, user=person(request))
    except Refusal as refusal:
        forms["reason"].add_error(None, str(refusal))
        return False
    messages.success(request, f"{seen.battle} is settled by your ruling.")
    return True


def _page(
    request: HttpRequest, knowledge: Knowledge, seen: BattleKnown, file: BattleFile, forms: dict[str, Any],
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    told = entries_of(seen.battle)
    parties = {(party.number, party.key): party.name for party in parties_of(seen.engagement)}
    heard = {(entry.number, entry.part.key) for entry in told}
    context = {
        "knowledge": knowledge, "section": "battles", "line": seen.line, "battle": seen.battle,
        "tellers": [_name(entry, parties, file) for entry in told],
        "silent": [name for key, name in parties.items() if key not in heard],
        "differences": disagreements(told, file), **forms,
    }  # fmt: skip
    return render(request, "campaign/ruling.html", context, status=status)


def _name(entry: Entry, parties: Mapping[tuple[int, str], str], file: BattleFile) -> str:
    return parties.get((entry.number, entry.part.key), file.sides[entry.number].name)
