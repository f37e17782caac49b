"""The night between two days of battle: the armies draw apart, move by turns, and a new day begins (HR-D2)."""

from battles.resolvers.core.geometry import NEAR, rounded
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.commanders import stand_blocked
from battles.resolvers.lgg.command.rolls import lower_side
from battles.resolvers.lgg.day.aside import make_way, ride_aside
from battles.resolvers.lgg.day.morning import bring_back
from battles.resolvers.lgg.day.parting import APART, draw_apart, foe_within, way_by_night
from battles.resolvers.lgg.movement.paths import load_route, route_length, verify_route_end
from battles.resolvers.lgg.plane.space import nearest_foe, on_board, place, side_of
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, SIDES, UNITS, Command, Pending, Phase
from battles.resolvers.lgg.record.journal import Event, log_event, log_pose
from battles.resolvers.lgg.record.rule_ids import OK, code_of
from battles.resolvers.lgg.record.state import Battle

FARTHEST = 18.0
"""HR-D2 (2) The length of a night move."""
NOT_ON_TABLE = code_of("ENG-14")
NO_NIGHT_MOVE = code_of("HR-D2")


@kernel
def put_leader_down(battle: Battle, leader: int, x: float, y: float) -> None:
    """HR-D2 (2) A commander goes freely."""
    ride_aside(battle, leader, x, y)
    battle.lead_moved[leader] = 1


@kernel
def begin_night(battle: Battle) -> None:
    """HR-D2 (1) The armies draw apart; then the side with the lower last command roll moves first."""
    draw_apart(battle)
    for leader in range(SIDES * LEADERS):
        battle.lead_moved[leader] = 0
    for side in range(SIDES):
        battle.answered[side] = 0
    battle.night_stage, battle.night_turn = 1, lower_side(battle)


@kernel
def end_night(battle: Battle) -> None:
    """HR-D2 (3) Rallied units are placed; a new day begins."""
    for side in range(SIDES):
        bring_back(battle, side)
    battle.night_stage = 0
    battle.phase = Phase.DAY_START


@kernel
def night_step(battle: Battle) -> None:
    """HR-D2 The night: drawing apart, moves by turns until both sides are done, then the morning."""
    if battle.night_stage == 0:
        begin_night(battle)
    elif battle.answered[0] == 1 and battle.answered[1] == 1:
        end_night(battle)
    else:
        side = battle.night_turn
        battle.pending, battle.asked = Pending.NIGHT, 1 - side if battle.answered[side] == 1 else side


@kernel
def verify_rest(battle: Battle, unit: int) -> int:
    """HR-D2 (2) May this unit still move by night? One of the asked side, not nearer than 12" to an enemy."""
    if unit < 0 or unit >= UNITS or not on_board(battle, unit) or side_of(unit) != battle.asked:
        return NOT_ON_TABLE
    if battle.night_moved[unit] == 1 or nearest_foe(battle, unit) < APART - NEAR:
        return NO_NIGHT_MOVE
    return OK


@kernel
def night_leg(battle: Battle, unit: int, leg: int) -> int:
    """HR-D2 (2), 3.0-m, 8.4-a A leg of a night move: over no enemy and no closed ground; obstacles do not halt it."""
    x, y = battle.route[leg, 0], battle.route[leg, 1]
    fx, fy = battle.route[leg + 1, 2], battle.route[leg + 1, 3]
    mx, my = battle.route[leg + 1, 0] - x, battle.route[leg + 1, 1] - y
    return OK if way_by_night(battle, unit, x, y, fx, fy, mx, my) else NO_NIGHT_MOVE


@kernel
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


@kernel
def verify_ride(battle: Battle) -> int:
    """HR-D2 (2) May the commander of the command go there? Once a night, anywhere that a stand may be."""
    leader, x, y = battle.cmd_unit, rounded(battle.cmd_x), rounded(battle.cmd_y)
    if leader < 0 or leader >= SIDES * LEADERS or battle.lead_here[leader] == 0 or leader // LEADERS != battle.asked:
        return NOT_ON_TABLE
    return NO_NIGHT_MOVE if battle.lead_moved[leader] or stand_blocked(battle, leader, x, y) else OK


@kernel
def verify_night(battle: Battle) -> int:
    """HR-D2 (2) A night move, a commander's ride, or done."""
    if battle.cmd == Command.NIGHT_MOVE:
        return verify_night_move(battle)
    return verify_ride(battle) if battle.cmd == Command.MOVE_COMMANDER else OK


@kernel
def march_by_night(battle: Battle) -> None:
    """HR-D2 (2) Carry out the night move of the command: no checks, enemy commanders make way."""
    unit = battle.cmd_unit
    n = load_route(battle, unit)
    for leg in range(n):
        x, y, fx, fy = battle.route[leg, 0], battle.route[leg, 1], battle.route[leg + 1, 2], battle.route[leg + 1, 3]
        make_way(battle, unit, x, y, fx, fy, battle.route[leg + 1, 0] - x, battle.route[leg + 1, 1] - y)
    log_event(battle, Event.NIGHT_MOVE, side=side_of(unit), unit=battle.roll[unit])
    for leg in range(n + 1):
        log_pose(battle, battle.route[leg, 0], battle.route[leg, 1], battle.route[leg, 2], battle.route[leg, 3])
    place(battle, unit, battle.route[n, 0], battle.route[n, 1], battle.route[n, 2], battle.route[n, 3])
    battle.night_moved[unit] = 1


@kernel
def answer_night(battle: Battle) -> None:
    """HR-D2 (2) One move of the asked side, then the other's turn; a commander's ride costs no turn."""
    battle.pending = Pending.NONE
    if battle.cmd == Command.MOVE_COMMANDER:
        put_leader_down(battle, battle.cmd_unit, battle.cmd_x, battle.cmd_y)
        return
    if battle.cmd == Command.NIGHT_MOVE:
        march_by_night(battle)
    else:
        battle.answered[battle.asked] = 1
    battle.night_turn = 1 - battle.asked
