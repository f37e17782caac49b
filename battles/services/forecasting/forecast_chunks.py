"""Chunks of a forecast: claimed by one process, fought outside a transaction, added once."""

import json
import logging
import time
import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from base.refusal import Refusal
from battles.models import Forecast, ForecastChunk
from battles.resolvers.forecasts.forecast import question_from, sample_of, tally_for
from battles.resolvers.forecasts.tally import Tally, tally_from
from battles.resolvers.journal.packing import pack
from battles.services.claiming import claim_row, exhausted, free_the_dead
from battles.services.failing import connection_lost
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


log = logging.getLogger(__name__)
State = ForecastChunk.State
SECONDS, FIRST_SECONDS = 0.4, 0.1
FAILED = "The battle could not be fought for the forecast ({}). Ask again, or tell the host, who finds more in the log."


@dataclass(frozen=True)
class Claim:
    """The right to add one chunk."""

    chunk_id: int
    token: uuid.UUID
    forecast_id: int
    question: dict[str, Any]
    seed: str
    start: int
    count: int
    seconds: float
    first: bool = False

    def held(self) -> QuerySet[ForecastChunk]:
        """Return the chunk's row, as long as this claim stands."""
        return ForecastChunk.objects.filter(pk=self.chunk_id, state=State.RUNNING, claim=self.token)


def run_chunk(chunk_id: int) -> bool:
    """Claim, fight and add a chunk, then publish what is left of it; True if this call added it."""
    claim = claim_chunk(chunk_id=chunk_id)
    if claim is None:
        return False
    added = _attempt(claim)
    publish_chunks(forecast_id=claim.forecast_id)
    if added:
        _try_sample(claim)
    return added


def _attempt(claim: Claim) -> bool:
    try:
        began = time.monotonic()
        tally = fight_chunk(claim)
        return add_chunk(claim=claim, tally=tally, seconds=time.monotonic() - began)
    except Refusal as refusal:
        _fail(claim, str(refusal))
    except Exception as error:
        log.exception("chunk %s of forecast %s went wrong", claim.chunk_id, claim.forecast_id)
        _put_back(claim, error)
    return False


def _try_sample(claim: Claim) -> None:
    try:
        keep_sample(claim)
    except Exception:
        log.exception("the sample of forecast %s went wrong", claim.forecast_id)


def claim_chunk(*, chunk_id: int) -> Claim | None:
    """Take a chunk for this process; None when it is taken, added, or its forecast is over."""
    token = claim_row(ForecastChunk.objects.filter(under_way(), pk=chunk_id))
    if token is None:
        return None
    chunk = ForecastChunk.objects.select_related("forecast").filter(pk=chunk_id).first()
    if chunk is None:
        return None
    forecast = chunk.forecast
    first = forecast.runs_done == 0
    return Claim(chunk.pk, token, forecast.pk, forecast.question, forecast.seed, chunk.start, chunk.count,
                 seconds=FIRST_SECONDS if first else SECONDS, first=first)  # fmt: skip


def fight_chunk(claim: Claim) -> Tally:
    """As many of the chunk's runs, from its first on, as fit into its time; outside any transaction.

    While there are no figures at all the time is short, so that the reader soon has some.
    """
    return tally_for(question_from(claim.question), claim.seed, claim.start, claim.count, claim.seconds)


@transaction.atomic
def add_chunk(*, claim: Claim, tally: Tally, seconds: float) -> bool:
    """Add a tally to its forecast, once; False, and nothing written, when the claim or the forecast is gone."""
    forecast = Forecast.objects.select_for_update().filter(pk=claim.forecast_id, state=Forecast.State.RUNNING).first()
    if forecast is None or claim.held().update(state=State.DONE, count=tally.runs, lease_until=None) != 1:
        return False
    if tally.runs < claim.count:
        left = {"start": claim.start + tally.runs, "count": claim.count - tally.runs}
        ForecastChunk.objects.create(forecast=forecast, **left)
    whole = tally_from(forecast.tally)
    whole.add(tally)
    forecast.tally, forecast.runs_done, forecast.seconds = whole.as_dict(), whole.runs, forecast.seconds + seconds
    if whole.runs == forecast.runs:
        forecast.state, forecast.ended_at = Forecast.State.DONE, timezone.now()
    forecast.save(update_fields=["tally", "runs_done", "seconds", "state", "ended_at"])
    return True


def keep_sample(claim: Claim) -> None:
    """Fight run 0 with its journal and keep it, where somebody wants to watch one of the battles.

    It waits for a second chunk, since other forecasts may have no figures yet; a short forecast has no second one.
    """
    wanted = Forecast.objects.filter(pk=claim.forecast_id, wants_sample=True, sample=None)
    if claim.first:
        wanted = wanted.filter(state=Forecast.State.DONE)
    if wanted.exists():
        report = sample_of(question_from(claim.question), claim.seed)
        wanted.update(sample=pack(json.dumps(report.as_dict(journal=True))))


@transaction.atomic
def _fail(claim: Claim, sentence: str) -> None:
    """Mark the whole forecast as failed."""
    if claim.held().count() == 1:
        running = Forecast.objects.filter(pk=claim.forecast_id, state=Forecast.State.RUNNING)
        running.update(state=Forecast.State.FAILED, error=sentence, ended_at=timezone.now())
        ForecastChunk.objects.filter(forecast_id=claim.forecast_id).delete()


def _put_back(claim: Claim, error: Exception) -> None:
    """Free the claim for another attempt; the last attempt fails the forecast."""
    lost = connection_lost(error)
    if not lost and claim.held().filter(attempt__gte=settings.BIVOUAC_BATTLE_ATTEMPTS).exists():
        _fail(claim, FAILED.format(type(error).__name__))
    else:
        free = {"state": State.PENDING, "claim": None, "lease_until": None, "published_at": None}
        claim.held().filter(attempt__gte=1).update(attempt=F("attempt") - int(lost), **free)
