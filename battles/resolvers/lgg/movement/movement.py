"""Moves (LGG-8.0 to 8.5), commanders' moves (LGG-8.2-c), leaving by the table edge (HR-E).

The order of a move: price, march, then the checks of its increments, then at most one check for rough ground or an
obstacle. A unit that breaks at the start of an increment has marched no farther.
"""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.dice import MORALE_STREAM, face_of
from battles.resolvers.core.geometry import LAP, NEAR, crossing, length, rounded, sweep_room, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.activation import activate, close_open, pay, verify_open, verify_price, verify_turn
from battles.resolvers.lgg.command.commanders import begin_sweep, end_sweep, stand_blocked, sweep
from battles.resolvers.lgg.command.morale import call_check
from battles.resolvers.lgg.command.radius import (
    FORBIDDEN,
    FREE,
    OUT,
    band_at,
    increment_price,
    led_at,
    sure_band,
    turning_price,
)
from battles.resolvers.lgg.movement.held_works import verify_stop
from battles.resolvers.lgg.movement.paths import (
    crosses_closed,
    cut_route,
    increments_of,
    load_route,
    rough_leg,
    route_length,
    route_pose_at,
    verify_ground,
    verify_route_end,
    verify_zones,
)
from battles.resolvers.lgg.plane.pieces import bridge_at, line_near
from battles.resolvers.lgg.plane.space import STAND, end_of, first_of, leader_side, on_board, place, side_of
from battles.resolvers.lgg.plane.terrain import crosses_line, flush_obstacle, way_open
from battles.resolvers.lgg.record.codes import NOBODY, STANDS, Activity, Cause, Edge, Piece, Status
from battles.resolvers.lgg.record.journal import Die, Event, log_event, log_pose, log_unwalked, throw
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.setup import set_status
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import (
    STEP_INCREMENT,
    STEP_KEEP,
    STEP_MARCH,
    ask_about_dice,
    keep_die,
    lay_dice,
    put_on_agenda,
)

GUNS_ONE_INCREMENT = code_of("LGG-8.2-b")
COMMANDER_RULE = code_of("LGG-8.2-c")
NO_LEADER = code_of("ENG-14")
NOT_AT_EDGE = code_of("HR-E")
EDGE_REACH = 1.0
NO_PATH = code_of("ENG-14")


@kernel
def route_price(battle: Battle, unit: int, n: int) -> int:
    """LGG-8.1-a, c, 7.0-d The price of the route: every increment 1, and 1 more if it begins or ends beyond R.

    HR-T6 Beyond 2R only units of a column march that are within R of their own leader."""
    total, full, price = route_length(battle, n), battle.increment[unit], 0
    if total <= full and sure_band(battle, unit, battle.route[0, 0], battle.route[0, 1]) == FREE and sure_band(
            battle, unit, battle.route[n, 0], battle.route[n, 1]) == FREE:
        return 1
    count = increments_of(battle, unit, n)
    x, y, fx, fy = route_pose_at(battle, n, 0.0)
    before = band_at(battle, unit, x, y, fx, fy)
    if before == OUT and not led_at(battle, unit, x, y, fx, fy):
        return FORBIDDEN
    for i in range(count):
        x, y, fx, fy = route_pose_at(battle, n, total if i == count - 1 else (i + 1) * full)
        after = band_at(battle, unit, x, y, fx, fy)
        price += increment_price(battle, unit, before, after)
        before = after
    return FORBIDDEN if before == OUT and not led_at(battle, unit, x, y, fx, fy) else price


@kernel
def verify_walk(battle: Battle, unit: int, n: int, declared: int, astride: bool) -> int:
    """LGG-3.0, 8.4, 8.5 Terrain, bases, zones and the end of the route together."""
    code = verify_route_end(battle, unit, n, declared, astride)
    if code == 0:
        code = verify_ground(battle, unit, n)
    return code if code != 0 else verify_zones(battle, unit, n, declared)


