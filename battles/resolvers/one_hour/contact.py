"""Contacts between units (OHW-16, OHW-17)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Status
from battles.resolvers.common.plane import FLANK, aside_of, side_struck
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.one_hour.codes import Own

LEFT_FACE = 3


@kernel
def in_contact(battle: Battle, unit: int) -> bool:
    """OHW-17 Is a unit in contact with an enemy?"""
    return battle.own[unit, Own.FOE] != NOBODY or battle.own[unit, Own.TOUCHED] > 0


@kernel
def face_struck(battle: Battle, target: int, x: int, y: int) -> int:
    """OHW-16 Which face of a unit a point lies before: 0 front, 1 right, 2 rear, 3 left."""
    where = side_struck(battle, target, x, y)
    if where == FLANK and aside_of(battle, target, x, y) < 0:
        return LEFT_FACE
    return where


@kernel
def face_is_free(battle: Battle, target: int, face: int) -> bool:
    """OHW-16 One attacker a face: has nobody charged this face of a unit?"""
    side = 1 - target // SIDE_UNITS
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.own[other, Own.FOE] == target and battle.own[other, Own.FACE] == face:
            return False
    return True


@kernel
def join(battle: Battle, unit: int, target: int, face: int) -> None:
    """OHW-16 A unit has come into contact with its target."""
    battle.own[unit, Own.FOE], battle.own[unit, Own.FACE] = target, face
    battle.own[target, Own.TOUCHED] += 1


@kernel
def release(battle: Battle, unit: int) -> None:
    """OHW-17 A charger lets go of its target."""
    foe = battle.own[unit, Own.FOE]
    if foe != NOBODY:
        battle.own[foe, Own.TOUCHED] -= 1
        battle.own[unit, Own.FOE] = NOBODY


@kernel
def part(battle: Battle, unit: int) -> None:
    """OHW-17 A unit is out of all contact: it is gone, or has fallen back."""
    release(battle, unit)
    if battle.own[unit, Own.TOUCHED] > 0:
        side = 1 - unit // SIDE_UNITS
        for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if battle.own[other, Own.FOE] == unit:
                release(battle, other)


@kernel
def touches(battle: Battle, unit: int, other: int) -> bool:
    """OHW-17 Are two enemies in contact?"""
    return battle.own[unit, Own.FOE] == other or battle.own[other, Own.FOE] == unit


@kernel
def only_foe(battle: Battle, unit: int) -> int:
    """OHW-17 The one enemy in contact with a unit; NOBODY where there are none or several."""
    side, found = 1 - unit // SIDE_UNITS, NOBODY
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[other] == Status.BOARD and touches(battle, unit, other):
            if found != NOBODY:
                return NOBODY
            found = other
    return found
