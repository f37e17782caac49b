"""The duty of every own unit: the best it could do by itself, an attack apart, kept until something changes (AI-12).

``duty[unit]`` is the kind, ``duty_score`` its points an action; what has been tried in vain is barred for the turn.
"""

from battles.resolvers.common.codes import Arm, Type
from battles.resolvers.core.geometry import FAR, local
from battles.resolvers.core.kernels import kernel, lowest_bit
from battles.resolvers.lgg.command.fights import in_squares, is_attacker
from battles.resolvers.lgg.command.morale import may_recover
from battles.resolvers.lgg.command.radius import FORBIDDEN
from battles.resolvers.lgg.day.will import units_to_break
from battles.resolvers.lgg.doctrine.acts.march import gets_on, march_left, march_to, shortest_march
from battles.resolvers.lgg.doctrine.plans.batteries import next_post
from battles.resolvers.lgg.doctrine.plans.distance import is_patient, time_used
from battles.resolvers.lgg.doctrine.plans.hunt import STAGED, go_straight_up
from battles.resolvers.lgg.doctrine.plans.roles import FRONT_ROLE, GUN_ROLE, TOWN_ROLE
from battles.resolvers.lgg.doctrine.sees.choice import order
from battles.resolvers.lgg.doctrine.sees.crossing import check_cost, ends_behind_water
from battles.resolvers.lgg.doctrine.sees.odds import shot_worth
from battles.resolvers.lgg.doctrine.sees.posture import MUCH_STRONGER, came_to_attack, last_rounds
from battles.resolvers.lgg.doctrine.sees.sector import depth_of
from battles.resolvers.lgg.doctrine.sees.stands import in_town
from battles.resolvers.lgg.fighting.value import will_gained
from battles.resolvers.lgg.movement.movement import hard_going
from battles.resolvers.lgg.movement.paths import load_route
from battles.resolvers.lgg.plane.space import (
    bit_of,
    end_of,
    enemy_gap,
    first_of,
    gap_between,
    locked,
    nearest_foe,
    on_board,
    side_of,
)
from battles.resolvers.lgg.record.codes import NOBODY, Activity, Command, Status
from battles.resolvers.lgg.record.doctrine_numbers import (
    FIRE_ON,
    HUNT_RECOVER,
    PATIENCE,
    PREPARE,
    RALLY,
    RALLY_NEAR,
    RECOVER_LATE,
    RECOVER_REST,
    RECOVER_SOON,
    WAITS_WITHIN,
    WITHDRAW_ABOVE,
)
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.turn.activities import verify_battery, verify_recover
from battles.resolvers.lgg.turn.routes import plan_rally, plan_withdraw

NO_DUTY, FIRE_DUTY, RECOVER_DUTY, MARCH_DUTY, WITHDRAW_DUTY, RALLY_DUTY = range(6)
WHOLE_WORTH = 6.0
"""A march of this length or more brings all its points."""
CLEAR = 6.0
PROTECTION = 3.0
NONE = -1e9
POSTS = 8
"""AI-10 How many posts a battery tries at most."""


@kernel
def is_barred(battle: Battle, unit: int, kind: int) -> bool:
    """AI-12 Has the unit tried this in vain?"""
    return battle.duty_barred[unit] & (1 << kind) != 0


@kernel
def take_duty(battle: Battle, unit: int, kind: int, score: float, target: int) -> None:
    """AI-12 Keep a duty if it is the best of the unit so far."""
    if score > battle.duty_score[unit]:
        battle.duty[unit], battle.duty_score[unit], battle.duty_target[unit] = kind, score, target


@kernel
def in_view(battle: Battle, unit: int, target: int) -> bool:
    """LGG-2.0-d Does the middle of a target lie in the frontal perspective of a battery?"""
    u, v = local(battle.x[target], battle.y[target], battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])
    v -= battle.half_depth[unit]
    return v >= 0.0 and abs(u) <= battle.half_width[unit] + v


