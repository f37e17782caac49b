"""Forecasts: runs that anybody can tell again, parts that add up, armies of which only the size is known."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import isclose
from typing import Any

import pytest

from battles.resolvers.files.fighting import fight_file
from battles.resolvers.forecasts import forecast
from battles.resolvers.forecasts.tally import Tally, merged, tally_from, tally_of
from battles.resolvers.lgg.sums.many import tally_runs as lgg_runs
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Report
from rosters.rules.catalogue import catalogue
from tests.battles import drill
from tests.factories.battles import file_of

drill.register()
RUNS = 60


def question(**more: Any) -> forecast.Question:
    return forecast.Question(file_of(**more)).frozen("s")


def reports(file: BattleFile, seed: str, runs: range) -> list[Report]:
    return [fight_file(file, f"{seed}/{run}") for run in runs]


def test_run_k_is_the_battle_fought_with_the_seed_and_k() -> None:
    tally, told = forecast.tally_runs(question(), "s", 0, RUNS), reports(file_of(), "s", range(RUNS))
    for number, side in enumerate(tally.sides):
        name = told[0].sides[number].name
        assert side.wins == sum(report.outcome.winner == name for report in told)
        assert side.after == Counter(report.sides[number].after for report in told)
        assert side.lost == sum(report.sides[number].lost for report in told)
        assert side.before == sum(report.sides[number].before for report in told)
        for unit, sums in side.units.items():
            rows = [u for report in told for u in report.sides[number].units if u.id == unit]
            assert sums == [sum(u.lost for u in rows), sum(u.after for u in rows), sum(u.after == 0 for u in rows)]
    assert tally.draws == sum(report.outcome.winner is None for report in told)


def test_wins_and_draws_are_all_the_runs() -> None:
    told = forecast.forecast_dict(question(), "s", forecast.tally_runs(question(), "s", 0, RUNS), 2.0)
    assert sum(told["wins"].values()) + told["draws"] == told["runs"] == RUNS
    assert (told["format"], told["seed"], told["rules"]) == ("bivouac.forecast/1", "s", "drill")
    for name in ("French", "Allies"):
        histogram = told["strength_after"][name]["histogram"]
        assert sum(histogram.values()) == RUNS
        mean = sum(int(key) * count for key, count in histogram.items()) / RUNS
        assert isclose(told["strength_after"][name]["mean"], mean, abs_tol=1e-4)
    assert told["battles_per_second"] == RUNS / 2.0


@pytest.mark.parametrize("edges", [(0, 60), (0, 1, 60), (0, 7, 8, 30, 60), tuple(range(61))])
def test_parts_add_up_to_the_same_whole_in_any_order(edges: tuple[int, ...]) -> None:
    whole = forecast.tally_runs(question(), "s", 0, RUNS)
    parts = [forecast.tally_runs(question(), "s", a, b - a) for a, b in pairwise(edges)]
    assert merged(parts).as_dict() == merged(reversed(parts)).as_dict() == whole.as_dict()


def test_a_tally_is_read_back_as_it_was_written() -> None:
    tally = forecast.tally_runs(question(), "s", 0, 5)
    assert tally_from(tally.as_dict()) == tally
    assert tally.as_dict() != Tally().as_dict()


@pytest.mark.parametrize(("seconds", "least", "most"), [(0.0, 1, 1), (30.0, 40, 40)])
def test_a_part_takes_at_least_one_run_and_stops_with_its_time(seconds: float, least: int, most: int) -> None:
    part = forecast.tally_for(question(), "s", 3, 40, seconds)
    assert least <= part.runs <= most
    assert part == forecast.tally_runs(question(), "s", 3, part.runs)


def test_the_field_is_the_same_in_all_runs_and_that_of_fight() -> None:
    file = replace(file_of(), rules="lgg")
    assert forecast.Question(file).frozen("s").file == forecast.Question(file).frozen("s").file
    assert forecast.Question(file).frozen("s").file.field == forecast.Question(file).frozen("s/3").file.field


def test_the_great_rules_tell_the_same_at_once_as_battle_by_battle() -> None:
    frozen = forecast.Question(replace(file_of(), rules="lgg")).frozen("s")
    at_once, told = lgg_runs(frozen.file, "s", 2, 3), reports(frozen.file, "s", range(2, 5))
    singly = merged(tally_of(report) for report in told)
    for one, other in zip(at_once.sides, singly.sides, strict=True):
        assert (one.wins, one.after, one.lost, one.before) == (other.wins, other.after, other.lost, other.before)
        assert {id: sums[1:] for id, sums in one.units.items()} == {id: sums[1:] for id, sums in other.units.items()}
    assert (at_once.draws, at_once.rounds, at_once.days) == (singly.draws, singly.rounds, singly.days)
    assert at_once.ends == singly.ends
    assert at_once.ends.total() == at_once.runs


@pytest.mark.parametrize(
    ("count", "runs", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 1000, 0.0002, 0.0056)],
)
def test_a_share_has_wilsons_interval(count: int, runs: int, low: float, high: float) -> None:
    """Reference values: Wilson's score interval at 95 % without correction, worked out by hand."""
    assert forecast.Share(count, runs).interval == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_without_runs_nothing_is_known() -> None:
    assert (forecast.Share(0, 0).value, forecast.Share(0, 0).interval, forecast.mean_of(Counter())) == (
        0.0,
        (0.0, 1.0),
        0.0,
    )


