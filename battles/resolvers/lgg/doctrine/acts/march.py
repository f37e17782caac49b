"""Marches: how far a unit has to go, and a legal way to where it is wanted (AI-9, AI-12, AI-17)."""

from battles.resolvers.core.geometry import length, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.doctrine.plans.hunt import STAGED
from battles.resolvers.lgg.doctrine.plans.roles import FRONT_ROLE, GUN_ROLE, REST_ROLE, TOWN_ROLE
from battles.resolvers.lgg.doctrine.sees.choice import add_leg, order
from battles.resolvers.lgg.doctrine.sees.crossing import CLEAR as CLEAR_OF_WATER
from battles.resolvers.lgg.doctrine.sees.crossing import axis_of, best_crossing, next_point, stops_up
from battles.resolvers.lgg.doctrine.sees.sector import depth_of
from battles.resolvers.lgg.movement.movement import gorge_between, verify_move
from battles.resolvers.lgg.movement.paths import HALTS, ON_A_FRIEND
from battles.resolvers.lgg.plane.laps import lies_deep
from battles.resolvers.lgg.plane.space import (
    bit_of,
    first_of,
    side_of,
)
from battles.resolvers.lgg.plane.terrain import flush_obstacle
from battles.resolvers.lgg.record.codes import NOBODY, Command, Status
from battles.resolvers.lgg.record.doctrine_numbers import REAR_EDGE, SHORTEST_BEHIND
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.turn.routes import ROUNDING, one_leg, plan_move, plan_to_line

SHORTEST_MARCH = 2.0
TO_THE_AXIS, OFF_EDGE = 0.3, 5.0
SIDESTEP, SIDESTEPS, NEARER, SHORTER = 2.0, 3, 1.0, 0.75
"""AI-9 How far aside at a time, and how often on either hand, a free place is looked for; by how much it must be
nearer; and which part of the way a unit goes where the whole is shut."""
INTO_TOWN, INTO_RANGE, INTO_PLACE, EXACTLY = 0.4, 1.0, 1.0, 0.05
LONGEST = 3
STEP_BEYOND = 1.5
LEAST_STEP, SAME_FRONT = 1.0, 0.94
"""AI-12 A march of less than an inch by which a unit turns by less than 20 degrees is none."""


@kernel
def march_left(battle: Battle, unit: int) -> float:
    """AI-9 How far the unit is from where it is wanted."""
    return length(battle.want[unit, 0] - battle.x[unit], battle.want[unit, 1] - battle.y[unit])


@kernel
def comes_flush(battle: Battle, unit: int) -> bool:
    """LGG-3.0-f, m Does the march in hand end flush against a line that halts, where the unit is not yet? It may go
    over it from there."""
    end = battle.cmd_path[battle.cmd_n - 1]
    if battle.pieces == 0 or flush_obstacle(battle, unit, end[0], end[1], end[2], end[3]) == NOBODY:
        return False
    here = flush_obstacle(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])
    return here == NOBODY


@kernel
def gets_on(battle: Battle, unit: int) -> bool:
    """AI-12 Does the march in hand bring a unit on: by an inch at least, to its place, up against a line that halts it,
    or round to another front?"""
    end, want = battle.cmd_path[battle.cmd_n - 1], battle.want[unit]
    if length(end[0] - battle.x[unit], end[1] - battle.y[unit]) >= LEAST_STEP or comes_flush(battle, unit):
        return True
    turns = end[2] * battle.fx[unit] + end[3] * battle.fy[unit] < SAME_FRONT
    return turns or length(want[0] - end[0], want[1] - end[1]) < EXACTLY


