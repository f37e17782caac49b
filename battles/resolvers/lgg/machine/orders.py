"""Verifying and carrying out one command (18.2): every ``verify`` returns 0 or the code of the rule that forbids it."""

from battles.resolvers.core.kernels import kernel
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
from battles.resolvers.lgg.record.codes import MAX_ITEMS, MAX_WAYPOINTS, Activity, Command, Pending, Phase
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


@kernel
def is_number(value: float) -> bool:
    """18.2 May a value of a command stand for a place or a facing? Not if it is infinite, or no number at all."""
    return -FARTHEST < value < FARTHEST


@kernel
def is_path(battle: Battle) -> bool:
    """18.2 Is the path of the command one: not too many poses, and numbers throughout?"""
    if battle.cmd_n >= MAX_WAYPOINTS:
        return False
    for row in range(battle.cmd_n):
        for part in range(4):
            if not is_number(battle.cmd_path[row, part]):
                return False
    return True


@kernel
def makes_sense(battle: Battle) -> bool:
    """18.2 Are the path, the place or the list that this command needs such a thing?"""
    cmd = battle.cmd
    at_once = cmd == Command.PLAY and battle.cmd_arg == PRESENCE_OF_MIND
    if at_once and battle.cmd_side in (Activity.MOVE, Activity.WITHDRAW):
        return is_path(battle)
    if cmd in (Command.MOVE, Command.ATTACK, Command.WITHDRAW, Command.NIGHT_MOVE):
        return is_path(battle)
    if cmd in (Command.RALLY, Command.MOVE_COMMANDER):
        faces = cmd == Command.MOVE_COMMANDER or (is_number(battle.cmd_fx) and is_number(battle.cmd_fy))
        return faces and is_number(battle.cmd_x) and is_number(battle.cmd_y)
    return battle.cmd_items <= MAX_ITEMS or cmd not in (Command.ALLOT_PURSUIT, Command.AMALGAMATE)


@kernel
def verify_resolve(battle: Battle) -> int:
    """LGG-10.1-a The side that moved first names the next combat."""
    fight = battle.cmd_target
    if fight < 0 or fight >= battle.combats or battle.fight_open[fight] == 0:
        return FIRST_RESOLVES
    return 0


@kernel
def verify_answer(battle: Battle) -> int:
    """ENG-15 Is the command an answer to the question that is open, and a legal one?"""
    question, cmd, arg = battle.pending, battle.cmd, battle.cmd_arg
    if question == Pending.ALLOT and cmd == Command.ALLOT_HITS:
        return verify_allot(battle, arg)
    if question == Pending.OCCUPY and cmd == Command.OCCUPY:
        return verify_occupy(battle, battle.cmd_unit)
    breaks_off = question == Pending.BREAK_OFF and cmd == Command.BREAK_OFF
    if breaks_off or (question == Pending.STAY and cmd == Command.STAY_LEAVE):
        return 0 if arg in (0, 1) else NOT_SO
    if question == Pending.PURSUIT and cmd == Command.ALLOT_PURSUIT:
        return verify_pursuit(battle)
    if question == Pending.AMALGAMATE and cmd == Command.AMALGAMATE:
        return verify_amalgamate(battle)
    if question == Pending.NIGHT and cmd in (Command.NIGHT_MOVE, Command.MOVE_COMMANDER, Command.DONE):
        return verify_night(battle)
    if question == Pending.HEIR and cmd == Command.TAKE_OVER:
        return 0 if is_heir(battle, battle.asked, battle.cmd_unit) else NOT_A_WING
    if question == Pending.STRATAGEM:
        return verify_stratagem(battle)
    return NOT_YOUR_TURN


