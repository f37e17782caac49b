"""The plan of a turn: posture, sector, and for every unit where it is wanted and what that is worth (AI-3, AI-8 to 11).

``want[unit]`` is a pose on the table, ``want_rate`` the points that the whole way is worth.
"""

from battles.resolvers.geometry import FAR, unit_vector
from battles.resolvers.lgg.codes import BOARD, CAV, FOOT, MILITIA_INF, NOBODY, SOUTH, TOWN
from battles.resolvers.lgg.doctrine_line import (
    choose_block,
    gather_line,
    gun_depth,
    in_block,
    in_line,
    lane_depth,
    line_depth,
    line_goal,
    own_across,
    own_depth,
    space_line,
)
from battles.resolvers.lgg.doctrine_memory import look_anew
from battles.resolvers.lgg.doctrine_posture import (
    DELAY_POSTURE,
    HOLD_POSTURE,
    LIMITED_POSTURE,
    review_posture,
)
from battles.resolvers.lgg.doctrine_roles import (
    FRONT_ROLE,
    RAIDER_ROLE,
    RESERVE_ROLE,
    REST_ROLE,
    SECOND_ROLE,
    TOWN_ROLE,
    TRAIN_ROLE,
    WING_ROLE,
    fill_front,
    settle_roles,
)
from battles.resolvers.lgg.doctrine_sector import (
    LANE,
    M_FROM,
    M_HIGH,
    M_HOLD_LINE,
    M_LOW,
    M_PUSHED,
    M_TO,
    across_of,
    choose_sector,
    depth_of,
    measure_front,
    sector_middle,
    sector_of,
)
from battles.resolvers.lgg.doctrine_table import (
    ADVANCE,
    ASSAULT_GAP,
    FIX_RATE,
    GUNS_FORWARD,
    HOLD_RATE,
    KEEP_OFF,
    REAR_RATE,
    RELIEF,
    TOWN_VALUE,
)
from battles.resolvers.lgg.rule import rule
from battles.resolvers.lgg.space import end_of, first_of, side_of
from battles.resolvers.lgg.state import Battle
from battles.resolvers.lgg.terrain import block_centre, holder_of

SECOND_BACK, RESERVE_BACK, REST_BACK, WING_BACK = 4.6, 6.5, 7.5, 2.0
WING_OUT = 5.0
WING_OFF = 13.5
TOWN_AHEAD, TOWN_BEHIND, TOWN_REACH, TOWN_NEAR = 7.0, 9.0, 10.0, 6.0
EDGE = 3.5
CLOSEST_GUN = 6.2
AHEAD_ENOUGH = 1.5
HORSE_OUT = 3.0
CLOSE_LANE, UNEVEN = 4.0, 3.0


@rule
def wish(battle: Battle, unit: int, u: float, v: float, rate: float) -> None:
    """AI-9 A unit is wanted at a place before its own edge, facing the enemy's."""
    side = side_of(unit)
    u = min(max(u, EDGE), battle.width - EDGE)
    v = min(max(v, 2.0), battle.depth - 2.0)
    want = battle.want[unit]
    want[0], want[1] = across_of(battle, side, u), depth_of(battle, side, v)
    want[2], want[3] = 0.0, 1.0 if battle.edge[side] == SOUTH else -1.0
    battle.want_rate[unit] = rate


@rule
def front_rate(battle: Battle, side: int, attack: bool) -> float:
    """AI-3, AI-13 What going forward in the line is worth: giving ground, attacking, fixing or just keeping order."""
    posture = battle.posture[side]
    if posture == DELAY_POSTURE:
        return float(battle.general[RELIEF])
    if posture == HOLD_POSTURE:
        return float(battle.general[HOLD_RATE])
    return float(battle.general[ADVANCE if attack else FIX_RATE])


@rule
def towards_enemy(battle: Battle, unit: int, rate: float) -> None:
    """AI-8 Nobody is left in front of the unit: it turns upon the nearest enemy."""
    side, x, y = side_of(unit), battle.x[unit], battle.y[unit]
    best, least = NOBODY, FAR
    for enemy in range(first_of(1 - side), end_of(battle, 1 - side)):
        if battle.status[enemy] == BOARD:
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


