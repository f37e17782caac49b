"""Between two days and between two rounds: drawing apart, coming back, arriving (HR-D2, HR-T3, HR-T6)."""

from math import hypot

import pytest

from battles.resolvers.lgg.command.radius import in_radius
from battles.resolvers.lgg.day.arrivals import arrive
from battles.resolvers.lgg.doctrine.sees.posture import HOLD_POSTURE
from battles.resolvers.lgg.machine.engine import act, apply
from battles.resolvers.lgg.machine.machine import advance, force_leaving
from battles.resolvers.lgg.plane.space import gap_between
from battles.resolvers.lgg.record.codes import NOBODY, Command, Pending, Phase, Status
from battles.resolvers.lgg.record.setup import add_piece, add_unit, seat, set_status
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import NORTHWARD, laid, lead, names, night, path, rule_of, stage, stand


def test_HR_D2_each_draws_back_half_of_what_is_missing() -> None:
    battle, one, two = laid((0, "line_inf", 36, 20), (1, "line_inf", 36, 27))
    night(battle)
    assert gap_between(battle, one, two) == pytest.approx(12.0, abs=0.06)
    assert battle.y[one] - 16.0 == pytest.approx(31.0 - battle.y[two], abs=1e-9)
    assert names(battle)[:2] == ["night_move", "night_move"]


def test_HR_D2_a_unit_in_a_town_stays_and_the_other_draws_back_the_whole() -> None:
    battle, one, two = laid(("town", [(34, 18), (38, 18), (38, 22), (34, 22)]), (0, "line_inf", 36, 20),
                            (1, "line_inf", 36, 27))
    night(battle)
    assert battle.y[one] == 20.0
    assert gap_between(battle, one, two) == pytest.approx(12.0, abs=0.06)


def test_HR_D2_nobody_draws_back_over_a_big_river() -> None:
    battle = stage()
    add_piece(battle, "obstacle", [(0, 16), (72, 16)], impassable=True, river=True)
    one, two = stand(battle, 0, "line_inf", 36, 20), stand(battle, 1, "line_inf", 36, 27)
    night(battle)
    assert battle.y[one] >= 17.5 - 0.01
    assert gap_between(battle, one, two) == pytest.approx(12.0, abs=0.06)


@pytest.mark.parametrize(("river", "y"), [(False, 20.0), (True, 17.5)])
def test_HR_D2_a_unit_flush_behind_a_wall_stays_but_a_stream_is_no_work(river: bool, y: float) -> None:
    battle = stage()
    add_piece(battle, "obstacle", [(30, 21.5), (42, 21.5)], river=river)
    one, two = stand(battle, 0, "line_inf", 36, 20), stand(battle, 1, "line_inf", 36, 30)
    night(battle)
    assert battle.y[one] == pytest.approx(y, abs=0.002)
    assert gap_between(battle, one, two) == pytest.approx(12.0, abs=0.003)


def test_HR_D2_rallied_units_come_back_near_their_commander() -> None:
    battle, unit = laid((0, "line_inf", 36, 20))
    set_status(battle, unit, Status.WAITING)
    night(battle)
    assert battle.status[unit] == Status.BOARD
    assert abs(battle.x[unit] - 36) + abs(battle.y[unit] - 6) < 20


def test_HR_E_an_exited_unit_comes_back_the_next_day() -> None:
    battle, unit = laid((0, "line_inf", 36, 20))
    set_status(battle, unit, Status.EXITED)
    night(battle)
    assert battle.status[unit] == Status.BOARD


def test_R_37_an_army_without_foot_and_horse_leaves_unless_some_are_due() -> None:
    battle, _, _ = laid((0, "heavy_art", 36, 10), (1, "line_inf", 36, 40))
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
        set_status(battle, unit, Status.RALLYABLE)
    arrive(battle)
    assert list(battle.roll_slot[64:66]) == [NOBODY, NOBODY]
    set_status(battle, 5, Status.ELIMINATED)
    battle.sp[5] = 0
    arrive(battle)
    assert list(battle.roll_slot[64:66]) == [5, NOBODY]
    assert (battle.roll_after[5], battle.roll_slot[5], battle.status[5]) == (0, NOBODY, Status.BOARD)


