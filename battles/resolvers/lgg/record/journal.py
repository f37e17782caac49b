"""The journal in the record: fixed-size entries of integers, always on, from which text, JSON and drawings are made.

``battle.log[row]`` has ten numbers. Column 0 is the code. An event's code is below 100 and its row is
``code, day, round, side, a, b, c, d, e, f`` (side -1: nobody in particular). The rows after it up to the next event are
its details, codes from 100:

====================  =======================================================================================
``D_DIE``             name, stream, k, sides, face (``DIE_NAMES``; in the order thrown)
``D_POSE``            x, y in 1/10000 inch, facing x, y in 1/1000000000; one per pose, in order; then 1 if it was
                      paid for and not reached (LGG-8.3-b), else 0
``D_MODIFIER``        column (0 attack or firer, 1 defend or target), modifier number, value
``D_UNIT``            role (``UNIT_ROLES``), roll row, number (strength, hits, group ...)
``D_RULE``            rule code: one more rule id that governed the event
``D_NUMBER``          name (``NUMBER_NAMES``), value
====================  =======================================================================================

``Event`` says what a to f are in each event. Units are roll rows, leaders ``side * 3 + role``.
"""

from enum import IntEnum
from typing import Self

from battles.resolvers.common.codes import keys
from battles.resolvers.core.dice import face_of
from battles.resolvers.core.kernels import Named, by_name, i64, kernel
from battles.resolvers.lgg.record.codes import MAX_ENTRIES
from battles.resolvers.lgg.record.state import Battle

JOURNAL_FULL, DICE_FULL, NO_ANSWER, ENDLESS = 1, 2, 3, 4
SENTENCES = {
    JOURNAL_FULL: "The journal of this battle is full.",
    DICE_FULL: "More than 256 dice belong to one event.",
    NO_ANSWER: "A question of the battle has no answer.",
    ENDLESS: "The battle does not come to an end.",
}


class BrokenBattle(RuntimeError):
    """A battle that cannot be trusted: a mistake in the engine, never in a battle file."""


@kernel
def note_fault(battle: Battle, fault: int) -> None:
    """18.2 Note what went wrong first."""
    if battle.fault == 0:
        battle.fault = fault


def sound(fault: int) -> None:
    """BrokenBattle if a battle noted a fault."""
    if fault:
        raise BrokenBattle(SENTENCES[int(fault)])


