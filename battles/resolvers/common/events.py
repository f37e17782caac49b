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
from battles.resolvers.common.journal import Kind, Part, declared
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


N, F = "number", "flag"


class Event:
    """The events that all systems share. Those called ROW, and the evening's, name a row of the roll, others a unit.

    A class, since an enumeration can have no heirs: a system's own events are numbered from 50 on.
    """

    BATTLE_START = Kind(1, "battle_start")
    DEPLOY = Kind(2, "deploy", "unit", poses="pose")
    LEADER = Kind(
        3, "deploy", "commander", values=(("role", ROLES), ("skill", codes.SKILL_KEYS)), poses="pose",
        actor_is="leader",
    )  # fmt: skip
    ARRIVE = Kind(4, "arrive", "unit", poses="pose")
    DAY_START = Kind(
        5, "day_start", values=(("weather", codes.WEATHER_KEYS), ("ground", codes.GROUND_KEYS), ("length", N))
    )
    TURN_START = Kind(6, "turn_start")
    TURN_END = Kind(7, "turn_end")
    MOVE = Kind(8, "move", "unit", values=(("how", "how"),), poses="path")
    FIRE = Kind(9, "fire", "firer", "target", (("hits", N), ("range", N)), modifiers=("firer", "target"))
    COMBAT = Kind(
        10, "combat", "", "defender", (("result", RESULTS), ("attack", N), ("defend", N), ("where", SIDES_STRUCK)),
        units={Part.ATTACKER: "attackers"}, modifiers=("attack", "defend"),
    )  # fmt: skip
    HIT = Kind(11, "hit", "unit", values=(("sp", N), ("left", N), ("cause", CAUSES), ("lost", N)))
    MORALE = Kind(
        12, "morale", "unit", values=(("score", N), ("needed", N), ("result", "result"), ("pass", F)),
        modifiers=("modifiers", ""),
    )  # fmt: skip
    FALLBACK = Kind(13, "fallback", "unit", poses="path")
    ROUT = Kind(14, "rout", "unit", values=(("box", codes.STATUS_KEYS), ("cause", CAUSES)))
    ELIMINATED = Kind(15, "eliminated", "unit", values=(("cause", CAUSES),))
    EXIT = Kind(16, "exit", "unit", values=(("cause", CAUSES),))
    CASUALTY = Kind(17, "casualty", "commander", "by", (("lost", F),), poses="pose", actor_is="leader")
    COMMAND_CHANGE = Kind(
        18, "command_change", "old", values=(("new", "leader"), ("role", ROLES), ("skill", codes.SKILL_KEYS)),
        poses="pose", actor_is="leader",
    )  # fmt: skip
    COMMANDER_MOVE = Kind(19, "commander_move", "commander", poses="pose", actor_is="leader")
    RALLY = Kind(
        20, "rally", "unit", values=(("sp", N), ("left", N), ("pass", F)), poses="pose", modifiers=("modifiers", "")
    )
    ORDERS = Kind(
        21, "orders", "commander", values=(("total", N), ("deferred", F)), actor_is="leader",
        modifiers=("modifiers", ""),
    )  # fmt: skip
    FORMATION = Kind(22, "formation", "unit", values=(("formation", "formation"),), poses="pose")
    CONTACT = Kind(23, "contact", "attacker", "defender", (("where", SIDES_STRUCK),))
    TURNED = Kind(24, "turned", "unit", poses="pose")
    BROKEN = Kind(25, "broken", values=(("lost", N), ("began", N)))
    DECISION = Kind(
        26, "decision", values=(("winner", "winner"), ("grade", codes.GRADE_KEYS), ("lost_0", N), ("lost_1", N))
    )
    STAY_LEAVE = Kind(27, "stay_leave", values=(("stays_0", F), ("stays_1", F)))
    PURSUIT = Kind(28, "pursuit", values=(("light_0", N), ("light_1", N)), units={Part.TARGET: "allotment"})
    EOD_RECOVER = Kind(
        29, "eod_recover", "unit", values=(("penalty", N), ("morale", N), ("pass", F), ("sp", N)), actor_is="row"
    )
    EOD_RALLY = Kind(
        30, "eod_rally", "unit", values=(("penalty", N), ("morale", N), ("pass", F), ("sp", N)), actor_is="row"
    )
    AMALGAMATE = Kind(31, "amalgamate", units={Part.MEMBER: "members", Part.MADE: "made"})
    BATTLE_END = Kind(32, "battle_end", values=(("winner", "winner"),))
    HIT_ROW = Kind(33, "hit", "unit", values=(("sp", N), ("cause", CAUSES)), actor_is="row")
    ROUT_ROW = Kind(34, "rout", "unit", values=(("box", codes.STATUS_KEYS), ("cause", CAUSES)), actor_is="row")
    ELIMINATED_ROW = Kind(35, "eliminated", "unit", values=(("cause", CAUSES),), actor_is="row")
    WORK = Kind(
        36, "engineer", "unit", values=(("work", ("EA4",)), ("number", N), ("length", N)), poses="pose",
        actor_is="row",
    )  # fmt: skip
    BREAK_OFF = Kind(37, "break_off", values=(("lost", N), ("began", N)))


COMMON: Mapping[int, Kind] = declared(Event)


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
