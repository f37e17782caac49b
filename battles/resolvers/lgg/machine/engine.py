"""The engine: ``legal``, ``apply`` and ``play`` over one battle record (ENG-10, ENG-11, 18.2).

A person at the table, a replay and the doctrine use the same three. ``apply`` refuses with the id of a rule and changes
nothing, or carries the command out and runs the machine up to the next decision.
"""

from battles.resolvers.aftermath.rules import PURSUED_ARMS
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.day.evening import hits_to_allot, still_there
from battles.resolvers.lgg.doctrine.acts.naive import decide
from battles.resolvers.lgg.machine.machine import advance, first_open_fight
from battles.resolvers.lgg.machine.orders import carry_out, verify
from battles.resolvers.lgg.plane.space import end_of, first_of
from battles.resolvers.lgg.record.codes import LEADERS, Command, Pending, Phase, Result
from battles.resolvers.lgg.record.journal import ENDLESS, NO_ANSWER, note_fault
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import in_order


@kernel
def plain_allotment(battle: Battle) -> None:
    """LGG-15.3-b Put the hits of a pursuit on the first units that can take them."""
    battle.cmd, battle.cmd_items = Command.ALLOT_PURSUIT, 0
    for arm in PURSUED_ARMS:
        left = hits_to_allot(battle, arm)
        for unit in range(first_of(battle.asked), end_of(battle, battle.asked)):
            if left > 0 and battle.arm[unit] == arm and still_there(battle, unit) and battle.sp[unit] > 0:
                hits = min(left, battle.sp[unit])
                battle.cmd_item[battle.cmd_items, 0], battle.cmd_item[battle.cmd_items, 1] = unit, hits
                battle.cmd_items += 1
                left -= hits


@kernel
def plain_evening(battle: Battle) -> None:
    """ENG-15 The simplest legal answer to a question after the fighting: fight on, stay, form no groups."""
    if battle.pending == Pending.BREAK_OFF:
        battle.cmd = Command.BREAK_OFF
    elif battle.pending == Pending.STAY:
        battle.cmd, battle.cmd_arg = Command.STAY_LEAVE, 1
    elif battle.pending == Pending.AMALGAMATE:
        battle.cmd = Command.AMALGAMATE
    elif battle.pending == Pending.PURSUIT:
        plain_allotment(battle)
    elif battle.pending == Pending.NIGHT:
        battle.cmd = Command.DONE
    elif battle.pending == Pending.HEIR:
        battle.cmd, battle.cmd_unit = Command.TAKE_OVER, battle.asked * LEADERS + 1
    elif battle.pending == Pending.STRATAGEM:
        battle.cmd = Command.PASS


@kernel
def plain_answer(battle: Battle) -> None:
    """ENG-15 The simplest legal command of the moment: end the turn, resolve in order, the first unit takes all."""
    battle.cmd, battle.cmd_arg, battle.cmd_items = Command.END_TURN, 0, 0
    one = battle.fight_attackers[max(battle.fight_now, 0), 0]
    if battle.pending == Pending.NONE and battle.phase == Phase.COMBATS:
        battle.cmd, battle.cmd_target = Command.RESOLVE, first_open_fight(battle)
    elif battle.pending == Pending.ALLOT:
        hits = 2 if battle.fight_result == Result.ATTACKER_TWO_HITS else 1
        battle.cmd, battle.cmd_arg = Command.ALLOT_HITS, min(hits, battle.sp[one])
    elif battle.pending == Pending.OCCUPY:
        battle.cmd, battle.cmd_unit = Command.OCCUPY, one
    else:
        plain_evening(battle)


MOST_COMMANDS = 20000
"""No battle of three days needs as many; one that does has lost its way."""


@kernel
def carry_on(battle: Battle) -> None:
    """18.2 Carry out the command in ``cmd_*``, which is legal, and go on to the next decision."""
    battle.commands += 1
    waiting = battle.agenda_n
    carry_out(battle)
    in_order(battle, waiting)
    advance(battle)


@kernel
def apply(battle: Battle) -> int:
    """18.2 Carry out the command in ``cmd_*`` and go on to the next decision; or the code of the rule against it."""
    code = verify(battle)
    if code == 0:
        carry_on(battle)
    return code


@kernel
def act_plainly(battle: Battle) -> None:
    """ENG-15 The plainest legal command instead of one that the rules refuse."""
    battle.refused += 1
    plain_answer(battle)
    if apply(battle) != 0:
        note_fault(battle, NO_ANSWER)


@kernel
def act(battle: Battle) -> None:
    """ENG-15 One decision by the doctrine. What the general has had verified himself is not verified again."""
    battle.cmd, battle.vetted = Command.NONE, 0
    decide(battle)
    if battle.vetted == 1:
        carry_on(battle)
    elif apply(battle) != 0:
        act_plainly(battle)


@kernel
def play_round(battle: Battle) -> None:
    """ENG-15 Go on until another round begins or the battle is over, both sides led by the doctrine."""
    now = battle.rounds
    while battle.phase != Phase.OVER and battle.rounds == now and battle.fault == 0:
        act(battle)
        if battle.commands > MOST_COMMANDS:
            note_fault(battle, ENDLESS)


@kernel
def play(battle: Battle) -> None:
    """ENG-15 Fight a battle from its set-up to its end, both sides led by the doctrine."""
    advance(battle)
    while battle.phase != Phase.OVER and battle.fault == 0:
        play_round(battle)
