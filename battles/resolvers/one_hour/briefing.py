"""What is told beforehand of a battle by One Hour Wargames, modified (contract: Briefing)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from battles.resolvers.aftermath.papers import evening_rows as evening_rows
from battles.resolvers.aftermath.papers import ground as ground
from battles.resolvers.aftermath.papers import weather_faces
from battles.resolvers.battle import BattleFile
from battles.resolvers.sides import BattleSide

_RANGES = {"normal": "range.guns", "overcast": "range.dim_guns", "precipitating": "range.dim_guns"}


def tasks(file: BattleFile, side: BattleSide, *, commanded: bool) -> list[tuple[str, str]]:
    """What a side is there for: sentence and rule id."""
    return [*_aims(file, side), *_play(file, side)]


def _aims(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    if file.engagement == "meeting":
        yield "A meeting engagement: every second unit comes only in turn 3, over its own edge.", "HR-T3"
    else:
        yield (
            f"Your side {'attacks and has the first player turn' if side.role == 'attacker' else 'defends'}.",
            "OHW-02",
        )
    yield "An army that has lost more than half of its units breaks and leaves the field.", "COM-13"
    yield "At the end of the day the side that has lost clearly less has won.", "COM-14"


def _play(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    yield "Deploy within 9 inches of your long edge, the defender first; the board is 36 inches deep.", "COM-20"
    if any(unit.arrives is not None for unit in side.units):
        yield "What comes late enters over its edge at the start of its turn.", "HR-T6"
    if file.options.limit_guns:
        yield "One unit of guns deploys to three of infantry and cavalry; the others stay off the table.", "HR-7"


def weather_rows(file: BattleFile, numbers: Mapping[str, Any]) -> list[list[str]]:
    """OHW-26 Weather, the d10 that brings it, the range of guns, and what it does besides."""
    more = {"normal": "–", "overcast": "–", "precipitating": "every target is covered"}
    return [[label, faces, f"guns {numbers[_RANGES[key]]}″", more[key]] for key, label, faces in weather_faces(file)]
