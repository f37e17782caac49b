"""A pasted table of towns: names, places, owners, values. Each cell that cannot be read is named with its remedy."""

import csv
import io
import re
from dataclasses import dataclass
from typing import Any

from base.refusal import Refusal
from base.spreadsheets import ZIP, Row, decoded, rows_of
from campaign.rules.drafts.pasted import MOST_TEXT, Trouble, folded, shown
from campaign.rules.files.fields import Point
from campaign.rules.kinds import ProvinceTerrain
from rosters.rules.roster_table import NO, YES

COLUMNS = {
    "name": ("name", "town", "province", "place"),
    "x": ("x",),
    "y": ("y",),
    "lon": ("longitude", "lon", "long", "lng", "east"),
    "lat": ("latitude", "lat", "north"),
    "owner": ("owner", "faction", "controller", "power"),
    "home": ("home", "home of"),
    "value": ("value", "income", "points"),
    "terrain": ("terrain", "ground"),
    "size": ("size", "town size", "town_size"),
    "region": ("region",),
    "fortress": ("fortress", "fort"),
    "depot": ("depot", "magazine"),
    "capital": ("capital",),
}
"""Column → the words that may head it."""
IN_ORDER = ("name", "x", "y", "owner", "value", "terrain")
"""The columns of a table without heads."""
MOST_TOWNS = 400
LONGEST_HEAD = 4_000
NOBODY = frozenset({"", "-", "–", "none", "nobody", "neutral"})
_NUMBER = re.compile(r"[-+−]?\d{1,7}(?:[.,]\d{1,8})?")
_DEGREES = re.compile(
    r"(?P<whole>[-+−]?\d{1,3}(?:[.,]\d{1,8})?)\s*°?\s*(?:(?P<minutes>\d{1,2})\s*['’′])?\s*(?P<side>[NSEWnsew])?"
)


@dataclass(frozen=True)
class Town:
    """A row of the table. None means that the table has no such column."""

    line: int
    name: str
    at: Point | None
    lon_lat: Point | None
    owner: str | None = None
    home: str | None = None
    value: int | None = None
    terrain: str | None = None
    size: int | None = None
    region: str | None = None
    fortress: bool | None = None
    depot: bool | None = None
    capital: bool | None = None


@dataclass(frozen=True)
class TownTable:
    """The towns that could be read, and what could not."""

    towns: tuple[Town, ...]
    troubles: tuple[Trouble, ...]


def read_towns(data: bytes | str) -> TownTable:
    """Read a table of CSV, of cells pasted from a spreadsheet, or a workbook. Refusal where it is no table at all."""
    rows = [(number, _named(row)) for number, row in _rows(data)]
    heads = set(rows[0][1]) if rows else set()
    missing = [] if not rows else _missing(heads)
    if missing:
        raise Refusal(f"Towns: the table has no column {missing[0]}; write name, x and y (or longitude and latitude).")
    if len(rows) > MOST_TOWNS:
        raise Refusal(f"Towns: the table has {len(rows)} rows, at most {MOST_TOWNS} are drawn here; leave some out.")
    towns, troubles, seen = [], [], dict[str, int]()
    for number, cells in rows:
        reader = _Reader(number, cells)
        town = reader.town()
        first = seen.setdefault(folded(town.name), number)
        if town.name and first != number:
            reader.refuse("name", f"“{shown(town.name)}” is in line {first} already; give each town its own name.")
        troubles += reader.troubles
        towns.append(town)
    return TownTable(tuple(towns), tuple(troubles))


def _rows(data: bytes | str) -> list[Row]:
    if isinstance(data, bytes) and data.startswith(ZIP):
        return rows_of(data)
    try:
        text = decoded(data) if isinstance(data, bytes) else data
    except UnicodeDecodeError:
        raise Refusal("Towns: the file is not text; save it as CSV in UTF-8, or as XLSX.") from None
    if len(text) > MOST_TEXT:
        raise Refusal(f"Towns: the table is too long; at most {MOST_TEXT:,} characters are read.")
    text = text.replace("\0", " ")
    if not _bare(text):
        return rows_of(text)
    mark = max(",;\t", key=text.lstrip().partition("\n")[0].count)
    return [(number - 1, row) for number, row in rows_of(mark.join(IN_ORDER) + "\n" + text)]


def _bare(text: str) -> bool:
    """Return whether a table begins with a town instead of the heads of its columns."""
    first = next(iter(text.lstrip("\ufeff \r\n").splitlines()), "")[:LONGEST_HEAD]
    cells = next(iter(csv.reader([first], delimiter=max(",;\t", key=first.count))), [])
    return len(cells) > 2 and all(_NUMBER.match(cell.strip()) for cell in cells[1:3])


