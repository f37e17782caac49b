"""The exact odds of a toss."""

from dataclasses import dataclass
from typing import Any

from battles.resolvers.place import Place
from tests.battles.systems.coin.numbers import profile_hash


@dataclass(frozen=True)
class Question:
    """What is asked of a coin."""

    tosses: int

    def answer(self) -> dict[str, Any]:
        """COIN-1 The chance of heads every time, as a fraction."""
        return {"kind": "toss", "rules": "coin", "profile": profile_hash({}), "heads": f"1/{2**self.tosses}"}


def read_question(data: object) -> Question:
    """The question in an object read from JSON; Refusal with the path of what is wrong."""
    place = Place(data)
    place.object(required=("kind", "tosses"), optional=("rules",))
    place.at("kind").choice(("toss",))
    return Question(place.at("tosses").integer(1, 9))
