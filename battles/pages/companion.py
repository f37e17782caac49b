"""The companion's page: the log as a reader reads it, the odds of a combat or a fire, the price of a move."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from battles.pages.odds import odds_page
from battles.resolvers.notes import UNDO, Line, Reader
from battles.resolvers.place import Place
from battles.resolvers.registry import companion


@dataclass(frozen=True)
class LogLine:
    """One note in the log; ``may_undo`` says that this reader may take it back."""

    number: int
    text: str
    by: str
    rolled: bool
    taken_back: bool
    may_undo: bool
    dice_gone: bool = False
    """It takes dice back, or its dice were taken back: both sides shall see that."""


def log_of(lines: tuple[Line, ...], reader: int | None) -> list[LogLine]:
    """The log, the last note first."""
    thrown = {line.note.number for line in lines if line.note.values.get("dice")}
    return [_log_line(line, reader, thrown) for line in reversed(lines)]


def _log_line(line: Line, reader: int | None, thrown: set[int]) -> LogLine:
    note = line.note
    gone = note.number if line.taken_back else note.values.get("of") if note.kind == UNDO else None
    mine = reader is None or note.side == reader
    may_undo = mine and not line.taken_back and note.kind != UNDO
    rolled = bool(note.values.get("rolled"))
    return LogLine(note.number, line.read_by(reader), note.by, rolled, line.taken_back, may_undo, gone in thrown)


def fight_odds(rules: str, table: Any, kind: str, asked: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    """The odds of a combat or a fire as this reader may reckon them; Refusal where it cannot be."""
    door = companion(rules)
    ask = door.combat_question if kind == "combat" else door.fire_question
    return odds_page(ask(table, Place(dict(asked)), reader).answer())
