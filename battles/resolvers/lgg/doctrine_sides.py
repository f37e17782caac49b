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
from battles.resolvers.lgg.zones import DIAGONAL

SHIFT_STEP = 0.25
SHIFTS = 17
ALL_SHIFTS = (1 << SHIFTS) - 1
MIDDLE = 8
"""The bits of ``open_shifts``: bit n is a shift of (n - 8) quarter inches along a side of the target."""
BASE = 3.0
TOUCH = 0.02
AROUND = 7.0
NO_WAY, STRAIGHT, ROUND = 0, 1, 2
RUN_UP = 6.2
"""How far in front of the struck side an attack that comes round turns in, just outside the 6" zone."""


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
def way_to(battle: Battle, unit: int, target: int, side: int, number: int) -> int:
    """LGG-8.5-a, d How a unit could come to a place on a side within one increment: straight on within 45 degrees, by
    a point just outside the zone before that side, or not at all."""
    ox, oy = turned(battle.fx[target], battle.fy[target], side)
    off, shift = half_through(battle, target, side) + battle.half_depth[unit], (number - MIDDLE) * SHIFT_STEP
    dx, dy = battle.x[unit] - battle.x[target], battle.y[unit] - battle.y[target]
    ahead, aside = dx * ox + dy * oy - off, dx * oy - dy * ox - shift
    far = length(ahead, aside)
    if ahead >= DIAGONAL * far and far <= battle.increment[unit]:
        return STRAIGHT
    round_it = length(ahead - RUN_UP, aside) + RUN_UP
    return ROUND if round_it <= battle.increment[unit] else NO_WAY


@rule
def could_reach(battle: Battle, unit: int, target: int, side: int, quadrant: int) -> bool:
    """LGG-8.5-a, 9.0-d Is it likely that a unit can strike this side of a target from where it stands?"""
    number = best_shift(battle, unit, target, side)
    if number == NOBODY:
        return False
    way = way_to(battle, unit, target, side, number)
    if way == STRAIGHT:
        return quadrant == side or side_shut(battle, target, quadrant)
    return way == ROUND and quadrant != side


@rule
def may_ever_strike(battle: Battle, unit: int) -> bool:
    """LGG-8.4-e Only infantry and cavalry attack."""
    return battle.arm[unit] in (FOOT, CAV)
