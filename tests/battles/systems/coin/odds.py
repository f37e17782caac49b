"""The exact odds of a toss."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from base.place import JsonPlace
from battles.resolvers.contract.manifest import OddsQuestion
from tests.battles.systems.coin.numbers import profile_hash

QUESTIONS = (
    OddsQuestion(
        key="toss", title="Toss", note="Every toss is heads or tails.", units=(),
        numbers=(("tosses", "Tosses", 1, 9, 1),),
    ),
)  # fmt: skip
"""What the form asks for."""


@dataclass(frozen=True)
class Question:
    """What is asked of a coin."""

    tosses: int

    def answer(self) -> dict[str, Any]:
        """COIN-1 The chance of heads every time, as a fraction."""
        heads = Fraction(1, 2**self.tosses)
        chance = {"fraction": str(heads), "decimal": float(heads)}
        return {"kind": "toss", "rules": "coin", "profile": profile_hash({}), "chances": {"heads_every_time": chance}}


def read_question(data: object) -> Question:
    """The question in an object read from JSON; Refusal with the path of what is wrong."""
    place = JsonPlace(data)
    place.object(required=("kind",), optional=("rules", "attackers", "situation"))
    place.at("kind").choice(("toss",))
    situation = place.at("situation")
    if situation.value is None:
        return Question(1)
    situation.object(optional=("tosses",))
    return Question(situation.at("tosses").integer(1, 9) if situation.has("tosses") else 1)
