"""The general's quick estimates: table look-ups instead of the full lists of modifiers (AI-1, AI-2).

They know strength, Guard, ground, flank, squares and soft ground; what they leave out (enemies behind a unit, the limit
on modifiers of ground) the exact value of the best candidate brings in.
"""

from battles.resolvers.common.codes import Arm, Ground
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.doctrine.sees.stands import in_town
from battles.resolvers.lgg.fighting.odds import CHANCES, LEAST, MOST
from battles.resolvers.lgg.fighting.value import will_lost
from battles.resolvers.lgg.record.codes import NOBODY, Face, FireModifier, Modifier
from battles.resolvers.lgg.record.doctrine_numbers import ROUT_SHARE_LOST, ROUT_SHARE_RALLYABLE
from battles.resolvers.lgg.record.state import Battle


@kernel
def chances(attack: int, defence: int) -> tuple[int, int, int]:
    """AI-2 ``combat_chances`` from the table."""
    a = min(max(attack, LEAST), MOST) - LEAST
    d = min(max(defence, LEAST), MOST) - LEAST
    return int(CHANCES[a, d, 0]), int(CHANCES[a, d, 1]), int(CHANCES[a, d, 2])


@kernel
def rout_worth(battle: Battle, unit: int) -> float:
    """AI-1 Return what a rout of the unit costs its side."""
    rallies = battle.arm[unit] in (Arm.FOOT, Arm.CAV) and battle.outrider[unit] == 0
    share = battle.general[ROUT_SHARE_RALLYABLE if rallies else ROUT_SHARE_LOST]
    return battle.point[unit] * battle.sp[unit] * share + will_lost(battle, unit, battle.sp[unit])


@kernel
def hits_worth(battle: Battle, unit: int, hits: int) -> float:
    """AI-1 Return what one or two hits on the unit cost its side."""
    if hits >= battle.sp[unit]:
        return rout_worth(battle, unit)
    return battle.point[unit] * hits + will_lost(battle, unit, hits)


@kernel
def attack_power(battle: Battle, unit: int, target: int) -> int:
    """LGG-10.0-b, CM1 An attacker's combat value less what it misses."""
    value = battle.t_cv[battle.type[unit], 2 if battle.arm[target] == Arm.CAV else 0]
    value += battle.cm[Modifier.LOSS] * (battle.full[unit] - battle.sp[unit]) + battle.own_attack[unit]
    return value


@kernel
def defence_power(battle: Battle, target: int, horse: bool, foot: bool, sheltered: bool, flank: bool) -> int:
    """LGG-10.0-b, c, REC-4 What a defender adds to its die against foot, horse or both."""
    kind, infantry = battle.type[target], battle.arm[target] == Arm.FOOT
    value = battle.t_cv[kind, 1]
    if horse:
        mounted = battle.t_cv[kind, 3]
        value = mounted if infantry or not foot else min(value, mounted)
    value += (battle.cm[Modifier.LOSS] * (battle.full[target] - battle.sp[target])
              + battle.guard[target] * battle.cm[Modifier.GUARD])
    value += battle.stand_bonus[target] + battle.own_defend[target]
    if sheltered:
        value += battle.shelter_bonus[target]
    if infantry and horse and foot:
        value += battle.cm[Modifier.SQUARES]
    squares_or_town = (infantry and horse) or in_town(battle, target)
    if flank and not squares_or_town:
        value += battle.cm[Modifier.FLANK]
    return value


@kernel
def blow_worth(battle: Battle, attack: int, defence: int, target: int, one: int, two: int) -> float:
    """AI-2, AI-3 The value of a combat with finished sums; ``two`` may be NOBODY."""
    routs, hits, doubled = chances(attack, defence)
    single, double = hits_worth(battle, one, 1), hits_worth(battle, one, 2)
    if two != NOBODY:
        other = hits_worth(battle, two, 1)
        double = min(min(double, hits_worth(battle, two, 2)), single + other)
        single = min(single, other)
    gain = routs * (rout_worth(battle, target) + battle.ground_worth[target]) + hits * hits_worth(battle, target, 1)
    return (gain - (100 - routs - hits - doubled) * single - doubled * double) / 100.0


@kernel
def strike_alone(battle: Battle, unit: int, target: int, side: int) -> float:
    """AI-2 About what the attack of one unit on one side of a target is worth."""
    horse = battle.arm[unit] == Arm.CAV
    attack = attack_power(battle, unit, target) + battle.guard[unit] * battle.cm[Modifier.GUARD]
    if horse and battle.ground == Ground.SOFT:
        attack += battle.cm[Modifier.SOFT_GROUND]
    defence = defence_power(battle, target, horse, not horse, side == Face.FRONT, side != Face.FRONT)
    if battle.stand_level[unit] > battle.stand_level[target]:
        attack += battle.cm[Modifier.HIGHER]
    elif battle.stand_level[unit] < battle.stand_level[target]:
        defence += battle.cm[Modifier.HIGHER]
    return blow_worth(battle, attack, defence, target, unit, NOBODY)


@kernel
def strike_pair(battle: Battle, one: int, two: int, target: int) -> float:
    """AI-2 About what the attack of two units on two sides of a target is worth."""
    horse = battle.arm[one] == Arm.CAV or battle.arm[two] == Arm.CAV
    foot = battle.arm[one] == Arm.FOOT or battle.arm[two] == Arm.FOOT
    attack = attack_power(battle, one, target) + attack_power(battle, two, target)
    attack += max(battle.guard[one], battle.guard[two]) * battle.cm[Modifier.GUARD]
    if horse and battle.ground == Ground.SOFT:
        attack += battle.cm[Modifier.SOFT_GROUND]
    defence = defence_power(battle, target, horse, foot, False, True)
    low, high = battle.stand_level[one], battle.stand_level[two]
    low, high = min(low, high), max(low, high)
    if low > battle.stand_level[target]:
        attack += battle.cm[Modifier.HIGHER]
    elif high < battle.stand_level[target]:
        defence += battle.cm[Modifier.HIGHER]
    return blow_worth(battle, attack, defence, target, one, two)


@kernel
def shot_worth(battle: Battle, firer: int, target: int) -> float:
    """AI-2 About what a fire is worth, cover seen from where the target stands."""
    guard = battle.guard[firer] * battle.fm[FireModifier.GUARD]
    attack = battle.t_power[battle.type[firer]] + battle.own_fire[firer] + guard
    if battle.ground == Ground.SOFT:
        attack += battle.fm[FireModifier.SOFT_GROUND]
    if battle.stand_level[firer] != battle.stand_level[target]:
        attack += battle.fm[FireModifier.ELEVATION]
    arm, cover = battle.arm[target], 0
    if arm == Arm.CAV:
        cover = battle.fm[FireModifier.CAVALRY]
    elif arm == Arm.ART:
        cover = battle.fm[FireModifier.ARTILLERY]
    elif arm != Arm.FOOT:
        cover = battle.fm[FireModifier.ENGINEER]
    if in_town(battle, target):
        cover += battle.fm[FireModifier.HARD_COVER]
    elif battle.stand_bonus[target] != 0 or battle.shelter_bonus[target] != 0:
        cover += battle.fm[FireModifier.SOFT_COVER]
    two, one, _ = chances(attack, cover)
    return (one * hits_worth(battle, target, 1) + two * hits_worth(battle, target, 2)) / 100.0
