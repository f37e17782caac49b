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

from typing import Annotated, Any, TypeVar, cast

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
from battles.resolvers.core.kernels import COMPILED
from battles.resolvers.core.records import FlatRecord, Plain, fields_of, give_fields, kept_record
from compiler.annotations import Numbers, Table, i1, i2, i4, i8, u8

N = TypeVar("N")

BySide = Annotated[Numbers[N], SIDES]
ByUnit = Annotated[Numbers[N], UNITS]
ByLeader = Annotated[Numbers[N], LEADERS]


class Clock:
    """Time, turn and terms of the battle."""

    key: u8
    dice: Annotated[Numbers[i8], len(STREAMS)]
    quiet: i8
    fault: i8
    day: i8
    max_days: i8
    turn: i8
    limit: i8
    rounds: i8
    on_turn: i8
    first: i8
    over: i8
    winner: i8
    fought: i8
    grade: i8
    low: i8
    season: i8
    weather: i8
    ground: i8
    meeting: i8
    works: i8
    battle_own: Annotated[Numbers[i8], BATTLE_OWN]


class SideState:
    """One number a side."""

    units: BySide[i8]
    leaders: BySide[i8]
    rows: BySide[i8]
    skill: BySide[i8]
    start_units: BySide[i8]
    start_sp: BySide[i8]
    broken: BySide[i8]
    stays: BySide[i8]
    pursued: BySide[i8]
    posture: BySide[i8]
    plan: BySide[i8]
    sector: BySide[i8]
    reserve: BySide[i8]
    break_off: BySide[i8]
    evening: BySide[i8]
    must_decide: BySide[i8]
    supply_cut: BySide[i8]
    capital: BySide[i8]
    awaits: BySide[i8]
    leaves: BySide[i8]
    side_own: Annotated[Table[i8], SIDES, SIDE_OWN]


class UnitState:
    """The units on the table."""

    roll: ByUnit[i2]
    arm: ByUnit[i1]
    kind: ByUnit[i1]
    guard: ByUnit[i1]
    outrider: ByUnit[i1]
    status: ByUnit[i1]
    arrives: ByUnit[i2]
    edge: ByUnit[i1]
    spare: ByUnit[i1]
    sp: ByUnit[i2]
    full: ByUnit[i2]
    cap: ByUnit[i2]
    left: ByUnit[i2]
    x: ByUnit[i4]
    y: ByUnit[i4]
    heading: ByUnit[i2]
    width: ByUnit[i4]
    depth: ByUnit[i4]
    own: Annotated[Table[i4], UNITS, OWN]


class LeaderState:
    """Leaders and where they are."""

    lead_skill: ByLeader[i1]
    lead_state: ByLeader[i1]
    lead_x: ByLeader[i4]
    lead_y: ByLeader[i4]
    lead_with: ByLeader[i2]
    lead_own: Annotated[Table[i4], LEADERS, LEADER_OWN]


class RollState:
    """A row is a unit of the battle file: what the evening works on and the report reads.

    ``roll_fire`` is what the type of its war adds to its fire (HR-30).
    """

    roll_kind: ByUnit[i1]
    roll_guard: ByUnit[i1]
    roll_outrider: ByUnit[i1]
    roll_arm: ByUnit[i1]
    roll_army: ByUnit[i2]
    roll_morale: ByUnit[i1]
    roll_full: ByUnit[i2]
    roll_before: ByUnit[i2]
    roll_start: ByUnit[i2]
    roll_sp: ByUnit[i2]
    roll_status: ByUnit[i1]
    roll_moved: ByUnit[i2]
    roll_into: ByUnit[i2]
    roll_was_broken: ByUnit[i1]
    roll_group: ByUnit[i2]
    roll_hits: ByUnit[i2]
    roll_fire: ByUnit[i1]


class Board:
    """HR-D2 The board is laid out anew for what is left of the armies on a further day."""

    occupant: Annotated[Numbers[i2], LAND]
    board_width: i8
    board_depth: i8
    columns: i8
    lines: i8
    cell: i8
    land: Annotated[Numbers[i2], LAND]
    ways: Annotated[Numbers[i2], WAYS]


class Tables:
    """Tables that no battle changes."""

    cosine: Annotated[Numbers[i4], 360]
    num: Annotated[Numbers[i8], NUMBERS]


class Log:
    """``pick``, ``worth`` and ``work`` belong to the kernel that runs; never read them across a call."""

    thrown: i8
    thrown_die: Annotated[Table[i8], MOST_DICE, 5]
    modified: i8
    modifier: Annotated[Table[i8], MOST_MODIFIERS, 3]
    log_n: i8
    log: Annotated[Table[i4], LOG_ROWS, LOG_WIDTH]
    pick: ByUnit[i2]
    worth: ByUnit[i8]
    work: Annotated[Numbers[i8], 64]


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
