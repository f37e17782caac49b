"""Melee, morale and falling back (OHW-12 to OHW-17, OHW-19 to OHW-23)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, SIDES, Arm, Ground, Status, Type
from battles.resolvers.common.events import Cause, Event
from battles.resolvers.common.journal import Part, log_event, log_here, log_pose, log_unit, modify, throw
from battles.resolvers.common.march import go_back
from battles.resolvers.common.plane import FRONT, bearing, side_struck
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.one_hour import codes
from battles.resolvers.one_hour.attack import is_skirmisher, melee_column, melee_cover, sixths, throw_again, throw_hits
from battles.resolvers.one_hour.codes import INCH, Die, Modifier, Own, Result
from battles.resolvers.one_hour.losses import part, remove, take_hits, touches

DEFENDER_HIT, NOTHING = 1, 3


@kernel
def blow_worth(battle: Battle, unit: int, target: int) -> int:
    """OHW-11 OHW-14 What a blow is expected to bring, in sixths of a hit."""
    where = side_struck(battle, target, battle.x[unit], battle.y[unit])
    worth = sixths(battle, melee_column(battle, unit), melee_cover(battle, unit, target, where) > 0)
    return worth if where == FRONT else 2 * worth


@kernel
def pick_foe(battle: Battle, unit: int) -> int:
    """OHW-10 The enemy that a unit in contact strikes: with least left, then where most is expected; or NOBODY."""
    side, best, found = 1 - unit // SIDE_UNITS, -1, NOBODY
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[other] == Status.BOARD and touches(battle, unit, other):
            worth = 100 * (100 - battle.left[other]) + blow_worth(battle, unit, other)
            if worth > best:
                best, found = worth, other
    return found


@kernel
def strike(battle: Battle, unit: int, target: int) -> None:
    """OHW-11 OHW-12 OHW-14 One blow; on flank or rear two dice on the same column."""
    where = side_struck(battle, target, battle.x[unit], battle.y[unit])
    column, cover = melee_column(battle, unit), melee_cover(battle, unit, target, where)
    hits = throw_hits(battle, unit, target, column, cover > 0)
    if where != FRONT:
        hits += throw_hits(battle, unit, target, column, cover > 0)
        modify(battle, 0, Modifier.DOUBLED, 1)
    modify(battle, 0, Modifier.COLUMN, column)
    if cover:
        modify(battle, 1, cover, 1)
    result = DEFENDER_HIT if hits else NOTHING
    log_event(
        battle, Event.COMBAT, rule=11, side=unit // SIDE_UNITS, defender=target, result=result, attack=hits, defend=0,
        where=where,
    )  # fmt: skip
    log_unit(battle, Part.ATTACKER, unit)
    if hits:
        take_hits(battle, target, hits, Cause.COMBAT, unit)


@kernel
def fight_all(battle: Battle, side: int) -> None:
    """OHW-01 OHW-02 Every unit in contact of the side whose turn it is strikes; nobody strikes back."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD:
            foe = pick_foe(battle, unit)
            if foe != NOBODY:
                strike(battle, unit, foe)


@kernel
def foot_in_contact(battle: Battle, unit: int) -> int:
    """OHW-23 Infantry in contact with cavalry; NOBODY where there is none."""
    if battle.arm[unit] == Arm.CAV:
        side = 1 - unit // SIDE_UNITS
        for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if battle.status[other] == Status.BOARD and battle.arm[other] == Arm.FOOT and touches(battle, unit, other):
                return other
    return NOBODY


STEP = 50
HALF_OF_SIX = 4
"""OHW-25 A unit that retreats on this or a higher die stands as often as not: its die is worth throwing again."""


@kernel
def reach_of(battle: Battle, unit: int) -> int:
    """OHW-03 OHW-26 OHW-28 A unit's move."""
    if battle.arm[unit] == Arm.CAV:
        return battle.num[codes.MOVE_HORSE] * INCH
    if battle.arm[unit] == Arm.ART:
        guns = battle.num[codes.SOFT_GUNS] if battle.ground == Ground.SOFT else battle.num[codes.MOVE_GUNS]
        return guns * INCH
    return battle.num[codes.MOVE_SKIRMISH if is_skirmisher(battle, unit) else codes.MOVE_FOOT] * INCH


