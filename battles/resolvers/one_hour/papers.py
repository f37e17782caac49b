"""Print of One Hour Wargames: hits, moves, ranges and columns of each unit, the board (A.3)."""

from collections.abc import Iterator, Mapping
from typing import Any

from battles.resolvers.common.codes import Arm, Type
from battles.resolvers.frame.briefing import COMMAND_DICE as COMMAND_DICE
from battles.resolvers.frame.briefing import evening_rows as evening_rows
from battles.resolvers.frame.briefing import ground as ground
from battles.resolvers.frame.briefing import tasks_of, weather_faces
from battles.resolvers.frame.papers import papers_of
from battles.resolvers.one_hour.attack import fire_column, melee_column
from battles.resolvers.one_hour.codes import COLUMN_FOOT_MILITIA, HITS, INCH, MOVE_FOOT, MOVE_GUNS, MOVE_HORSE
from battles.resolvers.one_hour.resolver import DOOR, ZONE
from battles.resolvers.one_hour.shooting import range_of
from battles.resolvers.one_hour.system import SYSTEM
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import BattleSide

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


_RANGES = {"normal": "range.guns", "overcast": "range.dim_guns", "precipitating": "range.dim_guns"}
WEATHER_HEADS = ("Guns", "Shots")


def own_tasks(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    """OHW A.3 What this system prints about a side."""
    yield "Deploy within 9 inches of your long edge, the defender first; the board is 36 inches deep.", "COM-20"


tasks = tasks_of(
    own_tasks, attacks="attacks and has the first player turn", works="of 4 inches before a unit of your first line"
)


def weather_rows(file: BattleFile, numbers: Mapping[str, Any]) -> list[list[str]]:
    """OHW-26 Weather, the d10 that brings it, the range of guns, and what it does besides."""
    more = {"normal": "–", "overcast": "–", "precipitating": "every target is covered"}
    return [[label, faces, f"guns {numbers[_RANGES[key]]}″", more[key]] for key, label, faces in weather_faces(file)]
