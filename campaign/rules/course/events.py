"""Events (HR-23) and a sixth condition of attrition (HR-19): the table, and what holds on a turn."""

import datetime
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from base.refusal import Refusal
from base.words import counted
from campaign.rules.wording import in_text, opening

TABLE = Path(__file__).with_name("events.toml")
KINDS = ("epidemic", "mutiny", "windfall", "harvest", "story")
SPANS = ("this_year", "a_year")
TEXT = 200


@dataclass(frozen=True)
class EventRow:
    """A row of the table: the faces of the d100, what it brings, and for how long."""

    first: int
    last: int
    kind: str
    holds: int | str
    text: str
    for_referee: bool = False


def text_with(text: str, effect: str) -> str:
    """Return the text of an event, followed by a sentence that names its faction or province and its effect."""
    text = text.strip()
    return f"{text}{'' if text.endswith(('.', '!', '?')) else '.'} {effect}"[:300]


def windfall_text(faction: str, points: int) -> str:
    """HR-23 Return the effect of a windfall."""
    return f"{opening(faction, 'receives', 'receive')} {counted(points, 'point')}."


def harvest_text(province: str, faction: str, points: int) -> str:
    """HR-23 Return the effect of a failed harvest."""
    return f"{province} yields {in_text(faction)} {counted(points, 'point')} less."


@cache
def shipped_table() -> tuple[EventRow, ...]:
    """HR-23 The table as it is shipped."""
    return _rows(tomllib.loads(TABLE.read_text(encoding="utf-8"))["table"])


def read_events(data: Mapping[str, Any]) -> tuple[EventRow, ...]:
    """Return the table by which a campaign rolls; empty where events are off. Refusal by place."""
    unknown = set(data) - {"on", "table"}
    if unknown:
        raise Refusal(f"events.{min(unknown)}: there is no such key; give on and table.")
    if not isinstance(data.get("on", False), bool):
        raise Refusal("events.on: write true or false.")
    rows = _rows(data["table"]) if "table" in data else shipped_table()
    return rows if data.get("on") else ()


def _rows(data: Any) -> tuple[EventRow, ...]:
    if not isinstance(data, list) or not 1 <= len(data) <= 100:
        raise Refusal("events.table: give a list of 1 to 100 rows.")
    rows = tuple(_row(f"events.table[{number}]", row) for number, row in enumerate(data))
    taken: set[int] = set()
    for number, row in enumerate(rows):
        faces = set(range(row.first, row.last + 1))
        if faces & taken:
            raise Refusal(f"events.table[{number}].from: another row has {min(faces & taken)} already.")
        taken |= faces
    return rows


def _row(place: str, row: Any) -> EventRow:
    if not isinstance(row, dict) or not {"from", "to", "kind", "text"} <= set(row):
        raise Refusal(f"{place}: give from, to, kind and text, and if you like holds and for_referee.")
    unknown = set(row) - {"from", "to", "kind", "text", "holds", "for_referee"}
    if unknown:
        raise Refusal(f"{place}.{min(unknown)}: there is no such key in a row.")
    first, last = _face(f"{place}.from", row["from"], 1), _face(f"{place}.to", row["to"], row["from"])
    if row["kind"] not in KINDS:
        raise Refusal(f"{place}.kind: choose {', '.join(KINDS[:-1])} or story.")
    if not isinstance(row["text"], str) or not row["text"].strip() or len(row["text"]) > TEXT:
        raise Refusal(f"{place}.text: write at most {TEXT} characters.")
    secret = row.get("for_referee", False)
    if not isinstance(secret, bool) or (secret and row["kind"] != "story"):
        raise Refusal(f"{place}.for_referee: write true or false; only a story is for the referee alone.")
    return EventRow(first, last, row["kind"], _span(place, row.get("holds", 1)), row["text"].strip(), secret)


def _face(place: str, value: Any, least: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= least <= value <= 100:
        raise Refusal(f"{place}: give faces of a d100, the lower one first.")
    return value


def _span(place: str, holds: Any) -> int | str:
    fits = holds in SPANS if isinstance(holds, str) else not isinstance(holds, bool) and isinstance(holds, int)
    if not fits or (isinstance(holds, int) and not 1 <= holds <= 100):
        raise Refusal(f"{place}.holds: give a number of turns from 1 to 100, this_year or a_year.")
    return holds if isinstance(holds, str) else int(holds)


def row_for(die: int, table: Sequence[EventRow]) -> EventRow | None:
    """HR-23 Return what a d100 brings; None for nothing."""
    return next((row for row in table if row.first <= die <= row.last), None)


def last_turn_of(holds: int | str, turn: int, date: datetime.date, turn_days: int) -> int:
    """Return the last turn on which something that begins now holds."""
    if isinstance(holds, int):
        return turn + holds - 1
    if holds == "a_year":
        return turn + (-(-365 // turn_days) if turn_days else 12) - 1
    rest = datetime.date(date.year, 12, 31) - date
    return turn + (rest.days // turn_days if turn_days else 12 - date.month)


@dataclass(frozen=True)
class EventFacts:
    """Something that holds on a turn: army by reference, unit and province by key; none of them means everybody."""

    kind: str
    text: str
    army: str = ""
    unit: str = ""
    province: str = ""
    region: str = ""
    points: int = 0


def hardships(events: Sequence[EventFacts], army: str, region: str) -> list[str]:
    """HR-19 Why condition 6 counts for an army in a region, by the referee or an epidemic; empty if it does not."""
    hard = [event for event in events if event.kind in ("hardship", "epidemic")]
    return [
        event.text
        for event in hard
        if (event.army == army if event.army else not event.region or event.region == region)
    ]
