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

Rules (kernels, ``@rule``): functions ``verify_x(battle, ...) -> int`` (0, or the code of the rule that forbids it, see
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

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from battles.resolvers.dice import STREAMS
from battles.resolvers.kernels import COMPILED
from battles.resolvers.lgg.record.codes import (
    LEADERS,
    MAX_COMBATS,
    MAX_ENTRIES,
    MAX_ITEMS,
    MAX_PIECES,
    MAX_VERTICES,
    MAX_WAYPOINTS,
    MOST_REASONS,
    PIECE_KINDS,
    REASON_GROUPS,
    ROLL,
    SIDE_SLOTS,
    SIDES,
    TYPES,
    UNITS,
    WORKS,
)
from battles.resolvers.records import Field, FlatRecord, give_fields

STANDS = SIDES * LEADERS
ENTRY_WIDTH = 10
CLIP_A, CLIP_B, CLIP_C, BASE_A, BASE_B = range(5)

CLOCK: list[Field] = [
    ("key", "u8", ()), ("dice", "i8", (len(STREAMS),)),
    ("phase", "i8", ()), ("pending", "i8", ()), ("asked", "i8", ()), ("day", "i8", ()), ("round_no", "i8", ()),
    ("rounds", "i8", ()), ("count", "i8", ()), ("length", "i8", ()), ("max_days", "i8", ()),
    ("season", "i8", ()), ("weather", "i8", ()), ("ground", "i8", ()), ("weather_before", "i8", ()),
    ("radius", "f8", ()), ("first", "i8", ()), ("first_before", "i8", ()), ("on_turn", "i8", ()),
    ("rolled", "i8", (SIDES,)), ("own_roll", "i8", (SIDES,)),
    ("actions", "i8", ()), ("spent", "i8", (SIDES,)), ("open_unit", "i8", ()),
    ("winner", "i8", ()), ("commands", "i8", ()), ("refused", "i8", ()), ("fault", "i8", ()),
]
"""Time and turn. ``dice`` counts the dice taken from each stream; ``round_no`` counts within the day, ``rounds`` over
all days; ``count`` and ``length`` as in LGG-6.2; ``rolled`` is each side's roll this round, ``own_roll`` what its
army commander threw of it (HR-27), ``actions`` what the side
on turn has left, ``spent`` what each side has spent this round; ``open_unit`` is the slot that LGG-7.0-g keeps open;
``fault`` is 0 unless the engine has gone wrong (``faults``)."""

OPTIONS: list[Field] = [
    ("fixed_weather", "i8", ()), ("fixed_ground", "i8", ()), ("campaign_weather", "i8", ()),
    ("meeting", "i8", ()), ("held_whole_turn", "i8", ()), ("fortress", "i8", ()), ("river_crossing", "i8", ()),
    ("gun_limit", "i8", ()), ("stratagems", "i8", ()), ("sudden_death", "i8", ()), ("tournament", "i8", ()),
    ("will", "i8", ()), ("will_parts", "i8", ()), ("will_of", "i8", ()), ("large_army", "i8", ()),
    ("gun_obstacle_reroll", "i8", ()), ("guns_rallyable", "i8", ()), ("heavy_cav_on_road", "i8", ()),
    ("light_cav_all_activities", "i8", ()), ("irregulars_pursue", "i8", ()),
]
"""What the battle file and the profile switch. ``fixed_*`` is -1 (rolled) or a weather or ground;
``campaign_weather`` 1 is Foul; ``gun_limit`` -1 is none. With ``will`` 1 an army leaves once more than ``will_parts``
of ``will_of`` of its units are broken (HR-26); a side throws a command roll for each ``large_army`` units, 0: one
roll, whatever its size (HR-27)."""

SIDE_FIELDS: list[Field] = [
    ("slots", "i8", (SIDES,)), ("roll_count", "i8", (SIDES,)), ("role", "i8", (SIDES,)), ("edge", "i8", (SIDES,)),
    ("supply_cut", "i8", (SIDES,)), ("must_decide", "i8", (SIDES,)), ("capital", "i8", (SIDES,)),
    ("entered_last", "i8", (SIDES,)), ("posture", "i8", (SIDES,)), ("plan_posture", "i8", (SIDES,)),
    ("plan_sector", "i8", (SIDES,)), ("plan_reserve", "f8", (SIDES,)), ("plan_break_off", "f8", (SIDES,)),
    ("stays", "i8", (SIDES,)), ("breaks_off", "i8", (SIDES,)), ("pursued", "i8", (SIDES,)),
    ("chits", "i8", (SIDES,)), ("stratagem_used", "i8", (SIDES,)), ("extra_actions", "i8", (SIDES,)),
    ("army_broken", "i8", (SIDES,)), ("night_stage", "i8", ()), ("night_turn", "i8", ()),
    ("answered", "i8", (SIDES,)), ("pursuit_dice", "i8", ()), ("pursuit_hits", "i8", (3,)),
    ("stakes", "f8", (SIDES, 4)), ("conduct", "i8", (SIDES,)),
]
"""One row a side. ``edge`` is the side's own table edge; ``stays`` is -1 undecided, 0 leaves, 1 stays; ``pursued`` is 1
when the side's evening dice suffer LGG-15.4-c. ``plan_*`` is -1 where the general is free.
``pursuit_hits`` are those on foot, horse and guns; ``army_broken`` 1 when the army has broken, 2 when it is worn
down on the last evening; ``night_stage`` 1 once the armies have drawn apart, ``night_turn`` the side that moves next by
night; ``answered`` 1 when a side has been asked in this step of the evening. ``stakes`` are what the field is worth to
it won, drawn and lost, as parts of its army's price, and how many times its price a strength point is; ``conduct`` is
0, or how a side of the league is led.
"""

ROLL_FIELDS: list[Field] = [
    ("roll_type", "i2", (ROLL,)), ("roll_guard", "i2", (ROLL,)), ("roll_outrider", "i2", (ROLL,)),
    ("roll_full", "i2", (ROLL,)), ("roll_before", "i2", (ROLL,)), ("roll_after", "i2", (ROLL,)),
    ("roll_moved", "i2", (ROLL,)), ("roll_type_after", "i2", (ROLL,)), ("roll_guard_after", "i2", (ROLL,)),
    ("roll_status", "i2", (ROLL,)), ("roll_was_broken", "i2", (ROLL,)), ("roll_into", "i2", (ROLL,)),
    ("roll_slot", "i2", (ROLL,)), ("roll_arrives", "i8", (ROLL,)), ("roll_edge", "i2", (ROLL,)),
    ("roll_army", "i2", (ROLL,)), ("roll_own_morale", "i2", (ROLL,)), ("roll_own_attack", "i2", (ROLL,)),
    ("roll_own_defend", "i2", (ROLL,)), ("roll_own_fire", "i2", (ROLL,)),
]
"""The units of the battle file, row ``side * 200 + n``. ``roll_before`` and ``roll_after`` are strength points;
``roll_moved`` is what amalgamation took from the unit (positive) or gave it (negative): before = after + lost + moved;
``roll_into`` is the row it was amalgamated into; ``roll_slot`` -1 is not seated; ``roll_arrives`` is the count of its
mark (0: there from the start); ``roll_status`` is kept with ``status`` while seated; ``roll_army`` numbers the armies
of a side: its units amalgamate only within their own (HR-14); ``roll_own_*`` is what its own type adds (HR-30)."""

UNIT_FIELDS: list[Field] = [
    ("roll", "i2", (UNITS,)), ("type", "i1", (UNITS,)), ("arm", "i1", (UNITS,)), ("guard", "i1", (UNITS,)),
    ("outrider", "i1", (UNITS,)), ("full", "i2", (UNITS,)), ("start", "i2", (UNITS,)), ("sp", "i2", (UNITS,)),
    ("morale", "i1", (UNITS,)), ("increment", "f8", (UNITS,)), ("half_width", "f8", (UNITS,)),
    ("half_depth", "f8", (UNITS,)), ("span", "f8", (UNITS,)), ("status", "i1", (UNITS,)),
    ("x", "f8", (UNITS,)), ("y", "f8", (UNITS,)), ("fx", "f8", (UNITS,)), ("fy", "f8", (UNITS,)),
    ("done", "i1", (UNITS, 5)), ("closed", "i1", (UNITS,)), ("withdrew", "i1", (UNITS,)),
    ("rough_checked", "i1", (UNITS,)), ("combat", "i1", (UNITS,)), ("turned_to", "i1", (UNITS,)),
    ("under_own_leader", "i1", (UNITS,)), ("night_moved", "i1", (UNITS,)), ("work", "i1", (UNITS,)),
    ("successes", "i1", (UNITS,)), ("work_at", "i2", (UNITS,)), ("own_attack", "i1", (UNITS,)),
    ("own_defend", "i1", (UNITS,)), ("own_fire", "i1", (UNITS,)), ("gap", "f8", (SIDE_SLOTS, SIDE_SLOTS)),
]
"""One row a slot. ``full``, ``start``, ``sp`` as in LGG-11.0-b; ``morale`` with Guard counted in; ``span`` half the
diagonal of the base; (fx, fy) the facing, a unit vector; ``done`` by activity; ``combat`` the unresolved combat that
locks it; ``turned_to`` the side of its base that counts as its front while it cannot turn in a combat (LGG-9.0-a),
normally ``FRONT_SIDE``; ``work`` the work that an engineer has begun (EA1 ..., NOBODY: none), ``work_at`` its piece
of terrain (or -1) and ``successes`` so far; ``own_*`` what its own type adds; ``gap[i, j]`` the distance between
slot i of side 0 and slot 64 + j of side 1."""

FOOTING_FIELDS: list[Field] = [
    ("surveyed", "i4", (UNITS,)), ("on_level", "i1", (UNITS,)), ("on_rough", "i1", (UNITS,)),
    ("on_block", "i1", (UNITS,)), ("behind_work", "i1", (UNITS,)), ("on_bridge", "i1", (UNITS,)),
]
"""What a unit stands on, kept by ``footing.py``: ``surveyed`` is the ``field_age`` at which the others were true where
the unit stands, 0 once it is placed anew."""

LEADER_FIELDS: list[Field] = [
    ("lead_here", "i8", (STANDS,)), ("lead_lost", "i8", (STANDS,)), ("lead_skill", "i8", (STANDS,)),
    ("lead_who", "i8", (STANDS,)), ("lead_x", "f8", (STANDS,)), ("lead_y", "f8", (STANDS,)),
    ("lead_moved", "i8", (STANDS,)), ("lead_swept", "i8", (STANDS,)), ("lead_army", "i8", (STANDS,)),
    ("lead_late", "i8", (STANDS,)),
]
"""Commanders' stands, 2" x 2", parallel to the table. ``lead_who`` is the person: 0 the file's commander, 1 and 2 its
wings, 3 and more nameless subordinates; ``lead_lost`` counts persons lost from the stand. ``lead_army`` is the army
whose column he leads, or -1; ``lead_late`` 1 while he is on the march with it."""

COMBAT_FIELDS: list[Field] = [
    ("combats", "i8", ()), ("combat_number", "i8", ()), ("fight_open", "i8", (MAX_COMBATS,)),
    ("fight_number", "i8", (MAX_COMBATS,)), ("fight_defender", "i8", (MAX_COMBATS,)),
    ("fight_attackers", "i8", (MAX_COMBATS, 2)), ("fight_sides", "i8", (MAX_COMBATS, 2)),
    ("fight_hindered", "i8", (MAX_COMBATS, 2)), ("fight_flank", "i8", (MAX_COMBATS,)),
    ("fight_result", "i8", ()), ("fight_now", "i8", ()), ("fight_forced", "i8", ()),
]
"""Combats of this round, rows 0..combats-1. ``fight_attackers`` holds slots, the empty second place is -1;
``fight_sides`` the side of the defender's base each of them contacted, by the combat facing it had then;
``fight_hindered`` 1 when that attacker comes over an obstacle or bridge (CM7); ``fight_flank`` 1 when CM3 (i) holds.
``fight_number`` is the running number of the journal. ``fight_now`` is the combat whose result is waiting for an
answer."""

WINDOW_FIELDS: list[Field] = [
    ("window", "i8", ()), ("question", "i8", ()), ("table_owner", "i8", ()), ("table_n", "i8", ()),
    ("table_die", "i8", (2, 5)), ("table_old", "i8", (2,)), ("agenda_n", "i8", ()), ("agenda", "i8", (64, 4)),
    ("kept", "i8", ()), ("kept_die", "i8", (16, 5)), ("kept_old", "i8", (16,)),
    ("kept_path", "f8", (MAX_WAYPOINTS, 4)), ("kept_legs", "i8", ()), ("kept_pose", "f8", (4,)),
    ("presence", "i8", ()), ("acted", "i8", ()),
]
"""Stratagems (ENG-17). ``window`` and ``question`` say what is asked; ``table_die`` are the dice on the table, rows as
in ``thrown_die``, the first of them ``table_owner``'s; ``table_old`` is the counter of the die that one replaced, or
-1. ``agenda`` rows are steps to come, the next one last. ``kept_*`` is what the second half of a move or rally needs:
decided checks of increments, the path, the pose. ``presence`` is the side that acts by ST5, or -1; ``acted`` 1 when an
activation has just ended."""

TERRAIN_FIELDS: list[Field] = [
    ("width", "f8", ()), ("depth", "f8", ()), ("pieces", "i8", ()), ("field_age", "i8", ()),
    ("piece_kind", "i1", (MAX_PIECES,)), ("kind_from", "i8", (PIECE_KINDS,)), ("kind_to", "i8", (PIECE_KINDS,)),
    ("piece_n", "i1", (MAX_PIECES,)), ("piece_at", "f8", (MAX_PIECES, MAX_VERTICES, 2)),
    ("piece_level", "i1", (MAX_PIECES,)), ("piece_cover", "i1", (MAX_PIECES,)), ("piece_halt", "i1", (MAX_PIECES,)),
    ("piece_impassable", "i1", (MAX_PIECES,)), ("piece_width", "f8", (MAX_PIECES,)),
    ("piece_box", "f8", (MAX_PIECES, 4)), ("piece_river", "i1", (MAX_PIECES,)), ("piece_side", "i1", (MAX_PIECES,)),
    ("piece_line", "i2", (MAX_PIECES,)), ("piece_train", "i2", (MAX_PIECES,)),
]
"""The field. Rough, town and hill are convex polygons, counter-clockwise (a ragged wood is several pieces); obstacle
and road are polylines; a bridge is the two ends of its axis. ``piece_level`` is a hill's elevation; ``piece_width``
that of a road or bridge; all pieces of a kind lie in rows ``kind_from`` to one before ``kind_to``, perhaps with others
between them; ``piece_box`` is x low, y low, x high, y high. ``piece_river`` is 1 for water; ``piece_side``
the side that a field work does not halt, or -1; a gap is a stretch of the obstacle ``piece_line``; ``piece_train`` the
roll row of the pontoon train that lies there as a bridge, or -1. Works add pieces during the battle (``pieces.py``);
``field_age`` counts such changes, from 1."""

PROFILE_FIELDS: list[Field] = [
    ("t_arm", "i8", (TYPES,)), ("t_cv", "i8", (TYPES, 4)), ("t_morale", "i8", (TYPES,)), ("t_full", "i8", (TYPES,)),
    ("t_increment", "f8", (TYPES,)), ("t_power", "i8", (TYPES,)), ("t_range", "f8", (TYPES,)),
    ("t_buy", "i8", (TYPES,)), ("t_guard_buy", "i8", (TYPES,)), ("t_guard_allowed", "i8", (TYPES,)),
    ("t_width", "f8", (TYPES,)), ("t_depth", "f8", (TYPES,)), ("guard_morale", "i8", ()),
    ("skill_dice", "i8", (4, 2)), ("cm", "i8", (12,)), ("cm_one_hindered", "i8", ()), ("cm_place_limit", "i8", ()),
    ("fm", "i8", (12,)), ("radius_by_weather", "f8", (3,)), ("count_add", "i8", (3,)), ("day_length", "i8", (4,)),
    ("weather_faces", "i8", (4, 2)), ("zone", "f8", ()), ("commander_move", "f8", ()),
    ("work_needs", "i8", (WORKS,)), ("work_size", "f8", (WORKS,)), ("work_apart", "f8", ()), ("work_clear", "f8", ()),
    ("general", "f8", (128,)),
    ("two_minds", "i8", ()), ("numbers", "f8", (SIDES, 128)),
]
"""Numbers of the profile, so that one compiled kernel serves all profiles. ``t_*`` by unit type; ``t_cv`` columns as
CV_*; ``work_needs`` and ``work_size`` by work (successes; inches); ``weather_faces`` by season: the last d10 face that
is Normal, and that is Overcast; ``cm`` by modifier number;
``general`` the numbers of the doctrine, see ``doctrine_numbers.py``; with ``two_minds`` 1, in the league alone, those
of the side that is asked, out of ``numbers``."""

COMMAND_FIELDS: list[Field] = [
    ("cmd", "i8", ()), ("cmd_unit", "i8", ()), ("cmd_target", "i8", ()), ("cmd_side", "i8", ()),
    ("cmd_arg", "i8", ()), ("cmd_n", "i8", ()), ("cmd_path", "f8", (MAX_WAYPOINTS, 4)), ("cmd_x", "f8", ()),
    ("cmd_y", "f8", ()), ("cmd_fx", "f8", ()), ("cmd_fy", "f8", ()),
    ("cmd_items", "i8", ()), ("cmd_item", "i8", (MAX_ITEMS, 2)), ("vetted", "i8", ()),
]
"""One command. ``cmd_unit`` is a slot, or a leader number for a commander's move; ``cmd_target`` a slot or combat row;
``cmd_side`` the side of the target's base; ``cmd_item`` rows (unit, number) for allotments and groups. ``vetted`` is 1
when the general has had the very command in hand verified just now (``engine.act``)."""

GENERAL_FIELDS: list[Field] = [
    ("posture_taken", "f8", (SIDES,)), ("posture_round", "f8", (SIDES,)), ("posture_wish", "f8", (SIDES,)),
    ("wish_agreed", "f8", (SIDES,)), ("posture_rho", "f8", (SIDES,)), ("pursuit_likely", "f8", (SIDES,)),
    ("liveliness", "f8", (SIDES,)), ("hunted_left", "f8", (SIDES,)), ("fierceness", "f8", (SIDES,)),
    ("has_stirred", "f8", (SIDES,)), ("attack_sector", "f8", (SIDES,)), ("sector_since", "f8", (SIDES,)),
    ("hold_line", "f8", (SIDES,)), ("pushed", "f8", (SIDES,)), ("front_low", "f8", (SIDES,)),
    ("front_high", "f8", (SIDES,)), ("front_ahead", "f8", (SIDES,)), ("attack_from", "f8", (SIDES,)),
    ("attack_to", "f8", (SIDES,)), ("sector_for_attack", "f8", (SIDES,)), ("chief_score", "f8", (SIDES,)),
    ("chief_x", "f8", (SIDES,)), ("chief_y", "f8", (SIDES,)), ("best_worth", "f8", (SIDES,)),
    ("priced_x", "f8", (SIDES,)), ("priced_y", "f8", (SIDES,)), ("without_help", "f8", (SIDES,)),
    ("hunters_prize", "f8", (SIDES,)),
    ("choice_score", "f8", ()), ("choice_cmd", "i8", ()), ("choice_unit", "i8", ()),
    ("choice_target", "i8", ()), ("choice_side", "i8", ()), ("choice_arg", "i8", ()),
    ("choice_legs", "i8", ()), ("choice_x", "f8", ()), ("choice_y", "f8", ()),
    ("choice_fx", "f8", ()), ("choice_fy", "f8", ()),
    ("choice_path", "f8", (MAX_WAYPOINTS, 4)),
    ("ground_worth", "f8", (UNITS,)), ("hole_worth", "f8", (UNITS,)), ("called_up", "f8", (UNITS,)),
    ("wanted_exactly", "f8", (UNITS,)), ("sides_taken", "f8", (UNITS,)),
    ("plan_spares", "i2", (ROLL,)), ("thought", "i8", (SIDES,)), ("break_worth", "f8", (SIDES,)),
    ("seen_x", "f8", (UNITS,)), ("seen_y", "f8", (UNITS,)), ("seen_sp", "i2", (UNITS,)),
    ("seen_status", "i1", (UNITS,)), ("seen_combat", "i1", (UNITS,)),
    ("role_of", "i1", (UNITS,)), ("want", "f8", (UNITS, 4)), ("want_rate", "f8", (UNITS,)),
    ("point", "f8", (UNITS,)), ("price", "i1", (UNITS,)), ("stand_bonus", "i2", (UNITS,)),
    ("shelter_bonus", "i2", (UNITS,)), ("stand_level", "i1", (UNITS,)),
    ("duty", "i1", (UNITS,)), ("duty_target", "i2", (UNITS,)), ("duty_score", "f8", (UNITS,)),
    ("duty_stale", "i1", (UNITS,)), ("duty_barred", "i1", (UNITS,)),
    ("strike_score", "f8", (UNITS,)), ("strike_unit", "i2", (UNITS,)), ("strike_side", "i1", (UNITS,)),
    ("strike_with", "i2", (UNITS,)), ("strike_sure", "i1", (UNITS,)), ("strike_stale", "i1", (UNITS,)),
    ("open_shifts", "i4", (UNITS, 4)), ("strike_barred", "i8", (UNITS, 4)),
    ("in_reach", "i8", (UNITS,)), ("no_way", "i8", (UNITS,)), ("ways_age", "i8", ()), ("in_zone", "i8", (SIDES,)),
    ("way_open", "i8", (UNITS,)), ("way_shut", "i8", (UNITS,)), ("lost_ways", "i8", (UNITS, 4)),
    ("lanes", "i8", ()), ("lane_across", "f8", (SIDE_SLOTS,)), ("lane_depth", "f8", (SIDE_SLOTS,)),
    ("danger", "f8", (UNITS,)), ("strikers", "i8", (SIDES,)), ("sides_known", "i1", (UNITS,)),
    ("reach_known", "i8", (UNITS,)), ("side_known", "i8", (4, UNITS)),
    ("reach_shut", "i1", (UNITS,)), ("reach_shifts", "i4", (UNITS, 4)),
    ("can_reach", "i8", (UNITS, 4)), ("can_follow", "i8", (UNITS, 4)),
    ("seen_type", "i1", (UNITS,)), ("seen_fx", "f8", (UNITS,)), ("seen_fy", "f8", (UNITS,)),
    ("fight_worth", "f8", (MAX_COMBATS,)), ("fight_stale", "i1", (MAX_COMBATS,)),
]
"""What the general remembers, see docs/general.md; no rule reads it. By side: his posture, with the round, wish,
agreement and ratio of the last look; what he knows of the enemy (less 1 each); the attack's sector, depth and ends; the
commander's place (``chief_*``); ``break_worth`` what the next broken unit of an army is worth (AI-28). By unit:
``called_up`` into a hole, ``wanted_exactly`` in its place, ``sides_taken`` as bits."""

COUNT_FIELDS: list[Field] = [("thrown", "i8", ()), ("entries", "i8", ()), ("events", "i8", ()), ("quiet", "i8", ()),
                             ("reasons", "i8", ()), ("reason_mark", "i8", (SIDES, REASON_GROUPS))]
LOG_FIELDS: list[Field] = [("thrown_die", "i8", (256, 5)), ("log", "i4", (MAX_ENTRIES, ENTRY_WIDTH)),
                           ("reason", "i4", (MOST_REASONS, 8))]
"""The journal: rows of small integers, see ``journal.py``. ``thrown`` dice wait for the event they belong to; with
``quiet`` 1, in the runs of a forecast, nothing is written. The generals' reasons lie beside it, see ``reasons.py``."""

SCRATCH_FIELDS: list[Field] = [
    ("scratch", "f8", (5, 32, 2)), ("route", "f8", (MAX_WAYPOINTS, 4)), ("pick", "i2", (UNITS,)),
    ("apart", "f8", (SIDE_SLOTS,)), ("worth", "f8", (UNITS,)), ("modifier", "i8", (SIDES, 12)),
    ("queue", "i2", (UNITS,)),
]
"""Working space; never read across a call. ``scratch`` rows are CLIP_A to BASE_B."""

LIVE_FIELDS = (CLOCK + OPTIONS + COUNT_FIELDS + COMMAND_FIELDS + SIDE_FIELDS + UNIT_FIELDS + FOOTING_FIELDS
               + LEADER_FIELDS + COMBAT_FIELDS + WINDOW_FIELDS + GENERAL_FIELDS + ROLL_FIELDS)
"""What every battle changes; terrain is changed by works alone, and nothing of the rest outlasts a battle."""
FIELDS = LIVE_FIELDS + TERRAIN_FIELDS + PROFILE_FIELDS + SCRATCH_FIELDS + LOG_FIELDS

if TYPE_CHECKING:

    class Battle:
        """The record's type, and the annotation by which a kernel asks for it: every field is an attribute."""

        RECORD: Any

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...
        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: Any) -> None: ...
        def copy(self) -> "Battle": ...