def dark(first_before: int = 0) -> Battle:
    """A night after rounds in which both sides rolled seven; all stand more than 12" apart."""
    battle = stage()
    battle.phase, battle.first_before = Phase.NIGHT, first_before
    battle["rolled"] = battle["own_roll"] = 7
    return battle


def night_move(battle: Battle, unit: int, x: float, y: float) -> str:
    path(battle, Command.NIGHT_MOVE, unit, (x, y, *NORTHWARD))
    return rule_of(apply(battle))


@pytest.mark.parametrize(("rolled", "first_before", "asked"), [((5, 7), 0, 0), ((7, 5), 0, 1), ((7, 7), 0, 1),
                                                              ((7, 7), 1, 0)])
def test_HR_D2_the_side_with_the_lower_last_roll_moves_first(rolled: tuple[int, int], first_before: int,
                                                            asked: int) -> None:
    battle = dark(first_before)
    battle["rolled"] = battle["own_roll"] = rolled
    advance(battle)
    assert (battle.pending, battle.asked) == (Pending.NIGHT, asked)


def test_HR_D2_the_sides_move_by_turns_and_each_unit_once() -> None:
    battle = dark(first_before=1)
    one, two = stand(battle, 0, "line_inf", 20, 10), stand(battle, 0, "line_inf", 30, 10)
    stand(battle, 1, "line_inf", 30, 40)
    advance(battle)
    assert (night_move(battle, one, 20, 15), battle.asked) == ("", 1)
    battle.cmd = Command.DONE
    assert (rule_of(apply(battle)), battle.asked, night_move(battle, one, 20, 16)) == ("", 0, "HR-D2")
    assert night_move(battle, two, 30, 15) == ""
    assert (battle.asked, [float(battle.y[unit]) for unit in (one, two)]) == (0, [15.0, 15.0])
    assert names(battle).count("night_move") == 2


@pytest.mark.parametrize(("x", "y", "rule"), [
    (30, 28, ""), (30, 28.1, "HR-D2"), (48.2, 10, "HR-D2"), (20, 30, "HR-D2")])
def test_HR_D2_up_to_18_inches_and_not_within_12_of_an_enemy(x: float, y: float, rule: str) -> None:
    battle = dark(first_before=1)
    unit = stand(battle, 0, "line_inf", 30, 10)
    stand(battle, 1, "line_inf", 20, 45)
    advance(battle)
    assert night_move(battle, unit, x, y) == rule


def test_HR_D2_a_unit_that_could_not_draw_off_stays_where_it_is() -> None:
    battle = dark(first_before=1)
    add_piece(battle, "town", [(34, 18), (38, 18), (38, 22), (34, 22)])
    add_piece(battle, "town", [(34, 26), (38, 26), (38, 30), (34, 30)])
    one, two = stand(battle, 0, "line_inf", 36, 20), stand(battle, 1, "line_inf", 36, 28)
    advance(battle)
    assert (battle.y[one], battle.y[two]) == (20.0, 28.0)
    assert night_move(battle, one, 36, 12) == "HR-D2"


def test_HR_D2_commanders_go_freely_and_cost_no_turn() -> None:
    battle = dark(first_before=1)
    stand(battle, 0, "line_inf", 30, 10)
    advance(battle)
    battle.cmd, battle.cmd_unit, battle.cmd_x, battle.cmd_y = Command.MOVE_COMMANDER, 0, 4.0, 30.0
    assert rule_of(apply(battle)) == ""
    assert (battle.lead_x[0], battle.lead_y[0], battle.asked) == (4.0, 30.0, 0)
    assert rule_of(apply(battle)) == "HR-D2"


