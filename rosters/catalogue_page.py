"""The catalogue as a page shows it: every number with its tag in words."""

from dataclasses import dataclass
from functools import cache

from rosters.rules.catalogue import MARKS, TAGS, Catalogue, Guard, Skill, UnitType, catalogue
from rosters.rules.own_types import OwnType
from rosters.rules.purchase import replacement_price

MEANINGS = {
    "SRC": "in the surviving text of the rules",
    "REC": "lost in the surviving text and filled in by us; it may differ from the original booklet",
    "RUL": "our reading where the text is silent or allows two",
    "HR": "not in the rules at all; the campaign needs it",
}
_CRITERIA = {
    "base_points": ("T1", "base points of a list"),
    "infantry_least_percent": ("T3", "least share of infantry among all units, in per cent"),
    "elite_one_in": ("T4", "one Elite in so many infantry units"),
    "elite_always_allowed": ("T4", "Elite units that are always allowed"),
    "cavalry_one_in": ("T6", "one cavalry unit in so many of all units"),
    "artillery_one_per": ("T7", "one artillery unit per so many of infantry and cavalry"),
    "guard_one_per_points": ("T8", "one Guard unit per so many base points"),
    "guard_of_a_type": ("T8", "Guard units of one type"),
    "engineers": ("T9", "Engineers"),
    "pontoon_trains": ("T9", "Pontoon trains, and only with Engineers"),
}


@dataclass(frozen=True)
class Number:
    """A number of the rules as text, with the mark and the words of its tag and the section it comes from."""

    text: str
    tag: str = ""
    source: str = ""

    @property
    def mark(self) -> str:
        """The letter that stands for the tag; empty where there is no number."""
        return MARKS.get(self.tag, "")

    @property
    def tag_name(self) -> str:
        """The tag in words."""
        return TAGS.get(self.tag, "")


@dataclass(frozen=True)
class Row:
    """A row of a table: key for its anchor, heading, a word beside the heading, and its numbers."""

    key: str
    title: str
    note: str
    cells: tuple[Number, ...]


@dataclass(frozen=True)
class Legend:
    """One tag explained."""

    mark: str
    name: str
    meaning: str


@dataclass(frozen=True)
class CataloguePage:
    """All tables of the catalogue."""

    standing: tuple[Row, ...]
    own: tuple[Row, ...]
    keeping: tuple[Row, ...]
    guard: tuple[Row, ...]
    skills: tuple[Row, ...]
    criteria: tuple[Row, ...]
    legend: tuple[Legend, ...]
    profile_hash: str


@cache
def catalogue_page() -> CataloguePage:
    """REC-1 to REC-3, REC-8 and HR-9 as tables, with the shipped numbers."""
    return page_of(catalogue())


def page_of(tables: Catalogue) -> CataloguePage:
    """Return the same with the numbers of a profile."""
    return CataloguePage(
        standing=tuple(_standing(row) for row in tables.unit_types.values()),
        own=own_rows(tables),
        keeping=tuple(_keeping(row, tables) for row in tables.unit_types.values()),
        guard=_guard(tables.guard, tables),
        skills=tuple(_skill(row) for row in tables.skills.values()),
        criteria=_criteria(tables),
        legend=tuple(Legend(MARKS[tag], TAGS[tag], MEANINGS[tag]) for tag in MARKS),
        profile_hash=tables.profile_hash,
    )


def _standing(row: UnitType) -> Row:
    cells = (
        _of(row, "morale", str(row.morale)),
        _of(row, "full", str(row.full)),
        _of(row, "buy", str(row.buy)),
        _of(row, "maintenance", str(row.maintenance)),
    )
    return Row(row.key, row.name, "" if row.standard else "optional, not in tournaments", cells)


def own_rows(tables: Catalogue) -> tuple[Row, ...]:
    """HR-30 Return the types of a war, a row each."""
    return tuple(_own(kind, tables) for kind in tables.own.values())


def _own(kind: OwnType, tables: Catalogue) -> Row:
    """HR-30 Return a type of the war: its base, Morale, price and upkeep, and what it adds to those of its base."""
    base = tables.unit_types[kind.base].name
    numbers = (kind.morale, kind.buy, kind.maintenance, *(f"{n:+d}" if n else "–" for n in _added(kind)))
    return Row(
        "", kind.name, kind.short if kind.short != kind.name else "", (Number(base), *(Number(str(n)) for n in numbers))
    )


def _added(kind: OwnType) -> tuple[int, int, int]:
    return kind.attack, kind.defend, kind.fire


def _keeping(row: UnitType, tables: Catalogue) -> Row:
    tags = tables.replacements.tags
    cells = (
        _of(row, "men", f"{row.men:,}" if row.men else "–"),
        _of(row, "may_be_guard", _yes(row.may_be_guard)),
        _of(row, "may_be_outriders", _yes(row.may_be_outriders)),
        Number(str(replacement_price(row.key, False, True, tables)), tags["depot_share"], "HR-9"),
        Number(str(replacement_price(row.key, False, False, tables)), tags["field_share"], "HR-9"),
    )
    return Row(row.key, row.name, "", cells)


def _guard(guard: Guard, tables: Catalogue) -> tuple[Row, ...]:
    effects = {"Morale": (guard.morale, "morale"), "Maintenance": (guard.maintenance, "maintenance")}
    rows = [Row("", text, "", (_guard_cell(guard, value, tag),)) for text, (value, tag) in effects.items()]
    for key, surcharge in guard.buy.items():
        text = f"Price of {tables.unit_types[key].name}"
        rows.append(Row("", text, "", (_guard_cell(guard, surcharge, f"buy.{key}"),)))
    return tuple(rows)


def _guard_cell(guard: Guard, value: int, tag: str) -> Number:
    return Number(f"+{value}", guard.tags[tag], "REC-2")


def _skill(row: Skill) -> Row:
    dice = " + ".join(f"d{sides}" for sides in row.dice)
    cells = (
        Number(dice, row.tags["dice"], "5.0"),
        Number(f"{row.base_percent} %", row.tags["base_percent"], "REC-3"),
        Number(str(row.price), row.tags["price"], "REC-3"),
        Number(str(row.upkeep), row.tags["upkeep"], "REC-3"),
    )
    return Row(row.key, row.name, "", cells)


def _criteria(tables: Catalogue) -> tuple[Row, ...]:
    limits = tables.criteria
    return tuple(
        Row("", text, rule, (Number(str(getattr(limits, name)), limits.tags[name], f"REC-8 {rule}"),))
        for name, (rule, text) in _CRITERIA.items()
    )


def _of(row: UnitType, field: str, text: str) -> Number:
    return Number(text, row.tags.get(field, ""), row.sources.get(field, ""))


def _yes(value: bool) -> str:
    return "yes" if value else "no"
