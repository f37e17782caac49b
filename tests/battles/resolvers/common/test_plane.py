"""The geometry of the plane in cases that can be told by hand (COM-21, COM-22)."""

import random

import pytest

from battles.resolvers.common import plane
from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Land, Status
from battles.resolvers.common.land import land_at, lay
from battles.resolvers.common.march import clear_ahead, enemy_within, find_place, free_ahead, go_ahead, go_back, turn_to
from battles.resolvers.common.record import Battle, blank
from battles.resolvers.fields.field import Field, hill, obstacle, river, rough, town

ONE, TWO, OTHER = 0, 1, SIDE_UNITS
WIDE, DEEP = 4000, 3600


@pytest.fixture
def battle() -> Battle:
    """An open board of 40 by 36 inches; two units of one side and one of the other, 4 by 2 inches each."""
    made = blank()
    made.cosine[:] = plane.cosines()
    lay(made, Field(40, 36), width=WIDE, depth=DEEP, cell=100)
    made.units[0], made.units[1] = 2, 1
    for unit in (ONE, TWO, OTHER):
        made.width[unit], made.depth[unit], made.status[unit] = 400, 200, Status.BOARD
    plane.put(made, ONE, 1000, 500, 0)
    plane.put(made, TWO, 3000, 500, 0)
    plane.put(made, OTHER, 1000, 3000, 180)
    return made


def with_field(battle: Battle, *pieces: object) -> None:
    lay(battle, Field(40, 36, tuple(pieces)), width=WIDE, depth=DEEP, cell=100)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("to", "heading"),
    [((0, 5), 0), ((5, 5), 45), ((5, 0), 90), ((5, -5), 135), ((0, -5), 180), ((-5, -5), 225), ((-5, 0), 270),
     ((-5, 5), 315), ((100, 10_000), 1), ((-100, 10_000), 359), ((1000, 1732), 30), ((1000, -1732), 150)],
)  # fmt: skip
def test_bearings_are_clockwise_from_the_far_edge(battle: Battle, to: tuple[int, int], heading: int) -> None:
    assert plane.bearing(battle, 0, 0, *to) == heading


def test_bearings_are_the_nearest_degree(battle: Battle) -> None:
    from math import atan2, degrees

    dice = random.Random(1)
    for _ in range(300):
        x, y = dice.randint(-3000, 3000), dice.randint(-3000, 3000)
        exact = degrees(atan2(x, y))
        assert abs((plane.bearing(battle, 0, 0, x, y) - exact + 180) % 360 - 180) <= 0.5 + 1e-4


def test_turns_are_the_shorter_way() -> None:
    turns = [plane.turn_between(*pair) for pair in ((0, 45), (350, 10), (10, 350), (0, 180), (90, 0))]
    assert turns == [45, 20, -20, 180, -90]


def test_gaps(battle: Battle) -> None:
    """Front to front, side by side, corner to corner, across one another."""
    assert (plane.base_gap(battle, ONE, OTHER), plane.base_gap(battle, ONE, TWO)) == (2300, 1600)
    plane.put(battle, TWO, 1700, 1100, 0)
    assert plane.base_gap(battle, ONE, TWO) == 500
    plane.put(battle, TWO, 1000, 500, 90)
    assert plane.base_gap(battle, ONE, TWO) == 0
    plane.put(battle, TWO, 1000, 700, 0)
    assert plane.base_gap(battle, ONE, TWO) == 0


def test_bases_that_touch_do_not_overlap(battle: Battle) -> None:
    for x, y, heading in ((1000, 700, 0), (1400, 500, 0), (1300, 500, 90), (1000, 800, 90)):
        plane.put(battle, TWO, x, y, heading)
        assert not plane.overlaps(battle, ONE, TWO)
        plane.put(battle, TWO, x - (x > 1000) * 10, y - (y > 500) * 10, heading)
        assert plane.overlaps(battle, ONE, TWO)
        assert plane.overlaps(battle, TWO, ONE)


def test_what_is_surely_beyond_is(battle: Battle) -> None:
    dice = random.Random(2)
    for _ in range(300):
        plane.put(battle, TWO, dice.randint(200, 3000), dice.randint(200, 3000), dice.randrange(360))
        assert not plane.beyond(battle, ONE, TWO, plane.base_gap(battle, ONE, TWO) + 2)


def test_ranges_run_from_the_middle_of_the_front(battle: Battle) -> None:
    assert plane.range_to(battle, ONE, OTHER) == 2300
    plane.put(battle, OTHER, 1000 + 200 + 300, 600 + 100 + 400, 180)
    assert plane.range_to(battle, ONE, OTHER) == 500  # 3 inches aside, 4 ahead


