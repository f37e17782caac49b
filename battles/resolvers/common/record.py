"""The common record: the whole state of one battle of a smaller rule system in one flat numpy record.

Read it as ``battle.x[unit]``. A unit's number is ``side * 200 + n``; ``units[side]`` says how many of a side's
numbers are in use. A unit is what stands on the table; ``roll[unit]`` is the row of the unit of the battle file that
it belongs to (``side * 200 + n`` in the order of the file). Most systems field one unit a row. A leader's number is
``side * 64 + n``: 0 the army commander, 1 and 2 the wing commanders of the file, then whom a system adds.

Lengths are whole numbers in the system's own step (0.01 inch, 0.1 mm, squares), headings whole degrees clockwise from
+y, or on squares facings 0 to 7 (times 45 degrees). y = 0 is the attacker's edge. ``cap`` is the capacity with which
a unit came (COM-05), ``left`` what is left of it. ``own`` holds what only one system knows of a unit; that system
names the columns by constants. ``num`` holds the numbers of its table (``numbers.py``). Nothing here is a float.
"""

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from battles.resolvers.common.codes import (
    BATTLE_OWN,
    LAND,
    LEADER_OWN,
    LEADERS,
    LOG_ROWS,
    LOG_WIDTH,
    MOST_DICE,
    MOST_MODIFIERS,
    NUMBERS,
    OWN,
    SIDE_OWN,
    SIDES,
    STREAMS,
    UNITS,
    WAYS,
)
from battles.resolvers.kernels import COMPILED
from battles.resolvers.records import Field, FlatRecord, give_fields, kept_record

CLOCK: list[Field] = [
    ("key", "u8", ()), ("dice", "i8", (len(STREAMS),)), ("quiet", "i8", ()), ("fault", "i8", ()),
    ("day", "i8", ()), ("max_days", "i8", ()), ("turn", "i8", ()), ("limit", "i8", ()), ("rounds", "i8", ()),
    ("on_turn", "i8", ()), ("first", "i8", ()), ("over", "i8", ()), ("winner", "i8", ()), ("fought", "i8", ()),
    ("grade", "i8", ()), ("low", "i8", ()), ("season", "i8", ()), ("weather", "i8", ()), ("ground", "i8", ()),
    ("meeting", "i8", ()), ("works", "i8", ()), ("battle_own", "i8", (BATTLE_OWN,)),
]  # fmt: skip
SIDE_FIELDS: list[Field] = [
    ("units", "i8", (SIDES,)), ("leaders", "i8", (SIDES,)), ("rows", "i8", (SIDES,)), ("skill", "i8", (SIDES,)),
    ("start_units", "i8", (SIDES,)), ("start_sp", "i8", (SIDES,)), ("broken", "i8", (SIDES,)),
    ("stays", "i8", (SIDES,)), ("pursued", "i8", (SIDES,)), ("posture", "i8", (SIDES,)), ("plan", "i8", (SIDES,)),
    ("sector", "i8", (SIDES,)), ("reserve", "i8", (SIDES,)), ("break_off", "i8", (SIDES,)),
    ("evening", "i8", (SIDES,)), ("must_decide", "i8", (SIDES,)), ("supply_cut", "i8", (SIDES,)),
    ("capital", "i8", (SIDES,)), ("awaits", "i8", (SIDES,)),
    ("leaves", "i8", (SIDES,)), ("side_own", "i8", (SIDES, SIDE_OWN)),
]  # fmt: skip
UNIT_FIELDS: list[Field] = [
    ("roll", "i2", (UNITS,)), ("arm", "i1", (UNITS,)), ("kind", "i1", (UNITS,)), ("guard", "i1", (UNITS,)),
    ("outrider", "i1", (UNITS,)), ("status", "i1", (UNITS,)), ("arrives", "i2", (UNITS,)), ("edge", "i1", (UNITS,)),
    ("spare", "i1", (UNITS,)), ("sp", "i2", (UNITS,)), ("full", "i2", (UNITS,)), ("cap", "i2", (UNITS,)),
    ("left", "i2", (UNITS,)), ("x", "i4", (UNITS,)), ("y", "i4", (UNITS,)), ("heading", "i2", (UNITS,)),
    ("width", "i4", (UNITS,)), ("depth", "i4", (UNITS,)), ("own", "i4", (UNITS, OWN)),
]  # fmt: skip
LEADER_FIELDS: list[Field] = [
    ("lead_skill", "i1", (LEADERS,)), ("lead_state", "i1", (LEADERS,)), ("lead_x", "i4", (LEADERS,)),
    ("lead_y", "i4", (LEADERS,)), ("lead_with", "i2", (LEADERS,)), ("lead_own", "i4", (LEADERS, LEADER_OWN)),
]  # fmt: skip
ROLL_FIELDS: list[Field] = [
    ("roll_kind", "i1", (UNITS,)), ("roll_guard", "i1", (UNITS,)), ("roll_outrider", "i1", (UNITS,)),
    ("roll_arm", "i1", (UNITS,)), ("roll_army", "i2", (UNITS,)), ("roll_morale", "i1", (UNITS,)),
    ("roll_full", "i2", (UNITS,)), ("roll_before", "i2", (UNITS,)), ("roll_start", "i2", (UNITS,)),
    ("roll_sp", "i2", (UNITS,)), ("roll_status", "i1", (UNITS,)), ("roll_moved", "i2", (UNITS,)),
    ("roll_into", "i2", (UNITS,)), ("roll_was_broken", "i1", (UNITS,)), ("roll_group", "i2", (UNITS,)),
    ("roll_hits", "i2", (UNITS,)), ("roll_fire", "i1", (UNITS,)),
]  # fmt: skip
"""A row is a unit of the battle file: what the evening works on and the report reads. ``roll_fire`` is what the type of
its war adds to its fire (HR-30)."""
BOARD_FIELDS: list[Field] = [
    ("occupant", "i2", (LAND,)), ("board_width", "i8", ()), ("board_depth", "i8", ()), ("columns", "i8", ()),
    ("lines", "i8", ()), ("cell", "i8", ()), ("land", "i2", (LAND,)), ("ways", "i2", (WAYS,)),
]  # fmt: skip
"""HR-D2 The board is laid out anew for what is left of the armies on a further day."""
LIVE_FIELDS = CLOCK + SIDE_FIELDS + UNIT_FIELDS + LEADER_FIELDS + ROLL_FIELDS + BOARD_FIELDS
TABLE_FIELDS: list[Field] = [
    ("cosine", "i4", (360,)), ("num", "i8", (NUMBERS,)),
]  # fmt: skip
LOG_FIELDS: list[Field] = [
    ("thrown", "i8", ()), ("thrown_die", "i8", (MOST_DICE, 5)), ("modified", "i8", ()),
    ("modifier", "i8", (MOST_MODIFIERS, 3)), ("log_n", "i8", ()), ("log", "i4", (LOG_ROWS, LOG_WIDTH)),
    ("pick", "i2", (UNITS,)), ("worth", "i8", (UNITS,)), ("work", "i8", (64,)),
]  # fmt: skip
"""``pick``, ``worth`` and ``work`` belong to the kernel that runs; never read them across a call."""
FIELDS = LIVE_FIELDS + TABLE_FIELDS + LOG_FIELDS


