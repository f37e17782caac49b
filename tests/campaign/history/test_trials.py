"""The trial battles of a rehearsal: at least 25 each where a worker is, and nothing is left of them."""

import time

import pytest

from battles.models import Forecast, ForecastChunk, ForecastScope
from battles.resolvers.forecasts.forecast import Question
from battles.services.forecasting.forecast_chunks import run_chunk
from battles.services.health import record_heartbeat
from campaign.services.rehearsal import rehearse as room
from campaign.services.rehearsal.rehearse import LEAST, trials
from tests.factories.battles import file_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def questions(number: int) -> list[Question]:
    return [Question(file_of(name=f"Battle {n}")) for n in range(number)]


def work(_seconds: float) -> None:
    """Fight what is due, as a worker does while somebody waits."""
    for pk in ForecastChunk.objects.filter(state="pending").values_list("pk", flat=True):
        run_chunk(pk)


@pytest.mark.parametrize("number", [1, 8])
def test_workers_fight_at_least_25_trials_of_each_battle(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    record_heartbeat("worker")
    monkeypatch.setattr(time, "sleep", work)
    found = trials(questions(number))
    assert [tally.runs >= LEAST for tally in found] == [True] * number
    assert all(tally.sides[0].before > 0 for tally in found)
    assert [model.objects.count() for model in (Forecast, ForecastChunk, ForecastScope)] == [0, 0, 0]


def test_a_battle_that_no_worker_comes_to_is_fought_here(monkeypatch: pytest.MonkeyPatch) -> None:
    record_heartbeat("worker")
    monkeypatch.setattr(room, "SECONDS", 0.1)
    assert [tally.runs for tally in trials(questions(2))] == [1, 1]
    assert not Forecast.objects.exists()


def test_without_a_worker_all_are_fought_here() -> None:
    assert all(tally.runs >= LEAST for tally in trials(questions(2)))
    assert trials([]) == []
