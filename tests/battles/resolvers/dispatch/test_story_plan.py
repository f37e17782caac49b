"""The plan of a story: strength after each event, the turning point, the result in words."""

import re
from dataclasses import replace
from typing import Any

import pytest

from battles.resolvers.dispatch.dispatch import write_dispatch
from battles.resolvers.dispatch.ledger import ledger_of
from battles.resolvers.dispatch.plan import plan_of
from battles.resolvers.dispatch.reason_phrases import BLOW, FIRST
from battles.resolvers.dispatch.reasons import _true_ways, in_first_person
from battles.resolvers.dispatch.score import grade, verdict
from battles.resolvers.replay.film import film_of
from battles.resolvers.values.report import Outcome, Report
from tests.battles.resolvers.dispatch.test_dispatch_truth import SYSTEMS, fought
from tests.battles.resolvers.journals import told_report

NAMES = {"French": "the French", "Prussian": "the Prussians"}


@pytest.mark.parametrize("rules", SYSTEMS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_ledger_counts_what_the_replay_shows(rules: str, seed: int) -> None:
    report, _ = fought(rules, seed)
    film = film_of(report)
    assert film is not None
    evening = next((event["n"] for event in report.journal if event["ev"] == "eod_recover"), len(report.journal) + 1)
    dusk = evening if rules == "solo_napoleonic" else len(report.journal) + 1
    assert ledger_of(report).after[:dusk] == film.strengths[:dusk], "single battalions recover as one unit by night"


@pytest.mark.parametrize("rules", SYSTEMS)
def test_the_turning_point_cost_the_loser_more_than_any_other_blow(rules: str) -> None:
    report, _ = fought(rules, 4)
    plan = plan_of(report)
    assert plan.ledger.sure, "of more days than one, by rules that count hits, nobody knows what recovered by night"
    if plan.turning is None:
        assert all(blow.towards(plan.winner) <= 0 for blow in plan.blows)
        return
    assert plan.turning.towards(plan.winner) == max(blow.towards(plan.winner) for blow in plan.blows) > 0
    assert plan.turning.n in [moment.n for moment in plan.moments()]


@pytest.mark.parametrize("rules", SYSTEMS)
def test_from_the_decision_on_the_winner_was_never_behind(rules: str) -> None:
    report, _ = fought(rules, 2)
    plan = plan_of(report)
    if plan.winner is not None and plan.decided:
        ledger = plan.ledger
        worse = [n for n in range(plan.decided, len(ledger.after))
                 if ledger.share_gone(plan.winner, n) >= ledger.share_gone(1 - plan.winner, n)]  # fmt: skip
        assert worse == []


def _with_losses(first: tuple[int, int], second: tuple[int, int], winner: str | None) -> Report:
    """Return the battle told by hand with other losses: (before, after) of one unit a side."""
    report = told_report()
    sides: list[Any] = []
    for side, (before, after) in zip(report.sides, (first, second), strict=True):
        unit = replace(side.units[0], before=before, lost=before - after, after=after)
        sides.append(replace(side, units=(unit,)))
    return replace(report, sides=tuple(sides), outcome=Outcome("victory" if winner else "draw", winner, 1, 2))


@pytest.mark.parametrize(("first", "second", "winner", "words"), [
    ((20, 18), (20, 19), "Prussian", "A skirmish"),
    ((20, 6), (20, 19), "Prussian", "A rout"),
    ((20, 12), (20, 13), "Prussian", "A hard-won field"),
    ((20, 12), (20, 19), "Prussian", "A clear victory"),
    ((40, 36), (40, 38), "Prussian", "A field given up"),
    ((20, 0), (20, 15), "Prussian", "An army destroyed"),
    ((20, 12), (20, 12), None, "A drawn battle"),
    ((20, 8), (20, 15), None, "A drawn battle, the better of it with the Prussians"),
])  # fmt: skip
def test_the_result_is_worded_by_what_it_cost(
    first: tuple[int, int], second: tuple[int, int], winner: str | None, words: str
) -> None:
    assert verdict(_with_losses(first, second, winner), NAMES) == words


def test_a_battle_without_a_blow_is_called_so() -> None:
    report = _with_losses((9, 9), (9, 9), None)
    quiet = tuple(event for event in report.journal if event["ev"] not in ("combat", "fire"))
    assert grade(report.with_journal(quiet)) == "no blow"


def test_a_general_writes_of_himself_in_the_first_person() -> None:
    assert in_first_person("{g} thought himself the stronger and sent his right forward") == (
        "I thought myself the stronger and sent my right forward"
    )
    assert in_first_person("only the coming night kept {g} from breaking off") == (
        "only the coming night kept me from breaking off"
    )
    assert in_first_person("{g} took the enemy for spent and let his units fall on him from all sides") == (
        "I took the enemy for spent and let my units fall on him from all sides"
    )


def test_hours_without_a_blow_have_no_phrase_that_tells_of_one() -> None:
    for key, ways in FIRST.items():
        if key[0] in ("attack", "probe", "hunt", "sector"):
            told = _true_ways(ways, key, BLOW)
            assert told
            assert not [way for way in told if BLOW.search(way)], key


def test_of_brigadiers_without_a_name_only_those_who_fell_are_counted() -> None:
    report = told_report()
    combat = next(event for event in report.journal if event["ev"] == "combat")
    danger = [{"ev": "casualty", "commander": f"French brigadier {n}", "side": "French", "lost": n < 3,
               "n": combat["n"], "day": 1, "round": combat["round"], "dice": []} for n in (1, 2, 3)]  # fmt: skip
    at = report.journal.index(combat) + 1
    told = write_dispatch(report.with_journal((*report.journal[:at], *danger, *report.journal[at:])))
    text = " ".join(part.text for part in told.paragraphs)
    assert "Two brigadiers of the French fell." in text
    assert text.count("brigadier") == 1


def test_a_side_that_took_hits_without_a_loss_is_not_said_to_have_lost_nothing() -> None:
    report, _ = fought("my_favourite", 1)
    for part in write_dispatch(report).paragraphs:
        struck = {e["side"] for e in report.journal[: max(part.events)] if e["ev"] == "hit"}
        if len(struck) == len(report.sides):
            assert not re.search(r"strength out of action, the \w+ nothing|the enemy whole", part.text), part.text