@pytest.mark.parametrize(
    ("point", "inside"),
    [((1000, 1500), True), ((2000, 1500), True), ((2001, 1500), False), ((0, 1500), True), ((1000, 400), False)],
)
def test_the_arc_is_45_degrees_either_side(battle: Battle, point: tuple[int, int], inside: bool) -> None:
    assert plane.in_arc(battle, ONE, *point) == inside


def test_sides_struck(battle: Battle) -> None:
    """Before the front line, behind the rear line, else the flank."""
    points = [(1000, 700), (2000, 600), (2000, 599), (1500, 500), (1500, 400), (1000, 399), (2000, 399)]
    sides = [plane.FRONT, plane.FRONT, plane.FLANK, plane.FLANK, plane.FLANK, plane.REAR, plane.REAR]
    assert [plane.side_struck(battle, ONE, x, y) for x, y in points] == sides
    battle.heading[ONE] = 180
    turned = [(2000 - x, 1000 - y) for x, y in points]
    assert [plane.side_struck(battle, ONE, x, y) for x, y in turned] == sides


def test_segments_cross_bases(battle: Battle) -> None:
    assert plane.crosses(battle, ONE, 1000, 0, 1000, 1000)
    assert plane.crosses(battle, ONE, 0, 500, 2000, 500)
    assert not plane.crosses(battle, ONE, 0, 700, 2000, 700)
    assert not plane.crosses(battle, ONE, 1150, 900, 1400, 550)
    battle.heading[ONE] = 90
    assert not plane.crosses(battle, ONE, 1150, 0, 1150, 1000)
    assert plane.crosses(battle, ONE, 1050, 0, 1050, 1000)


def test_a_third_unit_hides(battle: Battle) -> None:
    assert plane.sees(battle, ONE, OTHER, 100)
    plane.put(battle, TWO, 1000, 1500, 0)
    assert not plane.sees(battle, ONE, OTHER, 100)
    plane.put(battle, TWO, 1201, 1500, 0)
    assert plane.sees(battle, ONE, OTHER, 100)


def square(left: float, bottom: float, side: float) -> tuple[tuple[float, float], ...]:
    return ((left, bottom), (left + side, bottom), (left + side, bottom + side), (left, bottom + side))


def test_woods_hide_but_not_who_stands_in_them(battle: Battle) -> None:
    with_field(battle, rough(square(7, 12, 6)))
    assert not plane.sees(battle, ONE, OTHER, 100)
    plane.put(battle, OTHER, 1000, 1500, 180)
    assert plane.sees(battle, ONE, OTHER, 100)
    assert plane.sees(battle, OTHER, ONE, 100)
    with_field(battle, rough(square(7, 12, 1.2)))
    plane.put(battle, OTHER, 1000, 3000, 180)
    assert plane.sees(battle, ONE, OTHER, 100)


def test_towns_hide_but_not_their_garrison(battle: Battle) -> None:
    with_field(battle, town(8, 18))
    assert not plane.sees(battle, ONE, OTHER, 100)
    plane.put(battle, OTHER, 1000, 2000, 180)
    assert plane.sees(battle, ONE, OTHER, 100)


def test_a_crest_hides_lower_units(battle: Battle) -> None:
    with_field(battle, hill(square(7, 12, 6)))
    assert not plane.sees(battle, ONE, OTHER, 100)
    plane.put(battle, OTHER, 1000, 1500, 180)
    assert plane.sees(battle, ONE, OTHER, 100)
    with_field(battle, hill(square(9, 10, 3)), hill(square(9, 14, 3), 2), hill(square(9, 29, 3)))
    plane.put(battle, OTHER, 1000, 3000, 180)
    assert not plane.sees(battle, ONE, OTHER, 100)


def test_free_ahead(battle: Battle) -> None:
    assert (free_ahead(battle, ONE, OTHER), free_ahead(battle, ONE, TWO)) == (2300, plane.FAR)
    plane.put(battle, OTHER, 1000, 3000, 90)
    assert free_ahead(battle, ONE, OTHER) == 2200
    plane.put(battle, OTHER, 1390, 3000, 180)
    assert free_ahead(battle, ONE, OTHER) == 2300
    plane.put(battle, OTHER, 1400, 3000, 180)
    assert free_ahead(battle, ONE, OTHER) == plane.FAR
    battle.heading[ONE] = 180
    plane.put(battle, OTHER, 1000, 3000, 180)
    assert free_ahead(battle, ONE, OTHER) == plane.FAR


