"""The exact chances of one combat or one fire that is described in words, without a table: for calculators (EX-3).

Plain Python over the numbers of a profile; every chance is a fraction. The kernels ask the same of a battle's record
(``modifiers``, ``fire``, ``value``), and tests hold the two together.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from battles.resolvers.lgg.fighting.odds import combat_chance, fire_chance
from battles.resolvers.lgg.record import codes
from battles.resolvers.lgg.record.doctrine_numbers import ROUT_SHARE_LOST, ROUT_SHARE_RALLYABLE, doctrine_numbers
from battles.resolvers.lgg.record.fighters import Fighter
from battles.resolvers.lgg.record.profile import DATA, Profile

PLACE_MODIFIERS = ("CM5", "CM6", "CM7", "CM8")


@dataclass(frozen=True)
class Force:
    """A unit of a question: its type, its strength in strength points, what it costs new in points."""

    kind: Fighter
    strength: int
    price: int
    guard: bool = False
    outriders: bool = False

    @property
    def is_foot(self) -> bool:
        """Infantry."""
        return self.kind.arm == "foot"

    @property
    def is_horse(self) -> bool:
        """Cavalry."""
        return self.kind.arm == "cav"


@dataclass(frozen=True)
class Ground:
    """The other circumstances of a combat; every flag is about the defender unless it names the attackers.

    ``hindered`` is the number of attackers that have an obstacle or a bridge before them.
    """

    flanked: bool = False
    town: bool = False
    higher: bool = False
    rough: bool = False
    soft: bool = False
    undeployed: bool = False
    hindered: int = 0
    attackers_flanked: bool = False
    attackers_higher: bool = False
    attackers_rough: bool = False


@dataclass(frozen=True)
class Combat:
    """One or two attackers, their defender, and what else counts."""

    attackers: tuple[Force, ...]
    defender: Force
    ground: Ground = Ground()

    @property
    def with_horse(self) -> bool:
        """LGG-9.0-h Is cavalry among the attackers?"""
        return any(force.is_horse for force in self.attackers)

    @property
    def with_foot(self) -> bool:
        """CM4 Is infantry among the attackers?"""
        return any(force.is_foot for force in self.attackers)

    @property
    def squares(self) -> bool:
        """LGG-9.0-h Infantry that cavalry attacks is in squares."""
        return self.defender.is_foot and self.with_horse

    @property
    def flanked(self) -> bool:
        """LGG-12.0-d, e Two attackers always flank; squares and town blocks are never flanked."""
        taken = self.ground.flanked or len(self.attackers) == 2
        return taken and not self.squares and not self.ground.town


@dataclass(frozen=True)
class Fire:
    """A battery, its target, and what else counts; ``cover`` is none, soft or hard."""

    firer: Force
    target: Force
    flanked: bool = False
    soft: bool = False
    elevation: bool = False
    cover: str = "none"


@dataclass(frozen=True)
class Modifier:
    """One modifier by its id, with its value and its tag."""

    id: str
    value: int
    tag: str


@dataclass(frozen=True)
class CombatOdds:
    """The chances of the four results and what they are worth to the attackers, in points (AI-2)."""

    values: tuple[int, ...]
    defence: int
    attack_modifiers: tuple[Modifier, ...]
    defence_modifiers: tuple[Modifier, ...]
    chances: tuple[Fraction, Fraction, Fraction, Fraction]
    breaks: Fraction
    defender_hits: Fraction
    attacker_hits: Fraction
    value: Fraction

    @property
    def totals(self) -> tuple[int, int]:
        """The sums that either side adds to its die."""
        attack = sum(self.values) + sum(one.value for one in self.attack_modifiers)
        return attack, self.defence + sum(one.value for one in self.defence_modifiers)


@dataclass(frozen=True)
class FireOdds:
    """The chances of no, one and two hits and what they are worth to the firer, in points (AI-2)."""

    firer_modifiers: tuple[Modifier, ...]
    target_modifiers: tuple[Modifier, ...]
    chances: tuple[Fraction, Fraction, Fraction]
    breaks: Fraction
    hits: Fraction
    value: Fraction

    @property
    def totals(self) -> tuple[int, int]:
        """The sums that either side adds to its die."""
        first, second = (sum(one.value for one in part) for part in (self.firer_modifiers, self.target_modifiers))
        return first, second


def combat_odds(combat: Combat, profile: Profile) -> CombatOdds:
    """LGG-10.0 The exact odds of one combat."""
    values, defence = tuple(_attack_value(one, combat.defender) for one in combat.attackers), _defence_value(combat)
    ours, theirs = tuple(_attack_modifiers(combat, profile)), tuple(_defence_modifiers(combat, profile))
    attack = sum(values) + sum(one.value for one in ours)
    against = defence + sum(one.value for one in theirs)
    rout, hit, one, two = (Fraction(combat_chance(attack, against, row), 100) for row in range(4))
    defender, strength = combat.defender, sum(force.strength for force in combat.attackers)
    gain = rout * _rout_value(defender) + hit * hit_value(defender, 1)
    loss = one * _attackers_loss(combat, 1) + two * _attackers_loss(combat, 2)
    return CombatOdds(
        values, defence, ours, theirs, (rout, hit, one, two),
        breaks=rout + (hit if defender.strength == 1 else 0), defender_hits=hit,
        attacker_hits=one + two * min(2, strength), value=gain - loss,
    )  # fmt: skip


def fire_odds(fire: Fire, profile: Profile) -> FireOdds:
    """LGG-13.0-c The exact odds of one fire."""
    ours, theirs = tuple(_firer_modifiers(fire, profile)), tuple(_target_modifiers(fire, profile))
    firing, covering = (sum(one.value for one in part) for part in (ours, theirs))
    none, one, two = (Fraction(fire_chance(firing, covering, hits), 100) for hits in range(3))
    target = fire.target
    breaks = two if target.strength == 2 else one + two if target.strength == 1 else Fraction(0)
    return FireOdds(
        ours, theirs, (none, one, two), breaks=breaks,
        hits=one + two * min(2, target.strength), value=one * hit_value(target, 1) + two * hit_value(target, 2),
    )  # fmt: skip


def _attack_value(attacker: Force, defender: Force) -> int:
    """LGG-10.0-b An attacker's combat value by the class of its defender."""
    value = attacker.kind.cv_cav[0] if defender.is_horse else attacker.kind.cv_foot[0]
    return codes.NO_ATTACK if value is None else value


