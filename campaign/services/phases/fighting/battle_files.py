"""From a contact to the battle file of its battle (HR-13 to HR-15, 18.4)."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.own_types import named_in
from battles.resolvers.values.sides import numbered_name
from campaign.rules.course.calendar import OVER_A_BATTLE
from campaign.rules.fighting.command import Command, command
from campaign.rules.fighting.plan import plan_of_side, stakes_of
from campaign.rules.march.contact import Bloc, Contact
from campaign.rules.march.guns import edge_of, front_of
from campaign.rules.march.siege import Works
from campaign.rules.orders.fortify import works_of_side
from campaign.rules.theatre import ArmyFacts, LeaderFacts, UnitFacts
from campaign.rules.wording import SIDE_NAME, shortened, unlike, with_allies
from campaign.selectors.war import War
from rosters.models import Unit
from rosters.rules.own_types import OwnTypes

PREFIXES = ("a", "d")


@dataclass(frozen=True)
class Drawn:
    """A battle file, the units that bear its losses, and who commands each side."""

    file: BattleFile
    units: dict[str, Unit]
    commands: tuple[Command, Command]


def draw_file(war: War, contact: Contact, name: str) -> Drawn:
    """Return the file of a contact, under a name: the side that came in attacks, the side that holds defends."""
    names = side_names(war, contact)
    blocs = (contact.first, contact.second)
    commands = tuple(command(bloc.armies, war.house) for bloc in blocs)
    units: dict[str, Unit] = {}
    sides = [_side(war, contact, i, names[i], commands[i], units) for i in range(2)]
    return Drawn(parse({"name": name, **_head(war, contact), "sides": sides}), units, (commands[0], commands[1]))


def _head(war: War, contact: Contact) -> dict[str, Any]:
    province, turn = war.provinces[contact.province], war.turn
    held = not contact.second.entered_in(turn.number)
    first = [army for army in contact.first.armies if not army.arrives]
    sky = turn.weather[province.region]["weather"]
    return {
        "format": "bivouac.battle/1",
        "season": turn.season,
        "campaign_weather": sky,
        "weather": OVER_A_BATTLE[sky],
        "terrain": province.terrain,
        "rules": war.campaign.rules,
        "profile": war.campaign.profile or None,
        "options": war.campaign.battle_options,
        "unit_types": _own_types(war, contact),
        "engagement": "meeting" if contact.meeting else "held",
        "held_whole_turn": held,
        "fortress": _works_stand(war, contact.province)
        and province.controller_id in {war.factions[f].pk for f in contact.second.factions},
        "river_crossing": not contact.meeting and any(_crossed_river(war, army) for army in first),
    }


def _works_stand(war: War, key: str) -> bool:
    """HR-28 Return whether a fortress covers its defenders: no breach can be stormed."""
    facts = war.theatre.provinces[key]
    return facts.fortress and not (facts.breach and Works(breach=facts.breach).practicable(war.house))


def _crossed_river(war: War, army: ArmyFacts) -> bool:
    """Return whether an army came over a river edge this turn."""
    if army.entered_turn != war.turn.number or not army.entered_impulse or army.came_from is None:
        return False
    edge = war.theatre.edge(army.came_from, army.province)
    return edge is not None and edge.kind == "river"


def side_names(war: War, contact: Contact) -> tuple[str, str]:
    """Return the names of the two sides: the faction, or its allies joined; never the same."""
    first, second = (side_name(war, bloc.factions) for bloc in (contact.first, contact.second))
    return first, unlike(second, first)


def side_name(war: War, factions: Sequence[str]) -> str:
    """Return the name of a side: its faction's, or those of its allies joined."""
    names = [war.factions[key].name for key in factions]
    if len(names) == 1:
        return shortened(names[0], SIDE_NAME)
    joined = f"{', '.join(names[:-1])} and {names[-1]}"
    return joined if len(joined) <= SIDE_NAME else with_allies(names[0])