SEEN = (forecast.Supposed("Van", 2, 4), forecast.Supposed("Main", 6, 6))


def test_supposed_armies_have_a_number_of_units_within_their_bounds_every_one_of_them_in_turn() -> None:
    draws = [forecast.drawn_types(SEEN, f"s/{run}") for run in range(300)]
    assert Counter(len(van) for van, _ in draws).keys() == {2, 3, 4}
    assert min(Counter(len(van) for van, _ in draws).values()) > 70
    assert {len(main) for _, main in draws} == {6}


def test_supposed_armies_hold_the_shares_of_the_reference_army() -> None:
    """AI-31 REC-10: fourteen cards are the reference army itself; smaller hands are like it on average."""
    assert Counter(forecast.drawn_types([forecast.Supposed("All", 14, 14)], "s/1")[0]) == Counter(forecast.deck())
    points = Counter[str]()
    for kind in forecast.deck():
        points[catalogue().unit_types[kind].arm] += catalogue().unit_types[kind].buy
    assert (points["foot"], points["cav"], points["art"], points.total()) == (230, 120, 50, 400)
    drawn = Counter(
        kind for run in range(2000) for kind in forecast.drawn_types([forecast.Supposed("Few", 3, 3)], f"s/{run}")[0]
    )
    for kind, cards in Counter(forecast.deck()).items():
        assert abs(drawn[kind] / 6000 - cards / 14) < 0.02


def test_a_supposed_army_always_has_somebody_to_fight() -> None:
    assert all(
        set(forecast.drawn_types([forecast.Supposed("One", 1, 2)], f"s/{run}")[0]) & set(forecast.FIGHTING)
        for run in range(500)
    )


def test_a_run_with_supposed_armies_depends_on_its_own_seed_alone() -> None:
    asked = replace(question(), supposed=((), SEEN))
    assert asked.run("s/7") == asked.run("s/7")
    assert {len(asked.run(f"s/{run}").sides[1].units) for run in range(40)} == {8, 9, 10}
    known, unknown = asked.run("s/7").sides
    assert known == asked.file.sides[0]
    assert all(unit.strength == catalogue().unit_types[unit.type].full for unit in unknown.units)
    assert ({unit.army for unit in unknown.units}, forecast.skill()) == ({"Van", "Main"}, "average")


def test_parts_with_supposed_armies_add_up_and_name_no_unit_of_theirs() -> None:
    asked = replace(question(), supposed=((), SEEN))
    whole = forecast.tally_runs(asked, "s", 0, 12)
    assert merged([forecast.tally_runs(asked, "s", 5, 7), forecast.tally_runs(asked, "s", 0, 5)]) == whole
    assert whole.runs == whole.draws + sum(side.wins for side in whole.sides) == 12
    assert whole.sides[0].units
    assert whole.sides[1].units == {}
    assert whole.sides[1].before == sum(
        unit.strength for run in range(12) for unit in asked.run(f"s/{run}").sides[1].units
    )


def test_a_question_is_read_back_and_its_digest_tells_what_is_asked() -> None:
    asked = replace(question(), supposed=((), SEEN))
    assert forecast.question_from(asked.as_dict()) == asked
    assert asked.digest == forecast.question_from(asked.as_dict()).digest
    others = [question(), replace(asked, supposed=((), SEEN[:1])), question(season="fall")]
    assert len({asked.digest, *(other.digest for other in others)}) == 4