def test_HR_D2_enemies_are_never_under_three_inches_apart() -> None:
    battle = dark()
    add_piece(battle, "town", [(34, 18), (38, 18), (38, 22), (34, 22)])
    one, two = stand(battle, 0, "line_inf", 36, 20), stand(battle, 1, "line_inf", 36, 23.5)
    for x, y in ((32.5, 24.5), (39.5, 24.5), (36, 27)):
        stand(battle, 1, "line_inf", x, y)
    advance(battle)
    assert gap_between(battle, one, two) >= 3


def test_AI_16_by_night_worn_units_go_to_the_rear_and_a_line_that_holds_closes_up() -> None:
    battle = dark(first_before=1)
    battle.posture[:] = [HOLD_POSTURE, HOLD_POSTURE]
    line = [stand(battle, 0, "line_inf", x, 18) for x in (20, 24, 28)]
    worn = stand(battle, 0, "line_inf", 40, 18, strength=2)
    ahead = stand(battle, 0, "line_inf", 50, 26)
    stand(battle, 1, "line_inf", 10, 46)
    advance(battle)
    while battle.phase == Phase.NIGHT:
        act(battle)
    assert battle.y[worn] <= 10
    assert 18 <= battle.y[ahead] <= 22
    assert [float(battle.y[unit]) for unit in line] == [18.0] * 3
    assert battle.phase != Phase.NIGHT


def test_HR_D2_who_comes_near_another_enemy_by_stepping_aside_is_drawn_back_from() -> None:
    battle, hemmed, close = laid((0, "line_inf", 1.5, 1.5), (1, "line_inf", 1.5, 5.0))
    add_piece(battle, "town", [(-0.5, 3), (3.5, 3), (3.5, 7), (-0.5, 7)])
    other = stand(battle, 1, "line_inf", 17.0, 1.5)
    night(battle)
    assert gap_between(battle, hemmed, close) >= 3.0
    assert gap_between(battle, hemmed, other) >= 11.99


def test_HR_D2_14_0_e_who_comes_back_stands_clear_of_the_enemy_within_the_radius() -> None:
    battle = stage(radius=10.0)
    broken, gone = stand(battle, 0, "line_inf", 36, 20), stand(battle, 0, "line_inf", 40, 20)
    set_status(battle, broken, Status.WAITING)
    set_status(battle, gone, Status.EXITED)
    foe = stand(battle, 1, "light_cav", 36, 9)
    night(battle)
    assert (battle.status[broken], battle.status[gone]) == (Status.BOARD, Status.BOARD)
    assert in_radius(battle, broken)
    assert min(gap_between(battle, broken, foe), gap_between(battle, gone, foe)) > 6.0


def test_HR_D2_a_rallied_unit_without_a_place_in_the_radius_waits() -> None:
    battle = stage(radius=5.0)
    unit = stand(battle, 0, "line_inf", 36, 20)
    set_status(battle, unit, Status.WAITING)
    stand(battle, 1, "line_inf", 36, 9)
    add_piece(battle, "town", [(34, 7), (38, 7), (38, 11), (34, 11)])
    night(battle)
    assert battle.status[unit] == Status.WAITING


def test_HR_D2_LGG_16_0_c_a_commander_makes_way_for_an_enemy_who_draws_back_over_his_stand() -> None:
    """The enemy draws back from 20" to 16", his rear to 14.5", where the stand is; it gives ground before he comes."""
    battle, unit, _ = laid((0, "line_inf", 36, 20), (1, "line_inf", 36, 27))
    lead(battle, 1, 36, 15)
    night(battle)
    assert names(battle)[:2] == ["commander_move", "night_move"]
    assert battle.lead_y[3] == pytest.approx(battle.y[unit] - 2.5, abs=0.1)
    assert hypot(battle.lead_x[3] - 36, battle.lead_y[3] - 15) < 1.7
