"""The plainest legal command of every moment: what is done where nobody has an opinion."""

from battles.resolvers.lgg.day.evening import hits_to_allot, still_there, victims_arm
from battles.resolvers.lgg.machine.machine import first_open_fight
from battles.resolvers.lgg.plane.space import end_of, first_of
from battles.resolvers.lgg.record.codes import (
    CMD_ALLOT_HITS,
    CMD_ALLOT_PURSUIT,
    CMD_AMALGAMATE,
    CMD_BREAK_OFF,
    CMD_DONE,
    CMD_END_TURN,
    CMD_OCCUPY,
    CMD_PASS,
    CMD_RESOLVE,
    CMD_STAY_LEAVE,
    CMD_TAKE_OVER,
    COMBATS,
    LEADERS,
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
    RESULT_ATTACKER_TWO_HITS,
)
from battles.resolvers.lgg.record.rule import rule
from battles.resolvers.lgg.record.state import Battle


@rule
def plain_allotment(battle: Battle) -> None:
    """LGG-15.3-b Put the hits of a pursuit on the first units that can take them."""
    battle.cmd, battle.cmd_items = CMD_ALLOT_PURSUIT, 0
    for hit in range(3):
        left, arm = hits_to_allot(battle, hit), victims_arm(hit)
        for unit in range(first_of(battle.asked), end_of(battle, battle.asked)):
            if left > 0 and battle.arm[unit] == arm and still_there(battle, unit) and battle.sp[unit] > 0:
                hits = min(left, battle.sp[unit])
                battle.cmd_item[battle.cmd_items, 0], battle.cmd_item[battle.cmd_items, 1] = unit, hits
                battle.cmd_items += 1
                left -= hits


@rule
def plain_evening(battle: Battle) -> None:
    """ENG-15 The simplest legal answer to a question after the fighting: fight on, stay, form no groups."""
    if battle.pending == PEND_BREAK_OFF:
        battle.cmd = CMD_BREAK_OFF
    elif battle.pending == PEND_STAY:
        battle.cmd, battle.cmd_arg = CMD_STAY_LEAVE, 1
    elif battle.pending == PEND_AMALGAMATE:
        battle.cmd = CMD_AMALGAMATE
    elif battle.pending == PEND_PURSUIT:
        plain_allotment(battle)
    elif battle.pending == PEND_NIGHT:
        battle.cmd = CMD_DONE
    elif battle.pending == PEND_HEIR:
        battle.cmd, battle.cmd_unit = CMD_TAKE_OVER, battle.asked * LEADERS + 1
    elif battle.pending == PEND_STRATAGEM:
        battle.cmd = CMD_PASS


@rule
def plain_answer(battle: Battle) -> None:
    """ENG-15 The simplest legal command of the moment: end the turn, resolve in order, the first unit takes all."""
    battle.cmd, battle.cmd_arg, battle.cmd_items = CMD_END_TURN, 0, 0
    one = battle.fight_attackers[max(battle.fight_now, 0), 0]
    if battle.pending == PEND_NONE and battle.phase == COMBATS:
        battle.cmd, battle.cmd_target = CMD_RESOLVE, first_open_fight(battle)
    elif battle.pending == PEND_ALLOT:
        hits = 2 if battle.fight_result == RESULT_ATTACKER_TWO_HITS else 1
        battle.cmd, battle.cmd_arg = CMD_ALLOT_HITS, min(hits, battle.sp[one])
    elif battle.pending == PEND_OCCUPY:
        battle.cmd, battle.cmd_unit = CMD_OCCUPY, one
    else:
        plain_evening(battle)