def _defence_value(combat: Combat) -> int:
    """LGG-10.0-b, c The defender's value by the attackers' class; mixed: squares for infantry, else the lower."""
    foot, horse = combat.defender.kind.cv_foot[1], combat.defender.kind.cv_cav[1]
    if not combat.with_horse:
        return foot
    return horse if combat.defender.is_foot or not combat.with_foot else min(foot, horse)


@cache
def _shipped() -> dict[str, Any]:
    return tomllib.loads(DATA.read_text(encoding="utf-8"))


def _tag(profile: Profile, section: str, key: str) -> str:
    """ENG-1 Where a number comes from."""
    own = profile.values.get(section, {}).get(key, {}).get("tag")
    return str(own or _shipped()[section][key]["tag"])


def _listed(profile: Profile, section: str, pairs: Iterator[tuple[str, int]]) -> Iterator[Modifier]:
    """Return the modifiers that are not 0, with their tags."""
    return (Modifier(key, value, _tag(profile, section, key)) for key, value in pairs if value)


def _attack_modifiers(combat: Combat, profile: Profile) -> Iterator[Modifier]:
    """REC-4 The attackers' modifiers in the order of their numbers."""
    ground = combat.ground
    applies = {
        "CM1": _missing(*combat.attackers),
        "CM2": any(force.guard for force in combat.attackers),
        "CM3": ground.attackers_flanked,
        "CM5": ground.attackers_higher,
        "CM9": ground.attackers_rough and combat.with_horse,
        "CM10": ground.soft and combat.with_horse,
    }
    return _listed(profile, "combat", _limited(profile, {key: int(times) for key, times in applies.items()}))


