"""The running account of a battle: one sentence for each event, in the third person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from battles.resolvers.dispatch.names import Namer
from battles.resolvers.replay.account_day import DAY
from battles.resolvers.replay.account_fights import FIGHTS
from battles.resolvers.replay.account_moves import MOVES
from battles.resolvers.replay.teller import Teller
from battles.resolvers.report import Event, Report
from battles.resolvers.words import sentence

Telling = Callable[[Teller, Event], str]
TELLINGS: Mapping[str, Telling] = {**DAY, **MOVES, **FIGHTS}
_LOUD = frozenset({
    "day_start", "combat", "rout", "eliminated", "command_change", "arrive", "exit", "break_off", "stay_leave",
    "pursuit", "battle_end", "sudden_death", "rally", "eod_rally", "withdraw", "fire",
})  # fmt: skip


def teller_of(report: Report) -> Teller:
    """Who tells a report's events: he knows the names and the field."""
    start: dict[str, Any] = next((e for e in report.journal if e["ev"] == "battle_start"), {})
    return Teller(Namer(report.battle, introduce=False), tuple(piece["kind"] for piece in start.get("field", ())))


def told(teller: Teller, event: Event) -> str:
    """One event in a sentence."""
    telling = TELLINGS.get(event["ev"])
    return sentence(telling(teller, event)) if telling else f"{event['ev'].replace('_', ' ').capitalize()}."


def is_loud(event: Event) -> bool:
    """Does an event stand out in the account? The others are what leads to it."""
    return event["ev"] in _LOUD
