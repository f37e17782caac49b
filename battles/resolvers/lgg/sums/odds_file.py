"""A question about odds as a JSON document, and its answer as one: what `odds` and the calculators read and show."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from base.place import JsonPlace
from base.refusal import Refusal
from battles.resolvers.contract.manifest import OddsQuestion, OddsUnit
from battles.resolvers.lgg.record.profile import Profile, make_profile, shipped_profile
from battles.resolvers.lgg.sums.exact_odds import (
    Combat,
    CombatOdds,
    Fire,
    FireOdds,
    Force,
    Ground,
    Modifier,
    combat_odds,
    fire_odds,
)

QUESTIONS = (
    OddsQuestion(
        key="combat",
        title="Combat",
        note="Two dice decide: the chances are counted over all hundred pairs of their faces, exactly.",
        units=(
            OddsUnit("first", "Attacker", ("foot", "cav")),
            OddsUnit("second", "Second attacker", ("foot", "cav"), needed=False),
            OddsUnit("defender", "Defender"),
        ),
        ticks=(
            ("flanked", "the defender is contacted in flank or rear, or has an enemy behind it"),
            ("town", "the defender holds a town block"),
            ("obstacle", "the defender is behind an obstacle, or at the end of a bridge"),
            ("one_hindered", "the obstacle is before one of two attackers alone"),
            ("higher", "the defender stands higher"),
            ("rough", "the defender is in rough ground"),
            ("undeployed", "guns, engineers or a train are on a bridge, or on a road through rough ground"),
            ("soft", "the ground is soft"),
            ("attackers_flanked", "an enemy is behind the attackers"),
            ("attackers_higher", "the attackers stand higher"),
            ("attackers_rough", "attacking cavalry is in rough ground"),
        ),
    ),
    OddsQuestion(
        key="fire",
        title="Fire",
        note="Two dice decide: the chances are counted over all hundred pairs of their faces, exactly.",
        units=(OddsUnit("first", "Battery", ("art",)), OddsUnit("defender", "Target")),
        ticks=(
            ("flanked", "the battery is not to the target's front"),
            ("soft", "the ground is soft"),
            ("elevation", "battery and target stand on different elevations"),
        ),
        choices=(("cover", "Cover of the target", (("none", "none"), ("soft", "soft"), ("hard", "hard"))),),
    ),
)
"""What the forms of both questions ask for."""


KINDS = ("combat", "fire")
COVERS = ("none", "soft", "hard")
COMBAT_RESULTS = ("rout", "defender_hit", "attacker_hit", "attacker_two_hits")
FIRE_RESULTS = ("nothing", "one_hit", "two_hits")
GROUND_FLAGS = (
    "flanked", "town", "higher", "rough", "soft", "undeployed", "attackers_flanked", "attackers_higher",
    "attackers_rough",
)  # fmt: skip
COMBAT_KEYS = (*GROUND_FLAGS, "squares", "obstacle", "one_hindered")
FIRE_KEYS = ("flanked", "soft", "elevation", "cover")


@dataclass(frozen=True)
class Question:
    """A combat or a fire, and the numbers by which it is answered."""

    asked: Combat | Fire
    profile: Profile

    def answer(self) -> dict[str, Any]:
        """LGG-10.0-j, 13.0-h The odds as JSON values."""
        if isinstance(self.asked, Combat):
            return {"kind": "combat"} | self._head() | _combat(self.asked, combat_odds(self.asked, self.profile))
        return {"kind": "fire"} | self._head() | _fire(fire_odds(self.asked, self.profile))

    def _head(self) -> dict[str, Any]:
        return {"rules": "lgg", "profile": f"sha256:{self.profile.digest}"}


def read_question(data: object) -> Question:
    """Return the question in an object read from JSON; raises Refusal with the path of what is wrong."""
    file = JsonPlace(data)
    file.object(required=("kind", "attackers", "defender"), optional=("situation", "rules", "profile"))
    file.at("rules").choice(("lgg",), "lgg")
    profile = _profile(file.at("profile"))
    kind = file.at("kind").choice(KINDS)
    situation = file.at("situation")
    if situation.value is None:
        situation = JsonPlace({}, "situation")
    read = _read_combat if kind == "combat" else _read_fire
    return Question(read(file, situation, profile), profile)


def _profile(place: JsonPlace) -> Profile:
    if place.value is None:
        return shipped_profile()
    if not isinstance(place.value, dict):
        place.object()
    try:
        return make_profile(place.value)
    except Refusal as refusal:
        raise Refusal(f"{place.path}.{refusal}") from refusal


def _read_force(place: JsonPlace, profile: Profile) -> Force:
    """REC-1 A unit by its type; at full strength unless asked otherwise."""
    place.object(required=("type",), optional=("guard", "outriders", "strength", "name"))
    known = profile.catalogue
    kind = profile.fighters[place.at("type").choice(profile.fighters)]
    guard, outriders = place.at("guard").flag(False), place.at("outriders").flag(False)
    if guard and not kind.may_be_guard:
        place.at("guard").refuse(f"{kind.key} cannot be Guard; use false.")
    if outriders and not kind.may_be_outriders:
        place.at("outriders").refuse(f"{kind.key} cannot be Outriders; only irreg_cav can.")
    strength = place.at("strength").integer(1, kind.full) if place.has("strength") else kind.full
    price = kind.buy + (known.guard.buy.get(kind.key, 0) if guard else 0)
    return Force(kind, strength, price, guard, outriders)


def _read_combat(file: JsonPlace, situation: JsonPlace, profile: Profile) -> Combat:
    """LGG-9.0-b One or two attackers and their defender."""
    places = file.at("attackers").items(least=1, most=2)
    attackers = tuple(_read_force(place, profile) for place in places)
    defender = _read_force(file.at("defender"), profile)
    for place, force in zip(places, attackers, strict=True):
        if not _may_attack(force, defender):
            place.at("type").refuse(f"{force.kind.key} may not attack; only infantry and cavalry do (LGG-8.4-e).")
    situation.object(optional=COMBAT_KEYS)
    flags = {key: situation.at(key).flag(False) for key in GROUND_FLAGS}
    combat = Combat(attackers, defender, Ground(**flags, hindered=_read_hindered(situation, len(attackers))))
    _check_squares(situation, combat)
    _check_place(situation, combat)
    _check_rough(situation, combat, profile)
    return combat


def _may_attack(force: Force, defender: Force) -> bool:
    values = force.kind.cv_cav if defender.is_horse else force.kind.cv_foot
    return (force.is_foot or force.is_horse) and values[0] is not None


def _read_hindered(situation: JsonPlace, attackers: int) -> int:
    """CM7 How many attackers have an obstacle or a bridge before them."""
    obstacle, one = situation.at("obstacle").flag(False), situation.at("one_hindered").flag(False)
    if not one:
        return attackers if obstacle else 0
    if attackers == 1:
        situation.at("one_hindered").refuse("that is for one of two attackers; use obstacle for a single one.")
    return 1


def _check_squares(situation: JsonPlace, combat: Combat) -> None:
    """LGG-9.0-h Squares follow from who fights."""
    place = situation.at("squares")
    if place.value is None or place.flag() == combat.squares:
        return
    if combat.squares:
        place.refuse("infantry that cavalry attacks is in squares (LGG-9.0-h); use true or leave it out.")
    place.refuse("only infantry that cavalry attacks forms squares (LGG-9.0-h); use false or leave it out.")


def _check_place(situation: JsonPlace, combat: Combat) -> None:
    """LGG-8.4-c, CM5 A town is held by infantry and attacked by it; only one side can stand higher."""
    ground = combat.ground
    if ground.town and not combat.defender.is_foot:
        situation.at("town").refuse("only infantry holds a town block (LGG-8.4-c).")
    if ground.town and combat.with_horse:
        situation.at("town").refuse("only infantry may attack a town block (LGG-8.4-c).")
    if ground.higher and ground.attackers_higher:
        situation.at("attackers_higher").refuse("only one side stands higher; leave higher or this one out.")


def _check_rough(situation: JsonPlace, combat: Combat, profile: Profile) -> None:
    """LGG-3.0-b, R-28 Heavy cavalry is never in rough ground, unless a profile lets it follow roads there."""
    if profile.tables["options"]["heavy_cav_on_road"]:
        return
    if combat.ground.rough and combat.defender.kind.key == "heavy_cav":
        situation.at("rough").refuse("heavy cavalry cannot be in rough ground (LGG-3.0-b); leave it out.")
    horse = [force.kind.key for force in combat.attackers if force.is_horse]
    if combat.ground.attackers_rough and horse and set(horse) == {"heavy_cav"}:
        situation.at("attackers_rough").refuse("heavy cavalry cannot be in rough ground (LGG-3.0-b); leave it out.")


def _read_fire(file: JsonPlace, situation: JsonPlace, profile: Profile) -> Fire:
    """LGG-13.0-a A battery and its target."""
    (place,) = file.at("attackers").items(least=1, most=1)
    firer, target = _read_force(place, profile), _read_force(file.at("defender"), profile)
    if firer.kind.arm != "art":
        place.at("type").refuse(f"{firer.kind.key} does not fire; only artillery does.")
    situation.object(optional=FIRE_KEYS)
    flags = {key: situation.at(key).flag(False) for key in FIRE_KEYS[:-1]}
    return Fire(firer, target, **flags, cover=situation.at("cover").choice(COVERS, "none"))


def exact(chance: Fraction) -> dict[str, Any]:
    """Return a fraction, exactly and as a decimal number."""
    return {"fraction": str(chance), "decimal": float(chance)}


def _modifiers(listed: tuple[Modifier, ...]) -> list[dict[str, Any]]:
    return [{"id": one.id, "value": one.value, "tag": one.tag} for one in listed]


def _combat(combat: Combat, odds: CombatOdds) -> dict[str, Any]:
    attack, defend = odds.totals
    return {
        "squares": combat.squares,
        "flanked": combat.flanked,
        "cv": {"attack": list(odds.values), "defend": odds.defence},
        "modifiers": {"attack": _modifiers(odds.attack_modifiers), "defend": _modifiers(odds.defence_modifiers)},
        "totals": {"attack": attack, "defend": defend},
        "chances": {name: exact(chance) for name, chance in zip(COMBAT_RESULTS, odds.chances, strict=True)},
        "defender_breaks": exact(odds.breaks),
        "expected_hits": {"attackers": exact(odds.attacker_hits), "defender": exact(odds.defender_hits)},
        "value": exact(odds.value),
    }


def _fire(odds: FireOdds) -> dict[str, Any]:
    firer, target = odds.totals
    return {
        "modifiers": {"attack": _modifiers(odds.firer_modifiers), "defend": _modifiers(odds.target_modifiers)},
        "totals": {"attack": firer, "defend": target},
        "chances": {name: exact(chance) for name, chance in zip(FIRE_RESULTS, odds.chances, strict=True)},
        "defender_breaks": exact(odds.breaks),
        "expected_hits": {"defender": exact(odds.hits)},
        "value": exact(odds.value),
    }
