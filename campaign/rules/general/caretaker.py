"""AI-30 to AI-32 How a caretaker plays a faction whose player is away: by what the faction knows, never by chance."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log2

from campaign.rules.general.siege_care import AtSiege, order_at_siege, screen_for
from campaign.rules.orders.kinds import HOLD, MARCH, REST
from campaign.rules.standing import Now
from campaign.rules.theatre import ArmyFacts, Theatre

VALUE, CAPITAL, RATIO, CONDITION, CUT = 3, 20, 10, 6, 10
LEAST = 5
WORN = 0.8
UNIT_STRENGTH = 3.5
"""Strength points that a unit of a foreign army is taken for: only numbers of units are seen (HR-22)."""
SHARES = {"foot": 0.57, "cav": 0.28, "art": 0.15}
"""AI-31 Of the points in units; REC-8."""


@dataclass(frozen=True)
class Outlook:
    """A faction's outlook: the map, its armies, enemies as units by province, and what may be done.

    ``conditions`` counts the attrition conditions that an army would meet in a province, the lack of supply among
    them; ``cut`` shows whether the way back from there is cut.
    """

    theatre: Theatre
    own: Sequence[ArmyFacts]
    enemies: Mapping[str, int]
    may: Callable[[ArmyFacts, str], bool]
    conditions: Callable[[ArmyFacts, str], int]
    cut: Callable[[ArmyFacts, str], bool]
    at_siege: AtSiege | None = None


def orders_for(outlook: Outlook, idle: Sequence[ArmyFacts]) -> dict[str, Now]:
    """AI-30 An order for each army that has none, in their order; who leaves is missing to those behind him."""
    given: dict[str, Now] = {}
    for army in idle:
        leaving = {ref for ref, now in given.items() if now.kind == MARCH}
        given[army.ref] = _tied(outlook, army, leaving) or order_for(outlook, army)
    return given


def _tied(outlook: Outlook, army: ArmyFacts, leaving: set[str]) -> Now | None:
    """AI-32, HR-28 Return the order of an army that a siege or a capital keeps where it is; None for any other."""
    if outlook.at_siege is not None and (found := order_at_siege(outlook.at_siege, army, leaving)):
        return _passing_by(outlook, outlook.at_siege, army) or found
    return _stay(army) if _guards(outlook, army, leaving) else None


def _passing_by(outlook: Outlook, known: AtSiege, army: ArmyFacts) -> Now | None:
    """HR-28 Return the march of an army that can leave a screen before a fortress; None where it stays."""
    onward = order_for(outlook, army) if screen_for(known, army) else None
    return onward if onward is not None and onward.kind == MARCH else None


def order_for(outlook: Outlook, army: ArmyFacts) -> Now:
    """AI-30 The march of the greatest worth above 5; else Hold, or Rest under four fifths of the full strength."""
    near = [key for key in outlook.theatre.neighbours(army.province) if army.fights and outlook.may(army, key)]
    rated = [(-worth(outlook, army, key), key) for key in near]
    best = min(rated, default=(0.0, ""))
    return Now(MARCH, (best[1],)) if -best[0] > LEAST else _stay(army)


def _stay(army: ArmyFacts) -> Now:
    full = sum(unit.full for unit in army.units)
    return Now(REST) if army.strength < WORN * full else Now(HOLD)


def worth(outlook: Outlook, army: ArmyFacts, target: str) -> float:
    """AI-30 Return what it is worth to go to a neighbouring province."""
    theatre, province = outlook.theatre, outlook.theatre.provinces[target]
    enemies = outlook.enemies.get(target, 0)
    gained = bool(enemies) or not theatre.friends(province.controller, army.faction)
    prize = VALUE * province.value + CAPITAL * province.capital if gained else 0
    toll = CONDITION * outlook.conditions(army, target) + CUT * outlook.cut(army, target)
    return round(prize + ratio(outlook, army, target, enemies) - toll, 6)


def ratio(outlook: Outlook, army: ArmyFacts, target: str, enemies: int) -> float:
    """Ten times the binary logarithm of the ratio of strengths, with the own armies that could support."""
    if not enemies:
        return 0.0
    near = {target, *outlook.theatre.neighbours(target)}
    friends = sum(one.strength for one in outlook.own if one.province in near and one.ref != army.ref)
    return RATIO * log2(max(1, army.strength + friends) / (enemies * UNIT_STRENGTH))


def _guards(outlook: Outlook, army: ArmyFacts, leaving: set[str]) -> bool:
    """AI-32 Whether an army is the last in a capital with an enemy within two provinces."""
    theatre, here = outlook.theatre, army.province
    province = theatre.provinces[here]
    if not (province.capital and theatre.friends(province.controller, army.faction)):
        return False
    near = {here, *theatre.neighbours(here)}
    reach = near | {key for one in near for key in theatre.neighbours(one)}
    others = [one for one in outlook.own if one.province == here and one.units and one.ref not in leaving | {army.ref}]
    return not others and any(outlook.enemies.get(key) for key in reach)


def wanted_arms(points: Mapping[str, int]) -> list[str]:
    """AI-31 The arms in the order in which they are wanted: first that which falls the farthest short of its share."""
    total = max(1, sum(points.get(arm, 0) for arm in SHARES))
    return sorted(SHARES, key=lambda arm: (points.get(arm, 0) / total - SHARES[arm], arm))
