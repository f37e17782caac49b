"""From the rows of the common journal to its events as JSON values (COM-18); ``docs/journal.md`` lists their keys.

Every event has ``n``, ``ev``, ``day``, ``round`` (the turn of the day), ``side``, ``rule`` and ``dice``. Lengths are
those of the board (inches, millimetres, squares), facings degrees clockwise from +y.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import cos, radians, sin
from typing import Any

from battles.resolvers.battle import BattleFile
from battles.resolvers.common import codes, journal
from battles.resolvers.common.codes import LOG_WIDTH, NOBODY, SIDE_LEADERS, SIDE_UNITS, STREAMS
from battles.resolvers.common.record import Battle
from battles.resolvers.report import Event

CAUSES = ("none", "fire", "combat", "morale", "rout", "pursuit", "evening", "edge", "accident", "rule")
"""Why something happened: the words of ``cause``."""
(BY_NONE, BY_FIRE, BY_COMBAT, BY_MORALE, BY_ROUT, BY_PURSUIT, BY_EVENING, BY_EDGE, BY_ACCIDENT, BY_RULE) = range(10)
SIDES_STRUCK = ("front", "flank", "rear")
RESULTS = ("attacker_hit", "defender_hit", "both_hit", "nothing", "rout")
ROLES = ("army", "wing", "brigade")


@dataclass(frozen=True)
class Kind:
    """An event: its name, the keys of actor and target, those of its four values with how each is read.

    A value's reader is ``number``, ``flag``, ``unit``, ``leader``, ``side`` or a tuple of words. ``poses`` is
    ``pose`` (the last
    one), ``path`` (all) or empty; ``units`` maps a part (``R_ATTACKER`` ...) to the key of a list of units.
    """

    name: str
    actor: str = ""
    target: str = ""
    values: tuple[tuple[str, Any], ...] = ()
    poses: str = ""
    units: Mapping[int, str] = field(default_factory=dict)
    actor_is: str = "unit"
    modifiers: tuple[str, str] = ("", "")


N, F = "number", "flag"
COMMON: Mapping[int, Kind] = {
    journal.E_BATTLE_START: Kind("battle_start"),
    journal.E_DEPLOY: Kind("deploy", "unit", poses="pose"),
    journal.E_LEADER: Kind(
        "deploy", "commander", values=(("role", ROLES), ("skill", codes.SKILL_KEYS)), poses="pose", actor_is="leader"
    ),
    journal.E_ARRIVE: Kind("arrive", "unit", poses="pose"),
    journal.E_DAY_START: Kind(
        "day_start", values=(("weather", codes.WEATHER_KEYS), ("ground", codes.GROUND_KEYS), ("length", N))
    ),
    journal.E_TURN_START: Kind("turn_start"),
    journal.E_TURN_END: Kind("turn_end"),
    journal.E_MOVE: Kind("move", "unit", values=(("how", "how"),), poses="path"),
    journal.E_FIRE: Kind("fire", "firer", "target", (("hits", N), ("range", N)), modifiers=("firer", "target")),
    journal.E_COMBAT: Kind(
        "combat",
        "",
        "defender",
        (("result", RESULTS), ("attack", N), ("defend", N), ("where", SIDES_STRUCK)),
        units={journal.R_ATTACKER: "attackers"},
        modifiers=("attack", "defend"),
    ),
    journal.E_HIT: Kind("hit", "unit", values=(("sp", N), ("left", N), ("cause", CAUSES), ("lost", N))),
    journal.E_MORALE: Kind(
        "morale",
        "unit",
        values=(("score", N), ("needed", N), ("result", "result"), ("pass", F)),
        modifiers=("modifiers", ""),
    ),
    journal.E_FALLBACK: Kind("fallback", "unit", poses="path"),
    journal.E_ROUT: Kind("rout", "unit", values=(("box", codes.STATUS_KEYS), ("cause", CAUSES))),
    journal.E_ELIMINATED: Kind("eliminated", "unit", values=(("cause", CAUSES),)),
    journal.E_EXIT: Kind("exit", "unit", values=(("cause", CAUSES),)),
    journal.E_CASUALTY: Kind("casualty", "commander", "by", (("lost", F),), poses="pose", actor_is="leader"),
    journal.E_COMMAND_CHANGE: Kind(
        "command_change",
        "old",
        values=(("new", "leader"), ("role", ROLES), ("skill", codes.SKILL_KEYS)),
        poses="pose",
        actor_is="leader",
    ),
    journal.E_COMMANDER_MOVE: Kind("commander_move", "commander", poses="pose", actor_is="leader"),
    journal.E_RALLY: Kind(
        "rally", "unit", values=(("sp", N), ("left", N), ("pass", F)), poses="pose", modifiers=("modifiers", "")
    ),
    journal.E_ORDERS: Kind(
        "orders", "commander", values=(("total", N), ("deferred", F)), actor_is="leader", modifiers=("modifiers", "")
    ),
    journal.E_FORMATION: Kind("formation", "unit", values=(("formation", "formation"),), poses="pose"),
    journal.E_CONTACT: Kind("contact", "attacker", "defender", (("where", SIDES_STRUCK),)),
    journal.E_TURNED: Kind("turned", "unit", poses="pose"),
    journal.E_BROKEN: Kind("broken", values=(("lost", N), ("began", N))),
    journal.E_BREAK_OFF: Kind("break_off", values=(("lost", N), ("began", N))),
    journal.E_DECISION: Kind(
        "decision", values=(("winner", "winner"), ("grade", codes.GRADE_KEYS), ("lost_0", N), ("lost_1", N))
    ),
    journal.E_STAY_LEAVE: Kind("stay_leave", values=(("stays_0", F), ("stays_1", F))),
    journal.E_PURSUIT: Kind("pursuit", values=(("light_0", N), ("light_1", N)), units={journal.R_TARGET: "allotment"}),
    journal.E_EOD_RECOVER: Kind(
        "eod_recover", "unit", values=(("penalty", N), ("morale", N), ("pass", F), ("sp", N)), actor_is="row"
    ),
    journal.E_EOD_RALLY: Kind(
        "eod_rally", "unit", values=(("penalty", N), ("morale", N), ("pass", F), ("sp", N)), actor_is="row"
    ),
    journal.E_AMALGAMATE: Kind("amalgamate", units={journal.R_MEMBER: "members", journal.R_MADE: "made"}),
    journal.E_HIT_ROW: Kind("hit", "unit", values=(("sp", N), ("cause", CAUSES)), actor_is="row"),
    journal.E_ROUT_ROW: Kind("rout", "unit", values=(("box", codes.STATUS_KEYS), ("cause", CAUSES)), actor_is="row"),
    journal.E_ELIMINATED_ROW: Kind("eliminated", "unit", values=(("cause", CAUSES),), actor_is="row"),
    journal.E_WORK: Kind(
        "engineer", "unit", values=(("work", ("EA4",)), ("number", N), ("length", N)), poses="pose", actor_is="row"
    ),
    journal.E_BATTLE_END: Kind("battle_end", values=(("winner", "winner"),)),
}
"""The events that all five share. Those of the evening name rows of the roll, the others units."""


@dataclass(frozen=True)
class Words:
    """The meaning of a system's numbers in its journal: its own events, dice, modifiers and words, and its rule ids."""

    code: str
    dice: Mapping[int, str]
    modifiers: Mapping[int, str]
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    events: Mapping[int, Kind] = field(default_factory=dict)
    scale: int = 1
    """Steps of the record in one unit of the board: 100 for hundredths of an inch, 10 for tenths of a millimetre."""
    turn: int = 1
    """Degrees in one step of a heading: 45 on squares."""

    def rule(self, number: int) -> str:
        """Return the id of a rule by its number."""
        return (
            f"COM-{number - 1000:02d}"
            if 1000 <= number < 2000
            else EVENING_RULES[number - 2000]
            if number >= 2000
            else f"{self.code}-{number:02d}"
        )


