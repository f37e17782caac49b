"""States that never occur in a battle unless the engine is wrong.

Rules raise nothing, so that compiled ones need not ask after every call whether something was raised.
They note a fault in the record; the caller of the battle looks at it (``sound``).
"""

from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.record.state import Battle

JOURNAL_FULL, DICE_FULL, NO_ANSWER, ENDLESS = 1, 2, 3, 4
SENTENCES = {
    JOURNAL_FULL: "The journal of this battle is full.",
    DICE_FULL: "More than 256 dice belong to one event.",
    NO_ANSWER: "A question of the battle has no answer.",
    ENDLESS: "The battle does not come to an end.",
}


class BrokenBattle(RuntimeError):
    """A battle that cannot be trusted: a mistake in the engine, never in a battle file."""


@kernel
def note_fault(battle: Battle, fault: int) -> None:
    """18.2 Note what went wrong first."""
    if battle.fault == 0:
        battle.fault = fault


def sound(fault: int) -> None:
    """BrokenBattle if a battle noted a fault."""
    if fault:
        raise BrokenBattle(SENTENCES[int(fault)])
