"""The rows of a campaign file that record what happened: turns, orders, ledgers, battles, chronicle."""
# ruff: noqa: RUF009 (a field is made by a call that describes it)

import datetime
from dataclasses import dataclass, fields
from typing import Any

from battles.resolvers.contract.registry import DEFAULT
from campaign.rules.files.fields import (
    choice,
    day,
    flag,
    handle,
    moment,
    name_key,
    nested,
    plain,
    real,
    record_text,
    reference,
    refers,
    refers_many,
    text,
    whole,
)
from campaign.rules.files.past import past_rows
from campaign.rules.files.rows import TURNS
from campaign.rules.kinds import EngagementState, Hand, SheetLineKind, SheetLineState, TurnState, WarEventKind
from campaign.rules.orders.kinds import HOLD, ORDERS
from rosters.rules.own_types import LONGEST

CAUSES = (
    "raised", "battle", "pursuit", "attrition", "desertion", "retreat", "replacements", "amalgamation", "disbanded",
    "event", "correction",
)  # fmt: skip
FACTION_ACCOUNTS = ("treasury", "reserved")
CAMPAIGN_ACCOUNTS = ("opening", "income", "offmap", "maintenance", "purchases", "events", "corrections")
MOST = 200_000


@dataclass(frozen=True, kw_only=True)
class UnitRow:
    """A unit that serves or served; its strength is the sum of its lines."""

    id: str = name_key(20)
    army: str = refers("armies")
    name: str = text(80, "")
    type: str = text(20)
    guard: bool = flag()
    outriders: bool = flag()
    full: int = whole(1, 6)
    status: str = choice(("serving", "lost", "merged", "disbanded"), "serving")
    merged_into: str | None = refers("units", None)
    own: str = text(LONGEST, "")


@dataclass(frozen=True, kw_only=True)
class StrengthRow:
    """A line of the strength ledger."""

    unit: str = refers("units")
    delta: int = whole(-6, 6)
    after: int = whole(0, 6)
    cause: str = choice(CAUSES)
    reference: str = reference()
    actor: str = record_text(80)
    rule: str = record_text(40)
    note: str = record_text(300)
    at: datetime.datetime | None = moment()
    idempotency: str | None = handle()


@dataclass(frozen=True, kw_only=True)
class PointsRow:
    """A posting of points between two accounts: ``income``, or ``treasury/<faction>``."""

    source: str = text(60)
    target: str = text(60)
    amount: int = whole(1, 1_000_000)
    reason: str = record_text(200)
    reference: str = reference()
    rule: str = record_text(40)
    actor: str = record_text(80)
    turn: int = whole(0, TURNS, 0)
    at: datetime.datetime | None = moment()
    idempotency: str | None = handle()


@dataclass(frozen=True, kw_only=True)
class TurnRow:
    """A turn, and how far it has come."""

    number: int = whole(1, TURNS)
    state: str = choice(TurnState, "open")
    starts_on: datetime.date = day()
    season: str = choice(("spring", "summer", "fall", "winter"))
    muster: bool = flag(True)
    weather: dict[str, Any] = plain(dict)
    attempt: int = whole(1, 10_001, 1)
    opened_attempt: int = whole(1, 10_001, 1)
    trouble: str = record_text(20_000)
    deadline: datetime.datetime | None = moment()
    opened_at: datetime.datetime | None = moment()
    sealed_at: datetime.datetime | None = moment()
    closed_at: datetime.datetime | None = moment()


@dataclass(frozen=True, kw_only=True)
class FactionTurnRow:
    """The readiness of a faction, and its units that drew no pay."""

    turn: int = refers("turns")
    faction: str = refers("factions")
    ready: bool = flag()
    ready_at: datetime.datetime | None = moment()
    touched: bool = flag()
    missed: bool = flag()
    caretaker: bool = flag()
    unpaid: list[Any] = plain(list, portable=True)


@dataclass(frozen=True, kw_only=True)
class OrderRow:
    """An army's order."""

    turn: int = refers("turns")
    army: str = refers("armies")
    kind: str = choice(tuple(ORDERS), HOLD)
    path: list[Any] = plain(list)
    given_by: str = record_text(80)
    hand: str = choice(Hand, "own")
    given_at: datetime.datetime | None = moment()
    outcome: str = record_text(300)


@dataclass(frozen=True, kw_only=True)
class AbsenceRow:
    """The absence of a faction's player, and the name of his deputy, who has no powers in another installation."""

    faction: str = refers("factions")
    starts: datetime.datetime = moment()
    ends: datetime.datetime = moment()
    deputy_name: str = record_text(150)
    entered_by: str = record_text(150)
    withdrawn: bool = flag()