class Event(Named, IntEnum):
    """Every event with the names of its numbers a to f, by which it is logged; its code is its place.

    Yes and no are 1 and 0. activity is an ``Activity``, target in ``ACTIVATE`` whom an attack or a shot is declared
    at or -1, cause a ``Cause``, box a ``Status``, where a ``Face``, weather and ground codes too, halted_by a piece
    or -1, penalty what is added to the roll, old and new in ``COMMAND_CHANGE`` persons and reason a cause. ``COMBAT``
    has ``D_UNIT`` rows for its attackers (number: combat value) and defender; ``PURSUIT`` for its allotment (number:
    hits); ``AMALGAMATE`` for each group: members (number: group), made (number: group, then a D_NUMBER ``sp``).
    ``ENGINEER`` has, when its work is finished, D_NUMBER rows ``piece`` (``removed`` where it is taken away),
    ``kind`` and ``width`` in 1/100 inch, ``train`` (a roll row) where a train becomes the bridge, and the ends of the
    piece as two D_POSE rows.
    """

    columns: tuple[str, ...]

    def __new__(cls, *columns: str) -> Self:
        """Return the next code."""
        made = int.__new__(cls, len(cls.__members__))
        made._value_, made.columns = len(cls.__members__), columns
        return made

    NONE = ()
    BATTLE_START = ()
    DEPLOY = "unit", "leader", "role", "skill"
    ARRIVE = "unit", "leader", "role", "skill", "cost", "left"
    CHITS = "count"
    DAY_START = "weather", "ground", "radius", "length"
    COMMAND_ROLL = "total", "rerolled", "own", "rolls"
    INITIATIVE = "first", "tie"
    TURN_END = ()
    ACTIVATE = "unit", "leader", "activity", "cost", "left", "target"
    MOVE = "unit", "increments", "surcharges", "halted_by"
    WITHDRAW = "unit", "increments", "surcharges"
    NIGHT_MOVE = "unit", "increments", "surcharges"
    COMMANDER_MOVE = "leader"
    CHECK = "unit", "cause", "morale", "passed"
    CONTACT = "attacker", "defender", "where", "combat"
    TURNED = "unit"
    SQUARES = "unit", "on"
    REPOINT = "unit", "old", "new"
    FIRE = "firer", "target", "total_firer", "total_target", "hits"
    COMBAT = "combat", "defender", "forced", "total_attack", "total_defend", "result"
    HIT = "unit", "sp", "cause"
    FALLBACK = "unit"
    ROUT = "unit", "box", "cause"
    OCCUPY = "unit"
    ELIMINATED = "unit", "cause"
    EXIT = "unit", "cause"
    CASUALTY = "leader", "by", "lost", "who"
    COMMAND_CHANGE = "leader", "old", "new", "skill", "reason"
    RECOVER = "unit", "morale", "passed", "sp"
    RALLY = "unit", "morale", "passed", "sp"
    ENGINEER = "unit", "work", "passed", "successes", "at"
    STRATAGEM = "stratagem", "unit", "before", "after"
    ROUND_END = "roll_0", "roll_1", "weather_add", "count", "extra_0", "extra_1"
    SUDDEN_DEATH = "broken_0", "broken_1", "total_0", "total_1", "loser"
    BREAK_OFF = ()
    STAY_LEAVE = "choice_0", "choice_1"
    PURSUIT = "light_0", "light_1", "dice"
    EOD_RECOVER = "unit", "penalty", "morale", "passed", "sp"
    EOD_RALLY = "unit", "penalty", "morale", "passed", "sp"
    AMALGAMATE = ()
    BATTLE_END = "winner", "kind"
    WILL = "broken_0", "broken_1", "total_0", "total_1", "loser"
    LAST_EVENING = "lost_0", "lost_1", "strength_0", "strength_1", "loser"

    @property
    def names(self) -> dict[str, str]:
        """The columns by the names of the numbers in them."""
        return dict(zip(self.columns, "abcdef", strict=False))


EVENTS: dict[str, tuple[str, ...]] = {event.name.lower() if event else "": event.columns for event in Event}
"""Event name to the names of its numbers."""

FIRST_DETAIL = 100
D_DIE, D_POSE, D_MODIFIER, D_UNIT, D_RULE, D_NUMBER = range(100, 106)


class Die(IntEnum):
    """Names of dice."""

    (COMMAND, FIRE, COVER, ATTACK, DEFEND, CHECK, RECOVER, RALLY, PURSUIT, CASUALTY, WEATHER, ENGINEER, STRATAGEM,
     CHITS, CHOICE, CHECK_AGAIN) = range(16)


class Part(IntEnum):
    """Parts of a unit in an event."""

    ATTACKER, DEFENDER, TARGET, MEMBER, MADE = range(5)


class Number(IntEnum):
    """Names of numbers beside an event."""

    SP, TYPE, GUARD, PIECE, KIND, REMOVED, TRAIN, WIDTH = range(8)


DIE_NAMES, UNIT_ROLES, NUMBER_NAMES = keys(Die), keys(Part), keys(Number)


@kernel
def new_entry(battle: Battle) -> int:
    """ENG-14 The next free row of the journal; a battle that has outgrown it is at fault."""
    row = i64(battle.entries)
    if row >= MAX_ENTRIES:
        note_fault(battle, JOURNAL_FULL)
        return MAX_ENTRIES - 1
    battle.entries = row + 1
    return row


