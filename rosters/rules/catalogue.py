"""Unit types, Guard status and commander skill as data (REC-1, REC-2, REC-3), each number with its tag.

Prices and upkeep are points, strength is strength points, men are men. What a rule system fights with (combat values,
ranges, bases) stands in its own folder.
"""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from base.refusal import Refusal
from base.tagged import TAGS as TAGS
from base.tagged import TaggedTable, Values, checked_table
from rosters.rules.own_types import NO_TYPES, OwnTypes

DATA = Path(__file__).parent / "data" / "rosters.toml"
MARKS = {"SRC": "P", "REC": "R", "RUL": "U", "HR": "H"}
"""The letter of each tag beside a number."""
ARMS = {"foot": "infantry", "cav": "cavalry", "art": "artillery", "eng": "engineers", "veh": "vehicles"}


@dataclass(frozen=True)
class UnitType:
    """REC-1 What a roster and a campaign need of a type of unit, whatever rules it fights by."""

    key: str
    name: str
    short: str
    arm: str
    morale: int
    full: int
    buy: int
    maintenance: int
    may_be_guard: bool
    may_be_outriders: bool
    men: int
    standard: bool
    tags: Mapping[str, str] = field(compare=False)
    sources: Mapping[str, str] = field(compare=False)


@dataclass(frozen=True)
class Guard:
    """The price of Guard status (REC-2) off the field; ``buy`` by unit type, in points."""

    morale: int
    maintenance: int
    buy: Mapping[str, int] = field(hash=False)
    tags: Mapping[str, str] = field(compare=False)


@dataclass(frozen=True)
class Skill:
    """One row of REC-3. ``dice`` are the sides of the command dice, ``price`` and ``upkeep`` points."""

    key: str
    name: str
    dice: tuple[int, ...]
    base_percent: int
    price: int
    upkeep: int
    tags: Mapping[str, str] = field(compare=False)


@dataclass(frozen=True)
class Criteria:
    """The numbers of the creation criteria (REC-8)."""

    base_points: int
    infantry_least_percent: int
    elite_one_in: int
    elite_always_allowed: int
    cavalry_one_in: int
    artillery_one_per: int
    guard_one_per_points: int
    guard_of_a_type: int
    engineers: int
    pontoon_trains: int
    tags: Mapping[str, str] = field(compare=False)


@dataclass(frozen=True)
class Replacements:
    """The shares of Buy / full that one strength point costs, at a depot and in the field (HR-9)."""

    depot_share: int
    field_share: int
    tags: Mapping[str, str] = field(compare=False)


@dataclass(frozen=True)
class Catalogue:
    """All tables of the rosters and the hash of their content; ``own`` are the types of one war (HR-30)."""

    name: str
    unit_types: Mapping[str, UnitType]
    skills: Mapping[str, Skill]
    guard: Guard
    criteria: Criteria
    replacements: Replacements
    profile_hash: str
    own: OwnTypes = field(default_factory=lambda: NO_TYPES)

    def row(self, type_key: str, own: str = "") -> UnitType:
        """REC-1, HR-30 Return the row of a type; an own type that is known here lays its name and numbers over it."""
        row, mine = self.unit_types[type_key], self.own.get(own) if own else None
        if mine is None:
            return row
        return replace(
            row, name=mine.name, short=mine.short, buy=mine.buy, maintenance=mine.maintenance, morale=mine.morale
        )


@cache
def catalogue() -> Catalogue:
    """Return the shipped tables."""
    return build_catalogue(shipped_data())


def shipped_data() -> dict[str, Any]:
    """Return the shipped tables as plain data, to lay a profile's own values over."""
    return tomllib.loads(DATA.read_text(encoding="utf-8"))


def build_catalogue(data: Mapping[str, Any]) -> Catalogue:
    """ENG-3: the tables from plain data; a wrong or unknown key is refused with its path."""
    top = checked_table(data, "", {"name", "units", "guard", "skills", "criteria", "replacements"})
    types = {key: _unit_type(key, row) for key, row in checked_table(top["units"], "units").items()}
    return Catalogue(
        name=str(top["name"]),
        unit_types=types,
        skills={key: _skill(key, row) for key, row in checked_table(top["skills"], "skills").items()},
        guard=_guard(top["guard"], types),
        criteria=_criteria(top["criteria"]),
        replacements=_replacements(top["replacements"]),
        profile_hash=_content_hash(data),
    )


