"""The general's quick estimates: table look-ups instead of the full lists of modifiers (AI-1, AI-2).

They know strength, Guard, ground, flank, squares and soft ground; what they leave out (enemies behind a unit, the limit
on modifiers of ground) the exact value of the best candidate brings in.
"""

from battles.resolvers.lgg.doctrine.stands import in_town
from battles.resolvers.lgg.fighting.odds import CHANCES, LEAST, MOST
from battles.resolvers.lgg.fighting.value import will_lost
from battles.resolvers.lgg.record.codes import (
    ART,
    CAV,
    CM_FLANK,
    CM_GUARD,
    CM_HIGHER,
    CM_LOSS,
    CM_SOFT_GROUND,
    CM_SQUARES,
    FM_ARTILLERY,
    FM_CAVALRY,
    FM_ELEVATION,
    FM_ENGINEER,
    FM_GUARD,
    FM_HARD_COVER,
    FM_SOFT_COVER,
    FM_SOFT_GROUND,
    FOOT,
    FRONT_SIDE,
    NOBODY,
    SOFT_GROUND,
)
from battles.resolvers.lgg.record.doctrine_numbers import ROUT_SHARE_LOST, ROUT_SHARE_RALLYABLE
from battles.resolvers.lgg.record.rule import rule
from battles.resolvers.lgg.record.state import Battle


@rule
def chances(attack: int, defence: int) -> tuple[int, int, int]:
    """AI-2 ``combat_chances`` from the table."""
    a = min(max(attack, LEAST), MOST) - LEAST
    d = min(max(defence, LEAST), MOST) - LEAST
    return int(CHANCES[a, d, 0]), int(CHANCES[a, d, 1]), int(CHANCES[a, d, 2])


@rule
def rout_worth(battle: Battle, unit: int) -> float:
    """AI-1 Return what a rout of the unit costs its side."""
    rallies = battle.arm[unit] in (FOOT, CAV) and battle.outrider[unit] == 0
    share = battle.general[ROUT_SHARE_RALLYABLE if rallies else ROUT_SHARE_LOST]
    return battle.point[unit] * battle.sp[unit] * share + will_lost(battle, unit, battle.sp[unit])


@rule
def hits_worth(battle: Battle, unit: int, hits: int) -> float:
    """AI-1 Return what one or two hits on the unit cost its side."""
    if hits >= battle.sp[unit]:
        return rout_worth(battle, unit)
    return battle.point[unit] * hits + will_lost(battle, unit, hits)


@rule
def attack_power(battle: Battle, unit: int, target: int) -> int:
    """LGG-10.0-b, CM1 An attacker's combat value less what it misses."""
    value = battle.t_cv[battle.type[unit], 2 if battle.arm[target] == CAV else 0]
    value += battle.cm[CM_LOSS] * (battle.full[unit] - battle.sp[unit]) + battle.own_attack[unit]
    return value


@rule
def defence_power(battle: Battle, target: int, horse: bool, foot: bool, sheltered: bool, flank: bool) -> int:
    """LGG-10.0-b, c, REC-4 What a defender adds to its die against foot, horse or both."""
    kind, infantry = battle.type[target], battle.arm[target] == FOOT
    value = battle.t_cv[kind, 1]
    if horse:
        mounted = battle.t_cv[kind, 3]
        value = mounted if infantry or not foot else min(value, mounted)
    value += battle.cm[CM_LOSS] * (battle.full[target] - battle.sp[target]) + battle.guard[target] * battle.cm[CM_GUARD]
    value += battle.stand_bonus[target] + battle.own_defend[target]
    if sheltered:
        value += battle.shelter_bonus[target]
    if infantry and horse and foot:
        value += battle.cm[CM_SQUARES]
    squares_or_town = (infantry and horse) or in_town(battle, target)
    if flank and not squares_or_town:
        value += battle.cm[CM_FLANK]
    return value


@rule
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


@rule
def strike_alone(battle: Battle, unit: int, target: int, side: int) -> float:
    """AI-2 About what the attack of one unit on one side of a target is worth."""
    horse = battle.arm[unit] == CAV
    attack = attack_power(battle, unit, target) + battle.guard[unit] * battle.cm[CM_GUARD]
    if horse and battle.ground == SOFT_GROUND:
        attack += battle.cm[CM_SOFT_GROUND]
    defence = defence_power(battle, target, horse, not horse, side == FRONT_SIDE, side != FRONT_SIDE)
    if battle.stand_level[unit] > battle.stand_level[target]:
        attack += battle.cm[CM_HIGHER]
    elif battle.stand_level[unit] < battle.stand_level[target]:
        defence += battle.cm[CM_HIGHER]
    return blow_worth(battle, attack, defence, target, unit, NOBODY)


@rule
def strike_pair(battle: Battle, one: int, two: int, target: int) -> float:
    """AI-2 About what the attack of two units on two sides of a target is worth."""
    horse = battle.arm[one] == CAV or battle.arm[two] == CAV
    foot = battle.arm[one] == FOOT or battle.arm[two] == FOOT
    attack = attack_power(battle, one, target) + attack_power(battle, two, target)
    attack += max(battle.guard[one], battle.guard[two]) * battle.cm[CM_GUARD]
    if horse and battle.ground == SOFT_GROUND:
        attack += battle.cm[CM_SOFT_GROUND]
    defence = defence_power(battle, target, horse, foot, False, True)
    low, high = battle.stand_level[one], battle.stand_level[two]
    low, high = min(low, high), max(low, high)
    if low > battle.stand_level[target]:
        attack += battle.cm[CM_HIGHER]
    elif high < battle.stand_level[target]:
        defence += battle.cm[CM_HIGHER]
    return blow_worth(battle, attack, defence, target, one, two)


@rule
def shot_worth(battle: Battle, firer: int, target: int) -> float:
    """AI-2 About what a fire is worth, cover seen from where the target stands."""
    attack = battle.t_power[battle.type[firer]] + battle.own_fire[firer] + battle.guard[firer] * battle.fm[FM_GUARD]
    if battle.ground == SOFT_GROUND:
        attack += battle.fm[FM_SOFT_GROUND]
    if battle.stand_level[firer] != battle.stand_level[target]:
        attack += battle.fm[FM_ELEVATION]
    arm, cover = battle.arm[target], 0
    if arm == CAV:
        cover = battle.fm[FM_CAVALRY]
    elif arm == ART:
        cover = battle.fm[FM_ARTILLERY]
    elif arm != FOOT:
        cover = battle.fm[FM_ENGINEER]
    if in_town(battle, target):
        cover += battle.fm[FM_HARD_COVER]
    elif battle.stand_bonus[target] != 0 or battle.shelter_bonus[target] != 0:
        cover += battle.fm[FM_SOFT_COVER]
    two, one, _ = chances(attack, cover)
    return (one * hits_worth(battle, target, 1) + two * hits_worth(battle, target, 2)) / 100.0