@kernel
def shortest_march(battle: Battle, unit: int) -> float:
    """AI-12 How far a unit must be from its place to march at all: a little in the line, more behind it."""
    role = battle.role_of[unit]
    if role == TOWN_ROLE:
        return INTO_TOWN
    if battle.wanted_exactly[unit] > 0.0:
        return INTO_PLACE if battle.wanted_exactly[unit] == STAGED else EXACTLY
    if role == GUN_ROLE:
        return INTO_RANGE
    if depth_of(battle, side_of(unit), battle.y[unit]) < OFF_EDGE:
        return SHORTEST_MARCH
    return SHORTEST_MARCH if role in (FRONT_ROLE, REST_ROLE) else battle.general[SHORTEST_BEHIND]


@kernel
def increments_to(battle: Battle, unit: int, far: float) -> int:
    """AI-17 In how many increments a unit marches: one, because each further one may cost a hit; up to three to close
    a hole in the line."""
    if battle.called_up[unit] == 0.0:
        return 1
    return min(int((far - ROUNDING) / battle.increment[unit]) + 1, LONGEST)


@kernel
def on_a_friend(battle: Battle, unit: int, x: float, y: float) -> bool:
    """LGG-8.4-b Would a unit at a point lie deep in a friend's base? The quick test before the exact one. Written
    without a choice in it for the compiler's sake."""
    bits, first = 0, first_of(side_of(unit))
    for n in range(battle.slots[side_of(unit)]):
        bits |= (int(battle.status[first + n] == Status.BOARD) & int(lies_deep(battle, unit, x, y, first + n))) << n
    return bits & ~bit_of(unit) != 0


@kernel
def try_pose(battle: Battle, unit: int, far: float, x: float, y: float) -> int:
    """AI-9 Put a march of a length towards a point in hand, facing as wanted there; the rule that forbids it, or 0."""
    dx, dy = unit_vector(x - battle.x[unit], y - battle.y[unit])
    want, px, py = battle.want[unit], battle.x[unit] + far * dx, battle.y[unit] + far * dy
    if on_a_friend(battle, unit, px, py):
        return ON_A_FRIEND
    one_leg(battle, unit, px, py, want[2], want[3])
    return verify_move(battle)