def unit_type(key: str) -> UnitType:
    """Return the unit type called ``key``; refused if there is none."""
    try:
        return catalogue().unit_types[key]
    except KeyError:
        known = ", ".join(catalogue().unit_types)
        raise Refusal(f'type: "{key}" is not a unit type; use one of {known}.') from None


def skill(key: str) -> Skill:
    """Return the skill called ``key``; refused if there is none."""
    try:
        return catalogue().skills[key]
    except KeyError:
        raise Refusal(f'skill: "{key}" is not a skill; use one of {", ".join(catalogue().skills)}.') from None


def price(type_key: str, guard: bool = False, tables: Catalogue | None = None, own: str = "") -> int:
    """REC-1, REC-2, HR-30: points for buying one unit, by the shipped tables or by those of a war."""
    known = tables or catalogue()
    return known.row(unit_type(type_key).key, own).buy + (known.guard.buy.get(type_key, 0) if guard else 0)


def upkeep(type_key: str, guard: bool = False, tables: Catalogue | None = None, own: str = "") -> int:
    """REC-1, REC-2: points for keeping one unit from one muster to the next, whatever its strength."""
    known = tables or catalogue()
    return known.row(unit_type(type_key).key, own).maintenance + (known.guard.maintenance if guard else 0)


def morale(type_key: str, guard: bool = False, tables: Catalogue | None = None, own: str = "") -> int:
    """REC-1, REC-2: a unit passes on d10 equal to this or less."""
    known = tables or catalogue()
    return known.row(unit_type(type_key).key, own).morale + (known.guard.morale if guard else 0)


def _unit_type(key: str, row: object) -> UnitType:
    tagged = TaggedTable(row, f"units.{key}", plain={"name", "short", "arm"})
    return UnitType(
        key=key,
        name=tagged.text("name"),
        short=tagged.text("short"),
        arm=tagged.choice("arm", tuple(ARMS)),
        morale=tagged.whole("morale", 1, 9),
        full=tagged.whole("full", 1, 6),
        buy=tagged.whole("buy", 0, 10_000),
        maintenance=tagged.whole("maintenance", 0, 10_000),
        may_be_guard=tagged.yes("may_be_guard"),
        may_be_outriders=tagged.yes("may_be_outriders"),
        men=tagged.whole("men", 0, 100_000),
        standard=tagged.yes("standard"),
        **_provenance(tagged),
    )


def _provenance(tagged: TaggedTable) -> dict[str, Mapping[str, str]]:
    done = tagged.done()
    return {"tags": done.tags, "sources": done.sources}


def _guard(row: object, types: Mapping[str, UnitType]) -> Guard:
    tagged = TaggedTable(row, "guard", plain={"buy"})
    buy = TaggedTable(tagged.plain["buy"], "guard.buy")
    surcharges = {key: buy.whole(key, 0, 10_000) for key, row in types.items() if row.may_be_guard}
    courage, maintenance = tagged.whole("morale", 0, 5), tagged.whole("maintenance", 0, 10_000)
    tags = dict(tagged.done().tags) | {f"buy.{key}": tag for key, tag in buy.done().tags.items()}
    return Guard(courage, maintenance, surcharges, tags)


def _skill(key: str, row: object) -> Skill:
    tagged = TaggedTable(row, f"skills.{key}", plain={"name"})
    name, dice = tagged.text("name"), tagged.dice("dice")
    numbers = {field: tagged.whole(field, 0, 10_000) for field in ("base_percent", "price", "upkeep")}
    return Skill(key=key, name=name, dice=dice, **numbers, tags=tagged.done().tags)


def _criteria(row: object) -> Criteria:
    values = _numbers(row, "criteria", tuple(Criteria.__dataclass_fields__)[:-1])
    return Criteria(**values.numbers, tags=values.tags)


def _replacements(row: object) -> Replacements:
    values = _numbers(row, "replacements", ("depot_share", "field_share"))
    return Replacements(**values.numbers, tags=values.tags)


def _numbers(row: object, path: str, names: tuple[str, ...]) -> Values:
    tagged = TaggedTable(row, path)
    numbers = {name: tagged.whole(name, 1, 10_000) for name in names}
    return Values(numbers, tagged.done().tags)


def _content_hash(data: Mapping[str, Any]) -> str:
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
