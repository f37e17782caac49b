"""The companion's log as a reader reads it."""

from dataclasses import dataclass

from battles.resolvers.contract.notes import UNDO, Line


@dataclass(frozen=True)
class LogLine:
    """One note in the log; ``may_undo`` means that this reader may take it back."""

    number: int
    text: str
    by: str
    rolled: bool
    taken_back: bool
    may_undo: bool
    dice_gone: bool = False
    """It takes dice back, or its dice were taken back: both sides shall see that."""


def log_of(lines: tuple[Line, ...], reader: int | None) -> list[LogLine]:
    """Return the log, the last note first."""
    thrown = {line.note.number for line in lines if line.note.values.get("dice")}
    return [_log_line(line, reader, thrown) for line in reversed(lines)]


def _log_line(line: Line, reader: int | None, thrown: set[int]) -> LogLine:
    note = line.note
    gone = note.number if line.taken_back else note.values.get("of") if note.kind == UNDO else None
    mine = reader is None or note.side == reader
    may_undo = mine and not line.taken_back and note.kind != UNDO
    rolled = bool(note.values.get("rolled"))
    return LogLine(note.number, line.read_by(reader), note.by, rolled, line.taken_back, may_undo, gone in thrown)
