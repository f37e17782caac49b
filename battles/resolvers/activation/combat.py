"""Shooting and melee: both sides throw a die and add their values (ADN-33 to ADN-40)."""

from battles.resolvers.activation import codes
from battles.resolvers.activation.codes import HEAVY_COVER, LIGHT_COVER, Die, Form, Modifier, Own
from battles.resolvers.activation.losses import hurt, recoil
from battles.resolvers.activation.troops import (
    distance,
    fire_value,
    is_crippled,
    is_in_melee,
    melee_value,
    own_fire,
    sees,
)
from battles.resolvers.common.codes import SIDE_UNITS, Arm, Ground, Land, Status, Weather
from battles.resolvers.common.events import Cause, Event
from battles.resolvers.common.journal import Part, log_event, log_unit, modify, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import bits_at
from battles.resolvers.core.kernels import kernel

AT_ATTACKER, AT_DEFENDER = range(2)
MISS, LOSES_GROUND, LOSES_ONE, HITS_ONE, HITS_HARD, HITS_TWICE = range(6)
"""ADN-35 What a comparison of totals comes to: nothing; the attacker takes a disorder and recoils, or takes one; the
defender takes one, takes one with a critical event, takes two with one."""
RESULT_WORDS = (3, 0, 0, 1, 1, 1)
"""The words of the journal for each: attacker hit 0, defender hit 1, nothing 3."""


@kernel
def outcome_of(attack: int, attack_die: int, defend: int, defend_die: int) -> int:
    """ADN-33 ADN-34 ADN-35 Compare two totals, which count one at least; dice decide by being even."""
    attack, defend = max(1, attack), max(1, defend)
    if attack > defend:
        if attack >= 3 * defend:
            return HITS_TWICE
        if attack >= 2 * defend:
            return HITS_HARD
        return HITS_ONE if attack_die % 2 == 0 else MISS
    if defend >= 2 * attack:
        return LOSES_GROUND
    return LOSES_ONE if defend_die % 2 == 0 else MISS


@kernel
def level_of(bits: int) -> int:
    """ADN-36 How high a square lies: 0, 1, 2."""
    return 0 if not bits & Land.HILL else 2 if bits & Land.HIGH else 1


@kernel
def add(battle: Battle, column: int, modifier: int, value: int) -> int:
    """ADN-33 Note a modifier and give its value."""
    modify(battle, column, modifier, value)
    return value


@kernel
def formed(battle: Battle, unit: int, formation: int) -> bool:
    """ADN-42 Has infantry a formation that counts? With a broken line none does, for good or ill."""
    if battle.arm[unit] != Arm.FOOT or battle.own[unit, Own.BROKEN_LINE] == 1:
        return False
    return battle.own[unit, Own.FORM] == formation


@kernel
def melee_total(battle: Battle, unit: int, enemy: int, column: int) -> int:
    """ADN-25 ADN-26 ADN-36 What a unit adds to its die in a melee wherever it stands; the struck side is apart."""
    total = add(battle, column, Modifier.VALUE, melee_value(battle, unit))
    if formed(battle, unit, Form.LINE):
        total += add(battle, column, Modifier.FORMATION, battle.num[codes.MELEE_IN_LINE])
    if formed(battle, unit, Form.SQUARE) and battle.arm[enemy] == Arm.CAV:
        total += add(battle, column, Modifier.SQUARE, battle.num[codes.MELEE_SQUARE])
    if is_crippled(battle, unit):
        total += add(battle, column, Modifier.CRIPPLED, battle.num[codes.MELEE_CRIPPLED])
    return total


@kernel
def height_over(unit_bits: int, enemy_bits: int) -> int:
    """ADN-36 Return 1 where land is higher than other land, -1 where it is lower."""
    above = level_of(unit_bits) - level_of(enemy_bits)
    return min(1, max(-1, above))


@kernel
def uphill(battle: Battle, above: int, column: int) -> int:
    """ADN-36 ADN-37 A unit uphill of its opponent adds one, in every round."""
    return add(battle, column, Modifier.UPHILL, battle.num[codes.MELEE_UPHILL]) if above > 0 else 0


@kernel
def struck(battle: Battle, target: int, where: int, column: int) -> int:
    """ADN-36 ADN-26 A unit attacked in flank or rear takes one or two off; a square has neither."""
    if where == 0 or formed(battle, target, Form.SQUARE):
        return 0
    if where == 1:
        return add(battle, column, Modifier.FLANK, battle.num[codes.MELEE_FLANKED])
    return add(battle, column, Modifier.REAR, battle.num[codes.MELEE_REAR])


@kernel
def charge_bonus(battle: Battle, unit: int) -> int:
    """ADN-36 Return what a charge adds: one for infantry, two for cavalry."""
    return battle.num[codes.MELEE_HORSE_CHARGE if battle.arm[unit] == Arm.CAV else codes.MELEE_FOOT_CHARGE]


@kernel
def melee(battle: Battle, attacker: int, defender: int, charging: bool, seized: bool) -> None:
    """ADN-33 ADN-35 ADN-37 One round: both throw; side struck and height are those of the charge that made contact."""
    guest = battle.own[attacker, Own.LOCKED] == defender + 1
    came = attacker if guest else defender
    where, above = battle.own[came, Own.WHERE], battle.own[came, Own.HEIGHT] * (1 if guest else -1)
    mine, theirs = melee_total(battle, attacker, defender, 0), melee_total(battle, defender, attacker, 1)
    if charging:
        mine += add(battle, 0, Modifier.CHARGE, charge_bonus(battle, attacker))
    mine += uphill(battle, above, 0)
    theirs += uphill(battle, -above, 1)
    if guest:
        theirs += struck(battle, defender, where, 1)
    else:
        mine += struck(battle, attacker, where, 0)
    if seized:
        theirs += add(battle, 1, Modifier.SEIZED, battle.num[codes.MELEE_SEIZED])
    a, d = throw(battle, 6, Die.ATTACK), throw(battle, 6, Die.DEFEND)
    outcome = outcome_of(mine + a, a, theirs + d, d)
    word = RESULT_WORDS[outcome]
    attack, defend = max(1, mine + a), max(1, theirs + d)
    log_event(
        battle, Event.COMBAT, rule=35, side=attacker // SIDE_UNITS, defender=defender, result=word, attack=attack,
        defend=defend, where=where if guest else 0,
    )  # fmt: skip
    log_unit(battle, Part.ATTACKER, attacker)
    battle.own[attacker, Own.FOUGHT] = 1
    take_outcome(battle, attacker, defender, outcome, where, guest)


