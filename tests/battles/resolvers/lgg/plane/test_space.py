"""Bases, perspectives, distances (section 2)."""

from math import cos, pi, sin
from random import Random
from typing import Any

import pytest

from battles.resolvers.lgg.plane.laps import anybody_at, covers
from battles.resolvers.lgg.plane.space import (
    behind_front,
    enemy_gap,
    gap_at,
    gap_between,
    place,
    share_behind,
    share_in_front,
    to_front,
    touching,
    wedge_of,
)
from battles.resolvers.lgg.record.codes import Face
from tests.battles.resolvers.lgg.stage import NORTHWARD, SOUTHWARD, laid, stage, stand

ORIGIN = (30.0, 20.0)


def pair(dx: float, dy: float) -> tuple[Any, ...]:
    battle = stage()
    one = stand(battle, 0, "line_inf", *ORIGIN, NORTHWARD)
    return battle, one, stand(battle, 1, "line_inf", ORIGIN[0] + dx, ORIGIN[1] + dy)


@pytest.mark.parametrize(
    ("dx", "dy", "share", "front"),
    [(0, 6, 1.0, True), (4, 4, 1 / 2, False), (4, 5, 7 / 9, True), (5, 4, 2 / 9, False)],
)
def test_LGG_2_0_e_E84_share_to_the_front(dx: float, dy: float, share: float, front: bool) -> None:
    battle, one, two = pair(dx, dy)
    assert share_in_front(battle, one, two) == pytest.approx(share, abs=1e-9)
    assert bool(to_front(battle, one, two)) is front


@pytest.mark.parametrize(
    ("dx", "dy", "share", "behind"),
    [(4, 0, 1.0, True), (4, 3 / 2, 1 / 2, False), (4, 7 / 5, 8 / 15, True), (4, 3, 0.0, False)],
)
def test_LGG_2_0_c_f_E85_share_behind_the_front_line(dx: float, dy: float, share: float, behind: bool) -> None:
    battle, one, two = pair(dx, dy)
    assert share_behind(battle, one, two) == pytest.approx(share, abs=1e-9)
    assert bool(behind_front(battle, one, two)) is behind


@pytest.mark.parametrize(("dx", "dy", "side"), [
    (0, 6, Face.FRONT), (6, 0, Face.RIGHT), (0, -6, Face.REAR), (-6, 0, Face.LEFT),
    (6, 6, Face.RIGHT), (-6, 6, Face.LEFT), (2, 6, Face.FRONT), (6, 2, Face.RIGHT), (-2, -6, Face.REAR),
])
def test_LGG_2_0_g_the_wedge_of_a_base_and_a_tie_counts_as_the_side(dx: float, dy: float, side: int) -> None:
    battle, one, two = pair(dx, dy)
    x, y = ORIGIN
    assert wedge_of(battle, one, x + dx, y + dy, 0.0, -1.0, 1.5, 1.5) == side
    assert gap_between(battle, one, two) > 0


@pytest.mark.parametrize(("dx", "dy", "gap"), [(0, 3, 0.0), (0, 6.25, 3.25), (7, 0, 4.0), (6, 7, 5.0), (1, 1, 0.0)])
def test_LGG_2_0_h_distance_of_the_nearest_points(dx: float, dy: float, gap: float) -> None:
    battle, one, two = pair(dx, dy)
    assert gap_between(battle, one, two) == pytest.approx(gap, abs=1e-12)
    assert gap_between(battle, two, one) == gap_between(battle, one, two)


@pytest.mark.parametrize(("apart", "in_touch"), [(0.0, True), (0.02, True), (0.021, False)])
def test_LGG_2_0_h_contact_within_two_hundredths(apart: float, in_touch: bool) -> None:
    battle, one, two = pair(0, 3 + apart)
    assert bool(touching(battle, one, two)) is in_touch


def test_LGG_2_0_h_bases_that_are_not_parallel_do_not_touch() -> None:
    battle, one, two = laid((0, "line_inf", 30, 20, NORTHWARD),
                            (1, "line_inf", 30, 20 + 1.5 + 1.5 * 1.0353, (0.05, -1.0)))
    assert bool(touching(battle, one, two)) is False


@pytest.mark.parametrize(
    ("kind", "width", "depth"),
    [("line_inf", 3, 3), ("heavy_cav", 3, 3), ("heavy_art", 1.5, 3), ("engineer", 1.5, 1.5), ("pontoon", 1.5, 3)],
)
def test_LGG_1_0_b_bases(kind: str, width: float, depth: float) -> None:
    battle, unit = laid((0, kind, 30, 20))
    assert (2 * battle.half_width[unit], 2 * battle.half_depth[unit]) == (width, depth)


@pytest.mark.parametrize(("deep", "taken"), [(0.02, False), (0.14, False), (0.15, True), (1.0, True)])
def test_ENG_16_a_corner_of_less_than_two_hundredths_of_a_square_inch_is_no_overlap(deep: float, taken: bool) -> None:
    battle, unit, friend = laid((0, "line_inf", 36, 12), (0, "line_inf", 36, 24))
    corner = 0.7071067811865476
    place(battle, friend, 36 + 1.5 + 1.5 / corner - deep, 24, corner, corner)
    assert (anybody_at(battle, unit, 36, 24, 0.0, 1.0) == friend) is taken


def test_N_1_a_place_is_rounded_to_four_decimals_before_anything_is_decided() -> None:
    battle, unit, foe = laid((0, "line_inf", 30, 20), (1, "line_inf", 30, 23.00004))
    place(battle, unit, 30.00005, 20.00004, 3.0, 4.0)
    assert (battle.x[unit], battle.y[unit], battle.y[foe]) == (30.0001, 20.0, 23.0)
    assert (battle.fx[unit], battle.fy[unit]) == (0.6, 0.8)


@pytest.mark.parametrize("side", [0, 1])
def test_LGG_2_0_h_the_kept_distance_is_the_exact_one_however_the_bases_face(side: int) -> None:
    battle, rng = stage(), Random(f"kept distances {side}")
    units = [stand(battle, n % 2, "line_inf" if n % 3 else "heavy_art", 4.0 + 4 * n, 12.0 + n % 4) for n in range(12)]
    for _ in range(200):
        unit = rng.choice([unit for unit in units if unit // 64 == side])
        turn = rng.choice([0.0, pi / 2, pi, rng.uniform(0.0, 2 * pi)])
        place(battle, unit, rng.uniform(4.0, 30.0), rng.uniform(8.0, 16.0), cos(turn), sin(turn))
        pose = battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit]
        for foe in (foe for foe in units if foe // 64 != side):
            assert enemy_gap(battle, unit, foe) == gap_at(battle, unit, *pose, foe)


def test_LGG_8_4_a_a_corner_that_is_shared_may_be_left_but_not_ground_along() -> None:
    battle, unit, foe = laid((0, "line_inf", 36, 20), (1, "line_inf", 38.9, 22.9, SOUTHWARD))
    assert covers(battle, 1, unit, 36, 20, 0.0, 1.0, -3.0, 0.0) == -1
    assert covers(battle, 1, unit, 36, 20, 0.0, 1.0, 3.0, 0.0) == foe
