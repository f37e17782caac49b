"""Canonical lines: the one text of a journal, of which its digest is made and which the database keeps.

One JSON object a line, keys sorted, no spaces, accents as they are, a line feed after each (docs/formats.md). A rule
system may write the lines itself (``journal/lines.py``); their events are then read when somebody asks for them.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, overload

Event = dict[str, Any]

dump = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
"""A value as canonical JSON."""


def canonical_lines(events: Iterable[Event]) -> str:
    """Return the journal as text: one JSON object a line, keys sorted, no spaces, a line feed after each."""
    return events.text if isinstance(events, Written) else "".join(dump(event) + "\n" for event in events)


def read_lines(text: str) -> list[Event]:
    """Return the events in canonical lines, the opposite of `canonical_lines`."""
    return [json.loads(line) for line in text.split("\n") if line]


def digest_of(events: Iterable[Event]) -> str:
    """`sha256:` and the SHA-256 of the journal's canonical lines in UTF-8."""
    return digest_of_lines(canonical_lines(events))


def digest_of_lines(lines: str) -> str:
    """`sha256:` and the SHA-256 of canonical lines in UTF-8."""
    return "sha256:" + sha256(lines.encode()).hexdigest()


class Written(Sequence[Event]):
    """A journal that was written as canonical lines; its events are read from them once, when first asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Every event, in order."""
        return tuple(read_lines(self.text))

    def __len__(self) -> int:
        return self.text.count("\n")

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    @overload
    def __getitem__(self, at: int) -> Event: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Event]: ...
    def __getitem__(self, at: int | slice) -> Event | Sequence[Event]:
        return self.events[at]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Written):
            return self.text == other.text
        return isinstance(other, Sequence) and self.events == tuple(other)

    __hash__ = None  # type: ignore[assignment]
