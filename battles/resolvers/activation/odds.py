"""Exact odds of one shot, one round of melee and one activation, by the same kernels as a battle (ADN-04, ADN-35)."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from battles.resolvers.activation.codes import FIRE_AIMED, FIRE_GUN_SHORT, FORM_KEYS, MELEE_SEIZED, NUMBERS, Form, Own
from battles.resolvers.activation.combat import (
    HITS_HARD,
    HITS_ONE,
    HITS_TWICE,
    LOSES_GROUND,
    LOSES_ONE,
    MISS,
    charge_bonus,
    cover_adds,
    fire_total,
    melee_total,
    outcome_of,
    range_adds,
    struck,
    uphill,
)
from battles.resolvers.activation.dice import white_of
from battles.resolvers.activation.system import SYSTEM
from battles.resolvers.activation.troops import quality_of
from battles.resolvers.common.chances import (
    Asked,
    exact,
    put_in,
    read_kind,
    read_pair,
    read_profile,
    read_situation,
    situation_of,
    small_board,
)
from battles.resolvers.common.codes import Arm, Ground, Land, Weather
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import put_on
from battles.resolvers.contract.manifest import OddsQuestion, OddsUnit

FIRST, TARGET = 0, 200
FORMS = ("column", "line", "square")
WHERE = ("front", "flank", "rear")
COVERS = ("none", "light", "heavy")
_FORM_CHOICES = tuple((key, key) for key in FORMS)
QUESTIONS = (
    OddsQuestion(
        key="fire", title="A shot", note="Two dice decide: counted over all 36 pairs, exactly.",
        units=(OddsUnit("first", "Firer", ("foot", "art")), OddsUnit("defender", "Target")),
        ticks=(("aimed", "the shot is aimed"), ("canister", "guns at short range fire canister"),
               ("rain", "it rains or snows"), ("soft", "the ground is soft"),
               ("first_crippled", "the firer is crippled"), ("target_crippled", "the target is crippled")),
        choices=(("first_form", "Formation of infantry that fires", _FORM_CHOICES),
                 ("target_form", "Formation of infantry that is shot at", _FORM_CHOICES),
                 ("cover", "Cover of the target", tuple((key, key) for key in COVERS))),
        numbers=(("range", "Range in squares", 1, 6, 2),),
    ),
    OddsQuestion(
        key="combat", title="A round of melee", note="Two dice decide: counted over all 36 pairs, exactly.",
        units=(OddsUnit("first", "Attacker"), OddsUnit("defender", "Defender")),
        ticks=(("charging", "the attacker charges"), ("seized", "the attacker has seized the initiative"),
               ("uphill", "the defender is uphill of the charge"),
               ("above", "the charge came down from a hill"), ("first_crippled", "the attacker is crippled"),
               ("target_crippled", "the defender is crippled")),
        choices=(("first_form", "Formation of attacking infantry", _FORM_CHOICES),
                 ("target_form", "Formation of defending infantry", _FORM_CHOICES),
                 ("where", "The defender is struck in", tuple((key, key) for key in WHERE))),
    ),
    OddsQuestion(
        key="morale", title="An activation", note="The dice are counted over all their faces, exactly.",
        units=(OddsUnit("first", "Unit"), OddsUnit("defender", "Enemy", needed=False)),
        numbers=(("dice", "Dice", 1, 3, 2), ("disorders", "Disorders of the unit", 0, 3, 0)),
    ),
)  # fmt: skip
"""What the forms of the three questions ask for."""
MELEE_WORDS = {
    LOSES_GROUND: "attacker_recoils", LOSES_ONE: "attacker_disordered", MISS: "nothing",
    HITS_ONE: "defender_disordered", HITS_HARD: "defender_critical", HITS_TWICE: "defender_shattered",
}  # fmt: skip
SHOT_WORDS = MELEE_WORDS | {LOSES_GROUND: "miss", LOSES_ONE: "miss", MISS: "miss"}


@dataclass(frozen=True)
class Question:
    """A shot, a round of melee or an activation, with the profile by which it is answered."""

    kind: str
    first: Asked
    defender: Asked
    given: dict[str, Any]
    profile: dict[str, Any]

    def answer(self) -> dict[str, Any]:
        """ADN-04 ADN-35 The odds as JSON values."""
        head = {"kind": self.kind, "rules": "activation", "profile": NUMBERS.digest(self.profile)}
        if self.kind == "morale":
            return head | {"chances": _exact(activation_of(self))}
        mine, theirs = fire_totals(self) if self.kind == "fire" else melee_totals(self)
        words = shot_words(self) if self.kind == "fire" else MELEE_WORDS
        return head | {
            "counted": [{"id": "attack", "value": mine, "text": "is added to the first die"},
                        {"id": "defend", "value": theirs, "text": "is added to the second die"}],
            "chances": _exact(in_words(outcomes(mine, theirs), words)),
            "expected_hits": {"defender": exact(mean_disorder(mine, theirs))},
        }  # fmt: skip


def _exact(chances: dict[str, Fraction]) -> dict[str, Any]:
    return {key: exact(chance) for key, chance in chances.items()}


def outcomes(mine: int, theirs: int) -> dict[int, Fraction]:
    """ADN-35 The chance of each result, over all pairs of dice."""
    found = Counter(outcome_of(mine + a, a, theirs + d, d) for a, d in product(range(1, 7), repeat=2))
    return {outcome: Fraction(count, 36) for outcome, count in sorted(found.items())}


def in_words(chances: dict[int, Fraction], words: dict[int, str]) -> dict[str, Fraction]:
    """Return the chances by the words of an answer; results of one word are one."""
    made: dict[str, Fraction] = {}
    for outcome, chance in chances.items():
        made[words[outcome]] = made.get(words[outcome], Fraction(0)) + chance
    return made


def mean_disorder(mine: int, theirs: int) -> Fraction:
    """ADN-35 The disorders that the target is to expect, its critical event apart."""
    worth = {HITS_ONE: 1, HITS_HARD: 1, HITS_TWICE: 2}
    return sum((chance * worth.get(outcome, 0) for outcome, chance in outcomes(mine, theirs).items()), Fraction(0))


def activation_chances(dice: int, quality: int) -> dict[str, Fraction]:
    """ADN-04 The chances of so many actions and of a turnover, over all faces."""
    throws = list(product(range(1, 7), repeat=dice))
    found = Counter(sum(face >= quality for face in faces) for faces in throws)
    over = sum(sum(face < quality for face in faces) >= 2 for faces in throws)
    made = {f"actions_{n}": Fraction(found[n], len(throws)) for n in range(dice + 1)}
    return made | {"turnover": Fraction(over, len(throws))}


def activation_of(question: Question) -> dict[str, Fraction]:
    """ADN-04 ADN-07 ADN-08 The chances of an activation, and of a 1 on one of the coloured dice."""
    battle, dice = _board(question), question.given["dice"]
    battle.left[FIRST] = 4 - question.given["disorders"]
    coloured = dice - white_of(battle, FIRST, dice)
    return activation_chances(dice, quality_of(battle, FIRST)) | {"blunder": 1 - Fraction(5, 6) ** coloured}


def shot_words(question: Question) -> dict[int, str]:
    """ADN-39 The words of a shot's results; with canister every disorder brings a critical event."""
    battle, given = _board(question), question.given
    if given["canister"] and battle.arm[FIRST] == Arm.ART and given["range"] <= battle.num[FIRE_GUN_SHORT]:
        return SHOT_WORDS | {HITS_ONE: MELEE_WORDS[HITS_HARD]}
    return SHOT_WORDS


