"""The fields of the common record."""

from typing import Annotated, TypeVar

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
