"""A roster as a table: a row a unit, as a battle pack writes it, or typed in a spreadsheet."""

import re

from base.refusal import Refusal
from base.spreadsheets import ZIP, Row, cell, decoded, head_of, rows_of
from rosters.rules.notation import (
    MOST_OF_AN_ITEM,
    MOST_UNITS,
    RosterItem,
    canonical,
    check_item,
    clean_name,
    parse_roster,
)
from rosters.rules.own_types import NO_TYPES, OwnTypes

TYPES = ("type", "type_name", "unit type", "arm")
YES, NO = frozenset({"yes", "y", "1", "true", "x"}), frozenset({"", "no", "n", "0", "false", "-"})
_DATE = re.compile(r"\d[-.]\w")
_PLACE = re.compile(r"^Line \d+, column \d+: ")


def read_roster(data: bytes | str, own: OwnTypes = NO_TYPES) -> tuple[RosterItem, ...]:
    """LGG-C1-a: the units of a roster, written in the notation, or as a table of CSV or XLSX with a column ``type``."""
    if isinstance(data, bytes) and data.startswith(ZIP):
        return _of_table(rows_of(data), own)
    text = _decoded(data) if isinstance(data, bytes) else data
    return _of_table(rows_of(text), own) if is_table(text) else parse_roster(text.removeprefix("\ufeff"), own)


def is_table(text: str) -> bool:
    """Return whether a text is a table of units; the notation has no unit that is called *type*, nor *sep=*."""
    if text.lstrip('\ufeff"').casefold().startswith("sep="):
        return True
    try:
        head = head_of(text)
    except Refusal:
        return False
    return bool(head & set(TYPES)) and len(head) > 1


def _decoded(data: bytes) -> str:
    try:
        return decoded(data)
    except UnicodeDecodeError:
        raise Refusal("The roster holds characters that are not text; save it as XLSX, CSV UTF-8 or text.") from None


def _of_table(rows: list[Row], own: OwnTypes) -> tuple[RosterItem, ...]:
    if rows and not rows[0][1].keys() & set(TYPES):
        raise Refusal("type: the table has no such column; head one with it, and write types such as Line inf below.")
    sides = list(dict.fromkeys(side for _, row in rows if (side := cell(row, "side"))))
    if len(sides) > 1:
        raise Refusal(f"side: the table has units of {' and '.join(sides[:3])}; keep the rows of one side.")
    items = [item for number, row in rows for item in _units(number, row, own)]
    if not items:
        raise Refusal("The table has no unit; write a row for each, with a column type, such as Line inf.")
    if len(items) > MOST_UNITS:
        raise Refusal(f"The table has {len(items):,} units, more than {MOST_UNITS:,}; split it.")
    return canonical(items)


def _units(number: int, row: dict[str, str], own: OwnTypes) -> list[RosterItem]:
    try:
        return _read(row, own)
    except Refusal as refusal:
        raise Refusal(f"Line {number}: {_PLACE.sub('', str(refusal))}") from None


def _read(row: dict[str, str], own: OwnTypes) -> list[RosterItem]:
    """Return the units of a row: one, or so many as its column ``count`` has."""
    word = cell(row, *TYPES)
    if not word:
        raise Refusal("type: write the type of the unit, such as Line inf.")
    (plain,) = set(parse_roster(word, own))
    strength = _number(row, "strength", plain.strength)
    item = RosterItem(
        plain.type, strength, plain.guard or _flag(row, "guard"), plain.outriders or _flag(row, "outriders"),
        clean_name(cell(row, "name").removeprefix("'")), plain.own,
    )  # fmt: skip
    check_item(item)
    return [item] * _number(row, "count", 1)


def _number(row: dict[str, str], name: str, without: int) -> int:
    """Return a whole number of a row; a strength may be written as a fraction of the full one."""
    text = cell(row, name).partition("/")[0].strip()
    if not text:
        return without
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= MOST_OF_AN_ITEM):
        dated = " If a spreadsheet made a date of 2/4, give the column the format Text." if _DATE.search(text) else ""
        raise Refusal(f"{name}: write a whole number from 1 to {MOST_OF_AN_ITEM}, not {text[:20]}.{dated}")
    return int(text)


def _flag(row: dict[str, str], name: str) -> bool:
    word = cell(row, name).casefold()
    if word not in YES | NO:
        raise Refusal(f"{name}: write yes or no, not {word[:20]}.")
    return word in YES
