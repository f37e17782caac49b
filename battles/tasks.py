"""Tasks are leaves: one id in, one service call. The clock calls ``tick`` every few seconds."""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.db import connections

from battles.services import reconcile, reconcile_forecasts, run_battle, run_chunk


@shared_task(time_limit=settings.BIVOUAC_BATTLE_TIME_LIMIT)
def fight(battle_id: int) -> None:
    """Fight one battle, unless another process has it."""
    run_battle(battle_id)


@shared_task(time_limit=settings.BIVOUAC_BATTLE_TIME_LIMIT)
def forecast_chunk(chunk_id: int) -> None:
    """Fight some runs of a forecast, unless another process has them."""
    run_chunk(chunk_id)


@shared_task
def tick() -> None:
    """Take up what dead processes and lost messages have left."""
    reconcile()
    reconcile_forecasts()


@worker_ready.connect
def take_up(**_: Any) -> None:
    """Publish every unfinished battle when a worker starts; its connections are not left to its children."""
    reconcile(everything=True)
    reconcile_forecasts(everything=True)
    connections.close_all()