@rule
def place_gun(battle: Battle, side: int, n: int, at: int) -> None:
    """AI-10 Where a battery of the line is wanted: with the infantry beside it, behind water never ahead of it."""
    unit = battle.queue[at]
    depth, goal = own_depth(battle, unit), gun_depth(battle, side, n, at)
    enemy = lane_depth(battle, side, battle.worth[unit], LANE) - battle.half_depth[unit] - CLOSEST_GUN
    wish(battle, unit, battle.worth[unit], max(depth, min(goal, enemy)), float(battle.general[GUNS_FORWARD]))


@rule
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
        rate = min(rate, float(battle.general[HOLD_RATE]))
    wish(battle, unit, battle.worth[unit], v, rate)


@rule
def close_up(battle: Battle, side: int, unit: int, goal: float) -> float:
    """AI-9 Where the enemy before a unit that attacks stands farther back than elsewhere, it goes up a little more."""
    enemy = lane_depth(battle, side, battle.worth[unit], CLOSE_LANE) - battle.half_depth[unit]
    if battle.posture[side] >= HOLD_POSTURE or goal > FAR / 2.0 or enemy > FAR / 2.0:
        return goal
    return float(max(goal, min(enemy - battle.general[ASSAULT_GAP], goal + UNEVEN)))


@rule
def plan_line(battle: Battle, side: int) -> None:
    """AI-9 The places of the whole line."""
    n = gather_line(battle, side)
    space_line(battle, n, sector_middle(battle, side, sector_of(battle, side)))
    choose_block(battle, side, n)
    strike, fix = line_goal(battle, side, n, True), line_goal(battle, side, n, False)
    for at in range(n):
        unit = battle.queue[at]
        if battle.arm[unit] == FOOT:
            attack = in_block(battle, side, unit)
            goal = strike if attack else fix
            place_in_line(battle, side, unit, attack, close_up(battle, side, unit, goal) if attack else goal)
    for at in range(n):
        if battle.arm[battle.queue[at]] != FOOT:
            place_gun(battle, side, n, at)


@rule
def outer_end(battle: Battle, side: int, u: float) -> float:
    """AI-9, AI-18 Horse in reserve stands behind the outer end of an attack on a wing, free to come round it."""
    sector, mind = sector_of(battle, side), battle.mind[side]
    if battle.posture[side] >= HOLD_POSTURE or sector == 1 or mind[M_FROM] > mind[M_TO]:
        return u
    return float(mind[M_FROM] - HORSE_OUT if sector == 0 else mind[M_TO] + HORSE_OUT)


@rule
def plan_behind(battle: Battle, side: int, unit: int, back: float) -> None:
    """AI-9 Second line and reserve: behind the attack sector."""
    width = (battle.mind[side, M_HIGH] - battle.mind[side, M_LOW]) / 6.0
    middle = sector_middle(battle, side, sector_of(battle, side))
    u = min(max(own_across(battle, unit), middle - width), middle + width)
    if battle.arm[unit] == CAV:
        u = outer_end(battle, side, u)
    v = line_depth(battle, side) - back
    if battle.posture[side] != DELAY_POSTURE:
        v = max(v, own_depth(battle, unit))
    v = min(v, lane_depth(battle, side, u, 9.0) - battle.general[KEEP_OFF] - 1.5)
    wish(battle, unit, u, v, float(battle.general[REAR_RATE]))


@rule
def plan_rest(battle: Battle, side: int, unit: int) -> None:
    """AI-16 A worn unit goes back beyond 6" of the enemy, behind the line."""
    u, depth = own_across(battle, unit), own_depth(battle, unit)
    v = min(line_depth(battle, side) - REST_BACK, lane_depth(battle, side, u, 12.0) - battle.general[KEEP_OFF])
    rate = float(battle.general[RELIEF]) if v < depth - 1.0 else 0.0
    wish(battle, unit, u, min(v, depth), rate)


@rule
def plan_wing(battle: Battle, side: int, unit: int) -> None:
    """AI-10 Light cavalry stands on the flanks, well off the enemy."""
    u, mind = own_across(battle, unit), battle.mind[side]
    out = mind[M_LOW] - WING_OUT if 2.0 * u < mind[M_LOW] + mind[M_HIGH] else mind[M_HIGH] + WING_OUT
    v = line_depth(battle, side) - WING_BACK
    off = WING_OFF + (3.0 if battle.posture[side] == DELAY_POSTURE else 0.0)
    v = min(v, lane_depth(battle, side, out, 12.0) - off)
    wish(battle, unit, out, v, float(battle.general[REAR_RATE]))


