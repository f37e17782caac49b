"""Exact chances of a combat and of a fire, counted in hundredths: the hundred pairs of faces of two d10.

Nothing here looks at a battle; the doctrine, the calculators and the tests read the same numbers.
"""

from battles.resolvers.lgg.codes import (
    RESULT_ATTACKER_HIT,
    RESULT_ATTACKER_TWO_HITS,
    RESULT_DEFENDER_HIT,
    RESULT_ROUT,
)
from battles.resolvers.lgg.rule import rule


@rule
def combat_result(attack: int, defence: int) -> int:
    """LGG-10.0-d: the row of the result table for two finished totals."""
    if attack >= 2 * defence:
        return RESULT_ROUT
    if attack > defence:
        return RESULT_DEFENDER_HIT
    if defence >= 2 * attack:
        return RESULT_ATTACKER_TWO_HITS
    return RESULT_ATTACKER_HIT


@rule
def fire_hits(firer: int, target: int) -> int:
    """LGG-13.0-c: hits scored by fire for two finished totals."""
    if firer >= 2 * target:
        return 2
    return 1 if firer > target else 0


@rule
def total_of(face: int, bonus: int) -> int:
    """LGG-10.0-a: a side's total is never below 1."""
    return max(1, face + bonus)


@rule
def faces_reaching(bonus: int, total: int) -> int:
    """LGG-10.0-a: how many faces of a d10 reach at least this total."""
    if total <= 1:
        return 10
    return min(10, max(0, 11 - total + bonus))


@rule
def attack_faces(bonus: int, defence: int, result: int) -> int:
    """LGG-10.0-d: how many attack faces give this result against a finished defence total."""
    doubling = faces_reaching(bonus, 2 * defence)
    winning = faces_reaching(bonus, defence + 1)
    doubled = 10 - faces_reaching(bonus, defence // 2 + 1)
    if result == RESULT_ROUT:
        return doubling
    if result == RESULT_DEFENDER_HIT:
        return winning - doubling
    return doubled if result == RESULT_ATTACKER_TWO_HITS else 10 - winning - doubled


@rule
def combat_chance(attack: int, defence: int, result: int) -> int:
    """LGG-10.0-j: hundredths of this result when the sides add `attack` and `defence` to their dice."""
    chance = 0
    for face in range(1, 11):
        chance += attack_faces(attack, total_of(face, defence), result)
    return chance


@rule
def fire_chance(firer: int, target: int, hits: int) -> int:
    """LGG-13.0-h: hundredths of 0, 1 or 2 hits when the dice are raised by `firer` and `target`."""
    double = combat_chance(firer, target, RESULT_ROUT)
    single = combat_chance(firer, target, RESULT_DEFENDER_HIT)
    if hits == 2:
        return double
    return single if hits == 1 else 100 - double - single
