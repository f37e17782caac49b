"""Text of One Hour Wargames, modified, on the papers of a battle (contract: Briefing)."""

from collections.abc import Iterator, Mapping
from typing import Any

from battles.resolvers.frame.briefing import COMMAND_DICE as COMMAND_DICE
from battles.resolvers.frame.briefing import evening_rows as evening_rows
from battles.resolvers.frame.briefing import ground as ground
from battles.resolvers.frame.briefing import tasks_of, weather_faces
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import BattleSide

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
