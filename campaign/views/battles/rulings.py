"""The referee's own result of a battle: it begins with both accounts side by side."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from base.pages.person import person_of
from base.refusal import Refusal
from battles.forms.results import (
    ArmyForm,
    SharedForm,
    army_initial,
    broken_army,
    check_known,
    check_stayed,
    shared_initial,
    terms_of,
)
from battles.models import Battle
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.entries import DAYS_FOUGHT, PAPER_ENDED, UNANSWERED, Entry, disagreements
from battles.resolvers.values.typed import unhurt
from battles.services.held.companion import entries_at_table
from battles.services.held.settling import catalogue_of
from battles.services.held.table import entries_of
from campaign.forms.tables import RulingForm
from campaign.services.phases.fighting import methods
from campaign.views.access import Knowledge, member_page
from campaign.views.battles.battle_doors import as_referee, back, decided
from campaign.views.battles.results import all_valid
from campaign.visibility.battles.battles import BattleKnown, sits_at_table
from campaign.visibility.battles.packs import parties_of

TABLE = "table"
Differences = Sequence[tuple[str, tuple[str, ...]]]


@member_page("GET", "HEAD", "POST")
def ruling(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the referee's own result beside the entries of all parties."""
    seen = as_referee(knowledge, key)
    if shut := decided(request, knowledge, seen):
        return shut
    file, entries = parse(seen.battle.file), entries_of(seen.battle)
    if request.method == "POST":
        forms = _forms(file, None, request.POST)
        if all_valid(forms) and _ruled(request, seen, forms):
            return back(knowledge, key)
        return decided(request, knowledge, seen) or _page(request, knowledge, seen, entries, forms, status=422)
    return _page(request, knowledge, seen, entries, _forms(file, _begin(request, seen.battle, file, entries), None))


def _begin(request: HttpRequest, battle: Battle, file: BattleFile, entries: Sequence[Entry]) -> dict[str, Any]:
    """Return the form's first values: the companion's table where the address names it, else the entries handed in."""
    if request.GET.get("from") != TABLE:
        return _from_entries(file, entries, _whose(request, entries))
    try:
        return _at_table(file, entries_at_table(battle))
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return _from_entries(file, entries, 0)


def _whose(request: HttpRequest, entries: Sequence[Entry]) -> int:
    """Return the number of the entry from which the form begins: as the address asks (from 1 on), else the first."""
    wanted = request.GET.get("from", "")
    numbers = {str(number + 1): number for number in range(len(entries))}
    return numbers.get(wanted, 0)


def _at_table(file: BattleFile, entries: list[dict[str, Any]]) -> dict[str, Any]:
    broke = [side for number, values in enumerate(entries) for side in broken_army(file, number, values)]
    made: dict[str, Any] = shared_initial(entries[0], *broke)
    for number, values in enumerate(entries):
        made |= army_initial(number, values["units"], values["leaders"])
    return made


def _from_entries(file: BattleFile, entries: Sequence[Entry], whose: int) -> dict[str, Any]:
    """Return the field by one entry and each party's units by its own; all unhurt where there is no entry."""
    begin = entries[whose].as_dict() if entries else {"days": 1, **UNANSWERED}
    made: dict[str, Any] = shared_initial(begin)
    for number, side in enumerate(unhurt(file).sides):
        made |= army_initial(number, side.as_dict()["units"], list(side.leaders))
    for entry in entries:
        values = entry.as_dict()
        made |= army_initial(entry.number, values["units"], values["leaders"])
    return made


def _forms(file: BattleFile, start: Mapping[str, Any] | None, data: Any) -> dict[str, Any]:
    known = catalogue_of(file)
    return {
        "shared": SharedForm(data, initial=start, file=file),
        "first": ArmyForm(data, initial=start, side=file.sides[0], number=0, known=known, terms=terms_of(file, 0)),
        "second": ArmyForm(data, initial=start, side=file.sides[1], number=1, known=known, terms=terms_of(file, 1)),
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
    file = parse(seen.battle.file)
    try:
        check_known(forms.values(), request.POST, ("csrfmiddlewaretoken",))
        for number, side in enumerate(sides):
            check_stayed(file, number, forms["shared"], side["units"])
        methods.rule(engagement=seen.engagement, typed=typed, reason=reason, user=person_of(request))
    except Refusal as refusal:
        forms["reason"].add_error(None, str(refusal))
        return False
    messages.success(request, f"{seen.battle} is settled by your ruling.")
    return True


def _page(
    request: HttpRequest, knowledge: Knowledge, seen: BattleKnown, entries: Sequence[Entry], forms: dict[str, Any],
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    file = parse(seen.battle.file)
    parties = {(party.number, party.key): party.name for party in parties_of(seen.engagement)}
    handed_in = {(entry.number, entry.part.key) for entry in entries}
    names = [_name(entry, parties, file) for entry in entries]
    differences = disagreements(entries, file)
    _mark(forms["shared"], differences, names, file)
    at_table = sits_at_table(knowledge, seen) and seen.battle.notes.exists()
    from_table = request.GET.get("from") == TABLE
    whose = None if from_table or not entries else _whose(request, entries)
    context = {
        "knowledge": knowledge, "section": "battles", "line": seen.line, "battle": seen.battle, "authors": names,
        "silent": [name for key, name in parties.items() if key not in handed_in],
        "differences": differences, "from_table": from_table, "may_take_table": at_table and not from_table,
        "whose": "" if whose is None else names[whose],
        "others": [(number + 1, name) for number, name in enumerate(names) if number != whose], **forms,
    }  # fmt: skip
    return render(request, "campaign/battles/ruling.html", context, status=status)


def _mark(form: SharedForm, differences: Differences, names: Sequence[str], file: BattleFile) -> None:
    """Print beside each field on which the entries differ what each of them has."""
    labels = {"stage": PAPER_ENDED, "days": DAYS_FOUGHT, **{f"stayed-{n}": s.name for n, s in enumerate(file.sides)}}
    rows = dict(differences)
    for field, label in labels.items():
        if label in rows:
            answers = (f"{text} by {name}" for name, text in zip(names, rows[label], strict=True) if text)
            form.fields[field].help_text = f"The entries differ: {', '.join(answers)}."


def _name(entry: Entry, parties: Mapping[tuple[int, str], str], file: BattleFile) -> str:
    return parties.get((entry.number, entry.part.key), file.sides[entry.number].name)
