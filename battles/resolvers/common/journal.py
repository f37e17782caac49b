"""Dice and the journal of the common record: every event in rows of whole numbers (COM-01, COM-18).

A die is thrown by ``throw`` and a modifier noted by ``modify``; both are written with the next event that is logged.
What belongs to an event besides (a pose on its way, a unit that takes part) follows it by ``log_pose`` and
``log_unit``. ``events.py`` turns the rows into the journal. While ``quiet`` is 1 nothing is written: so a forecast
runs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any, Self

from battles.resolvers.common.codes import BATTLE_STREAM, LOG_ROWS, MOST_DICE, MOST_MODIFIERS, NOBODY
from battles.resolvers.common.record import Battle
from battles.resolvers.core.dice import face_of
from battles.resolvers.core.kernels import Named, by_name, kernel

ROW_DIE, ROW_MODIFIER, ROW_POSE, ROW_UNIT = -1, -2, -3, -4

LOG_FULL, DICE_FULL = 1, 2
"""Faults: the journal or the dice of one event found no room."""


class Part(IntEnum):
    """The part a unit plays in an event (``log_unit``)."""

    ATTACKER, DEFENDER, MEMBER, MADE, TARGET, SHARES = range(6)


@dataclass(frozen=True, eq=False)
class Kind(Named, int):
    """An event: its number, its name, the keys of actor and target, those of its four values with how each is read.

    A value's reader is ``number``, ``flag``, ``unit``, ``row``, ``leader``, ``side``, ``winner``, a tuple of words or
    the name of a list in ``Words.words``. ``poses`` is ``pose`` (the last one), ``path`` (all) or empty; ``units``
    maps a part (``Part.ATTACKER`` ...) to the key of a list of units. It is logged by its keys.
    """

    code: int
    name: str
    actor: str = ""
    target: str = ""
    values: tuple[tuple[str, Any], ...] = ()
    poses: str = ""
    units: Mapping[int, str] = field(default_factory=dict)
    actor_is: str = "unit"
    modifiers: tuple[str, str] = ("", "")

    def __new__(cls, code: int, *_: Any, **__: Any) -> Self:
        """Return the number."""
        return super().__new__(cls, code)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The keys, and the columns of ``log_event``; ``passed`` for ``pass``, which Python keeps for itself."""
        values = {key: column for (key, _), column in zip(self.values, "abcd", strict=False)}
        keys = {self.actor: "actor", self.target: "target", **values}
        return {"passed" if key == "pass" else key: column for key, column in keys.items() if key}


def declared(events: type) -> dict[int, Kind]:
    """Return the events that a class adds to those of its parent."""
    return {kind: kind for kind in vars(events).values() if isinstance(kind, Kind)}


@kernel
def throw_from(battle: Battle, stream: int, sides: int, name: int) -> int:
    """COM-01 Throw the next die of a stream; ``name`` says in the journal what it was thrown for."""
    k = battle.dice[stream]
    battle.dice[stream] = k + 1
    face = face_of(battle.key, stream, k, sides)
    n = battle.thrown
    if n < MOST_DICE:
        battle.thrown_die[n, 0], battle.thrown_die[n, 1], battle.thrown_die[n, 2] = name, stream, k
        battle.thrown_die[n, 3], battle.thrown_die[n, 4] = sides, face
        battle.thrown = n + 1
    else:
        battle.fault = DICE_FULL
    return face


@kernel
def throw(battle: Battle, sides: int, name: int) -> int:
    """COM-01 Throw the battle's next die."""
    return throw_from(battle, BATTLE_STREAM, sides, name)


@kernel
def throw_d3(battle: Battle, name: int) -> int:
    """COM-01 A d3 is half a d6, rounded up."""
    return (throw(battle, 6, name) + 1) // 2


@kernel
def modify(battle: Battle, column: int, modifier: int, value: int) -> None:
    """COM-18 Note a modifier of the next event; ``column`` 0 is the actor's, 1 the target's. Nothing for 0."""
    n = battle.modified
    if value != 0 and n < MOST_MODIFIERS:
        battle.modifier[n, 0], battle.modifier[n, 1], battle.modifier[n, 2] = column, modifier, value
        battle.modified = n + 1


@kernel
def new_row(battle: Battle, code: int) -> int:
    """Return the number of a fresh row of the journal, -1 where nothing is written."""
    if battle.quiet == 1:
        return -1
    row = battle.log_n
    if row >= LOG_ROWS:
        battle.fault = LOG_FULL
        return -1
    battle.log_n = row + 1
    battle.log[row, 0] = code
    return row


@kernel
def log_detail(battle: Battle, code: int, a: int, b: int, c: int, d: int = 0, e: int = 0) -> None:
    """One row more of the last event."""
    row = new_row(battle, code)
    if row >= 0:
        battle.log[row, 1], battle.log[row, 2], battle.log[row, 3] = a, b, c
        battle.log[row, 4], battle.log[row, 5] = d, e


@by_name
@kernel
def log_event(
    battle: Battle,
    event: Kind,
    rule: int,
    side: int,
    actor: int = NOBODY,
    target: int = NOBODY,
    a: int = 0,
    b: int = 0,
    c: int = 0,
    d: int = 0,
) -> None:
    """COM-18 Write an event with the dice and modifiers that wait for it.

    ``rule`` is the number of the rule (11 for OHW-11, 1013 for COM-13), ``side`` who acts or -1; ``actor`` to ``d``
    are given by the event's own keys: ``log_event(battle, Event.CONTACT, rule=16, side=0, attacker=1, defender=9)``.
    """  # fmt: skip
    row = new_row(battle, event)
    if row >= 0:
        battle.log[row, 1], battle.log[row, 2], battle.log[row, 3] = battle.day, battle.turn, rule
        battle.log[row, 4], battle.log[row, 5], battle.log[row, 6] = side, actor, target
        battle.log[row, 7], battle.log[row, 8], battle.log[row, 9], battle.log[row, 10] = a, b, c, d
        for n in range(battle.thrown):
            log_detail(
                battle,
                ROW_DIE,
                battle.thrown_die[n, 0],
                battle.thrown_die[n, 1],
                battle.thrown_die[n, 2],
                battle.thrown_die[n, 3],
                battle.thrown_die[n, 4],
            )
        for n in range(battle.modified):
            log_detail(battle, ROW_MODIFIER, battle.modifier[n, 0], battle.modifier[n, 1], battle.modifier[n, 2])
    battle.thrown = battle.modified = 0


@kernel
def log_pose(battle: Battle, x: int, y: int, heading: int) -> None:
    """A pose of the last event: where its unit stands, or the next one of its way."""
    log_detail(battle, ROW_POSE, x, y, heading)


@kernel
def log_here(battle: Battle, unit: int) -> None:
    """The pose in which a unit stands."""
    log_pose(battle, battle.x[unit], battle.y[unit], battle.heading[unit])


@kernel
def log_unit(battle: Battle, role: int, unit: int, value: int = 0) -> None:
    """A unit of the last event, by the part it plays."""
    log_detail(battle, ROW_UNIT, role, unit, value)
