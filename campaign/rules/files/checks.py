"""Conditions between the rows of a campaign file: ids once, references to something, ledgers that add up."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from base.refusal import Refusal
from campaign.rules.course.events import read_events
from campaign.rules.course.schedule import rhythm_of
from campaign.rules.ending.aims import read_victory
from campaign.rules.fighting.plan import check_plan, check_profile, check_rules
from campaign.rules.files.checking.history_checks import check_history
from campaign.rules.files.checking.trigger_checks import check_triggers, factions_to_come, nested_rows
from campaign.rules.files.fields import CampaignFileError, kinds_of
from campaign.rules.files.past.history_rows import UnitRow
from campaign.rules.files.rows import ArmyRow, NewUnitRow
from campaign.rules.files.unit_type_rows import unit_type_faults
from campaign.rules.files.whole import CampaignFile
from campaign.rules.house import house_rules, read_changes
from campaign.rules.news.couriers import couriers
from campaign.rules.standing import check_standing
from rosters.rules.catalogue import unit_type
from rosters.rules.notation import RosterItem, parse_roster
from rosters.rules.own_types import OwnTypes

IDS = {
    "factions": "key",
    "provinces": "key",
    "leaders": "ref",
    "armies": "ref",
    "triggers": "key",
    "unit_types": "short",
}
HISTORY_IDS = {"units": "id", "turns": "number", "battles": "id", "engagements": "id", "roll_backs": "id"}


def check_file(file: CampaignFile) -> None:
    """Refuse a file whose rows contradict one another, naming the first place."""
    for check in CHECKS:
        check(file)


def refusals_of(file: CampaignFile) -> list[str]:
    """Return what each check refuses first: one broken reference hides the checks that rest on references."""
    found: list[str] = []
    for number, check in enumerate(CHECKS):
        try:
            check(file)
        except Refusal as refusal:
            found.append(str(refusal))
            if number == 0:
                break
    return found


def _check_all_references(file: CampaignFile) -> None:
    known = {name: _unique(name, getattr(file, name), key) for name, key in IDS.items()}
    for name, key in HISTORY_IDS.items():
        known[name] = _unique(f"history.{name}", getattr(file.history, name) if file.history else (), key)
    for place, row in _all_rows(file):
        _check_references(place, row, known)
    later = {**known, "factions": known["factions"] | factions_to_come(file.triggers)}
    for place, row in nested_rows(file.triggers):
        _check_references(place, row, later)
    _check_paths("armies", file.armies, "supply_path", known["provinces"])
    _check_paths("history.orders", file.history.orders if file.history else (), "path", known["provinces"])


def _check_all_pairs(file: CampaignFile) -> None:
    _check_pairs("relations", file.relations)
    _check_pairs("edges", file.edges)


def _check_history(file: CampaignFile) -> None:
    if file.history is not None:
        check_history(file.history, {f.key for f in file.factions}, file.archived)
        for place, row in _numbered("history.units", file.history.units):
            _check_own(place, row, file.own_types)


def _check_schedule(file: CampaignFile) -> None:
    row = file.schedule
    if row is not None:
        try:
            rhythm_of(vars(row))
        except Refusal as refusal:
            refuse("schedule", str(refusal))


def refuse(place: str, sentence: str) -> None:
    """Refuse the file because of what stands at ``place``."""
    raise CampaignFileError(f"{place}: {sentence}")


def _unique(place: str, rows: Iterable[Any], key: str) -> set[Any]:
    seen: set[Any] = set()
    for number, row in enumerate(rows):
        if getattr(row, key) in seen:
            refuse(f"{place}[{number}].{key}", f'"{getattr(row, key)}" is used twice; give each its own.')
        seen.add(getattr(row, key))
    return seen


def _all_rows(file: CampaignFile) -> Iterator[tuple[str, Any]]:
    for name in ("relations", "provinces", "edges", "leaders", "armies", "triggers", "unit_types"):
        yield from _numbered(name, getattr(file, name))
    if file.history is not None:
        for name, _ in kinds_of(type(file.history)):
            yield from _numbered(f"history.{name}", getattr(file.history, name))


def _numbered(name: str, rows: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    return ((f"{name}[{number}]", row) for number, row in enumerate(rows))


def _check_references(place: str, row: Any, known: dict[str, set[Any]]) -> None:
    for name, kind in kinds_of(type(row)):
        value = getattr(row, name)
        if kind.refers is None or value is None:
            continue
        values = value if kind.many else (value,)
        for number, wanted in enumerate(values):
            if wanted not in known[kind.refers]:
                where = f"{place}.{name}[{number}]" if kind.many else f"{place}.{name}"
                refuse(where, f'there is no "{wanted}" among the {kind.refers}; add it or correct the name.')
        if len(set(values)) < len(values):
            refuse(f"{place}.{name}", "the same name is given twice; keep one of them.")


def _check_paths(name: str, rows: Iterable[Any], key: str, provinces: set[Any]) -> None:
    for place, row in _numbered(name, rows):
        for number, step in enumerate(getattr(row, key)):
            if not isinstance(step, str) or step not in provinces:
                refuse(f"{place}.{key}[{number}]", "there is no such province; correct the path.")


def _check_pairs(name: str, rows: Iterable[Any]) -> None:
    """Two names a row, each pair once in whatever order."""
    seen: dict[frozenset[str], int] = {}
    for number, row in enumerate(rows):
        if len(row.between) != 2:
            refuse(f"{name}[{number}].between", f"{len(row.between)} different names are given, two are expected.")
        first = seen.setdefault(frozenset(row.between), number)
        if first != number:
            refuse(f"{name}[{number}]", f"this pair is given already at {name}[{first}]; give it once, for both ways.")


def _check_start(file: CampaignFile) -> None:
    if len(file.factions) < 2:
        refuse("factions", "a war needs two factions at least.")
    if not file.provinces:
        refuse("provinces", "a war needs provinces.")
    if file.map.view[2] <= 0 or file.map.view[3] <= 0:
        refuse("map.view", "width and height must be above 0: [x, y, width, height].")
    try:
        house_rules(file.house_rules)
        read_changes(file.house_changes)
        read_events(file.events)
        couriers(file.couriers)
    except Refusal as exc:
        raise CampaignFileError(str(exc)) from exc
    _check_victory(file)
    try:
        check_rules(file.rules, file.options)
    except Refusal as exc:
        raise CampaignFileError(str(exc)) from exc
    try:
        check_profile(file.profile, file.rules)
    except Refusal as exc:
        raise CampaignFileError(f"profile.{exc}") from exc


def _check_victory(file: CampaignFile) -> None:
    try:
        read_victory(file.victory, {row.key for row in file.provinces}, {row.key for row in file.factions})
    except Refusal as exc:
        raise CampaignFileError(str(exc)) from exc


def _check_provinces(file: CampaignFile) -> None:
    for place, row in _numbered("provinces", file.provinces):
        if (row.at is None) == (row.lon_lat is None):
            refuse(place, "give the town's place either as at [x, y] or as lon_lat [degrees east, degrees north].")
        if row.lon_lat is not None and file.map.projection is None:
            refuse(f"{place}.lon_lat", "degrees need a map.projection; add it, or give at [x, y].")
        if row.polygon is None:
            refuse(f"{place}.polygon", "this key is missing; the command draw_provinces makes the polygons.")
        if row.capital and row.home is None:
            refuse(f"{place}.capital", "a capital is one of its home faction; give the province a home.")
    capitals = Counter(row.home for row in file.provinces if row.capital)
    for place, row in _numbered("provinces", file.provinces):
        if row.capital and capitals[row.home] > 1:
            refuse(f"{place}.capital", f"{row.home} has {capitals[row.home]} capitals; keep one.")
    for place, edge in _numbered("edges", file.edges):
        if edge.bridge and edge.kind != "river":
            refuse(f"{place}.bridge", "only a river crossing has a bridge; make the kind river.")


def _check_armies(file: CampaignFile) -> None:
    leaders = {row.ref: row for row in file.leaders}
    _check_bound(file)
    commanding: dict[str, str] = {}
    provinces = {row.key for row in file.provinces}
    for place, row in _numbered("armies", file.armies):
        _check_plan(place, row, provinces)
        if len(row.wings) > 2:
            refuse(f"{place}.wings", f"{len(row.wings)} wings are given, at most two are allowed.")
        for ref in filter(None, (row.leader, *row.wings)):
            if leaders[ref].faction != row.faction:
                refuse(f"{place}.leader", f"{leaders[ref].name} serves {leaders[ref].faction}, not {row.faction}.")
            if file.history is None and commanding.setdefault(ref, place) != place:
                refuse(f"{place}.leader", f"{leaders[ref].name} commands {commanding[ref]} already; choose another.")
        if file.history is None:
            _check_fresh(place, row, file.own_types)
        elif row.units or row.roster:
            refuse(place, "a campaign with a history has its units there; leave units and roster out.")


def _check_triggers(file: CampaignFile) -> None:
    """HR-29 What triggers need, and the units that come by them."""
    own = file.own_types
    check_triggers(file.triggers, {row.ref for row in file.armies}, own)
    for number, row in enumerate(file.triggers):
        for nth, effect in enumerate(row.effects):
            for one, unit in enumerate(effect.units):
                _check_unit(f"triggers[{number}].effects[{nth}].units[{one}]", unit, own)


def _check_bound(file: CampaignFile) -> None:
    """A general is on his way to an army of his own faction."""
    factions = {row.ref: row.faction for row in file.armies}
    for place, row in _numbered("leaders", file.leaders):
        if row.bound_for and factions.get(row.bound_for) != row.faction:
            refuse(f"{place}.bound_for", f'"{row.bound_for}" is no army of {row.faction}; correct the name.')


def _check_plan(place: str, row: ArmyRow, provinces: set[str]) -> None:
    try:
        check_plan(row.plan, f"{place}.plan")
        standing = check_standing(row.standing)
    except Refusal as exc:
        raise CampaignFileError(str(exc)) from exc
    for key in standing.path if standing else ():
        if key not in provinces:
            refuse(f"{place}.standing", f'there is no province "{key}"; choose one of the file.')


def _check_fresh(place: str, row: ArmyRow, own: OwnTypes) -> None:
    """A fresh army stands somewhere and has its units either listed or as a roster."""
    if row.province is None:
        refuse(f"{place}.province", "this key is missing; a fresh army has to be in a province.")
    if bool(row.units) == bool(row.roster):
        refuse(place, "give the units either as units or as a roster, and at least one.")
    if row.roster:
        roster_items(row, own, place)
    for number, unit in enumerate(row.units):
        _check_unit(f"{place}.units[{number}]", unit, own)


def roster_items(row: ArmyRow, own: OwnTypes, place: str = "roster") -> tuple[RosterItem, ...]:
    """LGG-C1-a The units of an army whose roster is given in the notation."""
    try:
        return parse_roster(row.roster or "", own)
    except Refusal as exc:
        raise CampaignFileError(f"{place}.roster: {exc}") from exc


def _check_unit(place: str, unit: NewUnitRow, own: OwnTypes) -> None:
    try:
        kind = unit_type(unit.type)
    except Refusal as exc:
        raise CampaignFileError(f"{place}.type: {exc}") from exc
    _check_own(place, unit, own)
    if unit.strength is not None and unit.strength > kind.full:
        refuse(f"{place}.strength", f"{unit.strength} is above the full strength {kind.full} of {kind.key}.")
    if unit.guard and not kind.may_be_guard:
        refuse(f"{place}.guard", f"{kind.name} cannot be Guard (REC-2).")
    if unit.outriders and not kind.may_be_outriders:
        refuse(f"{place}.outriders", f"{kind.name} cannot be Outriders.")


def _check_own(place: str, unit: NewUnitRow | UnitRow, own: OwnTypes) -> None:
    """HR-30 A unit's own type is one of the war, over the type that the unit has."""
    if unit.own and (unit.own not in own or own[unit.own].base != unit.type):
        refuse(f"{place}.own", f'there is no "{unit.own}" over {unit.type} among the unit_types; correct the name.')


def _check_unit_types(file: CampaignFile) -> None:
    for place, sentence in unit_type_faults(file.unit_types):
        refuse(place, sentence)


CHECKS = (
    _check_all_references, _check_all_pairs, _check_start, _check_schedule, _check_unit_types, _check_provinces,
    _check_armies,
    _check_triggers, _check_history,
)  # fmt: skip
"""What must hold between the rows, in the order in which a file is refused."""
