from itertools import product

import pytest

from campaign.rules.house import shipped
from campaign.rules.march.sighting import in_sight, sight, uncertainty
from tests.campaign.rules.worlds import army, theatre
from tests.factories.cups import FixedCup

HOUSE = shipped()
WORLD = theatre("a-b", "b-c", "c-d", allied=(("red", "pink"),))


def test_HR_22_armies_in_the_same_and_the_neighbouring_provinces_are_seen():
    armies = [army("x", "red", "a"), army("near", "blue", "b"), army("far", "blue", "c"), army("ally", "pink", "a")]
    assert [a.ref for a in in_sight("red", armies, WORLD)] == ["near", "ally"]


@pytest.mark.parametrize(("horse", "error"), [
    ("1 Line inf", 0), ("1 Light cav", 0), ("2 Light cav", 1), ("one 1/3 Light cav, 2 Light cav", 2),
    ("5 Light cav", 3),
])  # fmt: skip
def test_HR_22_enemy_superiority_in_light_horse_blurs_the_report(horse, error):
    seen = army("e", "blue", "b", horse)
    armies = [army("x", "red", "a", "1 Line inf, 1 Irregular cav"), seen]
    assert uncertainty("red", seen, armies, WORLD, HOUSE) == error


def test_HR_22_light_horse_in_the_neighbouring_provinces_counts_and_an_allys_does_not():
    seen = army("e", "blue", "b", "1 Line inf")
    screen, ally = army("s", "blue", "c", "2 Light cav"), army("p", "pink", "a", "9 Light cav")
    armies = [army("x", "red", "a"), seen, screen]
    assert uncertainty("red", seen, armies, WORLD, HOUSE) == 2
    assert uncertainty("red", seen, [*armies, ally], WORLD, HOUSE) == 2
    assert uncertainty("red", ally, [*armies, ally], WORLD, HOUSE) == 0


def test_HR_22_the_error_is_uniform_and_goes_either_way():
    seen = army("e", "blue", "b", "5 Line inf")
    found = [sight(seen, 2, FixedCup(size, way)).shown for size, way in product((1, 2, 3), (1, 2))]
    assert sorted(found) == [3, 4, 5, 5, 6, 7]


def test_HR_22_the_bounds_hold_the_truth_and_no_report_falls_below_one_unit():
    small = army("e", "blue", "b", "1 Line inf")
    report = sight(small, 3, FixedCup(4, 2))
    assert (report.shown, report.low, report.high) == (1, 1, 4)
    exact = sight(small, 0, FixedCup())
    assert (exact.low, exact.shown, exact.high) == (1, 1, 1)
