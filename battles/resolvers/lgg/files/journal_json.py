"""The journal of a record as the events of a report: dictionaries with names instead of numbers.

Every event has `n`, `ev`, `day`, `round`, `side`, `rule` and `dice`; the other keys by event are in docs/journal.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import atan2, degrees
from typing import Any

import numpy as np

from battles.resolvers.battle import BattleFile, BattleSide
from battles.resolvers.dice import STREAMS
from battles.resolvers.lgg.files.journal_rules import RULES_OF
from battles.resolvers.lgg.record import codes
from battles.resolvers.lgg.record.journal import (
    D_DIE,
    D_MODIFIER,
    D_NUMBER,
    D_POSE,
    D_RULE,
    D_UNIT,
    DIE_NAMES,
    EVENTS,
    FIRST_DETAIL,
    NUMBER_NAMES,
    UNIT_ROLES,
)
from battles.resolvers.lgg.record.rule_ids import RULE_IDS
from battles.resolvers.lgg.record.state import Battle

Event = dict[str, Any]
Row = list[int]

_EVENT_NAMES = tuple(EVENTS)
_WITH_PATH = frozenset({"move", "withdraw", "night_move", "fallback"})
_WITH_POSE = frozenset({"deploy", "arrive", "commander_move", "turned", "occupy", "casualty", "rally",
                        "command_change"})
_ONE_DIE = frozenset({"check", "casualty", "recover", "rally", "engineer", "stratagem", "eod_recover", "eod_rally"})
_SETTLED_BY_ONE = frozenset({"combat", "fire", "check", "casualty", "recover", "rally", "engineer"})
_AGAIN = (3, 4)
_COLUMNS = {"fire": ("firer", "target"), "combat": ("attack", "defend")}
_OF_EITHER = frozenset({"activate", "deploy", "arrive"})
_LEADER_ROLES = ("army", "wing", "wing")


@dataclass
class _Raw:
    """An event's row with its details, still in numbers."""

    name: str
    day: int
    round: int
    side: int
    numbers: dict[str, int]
    dice: list[Row] = field(default_factory=list)
    poses: list[Row] = field(default_factory=list)
    modifiers: list[Row] = field(default_factory=list)
    units: list[Row] = field(default_factory=list)
    rules: list[int] = field(default_factory=list)
    trail: list[tuple[int, Row]] = field(default_factory=list)