@kernel
def march_beside(battle: Battle, unit: int, x: float, y: float) -> int:
    """AI-9 Put a march in hand to a free place beside a point where a friend stands, the nearest first, if it brings
    the unit nearer to where it is wanted; the rule that forbids the last, or 0."""
    want, code, least = battle.want[unit], ON_A_FRIEND, march_left(battle, unit) - NEARER
    steps = 1 if battle.wanted_exactly[unit] > 0.0 else SIDESTEPS
    for step in range(2 * steps):
        aside = SIDESTEP * (step // 2 + 1) * (1.0 if step % 2 == 0 else -1.0)
        px, py = x + aside * want[3], y - aside * want[2]
        if length(want[0] - px, want[1] - py) < least:
            far = min(length(px - battle.x[unit], py - battle.y[unit]), battle.increment[unit] - ROUNDING)
            code = try_pose(battle, unit, far, px, py)
            if code != ON_A_FRIEND:
                return code
    return code


@kernel
def march_towards(battle: Battle, unit: int, x: float, y: float) -> bool:
    """AI-9 Go towards a point within one increment: all the way, flush to an obstacle that halts, beside it where a
    friend stands there, or a part of the way."""
    dx, dy = x - battle.x[unit], y - battle.y[unit]
    far = min(length(dx, dy), battle.increment[unit] - ROUNDING)
    dx, dy = unit_vector(dx, dy)
    code = try_pose(battle, unit, far, x, y)
    if code == ON_A_FRIEND:
        code = march_beside(battle, unit, battle.x[unit] + far * dx, battle.y[unit] + far * dy)
    for _ in range(2):
        if code != 0 and code != HALTS and far * SHORTER >= SHORTEST_MARCH:
            far *= SHORTER
            code = try_pose(battle, unit, far, x, y)
    return plan_to_line(battle, unit) == 0 if code == HALTS else code == 0


@kernel
def goes_over(battle: Battle, unit: int, over: int) -> bool:
    """N-2 March to a bridge or ford and over it in one increment, as little beyond it as there is room."""
    x, y = battle.x[unit], battle.y[unit]
    mx, my, ux, uy = axis_of(battle, over, x, y)
    bx, by, beyond = mx - CLEAR_OF_WATER * ux, my - CLEAR_OF_WATER * uy, CLEAR_OF_WATER
    there = length(bx - x, by - y) + CLEAR_OF_WATER
    while there + beyond < battle.increment[unit] - ROUNDING:
        order(battle, Command.MOVE, unit, NOBODY)
        add_leg(battle, bx, by, ux, uy)
        add_leg(battle, mx + beyond * ux, my + beyond * uy, ux, uy)
        if verify_move(battle) == 0:
            return True
        beyond += STEP_BEYOND
    return False


@kernel
def keeps_off_its_edge(battle: Battle, unit: int) -> bool:
    """AI-26 Does the march in hand, which may lead round friends, end no nearer to the own edge than units march, or
    than this one stands or is wanted?"""
    side, end = side_of(unit), battle.cmd_path[battle.cmd_n - 1]
    nearest = min(depth_of(battle, side, battle.y[unit]), depth_of(battle, side, battle.want[unit, 1]))
    return depth_of(battle, side, end[1]) >= min(nearest, battle.general[REAR_EDGE]) - EXACTLY


@kernel
def bends_its_way(battle: Battle, unit: int) -> bool:
    """AI-29a Put the march of a hunting unit in hand that finds its straight way shut on a field with water: it bends
    off."""
    if battle.pieces == 0 or battle.hunted_left[side_of(unit)] <= 0.0:
        return False
    want = battle.want[unit]
    return plan_move(battle, unit, want[0], want[1], want[2], want[3], 1) == 0


@kernel
def goes_on_over(battle: Battle, unit: int) -> bool:
    """AI-29a Put the march of a unit in hand that stands before a bridge or ford and finds its way beyond it shut:
    straight over, as far as there is room, so that it does not stop up the way of those behind it."""
    over = stops_up(battle, unit, battle.want[unit, 0], battle.want[unit, 1]) if battle.pieces > 0 else NOBODY
    if over == NOBODY:
        return False
    x, y = battle.x[unit], battle.y[unit]
    mx, my, ux, uy = axis_of(battle, over, x, y)
    beyond = CLEAR_OF_WATER
    while beyond > battle.half_depth[unit]:
        px, py = mx + beyond * ux, my + beyond * uy
        if length(px - x, py - y) < battle.increment[unit] - ROUNDING and not on_a_friend(battle, unit, px, py):
            one_leg(battle, unit, px, py, ux, uy)
            if verify_move(battle) == 0:
                return True
        beyond -= STEP_BEYOND / 2.0
    return False


@kernel
def march_to(battle: Battle, unit: int) -> bool:
    """AI-9, N-2 Put the march to the wanted place in hand, by a bridge or ford where water is in between."""
    x, y, want = battle.x[unit], battle.y[unit], battle.want[unit]
    if battle.pieces == 0 or not gorge_between(battle, x, y, want[0], want[1]):
        most = increments_to(battle, unit, march_left(battle, unit))
        if most > 1 and plan_move(battle, unit, want[0], want[1], want[2], want[3], most) == 0:
            return keeps_off_its_edge(battle, unit)
        if march_towards(battle, unit, want[0], want[1]) or goes_on_over(battle, unit):
            return True
        return bends_its_way(battle, unit)
    over = best_crossing(battle, unit, want[0], want[1])
    if over == NOBODY:
        return False
    if goes_over(battle, unit, over):
        return True
    px, py = next_point(battle, unit, over)
    _, _, fx, fy = axis_of(battle, over, x, y)
    return length(px - x, py - y) >= TO_THE_AXIS and plan_move(battle, unit, px, py, fx, fy, 1) == 0
