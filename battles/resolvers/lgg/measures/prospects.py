"""Make the table of tomorrow (``record/prospects.toml``) out of battles that the engine fights (AI-21, AI-22).

``python -m battles.resolvers.lgg.measures.prospects 4000 --write`` fights so many battles between generals who never
leave, armies of all sizes on fields of all kinds, weakened by turns so that unequal evenings occur as well. In each
evening it takes down which part of the strength of both a side has, and at the end what became of it: won, lost, and
what was lost of what it had. Knots are means over neighbours, weighted by how near they are, and evened out so that
more strength never makes winning less likely.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from battles.resolvers.lgg.doctrine.worth import part_of_both, tomorrow
from battles.resolvers.lgg.machine.engine import act
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.measures.league.generals import Player
from battles.resolvers.lgg.measures.league.grounds import ground
from battles.resolvers.lgg.measures.league.matches import arranged
from battles.resolvers.lgg.record.codes import (
    ALWAYS_STAYS,
    DAYS_AHEAD,
    OVER,
    PEND_STAY,
    SHARES_OF_TWO,
    SIDE_ROLL,
    SIDES,
)
from battles.resolvers.lgg.record.faults import sound
from battles.resolvers.lgg.record.prospects import DATA, LOWEST, STEP
from battles.resolvers.lgg.record.state import Battle

STAUNCH = Player("staunch", conduct=ALWAYS_STAYS)
WIDTH = 0.05
HEAD = """# What becomes of a side that stays, by the days that are left after today and by its part of both strengths.
# Rows from a part of 0.1 on by steps of 0.05; columns: chance to win, chance to lose, part of the own strength that is
# gone in the end, part of the enemy's. Made by: python -m battles.resolvers.lgg.measures.prospects {battles} --write
"""


@dataclass
class Evenings:
    """The evenings seen: for each number of days left the part of a side, and what became of it."""

    rows: list[list[tuple[float, tuple[float, ...]]]] = field(default_factory=lambda: [[] for _ in range(DAYS_AHEAD)])

    def watch(self, battle: Battle) -> None:
        """Fight a battle to its end and take its evenings down."""
        seen: list[tuple[int, int, float, float, float]] = []
        advance(battle)
        while battle.phase != OVER:
            if battle.pending == PEND_STAY and battle.day < battle.max_days:
                side, left = int(battle.asked), int(battle.max_days - battle.day)
                seen.append((left, side, float(part_of_both(battle, side)), float(tomorrow(battle, side)),
                             float(tomorrow(battle, 1 - side))))  # fmt: skip
            act(battle)
            sound(battle.fault)
        worth = [left_over(battle, side) for side in range(SIDES)]
        for left, side, part, own, enemy in seen:
            lost = [max(0.0, 1 - worth[n] / max(had, 1.0)) for n, had in ((side, own), (1 - side, enemy))]
            self.rows[left].append((part, (float(battle.winner == side), float(battle.winner == 1 - side), *lost)))

    def knots(self, left: int) -> list[list[float]]:
        """Return the rows of the table for so many days."""
        made = [self._knot(left, LOWEST + STEP * knot) for knot in range(SHARES_OF_TWO)]
        for column, way in ((0, 1), (1, -1), (2, -1), (3, 1)):
            evened(made, column, way)
        return [[round(value, 3) for value in row] for row in made]

    def _knot(self, left: int, at: float) -> list[float]:
        total, sums = 1e-9, [0.0] * 4
        for part, values in self.rows[left]:
            off = (part - at) / WIDTH
            weight = 2.718281828 ** (-off * off / 2) + 1e-7
            total += weight
            sums = [one + weight * value for one, value in zip(sums, values, strict=True)]
        return [value / total for value in sums]


def evened(rows: list[list[float]], column: int, way: int) -> None:
    """Make a column never fall (or never rise): neighbours that do are given their mean."""
    for _ in range(len(rows)):
        for low, high in pairwise(rows):
            if way * (high[column] - low[column]) < 0:
                low[column] = high[column] = (low[column] + high[column]) / 2


def left_over(battle: Battle, side: int) -> float:
    """Return the worth of a side's units when the battle is over."""
    total = 0.0
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + int(battle.roll_count[side])):
        price = battle.t_buy[battle.roll_type[row]] / battle.roll_full[row]
        total += float(price * battle.roll_after[row])
    return total


def weaken(battle: Battle, rng: Random) -> None:
    """Take strength from one side, so that unequal evenings are seen too."""
    side, share = rng.randrange(2), rng.choice((0.0, 0.0, 0.2, 0.4, 0.6, 0.9))
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + int(battle.roll_count[side])):
        if rng.random() < share:
            battle.roll_before[row] = max(1, int(battle.roll_before[row]) // 2)
            battle.roll_after[row] = battle.roll_before[row]


def fight(battles: int, seed: str) -> Evenings:
    """So many battles on grounds of all kinds."""
    seen = Evenings()
    for number in range(battles):
        battle = arranged(ground(number, seed), f"{seed}/{number}", (STAUNCH, STAUNCH))
        weaken(battle, Random(f"{seed}/{number}/weak"))
        seen.watch(battle)
    return seen


def as_toml(seen: Evenings, battles: int) -> str:
    """Return the text of the table."""
    parts = [HEAD.format(battles=battles)]
    for left in range(1, DAYS_AHEAD):
        rows = "".join(f"    {row},\n" for row in seen.knots(left))
        parts.append(f"\n[days_{left}]\nrows = [\n{rows}]\n")
    return "".join(parts)


if __name__ == "__main__":
    text = as_toml(fight(int(sys.argv[1]), "prospects"), int(sys.argv[1]))
    if "--write" in sys.argv:
        DATA.write_text(text, encoding="utf-8")
    print(text)
