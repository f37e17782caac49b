"""The worth of units, combats and fires to the general, in points (AI-1, AI-2). Exact odds, never dice to come."""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.fights import attackers_of
from battles.resolvers.lgg.fighting.combat import attack_bonus, defence_bonus
from battles.resolvers.lgg.fighting.fire import FIRER, TARGET, fire_sum, list_fire
from battles.resolvers.lgg.fighting.modifiers import list_modifiers
from battles.resolvers.lgg.fighting.odds import known_chances
from battles.resolvers.lgg.plane.space import side_of
from battles.resolvers.lgg.record.codes import MAX_COMBATS, NOBODY, Face
from battles.resolvers.lgg.record.doctrine_numbers import ROUT_SHARE_LOST, ROUT_SHARE_RALLYABLE
from battles.resolvers.lgg.record.state import Battle

PART = [1.0 / (1.0 + points) for points in range(128)]
"""AI-28 To what part a unit with so many strength points counts as broken."""
TRIAL = MAX_COMBATS - 1
"""The combat row in which the general tries an attack; no real combat uses it."""


@kernel
def point_value(battle: Battle, unit: int) -> float:
    """AI-1 The value of one strength point of a unit."""
    kind = battle.type[unit]
    return (battle.t_buy[kind] + battle.guard[unit] * battle.t_guard_buy[kind]) / battle.full[unit]


@kernel
def unit_value(battle: Battle, unit: int) -> float:
    """AI-1 The value of a unit as it stands."""
    return point_value(battle, unit) * battle.sp[unit]


@kernel
def will_lost(battle: Battle, unit: int, hits: int) -> float:
    """AI-28 What hits on a unit bring its army nearer to breaking, in points: a unit with n strength points counts as
    broken to one part in n + 1."""
    if battle.arm[unit] not in (Arm.FOOT, Arm.CAV, Arm.ART):
        return 0.0
    sp = battle.sp[unit]
    return battle.break_worth[side_of(unit)] * (PART[max(sp - hits, 0)] - PART[sp])


@kernel
def will_gained(battle: Battle, unit: int) -> float:
    """AI-24, AI-28 What one strength point more on a unit keeps its army from breaking, in points."""
    if battle.arm[unit] not in (Arm.FOOT, Arm.CAV, Arm.ART):
        return 0.0
    sp = battle.sp[unit]
    return battle.break_worth[side_of(unit)] / ((1.0 + sp) * (2.0 + sp))


@kernel
def rout_value(battle: Battle, unit: int) -> float:
    """AI-1, AI-28 Return what a rout of the unit costs its side."""
    rallies = battle.arm[unit] in (Arm.FOOT, Arm.CAV) and battle.outrider[unit] == 0
    share = battle.general[ROUT_SHARE_RALLYABLE if rallies else ROUT_SHARE_LOST]
    return unit_value(battle, unit) * share + will_lost(battle, unit, battle.sp[unit])


@kernel
def hit_value(battle: Battle, unit: int, hits: int) -> float:
    """AI-1, AI-2, AI-28 What a number of hits on the unit costs its side; the hit that breaks it counts as a rout."""
    if hits <= 0:
        return 0.0
    if hits >= battle.sp[unit]:
        return rout_value(battle, unit)
    return hits * point_value(battle, unit) + will_lost(battle, unit, hits)


@kernel
def attackers_loss(battle: Battle, fight: int, hits: int) -> float:
    """AI-2 Return what hits on the attackers cost when their owner puts them where they hurt least."""
    one, two = battle.fight_attackers[fight, 0], battle.fight_attackers[fight, 1]
    best = hit_value(battle, one, hits)
    if two != NOBODY:
        best = min(best, hit_value(battle, two, hits))
        if hits == 2:
            best = min(best, hit_value(battle, one, 1) + hit_value(battle, two, 1))
    return best


@kernel
def combat_value(battle: Battle, fight: int) -> float:
    """AI-2, AI-3 What a combat is worth to its attackers, with the ground that a rout leaves to them."""
    list_modifiers(battle, fight)
    attack, defence, defender = attack_bonus(battle, fight), defence_bonus(battle, fight), battle.fight_defender[fight]
    routs, hits, doubled = known_chances(attack, defence)
    ground = battle.ground_worth[defender]
    gain = routs * (rout_value(battle, defender) + ground) + hits * hit_value(battle, defender, 1)
    loss = (100 - routs - hits - doubled) * attackers_loss(battle, fight, 1)
    loss += doubled * attackers_loss(battle, fight, 2)
    return (gain - loss) / 100.0


@kernel
def try_alone(battle: Battle, unit: int, target: int, side: int) -> float:
    """AI-2 The value of an attack of one unit on a side of a target."""
    battle.fight_defender[TRIAL] = target
    battle.fight_attackers[TRIAL, 0], battle.fight_attackers[TRIAL, 1] = unit, NOBODY
    battle.fight_sides[TRIAL, 0], battle.fight_hindered[TRIAL, 0] = side, 0
    battle.fight_flank[TRIAL] = int(side != Face.FRONT)
    return combat_value(battle, TRIAL)


@kernel
def try_pair(battle: Battle, one: int, two: int, target: int) -> float:
    """AI-2 The value of an attack of two units on different sides of a target."""
    battle.fight_defender[TRIAL] = target
    battle.fight_attackers[TRIAL, 0], battle.fight_attackers[TRIAL, 1] = one, two
    battle.fight_hindered[TRIAL, 0], battle.fight_hindered[TRIAL, 1] = 0, 0
    battle.fight_flank[TRIAL] = 1
    return combat_value(battle, TRIAL)


@kernel
def attack_gain(battle: Battle, unit: int, target: int, side: int) -> float:
    """AI-2 Return what it adds if a unit attacks a target: alone, or as the second of two."""
    fight = battle.combat[target]
    if fight == NOBODY or battle.fight_defender[fight] != target:
        return try_alone(battle, unit, target, side)
    if attackers_of(battle, fight) == 2:
        return -1e9
    return try_pair(battle, battle.fight_attackers[fight, 0], unit, target) - combat_value(battle, fight)


@kernel
def fire_value(battle: Battle, firer: int, target: int) -> float:
    """AI-2 Return what a fire is worth."""
    list_fire(battle, firer, target)
    firing, covering = fire_sum(battle, FIRER), fire_sum(battle, TARGET)
    two, one, _ = known_chances(firing, covering)
    return (one * hit_value(battle, target, 1) + two * hit_value(battle, target, 2)) / 100.0