def test_free_ahead_is_where_contact_is(battle: Battle) -> None:
    """After going so far the bases touch and do not overlap; half an inch before they do not touch."""
    dice, met = random.Random(3), 0
    for _ in range(400):
        plane.put(battle, ONE, 1800, 1500, dice.randrange(360))
        plane.put(battle, OTHER, dice.randint(400, 3500), dice.randint(400, 3200), dice.randrange(360))
        if plane.overlaps(battle, ONE, OTHER) or plane.base_gap(battle, ONE, OTHER) < 60:
            continue
        free = free_ahead(battle, ONE, OTHER)
        assert clear_ahead(battle, ONE, 5000, NOBODY) <= free
        if free < plane.FAR:
            met += 1
            go_ahead(battle, ONE, free)
            assert plane.base_gap(battle, ONE, OTHER) <= 3
            assert not plane.overlaps(battle, ONE, OTHER)
            go_ahead(battle, ONE, -50)
            assert plane.base_gap(battle, ONE, OTHER) > 3
    assert met > 40


def test_a_slide_stops_before_who_is_in_the_way(battle: Battle) -> None:
    plane.put(battle, OTHER, 1000, 1500, 180)
    assert plane.slide(battle, ONE, 0, 5000, 100, NOBODY) == 800
    assert (battle.x[ONE], battle.y[ONE], battle.heading[ONE]) == (1000, 1300, 0)
    plane.put(battle, ONE, 1000, 500, 0)
    assert plane.slide(battle, ONE, 180, 5000, 100, NOBODY) == 400


def test_a_slide_stops_before_closed_land(battle: Battle) -> None:
    with_field(battle, river(((0, 12.5), (40, 12.5)), impassable=True))
    assert land_at(battle, 1000, 1250) & Land.RIVER
    assert plane.slide(battle, ONE, 0, 5000, 50, NOBODY) == 650


def test_land_lies_where_the_field_says(battle: Battle) -> None:
    with_field(battle, hill(square(5, 5, 5)), rough(square(20, 5, 5)), town(30, 5), obstacle(((5, 20), (9, 20))))
    assert (land_at(battle, 700, 700), land_at(battle, 2100, 501)) == (Land.HILL, Land.ROUGH)
    assert (land_at(battle, 2100, 499), land_at(battle, 3399, 899)) == (0, Land.TOWN)
    assert land_at(battle, 700, 2050) == Land.OBSTACLE


def test_turning_needs_room(battle: Battle) -> None:
    plane.put(battle, TWO, 1410, 500, 0)
    assert not turn_to(battle, ONE, 30, NOBODY)
    assert battle.heading[ONE] == 0
    plane.put(battle, TWO, 1450, 500, 0)
    assert turn_to(battle, ONE, 45, NOBODY)
    assert battle.heading[ONE] == 45
    plane.put(battle, ONE, 1000, 110, 0)
    assert not turn_to(battle, ONE, 90, NOBODY)


def test_going_back_passes_friends_and_ends_clear_of_them(battle: Battle) -> None:
    plane.put(battle, ONE, 1000, 2000, 0)
    plane.put(battle, TWO, 1000, 1300, 0)
    assert (go_back(battle, ONE, 180, 600, 50, 100), battle.heading[ONE]) == (900, 0)
    plane.put(battle, ONE, 1000, 2000, 0)
    plane.put(battle, TWO, 1000, 500, 0)
    assert go_back(battle, ONE, 180, 600, 50, 100) == 600


def test_COM_21_going_back_keeps_the_base_on_the_board(battle: Battle) -> None:
    """It would come to rest with its centre on the board and its rear beyond the edge: it stops short."""
    plane.put(battle, ONE, 1000, 670, 0)
    assert go_back(battle, ONE, 180, 600, 50, 100) == 550
    assert plane.inside_board(battle, ONE)
    plane.put(battle, TWO, 1000, 300, 0)
    plane.put(battle, ONE, 1000, 670, 0)
    assert go_back(battle, ONE, 180, 600, 50, 100) == 150


def test_going_back_over_the_edge_is_told(battle: Battle) -> None:
    assert go_back(battle, ONE, 180, 600, 50, 100) == -1


def test_going_back_stops_short_of_enemies_and_closed_land(battle: Battle) -> None:
    plane.put(battle, ONE, 1000, 2000, 180)
    plane.put(battle, OTHER, 1000, 2900, 180)
    assert (go_back(battle, ONE, 0, 1200, 50, 100), enemy_within(battle, ONE, 101)) == (600, OTHER)
    assert enemy_within(battle, ONE, 100) == NOBODY
    with_field(battle, river(((0, 26.5), (40, 26.5)), impassable=True))
    plane.put(battle, ONE, 1000, 2000, 180)
    plane.put(battle, OTHER, 1000, 3400, 180)
    assert go_back(battle, ONE, 0, 1200, 50, 100) == 450


def test_a_place_is_the_nearest_that_is_free(battle: Battle) -> None:
    plane.put(battle, TWO, 2000, 1000, 0)
    assert find_place(battle, ONE, 2000, 1000, 0, 50, 20)
    assert (battle.x[ONE], battle.y[ONE]) == (2000, 800)
    assert plane.stands_well(battle, ONE, NOBODY)
    assert not find_place(battle, ONE, 2000, 1000, 0, 50, 3)
