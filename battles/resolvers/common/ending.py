"""How a day's fighting ends: turn limit, broken armies, winner, who stays (COM-12 to COM-15)."""

from battles.resolvers.common.arith import rhu, strength_left
from battles.resolvers.common.codes import (
    BOARD,
    DECISIVE,
    DRAW,
    DRAWN,
    ELIMINATED,
    ENG,
    EXITED,
    MARGINAL,
    NOBODY,
    NONRALLYABLE,
    OFF_TABLE,
    RALLYABLE,
    SIDE_UNITS,
    SIDES,
    VEH,
    WAITING,
)
from battles.resolvers.common.journal import E_BROKEN, E_DECISION, log_event
from battles.resolvers.common.record import Battle
from battles.resolvers.kernels import kernel

SEASON_LENGTHS = (100, 140, 120, 80)


@kernel
def turn_limit(base: int, season: int) -> int:
    """COM-12 The turns of a day; ``base`` is the system's number of turns in fall."""
    return rhu(base * SEASON_LENGTHS[season], 120)


@kernel
def fights(battle: Battle, unit: int) -> bool:
    """COM-09 Is it a unit that fights, and not engineers or a train?"""
    return battle.arm[unit] != ENG and battle.arm[unit] != VEH


@kernel
def is_lost(battle: Battle, unit: int) -> bool:
    """COM-13 Has a unit been destroyed or routed, or is it off the table for good?"""
    return battle.status[unit] in (RALLYABLE, NONRALLYABLE, ELIMINATED, EXITED)


@kernel
def lost_units(battle: Battle, side: int) -> int:
    """COM-13 How many of the units with which a side began the day are lost."""
    lost = int(battle.start_units[side])
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        lost -= int(battle.status[unit] in (BOARD, WAITING))
    return lost


@kernel
def unit_strength(battle: Battle, unit: int) -> int:
    """COM-06 The strength points that a unit would have if the battle ended now."""
    if battle.status[unit] in (BOARD, WAITING):
        return strength_left(battle.sp[unit], battle.left[unit], battle.cap[unit])
    return 0


@kernel
def side_strength(battle: Battle, side: int) -> int:
    """COM-06 The strength points that a side would have if the battle ended now."""
    total = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        total += unit_strength(battle, unit)
    return total


@kernel
def break_test(battle: Battle, numerator: int, denominator: int) -> None:
    """COM-13 Break every army that has lost more than this fraction of the units with which it began."""
    for side in range(SIDES):
        lost, began = lost_units(battle, side), int(battle.start_units[side])
        if battle.broken[side] == 0 and lost * denominator > began * numerator:
            battle.broken[side] = 1
            log_event(battle, E_BROKEN, 1013, side, NOBODY, NOBODY, lost, began, 0, 0)
    if battle.broken[0] == 1 or battle.broken[1] == 1:
        battle.over = 1


@kernel
def judge(battle: Battle) -> None:
    """COM-14 COM-15 Say who has won the fighting of the day, how clearly, and who stays: the winner keeps the field."""
    lost_0 = int(battle.start_sp[0]) - side_strength(battle, 0)
    lost_1 = int(battle.start_sp[1]) - side_strength(battle, 1)
    share_0, share_1 = lost_0 * int(battle.start_sp[1]), lost_1 * int(battle.start_sp[0])
    whole = max(1, int(battle.start_sp[0]) * int(battle.start_sp[1]))
    battle.fought, battle.grade = decision(share_0, share_1, whole, battle.broken[0] == 1, battle.broken[1] == 1)
    battle.stays[0] = int(will_stay(share_0, share_1, whole, battle.broken[0] == 1))
    battle.stays[1] = int(will_stay(share_1, share_0, whole, battle.broken[1] == 1))
    if battle.fought != DRAW:
        battle.stays[battle.fought], battle.stays[1 - battle.fought] = 1, 0
    log_event(battle, E_DECISION, 1014, NOBODY, NOBODY, NOBODY, battle.fought, battle.grade, lost_0, lost_1)


@kernel
def decision(lost_0: int, lost_1: int, whole: int, broken_0: bool, broken_1: bool) -> tuple[int, int]:
    """COM-14 The winner (2: nobody) and the grade; ``lost_0`` and ``lost_1`` are parts of ``whole``."""
    if broken_0 or broken_1:
        if broken_0 and broken_1:
            return DRAW, DRAWN
        return (1, DECISIVE) if broken_0 else (0, DECISIVE)
    worse, gap = max(lost_0, lost_1), abs(lost_0 - lost_1)
    if 4 * worse >= whole and 20 * gap >= 3 * whole:
        return (1, MARGINAL) if lost_0 > lost_1 else (0, MARGINAL)
    return DRAW, DRAWN


@kernel
def will_stay(own: int, other: int, whole: int, broken: bool) -> bool:
    """COM-15 Does a side stay? Not when broken, with over two fifths lost, or 3/20 more than the enemy."""
    if broken or 5 * own > 2 * whole:
        return False
    return 20 * (own - other) < 3 * whole


@kernel
def write_back(battle: Battle) -> None:
    """COM-06 COM-07 Write what is left of each unit to its row of the roll, where a row is one unit."""
    for side in range(SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if battle.status[unit] != OFF_TABLE:
                row = int(battle.roll[unit])
                battle.roll_sp[row] = unit_strength(battle, unit)
                battle.roll_status[row] = battle.status[unit]
                battle.roll_was_broken[row] = int(battle.status[unit] in (RALLYABLE, NONRALLYABLE))
