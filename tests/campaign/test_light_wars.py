"""Light wars, and the weights that are fitted to them (AI-49)."""

import numpy as np
import pytest

from campaign.rules.general.level import LEVELS
from lab.general.fit_worth import FEATURES, chances, fit, openings
from lab.general.light_model import LightWar, odds_fought
from lab.general.light_wars import in_words, level_named, play, played

LOW, MIDDLE = LEVELS[1], LEVELS[2]
SHORT = 3


def watched(seed: int) -> tuple[float, list[dict[str, float]]]:
    seen = []
    return play(seed, (MIDDLE, LOW), lambda known: seen.append(known.enemy), SHORT), seen


def test_a_light_war_gives_the_same_result_twice():
    first, again = watched(7), watched(7)
    assert first == again
    assert len(first[1]) == 2 * SHORT, "each side is asked in each turn"
    assert first[1] != watched(8)[1]


def test_exchanged_sides_are_counted_for_the_first_level():
    near = level_named("low:reach=1")
    west = [play(7, pair) for pair in ((LOW, near), (near, LOW))]
    assert played(LOW, near, 2, 7) == [west[0], 1 - west[1]]


def test_reinforcements_come_to_the_capitals_before_the_fourth_turn():
    war, strengths = LightWar(7), []
    while war.turn < 4:
        war.play_turn({})
        strengths.append(sum(one.strength for one in war.corps))
    assert strengths == [134.0, 134.0, 134.0 + 2 * 2 * 3.5], "half of all land is two units for each side"


def test_battles_are_drawn_from_the_table_as_it_was_fought():
    even, triple = odds_fought()[0, 16], odds_fought()[0, 48]
    assert triple[0] > 0.9 > even[0]
    assert triple[1] < even[1]


def test_a_war_of_one_level_against_itself_counts_twice_for_its_exchange():
    rows = openings("low", "low", range(7, 8))
    half = len(rows) // 2
    assert rows[:half] == rows[half:]
    assert {points for _, points in rows} in ({0.0, 1.0}, {0.5})


def test_AI_49_the_fit_recovers_the_weights_of_which_points_were_drawn():
    dice, true = np.random.default_rng(49), np.array([0.3, 1.5, 0.6, -1.2, 0.3, 0.0, 0.5])
    features = dice.uniform(-2, 2, (6000, FEATURES))
    points = (dice.random(6000) < chances(true, features)).astype(float)
    assert fit(features, points) == pytest.approx(true, abs=0.15)


def test_a_level_is_named_with_what_differs_and_wars_are_put_into_words():
    assert level_named("middle") == MIDDLE
    assert level_named("high:ahead=0").ahead == 0
    assert in_words([1.0, 1.0, 0.5, 0.0]) == "2 won, 1 lost, 1 drawn: 62.5 ± 46.9 of 100"