EVENING_RULES = (
    "LGG-15.1-a",
    "LGG-15.3-a",
    "LGG-15.4-a",
    "LGG-15.4-b",
    "LGG-15.5-b",
    "LGG-15.6-b",
    "HR-W",
    "HR-T6",
    "EX-5",
    "HR-T4",
)
(
    RULE_STAY,
    RULE_PURSUIT,
    RULE_EVENING_RECOVERY,
    RULE_EVENING_RALLY,
    RULE_AMALGAMATE,
    RULE_END,
    RULE_WEATHER,
    RULE_ARRIVES,
    RULE_TYPED,
    RULE_WORKS,
) = range(2000, 2010)
"""The numbers of the rules of the evening and of the campaign's battle in ``log_event``."""


@dataclass(frozen=True)
class Names:
    """The names of units, rows of the roll, leaders and sides of one battle."""

    sides: tuple[str, str]
    units: Mapping[int, str]
    rows: Mapping[int, str]
    leaders: Mapping[int, str]


def names_of(battle: Battle, file: BattleFile) -> Names:
    """ENG-12 Units by the ids of the file; where a row fields several, ``id/1``, ``id/2`` ....

    Generals by name or post.
    """
    rows = {side * SIDE_UNITS + n: unit.id for side, one in enumerate(file.sides) for n, unit in enumerate(one.units)}
    units: dict[int, str] = {}
    for side in range(codes.SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.units[side])):
            row = int(battle.roll[unit])
            mates = [
                u
                for u in range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.units[side]))
                if battle.roll[u] == row
            ]
            units[unit] = rows[row] if len(mates) == 1 else f"{rows[row]}/{mates.index(unit) + 1}"
    leaders = {
        side * SIDE_LEADERS + n: _leader_name(one, n)
        for side, one in enumerate(file.sides)
        for n in range(int(battle.leaders[side]))
    }
    return Names((file.sides[0].name, file.sides[1].name), units, rows, leaders)


