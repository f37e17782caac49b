import pytest

from campaign.rules.fighting.command import command
from campaign.rules.house import shipped
from campaign.rules.march.guns import edge_of, front_of, side_of
from tests.campaign.rules.worlds import army, theatre

WORLD = theatre(
    "a-b",
    war=(("red", "blue"), ("pink", "blue"), ("green", "red"), ("green", "blue"), ("grey", "red")),
    allied=(("red", "pink"), ("red", "white"), ("grey", "green")),
)
SIDES = (("red",), ("blue",))


@pytest.mark.parametrize(("faction", "side"), [
    ("red", 0), ("blue", 1),
    ("pink", 0),   # an ally who is at war with the enemy
    ("white", None),  # an ally who is not
    ("green", None),  # the enemy of both
    ("grey", None),  # the enemy of one, the friend of neither
    ("brown", None),  # a neutral
])  # fmt: skip
def test_21_4_who_joins_a_battle_has_a_friend_in_it_and_an_enemy_against_him(faction, side):
    assert side_of(army("x", faction, "a"), SIDES, WORLD) == side


def test_21_4_nobody_joins_a_side_on_which_he_has_an_enemy():
    world = theatre("a-b", war=(("red", "blue"), ("pink", "blue"), ("pink", "rose")),
                    allied=(("red", "pink"), ("red", "rose")))  # fmt: skip
    assert side_of(army("x", "pink", "a"), (("red", "rose"), ("blue",)), world) is None


@pytest.mark.parametrize(("bearing", "edge"), [
    (180, "own"), (135, "own"), (225, "own"), (134, "right"), (90, "right"), (226, "left"), (270, "left"),
    (1, "right"), (359, "left"), (None, "own"),
])  # fmt: skip
def test_HR_T6_an_army_that_came_from_the_south_has_the_east_on_its_right_hand(bearing, edge):
    assert edge_of(bearing, 180) == edge


def test_HR_T1_the_defenders_edge_lies_opposite_the_attackers():
    assert [front_of(n, 0, (30, 300)) for n in (0, 1)] == [30, 210]
    assert [front_of(n, 1, (30, 300)) for n in (0, 1)] == [120, 300]
    assert [front_of(n, 0, (None, 300)) for n in (0, 1)] == [120, 300]
    assert front_of(0, 0, (None, None)) is None


def test_HR_14_a_better_general_who_comes_late_leads_his_column_and_not_the_side():
    here, late = army("x", "red", "a", skill="average"), army("y", "pink", "a", skill="great", arrives=60)
    found = command([here, late], shipped())
    assert found.commander == here.leader
    assert found.wings == (late.leader,)
