"""The terms of the league, and the worth of a battle (19.6)."""

import pytest

from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.record.codes import DRAW, SIDES
from battles.resolvers.lgg.record.doctrine_numbers import ENEMY_STRENGTH, doctrine_numbers
from battles.resolvers.lgg.record.state import Battle
from lab.general.league.generals import GENERAL
from lab.general.league.grounds import Terms, ground, usual_army
from lab.general.league.matches import Score, arranged
from lab.general.worth import price_lost, worth_of_end

STAKES = 20


def begun(terms: Terms) -> Battle:
    """A battle before its first decision."""
    battle = arranged(ground(0, "terms", "open", terms=terms), "terms/0", (GENERAL, GENERAL))
    advance(battle)
    return battle


@pytest.mark.parametrize("first", range(SIDES))
def test_AI_22_the_first_player_has_the_better_general_and_eighty_points_more(first: int) -> None:
    terms = Terms(usual=True, skills=("great", "average"), stronger=True, stakes=STAKES)
    file = ground(0, "terms", "open", terms=terms, first=first)
    assert [file.sides[side].commander.skill for side in (first, 1 - first)] == ["great", "average"]
    price = {"elite_inf": 40, "line_inf": 30, "militia_inf": 20, "heavy_cav": 35, "light_cav": 25, "heavy_art": 25}
    assert sum(price[kind] * many for kind, many in usual_army()) == 400
    assert [sum(price[unit.type] for unit in file.sides[side].units) for side in (first, 1 - first)] == [480, 400]
    assert {side.stakes.won for side in file.sides if side.stakes} == {STAKES}


@pytest.mark.parametrize("size", [8, 24])
def test_AI_22_random_armies_of_a_size_have_so_many_units(size: int) -> None:
    file = ground(3, "terms", "open", terms=Terms(size=size))
    assert [len(side.units) for side in file.sides] == [size, size]


def test_AI_22_the_worth_of_an_end_counts_the_field_and_what_both_lost() -> None:
    """Elite infantry of 40 points loses two of four, light cavalry of 25 everything; a part of the enemy's army
    counts as the numbers have it beside the same part of the own one."""
    battle, counts = begun(Terms(usual=True, stakes=STAKES)), doctrine_numbers()[ENEMY_STRENGTH]
    elite, light = 0, 200 + 10
    battle.roll_after[elite], battle.roll_after[light], battle.winner = 2, 0, 0
    assert (price_lost(battle, 0), price_lost(battle, 1)) == (20.0, 25.0)
    assert worth_of_end(battle, 0) == pytest.approx(0.2 - (20 - 25 * counts) / 400)
    assert worth_of_end(battle, 1) == pytest.approx(-0.2 - (25 - 20 * counts) / 400)
    battle.winner = DRAW
    score = Score()
    score.count(battle, 0, "open")
    assert score.gain[0] == pytest.approx(100 * 5 * (1 + counts) / 400)
