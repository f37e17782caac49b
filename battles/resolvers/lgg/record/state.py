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

from typing import Any, cast

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
from battles.resolvers.lgg.record.memory_fields import GeneralMemory
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