@kernel
def may_be_shot(battle: Battle, unit: int, target: int) -> bool:
    """LGG-13.0 Is this likely a target for a battery?"""
    if not on_board(battle, target) or locked(battle, target):
        return False
    if battle.strike_barred[target, 0] & bit_of(unit) != 0:
        return False
    return enemy_gap(battle, unit, target) <= battle.t_range[battle.type[unit]] and in_view(battle, unit, target)


@kernel
def weigh_fire(battle: Battle, unit: int) -> None:
    """AI-13 The best target of a battery: the closest of infantry and cavalry, or guns and the like nearer than it."""
    foe, closest, targets = 1 - side_of(unit), FAR, 0
    for target in range(first_of(foe), end_of(battle, foe)):
        if may_be_shot(battle, unit, target):
            targets |= bit_of(target)
            fights = battle.arm[target] in (Arm.FOOT, Arm.CAV)
            closest = min(closest, enemy_gap(battle, unit, target) if fights else FAR)
    while targets != 0:
        target = first_of(foe) + lowest_bit(targets)
        targets &= targets - 1
        if enemy_gap(battle, unit, target) <= closest:
            take_duty(battle, unit, FIRE_DUTY, shot_worth(battle, unit, target) / battle.price[unit], target)


@kernel
def share_in_hunt(battle: Battle, side: int) -> float:
    """AI-24, AI-27 What part of its worth a recovery or rally has: less while a side hunts an enemy of its own strength
    who does not stir. He recovers as well, and nothing would ever be decided."""
    return battle.general[HUNT_RECOVER] if battle.hunts_an_equal[side] == 1 else 1.0


@kernel
def recovery_score(battle: Battle, unit: int) -> float:
    """AI-24 What a recovery is worth: little while the unit is wanted in the line, next to nothing before night."""
    share = battle.general[RECOVER_SOON if battle.role_of[unit] == FRONT_ROLE else RECOVER_REST]
    if last_rounds(battle):
        share = battle.general[RECOVER_LATE]
    share *= share_in_hunt(battle, side_of(unit))
    gain = battle.point[unit] + will_gained(battle, unit)
    return share * gain * battle.morale[unit] / 10.0 / battle.price[unit]


@kernel
def weigh_recovery(battle: Battle, unit: int) -> None:
    """AI-24 A recovery, where it is allowed."""
    open_yet = battle.done[unit, Activity.RECOVER] == 0 and not is_barred(battle, unit, RECOVER_DUTY)
    if open_yet and may_recover(battle, unit) and nearest_foe(battle, unit) > CLEAR:
        take_duty(battle, unit, RECOVER_DUTY, recovery_score(battle, unit), NOBODY)


@kernel
def comes_too_soon(battle: Battle, unit: int, far: float) -> bool:
    """AI-14, AI-29 Would a march ahead bring a unit within reach of an enemy who moves after it, though its side is
    patient and not much the stronger? A side that came to attack goes up to its bank of a stream."""
    side = side_of(unit)
    if battle.first != side or battle.posture_rho[side] > MUCH_STRONGER or not is_patient(battle, side):
        return False
    if depth_of(battle, side, battle.want[unit, 1]) < depth_of(battle, side, battle.y[unit]):
        return False
    if nearest_foe(battle, unit) - min(far, battle.increment[unit]) >= battle.general[WAITS_WITHIN]:
        return False
    return not came_to_attack(battle, side) or not ends_behind_water(battle, unit, far)


@kernel
def weigh_march(battle: Battle, unit: int) -> None:
    """AI-12, AI-17 The march to the wanted place, unless it is too short to matter; further increments of a unit
    that is called into a hole are not counted against it."""
    if battle.done[unit, Activity.MOVE] == 1 or is_barred(battle, unit, MARCH_DUTY) or battle.want_rate[unit] <= 0.0:
        return
    far = march_left(battle, unit)
    if far < shortest_march(battle, unit) or comes_too_soon(battle, unit, far):
        return
    price = 1 if battle.type[unit] == Type.LIGHT_CAV else battle.price[unit]
    whole = battle.role_of[unit] in (TOWN_ROLE, GUN_ROLE) or battle.wanted_exactly[unit] > 0.0
    share = 1.0 if whole else min(1.0, far / WHOLE_WORTH)
    take_duty(battle, unit, MARCH_DUTY, battle.want_rate[unit] * share / price, NOBODY)


