"""Rows of a war that are those of a kept state: the same by what names them, or by their place in their list."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model

BATCH = 400
NAMED_BY = {
    "turns": ("number",),
    "gazettes": ("turn",),
    "faction_turns": ("turn_id", "faction_id"),
    "orders": ("turn_id", "station_id"),
    "sightings": ("turn_id", "viewer_id", "station_id"),
    "standing_wishes": ("faction_id", "against_id"),
    "wishes": ("battle_id", "side"),
    "entries": ("battle_id", "side", "part"),
    "notes": ("battle_id", "number"),
    "battle_units": ("battle_id", "file_id"),
    "results": ("battle_id",),
    "effects": ("battle_id", "unit_id"),
    "battles": ("key",),
    "engagements": ("turn_id", "sequence"),
    "engagement_armies": ("engagement_id", "station_id"),
    "factions": ("key",),
    "relations": ("first_id", "second_id"),
    "provinces": ("key",),
    "edges": ("first_id", "second_id"),
    "leaders": ("ref",),
    "armies": ("ref",),
}
"""The columns that name a row of a list. Rows of the other lists, which only grow, are named by their place."""
Name = Callable[[int, Any], Any]


@dataclass
class Matched:
    """The rows of one list as they are to be: those that are new, those that change, and what has to go."""

    rows: list[Any] = field(default_factory=list)
    fresh: list[Any] = field(default_factory=list)
    changed: dict[frozenset[str], list[Any]] = field(default_factory=lambda: defaultdict(list))
    gone: list[Any] = field(default_factory=list)


def named_by(name: str) -> Name:
    """Return how rows of a list are identified."""
    columns = NAMED_BY.get(name)
    if columns is None:
        return lambda place, _: place
    return lambda _, row: tuple(getattr(row, column) for column in columns)


def match(
    existing: Sequence[Any], wanted: Sequence[Any], columns: Iterable[str], name: Name,
    settled: Callable[[], None] = lambda: None,
) -> Matched:  # fmt: skip
    """Match rows that are to be, of which some columns count, with those that exist.

    A row that exists already lends its primary key to the row that is to be; when all have theirs, ``settled`` may
    write references among them.
    """
    there = {name(place, row): row for place, row in enumerate(existing)}
    found = [there.pop(name(place, row), None) for place, row in enumerate(wanted)]
    for row, known in zip(wanted, found, strict=True):
        if known is not None:
            row.pk, row._state.adding = known.pk, False
    settled()
    matched = Matched(list(wanted), gone=list(there.values()))
    for row, known in zip(wanted, found, strict=True):
        if known is None:
            matched.fresh.append(row)
        elif differing := _differing(row, known, columns):
            matched.changed[differing].append(row)
    return matched


def _differing(row: Model, found: Model, columns: Iterable[str]) -> frozenset[str]:
    """Return the columns in which a row is not yet what it is to be."""
    names = [(column, getattr(row._meta.get_field(column), "attname", column)) for column in columns]
    return frozenset(c for c, name in names if _plain(getattr(row, name)) != _plain(getattr(found, name)))


def _plain(value: Any) -> Any:
    if isinstance(value, memoryview):
        return bytes(value)
    return list(value) if isinstance(value, tuple) else value


def write(matched: Matched) -> None:
    """Change and add the rows of a list; what has to go is left to the caller."""
    for columns, rows in matched.changed.items():
        type(rows[0])._default_manager.bulk_update(rows, sorted(columns), batch_size=BATCH)
    if matched.fresh:
        type(matched.fresh[0])._default_manager.bulk_create(matched.fresh, batch_size=BATCH)


def remove(matched: Matched) -> None:
    """Take away the rows that the kept state does not have."""
    if matched.gone:
        model = type(matched.gone[0])
        model._default_manager.filter(pk__in=[row.pk for row in matched.gone]).delete()
