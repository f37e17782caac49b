"""The trial battles of a rehearsal: fought by the workers where one is at work, else in this process."""

import secrets
import time
from collections.abc import Iterator, Sequence

from battles.models import Forecast, ForecastScope
from battles.resolvers.forecasts.forecast import Question, tally_for
from battles.resolvers.forecasts.tally import Tally, tally_from
from battles.services import ask_forecast, publish_chunks, site_health
from battles.services.forecasting.forecasts import drop_forecasts

LEAST, ALTOGETHER = 25, 100
"""Trials of a battle that the workers fight at least, and of all battles of a rehearsal together."""
MOST_HERE, SECONDS_HERE, SECONDS = 200, 3.0, 6.0
"""Without a worker: trials of a battle at most, as far as all fit into so many seconds. With workers: seconds that
their trials are waited for."""
LOOK_AGAIN_AFTER = 0.1


def trials(questions: Sequence[Question]) -> list[Tally]:
    """Fight each battle many times with dice of its own; one tally for each. Nothing is left of it in the database."""
    if not questions or not site_health().worker:
        return list(_fought_here(questions))
    scope = f"rehearsal {secrets.token_hex(8)}"
    try:
        return _fought_by_workers(questions, scope)
    finally:
        drop_forecasts(forecasts=Forecast.objects.filter(scope__startswith=scope))
        ForecastScope.objects.filter(scope__startswith=scope).delete()


def _fought_here(questions: Sequence[Question]) -> Iterator[Tally]:
    end = time.monotonic() + SECONDS_HERE
    for left, question in zip(range(len(questions), 0, -1), questions, strict=True):
        share = max(0.0, end - time.monotonic()) / left
        yield tally_for(question, f"rehearsal {secrets.token_hex(8)}", 0, MOST_HERE, share)


def _fought_by_workers(questions: Sequence[Question], scope: str) -> list[Tally]:
    runs = max(LEAST, ALTOGETHER // len(questions))
    asked = [
        ask_forecast(scope=f"{scope}:{number}", question=question, runs=runs, name="Rehearsal").pk
        for number, question in enumerate(questions)
    ]
    for pk in asked:
        publish_chunks(forecast_id=pk)
    _wait(asked)
    found = dict(Forecast.objects.filter(pk__in=asked).values_list("pk", "tally"))
    tallies = [tally_from(found[pk]) for pk in asked]
    return [tally if tally.runs else _one(question) for tally, question in zip(tallies, questions, strict=True)]


def _wait(asked: Sequence[int]) -> None:
    """Wait until all trials are over, or the time is."""
    end = time.monotonic() + SECONDS
    running = Forecast.objects.filter(pk__in=asked, state=Forecast.State.RUNNING)
    while running.exists() and time.monotonic() < end:
        time.sleep(LOOK_AGAIN_AFTER)


def _one(question: Question) -> Tally:
    """Return a single trial fought here, for a battle that no worker came to."""
    return tally_for(question, f"rehearsal {secrets.token_hex(8)}", 0, 1, 0.0)
