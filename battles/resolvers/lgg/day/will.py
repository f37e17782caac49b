"""The will of an army: one with more than a third of its units broken leaves the field (HR-26)."""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.kernels import kernel
from battles.resolvers.core.will import breaking_number
from battles.resolvers.lgg.day.arrivals import is_coming
from battles.resolvers.lgg.record.codes import NOBODY, SIDE_ROLL, SIDES, Phase, Status
from battles.resolvers.lgg.record.journal import Event, log_event
from battles.resolvers.lgg.record.state import Battle

WORN_DOWN = 2
"""What ``army_broken`` is of a side that leaves on the last evening: it is not broken, but much worse off."""
MUCH_MORE = 5
"""HR-26 The side that has lost more by a fifth of its army leaves on the last evening."""


@kernel
def counts_for_army(battle: Battle, row: int) -> bool:
    """LGG-S3-b Infantry, cavalry and artillery count; engineers and vehicles do not."""
    return battle.t_arm[battle.roll_type[row]] in (Arm.FOOT, Arm.CAV, Arm.ART)


@kernel
def has_joined(battle: Battle, row: int) -> bool:
    """HR-26 Does a unit count for its army by now? One on the march does not; in a tournament it does (LGG-S3-a)."""
    return counts_for_army(battle, row) and (battle.sudden_death == 1 or not is_coming(battle, row))


@kernel
def army_units(battle: Battle, side: int) -> int:
    """HR-26, LGG-S3-a The units with which an army began, and those that have joined it."""
    units = 0
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
        units += int(has_joined(battle, row))
    return units


@kernel
def broken_units(battle: Battle, side: int) -> int:
    """LGG-S3-b The units in a box or eliminated, lost Outriders among them; rallied ones are not broken."""
    units = 0
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
        gone = battle.roll_status[row] in (Status.RALLYABLE, Status.NONRALLYABLE, Status.ELIMINATED)
        units += int(gone and counts_for_army(battle, row))
    return units


@kernel
def breaks_at(battle: Battle, side: int) -> int:
    """HR-26, LGG-S3-a, E94 With how many broken units a side must leave: more than the share that an army bears."""
    return breaking_number(army_units(battle, side), battle.will_parts, battle.will_of)


@kernel
def units_to_break(battle: Battle, side: int) -> int:
    """HR-26 How many units of a side must still break until it leaves, 0 once it must."""
    return max(0, breaks_at(battle, side) - broken_units(battle, side))


@kernel
def one_broken_army(battle: Battle) -> int:
    """HR-26, LGG-S3-a The one side whose army is broken; nobody where both are."""
    if battle.army_broken[0] == battle.army_broken[1]:
        return NOBODY
    return 0 if battle.army_broken[0] == 1 else 1


@kernel
def see_broken_armies(battle: Battle) -> bool:
    """HR-26, LGG-S3-a At the end of a round: see which armies are broken, and make them leave."""
    for side in range(SIDES):
        battle.army_broken[side] = int(units_to_break(battle, side) == 0)
    if battle.army_broken[0] == 0 and battle.army_broken[1] == 0:
        return False
    for side in range(SIDES):
        battle.stays[side] = 1 - battle.army_broken[side]
    return True


@kernel
def loses_its_will(battle: Battle) -> bool:
    """HR-26 At the end of a round: a broken army leaves the field, and its evening begins."""
    if battle.will == 0 or not see_broken_armies(battle):
        return False
    log_event(battle, Event.WILL, side=NOBODY, broken_0=broken_units(battle, 0), broken_1=broken_units(battle, 1),
              total_0=army_units(battle, 0), total_1=army_units(battle, 1), loser=one_broken_army(battle))
    battle.phase = Phase.PURSUIT
    return True


@kernel
def strength_before(battle: Battle, side: int) -> int:
    """HR-26 The strength points with which the units that count for an army came."""
    total = 0
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
        total += battle.roll_before[row] * int(has_joined(battle, row))
    return total


@kernel
def strength_lost(battle: Battle, side: int) -> int:
    """HR-26 The strength points that they have lost by now."""
    left = 0
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
        slot = battle.roll_slot[row]
        if has_joined(battle, row):
            left += battle.sp[slot] if slot != NOBODY else battle.roll_after[row]
    return strength_before(battle, side) - left


@kernel
def much_worse(lost: int, total: int, his_lost: int, his_total: int) -> bool:
    """HR-26 Has a side lost a larger part of its army than the other, by at least a fifth of an army?"""
    return MUCH_MORE * (lost * his_total - his_lost * total) >= total * his_total and total * his_total > 0


@kernel
def worn_down(battle: Battle) -> int:
    """HR-26 The side that leaves on the last evening though both would stay, or nobody."""
    for side in range(SIDES):
        foe = 1 - side
        if much_worse(strength_lost(battle, side), strength_before(battle, side), strength_lost(battle, foe),
                      strength_before(battle, foe)):
            return side
    return NOBODY


@kernel
def end_last_day(battle: Battle) -> None:
    """HR-26, HR-D2 Both sides stay after the last day: the one that is much worse off must leave."""
    if battle.will == 0 or battle.day < battle.max_days or battle.stays[0] != 1 or battle.stays[1] != 1:
        return
    side = worn_down(battle)
    if side != NOBODY:
        battle.stays[side], battle.army_broken[side] = 0, WORN_DOWN
        log_event(battle, Event.LAST_EVENING, side=NOBODY, lost_0=strength_lost(battle, 0),
                  lost_1=strength_lost(battle, 1), strength_0=strength_before(battle, 0),
                  strength_1=strength_before(battle, 1), loser=side)