@kernel
def verify_move(battle: Battle) -> int:
    """LGG-8.0 to 8.5 May the move of the command be made? 0 or the rule that forbids it."""
    unit = battle.cmd_unit
    code = verify_open(battle, unit, Activity.MOVE)
    if code != 0:
        return code
    if battle.cmd_n < 1:
        return NO_PATH
    n = load_route(battle, unit)
    if battle.arm[unit] == Arm.ART and increments_of(battle, unit, n) > 1:
        return GUNS_ONE_INCREMENT
    code = verify_price(battle, route_price(battle, unit, n))
    if code == 0:
        code = verify_stop(battle, unit, n)
    return code if code != 0 else verify_walk(battle, unit, n, NOBODY, False)


@kernel
def increments_survived(battle: Battle, unit: int, increments: int) -> int:
    """LGG-8.3-a, b How many increments the unit marches before a check breaks it (the dice are fixed)."""
    left, k = battle.sp[unit], battle.dice[MORALE_STREAM]
    for i in range(increments - 1):
        face = battle.kept_die[i, 4] if i < battle.kept else face_of(battle.key, MORALE_STREAM, k + i, 10)
        if face > battle.morale[unit]:
            left -= 1
        if left == 0:
            return i + 1
    return increments


@kernel
def log_route(battle: Battle, n: int) -> None:
    """Write the poses of the route, its start first, into the last event."""
    for i in range(n + 1):
        log_pose(battle, battle.route[i, 0], battle.route[i, 1], battle.route[i, 2], battle.route[i, 3])


@kernel
def log_rest(battle: Battle, first: int) -> None:
    """LGG-8.3-b Write the poses of the command's path that a unit which broke paid for and did not reach."""
    for i in range(first, battle.cmd_n):
        fx, fy = unit_vector(battle.cmd_path[i, 2], battle.cmd_path[i, 3])
        log_unwalked(battle, rounded(battle.cmd_path[i, 0]), rounded(battle.cmd_path[i, 1]), fx, fy)


@kernel
def hard_going(battle: Battle, n: int) -> int:
    """LGG-8.4-f The cause of a terrain check on the route, 0 if there is none."""
    if battle.pieces == 0:
        return 0
    for leg in range(n):
        if crosses_closed(battle, leg):
            return Cause.OBSTACLE
        if rough_leg(battle, leg):
            return Cause.ROUGH
    return 0


@kernel
def slide(battle: Battle, unit: int, n: int) -> None:
    """LGG-16.0-c Put the unit at the end of the route; enemy stands that it goes over are checked."""
    place(battle, unit, battle.route[n, 0], battle.route[n, 1], battle.route[n, 2], battle.route[n, 3])
    begin_sweep(battle)
    for leg in range(n):
        x, y = battle.route[leg, 0], battle.route[leg, 1]
        sweep(battle, unit, x, y, battle.route[leg + 1, 2], battle.route[leg + 1, 3],
              battle.route[leg + 1, 0] - x, battle.route[leg + 1, 1] - y)
    end_sweep(battle, unit)


@kernel
def march(battle: Battle, unit: int, n: int, event: int, surcharges: int) -> None:
    """LGG-8.0-b, 8.3, 8.4-f Walk the route: the event, then its checks."""
    increments = increments_of(battle, unit, n)
    if battle.presence != NOBODY:
        surcharges = 0
    walked = increments_survived(battle, unit, increments)
    if walked < increments:
        n = cut_route(battle, n, walked * battle.increment[unit])
    end = flush_obstacle(battle, unit, battle.route[n, 0], battle.route[n, 1], battle.route[n, 2], battle.route[n, 3])
    if event == Event.WITHDRAW:
        log_event(battle, Event.WITHDRAW, side=side_of(unit), unit=battle.roll[unit], increments=increments,
                  surcharges=surcharges)
    else:
        log_event(battle, Event.MOVE, side=side_of(unit), unit=battle.roll[unit], increments=increments,
                  surcharges=surcharges, halted_by=end)
    log_route(battle, n)
    if walked < increments:
        log_rest(battle, n - 1)
    cause = hard_going(battle, n)
    slide(battle, unit, n)
    for _ in range(increments - 1):
        call_check(battle, unit, Cause.INCREMENT)
    if cause != 0 and on_board(battle, unit) and battle.rough_checked[unit] == 0:
        battle.rough_checked[unit] = 1
        call_check(battle, unit, cause)


