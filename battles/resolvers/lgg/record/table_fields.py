"""The fields of the battle record that hold combats, the field, the profile, a command and the journal."""

from typing import Annotated

from battles.resolvers.lgg.record.codes import (
    ENTRY_WIDTH,
    MAX_COMBATS,
    MAX_ENTRIES,
    MAX_ITEMS,
    MAX_PIECES,
    MAX_VERTICES,
    MAX_WAYPOINTS,
    MOST_REASONS,
    PIECE_KINDS,
    REASON_GROUPS,
    SIDE_SLOTS,
    SIDES,
    TYPES,
    WORKS,
    ByFight,
    ByPiece,
    BySlot,
    ByType,
)
from compiler.annotations import Cube, Numbers, Table, f8, i1, i2, i4, i8


class CombatState:
    """Combats of this round, rows 0..combats-1.

    ``fight_attackers`` holds slots, the empty second place is -1; ``fight_sides`` the side of the defender's base each
    of them contacted, by the combat facing it had then; ``fight_hindered`` 1 when that attacker comes over an obstacle
    or bridge (CM7); ``fight_flank`` 1 when CM3 (i) holds. ``fight_number`` is the running number of the journal.
    ``fight_now`` is the combat whose result is waiting for an answer.
    """

    combats: i8
    combat_number: i8
    fight_open: ByFight[i8]
    fight_number: ByFight[i8]
    fight_defender: ByFight[i8]
    fight_attackers: Annotated[Table[i8], MAX_COMBATS, 2]
    fight_sides: Annotated[Table[i8], MAX_COMBATS, 2]
    fight_hindered: Annotated[Table[i8], MAX_COMBATS, 2]
    fight_flank: ByFight[i8]
    fight_result: i8
    fight_now: i8
    fight_forced: i8


class StratagemWindow:
    """Stratagems (ENG-17).

    ``window`` and ``question`` say what is asked; ``table_die`` are the dice on the table, rows as in ``thrown_die``,
    the first of them ``table_owner``'s; ``table_old`` is the counter of the die that one replaced, or -1. ``agenda``
    rows are steps to come, the next one last. ``kept_*`` is what the second half of a move or rally needs: decided
    checks of increments, the path, the pose. ``presence`` is the side that acts by ST5, or -1; ``acted`` 1 when an
    activation has just ended.
    """

    window: i8
    question: i8
    table_owner: i8
    table_n: i8
    table_die: Annotated[Table[i8], 2, 5]
    table_old: Annotated[Numbers[i8], 2]
    agenda_n: i8
    agenda: Annotated[Table[i8], 64, 4]
    kept: i8
    kept_die: Annotated[Table[i8], 16, 5]
    kept_old: Annotated[Numbers[i8], 16]
    kept_path: Annotated[Table[f8], MAX_WAYPOINTS, 4]
    kept_legs: i8
    kept_pose: Annotated[Numbers[f8], 4]
    presence: i8
    acted: i8


class Terrain:
    """The field.

    Rough, town and hill are convex polygons, counter-clockwise (a ragged wood is several pieces); obstacle and road are
    polylines; a bridge is the two ends of its axis. ``piece_level`` is a hill's elevation; ``piece_width`` that of a
    road or bridge; all pieces of a kind lie in rows ``kind_from`` to one before ``kind_to``, perhaps with others
    between them; ``piece_box`` is x low, y low, x high, y high. ``piece_river`` is 1 for water; ``piece_side`` the side
    that a field work does not halt, or -1; a gap is a stretch of the obstacle ``piece_line``; ``piece_train`` the roll
    row of the pontoon train that lies there as a bridge, or -1. Works add pieces during the battle (``pieces.py``);
    ``field_age`` counts such changes, from 1.
    """

    width: f8
    depth: f8
    pieces: i8
    field_age: i8
    piece_kind: ByPiece[i1]
    kind_from: Annotated[Numbers[i8], PIECE_KINDS]
    kind_to: Annotated[Numbers[i8], PIECE_KINDS]
    piece_n: ByPiece[i1]
    piece_at: Annotated[Cube[f8], MAX_PIECES, MAX_VERTICES, 2]
    piece_level: ByPiece[i1]
    piece_cover: ByPiece[i1]
    piece_halt: ByPiece[i1]
    piece_impassable: ByPiece[i1]
    piece_width: ByPiece[f8]
    piece_box: Annotated[Table[f8], MAX_PIECES, 4]
    piece_river: ByPiece[i1]
    piece_side: ByPiece[i1]
    piece_line: ByPiece[i2]
    piece_train: ByPiece[i2]


