"""Posts in the plan: front, second line, reserve, wings, guns, rest (AI-9, AI-10, AI-16)."""

from battles.resolvers.common.codes import Arm, Type
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.morale import may_recover
from battles.resolvers.lgg.day.will import units_to_break
from battles.resolvers.lgg.doctrine.sees.posture import HOLD_POSTURE, MUCH_STRONGER, last_rounds, lively
from battles.resolvers.lgg.doctrine.sees.sector import across_of, depth_of, is_spared, sector_middle, sector_of
from battles.resolvers.lgg.plane.space import end_of, first_of, side_of
from battles.resolvers.lgg.record.codes import NOBODY, Status
from battles.resolvers.lgg.record.doctrine_numbers import (
    FRONT_ATTACK,
    FRONT_HOLD,
    QUIET,
    RESERVE,
    RESERVE_UNTIL,
    WORN_FOOT,
    WORN_HORSE,
)
from battles.resolvers.lgg.record.reasons import LATE, LINE_LOSSES, OF_RESERVE, QUIET_FOE, TO_RESERVE, note_reason
from battles.resolvers.lgg.record.state import Battle

(NO_ROLE, FRONT_ROLE, SECOND_ROLE, RESERVE_ROLE, WING_ROLE, GUN_ROLE, TRAIN_ROLE, RAIDER_ROLE, REST_ROLE,
 TOWN_ROLE) = range(10)
SAME_LINE = 2.5


@kernel
def is_worn(battle: Battle, unit: int) -> bool:
    """AI-16 Is the unit too weak for the line, and could it get better?"""
    if not may_recover(battle, unit):
        return False
    return battle.sp[unit] <= battle.general[WORN_FOOT if battle.arm[unit] == Arm.FOOT else WORN_HORSE]


@kernel
def first_role(battle: Battle, unit: int) -> int:
    """AI-9, AI-10 The role of a unit that has none yet, by its kind and where it has been put."""
    side = side_of(unit)
    if battle.arm[unit] == Arm.ART:
        return GUN_ROLE
    if battle.arm[unit] == Arm.CAV:
        if battle.outrider[unit] == 1:
            return RAIDER_ROLE
        return WING_ROLE if battle.type[unit] >= Type.LIGHT_CAV else RESERVE_ROLE
    if battle.arm[unit] != Arm.FOOT:
        return TRAIN_ROLE
    if is_spared(battle, unit):
        return RESERVE_ROLE
    if depth_of(battle, side, battle.y[unit]) >= battle.front_ahead[side] - SAME_LINE:
        return FRONT_ROLE
    return RESERVE_ROLE if battle.type[unit] == Type.ELITE_INF else SECOND_ROLE


@kernel
def foot_in(battle: Battle, side: int, low: int, high: int) -> int:
    """AI-9 How many infantry units have a role between two, worn ones left out."""
    total = 0
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD and battle.arm[unit] == Arm.FOOT and low <= battle.role_of[unit] <= high:
            total += 1
    return total


@kernel
def stronger_ones(battle: Battle, side: int) -> int:
    """AI-16 How many infantry and cavalry units of a side have more than one strength point."""
    units = 0
    for unit in range(first_of(side), end_of(battle, side)):
        fights = battle.status[unit] == Status.BOARD and battle.arm[unit] in (Arm.FOOT, Arm.CAV)
        units += int(fights and battle.sp[unit] > 1)
    return units


@kernel
def must_not_break(battle: Battle, side: int, unit: int) -> bool:
    """AI-16, AI-28 Has the unit one strength point left of several, in an army that is the stronger and may lose no
    unit more? Then others fight for it."""
    if battle.sp[unit] > 1 or battle.full[unit] == 1 or battle.posture_rho[side] <= MUCH_STRONGER:
        return False
    return units_to_break(battle, side) <= 1 and stronger_ones(battle, side) > 0


@kernel
def rest_or_return(battle: Battle, side: int, unit: int, relief: int) -> int:
    """AI-16 A worn unit of the line rests where another can stand in; a rested one waits in the second line."""
    role = battle.role_of[unit]
    if must_not_break(battle, side, unit):
        return REST_ROLE
    if role == REST_ROLE:
        return REST_ROLE if is_worn(battle, unit) and not last_rounds(battle) else SECOND_ROLE
    tired = is_worn(battle, unit) and not last_rounds(battle)
    if tired and (battle.arm[unit] == Arm.CAV or relief > 0) and role != TOWN_ROLE:
        return REST_ROLE
    return role


