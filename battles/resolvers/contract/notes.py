"""Notes at the table of a battle fought by hand: their writers, and pairs that collide.

A note is never changed. One that was wrong is taken back by another one, whose kind is ``undo``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

UNDO = "undo"


@dataclass(frozen=True)
class Note:
    """One note; ``side`` is 0 or 1, the side that wrote it, or None for somebody who writes for both."""

    number: int
    side: int | None
    kind: str
    values: Mapping[str, Any] = field(default_factory=dict)
    by: str = ""


@dataclass(frozen=True)
class Reader:
    """A reader of a table: a side, and of its units those that are his own (None: all of them). Without a side he
    reads everything."""

    side: int | None = None
    units: frozenset[str] | None = None

    def writes_for(self, side: int) -> bool:
        """Does he speak for this side?"""
        return self.side is None or self.side == side

    def owns(self, key: str, side: int) -> bool:
        """Is a unit of this side his own?"""
        return self.side is None or (self.side == side and (self.units is None or key in self.units))


EVERYTHING = Reader()


@dataclass(frozen=True)
class Wording:
    """A note's line in the log; where it is ``secret_of`` a side, the other one reads ``instead``.

    ``story`` is its sentence in the dispatch, empty where it has none. ``chapter`` is the title of what comes after it.
    """

    text: str
    secret_of: int | None = None
    instead: str = ""
    story: str = ""
    chapter: str = ""


@dataclass(frozen=True)
class Line:
    """A note in the log. ``taken_back`` notes count no more."""

    note: Note
    wording: Wording
    taken_back: bool = False

    def read_by(self, reader: int | None) -> str:
        """Return the line as a side reads it; None reads everything."""
        hidden = self.wording.secret_of is not None and reader is not None and reader != self.wording.secret_of
        return self.wording.instead if hidden else self.wording.text


def taken_back(notes: Iterable[Note]) -> set[int]:
    """Return the numbers of the notes that were taken back."""
    return {note.values.get("of", 0) for note in notes if note.kind == UNDO}


@dataclass(frozen=True)
class Touch:
    """The needs and changes of a note, as keys; two notes collide where one changes what the other needs."""

    needs: frozenset[str]
    changes: frozenset[str]


def collision(mine: Touch, later: Sequence[tuple[Note, Touch]]) -> Note | None:
    """Return the first note written since ``mine`` was begun that changes what it rests upon or changes itself."""
    for note, touch in later:
        if touch.changes & (mine.needs | mine.changes):
            return note
    return None