class ProfileNumbers:
    """Numbers of the profile, so that one compiled kernel serves all profiles.

    ``t_*`` by unit type; ``t_cv`` columns as CV_*; ``work_needs`` and ``work_size`` by work (successes; inches);
    ``weather_faces`` by season: the last d10 face that is Normal, and that is Overcast; ``cm`` by modifier number;
    ``general`` the numbers of the doctrine, see ``doctrine_numbers.py``; with ``two_minds`` 1, in the league alone,
    those of the side that is asked, out of ``numbers``.
    """

    t_arm: ByType[i8]
    t_cv: Annotated[Table[i8], TYPES, 4]
    t_morale: ByType[i8]
    t_full: ByType[i8]
    t_increment: ByType[f8]
    t_power: ByType[i8]
    t_range: ByType[f8]
    t_buy: ByType[i8]
    t_guard_buy: ByType[i8]
    t_guard_allowed: ByType[i8]
    t_width: ByType[f8]
    t_depth: ByType[f8]
    guard_morale: i8
    skill_dice: Annotated[Table[i8], 4, 2]
    cm: Annotated[Numbers[i8], 12]
    cm_one_hindered: i8
    cm_place_limit: i8
    fm: Annotated[Numbers[i8], 12]
    radius_by_weather: Annotated[Numbers[f8], 3]
    count_add: Annotated[Numbers[i8], 3]
    day_length: Annotated[Numbers[i8], 4]
    weather_faces: Annotated[Table[i8], 4, 2]
    zone: f8
    commander_move: f8
    work_needs: Annotated[Numbers[i8], WORKS]
    work_size: Annotated[Numbers[f8], WORKS]
    work_apart: f8
    work_clear: f8
    general: Annotated[Numbers[f8], 128]
    two_minds: i8
    numbers: Annotated[Table[f8], SIDES, 128]


class Command:
    """One command.

    ``cmd_unit`` is a slot, or a leader number for a commander's move; ``cmd_target`` a slot or combat row; ``cmd_side``
    the side of the target's base; ``cmd_item`` rows (unit, number) for allotments and groups. ``vetted`` is 1 when the
    general has had the very command in hand verified just now (``engine.act``).
    """

    cmd: i8
    cmd_unit: i8
    cmd_target: i8
    cmd_side: i8
    cmd_arg: i8
    cmd_n: i8
    cmd_path: Annotated[Table[f8], MAX_WAYPOINTS, 4]
    cmd_x: f8
    cmd_y: f8
    cmd_fx: f8
    cmd_fy: f8
    cmd_items: i8
    cmd_item: Annotated[Table[i8], MAX_ITEMS, 2]
    vetted: i8


class Counts:
    """Counts of what has been written and thrown; see ``Log``."""

    thrown: i8
    entries: i8
    events: i8
    quiet: i8
    reasons: i8
    reason_mark: Annotated[Table[i8], SIDES, REASON_GROUPS]


class Log:
    """The journal: rows of small integers, see ``journal.py``.

    ``thrown`` dice wait for the event they belong to; with ``quiet`` 1, in the runs of a forecast, nothing is written.
    The generals' reasons lie beside it, see ``reasons.py``.
    """

    thrown_die: Annotated[Table[i8], 256, 5]
    log: Annotated[Table[i4], MAX_ENTRIES, ENTRY_WIDTH]
    reason: Annotated[Table[i4], MOST_REASONS, 8]


class Scratch:
    """Working space; never read across a call.

    ``scratch`` rows are CLIP_A to BASE_B.
    """

    scratch: Annotated[Cube[f8], 5, 32, 2]
    route: Annotated[Table[f8], MAX_WAYPOINTS, 4]
    pick: BySlot[i2]
    apart: Annotated[Numbers[f8], SIDE_SLOTS]
    worth: BySlot[f8]
    modifier: Annotated[Table[i8], SIDES, 12]
    queue: BySlot[i2]
