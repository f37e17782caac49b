"""Distances and shared areas of bases against slow sums that need no trick."""

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from battles.resolvers.core import geometry
from battles.resolvers.lgg.command.radius import FREE, band_at, command_gap, well_within
from battles.resolvers.lgg.movement.zones import all_toward, goes_toward
from battles.resolvers.lgg.plane.space import beyond, gap_at
from tests.battles.resolvers.lgg.stage import stage, stand

Base = tuple[float, float, float, float, float, float]
SQUARE = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]


def blank(points: int) -> Any:
    """Room for so many points, as the kernels take them."""
    return np.zeros((points, 2))


def random_base(rng: Random) -> Base:
    fx, fy = geometry.unit_vector(rng.uniform(-1, 1), rng.choice((0.0, rng.uniform(-1, 1))))
    return rng.uniform(0, 6), rng.uniform(0, 6), fx, fy, rng.choice((0.5, 1.5)), rng.choice((0.5, 1.0))


def edges(base: Base) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    points = blank(4)
    geometry.corners(*base, points)
    ring = [(float(x), float(y)) for x, y in points]
    return list(pairwise([*ring, ring[0]]))


def holds(base: Base, x: float, y: float) -> bool:
    bx, by, fx, fy, w, d = base
    return abs((x - bx) * fy - (y - by) * fx) <= w and abs((x - bx) * fx + (y - by) * fy) <= d


def slow_gap(one: Base, two: Base) -> float:
    """0 if a point of one of 2,000 spread over it lies in the other, else the least distance of corners from edges."""
    return min(
        geometry.point_to_segment(*point, *a, *b)
        for first, second in ((one, two), (two, one))
        for point, _ in edges(first)
        for a, b in edges(second)
    )


def overlapping(one: Base, two: Base) -> bool:
    x, y, fx, fy, w, d = one
    steps = [n / 20.0 for n in range(-20, 21)]
    spread = [(x + u * w * fy + v * d * fx, y - u * w * fx + v * d * fy) for u in steps for v in steps]
    return any(holds(two, *point) for point in spread)


def test_LGG_2_0_h_the_distance_of_bases_is_that_of_their_nearest_points() -> None:
    rng = Random(1)
    for _ in range(150):
        one, two = random_base(rng), random_base(rng)
        gap = geometry.base_gap(*one, *two)
        if gap == 0.0:
            assert overlapping(one, two) or overlapping(two, one) or slow_gap(one, two) < 0.1
        else:
            assert gap == pytest.approx(slow_gap(one, two))
            assert not overlapping(one, two)


def test_LGG_2_0_h_the_quick_test_never_calls_a_near_base_far() -> None:
    rng, battle = Random(2), stage()
    one, two = stand(battle, 0, "line_inf", 30, 20), stand(battle, 1, "heavy_cav", 36, 24)
    seen = {True: 0, False: 0}
    for _ in range(300):
        x, y, reach = rng.uniform(15, 55), rng.uniform(5, 45), rng.choice((0.02, 3.0, 6.0))
        fx, fy = geometry.unit_vector(rng.uniform(-1, 1), rng.uniform(-1, 1))
        far = bool(beyond(battle, one, x, y, two, reach))
        assert not far or gap_at(battle, one, x, y, fx, fy, two) > reach
        seen[far] += 1
    assert min(seen.values()) > 10


@pytest.mark.parametrize(
    ("dx", "share"),
    [(0.0, 4.0), (1.0, 2.0), (1.5, 1.0), (2.0, 0.0), (5.0, 0.0), (-0.5, 3.0)],
)
def test_LGG_3_0_e_the_area_that_two_squares_share(dx: float, share: float) -> None:
    one, two = blank(8), blank(8)
    one[:4], two[:4] = SQUARE, [(x + dx, y) for x, y in SQUARE]
    assert geometry.common_area(one, 4, two, 4, blank(8), blank(8)) == pytest.approx(share)


@pytest.mark.parametrize(
    ("u", "v", "share"),
    [(0.0, 5.0, 4.0), (0.0, 2.0, 2.0), (0.0, -2.0, 0.0), (9.0, 4.0, 0.0), (4.0, 4.0, 2.0)],
)
def test_LGG_2_0_d_the_area_ahead_of_a_base(u: float, v: float, share: float) -> None:
    """A 2" square around (u, v); the wedge of a 2" x 4" base begins at v = 2 and widens by 45 degrees from u = 1."""
    square = blank(16)
    square[:4] = [(x + u, y + v) for x, y in SQUARE]
    # At (4, 4) the line u = v - 1 ... runs from (3, 4) to (4, 5): a corner triangle of half a square inch is ahead.
    expected = 0.5 if (u, v) == (4.0, 4.0) else share
    assert geometry.wedge_area(square, 4, 1.0, 2.0, blank(16), blank(16)) == pytest.approx(expected)


def test_LGG_8_5_d_the_last_step_tells_of_a_whole_slide_toward_its_target() -> None:
    rng, battle = Random(3), stage()
    unit, target = stand(battle, 0, "line_inf", 30, 20), stand(battle, 1, "line_inf", 31, 27)
    answers = {True: 0, False: 0}
    for _ in range(200):
        fx, fy = geometry.unit_vector(rng.uniform(-0.6, 0.6), 1.0)
        mx, my = rng.uniform(-3, 3), rng.uniform(0.5, 6)
        steps = int((mx * mx + my * my) ** 0.5 / 0.5) + 1
        dx, dy = mx / steps, my / steps
        each = all(goes_toward(battle, unit, 30 + dx * n, 20 + dy * n, fx, fy, dx, dy, target) for n in range(steps))
        assert bool(all_toward(battle, unit, 30.0, 20.0, fx, fy, mx, my, target, steps)) == each
        answers[each] += 1
    assert min(answers.values()) > 10


def test_LGG_4_0_c_a_unit_well_within_the_radius_is_within_it_however_it_faces() -> None:
    rng, battle = Random(4), stage()
    unit = stand(battle, 0, "line_inf", 36, 20)
    battle.radius = 9.0
    seen = {True: 0, False: 0}
    for _ in range(200):
        fx, fy = geometry.unit_vector(rng.uniform(-1, 1), rng.uniform(-1, 1))
        x, y = battle.lead_x[0] + rng.uniform(-15, 15), battle.lead_y[0] + rng.uniform(-15, 15)
        near = bool(well_within(battle, unit, x, y))
        gap = command_gap(battle, unit, x, y, fx, fy)
        assert not near or gap <= 9.0
        assert (band_at(battle, unit, x, y, fx, fy) == FREE) == (gap <= 9.0 + geometry.NEAR)
        seen[near] += 1
    assert min(seen.values()) > 10


def test_the_room_between_standing_bases_is_that_of_a_slide_of_no_length() -> None:
    rng, seen = Random(11), set()
    for _ in range(2000):
        one, two = random_base(rng), random_base(rng)
        room = geometry.rest_room(*one, *two)
        assert room == geometry.sweep_room(*one, 0.0, 0.0, *two)
        seen.add(room < 0.0)
    assert seen == {True, False}
