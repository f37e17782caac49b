"""Shooting: lines of fire, pools of dice, dense targets (SQB-22 to SQB-35)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Arm, Ground, Land, Status, Weather
from battles.resolvers.common.events import Cause, Event
from battles.resolvers.common.journal import log_event, modify, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import (
    beyond_x,
    bits_at,
    enemy_beside,
    line_is_free,
    on_squares,
    square_in_arc,
    steps_between,
    who_is_at,
)
from battles.resolvers.core.kernels import kernel
from battles.resolvers.square_brigadier import codes
from battles.resolvers.square_brigadier.codes import SCREEN, SHELTER, Die, Modifier, Own, Side
from battles.resolvers.square_brigadier.losses import take_hits
from battles.resolvers.square_brigadier.troops import is_heavy, is_inferior, is_superior, range_of


@kernel
def has_line(battle: Battle, x: int, y: int, to_x: int, to_y: int) -> bool:
    """SQB-24 Is the line of fire between two squares free? A hill does not stop it where either end is on one."""
    screen = SCREEN
    if (bits_at(battle, x, y) | bits_at(battle, to_x, to_y)) & Land.HILL:
        screen = SCREEN & ~Land.HILL
    return line_is_free(battle, x, y, to_x, to_y, screen)


@kernel
def is_soft_target(battle: Battle, target: int) -> bool:
    """SQB-30 Is a target in cover, cavalry or artillery?"""
    return battle.arm[target] != Arm.FOOT or bits_at(battle, battle.x[target], battle.y[target]) & SHELTER != 0


@kernel
def firer_dice(battle: Battle, firer: int, away: int) -> int:
    """SQB-26 SQB-28 SQB-29 SQB-50 HR-30 The dice of a unit at a distance, before the target is looked at."""
    if battle.arm[firer] != Arm.ART:
        dice = battle.num[codes.SMALL_ARMS] + battle.roll_fire[battle.roll[firer]]
        dice += battle.num[codes.FIRE_SUPERIOR] if is_superior(battle, firer) else 0
        dice += battle.num[codes.FIRE_INFERIOR] if is_inferior(battle, firer) else 0
        return dice + (battle.num[codes.FIRE_RAIN] if battle.weather == Weather.PRECIPITATING else 0)
    dice = battle.num[codes.ARTILLERY] + battle.roll_fire[battle.roll[firer]]
    dice += battle.num[codes.FIRE_HEAVY] if is_heavy(battle, firer) else 0
    if away > battle.num[codes.HALF_RANGE]:
        dice += battle.num[codes.FIRE_LONG] + (battle.num[codes.FIRE_SOFT] if battle.ground == Ground.SOFT else 0)
    return dice


@kernel
def target_dice(battle: Battle, target: int) -> int:
    """SQB-30 SQB-34 What the target adds to the dice at it."""
    dice = battle.num[codes.FIRE_TARGET] if is_soft_target(battle, target) else 0
    return dice + (battle.num[codes.FIRE_COLUMN] if battle.own[target, Own.COLUMN] == 1 else 0)


@kernel
def has_moved(battle: Battle, unit: int) -> bool:
    """SQB-22 SQB-31 Has a unit moved or turned this turn?"""
    return battle.own[unit, Own.MOVED] > 0 or battle.own[unit, Own.TURNED] == 1


@kernel
def pool_at(battle: Battle, firer: int, target: int, away: int, moved: bool) -> int:
    """SQB-26 SQB-32 The dice of a shot; none is no shot."""
    dice = firer_dice(battle, firer, away) + target_dice(battle, target)
    return max(0, dice + (battle.num[codes.FIRE_MOVED] if moved else 0))


@kernel
def may_be_shot(battle: Battle, firer: int, target: int) -> bool:
    """SQB-25 May a unit be a target? Not next to one of its enemies."""
    return battle.status[target] == Status.BOARD and enemy_beside(battle, target) == NOBODY


@kernel
def dense_behind(battle: Battle, x: int, y: int, target: int) -> int:
    """SQB-33 The first unit next to a target on the line of fire drawn on, unless it is next to an enemy; or NOBODY."""
    tx, ty = battle.x[target], battle.y[target]
    steps = steps_between(x, y, tx, ty)
    for part in (9, 11, 13, 15, 17, 19, 21, 23):
        bx, by = beyond_x(x, tx, steps, part), beyond_x(y, ty, steps, part)
        other = who_is_at(battle, bx, by)
        if on_squares(battle, bx, by) and other != NOBODY and other != target:
            return other if enemy_beside(battle, other) == NOBODY else NOBODY
    return NOBODY


@kernel
def note_firer(battle: Battle, firer: int, away: int, moved: bool) -> None:
    """SQB-28 SQB-29 SQB-31 Note what makes up the dice of a firer."""
    if battle.arm[firer] != Arm.ART:
        modify(battle, 0, Modifier.BASE, battle.num[codes.SMALL_ARMS])
        modify(battle, 0, Modifier.SUPERIOR, battle.num[codes.FIRE_SUPERIOR] if is_superior(battle, firer) else 0)
        modify(battle, 0, Modifier.INFERIOR, battle.num[codes.FIRE_INFERIOR] if is_inferior(battle, firer) else 0)
        modify(battle, 0, Modifier.RAIN, battle.num[codes.FIRE_RAIN] if battle.weather == Weather.PRECIPITATING else 0)
    else:
        modify(battle, 0, Modifier.BASE, battle.num[codes.ARTILLERY])
        modify(battle, 0, Modifier.HEAVY, battle.num[codes.FIRE_HEAVY] if is_heavy(battle, firer) else 0)
        if away > battle.num[codes.HALF_RANGE]:
            modify(battle, 0, Modifier.LONG, battle.num[codes.FIRE_LONG])
            modify(battle, 0, Modifier.SOFT, battle.num[codes.FIRE_SOFT] if battle.ground == Ground.SOFT else 0)
    modify(battle, 0, Modifier.MOVED, battle.num[codes.FIRE_MOVED] if moved else 0)


@kernel
def note_target(battle: Battle, target: int) -> None:
    """SQB-30 SQB-34 Note what the target makes of it."""
    modify(battle, 1, Modifier.TARGET, battle.num[codes.FIRE_TARGET] if is_soft_target(battle, target) else 0)
    modify(battle, 1, Modifier.COLUMN, battle.num[codes.FIRE_COLUMN] if battle.own[target, Own.COLUMN] == 1 else 0)


@kernel
def fire_hits(battle: Battle, dice: int, name: int) -> int:
    """SQB-26 Throw a pool: each die of 5 or 6 is a hit."""
    hits = 0
    for _ in range(dice):
        hits += int(throw(battle, 6, name) >= battle.num[codes.FIRE_NEEDED])
    return hits


@kernel
def fire_on_dense(battle: Battle, firer: int, dense: int, away: int) -> None:
    """SQB-33 One die more at the unit right behind the target."""
    if battle.status[dense] == Status.BOARD:
        hits = fire_hits(battle, battle.num[codes.FIRE_DENSE], Die.DENSE)
        modify(battle, 0, Modifier.DENSE, battle.num[codes.FIRE_DENSE])
        log_event(
            battle, Event.FIRE, rule=33, side=firer // SIDE_UNITS, firer=firer, target=dense, hits=hits, range=away + 1
        )
        take_hits(battle, dense, firer, hits, Cause.FIRE)


@kernel
def shoot(battle: Battle, firer: int, target: int, moves: bool) -> None:
    """SQB-26 SQB-19 A unit shoots at another; one that moves afterwards shoots as one that has moved. Cavalry
    dismounts."""
    side = firer // SIDE_UNITS
    x, y = battle.x[firer], battle.y[firer]
    away = steps_between(x, y, battle.x[target], battle.y[target])
    moved = moves or has_moved(battle, firer)
    dice = pool_at(battle, firer, target, away, moved)
    dense = dense_behind(battle, x, y, target)
    battle.own[firer, Own.SHOT] = 1
    battle.own[firer, Own.DISMOUNTED] = int(battle.arm[firer] == Arm.CAV)
    battle.side_own[side, Side.ANSWERED] = 1
    battle.side_own[1 - side, Side.TOOK_SHOT] = (
        int(battle.arm[firer] == Arm.ART) | battle.side_own[1 - side, Side.TOOK_SHOT]
    )
    note_firer(battle, firer, away, moved)
    note_target(battle, target)
    if battle.side_own[side, Side.FIRE_CARD] == 1:
        dice += 1
        battle.side_own[side, Side.FIRE_CARD] = 0
        modify(battle, 0, Modifier.CARD, 1)
    hits = fire_hits(battle, dice, Die.FIRE)
    log_event(battle, Event.FIRE, rule=26, side=side, firer=firer, target=target, hits=hits, range=away)
    take_hits(battle, target, firer, hits, Cause.FIRE)
    if dense != NOBODY:
        fire_on_dense(battle, firer, dense, away)


@kernel
def shot_worth(battle: Battle, firer: int, target: int, dice: int) -> int:
    """C.9 What a shot is worth: its dice, more at a unit that is nearly gone, and at one with another behind it."""
    if dice <= 0:
        return 0
    left = battle.left[target]
    near_end = 3 if left == 1 else 2 if left <= dice else 1
    return dice * (2 + near_end) * 10 // 3


@kernel
def best_target(battle: Battle, firer: int, moved: bool, turning: bool) -> int:
    """SQB-23 SQB-24 SQB-25 The target that is most worth a shot, or NOBODY; ``turning`` looks all round."""
    far = range_of(battle, firer)
    if far == 0:
        return NOBODY
    x, y = battle.x[firer], battle.y[firer]
    side, best, found = 1 - firer // SIDE_UNITS, 0, NOBODY
    for target in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[target] == Status.BOARD:
            away = steps_between(x, y, battle.x[target], battle.y[target])
            if away <= far and (turning or square_in_arc(battle, firer, battle.x[target], battle.y[target])):
                worth = shot_worth(battle, firer, target, pool_at(battle, firer, target, away, moved))
                good = worth > best and may_be_shot(battle, firer, target)
                if good and has_line(battle, x, y, battle.x[target], battle.y[target]):
                    best, found = worth, target
    return found
