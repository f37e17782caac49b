"""Pages of rules profiles: the sheet of numbers with tag and source, what differs, and the file of a profile."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.text import slugify

from base.pages.export import Export
from battles.models import Battle, RulesProfile
from battles.resolvers.contract.explanations import Explanation, explanations
from battles.resolvers.contract.numbers import Difference, Number, NumberSheet, Section, SheetRow, differences
from battles.resolvers.contract.registry import DEFAULT, name_of, offered, resolver, slugs, systems
from rosters.catalogue_page import MEANINGS, page_of
from rosters.rules.catalogue import MARKS, TAGS

FORMAT = "bivouac.profile/1"
SHIPPED = "shipped"
"""The key of the shipped numbers of the default rules; those of others have their slug behind it."""


ABOUT_UNITS = ("units", "bases")
"""The sections of a sheet that are about unit types."""


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


def number_sheet_of(values: dict[str, Any], rules: str = DEFAULT) -> NumberSheet:
    """Return the sheet of a profile's values; {} for the shipped numbers. It is made once for the same values."""
    return _number_sheet_of(json.dumps(values, sort_keys=True), rules)


@lru_cache(maxsize=32)
def _number_sheet_of(values: str, rules: str) -> NumberSheet:
    return resolver(rules).sheet(json.loads(values))


def number_sheet_page(sheet: NumberSheet, typed: dict[str, str] | None = None, refusal: str = "") -> dict[str, Any]:
    """Return the context of ``numbers/_number_sheet.html``; with ``typed``, the texts of a form and its refusal."""
    wrong = refusal.partition(": ")[0]
    sections = [
        SectionPage(section, tuple(_line(row, typed or {}, wrong, refusal) for row in section.rows))
        for section in sheet.sections
    ]
    legend = [Legend(MARKS[tag], TAGS[tag], MEANINGS[tag]) for tag in MARKS]
    return {"numbers": sheet, "sections": sections, "changes": sheet.changes(), "legend": legend}


def unit_tables(values: dict[str, Any], rules: str) -> str:
    """Return the tables of the units with a profile's numbers as text; kept, for the same numbers make the same."""
    return _unit_tables(rules, json.dumps(values, sort_keys=True))


@lru_cache(maxsize=8)
def _unit_tables(rules: str, profile: str) -> str:
    values: dict[str, Any] = json.loads(profile)
    context = {"catalogue": page_of(resolver(rules).tables(values)), **units_page(values, rules)}
    return render_to_string("rosters/_unit_tables.html", context)


def units_page(values: dict[str, Any], rules: str) -> dict[str, Any]:
    """Return the tables of a sheet that are about unit types, for the page of the units."""
    found = [section for section in number_sheet_of(values, rules).sections if section.key in ABOUT_UNITS]
    pages = [SectionPage(one, tuple(_line(row, {}, "", "") for row in one.rows)) for one in found]
    return {"sections": pages, "rules_name": name_of(rules)}


def _line(row: SheetRow, typed: dict[str, str], wrong: str, refusal: str) -> Line:
    return Line(row.title, tuple(_cell(cell, typed, wrong, refusal) if cell else None for cell in row.cells))


def _cell(number: Number, typed: dict[str, str], wrong: str, refusal: str) -> Cell:
    mine = refusal.partition(": ")[2] if number.path == wrong else ""
    return Cell(number, typed.get(number.path, number.text), mine[:1].upper() + mine[1:])


def difference_page(first: NumberSheet, second: NumberSheet) -> dict[str, Any]:
    """Return the context of ``battles/numbers/_differences.html``."""
    found: list[Difference] = differences(first, second)
    return {"first": first, "second": second, "differences": found}


def profile_file(name: str, rules: str, values: dict[str, Any], digest: str) -> Export:
    """Return a profile as a file to keep or to give away (docs/formats.md)."""
    numbers = {key: value for key, value in values.items() if key != "name"}
    data = {"format": FORMAT, "name": name, "rules": rules, "hash": digest, "values": numbers}
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    return Export(f"{slugify(name)[:60] or 'profile'}.profile.json", "application/json", text)


@dataclass(frozen=True)
class Numbers:
    """By which rules and numbers a battle is fought: their name, and name and hash of its profile."""

    rules: str
    name: str
    digest: str
    own: bool


def numbers_of(battle: Battle) -> Numbers:
    """Return the name and hash of a battle's profile."""
    values = battle.file.get("profile") or {}
    name = values.get("name") or ("As shipped" if not values else "Numbers of the battle file")
    return Numbers(name_of(battle.rules), str(name), battle.profile_hash, bool(values))


def shipped_key(rules: str) -> str:
    """Return the key of the shipped numbers of a rule system."""
    return SHIPPED if rules == DEFAULT else f"{SHIPPED}-{rules}"


def shipped_rules(key: str) -> str | None:
    """Return the rule system whose shipped numbers have a key; None where it is no such key."""
    return next((slug for slug in slugs() if shipped_key(slug) == key), None)


def profile_choices(profiles: list[RulesProfile]) -> list[tuple[str, str]]:
    """Return the profiles of a select field; empty for the shipped numbers."""
    return [("", "as shipped"), *((one.key, profile_label(one)) for one in profiles)]


def source_choices(profiles: list[RulesProfile]) -> list[tuple[str, str]]:
    """List what can be copied or compared: the shipped numbers of every rule system, and profiles."""
    shipped = [(shipped_key(slug), f"{name}, as shipped") for slug, name in offered()]
    return [*shipped, *((one.key, profile_label(one)) for one in profiles)]


def profile_label(profile: RulesProfile) -> str:
    """Return a profile with its rule system, where that is not the default."""
    return profile.name if profile.rules == DEFAULT else f"{profile.name} ({name_of(profile.rules)})"


#: Rules have more tags than numbers, and each here in more words.
WORDS = {
    "SRC": "printed", "REC": "reconstructed, its print is lost", "RUL": "a ruling where the print is silent",
    "HR": "a house rule", "ENG": "the engine's own", "EXACT": "a value computed exactly",
    "SCENE": "a small battle with set dice", "OPT": "optional in the source",
}  # fmt: skip


def rules_page(*, wanted: str, tag: str) -> dict[str, Any]:
    """Return the rules whose id or sentence has all words of ``wanted``, of one tag where one is asked for."""
    found = [rule for rule in explanations().values() if _fits(rule, wanted) and tag in ("", rule.tag)]
    return {"rules": found, "wanted": wanted, "tag": tag, "tags": WORDS, "all": len(explanations()),
            "systems": list(systems().values())}  # fmt: skip


def _fits(rule: Explanation, wanted: str) -> bool:
    text = f"{rule.id} {rule.text}".casefold()
    return all(word in text for word in wanted.casefold().split())
