"""What is told beforehand of a battle by the Solo Napoleonic rules (contract: Briefing)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from battles.resolvers.aftermath.papers import evening_rows as evening_rows
from battles.resolvers.aftermath.papers import ground as ground
from battles.resolvers.aftermath.papers import weather_faces
from battles.resolvers.battle import BattleFile
from battles.resolvers.sides import BattleSide

_MORE = {
    "normal": "–",
    "overcast": "nothing more",
    "precipitating": "volleys one less; two units in three drift",
}
_BANDS = {"normal": 3, "overcast": 2, "precipitating": 1}


def tasks(file: BattleFile, side: BattleSide, *, commanded: bool) -> list[tuple[str, str]]:
    """What a side is there for: sentence and rule id."""
    return [*_aims(file, side), *_play(file, side)]


def _aims(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    if file.engagement == "meeting":
        yield "A meeting engagement: every second brigade comes only in turn 3, over its own edge.", "HR-T3"
    else:
        yield f"Your side {'attacks' if side.role == 'attacker' else 'defends'}.", "COM-17"
    yield "An army breaks when more than half of its units are lost or rout.", "SNW-68"
    yield "At the end of the day the side that has lost clearly less has won.", "COM-14"


def _play(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    yield (
        "Each division is a brigade of battalions or regiments, under a brigadier with faults of his own.",
        "SNW-16",
    )
    yield "A brigadier who fails his roll leaves each of his units a card of its own.", "SNW-05"
    if any(unit.arrives is not None for unit in side.units):
        yield "What comes late enters over its edge at the start of its turn.", "HR-T6"
    if file.options.limit_guns:
        yield "One unit of guns deploys to three of infantry and cavalry; the others stay off the table.", "HR-7"


def weather_rows(file: BattleFile, numbers: Mapping[str, Any]) -> list[list[str]]:
    """SNW-67 Weather, the d10 that brings it, the farthest range of field guns, and what it does besides."""
    return [
        [label, faces, f"guns {numbers['guns.foot'][_BANDS[key]]} mm", _MORE[key]]
        for key, label, faces in weather_faces(file)
    ]
