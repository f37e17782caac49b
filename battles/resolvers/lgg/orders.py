"""Verifying and carrying out one command (18.2): every ``verify`` returns 0 or the code of the rule that forbids it."""

from battles.resolvers.geometry import NEAR, rounded, unit_vector
from battles.resolvers.lgg.activation import (
    NOT_ON_TABLE,
    NOT_YOUR_TURN,
    activate,
    close_open,
    pay,
    verify_open,
    verify_price,
    verify_turn,
)
from battles.resolvers.lgg.amalgamation import answer_amalgamate, verify_amalgamate
from battles.resolvers.lgg.arrivals import in_reach_of_command
from battles.resolvers.lgg.attack import (
    do_attack,
    do_withdraw,
    pay_force,
    verify_attack,
    verify_force,
    verify_withdraw,
)
from battles.resolvers.lgg.codes import (
    ACT_FIRE,
    ACT_RALLY,
    ACT_RECOVER,
    CMD_ALLOT_HITS,
    CMD_ALLOT_PURSUIT,
    CMD_AMALGAMATE,
    CMD_ATTACK,
    CMD_BREAK_OFF,
    CMD_DONE,
    CMD_END_TURN,
    CMD_ENGINEER,
    CMD_EXIT,
    CMD_FIRE,
    CMD_FORCE,
    CMD_MOVE,
    CMD_MOVE_COMMANDER,
    CMD_NIGHT_MOVE,
    CMD_OCCUPY,
    CMD_RALLY,
    CMD_RECOVER,
    CMD_RESOLVE,
    CMD_STAY_LEAVE,
    CMD_TAKE_OVER,
    CMD_WITHDRAW,
    COMBATS,
    NOBODY,
    PEND_ALLOT,
    PEND_AMALGAMATE,
    PEND_BREAK_OFF,
    PEND_HEIR,
    PEND_NIGHT,
    PEND_NONE,
    PEND_OCCUPY,
    PEND_PURSUIT,
    PEND_STAY,
    RALLYABLE,
    TURN_FIRST,
    TURN_SECOND,
    UNITS,
)
from battles.resolvers.lgg.combat import answer_allot, answer_occupy, resolve, verify_allot, verify_occupy
from battles.resolvers.lgg.commanders import answer_heir, is_heir
from battles.resolvers.lgg.evening import answer_pursuit, answer_stay, verify_pursuit
from battles.resolvers.lgg.fire import do_fire, verify_fire
from battles.resolvers.lgg.journal import E_ACTIVATE, log_event
from battles.resolvers.lgg.machine import end_turn
from battles.resolvers.lgg.morale import do_rally, do_recover, may_recover
from battles.resolvers.lgg.movement import (
    do_exit,
    do_move,
    do_move_commander,
    verify_exit,
    verify_move,
    verify_move_commander,
)
from battles.resolvers.lgg.night import answer_night, verify_night
from battles.resolvers.lgg.radius import standing_price, within_command_radius
from battles.resolvers.lgg.rule import rule
from battles.resolvers.lgg.rule_ids import code_of
from battles.resolvers.lgg.space import anybody_at, beyond, end_of, first_of, gap_at, nearest_foe, on_board, side_of
from battles.resolvers.lgg.state import Battle
from battles.resolvers.lgg.terrain import ground_allows
from battles.resolvers.lgg.works import do_engineer, verify_engineer

NOT_SO = code_of("ENG-14")
TOO_NEAR = code_of("LGG-14.0-a")
ONCE_A_ROUND = code_of("LGG-14.0-e")
NO_PLACE = code_of("LGG-14.0-f")
FIRST_RESOLVES = code_of("LGG-10.1-a")
NOT_A_WING = code_of("LGG-S2-f")
CLEAR_OF_FOES = 6.0


@rule
def verify_recover(battle: Battle) -> int:
    """LGG-14.0-a, b May the unit try to recover: hit, more than 6" from every enemy unit, once a round?"""
    unit = battle.cmd_unit
    code = verify_open(battle, unit, ACT_RECOVER)
    if code != 0:
        return code
    if not may_recover(battle, unit) or nearest_foe(battle, unit) <= CLEAR_OF_FOES + NEAR:
        return TOO_NEAR
    return verify_price(battle, standing_price(battle, unit))


