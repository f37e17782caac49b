"""The battle record: the whole state of one La Grande Guerre battle in one flat numpy record.

Read it as ``battle.x[unit]``. Lengths are inches, areas square inches, dice faces 1 to n, flags 0 or 1, ``NOBODY`` (-1)
means none. A unit number is its *slot*: side 0 has slots 0..63, side 1 has 64..127 (``side_of(unit)`` is
``unit // 64``); ``slots[side]`` says how many of a side's slots are in use, so loops run over
``range(side * 64, side * 64 + battle.slots[side])`` and ask ``battle.status[unit] == BOARD``. A leader number is
``side * 3 + role`` (role 0 the army commander, 1 and 2 wings). Copying a record (``battle.copy()``) is a snapshot.

How to use it
-------------
Setting up (plain Python, ``setup.py``): ``new_battle(profile)``, then ``add_unit``, ``add_leader``, ``add_piece`` and
the plain fields (season, table, edges ...). Units first stand on the *roll*, 200 rows a side: the unit's identity for
the whole battle, in the order of the battle file. Such a row is ``side * 200 + n``; the journal names units by
it and results are read from it. Deployment seats roll rows into slots (``setup.seat``).

Rules (``@kernel``): functions ``verify_x(battle, ...) -> int`` (0, or the code of the rule that forbids it, see
``rule_ids.py``) and ``do_x(battle, ...) -> None``. Positions change only by ``space.place``, which rounds to 4 decimals
and refreshes the distance table ``gap``. A die is thrown only by ``journal.throw``, which counts the stream and puts
the face before the next event that is logged. Strength changes only in ``morale.py``.

Commands: the fields ``cmd_*`` hold one command. ``doctrine.general.choose`` fills them for the side ``battle.asked``
and ``engine.apply(battle)`` carries them out. A path (``cmd_path``, ``cmd_n`` rows of x, y, facing x, facing y) is a
list of poses: at each leg the base first turns to the facing of the next pose where it stands, then slides in a
straight line to it, keeping that facing.

Decisions inside a phase: ``pending`` (PEND_*) and ``asked``; a rule that needs an answer sets both and returns, the
machine asks and calls the matching ``answer`` function of the module that asked.
"""

from typing import Annotated, Any, cast

import numpy as np

from battles.resolvers.core.kernels import COMPILED
from battles.resolvers.core.records import FlatRecord, Plain, fields_of, give_fields
from battles.resolvers.lgg.record.army_fields import (
    Clock,
    Footing,
    LeaderState,
    Options,
    RollState,
    SideState,
    UnitState,
)
from battles.resolvers.lgg.record.codes import MAX_WAYPOINTS, SIDE_SLOTS, UNITS, ByFight, ByRow, BySide, BySlot, ByStand
from battles.resolvers.lgg.record.table_fields import (
    CombatState,
    Command,
    Counts,
    Log,
    ProfileNumbers,
    Scratch,
    StratagemWindow,
    Terrain,
)
from compiler.annotations import Numbers, Table, f8, i1, i2, i4, i8


