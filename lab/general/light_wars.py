"""``python -m lab.general.light_wars high middle 40``: so many light wars of one level against another.

Prints what the first has won, lost and drawn. Sides are exchanged on each mirror; ``--first 2000`` is the first mirror.
``high:ahead=0`` is a level of which a number differs (campaign/rules/general/level.py).
"""

import argparse
from ast import literal_eval
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import sqrt

from campaign.rules.general.known import Known
from campaign.rules.general.level import LEVELS, Level
from campaign.rules.general.orders import orders_of
from campaign.rules.standing import Now
from lab.bench.small_war import TURNS
from lab.general.light_model import LightWar

NAMES = ("low", "middle", "high")
FIRST = 2000
"""The first mirror: no weight was fitted on those from here on."""
CERTAIN = 1.96
Watch = Callable[[Known], object]


def level_named(text: str) -> Level:
    """Read ``high``, or ``high:ahead=0,minds=0.3``."""
    name, _, changes = text.partition(":")
    pairs = [one.partition("=") for one in changes.split(",") if one]
    return replace(LEVELS[NAMES.index(name) + 1], **{key: literal_eval(value) for key, _, value in pairs})


def play(seed: int, levels: Sequence[Level], watch: Watch | None = None, last_turn: int = TURNS) -> float:
    """Play a war and return the points of the west; ``levels`` are the west's and the east's, and ``watch`` is shown
    what each side knows in each turn."""
    war = LightWar(seed, last_turn=last_turn)
    while war.points is None:
        known = [war.known(side) for side in range(len(levels))]
        orders: dict[str, Now] = {}
        for one, level in zip(known, levels, strict=True):
            if watch:
                watch(one)
            orders |= orders_of(one, level) if one.own else {}
        war.play_turn(orders)
    return war.points


def played(first: Level, second: Level, wars: int, seed: int) -> list[float]:
    """Return the first level's points in so many wars from a mirror on, two on each with the sides exchanged."""
    points = (play(seed + n // 2, (second, first) if n % 2 else (first, second)) for n in range(wars))
    return [1 - west if n % 2 else west for n, west in enumerate(points)]


def in_words(points: Sequence[float]) -> str:
    """Return what was won, lost and drawn, and the points of 100 with an error that 19 of 20 keep."""
    many = max(1, len(points))
    mean = sum(points) / many
    spread = sum((one - mean) ** 2 for one in points) / max(1, many - 1)
    counts = f"{points.count(1.0)} won, {points.count(0.0)} lost, {points.count(0.5)} drawn"
    return f"{counts}: {100 * mean:.1f} ± {100 * CERTAIN * sqrt(spread / many):.1f} of 100"


def main() -> None:
    """Play and print."""
    line = argparse.ArgumentParser(prog="light_wars")
    line.add_argument("level", type=level_named)
    line.add_argument("against", type=level_named)
    line.add_argument("wars", type=int)
    line.add_argument("--first", type=int, default=FIRST)
    asked = line.parse_args()
    print(in_words(played(asked.level, asked.against, asked.wars, asked.first)))


if __name__ == "__main__":
    main()
