"""A campaign file as a whole: its head, and the lists of rows."""
# ruff: noqa: RUF009 (a field is made by a call that describes it)

import datetime
from dataclasses import dataclass
from typing import Any

from battles.resolvers.contract.manifest import by_the_letter
from battles.resolvers.contract.registry import DEFAULT, slugs, system
from campaign.rules.files import fields, rows
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

    format: str = fields.text(40)
    name: str = fields.text(120)
    slug: str | None = fields.name_key(60, None)
    summary: str = fields.prose(20_000)
    sources: str = fields.prose(20_000)
    state: str = fields.choice(CampaignState, "setup")
    winner: str = fields.text(120, "")
    what_if: str = fields.text(200, "")
    secret: str | None = fields.pattern("[!-~]{16,64}", "a secret of 16 to 64 printable characters", None)
    commitment: str | None = fields.pattern("[0-9a-f]{0,64}", "a commitment", None)
    show_all: bool = fields.flag()
    battle_days: int = fields.whole(0, 365, 0)
    battle_fallback: str = fields.choice(("auto", "ruling"), "auto")
    battle_patience: int = fields.whole(0, 9999, 72)
    battle_max_days: int = fields.whole(1, 3, 3)
    rules: str = fields.name_key(30, DEFAULT)
    rule_options: dict[str, Any] = fields.plain(dict, {})
    rules_offered: bool = fields.flag()
    battle_stratagems: bool = fields.flag()
    battle_sudden_death: bool = fields.flag()
    house_rules: dict[str, Any] = fields.plain(dict)
    profile: dict[str, Any] = fields.plain(dict)
    victory: dict[str, Any] = fields.plain(dict)
    archived: int = fields.whole(0, rows.TURNS, 0)
    house_changes: list[Any] = fields.plain(list)
    events: dict[str, Any] = fields.plain(dict)
    couriers: dict[str, Any] = fields.plain(dict, {})
    gazette: str = fields.choice(("off", "draft", "at_once"), "draft")
    created_at: datetime.datetime | None = fields.moment()
    calendar: rows.CalendarRow = fields.single(rows.CalendarRow)
    schedule: rows.ScheduleRow | None = fields.single(rows.ScheduleRow)
    map: MapRow = fields.single(MapRow)
    factions: tuple[rows.FactionRow, ...] = fields.nested(rows.FactionRow, 20)
    relations: tuple[rows.RelationRow, ...] = fields.nested(rows.RelationRow, 200)
    provinces: tuple[rows.ProvinceRow, ...] = fields.nested(rows.ProvinceRow, 1000)
    edges: tuple[rows.EdgeRow, ...] = fields.nested(rows.EdgeRow, 5000)
    leaders: tuple[rows.LeaderRow, ...] = fields.nested(rows.LeaderRow, 2000)
    armies: tuple[rows.ArmyRow, ...] = fields.nested(rows.ArmyRow, 2000)
    triggers: tuple[TriggerRow, ...] = fields.nested(TriggerRow, 200)
    unit_types: tuple[UnitTypeRow, ...] = fields.nested(UnitTypeRow, MOST_TYPES)
    history: History | None = fields.single(History)

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
