"""The plan of a turn: posture, sector, and for every unit where it is wanted and what that is worth (AI-3, AI-8 to 11).

``want[unit]`` is a pose on the table, ``want_rate`` the points that the whole way is worth.
"""


from battles.resolvers.common.codes import Arm
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.doctrine.plans.close import close_in, watch_enemy
from battles.resolvers.lgg.doctrine.plans.distance import measure_distance
from battles.resolvers.lgg.doctrine.plans.ground import garrison_of, read_key_ground, stays_in
from battles.resolvers.lgg.doctrine.plans.line import (
    in_line,
    lane_depth,
    line_depth,
    own_across,
    own_depth,
    wanted_depth,
)
from battles.resolvers.lgg.doctrine.plans.places import EDGE, outer_end, plan_line, wish
from battles.resolvers.lgg.doctrine.plans.roles import (
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
from battles.resolvers.lgg.doctrine.sees.memory import look_anew
from battles.resolvers.lgg.doctrine.sees.posture import (
    DELAY_POSTURE,
    foresee_pursuit,
    review_posture,
)
from battles.resolvers.lgg.doctrine.sees.sector import (
    across_of,
    choose_sector,
    depth_of,
    measure_front,
    measure_lanes,
    sector_middle,
    sector_of,
)
from battles.resolvers.lgg.plane.space import end_of, first_of, locked, on_board
from battles.resolvers.lgg.plane.terrain import block_centre
from battles.resolvers.lgg.record.codes import NOBODY, Piece, Status
from battles.resolvers.lgg.record.doctrine_numbers import (
    HILL_VALUE,
    KEEP_OFF,
    REAR_EDGE,
    REAR_RATE,
    RELIEF,
    SECOND_BACK,
    TOWN_VALUE,
    WING_OFF,
)
from battles.resolvers.lgg.record.state import Battle

RESERVE_BACK, REST_BACK, WING_BACK = 6.5, 7.5, 2.0
WING_OUT = 5.0
OFF_EDGE = 5.5
"""AI-26 Nearer to its own table edge no unhurt unit stays."""


@kernel
def plan_behind(battle: Battle, side: int, unit: int, back: float) -> None:
    """AI-9 Second line and reserve: behind the attack sector."""
    width = (battle.front_high[side] - battle.front_low[side]) / 4.0
    middle = sector_middle(battle, side, sector_of(battle, side))
    u = min(max(own_across(battle, unit), middle - width), middle + width)
    if battle.arm[unit] == Arm.CAV:
        u = outer_end(battle, side, u)
    v = wanted_depth(battle, side) - back
    if battle.posture[side] != DELAY_POSTURE:
        v = max(v, own_depth(battle, unit))
    v = min(v, lane_depth(battle, u, 9.0) - battle.general[KEEP_OFF] - 1.5)
    wish(battle, unit, u, v, battle.general[REAR_RATE])


@kernel
def plan_rest(battle: Battle, side: int, unit: int) -> None:
    """AI-16 A worn unit goes back beyond 6" of the enemy, behind the line."""
    u, depth = own_across(battle, unit), own_depth(battle, unit)
    v = min(line_depth(battle, side) - REST_BACK, lane_depth(battle, u, 12.0) - battle.general[KEEP_OFF])
    rate = battle.general[RELIEF] if v < depth - 1.0 else 0.0
    wish(battle, unit, u, min(v, depth), rate)


@kernel
def plan_wing(battle: Battle, side: int, unit: int) -> None:
    """AI-10 Light cavalry stands on the flanks, well off the enemy."""
    u = own_across(battle, unit)
    low, high = battle.front_low[side], battle.front_high[side]
    out = low - WING_OUT if 2.0 * u < low + high else high + WING_OUT
    v = line_depth(battle, side) - WING_BACK
    off = battle.general[WING_OFF] + (3.0 if battle.posture[side] == DELAY_POSTURE else 0.0)
    v = min(v, lane_depth(battle, out, 12.0) - off)
    wish(battle, unit, out, v, battle.general[REAR_RATE])


@kernel
def plan_raider(battle: Battle, unit: int) -> None:
    """AI-10 Outriders ride round a flank to stand behind the enemy's front."""
    u = own_across(battle, unit)
    out = EDGE + 1.0 if 2.0 * u < battle.width else battle.width - EDGE - 1.0
    wish(battle, unit, out, battle.depth - 8.0, battle.general[REAR_RATE])


@kernel
def plan_unit(battle: Battle, side: int, unit: int) -> None:
    """AI-9, AI-10, AI-16 Where a unit outside the line is wanted."""
    role = battle.role_of[unit]
    if role in (SECOND_ROLE, TRAIN_ROLE):
        plan_behind(battle, side, unit, battle.general[SECOND_BACK])
    elif role == RESERVE_ROLE:
        plan_behind(battle, side, unit, RESERVE_BACK)
    elif role == REST_ROLE:
        plan_rest(battle, side, unit)
    elif role == WING_ROLE:
        plan_wing(battle, side, unit)
    elif role == RAIDER_ROLE:
        plan_raider(battle, unit)
    else:
        battle.want_rate[unit] = 0.0


@kernel
def plan_towns(battle: Battle, side: int) -> None:
    """AI-3, AI-10 A garrison for each town block that matters, unless the side hunts; on Hold militia for rough."""
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.role_of[unit] == TOWN_ROLE:
            battle.role_of[unit] = SECOND_ROLE
    if battle.hunted_left[side] > 0.0:
        return
    for piece in range(battle.pieces):
        kind = battle.piece_kind[piece]
        free = kind in (Piece.TOWN, Piece.ROUGH) and not stays_in(battle, side, piece)
        unit = garrison_of(battle, side, piece) if free and battle.posture[side] != DELAY_POSTURE else NOBODY
        if unit != NOBODY:
            battle.role_of[unit] = TOWN_ROLE
            x, y = block_centre(battle, piece)
            worth = battle.general[TOWN_VALUE if kind == Piece.TOWN else HILL_VALUE]
            wish(battle, unit, across_of(battle, side, x), depth_of(battle, side, y), worth)


@kernel
def come_off_the_edge(battle: Battle, side: int) -> None:
    """AI-26 An unhurt unit that was driven to its own table edge comes off it again."""
    for unit in range(first_of(side), end_of(battle, side)):
        free = on_board(battle, unit) and not locked(battle, unit) and battle.arm[unit] in (Arm.FOOT, Arm.CAV)
        unhurt = battle.sp[unit] == battle.start[unit] and battle.role_of[unit] != TOWN_ROLE
        if free and unhurt and own_depth(battle, unit) < OFF_EDGE:
            ahead = depth_of(battle, side, battle.want[unit, 1]) > OFF_EDGE
            if battle.want_rate[unit] <= 0.0 or not ahead:
                wish(battle, unit, own_across(battle, unit), battle.general[REAR_EDGE], 0.0)
            battle.want_rate[unit] = max(battle.want_rate[unit], battle.general[RELIEF])


@kernel
def plan_turn(battle: Battle, side: int) -> None:
    """AI-7 to AI-10 Everything that is thought out once a turn."""
    look_anew(battle, side)
    measure_distance(battle, side)
    watch_enemy(battle, side)
    review_posture(battle, side)
    foresee_pursuit(battle, side)
    measure_lanes(battle, side)
    measure_front(battle, side)
    choose_sector(battle, side)
    settle_roles(battle, side)
    read_key_ground(battle, side)
    plan_towns(battle, side)
    fill_front(battle, side)
    if battle.hold_line[side] <= 0.0:
        battle.hold_line[side] = line_depth(battle, side) + 1.0
    plan_line(battle, side)
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD and not in_line(battle, unit) and battle.role_of[unit] != TOWN_ROLE:
            plan_unit(battle, side, unit)
    close_in(battle, side)
    come_off_the_edge(battle, side)