def _named(row: dict[str, str]) -> dict[str, str]:
    """Return the cells by the names of their columns; others are left out."""
    found: dict[str, str] = {}
    for column, heads in COLUMNS.items():
        for head in heads:
            if head in row and column not in found:
                found[column] = row[head]
    return found


def _missing(heads: set[str]) -> list[str]:
    place = ("lon", "lat") if heads & {"lon", "lat"} else ("x", "y")
    words = {"lon": "longitude", "lat": "latitude"}
    return [words.get(column, column) for column in ("name", *place) if column not in heads]


class _Reader:
    """The cells of one row; what cannot be read is noted, and something harmless is taken instead."""

    def __init__(self, line: int, cells: dict[str, str]) -> None:
        self.line, self.cells, self.troubles = line, cells, list[Trouble]()

    def refuse(self, column: str, remedy: str) -> None:
        self.troubles.append(Trouble(self.line, column, remedy))

    def town(self) -> Town:
        name = " ".join(self.cells.get("name", "").split())[:80]
        if not name:
            self.refuse("name", "the cell is empty; write the name of the town.")
        degrees = "lon" in self.cells
        place = self._degrees() if degrees else self._units()
        return Town(
            line=self.line, name=name, at=None if degrees else place, lon_lat=place if degrees else None,
            owner=self._power("owner"), home=self._power("home"), value=self._whole("value", 15, 5),
            terrain=self._terrain(), size=self._whole("size", 3, 1), region=self._region(),
            fortress=self._flag("fortress"), depot=self._flag("depot"), capital=self._flag("capital"),
        )  # fmt: skip

    def _units(self) -> Point:
        return self._number("x"), self._number("y")

    def _number(self, column: str) -> float:
        text = self.cells[column].strip().replace("−", "-") if column in self.cells else ""
        if not _NUMBER.fullmatch(text) or abs(float(text.replace(",", "."))) > 90_000:
            self.refuse(column, f"“{shown(text)}” is no place; write a number up to 90,000, such as 420.")
            return 0.0
        return float(text.replace(",", "."))

    def _degrees(self) -> Point:
        return self._angle("lon", "longitude", 180, "EW"), self._angle("lat", "latitude", 85, "NS")

    def _angle(self, column: str, word: str, most: int, sides: str) -> float:
        text = self.cells.get(column, "").strip().replace("−", "-")
        match = _DEGREES.fullmatch(text)
        side = ((match and match["side"]) or sides[0]).upper()
        if match is None or side not in sides or abs(value := _angle_of(match)) > most:
            self.refuse(word, f"“{shown(text)}” is no {word}; write degrees from -{most} to {most}, such as 14.42.")
            return 0.0
        return -value if side == sides[1] else value

    def _power(self, column: str) -> str | None:
        text = " ".join(self.cells[column].split())[:80] if column in self.cells else None
        return "" if text is not None and text.casefold() in NOBODY else text

    def _whole(self, column: str, most: int, default: int) -> int | None:
        text = self.cells.get(column)
        if text is None or not text:
            return None if text is None else default
        if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= most):
            self.refuse(column, f"“{shown(text)}” is no whole number from 0 to {most}; write one, such as {default}.")
            return default
        return int(text)

    def _terrain(self) -> str | None:
        text = self.cells.get("terrain")
        if not text:
            return None if text is None else "rolling"
        found = next((word for word in ProvinceTerrain if text.casefold().startswith(word[:4])), None)
        if found is None:
            self.refuse("terrain", f"“{shown(text)}” is not known; choose from {', '.join(ProvinceTerrain)}.")
        return found or "rolling"

    def _region(self) -> str | None:
        text = self.cells.get("region")
        return None if text is None else " ".join(text.split())[:40] or "map"

    def _flag(self, column: str) -> bool | None:
        if column not in self.cells:
            return None
        word = self.cells[column].casefold()
        if word not in YES | NO:
            self.refuse(column, f"“{shown(word)}” is neither yes nor no; write one of them, or leave the cell empty.")
        return word in YES


def _angle_of(match: re.Match[str]) -> float:
    whole = float(match["whole"].replace(",", "."))
    minutes = int(match["minutes"] or 0) / 60
    return round(whole - minutes if whole < 0 else whole + minutes, 4)


def print_towns(rows: list[dict[str, Any]]) -> str:
    """Return a table as text with commas, a line a row; columns that are empty everywhere are left out."""
    heads = [head for head in (rows[0] if rows else {}) if any(row[head] not in ("", None) for row in rows)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([[row[head] for head in heads] for row in rows])
    return out.getvalue() if rows else ""
