"""Print of One Hour Wargames: hits, moves, ranges and columns of each unit, the board (A.3)."""

from typing import Any

from battles.resolvers.common.codes import Arm, Type
from battles.resolvers.frame.papers import papers_of
from battles.resolvers.one_hour.attack import fire_column, melee_column
from battles.resolvers.one_hour.board import ZONE
from battles.resolvers.one_hour.codes import INCH
from battles.resolvers.one_hour.numbers import COLUMN_FOOT_MILITIA, HITS, MOVE_FOOT, MOVE_GUNS, MOVE_HORSE
from battles.resolvers.one_hour.resolver import DOOR
from battles.resolvers.one_hour.shooting import range_of
from battles.resolvers.one_hour.system import SYSTEM

LOSS = ("hit", "hits")
NOTE = "A unit leaves play when its last box is crossed off. Columns are those of the attack table (OHW-11)."


def card(battle: Any, unit: int) -> tuple[tuple[str, str], ...]:
    """OHW-03 OHW-08 OHW-13 What is on a unit's card."""
    arm, reach = battle.arm[unit], int(range_of(battle, unit))
    move = battle.num[MOVE_HORSE if arm == Arm.CAV else MOVE_GUNS if arm == Arm.ART else MOVE_FOOT]
    rows = [("move", f"{int(move)}″"), ("melee", f"column {written(melee_column(battle, unit))}")]
    if reach:
        rows.append(("shoots", f"to {reach // INCH}″, column {written(fire_column(battle, unit, reach))}"))
    if battle.kind[unit] == Type.MILITIA_INF and not battle.guard[unit]:
        rows.append(("after a hit", f"column {written(battle.num[COLUMN_FOOT_MILITIA])}"))
    return tuple(rows)


def written(column: Any) -> str:
    """OHW-11 A column as it is printed above the table."""
    return f"{int(column):+d}".replace("+0", "0")


def fresh_hits(battle: Any, unit: int) -> int:
    """OHW-18 The hits of a fresh unit."""
    return int(battle.num[HITS])


unit_papers, board_paper = papers_of(DOOR, SYSTEM.board, card, fresh=fresh_hits, zone=ZONE / INCH)
