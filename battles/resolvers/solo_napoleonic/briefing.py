"""Text of the Solo Napoleonic rules on the papers of a battle (contract: Briefing)."""

from collections.abc import Iterator, Mapping
from typing import Any

from battles.resolvers.frame.briefing import COMMAND_DICE as COMMAND_DICE
from battles.resolvers.frame.briefing import evening_rows as evening_rows
from battles.resolvers.frame.briefing import ground as ground
from battles.resolvers.frame.briefing import tasks_of, weather_faces
from battles.resolvers.solo_napoleonic.numbers import NUMBERS
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import BattleSide

_MORE = {"normal": "–", "overcast": "nothing more", "precipitating": "volleys one less; two units in three drift"}
_BANDS = {"normal": 3, "overcast": 2, "precipitating": 1}
WEATHER_HEADS = ("Guns", "Besides")


def own_tasks(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    """SNW-05 SNW-16 COM-20 What this system prints about a side."""
    yield ("Each division is a brigade of battalions or regiments, under a brigadier with faults of his own.", "SNW-16")
    yield "A brigadier who fails his roll leaves each of his units a card of its own.", "SNW-05"
    zone = NUMBERS.values({})["board.zone"]
    yield f"Deploy within {zone} mm of your long edge, the defender first.", "COM-20"


tasks = tasks_of(own_tasks, works="of 100 mm before a unit of your first line", upcoming="brigade")


def weather_rows(file: BattleFile, numbers: Mapping[str, Any]) -> list[list[str]]:
    """SNW-67 Weather, the d10 that brings it, the farthest range of field guns, and what it does besides."""
    return [
        [label, faces, f"guns {numbers['guns.foot'][_BANDS[key]]} mm", _MORE[key]]
        for key, label, faces in weather_faces(file)
    ]
