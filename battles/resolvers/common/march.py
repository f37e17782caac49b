"""Straight ways over the plane: how far ahead is free, going back, and a free place nearby (COM-21)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, SIDES, Status
from battles.resolvers.common.land import land_at, may_enter, on_board
from battles.resolvers.common.plane import (
    FAR,
    ahead_of,
    aside_of,
    base_gap,
    beyond,
    blocked_by,
    corner_x,
    corner_y,
    inside_board,
    put,
    stands_well,
    step_x,
    step_y,
)
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel

EDGE_STEP = 50
GRAZE = 2
"""Steps by which bases may overlap sideways: they are rounding."""


@kernel
def along_at(across: int, a: int, h: int, b: int, k: int) -> int:
    """Return how far ahead the line from (a, h) to (b, k) is where it is ``across`` aside; a and b differ."""
    return h + (k - h) * (across - a) // (b - a)


@kernel
def edge_ahead(a: int, h: int, b: int, k: int, half: int) -> int:
    """Return the nearest that an edge lies ahead within ``half`` aside of the middle; FAR where it lies beyond."""
    if min(a, b) >= half or max(a, b) <= -half:
        return FAR
    if a > b:
        a, h, b, k = b, k, a, h
    low = along_at(-half, a, h, b, k) if a < -half else h
    high = along_at(half, a, h, b, k) if b > half else k
    return min(low, high)


@kernel
def free_ahead(battle: Battle, unit: int, other: int) -> int:
    """COM-21 How far a unit may go straight ahead before its base touches another; FAR where it passes or is past.

    The other base has no part in the unit's own: what of it lies in the unit's way is all ahead, or all behind.
    """
    half, nearest = battle.width[unit] // 2 - GRAZE, FAR
    x, y = corner_x(battle, other, 3), corner_y(battle, other, 3)
    a, h = aside_of(battle, unit, x, y), ahead_of(battle, unit, x, y)
    for corner in range(4):
        x, y = corner_x(battle, other, corner), corner_y(battle, other, corner)
        b, k = aside_of(battle, unit, x, y), ahead_of(battle, unit, x, y)
        nearest = min(nearest, edge_ahead(a, h, b, k, half))
        a, h = b, k
    if nearest == FAR or nearest < 0:
        return FAR
    return max(0, nearest - battle.depth[unit] // 2)


@kernel
def may_meet(battle: Battle, unit: int, other: int, length: int) -> bool:
    """Could another base lie before a unit within ``length``? Only a base that it surely does not is left out."""
    x, y = battle.x[other], battle.y[other]
    reach = (battle.width[other] + battle.depth[other]) // 2
    along = ahead_of(battle, unit, x, y)
    if along < -reach or along > length + reach + battle.depth[unit] // 2:
        return False
    return abs(aside_of(battle, unit, x, y)) < reach + battle.width[unit] // 2


@kernel
def clear_ahead(battle: Battle, unit: int, length: int, allowed: int) -> int:
    """COM-21 How much of ``length`` a unit may go straight ahead over nobody; ``allowed`` (or -1) does not count."""
    for side in range(SIDES):
        for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if (
                other != unit
                and other != allowed
                and battle.status[other] == Status.BOARD
                and may_meet(battle, unit, other, length)
            ):
                length = min(length, free_ahead(battle, unit, other))
    return length


@kernel
def ahead_x(battle: Battle, unit: int, length: int) -> int:
    """Return the x of the point ``length`` straight ahead of a unit's centre."""
    return battle.x[unit] + step_x(battle, battle.heading[unit], length)


@kernel
def ahead_y(battle: Battle, unit: int, length: int) -> int:
    """Return the y of the point ``length`` straight ahead of a unit's centre."""
    return battle.y[unit] + step_y(battle, battle.heading[unit], length)


@kernel
def go_ahead(battle: Battle, unit: int, length: int) -> None:
    """Move a unit straight ahead."""
    put(battle, unit, ahead_x(battle, unit, length), ahead_y(battle, unit, length), battle.heading[unit])


@kernel
def board_ahead(battle: Battle, unit: int, length: int) -> int:
    """COM-21 How much of ``length`` a unit may go straight ahead with all of its base on the board."""
    x, y, heading = battle.x[unit], battle.y[unit], battle.heading[unit]
    go_ahead(battle, unit, length)
    while length > 0 and not inside_board(battle, unit):
        length = max(0, length - EDGE_STEP)
        put(battle, unit, x + step_x(battle, heading, length), y + step_y(battle, heading, length), heading)
    put(battle, unit, x, y, heading)
    return length


