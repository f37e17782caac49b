"""Shooting (SQB-23 to SQB-35) and its expected values."""

from fractions import Fraction

import pytest

from battles.resolvers.common.chances import at_least, face_chance, mean, pool_chances
from battles.resolvers.common.codes import NOBODY, Ground, Land, Weather
from battles.resolvers.common.events import Event
from battles.resolvers.common.record import Battle
from battles.resolvers.square_brigadier.codes import NUMBERS, Own
from battles.resolvers.square_brigadier.shooting import best_target, dense_behind, fire_hits, has_line, pool_at, shoot
from battles.resolvers.square_brigadier.troops import range_of
from tests.battles.resolvers.common.grid_stage import board, events, throws, unit


def range_at(kind: str, target: str, away: int, *, guard: bool = False) -> Battle:
    """A firer and its target so many squares ahead."""
    battle = board(NUMBERS)
    unit(battle, 0, kind, 5, 1, 0, 3, guard=guard)
    unit(battle, 200, target, 5, 1 + away, 4, 3)
    return battle


def pool(battle: Battle, away: int, *, moved: bool = False) -> int:
    return pool_at(battle, 0, 200, away, moved)


@pytest.mark.parametrize(("facing", "seen"), [(0, True), (1, True), (7, True), (2, False), (4, False)])
def test_SQB_23_the_arc_is_45_degrees_either_side(facing: int, seen: bool) -> None:
    battle = range_at("line_inf", "line_inf", 2)
    battle.heading[0] = facing
    assert (best_target(battle, 0, False, False) == 200) == seen


def test_SQB_24_woods_troops_and_hills_between_block_but_not_from_a_hill_and_a_corner_by_two_squares_alone() -> None:
    battle = range_at("field_art", "line_inf", 4)
    for y, bits, seen in ((3, 0, True), (3, Land.ROUGH, False), (3, Land.HILL, False), (1, Land.HILL, True)):
        battle.land[y * 12 + 5] = bits
        assert has_line(battle, 5, 1, 5, 5) == seen
    unit(battle, 201, "line_inf", 5, 3, 4, 3)
    assert not has_line(battle, 5, 1, 5, 5)
    battle = range_at("field_art", "line_inf", 2)
    for number, x, y, seen in ((201, 6, 1, True), (202, 5, 2, False)):
        unit(battle, number, "line_inf", x, y, 4, 3)
        assert has_line(battle, 5, 1, 7, 3) == seen


def test_SQB_25_SQB_W4_who_is_next_to_an_enemy_is_no_target() -> None:
    battle = range_at("field_art", "line_inf", 4)
    assert best_target(battle, 0, False, False) == 200
    unit(battle, 1, "line_inf", 5, 6, 4, 3)
    assert best_target(battle, 0, False, False) == NOBODY


@pytest.mark.parametrize(("kind", "target", "away", "change", "dice"), [
    ("line_inf", "line_inf", 2, "", 2), ("elite_inf", "line_inf", 2, "", 2), ("elite_inf", "line_inf", 2, "guard", 3),
    ("heavy_art", "line_inf", 3, "", 4), ("field_art", "line_inf", 3, "", 3), ("field_art", "line_inf", 4, "", 2),
    ("field_art", "line_inf", 6, "", 2), ("heavy_art", "light_cav", 5, "", 2), ("line_inf", "light_cav", 2, "", 1),
    ("line_inf", "field_art", 2, "cover", 1), ("line_inf", "line_inf", 2, "moved", 1),
    ("line_inf", "line_inf", 2, "column", 3),
])  # fmt: skip
def test_SQB_26_SQB_28_to_SQB_31_SQB_34_SQB_W1_the_dice_of_a_shot(kind, target, away, change, dice) -> None:
    battle = range_at(kind, target, away, guard=change == "guard")
    battle.land[3 * 12 + 5] = Land.ROUGH * int(change == "cover")
    battle.own[200, Own.COLUMN] = int(change == "column")
    assert pool(battle, away, moved=change == "moved") == dice


