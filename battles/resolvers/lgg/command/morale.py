"""Hits, checks and routs, recovery and rally (LGG-8.3, 11.0, 14.0). Strength changes here and nowhere else."""

from battles.resolvers.aftermath.rules import has_hits_to_lose, passes
from battles.resolvers.common.codes import Arm
from battles.resolvers.core.dice import MORALE_STREAM
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.fights import leave_fight
from battles.resolvers.lgg.command.radius import in_radius
from battles.resolvers.lgg.plane.space import place
from battles.resolvers.lgg.record.codes import SIDE_SLOTS, Activity, Cause, Status
from battles.resolvers.lgg.record.journal import Die, Event, log_event, log_here, throw
from battles.resolvers.lgg.record.setup import set_status
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import (
    STEP_CHECK,
    STEP_CHECKED,
    STEP_RALLIED,
    STEP_RECOVERED,
    ask_about_dice,
    face_that_counts,
    hold_kept,
    put_on_agenda,
)


@kernel
def box_of(battle: Battle, unit: int) -> int:
    """LGG-14.0-c, d Where a unit goes that routs on the spot where it stands; LGG-S4-b outriders are lost."""
    if battle.outrider[unit]:
        return Status.ELIMINATED
    arm = battle.arm[unit]
    if arm in (Arm.ENG, Arm.VEH) or (arm == Arm.ART and battle.guns_rallyable == 0):
        return Status.NONRALLYABLE
    return Status.RALLYABLE if in_radius(battle, unit) else Status.NONRALLYABLE


