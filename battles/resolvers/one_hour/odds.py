"""Exact odds of one shot, one blow and one morale check, by the kernels' own tables (OHW-11, OHW-19)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from base.place import JsonPlace
from battles.resolvers.common.arith import capacity
from battles.resolvers.common.chances import exact, put_in, read_kind, read_profile, read_unit, situation_of
from battles.resolvers.common.codes import SIDE_UNITS
from battles.resolvers.common.record import Battle, blank
from battles.resolvers.contract.manifest import OddsQuestion, OddsUnit
from battles.resolvers.one_hour.attack import FACES, fire_column, hits_on, is_armoured, melee_column
from battles.resolvers.one_hour.codes import HITS, INCH, NUMBERS
from battles.resolvers.one_hour.melee import retreats_on
from battles.resolvers.one_hour.shooting import range_of
from battles.resolvers.one_hour.system import SYSTEM

SLUG = "one_hour"
FIRER, TARGET = 0, SIDE_UNITS
NAMES = ("no_hit", "one_hit", "two_hits", "three_hits", "four_hits")
COVERED = ("covered", "the target is covered: rough ground, town, obstacle, rain; uphill, or bayonets before cavalry")
FIGHTERS = ("foot", "cav", "art")
QUESTIONS = (
    OddsQuestion(
        key="fire", title="Shot", note="One die decides: the chances are counted over its six faces, exactly.",
        units=(OddsUnit("first", "Firer", FIGHTERS), OddsUnit("defender", "Target", FIGHTERS)),
        ticks=(COVERED,), numbers=(("range", "Range, inches", 0, 36, 6),),
    ),
    OddsQuestion(
        key="combat", title="Blow", note="A blow on flank or rear is thrown twice; all pairs of faces are counted.",
        units=(OddsUnit("first", "Attacker", FIGHTERS), OddsUnit("defender", "Target", FIGHTERS)),
        ticks=(COVERED, ("flanked", "on the target's flank or rear")),
    ),
    OddsQuestion(
        key="morale", title="Morale", note="One die decides after a hit.",
        units=(OddsUnit("defender", "Unit", FIGHTERS),),
    ),
)  # fmt: skip
"""What the forms of the three questions ask for."""


@dataclass(frozen=True)
class Question:
    """A question, with the record in which both units stand."""

    kind: str
    battle: Battle
    profile: str
    column: int = 0
    covered: bool = False
    dice: int = 1

    def answer(self) -> dict[str, Any]:
        """OHW-11 OHW-19 The odds as JSON values."""
        head = {"kind": self.kind, "rules": SLUG, "profile": self.profile}
        return head | (self._morale() if self.kind == "morale" else self._attack())

    def _morale(self) -> dict[str, Any]:
        least = retreats_on(self.battle, TARGET)
        stands = Fraction(min(FACES, least - 1), FACES)
        counted = [{"id": "retreats_on", "value": least, "tag": "SRC"}]
        return {"chances": {"stands": exact(stands), "retreats": exact(1 - stands)}, "counted": counted}

    def _attack(self) -> dict[str, Any]:
        chances = hit_chances(self.battle, self.column, covered=self.covered, dice=self.dice)
        left, mean = int(self.battle.left[TARGET]), sum((n * p for n, p in chances.items()), Fraction(0))
        gone = sum((p for n, p in chances.items() if n >= left), Fraction(0))
        least = retreats_on(self.battle, TARGET)
        back = (1 - chances.get(0, Fraction(0)) - gone) * Fraction(max(0, FACES + 1 - least), FACES)
        return {
            "chances": {NAMES[n]: exact(p) for n, p in sorted(chances.items())},
            "defender_breaks": exact(gone),
            "expected_hits": {"defender": exact(mean)},
            "means": {"retreats": exact(back)},
            "counted": list(self._counted()),
        }

    def _counted(self) -> Iterator[dict[str, Any]]:
        yield {"id": "column", "value": self.column, "tag": "REC"}
        if self.covered:
            yield {"id": "covered", "value": 1, "tag": "SRC"}
        if self.dice > 1:
            yield {"id": "doubled", "value": 1, "tag": "SRC"}


def hit_chances(battle: Battle, column: int, *, covered: bool, dice: int) -> dict[int, Fraction]:
    """OHW-11 OHW-12 The chance of each number of hits, over all faces of the dice."""
    faces = range(1, FACES + 1)
    sums = Counter(
        sum(hits_on(battle, column, covered, face) for face in thrown) for thrown in product(faces, repeat=dice)
    )
    return {hits: Fraction(count, FACES**dice) for hits, count in sums.items()}


def read_question(data: object) -> Question:
    """Return the question in an object read from JSON; raises Refusal with the path of what is wrong."""
    file, asked = read_kind(data, SLUG, QUESTIONS, single=False)
    kind, profile = asked.key, read_profile(file, NUMBERS, SYSTEM.options)
    battle = blank(logged=False)
    NUMBERS.fill(battle, profile)
    _put(battle, TARGET, file.at("defender"))
    situation = situation_of(file)
    digest = NUMBERS.digest(profile)
    if kind == "morale":
        situation.object()
        return Question(kind, battle, digest)
    (attacker,) = file.at("attackers").items(least=1, most=1)
    _put(battle, FIRER, attacker)
    return (_fire if kind == "fire" else _combat)(battle, digest, situation, attacker)


def _fire(battle: Battle, digest: str, situation: JsonPlace, attacker: JsonPlace) -> Question:
    situation.object(optional=("covered", "range"))
    reach = situation.at("range").integer(0, 36) if situation.has("range") else 6
    most = range_of(battle, FIRER) // INCH
    if most == 0:
        attacker.at("type").refuse("heavy cavalry does not shoot (OHW-13); choose another unit.")
    if reach > most:
        situation.at("range").refuse(f"it shoots {most} inches at most (OHW-08); give a shorter range.")
    column = fire_column(battle, FIRER, reach * INCH)
    return Question("fire", battle, digest, column, situation.at("covered").flag(False))


def _combat(battle: Battle, digest: str, situation: JsonPlace, attacker: JsonPlace) -> Question:
    situation.object(optional=("covered", "flanked"))
    flanked = situation.at("flanked").flag(False)
    column = melee_column(battle, FIRER)
    covered = situation.at("covered").flag(False) or bool(is_armoured(battle, FIRER, TARGET))
    return Question("combat", battle, digest, column, covered, 2 if flanked else 1)


def _put(battle: Battle, unit: int, place: JsonPlace) -> None:
    """COM-05 A unit by its type, with its hits."""
    put_in(battle, unit, read_unit(place))
    battle.cap[unit] = capacity(int(battle.num[HITS]), int(battle.sp[unit]), int(battle.full[unit]))
    battle.left[unit] = battle.cap[unit]
