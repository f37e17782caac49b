"""A campaign file as a whole: its head, and the lists of rows."""
# ruff: noqa: RUF009 (a field is made by a call that describes it)

import datetime
from dataclasses import dataclass
from typing import Any

from battles.resolvers.contract.manifest import by_the_letter
from battles.resolvers.contract.registry import DEFAULT, slugs, system
from campaign.rules.files import rows
from campaign.rules.files.fields import (
    choice,
    flag,
    moment,
    name_key,
    nested,
    pattern,
    plain,
    prose,
    single,
    text,
    whole,
)
from campaign.rules.files.map import MapRow
from campaign.rules.files.past.history_rows import History
from campaign.rules.files.trigger_rows import TriggerRow
from campaign.rules.files.unit_type_rows import UnitTypeRow, own_types
from campaign.rules.kinds import CampaignState
from rosters.rules.own_types import MOST as MOST_TYPES
from rosters.rules.own_types import NO_TYPES, OwnTypes


@dataclass(frozen=True, kw_only=True)
class CampaignFile:
    """A campaign. Without a ``history`` it is a fresh war at turn 0, started when it is loaded.

    The details of the turns up to ``archived`` are in an older file.
    ``battle_stratagems`` and ``battle_sudden_death`` are the keys of older files for what ``rule_options`` holds now.
    """

    format: str = text(40)
    name: str = text(120)
    slug: str | None = name_key(60, None)
    summary: str = prose(20_000)
    sources: str = prose(20_000)
    state: str = choice(CampaignState, "setup")
    winner: str = text(120, "")
    what_if: str = text(200, "")
    secret: str | None = pattern("[!-~]{16,64}", "a secret of 16 to 64 printable characters", None)
    commitment: str | None = pattern("[0-9a-f]{0,64}", "a commitment", None)
    show_all: bool = flag()
    battle_days: int = whole(0, 365, 0)
    battle_fallback: str = choice(("auto", "ruling"), "auto")
    battle_patience: int = whole(0, 9999, 72)
    battle_max_days: int = whole(1, 3, 3)
    rules: str = name_key(30, DEFAULT)
    rule_options: dict[str, Any] = plain(dict, {})
    rules_offered: bool = flag()
    battle_stratagems: bool = flag()
    battle_sudden_death: bool = flag()
    house_rules: dict[str, Any] = plain(dict)
    profile: dict[str, Any] = plain(dict)
    victory: dict[str, Any] = plain(dict)
    archived: int = whole(0, rows.TURNS, 0)
    house_changes: list[Any] = plain(list)
    events: dict[str, Any] = plain(dict)
    couriers: dict[str, Any] = plain(dict, {})
    gazette: str = choice(("off", "draft", "at_once"), "draft")
    created_at: datetime.datetime | None = moment()
    calendar: rows.CalendarRow = single(rows.CalendarRow)
    schedule: rows.ScheduleRow | None = single(rows.ScheduleRow)
    map: MapRow = single(MapRow)
    factions: tuple[rows.FactionRow, ...] = nested(rows.FactionRow, 20)
    relations: tuple[rows.RelationRow, ...] = nested(rows.RelationRow, 200)
    provinces: tuple[rows.ProvinceRow, ...] = nested(rows.ProvinceRow, 1000)
    edges: tuple[rows.EdgeRow, ...] = nested(rows.EdgeRow, 5000)
    leaders: tuple[rows.LeaderRow, ...] = nested(rows.LeaderRow, 2000)
    armies: tuple[rows.ArmyRow, ...] = nested(rows.ArmyRow, 2000)
    triggers: tuple[TriggerRow, ...] = nested(TriggerRow, 200)
    unit_types: tuple[UnitTypeRow, ...] = nested(UnitTypeRow, MOST_TYPES)
    history: History | None = single(History)

    @property
    def own_types(self) -> OwnTypes:
        """HR-30 The unit types of the war by their short names, over the shipped numbers."""
        return own_types(self.unit_types) if self.unit_types else NO_TYPES

    @property
    def options(self) -> dict[str, Any]:
        """The options of the rule system, in whichever way the file has them.

        A war that goes on is played as before: house rules that its file does not name are younger than the file.
        """
        older = {"stratagems": self.battle_stratagems, "sudden_death": self.battle_sudden_death}
        return self._before | {key: True for key, played in older.items() if played} | self.rule_options

    @property
    def offers(self) -> bool:
        """Whether house rules that are younger than the war wait for its referee's decision."""
        return self.rules_offered or (self.state != "finished" and bool(self._before.keys() - self.rule_options.keys()))

    @property
    def _before(self) -> dict[str, Any]:
        started = self.history is not None and self.rules in slugs()
        return by_the_letter(system(self.rules).options) if started else {}
