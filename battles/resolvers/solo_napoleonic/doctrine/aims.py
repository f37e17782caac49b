"""The target of a unit's march, and the worth of a charge at it (COM-17, D.11)."""

from battles.resolvers.common.arith import root
from battles.resolvers.common.codes import NOBODY, Arm, Posture, Status
from battles.resolvers.common.general import is_behind
from battles.resolvers.common.plane import FRONT, beyond, in_arc, point_gap, side_struck
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.codes import MM, Form, Own, Side, State
from battles.resolvers.solo_napoleonic.fighting.charge import charge, charge_needed, charge_way, home_needed
from battles.resolvers.solo_napoleonic.fighting.morale import T_CHARGED, capped, morale_needed
from battles.resolvers.solo_napoleonic.footing import charge_move, end, first, side_of

FAR = 1 << 40
HORSE_NEAR = 400 * MM
NEAR_HORSE = 120 * MM
SOON, STRONG = 6, 12
"""Late columns are near within so many turns; a side with so many tenths of the enemy's strength does not wait."""
SLACK = 100 * MM
"""Late units are up with their line within so much of it."""


@kernel
def foe_of(battle: Battle, unit: int) -> int:
    """D.11 The enemy that a unit makes for: the nearest, fleeing ones last, those in the plan's sector first."""
    side, x, y = side_of(unit), battle.x[unit], battle.y[unit]
    best, found, sector = FAR, NOBODY, battle.side_own[side, Side.SECTOR_X]
    for other in range(first(1 - side), end(battle, 1 - side)):
        aside, ahead = abs(battle.x[other] - x), abs(battle.y[other] - y)
        if battle.status[other] != Status.BOARD or max(aside, ahead) + aside // 2 >= best:
            continue
        far = root(aside * aside + ahead * ahead) + aside // 2
        if battle.own[other, Own.STATE] >= State.RETREATING:
            far += HORSE_NEAR
        if sector >= 0:
            far += abs(battle.x[other] - sector) // 3
        if far < best:
            best, found = far, other
    return found


