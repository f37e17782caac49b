"""Leaving the field at a round's end, and what goes over into another day (HR-B, R-27, R-37, R-40)."""

import pytest

from battles.resolvers.common.codes import Weather
from battles.resolvers.lgg.day.amalgamation import answer_amalgamate
from battles.resolvers.lgg.machine.engine import act, apply
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.record.codes import DRAW, Command, Pending, Phase
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import events, names, stage, stand


def round_ends() -> Battle:
    """The end of a round, early in the day, between two divisions."""
    battle = stage()
    battle.phase = Phase.COUNT
    battle["rolled"] = battle["own_roll"] = 7
    stand(battle, 0, "line_inf", 36, 12)
    stand(battle, 1, "line_inf", 36, 36)
    advance(battle)
    return battle


def answer(battle: Battle, leaves: int) -> None:
    battle.cmd, battle.cmd_arg = Command.BREAK_OFF, leaves
    assert apply(battle) == 0


@pytest.mark.parametrize(("leaves", "stays", "winner"), [
    ((1, 0), [0, 1], 1), ((0, 1), [1, 0], 0), ((1, 1), [0, 0], DRAW)])
def test_HR_B_who_breaks_off_leaves_and_the_other_stays(leaves: tuple[int, int], stays: list[int], winner: int) -> None:
    battle = round_ends()
    for side in (0, 1):
        assert (battle.pending, battle.asked) == (Pending.BREAK_OFF, side)
        answer(battle, leaves[side])
    assert list(battle.stays) == stays
    while battle.pending:
        act(battle)
    assert battle.winner == winner
    assert names(battle).count("break_off") == sum(leaves)
    assert "stay_leave" not in names(battle)


def test_HR_B_where_nobody_breaks_off_the_next_round_begins() -> None:
    battle = round_ends()
    answer(battle, 0)
    answer(battle, 0)
    assert (battle.round_no, "break_off" in names(battle)) == (2, False)


def test_HR_B_two_sides_that_must_leave_draw() -> None:
    battle = stage()
    battle.phase = Phase.COUNT
    for side, y in ((0, 12), (1, 36)):
        stand(battle, side, "heavy_art", 36, y)
    advance(battle)
    while battle.pending:
        act(battle)
    assert (battle.winner, names(battle).count("break_off")) == (DRAW, 2)


def test_R_27_a_second_day_has_its_own_weather_and_the_chits_that_are_left() -> None:
    battle = stage()
    battle.phase, battle.stratagems = Phase.NIGHT, 1
    battle["chits"] = (2, 0)
    battle.weather, battle.radius, battle.fixed_weather = Weather.PRECIPITATING, 10.0, Weather.PRECIPITATING
    stand(battle, 0, "line_inf", 36, 10)
    stand(battle, 1, "line_inf", 36, 38)
    advance(battle)
    for _ in range(2):
        assert battle.pending == Pending.NIGHT
        battle.cmd = Command.DONE
        assert apply(battle) == 0
    assert (battle.day, list(battle.chits), "chits" in names(battle)) == (2, [2, 0], False)
    assert battle.dice[1] == 1
    assert battle.radius == battle.radius_by_weather[battle.weather]


def test_R_40_only_strength_goes_into_an_amalgamation() -> None:
    battle = stage()
    battle.phase, battle.asked, battle.pending = Phase.AMALGAMATE, 0, Pending.AMALGAMATE
    one, two = stand(battle, 0, "line_inf", 20, 12), stand(battle, 0, "line_inf", 30, 12)
    battle.sp[one], battle.sp[two] = 1, 2
    battle.cmd_items = 2
    battle.cmd_item[0], battle.cmd_item[1] = (one, 0), (two, 0)
    answer_amalgamate(battle)
    assert (battle.sp[one], battle.start[one]) == (3, 4)
    assert [name for name, _ in events(battle)] == ["amalgamate"]
