"""Exact odds of one volley, one close combat and one morale test, by the kernels' own numbers (MFR-08, 26, 34)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from base.place import JsonPlace
from battles.resolvers.common import codes
from battles.resolvers.common.chances import exact, put_in, read_kind, read_profile, read_unit, situation_of
from battles.resolvers.common.codes import SIDE_UNITS, Ground
from battles.resolvers.common.record import Battle, blank
from battles.resolvers.contract.manifest import OddsQuestion, OddsUnit
from battles.resolvers.my_favourite.codes import INCH, NUMBERS, Form, Own
from battles.resolvers.my_favourite.melee import combat_dice, need_in
from battles.resolvers.my_favourite.morale import is_impetuous, result_of
from battles.resolvers.my_favourite.shooting import base_need, fire_dice, gun_points, range_of
from battles.resolvers.my_favourite.system import SYSTEM
from battles.resolvers.my_favourite.troops import figures_of, steadiness

SLUG = "my_favourite"
FIRST, TARGET, FACES = 0, SIDE_UNITS, 6
FIGHTERS = ("foot", "cav", "art")
FORMS = (("line", "line"), ("column", "column"), ("march", "march column"), ("skirmish", "skirmish order"))
FORM = ("form", "Formation of the first unit, if it is infantry", FORMS)
RESULTS = ("dissolves", "routs", "retreats", "stands", "rallies", "half", "free", "wild")
QUESTIONS = (
    OddsQuestion(
        key="fire", title="Volley", note="Every die that reaches what is needed removes a figure.",
        units=(OddsUnit("first", "Firer", ("foot", "art")), OddsUnit("defender", "Target", FIGHTERS)),
        ticks=(("soft", "the ground is soft"),), choices=(FORM,),
        numbers=(("range", "Range, inches", 0, 32, 4), ("cover", "Cover and rain take off", 0, 3, 0)),
    ),
    OddsQuestion(
        key="combat", title="Close combat", note="All numbers of hits of both sides are counted.",
        units=(OddsUnit("first", "Attacker", ("foot", "cav")), OddsUnit("defender", "Defender", FIGHTERS)),
        choices=(FORM,),
        numbers=(("points", "Advantages of the attacker", 0, 9, 0), ("points_back", "of the defender", 0, 9, 0)),
    ),
    OddsQuestion(
        key="morale", title="Morale", note="One die; grade counts by itself.",
        units=(OddsUnit("defender", "Unit", FIGHTERS),),
        numbers=(("less", "Contact, flank and losses take off", 0, 4, 0), ("general", "A general adds", 0, 2, 0)),
    ),
)  # fmt: skip
"""What the forms of the three questions ask for."""


@dataclass(frozen=True)
class Question:
    """A question, with the record in which both units stand and the numbers of its situation."""

    kind: str
    battle: Battle
    profile: str
    numbers: dict[str, int]

    def answer(self) -> dict[str, Any]:
        """MFR-08 MFR-25 MFR-34 The odds as JSON values."""
        answer = {"fire": self._fire, "combat": self._combat, "morale": self._morale}[self.kind]()
        return {"kind": self.kind, "rules": SLUG, "profile": self.profile} | answer

    def _fire(self) -> dict[str, Any]:
        reach = self.numbers["range"] * INCH
        added = gun_points(self.battle, FIRST, TARGET, reach, False) if self._guns() else 0
        need = max(2, base_need(self.battle, FIRST, reach) - added + self.numbers["cover"])
        dice = fire_dice(self.battle, FIRST)
        hits = binomial(dice, chance_of(need))
        left = int(self.battle.left[TARGET])
        return {
            "chances": {str(n): exact(p) for n, p in enumerate(hits)},
            "defender_breaks": exact(sum(hits[left:], Fraction(0))),
            "expected_hits": {"defender": exact(mean(hits))},
            "counted": list(self._counted(need=need, dice=dice)),
        }

    def _guns(self) -> bool:
        return bool(self.battle.arm[FIRST] == codes.Arm.ART)

    def _combat(self) -> dict[str, Any]:
        mine, theirs = self.numbers["points"], self.numbers["points_back"]
        need, need_back = need_in(self.battle, mine, theirs), need_in(self.battle, theirs, mine)
        dice, dice_back = combat_dice(self.battle, FIRST), combat_dice(self.battle, TARGET)
        hits, back = binomial(dice, chance_of(need)), binomial(dice_back, chance_of(need_back))
        won, even = compared(hits, back)
        return {
            "chances": {"attacker_wins": exact(won), "even": exact(even), "defender_wins": exact(1 - won - even)},
            "expected_hits": {"defender": exact(mean(hits)), "attackers": exact(mean(back))},
            "counted": list(self._counted(need=need, need_back=need_back, dice=dice, dice_back=dice_back)),
        }

    def _morale(self) -> dict[str, Any]:
        points = steadiness(self.battle, TARGET) - self.numbers["less"] + self.numbers["general"]
        wild = is_impetuous(self.battle, TARGET)
        found = [RESULTS[result_of(face + points, wild)] for face in range(1, FACES + 1)]
        return {"chances": {name: exact(Fraction(found.count(name), FACES)) for name in RESULTS if name in found}}

    def _counted(self, **values: int) -> Iterator[dict[str, Any]]:
        for key, value in values.items():
            yield {"id": key, "value": value, "tag": "SRC"}


def chance_of(need: int) -> Fraction:
    """Return the chance that a d6 is as high as is needed."""
    return Fraction(max(0, min(FACES, FACES + 1 - need)), FACES)


def binomial(dice: int, chance: Fraction) -> list[Fraction]:
    """Return the chance of each number of hits."""
    return [comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1)]


def mean(chances: list[Fraction]) -> Fraction:
    """Return the hits expected."""
    return sum((n * p for n, p in enumerate(chances)), Fraction(0))


def compared(hits: list[Fraction], back: list[Fraction]) -> tuple[Fraction, Fraction]:
    """MFR-38 MFR-39 The chances that the first side inflicts more, and that both inflict as much."""
    won = sum((p * q for n, p in enumerate(hits) for m, q in enumerate(back) if n > m), Fraction(0))
    return won, sum((p * q for p, q in zip(hits, back, strict=False)), Fraction(0))


def read_question(data: object) -> Question:
    """Return the question in an object read from JSON; raises Refusal with the path of what is wrong."""
    file, asked = read_kind(data, SLUG, QUESTIONS, single=False)
    kind, profile = asked.key, read_profile(file, NUMBERS, SYSTEM.options)
    battle = blank(logged=False)
    NUMBERS.fill(battle, profile)
    situation = situation_of(file)
    _put(battle, TARGET, file.at("defender"), FIGHTERS)
    if kind != "morale":
        (attacker,) = file.at("attackers").items(least=1, most=1)
        _put(battle, FIRST, attacker, asked.units[0].arms)
    numbers = _situation(battle, situation, asked)
    most = range_of(battle, FIRST) // INCH
    if kind == "fire" and numbers["range"] > most:
        situation.at("range").refuse(f"it shoots {most} inches at most (MFR-27, MFR-29); give a shorter range.")
    return Question(kind, battle, NUMBERS.digest(profile), numbers)


def _situation(battle: Battle, place: JsonPlace, asked: OddsQuestion) -> dict[str, int]:
    known = [str(row[0]) for row in (*asked.ticks, *asked.choices, *asked.numbers)]
    place.object(optional=known)
    battle.ground = Ground.SOFT if "soft" in known and place.at("soft").flag(False) else 0
    if "form" in known and battle.arm[FIRST] == codes.Arm.FOOT:
        form = place.at("form").choice(tuple(key for key, _ in FORMS), "line")
        battle.own[FIRST, Own.FORM] = {
            "line": Form.LINE,
            "column": Form.COLUMN,
            "march": Form.MARCH,
            "skirmish": Form.SKIRMISH,
        }[form]
    return {
        key: place.at(key).integer(least, most) if place.has(key) else usual
        for key, _, least, most, usual in asked.numbers
    }


def _put(battle: Battle, unit: int, place: JsonPlace, arms: tuple[str, ...]) -> None:
    """B.6 A unit by its type, with its figures."""
    put_in(battle, unit, read_unit(place, arms))
    battle.cap[unit] = battle.left[unit] = figures_of(battle, unit)
