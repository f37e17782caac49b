"""Field works that an army raises where it stays (HR-31)."""

from collections.abc import Iterable

from battles.resolvers.values.sides import MOST_RAISED
from campaign.rules.theatre import ArmyFacts

DIGGERS = ("foot", "eng")


def works_left(works: int, raised_on: int, entered_on: int) -> int:
    """HR-31 The works that an army has where it stands: none once it has gone into another province."""
    return works if entered_on <= raised_on else 0


def digs(army: ArmyFacts) -> bool:
    """HR-31 Whether infantry or engineers are with an army."""
    return any(unit.arm in DIGGERS and unit.strength for unit in army.units)


def hindrance(army: ArmyFacts, turn: int, *, marched: bool, fought: bool) -> str:
    """HR-31 Why an army raises no work this turn, as a clause; empty if it raises one."""
    if fought or army.engaged:
        return "it was in a battle"
    if marched or army.entered_turn == turn:
        return "it was on the march"
    if not digs(army):
        return "no infantry or engineers were with it"
    return "it has all the works that it can man" if army.field_works >= MOST_RAISED else ""


def works_of_side(works: Iterable[int]) -> int:
    """HR-31 The works of a side that defends: those of its armies that stand there, as many as it can man."""
    return min(MOST_RAISED, sum(works))
