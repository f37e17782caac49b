"""The combat modifiers CM1 to CM11 (REC-4, LGG-12.0). Columns: 0 the attackers, 1 the defender of a combat row."""

from battles.resolvers.common.codes import Arm, Ground
from battles.resolvers.core.geometry import NEAR
from battles.resolvers.core.kernels import kernel, lowest_bit
from battles.resolvers.lgg.command.fights import attackers_of, has_cavalry_attacker, has_infantry_attacker, squares
from battles.resolvers.lgg.plane.footing import block_of, bridge_of, elevation, in_rough
from battles.resolvers.lgg.plane.space import behind_front, enemy_gap, first_of, near_units, side_of
from battles.resolvers.lgg.plane.terrain import on_road
from battles.resolvers.lgg.record.codes import NOBODY, CombatValue, Modifier
from battles.resolvers.lgg.record.state import Battle

ATTACK, DEFEND = 0, 1
FLANK_REACH = 3.0
PLACE_FIRST, PLACE_LAST = 5, 8
LAST_MODIFIER = 11


@kernel
def fighter(battle: Battle, fight: int, column: int, place: int) -> int:
    """LGG-10.0-a The unit in a place of a column: an attacker (place 0, 1) or the defender (place 0), or -1."""
    if column == ATTACK:
        return battle.fight_attackers[fight, place]
    return battle.fight_defender[fight] if place == 0 else NOBODY


@kernel
def attack_value(battle: Battle, unit: int, defender: int) -> int:
    """LGG-10.0-b, HR-30 An attacker's combat value, by the class of its defender."""
    column = CombatValue.CAV_ATTACK if battle.arm[defender] == Arm.CAV else CombatValue.FOOT_ATTACK
    return battle.t_cv[battle.type[unit], column] + battle.own_attack[unit]


@kernel
def attack_values(battle: Battle, fight: int) -> int:
    """LGG-10.0-a The sum of the attackers' combat values."""
    total = 0
    for place in range(2):
        unit = fighter(battle, fight, ATTACK, place)
        if unit != NOBODY:
            total += attack_value(battle, unit, battle.fight_defender[fight])
    return total


@kernel
def defence_value(battle: Battle, fight: int) -> int:
    """LGG-10.0-b, c The defender's value by the attackers' class; mixed: squares for infantry, else the lower."""
    defender = battle.fight_defender[fight]
    kind = battle.type[defender]
    own = battle.own_defend[defender]
    foot, horse = battle.t_cv[kind, CombatValue.FOOT_DEFEND] + own, battle.t_cv[kind, CombatValue.CAV_DEFEND] + own
    if not has_cavalry_attacker(battle, fight):
        return foot
    if not has_infantry_attacker(battle, fight) or battle.arm[defender] == Arm.FOOT:
        return horse
    return min(foot, horse)


@kernel
def missing(battle: Battle, fight: int, column: int) -> int:
    """CM1 Strength points missing from full strength on the units of a column."""
    total = 0
    for place in range(2):
        unit = fighter(battle, fight, column, place)
        if unit != NOBODY:
            total += battle.full[unit] - battle.sp[unit]
    return total


@kernel
def with_guard(battle: Battle, fight: int, column: int) -> bool:
    """CM2, R-34 Is at least one Guard unit engaged on this side?"""
    one, two = fighter(battle, fight, column, 0), fighter(battle, fight, column, 1)
    return (one != NOBODY and battle.guard[one] == 1) or (two != NOBODY and battle.guard[two] == 1)


@kernel
def threatens_rear(battle: Battle, unit: int, enemy: int) -> bool:
    """LGG-12.0-d (ii) An enemy within 3" behind the unit's front that no other unit of its side holds fast."""
    if enemy_gap(battle, unit, enemy) > FLANK_REACH + NEAR or battle.arm[enemy] not in (Arm.FOOT, Arm.CAV):
        return False
    if battle.combat[enemy] != NOBODY and battle.combat[enemy] != battle.combat[unit]:
        return False
    return behind_front(battle, unit, enemy)


@kernel
def enemy_behind(battle: Battle, unit: int) -> bool:
    """LGG-12.0-d (ii) Does any enemy infantry or cavalry unit threaten the unit from behind its front?"""
    foe = 1 - side_of(unit)
    around = near_units(battle, foe, unit, battle.x[unit], battle.y[unit], FLANK_REACH)
    while around != 0:
        if threatens_rear(battle, unit, first_of(foe) + lowest_bit(around)):
            return True
        around &= around - 1
    return False


@kernel
def unit_flanked(battle: Battle, unit: int) -> bool:
    """LGG-12.0-d, e Is this unit taken from behind its front? A unit in a town block never is."""
    return block_of(battle, unit) == NOBODY and enemy_behind(battle, unit)


