"""The night between two days of battle: the armies draw apart, move by turns, rallied units come back (HR-D2)."""

from battles.resolvers.geometry import NEAR, length, rounded
from battles.resolvers.lgg.activities import rally_place
from battles.resolvers.lgg.codes import (
    BOARD,
    CMD_MOVE_COMMANDER,
    CMD_NIGHT_MOVE,
    DAY_START,
    EXITED,
    LEADERS,
    NOBODY,
    PEND_NIGHT,
    PEND_NONE,
    SIDES,
    SOUTH,
    UNITS,
    WAITING,
)
from battles.resolvers.lgg.command import lower_side
from battles.resolvers.lgg.commanders import direction, stand_blocked
from battles.resolvers.lgg.deploy import ahead, put_near
from battles.resolvers.lgg.footing import block_of
from battles.resolvers.lgg.journal import E_ARRIVE, E_COMMANDER_MOVE, E_NIGHT_MOVE, log_event, log_here, log_pose
from battles.resolvers.lgg.paths import load_route, route_length, verify_route_end
from battles.resolvers.lgg.rule import rule
from battles.resolvers.lgg.rule_ids import OK, code_of
from battles.resolvers.lgg.setup import set_status
from battles.resolvers.lgg.space import (
    anybody_at,
    beyond,
    covers,
    end_of,
    enemy_gap,
    first_of,
    gap_at,
    gap_between,
    nearest_foe,
    on_board,
    place,
    side_of,
)
from battles.resolvers.lgg.state import Battle
from battles.resolvers.lgg.terrain import flush_obstacle, ground_allows, impassable_path, path_through_foes

APART = 12.0
"""HR-D2 How far apart enemies spend the night where there is room."""
STEP = 0.5
MOST_PAIRS = 2000
SPARE = 0.002
"""What rounding may take from the 12"."""
FINE = 0.1
"""HR-D2 (1) Where there is no room a unit stops short by steps of so much."""
MOST_DRAWS = 12
"""How often one unit draws back before it counts as hemmed in between its enemies."""
REAR_ROW = 6.5
LEAST_APART = 3.0
"""HR-D2 (1) How far apart enemies are in the morning whatever the room."""
FARTHEST = 18.0
"""HR-D2 (2) The length of a night move."""
ASIDE_RINGS = 120
RINGS, RING_STEPS, RING_STEP = 8, 13, 3.25
NOT_ON_TABLE = code_of("ENG-14")
NO_NIGHT_MOVE = code_of("HR-D2")


@rule
def stands_fast(battle: Battle, unit: int) -> bool:
    """HR-D2 A unit in a town block, or flush behind a work, stays where it is; a stream is no work."""
    if block_of(battle, unit) != NOBODY:
        return True
    work = flush_obstacle(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])
    return work != NOBODY and battle.piece_river[work] == 0


@rule
def nearest_pair(battle: Battle) -> tuple[int, int]:
    """HR-D2 The nearest pair of enemies under 12" apart of which one can still draw back, or (-1, -1)."""
    one, two, best = NOBODY, NOBODY, APART - NEAR
    for unit in range(first_of(0), end_of(battle, 0)):
        if not on_board(battle, unit):
            continue
        for other in range(first_of(1), end_of(battle, 1)):
            near = enemy_gap(battle, unit, other) < best and on_board(battle, other)
            if near and (battle.pick[unit] == 0 or battle.pick[other] == 0):
                one, two, best = unit, other, enemy_gap(battle, unit, other)
    return one, two


@rule
def may_rest(battle: Battle, unit: int, x: float, y: float) -> bool:
    """HR-D2 Is there room for the unit at a point, its facing kept, and no part of it off the table?"""
    fx, fy, w, d = battle.fx[unit], battle.fy[unit], battle.half_width[unit], battle.half_depth[unit]
    ex, ey = d * abs(fx) + w * abs(fy), d * abs(fy) + w * abs(fx)
    if x < ex or y < ey or x > battle.width - ex or y > battle.depth - ey:
        return False
    return ground_allows(battle, unit, x, y, fx, fy, True) == 0 and anybody_at(battle, unit, x, y, fx, fy) == NOBODY