def fire_totals(question: Question) -> tuple[int, int]:
    """ADN-38 ADN-39 What both sides of a shot add to their dice."""
    battle = _board(question)
    mine = fire_total(battle, FIRST, 0) + range_adds(battle, FIRST, question.given["range"])
    theirs = fire_total(battle, TARGET, 1) + cover_adds(battle, FIRST, TARGET)
    return mine, theirs + (int(battle.num[FIRE_AIMED]) if question.given["aimed"] else 0)


def melee_totals(question: Question) -> tuple[int, int]:
    """ADN-36 Return what both sides of a melee add to their dice."""
    battle, given = _board(question), question.given
    mine, theirs = melee_total(battle, FIRST, TARGET, 0), melee_total(battle, TARGET, FIRST, 1)
    mine += charge_bonus(battle, FIRST) if given["charging"] else 0
    theirs += uphill(battle, 1, 1) if given["uphill"] else 0
    mine += uphill(battle, 1, 0) if given["above"] else 0
    theirs += struck(battle, TARGET, WHERE.index(given["where"]), 1)
    return mine, theirs + (int(battle.num[MELEE_SEIZED]) if given["seized"] else 0)


def _board(question: Question) -> Battle:
    """Both units on a small board, in formation, on land and in weather as asked."""
    battle, given = small_board(NUMBERS, question.profile, 9), question.given
    for unit, asked, name in ((FIRST, question.first, "first"), (TARGET, question.defender, "target")):
        put_in(battle, unit, asked)
        battle.cap[unit] = 4
        battle.left[unit] = 1 if given.get(f"{name}_crippled") else 4
        form = FORM_KEYS.index(given.get(f"{name}_form", "column"))
        battle.own[unit, Own.FORM] = (
            Form.LIMBERED if battle.arm[unit] == Arm.ART else Form.MOUNTED if battle.arm[unit] == Arm.CAV else form
        )
    put_on(battle, FIRST, 4, 1, 0)
    put_on(battle, TARGET, 4, 1 + given.get("range", 1), 4)
    battle.own[FIRST, Own.LOCKED] = TARGET + 1
    cover = {"light": Land.ROUGH, "heavy": Land.TOWN}.get(given.get("cover", "none"), 0)
    battle.land[(1 + given.get("range", 1)) * 9 + 4] = cover
    battle.weather = Weather.PRECIPITATING if given.get("rain") else 0
    battle.ground = Ground.SOFT if given.get("soft") else 0
    return battle


def read_question(data: object) -> Question:
    """Return the question in an object read from JSON; raises Refusal with the path of what is wrong."""
    file, asked = read_kind(data, "activation", QUESTIONS, single=True)
    first, defender = read_pair(file, asked)
    situation = situation_of(file)
    given = read_situation(asked, situation)
    made = Question(asked.key, first, defender, given, read_profile(file, NUMBERS, SYSTEM.options))
    if asked.key == "fire" and given["range"] > (6 if first.type.endswith("_art") else 3):
        situation.at("range").refuse("the firer does not shoot so far; use a smaller range.")
    return made
