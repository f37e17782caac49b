"""The content of pages about rosters. Callers pass what the reader may know; no module here asks who reads."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from rosters.known import KnownUnit, item_of, kind_of, title_of
from rosters.models import StrengthLine, Unit
from rosters.rules.catalogue import TAGS, Catalogue, catalogue, skill, upkeep
from rosters.rules.notation import RosterItem, print_roster
from rosters.rules.purchase import ListCheck, maintenance_of, men_of, points_of
from rosters.selectors import Life

FATES = {
    "kept": "", "rallied": "rallied", "eliminated": "destroyed", "amalgamated": "amalgamated",
    "exited": "left the field",
}  # fmt: skip
"""The fate of a unit in a battle, as a reader finds it in its history; none where it only held together."""


@dataclass(frozen=True)
class Link:
    """A text, and where it leads if it leads anywhere."""

    text: str
    url: str | None = None


@dataclass(frozen=True)
class RosterRow:
    """One unit of a roster; ``upkeep`` in points."""

    unit: Link
    name: str
    kind: str
    strength: int
    full: int
    upkeep: int

    @property
    def boxes(self) -> tuple[bool, ...]:
        """One box for each strength point of full strength, True where it is still there."""
        return tuple(n < self.strength for n in range(self.full))


@dataclass(frozen=True)
class RosterPage:
    """A roster: its units, its text in the notation, its sums in strength points, men and points."""

    rows: tuple[RosterRow, ...]
    text: str
    strength: int
    full: int
    men: int
    price: int
    upkeep: int


@dataclass(frozen=True)
class LineRow:
    """One line of a unit's ledger as it is read."""

    at: datetime
    change: str
    gain: bool
    after: int
    cause: str
    reference: Link | None
    actor: str
    rule: str
    note: str


@dataclass(frozen=True)
class Biography:
    """A unit's life: what it is, and every line that made it so."""

    unit: RosterRow
    type_name: str
    type_key: str
    status: str
    serves: bool
    merged_into: Link | None
    absorbed: tuple[Link, ...]
    lines: tuple[LineRow, ...]


@dataclass(frozen=True)
class ListRow:
    """Units of a list that are alike: how many, and their price and upkeep together in points."""

    count: int
    unit: str
    price: int
    upkeep: int


@dataclass(frozen=True)
class CriterionRow:
    """A criterion, whether it is kept, and its tag in words."""

    id: str
    kept: bool
    text: str
    tag_name: str


@dataclass(frozen=True)
class ListPage:
    """A checked list."""

    check: ListCheck
    skill_name: str
    rows: tuple[ListRow, ...]
    criteria: tuple[CriterionRow, ...]
    text: str


UnitUrl = Callable[[str], str | None]
ReferenceLink = Callable[[str], Link | None]


def no_url(key: str) -> None:
    """For pages that do not link their units."""


def roster_page(
    units: Iterable[KnownUnit], *, unit_url: UnitUrl = no_url, tables: Catalogue | None = None
) -> RosterPage:
    """Return a roster of the units given; ``unit_url`` turns a unit's key into its address. ``tables`` are a war's."""
    known = list(units)
    items = [item_of(unit) for unit in known]
    return RosterPage(
        rows=tuple(roster_row(unit, unit_url, tables) for unit in known),
        text=print_roster(items),
        strength=sum(unit.strength for unit in known),
        full=sum(unit.full for unit in known),
        men=men_of(items),
        price=points_of(items, tables),
        upkeep=maintenance_of(items, tables),
    )


def roster_row(unit: KnownUnit, unit_url: UnitUrl = no_url, tables: Catalogue | None = None) -> RosterRow:
    """Return one unit as a roster shows it."""
    return RosterRow(
        unit=Link(title_of(unit), unit_url(unit.key)),
        name=unit.name,
        kind=kind_of(unit),
        strength=unit.strength,
        full=unit.full,
        upkeep=upkeep(unit.type, unit.guard, tables, unit.own),
    )


def biography(
    life: Life, *, reference: ReferenceLink, unit_url: UnitUrl = no_url, tables: Catalogue | None = None
) -> Biography:
    """Return a unit's biography, oldest line first; ``reference`` turns a line's reference into a link."""
    unit = life.unit
    return Biography(
        unit=roster_row(unit, unit_url, tables),
        type_name=(tables or catalogue()).row(unit.type, unit.own).name,
        type_key=unit.type,
        status=unit.get_status_display(),
        serves=unit.status == Unit.Status.SERVING,
        merged_into=_kin(life.merged_into, unit_url) if life.merged_into else None,
        absorbed=tuple(_kin(other, unit_url) for other in life.absorbed),
        lines=tuple(_line_row(line, reference) for line in life.lines),
    )


def list_page(items: Sequence[RosterItem], check: ListCheck, tables: Catalogue) -> ListPage:
    """REC-8: a list with its check; ``tables`` are those of its war, or the shipped ones."""
    criteria = (CriterionRow(each.id, each.kept, each.text, TAGS[each.tag]) for each in check.criteria)
    groups = (list(alike) for _, alike in groupby(items))
    return ListPage(
        check=check,
        skill_name=skill(check.skill).name,
        rows=tuple(_list_row(group, tables) for group in groups),
        criteria=tuple(criteria),
        text=print_roster(items),
    )


def _list_row(group: list[RosterItem], tables: Catalogue) -> ListRow:
    item = group[0]
    row = tables.row(item.type, item.own)
    fraction = f"{item.strength}/{row.full} " if item.strength < row.full else ""
    statuses = " Guard" * item.guard + " Outriders" * item.outriders
    title = f"{fraction}{row.name}{statuses}" + (f" “{item.name}”" if item.name else "")
    return ListRow(len(group), title, points_of(group, tables), maintenance_of(group, tables))


def _kin(unit: KnownUnit, unit_url: UnitUrl) -> Link:
    return Link(title_of(unit), unit_url(unit.key))


def _line_row(line: StrengthLine, reference: ReferenceLink) -> LineRow:
    return LineRow(
        at=line.at,
        change=f"+{line.delta}" if line.delta > 0 else f"−{-line.delta}",
        gain=line.delta > 0,
        after=line.after,
        cause=line.get_cause_display(),
        reference=reference(line.reference) if line.reference else None,
        actor=line.actor,
        rule=line.rule,
        note=_shown_note(line),
    )


def _shown_note(line: StrengthLine) -> str:
    """Return a line's note; of a battle, which the line names already, only what became of the unit."""
    if line.cause != StrengthLine.Cause.BATTLE:
        return line.note
    fate = line.note.rpartition(": ")[2]
    return FATES.get(fate, line.note)
