"""Unit cards, table and losses of this system on paper (contract: Papers)."""

from typing import Any

from battles.resolvers.common.codes import Arm
from battles.resolvers.frame.papers import papers_of
from battles.resolvers.solo_napoleonic.codes import CLASS_KEYS, Own
from battles.resolvers.solo_napoleonic.numbers import NUMBERS
from battles.resolvers.solo_napoleonic.resolver import DOOR
from battles.resolvers.solo_napoleonic.system import SYSTEM

LOSS, NOTE = ("figure", "figures"), "A unit leaves play at half of its figures; its disorder is counted beside it."


def card(battle: Any, unit: int) -> tuple[tuple[str, str], ...]:
    """SNW-66 Return what stands on the card of a division: its units, their figures and their class."""
    row = battle.roll[unit]
    mates = sum(1 for other in range(int(battle.units[0])) if battle.roll[other] == row)
    name = "batteries" if battle.arm[unit] == Arm.ART else "regiments" if battle.arm[unit] == Arm.CAV else "battalions"
    return (
        ("Class", classes_of(battle, unit)),
        (name.capitalize(), str(mates)),
        ("Figures in each", str(int(battle.cap[unit]))),
    )


def classes_of(battle: Any, unit: int) -> str:
    """SNW-66 The class of a division's units; two where they take turns."""
    mates = [other for other in range(int(battle.units[0])) if battle.roll[other] == battle.roll[unit]]
    return " and ".join(dict.fromkeys(CLASS_KEYS[int(battle.own[mate, Own.CLASS])] for mate in mates))


def fresh(battle: Any, unit: int) -> int:
    """SNW-01 The figures of a fresh unit."""
    return int(battle.cap[unit])


ZONE = float(str(NUMBERS.values({})["board.zone"]))
unit_papers, board_paper = papers_of(DOOR, SYSTEM.board, card, fresh=fresh, zone=ZONE)
