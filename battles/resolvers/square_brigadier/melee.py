"""Melee: pools, the first volley of the defender, blows (SQB-36 to SQB-42)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Arm, Land, Status, Type
from battles.resolvers.common.events import Cause, Event
from battles.resolvers.common.journal import Part, log_event, log_unit, modify, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import (
    DX,
    DY,
    bits_at,
    enemy_beside,
    side_of_square,
    square_in_arc,
    steps_between,
    who_is_at,
)
from battles.resolvers.core.kernels import kernel
from battles.resolvers.square_brigadier import codes
from battles.resolvers.square_brigadier.codes import SHELTER, Die, Modifier, Own, Side
from battles.resolvers.square_brigadier.losses import take_hits
from battles.resolvers.square_brigadier.troops import commander_there, is_mounted, is_superior

NOTHING, HIT = 3, 1
"""Results of a blow, in the words of the journal: nothing, defender hit."""


@kernel
def level_of(bits: int) -> int:
    """SQB-42 How high a square lies: 0, 1, 2."""
    return 0 if not bits & Land.HILL else 2 if bits & Land.HIGH else 1


@kernel
def may_strike(battle: Battle, unit: int, target: int) -> bool:
    """SQB-37 Is a unit an enemy on one of the three squares ahead?"""
    if target == NOBODY or target // SIDE_UNITS == unit // SIDE_UNITS or battle.status[target] != Status.BOARD:
        return False
    if steps_between(battle.x[unit], battle.y[unit], battle.x[target], battle.y[target]) != 1:
        return False
    return square_in_arc(battle, unit, battle.x[target], battle.y[target])


@kernel
def struck_by(battle: Battle, unit: int, n: int) -> int:
    """SQB-37 The enemy ahead of a unit (0), to the left (1) or right (2) of that; NOBODY where there is none."""
    facing = (battle.heading[unit] + (0, 7, 1)[n]) % 8
    other = who_is_at(battle, battle.x[unit] + DX[facing], battle.y[unit] + DY[facing])
    return other if other != NOBODY and other // SIDE_UNITS != unit // SIDE_UNITS else NOBODY


@kernel
def defends_ground(battle: Battle, unit: int, target: int) -> bool:
    """SQB-40 SQB-42 Does a unit on foot or a battery that has not moved hold an obstacle, or higher ground?"""
    if is_mounted(battle, unit) or battle.own[unit, Own.MOVED] > 0:
        return False
    mine = bits_at(battle, battle.x[unit], battle.y[unit])
    theirs = bits_at(battle, battle.x[target], battle.y[target])
    if mine & Land.OBSTACLE and not mine & Land.RIVER:
        return True
    return (theirs & Land.RIVER != 0 and not mine & Land.RIVER) or level_of(mine) > level_of(theirs)


@kernel
def has_support(battle: Battle, unit: int) -> bool:
    """SQB-40 Has infantry friendly infantry right behind it?"""
    if battle.arm[unit] != Arm.FOOT:
        return False
    back = (battle.heading[unit] + 4) % 8
    other = who_is_at(battle, battle.x[unit] + DX[back], battle.y[unit] + DY[back])
    return other != NOBODY and other // SIDE_UNITS == unit // SIDE_UNITS and battle.arm[other] == Arm.FOOT


@kernel
def horse_dice(battle: Battle, unit: int) -> int:
    """SQB-49 Return what a kind of cavalry adds."""
    if battle.kind[unit] == Type.HEAVY_CAV:
        return battle.num[codes.MELEE_HEAVY]
    return battle.num[codes.MELEE_IRREGULAR] if battle.kind[unit] == Type.IRREG_CAV else 0


@kernel
def base_dice(battle: Battle, unit: int) -> int:
    """SQB-37 The dice of a unit: fewer in road column."""
    return battle.num[codes.MELEE_COLUMN if battle.own[unit, Own.COLUMN] == 1 else codes.MELEE_DICE]


@kernel
def melee_dice(battle: Battle, unit: int, target: int, commanded: bool) -> int:
    """SQB-40 SQB-11 SQB-49 The dice of a unit whose chief opponent is ``target``; irregulars have one at least."""
    dice = base_dice(battle, unit) + horse_dice(battle, unit)
    dice += battle.num[codes.MELEE_SUPERIOR] if is_superior(battle, unit) else 0
    dice += battle.num[codes.MELEE_GROUND] if defends_ground(battle, unit, target) else 0
    dice += battle.num[codes.MELEE_COMMANDER] if commanded else 0
    dice += battle.num[codes.MELEE_SUPPORT] if has_support(battle, unit) else 0
    return max(1, dice)


@kernel
def note_dice(battle: Battle, unit: int, target: int, commanded: bool) -> None:
    """SQB-40 Note what makes up the dice of a unit."""
    modify(battle, 0, Modifier.BASE, base_dice(battle, unit))
    modify(battle, 0, Modifier.HORSE, horse_dice(battle, unit))
    modify(battle, 0, Modifier.SUPERIOR, battle.num[codes.MELEE_SUPERIOR] if is_superior(battle, unit) else 0)
    modify(battle, 0, Modifier.GROUND, battle.num[codes.MELEE_GROUND] if defends_ground(battle, unit, target) else 0)
    modify(battle, 0, Modifier.COMMANDER, battle.num[codes.MELEE_COMMANDER] if commanded else 0)
    modify(battle, 0, Modifier.SUPPORT, battle.num[codes.MELEE_SUPPORT] if has_support(battle, unit) else 0)


@kernel
def cover_of(battle: Battle, target: int) -> int:
    """SQB-40 SQB-42 What the cover of a target takes from the dice at it."""
    bits = bits_at(battle, battle.x[target], battle.y[target])
    return battle.num[codes.MELEE_COVER] if bits & SHELTER else 0


@kernel
def blow_worth(battle: Battle, target: int) -> int:
    """SQB-38 C.9 How much a unit wants to strike another: those nearly gone first, then guns, never cover if it can."""
    return 20 - 4 * battle.left[target] + 3 * int(battle.arm[target] == Arm.ART) + 3 * cover_of(battle, target)


@kernel
def chief_opponent(battle: Battle, unit: int) -> int:
    """SQB-38 The enemy in its arc whom a unit strikes first; NOBODY where there is none."""
    best, found = -99, NOBODY
    for n in range(3):
        other = struck_by(battle, unit, n)
        if other != NOBODY and blow_worth(battle, other) > best:
            best, found = blow_worth(battle, other), other
    return found


@kernel
def other_opponent(battle: Battle, unit: int, chief: int) -> int:
    """SQB-38 The enemy in its arc who comes after the chief one; NOBODY where there is none."""
    best, found = -99, NOBODY
    for n in range(3):
        other = struck_by(battle, unit, n)
        if other != NOBODY and other != chief and blow_worth(battle, other) > best:
            best, found = blow_worth(battle, other), other
    return found


@kernel
def share_for(battle: Battle, dice: int, chief: int, second: int) -> int:
    """SQB-38 The dice for the second enemy: what the first one cannot need, twice his hits left."""
    if second == NOBODY:
        return 0
    return max(0, dice - 2 * battle.left[chief] + cover_of(battle, chief))


@kernel
def melee_hits(battle: Battle, dice: int) -> int:
    """SQB-38 Throw a pool: each die of 4 or more is a hit."""
    hits = 0
    for _ in range(dice):
        hits += int(throw(battle, 6, Die.MELEE) >= battle.num[codes.MELEE_NEEDED])
    return hits


@kernel
def strike(battle: Battle, unit: int, target: int, dice: int, other_way: int) -> int:
    """SQB-38 A unit throws its dice at one enemy; the modifiers of its whole pool are noted with its chief opponent."""
    side = unit // SIDE_UNITS
    cover = cover_of(battle, target)
    modify(battle, 0, Modifier.SPLIT, -other_way)
    modify(battle, 1, Modifier.COVER, cover)
    dice = max(0, dice + cover)
    if battle.side_own[side, Side.MELEE_CARD] == 1:
        battle.side_own[side, Side.MELEE_CARD] = 0
        dice += 1
        modify(battle, 0, Modifier.CARD, 1)
    hits = melee_hits(battle, dice)
    where = side_of_square(battle, target, battle.x[unit], battle.y[unit])
    log_event(
        battle, Event.COMBAT, rule=38, side=side, defender=target, result=HIT if hits else NOTHING, attack=hits,
        defend=0, where=where,
    )  # fmt: skip
    log_unit(battle, Part.ATTACKER, unit)
    return hits


@kernel
def dense_blow(battle: Battle, unit: int, target: int) -> None:
    """SQB-41 Where the switch is on: one die at the unit right behind the one that is struck."""
    dx, dy = battle.x[target] - battle.x[unit], battle.y[target] - int(battle.y[unit])
    other = who_is_at(battle, battle.x[target] + dx, battle.y[target] + dy)
    if other != NOBODY and other // SIDE_UNITS != unit // SIDE_UNITS and enemy_beside(battle, other) == NOBODY:
        hits = melee_hits(battle, 1)
        modify(battle, 0, Modifier.DENSE, 1)
        log_event(
            battle, Event.COMBAT, rule=41, side=unit // SIDE_UNITS, defender=other, result=HIT if hits else NOTHING,
            attack=hits,
        )  # fmt: skip
        log_unit(battle, Part.ATTACKER, unit)
        remember(battle, other, unit, hits)


@kernel
def remember(battle: Battle, target: int, unit: int, hits: int) -> None:
    """SQB-39 Keep hits until everybody who fights at the same time has thrown."""
    if hits > 0:
        if battle.own[target, Own.PENDING] == 0:
            battle.own[target, Own.PENDING_BY] = unit
        battle.own[target, Own.PENDING] += hits


@kernel
def fight(battle: Battle, unit: int) -> None:
    """SQB-37 SQB-38 A unit throws its dice, divided among the enemies in its arc as declared before."""
    chief = chief_opponent(battle, unit)
    if chief == NOBODY:
        return
    second = other_opponent(battle, unit, chief)
    dice, commanded = battle.own[unit, Own.POOL], commander_there(battle, unit) != NOBODY
    spare = share_for(battle, dice, chief, second)
    note_dice(battle, unit, chief, commanded)
    remember(battle, chief, unit, strike(battle, unit, chief, dice - spare, spare))
    if spare > 0:
        modify(battle, 0, Modifier.BASE, spare)
        remember(battle, second, unit, strike(battle, unit, second, spare, 0))
    if battle.num[codes.MELEE_DENSE] == 1:
        dense_blow(battle, unit, chief)


@kernel
def count_pool(battle: Battle, unit: int) -> None:
    """SQB-37 Count the dice of a unit before anybody throws; none without an enemy in its arc."""
    chief = chief_opponent(battle, unit)
    battle.own[unit, Own.FOUGHT] = 1
    battle.own[unit, Own.POOL] = 0
    if chief != NOBODY:
        battle.own[unit, Own.POOL] = melee_dice(battle, unit, chief, commander_there(battle, unit) != NOBODY)


@kernel
def settle_hits(battle: Battle, side: int) -> None:
    """SQB-39 The hits of those who fought at the same time take effect."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        hits = battle.own[unit, Own.PENDING]
        if hits > 0:
            battle.own[unit, Own.PENDING] = 0
            if battle.status[unit] == Status.BOARD:
                take_hits(battle, unit, battle.own[unit, Own.PENDING_BY], hits, Cause.COMBAT)


