"""The free way of a base straight ahead: other bases, closed land, the edge (COM-11, COM-21, SNW-23)."""

from battles.resolvers.common.arith import rhu
from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, SIDES, Status
from battles.resolvers.common.land import bits_between, land_at, may_enter, on_board
from battles.resolvers.common.plane import FAR, SCALE, corner_x, corner_y, cosine, sine, step_x, step_y
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic.codes import B_BLOCKER, B_GROUND

AHEAD, RIGHT, BACK, LEFT = range(4)
SLACK = 12
"""Bases that lie so many steps over one another count as touching: rounding and old collisions."""


@kernel
def strip_start(battle: Battle, x: int, y: int, heading: int, half: int, other: int) -> int:
    """COM-21 How far ahead of a point a base begins in the strip ``half`` to both sides; FAR if none."""
    s, c = sine(battle, heading), cosine(battle, heading)
    best = FAR
    dx, dy = corner_x(battle, other, 3) - x, corner_y(battle, other, 3) - y
    a1, b1 = (dx * s + dy * c) // SCALE, (dx * c - dy * s) // SCALE
    for corner in range(4):
        dx, dy = corner_x(battle, other, corner) - x, corner_y(battle, other, corner) - y
        a2, b2 = (dx * s + dy * c) // SCALE, (dx * c - dy * s) // SCALE
        if not (max(b1, b2) <= -half or min(b1, b2) >= half):
            if abs(b1) < half:
                best = min(best, a1)
            if abs(b2) < half:
                best = min(best, a2)
            if (b1 - half) * (b2 - half) < 0:
                best = min(best, a1 + (a2 - a1) * (half - b1) // (b2 - b1))
            if (b1 + half) * (b2 + half) < 0:
                best = min(best, a1 + (a2 - a1) * (-half - b1) // (b2 - b1))
        a1, b1 = a2, b2
    return best


@kernel
def free_of_bases(battle: Battle, unit: int, axis: int, length: int, over: int) -> int:
    """COM-21 How far a base may slide along one of its axes before it touches another; notes whom it meets.

    ``over`` is the side whose bases it passes over, -1 for none.
    """
    heading = (battle.heading[unit] + 90 * axis) % 360
    along, across = battle.depth[unit] // 2, battle.width[unit] // 2
    if axis in (RIGHT, LEFT):
        along, across = across, along
    s, c = sine(battle, heading), cosine(battle, heading)
    x, y, best = battle.x[unit], battle.y[unit], length
    battle.battle_own[B_BLOCKER] = NOBODY
    for side in range(SIDES):
        if side == over:
            continue
        for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if other == unit or battle.status[other] != Status.BOARD:
                continue
            dx, dy = battle.x[other] - x, battle.y[other] - y
            radius = (battle.width[other] + battle.depth[other]) // 2
            ahead, aside = (dx * s + dy * c) // SCALE, (dx * c - dy * s) // SCALE
            if ahead <= 0 or ahead - radius > along + best or abs(aside) - radius > across:
                continue
            gap = strip_start(battle, x, y, heading, across - SLACK, other) - along
            if gap < best and gap > -FAR:
                best = max(0, gap)
                battle.battle_own[B_BLOCKER] = other
    return best


@kernel
def free_of_land(battle: Battle, unit: int, heading: int, length: int) -> int:
    """COM-11 How far a unit's middle may go on a heading before land that is closed to it; notes what it crosses."""
    x, y, found = battle.x[unit], battle.y[unit], 0
    step, gone = battle.cell // 2, 0
    while gone < length:
        further = min(length, gone + step)
        bits = land_at(battle, x + step_x(battle, heading, further), y + step_y(battle, heading, further))
        if not may_enter(battle, unit, bits):
            break
        found |= bits
        gone = further
    battle.battle_own[B_GROUND] = found
    return gone


@kernel
def beyond_edge(battle: Battle, unit: int, heading: int, length: int) -> int:
    """COM-21 How many steps of a slide would take a corner of the base off the table, at most."""
    sx, sy = step_x(battle, heading, length), step_y(battle, heading, length)
    over = 0
    for corner in range(4):
        x, y = corner_x(battle, unit, corner) + sx, corner_y(battle, unit, corner) + sy
        out_x = max(0, -x, x - battle.board_width + 1)
        out_y = max(0, -y, y - battle.board_depth + 1)
        if sx != 0:
            over = max(over, out_x * length // abs(sx))
        if sy != 0:
            over = max(over, out_y * length // abs(sy))
    return min(length, over)


@kernel
def free_way(battle: Battle, unit: int, axis: int, length: int, over: int) -> int:
    """COM-11 COM-21 How far a unit may slide along an axis: bases, land and edge; the blocker is noted."""
    heading = (battle.heading[unit] + 90 * axis) % 360
    way = free_of_land(battle, unit, heading, length)
    way -= beyond_edge(battle, unit, heading, way)
    return free_of_bases(battle, unit, axis, way, over)


@kernel
def shift(battle: Battle, unit: int, axis: int, length: int) -> None:
    """Slide a unit along an axis, through everybody."""
    heading = (battle.heading[unit] + 90 * axis) % 360
    battle.x[unit] += step_x(battle, heading, length)
    battle.y[unit] += step_y(battle, heading, length)


@kernel
def lies_over(battle: Battle, unit: int, other: int) -> bool:
    """COM-21 Do two bases lie over one another by more than rounding?"""
    dx, dy = (battle.x[other] - battle.x[unit]), (battle.y[other] - battle.y[unit])
    reach = (battle.width[unit] + battle.depth[unit] + battle.width[other] + battle.depth[other]) // 2
    if abs(dx) >= reach or abs(dy) >= reach:
        return False
    return not (parted(battle, unit, other) or parted(battle, other, unit))


@kernel
def parted(battle: Battle, unit: int, other: int) -> bool:
    """Do all corners of ``other`` lie beyond one edge of ``unit``, but for rounding?"""
    s, c = sine(battle, battle.heading[unit]), cosine(battle, battle.heading[unit])
    d, w = battle.depth[unit] // 2 - SLACK, battle.width[unit] // 2 - SLACK
    ahead = behind = right = left = 0
    for corner in range(4):
        dx = corner_x(battle, other, corner) - battle.x[unit]
        dy = corner_y(battle, other, corner) - battle.y[unit]
        along, across = rhu(dx * s + dy * c, SCALE), rhu(dx * c - dy * s, SCALE)
        ahead, behind = ahead + int(along >= d), behind + int(along <= -d)
        right, left = right + int(across >= w), left + int(across <= -w)
    return ahead == 4 or behind == 4 or right == 4 or left == 4


@kernel
def under(battle: Battle, unit: int) -> int:
    """Over whom a base lies, the first by number; NOBODY where it is free."""
    for side in range(SIDES):
        for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if other != unit and battle.status[other] == Status.BOARD and lies_over(battle, unit, other):
                return other
    return NOBODY


@kernel
def room_for(battle: Battle, unit: int) -> bool:
    """COM-21 Does a base lie on the table and over nobody?"""
    for corner in range(4):
        if not on_board(battle, corner_x(battle, unit, corner), corner_y(battle, unit, corner)):
            return False
    return under(battle, unit) == NOBODY


@kernel
def land_ahead(battle: Battle, unit: int, x: int, y: int) -> int:
    """COM-10 The land on the straight line from a unit's middle to a point."""
    return bits_between(battle, battle.x[unit], battle.y[unit], x, y)