@dataclass(frozen=True, kw_only=True)
class SheetRow:
    """A line of a faction's sheet."""

    turn: int = refers("turns")
    faction: str = refers("factions")
    kind: str = choice(SheetLineKind)
    details: Any = plain(dict, portable=True)
    cost: int = whole(0, 100_000, 0)
    state: str = choice(SheetLineState, "entered")
    outcome: str = record_text(300)
    entered_by: str = record_text(80)
    hand: str = choice(Hand, "own")
    entered_at: datetime.datetime | None = moment()
    idempotency: str | None = handle()


@dataclass(frozen=True, kw_only=True)
class WarEventRow:
    """An event that lasts from one turn to another (HR-19, HR-23)."""

    kind: str = choice(WarEventKind)
    turn: int = whole(1, TURNS)
    until: int = whole(1, TURNS + 20)
    faction: str | None = refers("factions", None)
    army: str | None = refers("armies", None)
    province: str | None = refers("provinces", None)
    unit: str | None = refers("units", None)
    region: str = record_text(40)
    points: int = whole(0, 1000, 0)
    text: str = record_text(300)
    for_referee: bool = flag()
    by: str = record_text(150)
    at: datetime.datetime | None = moment()


@dataclass(frozen=True, kw_only=True)
class SightingRow:
    """A foreign army as it was seen."""

    turn: int = refers("turns")
    viewer: str = refers("factions")
    army: str = refers("armies")
    seen_faction: str = refers("factions")
    province: str = refers("provinces")
    name: str = text(80)
    units_low: int = whole(0, 10_000)
    units_high: int = whole(0, 10_000)
    units_shown: int = whole(0, 10_000)
    gone_on: int = whole(0, 1000, 0)


@dataclass(frozen=True, kw_only=True)
class BattleRow:
    """A battle: its frozen file, its seeds and its state."""

    id: str = name_key(20)
    name: str = text(120)
    state: str = choice(("waiting", "open", "pending", "done", "failed"))
    method: str = choice(("open", "auto", "table", "concede", "ruling"), "auto")
    play_by: datetime.datetime | None = moment()
    fallback: str = choice(("auto", "ruling"), "auto")
    patience: int | None = whole(0, 9999, None)
    rules: str = name_key(30, DEFAULT)
    engine: str = record_text(20)
    profile_hash: str = record_text(80)
    field_seed: str = text(100)
    seed: str = text(100)
    commitment: str = text(64)
    read: dict[str, Any] = plain(dict)
    reference: str = reference()
    opened_at: datetime.datetime | None = moment()
    settled_at: datetime.datetime | None = moment()
    error: str = record_text(20_000)
    file: dict[str, Any] = plain(dict)


@dataclass(frozen=True, kw_only=True)
class EntryRow:
    """A result that one party of a side typed in of a battle on the table; a draft until it was handed in."""

    battle: str = refers("battles")
    side: int = whole(0, 1)
    part: str = record_text(40)
    values: dict[str, Any] = plain(dict)
    by: str = record_text(150)
    changed_at: datetime.datetime | None = moment()
    handed_in_at: datetime.datetime | None = moment()


@dataclass(frozen=True, kw_only=True)
class NoteRow:
    """One note of a battle fought by hand; without a side it was written for both."""

    battle: str = refers("battles")
    number: int = whole(1, 100_000)
    side: int | None = whole(0, 1, None)
    kind: str = text(12)
    values: dict[str, Any] = plain(dict)
    by: str = record_text(150)
    at: datetime.datetime | None = moment()


@dataclass(frozen=True, kw_only=True)
class BattleUnitRow:
    """The unit that fights under an id of the battle file."""

    battle: str = refers("battles")
    unit: str = refers("units")
    file_id: str = text(60)


@dataclass(frozen=True, kw_only=True)
class ResultRow:
    """The report of a settled battle; the journal's canonical lines, packed by zlib and written in base 64.

    It is empty where it was archived.
    """

    battle: str = refers("battles")
    kind: str = choice(("victory", "draw"))
    winner: str = record_text(120)
    digest: str = text(80)
    seconds: float = real(0, 10**6)
    at: datetime.datetime | None = moment()
    report: dict[str, Any] = plain(dict)
    journal: str = record_text(20_000_000)


@dataclass(frozen=True, kw_only=True)
class EffectRow:
    """The effect of a battle on one unit."""

    battle: str = refers("battles")
    unit: str = refers("units")
    before: int = whole(0, 6)
    lost: int = whole(0, 99)
    moved: int = whole(-99, 99, 0)
    after: int = whole(0, 6)
    fate: str = text(12)


