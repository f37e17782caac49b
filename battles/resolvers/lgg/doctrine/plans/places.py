"""The places of the units of the line and of its batteries (AI-9, AI-10)."""

from math import sqrt

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import FAR, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.doctrine.plans.goals import gun_depth, line_goal
from battles.resolvers.lgg.doctrine.plans.ground import hill_for, read_holes
from battles.resolvers.lgg.doctrine.plans.guns import is_masked, place_with_a_view
from battles.resolvers.lgg.doctrine.plans.line import (
    choose_block,
    gather_line,
    in_block,
    lane_depth,
    own_across,
    own_depth,
    space_line,
)
from battles.resolvers.lgg.doctrine.sees.crossing import flush_before
from battles.resolvers.lgg.doctrine.sees.posture import (
    DELAY_POSTURE,
    HOLD_POSTURE,
)
from battles.resolvers.lgg.doctrine.sees.sector import LANE, across_of, depth_of, sector_middle, sector_of
from battles.resolvers.lgg.plane.space import end_of, first_of, locked, on_board, side_of
from battles.resolvers.lgg.plane.terrain import block_centre
from battles.resolvers.lgg.record.codes import NOBODY, Edge, Status
from battles.resolvers.lgg.record.doctrine_numbers import (
    ADVANCE,
    FIX_RATE,
    GAP_PENALTY,
    GUN_LEAD_HOLD,
    GUN_REACH,
    GUNS_FORWARD,
    GUNS_IN_RANGE,
    HOLD_RATE,
    REAR_EDGE,
    RELIEF,
)
from battles.resolvers.lgg.record.state import Battle

EDGE = 3.5
CLOSEST_GUN = 6.2
IN_RANGE, IN_VIEW = 0.3, 0.6
AHEAD_ENOUGH = 1.5
HORSE_OUT = 3.0


@kernel
def wish(battle: Battle, unit: int, u: float, v: float, rate: float) -> None:
    """AI-9 A unit is wanted at a place before its own edge, facing the enemy's."""
    side = side_of(unit)
    u = min(max(u, EDGE), battle.width - EDGE)
    v = min(max(v, 2.0, battle.general[REAR_EDGE]), battle.depth - 2.0)
    want = battle.want[unit]
    want[0], want[1] = across_of(battle, side, u), depth_of(battle, side, v)
    want[2], want[3] = 0.0, 1.0 if battle.edge[side] == Edge.SOUTH else -1.0
    battle.want_rate[unit], battle.wanted_exactly[unit] = rate, 0.0


@kernel
def front_rate(battle: Battle, side: int, attack: bool) -> float:
    """AI-3, AI-13 What going forward in the line is worth: giving ground, attacking, fixing or just keeping order."""
    posture = battle.posture[side]
    if posture == DELAY_POSTURE:
        return battle.general[RELIEF]
    if posture == HOLD_POSTURE:
        return battle.general[HOLD_RATE]
    return battle.general[ADVANCE if attack else FIX_RATE]


@kernel
def towards_enemy(battle: Battle, unit: int, rate: float) -> None:
    """AI-8 Nobody is left in front of the unit: it turns upon the nearest enemy."""
    side, x, y = side_of(unit), battle.x[unit], battle.y[unit]
    best, least = NOBODY, FAR
    for enemy in range(first_of(1 - side), end_of(battle, 1 - side)):
        if battle.status[enemy] == Status.BOARD:
            off = abs(battle.x[enemy] - x) + abs(battle.y[enemy] - y)
            if off < least:
                best, least = enemy, off
    if best == NOBODY:
        battle.want_rate[unit] = 0.0
        return
    dx, dy = unit_vector(battle.x[best] - x, battle.y[best] - y)
    want = battle.want[unit]
    want[0], want[1] = battle.x[best] - 10.5 * dx, battle.y[best] - 10.5 * dy
    want[2], want[3] = dx, dy
    battle.want_rate[unit] = rate


@kernel
def depth_in_range(battle: Battle, unit: int, u: float) -> float:
    """AI-10 How far ahead a battery must stand at a place across the front to have the first enemy infantry or cavalry
    in range and in its frontal perspective; very far: there is none."""
    side, reach, best = side_of(unit), battle.t_range[battle.type[unit]] - IN_RANGE, FAR
    for enemy in range(first_of(1 - side), end_of(battle, 1 - side)):
        if battle.arm[enemy] in (Arm.FOOT, Arm.CAV) and on_board(battle, enemy) and not locked(battle, enemy):
            aside = abs(across_of(battle, side, battle.x[enemy]) - u) - battle.half_width[enemy]
            if aside < IN_VIEW * reach:
                ahead = sqrt(reach * reach - max(aside, 0.0) * max(aside, 0.0)) + battle.half_depth[unit]
                best = min(best, depth_of(battle, side, battle.y[enemy]) - battle.half_depth[enemy] - ahead)
    return best


