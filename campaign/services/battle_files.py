"""From a contact to the battle file of its battle (HR-13 to HR-15, 18.4)."""

import math
from dataclasses import dataclass
from typing import Any

from battles.resolvers.battle_file import BattleFile, parse
from campaign.models import Province
from campaign.rules.command import Command, command
from campaign.rules.contact import Bloc, Contact
from campaign.rules.plan import plan_of_side
from campaign.rules.theatre import ArmyFacts, LeaderFacts
from campaign.selectors.war import War
from rosters.models import Unit

PREFIXES = ("a", "d")
SIDE_NAME, BATTLE_NAME = 50, 120


@dataclass(frozen=True)
class Drawn:
    """A battle file, the units that bear its losses, and who commands each side."""

    file: BattleFile
    units: dict[str, Unit]
    commands: tuple[Command, Command]


def draw_file(war: War, contact: Contact) -> Drawn:
    """The file of a contact: the side that came in attacks, the side that holds defends."""
    names = side_names(war, contact)
    blocs = (contact.first, contact.second)
    commands = tuple(command(bloc.armies, war.house) for bloc in blocs)
    units: dict[str, Unit] = {}
    sides = [_side(war, contact, i, names[i], commands[i], units) for i in range(2)]
    return Drawn(parse(_head(war, contact) | {"sides": sides}), units, (commands[0], commands[1]))


def _head(war: War, contact: Contact) -> dict[str, Any]:
    province, turn = war.provinces[contact.province], war.turn
    held = not contact.second.entered_in(turn.number)
    return {
        "format": "bivouac.battle/1",
        "name": battle_name(province),
        "season": turn.season,
        "campaign_weather": turn.weather[province.region]["weather"],
        "terrain": province.terrain,
        "profile": war.campaign.profile or None,
        "engagement": "meeting" if contact.meeting else "held",
        "held_whole_turn": held,
        "fortress": province.fortress
        and province.controller_id in {war.factions[f].pk for f in contact.second.factions},
        "river_crossing": not contact.meeting and any(_crossed_river(war, army) for army in contact.first.armies),
    }


def battle_name(province: Province) -> str:
    """The name of a battle in a province."""
    return f"Battle of {province.name}"[:BATTLE_NAME]


def _crossed_river(war: War, army: ArmyFacts) -> bool:
    """Whether an army came over a river edge this turn."""
    if army.entered_turn != war.turn.number or not army.entered_impulse or army.came_from is None:
        return False
    edge = war.theatre.edge(army.came_from, army.province)
    return edge is not None and edge.kind == "river"


def side_names(war: War, contact: Contact) -> tuple[str, str]:
    """The names of the two sides: the faction, or its allies joined; never the same."""
    first, second = (_side_name(war, bloc) for bloc in (contact.first, contact.second))
    return (first, second) if first.casefold() != second.casefold() else (first, f"{second[:45]} (2)")


def _side_name(war: War, bloc: Bloc) -> str:
    names = [war.factions[key].name for key in bloc.factions]
    if len(names) == 1:
        return names[0][:SIDE_NAME].strip()
    joined = f"{', '.join(names[:-1])} and {names[-1]}"
    return joined if len(joined) <= SIDE_NAME else f"{names[0][:36]} and allies"


def _side(
    war: War, contact: Contact, number: int, name: str, commanding: Command, units: dict[str, Unit]
) -> dict[str, Any]:
    bloc = (contact.first, contact.second)[number]
    main = max(bloc.armies, key=lambda army: (army.strength, army.ref))
    rows, rows_ids = [], {}
    for ref, unit in [(army.ref, unit) for army in bloc.armies for unit in army.units]:
        file_id = f"{PREFIXES[number]}{len(rows) + 1}"
        units[file_id], rows_ids[unit.key] = war.units[unit.key], file_id
        rows.append({"id": file_id, "name": unit.name, "type": unit.type, "guard": unit.guard,
                     "outriders": unit.outriders, "strength": unit.strength, "army": ref})  # fmt: skip
    province = war.theatre.provinces[contact.province]
    return {
        "name": name,
        "role": "attacker" if number == 0 or contact.meeting else "defender",
        "commander": _leader(commanding.commander) or {"name": f"{main.name}'s officer"[:80], "skill": "poor"},
        "wings": [_leader(wing) for wing in commanding.wings],
        "units": rows,
        "came_from": bearing(war, main),
        "supply_cut": not any(war.stations[army.ref].in_supply for army in bloc.armies),
        "must_decide": bool(bloc.entered_in(war.turn.number)),
        "capital": province.capital and province.home in bloc.factions,
        "plan": _plan(war, bloc, commanding, rows_ids),
    }


def _plan(war: War, bloc: Bloc, commanding: Command, ids: dict[str, str]) -> dict[str, Any] | None:
    plans = {army.ref: war.stations[army.ref].plan for army in bloc.armies}
    return plan_of_side(bloc.armies, commanding.commander.ref if commanding.commander else None, plans, ids)


def _leader(leader: LeaderFacts | None) -> dict[str, str] | None:
    return {"name": leader.name, "skill": leader.skill} if leader else None


def bearing(war: War, army: ArmyFacts) -> int | None:
    """HR-T1 Compass bearing in degrees of the province an army came from this turn, seen from the field."""
    if army.entered_turn != war.turn.number or not army.entered_impulse or army.came_from is None:
        return None
    here, there = war.provinces[army.province], war.provinces[army.came_from]
    return round(math.degrees(math.atan2(there.x - here.x, here.y - there.y))) % 360
