from dataclasses import replace

import pytest

from campaign.rules.fighting.command import command, fate_of_general, one_lower
from campaign.rules.fighting.plan import free_name
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


def test_battles_in_one_place_are_counted_and_a_name_that_fell_free_is_used_again() -> None:
    taken: list[str] = []
    for _ in range(4):
        taken.append(free_name("Teplitz", taken))
    assert taken == [
        "Battle of Teplitz", "Second Battle of Teplitz", "Third Battle of Teplitz", "Fourth Battle of Teplitz",
    ]  # fmt: skip
    assert free_name("Teplitz", {taken[0], taken[2]}) == "Second Battle of Teplitz"
    assert free_name("Culm", taken) == "Battle of Culm"


def test_two_provinces_of_one_long_name_have_battles_of_two_names() -> None:
    first = free_name("x" * 130, ())
    assert len(first) == len(free_name("x" * 130, {first})) == 120
    assert first != free_name("x" * 130, {first})
