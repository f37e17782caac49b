from itertools import product

import pytest

from campaign.rules.house import shipped
from campaign.rules.march.contact import Bloc
from campaign.rules.march.guns import bonus, marches_to_the_guns, may_support, slips_away, with_marks
from tests.campaign.rules.worlds import army, theatre

HOUSE = shipped()


class Loaded:
    """A cup that shows one face."""

    def __init__(self, face):
        self.face = face

    def roll(self, sides, name):
        assert sides == 10
        return self.face


def marks(*armies):
    return {a.ref: a.arrives for a in with_marks(Bloc(("red",), armies), 3, HOUSE).armies}


def came(ref, impulse, turn=3, **more):
    return army(ref, "red", "a", entered_turn=turn, entered_impulse=impulse, **more)


def test_HR_13_armies_of_the_second_impulse_have_mark_30_beside_those_that_were_there():
    assert marks(came("here", 0, turn=1), came("first", 1), came("second", 2)) == {"here": 0, "first": 0, "second": 30}


def test_HR_13_with_nobody_before_them_armies_of_the_second_impulse_start_on_the_table():
    assert marks(came("second", 2), came("guns", 2, arrives=60)) == {"second": 0, "guns": 60}


def test_HR_13_who_marches_to_the_guns_keeps_his_mark():
    assert marks(came("first", 1), came("guns", 2, arrives=60)) == {"first": 0, "guns": 60}


@pytest.mark.parametrize(("skill", "chances"), [(None, 3), ("poor", 3), ("average", 5), ("good", 7), ("great", 9)])
def test_HR_13_a_general_hears_the_guns_by_his_skill(skill, chances):
    general = army("x", "red", "b", skill=skill)
    assert sum(marches_to_the_guns(general, Loaded(face), HOUSE) for face in range(1, 11)) == chances


def test_HR_13_support_marches_only_from_out_of_contact_and_only_to_friends():
    world = theatre("a-b", "b-c")
    supporter, friend, foe = army("x", "red", "b"), army("y", "red", "a"), army("z", "blue", "a")
    sides = (("red",), ("blue",))
    assert may_support(supporter, "a", sides, [supporter, friend, foe], world)
    assert not may_support(supporter, "a", sides, [supporter, friend, foe, army("p", "blue", "b")], world)
    assert not may_support(army("x", "green", "b"), "a", sides, [friend, foe], world)
    assert not may_support(army("x", "red", "b", engaged=True), "a", sides, [friend, foe], world)
    assert not may_support(army("x", "red", "c"), "a", sides, [friend, foe], world)


@pytest.mark.parametrize(("own", "foe", "added"), [
    ("1 Line inf", "1 Line inf", 0),
    ("1 Light cav", "1 Line inf", 3),  # 3 SP of light cavalry
    ("1 Light cav, 1 Irregular cav", "1 Line inf", 4),  # more than 4 counts as 4
    ("1 Line inf", "1 Light cav, 1 Irregular cav", -4),
    ("2 Light cav", "1 Light cav, 1 Heavy cav", 3),
])  # fmt: skip
def test_HR_12_light_cavalry_helps_to_slip_away(own, foe, added):
    mine, theirs = army("x", "red", "a", own, "average"), army("y", "blue", "a", foe, "average")
    assert bonus([mine], [theirs], HOUSE) == added


def test_HR_12_each_level_of_skill_above_the_enemy_helps_and_none_below_hurts():
    levels = {None: 0, "poor": 0, "average": 1, "good": 2, "great": 3}
    for mine, theirs in product(levels, levels):
        own, foe = army("x", "red", "a", skill=mine), army("y", "blue", "a", skill=theirs)
        assert bonus([own], [foe], HOUSE) == max(0, levels[mine] - levels[theirs])


@pytest.mark.parametrize(("own", "chances"), [("1 Line inf", 3), ("1 Light cav", 6), ("2 Light cav", 7)])
def test_HR_12_eight_or_more_slips_away(own, chances):
    mine, theirs = army("x", "red", "a", own), army("y", "blue", "a")
    assert sum(slips_away([mine], [theirs], Loaded(face), HOUSE) for face in range(1, 11)) == chances
