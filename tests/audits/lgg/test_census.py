"""How far dice are from even."""

from collections import Counter

import pytest

from tests.audits.lgg.census import chance, chi_square, count, no_faces, table


def test_even_faces_have_no_chi_square_and_one_face_alone_has_the_most() -> None:
    assert chi_square(Counter(dict.fromkeys(range(1, 7), 7)), 6) == 0.0
    assert chi_square(Counter({1: 60}), 6) == 300.0


@pytest.mark.parametrize(("square", "freedom", "expected"), [(16.919, 9, 0.05), (21.666, 9, 0.01), (5, 5, 0.4159)])
def test_the_chance_is_that_of_the_tables(square: float, freedom: int, expected: float) -> None:
    assert chance(square, freedom) == pytest.approx(expected, abs=0.001)


def test_dice_are_counted_by_name_stream_and_size() -> None:
    faces = no_faces()
    for face in (1, 2, 3, 4, 5, 6) * 5:
        count([{"dice": [{"name": "pursuit", "stream": "pursuit", "sides": 6, "face": face}]}], faces)
    ((name, thrown, square, likely),) = table(faces)
    assert (name, thrown, square) == ("pursuit of pursuit, d6", 30, 0.0)
    assert likely == pytest.approx(1.0, abs=0.01)
