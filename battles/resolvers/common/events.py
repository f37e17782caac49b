"""The kinds of events of the common journal, and the names and words in it (COM-18).

``docs/journal.md`` lists the keys of each; ``lines.py`` writes them.

Every event has ``n``, ``ev``, ``day``, ``round`` (the turn of the day), ``side``, ``rule`` and ``dice``. Lengths are
those of the board (inches, millimetres, squares), facings degrees clockwise from +y.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from battles.resolvers.common import codes
from battles.resolvers.common.codes import SIDE_LEADERS, SIDE_UNITS, keys
from battles.resolvers.common.journal import Event, Part
from battles.resolvers.common.record import Battle
from battles.resolvers.values.battle import BattleFile


class Cause(IntEnum):
    """Causes of what happens to units."""

    NONE, FIRE, COMBAT, MORALE, ROUT, PURSUIT, EVENING, EDGE, ACCIDENT, RULE = range(10)


CAUSES = keys(Cause)
"""The words of ``cause``."""
SIDES_STRUCK = ("front", "flank", "rear")
RESULTS = ("attacker_hit", "defender_hit", "both_hit", "nothing", "rout")
ROLES = ("army", "wing", "brigade")


@dataclass(frozen=True)
class Kind:
    """An event: its name, the keys of actor and target, those of its four values with how each is read.

    A value's reader is ``number``, ``flag``, ``unit``, ``row``, ``leader``, ``side``, ``winner``, a tuple of words or
    the name of a list in ``Words.words``. ``poses`` is ``pose`` (the last one), ``path`` (all) or empty; ``units``
    maps a part (``Part.ATTACKER`` ...) to the key of a list of units.
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
    Event.BATTLE_START: Kind("battle_start"),
    Event.DEPLOY: Kind("deploy", "unit", poses="pose"),
    Event.LEADER: Kind(
        "deploy", "commander", values=(("role", ROLES), ("skill", codes.SKILL_KEYS)), poses="pose", actor_is="leader"
    ),
    Event.ARRIVE: Kind("arrive", "unit", poses="pose"),
    Event.DAY_START: Kind(
        "day_start", values=(("weather", codes.WEATHER_KEYS), ("ground", codes.GROUND_KEYS), ("length", N))
    ),
    Event.TURN_START: Kind("turn_start"),
    Event.TURN_END: Kind("turn_end"),
    Event.MOVE: Kind("move", "unit", values=(("how", "how"),), poses="path"),
    Event.FIRE: Kind("fire", "firer", "target", (("hits", N), ("range", N)), modifiers=("firer", "target")),
    Event.COMBAT: Kind(
        "combat",
        "",
        "defender",
        (("result", RESULTS), ("attack", N), ("defend", N), ("where", SIDES_STRUCK)),
        units={Part.ATTACKER: "attackers"},
        modifiers=("attack", "defend"),
    ),
    Event.HIT: Kind("hit", "unit", values=(("sp", N), ("left", N), ("cause", CAUSES), ("lost", N))),
    Event.MORALE: Kind(
        "morale",
        "unit",
        values=(("score", N), ("needed", N), ("result", "result"), ("pass", F)),
        modifiers=("modifiers", ""),
    ),
    Event.FALLBACK: Kind("fallback", "unit", poses="path"),
    Event.ROUT: Kind("rout", "unit", values=(("box", codes.STATUS_KEYS), ("cause", CAUSES))),
    Event.ELIMINATED: Kind("eliminated", "unit", values=(("cause", CAUSES),)),
    Event.EXIT: Kind("exit", "unit", values=(("cause", CAUSES),)),
    Event.CASUALTY: Kind("casualty", "commander", "by", (("lost", F),), poses="pose", actor_is="leader"),
    Event.COMMAND_CHANGE: Kind(
        "command_change",
        "old",
        values=(("new", "leader"), ("role", ROLES), ("skill", codes.SKILL_KEYS)),
        poses="pose",
        actor_is="leader",
    ),
    Event.COMMANDER_MOVE: Kind("commander_move", "commander", poses="pose", actor_is="leader"),
    Event.RALLY: Kind(
        "rally", "unit", values=(("sp", N), ("left", N), ("pass", F)), poses="pose", modifiers=("modifiers", "")
    ),
    Event.ORDERS: Kind(
        "orders", "commander", values=(("total", N), ("deferred", F)), actor_is="leader", modifiers=("modifiers", "")
    ),
    Event.FORMATION: Kind("formation", "unit", values=(("formation", "formation"),), poses="pose"),
    Event.CONTACT: Kind("contact", "attacker", "defender", (("where", SIDES_STRUCK),)),
    Event.TURNED: Kind("turned", "unit", poses="pose"),
    Event.BROKEN: Kind("broken", values=(("lost", N), ("began", N))),
    Event.BREAK_OFF: Kind("break_off", values=(("lost", N), ("began", N))),
    Event.DECISION: Kind(
        "decision", values=(("winner", "winner"), ("grade", codes.GRADE_KEYS), ("lost_0", N), ("lost_1", N))
    ),
    Event.STAY_LEAVE: Kind("stay_leave", values=(("stays_0", F), ("stays_1", F))),
    Event.PURSUIT: Kind("pursuit", values=(("light_0", N), ("light_1", N)), units={Part.TARGET: "allotment"}),
    Event.EOD_RECOVER: Kind(
        "eod_recover", "unit", values=(("penalty", N), ("morale", N), ("pass", F), ("sp", N)), actor_is="row"
    ),
    Event.EOD_RALLY: Kind(
        "eod_rally", "unit", values=(("penalty", N), ("morale", N), ("pass", F), ("sp", N)), actor_is="row"
    ),
    Event.AMALGAMATE: Kind("amalgamate", units={Part.MEMBER: "members", Part.MADE: "made"}),
    Event.HIT_ROW: Kind("hit", "unit", values=(("sp", N), ("cause", CAUSES)), actor_is="row"),
    Event.ROUT_ROW: Kind("rout", "unit", values=(("box", codes.STATUS_KEYS), ("cause", CAUSES)), actor_is="row"),
    Event.ELIMINATED_ROW: Kind("eliminated", "unit", values=(("cause", CAUSES),), actor_is="row"),
    Event.WORK: Kind(
        "engineer", "unit", values=(("work", ("EA4",)), ("number", N), ("length", N)), poses="pose", actor_is="row"
    ),
    Event.BATTLE_END: Kind("battle_end", values=(("winner", "winner"),)),
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
    "HR-31",
)


