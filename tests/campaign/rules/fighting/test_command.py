from dataclasses import replace

import pytest

from campaign.rules.fighting.command import command, fate_of_general, one_lower
from campaign.rules.house import shipped
from campaign.rules.theatre import LeaderFacts
from tests.campaign.rules.worlds import army
from tests.factories.cups import FixedCup

HOUSE = shipped()


def test_HR_14_the_highest_skill_commands_then_the_stronger_army():
    armies = [army("a", "red", "p", "9 Line inf", "average"), army("b", "pink", "p", "1 Line inf", "great"),
              army("c", "red", "p", "2 Line inf", "good"), army("d", "red", "p", "3 Line inf", "good")]  # fmt: skip
    found = command(armies, HOUSE)
    assert found.commander.ref == "b-leader"
    assert [wing.ref for wing in found.wings] == ["d-leader", "c-leader"]


def test_HR_14_equal_skill_and_strength_goes_to_the_owner_of_most_units():
    armies = [army("a", "red", "p", "2 Line inf", "good"), army("b", "pink", "p", "2 Line inf", "good"),
              army("c", "pink", "p", "1 Line inf")]  # fmt: skip
    assert command(armies, HOUSE).commander.ref == "b-leader"


def test_HR_14_own_wings_come_into_the_file_and_nobody_is_no_commander():
    wing = LeaderFacts("w", "Wing", "poor")
    assert command([replace(army("a", "red", "p", skill="average"), wings=(wing,))], HOUSE).wings == (wing,)
    assert command([army("a", "red", "p")], HOUSE).commander is None


@pytest.mark.parametrize(
    ("faces", "left", "fate"),
    [((1,), True, ("killed", 0)), ((2,), False, ("killed", 0)), ((3, 5), True, ("wounded", 5)),
     ((4, 1), False, ("wounded", 1)),
     ((5,), True, ("captured", 0)), ((6, 2), False, ("wounded", 2))],
)  # fmt: skip
def test_HR_17_fate_of_a_lost_general(faces, left, fate):
    found = fate_of_general(left, FixedCup(*faces), HOUSE)
    assert (found.what, found.turns) == fate


def test_LGG_16_0_d_a_substitute_is_one_lower_and_poor_stays_poor():
    assert [one_lower(skill) for skill in ("great", "good", "average", "poor")] == ["good", "average", "poor", "poor"]
