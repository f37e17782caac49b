"""Shooting in two waves (MFR-05, MFR-06, MFR-21, MFR-24 to MFR-33)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, SIDES, Arm, Ground, Land, Status, Type, Weather
from battles.resolvers.common.events import Cause, Event
from battles.resolvers.common.journal import log_event, modify, throw
from battles.resolvers.common.land import bits_beyond, land_at
from battles.resolvers.common.plane import beyond, front_x, front_y, in_arc, range_to, sees
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.my_favourite import codes
from battles.resolvers.my_favourite.codes import INCH, Die, Form, Modifier, Own
from battles.resolvers.my_favourite.losses import take_losses
from battles.resolvers.my_favourite.troops import move_of

GRACE, BEST_NEED, WORST_NEED, SHORT_BAND, NO_BAND = 100, 2, 6, 1, 5
FRONT_STANDS = 2


@kernel
def range_of(battle: Battle, unit: int) -> int:
    """MFR-27 MFR-29 MFR-32 MFR-33 How far a unit shoots; cavalry does not."""
    if battle.arm[unit] == Arm.FOOT:
        return battle.num[codes.MUSKET_RANGE] * INCH
    if battle.arm[unit] != Arm.ART:
        return 0
    return battle.num[codes.BANDS + (4 if battle.weather == Weather.NORMAL else 3)] * INCH


@kernel
def band_of(battle: Battle, reach: int) -> int:
    """MFR-29 The band of a range: close, short, medium, long, extreme; 5 beyond."""
    for band in range(NO_BAND):
        if reach <= battle.num[codes.BANDS + band] * INCH:
            return band
    return NO_BAND


@kernel
def base_need(battle: Battle, unit: int, reach: int) -> int:
    """MFR-26 MFR-29 The d6 that a hit needs over a range, before modifiers; 7 beyond the range."""
    if battle.arm[unit] == Arm.ART:
        band = band_of(battle, reach)
        return WORST_NEED + 1 if band == NO_BAND else battle.num[codes.BAND_NEEDED + band]
    most = battle.num[codes.MUSKET_RANGE] * INCH
    if 4 * reach <= most:
        return battle.num[codes.MUSKET_SHORT]
    if 2 * reach <= most:
        return battle.num[codes.MUSKET_MEDIUM]
    return battle.num[codes.MUSKET_LONG] if reach <= most else WORST_NEED + 1


@kernel
def cover_kind(battle: Battle, unit: int, target: int) -> int:
    """MFR-28 Return what covers a target from a shot, the strongest: the modifier's number, 0 for nothing."""
    bits = land_at(battle, battle.x[target], battle.y[target])
    between = bits_beyond(battle, front_x(battle, unit), front_y(battle, unit), battle.x[target], battle.y[target])
    if bits & Land.TOWN:
        return Modifier.TOWN
    if between & Land.WORK:
        return Modifier.WORK
    if bits & Land.ROUGH:
        return Modifier.ROUGH
    return Modifier.OBSTACLE if between & Land.OBSTACLE else 0


@kernel
def cover_points(battle: Battle, kind: int) -> int:
    """MFR-28 Return what a cover takes off the die."""
    if kind == Modifier.TOWN:
        return battle.num[codes.COVER_TOWN]
    if kind == Modifier.WORK:
        return battle.num[codes.COVER_WORK]
    if kind == Modifier.ROUGH:
        return battle.num[codes.COVER_ROUGH]
    return battle.num[codes.COVER_OBSTACLE] if kind == Modifier.OBSTACLE else 0


@kernel
def gun_points(battle: Battle, unit: int, target: int, reach: int, note: bool) -> int:
    """MFR-30 MFR-31 MFR-33 What is added to the dice of a battery."""
    total = 0
    if battle.kind[unit] == Type.HEAVY_ART and band_of(battle, reach) > SHORT_BAND:
        total += battle.num[codes.HEAVY_GUNS]
        if note:
            modify(battle, 0, Modifier.HEAVY, battle.num[codes.HEAVY_GUNS])
    if battle.arm[target] == Arm.ART or battle.own[target, Own.FORM] == Form.SKIRMISH:
        total += battle.num[codes.AT_GUNS]
        if note:
            modify(battle, 1, Modifier.AT_GUNS, battle.num[codes.AT_GUNS])
    if battle.ground == Ground.SOFT and band_of(battle, reach) > SHORT_BAND:
        total += battle.num[codes.SOFT_FIRE]
        if note:
            modify(battle, 0, Modifier.SOFT, battle.num[codes.SOFT_FIRE])
    return total


