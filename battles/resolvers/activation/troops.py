"""The unit: Quality, values, Speed, disorder, sight (ADN-06, ADN-24 to ADN-31, ADN-50 to ADN-52, E.6)."""

from battles.resolvers.activation import codes
from battles.resolvers.activation.codes import SCREEN, Form, Own
from battles.resolvers.common.codes import Arm, Ground, Land, Type, Weather
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import bits_at, line_is_free, steps_between
from battles.resolvers.core.kernels import kernel


@kernel
def by_class(battle: Battle, unit: int, guard: int, elite: int, line: int, militia: int) -> int:
    """E.6 A number of infantry by its class."""
    if battle.guard[unit] == 1:
        return battle.num[guard]
    if battle.kind[unit] == Type.ELITE_INF:
        return battle.num[elite]
    return battle.num[militia if battle.kind[unit] == Type.MILITIA_INF else line]


@kernel
def quality_of(battle: Battle, unit: int) -> int:
    """ADN-04 ADN-50 The least face of a success; Guard cavalry and guns are better by one."""
    if battle.arm[unit] == Arm.FOOT:
        return by_class(battle, unit, codes.Q_GUARD, codes.Q_ELITE, codes.Q_LINE, codes.Q_MILITIA)
    if battle.guard[unit] == 1:
        return battle.num[codes.Q_GUARD_OTHER]
    if battle.arm[unit] == Arm.ART:
        return battle.num[codes.Q_GUNS]
    if battle.kind[unit] == Type.HEAVY_CAV:
        return battle.num[codes.Q_HEAVY_HORSE]
    return battle.num[codes.Q_IRREGULAR if battle.kind[unit] == Type.IRREG_CAV else codes.Q_LIGHT_HORSE]


@kernel
def melee_value(battle: Battle, unit: int) -> int:
    """ADN-50 E.6 The melee value of a unit, formation apart."""
    if battle.arm[unit] == Arm.FOOT:
        return by_class(battle, unit, codes.MELEE_GUARD, codes.MELEE_ELITE, codes.MELEE_LINE, codes.MELEE_MILITIA)
    if battle.arm[unit] == Arm.ART:
        return battle.num[codes.MELEE_GUNS]
    adds = battle.num[codes.MELEE_GUARD_HORSE] if battle.guard[unit] == 1 else 0
    if battle.kind[unit] == Type.HEAVY_CAV:
        return battle.num[codes.MELEE_HEAVY_HORSE] + adds
    return battle.num[codes.MELEE_IRREGULAR if battle.kind[unit] == Type.IRREG_CAV else codes.MELEE_LIGHT_HORSE] + adds


@kernel
def fire_value(battle: Battle, unit: int) -> int:
    """ADN-40 ADN-50 E.6 The shooting value of a unit, in defence as well; formation apart."""
    if battle.arm[unit] == Arm.FOOT:
        return by_class(battle, unit, codes.FIRE_GUARD, codes.FIRE_ELITE, codes.FIRE_LINE, codes.FIRE_MILITIA)
    if battle.arm[unit] == Arm.CAV:
        return battle.num[codes.FIRE_HEAVY_HORSE if battle.kind[unit] == Type.HEAVY_CAV else codes.FIRE_LIGHT_HORSE]
    adds = battle.num[codes.FIRE_GUARD_GUNS] if battle.guard[unit] == 1 else 0
    return battle.num[codes.FIRE_HEAVY_GUNS if battle.kind[unit] == Type.HEAVY_ART else codes.FIRE_GUNS] + adds


@kernel
def own_fire(battle: Battle, unit: int) -> int:
    """ADN-40 HR-30 What a unit that fires adds to its die: its value, and what the type of its war adds."""
    return fire_value(battle, unit) + battle.roll_fire[battle.roll[unit]]


