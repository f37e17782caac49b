"""Acts in the same moment, for the proof's races."""

import random
from collections.abc import Callable
from typing import Any

from django.db import connection

from base.refusal import Refusal
from tests.races import at_once


def together(dice: random.Random, *acts: Callable[[], Any]) -> list[Any]:
    """What the acts answer, in their order: at once on PostgreSQL, else one after the other in any order."""
    if connection.vendor == "postgresql":
        return at_once(*acts)
    answers: list[Any] = [None] * len(acts)
    for place in dice.sample(range(len(acts)), len(acts)):
        try:
            answers[place] = acts[place]()
        except Refusal as refusal:
            answers[place] = refusal
    return answers


def done(answers: list[Any]) -> int:
    """How many acts were not refused."""
    return sum(not isinstance(answer, Refusal) for answer in answers)