class Rule(IntEnum):
    """The numbers of the rules of the evening and of the campaign's battle in ``log_event``."""

    (
        STAY, PURSUIT, EVENING_RECOVERY, EVENING_RALLY, AMALGAMATE, END, WEATHER, ARRIVES, TYPED, WORKS, RAISED,
    ) = range(2000, 2011)  # fmt: skip


@dataclass(frozen=True)
class Names:
    """The names of units, rows of the roll, leaders and sides of one battle."""

    sides: tuple[str, str]
    units: Mapping[int, str]
    rows: Mapping[int, str]
    leaders: Mapping[int, str]


def names_of(battle: Battle, file: BattleFile) -> Names:
    """ENG-12 Return units by the ids of the file; where a row fields several, ``id/1``, ``id/2`` ....

    Generals by name or post.
    """
    rows = {side * SIDE_UNITS + n: unit.id for side, one in enumerate(file.sides) for n, unit in enumerate(one.units)}
    mates: dict[int, list[int]] = {}
    for side in range(codes.SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.units[side])):
            mates.setdefault(int(battle.roll[unit]), []).append(unit)
    units = {
        unit: rows[row] if len(mine) == 1 else f"{rows[row]}/{n}"
        for row, mine in mates.items()
        for n, unit in enumerate(mine, 1)
    }
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


DICE = {1: "weather", 2: "ground", 3: "pursuit", 4: "recover", 5: "rally"}
"""The names of the dice that all systems throw; a system's own begin at 10."""

PAIRS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "stays": ("choices", ("leave", "stay")), "light": ("light", ()), "lost": ("lost", ()),
}  # fmt: skip
"""Values ``stays_0`` and ``stays_1`` of both sides are one in the journal: its key, and the words of the numbers."""