def test_SQB_26_a_five_hits() -> None:
    battle = range_at("line_inf", "line_inf", 2)
    throws(battle, 4, 5, 6, 1)
    assert fire_hits(battle, 4, 11) == 2


@pytest.mark.parametrize(("kind", "far"), [("line_inf", 2), ("field_art", 6), ("horse_art", 6), ("heavy_cav", 0)])
def test_SQB_27_muskets_reach_two_squares_guns_six(kind: str, far: int) -> None:
    assert range_of(range_at(kind, "line_inf", 2), 0) == far


def test_SQB_32_without_dice_there_is_no_shot() -> None:
    battle = range_at("line_inf", "light_cav", 2)
    assert (pool(battle, 2, moved=True), best_target(battle, 0, True, False)) == (0, NOBODY)


def test_SQB_33_one_die_at_the_unit_right_behind() -> None:
    battle = range_at("line_inf", "line_inf", 2)
    unit(battle, 201, "line_inf", 5, 4, 4, 3)
    assert dense_behind(battle, 5, 1, 200) == 201
    throws(battle, 1, 1, 6)
    shoot(battle, 0, 200, False)
    assert [row[:3] for row in events(battle, Event.FIRE)] == [[0, 200, 0], [0, 201, 1]]
    assert (int(battle.left[201]), int(battle.y[201])) == (3, 5)  # it gave ground for the hit
    unit(battle, 1, "line_inf", 6, 5, 4, 3)
    assert dense_behind(battle, 5, 1, 200) == NOBODY


@pytest.mark.parametrize(("x", "y", "dense"), [(4, 4, True), (3, 4, True), (5, 4, False), (4, 3, False)])
def test_SQB_33_the_line_is_drawn_on_over_all_squares_it_crosses(x: int, y: int, dense: bool) -> None:
    battle = board(NUMBERS)
    unit(battle, 0, "line_inf", 5, 1, 0, 3)
    unit(battle, 200, "line_inf", 4, 3, 4, 3)
    if (x, y) != (4, 3):
        unit(battle, 201, "line_inf", x, y, 4, 3)
    assert (dense_behind(battle, 5, 1, 200) == 201) == dense


def test_SQB_50_rain_soft_ground_and_sight() -> None:
    battle = range_at("line_inf", "line_inf", 2)
    battle.weather = Weather.PRECIPITATING
    assert pool(battle, 2) == 1
    battle = range_at("field_art", "line_inf", 5)
    battle.ground = Ground.SOFT
    assert ([pool(battle, n) for n in (3, 4)], range_of(battle, 0)) == ([3, 1], 6)
    battle.weather = Weather.OVERCAST
    assert range_of(battle, 0) == 5
    battle.weather = Weather.PRECIPITATING
    assert range_of(battle, 0) == 3


def test_SQB_26_SQB_E1_SQB_E2_the_chances_of_a_pool() -> None:
    pools = [pool_chances(dice, face_chance(5)) for dice in (1, 2, 3, 4)]
    assert [at_least(p, 1) for p in pools] == [Fraction(1, 3), Fraction(5, 9), Fraction(19, 27), Fraction(65, 81)]
    assert [mean(p) for p in pools] == [Fraction(n, 3) for n in (1, 2, 3, 4)]


def test_SQB_26_T8_the_engines_own_dice_keep_to_them() -> None:
    battle = board(NUMBERS)
    battle.quiet, battle.key = 1, 20
    seen = [0] * 4
    for _ in range(20_000):
        battle.thrown = 0
        seen[fire_hits(battle, 3, 11)] += 1
    for hits, chance in enumerate(pool_chances(3, face_chance(5))):
        spread = 4 * float(20_000 * chance * (1 - chance)) ** 0.5
        assert abs(seen[hits] - float(20_000 * chance)) < spread
