"""Rows of a campaign that the rules cannot play: each by its name, none hidden by another.

A database can be written past the program. What cannot even be read is named by its number and by what is wrong.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, time
from functools import cache
from typing import Any, cast

from django.db import DatabaseError
from django.db.models import CheckConstraint, Count, F, ForeignKey, Min, Model, Q, QuerySet, UniqueConstraint

from base.place import JsonPlace
from base.refusal import Refusal
from base.rows.outages import let_database_trouble_pass
from base.rows.prepared import prepared
from campaign import models
from campaign.rules.course.events import read_events
from campaign.rules.ending.aims import read_victory
from campaign.rules.fighting.plan import check_plan, check_profile, check_rules
from campaign.rules.files import rows
from campaign.rules.files.fields import CampaignFileError, kinds_of, read_row
from campaign.rules.files.map import MapRow
from campaign.rules.files.past import history_rows
from campaign.rules.files.whole import CampaignFile
from campaign.rules.house import house_rules, read_changes
from campaign.rules.standing import check_standing
from rosters.audit import guarded, readable, unreadable
from rosters.models import StrengthLine, Unit
from rosters.rules.catalogue import unit_type

AT_A_TIME = 500
Query = Callable[[int], Iterable[Any]]
"""The keys of rows, for the key of a campaign; the SQL is composed once."""
UNREAD = {"id", "reference", "map", "secret", "commitment"}
"""Fields that a file has of its own, or that stay empty until a war begins."""


@dataclass(frozen=True)
class Watched:
    """A table, the way from it to its campaign, and how a campaign file reads its columns."""

    model: type[Model]
    owner: str = "campaign"
    read_as: tuple[type[Any], ...] = ()
    checks: tuple[Callable[[Any], object], ...] = ()


def broken_rows(campaign: models.Campaign) -> Iterator[str]:
    """Yield a sentence for every row that cannot be played, with its table, its number and the remedy."""
    for table in TABLES:
        yield from _rows(campaign, table)
        yield from _forbidden(campaign, table)
        yield from _strays(campaign, table)
    yield from guarded("turns", lambda: _weatherless(campaign))
    yield from guarded("accounts", lambda: _without_account(campaign))
    yield from guarded("armies", lambda: _foreign_generals(campaign))


def _of(campaign: int, table: Watched) -> QuerySet[Any]:
    if table.model is models.Campaign:
        return models.Campaign.objects.filter(pk=campaign)
    return table.model._default_manager.filter(**{table.owner: campaign}).order_by("pk")


def _rows(campaign: models.Campaign, table: Watched) -> Iterator[str]:
    for row in readable(_of(campaign.pk, table), AT_A_TIME):
        yield from [row] if isinstance(row, str) else _faults(table, row)


def _title(table: Watched, pk: object, row: Any = None) -> str:
    name = getattr(row, "name", None) or getattr(row, "ref", None)
    return f"{table.model._meta.verbose_name} {pk}" + (f" ({name})" if isinstance(name, str) else "")


def _faults(table: Watched, row: Any) -> Iterator[str]:
    title = _title(table, row.pk, row)
    for column, choices in _columns(table):
        value = getattr(row, column.attname)
        if value is None and not column.null:
            yield f"{title}: {column.name} is empty, or no {column.description.lower()}; write one."
        if choices and value not in choices:
            words = ", ".join(map(str, choices))
            yield f"{title}: {column.name} is “{value}”; choose one of {words}."
    for check in (*(lambda row, kind=kind: _read(row, kind) for kind in table.read_as), *table.checks):
        try:
            check(row)
        except Refusal as refusal:
            yield f"{title}: {refusal}"
        except Exception as error:
            let_database_trouble_pass(error)
            yield f"{title} cannot be played ({unreadable(error)}); correct its columns."


@cache
def _columns(table: Watched) -> list[tuple[Any, dict[Any, Any]]]:
    """Pair the columns of a table with what they may be; empty where that is anything."""
    columns: list[Any] = list(table.model._meta.concrete_fields)
    return [(column, dict(column.flatchoices or ())) for column in columns]


def _read(row: Any, kind: type[Any]) -> None:
    """Each column of the name of a field is read as in a file; ids and tokens are the file's own."""
    chosen = {column.name for column in row._meta.concrete_fields if column.choices} | UNREAD
    for name, way in kinds_of(kind):
        value = row.__dict__.get(name)
        # dates and times are read by the database's own types
        if way.refers is None and not way.many and name not in chosen and not isinstance(value, date | time | None):
            way.read(JsonPlace(list(value) if isinstance(value, tuple) else value, name, CampaignFileError))


