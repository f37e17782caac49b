"""Figures, formations, bases, grades, moves (MFR-16, MFR-17, MFR-19, MFR-21, MFR-37, B.6)."""

from battles.resolvers.common.codes import Arm, Ground, Status, Type
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.my_favourite import codes
from battles.resolvers.my_favourite.codes import FIGURES, INCH, Form, Own

STAND_WIDE, STAND_DEEP, HORSE_DEEP, BATTERY, OF_STAND = 150, 75, 150, 200, 3
"""B.6 A stand of three figures, and a battery, in hundredths of an inch; the figures of a stand."""


@kernel
def figures_of(battle: Battle, unit: int) -> int:
    """B.6 MFR-31 The figures with which a unit comes."""
    if battle.arm[unit] != Arm.ART:
        return FIGURES * battle.sp[unit]
    small = battle.kind[unit] == Type.HORSE_ART or battle.num[codes.BRITISH] == 1
    return battle.num[codes.HORSE_CREW] if small else battle.num[codes.CREW]


@kernel
def stands_of(battle: Battle, unit: int) -> int:
    """MFR-25 Stands of three figures, the last one perhaps not full."""
    return max(1, (battle.left[unit] + OF_STAND - 1) // OF_STAND)


@kernel
def fit_base(battle: Battle, unit: int) -> None:
    """B.6 The base of a unit by its formation and the stands that are left."""
    stands = stands_of(battle, unit)
    files = (stands + 1) // 2
    if battle.arm[unit] == Arm.ART:
        battle.width[unit] = battle.depth[unit] = BATTERY
    elif battle.arm[unit] == Arm.CAV:
        battle.width[unit], battle.depth[unit] = STAND_WIDE * files, HORSE_DEEP * min(2, stands)
    elif battle.own[unit, Own.FORM] == Form.COLUMN:
        battle.width[unit], battle.depth[unit] = STAND_WIDE * min(2, stands), STAND_DEEP * files
    elif battle.own[unit, Own.FORM] == Form.MARCH:
        battle.width[unit], battle.depth[unit] = STAND_WIDE, STAND_DEEP * stands
    else:
        battle.width[unit], battle.depth[unit] = STAND_WIDE * files, STAND_DEEP * min(2, stands)


@kernel
def is_light(battle: Battle, unit: int) -> bool:
    """MFR-18 MFR-24 Light troops: light and irregular cavalry, and light infantry in skirmish order."""
    if battle.arm[unit] == Arm.FOOT:
        return battle.own[unit, Own.FORM] == Form.SKIRMISH
    return battle.arm[unit] == Arm.CAV and battle.kind[unit] in (Type.LIGHT_CAV, Type.IRREG_CAV)


@kernel
def is_light_foot(battle: Battle, unit: int) -> bool:
    """MFR-19 Is it light infantry, which may skirmish: where the switch is on, Elite infantry but for Guard?"""
    return battle.num[codes.LIGHT_FOOT] == 1 and battle.kind[unit] == Type.ELITE_INF and battle.guard[unit] == 0


@kernel
def move_of(battle: Battle, unit: int) -> int:
    """MFR-16 MFR-17 MFR-21 MFR-33 A unit's move in its formation, off the road."""
    if battle.arm[unit] == Arm.CAV:
        return battle.num[codes.MOVE_HORSE] * INCH
    if battle.arm[unit] == Arm.FOOT:
        form, more = battle.own[unit, Own.FORM], 0
        if form != Form.LINE:
            more = battle.num[codes.SKIRMISH_BONUS if form == Form.SKIRMISH else codes.COLUMN_BONUS]
        return (battle.num[codes.MOVE_FOOT] + more) * INCH
    if battle.kind[unit] == Type.HORSE_ART:
        return battle.num[codes.MOVE_HORSE_GUNS] * INCH
    return (battle.num[codes.SOFT_GUNS] if battle.ground == Ground.SOFT else battle.num[codes.MOVE_GUNS]) * INCH


@kernel
def plain_move(battle: Battle, unit: int) -> int:
    """MFR-13 A unit's move whatever its formation: what a rout, a retreat or a pursuit is counted in."""
    if battle.arm[unit] == Arm.FOOT:
        return battle.num[codes.MOVE_FOOT] * INCH
    return move_of(battle, unit)


@kernel
def steadiness(battle: Battle, unit: int) -> int:
    """MFR-41 Return what its grade adds to a unit's morale."""
    kind = battle.kind[unit]
    if kind in (Type.MILITIA_INF, Type.IRREG_CAV):
        return battle.num[codes.SHAKY if kind == Type.MILITIA_INF else codes.SHAKY_HORSE]
    return battle.num[codes.STEADY] if kind == Type.ELITE_INF or battle.guard[unit] == 1 else 0


@kernel
def own_grade(battle: Battle, unit: int) -> int:
    """MFR-37 A unit's grade among its like: Guard, Elite, Line, Militia; heavy, light, irregular cavalry."""
    kind = battle.kind[unit]
    if battle.arm[unit] == Arm.FOOT:
        return 3 if battle.guard[unit] else 2 if kind == Type.ELITE_INF else 1 if kind == Type.LINE_INF else 0
    if battle.arm[unit] == Arm.CAV:
        return 3 if battle.guard[unit] else 2 if kind == Type.HEAVY_CAV else 1 if kind == Type.LIGHT_CAV else 0
    return 1


@kernel
def rank(battle: Battle, unit: int) -> int:
    """MFR-37 A unit's grade against another arm: high, middle, low."""
    return min(2, own_grade(battle, unit))


@kernel
def outranks(battle: Battle, unit: int, other: int) -> bool:
    """MFR-37 Is a unit of a higher grade than its opponent?"""
    if battle.arm[unit] == battle.arm[other]:
        return own_grade(battle, unit) > own_grade(battle, other)
    return rank(battle, unit) > rank(battle, other)


@kernel
def fights_in_order(battle: Battle, unit: int) -> bool:
    """MFR-37 Is infantry in line, march column or skirmish order, in which cavalry catches it?"""
    return battle.arm[unit] == Arm.FOOT and battle.own[unit, Own.FORM] != Form.COLUMN


@kernel
def usual_form(battle: Battle, unit: int) -> int:
    """MFR-19 The formation in which a unit begins: infantry in field column, in march column if it comes late."""
    if battle.arm[unit] != Arm.FOOT:
        return Form.LINE
    return Form.MARCH if battle.status[unit] == Status.WAITING else Form.COLUMN
