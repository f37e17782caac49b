"""The attack roll: columns, cover, the table, dice thrown again (OHW-11 to OHW-15, OHW-24 to OHW-26)."""

from battles.resolvers.common.codes import SIDE_UNITS, Arm, Ground, Land, Type, Weather
from battles.resolvers.common.journal import throw
from battles.resolvers.common.land import bits_between, bits_beyond, land_at
from battles.resolvers.common.plane import FRONT, front_x, front_y, level_of
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.one_hour import codes
from battles.resolvers.one_hour.codes import INCH, Die, Modifier, Side

FACES = 6
BEST_COLUMN = 2
ELITE_SKIRMISHES, MILITIA_SKIRMISHES = 1, 2


@kernel
def is_skirmisher(battle: Battle, unit: int) -> bool:
    """OHW-28 Is it one of the skirmishers that the switch makes of Elite infantry but for Guard, or of Militia?"""
    who = battle.num[codes.SKIRMISHERS]
    if who == ELITE_SKIRMISHES:
        return battle.kind[unit] == Type.ELITE_INF and battle.guard[unit] == 0
    return who == MILITIA_SKIRMISHES and battle.kind[unit] == Type.MILITIA_INF


@kernel
def foot_column(battle: Battle, unit: int) -> int:
    """OHW-13 OHW-28 The column of infantry; Militia that has taken a hit uses a worse one, skirmishers always do."""
    if is_skirmisher(battle, unit):
        return battle.num[codes.COLUMN_SKIRMISH]
    if battle.guard[unit]:
        return battle.num[codes.COLUMN_FOOT_GUARD]
    if battle.kind[unit] == Type.MILITIA_INF and battle.left[unit] < battle.num[codes.HITS]:
        return battle.num[codes.COLUMN_FOOT_MILITIA]
    return battle.num[codes.COLUMN_FOOT_ELITE] if battle.kind[unit] == Type.ELITE_INF else battle.num[codes.COLUMN_FOOT]


@kernel
def horse_column(battle: Battle, unit: int) -> int:
    """OHW-13 The column of cavalry in melee; Guard is one column better."""
    kind = battle.kind[unit]
    slot = (
        codes.COLUMN_HEAVY
        if kind == Type.HEAVY_CAV
        else codes.COLUMN_IRREGULAR
        if kind == Type.IRREG_CAV
        else codes.COLUMN_LIGHT
    )
    more = battle.num[codes.HORSE_GUARD] if battle.guard[unit] else 0
    return min(BEST_COLUMN, battle.num[slot] + more)


@kernel
def melee_column(battle: Battle, unit: int) -> int:
    """OHW-13 The column of a unit in melee."""
    if battle.arm[unit] == Arm.FOOT:
        return foot_column(battle, unit)
    return horse_column(battle, unit) if battle.arm[unit] == Arm.CAV else battle.num[codes.GUNS_MELEE]


@kernel
def fire_column(battle: Battle, unit: int, reach: int) -> int:
    """OHW-13 HR-30 The column of a unit that shoots over ``reach``, with what its own type adds."""
    column, more = base_fire_column(battle, unit, reach), battle.roll_fire[battle.roll[unit]]
    return column if more == 0 else max(0, min(BEST_COLUMN, column + more))


@kernel
def base_fire_column(battle: Battle, unit: int, reach: int) -> int:
    """OHW-13 The column of a unit of its type that shoots over ``reach``; guns come nearer with canister."""
    if battle.arm[unit] == Arm.FOOT:
        return foot_column(battle, unit)
    if battle.arm[unit] == Arm.CAV:
        return battle.num[codes.HORSE_FIRE]
    canister = battle.num[codes.HEAVY_CANISTER] if battle.kind[unit] == Type.HEAVY_ART else battle.num[codes.CANISTER]
    return battle.num[codes.GUNS_NEAR] if reach <= canister * INCH else battle.num[codes.GUNS_FAR]


