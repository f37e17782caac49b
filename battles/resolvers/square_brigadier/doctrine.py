"""The program's general: his choice for each unit (C.9). No dice, ties by the number of the unit."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Arm, Land, Posture, Status
from battles.resolvers.common.record import Battle
from battles.resolvers.common.rows import way_from
from battles.resolvers.common.squares import (
    DX,
    DY,
    bits_at,
    enemy_about,
    enemy_beside,
    facing_to,
    forward,
    side_of_square,
    square_in_arc,
    steps_between,
    who_is_at,
)
from battles.resolvers.core.kernels import kernel
from battles.resolvers.square_brigadier import codes
from battles.resolvers.square_brigadier.codes import SHELTER, How, Own, Side
from battles.resolvers.square_brigadier.command import give_order, giver_for
from battles.resolvers.square_brigadier.contact import (
    STAY,
    act_in_contact,
    holds_on_foot,
    is_worn,
    may_rally,
    open_fire,
    rally,
    shoot_first,
    withdraws,
)
from battles.resolvers.square_brigadier.melee import base_dice, blow_worth, horse_dice
from battles.resolvers.square_brigadier.moves import (
    IN_COLUMN,
    ON_MARCH,
    PLACES,
    attack_from,
    dismount,
    explore,
    face_on_contact,
    may_end_at,
    move_to,
    place_x,
    place_y,
)
from battles.resolvers.square_brigadier.shooting import best_target, has_line, may_be_shot, pool_at, shoot, shot_worth
from battles.resolvers.square_brigadier.troops import is_superior, may_move_and_shoot, range_of, reach_of

NEVER = -100_000
LEAST_SPACE, FEW = 5, 3
"""Squares to the enemy before a march in road column; with fewer units beside its guns an army is bold."""
SEEN = 40
"""Most enemies near a unit that are looked at: their numbers are in ``work`` from 1 on, their count in ``work[0]``."""


@kernel
def look_about(battle: Battle, unit: int, within: int) -> None:
    """C.9 Note the enemies who are near enough to matter for a move."""
    side, found = 1 - unit // SIDE_UNITS, 0
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        away = steps_between(battle.x[unit], battle.y[unit], battle.x[other], battle.y[other])
        if battle.status[other] == Status.BOARD and away <= within and found < SEEN:
            found += 1
            battle.work[found] = other
    battle.work[0] = found


@kernel
def helpers(battle: Battle, unit: int, target: int) -> int:
    """C.9 How many friends are on a target or can come to it this turn."""
    side, found = unit // SIDE_UNITS, 0
    for friend in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if friend != unit and battle.status[friend] == Status.BOARD and battle.arm[friend] != Arm.ART:
            away = steps_between(battle.x[friend], battle.y[friend], battle.x[target], battle.y[target])
            fresh = battle.own[friend, Own.DONE] == 0 and battle.own[friend, Own.HELD_BACK] == 0
            if away == 1 or (fresh and away <= reach_of(battle, friend)):
                found += 1
    return found


@kernel
def may_attack(battle: Battle, unit: int, target: int, x: int, y: int) -> bool:
    """C.9 Attack only with a second unit, or a target nearly gone, in column or not looking; horse goes for guns."""
    if battle.left[target] <= 1 or battle.own[target, Own.COLUMN] == 1 or side_of_square(battle, target, x, y) > 0:
        return True
    if battle.arm[unit] == Arm.CAV and battle.arm[target] == Arm.ART:
        return True
    return helpers(battle, unit, target) > 0 or battle.side_own[unit // SIDE_UNITS, Side.FIGHTERS] < FEW


@kernel
def own_dice(battle: Battle, unit: int) -> int:
    """C.9 The dice that a unit counts on in a melee wherever it is."""
    return max(1, base_dice(battle, unit) + horse_dice(battle, unit) + int(is_superior(battle, unit)))


@kernel
def melee_worth(battle: Battle, unit: int, x: int, y: int, target: int) -> int:
    """C.9 Return what an attack is worth: dice against dice, more against a unit nearly gone, less for such a unit."""
    gain = battle.num[codes.AI_BLOW] * own_dice(battle, unit) * (3 if battle.left[target] == 1 else 2) // 2
    against = 0
    for n in range(1, battle.work[0] + 1):
        other = battle.work[n]
        if steps_between(x, y, battle.x[other], battle.y[other]) == 1 and square_in_arc(battle, other, x, y):
            cover = battle.arm[other] != Arm.CAV and bits_at(battle, battle.x[other], battle.y[other]) & (
                SHELTER | Land.HILL
            )
            against += own_dice(battle, other) + int(cover != 0)
    loss = battle.num[codes.AI_BLOW] * against * (3 if battle.left[unit] == 1 else 2) // 2
    return gain - loss + battle.num[codes.AI_BLOW] * min(2, helpers(battle, unit, target))


@kernel
def threat_at(battle: Battle, other: int, away: int) -> int:
    """C.9 The dice with which an enemy threatens a square at a distance; those in melee threaten none."""
    if away > range_of(battle, other) or enemy_beside(battle, other) != NOBODY:
        return 0
    return 2 if battle.arm[other] == Arm.FOOT or away <= 3 else 1


@kernel
def ground_worth(battle: Battle, unit: int, x: int, y: int) -> int:
    """C.9 Return what cover or a hill is worth with enemies near."""
    bold = (
        battle.side_own[unit // SIDE_UNITS, Side.FIGHTERS] < FEW
        and battle.posture[unit // SIDE_UNITS] == Posture.ASSAULT
    )
    if battle.own[unit, Own.NEAR] > 4 or battle.arm[unit] == Arm.CAV or bold:
        return 0
    return battle.num[codes.AI_GROUND] if bits_at(battle, x, y) & (SHELTER | Land.HILL) else 0


@kernel
def gap_at(battle: Battle, unit: int, x: int, y: int) -> int:
    """C.9 The squares between a square and the nearest enemy; 99 without one."""
    side, best = 1 - unit // SIDE_UNITS, 99
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[other] == Status.BOARD:
            best = min(best, steps_between(x, y, battle.x[other], battle.y[other]))
    return best


@kernel
def hunt_worth(battle: Battle, unit: int, x: int, y: int) -> int:
    """C.9 In an army of few units each goes for the nearest enemy; guns come up to half range where they are more."""
    side, gap = unit // SIDE_UNITS, gap_at(battle, unit, x, y)
    if battle.arm[unit] == Arm.ART:
        if battle.side_own[side, Side.GUNS] < battle.side_own[1 - side, Side.GUNS]:
            return 0
        gap = max(gap, battle.num[codes.HALF_RANGE])
    return -2 * battle.num[codes.AI_ADVANCE] * gap


@kernel
def way_worth(battle: Battle, unit: int, x: int, y: int) -> int:
    """C.9 What it is worth to be nearer to the enemy's edge; on the way there a unit draws to the player's sector."""
    side = unit // SIDE_UNITS
    if battle.posture[side] != Posture.ASSAULT or battle.own[unit, Own.HELD_BACK] == 1 or is_worn(battle, unit):
        return 0
    if battle.side_own[side, Side.FIGHTERS] < FEW:
        return hunt_worth(battle, unit, x, y)
    worth = -battle.num[codes.AI_ADVANCE] * way_from(battle, unit, x, y)
    if battle.sector[side] != NOBODY:
        column = battle.columns * (2 * battle.sector[side] + 1) // 6
        if side != battle.low:
            column = battle.columns - 1 - column
        worth -= 12 * max(0, abs(x - column) - battle.columns // 6)
    return worth


@kernel
def shot_from(battle: Battle, unit: int, x: int, y: int, other: int) -> int:
    """C.9 Return what a shot from a square is worth after a move."""
    away = steps_between(x, y, battle.x[other], battle.y[other])
    if away > range_of(battle, unit) or not may_be_shot(battle, unit, other):
        return 0
    if not has_line(battle, x, y, battle.x[other], battle.y[other]):
        return 0
    return battle.num[codes.AI_SHOT] * shot_worth(battle, unit, other, pool_at(battle, unit, other, away, True)) // 10


@kernel
def place_worth(battle: Battle, unit: int, x: int, y: int, steps: int) -> int:
    """C.9 What a square is worth to a unit that comes to it by so many steps, 0 for staying; NEVER to be avoided."""
    worth = way_worth(battle, unit, x, y) + ground_worth(battle, unit, x, y)
    shot, dice, beside = 0, 0, 0
    shoots = steps > 0 and steps <= battle.num[codes.MOVE_AND_SHOOT] and may_move_and_shoot(battle, unit)
    for n in range(1, battle.work[0] + 1):
        other = battle.work[n]
        away = steps_between(x, y, battle.x[other], battle.y[other])
        if away == 1:
            beside += 1
        else:
            dice += threat_at(battle, other, away)
            if shoots and away <= 2:
                shot = max(shot, shot_from(battle, unit, x, y, other))
    if beside > 0:
        return worth + attack_worth(battle, unit, x, y)
    if battle.arm[unit] == Arm.ART and battle.side_own[unit // SIDE_UNITS, Side.FIGHTERS] == 0:
        dice = dice // max(1, battle.side_own[unit // SIDE_UNITS, Side.GUNS])
    return worth + shot - battle.num[codes.AI_THREAT] * dice * (2 if is_worn(battle, unit) else 1)


@kernel
def attack_worth(battle: Battle, unit: int, x: int, y: int) -> int:
    """C.9 Return what it is worth to move next to enemies; NEVER where none of them may be attacked."""
    target = wanted_target(battle, unit, x, y)
    if target == NOBODY or battle.own[unit, Own.HELD_BACK] == 1 or (is_worn(battle, unit) and battle.left[target] > 1):
        return NEVER
    return melee_worth(battle, unit, x, y, target)


@kernel
def wanted_target(battle: Battle, unit: int, x: int, y: int) -> int:
    """C.9 The enemy whom a unit would face on a square and may attack; NOBODY where there is none."""
    best, wanted = -99, NOBODY
    for direction in range(8):
        other = who_is_at(battle, x + DX[direction], y + DY[direction])
        if other != NOBODY and other // SIDE_UNITS != unit // SIDE_UNITS and blow_worth(battle, other) > best:
            best, wanted = blow_worth(battle, other), other
    faced = face_on_contact(battle, unit, x, y, wanted)
    return faced if faced != NOBODY and may_attack(battle, unit, faced, x, y) else NOBODY


@kernel
def best_place(battle: Battle, unit: int) -> int:
    """C.9 The place of a search that is worth most more than staying; STAY where none is worth an order."""
    stay = place_worth(battle, unit, battle.x[unit], battle.y[unit], 0) + stay_worth(battle, unit)
    best, found = stay + battle.num[codes.AI_LEAST], STAY
    for place in range(PLACES):
        if may_end_at(battle, unit, place):
            x, y = place_x(battle, unit, place), place_y(battle, unit, place)
            worth = place_worth(battle, unit, x, y, battle.worth[place] - 1)
            if worth > best:
                best, found = worth, place
    return found


@kernel
def stay_worth(battle: Battle, unit: int) -> int:
    """C.9 Return what a unit can do where it is: shoot, turn and shoot, rally."""
    worth = 0
    target = best_target(battle, unit, False, False)
    if target != NOBODY:
        away = steps_between(battle.x[unit], battle.y[unit], battle.x[target], battle.y[target])
        dice = pool_at(battle, unit, target, away, False)
        worth = battle.num[codes.AI_SHOT] * shot_worth(battle, unit, target, dice) // 10
    if may_rally(battle, unit):
        worth = max(worth, battle.num[codes.AI_RALLY])
    return worth


@kernel
def use_standing(battle: Battle, unit: int) -> None:
    """C.9 Rally or shoot without moving: a worn unit rallies unless it has a good shot."""
    target = best_target(battle, unit, False, False)
    may = may_rally(battle, unit)
    worn = may and (battle.left[unit] == 1 or target == NOBODY)
    if (worn or not open_fire(battle, unit, False)) and may:
        rally(battle, unit)
    if holds_on_foot(battle, unit):
        dismount(battle, unit)


@kernel
def facing_at(battle: Battle, unit: int, x: int, y: int) -> int:
    """C.9 The facing after a move: to the nearest enemy that was seen, else forward."""
    best, found = 99, forward(battle, unit // SIDE_UNITS)
    for n in range(1, battle.work[0] + 1):
        other = battle.work[n]
        away = steps_between(x, y, battle.x[other], battle.y[other])
        if away < best:
            best, found = away, facing_to(x, y, battle.x[other], battle.y[other])
    return found


@kernel
def carry_out(battle: Battle, unit: int, place: int) -> None:
    """C.9 Move to a place, against the enemy who is next to it, or shoot from it if it is near enough."""
    x, y = place_x(battle, unit, place), place_y(battle, unit, place)
    attacks, steps = wanted_target(battle, unit, x, y) != NOBODY, battle.worth[place] - 1
    both = steps <= battle.num[codes.MOVE_AND_SHOOT] and may_move_and_shoot(battle, unit)
    if both and (attacks or withdraws(battle, unit, x, y)):
        shoot_first(battle, unit)
    if enemy_about(battle, unit // SIDE_UNITS, x, y, 0) != NOBODY:
        attack_from(battle, unit, place, wanted_target(battle, unit, x, y))
        return
    move_to(battle, unit, place, facing_at(battle, unit, x, y), How.MARCH)
    if both and battle.own[unit, Own.SHOT] == 0:
        target = best_target(battle, unit, True, True)
        if target != NOBODY and square_in_arc(battle, unit, battle.x[target], battle.y[target]):
            shoot(battle, unit, target, False)


@kernel
def march_in_column(battle: Battle, unit: int) -> bool:
    """SQB-21 C.9 Far from the enemy a unit follows a road that brings it on."""
    if battle.own[unit, Own.NEAR] <= LEAST_SPACE or battle.posture[unit // SIDE_UNITS] != Posture.ASSAULT:
        return False
    explore(battle, unit, reach_of(battle, unit) + battle.num[codes.MOVE_ROAD], IN_COLUMN)
    now = way_from(battle, unit, battle.x[unit], battle.y[unit])
    best, found = now - reach_of(battle, unit), STAY
    for place in range(PLACES):
        if may_end_at(battle, unit, place):
            to_x, to_y = place_x(battle, unit, place), place_y(battle, unit, place)
            far = way_from(battle, unit, to_x, to_y)
            safe = battle.arm[unit] != Arm.ART or gap_at(battle, unit, to_x, to_y) > battle.num[codes.GUN_RANGE]
            if far < best and safe:
                best, found = far, place
    if found == STAY or not give_order(battle, unit):
        return False
    move_to(battle, unit, found, forward(battle, unit // SIDE_UNITS), How.COLUMN)
    return True


@kernel
def act_freely(battle: Battle, unit: int) -> None:
    """C.9 What a unit does that no enemy is next to."""
    if battle.own[unit, Own.PINNED] == 0 and giver_for(battle, unit) != NOBODY:
        if bits_at(battle, battle.x[unit], battle.y[unit]) and march_in_column(battle, unit):
            return
        look_about(battle, unit, reach_of(battle, unit) + 6)
        explore(battle, unit, reach_of(battle, unit), ON_MARCH)
        place = best_place(battle, unit)
        if place != STAY and give_order(battle, unit):
            carry_out(battle, unit, place)
            return
    use_standing(battle, unit)


@kernel
def act(battle: Battle, unit: int) -> None:
    """SQB-02 What a unit does in its turn before the melees."""
    battle.own[unit, Own.DONE] = 1
    if enemy_beside(battle, unit) != NOBODY:
        act_in_contact(battle, unit)
    else:
        act_freely(battle, unit)