@kernel
def call_increments(battle: Battle, unit: int, increments: int, surcharges: int) -> None:
    """LGG-8.3-b, ENG-17 Where stratagems may come between, the checks of increments are decided before the march."""
    battle.kept, battle.kept_legs = 0, battle.cmd_n
    for leg in range(battle.cmd_n):
        for part in range(4):
            battle.kept_path[leg, part] = battle.cmd_path[leg, part]
    for _ in range(increments - 1):
        put_on_agenda(battle, STEP_INCREMENT, unit, 0, 0)
    put_on_agenda(battle, STEP_MARCH, unit, surcharges, 0)


@kernel
def check_increment(battle: Battle, unit: int) -> None:
    """LGG-8.3-b Throw the check of the next increment, unless the unit is broken by those before it."""
    left = battle.sp[unit]
    for n in range(battle.kept):
        left -= int(battle.kept_die[n, 4] > battle.morale[unit])
    if left > 0:
        throw(battle, MORALE_STREAM, 10, Die.CHECK)
        if not ask_about_dice(battle, side_of(unit), STEP_KEEP, unit, 0, 0):
            lay_dice(battle, 1)
            keep_die(battle)


@kernel
def march_on(battle: Battle, unit: int, surcharges: int) -> None:
    """LGG-8.3-b March the path that was put aside, its checks decided."""
    battle.cmd_unit, battle.cmd_n = unit, battle.kept_legs
    for leg in range(battle.kept_legs):
        for part in range(4):
            battle.cmd_path[leg, part] = battle.kept_path[leg, part]
    march(battle, unit, load_route(battle, unit), Event.MOVE, surcharges)


@kernel
def do_move(battle: Battle) -> None:
    """LGG-8.0-b, 8.1-a Carry out the move of the command; what it costs beyond its increments is surcharge."""
    unit = battle.cmd_unit
    n = load_route(battle, unit)
    price = route_price(battle, unit, n)
    surcharges = price - increments_of(battle, unit, n)
    activate(battle, unit, Activity.MOVE, price)
    if battle.stratagems == 1 and increments_of(battle, unit, n) > 1:
        call_increments(battle, unit, increments_of(battle, unit, n), surcharges)
    else:
        march(battle, unit, n, Event.MOVE, surcharges)


@kernel
def stand_on_table(battle: Battle, x: float, y: float) -> bool:
    """LGG-1.0-b Does a commander's stand lie on the table?"""
    return STAND <= x <= battle.width - STAND and STAND <= y <= battle.depth - STAND


@kernel
def gorge_between(battle: Battle, x: float, y: float, tx: float, ty: float) -> bool:
    """AI-8, AI-9 A quick look for the general: does an impassable line part two points, without a bridge at the first?
    Whether a ride is legal ``gorge_in_the_way`` tells."""
    for piece in range(battle.kind_from[Piece.OBSTACLE], battle.kind_to[Piece.OBSTACLE]):
        near = battle.piece_impassable[piece] == 1 and line_near(battle, piece, x, y, length(tx - x, ty - y))
        if near and crosses_line(battle, piece, x, y, tx - x, ty - y) and not way_open(battle, piece, x, y):
            return True
    return False


@kernel
def gorge_in_the_way(battle: Battle, x: float, y: float, tx: float, ty: float) -> bool:
    """LGG-8.2-c Does a straight ride cross an impassable line away from its bridges?"""
    for piece in range(battle.kind_from[Piece.OBSTACLE], battle.kind_to[Piece.OBSTACLE]):
        at = battle.piece_at[piece]
        shut = battle.piece_kind[piece] == Piece.OBSTACLE and battle.piece_impassable[piece] == 1
        for i in range(battle.piece_n[piece] - 1 if shut else 0):
            share = crossing(x, y, tx, ty, at[i, 0], at[i, 1], at[i + 1, 0], at[i + 1, 1])
            if share >= 0.0 and bridge_at(battle, x + (tx - x) * share, y + (ty - y) * share) == NOBODY:
                return True
    return False