def _defence_modifiers(combat: Combat, profile: Profile) -> Iterator[Modifier]:
    """REC-4 The defender's modifiers in the order of their numbers."""
    ground, defender = combat.ground, combat.defender
    applies = {
        "CM1": _missing(defender),
        "CM2": defender.guard,
        "CM3": combat.flanked,
        "CM4": combat.squares and combat.with_foot,
        "CM5": ground.higher,
        "CM6": ground.town,
        "CM7": ground.hindered == len(combat.attackers),
        "CM8": ground.rough and defender.is_foot,
        "CM9": ground.rough and defender.is_horse,
        "CM11": ground.undeployed and not (defender.is_foot or defender.is_horse),
    }
    counted = {key: int(times) for key, times in applies.items()}
    one_of_two = len(combat.attackers) == 2 and ground.hindered == 1
    other = {"CM7": int(profile.tables["combat"]["one_hindered"])} if one_of_two else {}
    return _listed(profile, "combat", _limited(profile, counted, other))


def _missing(*forces: Force) -> int:
    """CM1 Strength points missing from full strength."""
    return sum(force.kind.full - force.strength for force in forces)


def _limited(profile: Profile, times: dict[str, int], other: dict[str, int] | None = None
             ) -> Iterator[tuple[str, int]]:
    """REC-4 Each modifier's value; CM5 to CM8 of one side together stay within their limit."""
    numbers, placed = profile.tables["combat"], 0
    for key, count in times.items():
        value = (other or {}).get(key, count * int(numbers[key]))
        if key in PLACE_MODIFIERS:
            value = min(value, int(numbers["place_limit"]) - placed)
            placed += value
        yield key, value


def _firer_modifiers(fire: Fire, profile: Profile) -> Iterator[Modifier]:
    """REC-5 The battery's modifiers."""
    numbers, kind = profile.tables["fire"], fire.firer.kind
    power = kind.fire_power or 0
    if power:
        yield Modifier("FP", power, kind.tags.get("fire_power", ""))
    applies = {"flank": fire.flanked, "guard": fire.firer.guard, "soft_ground": fire.soft, "elevation": fire.elevation}
    yield from _listed(profile, "fire", ((key, int(numbers[key])) for key, holds in applies.items() if holds))


def _target_modifiers(fire: Fire, profile: Profile) -> Iterator[Modifier]:
    """REC-5 The target's modifiers: its class, and the best cover."""
    keys = {"foot": "infantry", "cav": "cavalry", "art": "artillery", "eng": "engineer", "veh": "vehicle"}
    found = [keys[fire.target.kind.arm]] + ([f"{fire.cover}_cover"] if fire.cover != "none" else [])
    return _listed(profile, "fire", ((key, int(profile.tables["fire"][key])) for key in found))


def point_value(force: Force) -> Fraction:
    """AI-1 The value of one strength point: what the unit costs new, shared out."""
    return Fraction(force.price, force.kind.full)


def _rout_value(force: Force) -> Fraction:
    """AI-1 Return what a rout costs: less for a unit that may rally."""
    rallies = (force.is_foot or force.is_horse) and not force.outriders
    share = doctrine_numbers()[ROUT_SHARE_RALLYABLE if rallies else ROUT_SHARE_LOST]
    return Fraction(str(share)) * force.strength * point_value(force)


def hit_value(force: Force, hits: int) -> Fraction:
    """AI-1, AI-2 What hits cost; the hit that breaks the unit counts as a rout."""
    return _rout_value(force) if hits >= force.strength else hits * point_value(force)


def _attackers_loss(combat: Combat, hits: int) -> Fraction:
    """AI-2 Return what hits on the attackers cost when their owner puts them where they hurt least."""
    ways = [hit_value(force, hits) for force in combat.attackers]
    if hits == 2 and len(combat.attackers) == 2:
        ways.append(sum((hit_value(force, 1) for force in combat.attackers), Fraction(0)))
    return min(ways)
