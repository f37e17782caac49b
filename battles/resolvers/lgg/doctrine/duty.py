"""The duty of every own unit: the best it could do by itself, an attack apart, kept until something changes (AI-12).

``duty[unit]`` is the kind, ``duty_score`` its points an action; what has been tried in vain is barred for the turn.
"""

from battles.resolvers.geometry import FAR, length, local, unit_vector
from battles.resolvers.lgg.command.fights import in_squares, is_attacker
from battles.resolvers.lgg.command.morale import may_recover
from battles.resolvers.lgg.command.radius import FORBIDDEN
from battles.resolvers.lgg.day.sudden_death import army_units, breaks, broken_units
from battles.resolvers.lgg.doctrine.choice import add_leg, order
from battles.resolvers.lgg.doctrine.crossing import CLEAR as CLEAR_OF_WATER
from battles.resolvers.lgg.doctrine.crossing import axis_of, best_crossing, next_point
from battles.resolvers.lgg.doctrine.hunt import STAGED, go_straight_up
from battles.resolvers.lgg.doctrine.odds import shot_worth
from battles.resolvers.lgg.doctrine.posture import M_HUNTS, last_rounds
from battles.resolvers.lgg.doctrine.roles import FRONT_ROLE, GUN_ROLE, REST_ROLE, TOWN_ROLE
from battles.resolvers.lgg.doctrine.sector import depth_of
from battles.resolvers.lgg.fighting.value import CALLED, EXACT
from battles.resolvers.lgg.movement.movement import gorge_between, verify_move
from battles.resolvers.lgg.movement.paths import HALTS, ON_A_FRIEND
from battles.resolvers.lgg.plane.laps import lies_deep
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
from battles.resolvers.lgg.record.codes import (
    ACT_FIRE,
    ACT_MOVE,
    ACT_RECOVER,
    ART,
    BOARD,
    CAV,
    CMD_FIRE,
    CMD_MOVE,
    CMD_RECOVER,
    FOOT,
    LIGHT_CAV,
    NOBODY,
    RALLYABLE,
)
from battles.resolvers.lgg.record.doctrine_numbers import (
    FIRE_ON,
    HUNT_RECOVER,
    PREPARE,
    RALLY,
    RALLY_NEAR,
    RECOVER_LATE,
    RECOVER_REST,
    RECOVER_SOON,
    SHORTEST_BEHIND,
    WITHDRAW_ABOVE,
)
from battles.resolvers.lgg.record.rule import lowest_bit, rule
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.turn.activities import verify_battery, verify_recover
from battles.resolvers.lgg.turn.routes import ROUNDING, one_leg, plan_move, plan_rally, plan_to_line, plan_withdraw

NO_DUTY, FIRE_DUTY, RECOVER_DUTY, MARCH_DUTY, WITHDRAW_DUTY, RALLY_DUTY = range(6)
SHORTEST_MARCH = 2.0
TO_THE_AXIS, OFF_EDGE = 0.3, 5.0
SIDESTEP = 2.0
INTO_TOWN, INTO_RANGE, EXACTLY = 0.4, 1.0, 0.05
WHOLE_WORTH = 6.0
"""A march of this length or more brings all its points."""
CLEAR = 6.0
LONGEST = 3
PROTECTION = 3.0
STEP_BEYOND = 1.5
NONE = -1e9


@rule
def is_barred(battle: Battle, unit: int, kind: int) -> bool:
    """AI-12 Has the unit tried this in vain?"""
    return battle.duty_barred[unit] & (1 << kind) != 0


@rule
def take_duty(battle: Battle, unit: int, kind: int, score: float, target: int) -> None:
    """AI-12 Keep a duty if it is the best of the unit so far."""
    if score > battle.duty_score[unit]:
        battle.duty[unit], battle.duty_score[unit], battle.duty_target[unit] = kind, score, target


@rule
def in_view(battle: Battle, unit: int, target: int) -> bool:
    """LGG-2.0-d Does the middle of a target lie in the frontal perspective of a battery?"""
    u, v = local(battle.x[target], battle.y[target], battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])
    v -= battle.half_depth[unit]
    return v >= 0.0 and abs(u) <= battle.half_width[unit] + v


@rule
def may_be_shot(battle: Battle, unit: int, target: int) -> bool:
    """LGG-13.0 Is this likely a target for a battery?"""
    if not on_board(battle, target) or locked(battle, target):
        return False
    if battle.strike_barred[target, 0] & bit_of(unit) != 0:
        return False
    return enemy_gap(battle, unit, target) <= battle.t_range[battle.type[unit]] and in_view(battle, unit, target)


