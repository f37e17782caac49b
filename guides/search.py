"""Find words in the documents: a passage is found where it, or its heading, has all of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from guides.library import Guide, Passage, library
from guides.text import Heading

MOST, LONGEST = 30, 80
AROUND = 130
"""Characters of a passage that are shown before and after the first word found."""


@dataclass(frozen=True)
class Hit:
    """A place in a document; ``parts`` are its words, those that were looked for marked."""

    guide: Guide
    heading: Heading
    parts: tuple[tuple[str, bool], ...]


def wanted(query: str) -> list[str]:
    """The words to look for, in small letters."""
    return query[:LONGEST].casefold().split()


def find(query: str) -> list[Hit]:
    """The best places for some words: those that a heading names first, then in the order of the documents."""
    words = wanted(query)
    if not words:
        return []
    found = sorted(_places(words), key=lambda place: place[0])
    return [_hit(guide, passage, words) for _, guide, passage in found[:MOST]]


def _places(words: list[str]) -> Iterator[tuple[int, Guide, Passage]]:
    """Each section that has the words, once, with its rank: the lower the better."""
    for guide in library():
        best: dict[Heading, tuple[int, Guide, Passage]] = {}
        for passage in guide.passages:
            rank = _rank(passage, words)
            if rank is not None and rank < best.get(passage.heading, (9,))[0]:
                best[passage.heading] = (rank, guide, passage)
        yield from best.values()


def _rank(passage: Passage, words: list[str]) -> int | None:
    """0 where the heading has all words, 1 where the passage has them, 2 where both together do; None elsewhere."""
    title, body = passage.heading.title.casefold(), passage.words.casefold()
    if all(word in title for word in words):
        return 0
    if all(word in body for word in words):
        return 1
    return 2 if all(word in title or word in body for word in words) else None


def _hit(guide: Guide, passage: Passage, words: list[str]) -> Hit:
    pattern = re.compile(f"({'|'.join(map(re.escape, words))})", re.IGNORECASE)
    parts = pattern.split(_around(passage.words, pattern))
    return Hit(guide, passage.heading, tuple((part, at % 2 == 1) for at, part in enumerate(parts) if part))


def _around(words: str, pattern: re.Pattern[str]) -> str:
    """The words about the first one found; an ellipsis where some are left out."""
    first = pattern.search(words)
    middle = first.start() if first else 0
    start, end = max(0, middle - AROUND), middle + AROUND
    start = words.find(" ", start) + 1 if start else 0
    end = len(words) if end >= len(words) else words.rfind(" ", start, end)
    return f"{'… ' if start else ''}{words[start:end]}{' …' if end < len(words) else ''}"
