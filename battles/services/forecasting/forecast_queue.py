"""Telling the workers which chunks of forecasts are due, on a queue that they read after the battles; and tidying."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from battles.models import Forecast, ForecastChunk
from battles.services.claiming import exhausted, free_the_dead
from battles.services.publishing import due, send_each

TASK, QUEUE = "battles.tasks.forecast_chunk", "bulk"
SENT_AT_ONCE = 100
KEPT_FOR = timedelta(days=90)
EXHAUSTED = "Some runs were tried too often without a result. Ask again; the host finds more in the worker's log."


def publish_chunks(*, forecast_id: int | None = None, everything: bool = False) -> int:
    """Send a message for each chunk that waits for a worker and was not sent lately; how many were sent.

    Call it after the commit. Without a reachable broker it returns quietly: the next tick sends them.
    """
    chunks = _due(everything) if forecast_id is None else _due(everything).filter(forecast_id=forecast_id)
    ids = chunks.order_by("start", "pk").values_list("pk", flat=True)[:SENT_AT_ONCE]
    return send_each(ids, task=TASK, rows=lambda: _due(everything), queue=QUEUE)


def _due(everything: bool) -> QuerySet[ForecastChunk]:
    return due(ForecastChunk, everything).filter(under_way())


def under_way() -> Exists:
    """Chunks whose forecast is under way, without a join.

    An UPDATE with a join finds its rows before it locks them, and PostgreSQL does not look again: two processes that
    take the same row would both have it.
    """
    return Exists(Forecast.objects.filter(pk=OuterRef("forecast"), state=Forecast.State.RUNNING))


def reconcile_forecasts(*, everything: bool = False) -> int:
    """Take up chunks of dead processes and lost messages, fail what was tried too often, tidy; how many were sent."""
    free_the_dead(ForecastChunk)
    _fail_exhausted()
    tidy_forecasts()
    return publish_chunks(everything=everything)


def _fail_exhausted() -> None:
    tried = exhausted(ForecastChunk).values("forecast_id")
    hopeless = Forecast.objects.filter(pk__in=tried, state=Forecast.State.RUNNING)
    hopeless.update(state=Forecast.State.FAILED, error=EXHAUSTED, ended_at=timezone.now())


def tidy_forecasts() -> None:
    """Put away the chunks of forecasts that are over, and forecasts that nobody has asked for in a long time."""
    chunks = ForecastChunk.objects.exclude(forecast__state=Forecast.State.RUNNING)
    forecasts = Forecast.objects.filter(ended_at__lt=timezone.now() - KEPT_FOR)
    for rows in (chunks, forecasts):
        if rows.exists():
            rows.delete()
