"""The end of a day's fighting: turn limit, armies that break or leave, decision, staying (COM-12 to COM-15)."""

from battles.resolvers.common.arith import rhu, strength_left
from battles.resolvers.common.codes import DRAW, EVENING_KEYS, NOBODY, SIDE_UNITS, SIDES, Arm, Grade, Status
from battles.resolvers.common.events import Event
from battles.resolvers.common.journal import log_event
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel

TO_HOLD, TO_SAVE = EVENING_KEYS.index("hold"), EVENING_KEYS.index("save")
SEASON_LENGTHS = (100, 140, 120, 80)


@kernel
def turn_limit(base: int, season: int) -> int:
    """COM-12 The turns of a day; ``base`` is the system's number of turns in fall."""
    return rhu(base * SEASON_LENGTHS[season], 120)


@kernel
def fights(battle: Battle, unit: int) -> bool:
    """COM-09 Is it a unit that fights, and not engineers or a train?"""
    return battle.arm[unit] != Arm.ENG and battle.arm[unit] != Arm.VEH


@kernel
def is_lost(battle: Battle, unit: int) -> bool:
    """COM-13 Has a unit been destroyed or routed, or is it off the table for good?"""
    return battle.status[unit] in (Status.RALLYABLE, Status.NONRALLYABLE, Status.ELIMINATED, Status.EXITED)


@kernel
def log_lost(battle: Battle, unit: int, cause: int, rule: int) -> None:
    """COM-07 Write that a unit has left play: eliminated, or routed into the box that its status names."""
    side, box = unit // SIDE_UNITS, battle.status[unit]
    if box == Status.ELIMINATED:
        log_event(battle, Event.ELIMINATED, rule=rule, side=side, unit=unit, cause=cause)
    else:
        log_event(battle, Event.ROUT, rule=rule, side=side, unit=unit, box=box, cause=cause)


@kernel
def lost_units(battle: Battle, side: int) -> int:
    """COM-13 How many of the units with which a side began the day are lost."""
    lost = battle.start_units[side]
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        lost -= int(battle.status[unit] in (Status.BOARD, Status.WAITING))
    return lost


@kernel
def unit_strength(battle: Battle, unit: int) -> int:
    """COM-06 The strength points that a unit would have if the battle ended now."""
    if battle.status[unit] in (Status.BOARD, Status.WAITING):
        return strength_left(battle.sp[unit], battle.left[unit], battle.cap[unit])
    return 0


@kernel
def side_strength(battle: Battle, side: int) -> int:
    """COM-06 The strength points that a side would have if the battle ended now."""
    total = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        total += unit_strength(battle, unit)
    return total


@kernel
def strength_in(battle: Battle, side: int, status: int) -> int:
    """COM-06 The strength points of a side's units that are on the table, or on their way to it."""
    total = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == status:
            total += unit_strength(battle, unit)
    return total


@kernel
def break_test(battle: Battle, numerator: int, denominator: int) -> None:
    """COM-13 Break every army that has lost more than this fraction of the units with which it began."""
    for side in range(SIDES):
        lost, began = lost_units(battle, side), battle.start_units[side]
        if battle.broken[side] == 0 and lost * denominator > began * numerator:
            battle.broken[side] = 1
            log_event(battle, Event.BROKEN, rule=1013, side=side, lost=lost, began=began)
    if battle.broken[0] == 1 or battle.broken[1] == 1:
        battle.over = 1


@kernel
def anybody_left(battle: Battle, side: int) -> bool:
    """COM-13 Has a side a unit on the table or on its way?"""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] in (Status.BOARD, Status.WAITING):
            return True
    return False


@kernel
def units_gone(battle: Battle, side: int) -> int:
    """COM-13 The percentage of its units that a side has lost."""
    return 100 * lost_units(battle, side) // max(1, battle.start_units[side])


@kernel
def worn_share(battle: Battle, side: int) -> int:
    """COM-14 The percentage of its strength points that a side would have lost if the battle ended now."""
    began = max(1, battle.start_sp[side])
    return 100 * (began - side_strength(battle, side)) // began


@kernel
def breaks_off(battle: Battle, side: int, share: int, gap: int, by_strength: bool) -> bool:
    """COM-15 AI-25 Does an army leave the field before it breaks?

    A player's plan says at which percentage of its units; a general of the program leaves at ``share``, while the
    enemy has lost ``gap`` less. With a share of 100 he never does, nor when his plan is to hold the field. He counts
    strength points where a hit is a loss, units where disorder passes and a battalion is a point.
    """
    if battle.break_off[side] != NOBODY:
        lost = 100 * lost_units(battle, side)
        return lost > 0 and lost >= battle.break_off[side] * battle.start_units[side]
    if battle.evening[side] == TO_HOLD:
        return False
    own = worn_share(battle, side) if by_strength else units_gone(battle, side)
    other = worn_share(battle, 1 - side) if by_strength else units_gone(battle, 1 - side)
    return own > 0 and share < 100 and own >= share and own - other >= gap