@kernel
def speed_of(battle: Battle, unit: int) -> int:
    """ADN-14 ADN-25 ADN-26 ADN-30 E.6 The squares of a move: none in square or unlimbered, one less in line."""
    form = battle.own[unit, Own.FORM]
    if form in (Form.SQUARE, Form.UNLIMBERED):
        return 0
    if battle.arm[unit] == Arm.FOOT:
        return battle.num[codes.MOVE_FOOT] + (battle.num[codes.MOVE_LINE] if form == Form.LINE else 0)
    if battle.arm[unit] == Arm.CAV:
        return battle.num[codes.MOVE_HEAVY_HORSE if battle.kind[unit] == Type.HEAVY_CAV else codes.MOVE_LIGHT_HORSE]
    if battle.kind[unit] == Type.HORSE_ART:
        return battle.num[codes.MOVE_HORSE_GUNS]
    return battle.num[codes.MOVE_HEAVY_GUNS if battle.kind[unit] == Type.HEAVY_ART else codes.MOVE_GUNS]


@kernel
def may_double(battle: Battle, unit: int) -> bool:
    """ADN-11 ADN-52 May a unit go in double time? On soft ground guns and heavy cavalry may not."""
    slow = battle.arm[unit] == Arm.ART or battle.kind[unit] == Type.HEAVY_CAV
    return not (battle.ground == Ground.SOFT and slow)


@kernel
def disorder(battle: Battle, unit: int) -> int:
    """ADN-06 The disorders of a unit, each a coloured die."""
    return battle.num[codes.END_STEPS] - battle.left[unit]


@kernel
def is_crippled(battle: Battle, unit: int) -> bool:
    """ADN-06 Has a unit three disorders, one step before it is removed?"""
    return battle.left[unit] == 1


@kernel
def gun_range(battle: Battle) -> int:
    """ADN-39 ADN-52 The range of artillery; weather shortens it."""
    return battle.num[codes.FIRE_GUN_RANGE if battle.weather == Weather.NORMAL else codes.FIRE_GUN_LONG]


@kernel
def reach_of_fire(battle: Battle, unit: int) -> int:
    """ADN-38 ADN-39 ADN-29 ADN-30 ADN-52 How far a unit shoots now: weather shortens it; 0 where it does not."""
    if battle.arm[unit] == Arm.FOOT:
        return battle.num[
            codes.FIRE_MUSKET_LONG if battle.weather == Weather.PRECIPITATING else codes.FIRE_MUSKET_RANGE
        ]
    if battle.arm[unit] == Arm.CAV or battle.own[unit, Own.FORM] != Form.UNLIMBERED:
        return 0
    return gun_range(battle)


@kernel
def sees(battle: Battle, unit: int, target: int) -> bool:
    """ADN-31 Is the line between two units free of woods, towns, hills and units? Who is on a hill looks over it."""
    x, y, to_x, to_y = battle.x[unit], battle.y[unit], battle.x[target], int(battle.y[target])
    screen = SCREEN
    if (bits_at(battle, x, y) | bits_at(battle, to_x, to_y)) & Land.HILL:
        screen = SCREEN & ~Land.HILL
    return line_is_free(battle, x, y, to_x, to_y, screen)


@kernel
def is_in_melee(battle: Battle, unit: int) -> bool:
    """ADN-37 Is a unit locked in a melee, in an enemy's square or with an enemy in its own?"""
    return battle.own[unit, Own.LOCKED] > 0 or battle.own[unit, Own.GUESTS] > 0


@kernel
def distance(battle: Battle, unit: int, other: int) -> int:
    """ADN-02 The squares between two units, diagonal steps included."""
    return steps_between(battle.x[unit], battle.y[unit], battle.x[other], battle.y[other])


@kernel
def in_column(battle: Battle, unit: int) -> bool:
    """ADN-24 Is it infantry in column?"""
    return battle.arm[unit] == Arm.FOOT and battle.own[unit, Own.FORM] == Form.COLUMN
