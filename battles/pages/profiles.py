"""Pages of rules profiles: the sheet of numbers with tag and source, what differs, and the file of a profile."""

import json
from dataclasses import dataclass
from typing import Any

from django.utils.text import slugify

from battles.export import Export
from battles.models import Battle, RulesProfile
from battles.resolvers.numbers import Difference, Number, Section, Sheet, SheetRow, differences
from battles.resolvers.registry import resolver
from rosters.catalogue_page import MEANINGS
from rosters.rules.catalogue import MARKS, TAGS

FORMAT = "bivouac.profile/1"
SHIPPED = "shipped"


@dataclass(frozen=True)
class Cell:
    """One number as it is drawn: what stands, what is shipped where that differs, its tag in a letter and in words."""

    number: Number
    typed: str
    refusal: str = ""

    @property
    def mark(self) -> str:
        """The letter of its tag."""
        return MARKS.get(self.number.tag, "")

    @property
    def tag_name(self) -> str:
        """Its tag in words."""
        return TAGS.get(self.number.tag, "")


@dataclass(frozen=True)
class Line:
    """A row of cells under a heading."""

    title: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True)
class SectionPage:
    """A section of the sheet as it is drawn."""

    section: Section
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Legend:
    """One tag explained."""

    mark: str
    name: str
    meaning: str


def sheet_of(values: dict[str, Any], rules: str = "lgg") -> Sheet:
    """The sheet of a profile's values; {} for the shipped numbers."""
    return resolver(rules).sheet(values)


def sheet_page(sheet: Sheet, typed: dict[str, str] | None = None, refusal: str = "") -> dict[str, Any]:
    """The context of ``battles/_sheet.html``; with ``typed``, what somebody wrote and why it was refused."""
    wrong = refusal.partition(": ")[0]
    sections = [
        SectionPage(section, tuple(_line(row, typed or {}, wrong, refusal) for row in section.rows))
        for section in sheet.sections
    ]
    legend = [Legend(MARKS[tag], TAGS[tag], MEANINGS[tag]) for tag in MARKS]
    return {"numbers": sheet, "sections": sections, "changes": sheet.changes(), "legend": legend}


def _line(row: SheetRow, typed: dict[str, str], wrong: str, refusal: str) -> Line:
    return Line(row.title, tuple(cell and _cell(cell, typed, wrong, refusal) for cell in row.cells))


def _cell(number: Number, typed: dict[str, str], wrong: str, refusal: str) -> Cell:
    mine = refusal.partition(": ")[2] if number.path == wrong else ""
    return Cell(number, typed.get(number.path, number.text), mine[:1].upper() + mine[1:])


def difference_page(first: Sheet, second: Sheet) -> dict[str, Any]:
    """The context of ``battles/_differences.html``."""
    found: list[Difference] = differences(first, second)
    return {"first": first, "second": second, "differences": found}


def profile_file(name: str, rules: str, values: dict[str, Any], digest: str) -> Export:
    """A profile as a file to keep or to give away (docs/formats.md)."""
    numbers = {key: value for key, value in values.items() if key != "name"}
    data = {"format": FORMAT, "name": name, "rules": rules, "hash": digest, "values": numbers}
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    return Export(f"{slugify(name)[:60] or 'profile'}.profile.json", "application/json", text)


@dataclass(frozen=True)
class Numbers:
    """Which numbers a battle is fought with: the name and hash of its profile."""

    name: str
    digest: str
    own: bool


def numbers_of(battle: Battle) -> Numbers:
    """The name and hash of a battle's profile."""
    values = battle.file.get("profile") or {}
    name = values.get("name") or ("As shipped" if not values else "Numbers of the battle file")
    return Numbers(str(name), battle.profile_hash, bool(values))


def profile_choices(profiles: list[RulesProfile]) -> list[tuple[str, str]]:
    """The profiles of a select field; empty for the shipped numbers."""
    return [("", "as shipped"), *((one.key, one.name) for one in profiles)]
