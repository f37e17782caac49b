"""Changes that each event of the journal makes on the table of a replay."""

from collections.abc import Callable
from typing import Any

from battles.resolvers.dispatch.names import spelled
from battles.resolvers.replay.table import BOARD, ReplayTable
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


CONSEQUENCES = frozenset({
    "check", "hit", "rout", "eliminated", "fallback", "occupy", "casualty", "command_change", "squares", "repoint",
    "contact", "turned", "stratagem", "morale",
})  # fmt: skip
"""Events that belong to the fight before them."""

Change = Callable[[ReplayTable, Event], None]


def apply(table: ReplayTable, event: Event) -> None:
    """Let an event change the table."""
    if event["ev"] not in CONSEQUENCES:
        table.settle()
    table.put(day=event["day"], round=event["round"])
    change = CHANGES.get(event["ev"])
    if change is not None:
        change(table, event)


def _on(table: ReplayTable, event: Event, key: str = "unit") -> int:
    return table.cast.numbers[event[key]]


def _come(table: ReplayTable, event: Event) -> None:
    if "unit" in event:
        if event["pose"] is not None:
            table.unit(_on(table, event), at=event["pose"], **{"in": BOARD})
        if event.get("cost"):
            table.put(left=event["left"])
        return
    side = table.cast.side(event["side"])
    for n, stand in enumerate(table.cast.stands):
        if stand.side == side and stand.name == event["commander"] and event["pose"] is not None:
            table.stand(n, at=event["pose"][:2], skill=event["skill"], role=event["role"], **{"in": True})


def _command_roll(table: ReplayTable, event: Event) -> None:
    rolls = list(table.now["rolls"])
    if table.now["turn"] is None and None not in rolls:
        rolls = [None, None] if "ST1" not in str(event["rule"]) else rolls
    rolls[table.cast.sides.index(event["side"])] = event["total"]
    table.put(rolls=rolls)


def _initiative(table: ReplayTable, event: Event) -> None:
    _turn_of(table, table.cast.side(event["first"]))
    table.first = table.now["turn"]


def _turn_of(table: ReplayTable, side: int | None) -> None:
    table.put(turn=side, left=None if side is None else table.now["rolls"][side])


def _turn_end(table: ReplayTable, event: Event) -> None:
    side = table.cast.side(event["side"])
    _turn_of(table, 1 - side if side is not None and side == table.first else None)


def _activate(table: ReplayTable, event: Event) -> None:
    if table.cast.side(event["side"]) == table.now["turn"]:
        table.put(left=event["left"])


def _go(table: ReplayTable, event: Event) -> None:
    unit = _on(table, event)
    if event["ev"] == "withdraw":
        table.unlock(unit)
    if event["path"]:
        table.unit(unit, at=event["path"][-1])


def _stand_goes(table: ReplayTable, event: Event) -> None:
    stand = table.stand_named(table.cast.side(event["side"]), event["commander"])
    if stand is not None and event.get("pose"):
        table.stand(stand, at=event["pose"][:2])


def _contact(table: ReplayTable, event: Event) -> None:
    """Two units are locked where the journal numbers their combat; else the blow is drawn for this moment alone."""
    if "combat" in event:
        table.lock(event["combat"], _on(table, event, "attacker"), _on(table, event, "defender"))


def _turned(table: ReplayTable, event: Event) -> None:
    if event["pose"] is not None:
        table.unit(_on(table, event), at=event["pose"], eye=event.get("combat_facing"))


def _squares(table: ReplayTable, event: Event) -> None:
    table.unit(_on(table, event), sq=event["on"])


def _repoint(table: ReplayTable, event: Event) -> None:
    unit = _on(table, event)
    fight = table.fights.get(event["old"])
    if fight is not None and unit in fight.attackers:
        fight.attackers.remove(unit)
        if not fight.attackers:
            table.part(event["old"])


def _combat(table: ReplayTable, event: Event) -> None:
    table.fought = event.get("combat")


def _hit(table: ReplayTable, event: Event) -> None:
    if event["unit"] in table.cast.numbers:
        table.unit(_on(table, event), sp=event["sp"])
    else:
        table.share_strength(event["unit"], event["sp"])


