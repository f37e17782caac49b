"""The exact chances against a plain enumeration of the hundred pairs of faces."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from battles.resolvers.lgg.fighting import odds

FACES = range(1, 11)
GRID = range(-9, 21)


def enumerated(attack: int, defence: int) -> tuple[Fraction, ...]:
    """The four chances by going through every pair of faces with the table as printed."""
    counts = [0, 0, 0, 0]
    for attack_face, defence_face in product(FACES, FACES):
        a, d = max(1, attack_face + attack), max(1, defence_face + defence)
        row = 0 if a >= 2 * d else 1 if a > d else 3 if d >= 2 * a else 2
        counts[row] += 1
    return tuple(Fraction(count, 100) for count in counts)


def computed(attack: int, defence: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(odds.combat_chance(attack, defence, row), 100) for row in range(4))


@pytest.mark.parametrize("attack", GRID)
def test_LGG_10_0_j_the_whole_grid_agrees_with_enumeration(attack: int) -> None:
    for defence in GRID:
        assert computed(attack, defence) == enumerated(attack, defence), (attack, defence)


def duel(step: int) -> Fraction:
    """Mean number of combats until one of two Line units is gone, when either is equally likely to be the attacker."""

    def bonus(sp: int) -> int:
        return 4 - ((4 - sp) // step if step else 0)

    @cache
    def combats(a: int, d: int) -> Fraction:
        if min(a, d) <= 0:
            return Fraction(0)
        _, defender_hit, one, two = computed(bonus(a), bonus(d))
        worn = ((a, d - 1, defender_hit), (a - 1, d, one), (a - 2, d, two))
        return 1 + sum((p * (combats(x, y) + combats(y, x)) / 2 for x, y, p in worn), Fraction(0))

    return combats(4, 4)


@pytest.mark.parametrize(("step", "mean"), [(1, "3.750245"), (2, "4.105827"), (0, "4.312143")])
def test_E102_combats_in_a_duel_of_two_line_units(step: int, mean: str) -> None:
    assert f"{float(duel(step)):.6f}" == mean
