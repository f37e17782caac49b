"""Rows of a campaign that the rules cannot play: each by its name, none hidden by another.

A database can be written past the program. What cannot even be read is named by its number and by what is wrong.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, time
from typing import Any

from django.db import DatabaseError
from django.db.models import CheckConstraint, Count, F, ForeignKey, Min, Model, Q, QuerySet, UniqueConstraint

from battles.resolvers.place import JsonPlace
from campaign.models import (
    Absence,
    Account,
    ArmyOrder,
    Campaign,
    Edge,
    Engagement,
    EngagementArmy,
    Faction,
    Leader,
    Member,
    PointsEntry,
    Province,
    Relation,
    Schedule,
    SheetLine,
    Sighting,
    Station,
    Turn,
    WarEvent,
)
from campaign.rules.aims import read_victory
from campaign.rules.events import read_events
from campaign.rules.files import history_rows, rows
from campaign.rules.files.fields import CampaignFileError, kinds_of, read_row
from campaign.rules.files.map import MapRow
from campaign.rules.files.whole import CampaignFile
from campaign.rules.house import house_rules
from campaign.rules.house_changes import read_changes
from campaign.rules.plan import check_plan
from campaign.rules.profile import check_profile, check_rules
from campaign.rules.standing import check_standing
from rosters.audit import guarded, readable, unreadable
from rosters.models import StrengthLine, Unit
from rosters.outages import let_database_trouble_pass
from rosters.rules.catalogue import unit_type
from rosters.rules.refusal import Refusal

AT_A_TIME = 500
UNREAD = {"id", "reference", "map", "secret", "commitment"}
"""Fields that a file has of its own, or that stay empty until a war begins."""


@dataclass(frozen=True)
class Watched:
    """A table, the way from it to its campaign, and how a campaign file reads its columns."""

    model: type[Model]
    owner: str = "campaign"
    read_as: tuple[type[Any], ...] = ()
    checks: tuple[Callable[[Any], object], ...] = ()


def broken_rows(campaign: Campaign) -> Iterator[str]:
    """Yield a sentence for every row that cannot be played, with its table, its number and the remedy."""
    for table in TABLES:
        yield from _rows(campaign, table)
        yield from _forbidden(campaign, table)
        yield from _strays(campaign, table)
    yield from guarded("turns", lambda: _weatherless(campaign))
    yield from guarded("accounts", lambda: _without_account(campaign))
    yield from guarded("armies", lambda: _foreign_generals(campaign))


def _of(campaign: Campaign, table: Watched) -> QuerySet[Any]:
    if table.model is Campaign:
        return Campaign.objects.filter(pk=campaign.pk)
    return table.model._default_manager.filter(**{table.owner: campaign.pk}).order_by("pk")


def _rows(campaign: Campaign, table: Watched) -> Iterator[str]:
    for row in readable(_of(campaign, table), AT_A_TIME):
        yield from [row] if isinstance(row, str) else _faults(table, row)


def _title(table: Watched, pk: object, row: Any = None) -> str:
    name = getattr(row, "name", None) or getattr(row, "ref", None)
    return f"{table.model._meta.verbose_name} {pk}" + (f" ({name})" if isinstance(name, str) else "")


def _faults(table: Watched, row: Any) -> Iterator[str]:
    title = _title(table, row.pk, row)
    for column in row._meta.concrete_fields:
        value = getattr(row, column.attname)
        if value is None and not column.null:
            yield f"{title}: {column.name} is empty, or no {column.description.lower()}; write one."
        if column.choices and value not in dict(column.flatchoices):
            words = ", ".join(str(word) for word, _ in column.flatchoices)
            yield f"{title}: {column.name} is “{value}”; choose one of {words}."
    for check in (*(lambda row, kind=kind: _read(row, kind) for kind in table.read_as), *table.checks):
        try:
            check(row)
        except Refusal as refusal:
            yield f"{title}: {refusal}"
        except Exception as error:
            let_database_trouble_pass(error)
            yield f"{title} cannot be played ({unreadable(error)}); correct its columns."


def _read(row: Any, kind: type[Any]) -> None:
    """Each column of the name of a field is read as in a file; ids and tokens are the file's own."""
    chosen = {column.name for column in row._meta.concrete_fields if column.choices} | UNREAD
    for name, way in kinds_of(kind):
        value = row.__dict__.get(name)
        if way.refers is None and not way.many and value is not None and name not in chosen:
            _read_value(value, name, way.read)


def _read_value(value: Any, column: str, read: Callable[[JsonPlace], Any]) -> None:
    if not isinstance(value, date | time):  # dates and times are read by the database's own types
        read(JsonPlace(list(value) if isinstance(value, tuple) else value, column, CampaignFileError))


def _forbidden(campaign: Campaign, table: Watched) -> Iterator[str]:
    """List the rows that a constraint forbids and a database without it has let through."""
    for limit in table.model._meta.constraints:
        try:
            for pk in _against(_of(campaign, table), limit):
                yield f"{_title(table, pk)} breaks {limit.name}: {limit.get_violation_error_message()}"
        except (DatabaseError, ValueError, TypeError) as error:
            yield f"{table.model._meta.verbose_name_plural}: {limit.name} cannot be checked ({unreadable(error)})."


