"""Verifying and carrying out one command (18.2): every ``verify`` returns 0 or the code of the rule that forbids it."""

from battles.resolvers.lgg.command.activation import NOT_YOUR_TURN
from battles.resolvers.lgg.command.commanders import answer_heir, is_heir
from battles.resolvers.lgg.day.amalgamation import answer_amalgamate, verify_amalgamate
from battles.resolvers.lgg.day.arrivals import in_reach_of_command
from battles.resolvers.lgg.day.evening import answer_pursuit, answer_stay, verify_pursuit
from battles.resolvers.lgg.day.night import answer_night, verify_night
from battles.resolvers.lgg.engineering.works import do_engineer, verify_engineer
from battles.resolvers.lgg.fighting.combat import answer_allot, answer_occupy, resolve, verify_allot, verify_occupy
from battles.resolvers.lgg.machine.machine import end_turn
from battles.resolvers.lgg.movement.attack import (
    do_attack,
    do_withdraw,
    pay_force,
    verify_attack,
    verify_force,
    verify_withdraw,
)
from battles.resolvers.lgg.movement.movement import (
    do_exit,
    do_move,
    do_move_commander,
    verify_exit,
    verify_move,
    verify_move_commander,
)
from battles.resolvers.lgg.record.codes import (
    ACT_MOVE,
    ACT_WITHDRAW,
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
    CMD_PLAY,
    CMD_RALLY,
    CMD_RECOVER,
    CMD_RESOLVE,
    CMD_STAY_LEAVE,
    CMD_TAKE_OVER,
    CMD_WITHDRAW,
    COMBATS,
    MAX_ITEMS,
    MAX_WAYPOINTS,
    PEND_ALLOT,
    PEND_AMALGAMATE,
    PEND_BREAK_OFF,
    PEND_HEIR,
    PEND_NIGHT,
    PEND_NONE,
    PEND_OCCUPY,
    PEND_PURSUIT,
    PEND_STAY,
    PEND_STRATAGEM,
    TURN_FIRST,
    TURN_SECOND,
)
from battles.resolvers.lgg.record.rule import rule
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import PRESENCE_OF_MIND, redouble_effort, verify_effort
from battles.resolvers.lgg.turn.activities import fire, rally, recover, verify_battery, verify_rally, verify_recover
from battles.resolvers.lgg.turn.presence import answer_stratagem, verify_stratagem

NOT_SO = code_of("ENG-14")
FIRST_RESOLVES = code_of("LGG-10.1-a")
NOT_A_WING = code_of("LGG-S2-f")
FARTHEST = 1e6
"""No place on any table is as far off, and no part of a facing as long."""


@rule
def is_number(value: float) -> bool:
    """18.2 May a value of a command stand for a place or a facing? Not if it is infinite, or no number at all."""
    return -FARTHEST < value < FARTHEST


@rule
def is_path(battle: Battle) -> bool:
    """18.2 Is the path of the command one: not too many poses, and numbers throughout?"""
    if battle.cmd_n >= MAX_WAYPOINTS:
        return False
    for row in range(battle.cmd_n):
        for part in range(4):
            if not is_number(battle.cmd_path[row, part]):
                return False
    return True


@rule
def makes_sense(battle: Battle) -> bool:
    """18.2 Are the path, the place or the list that this command needs such a thing?"""
    cmd = battle.cmd
    at_once = cmd == CMD_PLAY and battle.cmd_arg == PRESENCE_OF_MIND and battle.cmd_side in (ACT_MOVE, ACT_WITHDRAW)
    if at_once or cmd in (CMD_MOVE, CMD_ATTACK, CMD_WITHDRAW, CMD_NIGHT_MOVE):
        return is_path(battle)
    if cmd in (CMD_RALLY, CMD_MOVE_COMMANDER):
        faces = cmd == CMD_MOVE_COMMANDER or (is_number(battle.cmd_fx) and is_number(battle.cmd_fy))
        return faces and is_number(battle.cmd_x) and is_number(battle.cmd_y)
    return battle.cmd_items <= MAX_ITEMS or cmd not in (CMD_ALLOT_PURSUIT, CMD_AMALGAMATE)


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
    if question == PEND_NIGHT and cmd in (CMD_NIGHT_MOVE, CMD_MOVE_COMMANDER, CMD_DONE):
        return verify_night(battle)
    if question == PEND_HEIR and cmd == CMD_TAKE_OVER:
        return 0 if is_heir(battle, battle.asked, battle.cmd_unit) else NOT_A_WING
    if question == PEND_STRATAGEM:
        return verify_stratagem(battle)
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
    if cmd == CMD_PLAY and battle.stratagems == 1:
        return verify_effort(battle)
    return 0 if cmd == CMD_END_TURN else NOT_SO


@rule
def verify(battle: Battle) -> int:
    """ENG-11, 18.2 May the command in hand be carried out now? 0 or the code of the rule that forbids it."""
    if not makes_sense(battle):
        return NOT_SO
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
    elif question == PEND_STRATAGEM:
        answer_stratagem(battle)


@rule
def force(battle: Battle) -> None:
    """LGG-7.0-h, i All attackers pay; the combat is resolved at once."""
    pay_force(battle, battle.cmd_target)
    resolve(battle, battle.cmd_target, 1)


@rule
def carry_out_activity(battle: Battle) -> None:
    """18.2 Carry out an activity of the side on turn; when it is over the enemy may be asked about ST5."""
    cmd = battle.cmd
    battle.acted = 1
    if cmd == CMD_MOVE:
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


@rule
def carry_out(battle: Battle) -> None:
    """18.2 Carry out the command in hand, which has been verified."""
    cmd = battle.cmd
    if battle.pending != PEND_NONE:
        answer(battle)
    elif cmd == CMD_RESOLVE:
        resolve(battle, battle.cmd_target, 0)
    elif cmd == CMD_END_TURN:
        end_turn(battle)
    elif cmd == CMD_PLAY:
        redouble_effort(battle)
    else:
        carry_out_activity(battle)
        in_reach_of_command(battle)