@kernel
def break_unit(battle: Battle, unit: int, box: int, cause: int) -> None:
    """LGG-11.0-a A broken unit leaves its combat and the table for a box. R-47 Who has been activated this round is
    not rallied in it."""
    leave_fight(battle, unit)
    battle.sp[unit] = 0
    if battle.closed[unit] == 1 or battle.open_unit == unit:
        battle.done[unit, Activity.RECOVER] = 1
    battle.closed[unit] = 1
    battle.roll_was_broken[battle.roll[unit]] = 1
    set_status(battle, unit, box)
    log_event(battle, Event.ROUT, side=unit // SIDE_SLOTS, unit=battle.roll[unit], box=box, cause=cause)


@kernel
def rout(battle: Battle, unit: int, cause: int) -> None:
    """LGG-14.0-c A unit routs where it stands."""
    break_unit(battle, unit, box_of(battle, unit), cause)


@kernel
def lose_point(battle: Battle, unit: int, cause: int) -> None:
    """LGG-11.0-a One strength point less."""
    battle.sp[unit] -= 1
    log_event(battle, Event.HIT, side=unit // SIDE_SLOTS, unit=battle.roll[unit], sp=battle.sp[unit], cause=cause)


@kernel
def take_hit(battle: Battle, unit: int, cause: int) -> None:
    """LGG-11.0-a A hit; the unit that has no strength left routs. Nothing happens to a unit in a box."""
    if battle.status[unit] == Status.BOARD:
        lose_point(battle, unit, cause)
        if battle.sp[unit] == 0:
            rout(battle, unit, Cause.HITS)


@kernel
def lose_bridge(battle: Battle, train: int) -> None:
    """EA2 A pontoon train is broken with the bridge that it lies as."""
    lose_point(battle, train, Cause.WORKS)
    break_unit(battle, train, Status.NONRALLYABLE, Cause.HITS)


@kernel
def may_check_again(battle: Battle, unit: int, cause: int) -> bool:
    """LGG-8.4-f Guns throw a failed check of terrain once more."""
    return battle.gun_obstacle_reroll == 1 and battle.arm[unit] == Arm.ART and cause != Cause.INCREMENT


@kernel
def settle_check(battle: Battle, unit: int, cause: int) -> None:
    """LGG-8.3-a The die of an attrition check counts: above Morale it is one hit."""
    morale = battle.morale[unit]
    passed = battle.thrown_die[battle.thrown - 1, 4] <= morale
    log_event(battle, Event.CHECK, side=unit // SIDE_SLOTS, unit=battle.roll[unit], cause=cause, morale=morale,
              passed=int(passed))
    if not passed:
        take_hit(battle, unit, cause)


@kernel
def check(battle: Battle, unit: int, cause: int) -> None:
    """LGG-8.3-a An attrition check. A die that guns throw a second time is never thrown a third (REC-6)."""
    if battle.kept > 0 and cause == Cause.INCREMENT:
        hold_kept(battle)
    elif throw(battle, MORALE_STREAM, 10, Die.CHECK) > battle.morale[unit] and may_check_again(battle, unit, cause):
        throw(battle, MORALE_STREAM, 10, Die.CHECK_AGAIN)
    elif ask_about_dice(battle, unit // SIDE_SLOTS, STEP_CHECKED, unit, cause, 0):
        return
    settle_check(battle, unit, cause)


@kernel
def check_on_board(battle: Battle, unit: int, cause: int) -> None:
    """LGG-8.3-a, b A check of a unit that has not been broken before it."""
    if battle.status[unit] == Status.BOARD:
        check(battle, unit, cause)


@kernel
def call_check(battle: Battle, unit: int, cause: int) -> None:
    """LGG-8.3-a, ENG-17 A check at once, or in its turn where stratagems may come between."""
    if battle.stratagems == 1:
        put_on_agenda(battle, STEP_CHECK, unit, cause, 0)
    else:
        check_on_board(battle, unit, cause)


@kernel
def may_recover(battle: Battle, unit: int) -> bool:
    """LGG-14.0-a, b Has the unit a hit to lose?"""
    return has_hits_to_lose(battle.arm[unit], battle.sp[unit], battle.start[unit])


@kernel
def settle_recovery(battle: Battle, unit: int) -> None:
    """LGG-14.0-a The die of a recovery counts."""
    morale = battle.morale[unit]
    passed = face_that_counts(battle, Die.RECOVER) <= morale
    if passed:
        battle.sp[unit] += 1
    log_event(battle, Event.RECOVER, side=unit // SIDE_SLOTS, unit=battle.roll[unit], morale=morale, passed=int(passed),
              sp=battle.sp[unit])


@kernel
def do_recover(battle: Battle, unit: int) -> None:
    """LGG-14.0-a A d10 of Morale or less takes one hit away."""
    battle.done[unit, Activity.RECOVER] = 1
    throw(battle, MORALE_STREAM, 10, Die.RECOVER)
    if not ask_about_dice(battle, unit // SIDE_SLOTS, STEP_RECOVERED, unit, 0, 0):
        settle_recovery(battle, unit)


@kernel
def pursuit_hit(battle: Battle, unit: int) -> None:
    """LGG-15.3-b A hit of the pursuit, on the table or off it; who is broken by it is Non-Rallyable."""
    lose_point(battle, unit, Cause.PURSUIT)
    if battle.sp[unit] == 0:
        break_unit(battle, unit, Status.ELIMINATED if battle.outrider[unit] else Status.NONRALLYABLE, Cause.HITS)


@kernel
def evening_recovery(battle: Battle, unit: int, penalty: int) -> None:
    """LGG-15.4-a, c A free attempt to take one hit away; ``penalty`` is added to the roll of a pursued side."""
    morale = battle.morale[unit]
    passed = passes(throw(battle, MORALE_STREAM, 10, Die.RECOVER), penalty, morale)
    if passed:
        battle.sp[unit] += 1
    log_event(battle, Event.EOD_RECOVER, side=unit // SIDE_SLOTS, unit=battle.roll[unit], penalty=penalty,
              morale=morale, passed=int(passed), sp=battle.sp[unit])


@kernel
def evening_rally(battle: Battle, unit: int, penalty: int) -> None:
    """LGG-15.4-b, c A broken unit's last attempt: it waits off the table at one strength point, or is gone for good."""
    morale = battle.morale[unit]
    passed = passes(throw(battle, MORALE_STREAM, 10, Die.RALLY), penalty, morale)
    if passed:
        battle.sp[unit] = 1
    set_status(battle, unit, Status.WAITING if passed else Status.ELIMINATED)
    log_event(battle, Event.EOD_RALLY, side=unit // SIDE_SLOTS, unit=battle.roll[unit], penalty=penalty, morale=morale,
              passed=int(passed), sp=battle.sp[unit])
    if not passed:
        log_event(battle, Event.ELIMINATED, side=unit // SIDE_SLOTS, unit=battle.roll[unit], cause=Cause.EVENING)


@kernel
def settle_rally(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> None:
    """LGG-14.0-e, f The die of a rally counts."""
    morale = battle.morale[unit]
    passed = face_that_counts(battle, Die.RALLY) <= morale
    if passed:
        set_status(battle, unit, Status.BOARD)
        battle.sp[unit] = 1
        place(battle, unit, x, y, fx, fy)
    log_event(battle, Event.RALLY, side=unit // SIDE_SLOTS, unit=battle.roll[unit], morale=morale, passed=int(passed),
              sp=battle.sp[unit])
    if passed:
        log_here(battle, unit)


@kernel
def do_rally(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> None:
    """LGG-14.0-e, f A d10 of Morale or less brings a broken unit back at one strength point, closed for the round."""
    battle.done[unit, Activity.RECOVER] = 1
    battle.closed[unit] = 1
    throw(battle, MORALE_STREAM, 10, Die.RALLY)
    if ask_about_dice(battle, unit // SIDE_SLOTS, STEP_RALLIED, unit, 0, 0):
        battle.kept_pose[0], battle.kept_pose[1], battle.kept_pose[2], battle.kept_pose[3] = x, y, fx, fy
    else:
        settle_rally(battle, unit, x, y, fx, fy)
