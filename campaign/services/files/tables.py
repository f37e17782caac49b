"""Lists of a campaign file: the model whose rows each of them holds, and the names of its columns there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model

from battles.models import Battle, BattleEffect, BattleResult, BattleUnit, MethodWish, ResultEntry, TableNote
from campaign.models import (
    Absence,
    ArmyOrder,
    ChronicleEntry,
    Engagement,
    EngagementArmy,
    FactionTurn,
    Gazette,
    KeptPiece,
    KeptState,
    Letter,
    PointsEntry,
    RefereeAct,
    RollBack,
    SheetLine,
    Sighting,
    StandingWish,
    Turn,
    WarEvent,
)
from campaign.rules.files.past import history_rows as rows
from campaign.rules.files.past import past_rows
from rosters.models import StrengthLine, Unit

STATION = {"army": "station"}
CAMPAIGN_COLUMNS = ("name", "summary", "sources", "state", "winner", "show_all", "house_rules", "profile",
                    "victory", "house_changes", "events", "battle_days", "battle_fallback", "battle_patience",
                    "battle_max_days", "rules", "rule_options", "rules_offered", "what_if", "archived", "couriers",
                    "gazette")  # fmt: skip


@dataclass(frozen=True)
class HistoryTable:
    """A list of the history: the class of its rows, its model, and the lookup from the model to its campaign.

    ``columns`` names row fields that the model calls differently, ``stamps`` the times that the database sets by
    itself, ``late`` the fields that refer to rows of the same table. ``past`` tables hold what is kept of the past.
    """

    name: str
    row: type[Any]
    model: type[Model]
    owner: str = "campaign"
    columns: Mapping[str, str] = field(default_factory=dict)
    stamps: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    past: bool = False


TABLES = (
    HistoryTable("units", rows.UnitRow, Unit, "army__station__campaign", late=("merged_into",)),
    HistoryTable("turns", rows.TurnRow, Turn, stamps=("opened_at",)),
    HistoryTable("faction_turns", rows.FactionTurnRow, FactionTurn, "turn__campaign"),
    HistoryTable("orders", rows.OrderRow, ArmyOrder, "turn__campaign", STATION, ("given_at",)),
    HistoryTable("absences", rows.AbsenceRow, Absence, "faction__campaign"),
    HistoryTable("sheet", rows.SheetRow, SheetLine, "turn__campaign", stamps=("entered_at",)),
    HistoryTable("points", rows.PointsRow, PointsEntry, stamps=("at",)),
    HistoryTable("strength", rows.StrengthRow, StrengthLine, "unit__army__station__campaign", stamps=("at",)),
    HistoryTable("war_events", rows.WarEventRow, WarEvent, "campaign", STATION, ("at",)),
    HistoryTable("sightings", rows.SightingRow, Sighting, "turn__campaign", STATION),
    HistoryTable("battles", rows.BattleRow, Battle, "engagement__turn__campaign", stamps=("opened_at",)),
    HistoryTable("standing_wishes", past_rows.StandingWishRow, StandingWish),
    HistoryTable("wishes", past_rows.WishRow, MethodWish, "battle__engagement__turn__campaign", stamps=("at",)),
    HistoryTable("entries", rows.EntryRow, ResultEntry, "battle__engagement__turn__campaign", stamps=("changed_at",)),
    HistoryTable("notes", rows.NoteRow, TableNote, "battle__engagement__turn__campaign", stamps=("at",)),
    HistoryTable("battle_units", rows.BattleUnitRow, BattleUnit, "battle__engagement__turn__campaign"),
    HistoryTable("results", rows.ResultRow, BattleResult, "battle__engagement__turn__campaign", stamps=("at",)),
    HistoryTable("effects", rows.EffectRow, BattleEffect, "battle__engagement__turn__campaign"),
    HistoryTable("engagements", rows.EngagementRow, Engagement, "turn__campaign", late=("after",)),
    HistoryTable("engagement_armies", rows.EngagementArmyRow, EngagementArmy, "engagement__turn__campaign", STATION),
    HistoryTable("chronicle", rows.ChronicleRow, ChronicleEntry, stamps=("at",)),
    HistoryTable("referee_acts", rows.RefereeActRow, RefereeAct, stamps=("at",)),
    HistoryTable("letters", past_rows.LetterRow, Letter, stamps=("at",)),
    HistoryTable("gazettes", past_rows.GazetteRow, Gazette, stamps=("drafted_at",)),
    HistoryTable("roll_backs", past_rows.RollBackRow, RollBack, stamps=("at",), past=True),
    HistoryTable("kept_pieces", past_rows.KeptPieceRow, KeptPiece, past=True),
    HistoryTable("kept_states", past_rows.KeptStateRow, KeptState, stamps=("at",), past=True),
)
