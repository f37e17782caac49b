"""The league of wars: its ratings, its maps, and who leads which side."""

from math import log, log10, sqrt

import pytest

from base.refusal import Refusal
from lab.bench.league.wars import CERTAIN, Match, Result, maps, ratings


def test_a_rating_is_the_one_under_which_the_points_are_expected() -> None:
    (one,) = ratings([Result("middle", "low", 3, 4)], "middle")
    assert one.player == "low"
    assert one.elo == pytest.approx(-400 * log10(3.5 / 1.5)), "with one drawn war more: 3.5 of 5"
    assert one.error == pytest.approx(CERTAIN * 400 / log(10) / sqrt(5 * 0.7 * 0.3))


def test_a_player_who_lost_every_war_has_a_rating_and_the_best_come_first() -> None:
    found = ratings([Result("middle", "idle", 10, 10), Result("high", "middle", 5, 10)], "middle")
    assert [one.player for one in found] == ["high", "idle"]
    assert found[0].elo == pytest.approx(0.0)
    assert found[1].elo == pytest.approx(-400 * log10(10.5 / 0.5))


def test_each_player_of_a_circle_is_expected_to_take_what_he_took() -> None:
    played = [Result("a", "b", 7, 10), Result("b", "c", 6, 10), Result("a", "c", 4, 10)]
    elo = {one.player: one.elo for one in ratings(played, "a")} | {"a": 0.0}

    def expected(first: str, second: str) -> float:
        return 11 / (1 + 10 ** ((elo[second] - elo[first]) / 400))

    assert expected("a", "b") + expected("a", "c") == pytest.approx(7.5 + 4.5)
    assert expected("b", "c") + 11 - expected("a", "b") == pytest.approx(6.5 + 11 - 7.5)


def test_the_maps_that_are_wanted_are_played_and_any_mirror_may_be() -> None:
    assert list(maps(["mirror_7", "two_valleys"])) == ["two_valleys", "mirror_7"]
    assert "eight_crowns" not in maps(), "it has eight sides"
    with pytest.raises(Refusal, match="--map: there is no atlantis"):
        maps(["atlantis"])


def test_the_sides_of_a_map_are_exchanged() -> None:
    data = maps(["saxony_1813"])["saxony_1813"]
    assert Match(("middle", "low"), "saxony_1813", data, swapped=False).players["france"] == "middle"
    players = Match(("middle", "low"), "saxony_1813", data, swapped=True).players
    assert players == {"france": "low", **dict.fromkeys(("austria", "prussia", "russia", "sweden"), "middle")}