@rule
def way_by_night(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float) -> bool:
    """HR-D2, 3.0-m, 8.4-a Does a slide by (mx, my) go over no enemy and no closed ground? Obstacles do not halt it."""
    if covers(battle, 1 - side_of(unit), unit, x, y, fx, fy, mx, my) != NOBODY:
        return False
    return battle.pieces == 0 or not (impassable_path(battle, unit, x, y, fx, fy, mx, my)
                                      or path_through_foes(battle, unit, x, y, mx, my))


@rule
def may_go(battle: Battle, unit: int, x: float, y: float) -> bool:
    """HR-D2 Is there room for the unit at a point, and a straight way to it?"""
    hx, hy = battle.x[unit], battle.y[unit]
    return may_rest(battle, unit, x, y) and way_by_night(battle, unit, hx, hy, battle.fx[unit], battle.fy[unit],
                                                         x - hx, y - hy)


@rule
def night_pose(battle: Battle, unit: int, x: float, y: float) -> None:
    """HR-D2 The unit draws off to a point, its facing kept."""
    log_event(battle, E_NIGHT_MOVE, side_of(unit), battle.roll[unit], 0, 0, 0, 0, 0)
    log_here(battle, unit)
    place(battle, unit, x, y, battle.fx[unit], battle.fy[unit])
    log_here(battle, unit)


@rule
def draw_back(battle: Battle, unit: int, enemy: int, far: float) -> None:
    """HR-D2 Draw straight back from an enemy; where there is no room, or none left to go, the unit stays there."""
    x, y = battle.x[unit], battle.y[unit]
    dx, dy = x - battle.x[enemy], y - battle.y[enemy]
    size = max(length(dx, dy), NEAR)
    left = far
    while left > NEAR:
        px, py = rounded(x + dx / size * left), rounded(y + dy / size * left)
        if may_go(battle, unit, px, py):
            night_pose(battle, unit, px, py)
            break
        left -= FINE
    battle.night_moved[unit] += 1
    if left < far - NEAR or battle.night_moved[unit] >= MOST_DRAWS:
        battle.pick[unit] = 1


@rule
def part_pair(battle: Battle, one: int, two: int) -> None:
    """HR-D2 Each of a pair draws back half of what is missing; the whole if the other stays."""
    missing = APART - gap_between(battle, one, two) + SPARE
    both = battle.pick[one] == 0 and battle.pick[two] == 0
    far = missing / 2.0 if both else missing
    if battle.pick[one] == 0:
        draw_back(battle, one, two, far)
    if battle.pick[two] == 0:
        draw_back(battle, two, one, far)


@rule
def part_armies(battle: Battle) -> None:
    """HR-D2 (1) The nearest pair first, until all are 12" apart or have no room."""
    for side in range(SIDES):
        for unit in range(first_of(side), end_of(battle, side)):
            battle.pick[unit] = int(on_board(battle, unit) and stands_fast(battle, unit))
            battle.night_moved[unit] = 0
    for _ in range(MOST_PAIRS):
        one, two = nearest_pair(battle)
        if one == NOBODY:
            break
        part_pair(battle, one, two)
    for side in range(SIDES):
        for unit in range(first_of(side), end_of(battle, side)):
            battle.pick[unit] = 0


@rule
def middle_of(battle: Battle, side: int) -> tuple[float, float]:
    """HR-D2 The middle of a side's units on the table; of the table where it has none."""
    x, y, n = 0.0, 0.0, 0
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit):
            x, y, n = x + battle.x[unit], y + battle.y[unit], n + 1
    return (x / n, y / n) if n > 0 else (battle.width / 2.0, battle.depth / 2.0)


@rule
def put_leader_down(battle: Battle, leader: int, x: float, y: float) -> None:
    """HR-D2 (2) A commander goes freely."""
    log_event(battle, E_COMMANDER_MOVE, leader // LEADERS, leader, 0, 0, 0, 0, 0)
    log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], 0.0, 1.0)
    battle.lead_x[leader], battle.lead_y[leader] = rounded(x), rounded(y)
    battle.lead_moved[leader] = 1
    log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], 0.0, 1.0)


@rule
def own_depth(battle: Battle, side: int, y: float) -> float:
    """HR-T1 How far from a side's own edge a point lies."""
    return y if battle.edge[side] == SOUTH else battle.depth - y