def _against(found: QuerySet[Any], limit: Any) -> list[Any]:
    if isinstance(limit, CheckConstraint):
        return list(found.exclude(limit.condition).values_list("pk", flat=True))
    if not isinstance(limit, UniqueConstraint) or not limit.fields:
        return []
    some = found.filter(limit.condition) if limit.condition else found
    given = some.exclude(Q(*((f"{name}__isnull", True) for name in limit.fields), _connector=Q.OR))
    twice = given.order_by().values(*limit.fields).annotate(twins=Count("pk"), lowest=Min("pk")).filter(twins__gt=1)
    return [
        pk
        for values in twice.values_list("lowest", *limit.fields)
        for pk in given.filter(**dict(zip(limit.fields, values[1:], strict=True)), pk__gt=values[0])
        .values_list("pk", flat=True)
    ]  # fmt: skip


def _strays(campaign: Campaign, table: Watched) -> Iterator[str]:
    """Yield references to rows that are gone, or that belong to another campaign."""
    for column in table.model._meta.concrete_fields:
        if not isinstance(column, ForeignKey) or column.name == "campaign":
            continue
        target = column.related_model
        owner = next((w.owner for w in TABLES if w.model is target and w.model is not Campaign), None)
        known = target._default_manager.filter(**{owner: campaign.pk}) if owner else target._default_manager.all()
        rows_ = _of(campaign, table).exclude(**{f"{column.name}__isnull": True})
        for pk in rows_.exclude(**{f"{column.attname}__in": known.values("pk")}).values_list("pk", flat=True):
            what = target._meta.verbose_name
            yield f"{_title(table, pk)}: its {column.name} is no {what} of this campaign; choose another."


def _weatherless(campaign: Campaign) -> Iterator[str]:
    turn = campaign.turns.order_by("-number").first()
    known = set(turn.weather) if turn else set()
    for pk, name, region in campaign.provinces.values_list("pk", "name", "region"):
        if turn is not None and region not in known:
            there = ", ".join(sorted(known))
            yield f"province {pk} ({name}): there is no weather in “{region}”; choose one of {there}."


def _without_account(campaign: Campaign) -> Iterator[str]:
    held = set(Account.objects.filter(campaign=campaign).values_list("faction", "kind"))
    for faction in campaign.factions.filter(campaign__turns__isnull=False).distinct():
        for kind in (Account.Kind.TREASURY, Account.Kind.RESERVED):
            if (faction.pk, kind.value) not in held:
                yield f"faction {faction.pk} ({faction.name}) has no account for its {kind.label}; add one."


def _foreign_generals(campaign: Campaign) -> Iterator[str]:
    standing = campaign.stations.filter(province__isnull=False)
    for post in ("leader", "wings"):
        wrong = Q(**{f"{post}__isnull": False}) & ~Q(**{f"{post}__faction": F("faction")})
        for pk, ref in standing.filter(wrong).values_list("pk", "ref").distinct():
            yield f"station {pk} ({ref}): a general of another faction serves with it; choose one of its own."


def _campaign(row: Campaign) -> None:
    house_rules(row.house_rules)
    read_changes(row.house_changes)
    read_events(row.events)
    check_rules(row.rules, row.rule_options)
    check_profile(row.profile, row.rules)
    provinces, factions = (set(rows.values_list("key", flat=True)) for rows in (row.provinces, row.factions))
    read_victory(row.victory, provinces, factions)
    if row.map:  # a war without a drawing is played anyway
        read_row(MapRow, JsonPlace(row.map, "map", CampaignFileError))


def _region(row: Turn) -> None:
    for region, entry in row.weather.items():
        if entry["weather"] not in ("fair", "overcast", "foul"):
            raise Refusal(f"weather in {region} is “{entry['weather']}”; choose fair, overcast or foul.")


def _keys(*columns: str) -> Callable[[Any], None]:
    def check(row: Any) -> None:
        for column in columns:
            if not all(isinstance(key, str) for key in getattr(row, column)):
                raise Refusal(f"{column} holds something that is no key; correct the list.")

    return check


def _station(row: Station) -> None:
    check_plan(row.plan, "plan")
    check_standing(row.standing)


TABLES = (
    Watched(Campaign, "pk", (CampaignFile,), (_campaign,)),
    Watched(Schedule, read_as=(rows.ScheduleRow,), checks=(lambda row: row.plan,)),
    Watched(Faction, read_as=(rows.FactionRow,)),
    Watched(Relation, read_as=(rows.RelationRow,)),
    Watched(Province, read_as=(rows.ProvinceRow,)),
    Watched(Edge, read_as=(rows.EdgeRow,)),
    Watched(Leader, read_as=(rows.LeaderRow,)),
    Watched(Station, read_as=(rows.ArmyRow,), checks=(_keys("supply_path"), _station)),
    Watched(Absence, "faction__campaign", (history_rows.AbsenceRow,)),
    Watched(Member),
    Watched(Account),
    Watched(PointsEntry),
    Watched(Unit, "army__station__campaign", (history_rows.UnitRow,), (lambda row: unit_type(row.type),)),
    Watched(StrengthLine, "unit__army__station__campaign", (history_rows.StrengthRow,)),
    Watched(Turn, read_as=(history_rows.TurnRow,), checks=(_region,)),
    Watched(ArmyOrder, "turn__campaign", (history_rows.OrderRow,), (_keys("path"),)),
    Watched(SheetLine, "turn__campaign", (history_rows.SheetRow,)),
    Watched(WarEvent, read_as=(history_rows.WarEventRow,)),
    Watched(Sighting, "turn__campaign", (history_rows.SightingRow,)),
    Watched(Engagement, "turn__campaign", (history_rows.EngagementRow,)),
    Watched(EngagementArmy, "engagement__turn__campaign", (history_rows.EngagementArmyRow,)),
)
