"""The canonical lines of a journal straight from its numbers, all events of one kind at once (docs/formats.md).

A record keeps a journal as rows of whole numbers. A rule system describes each kind of event by its ``Part``s: a key,
and how the column of its values becomes JSON texts. Columns become texts by tables, and lines by one template for the
whole kind, which takes a tenth of the time of making an object for each event and dumping it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from battles.resolvers.values.canonical import dump

MIDDLE = "day"
"""Every event has this key, so that an optional part may bring its comma along: after it before, before it after."""

Column = Sequence[int]


@dataclass(frozen=True)
class Group:
    """The events of one kind: their places in the journal from 0, and the columns of their rows."""

    at: Sequence[int]
    columns: Sequence[Column]

    def of(self, texts: Sequence[str]) -> list[str]:
        """Return what a list that has a text for every event of the journal has for these."""
        return [texts[place] for place in self.at]


Texts = Callable[[Group], Iterable[object]]


@dataclass(frozen=True)
class Part:
    """A key of a kind of event and the JSON texts of its values; an optional one is left out where a text is empty."""

    key: str
    texts: Texts
    optional: bool = False

    def column(self, group: Group) -> Iterable[object]:
        """Return the texts that fill the template."""
        if not self.optional:
            return self.texts(group)
        front, back = (",", "") if self.key > MIDDLE else ("", ",")
        return [text and f'{front}"{self.key}":{text}{back}' for text in self.texts(group)]


def number(column: int) -> Texts:
    """Return the whole numbers of a column."""
    return lambda group: group.columns[column]


def looked_up(table: Mapping[int, str] | Sequence[str], column: int) -> Texts:
    """Return the text that a table has for each number of a column."""
    return lambda group: map(table.__getitem__, group.columns[column])


def flag(column: int) -> Texts:
    """Return true for every number of a column but 0."""
    return lambda group: ["true" if value else "false" for value in group.columns[column]]


def per_event(texts: Sequence[str]) -> Texts:
    """Return what a list with a text for every event of the journal has for these."""
    return lambda group: group.of(texts)


def always(text: str) -> Texts:
    """Return the same text for all."""
    return lambda group: [text] * len(group.at)


@lru_cache(maxsize=2000)
def quoted(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return words as JSON texts."""
    return tuple(map(dump, words))


class TextTable(dict[int, str]):
    """Texts by number; those that are missing are made when they are first asked for."""

    def __init__(self, make: Callable[[int], str], known: Mapping[int, str] | Iterable[tuple[int, str]] = ()) -> None:
        super().__init__(known)
        self._make = make

    def __missing__(self, number: int) -> str:
        text = self[number] = self._make(number)
        return text


def or_null(known: Mapping[int, str] | Iterable[tuple[int, str]]) -> TextTable:
    """Return a table that has null for every number it does not list."""
    return TextTable(lambda _: "null", known)


def put_together(count: int, texts: Iterable[tuple[int, str]]) -> list[str]:
    """Return, for every event of a journal, the texts that belong to its place with commas between them."""
    made = [""] * count
    for place, text in texts:
        before = made[place]
        made[place] = f"{before},{text}" if before else text
    return made


def last_of_each(count: int, texts: Iterable[tuple[int, str]], missing: str) -> list[str]:
    """Return, for every event of a journal, the last text that belongs to its place."""
    made = [missing] * count
    for place, text in texts:
        made[place] = text
    return made


def listed(texts: Iterable[str]) -> list[str]:
    """Return texts with commas between them as JSON lists."""
    return [f"[{text}]" for text in texts]


class Rows:
    """The rows of a journal: events, and the details that follow each of them and belong to it.

    ``rows`` and ``is_event`` are arrays; the first column of a row is its code.
    """

    def __init__(self, rows: Any, is_event: Any) -> None:
        self.count = int(is_event.sum())
        self._events, self._details = rows[is_event], rows[~is_event]
        self._places = (np.cumsum(is_event) - 1)[~is_event]

    @cached_property
    def groups(self) -> dict[int, Group]:
        """Each kind of event that occurs, by its code."""
        order = np.argsort(self._events[:, 0], kind="stable")
        columns, places = self._events[order].T.tolist(), order.tolist()
        codes = columns[0]
        starts = [place for place, code in enumerate(codes) if not place or code != codes[place - 1]]
        return {
            codes[start]: Group(places[start:end], [column[start:end] for column in columns])
            for start, end in zip(starts, [*starts[1:], len(codes)], strict=True)
        }

    def columns(self, code: int) -> tuple[Any, Any]:
        """Return the details of one kind in their order: the places of their events, and their columns, as arrays."""
        here = self._details[:, 0] == code
        return self._places[here], self._details[here].T[1:]

    def details(self, code: int) -> list[tuple[int, ...]]:
        """Return the same one by one: the place of the event of each, then its numbers."""
        places, columns = self.columns(code)
        return list(zip(places.tolist(), *columns.tolist(), strict=True))

    def details_at(self, place: int) -> list[list[int]]:
        """Return all details of one event with their codes."""
        found: list[list[int]] = self._details[self._places == place].tolist()
        return found


def lines_of_kind(name: str, parts: Iterable[Part], group: Group) -> Iterable[str]:
    """Return the lines of all events of one kind; ``ev`` is its name, which the parts leave out."""
    ordered = sorted(parts, key=lambda part: part.key)
    template = _template(name, tuple((part.key, part.optional) for part in ordered))
    return map(template.__mod__, zip(*(part.column(group) for part in ordered), strict=True))


@lru_cache(maxsize=2000)
def _template(name: str, keys: tuple[tuple[str, bool], ...]) -> str:
    """Return the line of a kind of event, with a place for each part in the order of the keys."""
    places = {key: "%s" if optional else _place(key, "%s") for key, optional in keys}
    places["ev"] = _place("ev", dump(name))
    return "{" + "".join(places[key] for key in sorted(places)) + "}\n"


def _place(key: str, text: str) -> str:
    front, back = ("", "") if key == MIDDLE else (",", "") if key > MIDDLE else ("", ",")
    return f'{front}"{key}":{text}{back}'
