"""The versions of the war that were taken back: each reader reads what he could read then, and it is marked."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from battles.models import Battle, BattleResult
from battles.resolvers.contract.registry import name_of
from campaign.models import RollBack
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.past.history_rows import BattleRow, ChronicleRow, EngagementRow, OrderRow
from campaign.rules.orders.kinds import ORDERS
from campaign.selectors.past.kept_states import Kind, kept_file
from campaign.visibility.battles.battles import STATES
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import BattleLine, EntryView, FactionView, GivenOrder


@dataclass(frozen=True)
class UndoneLine:
    """A roll-back as everybody knows it."""

    number: int
    back_to: int
    reached: int
    battle: str
    new_dice: bool
    reason: str
    by: str
    at: datetime
    undone: tuple[str, ...]

    @property
    def turns(self) -> str:
        """``turn 3`` or ``turns 3 to 5``."""
        one = self.back_to == self.reached
        return f"turn {self.back_to}" if one else f"turns {self.back_to} to {self.reached}"


@dataclass(frozen=True)
class UndoneTurn:
    """A turn that was taken back, as far as the reader could read it."""

    number: int
    entries: tuple[EntryView, ...]
    orders: tuple[GivenOrder, ...]
    battles: tuple[BattleLine, ...]


@dataclass(frozen=True)
class UndoneBattle:
    """A battle that was taken back, with its result; ``plans`` are the sides whose plan the reader may read."""

    line: BattleLine
    battle: Battle
    plans: tuple[int, ...]


def undone_lines(knowledge: Knowledge) -> list[UndoneLine]:
    """Return every roll-back of the war, the latest first."""
    return [_line(row) for row in knowledge.campaign.roll_backs.order_by("-number")]


def _line(row: RollBack) -> UndoneLine:
    return UndoneLine(row.number, row.back_to, row.reached, row.battle, row.new_dice, row.reason, row.by, row.at,
                      tuple(map(str, row.undone)))  # fmt: skip


def undone_version(knowledge: Knowledge, number: int) -> "Undone | None":
    """Return the version that a roll-back has undone; None where there was no such roll-back."""
    row = knowledge.campaign.roll_backs.filter(number=number).first()
    state = row.states.filter(kind=Kind.UNDONE).first() if row else None
    return Undone(knowledge, _line(row), kept_file(state)) if row and state else None


class Undone:
    """An undone version, read for one reader."""

    def __init__(self, knowledge: Knowledge, line: UndoneLine, file: CampaignFile) -> None:
        assert file.history is not None
        self.line, self._file, self._history, self._knowledge = line, file, file.history, knowledge
        self._own = knowledge.own.key if knowledge.own else None
        self._open = knowledge.is_referee or knowledge.war_is_over or file.state == "finished"
        self._factions = _views(file) | {view.key: view for view in knowledge.factions.values()}
        self._places = {row.key: row.name for row in file.provinces}
        self._armies = {row.ref: row for row in file.armies}

    @property
    def turns(self) -> list[UndoneTurn]:
        """The turns that were undone, the first one first."""
        numbers = range(self.line.back_to, self.line.reached + 1)
        return [UndoneTurn(n, self._entries(n), self._orders(n), self._battles(n)) for n in numbers]

    def _entries(self, turn: int) -> tuple[EntryView, ...]:
        rows = [row for row in self._history.chronicle if row.turn == turn and self._reads(row)]
        return tuple(
            EntryView(row.turn, row.phase, row.kind, row.text, row.public, row.province or "",
                      self._places.get(row.province or "", ""), "", row.rule)
            for row in rows
        )  # fmt: skip

    def _reads(self, row: ChronicleRow) -> bool:
        return row.public or self._knowledge.is_referee or self._own in row.audience

    def _orders(self, turn: int) -> tuple[GivenOrder, ...]:
        rows = [row for row in self._history.orders if row.turn == turn and self._commands(row.army)]
        return tuple(map(self._order, rows))

    def _commands(self, army: str) -> bool:
        return self._knowledge.is_referee or self._own == self._armies[army].faction

    def _order(self, row: OrderRow) -> GivenOrder:
        army = self._armies[row.army]
        text = ORDERS[row.kind].text([self._places.get(key, key) for key in row.path])
        return GivenOrder("", army.name, self._factions[army.faction], text, row.outcome)

    def _battles(self, turn: int) -> tuple[BattleLine, ...]:
        return tuple(self._battle_line(row, self._battle_row(row)) for row in self._engagements if row.turn == turn)

    @property
    def _engagements(self) -> list[EngagementRow]:
        return [row for row in self._history.engagements if row.battle]

    def _battle_row(self, row: EngagementRow) -> BattleRow:
        return next(battle for battle in self._history.battles if battle.id == row.battle)

    def _battle_line(self, row: EngagementRow, battle: BattleRow) -> BattleLine:
        settled, part = battle.state == "done", self._side(row) is not None
        winner = next((found.winner for found in self._history.results if found.battle == battle.id), "")
        return BattleLine(
            key=battle.id, name=battle.name, turn=row.turn, province_key=row.province,
            province_name=self._places[row.province], state=battle.state,
            state_text=STATES[Battle.State(battle.state)], size=str(row.details.get("size", "")),
            winner=(winner or "drawn") if settled else "", settled=settled, part=part,
            open_to_reader=settled and (part or self._open), rules=name_of(battle.rules),
        )  # fmt: skip

    def _side(self, row: EngagementRow) -> int | None:
        sides = [a.side for a in self._history.engagement_armies if a.engagement == row.id and a.faction == self._own]
        return sides[0] if sides else None

    def battle(self, name: str) -> UndoneBattle | None:
        """Return a settled battle of the undone turns that the reader could read; None for every other alike."""
        for row in self._engagements:
            if row.battle == name and row.turn >= self.line.back_to:
                line = self._battle_line(row, self._battle_row(row))
                side = self._side(row)
                plans = (0, 1) if self._open else (side,) if side is not None else ()
                return UndoneBattle(line, self._made(name), plans) if line.open_to_reader else None
        return None

    def _made(self, name: str) -> Battle:
        """Return the battle with its result, as rows that stand in no table."""
        row = next(battle for battle in self._history.battles if battle.id == name)
        result = next(result for result in self._history.results if result.battle == name)
        columns = ("name", "state", "method", "rules", "engine", "profile_hash", "field_seed", "seed", "commitment",
                   "opened_at", "settled_at", "file")  # fmt: skip
        battle = Battle(key=name, progress=100, **_columns(row, columns))
        BattleResult(battle=battle, journal=base64.b64decode(result.journal),
                     **_columns(result, ("kind", "winner", "report", "digest", "seconds")))  # fmt: skip
        return battle


def _views(file: CampaignFile) -> dict[str, FactionView]:
    """Return the factions of an undone version, of which some may have left the war with it (HR-29)."""
    return {row.key: FactionView(row.key, row.name, row.adjective, row.colour, row.pattern) for row in file.factions}


def _columns(row: Any, names: tuple[str, ...]) -> Mapping[str, Any]:
    return {name: getattr(row, name) for name in names}
