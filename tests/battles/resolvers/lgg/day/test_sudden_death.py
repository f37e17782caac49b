"""Sudden death and tournament points (LGG-S3)."""

import pytest

from battles.resolvers.lgg.day.evening import tournament_points
from battles.resolvers.lgg.day.will import broken_units
from battles.resolvers.lgg.machine.engine import act
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.record.codes import DRAW, Pending, Phase, Status
from battles.resolvers.lgg.record.setup import set_status
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import events, losing, names, stage, stand


def finish(battle: Battle) -> Battle:
    advance(battle)
    while battle.phase != Phase.OVER:
        act(battle)
    return battle


@pytest.mark.parametrize(("units", "over"), [(14, True), (15, False)])
def test_ST_23_five_of_fourteen_have_lost_five_of_fifteen_have_not(units: int, over: bool) -> None:
    battle = losing("sudden_death", units, (5, 0))
    advance(battle)
    assert ("sudden_death" in names(battle)) is over
    assert (battle.pending == Pending.BREAK_OFF) is not over


@pytest.mark.parametrize(("broken", "winner", "points"), [
    ((5, 0), 1, (0, 2)), ((0, 5), 0, (2, 0)), ((5, 5), DRAW, (0, 0))])
def test_LGG_S3_c_two_to_nothing_or_nothing_to_nothing(broken: tuple[int, int], winner: int,
                                                      points: tuple[int, int]) -> None:
    battle = finish(losing("sudden_death", 14, broken))
    assert battle.winner == winner
    assert tuple(tournament_points(battle, side) for side in (0, 1)) == points
    told = dict(events(battle))["sudden_death"]
    assert (told["broken_0"], told["broken_1"], told["total_0"]) == (*broken, 14)


def test_LGG_S3_c_a_draw_at_the_end_of_the_one_day_is_one_all() -> None:
    battle = losing("sudden_death", 14, (4, 0))
    battle.length = 10
    finish(battle)
    assert (battle.winner, battle.day) == (DRAW, 1)
    assert [tournament_points(battle, side) for side in (0, 1)] == [1, 1]
    assert dict(events(battle))["stay_leave"] == {"choice_0": 1, "choice_1": 1}


def test_LGG_S3_b_who_is_broken() -> None:
    battle = stage()
    states = (Status.RALLYABLE, Status.NONRALLYABLE, Status.ELIMINATED, Status.BOARD)
    for kind, status in (("line_inf", states[0]), ("heavy_cav", states[1]), ("heavy_art", states[2]),
                         ("line_inf", states[3]), ("engineer", states[1]), ("pontoon", states[1])):
        set_status(battle, stand(battle, 0, kind, 36, 12), status)
    assert broken_units(battle, 0) == 3


def test_LGG_S3_a_without_sudden_death_nothing_is_lost() -> None:
    battle = losing("sudden_death", 14, (7, 0))
    battle.sudden_death = 0
    advance(battle)
    assert battle.pending == Pending.BREAK_OFF
    assert "sudden_death" not in names(battle)