@rule
def clear_of_foes(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> bool:
    """LGG-14.0-e Is a pose more than 6" from every enemy unit, locked or not?"""
    foe = 1 - side_of(unit)
    for other in range(first_of(foe), end_of(battle, foe)):
        if beyond(battle, unit, x, y, other, CLEAR_OF_FOES) or not on_board(battle, other):
            continue
        if gap_at(battle, unit, x, y, fx, fy, other) <= CLEAR_OF_FOES + NEAR:
            return False
    return True


@rule
def rally_place(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> bool:
    """LGG-14.0-e, f May a rallied unit be put down at a pose?"""
    return (within_command_radius(battle, unit, x, y, fx, fy) and clear_of_foes(battle, unit, x, y, fx, fy)
            and anybody_at(battle, unit, x, y, fx, fy) == NOBODY
            and ground_allows(battle, unit, x, y, fx, fy, False) == 0)


@rule
def verify_rally(battle: Battle) -> int:
    """LGG-14.0-e, f May the side on turn try to rally this unit, and put it there?"""
    unit = battle.cmd_unit
    if unit < 0 or unit >= UNITS or battle.status[unit] != RALLYABLE:
        return NOT_ON_TABLE
    code = verify_turn(battle, side_of(unit))
    if code != 0:
        return code
    if battle.done[unit, ACT_RECOVER] == 1:
        return ONCE_A_ROUND
    fx, fy = unit_vector(battle.cmd_fx, battle.cmd_fy)
    if not rally_place(battle, unit, rounded(battle.cmd_x), rounded(battle.cmd_y), fx, fy):
        return NO_PLACE
    return verify_price(battle, 1)


@rule
def rally(battle: Battle) -> None:
    """LGG-7.0-j, 14.0-e Pay one action, close whoever was open, and try."""
    unit = battle.cmd_unit
    close_open(battle)
    pay(battle, 1)
    log_event(battle, E_ACTIVATE, side_of(unit), battle.roll[unit], NOBODY, ACT_RALLY, 1, battle.actions, 0)
    fx, fy = unit_vector(battle.cmd_fx, battle.cmd_fy)
    do_rally(battle, unit, rounded(battle.cmd_x), rounded(battle.cmd_y), fx, fy)


@rule
def verify_battery(battle: Battle) -> int:
    """LGG-7.0, 13.0 May the battery be activated to fire at the target of the command?"""
    unit, target = battle.cmd_unit, battle.cmd_target
    code = verify_open(battle, unit, ACT_FIRE)
    if code == 0 and (target < 0 or target >= UNITS):
        code = NOT_ON_TABLE
    if code == 0:
        code = verify_fire(battle, unit, target)
    return code if code != 0 else verify_price(battle, standing_price(battle, unit))


@rule
def verify_resolve(battle: Battle) -> int:
    """LGG-10.1-a The side that moved first names the next combat."""
    fight = battle.cmd_target
    if fight < 0 or fight >= battle.combats or battle.fight_open[fight] == 0:
        return FIRST_RESOLVES
    return 0


@rule
def verify_answer(battle: Battle) -> int:
    """ENG-15 Is the command an answer to the question that is open, and a legal one?"""
    question, cmd, arg = battle.pending, battle.cmd, battle.cmd_arg
    if question == PEND_ALLOT and cmd == CMD_ALLOT_HITS:
        return verify_allot(battle, arg)
    if question == PEND_OCCUPY and cmd == CMD_OCCUPY:
        return verify_occupy(battle, battle.cmd_unit)
    if (question == PEND_BREAK_OFF and cmd == CMD_BREAK_OFF) or (question == PEND_STAY and cmd == CMD_STAY_LEAVE):
        return 0 if arg in (0, 1) else NOT_SO
    if question == PEND_PURSUIT and cmd == CMD_ALLOT_PURSUIT:
        return verify_pursuit(battle)
    if question == PEND_AMALGAMATE and cmd == CMD_AMALGAMATE:
        return verify_amalgamate(battle)
    if question == PEND_NIGHT and cmd in (CMD_NIGHT_MOVE, CMD_DONE):
        return verify_night(battle)
    if question == PEND_HEIR and cmd == CMD_TAKE_OVER:
        return 0 if is_heir(battle, battle.asked, battle.cmd_unit) else NOT_A_WING
    return NOT_YOUR_TURN


@rule
def verify_activity(battle: Battle) -> int:
    """18.2 May a command of a side's turn be carried out?"""
    cmd = battle.cmd
    if cmd == CMD_MOVE:
        return verify_move(battle)
    if cmd == CMD_ATTACK:
        return verify_attack(battle)
    if cmd == CMD_WITHDRAW:
        return verify_withdraw(battle)
    if cmd == CMD_FIRE:
        return verify_battery(battle)
    if cmd == CMD_FORCE:
        return verify_force(battle)
    if cmd == CMD_RECOVER:
        return verify_recover(battle)
    if cmd == CMD_RALLY:
        return verify_rally(battle)
    if cmd == CMD_MOVE_COMMANDER:
        return verify_move_commander(battle)
    if cmd == CMD_EXIT:
        return verify_exit(battle)
    if cmd == CMD_ENGINEER:
        return verify_engineer(battle)
    return 0 if cmd == CMD_END_TURN else NOT_SO


@rule
def verify(battle: Battle) -> int:
    """ENG-11, 18.2 May the command in hand be carried out now? 0 or the code of the rule that forbids it."""
    if battle.pending != PEND_NONE:
        return verify_answer(battle)
    if battle.phase in (TURN_FIRST, TURN_SECOND):
        return verify_activity(battle)
    if battle.phase == COMBATS and battle.cmd == CMD_RESOLVE:
        return verify_resolve(battle)
    return NOT_YOUR_TURN


@rule
def answer(battle: Battle) -> None:
    """ENG-15 Carry out the answer to the open question."""
    question = battle.pending
    if question == PEND_ALLOT:
        answer_allot(battle, battle.cmd_arg)
    elif question == PEND_OCCUPY:
        answer_occupy(battle, battle.cmd_unit)
    elif question == PEND_BREAK_OFF:
        battle.breaks_off[battle.asked] = battle.cmd_arg
        battle.pending = PEND_NONE
    elif question == PEND_STAY:
        answer_stay(battle, battle.cmd_arg)
    elif question == PEND_PURSUIT:
        answer_pursuit(battle)
    elif question == PEND_AMALGAMATE:
        answer_amalgamate(battle)
    elif question == PEND_NIGHT:
        answer_night(battle)
    elif question == PEND_HEIR:
        answer_heir(battle, battle.cmd_unit)


@rule
def fire(battle: Battle) -> None:
    """LGG-13.0-a Pay for a fire and fire."""
    activate(battle, battle.cmd_unit, ACT_FIRE, standing_price(battle, battle.cmd_unit))
    do_fire(battle, battle.cmd_unit, battle.cmd_target)


@rule
def force(battle: Battle) -> None:
    """LGG-7.0-h, i All attackers pay; the combat is resolved at once."""
    pay_force(battle, battle.cmd_target)
    resolve(battle, battle.cmd_target, 1)


@rule
def recover(battle: Battle) -> None:
    """LGG-14.0-a Pay for a recovery and try."""
    activate(battle, battle.cmd_unit, ACT_RECOVER, standing_price(battle, battle.cmd_unit))
    do_recover(battle, battle.cmd_unit)


@rule
def carry_out(battle: Battle) -> None:
    """18.2 Carry out the command in hand, which has been verified."""
    cmd = battle.cmd
    if battle.pending != PEND_NONE:
        answer(battle)
    elif cmd == CMD_MOVE:
        do_move(battle)
    elif cmd == CMD_ATTACK:
        do_attack(battle)
    elif cmd == CMD_WITHDRAW:
        do_withdraw(battle)
    elif cmd == CMD_FIRE:
        fire(battle)
    elif cmd == CMD_FORCE:
        force(battle)
    elif cmd == CMD_RECOVER:
        recover(battle)
    elif cmd == CMD_RALLY:
        rally(battle)
    elif cmd == CMD_MOVE_COMMANDER:
        do_move_commander(battle)
    elif cmd == CMD_EXIT:
        do_exit(battle)
    elif cmd == CMD_ENGINEER:
        do_engineer(battle)
    elif cmd == CMD_RESOLVE:
        resolve(battle, battle.cmd_target, 0)
    elif cmd == CMD_END_TURN:
        end_turn(battle)
    in_reach_of_command(battle)
