"""AI-33 How the program led its sides before it had a general: as a caretaker, with aims farther off than one march."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

from campaign.rules.general.caretaker import (
    CAPITAL,
    LEAST,
    RATIO,
    UNIT_STRENGTH,
    VALUE,
    WORN,
    Outlook,
    orders_for,
    ratio,
)
from campaign.rules.general.siege_care import order_at_siege
from campaign.rules.orders.kinds import HOLD, MARCH, REST
from campaign.rules.standing import Now
from campaign.rules.theatre import ArmyFacts

STEP, FARTHEST = 3, 6
"""What each march to a prize takes from its worth, and how many marches a prize may be away."""


def program_orders(outlook: Outlook, idle: Sequence[ArmyFacts]) -> dict[str, Now]:
    """AI-33 A caretaker's orders, but capitals that are threatened are kept and relieved, and idle armies go onward."""
    given = orders_for(outlook, idle)
    for army in idle:
        if not _besieges(outlook, army):
            given[army.ref] = _relief(outlook, army) or _bolder(outlook, army, given)
    return given


def _besieges(outlook: Outlook, army: ArmyFacts) -> bool:
    return outlook.at_siege is not None and order_at_siege(outlook.at_siege, army, set()) is not None


def _relief(outlook: Outlook, army: ArmyFacts) -> Now | None:
    """AI-33 The order of an army that a threatened capital of its side needs: stay there, or march there."""
    for key, province in outlook.theatre.provinces.items():
        if province.capital and province.controller == army.faction and army.ref in _needed(outlook, key):
            if army.province == key:
                return Now(HOLD)
            if army.fights and outlook.may(army, key):
                return Now(MARCH, (key,))
    return None


def _needed(outlook: Outlook, capital: str) -> set[str]:
    """AI-33 The armies that make a capital as strong as the enemies within one march of it: those who are there, then
    the strongest beside it."""
    near = set(outlook.theatre.neighbours(capital))
    threat = UNIT_STRENGTH * sum(outlook.enemies.get(key, 0) for key in near)
    at_hand = [one for one in outlook.own if one.units and one.province in near | {capital}]
    ranked = sorted(at_hand, key=lambda one: (one.province != capital, -one.strength, one.ref))
    before = accumulate((one.strength for one in ranked), initial=0)
    return {one.ref for one, sum_before in zip(ranked, before, strict=False) if sum_before < threat}


def _bolder(outlook: Outlook, army: ArmyFacts, given: Mapping[str, Now]) -> Now:
    """AI-33 The order as it is, or a march onward of an army that would hold without need."""
    now = given[army.ref]
    full = sum(unit.full for unit in army.units)
    if now.kind not in (HOLD, REST) or not army.fights or army.strength < WORN * full:
        return now
    if _is_last(outlook, army, given):
        return now
    return _onward(outlook, army) or now


def _is_last(outlook: Outlook, army: ArmyFacts, given: Mapping[str, Now]) -> bool:
    """AI-33 Whether a capital of the side would be empty without an army."""
    province = outlook.theatre.provinces[army.province]
    if not province.capital or province.controller != army.faction:
        return False
    here = [one for one in outlook.own if one.province == army.province and one.units and one.ref != army.ref]
    return all(one.ref in given and given[one.ref].kind == MARCH for one in here)


def _onward(outlook: Outlook, army: ArmyFacts) -> Now | None:
    """AI-33 The first march towards the best prize farther off, where no enemy and no attrition is met on it."""
    rated = [(-_prize(outlook, army, key, far), key, first) for key, (far, first) in _ways(outlook, army).items()]
    best = min(rated, default=(0.0, "", ""))
    return Now(MARCH, (best[2],)) if -best[0] > LEAST else None


def _ways(outlook: Outlook, army: ArmyFacts) -> dict[str, tuple[int, str]]:
    """AI-33 Each province within reach → how many marches away it is, and the first of them."""
    first = [key for key in sorted(outlook.theatre.neighbours(army.province)) if _is_free(outlook, army, key)]
    found, edge = {army.province: (0, "")} | {key: (1, key) for key in first}, first
    for far in range(2, FARTHEST + 1):
        reached = {
            beyond: (far, found[key][1])
            for key in reversed(edge) for beyond in outlook.theatre.neighbours(key) if beyond not in found
        }  # fmt: skip
        found, edge = found | reached, sorted(reached)
    return {key: way for key, way in found.items() if way[0] > 1}


def _is_free(outlook: Outlook, army: ArmyFacts, key: str) -> bool:
    free = not outlook.enemies.get(key) and outlook.may(army, key)
    return free and not outlook.conditions(army, key) and not outlook.cut(army, key)


def _prize(outlook: Outlook, army: ArmyFacts, key: str, far: int) -> float:
    """AI-33 What a province is worth that is so many marches away; nothing where the enemy there is the stronger."""
    province, enemies = outlook.theatre.provinces[key], outlook.enemies.get(key, 0)
    if not enemies and outlook.theatre.friends(province.controller, army.faction):
        return 0.0
    odds = ratio(outlook, army, key, enemies)
    return VALUE * province.value + CAPITAL * province.capital + min(odds, RATIO) - STEP * far if odds >= 0.0 else 0.0