@kernel
def need_of(battle: Battle, unit: int, target: int, reach: int, note: bool) -> int:
    """MFR-26 MFR-28 MFR-29 The d6 that hits with all modifiers; above 6 the fire is useless. ``note`` the modifiers."""
    cover = cover_kind(battle, unit, target)
    points = cover_points(battle, cover)
    if note and cover:
        modify(battle, 1, cover, points)
    if battle.arm[unit] == Arm.ART:
        points += gun_points(battle, unit, target, reach, note)
    elif battle.weather == Weather.PRECIPITATING:
        points += battle.num[codes.COVER_RAIN]
        if note:
            modify(battle, 0, Modifier.RAIN, battle.num[codes.COVER_RAIN])
    points += battle.roll_fire[battle.roll[unit]]
    if note and battle.roll_fire[battle.roll[unit]] != 0:
        modify(battle, 0, Modifier.OWN, battle.roll_fire[battle.roll[unit]])
    return max(BEST_NEED, base_need(battle, unit, reach) - points)


@kernel
def fire_dice(battle: Battle, unit: int) -> int:
    """MFR-25 MFR-29 MFR-32 The dice that a unit fires: one for three figures, of a battery one for each."""
    figures, size = battle.left[unit], battle.num[codes.STAND]
    if battle.arm[unit] == Arm.ART:
        return figures
    stands = (figures + size - 1) // size
    if battle.own[unit, Own.FORM] == Form.MARCH:
        return 1
    return min(FRONT_STANDS, stands) if battle.own[unit, Own.FORM] == Form.COLUMN else stands


@kernel
def is_charged(battle: Battle, unit: int) -> bool:
    """MFR-24 Is a unit in contact: has it charged, or been charged?"""
    if battle.own[unit, Own.FOE] != NOBODY:
        return True
    side = 1 - unit // SIDE_UNITS
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.own[other, Own.FOE] == unit:
            return True
    return False


@kernel
def may_fire(battle: Battle, unit: int) -> bool:
    """MFR-21 MFR-24 Not in contact; guns not after moving too far."""
    if battle.status[unit] != Status.BOARD or range_of(battle, unit) == 0 or is_charged(battle, unit):
        return False
    if battle.arm[unit] != Arm.ART or battle.own[unit, Own.MOVED] == 0:
        return True
    if battle.kind[unit] == Type.HORSE_ART:
        return 2 * battle.own[unit, Own.PACE] <= move_of(battle, unit)
    return battle.own[unit, Own.PACE] <= battle.num[codes.GUNS_FIRE] * INCH


@kernel
def shot_worth(battle: Battle, unit: int, target: int) -> int:
    """Return the worth of fire at a target: the faces that hit, more at units that are weak already; 0: none."""
    reach = range_to(battle, unit, target)
    faces = WORST_NEED + 1 - need_of(battle, unit, target, reach, False)
    if faces <= 0:
        return 0
    return 1000 * faces + 500 * (battle.cap[target] - battle.left[target]) // battle.cap[target]


@kernel
def aim(battle: Battle, unit: int) -> int:
    """MFR-24 The best target of a unit in range, arc and sight; NOBODY where its fire would be useless."""
    reach, side, best, found = range_of(battle, unit), 1 - unit // SIDE_UNITS, 0, NOBODY
    if reach == 0:
        return NOBODY
    for target in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[target] != Status.BOARD or beyond(battle, unit, target, reach):
            continue
        if not in_arc(battle, unit, battle.x[target], battle.y[target]) or range_to(battle, unit, target) > reach:
            continue
        if is_charged(battle, target):
            continue
        worth = shot_worth(battle, unit, target)
        if worth > best and sees(battle, unit, target, GRACE):
            best, found = worth, target
    return found


@kernel
def fire(battle: Battle, unit: int, target: int) -> None:
    """MFR-25 MFR-26 One volley; its hits wait for the end of the wave. At long range a switch makes two of them one."""
    reach, hits = range_to(battle, unit, target), 0
    need = need_of(battle, unit, target, reach, True)
    for _ in range(fire_dice(battle, unit)):
        hits += int(throw(battle, 6, Die.FIRE) >= need)
    if (
        battle.num[codes.LONG_PAIRS] == 1
        and battle.arm[unit] == Arm.FOOT
        and 2 * reach > battle.num[codes.MUSKET_RANGE] * INCH
    ):
        hits //= 2
    log_event(battle, Event.FIRE, rule=25, side=unit // SIDE_UNITS, firer=unit, target=target, hits=hits, range=reach)
    battle.own[target, Own.PENDING] += hits


@kernel
def fire_wave(battle: Battle, moved: int) -> None:
    """MFR-05 All units of both sides that did not move fire together, or all that did."""
    for side in range(SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if battle.own[unit, Own.MOVED] == moved and may_fire(battle, unit):
                target = aim(battle, unit)
                if target != NOBODY:
                    fire(battle, unit, target)
    for side in range(SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if battle.own[unit, Own.PENDING] > 0:
                take_losses(battle, unit, battle.own[unit, Own.PENDING], Cause.FIRE, 25)
                battle.own[unit, Own.PENDING] = 0
