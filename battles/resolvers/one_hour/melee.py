"""Melee (OHW-12 to OHW-17, OHW-23)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Arm, Status
from battles.resolvers.common.events import Cause
from battles.resolvers.common.journal import Event, Part, log_event, log_unit, modify
from battles.resolvers.common.plane import FRONT, side_struck
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.one_hour.attack import melee_column, melee_cover, sixths, throw_hits
from battles.resolvers.one_hour.codes import Modifier
from battles.resolvers.one_hour.contact import touches
from battles.resolvers.one_hour.losses import take_hits

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
    log_event(battle, Event.COMBAT, 11, unit // SIDE_UNITS, NOBODY, target, result, hits, 0, where)
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
