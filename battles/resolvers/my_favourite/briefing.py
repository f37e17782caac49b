"""What is told beforehand of a battle by My Favourite Rules (contract: Briefing)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from battles.resolvers.aftermath.papers import evening_rows as evening_rows
from battles.resolvers.aftermath.papers import ground as ground
from battles.resolvers.aftermath.papers import weather_faces
from battles.resolvers.battle import BattleFile
from battles.resolvers.sides import BattleSide

_GUNS = {"normal": "guns 32″", "overcast": "guns 24″, generals near by three quarters",
         "precipitating": "guns 24″, muskets −1, generals near by half"}  # fmt: skip


def tasks(file: BattleFile, side: BattleSide, *, commanded: bool) -> list[tuple[str, str]]:
    """What a side is there for: sentence and rule id."""
    return [*_aims(file, side), *_play(file, side)]


def _aims(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    if file.engagement == "meeting":
        yield "A meeting engagement: every second unit comes only in turn 3, over its own edge.", "HR-T3"
    else:
        task = "attacks and holds the initiative of turn 1 on a tie" if side.role == "attacker" else "defends"
        yield f"Your side {task}.", "MFR-02"
    yield "An army that has lost more than half of its units breaks and leaves the field.", "COM-13"
    yield "At the end of the day the side that has lost clearly less has won.", "COM-14"


def _play(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    yield "Deploy within 9 inches of your long edge, infantry in column, the defender first.", "COM-20"
    if any(unit.arrives is not None for unit in side.units):
        yield "What comes late enters over its edge at the start of its turn.", "HR-T6"
    if file.options.limit_guns:
        yield "One unit of guns deploys to three of infantry and cavalry; the others stay off the table.", "HR-7"


def weather_rows(file: BattleFile, numbers: Mapping[str, Any]) -> list[list[str]]:
    """MFR-12 MFR-33 Weather, the d10 that brings it, the army commander's radius, and what it does besides."""
    del numbers
    return [[label, faces, _GUNS[key], "–"] for key, label, faces in weather_faces(file)]