def _to_box(table: ReplayTable, event: Event, box: str) -> None:
    """Put a unit that breaks, with all its parts, into a box."""
    own = table.cast.numbers.get(event["unit"])
    for number in table.cast.parts.get(event["unit"], ()) if own is None else (own,):
        table.mark_broken(number)
        table.to_box(number, box)


def _rout(table: ReplayTable, event: Event) -> None:
    _to_box(table, event, event["box"])


def _stand_up(table: ReplayTable, event: Event) -> None:
    table.unit(_on(table, event), at=event["pose"])


def _eliminated(table: ReplayTable, event: Event) -> None:
    _to_box(table, event, "eliminated")


def _exit(table: ReplayTable, event: Event) -> None:
    unit = _on(table, event)
    table.to_box(unit, "exited", table.of(unit, "sp"))


def _casualty(table: ReplayTable, event: Event) -> None:
    _stand_goes(table, event)
    stand = table.stand_named(table.cast.side(event["side"]), event["commander"])
    if stand is not None and event["lost"] and table.now[f"l{stand}.role"] == "wing":
        table.stand(stand, **{"in": False})


def _command_change(table: ReplayTable, event: Event) -> None:
    side = table.cast.side(event["side"])
    old, heir = table.stand_named(side, event["old"]), table.stand_named(side, event["new"])
    if heir is not None and old is not None:
        table.stand(old, **{"in": False})
        old = heir
    if old is not None:
        at = event["pose"][:2] if event.get("pose") else table.now[f"l{old}.at"]
        table.stand(old, name=event["new"], skill=event["skill"], role=event["role"], at=at)


def _recover(table: ReplayTable, event: Event) -> None:
    table.unit(_on(table, event), sp=event["sp"])


def _rally(table: ReplayTable, event: Event) -> None:
    if event["pass"]:
        place = {"at": event["pose"], "in": BOARD} if event["pose"] else {}
        table.unit(_on(table, event), sp=event["sp"], **place)
        table.unmark_broken(_on(table, event))


def _formation(table: ReplayTable, event: Event) -> None:
    table.unit(_on(table, event), sq=event["formation"] == "square")


def _turn_start(table: ReplayTable, event: Event) -> None:
    table.put(turn=table.cast.side(event["side"]), count=event["round"])


def _side_is_done(table: ReplayTable, event: Event) -> None:
    """The end of a side's turn, in whatever way its system counts turns."""
    if table.first is None:
        table.put(turn=None)
    else:
        _turn_end(table, event)


def _engineer(table: ReplayTable, event: Event) -> None:
    changed = event.get("piece") or event.get("removed")
    if changed:
        _field_changes(table, changed["number"], new="piece" in event)
    if event.get("train"):
        train = _on(table, event, "train")
        table.to_box(train, "bridge", table.of(train, "sp"))


def _field_changes(table: ReplayTable, number: int, *, new: bool) -> None:
    """REC-7 A piece is taken away; where there is a new one, it takes its place."""
    works = [work for work in table.now["works"] if table.cast.works[work]["number"] != number]
    if new:
        works.append(table.made)
        table.made += 1
    gone = {*table.now["gone"], number} if number < len(table.cast.pieces) else table.now["gone"]
    table.put(works=works, gone=sorted(gone))


def _stratagem(table: ReplayTable, event: Event) -> None:
    if event["effect"] == "more_actions" and table.now["left"] is not None:
        table.put(left=table.now["left"] + event["die"]["face"])


CHANGES: dict[str, Change] = {
    "deploy": _come, "arrive": _come, "command_roll": _command_roll, "initiative": _initiative,
    "turn_end": _side_is_done, "turn_start": _turn_start, "formation": _formation,
    "activate": _activate, "move": _go, "withdraw": _go, "night_move": _go, "fallback": _go,
    "commander_move": _stand_goes, "contact": _contact, "turned": _turned, "squares": _squares, "repoint": _repoint,
    "combat": _combat, "hit": _hit, "rout": _rout, "occupy": _stand_up, "eliminated": _eliminated, "exit": _exit,
    "casualty": _casualty, "command_change": _command_change, "recover": _recover, "rally": _rally,
    "engineer": _engineer, "stratagem": _stratagem, **EVENING,
}  # fmt: skip