@kernel
def foes_in_the_way(battle: Battle, side: int, x: float, y: float, tx: float, ty: float) -> bool:
    """LGG-8.2-c Does a stand that rides straight from a point to another go over an enemy base?"""
    for unit in range(first_of(1 - side), end_of(battle, 1 - side)):
        if on_board(battle, unit) and sweep_room(
                x, y, 0.0, 1.0, STAND, STAND, tx - x, ty - y, battle.x[unit], battle.y[unit], battle.fx[unit],
                battle.fy[unit], battle.half_width[unit], battle.half_depth[unit]) < -LAP:
            return True
    return False


@kernel
def verify_move_commander(battle: Battle) -> int:
    """LGG-8.2-c May the commander of the command go there? Up to 20", once a round, over passable ground."""
    leader = battle.cmd_unit
    if leader < 0 or leader >= STANDS or battle.lead_here[leader] == 0:
        return NO_LEADER
    code = verify_turn(battle, leader_side(leader))
    if code != 0:
        return code
    x, y = rounded(battle.cmd_x), rounded(battle.cmd_y)
    far = length(x - battle.lead_x[leader], y - battle.lead_y[leader]) > battle.commander_move + NEAR
    if battle.lead_moved[leader] or far or not stand_on_table(battle, x, y):
        return COMMANDER_RULE
    side, sx, sy = leader_side(leader), battle.lead_x[leader], battle.lead_y[leader]
    if (stand_blocked(battle, leader, x, y) or gorge_in_the_way(battle, sx, sy, x, y)
            or foes_in_the_way(battle, side, sx, sy, x, y)):
        return COMMANDER_RULE
    return verify_price(battle, 1)


@kernel
def put_leader(battle: Battle, leader: int, x: float, y: float) -> None:
    """N-1 Put a commander's stand down."""
    battle.lead_x[leader], battle.lead_y[leader] = rounded(x), rounded(y)


@kernel
def do_move_commander(battle: Battle) -> None:
    """LGG-8.2-c, 7.0-j The commander goes; the open unit is closed."""
    leader = battle.cmd_unit
    close_open(battle)
    pay(battle, 1)
    battle.lead_moved[leader] = 1
    side = leader_side(leader)
    log_event(battle, Event.ACTIVATE, side=side, unit=NOBODY, leader=leader, activity=Activity.COMMANDER, cost=1,
              left=battle.actions, target=NOBODY)
    log_event(battle, Event.COMMANDER_MOVE, side=side, leader=leader)
    log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], 0.0, 1.0)
    put_leader(battle, leader, battle.cmd_x, battle.cmd_y)
    log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], 0.0, 1.0)


@kernel
def edge_gap(battle: Battle, unit: int, edge: int) -> float:
    """Return the distance of a base from one edge of the table."""
    w, d = battle.half_width[unit], battle.half_depth[unit]
    ex = d * abs(battle.fx[unit]) + w * abs(battle.fy[unit])
    ey = d * abs(battle.fy[unit]) + w * abs(battle.fx[unit])
    if edge == Edge.SOUTH:
        return battle.y[unit] - ey
    if edge == Edge.NORTH:
        return battle.depth - battle.y[unit] - ey
    return battle.x[unit] - ex if edge == Edge.WEST else battle.width - battle.x[unit] - ex


@kernel
def verify_exit(battle: Battle) -> int:
    """HR-E May the unit leave the table by its own edge?"""
    unit = battle.cmd_unit
    code = verify_open(battle, unit, Activity.EXIT)
    if code != 0:
        return code
    if edge_gap(battle, unit, battle.edge[side_of(unit)]) > EDGE_REACH + NEAR:
        return NOT_AT_EDGE
    return verify_price(battle, turning_price(battle, unit))


@kernel
def do_exit(battle: Battle) -> None:
    """HR-E The unit leaves the table: safe from the fight, not broken."""
    unit = battle.cmd_unit
    activate(battle, unit, Activity.EXIT, turning_price(battle, unit))
    close_open(battle)
    set_status(battle, unit, Status.EXITED)
    log_event(battle, Event.EXIT, side=side_of(unit), unit=battle.roll[unit], cause=Cause.EXIT)
