"""The right of one process to a row of work: a conditional UPDATE with row count 1, for a time (docs/decisions.md)."""

import uuid
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from base.rows.holder import Claimed, fate_of, this_process

Row = TypeVar("Row", bound=Claimed)
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


def held(row: Row, token: uuid.UUID) -> QuerySet[Row]:
    """Return a row, as long as the claim of that token stands."""
    return type(row)._default_manager.filter(pk=row.pk, state="running", claim=token)


def free_the_dead(model: type[Row]) -> int:
    """End the lease of every claim on rows of a model whose process is dead for certain; how many.

    A process that died together with its worker was killed from outside, by a power cut or by hand: that attempt is
    not counted against the row.
    """
    freed, now, rows = 0, timezone.now(), model._default_manager.filter(state="running")
    for pk, claim, holder in rows.filter(lease_until__gte=now).values_list("pk", "claim", "holder"):
        fate = fate_of(holder)
        if fate.dead:
            spared = {"attempt": F("attempt") - 1} if fate.parent_dead else {}
            mine = rows.filter(pk=pk, claim=claim, attempt__gte=1)
            freed += mine.update(lease_until=now, published_at=None, **spared)
    return freed


def exhausted(model: type[Row]) -> QuerySet[Row]:
    """Return the rows that cannot be claimed any more, because they were tried too often."""
    return model._default_manager.filter(unclaimed(), attempt__gte=settings.BIVOUAC_BATTLE_ATTEMPTS)
