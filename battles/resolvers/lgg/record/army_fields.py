"""The fields of the battle record that hold time, options, sides, units and leaders."""

from typing import Annotated

from battles.resolvers.core.dice import STREAMS
from battles.resolvers.lgg.record.codes import SIDE_SLOTS, SIDES, UNITS, ByRow, BySide, BySlot, ByStand
from compiler.annotations import Numbers, Table, f8, i1, i2, i4, i8, u8


class Clock:
    """Time and turn.

    ``dice`` counts the dice taken from each stream; ``round_no`` counts within the day, ``rounds`` over all days;
    ``count`` and ``length`` as in LGG-6.2; ``rolled`` is each side's roll this round, ``own_roll`` what its army
    commander threw of it (HR-27), ``actions`` what the side on turn has left, ``spent`` what each side has spent this
    round; ``open_unit`` is the slot that LGG-7.0-g keeps open; ``fault`` is 0 unless the engine has gone wrong
    (``faults``).
    """

    key: u8
    dice: Annotated[Numbers[i8], len(STREAMS)]
    phase: i8
    pending: i8
    asked: i8
    day: i8
    round_no: i8
    rounds: i8
    count: i8
    length: i8
    max_days: i8
    season: i8
    weather: i8
    ground: i8
    weather_before: i8
    radius: f8
    first: i8
    first_before: i8
    on_turn: i8
    rolled: BySide[i8]
    own_roll: BySide[i8]
    actions: i8
    spent: BySide[i8]
    open_unit: i8
    winner: i8
    commands: i8
    refused: i8
    fault: i8


class Options:
    """The switches of the battle file and the profile.

    ``fixed_*`` is -1 (rolled) or a weather or ground; ``campaign_weather`` 1 is Foul; ``gun_limit`` -1 is none. With
    ``will`` 1 an army leaves once more than ``will_parts`` of ``will_of`` of its units are broken (HR-26); a side
    throws a command roll for each ``large_army`` units, 0: one roll, whatever its size (HR-27).
    """

    fixed_weather: i8
    fixed_ground: i8
    campaign_weather: i8
    meeting: i8
    held_whole_turn: i8
    fortress: i8
    river_crossing: i8
    gun_limit: i8
    stratagems: i8
    sudden_death: i8
    tournament: i8
    will: i8
    will_parts: i8
    will_of: i8
    large_army: i8
    gun_obstacle_reroll: i8
    guns_rallyable: i8
    heavy_cav_on_road: i8
    light_cav_all_activities: i8
    irregulars_pursue: i8


class SideState:
    """One row a side.

    ``edge`` is the side's own table edge; ``works`` are those raised before the battle (HR-31); ``stays`` is -1
    undecided, 0 leaves, 1 stays; ``pursued`` is 1 when the side's evening dice suffer LGG-15.4-c. ``plan_*`` is -1
    where the general is free. ``pursuit_hits`` are those on foot, horse and guns; ``army_broken`` 1 when the army has
    broken, 2 when it is worn down on the last evening; ``night_stage`` 1 once the armies have drawn apart,
    ``night_turn`` the side that moves next by night; ``answered`` 1 when a side has been asked in this step of the
    evening. ``stakes`` are what the field is worth to it won, drawn and lost, as parts of its army's price, and how
    many times its price a strength point is; ``conduct`` is 0, or how a side of the league is led.
    """

    slots: BySide[i8]
    roll_count: BySide[i8]
    role: BySide[i8]
    edge: BySide[i8]
    supply_cut: BySide[i8]
    must_decide: BySide[i8]
    capital: BySide[i8]
    works: BySide[i8]
    entered_last: BySide[i8]
    posture: BySide[i8]
    plan_posture: BySide[i8]
    plan_sector: BySide[i8]
    plan_reserve: BySide[f8]
    plan_break_off: BySide[f8]
    stays: BySide[i8]
    breaks_off: BySide[i8]
    pursued: BySide[i8]
    chits: BySide[i8]
    stratagem_used: BySide[i8]
    extra_actions: BySide[i8]
    army_broken: BySide[i8]
    night_stage: i8
    night_turn: i8
    answered: BySide[i8]
    pursuit_dice: i8
    pursuit_hits: Annotated[Numbers[i8], 3]
    stakes: Annotated[Table[f8], SIDES, 4]
    conduct: BySide[i8]