@kernel
def settle_roles(battle: Battle, side: int) -> None:
    """AI-9, AI-16 Give newcomers a role, send worn units to rest, bring rested ones back."""
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] != Status.BOARD:
            battle.role_of[unit] = NO_ROLE
        elif battle.role_of[unit] == NO_ROLE:
            battle.role_of[unit] = first_role(battle, unit)
    relief = foot_in(battle, side, SECOND_ROLE, RESERVE_ROLE)
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD and battle.arm[unit] in (Arm.FOOT, Arm.CAV):
            before = battle.role_of[unit]
            after = rest_or_return(battle, side, unit, relief)
            if battle.arm[unit] == Arm.CAV and before == REST_ROLE and after == SECOND_ROLE:
                after = first_role(battle, unit)
            relief -= int(after == REST_ROLE and before == FRONT_ROLE)
            battle.role_of[unit] = after


@kernel
def is_late(battle: Battle) -> bool:
    """AI-9 Is the day so far gone that half of the reserve is let go?"""
    return battle.count >= battle.general[RESERVE_UNTIL] * battle.length


@kernel
def whole_reserve(battle: Battle, side: int) -> float:
    """AI-9 The share of the infantry that a side keeps back before the day is late: its plan's, or its own."""
    return battle.plan_reserve[side] if battle.plan_reserve[side] >= 0.0 else battle.general[RESERVE]


@kernel
def kept_back(battle: Battle, side: int) -> float:
    """AI-9 The share of the infantry that a side keeps back now."""
    reserve = whole_reserve(battle, side)
    if is_late(battle):
        reserve /= 2.0
    if battle.plan_reserve[side] < 0.0:
        reserve *= 1.0 - battle.general[QUIET] * (1.0 - lively(battle, side))
    return reserve


@kernel
def front_with(battle: Battle, side: int, reserve: float) -> int:
    """AI-9 How many infantry units the front asks for with such a reserve: all the rest, on Attack less a second
    line."""
    foot = foot_in(battle, side, FRONT_ROLE, RESERVE_ROLE)
    share = battle.general[FRONT_HOLD if battle.posture[side] >= HOLD_POSTURE else FRONT_ATTACK]
    return int(foot * (1.0 - reserve) * share + 0.5)


@kernel
def next_for_front(battle: Battle, side: int, u: float) -> int:
    """AI-9 The fresh infantry unit behind the front that is nearest to a place in it; the reserve comes last."""
    best, cost = NOBODY, 1e9
    for unit in range(first_of(side), end_of(battle, side)):
        role = battle.role_of[unit]
        waits = battle.arm[unit] == Arm.FOOT and (role in (SECOND_ROLE, RESERVE_ROLE))
        if battle.status[unit] == Status.BOARD and waits and not is_spared(battle, unit):
            price = abs(across_of(battle, side, battle.x[unit]) - u) + (8.0 if role == RESERVE_ROLE else 0.0)
            price += 4.0 * (battle.full[unit] - battle.sp[unit])
            if price < cost:
                best, cost = unit, price
    return best


@kernel
def note_reserve(battle: Battle, side: int, units: int, first: int, front: int) -> None:
    """AI-9 Write down that the reserve goes into a front of so many units: because the day is late, because the enemy
    does not stir, or else because the front has become too thin. The first round's order of battle is no such choice.
    """
    if units == 0 or battle.rounds <= 1:
        return
    why = LINE_LOSSES
    if front_with(battle, side, whole_reserve(battle, side)) <= front:
        why = LATE if is_late(battle) else QUIET_FOE
    note_reason(battle, side, OF_RESERVE, battle.rounds, TO_RESERVE, why, units, battle.roll[first])


@kernel
def fill_front(battle: Battle, side: int) -> None:
    """AI-9, AI-12 Call units of the second line forward until the front has its number."""
    middle, front = sector_middle(battle, side, sector_of(battle, side)), foot_in(battle, side, FRONT_ROLE, FRONT_ROLE)
    called, first = 0, NOBODY
    for _ in range(front_with(battle, side, kept_back(battle, side)) - front):
        unit = next_for_front(battle, side, middle)
        if unit != NOBODY:
            if battle.role_of[unit] == RESERVE_ROLE:
                called, first = called + 1, unit if first == NOBODY else first
            battle.role_of[unit] = FRONT_ROLE
    note_reserve(battle, side, called, first, front)
