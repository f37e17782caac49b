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

from typing import Any, cast

import numpy as np

from battles.resolvers.common.record_fields import (
    Board,
    Clock,
    LeaderState,
    Log,
    RollState,
    SideState,
    Tables,
    UnitState,
)
from battles.resolvers.core.kernels import COMPILED
from battles.resolvers.core.records import FlatRecord, Plain, fields_of, give_fields, kept_record

LIVE_FIELDS = fields_of(Clock, SideState, UnitState, LeaderState, RollState, Board)
FIELDS = LIVE_FIELDS + fields_of(Tables, Log)


class Battle(FlatRecord, Clock, SideState, UnitState, LeaderState, RollState, Board, Tables, Log):  # type: ignore[misc]
    """The record, and the annotation by which a rule asks for it: every field is an attribute."""

    RECORD: Any


give_fields(Battle, FIELDS)
Battle.RECORD = np.dtype((Battle, np.dtype([(name, kind, shape) for name, kind, shape in FIELDS], align=True)))
LIVE_BYTES: int = Battle.RECORD.fields["cosine"][1]
"""Where the part ends that a battle changes: the rest is the same in every run of a forecast."""


def blank(*, logged: bool = True) -> Battle:
    """Return a battle with every field zero: a record for compiled rules, a plain object for others.

    One that is not ``logged`` is quiet; it has no room for a journal, which takes long to make.
    """
    if COMPILED:
        battle = cast(Battle, kept_record(np.zeros(1, Battle.RECORD), FIELDS))
    else:
        battle = cast(Battle, Plain(field if logged or field[0] != "log" else ("log", "i4", ()) for field in FIELDS))
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
            work = cast(Battle, self._plain.copy(LIVE_FIELDS))
        else:
            self._bytes[1] = self._bytes[0]
            work = self._store[1]
        work.key = key
        work.thrown = work.modified = work.log_n = 0
        return work
