"""The engine: ``legal``, ``apply`` and ``play`` over one battle record (ENG-10, ENG-11, 18.2).

A person at the table, a replay and the doctrine use the same three. ``apply`` refuses with the id of a rule and changes
nothing, or carries the command out and runs the machine up to the next decision.
"""

from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.doctrine.naive import decide
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.machine.orders import carry_out, verify
from battles.resolvers.lgg.machine.plain import plain_answer
from battles.resolvers.lgg.record.codes import Command, Phase
from battles.resolvers.lgg.record.faults import ENDLESS, NO_ANSWER, note_fault
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import in_order

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
