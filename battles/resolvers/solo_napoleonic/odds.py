"""Exact odds of a fire, a round of melee, a morale test and a charge, by the kernels' own tables (SNW-31 to SNW-61)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from base.place import JsonPlace
from battles.resolvers.common import codes
from battles.resolvers.common.chances import exact, read_kind, read_profile, read_unit, situation_of
from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, Arm
from battles.resolvers.common.plane import cosines
from battles.resolvers.common.record import Battle, blank
from battles.resolvers.contract.manifest import OddsQuestion, OddsUnit
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.charge_odds import CHARGE, arrange_charge, below, charge_figures
from battles.resolvers.solo_napoleonic.codes import MM, NUMBERS, RESULT_KEYS, Form, Lead, Own
from battles.resolvers.solo_napoleonic.fighting.melee import (
    dice_of,
    fighters,
    melee_extra,
    melee_save,
    points_a_man,
    potential,
)
from battles.resolvers.solo_napoleonic.fighting.morale import T_CHARGED, T_MARKED, capped, failure, morale_needed
from battles.resolvers.solo_napoleonic.fighting.shooting import (
    OUT_OF_RANGE,
    gun_band,
    gun_modifiers,
    gun_save,
    hits_of,
    small_band,
    volley_modifiers,
)
from battles.resolvers.solo_napoleonic.footing import front_figures, set_base
from battles.resolvers.solo_napoleonic.resolver import class_of_kind
from battles.resolvers.solo_napoleonic.system import SYSTEM
from rosters.rules.catalogue import catalogue

SLUG = "solo_napoleonic"
FIRST, SECOND = 0, SIDE_UNITS
FIGHTERS = ("foot", "cav", "art")
MOST_SHOWN = 12
FORMS = {"line": Form.LINE, "column": Form.COLUMN, "square": Form.SQUARE}
COVERS = {"none": codes.Land.CLEAR, "soft": codes.Land.ROUGH, "hard": codes.Land.TOWN}
_FORM = ("formation", "Formation of the target", tuple((key, key.capitalize()) for key in FORMS))
_COVER = ("cover", "Cover of the target", (("none", "None"), ("soft", "Soft"), ("hard", "Hard")))
_MOVED = ("moved", "the firer moved this turn")
_AID, _SPOIL = ("aid", "a chance card helps it"), ("spoil", "a chance card of the enemy spoils it")
QUESTIONS = (
    OddsQuestion(
        key="fire", title="Fire", note="All dice, parts of a hit and saves are counted, exactly.",
        units=(OddsUnit("first", "Firer", FIGHTERS), OddsUnit("defender", "Target", FIGHTERS)),
        ticks=(_MOVED, _AID, _SPOIL), choices=(_FORM, _COVER), numbers=(("range", "Range, millimetres", 0, 1100, 75),
                                                           ("disorder", "Disorder of the firer", 0, 12, 0)),
    ),
    OddsQuestion(
        key="combat", title="Melee", note="The first round of a melee; all sums of the dice and saves are counted.",
        units=(OddsUnit("first", "Attacker", FIGHTERS), OddsUnit("defender", "Defender", FIGHTERS)),
        ticks=(("standing", "the defender is hit while standing"), ("flanked", "on flank or rear")),
        choices=(_FORM,), numbers=(("disorder", "Disorder of the attacker", 0, 12, 0),
                                   ("defender_disorder", "Disorder of the defender", 0, 12, 0)),
    ),
    OddsQuestion(
        key="morale", title="Morale", note="One d100; who fails throws a d10.",
        units=(OddsUnit("defender", "Unit", FIGHTERS),),
        ticks=(("control", "in control"), ("charged", "charged by cavalry of its own class"), _AID),
        choices=(_FORM, _COVER),
        numbers=(("friends", "Friends near", 0, 3, 0), ("casualties", "Casualties this turn", 0, 17, 0),
                 ("disorder", "Disorder", 0, 12, 0)),
    ),
    CHARGE,
)  # fmt: skip
"""What the forms of the questions ask for."""
Law = dict[int, Fraction]


@dataclass(frozen=True)
class Question:
    """A question, with the record in which the units stand."""

    kind: str
    battle: Battle
    profile: str
    values: Mapping[str, Any]

    def answer(self) -> dict[str, Any]:
        """SNW-34 SNW-45 SNW-53 The odds as JSON values."""
        ways = {"fire": self._fire, "combat": self._combat, "morale": self._morale, "charge": self._charge}
        answer = ways[self.kind]()
        return {"kind": self.kind, "rules": SLUG, "profile": self.profile} | answer

    def _fire(self) -> dict[str, Any]:
        law = fire_law(self.battle, int(self.values["range"]), cards_of(self.battle, self.values))
        left = int(self.battle.left[SECOND])
        gone = sum((p for lost, p in law.items() if lost >= left), Fraction(0))
        return {
            "chances": {f"lost_{lost}": exact(p) for lost, p in sorted(cut(law, MOST_SHOWN).items())},
            "defender_breaks": exact(gone),
            "expected_hits": {"defender": exact(mean(law))},
        }

    def _combat(self) -> dict[str, Any]:
        mine = melee_law(self.battle, SECOND, FIRST, standing=False, flank=False)
        flank, standing = bool(self.values["flanked"]), bool(self.values["standing"])
        theirs = melee_law(self.battle, FIRST, SECOND, standing=standing, flank=flank)
        less = sum((p * q for a, p in mine.items() for b, q in theirs.items() if a > b), Fraction(0))
        more = sum((p * q for a, p in mine.items() for b, q in theirs.items() if a < b), Fraction(0))
        named = {"attacker_worse": less, "equal": 1 - less - more, "defender_worse": more}
        return {
            "chances": {key: exact(p) for key, p in named.items()},
            "expected_hits": {"attacker": exact(mean(mine)), "defender": exact(mean(theirs))},
        }

    def _morale(self) -> dict[str, Any]:
        needed = needed_of(self.battle, self.values)
        law = morale_law(self.battle, needed)
        return {
            "chances": {key: exact(law[key]) for key in RESULT_KEYS},
            "counted": [{"id": "needed", "value": needed, "tag": "SRC"}],
        }

    def _charge(self) -> dict[str, Any]:
        starts, home = charge_figures(self.battle, self.values)
        named = {"starts": starts, "goes_home": home}
        return {
            "chances": {key: exact(below(needed)) for key, needed in named.items()},
            "counted": [{"id": key, "value": needed, "tag": "SRC"} for key, needed in named.items()],
        }


def mean(law: Law) -> Fraction:
    """Return the mean of a law."""
    return sum((value * p for value, p in law.items()), Fraction(0))


def cut(law: Law, most: int) -> Law:
    """Return a law with all above ``most`` taken together."""
    made: Law = {}
    for value, p in law.items():
        made[min(value, most)] = made.get(min(value, most), Fraction(0)) + p
    return made


def sums(laws: Iterable[Law]) -> Law:
    """Return the law of a sum of independent numbers."""
    made: Law = {0: Fraction(1)}
    for law in laws:
        new: Law = {}
        for a, p in made.items():
            for b, q in law.items():
                new[a + b] = new.get(a + b, Fraction(0)) + p * q
        made = new
    return made


def die(sides: int) -> Law:
    """Return the law of a die."""
    return {face: Fraction(1, sides) for face in range(1, sides + 1)}


def unsaved(law: Law, least: int) -> Law:
    """SNW-35 The law of those that are not saved, each on its own with a d6 of at least ``least``."""
    falls = Fraction(min(6, max(0, least - 1)), 6)
    made: Law = {}
    for hits, p in law.items():
        for dead in range(hits + 1):
            chance = comb(hits, dead) * falls**dead * (1 - falls) ** (hits - dead)
            made[dead] = made.get(dead, Fraction(0)) + p * chance
    return {dead: p for dead, p in made.items() if p}


def volley_law(battle: Battle, extra: int, band: int) -> Law:
    """SNW-32 SNW-34 The law of the hits of one volley."""
    made: Law = {}
    for face, p in die(int(battle.num[n.FIRE_DIE])).items():
        whole, part = hits_of(max(0, face + extra), int(battle.num[n.FIRE_QUARTERS + band]))
        for hits, chance in ((whole, Fraction(100 - part, 100)), (whole + 1, Fraction(part, 100))):
            if chance:
                made[hits] = made.get(hits, Fraction(0)) + p * chance
    return made


def cards_of(battle: Battle, values: Mapping[str, Any]) -> int:
    """SNW-12 Return what chance cards add to a fire."""
    own, foe = int(battle.num[n.CHANCE_OWN_FIRE]), int(battle.num[n.CHANCE_ENEMY_FIRE])
    return own * int(values["aid"]) + foe * int(values["spoil"])


def fire_law(battle: Battle, gap: int, cards: int = 0) -> Law:
    """SNW-31 SNW-39 The law of the figures that fall to one fire."""
    if battle.arm[FIRST] == Arm.ART:
        band = gun_band(battle, FIRST, MM * gap)
        extra = gun_modifiers(battle, FIRST, SECOND, band) + cards
        thrown = sums([die(6)] * int(battle.num[n.GUNS_DICE + band]))
        hits = {max(0, pips + extra): Fraction(0) for pips in thrown}
        for pips, p in thrown.items():
            hits[max(0, pips + extra)] += p
        return capped_law(battle, SECOND, unsaved(hits, gun_save(battle, band)))
    band = small_band(battle, FIRST, MM * gap)
    volley = volley_law(battle, volley_modifiers(battle, FIRST, SECOND) + cards, band)
    volleys = front_figures(battle, FIRST) // int(battle.num[n.FIRE_FIGURES])
    return capped_law(battle, SECOND, unsaved(sums([volley] * volleys), int(battle.num[n.FIRE_SAVES + band])))


def capped_law(battle: Battle, unit: int, law: Law) -> Law:
    """No unit loses more figures than it has."""
    return cut(law, int(battle.left[unit]))


def melee_law(battle: Battle, unit: int, other: int, *, standing: bool, flank: bool) -> Law:
    """SNW-45 to SNW-50 The law of the figures that ``other`` loses to a unit in the first round."""
    points = fighters(battle, unit, other, True) * points_a_man(battle, unit, other)
    dice = dice_of(points, int(battle.num[n.MELEE_POINTS]))
    extra = melee_extra(battle, unit, dice, standing, flank, 0)
    hits: Law = {}
    for pips, p in sums([die(6)] * dice).items():
        made = potential(pips + extra, False)
        hits[made] = hits.get(made, Fraction(0)) + p
    return capped_law(battle, other, unsaved(hits, melee_save(battle, other, unit)))


def morale_law(battle: Battle, needed: int) -> dict[str, Fraction]:
    """SNW-53 SNW-57 The chances of standing and of each result of a failure."""
    stands = Fraction(min(100, max(0, needed - 1)), 100)
    made = dict.fromkeys(RESULT_KEYS, Fraction(0))
    made["pass"] = stands
    for face in range(1, 11):
        made[RESULT_KEYS[failure(battle, face)]] += (1 - stands) / 10
    return made


def needed_of(battle: Battle, values: Mapping[str, Any]) -> int:
    """SNW-53 The figure of a morale test."""
    friends = min(int(values["friends"]), int(battle.num[n.MORALE_FRIENDS])) * int(battle.num[n.MORALE_FRIEND])
    charged = bool(values["charged"])
    why, enemy = (T_CHARGED, FIRST) if charged else (T_MARKED, NOBODY)
    card = int(battle.num[n.CHANCE_MORALE]) * int(values["aid"])
    return capped(battle, int(morale_needed(battle, SECOND, why, enemy)) + friends + card)


def read_question(data: object) -> Question:
    """Return the question in an object read from JSON; raises Refusal with the path of what is wrong."""
    file, asked = read_kind(data, SLUG, QUESTIONS, single=False)
    kind, profile = asked.key, read_profile(file, NUMBERS, SYSTEM.options)
    situation = situation_of(file)
    values = _values(situation, asked)
    battle = _scene(profile)
    _put(battle, SECOND, file.at("defender"))
    if kind == "morale":
        _put_horse(battle, int(battle.own[SECOND, Own.CLASS]))
    else:
        (attacker,) = file.at("attackers").items(least=1, most=1)
        _put(battle, FIRST, attacker)
        _check(battle, kind, attacker, situation, values)
    _arrange(battle, values)
    return Question(kind, battle, NUMBERS.digest(profile), values)


def _values(situation: JsonPlace, asked: OddsQuestion) -> dict[str, Any]:
    flags = {key: situation.at(key).flag(False) for key, _ in asked.ticks if _known(situation, asked)}
    picks = {key: situation.at(key).choice(tuple(v for v, _ in ways), ways[0][0]) for key, _, ways in asked.choices}
    wholes = {
        key: situation.at(key).integer(least, most) if situation.has(key) else empty
        for key, _, least, most, empty in asked.numbers
    }
    return flags | picks | wholes


def _known(situation: JsonPlace, asked: OddsQuestion) -> bool:
    """Refuse a key of the situation that this question does not have."""
    keys = [key for key, *_ in asked.ticks] + [key for key, *_ in asked.choices] + [key for key, *_ in asked.numbers]
    situation.object(optional=tuple(keys))
    return True


def _scene(profile: dict[str, Any]) -> Battle:
    battle = blank(logged=False)
    NUMBERS.fill(battle, profile)
    battle.cosine[:] = cosines()
    battle.columns, battle.lines, battle.cell = 40, 40, 250
    battle.board_width = battle.board_depth = 10_000
    battle.turn = 1
    for leader in (0, SIDE_LEADERS):
        battle.lead_state[leader], battle.lead_with[leader], battle.lead_own[leader, Lead.TH] = (
            codes.Status.BOARD,
            NOBODY,
            1,
        )
        battle.leaders[leader // SIDE_LEADERS] = 1
    return battle


def _put(battle: Battle, unit: int, place: JsonPlace) -> None:
    """SNW-66 A battalion, regiment or battery by its type; ``strength`` counts for nothing here."""
    asked = read_unit(place)
    kind = catalogue().unit_types[asked.type]
    _make(battle, unit, codes.TYPE_KEYS.index(kind.key), codes.ARM_KEYS.index(kind.arm), int(asked.guard))


def _make(battle: Battle, unit: int, kind: int, arm: int, guard: int) -> None:
    battle.arm[unit], battle.kind[unit], battle.guard[unit] = arm, kind, guard
    battle.status[unit], battle.units[unit // SIDE_UNITS] = codes.Status.BOARD, 1
    figure = {Arm.FOOT: 0, Arm.CAV: 1, Arm.ART: 3 if kind == codes.Type.HORSE_ART else 2}[Arm(arm)]
    battle.cap[unit] = battle.left[unit] = battle.num[n.FORMATION_FIGURES + figure]
    battle.own[unit, Own.CLASS], battle.own[unit, Own.LOCK] = class_of_kind(battle, unit), NOBODY
    battle.own[unit, Own.BRIGADE] = unit // SIDE_UNITS * SIDE_LEADERS
    set_base(battle, unit, {Arm.FOOT: Form.LINE, Arm.CAV: Form.HORSE, Arm.ART: Form.DEPLOYED}[Arm(arm)])


def _put_horse(battle: Battle, quality: int) -> None:
    """Cavalry of a class that charges, 10 cm before the unit."""
    kind = (codes.Type.HEAVY_CAV, codes.Type.HEAVY_CAV, codes.Type.LIGHT_CAV, codes.Type.IRREG_CAV)[quality]
    _make(battle, FIRST, kind, Arm.CAV, int(quality == 0))


def _arrange(battle: Battle, values: Mapping[str, Any]) -> None:
    """Put both face to face, with their situation."""
    battle.x[FIRST] = battle.x[SECOND] = 5000
    battle.y[FIRST], battle.y[SECOND], battle.heading[SECOND] = 2000, 8000, 180
    if battle.arm[SECOND] == Arm.FOOT and "formation" in values:
        set_base(battle, SECOND, FORMS[values["formation"]])
    bits = COVERS[values.get("cover", "none")]
    battle.land[int(battle.y[SECOND]) // 250 * 40 + 20] = bits
    chits = int(values.get("disorder", 0))
    battle.own[SECOND if "friends" in values else FIRST, Own.CHITS] = chits
    battle.own[SECOND, Own.CHITS] += int(values.get("defender_disorder", 0))
    battle.own[FIRST, Own.MOVED] = int(values.get("moved", False))
    if "friends" in values:
        _unsettle(battle, values)
    if "leader" in values:
        arrange_charge(battle, values)


def _unsettle(battle: Battle, values: Mapping[str, Any]) -> None:
    """Collect what the situation of a morale test holds of the unit: casualties of the turn, control."""
    lost = min(int(values["casualties"]), int(battle.left[SECOND]) - 1)
    battle.left[SECOND] -= lost
    battle.own[SECOND, Own.LOST_NOW] = lost
    battle.lead_x[SIDE_LEADERS], battle.lead_y[SIDE_LEADERS] = battle.x[SECOND], battle.y[SECOND]
    battle.lead_own[SIDE_LEADERS, Lead.CONTROLS] = int(values["control"])


def _check(battle: Battle, kind: str, attacker: JsonPlace, situation: JsonPlace, values: Mapping[str, Any]) -> None:
    """SNW-36 SNW-40 SNW-45 Refuse a fire out of range and a melee that guns would begin."""
    if kind in ("combat", "charge"):
        if battle.arm[FIRST] == Arm.ART:
            attacker.at("type").refuse("artillery does not charge (SNW-60); choose infantry or cavalry.")
        return
    reach = int(values["range"])
    if battle.arm[FIRST] == Arm.CAV:
        attacker.at("type").refuse("formed cavalry does not fire (SNW-36); choose infantry or artillery.")
    guns = battle.arm[FIRST] == Arm.ART
    if guns and values["moved"] and battle.kind[FIRST] != codes.Type.HORSE_ART:
        situation.at("moved").refuse("foot guns that moved do not fire (SNW-42); use false.")
    band = gun_band(battle, FIRST, MM * reach) if guns else small_band(battle, FIRST, MM * reach)
    if band == (OUT_OF_RANGE if guns else 2):
        situation.at("range").refuse("the target is out of range (SNW-36, SNW-40); give a shorter one.")