class GeneralMemory:
    """The memory of the general, see docs/general.md; no rule reads it.

    By side: his posture, with the round, wish, agreement and ratio of the last look; what he knows of the enemy (less 1
    each); the attack's sector, depth and ends; the commander's place (``chief_*``); ``break_worth`` what the next
    broken unit of an army is worth (AI-28). By stand: the posts of the wings (``post_*``). By unit: ``called_up`` into
    a hole, ``wanted_exactly`` in its place, ``sides_taken`` as bits.
    """

    posture_taken: BySide[f8]
    posture_round: BySide[f8]
    posture_wish: BySide[f8]
    wish_agreed: BySide[f8]
    posture_rho: BySide[f8]
    pursuit_likely: BySide[f8]
    liveliness: BySide[f8]
    hunted_left: BySide[f8]
    fierceness: BySide[f8]
    has_stirred: BySide[f8]
    has_come_up: BySide[f8]
    attack_sector: BySide[f8]
    sector_since: BySide[f8]
    hold_line: BySide[f8]
    front_low: BySide[f8]
    front_high: BySide[f8]
    front_ahead: BySide[f8]
    attack_from: BySide[f8]
    attack_to: BySide[f8]
    sector_for_attack: BySide[f8]
    chief_score: BySide[f8]
    chief_x: BySide[f8]
    chief_y: BySide[f8]
    post_score: ByStand[f8]
    post_x: ByStand[f8]
    post_y: ByStand[f8]
    best_worth: BySide[f8]
    priced_x: BySide[f8]
    priced_y: BySide[f8]
    without_help: BySide[f8]
    hunts_an_equal: BySide[i8]
    choice_score: f8
    choice_cmd: i8
    choice_unit: i8
    choice_target: i8
    choice_side: i8
    choice_arg: i8
    choice_legs: i8
    choice_x: f8
    choice_y: f8
    choice_fx: f8
    choice_fy: f8
    choice_path: Annotated[Table[f8], MAX_WAYPOINTS, 4]
    ground_worth: BySlot[f8]
    hole_worth: BySlot[f8]
    called_up: BySlot[f8]
    wanted_exactly: BySlot[f8]
    sides_taken: BySlot[f8]
    plan_spares: ByRow[i2]
    thought: BySide[i8]
    break_worth: BySide[f8]
    seen_x: BySlot[f8]
    seen_y: BySlot[f8]
    seen_sp: BySlot[i2]
    seen_status: BySlot[i1]
    seen_combat: BySlot[i1]
    role_of: BySlot[i1]
    want: Annotated[Table[f8], UNITS, 4]
    want_rate: BySlot[f8]
    point: BySlot[f8]
    price: BySlot[i1]
    stand_bonus: BySlot[i2]
    shelter_bonus: BySlot[i2]
    stand_level: BySlot[i1]
    duty: BySlot[i1]
    duty_target: BySlot[i2]
    duty_score: BySlot[f8]
    duty_stale: BySlot[i1]
    duty_barred: BySlot[i1]
    strike_score: BySlot[f8]
    strike_unit: BySlot[i2]
    strike_side: BySlot[i1]
    strike_with: BySlot[i2]
    strike_sure: BySlot[i1]
    strike_stale: BySlot[i1]
    open_shifts: Annotated[Table[i4], UNITS, 4]
    strike_barred: Annotated[Table[i8], UNITS, 4]
    in_reach: BySlot[i8]
    no_way: BySlot[i8]
    ways_age: i8
    in_zone: BySide[i8]
    way_open: BySlot[i8]
    way_shut: BySlot[i8]
    lost_ways: Annotated[Table[i8], UNITS, 4]
    lanes: i8
    lane_across: Annotated[Numbers[f8], SIDE_SLOTS]
    lane_depth: Annotated[Numbers[f8], SIDE_SLOTS]
    danger: BySlot[f8]
    strikers: BySide[i8]
    sides_known: BySlot[i1]
    reach_known: BySlot[i8]
    side_known: Annotated[Table[i8], 4, UNITS]
    reach_shut: BySlot[i1]
    reach_shifts: Annotated[Table[i4], UNITS, 4]
    can_reach: Annotated[Table[i8], UNITS, 4]
    can_follow: Annotated[Table[i8], UNITS, 4]
    seen_type: BySlot[i1]
    seen_fx: BySlot[f8]
    seen_fy: BySlot[f8]
    fight_worth: ByFight[f8]
    fight_stale: ByFight[i1]


CLIP_A, CLIP_B, CLIP_C, BASE_A, BASE_B = range(5)

LIVE_FIELDS = fields_of(Clock, Options, Counts, Command, SideState, UnitState, Footing, LeaderState, CombatState,
                        StratagemWindow, GeneralMemory, RollState)  # fmt: skip
"""What every battle changes; terrain is changed by works alone, and nothing of the rest outlasts a battle."""
TERRAIN_FIELDS, PROFILE_FIELDS = fields_of(Terrain), fields_of(ProfileNumbers)
FIELDS = LIVE_FIELDS + TERRAIN_FIELDS + PROFILE_FIELDS + fields_of(Scratch, Log)


class Battle(  # type: ignore[misc]
    FlatRecord, Clock, Options, Counts, Command, SideState, UnitState, Footing, LeaderState, CombatState,
    StratagemWindow, GeneralMemory, RollState, Terrain, ProfileNumbers, Scratch, Log,
):  # fmt: skip
    """The record, and the annotation by which a rule asks for it: every field is an attribute."""

    RECORD: Any


give_fields(Battle, FIELDS)

LONG_ROW, STAGGER = 512, 128


def _laid_out() -> np.dtype[Any]:
    """Return the record's layout. A processor keeps what it has just read in places that hang on the last bits of an
    address, and of most rows only the beginning is in use: each long row begins a little farther on than the one
    before it, so that beginnings do not drive one another out."""
    formats = [np.dtype((kind, shape)) for _, kind, shape in FIELDS]
    offsets, at = [], 0
    for format_ in formats:
        at += -at % 8
        offsets.append(at)
        at += format_.itemsize + (STAGGER if format_.itemsize >= LONG_ROW else 0)
    return np.dtype({"names": [name for name, _, _ in FIELDS], "formats": formats, "offsets": offsets,
                     "itemsize": at + -at % 64}, align=True)  # fmt: skip


Battle.RECORD = np.dtype((Battle, _laid_out()))
LIVE_BYTES: int = Battle.RECORD.fields[TERRAIN_FIELDS[0][0]][1]
"""Where in the record the terrain begins ..."""
FIELD_BYTES: int = Battle.RECORD.fields[PROFILE_FIELDS[0][0]][1]
"""... and where it ends."""


def blank() -> Battle:
    """Return a battle with every field zero: a record for compiled rules, a plain object for others."""
    return cast(Battle, np.zeros(1, Battle.RECORD)[0] if COMPILED else Plain(FIELDS))