@dataclass(frozen=True, kw_only=True)
class EngagementRow:
    """A contact, and the battle that decides it."""

    id: str = name_key(20)
    turn: int = refers("turns")
    province: str = refers("provinces")
    sequence: int = whole(0, 1000)
    battle: str | None = refers("battles", None)
    after: str | None = refers("engagements", None)
    state: str = choice(EngagementState, "open")
    meeting: bool = flag()
    winner_side: int | None = whole(0, 1, None)
    details: Any = plain(dict, portable=True)
    settled_at: datetime.datetime | None = moment()


@dataclass(frozen=True, kw_only=True)
class EngagementArmyRow:
    """An army on one side of an engagement."""

    engagement: str = refers("engagements")
    army: str = refers("armies")
    faction: str = refers("factions")
    side: int = whole(0, 1)
    mark: int = whole(0, 1000, 0)
    came_from: str | None = refers("provinces", None)
    retreated_to: str | None = refers("provinces", None)


@dataclass(frozen=True, kw_only=True)
class ChronicleRow:
    """A line of the chronicle; without ``public`` only the audience reads it."""

    turn: int = whole(0, TURNS)
    phase: str = record_text(3)
    kind: str = record_text(30)
    text: str = record_text(20_000)
    public: bool = flag(True)
    audience: tuple[str, ...] = refers_many("factions")
    province: str | None = refers("provinces", None)
    battle: str | None = refers("battles", None)
    rule: str = record_text(60)
    details: Any = plain(dict, portable=True)
    at: datetime.datetime | None = moment()


@dataclass(frozen=True, kw_only=True)
class RefereeActRow:
    """Something the referee did by hand."""

    turn: int = whole(0, TURNS, 0)
    act: str = record_text(200)
    reason: str = record_text(300)
    secret: bool = flag()
    by: str = record_text(150)
    at: datetime.datetime | None = moment()


@dataclass(frozen=True, kw_only=True)
class History:
    """Everything that happened, list by list, each in the order in which it was written down."""

    units: tuple[UnitRow, ...] = nested(UnitRow, 20_000)
    turns: tuple[TurnRow, ...] = nested(TurnRow, TURNS)
    faction_turns: tuple[FactionTurnRow, ...] = nested(FactionTurnRow, MOST)
    orders: tuple[OrderRow, ...] = nested(OrderRow, MOST)
    absences: tuple[AbsenceRow, ...] = nested(AbsenceRow, MOST)
    sheet: tuple[SheetRow, ...] = nested(SheetRow, MOST)
    points: tuple[PointsRow, ...] = nested(PointsRow, MOST)
    strength: tuple[StrengthRow, ...] = nested(StrengthRow, MOST)
    war_events: tuple[WarEventRow, ...] = nested(WarEventRow, MOST)
    sightings: tuple[SightingRow, ...] = nested(SightingRow, MOST)
    battles: tuple[BattleRow, ...] = nested(BattleRow, 20_000)
    standing_wishes: tuple[past_rows.StandingWishRow, ...] = nested(past_rows.StandingWishRow, 400)
    wishes: tuple[past_rows.WishRow, ...] = nested(past_rows.WishRow, 40_000)
    entries: tuple[EntryRow, ...] = nested(EntryRow, 40_000)
    notes: tuple[NoteRow, ...] = nested(NoteRow, 400_000)
    battle_units: tuple[BattleUnitRow, ...] = nested(BattleUnitRow, MOST)
    results: tuple[ResultRow, ...] = nested(ResultRow, 20_000)
    effects: tuple[EffectRow, ...] = nested(EffectRow, MOST)
    engagements: tuple[EngagementRow, ...] = nested(EngagementRow, 20_000)
    engagement_armies: tuple[EngagementArmyRow, ...] = nested(EngagementArmyRow, MOST)
    chronicle: tuple[ChronicleRow, ...] = nested(ChronicleRow, MOST)
    referee_acts: tuple[RefereeActRow, ...] = nested(RefereeActRow, MOST)
    letters: tuple[past_rows.LetterRow, ...] = nested(past_rows.LetterRow, MOST)
    gazettes: tuple[past_rows.GazetteRow, ...] = nested(past_rows.GazetteRow, TURNS)
    roll_backs: tuple[past_rows.RollBackRow, ...] = nested(past_rows.RollBackRow, 10_000)
    kept_pieces: tuple[past_rows.KeptPieceRow, ...] = nested(past_rows.KeptPieceRow, MOST)
    kept_states: tuple[past_rows.KeptStateRow, ...] = nested(past_rows.KeptStateRow, 10_000)


LISTS = tuple(entry.name for entry in fields(History))
