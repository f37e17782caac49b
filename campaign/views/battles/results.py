"""The result of a battle on the table, typed in by each of its parties."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from base.pages.found import found
from base.refusal import Refusal
from base.spreadsheets import MOST_BYTES
from battles.forms.results import (
    ArmyForm,
    FoeForm,
    SharedForm,
    army_initial,
    broken_army,
    check_stayed,
    read_result_table,
    result_csv,
    shared_initial,
    terms_of,
)
from battles.models import Battle
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.entries import UNANSWERED, Part, first_entry
from battles.services.held.companion import entry_at_table
from battles.services.held.settling import catalogue_of
from battles.services.held.table import save_draft, version_of
from campaign.services.phases.fighting.methods import hand_in_result
from campaign.views.access import Knowledge, member_page
from campaign.views.battles.battle_doors import back, decided, own_side
from campaign.visibility.battles.battles import BattleKnown
from campaign.visibility.battles.packs import part_of_reader, parties_of


@member_page("GET", "HEAD", "POST")
def result(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show one party's result of a battle on the table."""
    seen, file, part = _own_part(knowledge, key)
    if shut := decided(request, knowledge, seen):
        return shut
    kept, from_table = _kept(seen.battle, file, part), False
    if request.method == "POST":
        return _take_result(request, knowledge, seen, part, _forms(file, part, kept, request.POST))
    if request.GET.get("from") == "table":
        kept, from_table = _at_table(request, seen.battle, part, kept)
    return _result_page(request, knowledge, seen, part, _forms(file, part, kept) | {"from_table": from_table})


def _at_table(request: HttpRequest, battle: Battle, part: Part, kept: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """Return the form's values from the companion's table, and True; what was kept, where there is no table yet.

    What only its owner has counted, the enemy's strength, stays as he typed it. Nothing is written.
    """
    try:
        entry = entry_at_table(battle, part)
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return kept, False
    return entry | {"foe_left": kept["foe_left"]}, True


@member_page()
def result_table(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the party's units as a table to fill in."""
    seen, file, part = _own_part(knowledge, key)
    text = result_csv(part.of(file), _kept(seen.battle, file, part)["units"])
    answer = HttpResponse(text, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="result-{seen.battle.key}.csv"'
    return answer


def _own_part(knowledge: Knowledge, key: str) -> tuple[BattleKnown, BattleFile, Part]:
    seen, _ = own_side(knowledge, key)
    file = parse(seen.battle.file)
    return seen, file, part_of_reader(seen, found(knowledge.own), file)


def _kept(battle: Battle, file: BattleFile, part: Part) -> dict[str, Any]:
    """Return what the party has typed, or the form's first values; units that came up since begin unhurt."""
    begin: dict[str, Any] = {**first_entry(file, part.number, part), **UNANSWERED}
    row = battle.entries.filter(side=part.number, part=part.key).first()
    if row is None:
        return begin
    made = {**begin, **{key: value for key, value in row.values.items() if key in begin}}
    fates = made["leaders"]
    made["units"] = begin["units"] | {key: unit for key, unit in made["units"].items() if key in begin["units"]}
    made["leaders"] = [fates[role] if role < len(fates) else fate for role, fate in enumerate(begin["leaders"])]
    return made


def _forms(file: BattleFile, part: Part, values: Mapping[str, Any], data: Any = None) -> dict[str, Any]:
    start = shared_initial(values, *broken_army(file, part.number, values)) | army_initial(
        part.number, values["units"], values["leaders"]
    )
    start["foe_left"] = values["foe_left"]
    return {
        "shared": SharedForm(data, initial=start, file=file, draft="draft" in (data or ())),
        "army": ArmyForm(
            data,
            initial=start,
            side=part.of(file),
            number=part.number,
            known=catalogue_of(file),
            roles=part.leaders,
            terms=terms_of(file, part.number),
        ),
        "foe": FoeForm(data, initial=start),
    }


def all_valid(forms: Mapping[str, Any]) -> bool:
    """Return whether all forms of a page are valid. Each of them is checked, so that all errors are shown at once."""
    judged = [form.is_valid() for form in forms.values()]
    return all(judged)


def _take_result(
    request: HttpRequest, knowledge: Knowledge, seen: BattleKnown, part: Part, forms: dict[str, Any]
) -> HttpResponse:
    if not all_valid(forms):
        return _result_page(request, knowledge, seen, part, forms, status=422)
    battle, by = seen.battle, knowledge.user_name
    try:
        values, version = _values(request, forms), request.POST.get("seen", "")
        if "draft" in request.POST:
            save_draft(battle=battle, side=part.number, part=part.key, values=values, by=by, seen=version)
            messages.success(request, "The draft is saved; nobody else sees it.")
        elif _hand_in(battle, part, forms, values, by, version):
            messages.success(request, "The reports agree: the battle is settled.")
        else:
            messages.success(request, "Your result is handed in. You may change it until both sides agree.")
    except Refusal as refusal:
        if shut := decided(request, knowledge, seen):
            return shut
        forms["army"].add_error(None, str(refusal))
        return _result_page(request, knowledge, seen, part, forms, status=422)
    return back(knowledge, seen.battle.key)


def _hand_in(
    battle: Battle, part: Part, forms: Mapping[str, Any], values: Mapping[str, Any], by: str, version: str
) -> bool:
    """Hand it in if it makes sense; a party that is not its whole side does not answer for who stayed."""
    file = parse(battle.file)
    if len(part.units) == len(file.sides[part.number].units):
        check_stayed(file, part.number, forms["shared"], values["units"])
    return hand_in_result(battle=battle, part=part, values=values, by=by, seen=version)


def _values(request: HttpRequest, forms: Mapping[str, Any]) -> dict[str, Any]:
    shared, army = forms["shared"], forms["army"]
    army.check_own(request.POST)
    units = army.units_typed()
    if sent := request.FILES.get("table"):
        units = read_result_table(sent.read(MOST_BYTES + 1), army.side)
    return {
        "stage": shared.stage_chosen(), "days": shared.cleaned_data["days"], "stayed": shared.stayed(),
        "leaders": army.leaders_typed(), "units": units, "foe_left": forms["foe"].cleaned_data["foe_left"],
    }  # fmt: skip


def _result_page(
    request: HttpRequest, knowledge: Knowledge, seen: BattleKnown, part: Part, forms: dict[str, Any], status: int = 200
) -> HttpResponse:
    entry = seen.battle.entries.filter(side=part.number, part=part.key).first()
    version = request.POST.get("seen", "") if request.method == "POST" else version_of(entry)
    others = [one for one in parties_of(seen.engagement) if one.number == part.number and one.key != part.key]
    context = {
        "knowledge": knowledge, "section": "battles", "line": seen.line, "battle": seen.battle,
        "entry": entry, "seen": version,
        "side_name": knowledge.own, "allies": others, **forms,
    }  # fmt: skip
    return render(request, "campaign/battles/result.html", context, status=status)