@kernel
def place_gun(battle: Battle, side: int, n: int, at: int) -> None:
    """AI-10 Where a battery of the line is wanted: with the infantry beside it, in an attack a little ahead where that
    brings it in range, behind water never ahead of it; on the open side of a town, wood or hill that masks it."""
    unit = battle.queue[at]
    depth, goal = own_depth(battle, unit), gun_depth(battle, side, n, at)
    enemy, fires = lane_depth(battle, battle.worth[unit], LANE) - battle.half_depth[unit], FAR
    lead = 0.0 if battle.posture[side] < HOLD_POSTURE else battle.general[GUN_LEAD_HOLD]
    lead += max(0.0, battle.general[GUN_REACH] - battle.t_range[battle.type[unit]])
    here, u = own_across(battle, unit), place_with_a_view(battle, n, unit, battle.worth[unit], goal)
    if u != battle.worth[unit]:
        battle.worth[unit] = u
    elif battle.posture[side] != DELAY_POSTURE and not is_masked(battle, unit, here, goal):
        fires = depth_in_range(battle, unit, here)
    if fires < FAR:
        goal = max(goal, min(fires, goal + lead))
        battle.worth[unit] = here
    closest = min(CLOSEST_GUN, battle.t_range[battle.type[unit]] - IN_RANGE)
    strikes = battle.posture[side] >= HOLD_POSTURE or in_block(battle, side, unit)
    goal, rate = max(depth, min(goal, enemy - closest)), battle.general[GUNS_FORWARD if strikes else FIX_RATE]
    hill = hill_for(battle, side, n, at, battle.worth[unit], goal) if battle.pieces > 0 else NOBODY
    if hill == NOBODY:
        wish(battle, unit, battle.worth[unit], goal, rate)
        comes_in_range = depth + IN_RANGE < fires <= goal
        battle.wanted_exactly[unit] = 1.0 if comes_in_range else 0.0
        if comes_in_range:
            battle.want_rate[unit] = battle.general[GUNS_IN_RANGE]
    else:
        x, y = block_centre(battle, hill)
        wish(battle, unit, across_of(battle, side, x), depth_of(battle, side, y), rate)


@kernel
def go_to_the_bank(battle: Battle, side: int, unit: int, v: float) -> None:
    """LGG-3.0-m Where a stream or work parts the place of an attacking unit from the enemy before it, with room to
    strike beyond, it goes up flush against that."""
    u, back = battle.worth[unit], v - battle.half_depth[unit] - IN_RANGE
    ahead = lane_depth(battle, u, LANE) - 2.0 * battle.half_depth[unit] - back
    if ahead < FAR / 2.0:
        x, y = across_of(battle, side, u), depth_of(battle, side, back)
        if flush_before(battle, unit, x, y, 0.0, depth_of(battle, side, back + ahead) - y):
            battle.want_rate[unit], battle.wanted_exactly[unit] = battle.general[ADVANCE], 1.0


@kernel
def place_in_line(battle: Battle, side: int, unit: int, attack: bool, goal: float) -> None:
    """AI-9 Where one infantry unit of the line is wanted."""
    depth = own_depth(battle, unit)
    attacks = battle.posture[side] < HOLD_POSTURE
    rate = front_rate(battle, side, attack)
    if goal > FAR / 2.0:
        if attacks:
            towards_enemy(battle, unit, rate)
        else:
            battle.want_rate[unit] = 0.0
        return
    v = goal if battle.posture[side] == DELAY_POSTURE else max(depth, goal)
    if abs(v - depth) < AHEAD_ENOUGH:
        rate = min(rate, battle.general[HOLD_RATE])
    if battle.called_up[unit] > 0.0:
        rate = max(rate, battle.general[GAP_PENALTY])
    wish(battle, unit, battle.worth[unit], v, rate)
    if attack and attacks and battle.pieces > 0:
        go_to_the_bank(battle, side, unit, v)


@kernel
def plan_line(battle: Battle, side: int) -> None:
    """AI-9 The places of the whole line."""
    n = gather_line(battle, side)
    space_line(battle, side, n, sector_middle(battle, side, sector_of(battle, side)))
    choose_block(battle, side, n)
    strike, fix = line_goal(battle, side, n, True), line_goal(battle, side, n, False)
    for at in range(n):
        unit = battle.queue[at]
        if battle.arm[unit] == Arm.FOOT:
            attack = in_block(battle, side, unit)
            place_in_line(battle, side, unit, attack, strike if attack else fix)
    for at in range(n):
        if battle.arm[battle.queue[at]] != Arm.FOOT:
            place_gun(battle, side, n, at)
    read_holes(battle, side, n)


@kernel
def outer_end(battle: Battle, side: int, u: float) -> float:
    """AI-9, AI-18 Horse in reserve stands behind the outer end of an attack on a wing, free to come round it."""
    sector = sector_of(battle, side)
    if battle.posture[side] >= HOLD_POSTURE or sector == 1 or battle.attack_from[side] > battle.attack_to[side]:
        return u
    return battle.attack_from[side] - HORSE_OUT if sector == 0 else battle.attack_to[side] + HORSE_OUT