@kernel
def protects_guns(battle: Battle, unit: int) -> bool:
    """AI-15 Is the unit the last protection of a battery: infantry or cavalry within 3" of it, and no other is?"""
    own = side_of(unit)
    for gun in range(first_of(own), end_of(battle, own)):
        if battle.arm[gun] != Arm.ART or not on_board(battle, gun) or gap_between(battle, unit, gun) > PROTECTION:
            continue
        others = 0
        for friend in range(first_of(own), end_of(battle, own)):
            guards = friend != unit and battle.arm[friend] in (Arm.FOOT, Arm.CAV) and on_board(battle, friend)
            others += int(guards and gap_between(battle, friend, gun) <= PROTECTION)
        if others == 0:
            return True
    return False


@kernel
def weigh_withdrawal(battle: Battle, unit: int) -> None:
    """AI-15 Moving second, leave a combat that promises the enemy much, but no key ground and no guns."""
    danger = battle.fight_worth[battle.combat[unit]]
    if is_attacker(battle, unit) or is_barred(battle, unit, WITHDRAW_DUTY) or danger <= battle.general[WITHDRAW_ABOVE]:
        return
    key = in_town(battle, unit) or battle.stand_level[unit] > 0
    if battle.on_turn == battle.first or key or in_squares(battle, unit) or protects_guns(battle, unit):
        return
    take_duty(battle, unit, WITHDRAW_DUTY, danger, NOBODY)


@kernel
def nearly_broken(battle: Battle, side: int) -> bool:
    """AI-13 Is the side within one unit of sudden death?"""
    return (battle.sudden_death == 1 or battle.will == 1) and units_to_break(battle, side) <= 1


@kernel
def weigh_rally(battle: Battle, unit: int) -> None:
    """AI-13 A broken unit is rallied; not in the last rounds of a day, when it may do so for nothing."""
    tried = battle.done[unit, Activity.RECOVER] == 1 or is_barred(battle, unit, RALLY_DUTY)
    if not tried and not last_rounds(battle):
        score = (battle.general[RALLY] * battle.point[unit] + will_gained(battle, unit)) * battle.morale[unit] / 10.0
        score *= share_in_hunt(battle, side_of(unit))
        if nearly_broken(battle, side_of(unit)):
            score += battle.general[RALLY_NEAR]
        take_duty(battle, unit, RALLY_DUTY, score, NOBODY)


@kernel
def weigh_duty(battle: Battle, unit: int) -> None:
    """AI-12 Find the best duty of a unit."""
    battle.duty[unit], battle.duty_score[unit], battle.duty_stale[unit] = NO_DUTY, NONE, 0
    if battle.status[unit] == Status.RALLYABLE:
        weigh_rally(battle, unit)
    if battle.status[unit] != Status.BOARD or battle.closed[unit] == 1 or battle.price[unit] == FORBIDDEN:
        return
    if locked(battle, unit):
        weigh_withdrawal(battle, unit)
        return
    if battle.arm[unit] == Arm.ART and battle.done[unit, Activity.FIRE] == 0:
        weigh_fire(battle, unit)
    weigh_recovery(battle, unit)
    weigh_march(battle, unit)


@kernel
def stale_duties(battle: Battle, side: int) -> int:
    """AI-12 The units of a side whose duty is to be found anew, as bits. Written without a choice in it for the
    compiler's sake."""
    bits, first = 0, first_of(side)
    for n in range(battle.slots[side]):
        bits |= int(battle.duty_stale[first + n] == 1) << n
    return bits


@kernel
def best_duty(battle: Battle, side: int) -> int:
    """AI-12 The unit with the best duty, or -1."""
    best, score, bits = NOBODY, NONE, stale_duties(battle, side)
    while bits != 0:
        weigh_duty(battle, first_of(side) + lowest_bit(bits))
        bits &= bits - 1
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.duty_score[unit] > score and battle.duty[unit] != NO_DUTY:
            best, score = unit, battle.duty_score[unit]
    return best