def _leader_name(side: Any, n: int) -> str:
    known = (side.commander, *side.wings)
    if n < len(known) and known[n].name:
        return str(known[n].name)
    posts = ("commander", "first wing", "second wing")
    return f"{side.name} {posts[n]}" if n < len(known) else f"{side.name} brigadier {n - len(known) + 1}"


def events_of(battle: Battle, names: Names, words: Words, start: Event) -> list[Event]:
    """Return the journal of a record; ``start`` is what its first event says besides."""
    rows = _rows(battle)
    made: list[Event] = []
    at = 0
    while at < len(rows):
        end = at + 1
        while end < len(rows) and rows[end][0] < 0:
            end += 1
        event = _event(rows[at], rows[at + 1 : end], names, words)
        if event["ev"] == "battle_start":
            event |= start
        made.append({"n": len(made) + 1} | event)
        at = end
    return made


def _rows(battle: Battle) -> list[list[int]]:
    log = battle.log[: int(battle.log_n)]
    rows: list[list[int]] = log.tolist() if hasattr(log, "tolist") else [list(map(int, row[:LOG_WIDTH])) for row in log]
    return rows


def _event(row: list[int], details: list[list[int]], names: Names, words: Words) -> Event:
    code, day, turn, rule, side, actor, target = row[:7]
    kind = words.events.get(code) or COMMON[code]
    made: Event = {
        "ev": kind.name,
        "day": day,
        "round": turn,
        "side": names.sides[side] if side >= 0 else None,
        "rule": [words.rule(rule)],
        "dice": [_die(d, words) for d in details if d[0] == journal.ROW_DIE],
    }
    if kind.actor and actor >= 0:
        made[kind.actor] = _one(kind.actor_is, actor, names)
    if kind.target and target >= 0:
        made[kind.target] = names.units[target]
    for (key, reader), value in zip(kind.values, row[7:], strict=False):
        made[key] = _value(reader, value, names, words)
    made |= _poses(kind, details, words) | _parts(kind, details, names) | _modifiers(kind, details, words)
    return _in_the_usual_form(made, names, words)


def _in_the_usual_form(event: Event, names: Names, words: Words) -> Event:
    """Return numbers of both sides under the sides' names, works as pieces of the field, as every journal has them."""
    for front, key, read in (("stays", "choices", _stay), ("light", "light", int), ("lost", "lost", int)):
        if f"{front}_0" in event:
            pair = [event.pop(f"{front}_{n}") for n in (0, 1)]
            event[key] = {name: read(value) for name, value in zip(names.sides, pair, strict=True)}
    if event["ev"] == "battle_end":
        event["kind"] = "victory" if event["winner"] else "draw"
    if event["ev"] == "amalgamate":
        event["groups"] = [{"members": event.pop("members"), "made": event.pop("made")}]
    if event["ev"] == "engineer":
        event["piece"] = _work(event.pop("number"), event.pop("length"), event.pop("pose"), event["side"], words)
    return event