class Names:
    """The people behind the numbers of a journal; follows changes of command."""

    def __init__(self, file: BattleFile, pieces: Sequence[int]) -> None:
        self._pieces = pieces
        self.sides = tuple(side.name for side in file.sides)
        self._units = [[unit.id for unit in side.units] for side in file.sides]
        self._persons = [persons(side) for side in file.sides]
        self._stands = [[0, 1, 2], [0, 1, 2]]

    def side(self, number: int) -> str | None:
        """Return the name of a side; None for nobody and for a draw."""
        return self.sides[number] if number in (0, 1) else None

    def unit(self, row: int) -> str | None:
        """Return the id of a unit by its row on the roll."""
        return self._units[row // codes.SIDE_ROLL][row % codes.SIDE_ROLL] if row >= 0 else None

    def piece(self, row: int) -> int | None:
        """Return the place of a piece of terrain in the file's field, from 0; works made later are counted on."""
        if 0 <= row < len(self._pieces):
            return self._pieces[row]
        return None if row < 0 else row - len(self._pieces) + 1 + max(self._pieces, default=-1)

    def person(self, side: int, person: int) -> str:
        """Return the name of a general; one who is not in the file is a numbered subordinate."""
        known = self._persons[side]
        return known[person] if person < len(known) else f"{self.sides[side]} subordinate {max(person - 2, 1)}"

    def leader(self, leader: int) -> str | None:
        """Return the name of the general on a leader's stand."""
        if leader < 0:
            return None
        side, role = divmod(leader, codes.LEADERS)
        return self.person(side, self._stands[side][role])

    def replace(self, leader: int, person: int) -> None:
        """From now on another general stands there."""
        side, role = divmod(leader, codes.LEADERS)
        self._stands[side][role] = person


def persons(side: BattleSide) -> list[str]:
    """List the names of a side's generals for the journal: the commander, then the wings."""
    plain = [f"{side.name} commander", f"{side.name} first wing", f"{side.name} second wing"]
    return [leader.name or name for leader, name in zip((side.commander, *side.wings), plain, strict=False)]


def events_of(battle: Battle, file: BattleFile, start: Event, pieces: Sequence[int]) -> list[Event]:
    """Return the whole journal of a record.

    `start` holds the keys of battle_start, which are not in the record; `pieces` says for each piece of terrain in the
    record which piece of the file it is or belongs to.
    """
    names, events = Names(file, pieces), []
    for n, raw in enumerate(_raw_events(battle)):
        events.append(_event(n + 1, raw, names, start))
    return events


def _raw_events(battle: Battle) -> Iterator[_Raw]:
    current: _Raw | None = None
    for row in np.asarray(battle.log[: int(battle.entries)]).tolist():
        if row[0] < FIRST_DETAIL:
            if current is not None:
                yield current
            name = _EVENT_NAMES[row[0]]
            current = _Raw(name, row[1], row[2], row[3], dict(zip(EVENTS[name], row[4:], strict=False)))
        elif current is not None:
            _take_detail(current, row[0], row[1:])
    if current is not None:
        yield current


def _take_detail(raw: _Raw, code: int, row: Row) -> None:
    if code == D_RULE:
        raw.rules.append(row[0])
        return
    raw.trail.append((code, row))
    kept = {D_DIE: raw.dice, D_POSE: raw.poses, D_MODIFIER: raw.modifiers, D_UNIT: raw.units}.get(code)
    if kept is not None:
        kept.append(row)


def _event(n: int, raw: _Raw, names: Names, start: Event) -> Event:
    dice = _dice(raw)
    event: Event = {"n": n, "ev": raw.name, "day": raw.day, "round": raw.round, "side": names.side(raw.side)}
    event |= {"rule": _rules(raw), "dice": dice}
    if raw.name == "battle_start":
        return event | start
    plain = _plain(raw, names)
    event |= _actor(raw, plain) if raw.name in _OF_EITHER else plain
    event |= _poses(raw)
    if raw.name in _ONE_DIE and dice:
        event["die"] = dice[-1]
    if raw.name in _SPECIAL:
        event |= _SPECIAL[raw.name](raw, names)
    return event


def _rules(raw: _Raw) -> list[str]:
    ids = [*RULES_OF[raw.name], *(RULE_IDS[code] for code in raw.rules)]
    return list(dict.fromkeys(ids))


def _die(row: Row) -> Event:
    name, stream, k, sides, face = row[:5]
    return {"name": DIE_NAMES[name], "stream": STREAMS[stream], "k": k, "sides": sides, "face": face}


def _dice(raw: _Raw) -> list[Event]:
    """Return the dice of an event; one that a stratagem had thrown again says so, and the last of its name counts."""
    dice = [_die(row) for row in raw.dice]
    if raw.name in _SETTLED_BY_ONE:
        for place, die in enumerate(dice):
            if any(later["name"] == die["name"] for later in dice[place + 1 :]):
                die["replaced"] = True
    return dice


def _pose(row: Row) -> list[float]:
    """[x, y, facing]: inches and degrees clockwise from +y, each to 4 decimals."""
    facing = round(degrees(atan2(row[2], row[3])) % 360.0, 4)
    return [row[0] / 10_000, row[1] / 10_000, 0.0 if facing >= 360.0 else facing]


def _poses(raw: _Raw) -> Event:
    if raw.name in _WITH_PATH:
        unwalked = [_pose(row) for row in raw.poses if row[4]]
        return {"path": [_pose(row) for row in raw.poses if not row[4]]} | ({"unwalked": unwalked} if unwalked else {})
    if raw.name in _WITH_POSE:
        return {"pose": _pose(raw.poses[-1]) if raw.poses else None}
    return {}


def _key(names: tuple[str, ...]) -> Callable[[int, Names], Any]:
    return lambda value, _: names[value]


def _flag(value: int, _: Names) -> bool:
    return bool(value)


def _unit(value: int, names: Names) -> str | None:
    return names.unit(value)


def _leader(value: int, names: Names) -> str | None:
    return names.leader(value)


def _side(value: int, names: Names) -> str | None:
    return names.side(value)


def _piece(value: int, names: Names) -> int | None:
    return names.piece(value)


_READ: dict[str, tuple[str, Callable[[int, Names], Any]]] = {
    **{key: (key, _unit) for key in ("unit", "attacker", "defender", "firer", "target", "by")},
    **{key: (key, _flag) for key in ("rerolled", "tie", "forced", "on", "lost")},
    **{key: (key, _side) for key in ("first", "winner", "loser")},
    "passed": ("pass", _flag),
    "leader": ("commander", _leader),
    "role": ("role", _key(_LEADER_ROLES)),
    "skill": ("skill", _key(codes.SKILL_KEYS)),
    "activity": ("activity", _key(codes.ACTIVITY_KEYS)),
    "cause": ("cause", _key(codes.CAUSE_KEYS)),
    "reason": ("reason", _key(codes.CAUSE_KEYS)),
    "where": ("where", _key(codes.SIDE_KEYS)),
    "box": ("box", _key(codes.STATUS_KEYS)),
    "weather": ("weather", _key(codes.WEATHER_KEYS)),
    "ground": ("ground", _key(codes.GROUND_KEYS)),
    "result": ("result", _key(codes.RESULT_KEYS)),
    "halted_by": ("halted_by", _piece),
    "at": ("at", _piece),
    "work": ("work", _key(codes.WORK_KEYS)),
}
_DROPPED = frozenset({"who", "dice", "kind", "before", "after"})
_EFFECTS = ("", "reroll_command", "more_actions", "reroll", "enemy_reroll", "activate")
_PLURALS = {"roll": "rolls", "choice": "choices", "light": "light", "broken": "broken", "total": "total"}


def _plain(raw: _Raw, names: Names) -> Event:
    """Return the numbers of an event under their names, those of both sides or columns gathered."""
    made: Event = {}
    for key, value in raw.numbers.items():
        front, _, last = key.rpartition("_")
        if front == "extra":
            continue
        if last in ("0", "1"):
            made.setdefault(_PLURALS[front], {})[names.sides[int(last)]] = value
        elif front == "total":
            made.setdefault("totals", {})[last] = value
        elif key not in _DROPPED:
            shown, read = _READ.get(key, (key, _number))
            made[shown] = read(value, names)
    return made


def _number(value: int, _: Names) -> int:
    return value


def _actor(raw: _Raw, event: Event) -> Event:
    """A unit has neither skill nor role, and a general has no unit id."""
    left_out = ("commander", "role", "skill") if raw.numbers["unit"] >= 0 else ("unit",)
    return {key: value for key, value in event.items() if key not in left_out and (key, value) != ("target", None)}


def _choices(raw: _Raw, names: Names) -> Event:
    return {"choices": {names.sides[n]: "stay" if raw.numbers[f"choice_{n}"] == 1 else "leave" for n in (0, 1)}}


def _modified(raw: _Raw, ids: tuple[str, ...]) -> Event:
    columns = _COLUMNS[raw.name]
    made: dict[str, list[list[Any]]] = {column: [] for column in columns}
    for column, number, value, *_ in raw.modifiers:
        made[columns[column]].append([ids[number], value])
    return {"modifiers": made}


def _combat(raw: _Raw, names: Names) -> Event:
    roles = [(UNIT_ROLES[role], row, number) for role, row, number, *_ in raw.units]
    attackers = [(row, cv) for role, row, cv in roles if role == "attacker"]
    defend = next((cv for role, _, cv in roles if role == "defender"), None)
    made: Event = {"attackers": [names.unit(row) for row, _ in attackers]}
    made["cv"] = {"attack": [cv for _, cv in attackers], "defend": defend}
    return made | _modified(raw, codes.MODIFIER_KEYS)


def _fire(raw: _Raw, _: Names) -> Event:
    return _modified(raw, codes.FIRE_MODIFIER_KEYS)


def _pursuit(raw: _Raw, names: Names) -> Event:
    return {"allotment": [{"unit": names.unit(row), "hits": hits} for _, row, hits, *_ in raw.units]}


def _change(raw: _Raw, names: Names) -> Event:
    leader, new = raw.numbers["leader"], raw.numbers["new"]
    side, role = divmod(leader, codes.LEADERS)
    names.replace(leader, new)
    return {
        "old": names.person(side, raw.numbers["old"]),
        "new": names.person(side, new),
        "role": _LEADER_ROLES[role],
    }


def _amalgamate(raw: _Raw, names: Names) -> Event:
    """Groups in the order of their numbers; a made unit's type and strength stand after it."""
    groups: dict[int, Event] = {}
    made: Event = {}
    for code, row in raw.trail:
        if code == D_UNIT:
            group = groups.setdefault(row[2], {"members": [], "made": []})
            made = {"unit": names.unit(row[1])}
            group["members" if UNIT_ROLES[row[0]] == "member" else "made"].append(made)
        if code == D_NUMBER:
            made |= _made_number(NUMBER_NAMES[row[0]], row[1])
    for group in groups.values():
        group["members"] = [member["unit"] for member in group["members"]]
    return {"groups": [groups[number] for number in sorted(groups)]}


def _made_number(name: str, value: int) -> Event:
    if name == "type":
        return {"type": codes.TYPE_KEYS[value]}
    return {name: bool(value)} if name == "guard" else {name: value}


def _stratagem(raw: _Raw, _: Names) -> Event:
    """ST1 to ST5: of a die that was thrown again the face before and the face that counts."""
    number = raw.numbers["stratagem"]
    made: Event = {"stratagem": f"ST{number}", "effect": _EFFECTS[number]}
    made["die"] = _die(raw.dice[-1]) if raw.dice else None
    if number in _AGAIN:
        made |= {"before": raw.numbers["before"], "after": raw.numbers["after"]}
    return made


def _round_end(raw: _Raw, names: Names) -> Event:
    """ST2: the actions that stratagems added to the count, where there were any."""
    extra = {names.sides[n]: raw.numbers[f"extra_{n}"] for n in (0, 1)}
    return {"extra": extra} if any(extra.values()) else {}


def _end(raw: _Raw, names: Names) -> Event:
    return {"kind": "draw" if names.side(raw.numbers["winner"]) is None else "victory"}


def _turned(raw: _Raw, _: Names) -> Event:
    """LGG-9.0-a Where only the facing counts as turned, it stands before the pose of the base, which stays."""
    return {"combat_facing": _pose(raw.poses[0])[2]} if len(raw.poses) > 1 else {}


def _who(raw: _Raw, names: Names) -> Event:
    side = raw.numbers["leader"] // codes.LEADERS
    return {"commander": names.person(side, raw.numbers["who"])}


def _engineer(raw: _Raw, names: Names) -> Event:
    """Return the piece that a finished work has made, restored or removed; the train that became a bridge."""
    numbers = {NUMBER_NAMES[row[0]]: row[1] for code, row in raw.trail if code == D_NUMBER}
    if "kind" not in numbers:
        return {}
    removed = "removed" in numbers
    kind = codes.PIECE_KEYS[numbers["kind"]]
    piece: Event = {"number": names.piece(numbers["removed" if removed else "piece"]), "kind": kind}
    piece["shape"] = [_pose(row)[:2] for row in raw.poses]
    if kind == "obstacle":
        piece |= {"cover": "hard", "halt": True, "impassable": False, "built_by": names.side(raw.side)}
    elif numbers["width"]:
        piece["width"] = numbers["width"] / 100
    made: Event = {"removed": piece} if removed else {"piece": piece}
    return made | ({"train": names.unit(numbers["train"])} if "train" in numbers else {})


_SPECIAL: dict[str, Callable[[_Raw, Names], Event]] = {
    "stay_leave": _choices,
    "combat": _combat,
    "fire": _fire,
    "pursuit": _pursuit,
    "casualty": _who,
    "engineer": _engineer,
    "command_change": _change,
    "amalgamate": _amalgamate,
    "stratagem": _stratagem,
    "round_end": _round_end,
    "battle_end": _end,
    "turned": _turned,
}
