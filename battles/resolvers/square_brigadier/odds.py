"""Exact odds of one shot, one blow and one rally, by the same kernels as a battle (SQB-26, SQB-38, SQB-46)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from base.place import JsonPlace
from battles.resolvers.common.arith import capacity
from battles.resolvers.common.chances import (
    Asked,
    at_least,
    exact,
    face_chance,
    mean,
    pool_chances,
    put_in,
    read_kind,
    read_pair,
    read_profile,
    read_situation,
    situation_of,
    small_board,
)
from battles.resolvers.common.codes import Ground, Land, Status, Weather
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import put_on
from battles.resolvers.contract.manifest import OddsQuestion, OddsUnit
from battles.resolvers.square_brigadier import codes
from battles.resolvers.square_brigadier.codes import NUMBERS, Own
from battles.resolvers.square_brigadier.melee import cover_of, melee_dice
from battles.resolvers.square_brigadier.shooting import pool_at
from battles.resolvers.square_brigadier.system import SYSTEM
from battles.resolvers.square_brigadier.troops import full_hits, range_of

FIRER, SUPPORT, TARGET = 0, 1, 200
FIRE_TICKS = (
    ("cover", "the target is in cover"),
    ("column", "the target marches in road column"),
    ("moved", "the firer has moved or turned this turn"),
    ("gives_ground", "the target may give ground"),
    ("rain", "it rains or snows"),
    ("soft", "the ground is soft"),
    ("aid", "a chance card adds a die"),
)
BLOW_TICKS = (
    ("cover", "the enemy is in cover"),
    ("ground", "the unit defends an obstacle or a hill"),
    ("commander", "a commander is with the unit"),
    ("support", "friendly infantry is right behind the unit"),
    ("column", "the unit is in road column"),
    ("gives_ground", "the enemy may give ground"),
    ("aid", "a chance card adds a die"),
)
QUESTIONS = (
    OddsQuestion(
        key="fire", title="A shot", note="Each die of 5 or 6 hits; counted over all dice, exactly.",
        units=(OddsUnit("first", "Firer", ("foot", "art")), OddsUnit("defender", "Target")),
        ticks=FIRE_TICKS, numbers=(("range", "Range in squares", 2, 6, 2),),
    ),
    OddsQuestion(
        key="combat", title="A blow", note="The dice of one unit at one enemy; the enemy's own are another question.",
        units=(OddsUnit("first", "Unit"), OddsUnit("defender", "Enemy")), ticks=BLOW_TICKS,
    ),
    OddsQuestion(
        key="morale", title="A rally", note="One die removes a hit.",
        units=(OddsUnit("first", "Unit"), OddsUnit("defender", "Enemy", needed=False)),
        ticks=(("helped", "a commander is there or a friend beside"),),
    ),
)  # fmt: skip
"""What the forms of the three questions ask for."""


@dataclass(frozen=True)
class Question:
    """A shot, a blow or a rally, with the profile by which it is answered."""

    kind: str
    first: Asked
    defender: Asked
    flags: dict[str, bool]
    away: int
    profile: dict[str, Any]

    def answer(self) -> dict[str, Any]:
        """SQB-26 SQB-38 SQB-46 The odds as JSON values."""
        head = {"kind": self.kind, "rules": "square_brigadier", "profile": NUMBERS.digest(self.profile)}
        if self.kind == "morale":
            return head | {"chances": _rally(self)}
        dice, needed = fire_pool(self) if self.kind == "fire" else blow_pool(self)
        return head | self._hits(dice, pool_chances(dice, face_chance(needed)))

    def _hits(self, dice: int, chances: list[Fraction]) -> dict[str, Any]:
        """SQB-43 SQB-44 A pool's hits, and whether they destroy the target; giving ground cancels one."""
        shed = NUMBERS.values(self.profile)["hits.shed"] if self.flags["gives_ground"] else 0
        left = capacity_of(self.defender, self.profile) + int(str(shed))
        return {
            "counted": [{"id": "dice", "value": dice, "text": "dice are thrown"}],
            "chances": {f"hits_{n}": exact(chance) for n, chance in enumerate(chances)},
            "defender_breaks": exact(at_least(chances, left)),
            "expected_hits": {"defender": exact(mean(chances))},
        }