@kernel
def verify_activity(battle: Battle) -> int:
    """18.2 May a command of a side's turn be carried out?"""
    cmd = battle.cmd
    if cmd == Command.MOVE:
        return verify_move(battle)
    if cmd == Command.ATTACK:
        return verify_attack(battle)
    if cmd == Command.WITHDRAW:
        return verify_withdraw(battle)
    if cmd == Command.FIRE:
        return verify_battery(battle)
    if cmd == Command.FORCE:
        return verify_force(battle)
    if cmd == Command.RECOVER:
        return verify_recover(battle)
    if cmd == Command.RALLY:
        return verify_rally(battle)
    if cmd == Command.MOVE_COMMANDER:
        return verify_move_commander(battle)
    if cmd == Command.EXIT:
        return verify_exit(battle)
    if cmd == Command.ENGINEER:
        return verify_engineer(battle)
    if cmd == Command.PLAY and battle.stratagems == 1:
        return verify_effort(battle)
    return 0 if cmd == Command.END_TURN else NOT_SO


@kernel
def verify(battle: Battle) -> int:
    """ENG-11, 18.2 May the command in hand be carried out now? 0 or the code of the rule that forbids it."""
    if not makes_sense(battle):
        return NOT_SO
    if battle.pending != Pending.NONE:
        return verify_answer(battle)
    if battle.phase in (Phase.TURN_FIRST, Phase.TURN_SECOND):
        return verify_activity(battle)
    if battle.phase == Phase.COMBATS and battle.cmd == Command.RESOLVE:
        return verify_resolve(battle)
    return NOT_YOUR_TURN


@kernel
def answer(battle: Battle) -> None:
    """ENG-15 Carry out the answer to the open question."""
    question = battle.pending
    if question == Pending.ALLOT:
        answer_allot(battle, battle.cmd_arg)
    elif question == Pending.OCCUPY:
        answer_occupy(battle, battle.cmd_unit)
    elif question == Pending.BREAK_OFF:
        battle.breaks_off[battle.asked] = battle.cmd_arg
        battle.pending = Pending.NONE
    elif question == Pending.STAY:
        answer_stay(battle, battle.cmd_arg)
    elif question == Pending.PURSUIT:
        answer_pursuit(battle)
    elif question == Pending.AMALGAMATE:
        answer_amalgamate(battle)
    elif question == Pending.NIGHT:
        answer_night(battle)
    elif question == Pending.HEIR:
        answer_heir(battle, battle.cmd_unit)
    elif question == Pending.STRATAGEM:
        answer_stratagem(battle)


@kernel
def force(battle: Battle) -> None:
    """LGG-7.0-h, i All attackers pay; the combat is resolved at once."""
    pay_force(battle, battle.cmd_target)
    resolve(battle, battle.cmd_target, 1)


@kernel
def carry_out_activity(battle: Battle) -> None:
    """18.2 Carry out an activity of the side on turn; when it is over the enemy may be asked about ST5."""
    cmd = battle.cmd
    battle.acted = 1
    if cmd == Command.MOVE:
        do_move(battle)
    elif cmd == Command.ATTACK:
        do_attack(battle)
    elif cmd == Command.WITHDRAW:
        do_withdraw(battle)
    elif cmd == Command.FIRE:
        fire(battle)
    elif cmd == Command.FORCE:
        force(battle)
    elif cmd == Command.RECOVER:
        recover(battle)
    elif cmd == Command.RALLY:
        rally(battle)
    elif cmd == Command.MOVE_COMMANDER:
        do_move_commander(battle)
    elif cmd == Command.EXIT:
        do_exit(battle)
    elif cmd == Command.ENGINEER:
        do_engineer(battle)


@kernel
def carry_out(battle: Battle) -> None:
    """18.2 Carry out the command in hand, which has been verified."""
    cmd = battle.cmd
    if battle.pending != Pending.NONE:
        answer(battle)
    elif cmd == Command.RESOLVE:
        resolve(battle, battle.cmd_target, 0)
    elif cmd == Command.END_TURN:
        end_turn(battle)
    elif cmd == Command.PLAY:
        redouble_effort(battle)
    else:
        carry_out_activity(battle)
        in_reach_of_command(battle)
