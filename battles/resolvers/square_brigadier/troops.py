"""The unit: its hits, its arms, how far it moves and shoots (SQB-19, 27, 43, 49)."""

from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, Arm, Ground, Status, Type
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import steps_between
from battles.resolvers.core.kernels import kernel
from battles.resolvers.square_brigadier import codes
from battles.resolvers.square_brigadier.codes import Own

ELITE_RIFLES, ALL_RIFLES, SUPERIOR_RIFLES = 1, 2, 3
"""SQB-27 The values of `WEAPONS`; 0 are muskets for all."""


@kernel
def foot_hits(battle: Battle, unit: int) -> int:
    """SQB-43 SQB-49 The hits that destroy infantry: four for Elite and Guard, three for Line, two for Militia."""
    if battle.guard[unit] == 1:
        return battle.num[codes.HITS_GUARD]
    if battle.kind[unit] == Type.ELITE_INF:
        return battle.num[codes.HITS_ELITE]
    return battle.num[codes.HITS_MILITIA if battle.kind[unit] == Type.MILITIA_INF else codes.HITS_LINE]


@kernel
def full_hits(battle: Battle, unit: int) -> int:
    """SQB-49 The hits that destroy a unit of full strength."""
    if battle.arm[unit] == Arm.FOOT:
        return foot_hits(battle, unit)
    adds = battle.num[codes.HITS_GUARD_ADDS] if battle.guard[unit] == 1 else 0
    if battle.arm[unit] == Arm.ART:
        return battle.num[codes.HITS_BATTERY] + adds
    if battle.kind[unit] == Type.HEAVY_CAV:
        return battle.num[codes.HITS_HEAVY] + adds
    return battle.num[codes.HITS_IRREGULAR if battle.kind[unit] == Type.IRREG_CAV else codes.HITS_LIGHT] + adds


@kernel
def is_superior(battle: Battle, unit: int) -> bool:
    """SQB-49 Has a unit superior firepower? Guard infantry has."""
    return battle.arm[unit] == Arm.FOOT and battle.guard[unit] == 1


@kernel
def has_firearms(battle: Battle, unit: int) -> bool:
    """SQB-19 SQB-40 Has a unit small arms? Infantry has, and light and irregular cavalry where it has carbines."""
    if battle.arm[unit] == Arm.CAV:
        return battle.num[codes.CARBINES] == 1 and battle.kind[unit] != Type.HEAVY_CAV
    return battle.arm[unit] == Arm.FOOT


@kernel
def is_inferior(battle: Battle, unit: int) -> bool:
    """SQB-29 Has a unit inferior firepower? Carbines have, and Militia where the option is on."""
    if battle.arm[unit] == Arm.CAV:
        return True
    return battle.kind[unit] == Type.MILITIA_INF and battle.num[codes.MILITIA_INFERIOR] == 1


@kernel
def is_mounted(battle: Battle, unit: int) -> bool:
    """SQB-19 SQB-40 Is it cavalry that has not dismounted?"""
    return battle.arm[unit] == Arm.CAV and battle.own[unit, Own.DISMOUNTED] == 0


@kernel
def moves_on(battle: Battle, unit: int) -> bool:
    """SQB-20 Is it irregular infantry, which difficult ground does not stop?"""
    if battle.arm[unit] != Arm.FOOT or battle.num[codes.MOVE_IRREGULAR] == 0:
        return False
    return battle.kind[unit] == (Type.MILITIA_INF if battle.num[codes.MOVE_IRREGULAR] == 1 else Type.ELITE_INF)


@kernel
def is_heavy(battle: Battle, unit: int) -> bool:
    """SQB-28 Is it heavy artillery?"""
    return battle.kind[unit] == Type.HEAVY_ART


@kernel
def reach_of(battle: Battle, unit: int) -> int:
    """SQB-19 SQB-50 How many squares a unit may move; guns and heavy cavalry lose one on soft ground."""
    if battle.arm[unit] == Arm.FOOT:
        return battle.num[codes.MOVE_FOOT]
    if battle.arm[unit] == Arm.CAV:
        reach = battle.num[codes.MOVE_CAVALRY]
    else:
        reach = battle.num[codes.MOVE_HORSE_GUNS if battle.kind[unit] == Type.HORSE_ART else codes.MOVE_GUNS]
    if battle.ground == Ground.SOFT and (battle.arm[unit] == Arm.ART or battle.kind[unit] == Type.HEAVY_CAV):
        reach += battle.num[codes.MOVE_SOFT]
    return max(1, reach)


@kernel
def foot_range(battle: Battle, unit: int) -> int:
    """SQB-27 The range of infantry by its weapons: muskets, rifles, superior rifles."""
    weapons = battle.num[codes.WEAPONS]
    if weapons == SUPERIOR_RIFLES:
        return battle.num[codes.SUPERIOR_RANGE]
    rifles = weapons == ALL_RIFLES or (weapons == ELITE_RIFLES and battle.kind[unit] == Type.ELITE_INF)
    return battle.num[codes.RIFLE_RANGE if rifles else codes.MUSKET_RANGE]


@kernel
def range_of(battle: Battle, unit: int) -> int:
    """SQB-27 SQB-50 How far a unit shoots, no farther than one sees; 0 for cavalry without firearms."""
    if battle.arm[unit] == Arm.CAV:
        far = battle.num[codes.MUSKET_RANGE] if has_firearms(battle, unit) else 0
    else:
        far = foot_range(battle, unit) if battle.arm[unit] == Arm.FOOT else battle.num[codes.GUN_RANGE]
    return min(far, battle.num[codes.SIGHT + battle.weather])


@kernel
def may_move_and_shoot(battle: Battle, unit: int) -> bool:
    """SQB-19 May a unit move a square and shoot? Foot artillery does one or the other."""
    return battle.kind[unit] == Type.HORSE_ART or has_firearms(battle, unit)


@kernel
def may_close(battle: Battle, unit: int) -> bool:
    """SQB-17 May a unit move next to enemies? Only infantry and cavalry."""
    return battle.arm[unit] != Arm.ART


@kernel
def is_with(battle: Battle, leader: int, unit: int) -> bool:
    """SQB-09 Is a commander on a unit's square?"""
    if battle.lead_state[leader] != Status.BOARD:
        return False
    return battle.lead_x[leader] == battle.x[unit] and battle.lead_y[leader] == battle.y[unit]


@kernel
def commander_there(battle: Battle, unit: int) -> int:
    """SQB-09 The first commander of its side on a unit's square; NOBODY where there is none."""
    side = unit // SIDE_UNITS
    for leader in range(side * SIDE_LEADERS, side * SIDE_LEADERS + battle.leaders[side]):
        if is_with(battle, leader, unit):
            return leader
    return NOBODY


@kernel
def commander_near(battle: Battle, unit: int, within: int) -> bool:
    """COM-07 Is a commander of its side within some squares of a unit?"""
    side = unit // SIDE_UNITS
    for leader in range(side * SIDE_LEADERS, side * SIDE_LEADERS + battle.leaders[side]):
        if battle.lead_state[leader] == Status.BOARD:
            away = steps_between(battle.lead_x[leader], battle.lead_y[leader], battle.x[unit], battle.y[unit])
            if away <= within:
                return True
    return False
