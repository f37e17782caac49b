"""Arrows of marches."""

import re

import pytest

from campaign.rules.maps.arrows import PITCH, arrow, lanes

THERE = ((0.0, 0.0), (50.0, 0.0), (100.0, 0.0))
ON = ((100.0, 0.0), (150.0, 0.0), (200.0, 0.0))


def points(path):
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[0-9.]+) (-?[0-9.]+)", path)]


def test_a_march_ends_in_an_arrow_head_short_of_the_town():
    shaft, head = arrow([THERE])
    assert points(shaft)[-1] == (91.0, 0.0)
    assert points(head) == [(83.0, 5.0), (91.0, 0.0), (83.0, -5.0)]


def test_a_forced_march_is_one_arrow_with_one_head():
    shaft, head = arrow([THERE, ON])
    assert shaft.count("M") == head.count("M") == 1
    assert points(head)[1] == points(shaft)[-1] == (191.0, 0.0)


def test_the_head_lies_in_the_direction_in_which_a_curved_way_arrives():
    _, head = arrow([((0.0, 0.0), (100.0, 0.0), (100.0, 100.0))])
    left, tip, right = points(head)
    assert abs(left[1] - right[1]) < 4  # it points down, so that its barbs are level
    assert tip[1] > left[1]


@pytest.mark.parametrize("lane", [-2, -1, 1, 2])
def test_a_lane_lies_beside_the_way(lane):
    assert {y for _, y in points(arrow([THERE], lane)[0])} == {lane * PITCH}


def test_each_army_on_a_way_has_a_lane_of_its_own():
    assert lanes([("a", "b")] * 4) == [0, 1, -1, 2]
    assert lanes([("a", "b"), ("c", "b"), ("b", "d")]) == [0, 0, 0]


def test_a_lane_is_free_on_every_leg_of_a_march():
    assert lanes([("b", "c"), ("a", "b", "c"), ("a", "b")]) == [0, 1, 0]


def test_on_the_way_back_the_same_side_has_the_other_number():
    """Lane 1 from b to a lies where lane -1 from a to b lies: the third takes what the first two leave."""
    assert lanes([("a", "b"), ("b", "a"), ("a", "b")]) == [0, 1, 1]