else:

    class Battle(FlatRecord):
        """The record's type, and the annotation by which a kernel asks for it."""

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


class Grid(list[Any]):
    """A table as a list of rows that also answers to ``grid[row, column]``, as an array does."""

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, tuple):
            row = list.__getitem__(self, place[0])
            return row[place[1]] if len(place) == 2 else row[place[1:]]
        return list.__getitem__(self, place)

    def __setitem__(self, place: Any, value: Any) -> None:
        if isinstance(place, tuple):
            list.__getitem__(self, place[0])[place[1] if len(place) == 2 else place[1:]] = value
        elif isinstance(place, slice):
            list.__setitem__(self, place, [list(row) for row in value])
        else:
            list.__getitem__(self, place)[:] = value


def copy_of(value: Any) -> Any:
    """Return a list or table of its own with the same numbers."""
    if isinstance(value, Grid):
        return Grid(map(copy_of if value and isinstance(value[0], Grid) else list, value))
    return list(value) if isinstance(value, list) else value


def listed(array: Any) -> Any:
    """Return an array as nested lists of plain numbers."""
    return Grid(listed(row) for row in array) if array.ndim > 1 else array.tolist()


class Plain:
    """The same fields on a plain object of lists, for rules that run uncompiled: there a record's attributes are
    slow, and so is every number of an array."""

    def __init__(self) -> None:
        record = np.zeros(1, Battle.RECORD)[0]
        for name, _, shape in FIELDS:
            self.__dict__[name] = listed(record[name]) if shape else record[name].item()

    def __getitem__(self, name: str) -> Any:
        return self.__dict__[name]

    def __setitem__(self, name: str, value: Any) -> None:
        kept = self.__dict__[name]
        if isinstance(kept, list):
            array = np.array(kept)
            array[...] = value
            self.__dict__[name] = listed(array)
        else:
            self.__dict__[name] = type(kept)(value)

    def copy(self) -> "Plain":
        """Return a snapshot."""
        other = Plain.__new__(Plain)
        other.__dict__.update((name, copy_of(value)) for name, value in self.__dict__.items())
        return other


def blank() -> Battle:
    """Return a battle with every field zero: a record for compiled rules, a plain object for others."""
    record: Battle = np.zeros(1, Battle.RECORD)[0]
    return record if COMPILED else cast(Battle, Plain())
