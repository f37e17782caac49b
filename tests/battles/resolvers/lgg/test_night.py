"""Between two days and between two rounds: drawing apart, coming back, arriving (HR-D2, HR-T3, HR-T6)."""

import pytest

from battles.resolvers.lgg.arrivals import arrive, due_later, enter_columns
from battles.resolvers.lgg.codes import BOARD, ELIMINATED, EXITED, NOBODY, RALLYABLE, WAITING, WEST
from battles.resolvers.lgg.machine import force_leaving
from battles.resolvers.lgg.night import night_step
from battles.resolvers.lgg.setup import add_piece, add_unit, seat, set_status
from battles.resolvers.lgg.space import gap_between

from .stage import names, stage, stand


def test_HR_D2_each_draws_back_half_of_what_is_missing() -> None:
    battle = stage()
    one = stand(battle, 0, "line_inf", 36, 20)
    two = stand(battle, 1, "line_inf", 36, 27)
    night_step(battle)
    assert gap_between(battle, one, two) == pytest.approx(12.0, abs=0.06)
    assert battle.y[one] - 16.0 == pytest.approx(31.0 - battle.y[two], abs=1e-9)
    assert names(battle)[:2] == ["night_move", "night_move"]


def test_HR_D2_a_unit_in_a_town_stays_and_the_other_draws_back_the_whole() -> None:
    battle = stage()
    add_piece(battle, "town", [(34, 18), (38, 18), (38, 22), (34, 22)])
    one = stand(battle, 0, "line_inf", 36, 20)
    two = stand(battle, 1, "line_inf", 36, 27)
    night_step(battle)
    assert battle.y[one] == 20.0
    assert gap_between(battle, one, two) == pytest.approx(12.0, abs=0.06)


def test_HR_D2_rallied_units_come_back_near_their_commander() -> None:
    battle = stage()
    unit = stand(battle, 0, "line_inf", 36, 20)
    set_status(battle, unit, WAITING)
    night_step(battle)
    assert battle.status[unit] == BOARD
    assert abs(battle.x[unit] - 36) + abs(battle.y[unit] - 6) < 20


def test_HR_E_an_exited_unit_comes_back_the_next_day() -> None:
    battle = stage()
    unit = stand(battle, 0, "line_inf", 36, 20)
    set_status(battle, unit, EXITED)
    night_step(battle)
    assert battle.status[unit] == BOARD


@pytest.mark.parametrize(("count", "entered"), [(29, 0), (30, 1)])
def test_HR_T6_a_column_enters_by_its_edge_when_the_count_reaches_its_mark(count: int, entered: int) -> None:
    battle = stage()
    row = add_unit(battle, 0, "line_inf", arrives=30, edge=WEST)
    battle.count = count
    assert due_later(battle, 0)
    enter_columns(battle, 0)
    assert battle.actions == 30 - entered
    if entered:
        unit = battle.roll_slot[row]
        assert (battle.x[unit], battle.y[unit], battle.status[unit]) == (1.5, 24.0, BOARD)
        assert names(battle) == ["arrive"]


def test_HR_T3_the_second_half_of_a_meeting_engagement_comes_before_round_three() -> None:
    battle = stage()
    row = add_unit(battle, 0, "line_inf", arrives=-3)
    for round_no, there in ((1, WAITING), (2, BOARD)):
        battle.round_no = round_no
        arrive(battle)
        assert battle.roll_status[row] == there


def test_R_37_an_army_without_foot_and_horse_leaves_unless_some_are_due() -> None:
    battle = stage()
    stand(battle, 0, "heavy_art", 36, 10)
    stand(battle, 1, "line_inf", 36, 40)
    force_leaving(battle)
    assert list(battle.breaks_off) == [1, 0]
    battle["breaks_off"] = -1
    add_unit(battle, 0, "line_inf", arrives=50)
    force_leaving(battle)
    assert list(battle.breaks_off) == [-1, -1]


def test_HR_T6_more_units_than_places_enter_as_places_fall_free() -> None:
    battle = stage()
    for row in range(66):
        assert bool(seat(battle, add_unit(battle, 0, "line_inf")) != NOBODY) is (row < 64)
    for unit in range(64):
        set_status(battle, unit, RALLYABLE)
    arrive(battle)
    assert list(battle.roll_slot[64:66]) == [NOBODY, NOBODY]
    set_status(battle, 5, ELIMINATED)
    battle.sp[5] = 0
    arrive(battle)
    assert list(battle.roll_slot[64:66]) == [5, NOBODY]
    assert (battle.roll_after[5], battle.roll_slot[5], battle.status[5]) == (0, NOBODY, BOARD)
