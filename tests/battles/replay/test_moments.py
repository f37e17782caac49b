"""EX-7: chapters, landmarks and the decisive moment of a battle told by hand."""

from typing import Any

import pytest

from battles.pages.replay import Ending, ending
from battles.resolvers.replay.film import film_of
from battles.resolvers.replay.moments import Scene, chapter_at, chapters, decisive_moment, highlights, landmarks, scenes
from tests.battles.replay.told import OPENING, told

COMBAT = {"ev": "combat", "side": "French", "attackers": ["f1"], "defender": "a1", "combat": 1, "result": "rout"}
FIRE = {"ev": "fire", "side": "Allies", "firer": "a2", "target": "f1", "hits": 1}
HIT = {"ev": "hit", "side": "French", "unit": "f1", "sp": 3, "cause": "fire"}
HIT_TOO = {"ev": "hit", "side": "French", "unit": "f2", "sp": 2, "cause": "fire"}
ROUT = {"ev": "rout", "side": "Allies", "unit": "a1", "box": "rallyable", "cause": "combat"}
ROUT_OF_HORSE = {"ev": "rout", "side": "French", "unit": "f2", "box": "eliminated", "cause": "combat"}
TURN_END = {"ev": "turn_end", "side": "French"}
STAY = {"ev": "stay_leave", "choices": {"French": "stay", "Allies": "leave"}}
END = {"ev": "battle_end", "winner": "French", "kind": "victory"}


def decided(*events: dict[str, Any], winner: str | None = "French") -> int:
    """The decisive event, counted from the first after the opening."""
    film = film_of(told(*events, winner=winner))
    assert film is not None
    return decisive_moment(film, winner).n - OPENING


def test_EX_7_a_scene_is_a_fight_with_what_came_of_it() -> None:
    film = film_of(told(FIRE, HIT, COMBAT, ROUT, TURN_END, FIRE, TURN_END))
    assert film is not None
    first, second, third = OPENING + 1, OPENING + 3, OPENING + 6
    assert scenes(film) == (Scene(first, -1), Scene(second, 4), Scene(third, 0))


def test_EX_7_the_fight_that_turned_the_balance_farthest_decides() -> None:
    assert decided(FIRE, HIT, COMBAT, ROUT, TURN_END, FIRE, HIT_TOO, STAY, END) == 3


def test_EX_7_among_equal_swings_the_last_one_decides() -> None:
    events = (FIRE, HIT, TURN_END, FIRE, HIT_TOO, STAY)
    assert decided(*events, winner="Allies") == 4


@pytest.mark.parametrize(("winner", "event"), [("French", 1), ("Allies", 4), (None, 1)])
def test_EX_7_a_swing_counts_towards_the_winner_and_in_a_draw_either_way(winner: str | None, event: int) -> None:
    """A rout of 4 for the French, one of 3 for the Allies."""
    assert decided(COMBAT, ROUT, TURN_END, COMBAT, ROUT_OF_HORSE, STAY, winner=winner) == event


def test_EX_7_without_a_loss_the_last_fight_decides_without_a_fight_the_evening() -> None:
    assert decided(FIRE, TURN_END, FIRE, TURN_END, STAY, END) == 3
    assert decided(TURN_END, STAY, END) == 2


@pytest.mark.parametrize(("events", "winner", "what"), [
    ((COMBAT, ROUT, STAY), "French", "the decisive moment"),
    ((COMBAT, ROUT, STAY), None, "the heaviest blow"),
    ((FIRE, TURN_END, STAY, END), None, "the last fight, which decided nothing"),
    ((FIRE, TURN_END, STAY, END), "French", "the last fight, which decided nothing"),
    ((TURN_END, STAY, END), "Allies", "the end of the day; nobody had struck"),
])  # fmt: skip
def test_EX_7_only_what_decided_the_battle_is_called_decisive(events, winner, what) -> None:
    film = film_of(told(*events))
    assert film is not None
    assert decisive_moment(film, winner).what == what


def test_EX_7_chapters_are_deployment_rounds_and_evenings() -> None:
    events: list[dict[str, Any]] = [TURN_END, {**TURN_END, "round": 2}, {**STAY, "round": 2}, {**END, "round": 2}]
    parts = chapters(told(*events).journal)
    assert [part.title for part in parts] == ["Deployment", "Dawn", "Round 1", "Round 2", "Evening"]
    assert [(part.first, part.last) for part in parts[2:]] == [
        (OPENING + 1, OPENING + 1), (OPENING + 2, OPENING + 2), (OPENING + 3, OPENING + 4),
    ]  # fmt: skip
    assert [chapter_at(parts, n) for n in (0, OPENING, OPENING + 4, 999)] == [0, 1, 4, 4]


def test_EX_7_days_are_named_where_there_are_several() -> None:
    events: list[dict[str, Any]]
    events = [{**TURN_END, "round": 1}, STAY, {"ev": "day_start", "day": 2, "round": 0, "weather": "normal",
              "ground": "hard", "radius": 20, "length": 100}, {**TURN_END, "day": 2}]  # fmt: skip
    titles = [part.title for part in chapters(told(*events).journal)]
    assert titles == ["Deployment", "Day 1, dawn", "Day 1, round 1", "Day 1, evening", "Day 2, dawn", "Day 2, round 1"]


def test_EX_7_landmarks_are_routs_arrivals_lost_generals_and_the_evening() -> None:
    lost = {"ev": "casualty", "side": "Allies", "commander": "Kleist", "by": "f1", "lost": True, "pose": [1, 2, 0]}
    film = film_of(told(ROUT, lost, {**lost, "lost": False}, STAY, END))
    assert film is not None
    assert [(mark.n - OPENING, mark.what, mark.unit) for mark in landmarks(film)] == [
        (1, "broken", 3), (2, "Kleist is lost", None), (4, "stay or leave", None), (5, "the end", None),
    ]  # fmt: skip


def test_EX_7_highlights_are_heavy_fights_and_breaks_with_what_follows_and_run_together() -> None:
    """A shot of one point, a rout of four, a shot without effect; then the evening."""
    film = film_of(told(FIRE, HIT, TURN_END, COMBAT, ROUT, TURN_END, FIRE, TURN_END, STAY, END, winner="French"))
    assert film is not None
    parts = [(first - OPENING, last - OPENING) for first, last in highlights(film, "French")]
    assert parts == [(4, 5), (9, 10)]


def test_EX_7_the_ending_names_the_winner_and_both_losses() -> None:
    report = told(FIRE, HIT, COMBAT, ROUT, STAY, END, winner="French")
    film = film_of(report)
    assert film is not None
    assert ending(report, film) == Ending(
        0,
        "The French won: the Allies left the field",
        "The French lost 1 of 11, the Allies lost 4 of 5 strength points.",
    )
    assert ending(told(STAY, END), film).headline == "The battle was drawn"