def _forbidden(campaign: models.Campaign, table: Watched) -> Iterator[str]:
    """List the rows that a constraint forbids and a database without it has let through."""
    for limit, broken_by in _limits(table):
        try:
            for pk in broken_by(campaign.pk):
                yield f"{_title(table, pk)} breaks {limit.name}: {limit.get_violation_error_message()}"
        except (DatabaseError, ValueError, TypeError) as error:
            yield f"{table.model._meta.verbose_name_plural}: {limit.name} cannot be checked ({unreadable(error)})."


@cache
def _limits(table: Watched) -> list[tuple[Any, Query]]:
    """Pair a table's constraints with the queries of the rows that break them."""
    limits = cast(list[Any], table.model._meta.constraints)
    checks = [(limit, _excluded(table, limit)) for limit in limits if isinstance(limit, CheckConstraint)]
    pairs = [(limit, _twins(table, limit)) for limit in limits if isinstance(limit, UniqueConstraint) and limit.fields]
    return [*checks, *pairs]


def _excluded(table: Watched, limit: CheckConstraint) -> Query:
    return prepared(lambda campaign: _of(campaign, table).exclude(limit.condition).values_list("pk", flat=True))


def _twins(table: Watched, limit: UniqueConstraint) -> Query:
    """Return the query of the rows that share their values with a lower one."""

    def given(campaign: int) -> QuerySet[Any, Any]:
        some = _of(campaign, table).filter(limit.condition) if limit.condition else _of(campaign, table)
        return some.exclude(Q(*((f"{name}__isnull", True) for name in limit.fields), _connector=Q.OR))

    def shared(campaign: int) -> QuerySet[Any, Any]:
        twice = given(campaign).order_by().values(*limit.fields)
        counted: QuerySet[Any, Any] = twice.annotate(twins=Count("pk"), lowest=Min("pk")).filter(twins__gt=1)
        return counted.values_list("lowest", *limit.fields)

    def found(campaign: int) -> Iterator[Any]:
        for lowest, *values in ask(campaign):
            same = given(campaign).filter(**dict(zip(limit.fields, values, strict=True)), pk__gt=lowest)
            yield from same.values_list("pk", flat=True)

    ask = prepared(shared)
    return found


def _strays(campaign: models.Campaign, table: Watched) -> Iterator[str]:
    """Yield references to rows that are gone, or that belong to another campaign."""
    for column in table.model._meta.concrete_fields:
        if isinstance(column, ForeignKey) and column.name != "campaign":
            for pk in _stray(table, column)(campaign.pk):
                what = column.related_model._meta.verbose_name
                yield f"{_title(table, pk)}: its {column.name} is no {what} of this campaign; choose another."


@cache
def _stray(table: Watched, column: ForeignKey[Any, Any]) -> Query:
    """Return the query of the rows whose reference leads nowhere, or out of the campaign."""
    target = column.related_model._default_manager
    owner = next((w.owner for w in TABLES if w.model is target.model and w.model is not models.Campaign), None)

    def leading_astray(campaign: int) -> QuerySet[Any, Any]:
        known = target.filter(**{owner: campaign}) if owner else target.all()
        found = _of(campaign, table).exclude(**{f"{column.name}__isnull": True})
        return found.exclude(**{f"{column.attname}__in": known.values("pk")}).values_list("pk", flat=True)

    return prepared(leading_astray)


def _weatherless(campaign: models.Campaign) -> Iterator[str]:
    turn = campaign.turns.order_by("-number").first()
    known = set(turn.weather) if turn else set()
    for pk, name, region in campaign.provinces.values_list("pk", "name", "region"):
        if turn is not None and region not in known:
            there = ", ".join(sorted(known))
            yield f"province {pk} ({name}): there is no weather in “{region}”; choose one of {there}."


