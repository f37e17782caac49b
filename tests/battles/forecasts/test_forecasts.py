"""Forecasts as rows: asked once, fought in chunks by anybody, added once each, whatever dies or comes twice."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from base.refusal import Refusal
from battles.audit import audit_battles
from battles.models import Battle, Forecast, ForecastChunk
from battles.resolvers.forecasts.forecast import Question, Supposed, question_from, tally_runs
from battles.services import ask_forecast, cancel_forecast, reconcile_forecasts, run_chunk, tidy_forecasts
from battles.services.forecasting.forecast_chunks import add_chunk, claim_chunk, fight_chunk
from battles.services.forecasting.forecasts import MOST_RUNS, UNFINISHED_AT_ONCE
from tests.factories.battles import file_of

pytestmark = [pytest.mark.django_db, pytest.mark.store]


def asked(*, runs: int = 1200, scope: str = "somebody", **more: Any) -> Forecast:
    return ask_forecast(scope=scope, question=Question(file_of(**more)), runs=runs, name="Bautzen")


def whole(forecast: Forecast) -> dict[str, Any]:
    """The same runs fought in one go."""
    return tally_runs(question_from(forecast.question), forecast.seed, 0, forecast.runs).as_dict()


def waiting(forecast: Forecast) -> list[int]:
    return list(forecast.chunks.filter(state="pending").values_list("pk", flat=True))


def finish(forecast: Forecast, *, backwards: bool = False) -> Forecast:
    while chunks := waiting(forecast):
        run_chunk(chunks[-1 if backwards else 0])
    forecast.refresh_from_db()
    return forecast


@pytest.mark.parametrize("backwards", [False, True])
def test_the_sum_of_the_chunks_is_the_whole_in_whatever_order_they_are_fought(backwards):
    forecast = asked()
    assert [(chunk.start, chunk.count) for chunk in forecast.chunks.all()] == [(0, 500), (500, 500), (1000, 200)]
    finish(forecast, backwards=backwards)
    assert (forecast.state, forecast.runs_done) == ("done", 1200)
    assert forecast.tally == whole(forecast)
    assert forecast.tally["runs"] == forecast.tally["draws"] + sum(side["wins"] for side in forecast.tally["sides"])


def test_what_does_not_fit_into_its_time_becomes_a_chunk_of_its_own():
    forecast = asked(runs=40)
    for _ in range(3):
        claim = replace(claim_chunk(chunk_id=waiting(forecast)[0]), seconds=0.0)
        assert add_chunk(claim=claim, tally=fight_chunk(claim), seconds=0.1)
    assert list(forecast.chunks.filter(state="done").values_list("start", "count")) == [(0, 1), (1, 1), (2, 1)]
    assert list(forecast.chunks.filter(state="pending").values_list("start", "count")) == [(3, 37)]
    assert finish(forecast).tally == whole(forecast)


def test_a_chunk_is_added_once_though_two_processes_fight_it():
    forecast = asked(runs=30)
    (chunk,) = waiting(forecast)
    first = claim_chunk(chunk_id=chunk)
    assert claim_chunk(chunk_id=chunk) is None
    ForecastChunk.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    second = claim_chunk(chunk_id=chunk)
    tally = fight_chunk(second)
    assert add_chunk(claim=second, tally=tally, seconds=0.1)
    assert not add_chunk(claim=first, tally=tally, seconds=0.1)
    assert not add_chunk(claim=second, tally=tally, seconds=0.1)
    forecast.refresh_from_db()
    assert forecast.runs_done == forecast.tally["runs"] <= 30


def test_the_same_question_of_the_same_people_is_answered_from_the_store():
    first, again = finish(asked()), asked()
    assert (again.pk, again.state) == (first.pk, "done")
    assert waiting(again) == []
    assert {asked(scope="others").pk, asked(runs=7).pk, asked(season="fall").pk}.isdisjoint({first.pk})


def test_a_forecast_never_uses_the_seed_of_a_battle_and_is_the_same_for_the_same_question():
    one, other = asked(), asked(scope="others")
    assert one.seed == other.seed
    assert one.key != other.key
    assert not Battle.objects.filter(seed=one.seed).exists()


def test_a_stopped_forecast_keeps_what_it_has_takes_nothing_more_and_is_begun_anew_when_asked():
    forecast = asked()
    run_chunk(waiting(forecast)[0])
    running = claim_chunk(chunk_id=waiting(forecast)[0])
    assert cancel_forecast(forecast=forecast)
    assert not cancel_forecast(forecast=forecast)
    forecast.refresh_from_db()
    kept = forecast.tally
    assert 0 < forecast.runs_done < 1200
    assert not add_chunk(claim=running, tally=fight_chunk(running), seconds=0.1)
    forecast.refresh_from_db()
    assert (forecast.state, forecast.tally, forecast.chunks.count()) == ("cancelled", kept, 0)
    anew = asked()
    assert (anew.pk, anew.state, anew.runs_done) == (forecast.pk, "running", 0)
    assert not add_chunk(claim=running, tally=fight_chunk(running), seconds=0.1)
    assert finish(anew).tally == whole(anew)


def test_stopping_a_forecast_changes_nothing_else():
    other = finish(asked(season="fall"))
    cancel_forecast(forecast=asked())
    other.refresh_from_db()
    assert (other.state, other.runs_done) == ("done", 1200)


def test_nobody_keeps_all_workers_to_himself():
    for runs in range(1, UNFINISHED_AT_ONCE + 1):
        asked(runs=runs)
    with pytest.raises(Refusal, match="wait until one is finished, or stop it"):
        asked(runs=99)
    asked(runs=99, scope="others")
    assert asked(runs=1).runs == 1


@pytest.mark.parametrize("runs", [0, -1, MOST_RUNS + 1])
def test_a_number_of_runs_out_of_bounds_is_refused(runs):
    with pytest.raises(Refusal, match="runs: "):
        asked(runs=runs)


def test_supposed_armies_are_drawn_anew_in_every_run():
    question = Question(file_of(), ((), (Supposed("Van", 2, 5),)))
    forecast = finish(ask_forecast(scope="s", question=question, runs=40, name="Ridge"))
    assert forecast.tally == whole(forecast)
    assert (forecast.tally["sides"][1]["units"], forecast.state) == ({}, "done")


def test_what_cannot_be_fought_fails_with_a_sentence_and_can_be_asked_again():
    forecast = asked(runs=20)
    Forecast.objects.update(question=forecast.question | {"file": {"format": "nonsense"}})
    run_chunk(waiting(forecast)[0])
    forecast.refresh_from_db()
    assert (forecast.state, forecast.chunks.count()) == ("failed", 0)
    assert "format" in forecast.error
    assert asked(runs=20).state == "running"


def test_a_dead_process_or_a_lost_message_loses_no_run():
    forecast = asked(runs=20)
    (chunk,) = waiting(forecast)
    ForecastChunk.objects.update(published_at=timezone.now())
    claim_chunk(chunk_id=chunk)
    ForecastChunk.objects.update(holder="", lease_until=timezone.now() - timedelta(seconds=1))
    reconcile_forecasts()
    run_chunk(chunk)
    assert finish(forecast).tally == whole(forecast)


def test_what_was_tried_too_often_fails(settings):
    forecast = asked(runs=20)
    ForecastChunk.objects.update(attempt=settings.BIVOUAC_BATTLE_ATTEMPTS)
    assert not run_chunk(waiting(forecast)[0])
    reconcile_forecasts()
    forecast.refresh_from_db()
    assert forecast.state == "failed"
    assert "tried too often" in forecast.error


def test_the_clock_puts_away_old_chunks_and_old_forecasts():
    done, running = finish(asked(runs=5)), asked(runs=6)
    tidy_forecasts()
    assert (done.chunks.count(), running.chunks.count()) == (0, 1)
    Forecast.objects.filter(pk=done.pk).update(ended_at=timezone.now() - timedelta(days=100))
    tidy_forecasts()
    assert list(Forecast.objects.all()) == [running]


def test_the_first_figures_come_soon():
    forecast = asked()
    first = claim_chunk(chunk_id=waiting(forecast)[0])
    assert add_chunk(claim=first, tally=fight_chunk(first), seconds=0.1)
    assert first.seconds < claim_chunk(chunk_id=waiting(forecast)[0]).seconds <= 0.5


def test_the_audit_finds_a_forecast_that_does_not_add_up():
    forecast = finish(asked(runs=20))
    assert audit_battles() == []
    Forecast.objects.update(tally=forecast.tally | {"draws": forecast.tally["draws"] + 1})
    assert audit_battles() == [f"Forecast {forecast.key} (Bautzen (20 runs)): its wins and draws are not its runs."]
    Forecast.objects.update(tally=forecast.tally, runs_done=19)
    assert audit_battles() == [f"Forecast {forecast.key} (Bautzen (20 runs)): its tally does not hold the runs done."]
