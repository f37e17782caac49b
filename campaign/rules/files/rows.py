"""The rows of a campaign file that describe the war: map, factions, generals and armies."""
# ruff: noqa: RUF009 (a field is made by a call that describes it)

import datetime
from dataclasses import dataclass
from typing import Any

from campaign.rules import kinds
from campaign.rules.course.schedule import RHYTHMS
from campaign.rules.files.fields import (
    Point,
    choice,
    clock_time,
    day,
    flag,
    moment,
    name_key,
    nested,
    pattern,
    plain,
    point,
    prose,
    record_text,
    refers,
    refers_many,
    ring,
    text,
    whole,
)
from rosters.rules.own_types import LONGEST

TURNS = 500


@dataclass(frozen=True, kw_only=True)
class CalendarRow:
    """The calendar: when the war begins, how long a turn is (0 days: a month), when income and maintenance are due."""

    start: datetime.date = day()
    turn_days: int = whole(0, 366, 0)
    muster_every: int = whole(1, 60, 1)
    last_turn: int = whole(1, TURNS, 24)


@dataclass(frozen=True, kw_only=True)
class ScheduleRow:
    """The schedule of turns: every so many weeks, days or hours at a local time of a zone."""

    rhythm: str = choice(RHYTHMS, "weekly")
    every: int = whole(1, 168, 1)
    zone: str = text(64)
    at: datetime.time = clock_time()
    first_on: datetime.date = day()
    quiet_weekdays: list[int] = plain(list)
    quiet_days: list[Any] = plain(list)
    early: bool = flag()
    after_outage: str = choice(kinds.ScheduleOutage, "grace")
    grace_hours: int = whole(0, 336, 6)
    misses: int = whole(0, 20, 2)
    paused_until: datetime.datetime | None = moment()
    pause_reason: str = record_text(200)
    asked_at: datetime.datetime | None = moment()


@dataclass(frozen=True, kw_only=True)
class FactionRow:
    """A side in the war; points a muster from beyond the map, points before turn 1 (absent: HR-25)."""

    key: str = name_key()
    name: str = text(80)
    adjective: str = text(80, "")
    colour: str = pattern("#[0-9a-f]{6}", "a colour like #28457b", "#445566")
    pattern: str = choice(kinds.FactionPattern, "plain")
    offmap_income: int = whole(0, 10_000, 0)
    opening_points: int = whole(0, 100_000, 0)
    caretaker: str = choice(kinds.FactionCaretaker, "auto")


@dataclass(frozen=True, kw_only=True)
class RelationRow:
    """The relation of two factions (HR-3); neutral where none is given."""

    between: tuple[str, ...] = refers_many("factions")
    kind: str = choice(kinds.RelationKind)
    since: int = whole(0, TURNS + 20, 0)


@dataclass(frozen=True, kw_only=True)
class ProvinceRow:
    """A province (HR-2); its town stands ``at`` a point of the map or at ``lon_lat`` in degrees."""

    key: str = name_key()
    name: str = text(80)
    at: Point | None = point(None)
    lon_lat: Point | None = point(None)
    region: str = text(40, "map")
    terrain: str = choice(kinds.ProvinceTerrain, "rolling")
    value: int = whole(0, 15, 5)
    home: str | None = refers("factions", None)
    controller: str | None = refers("factions", None)
    controlled_since: int = whole(0, TURNS, 0)
    depot: bool = flag()
    depot_works_from: int = whole(0, TURNS + 10, 0)
    capital: bool = flag()
    fortress: bool = flag()
    fortress_held_by: str | None = refers("factions", None)
    besieged_since: int = whole(0, TURNS, 0)
    stores: int = whole(0, 1000, 0)
    breach: int = whole(0, 1000, 0)
    town_size: int = whole(0, 3, 1)
    guerrilla_rating: int = whole(0, 9, 0)
    guerrilla_fights: tuple[str, ...] = refers_many("factions")
    guerrillas_active: bool = flag()
    polygon: tuple[Point, ...] | None = ring(None)


@dataclass(frozen=True, kw_only=True)
class EdgeRow:
    """A way between two neighbouring provinces, given once."""

    between: tuple[str, ...] = refers_many("provinces")
    kind: str = choice(kinds.EdgeKind, "road")
    bridge: bool = flag()
    river: str = text(40, "")


@dataclass(frozen=True, kw_only=True)
class LeaderRow:
    """A general; his skill is a key of REC-3."""

    ref: str = name_key(60)
    faction: str = refers("factions")
    name: str = text(80)
    skill: str = choice(kinds.LeaderSkill, "average")
    status: str = choice(kinds.LeaderStatus, "present")
    back_on_turn: int | None = whole(0, TURNS + 20, None)
    bought: bool = flag()
    captor: str | None = refers("factions", None)
    bound_for: str = name_key(60, "")
    bound_as_wing: bool = flag()


@dataclass(frozen=True, kw_only=True)
class NewUnitRow:
    """A unit of a fresh army; full strength where none is given, ``own`` its type of the war (HR-30)."""

    type: str = text(20)
    name: str = text(80, "")
    guard: bool = flag()
    outriders: bool = flag()
    strength: int | None = whole(1, 6, None)
    own: str = text(LONGEST, "")


@dataclass(frozen=True, kw_only=True)
class ArmyRow:
    """An army and where it stands. A fresh one has its ``units`` or a ``roster`` in the notation of LGG-C1-a."""

    ref: str = name_key(60)
    faction: str = refers("factions")
    name: str = text(80)
    province: str | None = refers("provinces", None)
    leader: str | None = refers("leaders", None)
    wings: tuple[str, ...] = refers_many("leaders")
    garrison: bool = flag()
    previous_province: str | None = refers("provinces", None)
    entered_on_turn: int = whole(0, TURNS, 0)
    entered_impulse: int = whole(0, 2, 0)
    marched: str = choice(kinds.StationMarched, "no")
    fought: bool = flag()
    rested: bool = flag()
    in_supply: bool = flag(True)
    turns_unsupplied: int = whole(0, TURNS, 0)
    turns_unpaid: int = whole(0, TURNS, 0)
    supply_path: list[Any] = plain(list)
    plan: dict[str, Any] = plain(dict, portable=True)
    standing: dict[str, Any] = plain(dict)
    retreats: int = whole(0, 100, 0)
    field_works: int = whole(0, 2, 0)
    works_raised_on: int = whole(0, TURNS, 0)
    created_at: datetime.datetime | None = moment()
    roster: str | None = prose(4000, None)
    units: tuple[NewUnitRow, ...] = nested(NewUnitRow, 100)