@kernel
def flanked(battle: Battle, fight: int, column: int) -> bool:
    """LGG-12.0-d, e Is a side of the combat flanked? Infantry in squares and a unit in a town never are."""
    if column == ATTACK:
        one, two = fighter(battle, fight, ATTACK, 0), fighter(battle, fight, ATTACK, 1)
        return unit_flanked(battle, one) or (two != NOBODY and unit_flanked(battle, two))
    defender = battle.fight_defender[fight]
    if squares(battle, fight) or block_of(battle, defender) != NOBODY:
        return False
    return battle.fight_flank[fight] == 1 or enemy_behind(battle, defender)


@kernel
def higher(battle: Battle, fight: int, column: int) -> bool:
    """CM5, R-33 Does every opponent stand lower than every unit of this side?"""
    for place in range(2):
        unit = fighter(battle, fight, column, place)
        for rank in range(2):
            enemy = fighter(battle, fight, 1 - column, rank)
            if unit != NOBODY and enemy != NOBODY and elevation(battle, unit) <= elevation(battle, enemy):
                return False
    return True


@kernel
def obstacle_bonus(battle: Battle, fight: int) -> int:
    """CM7 The defender's bonus for a work or bridge before it: less if only one of two attackers is hindered."""
    hindered = battle.fight_hindered[fight, 0]
    if attackers_of(battle, fight) == 2:
        both = hindered + battle.fight_hindered[fight, 1]
        if both == 1:
            return battle.cm_one_hindered
        hindered = both // 2
    return battle.cm[Modifier.OBSTACLE] if hindered == 1 else 0


@kernel
def cavalry_in_rough(battle: Battle, fight: int, column: int) -> bool:
    """CM9 Does cavalry of this side stand in rough ground?"""
    for place in range(2):
        unit = fighter(battle, fight, column, place)
        if unit != NOBODY and battle.arm[unit] == Arm.CAV and in_rough(battle, unit):
            return True
    return False


@kernel
def undeployed(battle: Battle, unit: int) -> bool:
    """CM11, LGG-3.0-j Guns, engineers and vehicles on a bridge, or on a road inside rough ground."""
    if battle.arm[unit] in (Arm.FOOT, Arm.CAV):
        return False
    if bridge_of(battle, unit) != NOBODY:
        return True
    return in_rough(battle, unit) and on_road(battle, battle.x[unit], battle.y[unit])


@kernel
def note(battle: Battle, column: int, number: int, applies: bool) -> None:
    """REC-4 Write one modifier of one side, if it applies."""
    battle.modifier[column, number] = battle.cm[number] if applies else 0


@kernel
def list_both(battle: Battle, fight: int, column: int) -> None:
    """REC-4 Write the modifiers that both sides may have, before the limit on CM5 to CM8."""
    battle.modifier[column, Modifier.LOSS] = battle.cm[Modifier.LOSS] * missing(battle, fight, column)
    note(battle, column, Modifier.GUARD, with_guard(battle, fight, column))
    note(battle, column, Modifier.FLANK, flanked(battle, fight, column))
    note(battle, column, Modifier.HIGHER, higher(battle, fight, column))
    note(battle, column, Modifier.HORSE_IN_ROUGH, cavalry_in_rough(battle, fight, column))


@kernel
def list_defence(battle: Battle, fight: int) -> None:
    """REC-4 Write the modifiers that the defender alone may have, before the limit on CM5 to CM8."""
    defender = battle.fight_defender[fight]
    note(battle, DEFEND, Modifier.SQUARES, squares(battle, fight) and has_infantry_attacker(battle, fight))
    note(battle, DEFEND, Modifier.TOWN, block_of(battle, defender) != NOBODY)
    battle.modifier[DEFEND, Modifier.OBSTACLE] = obstacle_bonus(battle, fight)
    note(battle, DEFEND, Modifier.FOOT_IN_ROUGH, battle.arm[defender] == Arm.FOOT and in_rough(battle, defender))
    note(battle, DEFEND, Modifier.ON_A_ROAD, undeployed(battle, defender))


@kernel
def limit_places(battle: Battle, column: int) -> None:
    """REC-4 Keep CM5 to CM8 of one side within their limit."""
    left = battle.cm_place_limit
    for number in range(PLACE_FIRST, PLACE_LAST + 1):
        value = min(battle.modifier[column, number], left)
        battle.modifier[column, number] = value
        left -= value


@kernel
def list_modifiers(battle: Battle, fight: int) -> None:
    """REC-4 Write all modifiers of both sides into ``modifier``; CM5 to CM8 of one side stay within their limit."""
    for number in range(LAST_MODIFIER + 1):
        battle.modifier[ATTACK, number], battle.modifier[DEFEND, number] = 0, 0
    list_both(battle, fight, ATTACK)
    list_both(battle, fight, DEFEND)
    note(battle, ATTACK, Modifier.SOFT_GROUND, battle.ground == Ground.SOFT and has_cavalry_attacker(battle, fight))
    list_defence(battle, fight)
    limit_places(battle, ATTACK)
    limit_places(battle, DEFEND)


@kernel
def sum_of_modifiers(battle: Battle, column: int) -> int:
    """REC-4 The sum of one side's modifiers as ``list_modifiers`` wrote them."""
    total = 0
    for number in range(1, LAST_MODIFIER + 1):
        total += battle.modifier[column, number]
    return total