@kernel
def take_outcome(battle: Battle, attacker: int, defender: int, outcome: int, where: int, guest: bool) -> None:
    """ADN-35 ADN-40 Carry out a result: disorder, recoil, critical event."""
    at_attacker, at_defender = (0, where) if guest else (where, 0)
    if outcome in (LOSES_GROUND, LOSES_ONE):
        hurt(battle, attacker, 1, Cause.COMBAT, at_attacker, False)
        if outcome == LOSES_GROUND and is_in_melee(battle, attacker):
            recoil(battle, attacker, 1, Cause.COMBAT, at_attacker)
    elif outcome != MISS:
        hurt(battle, defender, 2 if outcome == HITS_TWICE else 1, Cause.COMBAT, at_defender, outcome >= HITS_HARD)


@kernel
def fire_total(battle: Battle, unit: int, column: int) -> int:
    """ADN-24 ADN-26 ADN-40 HR-30 What a unit adds to its die in a shooting, as firer or target."""
    total = add(battle, column, Modifier.VALUE, own_fire(battle, unit) if column == 0 else fire_value(battle, unit))
    if formed(battle, unit, Form.COLUMN):
        total += add(battle, column, Modifier.FORMATION, battle.num[codes.FIRE_COLUMN])
    if formed(battle, unit, Form.SQUARE):
        total += add(battle, column, Modifier.FORMATION, battle.num[codes.FIRE_SQUARE])
    if is_crippled(battle, unit):
        total += add(battle, column, Modifier.CRIPPLED, battle.num[codes.MELEE_CRIPPLED])
    return total


@kernel
def range_adds(battle: Battle, firer: int, away: int) -> int:
    """ADN-38 ADN-39 ADN-52 What range, rain and soft ground make of a shot."""
    guns = battle.arm[firer] == Arm.ART
    near, far = (
        (codes.FIRE_GUN_SHORT, codes.FIRE_GUN_LONG) if guns else (codes.FIRE_MUSKET_SHORT, codes.FIRE_MUSKET_LONG)
    )
    total = 0
    if away <= battle.num[near]:
        total += add(battle, 0, Modifier.NEAR, battle.num[codes.FIRE_NEAR])
    if away > battle.num[far]:
        total += add(battle, 0, Modifier.FAR, battle.num[codes.FIRE_FAR])
    if battle.weather == Weather.PRECIPITATING:
        total += add(battle, 0, Modifier.RAIN, battle.num[codes.FIRE_RAIN])
    if guns and battle.ground == Ground.SOFT and away > battle.num[near]:
        total += add(battle, 0, Modifier.SOFT, battle.num[codes.FIRE_SOFT])
    return total


@kernel
def cover_adds(battle: Battle, firer: int, target: int) -> int:
    """ADN-38 ADN-39 What cover gives the target: heavy two against muskets, one against guns; light only the former."""
    bits = bits_at(battle, battle.x[target], battle.y[target])
    if battle.arm[firer] == Arm.ART:
        return battle.num[codes.FIRE_GUNS_COVER] if bits & HEAVY_COVER else 0
    if bits & HEAVY_COVER:
        return battle.num[codes.FIRE_HEAVY_COVER]
    return battle.num[codes.FIRE_LIGHT_COVER] if bits & LIGHT_COVER else 0


@kernel
def fire(battle: Battle, firer: int, target: int, aimed: bool) -> None:
    """ADN-15 ADN-16 ADN-38 ADN-39 A unit fires: who does not beat the target's total misses."""
    away = distance(battle, firer, target)
    mine = fire_total(battle, firer, 0) + range_adds(battle, firer, away)
    theirs = fire_total(battle, target, 1) + add(battle, 1, Modifier.COVER, cover_adds(battle, firer, target))
    if aimed:
        theirs += add(battle, 1, Modifier.AIMED, battle.num[codes.FIRE_AIMED])
    a, d = throw(battle, 6, Die.ATTACK), throw(battle, 6, Die.DEFEND)
    outcome = outcome_of(mine + a, a, theirs + d, d)
    hits = 0 if outcome < HITS_ONE else 2 if outcome == HITS_TWICE else 1
    battle.own[firer, Own.SHOT] = 1
    log_event(battle, Event.FIRE, rule=38, side=firer // SIDE_UNITS, firer=firer, target=target, hits=hits, range=away)
    canister = battle.own[firer, Own.CANISTER] == 1 and away <= battle.num[codes.FIRE_GUN_SHORT]
    if canister:
        battle.own[firer, Own.CANISTER] = 0
    hurt(battle, target, hits, Cause.FIRE, 0, outcome >= HITS_HARD or canister)


@kernel
def may_be_shot(battle: Battle, firer: int, target: int) -> bool:
    """ADN-31 ADN-40 May a unit be shot at: seen, and in no melee?"""
    return battle.status[target] == Status.BOARD and not is_in_melee(battle, target) and sees(battle, firer, target)