@kernel
def throw(battle: Battle, stream: int, sides: int, name: int) -> int:
    """ENG-12 Throw the next die of a stream; it is written with the next event that is logged."""
    k = battle.dice[stream]
    battle.dice[stream] = k + 1
    face = face_of(battle.key, stream, k, sides)
    n = battle.thrown
    if n < 256:
        battle.thrown_die[n, 0] = name
        battle.thrown_die[n, 1] = stream
        battle.thrown_die[n, 2] = k
        battle.thrown_die[n, 3] = sides
        battle.thrown_die[n, 4] = face
        battle.thrown = n + 1
    else:
        note_fault(battle, DICE_FULL)
    return face


@kernel
def detail(battle: Battle, code: int, a: int, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Add one detail row to the last event."""
    if battle.quiet == 1:
        return
    row = new_entry(battle)
    battle.log[row, 0] = code
    battle.log[row, 1] = a
    battle.log[row, 2] = b
    battle.log[row, 3] = c
    battle.log[row, 4] = d
    battle.log[row, 5] = e


@kernel
def write_dice(battle: Battle) -> None:
    """Write the dice thrown since the last event as details of this one."""
    for i in range(battle.thrown):
        detail(battle, D_DIE, battle.thrown_die[i, 0], battle.thrown_die[i, 1], battle.thrown_die[i, 2],
               battle.thrown_die[i, 3], battle.thrown_die[i, 4])
    battle.thrown = 0


@by_name
@kernel
def log_event(battle: Battle, event: Event, side: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0,
              f: int = 0) -> None:
    """ENG-12 Write an event and the dice that decided it; ``a`` to ``f`` are given by the event's own names."""
    if battle.quiet == 1:
        battle.thrown = 0
        return
    row = new_entry(battle)
    battle.events += 1
    battle.log[row, 0] = event
    battle.log[row, 1] = battle.day
    battle.log[row, 2] = battle.round_no
    battle.log[row, 3] = side
    battle.log[row, 4] = a
    battle.log[row, 5] = b
    battle.log[row, 6] = c
    battle.log[row, 7] = d
    battle.log[row, 8] = e
    battle.log[row, 9] = f
    write_dice(battle)


@kernel
def scaled(value: float, scale: float) -> int:
    """Return a number as an integer of ``1/scale``, to the nearest."""
    number = value * scale
    return i64(number + 0.5) if number >= 0.0 else i64(number - 0.5)


@kernel
def log_pose(battle: Battle, x: float, y: float, fx: float, fy: float) -> None:
    """Add a pose to the last event."""
    detail(battle, D_POSE, scaled(x, 1e4), scaled(y, 1e4), scaled(fx, 1e9), scaled(fy, 1e9))


@kernel
def log_unwalked(battle: Battle, x: float, y: float, fx: float, fy: float) -> None:
    """LGG-8.3-b Add a pose of a way that was paid for, but not reached, to the last event."""
    detail(battle, D_POSE, scaled(x, 1e4), scaled(y, 1e4), scaled(fx, 1e9), scaled(fy, 1e9), 1)


@kernel
def log_here(battle: Battle, unit: int) -> None:
    """Add the pose in which ``unit`` stands now to the last event."""
    log_pose(battle, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])


@kernel
def log_modifier(battle: Battle, column: int, number: int, value: int) -> None:
    """LGG-12.0-c Add a modifier with its value to the last event (column 0 attack or firer, 1 defend or target)."""
    detail(battle, D_MODIFIER, column, number, value)


@kernel
def log_unit(battle: Battle, role: int, unit: int, number: int = 0) -> None:
    """Name a seated unit (by its slot) in the last event."""
    detail(battle, D_UNIT, role, battle.roll[unit], number)


@kernel
def log_rule(battle: Battle, code: int) -> None:
    """Name one more rule that governed the last event."""
    detail(battle, D_RULE, code)


@kernel
def log_number(battle: Battle, name: int, value: int) -> None:
    """Add a named number to the last event."""
    detail(battle, D_NUMBER, name, value)
