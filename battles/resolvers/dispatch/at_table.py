"""Write the story of an evening at the table: a chapter a round, in the sentences of the companion's notes."""

from collections.abc import Iterable
from dataclasses import dataclass

from battles.resolvers.contract.notes import UNDO, Line

QUIET = "Nobody came to blows."


@dataclass(frozen=True)
class Passage:
    """A round or an evening, with what was noted of it."""

    title: str
    text: str


def passages(lines: Iterable[Line]) -> tuple[Passage, ...]:
    """Return the story of a table; notes taken back and secrets are left out, and so are parts without a title."""
    made: list[tuple[str, list[str]]] = [("", [])]
    for line in lines:
        if line.taken_back or line.note.kind == UNDO or line.wording.secret_of is not None:
            continue
        made[-1][1].extend([line.wording.story] if line.wording.story else [])
        if line.wording.chapter:
            made.append((line.wording.chapter, []))
    last = len(made) - 1
    kept = [part for n, part in enumerate(made) if part[0] and (part[1] or n < last)]
    return tuple(Passage(title, " ".join(story) or QUIET) for title, story in kept)
