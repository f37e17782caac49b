"""The odds of the five smaller systems are those of a second count from the specification, in situations at random."""

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.contract.registry import calculator
from tests.battles.resolvers.second_count import COUNTED

SITUATIONS = 30


def told(answer: Mapping[str, Any]) -> dict[str, Fraction]:
    """All chances and means of an answer by one name each."""
    made = {name: Fraction(chance["fraction"]) for name, chance in answer["chances"].items()}
    made |= {name: Fraction(chance["fraction"]) for name, chance in answer.get("means", {}).items()}
    if "defender_breaks" in answer:
        made["breaks"] = Fraction(answer["defender_breaks"]["fraction"])
    if "defender" in answer.get("expected_hits", {}):
        made["mean"] = Fraction(answer["expected_hits"]["defender"]["fraction"])
    return made | {"none": made.get("lost_0", Fraction(0))}


@pytest.mark.parametrize(("rules", "kind"), list(COUNTED))
def test_odds_are_those_of_a_second_count(rules: str, kind: str) -> None:
    """A situation that cannot be, such as a charge in square, is refused, and another one is made up."""
    dice, answered = Random(f"{rules} {kind}"), 0
    while answered < SITUATIONS:
        situation, counted = COUNTED[rules, kind](dice)
        with suppress(Refusal):
            answer = calculator(rules).read_question({"rules": rules, "kind": kind} | situation).answer()
            answered += 1
            found = told(answer)
            assert {name: found.get(name, Fraction(0)) for name in counted} == counted, situation