@kernel
def volley(battle: Battle, side: int) -> None:
    """SQB-39 The foot and guns of the side that is not on turn strike first, dismounted cavalry among them."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if (
            battle.status[unit] == Status.BOARD
            and not is_mounted(battle, unit)
            and enemy_beside(battle, unit) != NOBODY
        ):
            count_pool(battle, unit)
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.own[unit, Own.FOUGHT] == 1:
            fight(battle, unit)
    settle_hits(battle, 1 - side)


@kernel
def melees(battle: Battle, side: int) -> None:
    """SQB-36 SQB-39 The melee phase of the side on turn: the other's volley, then all others at the same time."""
    for party in range(2):
        for unit in range(party * SIDE_UNITS, party * SIDE_UNITS + battle.units[party]):
            battle.own[unit, Own.FOUGHT] = 0
    volley(battle, 1 - side)
    for party in range(2):
        for unit in range(party * SIDE_UNITS, party * SIDE_UNITS + battle.units[party]):
            fresh = battle.status[unit] == Status.BOARD and battle.own[unit, Own.FOUGHT] == 0
            if fresh and enemy_beside(battle, unit) != NOBODY:
                count_pool(battle, unit)
                battle.own[unit, Own.FOUGHT] = 2
    for party in range(2):
        for unit in range(party * SIDE_UNITS, party * SIDE_UNITS + battle.units[party]):
            if battle.own[unit, Own.FOUGHT] == 2:
                fight(battle, unit)
    settle_hits(battle, side)
    settle_hits(battle, 1 - side)
