"""REC-8 and REC-10, E90 to E95, E120: prices and creation criteria."""

import pytest

from base.refusal import Refusal
from rosters.rules.notation import parse_roster
from rosters.rules.purchase import allowed_points, check_list, men_of, replacement_price

SAMPLES = {
    "A400": ("average", "Elite, 5 Line, 2 Militia, 2 Heavy cav, 2 Light cav, 2 Heavy art", 400, 41, 60_000),
    "G360": ("good", "Elite, 6 Line, Heavy cav, 2 Light cav, Heavy art, Horse art, Engineer", 360, 38, 51_000),
    "P440": ("poor", "Elite, 6 Line, 3 Militia, 2 Heavy cav, Light cav, Irregular cav, 2 Heavy art", 440, 43, 72_000),
    "X320": (
        "great", "Elite Guard, 5 Line, Heavy cav, Light cav, Heavy art Guard, Horse art, Engineer", 320, 34, 42_000,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SAMPLES)
def test_E90_to_E93_sample_armies_add_up(name):
    skill, text, points, maintenance, men = SAMPLES[name]
    check = check_list(parse_roster(text), skill, 400)
    assert (check.points, check.allowed, check.maintenance, check.men) == (points, points, maintenance, men)
    assert check.unspent == 0


@pytest.mark.parametrize("name", SAMPLES)
def test_E95_the_sample_armies_break_no_criterion(name):
    skill, text, *_ = SAMPLES[name]
    check = check_list(parse_roster(text), skill, 400)
    assert check.broken == ()
    assert [criterion.id for criterion in check.criteria] == [f"T{n}" for n in range(1, 11)]


def _broken(text, skill="average", base_points=10_000, wings=0):
    return [criterion.id for criterion in check_list(parse_roster(text), skill, base_points, wings).broken]


@pytest.mark.parametrize(("text", "ids"), [
    ("8 Line, 4 Heavy cav", ["T6"]), ("8 Line, 3 Heavy cav, 1 Light cav", []), ("8 Line, 5 Light cav", ["T6"]),
    ("4 Line, 1 Light cav, 1 Horse art, 3 Irregular cav", ["T3", "T6"]), ("5 Line, 1 Elite", []),
    ("2 Line, 1 Elite", []), ("1 Line, 1 Elite", []), ("3 Line, 2 Elite", ["T4"]), ("4 Line, 2 Elite", []),
    ("2 Line, 3 Militia", ["T5"]), ("2 Line, 1 Elite, 3 Militia", []), ("4 Line, 2 Heavy art", ["T7"]),
    ("3 Line, 1 Heavy art", ["T7"]), ("4 Line, 1 Heavy art", []), ("6 Line, 2 Elite Guard", ["T8"]),
    ("4 Line, 2 Engineers", ["T9"]), ("4 Line, Pontoon train", ["T9"]), ("4 Line, Engineer, Pontoon train", []),
    ("4 Line, Engineer, 2 Pontoon train", ["T9"]), ("4 Line, 2/4 Line", ["T10"]),
    ("4 Line, Field art", ["REC-1"]), ("8 Line, 2 Irregular cav Outriders", []),
])  # fmt: skip
def test_REC_8_criteria(text, ids):
    assert _broken(text) == ids


def test_REC_8_T1_points_follow_the_skill():
    assert [allowed_points(skill, 400) for skill in ("poor", "average", "good", "great")] == [440, 400, 360, 320]
    assert (allowed_points("good", 333), _broken("12 Line", "good", 400)) == (299, [])
    assert _broken("12 Line, 1 Militia", "good", 400) == ["T1"]
    assert check_list(parse_roster("11 Line"), "good", 400).unspent == 30


def test_REC_8_T2_no_wing_commanders():
    assert _broken("4 Line", wings=1) == ["T2"]


def test_REC_8_T8_guard_counts_by_base_points_before_adjustment():
    army = "4 Line, Elite Guard, Horse art Guard"
    assert (_broken(army, "great", 400), _broken(army, "poor", 399)) == ([], ["T8"])


@pytest.mark.parametrize(("base_points", "wings"), [(0, 0), (10_001, 0), (400, 3), (400, -1)])
def test_out_of_bounds_is_refused(base_points, wings):
    with pytest.raises(Refusal, match="out of bounds"):
        check_list(parse_roster("4 Line"), "average", base_points, wings)


def test_worn_units_count_fewer_men():
    assert men_of(parse_roster("2/4 Line inf, 1/3 Light cav, Heavy art")) == 4_000


@pytest.mark.parametrize(("key", "guard", "depot", "field"), [
    ("elite_inf", False, 5, 10), ("line_inf", False, 4, 8), ("militia_inf", False, 3, 5),
    ("heavy_cav", False, 6, 12), ("light_cav", False, 5, 9), ("irreg_cav", False, 3, 5),
    ("elite_inf", True, 7, 13), ("heavy_cav", True, 8, 15), ("light_cav", True, 5, 10),
])  # fmt: skip
def test_E120_prices_of_replacements(key, guard, depot, field):
    assert (replacement_price(key, guard, at_depot=True), replacement_price(key, guard, at_depot=False)) == (
        depot,
        field,
    )
