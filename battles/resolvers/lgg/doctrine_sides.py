"""Which sides of an enemy could be struck, and by whom: cheap looks at the plane before any path is tried (AI-12)."""

from battles.resolvers.geometry import length
from battles.resolvers.lgg.codes import CAV, FOOT, FRONT_SIDE, NOBODY
from battles.resolvers.lgg.contact import shift_limit, side_taken
from battles.resolvers.lgg.rule import rule
from battles.resolvers.lgg.space import (
    end_of,
    first_of,
    half_across,
    half_through,
    locked,
    on_board,
    side_of,
    turned,
)
from battles.resolvers.lgg.state import Battle

SHIFT_STEP = 0.25
SHIFTS = 17
ALL_SHIFTS = (1 << SHIFTS) - 1
MIDDLE = 8
"""The bits of ``open_shifts``: bit n is a shift of (n - 8) quarter inches along a side of the target."""
BASE = 3.0
TOUCH = 0.02
AROUND = 7.0
RUN_UP = 6.2
"""How far in front of the struck side an attack that comes round turns in, just outside the 6" zone."""
SLIDE = 2.0


@rule
def in_the_way(battle: Battle, target: int, other: int) -> bool:
    """LGG-9.0-c Does this base count as being in the way? Friends of the attacker only while they are locked."""
    if other == target or not on_board(battle, other):
        return False
    if side_of(other) != side_of(target) and not locked(battle, other):
        return False
    return abs(battle.x[other] - battle.x[target]) < AROUND and abs(battle.y[other] - battle.y[target]) < AROUND


@rule
def shut_shifts(low: float, high: float) -> int:
    """LGG-9.0-c The bits of the shifts strictly between two distances."""
    bits = 0
    for number in range(SHIFTS):
        shift = (number - MIDDLE) * SHIFT_STEP
        if low < shift < high:
            bits |= 1 << number
    return bits


@rule
def shut_by(battle: Battle, target: int, side: int, other: int) -> int:
    """LGG-9.0-c The shifts at which a 3" base on this side of the target would lie over another base."""
    ox, oy = turned(battle.fx[target], battle.fy[target], side)
    dx, dy = battle.x[other] - battle.x[target], battle.y[other] - battle.y[target]
    ahead, aside = dx * ox + dy * oy, dx * oy - dy * ox
    along = abs(battle.fx[other] * ox + battle.fy[other] * oy)
    across = abs(battle.fx[other] * oy - battle.fy[other] * ox)
    deep = battle.half_depth[other] * along + battle.half_width[other] * across
    wide = battle.half_depth[other] * across + battle.half_width[other] * along
    edge = half_through(battle, target, side)
    if ahead - deep >= edge + BASE - TOUCH or ahead + deep <= edge + TOUCH:
        return 0
    reach = BASE / 2.0 + wide - TOUCH
    return shut_shifts(aside - reach, aside + reach)


@rule
def look_at_side(battle: Battle, target: int, side: int) -> int:
    """LGG-9.0-c Where on a side of the target a 3" base finds room among the other bases, as bits."""
    free = ALL_SHIFTS
    if half_across(battle, target, side) < 1.0:
        free = ALL_SHIFTS & ~shut_shifts(-9.0, -1.3) & ~shut_shifts(1.3, 9.0)
    for army in range(2):
        for other in range(first_of(army), end_of(battle, army)):
            if in_the_way(battle, target, other):
                free &= ~shut_by(battle, target, side, other)
    return free


@rule
def open_shifts_of(battle: Battle, target: int, side: int) -> int:
    """LGG-9.0-c The open places on a side of the target, looked at when they are first asked for; 0: it is shut."""
    if battle.open_shifts[target, side] == NOBODY:
        battle.open_shifts[target, side] = look_at_side(battle, target, side)
    return int(battle.open_shifts[target, side])


@rule
def side_shut(battle: Battle, target: int, side: int) -> bool:
    """LGG-9.0-b, c Is there no striking this side of the target?"""
    return open_shifts_of(battle, target, side) == 0 or side_taken(battle, target, side)


@rule
def quadrant_of(battle: Battle, target: int, x: float, y: float) -> int:
    """LGG-2.0-g The side of the target in whose wedge a point lies."""
    best, most = FRONT_SIDE, -1e9
    for side in range(4):
        ox, oy = turned(battle.fx[target], battle.fy[target], side)
        dx, dy = x - battle.x[target], y - battle.y[target]
        inside = dx * ox + dy * oy - half_through(battle, target, side)
        inside -= abs(dx * oy - dy * ox) - half_across(battle, target, side)
        if inside > most:
            best, most = side, inside
    return best


@rule
def comes_round(battle: Battle, unit: int, target: int, side: int) -> bool:
    """LGG-9.0-d Is the way round to another side, by a point just outside the zone, within one increment?"""
    ox, oy = turned(battle.fx[target], battle.fy[target], side)
    off = half_through(battle, target, side) + battle.half_depth[unit] + RUN_UP
    x, y = battle.x[target] + off * ox, battle.y[target] + off * oy
    return length(x - battle.x[unit], y - battle.y[unit]) + RUN_UP <= battle.increment[unit] + SLIDE


@rule
def could_reach(battle: Battle, unit: int, target: int, side: int, quadrant: int) -> bool:
    """LGG-8.5-a, 9.0-d Is it likely that a unit can strike this side of a target from where it stands?"""
    ox, oy = turned(battle.fx[target], battle.fy[target], side)
    dx, dy = battle.x[unit] - battle.x[target], battle.y[unit] - battle.y[target]
    ahead = dx * ox + dy * oy - half_through(battle, target, side)
    if ahead <= 0.0:
        return quadrant != side and comes_round(battle, unit, target, side)
    aside = max(0.0, abs(dx * oy - dy * ox) - SLIDE)
    if length(max(0.0, ahead - battle.half_depth[unit]), aside) > battle.increment[unit]:
        return False
    return quadrant == side or side_shut(battle, target, quadrant) or comes_round(battle, unit, target, side)


@rule
def best_shift(battle: Battle, unit: int, target: int, side: int) -> int:
    """LGG-9.0-c The open place on a side that lies nearest to the unit's own way, or -1."""
    open_places = open_shifts_of(battle, target, side)
    ox, oy = turned(battle.fx[target], battle.fy[target], side)
    aside = (battle.x[unit] - battle.x[target]) * oy - (battle.y[unit] - battle.y[target]) * ox
    limit = shift_limit(battle, unit, target, side)
    best, least = NOBODY, 1e9
    for number in range(SHIFTS):
        shift = (number - MIDDLE) * SHIFT_STEP
        off = abs(shift - aside) * 0.25 + abs(shift)
        if open_places & (1 << number) != 0 and abs(shift) <= limit and off < least:
            best, least = number, off
    return best


@rule
def may_ever_strike(battle: Battle, unit: int) -> bool:
    """LGG-8.4-e Only infantry and cavalry attack."""
    return battle.arm[unit] in (FOOT, CAV)
