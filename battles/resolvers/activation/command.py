"""The General: where he goes, whom he activates together (ADN-23, COM-16)."""

from battles.resolvers.activation import codes
from battles.resolvers.activation.choices import DOUBLE, MOVE, best_action
from battles.resolvers.activation.codes import GENERAL, Die, Event, Own
from battles.resolvers.activation.dice import FAILURES, dice_for
from battles.resolvers.activation.doctrine import advance
from battles.resolvers.activation.moves import seat_general
from battles.resolvers.activation.troops import distance, is_in_melee, may_double, quality_of
from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, Skill, Status
from battles.resolvers.common.journal import Part, log_event, log_pose, log_unit, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import forward, steps_between, who_is_at
from battles.resolvers.core.kernels import kernel

BEST_QUALITY = 2


@kernel
def general_of(battle: Battle, side: int) -> int:
    """ADN-23 The General of a side; NOBODY where he is lost."""
    leader = battle.side_own[side, GENERAL]
    return leader if leader != NOBODY and battle.lead_state[leader] == Status.BOARD else NOBODY


@kernel
def succeed(battle: Battle, side: int) -> None:
    """COM-16 A wing commander follows a lost General; the army's skill falls by a level."""
    old = battle.side_own[side, GENERAL]
    if old == NOBODY or general_of(battle, side) != NOBODY:
        return
    battle.skill[side] = max(Skill.POOR, battle.skill[side] - 1)
    battle.side_own[side, GENERAL] = NOBODY
    for heir in range(side * SIDE_LEADERS, side * SIDE_LEADERS + battle.leaders[side]):
        if battle.lead_state[heir] == Status.BOARD and battle.side_own[side, GENERAL] == NOBODY:
            battle.side_own[side, GENERAL] = heir
            battle.lead_x[heir], battle.lead_y[heir] = battle.lead_x[old], battle.lead_y[old]
            log_event(
                battle, Event.COMMAND_CHANGE, rule=1016, side=side, old=old, new=heir, role=0, skill=battle.skill[side]
            )
            log_pose(battle, battle.lead_x[heir], battle.lead_y[heir], forward(battle, side))


@kernel
def middle_unit(battle: Battle, side: int) -> int:
    """E.10 The unit of the main body that is nearest to its centre; NOBODY where nobody is left."""
    count, sum_x, sum_y = 0, 0, 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD and battle.own[unit, Own.ROUTING] == 0:
            count, sum_x, sum_y = count + 1, sum_x + battle.x[unit], sum_y + battle.y[unit]
    best, found = 9999, NOBODY
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD and battle.own[unit, Own.ROUTING] == 0:
            away = abs(count * battle.x[unit] - sum_x) + abs(count * battle.y[unit] - sum_y)
            if away < best:
                best, found = away, unit
    return found