@rule
def weigh_fire(battle: Battle, unit: int) -> None:
    """AI-13 The best target of a battery: the closest of infantry and cavalry, or guns and the like nearer than it."""
    foe, closest, targets = 1 - side_of(unit), FAR, 0
    for target in range(first_of(foe), end_of(battle, foe)):
        if may_be_shot(battle, unit, target):
            targets |= bit_of(target)
            closest = min(closest, enemy_gap(battle, unit, target) if battle.arm[target] in (FOOT, CAV) else FAR)
    while targets != 0:
        target = first_of(foe) + lowest_bit(targets)
        targets &= targets - 1
        if enemy_gap(battle, unit, target) <= closest:
            take_duty(battle, unit, FIRE_DUTY, shot_worth(battle, unit, target) / battle.fare[unit], target)


@rule
def recovery_score(battle: Battle, unit: int) -> float:
    """AI-24 What a recovery is worth: little while the unit is wanted in the line, next to nothing before night."""
    share = battle.general[RECOVER_SOON if battle.role_of[unit] == FRONT_ROLE else RECOVER_REST]
    if last_rounds(battle):
        share = battle.general[RECOVER_LATE]
    if battle.mind[side_of(unit), M_HUNTS] > 0.0:
        share *= battle.general[HUNT_RECOVER]
    return float(share * battle.point[unit] * battle.morale[unit] / 10.0 / battle.fare[unit])


@rule
def weigh_recovery(battle: Battle, unit: int) -> None:
    """AI-24 A recovery, where it is allowed."""
    open_yet = battle.done[unit, ACT_RECOVER] == 0 and not is_barred(battle, unit, RECOVER_DUTY)
    if open_yet and may_recover(battle, unit) and nearest_foe(battle, unit) > CLEAR:
        take_duty(battle, unit, RECOVER_DUTY, recovery_score(battle, unit), NOBODY)


@rule
def march_left(battle: Battle, unit: int) -> float:
    """AI-9 How far the unit is from where it is wanted."""
    return length(battle.want[unit, 0] - battle.x[unit], battle.want[unit, 1] - battle.y[unit])


@rule
def shortest_march(battle: Battle, unit: int) -> float:
    """AI-12 How far a unit must be from its place to march at all: a little in the line, more behind it."""
    role = battle.role_of[unit]
    if role == TOWN_ROLE:
        return INTO_TOWN
    if battle.mind_of[unit, EXACT] > 0.0:
        return EXACTLY
    if role == GUN_ROLE:
        return INTO_RANGE
    if depth_of(battle, side_of(unit), battle.y[unit]) < OFF_EDGE:
        return SHORTEST_MARCH
    return SHORTEST_MARCH if role in (FRONT_ROLE, REST_ROLE) else float(battle.general[SHORTEST_BEHIND])


@rule
def increments_to(battle: Battle, unit: int, far: float) -> int:
    """AI-17 In how many increments a unit marches: one, because each further one may cost a hit; up to three to close
    a hole in the line."""
    if battle.mind_of[unit, CALLED] == 0.0:
        return 1
    return min(int((far - ROUNDING) / battle.increment[unit]) + 1, LONGEST)


@rule
def weigh_march(battle: Battle, unit: int) -> None:
    """AI-12, AI-17 The march to the wanted place, unless it is too short to matter; further increments of a unit
    that is called into a hole are not counted against it."""
    if battle.done[unit, ACT_MOVE] == 1 or is_barred(battle, unit, MARCH_DUTY) or battle.want_rate[unit] <= 0.0:
        return
    far = march_left(battle, unit)
    if far < shortest_march(battle, unit):
        return
    fare = 1 if battle.type[unit] == LIGHT_CAV else battle.fare[unit]
    whole = battle.role_of[unit] in (TOWN_ROLE, GUN_ROLE) or battle.mind_of[unit, EXACT] > 0.0
    share = 1.0 if whole else min(1.0, far / WHOLE_WORTH)
    take_duty(battle, unit, MARCH_DUTY, battle.want_rate[unit] * share / fare, NOBODY)


@rule
def protects_guns(battle: Battle, unit: int) -> bool:
    """AI-15 Is the unit the last protection of a battery: infantry or cavalry within 3" of it, and no other is?"""
    own = side_of(unit)
    for gun in range(first_of(own), end_of(battle, own)):
        if battle.arm[gun] != ART or not on_board(battle, gun) or gap_between(battle, unit, gun) > PROTECTION:
            continue
        others = 0
        for friend in range(first_of(own), end_of(battle, own)):
            guards = friend != unit and battle.arm[friend] in (FOOT, CAV) and on_board(battle, friend)
            others += int(guards and gap_between(battle, friend, gun) <= PROTECTION)
        if others == 0:
            return True
    return False


