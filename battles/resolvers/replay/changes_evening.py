"""Changes that the day's beginning and end make on the table of a replay."""

from collections.abc import Callable
from typing import Any

from battles.resolvers.dispatch.names import spelled
from battles.resolvers.replay.table import ReplayTable
from battles.resolvers.values.report import Event


def _day_start(table: ReplayTable, event: Event) -> None:
    _fights_end(table)
    sky = {key: event.get(key, 0) for key in ("weather", "ground", "radius", "length")}
    table.put(part="day", count=0, rolls=[None, None], turn=None, left=None, broke=[], **sky)


def _fights_end(table: ReplayTable) -> None:
    for combat in list(table.fights):
        table.part(combat)


def _round_end(table: ReplayTable, event: Event) -> None:
    _fights_end(table)
    table.put(count=event["count"], turn=None, left=None)


def _evening(table: ReplayTable, event: Event) -> None:
    _fights_end(table)
    table.put(part="evening", turn=None, left=None)


def _eod_recover(table: ReplayTable, event: Event) -> None:
    table.share_strength(event["unit"], event["sp"])


def _eod_rally(table: ReplayTable, event: Event) -> None:
    if event["pass"]:
        table.share_strength(event["unit"], event["sp"])
        for number in table.cast.parts.get(event["unit"], ())[:1]:
            table.unit(number, **{"in": "rallied"})


def _amalgamate(table: ReplayTable, event: Event) -> None:
    for group in event["groups"]:
        made = {row["unit"]: row for row in group["made"]}
        for member in group["members"]:
            if member in made:
                _made(table, made[member])
            else:
                for number in table.cast.parts.get(member, ()):
                    table.to_box(number, "merged")


def _made(table: ReplayTable, row: dict[str, Any]) -> None:
    """A unit that amalgamation has made, with what it is now where that may have changed."""
    table.share_strength(row["unit"], row["sp"])
    if "type" in row:
        kind = f"{'Guard ' if row['guard'] else ''}{spelled(row['type'])}"
        table.unit(table.cast.numbers[row["unit"]], kind=kind)


def _over(table: ReplayTable, event: Event) -> None:
    _evening(table, event)
    table.put(part="over")


EVENING: dict[str, Callable[[ReplayTable, Event], None]] = {
    "day_start": _day_start, "round_end": _round_end, "break_off": _evening, "stay_leave": _evening,
    "sudden_death": _evening, "will": _evening, "last_evening": _evening,
    "decision": _evening, "eod_recover": _eod_recover, "eod_rally": _eod_rally,
    "amalgamate": _amalgamate, "battle_end": _over,
}  # fmt: skip