@kernel
def land_cover(battle: Battle, target: int) -> int:
    """OHW-15 The cover that a unit's own ground gives: the modifier's number, 0 for none."""
    bits = land_at(battle, battle.x[target], battle.y[target])
    return Modifier.TOWN if bits & Land.TOWN else Modifier.ROUGH if bits & Land.ROUGH else 0


@kernel
def fire_cover(battle: Battle, unit: int, target: int, reach: int) -> int:
    """OHW-15 OHW-26 What covers a target from a shot: the modifier's number, 0 for nothing. Covers do not add up."""
    cover = land_cover(battle, target)
    if cover:
        return cover
    if battle.weather == Weather.PRECIPITATING:
        return Modifier.RAIN
    if battle.arm[unit] == Arm.ART and battle.ground == Ground.SOFT and reach > battle.num[codes.BOUNCE] * INCH:
        return Modifier.BOUNCE
    x, y = front_x(battle, unit), front_y(battle, unit)
    return Modifier.OBSTACLE if bits_beyond(battle, x, y, battle.x[target], battle.y[target]) & Land.OBSTACLE else 0


@kernel
def uphill(battle: Battle, unit: int, target: int) -> bool:
    """OHW-15 Does the target stand higher than its attacker?"""
    there, here = (land_at(battle, battle.x[target], battle.y[target]), land_at(battle, battle.x[unit], battle.y[unit]))
    return (there | here) & Land.HILL != 0 and level_of(there) > level_of(here)


@kernel
def is_armoured(battle: Battle, unit: int, target: int) -> bool:
    """OHW-24 Do cuirasses cover a target against a unit?"""
    return battle.num[codes.CUIRASS] == 1 and battle.kind[target] == Type.HEAVY_CAV and battle.arm[unit] == Arm.CAV


@kernel
def melee_cover(battle: Battle, unit: int, target: int, where: int) -> int:
    """OHW-15 OHW-24 What covers a target in melee: the modifier's number, 0 for nothing."""
    cover = land_cover(battle, target)
    if cover:
        return cover
    if bits_between(battle, battle.x[unit], battle.y[unit], battle.x[target], battle.y[target]) & Land.OBSTACLE:
        return Modifier.OBSTACLE
    if uphill(battle, unit, target):
        return Modifier.UPHILL
    if battle.arm[unit] == Arm.CAV and battle.arm[target] == Arm.FOOT and where == FRONT:
        return Modifier.HEDGE
    return Modifier.CUIRASS if is_armoured(battle, unit, target) else 0


@kernel
def table_row(column: int, covered: bool) -> int:
    """OHW-11 The first slot of the row of the table for a column and a figure."""
    return codes.ATTACK + ((column + 2) // 2 * 2 + int(covered)) * FACES


@kernel
def hits_on(battle: Battle, column: int, covered: bool, face: int) -> int:
    """OHW-11 The hits of a die."""
    return battle.num[table_row(column, covered) + face - 1]


@kernel
def sixths(battle: Battle, column: int, covered: bool) -> int:
    """OHW-11 The hits of all six faces together: six times the expected hits."""
    total = 0
    for face in range(1, FACES + 1):
        total += hits_on(battle, column, covered, face)
    return total


@kernel
def throw_again(battle: Battle, side: int) -> bool:
    """OHW-25 Take one of the dice that a side may throw again in the battle; False where none is left."""
    if battle.side_own[side, Side.AGAIN] <= 0:
        return False
    battle.side_own[side, Side.AGAIN] -= 1
    return True


@kernel
def throw_hits(battle: Battle, unit: int, target: int, column: int, covered: bool) -> int:
    """OHW-11 OHW-25 One attack die; a miss that would have been the target's end is thrown again where one may."""
    hits = hits_on(battle, column, covered, throw(battle, FACES, Die.ATTACK))
    if hits == 0 and battle.left[target] == 1 and throw_again(battle, unit // SIDE_UNITS):
        hits = hits_on(battle, column, covered, throw(battle, FACES, Die.ATTACK_AGAIN))
    return hits
