"""Sightings of foreign armies (HR-22)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from campaign.rules.dice import Cup
from campaign.rules.house import House
from campaign.rules.theatre import ArmyFacts, Theatre

LIGHT = ("light_cav", "irreg_cav")


@dataclass(frozen=True)
class Sight:
    """A foreign army's size as it is reported, in units, and the bounds within which the truth lies."""

    shown: int
    low: int
    high: int


def watched(faction: str, armies: Iterable[ArmyFacts], theatre: Theatre) -> set[str]:
    """HR-22 Return the provinces of a faction's armies, and those next to them."""
    here = {a.province for a in armies if a.faction == faction and a.units}
    return here.union(*(theatre.neighbours(key) for key in here))


def in_sight(faction: str, armies: Sequence[ArmyFacts], theatre: Theatre) -> list[ArmyFacts]:
    """HR-22 Foreign armies in the same province as an own army, or next to it."""
    places = watched(faction, armies, theatre)
    return [a for a in armies if a.faction != faction and a.units and a.province in places]


def uncertainty(faction: str, seen: ArmyFacts, armies: Sequence[ArmyFacts], theatre: Theatre, house: House) -> int:
    """HR-22 How many units the report may be off: ceil(q / 3), at most 3, for an enemy superiority q in light horse."""
    if theatre.friends(seen.faction, faction):
        return 0
    around = {seen.province, *theatre.neighbours(seen.province)}
    near = [a for a in armies if a.province in around]
    own = sum(a.strength_of(*LIGHT) for a in near if a.faction == faction)
    enemy = sum(a.strength_of(*LIGHT) for a in near if not theatre.friends(a.faction, faction))
    step = house["sighting.superiority_a_step"]
    return max(0, min(house["sighting.error_at_most"], -(-(enemy - own) // step)))


def sight(seen: ArmyFacts, error: int, cup: Cup) -> Sight:
    """HR-22 The report: off by a uniform 0 to ``error`` either way, never below one unit."""
    count = len(seen.units)
    if not error:
        return Sight(count, count, count)
    off = cup.roll(error + 1, "size of the report's error") - 1
    sign = 1 if cup.roll(2, "direction of the error") == 1 else -1
    shown = max(1, count + sign * off)
    return Sight(shown, max(1, shown - error), shown + error)
