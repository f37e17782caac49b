from fractions import Fraction
from itertools import product

import pytest

from campaign.rules.house import shipped
from campaign.rules.march.attrition import Year, conditions, crowded, dice_of, expected_losses, level, losses
from tests.campaign.rules.worlds import army, theatre, units
from tests.factories.cups import FixedCup

HOUSE = shipped()
TEN = "1 Elite inf, 4 Line inf, 1 Militia inf, 3 Heavy cav, 1 Heavy art"


def count(own, world, *, turn=9, season="fall", forced=False, active=False, supplied=True, crowd=False):
    year = Year(turn, season)
    return conditions(own, world.provinces[own.province], world, year, HOUSE, forced=forced, active=active,
                      supplied=supplied, crowded=crowd)  # fmt: skip


@pytest.mark.parametrize(
    ("met", "name", "dice"), [(0, "none", 0), (1, "normal", 0), (2, "heavy", 1), (3, "severe", 2), (6, "severe", 2)]
)
def test_ST_31_LGG_C2_b_no_die_for_one_condition_one_for_two_and_two_for_three(met, name, dice):
    assert level(met, HOUSE) == name
    assert dice_of(name, HOUSE) == dice


def test_ST_31_LGG_C2_d_artillery_rolls_one_failure_again():
    (gun,) = units("1 Heavy art")
    assert (losses(gun, 1, FixedCup(8, 7), HOUSE), losses(gun, 1, FixedCup(8, 8), HOUSE)) == (0, 1)
    assert (losses(gun, 2, FixedCup(9, 10, 1), HOUSE), losses(gun, 2, FixedCup(3, 10, 1), HOUSE)) == (1, 0)


def test_LGG_C2_c_each_die_above_morale_costs_one_and_a_second_loss_of_the_last_point_is_ignored():
    line, worn = units("1 Line inf, one 1/4 Line inf")
    assert (losses(line, 2, FixedCup(7, 8), HOUSE), losses(line, 2, FixedCup(10, 8), HOUSE)) == (1, 2)
    assert losses(worn, 2, FixedCup(10, 8), HOUSE) == 1


def enumerated(unit, dice):
    """The mean of the service's own function over every face of every die it may throw."""
    thrown = dice + (unit.arm == "art")
    return Fraction(
        sum(losses(unit, dice, FixedCup(*faces), HOUSE) for faces in product(range(1, 11), repeat=thrown)), 10**thrown
    )


@pytest.mark.parametrize(
    ("dice", "mean", "gun"), [(1, Fraction(289, 100), Fraction(9, 100)), (2, Fraction(727, 125), Fraction(27, 125))]
)
def test_E70_E71_LGG_C2_f_ten_units_lose_so_much_on_average(dice, mean, gun):
    army_of_ten = units(TEN)
    assert sum(unit.strength for unit in army_of_ten) == 34
    assert sum(enumerated(unit, dice) for unit in army_of_ten) == mean
    assert enumerated(army_of_ten[-1], dice) == gun
    assert [expected_losses(unit, dice, HOUSE) for unit in army_of_ten] == [enumerated(u, dice) for u in army_of_ten]


def test_E72_severe_attrition_of_a_line_unit():
    (line,) = units("1 Line inf")
    found = [losses(line, 2, FixedCup(*faces), HOUSE) for faces in product(range(1, 11), repeat=2)]
    assert [found.count(n) for n in (0, 1, 2)] == [49, 42, 9]


def test_HR_19_LGG_C2_a_conditions_are_counted_by_number():
    world = theatre("a-b", a={"home": "blue", "controller": "blue", "guerrillas_active": True,
                              "guerrilla_fights": frozenset({"red"})}, weather={"map": "foul"})  # fmt: skip
    own = army("x", "red", "a")
    assert count(own, world, forced=True, active=True, supplied=False, crowd=True) == (1, 2, 3, 4, 5, 6)
    assert count(army("y", "blue", "a"), world) == ()


def test_HR_19_enemy_territory_is_digested_after_four_full_turns():
    world = theatre("a-b", a={"home": "blue", "controller": "red", "controlled_since": 4})
    assert count(army("x", "red", "a"), world, turn=8) == (2,)
    assert count(army("x", "red", "a"), world, turn=9) == ()


def test_HR_4_foul_weather_harms_who_marched_or_fought_and_in_winter_who_has_no_town():
    foul = theatre("a-b", a={"controller": "red"}, b={"controller": "red", "town_size": 0}, weather={"map": "foul"})
    assert count(army("x", "red", "a"), foul, active=True) == (4,)
    assert count(army("x", "red", "a"), foul) == ()
    assert count(army("x", "red", "a"), foul, season="winter") == ()
    assert count(army("x", "red", "b"), foul, season="winter") == (4,)
    assert count(army("x", "red", "b"), foul, season="fall") == ()


def test_HR_24_more_than_24_units_of_one_alliance_crowd_a_province():
    world = theatre("a-b", allied=(("red", "pink"),))
    own, friend = army("x", "red", "a", "12 Line inf"), army("y", "pink", "a", "12 Line inf")
    more = army("z", "pink", "a", "1 Line inf")
    assert not crowded(own, [own, friend], world, HOUSE)
    assert crowded(own, [own, friend, more], world, HOUSE)
    assert not crowded(own, [own, friend, army("e", "blue", "a", "9 Line inf")], world, HOUSE)


def test_LGG_C2_e_engineers_and_vehicles_roll_once_like_others():
    engineer, train = units("1 Engineer, 1 Pontoon train")
    assert (losses(engineer, 1, FixedCup(8), HOUSE), losses(engineer, 1, FixedCup(7), HOUSE)) == (1, 0)
    assert (losses(train, 1, FixedCup(6), HOUSE), losses(train, 2, FixedCup(6, 10), HOUSE)) == (1, 1)