@rule
def place_rallied(battle: Battle, unit: int, leader: int) -> bool:
    """HR-D2 (3) Put a rallied unit down near one of its commanders, within his radius; False: there is no room."""
    turn = ahead(battle, side_of(unit))
    for ring in range(RINGS):
        for step in range(RING_STEPS):
            across = (step + 1) // 2 * RING_STEP * (1.0 if step % 2 else -1.0)
            x = rounded(battle.lead_x[leader] + across)
            y = rounded(battle.lead_y[leader] - turn * (ring * RING_STEP - RING_STEP))
            if rally_place(battle, unit, x, y, 0.0, turn):
                place(battle, unit, x, y, 0.0, turn)
                return True
    return False


@rule
def comes_back(battle: Battle, unit: int, u: float) -> bool:
    """HR-D2 (3), HR-E A rallied unit comes near its commander; one that had left, or finds no room, to the rear."""
    side, rallied = side_of(unit), battle.status[unit] == WAITING
    set_status(battle, unit, BOARD)
    for leader in range(side * LEADERS, side * LEADERS + LEADERS):
        if rallied and battle.lead_here[leader] == 1 and place_rallied(battle, unit, leader):
            return True
    if put_near(battle, unit, u, REAR_ROW):
        return True
    set_status(battle, unit, WAITING if rallied else EXITED)
    return False


@rule
def bring_back(battle: Battle, side: int) -> None:
    """HR-D2 (3), HR-E Rallied units, and those that had left the table, stand with the army in the morning."""
    x, _ = middle_of(battle, side)
    u = x if ahead(battle, side) > 0.0 else battle.width - x
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] in (WAITING, EXITED) and battle.sp[unit] > 0 and comes_back(battle, unit, u):
            log_event(battle, E_ARRIVE, side, battle.roll[unit], NOBODY, 0, 0, 0, 0)
            log_here(battle, unit)


@rule
def foe_within(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, reach: float) -> bool:
    """HR-D2 Is an enemy on the table within a distance of a pose?"""
    foe = 1 - side_of(unit)
    for other in range(first_of(foe), end_of(battle, foe)):
        if beyond(battle, unit, x, y, other, reach) or not on_board(battle, other):
            continue
        if gap_at(battle, unit, x, y, fx, fy, other) <= reach:
            return True
    return False


@rule
def step_aside(battle: Battle, unit: int, any_way: bool) -> bool:
    """HR-D2 (1) Never under 3": a unit without room behind it goes to the nearest place that is far enough, by a
    straight way; ``any_way``: by whatever way there is."""
    x, y = battle.x[unit], battle.y[unit]
    for ring in range(1, ASIDE_RINGS):
        for n in range(8):
            dx, dy = direction(n)
            px, py = rounded(x + dx * ring * STEP), rounded(y + dy * ring * STEP)
            free = may_rest(battle, unit, px, py) if any_way else may_go(battle, unit, px, py)
            if free and not foe_within(battle, unit, px, py, battle.fx[unit], battle.fy[unit],
                                       LEAST_APART - 2.0 * NEAR):
                night_pose(battle, unit, px, py)
                return True
    return False


@rule
def part_close(battle: Battle) -> None:
    """HR-D2 (1) Whoever is still under 3" from an enemy steps aside: first those that hold no town or work."""
    for strict in range(2):
        for side in range(SIDES):
            for unit in range(first_of(side), end_of(battle, side)):
                close = on_board(battle, unit) and nearest_foe(battle, unit) < LEAST_APART - NEAR
                if close and (strict == 1 or not stands_fast(battle, unit)) and not step_aside(battle, unit, False):
                    step_aside(battle, unit, True)


@rule
def begin_night(battle: Battle) -> None:
    """HR-D2 (1) The armies draw apart; then the side with the lower last command roll moves first."""
    part_armies(battle)
    part_close(battle)
    for unit in range(UNITS):
        battle.night_moved[unit] = 0
    for leader in range(SIDES * LEADERS):
        battle.lead_moved[leader] = 0
    for side in range(SIDES):
        battle.answered[side] = 0
    battle.night_stage, battle.night_turn = 1, lower_side(battle)


@rule
def end_night(battle: Battle) -> None:
    """HR-D2 (3) Rallied units are placed; a new day begins."""
    for side in range(SIDES):
        bring_back(battle, side)
    battle.night_stage = 0
    battle.phase = DAY_START


