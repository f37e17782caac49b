"""Tasks are leaves: one id in, one service call."""

from collections.abc import Callable
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.db import connections

from battles.models import Pulse
from battles.services import reconcile, reconcile_forecasts, record_heartbeat, run_battle, run_chunk, through_outages
from battles.services.forecasting.forecasts import ask_for_shown


@shared_task(time_limit=settings.BIVOUAC_BATTLE_TIME_LIMIT)
def fight(battle_id: int) -> None:
    """Fight one battle, unless another process has it."""
    through_outages(lambda: run_battle(battle_id))


@shared_task(time_limit=settings.BIVOUAC_BATTLE_TIME_LIMIT)
def forecast_chunk(chunk_id: int) -> None:
    """Fight some runs of a forecast, unless another process has them."""
    through_outages(lambda: run_chunk(chunk_id))


STEPS: tuple[Callable[[], object], ...] = (reconcile, ask_for_shown, reconcile_forecasts)
"""The clock's work every few seconds, each step separately: take up what dead processes and lost messages have left,
and have the battle of the first page fought."""


@shared_task
def alive() -> None:
    """A sign of life, asked for by the clock."""
    record_heartbeat(Pulse.Part.WORKER)


@worker_ready.connect
def take_up(**_: Any) -> None:
    """Publish every unfinished battle when a worker starts; its connections are not left to its children."""
    reconcile(everything=True)
    reconcile_forecasts(everything=True)
    connections.close_all()