def _rally(question: Question) -> dict[str, Any]:
    """SQB-46 The chances of a rally."""
    battle = _board(question)
    adds = int(battle.num[codes.RALLY_HELPED]) if question.flags["helped"] else 0
    chance = face_chance(int(battle.num[codes.RALLY_NEEDED]) - adds)
    return {"rallies": exact(chance), "fails": exact(1 - chance)}


def capacity_of(asked: Asked, profile: dict[str, Any]) -> int:
    """SQB-49 COM-05 The hits with which a unit comes."""
    battle = small_board(NUMBERS, profile, 9)
    put_in(battle, FIRER, asked)
    return capacity(full_hits(battle, FIRER), asked.strength, int(battle.full[FIRER]))


def fire_pool(question: Question) -> tuple[int, int]:
    """SQB-26 SQB-48 The dice of a shot and the face that hits."""
    battle = _board(question)
    dice = pool_at(battle, FIRER, TARGET, question.away, question.flags["moved"]) + int(question.flags["aid"])
    return dice, int(battle.num[codes.FIRE_NEEDED])


def blow_pool(question: Question) -> tuple[int, int]:
    """SQB-38 SQB-48 The dice of a blow and the face that hits."""
    battle = _board(question)
    dice = melee_dice(battle, FIRER, TARGET, question.flags["commander"]) + cover_of(battle, TARGET)
    return max(0, dice) + int(question.flags["aid"]), int(battle.num[codes.MELEE_NEEDED])


def _board(question: Question) -> Battle:
    """Return both units on a small board, on land and in weather as asked."""
    flags, size = question.flags, 9
    battle = small_board(NUMBERS, question.profile, size)
    put_in(battle, FIRER, question.first)
    put_in(battle, TARGET, question.defender)
    put_on(battle, FIRER, 4, 1, 0)
    put_on(battle, TARGET, 4, 1 + question.away, 4)
    battle.land[(1 + question.away) * size + 4] = Land.ROUGH if flags.get("cover") else 0
    battle.land[size + 4] = Land.OBSTACLE if flags.get("ground") else 0
    battle.own[TARGET if question.kind == "fire" else FIRER, Own.COLUMN] = int(flags.get("column", False))
    battle.weather = Weather.PRECIPITATING if flags.get("rain") else 0
    battle.ground = Ground.SOFT if flags.get("soft") else 0
    if flags.get("support"):
        put_in(battle, SUPPORT, Asked("line_inf", 4, guard=False))
        battle.status[SUPPORT] = Status.BOARD
        put_on(battle, SUPPORT, 4, 0, 0)
    return battle


def read_question(data: object) -> Question:
    """Return the question in an object read from JSON; raises Refusal with the path of what is wrong."""
    file, asked = read_kind(data, "square_brigadier", QUESTIONS, single=True)
    profile = read_profile(file, NUMBERS, SYSTEM.options)
    first, defender = read_pair(file, asked)
    situation = situation_of(file)
    given = read_situation(asked, situation)
    flags = {key: bool(given[key]) for key, _ in asked.ticks}
    made = Question(asked.key, first, defender, flags, int(given.get("range", 1)), profile)
    _check(made, situation)
    return made


def _check(question: Question, situation: JsonPlace) -> None:
    """SQB-20 SQB-27 SQB-40 What there is not cannot be asked for."""
    if question.kind == "fire" and range_of(_board(question), FIRER) < question.away:
        situation.at("range").refuse("the firer does not shoot so far; use a smaller range.")
    if question.flags.get("ground") and question.first.type.endswith("_cav"):
        situation.at("ground").refuse("cavalry defends no ground; leave it out.")
