"""Attrition: conditions counted, dice thrown (LGG-C2, HR-4, HR-19, HR-24)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from campaign.rules.dice import Cup
from campaign.rules.house import House
from campaign.rules.theatre import ArmyFacts, ProvinceFacts, Theatre, UnitFacts, standing_in

NAMES = {
    1: "forced march",
    2: "in enemy territory",
    3: "cut off from supply",
    4: "bad weather",
    5: "guerrillas",
    6: "crowding or events",
}


@dataclass(frozen=True)
class Year:
    """The year's course of attrition: the turn, its season, and which regions have foul weather."""

    turn: int
    season: str


def conditions(
    army: ArmyFacts, province: ProvinceFacts, theatre: Theatre, year: Year, house: House, *,
    forced: bool, active: bool, supplied: bool, crowded: bool,
) -> tuple[int, ...]:  # fmt: skip
    """HR-19 The conditions of one army by number. ``active``: it marched or fought this turn."""
    tests = (
        forced,
        enemy_territory(army, province, theatre, year.turn, house),
        not supplied,
        bad_weather(army, province, theatre, year.season, active, house),
        province.guerrillas_active and army.faction in province.guerrilla_fights,
        crowded,
    )
    return tuple(number for number, met in enumerate(tests, start=1) if met)


def enemy_territory(army: ArmyFacts, province: ProvinceFacts, theatre: Theatre, turn: int, house: House) -> bool:
    """HR-19 Condition 2: home of an enemy, and not controlled by the owner for four full turns."""
    if not theatre.at_war(province.home, army.faction):
        return False
    digested = turn - province.controlled_since > house["attrition.digested_turns"]
    return not (province.controller == army.faction and digested)


def bad_weather(
    army: ArmyFacts, province: ProvinceFacts, theatre: Theatre, season: str, active: bool, house: House
) -> bool:
    """HR-4 Condition 4: foul weather for armies that marched or fought; in winter outside own or allied towns too."""
    if theatre.weather.get(province.region) != "foul":
        return False
    housed = province.town_size >= house["attrition.winter_town_size"] and theatre.friends(
        province.controller, army.faction
    )
    return active or (season == "winter" and not housed)


def crowded(army: ArmyFacts, armies: Sequence[ArmyFacts], theatre: Theatre, house: House) -> bool:
    """HR-24 Condition 6: more than 24 units of one alliance in the province."""
    here = (a for a in standing_in(army.province, armies) if theatre.friends(a.faction, army.faction))
    return sum(len(a.units) for a in here) > house["attrition.crowd"]


def level(count: int, house: House) -> str:
    """LGG-C2-b The level of attrition for a number of conditions: none, normal, heavy or severe."""
    if count >= house["attrition.severe_conditions"]:
        return "severe"
    if count >= house["attrition.heavy_conditions"]:
        return "heavy"
    return "normal" if count else "none"


def dice_of(level_name: str, house: House) -> int:
    """LGG-C2-c Dice for each unit: none or normal 0, heavy 1, severe 2."""
    return {"heavy": house["attrition.heavy_dice"], "severe": house["attrition.severe_dice"]}.get(level_name, 0)


def losses(unit: UnitFacts, dice: int, cup: Cup, house: House) -> int:
    """LGG-C2-c, LGG-C2-d Strength points that a unit loses: one a die above its Morale; guns re-roll one failure.

    Never more than the unit has: a second loss of a unit at 1 is ignored (21.4).
    """
    failed = sum(cup.roll(10, "attrition") > unit.morale for _ in range(dice))
    if unit.arm == "art":
        for _ in range(min(failed, house["attrition.gun_rerolls"])):
            failed -= cup.roll(10, "gunners' second chance") <= unit.morale
    return min(failed, unit.strength)


def expected_losses(unit: UnitFacts, dice: int, house: House) -> Fraction:
    """LGG-C2-f The exact mean of :func:`losses`, by enumeration of the dice."""
    return _mean(unit.morale, unit.strength, dice, house["attrition.gun_rerolls"] if unit.arm == "art" else 0)


@lru_cache(maxsize=4096)
def _mean(morale: int, strength: int, dice: int, rerolls: int) -> Fraction:
    fail = Fraction(10 - morale, 10)
    means = (
        comb(dice, failed)
        * fail**failed
        * (1 - fail) ** (dice - failed)
        * _mean_after_rerolls(strength, failed, fail, min(failed, rerolls))
        for failed in range(dice + 1)
    )
    return sum(means, Fraction(0))


def _mean_after_rerolls(strength: int, failed: int, fail: Fraction, again: int) -> Fraction:
    if not again:
        return Fraction(min(failed, strength))
    return (1 - fail) * min(failed - 1, strength) + fail * min(failed, strength)