@kernel
def retreats_on(battle: Battle, unit: int) -> int:
    """OHW-19 OHW-20 The least die on which a unit retreats."""
    kind = battle.kind[unit]
    if kind in (Type.MILITIA_INF, Type.IRREG_CAV):
        return battle.num[codes.RETREAT_SHAKY]
    if battle.guard[unit]:
        return battle.num[codes.RETREAT_GUARD]
    return battle.num[codes.RETREAT_STEADY] if kind == Type.ELITE_INF else battle.num[codes.RETREAT_OTHER]


@kernel
def fall_back(battle: Battle, unit: int, heading: int, length: int, facing: int, rule: int) -> None:
    """OHW-22 OHW-23 Go back on a heading, with a facing; over the edge of the table the unit is lost."""
    x, y, before = battle.x[unit], battle.y[unit], battle.heading[unit]
    part(battle, unit)
    battle.heading[unit] = facing
    gone = go_back(battle, unit, heading, length, STEP, battle.num[codes.RETREAT_GAP] * INCH)
    if gone == 0:
        battle.heading[unit] = before
    log_event(battle, Event.FALLBACK, rule=rule, side=unit // SIDE_UNITS, unit=unit)
    log_pose(battle, x, y, before)
    log_here(battle, unit)
    if gone < 0:
        remove(battle, unit, Cause.EDGE, Status.NONRALLYABLE, rule)


@kernel
def retreat(battle: Battle, unit: int, by: int) -> None:
    """OHW-21 OHW-22 Retreat a full move straight away from an enemy, facing him; that was the unit's next move."""
    heading = bearing(battle, battle.x[by], battle.y[by], battle.x[unit], battle.y[unit])
    battle.own[unit, Own.RETREATED] = 1
    fall_back(battle, unit, heading, reach_of(battle, unit), (heading + 180) % 360, 22)


@kernel
def throw_morale(battle: Battle, unit: int, least: int) -> int:
    """OHW-19 OHW-25 The die of a morale check, thrown again where it failed and may be."""
    face = throw(battle, 6, Die.MORALE)
    if face >= least and least >= HALF_OF_SIX and throw_again(battle, unit // SIDE_UNITS):
        face = throw(battle, 6, Die.MORALE_AGAIN)
    return face


@kernel
def check_morale(battle: Battle, unit: int) -> None:
    """OHW-19 A damaged unit throws: on a high die it retreats."""
    least = retreats_on(battle, unit)
    face = throw_morale(battle, unit, least)
    stands = face < least
    result = Result.STANDS if stands else Result.RETREATS
    log_event(
        battle, Event.MORALE, rule=19, side=unit // SIDE_UNITS, unit=unit, score=face, needed=least, result=result,
        passed=int(stands),
    )  # fmt: skip
    if not stands:
        retreat(battle, unit, battle.own[unit, Own.HIT_BY])


@kernel
def must_check(battle: Battle, unit: int) -> bool:
    """OHW-19 Was a unit that is still there hit in this player turn?"""
    if battle.status[unit] != Status.BOARD or battle.own[unit, Own.HIT_BY] == NOBODY:
        return False
    return battle.num[codes.MELEE_ONLY] == 0 or battle.own[unit, Own.HIT_IN_MELEE] == 1


@kernel
def check_all(battle: Battle, side: int) -> None:
    """OHW-01 OHW-19 Every unit of a side that was damaged in this player turn checks its morale."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if must_check(battle, unit):
            check_morale(battle, unit)


@kernel
def horse_falls_back(battle: Battle) -> None:
    """OHW-23 After morale all cavalry still in contact with infantry falls back."""
    length = battle.num[codes.HORSE_BACK] * INCH
    for side in range(SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            foot = foot_in_contact(battle, unit) if battle.status[unit] == Status.BOARD else NOBODY
            if foot != NOBODY:
                heading = bearing(battle, battle.x[foot], battle.y[foot], battle.x[unit], battle.y[unit])
                fall_back(battle, unit, heading, length, battle.heading[unit], 23)
