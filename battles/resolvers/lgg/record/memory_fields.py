"""The fields of the battle record that hold what the general remembers."""

from typing import Annotated

from battles.resolvers.lgg.record.codes import MAX_WAYPOINTS, SIDE_SLOTS, UNITS, ByFight, ByRow, BySide, BySlot
from compiler.annotations import Numbers, Table, f8, i1, i2, i4, i8


class GeneralMemory:
    """The memory of the general, see docs/general.md; no rule reads it.

    By side: his posture, with the round, wish, agreement and ratio of the last look; what he knows of the enemy (less 1
    each); the attack's sector, depth and ends; the commander's place (``chief_*``); ``break_worth`` what the next
    broken unit of an army is worth (AI-28). By unit: ``called_up`` into a hole, ``wanted_exactly`` in its place,
    ``sides_taken`` as bits.
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
    attack_sector: BySide[f8]
    sector_since: BySide[f8]
    hold_line: BySide[f8]
    pushed: BySide[f8]
    front_low: BySide[f8]
    front_high: BySide[f8]
    front_ahead: BySide[f8]
    attack_from: BySide[f8]
    attack_to: BySide[f8]
    sector_for_attack: BySide[f8]
    chief_score: BySide[f8]
    chief_x: BySide[f8]
    chief_y: BySide[f8]
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
