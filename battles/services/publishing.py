"""Telling the workers which battles are due. The broker is a hint: it may lose, double or delay anything."""

import logging
from datetime import timedelta

from celery import current_app
from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from kombu import Connection
from kombu.exceptions import KombuError

from battles.models import Battle

log = logging.getLogger(__name__)
State = Battle.State
TASK = "battles.tasks.fight"
REPUBLISH_AFTER = timedelta(seconds=30)
TRY_ONCE = {"max_retries": 1, "interval_start": 0, "interval_step": 0, "interval_max": 0}
UNREACHABLE = (KombuError, OSError)


def publish_due(*, everything: bool = False) -> int:
    """Send a message for each battle that waits for a worker and was not sent lately; how many were sent.

    Call it after the commit. With ``everything`` those sent lately too, as at a worker's start. Without a reachable
    broker it returns quietly: the next tick sends them.
    """
    due = list(_due(everything).order_by("attempt", "pk").values_list("pk", flat=True))
    if not due:
        return 0
    sent = 0
    with broker() as connection:
        for battle_id in due:
            if not _publish(connection, battle_id, everything):
                break
            sent += 1
    return sent


def broker() -> Connection:
    """A connection that is tried once: whoever publishes must not wait for a broker that is away."""
    options = {**settings.CELERY_BROKER_TRANSPORT_OPTIONS, **TRY_ONCE}
    return current_app.connection_for_write(transport_options=options)


def _due(everything: bool) -> QuerySet[Battle]:
    now = timezone.now()
    free = Q(state=State.PENDING) | Q(state=State.RUNNING, lease_until__lt=now)
    lately = Q() if everything else Q(published_at=None) | Q(published_at__lt=now - REPUBLISH_AFTER)
    return Battle.objects.filter(free & lately, attempt__lt=settings.BIVOUAC_BATTLE_ATTEMPTS)


def _publish(connection: Connection, battle_id: int, everything: bool) -> bool:
    """Send one; False when the broker does not answer. Marked first, so that two publishers send it once."""
    now = timezone.now()
    if _due(everything).filter(pk=battle_id).update(published_at=now) != 1:
        return True
    try:
        current_app.send_task(TASK, args=[battle_id], connection=connection, retry=False)
    except UNREACHABLE as error:
        Battle.objects.filter(pk=battle_id, published_at=now).update(published_at=None)
        log.warning("battle %s is not published, the broker does not answer: %s", battle_id, error)
        return False
    return True


def workers_answer(*, seconds: float = 1.0) -> bool:
    """Whether a worker can be reached now."""
    try:
        with broker() as connection:
            return bool(current_app.control.ping(timeout=seconds, connection=connection))
    except UNREACHABLE:
        return False
