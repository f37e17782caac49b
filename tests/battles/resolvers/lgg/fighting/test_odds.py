"""The exact chances against a plain enumeration of the hundred pairs of faces."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from battles.resolvers.lgg.fighting import odds
from battles.resolvers.lgg.record.codes import Result

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


@pytest.mark.parametrize(("name", "attack", "defence", "hundredths"), [
    ("E01", 4, 4, (9, 36, 46, 9)), ("E02", 5, 4, (12, 43, 41, 4)), ("E04", 4, 2, (25, 39, 32, 4)),
    ("E05", 8, 2, (45, 45, 10, 0)), ("E06", 8, 7, (4, 51, 45, 0)), ("E07", 4, 7, (0, 21, 59, 20)),
    ("E09", 3, 4, (6, 30, 48, 16)), ("E10", 2, 4, (4, 24, 47, 25)), ("E12", 5, 3, (20, 44, 34, 2)),
    ("E14", 1, 3, (6, 22, 42, 30)), ("E15", 4, 3, (16, 39, 39, 6)), ("E17", -2, 3, (1, 9, 30, 60)),
])
def test_E01_to_E17_chances_of_a_combat(name: str, attack: int, defence: int, hundredths: tuple[int, ...]) -> None:
    assert computed(attack, defence) == tuple(Fraction(part, 100) for part in hundredths), name


@pytest.mark.parametrize("attack", GRID)
def test_LGG_10_0_j_the_whole_grid_agrees_with_enumeration(attack: int) -> None:
    for defence in GRID:
        assert computed(attack, defence) == enumerated(attack, defence), (attack, defence)


def test_LGG_10_0_d_the_four_chances_add_to_one() -> None:
    assert all(sum(computed(a, d)) == 1 for a, d in product(GRID, GRID))


def winning(attack: int, defence: int) -> Fraction:
    return sum(computed(attack, defence)[:2], Fraction(0))


def test_LGG_10_0_j_the_attackers_chance_never_falls_with_his_total_nor_rises_with_the_defence() -> None:
    for a, d in product(list(GRID)[:-1], list(GRID)[:-1]):
        assert winning(a + 1, d) >= winning(a, d)
        assert winning(a, d + 1) <= winning(a, d)


def test_LGG_10_0_j_chances_depend_on_the_pair_and_not_only_on_the_difference() -> None:
    assert computed(4, 4) != computed(8, 8)
    assert winning(4, 4) == winning(8, 8)


@pytest.mark.parametrize(
    ("name", "firer", "target", "hundredths"),
    [("E20", 2, 0, (36, 29, 35)), ("E23", 2, 2, (55, 29, 16)), ("E24", 2, 4, (72, 24, 4))],
)
def test_E20_to_E24_chances_of_a_fire(name: str, firer: int, target: int, hundredths: tuple[int, ...]) -> None:
    assert tuple(odds.fire_chance(firer, target, hits) for hits in range(3)) == hundredths, name


def test_E20_mean_hits_of_a_battery_on_infantry_in_the_open() -> None:
    assert sum(Fraction(hits * odds.fire_chance(2, 0, hits), 100) for hits in range(3)) == Fraction(99, 100)


@pytest.mark.parametrize(("attack", "defence", "row"), [
    (2, 1, Result.ROUT), (14, 7, Result.ROUT), (7, 14, Result.ATTACKER_TWO_HITS), (1, 1, Result.ATTACKER_HIT),
])
def test_ST_13_to_ST_15_doubles_and_floors(attack: int, defence: int, row: int) -> None:
    assert odds.combat_result(attack, defence) == row


def test_LGG_10_0_a_a_total_is_at_least_one() -> None:
    assert (odds.total_of(1, -5), odds.total_of(6, 7)) == (1, 13)


@pytest.mark.parametrize(("firer", "target", "hits"), [(4, 4, 0), (5, 4, 1), (8, 4, 2), (2, 1, 2), (3, 5, 0)])
def test_LGG_13_0_c_hits_by_totals(firer: int, target: int, hits: int) -> None:
    assert odds.fire_hits(firer, target) == hits


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