@kernel
def ride(battle: Battle, side: int) -> None:
    """ADN-23 E.10 The General keeps one square behind the middle of the main body."""
    leader, unit = general_of(battle, side), middle_unit(battle, side)
    if leader == NOBODY or unit == NOBODY:
        return
    most = battle.num[codes.MOVE_GENERAL]
    back = -1 if forward(battle, side) == 0 else 1
    to_x, to_y = battle.x[unit], min(max(battle.y[unit] + back, 0), battle.lines - 1)
    x = battle.lead_x[leader] + max(-most, min(most, to_x - battle.lead_x[leader]))
    y = battle.lead_y[leader] + max(-most, min(most, to_y - battle.lead_y[leader]))
    other = who_is_at(battle, x, y)
    moves = x != battle.lead_x[leader] or y != battle.lead_y[leader]
    if moves and (other == NOBODY or other // SIDE_UNITS == side):
        seat_general(battle, leader, side, x, y, 23)


@kernel
def may_join(battle: Battle, unit: int, leader: int) -> bool:
    """ADN-23 ADN-41 May a unit be activated in a group: near the General, with an officer, unhurt in will?"""
    if battle.status[unit] != Status.BOARD or battle.own[unit, Own.DONE] == 1 or battle.own[unit, Own.NO_OFFICER] == 1:
        return False
    if battle.own[unit, Own.ROUTING] == 1 or battle.own[unit, Own.PETRIFIED] > 0 or is_in_melee(battle, unit):
        return False
    away = steps_between(battle.x[unit], battle.y[unit], battle.lead_x[leader], battle.lead_y[leader])
    if away > battle.num[codes.COMMAND_RADIUS]:
        return False
    return best_action(battle, unit, 1) == MOVE


@kernel
def touches_group(battle: Battle, unit: int, count: int) -> bool:
    """ADN-23 Is a unit next to one of the group, whose numbers are in ``pick``?"""
    near = 0
    for n in range(count):
        near += int(distance(battle, unit, battle.pick[n]) == 1)
    return near > 0


@kernel
def gather(battle: Battle, side: int, leader: int) -> int:
    """ADN-23 Gather a group of units next to one another into ``pick``; how many they are."""
    most = battle.num[codes.COMMAND_POOR_GROUP if battle.skill[side] == Skill.POOR else codes.COMMAND_GROUP]
    count, before = 0, -1
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        battle.worth[unit] = 0
    while count != before and count < most:
        before = count
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            inside = 0
            for n in range(count):
                inside += int(battle.pick[n] == unit)
            fits = inside == 0 and count < most and (count == 0 or touches_group(battle, unit, count))
            if fits and battle.worth[unit] == 0:
                if may_join(battle, unit, leader):
                    battle.pick[count] = unit
                    count += 1
                else:
                    battle.worth[unit] = 1
    return count


@kernel
def group_quality(battle: Battle, side: int, count: int) -> int:
    """ADN-23 The worst Quality of a group, one better under a Great General."""
    worst = 0
    for n in range(count):
        worst = max(worst, quality_of(battle, battle.pick[n]))
    if battle.skill[side] == Skill.GREAT:
        worst = max(BEST_QUALITY, worst + battle.num[codes.COMMAND_GREAT])
    return worst


@kernel
def move_group(battle: Battle, count: int, successes: int) -> None:
    """ADN-23 All of a group move, in double time with two successes."""
    for n in range(count):
        unit = battle.pick[n]
        battle.own[unit, Own.DONE] = 1
        battle.own[unit, Own.MOVED] = battle.own[unit, Own.SHOT] = battle.own[unit, Own.CHARGED] = battle.own[
            unit, Own.FREE_TURN
        ] = 0
        if successes > 0:
            double = successes >= 2 and may_double(battle, unit) and best_action(battle, unit, 2) == DOUBLE
            advance(battle, unit, double)


@kernel
def activate_group(battle: Battle, side: int, later: int) -> int:
    """ADN-23 The General activates a group by one roll; 1 where it turns the turn over, 2 where there is no group."""
    leader = general_of(battle, side)
    count = gather(battle, side, leader) if leader != NOBODY else 0
    if count < 2:
        return 2
    quality = group_quality(battle, side, count)
    dice = dice_for(battle, quality, 20 * count, 28 * count, 28 * count, max(0, later - count))
    if dice == 0:
        return 2
    successes = 0
    for _ in range(dice):
        successes += int(throw(battle, 6, Die.WHITE) >= quality)
    turnover = int(dice - successes >= FAILURES)
    log_event(
        battle, Event.GROUP, rule=23, side=side, commander=leader, successes=successes, quality=quality,
        turnover=turnover,
    )  # fmt: skip
    for n in range(count):
        log_unit(battle, Part.MEMBER, battle.pick[n])
    move_group(battle, count, successes)
    return turnover


@kernel
def groups_of(battle: Battle, side: int) -> int:
    """ADN-23 How many groups a General activates in a turn: two if he is Good or Great."""
    return battle.num[codes.COMMAND_GROUPS + battle.skill[side]]
