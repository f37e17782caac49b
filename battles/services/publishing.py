"""Telling the workers which battles are due. The broker is a hint: it may lose, double or delay anything."""

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from kombu.connection import Connection
from kombu.exceptions import KombuError

from base.breaker import BROKER, PATIENCE
from base.rows.holder import Claimed
from battles.models import Battle
from battles.services.claiming import SLACK, Row, unclaimed

log = logging.getLogger(__name__)
TASK, ALIVE = "battles.tasks.fight", "battles.tasks.alive"
ALIVE_FOR = 30
REPUBLISH_AFTER = timedelta(seconds=30)
TRY_ONCE = {
    "max_retries": 0, "interval_start": 0, "interval_step": 0, "interval_max": 0,
    "socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE,
}  # fmt: skip
UNREACHABLE = (KombuError, OSError)


def publish_due(*, everything: bool = False) -> int:
    """Send a message for each battle that waits for a worker and was not sent lately; how many were sent.

    Call it after the commit. With ``everything`` those sent lately too, as at a worker's start. Without a reachable
    broker it returns quietly: the next tick sends them.
    """
    ids = due(Battle, everything).order_by("attempt", "pk").values_list("pk", flat=True)
    return send_each(ids, task=TASK, rows=lambda: due(Battle, everything))


def publish_rows(model: type[Claimed], *, task: str, queue: str, everything: bool) -> int:
    """Send a message for each row of a model that waits for a worker and was not sent lately; how many were sent."""
    ids = due(model, everything).order_by("pk").values_list("pk", flat=True)
    return send_each(ids, task=task, rows=lambda: due(model, everything), queue=queue)


def send_each(ids: Iterable[int], *, task: str, rows: Callable[[], QuerySet[Any]], **options: Any) -> int:
    """Send a task for each row that is still among ``rows``, until the broker does not answer; how many were sent."""
    sent, wanted = 0, list(ids)
    if BROKER.is_open or not wanted:
        return sent
    connection = broker()
    for pk in wanted:
        if BROKER.is_open or not _send(connection, pk, task, rows(), options):
            break
        sent += 1
    with suppress(*UNREACHABLE):
        BROKER.ask(connection.release)
    return sent


def _send(connection: Connection, pk: int, task: str, rows: QuerySet[Any], options: dict[str, Any]) -> bool:
    """Send one; False when the broker does not answer. Marked first, so that two publishers send it once."""
    now = timezone.now()
    if rows.filter(pk=pk).update(published_at=now) != 1:
        return True
    send = partial(current_app.send_task, task, args=[pk], connection=connection, retry=False, **options)
    try:
        BROKER.ask(send)
    except UNREACHABLE as error:
        BROKER.trip()
        rows.model._default_manager.filter(pk=pk, published_at=now).update(published_at=None)
        log.warning("%s %s is not published, the broker does not answer: %s", rows.model._meta.verbose_name, pk, error)
        return False
    BROKER.close()
    return True


def waiting(*, everything: bool) -> Q:
    """Return rows that no worker holds and that were not sent lately, or with ``everything`` those sent lately too.

    What was sent at a time yet to come was sent before the clock was set back.
    """
    now = timezone.now()
    lately = Q(published_at__gte=now - REPUBLISH_AFTER, published_at__lte=now + SLACK)
    return unclaimed() & (Q() if everything else Q(published_at=None) | ~lately)


def broker() -> Connection:
    """Return a connection that is tried once: a publisher must not wait for a broker that is away."""
    options = {**settings.CELERY_BROKER_TRANSPORT_OPTIONS, **TRY_ONCE}
    made: Connection = current_app.connection_for_write(transport_options=options)
    return made


def due(model: type[Row], everything: bool) -> QuerySet[Row]:
    """Return the rows of a model that wait for a worker, were not sent lately, and may be tried again."""
    return model._default_manager.filter(waiting(everything=everything), attempt__lt=settings.BIVOUAC_BATTLE_ATTEMPTS)


def send_alive() -> bool:
    """Ask any worker for a sign of life; whether the broker took the message. One that comes late is thrown away."""
    try:
        with broker() as connection:
            current_app.send_task(ALIVE, queue="alive", connection=connection, retry=False, expires=ALIVE_FOR)
    except UNREACHABLE as error:
        log.warning("the broker does not answer: %s", error)
        return False
    return True


def broker_answers() -> bool:
    """Return whether the broker answers at once."""
    try:
        return BROKER.ask(_has_channel)
    except UNREACHABLE:
        return False


def _has_channel() -> bool:
    with broker() as connection:
        return bool(connection.default_channel)
