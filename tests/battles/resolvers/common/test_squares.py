"""The board of squares: neighbours, facings, arcs, lines of fire, ways (COM-11, COM-21, COM-22)."""

from fractions import Fraction
from random import Random

import pytest

from battles.resolvers.common.codes import NOBODY, Land
from battles.resolvers.common.record import Battle, blank
from battles.resolvers.common.rows import NO_WAY, lay_ways, way_from
from battles.resolvers.common.squares import (
    DX,
    DY,
    clear_squares,
    enemy_beside,
    facing_to,
    is_filled,
    lift,
    line_is_free,
    put_on,
    side_of_square,
    square_in_arc,
    steps_between,
    turn_steps,
    who_is_at,
)


def board(columns: int = 12, lines: int = 10) -> Battle:
    """An empty board; units 0 to 9 are of the first side, from 200 on of the second."""
    battle = blank()
    battle.columns, battle.lines, battle.cell = columns, lines, 1
    battle.board_width, battle.board_depth = columns, lines
    battle.units[0] = battle.units[1] = 10
    clear_squares(battle)
    return battle


def test_the_eight_facings_look_at_the_eight_neighbours() -> None:
    assert [(DX[f], DY[f]) for f in range(8)] == [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    assert [facing_to(5, 5, 5 + DX[f], 5 + DY[f]) for f in range(8)] == list(range(8))
    assert [facing_to(5, 5, 5 + 4 * DX[f], 5 + 4 * DY[f]) for f in range(8)] == list(range(8))
    assert (facing_to(0, 0, 5, 1), facing_to(0, 0, 5, 3), facing_to(0, 0, -1, 5)) == (2, 1, 0)
    assert facing_to(3, 3, 3, 3) == 0


def test_turns_and_steps_are_counted_the_shorter_way() -> None:
    assert [turn_steps(7, f) for f in range(8)] == [1, 2, 3, 4, 3, 2, 1, 0]
    assert steps_between(0, 0, 3, -2) == 3


def test_a_unit_leaves_its_square_and_takes_the_next() -> None:
    battle = board()
    put_on(battle, 3, 4, 4, 9)
    assert (who_is_at(battle, 4, 4), battle.heading[3]) == (3, 1)
    put_on(battle, 3, 5, 4, 0)
    assert (who_is_at(battle, 4, 4), who_is_at(battle, 5, 4)) == (NOBODY, 3)
    lift(battle, 3)
    assert who_is_at(battle, 5, 4) == NOBODY
    assert who_is_at(battle, -1, 0) == who_is_at(battle, 0, 10) == NOBODY


@pytest.mark.parametrize(("facing", "ahead"), [(0, {7, 0, 1}), (1, {0, 1, 2}), (4, {3, 4, 5}), (6, {5, 6, 7})])
def test_COM_22_the_arc_of_a_square_holds_the_three_ahead(facing: int, ahead: set[int]) -> None:
    battle = board()
    put_on(battle, 0, 5, 5, facing)
    assert {f for f in range(8) if square_in_arc(battle, 0, 5 + DX[f], 5 + DY[f])} == ahead
    assert {f for f in range(8) if side_of_square(battle, 0, 5 + DX[f], 5 + DY[f]) == 0} == ahead
    assert {f for f in range(8) if side_of_square(battle, 0, 5 + DX[f], 5 + DY[f]) == 2} == {(f + 4) % 8 for f in ahead}
    assert not square_in_arc(battle, 0, 5, 5)


def test_the_arc_is_45_degrees_either_side_at_any_range() -> None:
    battle = board()
    put_on(battle, 0, 5, 2, 0)
    seen = {(x, y) for x in range(12) for y in range(10) if square_in_arc(battle, 0, x, y)}
    assert seen == {(x, y) for x in range(12) for y in range(3, 10) if abs(x - 5) <= y - 2}
    put_on(battle, 0, 2, 2, 1)
    seen = {(x, y) for x in range(12) for y in range(10) if square_in_arc(battle, 0, x, y)}
    assert seen == {(x, y) for x in range(2, 12) for y in range(2, 10) if (x, y) != (2, 2)}


def crossed(x: int, y: int, to_x: int, to_y: int) -> tuple[set[tuple[int, int]], set[frozenset[tuple[int, int]]]]:
    """The squares through whose inside a line runs, and the pairs of squares beside corners on it, by geometry."""
    dx, dy = to_x - x, to_y - y
    inside = set()
    for cx in range(min(x, to_x), max(x, to_x) + 1):
        for cy in range(min(y, to_y), max(y, to_y) + 1):
            enter, leave = Fraction(0), Fraction(1)
            for start, step, low in ((x, dx, cx), (y, dy, cy)):
                if step:
                    ends = sorted(Fraction(2 * (low - start) + sign, 2 * step) for sign in (-1, 1))
                    enter, leave = max(enter, ends[0]), min(leave, ends[1])
            if enter < leave:
                inside.add((cx, cy))
    corners = set()
    right, up = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    for cx, cy in inside:
        after = cx + right, cy + up
        if after in inside and (cx + right, cy) not in inside and (cx, cy + up) not in inside:
            corners.add(frozenset(((cx + right, cy), (cx, cy + up))))
    return inside - {(x, y), (to_x, to_y)}, corners


def test_COM_21_a_line_of_fire_is_shut_by_each_square_it_crosses_and_by_both_beside_a_corner() -> None:
    dice, battle = Random(21), board()
    for _ in range(1500):
        clear_squares(battle)
        filled = set()
        for n in range(10):
            place = dice.randrange(12), dice.randrange(10)
            if place not in filled:
                filled.add(place)
                battle.occupant[place[1] * 12 + place[0]] = n
        x, y, to_x, to_y = (dice.randrange(n) for n in (12, 10, 12, 10))
        if (x, y) != (to_x, to_y):
            inside, corners = crossed(x, y, to_x, to_y)
            shut = bool(inside & filled) or any(pair <= filled for pair in corners)
            assert line_is_free(battle, x, y, to_x, to_y, 0) is not shut


def test_land_shuts_a_line_where_it_is_asked_for() -> None:
    battle = board()
    battle.land[5 * 12 + 5] = Land.ROUGH
    assert not line_is_free(battle, 5, 3, 5, 7, Land.ROUGH)
    assert line_is_free(battle, 5, 3, 5, 7, 0)
    assert line_is_free(battle, 5, 3, 5, 5, Land.ROUGH)
    assert is_filled(battle, 5, 5, Land.ROUGH)
    assert not is_filled(battle, 5, 10, Land.ROUGH)


def test_an_enemy_beside_is_found_and_no_friend() -> None:
    battle = board()
    put_on(battle, 0, 5, 5, 0)
    put_on(battle, 1, 5, 6, 0)
    assert enemy_beside(battle, 0) == NOBODY
    put_on(battle, 200, 4, 4, 0)
    assert (enemy_beside(battle, 0), enemy_beside(battle, 200)) == (200, 0)


def test_COM_11_a_way_leads_over_the_bridge() -> None:
    battle = board(5, 5)
    for x in range(5):
        battle.land[2 * 5 + x] = Land.RIVER | Land.CLOSED
    lay_ways(battle, hard=0)
    assert way_from(battle, 0, 0, 0) == NO_WAY
    battle.land[2 * 5 + 4] = Land.BRIDGE | Land.ROAD
    lay_ways(battle, hard=0)
    assert [way_from(battle, 0, x, 1) for x in range(5)] == [6, 5, 4, 3, 3]
    assert [way_from(battle, 0, x, 4) for x in range(5)] == [0] * 5
    assert [way_from(battle, 200, x, 4) for x in range(5)] == [6, 5, 4, 4, 4]