@kernel
def turn_to(battle: Battle, unit: int, heading: int, allowed: int) -> bool:
    """Turn a unit about its centre, if it then lies over nobody but ``allowed`` and not over the edge."""
    before = battle.heading[unit]
    battle.heading[unit] = heading % 360
    if inside_board(battle, unit) and blocked_by(battle, unit, allowed) == NOBODY:
        return True
    battle.heading[unit] = before
    return False


@kernel
def through_friends(battle: Battle, unit: int, length: int, step: int, short: int) -> int:
    """COM-21 How far of ``length`` a unit comes past friends: ``short`` of enemies, and clear of everybody."""
    x, y, heading = battle.x[unit], battle.y[unit], battle.heading[unit]
    side = 1 - unit // SIDE_UNITS
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[other] == Status.BOARD:
            length = min(length, max(0, free_ahead(battle, unit, other) - short))
    while length > 0:
        put(battle, unit, x + step_x(battle, heading, length), y + step_y(battle, heading, length), heading)
        if blocked_by(battle, unit, NOBODY) == NOBODY:
            break
        length = max(0, length - step)
    put(battle, unit, x, y, heading)
    return length


@kernel
def enemy_within(battle: Battle, unit: int, gap: int) -> int:
    """Return an enemy whose base is nearer than ``gap``; NOBODY where there is none."""
    side = 1 - unit // SIDE_UNITS
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if (
            battle.status[other] == Status.BOARD
            and not beyond(battle, unit, other, gap)
            and base_gap(battle, unit, other) < gap
        ):
            return other
    return NOBODY


@kernel
def nears_enemy(battle: Battle, unit: int, gap: int, x: int, y: int) -> bool:
    """Is an enemy nearer than ``gap``, and nearer than he was when the unit was at (x, y)?"""
    foe = enemy_within(battle, unit, gap)
    if foe == NOBODY:
        return False
    here, to_x, to_y = base_gap(battle, unit, foe), battle.x[unit], battle.y[unit]
    battle.x[unit], battle.y[unit] = x, y
    there = base_gap(battle, unit, foe)
    battle.x[unit], battle.y[unit] = to_x, to_y
    return here <= there


@kernel
def go_back(battle: Battle, unit: int, heading: int, length: int, step: int, gap: int) -> int:
    """COM-21 Move a unit on a heading, its facing kept, through friends and on until it is clear of them.

    It stops ``gap`` before enemies and before land that it may not enter, and with all of its base on the board.
    Returns how far it came, or -1 where its centre has left the board.
    """
    x, y, gone, clear, over = battle.x[unit], battle.y[unit], 0, 0, False
    facing = battle.heading[unit]
    while gone < length or (clear < gone and not over):
        gone += step if gone >= length else min(step, length - gone)
        put(battle, unit, x + step_x(battle, heading, gone), y + step_y(battle, heading, gone), facing)
        if not on_board(battle, battle.x[unit], battle.y[unit]):
            return -1
        ahead = gone + gap
        bits = land_at(battle, x + step_x(battle, heading, ahead), y + step_y(battle, heading, ahead))
        off = not on_board(battle, x + step_x(battle, heading, ahead), y + step_y(battle, heading, ahead))
        if not (off or may_enter(battle, unit, bits)) or nears_enemy(battle, unit, gap, x, y):
            break
        over = not inside_board(battle, unit)
        if not over and blocked_by(battle, unit, NOBODY) == NOBODY:
            clear = gone
    put(battle, unit, x + step_x(battle, heading, clear), y + step_y(battle, heading, clear), facing)
    return clear


@kernel
def find_place(battle: Battle, unit: int, x: int, y: int, heading: int, step: int, most: int) -> bool:
    """Place a unit on the free place nearest to a point, sideways or backwards, by ``step``; False: none in ``most``.

    Backwards and sideways are those of the heading.
    """
    battle.heading[unit] = heading
    for far in range(most):
        for back in range(far + 1):
            for turn in range(2):
                aside = (far - back) * (step if turn == 0 else -step)
                put(
                    battle,
                    unit,
                    x + step_x(battle, heading + 90, aside) - step_x(battle, heading, back * step),
                    y + step_y(battle, heading + 90, aside) - step_y(battle, heading, back * step),
                    heading,
                )
                if stands_well(battle, unit, NOBODY):
                    return True
    return False
