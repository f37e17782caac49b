"""The orders that a caretaker gives at a siege (HR-28): by what his faction knows, never by chance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from campaign.rules.general.odds import ground_of, odds_of
from campaign.rules.house import House
from campaign.rules.march.siege import HONOURS, Siege, Works, guns_of, siege_in, terms
from campaign.rules.orders.kinds import BOMBARD, CAPITULATE, HOLD, STORM
from campaign.rules.standing import Now
from campaign.rules.theatre import ArmyFacts, ProvinceFacts, Theatre

UNIT_STRENGTH = 3.5
"""Strength points that a unit behind walls is taken for: only numbers of units are seen (HR-22)."""
STORM_RATIO = 3
"""So many times the garrison's strength a caretaker wants for a storm."""
PASSES_BY = 4
"""So many times the strength that invests a fortress an army has that leaves a screen and goes on."""
SCREEN = 1.25
"""So many times what invests a fortress a screen has, as units behind walls may be stronger than they are taken for."""


@dataclass(frozen=True)
class AtSiege:
    """The armies that a faction knows of, and enemies as units by province."""

    theatre: Theatre
    armies: Sequence[ArmyFacts]
    enemies: Mapping[str, int]
    house: House


def chance_of_storm(before: float, units: int, terrain: str, *, breached: bool) -> float:
    """HR-28, AI-35 Return how often a storm takes a fortress in which so many units are reported.

    The general's table of battles has it; a practicable breach opens the works.
    """
    ground = ground_of(terrain, river=False, fortress=not breached)
    return odds_of(before, units * UNIT_STRENGTH, ground).attacker


def order_at_siege(known: AtSiege, army: ArmyFacts, leaving: set[str]) -> Now | None:
    """HR-28 Return the order of an army at a siege; None where it is in none, or others are enough.

    A besieger storms a practicable breach with three times the garrison's strength, else bombards, else holds. A
    garrison capitulates at the last turn end at which it gets the honours of war.
    """
    siege = siege_in(army.province, known.armies, known.theatre)
    if siege is None:
        return None
    province = known.theatre.provinces[army.province]
    if any(one.ref == army.ref for one in siege.besiegers):
        return _before_it(known, siege, province, army, leaving)
    if any(one.ref == army.ref for one in siege.garrison):
        works = Works(province.besieged_since, province.stores, province.breach)
        last = province.besieged_since and works.stores == 1 and terms(works, known.house) == HONOURS
        return Now(CAPITULATE if last else HOLD)
    return None


def screen_for(known: AtSiege, army: ArmyFacts) -> tuple[str, ...]:
    """HR-28 Return the units that an army leaves before a fortress when it passes by, by their keys.

    Only an army of four times the strength that invests the fortress passes by; the cheapest infantry stays. Nothing
    is left where no siege is, or where others invest it.
    """
    siege = siege_in(army.province, known.armies, known.theatre)
    if siege is None or all(one.ref != army.ref for one in siege.besiegers):
        return ()
    needed = max(1, ceil(known.house["siege.invest_percent"] * _seen_within(known, siege) / 100))
    others = [one for one in siege.besiegers if one.ref != army.ref]
    if army.strength < PASSES_BY * needed or (_invest(others) and _strength(others) >= needed):
        return ()
    return _cheapest_foot(army, ceil(SCREEN * needed))


def _cheapest_foot(army: ArmyFacts, needed: int) -> tuple[str, ...]:
    foot = sorted((unit for unit in army.units if unit.arm == "foot"), key=lambda unit: (unit.buy, unit.key))
    stays: list[str] = []
    for unit in foot:
        if sum(one.strength for one in foot if one.key in stays) < needed:
            stays.append(unit.key)
    goes_on = any(unit.fights and unit.key not in stays for unit in army.units)
    enough = sum(unit.strength for unit in foot if unit.key in stays) >= needed
    return tuple(stays) if goes_on and enough else ()


def _seen_within(known: AtSiege, siege: Siege) -> float:
    return known.enemies.get(siege.province, 0) * UNIT_STRENGTH


def _before_it(
    known: AtSiege, siege: Siege, province: ProvinceFacts, army: ArmyFacts, leaving: set[str]
) -> Now | None:  # fmt: skip
    within = _seen_within(known, siege)
    staying = [one for one in siege.besiegers if one.ref not in leaving and one.units]
    before = sum(one.strength for one in staying)
    rest = [one for one in staying if one.ref != army.ref]
    enough = known.house["siege.invest_percent"] * within
    if 100 * before < enough or (_invest(rest) and not guns_of([army]) and 100 * _strength(rest) >= 2 * enough):
        return None
    ready = Works(breach=province.breach).practicable(known.house) and before >= STORM_RATIO * within
    if ready and _invest([army]):
        return Now(STORM)
    return Now(BOMBARD if guns_of([army]) else HOLD)


def _strength(armies: Sequence[ArmyFacts]) -> int:
    return sum(army.strength for army in armies)


def _invest(armies: Sequence[ArmyFacts]) -> bool:
    return any(unit.arm == "foot" and unit.strength for army in armies for unit in army.units)