class RollState:
    """The units of the battle file, row ``side * 200 + n``.

    ``roll_before`` and ``roll_after`` are strength points; ``roll_moved`` is what amalgamation took from the unit
    (positive) or gave it (negative): before = after + lost + moved; ``roll_into`` is the row it was amalgamated into;
    ``roll_slot`` -1 is not seated; ``roll_arrives`` is the count of its mark (0: there from the start); ``roll_status``
    is kept with ``status`` while seated; ``roll_army`` numbers the armies of a side: its units amalgamate only within
    their own (HR-14); ``roll_own_*`` is what its own type adds (HR-30).
    """

    roll_type: ByRow[i2]
    roll_guard: ByRow[i2]
    roll_outrider: ByRow[i2]
    roll_full: ByRow[i2]
    roll_before: ByRow[i2]
    roll_after: ByRow[i2]
    roll_moved: ByRow[i2]
    roll_type_after: ByRow[i2]
    roll_guard_after: ByRow[i2]
    roll_status: ByRow[i2]
    roll_was_broken: ByRow[i2]
    roll_into: ByRow[i2]
    roll_slot: ByRow[i2]
    roll_arrives: ByRow[i8]
    roll_edge: ByRow[i2]
    roll_army: ByRow[i2]
    roll_own_morale: ByRow[i2]
    roll_own_attack: ByRow[i2]
    roll_own_defend: ByRow[i2]
    roll_own_fire: ByRow[i2]


class UnitState:
    """One row a slot.

    ``full``, ``start``, ``sp`` as in LGG-11.0-b; ``morale`` with Guard counted in; ``span`` half the diagonal of the
    base; (fx, fy) the facing, a unit vector; ``done`` by activity; ``combat`` the unresolved combat that locks it;
    ``turned_to`` the side of its base that counts as its front while it cannot turn in a combat (LGG-9.0-a), normally
    ``FRONT_SIDE``; ``work`` the work that an engineer has begun (EA1 ..., NOBODY: none), ``work_at`` its piece of
    terrain (or -1) and ``successes`` so far; ``own_*`` what its own type adds; ``gap[i, j]`` the distance between slot
    i of side 0 and slot 64 + j of side 1.
    """

    roll: BySlot[i2]
    type: BySlot[i1]
    arm: BySlot[i1]
    guard: BySlot[i1]
    outrider: BySlot[i1]
    full: BySlot[i2]
    start: BySlot[i2]
    sp: BySlot[i2]
    morale: BySlot[i1]
    increment: BySlot[f8]
    half_width: BySlot[f8]
    half_depth: BySlot[f8]
    span: BySlot[f8]
    status: BySlot[i1]
    x: BySlot[f8]
    y: BySlot[f8]
    fx: BySlot[f8]
    fy: BySlot[f8]
    done: Annotated[Table[i1], UNITS, 5]
    closed: BySlot[i1]
    withdrew: BySlot[i1]
    rough_checked: BySlot[i1]
    combat: BySlot[i1]
    turned_to: BySlot[i1]
    under_own_leader: BySlot[i1]
    night_moved: BySlot[i1]
    work: BySlot[i1]
    successes: BySlot[i1]
    work_at: BySlot[i2]
    own_attack: BySlot[i1]
    own_defend: BySlot[i1]
    own_fire: BySlot[i1]
    gap: Annotated[Table[f8], SIDE_SLOTS, SIDE_SLOTS]


class Footing:
    """The ground under each unit, kept by ``footing.py``: ``surveyed`` is the ``field_age`` at which the others were
    true where the unit stands, 0 once it is placed anew."""

    surveyed: BySlot[i4]
    on_level: BySlot[i1]
    on_rough: BySlot[i1]
    on_block: BySlot[i1]
    behind_work: BySlot[i1]
    on_bridge: BySlot[i1]


class LeaderState:
    """Commanders' stands, 2" x 2", parallel to the table.

    ``lead_who`` is the person: 0 the file's commander, 1 and 2 its wings, 3 and more nameless subordinates;
    ``lead_lost`` counts persons lost from the stand. ``lead_army`` is the army whose column he leads, or -1;
    ``lead_late`` 1 while he is on the march with it.
    """

    lead_here: ByStand[i8]
    lead_lost: ByStand[i8]
    lead_skill: ByStand[i8]
    lead_who: ByStand[i8]
    lead_x: ByStand[f8]
    lead_y: ByStand[f8]
    lead_moved: ByStand[i8]
    lead_swept: ByStand[i8]
    lead_army: ByStand[i8]
    lead_late: ByStand[i8]
