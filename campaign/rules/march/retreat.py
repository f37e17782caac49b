"""Retreats (HR-16), breaking out, and the pursuit of an overrun (LGG-15.3)."""

from collections import deque
from collections.abc import Collection, Iterable, Sequence

from campaign.rules.dice import Cup
from campaign.rules.house import House
from campaign.rules.march.supply import depot_works
from campaign.rules.theatre import WAR, ArmyFacts, Theatre, UnitFacts

FAR = 10_000


def retreat_choices(
    army: ArmyFacts,
    armies: Sequence[ArmyFacts],
    theatre: Theatre,
    turn: int,
    *,
    attacked: bool,
    barred: Collection[str] = (),
) -> list[str]:
    """HR-16 Provinces that an army may retreat to, the best first. ``barred``: where its enemies came from.

    An attacker's first choice is the province he came through; then own and allied ones, nearest to a depot first;
    then what nobody controls or lets him pass; then the enemy's that hold no army.
    """
    depots = depot_distances(army.faction, theatre, turn)
    options = []
    for key in theatre.neighbours(army.province):
        if theatre.enemies_in(key, army.faction, armies):
            continue
        entered = army.came_from == key
        if entered or (key not in barred and theatre.lets_through(theatre.provinces[key].controller, army.faction)):
            grade = 0 if entered and attacked else _grade(key, army.faction, theatre)
            options.append((grade, depots.get(key, FAR), key))
    return [key for _, _, key in sorted(options)]


def _grade(key: str, faction: str, theatre: Theatre) -> int:
    controller = theatre.provinces[key].controller
    if theatre.friends(controller, faction):
        return 1
    return 3 if theatre.relation(controller, faction) == WAR else 2


def depot_distances(faction: str, theatre: Theatre, turn: int) -> dict[str, int]:
    """Edges from each province to the nearest own or allied working depot."""
    return theatre.marches(key for key, p in theatre.provinces.items() if depot_works(p, faction, turn, theatre))


def nearest_own(army: ArmyFacts, armies: Sequence[ArmyFacts], theatre: Theatre) -> str | None:
    """HR-16 The nearest own province without an enemy army, for those that break out; None if none is left."""
    seen, queue = {army.province}, deque([army.province])
    while queue:
        here = queue.popleft()
        own = theatre.provinces[here].controller == army.faction and here != army.province
        if own and not theatre.enemies_in(here, army.faction, armies):
            return here
        fresh = [key for key in theatre.neighbours(here) if key not in seen]
        seen.update(fresh)
        queue.extend(fresh)
    return None


def breaks_out(unit: UnitFacts, cup: Cup) -> bool:
    """HR-16 A unit with nowhere to retreat to gets away on d10 at or below its Morale."""
    return cup.roll(10, "break out") <= unit.morale


def second_retreat_loss(unit: UnitFacts, cup: Cup) -> bool:
    """HR-16 A unit of an army that retreats twice in one turn loses 1 SP when it fails Morale."""
    return cup.roll(10, "second retreat") > unit.morale


def pursuit_dice(winner: Iterable[UnitFacts], loser: Iterable[UnitFacts]) -> int:
    """LGG-15.2-a One die for each SP of light cavalry that the winner has more than the loser."""
    return max(0, _light(winner) - _light(loser))


def _light(units: Iterable[UnitFacts]) -> int:
    return sum(unit.strength for unit in units if unit.type == "light_cav")


def pursuit_hits(dice: int, loser: Sequence[UnitFacts], cup: Cup, house: House) -> dict[str, int]:
    """LGG-15.3-a, LGG-15.3-b Unit key → SP lost: the strongest unit of the arm takes each hit, if there is one."""
    left = {unit.key: unit.strength for unit in loser}
    for _ in range(dice):
        arm = _arm_hit(cup.roll(6, "pursuit"), house)
        targets = [unit.key for unit in loser if unit.arm == arm and left[unit.key]]
        if targets:
            left[max(targets, key=lambda key: left[key])] -= 1
    return {unit.key: unit.strength - left[unit.key] for unit in loser if left[unit.key] < unit.strength}


def _arm_hit(die: int, house: House) -> str | None:
    for arm, key in (("foot", "pursuit.foot_to"), ("cav", "pursuit.horse_to"), ("art", "pursuit.guns_to")):
        if die <= house[key]:
            return arm
    return None
