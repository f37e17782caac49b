"""The right of one process to a row of work: a conditional UPDATE with row count 1, for a time (docs/decisions.md)."""

import uuid
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from battles.services.holder import this_process

SLACK = timedelta(seconds=10)
"""By how much the clocks of two machines may differ."""


def unclaimed() -> Q:
    """Return rows that no process holds now: those that wait, and those whose lease is over.

    A lease that ends later than one given now was given before the clock was set back, and is over too.
    """
    return Q(state="pending") | Q(state="running") & lease_over()


def lease_over(length: timedelta | None = None) -> Q:
    """Return rows whose lease has ended, or was given by a clock that was set back since.

    ``length`` is that of a whole lease; without it a battle's.
    """
    now = timezone.now()
    longest = now + (length or timedelta(seconds=settings.BIVOUAC_BATTLE_LEASE)) + SLACK
    return Q(lease_until__lt=now) | Q(lease_until__gt=longest)


def lease_is_over(until: datetime | None) -> bool:
    """Return whether a lease that ends then does not count any more, as ``lease_over`` asks of rows."""
    now = timezone.now()
    longest = now + timedelta(seconds=settings.BIVOUAC_BATTLE_LEASE) + SLACK
    return until is not None and not now <= until <= longest


def claim_row(rows: QuerySet[Any], **more: Any) -> uuid.UUID | None:
    """Take the one row of ``rows`` for this process, and write ``more`` into it: the claim's token.

    None when it is taken, done, or was tried too often. ``rows`` may not join another table (``under_way``).
    """
    token = uuid.uuid4()
    won = rows.filter(unclaimed(), attempt__lt=settings.BIVOUAC_BATTLE_ATTEMPTS).update(
        state="running",
        claim=token,
        holder=this_process(),
        lease_until=timezone.now() + timedelta(seconds=settings.BIVOUAC_BATTLE_LEASE),
        attempt=F("attempt") + 1,
        **more,
    )
    return token if won == 1 else None