def _work(number: int, length: int, pose: Any, side: str, words: Words) -> Event:
    """HR-T4 A field work as a piece of the field; on squares it is drawn at the front edge of its own."""
    x, y, facing = pose
    along, ahead = (0.5, 0.4) if words.scale == 1 else (length / words.scale / 2, 0.0)
    right, up = sin(radians(facing)), cos(radians(facing))
    ends = [
        [round(x + right * ahead + up * way * along, 4), round(y + up * ahead - right * way * along, 4)]
        for way in (-1, 1)
    ]
    return {
        "number": number, "kind": "obstacle", "shape": ends, "cover": "hard", "halt": True, "impassable": False,
        "built_by": side,
    }  # fmt: skip


def _stay(stays: Any) -> str:
    return "stay" if stays else "leave"


def _one(what: str, number: int, names: Names) -> str:
    return {"unit": names.units, "row": names.rows, "leader": names.leaders}[what][number]


READERS: Mapping[str, Callable[[int, Names], Any]] = {
    "number": lambda value, _: value,
    "flag": lambda value, _: bool(value),
    "unit": lambda value, names: names.units.get(value),
    "row": lambda value, names: names.rows.get(value),
    "leader": lambda value, names: names.leaders.get(value),
    "side": lambda value, names: names.sides[value] if value >= 0 else None,
    "winner": lambda value, names: names.sides[value] if value in (0, 1) else None,
}


def _value(reader: Any, value: int, names: Names, words: Words) -> Any:
    if isinstance(reader, tuple):
        return reader[value]
    return READERS[reader](value, names) if reader in READERS else words.words[reader][value]


def _die(row: list[int], words: Words) -> Event:
    _, name, stream, k, sides, face = row[:6]
    return {
        "name": words.dice.get(name, DICE.get(name, "die")),
        "stream": STREAMS[stream],
        "k": k,
        "sides": sides,
        "face": face,
    }


DICE = {1: "weather", 2: "ground", 3: "pursuit", 4: "recover", 5: "rally"}
"""The names of the dice that all systems throw; a system's own begin at 10."""


def _pose(row: list[int], words: Words) -> list[float]:
    x, y = (row[1] / words.scale, row[2] / words.scale) if words.scale > 1 else (row[1] + 0.5, row[2] + 0.5)
    return [x, y, float(row[3] * words.turn % 360)]


def _poses(kind: Kind, details: list[list[int]], words: Words) -> Event:
    poses = [_pose(row, words) for row in details if row[0] == journal.ROW_POSE]
    if kind.poses == "path":
        return {"path": poses}
    return {"pose": poses[-1] if poses else None} if kind.poses else {}


def _parts(kind: Kind, details: list[list[int]], names: Names) -> Event:
    made: Event = {key: [] for key in kind.units.values()}
    for row in details:
        if row[0] == journal.ROW_UNIT and row[1] in kind.units:
            made[kind.units[row[1]]].append(_part(kind.units[row[1]], row, names))
    return made


def _part(key: str, row: list[int], names: Names) -> Any:
    if key in ("attackers", "units"):
        return names.units[row[2]]
    if key == "members":
        return names.rows[row[2]]
    return {"unit": names.rows[row[2]], ("hits" if key == "allotment" else "sp"): row[3]}


def _modifiers(kind: Kind, details: list[list[int]], words: Words) -> Event:
    if not any(kind.modifiers):
        return {}
    made: dict[str, list[Any]] = {key: [] for key in kind.modifiers if key}
    for row in details:
        if row[0] == journal.ROW_MODIFIER and kind.modifiers[row[1]]:
            made[kind.modifiers[row[1]]].append([words.modifiers[row[2]], row[3]])
    return {"modifiers": made if kind.modifiers[1] else made[kind.modifiers[0]]}


def is_nobody(number: int) -> bool:
    """Does a number name nobody?"""
    return number == NOBODY