def _side(
    war: War, contact: Contact, number: int, name: str, commanding: Command, units: dict[str, Unit]
) -> dict[str, Any]:
    bloc = (contact.first, contact.second)[number]
    bearings = [bearing(war, main_army(side)) for side in (contact.first, contact.second)]
    rows: list[dict[str, Any]] = []
    for army in bloc.armies:
        edge = edge_of(bearing(war, army), front_of(number, 0, bearings))
        rows += unit_rows(army, war.tables.own, f"{PREFIXES[number]}{{}}", len(rows) + 1, edge)
    ids = dict(zip((unit.key for army in bloc.armies for unit in army.units), (row["id"] for row in rows), strict=True))
    units |= {file_id: war.units[key] for key, file_id in ids.items()}
    province = war.theatre.provinces[contact.province]
    return {
        "name": name,
        "role": "attacker" if number == 0 or contact.meeting else "defender",
        "commander": leader_row(commanding.commander) or {"name": _officer(bloc), "skill": "poor"},
        "wings": [leader_row(wing, _column_of(bloc, wing)) for wing in commanding.wings],
        "units": rows,
        "came_from": bearings[number],
        "supply_cut": not any(war.stations[army.ref].in_supply for army in bloc.armies),
        "must_decide": bool(bloc.entered_in(war.turn.number)),
        "capital": province.capital and province.home in bloc.factions,
        "stakes": stakes_of(province.value, capital=province.capital and province.home in bloc.factions),
        "plan": _plan(war, bloc, commanding, ids),
    } | _field_works(war, contact, number)


def _field_works(war: War, contact: Contact, number: int) -> dict[str, int]:
    """HR-31 The works of the side that holds its ground; nothing where it has none."""
    holds = number == 1 and not contact.meeting
    works = works_of_side(army.field_works for army in contact.second.armies if holds and not army.arrives)
    return {"works": works} if works else {}


def main_army(bloc: Bloc) -> ArmyFacts:
    """HR-T1 The strongest army of a side that stands on the table from the start."""
    return max(bloc.armies, key=lambda army: (not army.arrives, army.strength, army.ref))


def unit_rows(army: ArmyFacts, own: OwnTypes, name: str, first: int, edge: str) -> list[dict[str, Any]]:
    """Return the units of an army as a battle file lists them, numbered from ``first`` on; a column has a mark and an
    edge.

    ``name`` makes an id of a number. No unit of a side's first army names its army; units of the others do.
    """
    late = {"arrives": army.arrives, "edge": edge} if army.arrives else {}
    names = _names(army, own, army.name if first > 1 else "")
    return [
        {"id": name.format(number), "name": called, "type": unit.type, "guard": unit.guard,
         "outriders": unit.outriders, "strength": unit.strength, "army": army.ref, **late, **own_of(unit)}
        for number, (unit, called) in enumerate(zip(army.units, names, strict=True), first)
    ]  # fmt: skip


def own_of(unit: UnitFacts) -> dict[str, str]:
    """HR-30 Return a unit's own type as in a battle file."""
    return {"own": unit.own} if unit.own else {}


def _own_types(war: War, contact: Contact) -> list[dict[str, Any]] | None:
    """HR-30 Return the unit types of the war that the two sides are of."""
    armies = (*contact.first.armies, *contact.second.armies)
    return named_in((unit.own for army in armies for unit in army.units), war.tables.own) or None


def _names(army: ArmyFacts, own: OwnTypes, army_name: str) -> Iterator[str]:
    """Yield the names of an army's units: those without one are numbered within the army and their kind."""
    taken: Counter[tuple[str, bool, str]] = Counter()
    for unit in army.units:
        kind = unit.type, unit.guard, own[unit.own].name if unit.own in own else ""
        taken[kind] += not unit.name
        yield unit.name or numbered_name(unit.type, unit.guard, taken[kind], army_name, kind[-1])


def leader_row(leader: LeaderFacts | None, column: str | None = None) -> dict[str, str] | None:
    """Return a general as in a battle file; with the reference of the army whose column he leads (HR-T6)."""
    return {"name": leader.name, "skill": leader.skill} | ({"army": column} if column else {}) if leader else None


def _officer(bloc: Bloc) -> str:
    return f"{main_army(bloc).name}'s officer"[:80]


def _column_of(bloc: Bloc, leader: LeaderFacts) -> str | None:
    """HR-T6 The late army that a general comes with."""
    late = [army for army in bloc.armies if army.arrives]
    return next((army.ref for army in late if leader in (army.leader, *army.wings)), None)


def _plan(war: War, bloc: Bloc, commanding: Command, ids: dict[str, str]) -> dict[str, Any] | None:
    plans = {army.ref: war.stations[army.ref].plan for army in bloc.armies}
    return plan_of_side(bloc.armies, commanding.commander.ref if commanding.commander else None, plans, ids)


def bearing(war: War, army: ArmyFacts) -> int | None:
    """HR-T1 Compass bearing in degrees of the province an army came from this turn, seen from the field."""
    if army.entered_turn != war.turn.number or not army.entered_impulse or army.came_from is None:
        return None
    here, there = war.provinces[army.province], war.provinces[army.came_from]
    return round(math.degrees(math.atan2(there.x - here.x, here.y - there.y))) % 360
