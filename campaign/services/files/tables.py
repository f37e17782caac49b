"""Lists of a campaign file and the models whose rows they hold; keys and numbers that hide in references."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db.models import Model

from battles.models import Battle, BattleEffect, BattleResult, BattleUnit, MethodWish, ResultEntry, TableNote
from campaign import models
from campaign.rules.files.handles import made_by_program
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
    HistoryTable("turns", rows.TurnRow, models.Turn, stamps=("opened_at",)),
    HistoryTable("faction_turns", rows.FactionTurnRow, models.FactionTurn, "turn__campaign"),
    HistoryTable("orders", rows.OrderRow, models.ArmyOrder, "turn__campaign", STATION, ("given_at",)),
    HistoryTable("absences", rows.AbsenceRow, models.Absence, "faction__campaign"),
    HistoryTable("sheet", rows.SheetRow, models.SheetLine, "turn__campaign", stamps=("entered_at",)),
    HistoryTable("points", rows.PointsRow, models.PointsEntry, stamps=("at",)),
    HistoryTable("strength", rows.StrengthRow, StrengthLine, "unit__army__station__campaign", stamps=("at",)),
    HistoryTable("war_events", rows.WarEventRow, models.WarEvent, "campaign", STATION, ("at",)),
    HistoryTable("sightings", rows.SightingRow, models.Sighting, "turn__campaign", STATION),
    HistoryTable("battles", rows.BattleRow, Battle, "engagement__turn__campaign", stamps=("opened_at",)),
    HistoryTable("standing_wishes", past_rows.StandingWishRow, models.StandingWish),
    HistoryTable("wishes", past_rows.WishRow, MethodWish, "battle__engagement__turn__campaign", stamps=("at",)),
    HistoryTable("entries", rows.EntryRow, ResultEntry, "battle__engagement__turn__campaign", stamps=("changed_at",)),
    HistoryTable("notes", rows.NoteRow, TableNote, "battle__engagement__turn__campaign", stamps=("at",)),
    HistoryTable("battle_units", rows.BattleUnitRow, BattleUnit, "battle__engagement__turn__campaign"),
    HistoryTable("results", rows.ResultRow, BattleResult, "battle__engagement__turn__campaign", stamps=("at",)),
    HistoryTable("effects", rows.EffectRow, BattleEffect, "battle__engagement__turn__campaign"),
    HistoryTable("engagements", rows.EngagementRow, models.Engagement, "turn__campaign", late=("after",)),
    HistoryTable(
        "engagement_armies", rows.EngagementArmyRow, models.EngagementArmy, "engagement__turn__campaign", STATION
    ),
    HistoryTable("chronicle", rows.ChronicleRow, models.ChronicleEntry, stamps=("at",)),
    HistoryTable("referee_acts", rows.RefereeActRow, models.RefereeAct, stamps=("at",)),
    HistoryTable("letters", past_rows.LetterRow, models.Letter, stamps=("at",)),
    HistoryTable("gazettes", past_rows.GazetteRow, models.Gazette, stamps=("drafted_at",)),
    HistoryTable("roll_backs", past_rows.RollBackRow, models.RollBack, stamps=("at",), past=True),
    HistoryTable("kept_pieces", past_rows.KeptPieceRow, models.KeptPiece, past=True),
    HistoryTable("kept_states", past_rows.KeptStateRow, models.KeptState, stamps=("at",), past=True),
)


NAME = "file:"
"""What the database puts before a name that a file brought, so that no key of the program is like it."""
_WORD = re.compile(r"[A-Za-z0-9_-]+")
_START = re.compile(r"(?:c[0-9]+|f[0-9]+|sheet:[0-9]+)(?=:)")
_SLUG = re.compile(r"\b(turn|campaign):([a-z0-9_-]+)")
_TOKEN = re.compile(r"\{(brace|campaign|(?:army|unit|battle):[a-z0-9_-]+)\}")
_START_TOKEN = re.compile(r"\{(war|(?:faction|line):[a-z0-9_-]+)\}(?=:)")


@dataclass(frozen=True)
class Tokens:
    """Token → key (``unit:u7`` → ``abcd2345efgh``) and token → beginning (``war`` → ``c12``) of one campaign."""

    slug: str
    keys: dict[str, str]
    starts: dict[str, str] = field(default_factory=dict)

    @cached_property
    def _names(self) -> dict[str, str]:
        return {key: f"{{{token}}}" for token, key in self.keys.items()}

    @cached_property
    def _start_names(self) -> dict[str, str]:
        return {start: f"{{{token}}}" for token, start in self.starts.items()}

    def written(self, value: Any) -> Any:
        """Return a value of the database as a file has it."""
        return _mapped(value, self._written)

    def _written(self, text: str) -> str:
        text = _TOKEN.sub(self._escaped, text)
        text = _SLUG.sub(lambda match: f"{match[1]}:{{campaign}}" if match[2] == self.slug else match[0], text)
        return _WORD.sub(lambda match: self._names.get(match[0], match[0]), text)

    def _escaped(self, match: re.Match[str]) -> str:
        return match[0] if self._meaning(match) == match[0] else "{brace}" + match[0][1:]

    def key_written(self, key: str | None) -> str | None:
        """Return the key of a posting as a file has it."""
        if key is None or key.startswith(NAME):
            return key and key.removeprefix(NAME)
        start = _START.match(key)
        known = start and self._start_names.get(start[0])
        return known + self._written(key[len(start[0]) :]) if start and known else self._written(key)

    def restored(self, value: Any) -> Any:
        """Return a value of a file as the database has it; a token that names nothing stays as it is."""
        return _mapped(value, self._restored)

    def _restored(self, text: str) -> str:
        return _TOKEN.sub(self._meaning, text) if "{" in text else text

    def _meaning(self, match: re.Match[str]) -> str:
        if match[1] == "brace":
            return "{"
        if match[1] == "campaign":
            return self.slug
        return self.keys.get(match[1], match[0])

    def key_restored(self, key: str | None) -> str | None:
        """Return the key of a posting as the database has it: the program's own again, any other as a mere
        name."""
        if key is None or not made_by_program(key):
            return key and NAME + key
        start = _START_TOKEN.match(key)
        known = start and self.starts.get(start[1])
        return known + self._restored(key[start.end() :]) if start and known else self._restored(key)


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """Return the JSON value with every text in it changed, the keys of objects included."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return [_mapped(item, change) for item in value]
    if isinstance(value, dict):
        return {change(key): _mapped(item, change) for key, item in value.items()}
    return value
