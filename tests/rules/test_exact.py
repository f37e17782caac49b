"""Section 20, the rows that are not listed in print or not named elsewhere: computed by going through every die."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from battles.resolvers.lgg.record.profile import shipped_profile
from campaign.rules.house import shipped
from rosters.rules.catalogue import catalogue, skill, upkeep

FACES = range(1, 11)
ROUT, HIT, ONE, TWO = range(4)


@cache
def chances(attack: int, defence: int) -> tuple[Fraction, ...]:
    """Rout, defender hit, one hit and two hits on the attacker, by the hundred pairs of faces."""
    counts = [0, 0, 0, 0]
    for first, second in product(FACES, FACES):
        a, d = max(1, first + attack), max(1, second + defence)
        counts[ROUT if a >= 2 * d else HIT if a > d else TWO if d >= 2 * a else ONE] += 1
    return tuple(Fraction(count, 100) for count in counts)


def cv(attacker: str, defender: str) -> tuple[int, int]:
    """LGG-10.0-b Combat values of one unit on another."""
    types = shipped_profile().fighters
    strikes = types[attacker].cv_cav if types[defender].arm == "cav" else types[attacker].cv_foot
    stands = types[defender].cv_cav if types[attacker].arm == "cav" else types[defender].cv_foot
    assert strikes[0] is not None
    return strikes[0], stands[1]


def rolls(key: str) -> dict[int, Fraction]:
    """The distribution of a command roll."""
    faces = list(product(*(range(1, sides + 1) for sides in skill(key).dice)))
    found: dict[int, Fraction] = {}
    for thrown in faces:
        found[sum(thrown)] = found.get(sum(thrown), Fraction(0)) + Fraction(1, len(faces))
    return found


def first_goes_first(one: str, other: str) -> tuple[Fraction, Fraction]:
    """The chance of a higher roll and that of a tie."""
    pairs = [(x, y, p * q) for (x, p), (y, q) in product(rolls(one).items(), rolls(other).items())]
    return sum((p for x, y, p in pairs if x > y), Fraction(0)), sum((p for x, y, p in pairs if x == y), Fraction(0))


def test_E31_the_first_roll_of_two_average_generals_is_thrown_again_so_often() -> None:
    assert first_goes_first("average", "average") == (Fraction(575, 1296), Fraction(73, 648))


def test_E31b_a_good_general_goes_before_an_average_one_so_often() -> None:
    higher, tie = first_goes_first("good", "average")
    assert higher + tie + first_goes_first("average", "good")[0] == 1
    assert (higher, tie) == (Fraction(1370, 2160), Fraction(180, 2160))


def test_E62_a_second_wind_is_worth_nearly_an_action() -> None:
    mean = sum((x * p for x, p in rolls("average").items()), Fraction(0))
    kept = sum((p * (x if x >= mean else mean) for x, p in rolls("average").items()), Fraction(0))
    assert (mean, kept) == (7, Fraction(287, 36))
    assert f"{float(kept):.2f}" == "7.97"


BATTERED = ("elite_inf", *4 * ("line_inf",), "heavy_cav", "heavy_cav", "light_cav")
"""Of the reference army: all but two units that are hit, and line and militia that are broken, within the radius."""
BROKEN = ("line_inf", "militia_inf", "militia_inf")


@pytest.mark.parametrize(
    ("pursued", "points", "units"), [(0, Fraction(57, 10), Fraction(17, 10)), (1, Fraction(49, 10), Fraction(14, 10))]
)
def test_E123_what_a_battered_side_gets_back_overnight(pursued: int, points: Fraction, units: Fraction) -> None:
    def passes(key: str) -> Fraction:
        morale = catalogue().unit_types[key].morale
        return Fraction(sum(face + pursued <= morale for face in FACES), len(FACES))

    assert sum((passes(key) for key in BATTERED), Fraction(0)) == points
    assert sum((passes(key) for key in BROKEN), Fraction(0)) == units


def gauntlet(first: str, many: int, second: str, more: int) -> float:
    """The chance that the first army beats the second, one against one, either being the attacker equally often."""
    full = [catalogue().unit_types[key].full for key in (first, second)]
    blows = {True: cv(first, second), False: cv(second, first)}

    @cache
    def wins(i: int, a: int, j: int, b: int) -> float:
        if a <= 0:
            i, a = i - 1, full[0]
        if b <= 0:
            j, b = j - 1, full[1]
        if i == 0 or j == 0:
            return float(j == 0)
        total = 0.0
        for attacking in (True, False):
            lacks, faces = (full[0] - a, full[1] - b), blows[attacking]
            mine, theirs = lacks if attacking else lacks[::-1]
            odds = [float(p) for p in chances(faces[0] - mine, faces[1] - theirs)]
            ends = [(a, 0), (a, b - 1), (a - 1, b), (a - 2, b)] if attacking else [
                (0, b), (a - 1, b), (a, b - 1), (a, b - 2)]  # fmt: skip
            total += sum(p * wins(i, x, j, y) for p, (x, y) in zip(odds, ends, strict=True)) / 2
        return total

    return wins(many, full[0], more, full[1])


@pytest.mark.parametrize(("first", "many", "second", "more", "share"), [
    ("elite_inf", 3, "line_inf", 4, 0.638), ("line_inf", 2, "militia_inf", 3, 0.532),
    ("elite_inf", 3, "militia_inf", 6, 0.692), ("heavy_cav", 5, "light_cav", 7, 0.604),
    ("line_inf", 7, "heavy_cav", 6, 0.555),
])  # fmt: skip
def test_REC_10_E101_gauntlets_between_equal_points_are_near_even(
    first: str, many: int, second: str, more: int, share: float
) -> None:
    assert round(gauntlet(first, many, second, more), 3) == share


def test_E121_the_sample_economy() -> None:
    values = (12, 8, 8, 5, 5, 5, 5, 3, 3, 3)
    army = {"elite_inf": 1, "line_inf": 5, "militia_inf": 2, "heavy_cav": 2, "light_cav": 2, "heavy_art": 2}
    keeping = sum(upkeep(key) * number for key, number in army.items()) + skill("average").upkeep
    assert (sum(values), keeping, sum(values) - keeping) == (57, 43, 14)
    assert shipped()["economy.home_percent"] == 100
