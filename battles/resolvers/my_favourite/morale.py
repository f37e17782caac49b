"""Morale, standing to a charge, and going back (MFR-07 to MFR-15)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Arm, Posture, Status
from battles.resolvers.common.events import Cause
from battles.resolvers.common.general import nearest
from battles.resolvers.common.journal import log_event, log_here, log_pose, modify, throw, throw_d3
from battles.resolvers.common.march import go_back
from battles.resolvers.common.plane import bearing
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.my_favourite.codes import (
    BY_SKILL,
    HEAVY_LOSS,
    LOSS,
    ROUT_MOVES,
    Die,
    Event,
    Modifier,
    Move,
    Own,
    Result,
    Stand,
)
from battles.resolvers.my_favourite.command import expose, general_near, most_shift, skill_shift
from battles.resolvers.my_favourite.losses import box_of, free_of_foes, remove, take_losses
from battles.resolvers.my_favourite.troops import plain_move, steadiness

STEP, GAP = 50, 100
WORST, BEST = -2, 2


@kernel
def touched_by_others(battle: Battle, unit: int, but: int) -> int:
    """MFR-09 1 where an enemy other than ``but`` has charged a unit in this turn."""
    side = 1 - unit // SIDE_UNITS
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if other != but and battle.own[other, Own.FOE] == unit:
            return 1
    return 0


@kernel
def loss_points(battle: Battle, unit: int) -> int:
    """MFR-09 Return what the losses since the battle began take off: 2 from a half on, 1 from a quarter on."""
    lost = 100 * (battle.cap[unit] - battle.left[unit])
    if lost >= battle.num[HEAVY_LOSS] * battle.cap[unit]:
        return -2
    return -1 if lost >= battle.num[LOSS] * battle.cap[unit] else 0


@kernel
def flank_points(battle: Battle, unit: int) -> int:
    """MFR-09 1 less for a charge in flank or rear, this turn or last."""
    at = battle.own[unit, Own.FLANKED]
    return -1 if at > 0 and at >= battle.turn - 1 else 0


@kernel
def modified(battle: Battle, unit: int, but: int, note: bool) -> int:
    """MFR-09 MFR-41 The modifiers of a test; ``note`` them for the journal."""
    contact = -touched_by_others(battle, unit, but)
    flanked, losses, grade = flank_points(battle, unit), loss_points(battle, unit), steadiness(battle, unit)
    if note:
        modify(battle, 0, Modifier.CONTACT, contact)
        modify(battle, 0, Modifier.FLANKED, flanked)
        modify(battle, 0, Modifier.LOSSES, losses)
        modify(battle, 0, Modifier.GRADE, grade)
    return contact + flanked + losses + grade


@kernel
def is_impetuous(battle: Battle, unit: int) -> bool:
    """MFR-08 MFR-14 Does a unit go out of control on a 7: cavalry, Guard, irregular cavalry?"""
    return battle.arm[unit] == Arm.CAV or battle.guard[unit] == 1


@kernel
def wished_shift(battle: Battle, unit: int, points: int, most: int, wild: bool) -> int:
    """MFR-10 COM-17 How a general leans on a die.

    Up where losing the unit is likely; down where a unit of a holding side would go out of control on a high die.
    """
    if points <= -1:
        return min(most, BEST)
    holds = battle.posture[unit // SIDE_UNITS] == Posture.HOLD
    return -min(most, points) if wild and holds and points > 0 and is_impetuous(battle, unit) else 0


@kernel
def lean(battle: Battle, unit: int, points: int, wild: bool) -> int:
    """MFR-10 MFR-11 One general near may shift the die before it is thrown; he rolls at once, and a hit voids it.

    ``wild``: in this test a high score drives a unit out of control. By the switch his skill counts, and he need not
    expose himself.
    """
    leader = general_near(battle, unit)
    if leader == NOBODY:
        return 0
    if battle.num[BY_SKILL] == 1:
        return skill_shift(battle, leader)
    shift = wished_shift(battle, unit, points, most_shift(battle, leader), wild)
    return shift if shift != 0 and expose(battle, leader) else 0


@kernel
def retire(battle: Battle, unit: int, heading: int, length: int, facing: int, rule: int) -> None:
    """MFR-13 Go back on a heading through friends; over the edge the unit is lost."""
    x, y, before = battle.x[unit], battle.y[unit], battle.heading[unit]
    free_of_foes(battle, unit)
    battle.own[unit, Own.MOVED] = 1
    battle.heading[unit] = facing % 360
    gone = go_back(battle, unit, heading, length, STEP, GAP)
    if gone == 0:
        battle.heading[unit] = before
    log_event(battle, Event.FALLBACK, rule=rule, side=unit // SIDE_UNITS, unit=unit)
    log_pose(battle, x, y, before)
    log_here(battle, unit)
    if gone < 0:
        battle.x[unit], battle.y[unit] = x, y
        remove(battle, unit, Cause.EDGE, box_of(battle, unit), 13)


@kernel
def flee(battle: Battle, unit: int, moves: int, rule: int) -> None:
    """MFR-13 Away from the nearest enemy, by so many moves; who routs turns his back."""
    foe = nearest(battle, unit)
    if foe == NOBODY:
        return
    heading = bearing(battle, battle.x[foe], battle.y[foe], battle.x[unit], battle.y[unit])
    retire(battle, unit, heading, moves * plain_move(battle, unit), heading if moves > 1 else heading + 180, rule)


@kernel
def rout(battle: Battle, unit: int, rule: int) -> None:
    """MFR-08 Rout two moves and lose d3 figures."""
    lost = throw_d3(battle, Die.LOSS)
    take_losses(battle, unit, lost, Cause.MORALE, rule)
    if battle.status[unit] == Status.BOARD:
        flee(battle, unit, battle.num[ROUT_MOVES], rule)


@kernel
def mark(battle: Battle, unit: int, marked: int, rule: int) -> None:
    """MFR-04 MFR-13 Put a marker of disorder on a unit, or take it off."""
    if battle.own[unit, Own.MARK] != marked:
        battle.own[unit, Own.MARK], battle.own[unit, Own.MARKED_ON] = marked, battle.turn
        log_event(battle, Event.MARK, rule=rule, side=unit // SIDE_UNITS, unit=unit, marked=marked)


@kernel
def result_of(score: int, impetuous: bool) -> int:
    """MFR-08 The result of a score."""
    if score >= Result.WILD:
        return Result.WILD if impetuous else Result.FREE
    return max(Result.DISSOLVES, score)


@kernel
def test_morale(battle: Battle, unit: int) -> int:
    """MFR-07 MFR-08 A marked unit tests before it moves; returns the result."""
    points = modified(battle, unit, NOBODY, False)
    shift = lean(battle, unit, points, True)
    score = throw(battle, 6, Die.MORALE) + modified(battle, unit, NOBODY, True) + shift
    modify(battle, 0, Modifier.GENERAL, shift)
    result = result_of(score, is_impetuous(battle, unit))
    passed = int(result >= Result.RALLIES)
    log_event(
        battle, Event.MORALE, rule=8, side=unit // SIDE_UNITS, unit=unit, score=score, needed=Result.RALLIES,
        result=result, passed=passed,
    )  # fmt: skip
    carry_out(battle, unit, result)
    return result


@kernel
def carry_out(battle: Battle, unit: int, result: int) -> None:
    """MFR-08 MFR-13 What a result of morale does to a unit, and how much of its move it leaves."""
    battle.own[unit, Own.RATE] = (
        Move.NONE if result <= Result.RALLIES else Move.HALF if result == Result.RALLIES + 1 else Move.FULL
    )
    if result >= Result.RALLIES:
        mark(battle, unit, 0, 13)
    elif result == Result.DISSOLVES:
        remove(battle, unit, Cause.MORALE, box_of(battle, unit), 8)
    elif result == Result.ROUTS:
        rout(battle, unit, 8)
    elif result == Result.RETREATS:
        flee(battle, unit, 1, 8)


@kernel
def stand_of(score: int) -> int:
    """MFR-15 How a unit receives a charge, by its score."""
    if score >= 6:
        return Stand.FIRST
    if score >= 4:
        return Stand.SIMULTANEOUS
    return Stand.HALF_EFFECT if score == 3 else Stand.SECOND if score >= 1 else Stand.NOT_AT_ALL


@kernel
def stand_to(battle: Battle, unit: int, charger: int) -> int:
    """MFR-15 A unit that is charged tests whether it stands; it goes back or routs at once."""
    points = modified(battle, unit, charger, False)
    shift = lean(battle, unit, points, False)
    score = throw(battle, 6, Die.STAND) + modified(battle, unit, charger, True) + shift
    modify(battle, 0, Modifier.GENERAL, shift)
    how = stand_of(score)
    battle.own[unit, Own.STAND] = how
    log_event(battle, Event.STAND, rule=15, side=unit // SIDE_UNITS, unit=unit, by=charger, score=score, stand=how)
    if how == Stand.HALF_EFFECT:
        mark(battle, unit, 1, 15)
    elif how == Stand.SECOND:
        flee(battle, unit, 1, 15)
    elif how == Stand.NOT_AT_ALL:
        rout(battle, unit, 15)
    return how