@rule
def weigh_withdrawal(battle: Battle, unit: int) -> None:
    """AI-15 Moving second, leave a combat that promises the enemy much, but no key ground and no guns."""
    danger = battle.fight_worth[battle.combat[unit]]
    if is_attacker(battle, unit) or is_barred(battle, unit, WITHDRAW_DUTY) or danger <= battle.general[WITHDRAW_ABOVE]:
        return
    key = battle.stand_bonus[unit] == battle.cm[6] or battle.stand_level[unit] > 0
    if battle.on_turn == battle.first or key or in_squares(battle, unit) or protects_guns(battle, unit):
        return
    take_duty(battle, unit, WITHDRAW_DUTY, float(danger), NOBODY)


@rule
def nearly_broken(battle: Battle, side: int) -> bool:
    """AI-13 Is the side within one unit of sudden death?"""
    return battle.sudden_death == 1 and breaks(broken_units(battle, side) + 1, army_units(battle, side))


@rule
def weigh_rally(battle: Battle, unit: int) -> None:
    """AI-13 A broken unit is rallied; not in the last rounds of a day, when it may do so for nothing."""
    tried = battle.done[unit, ACT_RECOVER] == 1 or is_barred(battle, unit, RALLY_DUTY)
    if not tried and not last_rounds(battle):
        score = battle.general[RALLY] * battle.point[unit] * battle.morale[unit] / 10.0
        if nearly_broken(battle, side_of(unit)):
            score += battle.general[RALLY_NEAR]
        take_duty(battle, unit, RALLY_DUTY, float(score), NOBODY)


@rule
def weigh_duty(battle: Battle, unit: int) -> None:
    """AI-12 Find the best duty of a unit."""
    battle.duty[unit], battle.duty_score[unit], battle.duty_stale[unit] = NO_DUTY, NONE, 0
    if battle.status[unit] == RALLYABLE:
        weigh_rally(battle, unit)
    if battle.status[unit] != BOARD or battle.closed[unit] == 1 or battle.fare[unit] == FORBIDDEN:
        return
    if locked(battle, unit):
        weigh_withdrawal(battle, unit)
        return
    if battle.arm[unit] == ART and battle.done[unit, ACT_FIRE] == 0:
        weigh_fire(battle, unit)
    weigh_recovery(battle, unit)
    weigh_march(battle, unit)


@rule
def stale_duties(battle: Battle, side: int) -> int:
    """AI-12 The units of a side whose duty is to be found anew, as bits. Written without a choice in it for the
    compiler's sake."""
    bits, first = 0, first_of(side)
    for n in range(battle.slots[side]):
        bits |= int(battle.duty_stale[first + n] == 1) << n
    return bits


@rule
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


@rule
def fires_on(battle: Battle, side: int) -> bool:
    """AI-13, LGG-7.0-g Has the unit that is open a battery's fire left, which it loses when another is activated?"""
    unit = battle.open_unit
    if unit == NOBODY or side_of(unit) != side or battle.duty[unit] != FIRE_DUTY:
        return False
    return bool(battle.duty_score[unit] >= battle.general[FIRE_ON] and battle.fare[unit] <= battle.actions)


@rule
def prepares(battle: Battle, side: int, target: int) -> int:
    """AI-13 The battery that fires at a unit which is about to be attacked, while actions for the attack are left; -1:
    none."""
    best, score = NOBODY, battle.general[PREPARE]
    for gun in range(first_of(side), end_of(battle, side)):
        fires = battle.duty[gun] == FIRE_DUTY and battle.duty_target[gun] == target
        if fires and battle.duty_score[gun] >= score and battle.fare[gun] + 2 <= battle.actions:
            best, score = gun, battle.duty_score[gun]
    return best


@rule
def fire_at(battle: Battle, unit: int) -> bool:
    """AI-13 Put the fire of a battery in hand; a target that it may not hit is left out from now on."""
    target = battle.duty_target[unit]
    order(battle, CMD_FIRE, unit, target)
    if verify_battery(battle) == 0:
        return True
    battle.strike_barred[target, 0] |= bit_of(unit)
    return False


@rule
def on_a_friend(battle: Battle, unit: int, x: float, y: float) -> bool:
    """LGG-8.4-b Would a unit at a point lie deep in a friend's base? The quick test before the exact one. Written
    without a choice in it for the compiler's sake."""
    bits, first = 0, first_of(side_of(unit))
    for n in range(battle.slots[side_of(unit)]):
        bits |= (int(battle.status[first + n] == BOARD) & int(lies_deep(battle, unit, x, y, first + n))) << n
    return bits & ~bit_of(unit) != 0