@rule
def plan_raider(battle: Battle, side: int, unit: int) -> None:
    """AI-10 Outriders ride round a flank to stand behind the enemy's front."""
    u = own_across(battle, unit)
    out = EDGE + 1.0 if 2.0 * u < battle.width else battle.width - EDGE - 1.0
    wish(battle, unit, out, battle.depth - 8.0, float(battle.general[REAR_RATE]))


@rule
def plan_unit(battle: Battle, side: int, unit: int) -> None:
    """AI-9, AI-10, AI-16 Where a unit outside the line is wanted."""
    role = battle.role_of[unit]
    if role in (SECOND_ROLE, TRAIN_ROLE):
        plan_behind(battle, side, unit, SECOND_BACK)
    elif role == RESERVE_ROLE:
        plan_behind(battle, side, unit, RESERVE_BACK)
    elif role == REST_ROLE:
        plan_rest(battle, side, unit)
    elif role == WING_ROLE:
        plan_wing(battle, side, unit)
    elif role == RAIDER_ROLE:
        plan_raider(battle, side, unit)
    else:
        battle.want_rate[unit] = 0.0


@rule
def garrison_for(battle: Battle, side: int, x: float, y: float) -> int:
    """AI-10 The infantry unit for a town block: near, and rather militia."""
    best, cost = NOBODY, TOWN_REACH if battle.posture[side] >= HOLD_POSTURE else TOWN_NEAR
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == BOARD and battle.arm[unit] == FOOT and battle.combat[unit] == NOBODY:
            price = abs(battle.x[unit] - x) + abs(battle.y[unit] - y)
            price -= 6.0 if battle.type[unit] == MILITIA_INF else 0.0
            role = battle.role_of[unit]
            spare = role in (SECOND_ROLE, RESERVE_ROLE) or (role == FRONT_ROLE and battle.posture[side] >= HOLD_POSTURE)
            if spare and price < cost:
                best, cost = unit, price
    return best


@rule
def block_matters(battle: Battle, side: int, x: float, y: float) -> bool:
    """AI-3 Does a town block lie on the own line or between the armies, nearer to us than to them?"""
    u, v = across_of(battle, side, x), depth_of(battle, side, y)
    line = line_depth(battle, side)
    ahead = battle.mind[side, M_LOW] - 8.0 < u < battle.mind[side, M_HIGH] + 8.0
    return ahead and line - TOWN_BEHIND < v < line + TOWN_AHEAD and lane_depth(battle, side, u, 8.0) > v + 6.0


@rule
def plan_towns(battle: Battle, side: int) -> None:
    """AI-3, AI-10 A garrison for each town block that matters."""
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.role_of[unit] == TOWN_ROLE:
            battle.role_of[unit] = SECOND_ROLE
    for piece in range(battle.pieces):
        if battle.piece_kind[piece] != TOWN:
            continue
        x, y = block_centre(battle, piece)
        holder = holder_of(battle, piece, NOBODY)
        if holder != NOBODY:
            if side_of(holder) == side and battle.posture[side] >= LIMITED_POSTURE:
                battle.role_of[holder], battle.want_rate[holder] = TOWN_ROLE, 0.0
        elif battle.posture[side] != DELAY_POSTURE and block_matters(battle, side, x, y):
            unit = garrison_for(battle, side, x, y)
            if unit != NOBODY:
                battle.role_of[unit] = TOWN_ROLE
                wish(battle, unit, across_of(battle, side, x), depth_of(battle, side, y),
                     float(battle.general[TOWN_VALUE]))


@rule
def plan_turn(battle: Battle, side: int) -> None:
    """AI-7 to AI-10 Everything that is thought out once a turn."""
    look_anew(battle, side)
    review_posture(battle, side)
    measure_front(battle, side)
    choose_sector(battle, side)
    battle.mind[side, M_PUSHED] = 0.0
    settle_roles(battle, side)
    plan_towns(battle, side)
    fill_front(battle, side)
    if battle.mind[side, M_HOLD_LINE] <= 0.0:
        battle.mind[side, M_HOLD_LINE] = line_depth(battle, side) + 1.0
    plan_line(battle, side)
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == BOARD and not in_line(battle, unit) and battle.role_of[unit] != TOWN_ROLE:
            plan_unit(battle, side, unit)
