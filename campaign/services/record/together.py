"""The writes of a phase, made together when it ends: a few statements for a thousand armies.

Within ``written_together`` rows are changed in memory and kept; at its end each table is written once. A phase reads
its war before it begins, and the next phase reads it anew: nothing that is kept back is looked for in the database in
between. Outside of it everything is written at once.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import models, transaction

from battles.services.opening import Opened, write_battles
from campaign.models import ChronicleEntry, Engagement, EngagementArmy, Faction, Province, Station
from campaign.rules.theatre import ArmyFacts
from campaign.selectors.war import War
from rosters.services import Loss, post_losses

BATCH = 400


@dataclass
class Kept:
    """The writes kept back until a phase ends."""

    entries: list[tuple[ChronicleEntry, Sequence[Faction]]] = field(default_factory=list)
    changed: dict[tuple[type[models.Model], int], tuple[models.Model, set[str]]] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)
    battles: list[Opened] = field(default_factory=list)
    engagements: list[Engagement] = field(default_factory=list)
    sides: list[EngagementArmy] = field(default_factory=list)
    afterwards: list[Callable[[], None]] = field(default_factory=list)


_kept: ContextVar[Kept | None] = ContextVar("kept", default=None)


@contextmanager
def written_together() -> Iterator[None]:
    """Keep back what is written within, and write it at the end; within another it is a part of that."""
    if _kept.get() is not None:
        yield
        return
    kept = Kept()
    token = _kept.set(kept)
    try:
        with transaction.atomic():
            yield
            _write(kept)
    finally:
        _kept.reset(token)
    for act in kept.afterwards:
        act()


def _write(kept: Kept) -> None:
    post_losses(losses=kept.losses)
    _write_changed(kept)
    write_battles(opened=kept.battles)
    _write_engagements(kept.engagements)
    EngagementArmy.objects.bulk_create(kept.sides, batch_size=BATCH)
    write_entries(kept.entries)


def _write_changed(kept: Kept) -> None:
    """Each set of columns of each table once."""
    alike: dict[tuple[type[models.Model], frozenset[str]], list[models.Model]] = {}
    for (model, _), (row, columns) in kept.changed.items():
        alike.setdefault((model, frozenset(columns)), []).append(row)
    for (model, changed), rows in alike.items():
        model._default_manager.bulk_update(rows, sorted(changed), batch_size=BATCH)


def _write_engagements(rows: Sequence[Engagement]) -> None:
    """Those that wait for no other first; then those that wait for one that has been written."""
    waiting = list(rows)
    while waiting:
        free = [row for row in waiting if row.after is None or row.after.pk]
        Engagement.objects.bulk_create(free, batch_size=BATCH)
        waiting = [row for row in waiting if row.pk is None]


def write_entries(entries: Sequence[tuple[ChronicleEntry, Iterable[Faction]]]) -> None:
    """Write lines of the record with their audiences."""
    ChronicleEntry.objects.bulk_create([entry for entry, _ in entries], batch_size=BATCH)
    link = ChronicleEntry.audience.through
    rows = [link(chronicleentry=entry, faction=faction) for entry, audience in entries for faction in audience]
    link._default_manager.bulk_create(rows, batch_size=BATCH)


def add_entry(entry: ChronicleEntry, audience: Sequence[Faction]) -> None:
    """Write a line of the record, now or with the others."""
    kept = _kept.get()
    if kept is None:
        write_entries([(entry, audience)])
    else:
        kept.entries.append((entry, audience))


def save_row(row: models.Model, *columns: str) -> None:
    """Save some columns of a row, now or with the others."""
    kept = _kept.get()
    if kept is None:
        row.save(update_fields=columns)
        return
    first, names = kept.changed.setdefault((type(row), row.pk), (row, set()))
    names.update(columns)
    for column in columns if first is not row else ():
        setattr(first, column, getattr(row, column))


def put_army(war: War, army: ArmyFacts, target: str, *also: str, impulse: int = 0) -> War:
    """Put an army into a province to which it has come on this turn; ``also`` are columns that change with it."""
    station = war.stations[army.ref]
    station.province, station.previous_province = war.provinces[target], war.provinces[army.province]
    station.entered_on_turn, station.entered_impulse = war.turn.number, impulse
    save_row(station, "province", "previous_province", "entered_on_turn", "entered_impulse", *also)
    number = war.turn.number
    moved = replace(army, province=target, came_from=army.province, entered_turn=number, entered_impulse=impulse)
    return war.moved_to(moved if one.ref == army.ref else one for one in war.armies)


def add_losses(losses: Sequence[Loss]) -> None:
    """Post what units lose, now or with the others."""
    kept = _kept.get()
    if kept is None:
        post_losses(losses=losses)
    else:
        kept.losses.extend(losses)


def add_engagement(
    engagement: Engagement, sides: Sequence[EngagementArmy], opened: Opened | None = None,
    afterwards: Callable[[], None] | None = None,
) -> None:  # fmt: skip
    """Write an engagement with the armies on either side and its battle, now or with the others."""
    with written_together():
        kept: Any = _kept.get()
        kept.engagements.append(engagement)
        kept.sides.extend(sides)
        kept.battles.extend([opened] if opened else [])
        kept.afterwards.extend([afterwards] if afterwards else [])


def note_retreat(engagement: Engagement, station: Station, to: Province) -> None:
    """Note where an army of an engagement has gone back to."""
    kept = _kept.get()
    unwritten = [row for row in kept.sides if row.engagement is engagement] if kept else []
    for row in unwritten or engagement.armies.all():
        if row.station_id == station.pk:
            row.retreated_to = to
            if row.pk:
                save_row(row, "retreated_to")