@kernel
def fires_on(battle: Battle, side: int) -> bool:
    """AI-13, LGG-7.0-g Has the unit that is open a battery's fire left, which it loses when another is activated?"""
    unit = battle.open_unit
    if unit == NOBODY or side_of(unit) != side or battle.duty[unit] != FIRE_DUTY:
        return False
    return battle.duty_score[unit] >= battle.general[FIRE_ON] and battle.price[unit] <= battle.actions


@kernel
def prepares(battle: Battle, side: int, target: int) -> int:
    """AI-13 The battery that fires at a unit which is about to be attacked, while actions for the attack are left; -1:
    none."""
    best, score = NOBODY, battle.general[PREPARE]
    for gun in range(first_of(side), end_of(battle, side)):
        fires = battle.duty[gun] == FIRE_DUTY and battle.duty_target[gun] == target
        if fires and battle.duty_score[gun] >= score and battle.price[gun] + 2 <= battle.actions:
            best, score = gun, battle.duty_score[gun]
    return best


@kernel
def fire_at(battle: Battle, unit: int) -> bool:
    """AI-13 Put the fire of a battery in hand; a target that it may not hit is left out from now on."""
    target = battle.duty_target[unit]
    order(battle, Command.FIRE, unit, target)
    if verify_battery(battle) == 0:
        return True
    battle.strike_barred[target, 0] |= bit_of(unit)
    return False


@kernel
def risks_too_much(battle: Battle, unit: int) -> bool:
    """AI-12, AI-28, LGG-8.4-f Could the check of the march in hand, over rough ground or a line, break a worn unit with
    one strength point left, and with it its army, or is that worse than the march is good?"""
    worn = battle.sp[unit] == 1 and battle.full[unit] > 1
    if battle.pieces == 0 or not worn or battle.rough_checked[unit] == 1:
        return False
    if hard_going(battle, load_route(battle, unit)) == 0:
        return False
    early = time_used(battle) < battle.general[PATIENCE]
    last = units_to_break(battle, side_of(unit)) <= 1
    return early or last or check_cost(battle, unit) > battle.duty_score[unit] * battle.price[unit]


@kernel
def perform(battle: Battle, unit: int) -> bool:
    """AI-12 Put the duty of a unit in hand, if it is legal."""
    kind = battle.duty[unit]
    if kind == FIRE_DUTY:
        return fire_at(battle, unit)
    if kind == RECOVER_DUTY:
        order(battle, Command.RECOVER, unit, NOBODY)
        return verify_recover(battle) == 0
    if kind == MARCH_DUTY:
        return march_to(battle, unit) and gets_on(battle, unit) and not risks_too_much(battle, unit)
    if kind == WITHDRAW_DUTY:
        return plan_withdraw(battle, unit) == 0
    return plan_rally(battle, unit) == 0


@kernel
def seek_another_post(battle: Battle, gun: int) -> bool:
    """AI-10 Put in hand the march of a battery to the nearest post to which there is a way, after it found none to
    its first."""
    for _ in range(POSTS):
        if not next_post(battle, gun, march_left(battle, gun)):
            return False
        if march_to(battle, gun) and gets_on(battle, gun):
            return True
    return False


@kernel
def do_duty(battle: Battle, unit: int) -> bool:
    """AI-12 Put the duty of a unit in hand; if it cannot be, that duty is barred for the turn."""
    if perform(battle, unit):
        return True
    if battle.duty[unit] == MARCH_DUTY and battle.role_of[unit] == GUN_ROLE and seek_another_post(battle, unit):
        return True
    if battle.duty[unit] == MARCH_DUTY and battle.wanted_exactly[unit] == STAGED:
        go_straight_up(battle, unit)
    elif battle.duty[unit] != FIRE_DUTY:
        battle.duty_barred[unit] |= 1 << battle.duty[unit]
    battle.duty_stale[unit] = 1
    return False
