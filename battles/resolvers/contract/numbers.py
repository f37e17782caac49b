"""The numbers of a rule system as a sheet that can be read, filled in and compared (ENG-1, ENG-2).

A profile's values are an overlay: nested tables of entries ``{value, tag, source}`` in which everything may be left
out that stays as it is shipped, and a ``name``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from base.refusal import Refusal

YES, NO = "yes", "no"
LONGEST = 40

Plain = bool | int | float | str | list[Any]


@dataclass(frozen=True)
class Number:
    """One number of the rules: its path, what stands now, what is shipped, where it comes from."""

    path: str
    label: str
    value: Plain
    shipped: Plain
    tag: str
    source: str

    @property
    def text(self) -> str:
        """The number in use, as it is printed and typed."""
        return written(self.value)

    @property
    def shipped_text(self) -> str:
        """The shipped number, in the same form."""
        return written(self.shipped)

    @property
    def changed(self) -> bool:
        """Whether it differs from the shipped number."""
        return self.value != self.shipped

    @property
    def printed(self) -> bool:
        """Whether it is in the surviving text, which a profile leaves alone (tag SRC)."""
        return self.tag == "SRC"

    @property
    def choice(self) -> bool:
        """Whether it is a yes or a no."""
        return isinstance(self.shipped, bool)


@dataclass(frozen=True)
class SheetRow:
    """A row of a section: its heading and a cell for each column; None where there is no such number."""

    title: str
    cells: tuple[Number | None, ...]


@dataclass(frozen=True)
class Section:
    """A table of the sheet with the id of the rule it comes from."""

    key: str
    title: str
    rule: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]

    @property
    def changes(self) -> int:
        """The count of its numbers that differ from the shipped ones."""
        return sum(1 for number in self.numbers() if number.changed)

    def numbers(self) -> Iterator[Number]:
        """Its numbers, row by row."""
        return (cell for row in self.rows for cell in row.cells if cell is not None)


@dataclass(frozen=True)
class NumberSheet:
    """All numbers of a profile."""

    name: str
    digest: str
    sections: tuple[Section, ...]

    def numbers(self) -> dict[str, Number]:
        """Return every number by its path."""
        return {number.path: number for section in self.sections for number in section.numbers()}

    def changes(self) -> list[Number]:
        """Return the numbers that differ from the shipped ones."""
        return [number for number in self.numbers().values() if number.changed]


@dataclass(frozen=True)
class Difference:
    """One number that two profiles do not share."""

    path: str
    label: str
    first: str
    second: str
    shipped: str


def differences(first: NumberSheet, second: NumberSheet) -> list[Difference]:
    """ENG-2 Return what differs between two profiles of one rule system."""
    others = second.numbers()
    return [
        Difference(one.path, one.label, one.text, others[path].text, one.shipped_text)
        for path, one in first.numbers().items()
        if one.value != others[path].value
    ]


def written(value: Plain) -> str:
    """Return a number as text: ``7``, ``1.5``, ``yes``, or the parts of a list between strokes, ``4 / 4``."""
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, list):
        return " / ".join(written(part) for part in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def typed(number: Number, text: str) -> Plain:
    """Return the value that somebody typed for a number; an empty text means the shipped one."""
    text = text.strip()
    if not text:
        return number.shipped
    if len(text) > LONGEST:
        raise Refusal(f"{number.path}: at most {LONGEST} characters are read.")
    if number.choice:
        return _yes(number.path, text)
    if isinstance(number.shipped, list):
        return [part if part == "-" else _number(number.path, part) for part in _parts(text)]
    return _number(number.path, text)


def _parts(text: str) -> list[str]:
    return ["-" if part.strip() in ("-", "–") else part.strip() for part in text.split("/")]


def _yes(path: str, text: str) -> bool:
    if text.lower() not in (YES, NO):
        raise Refusal(f"{path}: write yes or no.")
    return text.lower() == YES


def _number(path: str, text: str) -> int | float:
    body = text.removeprefix("-").removeprefix("−").removeprefix("+")
    whole, point, decimals = body.partition(".")
    if not (body.isascii() and whole.isdigit() and (decimals.isdigit() or not point)):
        such = "2 / 3" if "cv" in path else "2"
        raise Refusal(f'{path}: "{text[:20]}" is not a number; write digits such as {such}.')
    value = float(body) if point else int(body)
    return -value if text[0] in "-−" else value


def overlay_of(sheet: NumberSheet, texts: Mapping[str, str], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the overlay that typed texts make, path by path; what is not among them stays as in ``before``.

    An entry whose value stays keeps the tag and the source that somebody gave it.
    """
    made: dict[str, Any] = {"name": sheet.name}
    for path, number in sheet.numbers().items():
        value = typed(number, texts[path]) if path in texts and not number.printed else number.value
        if value != number.shipped:
            kept = entry_at(before, path) if value == number.value else {}
            put(made, path, kept | {"value": value})
    return made


def entry_at(overlay: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Return an overlay's entry for one number; empty where it has none."""
    found: Any = overlay
    for key in path.split("."):
        found = found.get(key, {}) if isinstance(found, Mapping) else {}
    return dict(found) if isinstance(found, Mapping) else {}


def put(overlay: dict[str, Any], path: str, entry: dict[str, Any]) -> None:
    """Write an entry into an overlay, making the tables on the way."""
    *way, last = path.split(".")
    for key in way:
        overlay = overlay.setdefault(key, {})
    overlay[last] = entry
