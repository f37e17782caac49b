"""LGG-15: the evening's rules over plain numbers, and the three that carry them out: both records and the rosters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from base.refusal import Refusal
from battles.resolvers.aftermath import rules
from rosters.rules.amalgamation import amalgamate
from rosters.rules.catalogue import unit_type
from rosters.rules.notation import RosterItem


@pytest.mark.parametrize(
    ("first", "second", "loser", "winner", "goes_on"),
    [(1, 1, -1, 2, True), (0, 0, -1, 2, False), (1, 0, 1, 0, False), (0, 1, 0, 1, False)],
)
def test_LGG_15_1_a_who_leaves_alone_has_lost(
    first: int, second: int, loser: int, winner: int, goes_on: bool
) -> None:  # fmt: skip
    assert rules.leaver_of(first, second) == loser
    assert rules.winner_over(loser) == winner
    assert rules.another_day(first, second, 1, 2) == goes_on
    assert not rules.another_day(first, second, 2, 2)


def test_LGG_15_2_a_the_pursuit_has_the_winners_lights_less_the_losers() -> None:
    assert [rules.dice_of_pursuit(*case) for case in ((0, 2, 5), (0, 5, 2), (1, 5, 2), (1, 2, 5), (-1, 5, 2))] == [
        3, 0, 3, 0, 0,
    ]  # fmt: skip


def test_HR_E_lights_off_the_table_count_for_the_side_that_stays() -> None:
    cases = ((True, False, 0), (False, True, 0), (False, True, 1), (False, False, 1))
    assert [bool(rules.counts_for_pursuit(*case)) for case in cases] == [True, False, True, False]


def test_LGG_15_4_b_c_penalties_add_up() -> None:
    assert [rules.penalty_of(pursued, boxed) for pursued in (0, 1) for boxed in (False, True)] == [0, 2, 1, 3]
    assert [bool(rules.passes(face, 3, 7)) for face in (4, 5)] == [True, False]


@given(st.lists(st.integers(1, 9), min_size=2, max_size=6), st.sampled_from(("line_inf", "light_cav", "heavy_cav")))
def test_LGG_15_5_b_a_battle_and_a_roster_fill_the_same_units(strengths: list[int], key: str) -> None:
    full = unit_type(key).full
    group = [RosterItem(key, min(full, strength)) for strength in strengths]
    left = sum(unit.strength for unit in group)
    made = []
    for _ in range(rules.units_made(left, full)):
        made.append(rules.filled(left, full))
        left -= made[-1]
    assert left == 0
    if len(made) >= len(group):
        with pytest.raises(Refusal, match="cannot become fewer units"):
            amalgamate(group)
    else:
        assert [unit.strength for unit in amalgamate(group)] == made


@given(st.integers(1, 30), st.integers(0, 20), st.integers(2, 9))
def test_LGG_15_5_d_no_starting_strength_is_made_of_nothing(strength: int, lost: int, full: int) -> None:
    left, starts, begun = strength, strength + lost, 0
    for _ in range(rules.units_made(strength, full)):
        sp = rules.filled(left, full)
        start = rules.began_with(sp, full, left, starts)
        assert sp <= start <= full
        left, starts, begun = left - sp, starts - start, begun + start
    assert strength <= begun <= strength + lost
