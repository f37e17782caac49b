"""Figures back into strength points, the decision of a day, fates (D.9, COM-04, COM-07, COM-14, COM-15)."""

from battles.resolvers.common.arith import rhu
from battles.resolvers.common.codes import SIDE_UNITS, SIDES, Status
from battles.resolvers.common.ending import judge_losses
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic.codes import Own, State
from battles.resolvers.solo_napoleonic.footing import end, first


@kernel
def counted(battle: Battle, unit: int) -> int:
    """D.9 The figures of a unit that count, twice: in full in good order, half while it flees, none when lost."""
    if battle.status[unit] == Status.WAITING:
        return 2 * battle.left[unit]
    if battle.status[unit] != Status.BOARD:
        return 0
    return battle.left[unit] * (1 if battle.own[unit, Own.STATE] >= State.RETREATING else 2)


@kernel
def row_strength(strength: int, twice: int, started: int) -> int:
    """D.9 The strength points of a row from twice its counted figures and those with which it began."""
    if twice <= 0 or started <= 0:
        return 0
    return min(strength, max(1, rhu(strength * twice, 2 * started)))


@kernel
def sum_rows(battle: Battle, side: int) -> None:
    """D.9 Gather for every row of a side twice its counted figures, in ``worth``, and its first ones, in ``pick``."""
    for row in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.rows[side]):
        battle.worth[row] = battle.pick[row] = 0
    for unit in range(first(side), end(battle, side)):
        row = battle.roll[unit]
        battle.worth[row] += counted(battle, unit)
        battle.pick[row] += battle.cap[unit]


@kernel
def side_strength(battle: Battle, side: int) -> int:
    """D.9 The strength points that a side would have if the battle ended now."""
    sum_rows(battle, side)
    total = 0
    for row in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.rows[side]):
        if battle.pick[row] > 0:
            total += row_strength(battle.roll_sp[row], battle.worth[row], battle.pick[row])
    return total


@kernel
def judge(battle: Battle) -> None:
    """COM-14 COM-15 Judge the day by what both sides have left in strength points."""
    judge_losses(battle, side_strength(battle, 0), side_strength(battle, 1))


@kernel
def fate_of(battle: Battle, row: int) -> int:
    """D.9 COM-07 What becomes of a row without strength: rallyable if any unit of it is, taken if all were taken."""
    found = Status.ELIMINATED
    for unit in range(first(row // SIDE_UNITS), end(battle, row // SIDE_UNITS)):
        if battle.roll[unit] == row:
            if battle.status[unit] == Status.RALLYABLE:
                return Status.RALLYABLE
            if battle.status[unit] == Status.NONRALLYABLE:
                found = Status.NONRALLYABLE
    return found


@kernel
def write_back(battle: Battle) -> None:
    """D.9 COM-07 Write to each row the sum over its units."""
    for side in range(SIDES):
        sum_rows(battle, side)
        for unit in range(first(side), end(battle, side)):
            row = battle.roll[unit]
            if battle.pick[row] > 0:
                waits = battle.status[unit] == Status.WAITING
                left = row_strength(battle.roll_sp[row], battle.worth[row], battle.pick[row])
                battle.pick[row] = 0
                battle.roll_sp[row] = left
                battle.roll_status[row] = (
                    (Status.WAITING if waits else Status.BOARD) if left > 0 else fate_of(battle, row)
                )
                battle.roll_was_broken[row] = int(battle.roll_status[row] in (Status.RALLYABLE, Status.NONRALLYABLE))
