"""Text of My Favourite Rules on the papers of a battle (contract: Briefing)."""

from collections.abc import Iterator, Mapping
from typing import Any

from battles.resolvers.frame.briefing import COMMAND_DICE as COMMAND_DICE
from battles.resolvers.frame.briefing import evening_rows as evening_rows
from battles.resolvers.frame.briefing import ground as ground
from battles.resolvers.frame.briefing import tasks_of, weather_faces
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import BattleSide

_GUNS = {"normal": "guns 32″", "overcast": "guns 24″, generals near by three quarters",
         "precipitating": "guns 24″, muskets −1, generals near by half"}  # fmt: skip
WEATHER_HEADS = ("Guns", "Shots")


def own_tasks(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    """MFR B.6 What this system prints about a side."""
    yield "Deploy within 9 inches of your long edge, infantry in column, the defender first.", "COM-20"


tasks = tasks_of(
    own_tasks,
    attacks="attacks and holds the initiative of turn 1 on a tie",
    works="of 4 inches before a unit of your first line",
)


def weather_rows(file: BattleFile, numbers: Mapping[str, Any]) -> list[list[str]]:
    """MFR-12 MFR-33 Weather, the d10 that brings it, the army commander's radius, and what it does besides."""
    del numbers
    return [[label, faces, _GUNS[key], "–"] for key, label, faces in weather_faces(file)]
