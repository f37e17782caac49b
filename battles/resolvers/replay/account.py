"""The running account of a battle: one sentence for each event, in the third person."""

from collections.abc import Callable, Mapping
from typing import Any

from base.words import sentence
from battles.resolvers.contract.registry import board_of
from battles.resolvers.dispatch.names import Namer
from battles.resolvers.journal.phrases import phrases_of
from battles.resolvers.replay.account_day import DAY
from battles.resolvers.replay.account_fights import FIGHTS
from battles.resolvers.replay.account_moves import MOVES
from battles.resolvers.replay.narrator import Narrator
from battles.resolvers.values.report import Event, Report

Sentence = Callable[[Narrator, Event], str]
SENTENCES: Mapping[str, Sentence] = {**DAY, **MOVES, **FIGHTS}
_PERSONS = ("commander", "old", "new")
_LOUD = frozenset({
    "day_start", "combat", "rout", "eliminated", "command_change", "arrive", "exit", "stay_leave", "pursuit",
    "battle_end", "rally", "eod_rally", "fire", "broken", "decision",
})  # fmt: skip


def narrator_of(report: Report) -> Narrator:
    """Return the narrator of a report's events: it knows the names, the field, the board and the system's phrases."""
    start: dict[str, Any] = next((e for e in report.journal if e["ev"] == "battle_start"), {})
    names = Namer(report.battle, introduce=False, pieces=start.get("cast") or ())
    kinds = tuple(piece["kind"] for piece in start.get("field", ()))
    return Narrator(names, kinds, board_of(report.rules), phrases_of(report.rules), report.battle["season"])


def event_sentence(narrator: Narrator, event: Event) -> str:
    """Return one event in a sentence, by its system's phrase where it has one."""
    way = narrator.phrases.account.get(event["ev"]) or SENTENCES.get(event["ev"])
    if way is None:
        return f"{event['ev'].replace('_', ' ').capitalize()}."
    if not isinstance(way, str):
        return sentence(way(narrator, event))
    if way.startswith("{unit} ") and event["unit"] in narrator.names.cards:
        way = narrator.agreed(event["unit"], way)
    return sentence(way.format_map(worded(narrator, event)))


def worded(narrator: Narrator, event: Event) -> dict[str, Any]:
    """Return the values of an event as a phrase names them: units, sides and generals by name, words without
    underscores."""
    return {
        key: narrator.person(value) if key in _PERSONS and isinstance(value, str) else _worded(narrator, value)
        for key, value in event.items()
    }


def _worded(narrator: Narrator, value: Any) -> Any:
    if isinstance(value, str):
        if value in narrator.names.cards:
            return narrator.unit(value)
        return narrator.side(value) if value in narrator.names.sides else value.replace("_", " ")
    known = narrator.names.cards
    if isinstance(value, list) and value and all(part in known for part in value if isinstance(part, str)):
        return narrator.units(value) if all(isinstance(part, str) for part in value) else value
    return value


def is_loud(event: Event, narrator: Narrator) -> bool:
    """Does an event stand out in the account? The others are what leads to it."""
    return event["ev"] in _LOUD or event["ev"] in narrator.phrases.loud
