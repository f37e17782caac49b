"""Exact chances of a combat and of a fire, counted in hundredths: the hundred pairs of faces of two d10.

Nothing here looks at a battle; the doctrine, the calculators and the tests read the same numbers.
"""

import numpy as np

from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.record.codes import Result


@kernel
def combat_result(attack: int, defence: int) -> int:
    """LGG-10.0-d: the row of the result table for two finished totals."""
    if attack >= 2 * defence:
        return Result.ROUT
    if attack > defence:
        return Result.DEFENDER_HIT
    if defence >= 2 * attack:
        return Result.ATTACKER_TWO_HITS
    return Result.ATTACKER_HIT


@kernel
def fire_hits(firer: int, target: int) -> int:
    """LGG-13.0-c: hits scored by fire for two finished totals."""
    if firer >= 2 * target:
        return 2
    return 1 if firer > target else 0


@kernel
def total_of(face: int, bonus: int) -> int:
    """LGG-10.0-a: a side's total is never below 1."""
    return max(1, face + bonus)


@kernel
def faces_reaching(bonus: int, total: int) -> int:
    """LGG-10.0-a: how many faces of a d10 reach at least this total."""
    if total <= 1:
        return 10
    return min(10, max(0, 11 - total + bonus))


@kernel
def combat_chances(attack: int, defence: int) -> tuple[int, int, int]:
    """LGG-10.0-j: hundredths of a rout, of one hit on the defender, of two on the attackers; the rest is one hit."""
    rout, won, doubled = 0, 0, 0
    for face in range(1, 11):
        total = total_of(face, defence)
        rout += faces_reaching(attack, 2 * total)
        won += faces_reaching(attack, total + 1)
        doubled += 10 - faces_reaching(attack, total // 2 + 1)
    return rout, won - rout, doubled


LEAST, MOST = -16, 31
CHANCES = np.array([[combat_chances(attack, defence) for defence in range(LEAST, MOST + 1)]
                    for attack in range(LEAST, MOST + 1)], dtype=np.int8)
"""``combat_chances`` by what both sides add to their dice."""


@kernel
def known_chances(attack: int, defence: int) -> tuple[int, int, int]:
    """LGG-10.0-j: ``combat_chances``, from the table as far as it goes."""
    if min(attack, defence) < LEAST or max(attack, defence) > MOST:
        return combat_chances(attack, defence)
    row = CHANCES[attack - LEAST, defence - LEAST]
    return int(row[0]), int(row[1]), int(row[2])


@kernel
def combat_chance(attack: int, defence: int, result: int) -> int:
    """LGG-10.0-j: hundredths of this result when the sides add `attack` and `defence` to their dice."""
    rout, hit, doubled = combat_chances(attack, defence)
    if result == Result.ROUT:
        return rout
    if result == Result.DEFENDER_HIT:
        return hit
    return doubled if result == Result.ATTACKER_TWO_HITS else 100 - rout - hit - doubled


@kernel
def fire_chance(firer: int, target: int, hits: int) -> int:
    """LGG-13.0-h: hundredths of 0, 1 or 2 hits when the dice are raised by `firer` and `target`."""
    double, single, _ = combat_chances(firer, target)
    if hits == 2:
        return double
    return single if hits == 1 else 100 - double - single