@kernel
def break_off(battle: Battle, share: int, gap: int, by_strength: bool) -> None:
    """COM-15 An army that has had enough leaves the field, and the day is over; a broken one leaves anyhow."""
    for side in range(SIDES):
        if battle.over == 0 and breaks_off(battle, side, share, gap, by_strength):
            battle.over = battle.leaves[side] = 1
            lost = lost_units(battle, side)
            log_event(battle, Event.BREAK_OFF, rule=1015, side=side, lost=lost, began=battle.start_units[side])
    if not (anybody_left(battle, 0) and anybody_left(battle, 1)):
        battle.over = 1


@kernel
def judge(battle: Battle) -> None:
    """COM-14 COM-15 Judge the day: its winner, how clear it was, and which side stays.

    The winner keeps the field, and so does the enemy of an army that broke off. A side that stays alone has won.
    """
    judge_losses(battle, side_strength(battle, 0), side_strength(battle, 1))


@kernel
def judge_losses(battle: Battle, left_0: int, left_1: int) -> None:
    """COM-14 COM-15 The decision of a day by the strength points that both sides have left, and who stays."""
    lost_0, lost_1 = battle.start_sp[0] - left_0, battle.start_sp[1] - left_1
    share_0, share_1 = lost_0 * battle.start_sp[1], lost_1 * battle.start_sp[0]
    whole = max(1, battle.start_sp[0] * battle.start_sp[1])
    battle.fought, battle.grade = decision(share_0, share_1, whole, battle.broken[0] == 1, battle.broken[1] == 1)
    battle.stays[0] = int(would_stay(battle, 0, share_0, share_1, whole))
    battle.stays[1] = int(would_stay(battle, 1, share_1, share_0, whole))
    if battle.fought != DRAW:
        battle.stays[battle.fought], battle.stays[1 - battle.fought] = 1, 0
    for side in range(SIDES):
        if battle.leaves[side] == 1:
            battle.stays[side], battle.stays[1 - side] = 0, 1
    give_to_holder(battle)
    log_event(
        battle, Event.DECISION, rule=1014, side=NOBODY, winner=battle.fought, grade=battle.grade, lost_0=lost_0,
        lost_1=lost_1,
    )  # fmt: skip


@kernel
def give_to_holder(battle: Battle) -> None:
    """COM-15 The side that keeps the field alone has won the day: marginally, where losses do not say so."""
    if battle.stays[0] != battle.stays[1] and (battle.fought == DRAW or battle.stays[battle.fought] == 0):
        battle.fought, battle.grade = battle.stays[1], Grade.MARGINAL


@kernel
def decision(lost_0: int, lost_1: int, whole: int, broken_0: bool, broken_1: bool) -> tuple[int, int]:
    """COM-14 The winner (2: nobody) and the grade; ``lost_0`` and ``lost_1`` are parts of ``whole``."""
    if broken_0 or broken_1:
        if broken_0 and broken_1:
            return DRAW, Grade.DRAWN
        return (1, Grade.DECISIVE) if broken_0 else (0, Grade.DECISIVE)
    worse, gap = max(lost_0, lost_1), abs(lost_0 - lost_1)
    if 4 * worse >= whole and 20 * gap >= 3 * whole:
        return (1, Grade.MARGINAL) if lost_0 > lost_1 else (0, Grade.MARGINAL)
    return DRAW, Grade.DRAWN


@kernel
def will_stay(own: int, other: int, whole: int, broken: bool) -> bool:
    """COM-15 Does a side stay? Not when broken, with over two fifths lost, or 3/20 more than the enemy."""
    if broken or 5 * own > 2 * whole:
        return False
    return 20 * (own - other) < 3 * whole


@kernel
def would_stay(battle: Battle, side: int, own: int, other: int, whole: int) -> bool:
    """COM-15 AI-22 Does a side stay, by its losses and by what its campaign has at stake?

    A side before its own capital stays unless it is broken, and so does one whose plan is to hold the field. One cut
    off from supply leaves when it has lost more, one whose plan is to save the army when it has not lost less.
    """
    if battle.evening[side] == TO_SAVE:
        return own < other and will_stay(own, other, whole, battle.broken[side] == 1)
    if battle.capital[side] == 1 or battle.evening[side] == TO_HOLD:
        return battle.broken[side] == 0
    if battle.supply_cut[side] == 1 and own > other:
        return False
    return will_stay(own, other, whole, battle.broken[side] == 1)


@kernel
def write_back(battle: Battle) -> None:
    """COM-06 COM-07 Write what is left of each unit to its row of the roll, where a row is one unit."""
    for side in range(SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if battle.status[unit] != Status.OFF_TABLE:
                row = battle.roll[unit]
                battle.roll_sp[row] = unit_strength(battle, unit)
                battle.roll_status[row] = battle.status[unit]
                battle.roll_was_broken[row] = int(battle.status[unit] in (Status.RALLYABLE, Status.NONRALLYABLE))
