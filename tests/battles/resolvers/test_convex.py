"""Ragged outlines are cut into convex parts that cover them exactly."""

import pytest

from battles.resolvers.fields.shapes import Shape, area, convex_parts, crosses_itself, gap, hull, inside, is_convex

SQUARE: Shape = ((0, 0), (4, 0), (4, 4), (0, 4))
ELL: Shape = ((0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6))
STAR: Shape = ((0, 5), (4, 4), (5, 0), (6, 4), (10, 5), (6, 6), (5, 10), (4, 6))


def test_a_convex_outline_stays_whole_and_turns_anticlockwise() -> None:
    assert (convex_parts(SQUARE), convex_parts(SQUARE[::-1])) == ([SQUARE], [SQUARE[::-1][::-1]])


@pytest.mark.parametrize(("outline", "most"), [(ELL, 2), (ELL[::-1], 2), (STAR, 6)])
def test_parts_are_convex_and_cover_the_outline(outline: Shape, most: int) -> None:
    parts = convex_parts(outline)
    assert len(parts) <= most
    assert all(is_convex(part) for part in parts)
    assert sum(area(part) for part in parts) == pytest.approx(area(outline))


def test_areas_and_distances() -> None:
    assert area(ELL) == 20
    assert inside((1, 5), ELL)
    assert not inside((5, 5), ELL)
    assert (gap(SQUARE, True, ((7, 0), (7, 9)), False), gap(SQUARE, True, ((1, 1), (2, 2)), False)) == (3, 0)
    assert gap(((1, 1), (2, 1), (2, 2)), True, SQUARE, True) == 0


def test_an_outline_that_crosses_itself_is_seen() -> None:
    assert crosses_itself(((0, 0), (4, 4), (4, 0), (0, 4)))
    assert crosses_itself(((0, 0), (4, 0), (2, 0)))
    assert not crosses_itself(ELL)


def test_a_hull_leaves_out_what_lies_inside() -> None:
    assert set(hull((*SQUARE, (1, 1), (2, 0)))) == set(SQUARE)