def _without_account(campaign: models.Campaign) -> Iterator[str]:
    held = set(models.Account.objects.filter(campaign=campaign).values_list("faction", "kind"))
    for faction in campaign.factions.filter(campaign__turns__isnull=False).distinct():
        for kind in (models.Account.Kind.TREASURY, models.Account.Kind.RESERVED):
            if (faction.pk, kind.value) not in held:
                yield f"faction {faction.pk} ({faction.name}) has no account for its {kind.label}; add one."


def _foreign_generals(campaign: models.Campaign) -> Iterator[str]:
    standing = campaign.stations.filter(province__isnull=False)
    for post in ("leader", "wings"):
        wrong = Q(**{f"{post}__isnull": False}) & ~Q(**{f"{post}__faction": F("faction")})
        for pk, ref in standing.filter(wrong).values_list("pk", "ref").distinct():
            yield f"station {pk} ({ref}): a general of another faction serves with it; choose one of its own."


def _campaign(row: models.Campaign) -> None:
    house_rules(row.house_rules)
    read_changes(row.house_changes)
    read_events(row.events)
    check_rules(row.rules, row.rule_options)
    check_profile(row.profile, row.rules)
    provinces, factions = (set(rows.values_list("key", flat=True)) for rows in (row.provinces, row.factions))
    read_victory(row.victory, provinces, factions)
    if row.map:  # a war without a drawing is played anyway
        read_row(MapRow, JsonPlace(row.map, "map", CampaignFileError))


def _region(row: models.Turn) -> None:
    for region, entry in row.weather.items():
        if entry["weather"] not in ("fair", "overcast", "foul"):
            raise Refusal(f"weather in {region} is “{entry['weather']}”; choose fair, overcast or foul.")


def _keys(*columns: str) -> Callable[[Any], None]:
    def check(row: Any) -> None:
        for column in columns:
            if not all(isinstance(key, str) for key in getattr(row, column)):
                raise Refusal(f"{column} holds something that is no key; correct the list.")

    return check


def _station(row: models.Station) -> None:
    check_plan(row.plan, "plan")
    check_standing(row.standing)


TABLES = (
    Watched(models.Campaign, "pk", (CampaignFile,), (_campaign,)),
    Watched(models.Schedule, read_as=(rows.ScheduleRow,), checks=(lambda row: row.plan,)),
    Watched(models.Faction, read_as=(rows.FactionRow,)),
    Watched(models.Relation, read_as=(rows.RelationRow,)),
    Watched(models.Province, read_as=(rows.ProvinceRow,)),
    Watched(models.Edge, read_as=(rows.EdgeRow,)),
    Watched(models.Leader, read_as=(rows.LeaderRow,)),
    Watched(models.Station, read_as=(rows.ArmyRow,), checks=(_keys("supply_path"), _station)),
    Watched(models.Absence, "faction__campaign", (history_rows.AbsenceRow,)),
    Watched(models.Member),
    Watched(models.Account),
    Watched(models.PointsEntry),
    Watched(Unit, "army__station__campaign", (history_rows.UnitRow,), (lambda row: unit_type(row.type),)),
    Watched(StrengthLine, "unit__army__station__campaign", (history_rows.StrengthRow,)),
    Watched(models.Turn, read_as=(history_rows.TurnRow,), checks=(_region,)),
    Watched(models.ArmyOrder, "turn__campaign", (history_rows.OrderRow,), (_keys("path"),)),
    Watched(models.SheetLine, "turn__campaign", (history_rows.SheetRow,)),
    Watched(models.WarEvent, read_as=(history_rows.WarEventRow,)),
    Watched(models.Sighting, "turn__campaign", (history_rows.SightingRow,)),
    Watched(models.Engagement, "turn__campaign", (history_rows.EngagementRow,)),
    Watched(models.EngagementArmy, "engagement__turn__campaign", (history_rows.EngagementArmyRow,)),
)