@rule
def try_pose(battle: Battle, unit: int, far: float, x: float, y: float) -> int:
    """AI-9 Put a march of a length towards a point in hand, facing as wanted there; the rule that forbids it, or 0."""
    dx, dy = unit_vector(x - battle.x[unit], y - battle.y[unit])
    want, px, py = battle.want[unit], battle.x[unit] + far * dx, battle.y[unit] + far * dy
    if on_a_friend(battle, unit, px, py):
        return ON_A_FRIEND
    one_leg(battle, unit, px, py, want[2], want[3])
    return verify_move(battle)


@rule
def march_towards(battle: Battle, unit: int, x: float, y: float) -> bool:
    """AI-9 Go towards a point within one increment: all the way, flush to an obstacle that halts, a step beside it
    where a friend stands there, or a part of the way."""
    dx, dy = x - battle.x[unit], y - battle.y[unit]
    far = min(length(dx, dy), battle.increment[unit] - ROUNDING)
    code = try_pose(battle, unit, far, x, y)
    if code == HALTS:
        return plan_to_line(battle, unit) == 0
    dx, dy = unit_vector(dx, dy)
    ox, oy = battle.x[unit] + far * dx, battle.y[unit] + far * dy
    for number in range(4):
        if code == 0:
            return True
        if number < 2 and code == ON_A_FRIEND:
            aside = SIDESTEP if number == 0 else -SIDESTEP
            px, py = ox + aside * battle.want[unit, 3], oy - aside * battle.want[unit, 2]
            back = min(length(px - battle.x[unit], py - battle.y[unit]), battle.increment[unit] - ROUNDING)
            code = try_pose(battle, unit, back, px, py)
        elif number >= 2 and far * 0.75 >= SHORTEST_MARCH:
            far *= 0.75
            code = try_pose(battle, unit, far, x, y)
            if code == HALTS:
                return plan_to_line(battle, unit) == 0
    return code == 0


@rule
def goes_over(battle: Battle, unit: int, over: int) -> bool:
    """N-2 March to a bridge or ford and over it in one increment, as little beyond it as there is room."""
    x, y = battle.x[unit], battle.y[unit]
    mx, my, ux, uy = axis_of(battle, over, x, y)
    bx, by, beyond = mx - CLEAR_OF_WATER * ux, my - CLEAR_OF_WATER * uy, CLEAR_OF_WATER
    there = length(bx - x, by - y) + CLEAR_OF_WATER
    while there + beyond < battle.increment[unit] - ROUNDING:
        order(battle, CMD_MOVE, unit, NOBODY)
        add_leg(battle, bx, by, ux, uy)
        add_leg(battle, mx + beyond * ux, my + beyond * uy, ux, uy)
        if verify_move(battle) == 0:
            return True
        beyond += STEP_BEYOND
    return False


@rule
def march_to(battle: Battle, unit: int) -> bool:
    """AI-9, N-2 Put the march to the wanted place in hand, by a bridge or ford where water is in between."""
    x, y, want = battle.x[unit], battle.y[unit], battle.want[unit]
    if battle.pieces == 0 or not gorge_between(battle, x, y, want[0], want[1]):
        most = increments_to(battle, unit, march_left(battle, unit))
        if most > 1:
            return plan_move(battle, unit, want[0], want[1], want[2], want[3], most) == 0
        return march_towards(battle, unit, want[0], want[1])
    over = best_crossing(battle, unit, want[0], want[1])
    if over == NOBODY:
        return False
    if goes_over(battle, unit, over):
        return True
    px, py = next_point(battle, unit, over)
    _, _, fx, fy = axis_of(battle, over, x, y)
    return length(px - x, py - y) >= TO_THE_AXIS and plan_move(battle, unit, px, py, fx, fy, 1) == 0


@rule
def perform(battle: Battle, unit: int) -> bool:
    """AI-12 Put the duty of a unit in hand, if it is legal."""
    kind = battle.duty[unit]
    if kind == FIRE_DUTY:
        return fire_at(battle, unit)
    if kind == RECOVER_DUTY:
        order(battle, CMD_RECOVER, unit, NOBODY)
        return verify_recover(battle) == 0
    if kind == MARCH_DUTY:
        return march_to(battle, unit)
    if kind == WITHDRAW_DUTY:
        return plan_withdraw(battle, unit) == 0
    return plan_rally(battle, unit) == 0


@rule
def do_duty(battle: Battle, unit: int) -> bool:
    """AI-12 Put the duty of a unit in hand; if it cannot be, that duty is barred for the turn."""
    if perform(battle, unit):
        return True
    if battle.duty[unit] == MARCH_DUTY and battle.mind_of[unit, EXACT] == STAGED:
        go_straight_up(battle, unit)
    elif battle.duty[unit] != FIRE_DUTY:
        battle.duty_barred[unit] |= 1 << battle.duty[unit]
    battle.duty_stale[unit] = 1
    return False
