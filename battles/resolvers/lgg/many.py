"""Many runs of one battle, for forecasts: how each of them ended, in whole numbers and without a journal.

Run k of ``fight_many(file, seed, ...)`` is the battle that ``fight(file, f"{seed}/{k}")`` tells in full.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from battles.resolvers.battle_file import BattleFile
from battles.resolvers.dice import key_of
from battles.resolvers.lgg.codes import LEADERS, ROLL, SIDE_ROLL, SIDES
from battles.resolvers.lgg.engine import play
from battles.resolvers.lgg.filling import fill
from battles.resolvers.lgg.profile import make_profile, shipped_profile
from battles.resolvers.lgg.state import Battle

Counts = npt.NDArray[np.int64]
HEAD = 5
"""Numbers of a run before those of its units."""


@dataclass(frozen=True)
class Endings:
    """How runs ended: one row a run, in the order of their numbers.

    ``winner`` is 0 or 1 by the sides of the file, 2 a draw. ``days`` and ``rounds`` (of all days) are one number a run,
    ``generals`` how many each side lost. ``after`` and ``lost`` hold one table a side: strength points by unit, in the
    order of the file. ``lost`` is without what amalgamation moved and may be below 0 for a unit that recovered more
    than it lost itself (LGG-15.5-d); a side's total is exact.
    """

    winner: Counts
    days: Counts
    rounds: Counts
    generals: Counts
    after: tuple[Counts, Counts]
    lost: tuple[Counts, Counts]

    @property
    def strength(self) -> Counts:
        """Strength points left, one column a side."""
        return np.stack([table.sum(axis=1) for table in self.after], axis=1)


def fight_many(file: BattleFile, seed: str, start: int, count: int) -> Endings:
    """Runs ``start`` to ``start + count - 1`` of a frozen file."""
    template = fill(file, seed, make_profile(file.profile) if file.profile else shipped_profile())
    rows = [_ending(template, f"{seed}/{run}") for run in range(start, start + count)]
    return _endings(np.array(rows, dtype=np.int64).reshape(count, HEAD + 3 * ROLL), file)


def _ending(template: Battle, seed: str) -> list[int]:
    battle = template.copy()
    battle.key = key_of(seed)
    play(battle)
    generals = [sum(battle.lead_lost[side * LEADERS : (side + 1) * LEADERS]) for side in range(SIDES)]
    rolls = (*battle.roll_after, *battle.roll_before, *battle.roll_moved)
    return [battle.winner, battle.day, battle.rounds, *generals, *rolls]


def _endings(rows: Counts, file: BattleFile) -> Endings:
    after, before, moved = np.split(rows[:, HEAD:], 3, axis=1)
    lost = before - after - moved
    one, two = (slice(n * SIDE_ROLL, n * SIDE_ROLL + len(side.units)) for n, side in enumerate(file.sides))
    return Endings(
        winner=rows[:, 0],
        days=rows[:, 1],
        rounds=rows[:, 2],
        generals=rows[:, 3:HEAD],
        after=(after[:, one], after[:, two]),
        lost=(lost[:, one], lost[:, two]),
    )
