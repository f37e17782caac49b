"""Attempts that go wrong: once more, or the referee is asked."""

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet

from battles.models import Battle
from battles.services.outages import connection_lost
from battles.signals import battle_failed

State = Battle.State
REMEDY = "Look into the worker's log, remove the cause and let it be tried again."


def fail(*, held: QuerySet[Battle], sentence: str) -> bool:
    """Hand the battle of that row to the referee, with a sentence; False when the row is not as expected any more."""
    with transaction.atomic():
        battle = held.select_for_update().first()
        if battle is None or held.update(state=State.FAILED, error=sentence, claim=None, lease_until=None) != 1:
            return False
        battle.refresh_from_db()
        battle_failed.send(sender=Battle, battle=battle)
    return True


def put_back(*, held: QuerySet[Battle], error: Exception) -> None:
    """Free the claim after an error, for another attempt; the last attempt fails the battle.

    An attempt under which the database went away is not counted.
    """
    what = f"{type(error).__name__}: {error}"[:500]
    if connection_lost(error):
        held = held.filter(attempt__gte=1)
        held.update(state=State.PENDING, claim=None, lease_until=None, published_at=None, attempt=F("attempt") - 1)
        return
    last = held.filter(attempt__gte=settings.BIVOUAC_BATTLE_ATTEMPTS)
    if not fail(held=last, sentence=f"{settings.BIVOUAC_BATTLE_ATTEMPTS} attempts went wrong ({what}). {REMEDY}"):
        held.update(state=State.PENDING, error=what, claim=None, lease_until=None, published_at=None)
