"""What the Square Brigadier says on the papers of a battle; every sentence has its rule id."""

from __future__ import annotations

from collections.abc import Iterator

from battles.resolvers.battle import BattleFile
from battles.resolvers.common.briefing import aims, evening_rows, ground, weather_rows
from battles.resolvers.sides import BattleSide

__all__ = ["evening_rows", "ground", "tasks", "weather_rows"]


def tasks(file: BattleFile, side: BattleSide, *, commanded: bool) -> list[tuple[str, str]]:
    """What a side of the battle is there for: sentence and rule id. ``commanded``: the reader commands all of it."""
    return [*aims(file, side, commanded=commanded), *_own(file, side)]


def _own(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    yield "An army that has lost more than half of its units has lost.", "SQB-47"
    yield "Deploy in your two rows of squares, infantry in front with gaps for the guns.", "COM-20"
    if file.held_whole_turn and side.role == "defender":
        yield "Each engineer unit lays a work on the square of a unit in your front row, two at most.", "SQB-42"