@rule
def night_step(battle: Battle) -> None:
    """HR-D2 The night: drawing apart, moves by turns until both sides are done, then the morning."""
    if battle.night_stage == 0:
        begin_night(battle)
    elif battle.answered[0] == 1 and battle.answered[1] == 1:
        end_night(battle)
    else:
        side = battle.night_turn
        battle.pending, battle.asked = PEND_NIGHT, 1 - side if battle.answered[side] == 1 else side


@rule
def verify_rest(battle: Battle, unit: int) -> int:
    """HR-D2 (2) May this unit still move by night? One of the asked side, not nearer than 12" to an enemy."""
    if unit < 0 or unit >= UNITS or not on_board(battle, unit) or side_of(unit) != battle.asked:
        return NOT_ON_TABLE
    if battle.night_moved[unit] == 1 or nearest_foe(battle, unit) < APART - NEAR:
        return NO_NIGHT_MOVE
    return OK


@rule
def night_leg(battle: Battle, unit: int, leg: int) -> int:
    """HR-D2 (2), 3.0-m, 8.4-a A leg of a night move: over no enemy and no closed ground; obstacles do not halt it."""
    x, y = battle.route[leg, 0], battle.route[leg, 1]
    fx, fy = battle.route[leg + 1, 2], battle.route[leg + 1, 3]
    mx, my = battle.route[leg + 1, 0] - x, battle.route[leg + 1, 1] - y
    return OK if way_by_night(battle, unit, x, y, fx, fy, mx, my) else NO_NIGHT_MOVE


@rule
def verify_night_move(battle: Battle) -> int:
    """HR-D2 (2) Up to 18", not ending within 12" of an enemy."""
    unit = battle.cmd_unit
    code = verify_rest(battle, unit)
    if code != OK:
        return code
    n = load_route(battle, unit)
    if n < 1 or route_length(battle, n) > FARTHEST + NEAR:
        return NO_NIGHT_MOVE
    for leg in range(n):
        if night_leg(battle, unit, leg) != OK:
            return NO_NIGHT_MOVE
    x, y, fx, fy = battle.route[n, 0], battle.route[n, 1], battle.route[n, 2], battle.route[n, 3]
    if foe_within(battle, unit, x, y, fx, fy, APART + NEAR):
        return NO_NIGHT_MOVE
    return verify_route_end(battle, unit, n, NOBODY, True)


@rule
def verify_ride(battle: Battle) -> int:
    """HR-D2 (2) May the commander of the command go there? Once a night, anywhere that a stand may be."""
    leader, x, y = battle.cmd_unit, rounded(battle.cmd_x), rounded(battle.cmd_y)
    if leader < 0 or leader >= SIDES * LEADERS or battle.lead_here[leader] == 0 or leader // LEADERS != battle.asked:
        return NOT_ON_TABLE
    return NO_NIGHT_MOVE if battle.lead_moved[leader] or stand_blocked(battle, battle.asked, x, y) else OK


@rule
def verify_night(battle: Battle) -> int:
    """HR-D2 (2) A night move, a commander's ride, or done."""
    if battle.cmd == CMD_NIGHT_MOVE:
        return verify_night_move(battle)
    return verify_ride(battle) if battle.cmd == CMD_MOVE_COMMANDER else OK


@rule
def march_by_night(battle: Battle) -> None:
    """HR-D2 (2) Carry out the night move of the command: no checks."""
    unit = battle.cmd_unit
    n = load_route(battle, unit)
    log_event(battle, E_NIGHT_MOVE, side_of(unit), battle.roll[unit], 0, 0, 0, 0, 0)
    for leg in range(n + 1):
        log_pose(battle, battle.route[leg, 0], battle.route[leg, 1], battle.route[leg, 2], battle.route[leg, 3])
    place(battle, unit, battle.route[n, 0], battle.route[n, 1], battle.route[n, 2], battle.route[n, 3])
    battle.night_moved[unit] = 1


@rule
def answer_night(battle: Battle) -> None:
    """HR-D2 (2) One move of the asked side, then the other's turn; a commander's ride costs no turn."""
    battle.pending = PEND_NONE
    if battle.cmd == CMD_MOVE_COMMANDER:
        put_leader_down(battle, battle.cmd_unit, battle.cmd_x, battle.cmd_y)
        return
    if battle.cmd == CMD_NIGHT_MOVE:
        march_by_night(battle)
    else:
        battle.answered[battle.asked] = 1
    battle.night_turn = 1 - battle.asked
