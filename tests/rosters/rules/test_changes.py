"""Several changes of one unit at once: an order of lines in which each is possible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from base.refusal import Refusal
from rosters.rules.changes import Change, in_order


def _lines(strength: int, full: int, *deltas: int) -> list[int]:
    changes = [Change(delta, cause) for delta, cause in zip(deltas, ("battle", "amalgamation", "event"), strict=False)]
    return [change.delta for change in in_order(strength, full, changes)]


@pytest.mark.parametrize(
    ("strength", "full", "deltas", "lines"),
    [
        (4, 4, (-2, -2), [-2, -2]),  # lost, then given away
        (4, 4, (-2, 1), [-2, 1]),  # no room before the loss
        (1, 4, (-3, 3), [3, -3]),  # taken in first
        (3, 4, (-3, 1), [1, -3]),  # never 0 while it goes on
        (4, 4, (-4, 2), [-4, 2]),  # but there is no room for more
        (3, 4, (-4, 3), [-3, 3, -1]),  # neither order will do
        (1, 1, (-2, 2), [-1, 1, -1, 1]),
        (2, 4, (0, -1), [-1]),  # what changes nothing has no line
        (2, 4, (0, 0), []),
    ],
)
def test_lines_are_put_in_an_order_in_which_each_is_possible(strength, full, deltas, lines):
    assert _lines(strength, full, *deltas) == lines


@pytest.mark.parametrize("deltas", [(-3, 0), (0, 3), (-5, 2)])
def test_what_cannot_end_well_is_refused(deltas):
    with pytest.raises(Refusal, match="must leave 0 to 4"):
        _lines(2, 4, *deltas)


@given(st.integers(1, 6).flatmap(lambda full: st.tuples(st.just(full), st.integers(0, full), st.integers(0, full))),
       st.lists(st.integers(-12, 12), max_size=2))  # fmt: skip
def test_whatever_befell_a_unit_has_lines_that_add_up(bounds, some):
    full, strength, after = bounds
    deltas = [*some, after - strength - sum(some)]
    changes = [Change(delta, cause) for delta, cause in zip(deltas, "abc", strict=False)]
    order, now = in_order(strength, full, changes), strength
    for line in order:
        assert line.delta
        now += line.delta
        assert 0 <= now <= full
    assert now == after
    assert [sum(line.delta for line in order if line.cause == change.cause) for change in changes] == deltas