@kernel
def gap_to(battle: Battle, unit: int, other: int) -> int:
    """Return the distance from a unit's front, wherever it faces, to an enemy's base."""
    return max(0, point_gap(battle, other, battle.x[unit], battle.y[unit]) - battle.depth[unit] // 2)


@kernel
def batteries(battle: Battle, side: int) -> int:
    """Count the guns of a side that are on the table."""
    found = 0
    for unit in range(first(side), end(battle, side)):
        found += int(battle.status[unit] == Status.BOARD and battle.arm[unit] == Arm.ART)
    return found


@kernel
def guns_first(battle: Battle, side: int) -> bool:
    """D.11 Does an attack leave the field to its guns: early in the day, with no fewer of them than the enemy?"""
    if 100 * battle.turn >= battle.num[n.GENERAL_PREPARE] * battle.limit:
        return False
    guns = batteries(battle, side)
    return guns > 0 and guns >= batteries(battle, 1 - side)


@kernel
def is_late(battle: Battle, unit: int) -> bool:
    """COM-17 HR-T6 Is a late unit near: due within some turns, or on the table and not yet up with its line?"""
    if battle.status[unit] == Status.WAITING:
        return battle.own[unit, Own.ENTERS] <= battle.turn + SOON
    steady = battle.own[unit, Own.STATE] < State.RETREATING and 2 * battle.turn < battle.limit
    fires = battle.own[unit, Own.FORM] == Form.DEPLOYED
    return steady and not fires and is_behind(battle, unit, SLACK)


@kernel
def present(battle: Battle, side: int) -> int:
    """COM-17 Count the strength points of a side that are with its line in good order."""
    found = 0
    for unit in range(first(side), end(battle, side)):
        here = battle.status[unit] == Status.BOARD and battle.own[unit, Own.STATE] < State.RETREATING
        if here and not is_late(battle, unit):
            found += battle.sp[unit]
    return found


@kernel
def coming(battle: Battle, side: int) -> int:
    """COM-17 Count the strength points of a side that come within some turns, or come up."""
    found = 0
    for unit in range(first(side), end(battle, side)):
        if battle.status[unit] in (Status.BOARD, Status.WAITING) and is_late(battle, unit):
            found += battle.sp[unit]
    return found


@kernel
def waits_for_columns(battle: Battle, side: int) -> bool:
    """COM-17 D.11 Does an attack wait: help is near, and without it the side is hardly stronger than the enemy?"""
    mine, help_near = present(battle, side), coming(battle, side)
    theirs = present(battle, 1 - side)
    return help_near > 0 and 10 * mine < STRONG * theirs


@kernel
def attacks(battle: Battle, unit: int) -> bool:
    """COM-17 D.11 Does a unit go forward: its side assaults, and it is neither spared nor held back?

    While an attack waits for late columns, these come up to its line.
    """
    side = side_of(unit)
    if battle.posture[side] != Posture.ASSAULT or battle.spare[unit] == 1:
        return False
    if battle.side_own[side, Side.WAITS] == 1:
        return battle.own[unit, Own.STATE] == State.STEADY and is_behind(battle, unit, 0)
    if guns_first(battle, side):
        return False
    return battle.own[unit, Own.STATE] == State.STEADY


@kernel
def held_back(battle: Battle, unit: int) -> int:
    """D.11 How much farther from the enemy a unit of the second line stays, until that goes in."""
    if battle.own[unit, Own.LINE_NO] == 0 or battle.side_own[side_of(unit), Side.SECOND] == 1:
        return 0
    return MM * battle.num[n.GENERAL_SECOND_LINE]


@kernel
def chance_of(needed: int) -> int:
    """SNW-53 The percentage of throwing below a figure."""
    return min(99, max(0, needed - 1))


@kernel
def charge_chance(battle: Battle, unit: int, target: int) -> int:
    """SNW-61 D.11 The percentage with which a charge starts and goes home or makes its target give way."""
    starts = chance_of(charge_needed(battle, unit, target))
    stands = 0
    if battle.own[target, Own.STATE] < State.RETREATING:
        stands = chance_of(capped(battle, morale_needed(battle, target, T_CHARGED, unit)))
    flees = (100 - stands) if battle.own[target, Own.STATE] >= State.RETREATING else (100 - stands) // 2
    shaken = 100 - stands - flees
    steady = stands * chance_of(home_needed(battle, unit, target, True))
    loose = shaken * chance_of(home_needed(battle, unit, target, False))
    battle.modified = 0
    return starts * (100 * flees + steady + loose) // 10_000


@kernel
def may_charge(battle: Battle, unit: int) -> bool:
    """SNW-08 SNW-57 May a unit charge: in good order, formed, not fired, not yet charged this turn?"""
    if battle.own[unit, Own.STATE] != State.STEADY or battle.own[unit, Own.CHARGED] == 1 or battle.arm[unit] == Arm.ART:
        return False
    return battle.own[unit, Own.FORM] != Form.SQUARE and battle.own[unit, Own.FORM] != Form.SKIRMISH


@kernel
def is_aim(battle: Battle, unit: int, target: int) -> bool:
    """D.11 Would a unit charge such a target at all? Infantry only if disordered, hurt, shaken or open in flank."""
    if battle.status[target] != Status.BOARD or battle.own[target, Own.LOCK] != NOBODY:
        return False
    if battle.arm[unit] == Arm.CAV:
        return True
    if battle.arm[target] == Arm.CAV and battle.own[target, Own.STATE] < State.RETREATING:
        return False
    hurt = battle.own[target, Own.LOST_NOW] > 0 or battle.own[target, Own.STATE] != State.STEADY
    if hurt or battle.own[target, Own.CHITS] >= battle.num[n.GENERAL_FOOT_CHITS] or battle.arm[target] == Arm.ART:
        return True
    return side_struck(battle, target, battle.x[unit], battle.y[unit]) != FRONT


@kernel
def best_aim(battle: Battle, unit: int) -> int:
    """D.11 The enemy that a charge is worth most against; NOBODY where none is worth it."""
    side, reach, found = side_of(unit), charge_move(battle, unit), NOBODY
    horse = battle.arm[unit] == Arm.CAV
    best = battle.num[n.GENERAL_HORSE_ODDS if horse else n.GENERAL_FOOT_ODDS] - 1
    for other in range(first(1 - side), end(battle, 1 - side)):
        if battle.status[other] != Status.BOARD or beyond(battle, unit, other, reach):
            continue
        if gap_to(battle, unit, other) > reach or not is_aim(battle, unit, other):
            continue
        odds = charge_chance(battle, unit, other)
        if horse and battle.arm[other] == Arm.CAV:
            odds += battle.num[n.GENERAL_DUEL]
        if odds > best and charge_way(battle, unit, other) >= 0:
            best, found = odds, other
    return found


@kernel
def tries_charge(battle: Battle, unit: int) -> bool:
    """D.11 Charge the best target, if one is worth it."""
    if not may_charge(battle, unit):
        return False
    target = best_aim(battle, unit)
    if target == NOBODY:
        return False
    hold = battle.posture[side_of(unit)] != Posture.ASSAULT or battle.spare[unit] == 1
    if hold and gap_to(battle, unit, target) > MM * battle.num[n.GENERAL_SORTIE] and battle.arm[unit] == Arm.FOOT:
        return False
    charge(battle, unit, target)
    return True


@kernel
def threatens(battle: Battle, other: int, unit: int) -> bool:
    """D.11 May enemy cavalry charge a unit before that acts again, and would it be worth it without a square?"""
    if (
        battle.arm[other] != Arm.CAV
        or battle.status[other] != Status.BOARD
        or battle.own[other, Own.STATE] >= State.RETREATING
    ):
        return False
    if beyond(battle, other, unit, charge_move(battle, other)):
        return False
    gap = gap_to(battle, other, unit)
    if gap > charge_move(battle, other) or battle.own[other, Own.LOCK] != NOBODY:
        return False
    soon = battle.own[other, Own.ACTED] == 0 or gap <= NEAR_HORSE
    if not soon or not in_arc(battle, other, battle.x[unit], battle.y[unit]):
        return False
    form = battle.own[unit, Own.FORM]
    battle.own[unit, Own.FORM] = Form.COLUMN
    odds = charge_chance(battle, other, unit)
    battle.own[unit, Own.FORM] = form
    return odds >= battle.num[n.GENERAL_HORSE_ODDS]


@kernel
def horse_threat(battle: Battle, unit: int) -> bool:
    """D.11 Is there enemy cavalry that threatens a unit?"""
    side = side_of(unit)
    for other in range(first(1 - side), end(battle, 1 - side)):  # noqa: SIM110 (the compiler knows no generators)
        if threatens(battle, other, unit):
            return True
    return False