if TYPE_CHECKING:

    class Battle:
        """The record's type, and the annotation by which a kernel asks for it: every field is an attribute."""

        RECORD: Any

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

else:

    class Battle(FlatRecord):
        """The record's type, and the annotation by which a kernel asks for it."""

    give_fields(Battle, FIELDS)


Battle.RECORD = np.dtype((Battle, np.dtype([(name, kind, shape) for name, kind, shape in FIELDS], align=True)))
LIVE_BYTES: int = Battle.RECORD.fields[TABLE_FIELDS[0][0]][1]
"""Where the part ends that a battle changes: the rest is the same in every run of a forecast."""


class Grid(list[Any]):
    """A table as a list of rows that also answers to ``grid[row, column]``, as an array does."""

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, tuple):
            return list.__getitem__(self, place[0])[place[1]]
        return list.__getitem__(self, place)

    def __setitem__(self, place: Any, value: Any) -> None:
        if isinstance(place, tuple):
            list.__getitem__(self, place[0])[place[1]] = value
        else:
            list.__setitem__(self, place, value)


def listed(shape: tuple[int, ...]) -> Any:
    """Zeros of a shape as lists of plain numbers."""
    return Grid([0] * shape[1] for _ in range(shape[0])) if len(shape) == 2 else [0] * shape[0]


class Plain:
    """The same fields on a plain object of lists, for rules that run uncompiled.

    There a record's attributes are slow.
    """

    def __init__(self, *, logged: bool = True) -> None:
        for name, _, shape in FIELDS:
            self.__dict__[name] = listed(shape) if shape and (logged or name != "log") else 0
        self.__dict__["quiet"] = int(not logged)

    def copy_of_live(self) -> "Plain":
        """Return a copy with a state of its own; the table and the log, which no run reads of another, are shared."""
        other = Plain.__new__(Plain)
        other.__dict__.update(self.__dict__)
        for name, _, shape in LIVE_FIELDS:
            value = self.__dict__[name]
            if shape:
                other.__dict__[name] = Grid(list(row) for row in value) if len(shape) == 2 else list(value)
        return other


def blank(*, logged: bool = True) -> Battle:
    """Return a battle with every field zero: a record for compiled rules, a plain object for others.

    One that is not ``logged`` is quiet; it has no room for a journal, which takes long to make.
    """
    if not COMPILED:
        return cast(Battle, Plain(logged=logged))
    battle = cast(Battle, kept_record(np.zeros(1, Battle.RECORD), FIELDS))
    battle.quiet = int(not logged)
    return battle


class Runs:
    """Runs of one battle in one record: each begins as the template in everything that a battle changes."""

    def __init__(self, template: Battle) -> None:
        self._plain = None if COMPILED else cast(Plain, template)
        self._store = np.zeros(2 if COMPILED else 0, Battle.RECORD)
        if COMPILED:
            self._store[0] = self._store[1] = template
            self._bytes = self._store.view(np.uint8).reshape(2, -1)[:, :LIVE_BYTES]

    def next(self, key: int) -> Battle:
        """The record made ready for a run with this dice key; the one before it is gone."""
        if self._plain is not None:
            work = cast(Battle, self._plain.copy_of_live())
        else:
            self._bytes[1] = self._bytes[0]
            work = self._store[1]
        work.key = key
        work.thrown = work.modified = work.log_n = 0
        return work
