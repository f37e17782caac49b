"""Attempts that go wrong: once more, or the referee is asked."""

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.db import Error, InterfaceError, OperationalError, connection, transaction
from django.db.models import F, QuerySet

from base.rows.holder import claimed_models, this_process
from battles.models import Battle
from battles.signals import battle_failed

log = logging.getLogger(__name__)
PAUSES = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds before each try."""
SHUT_DOWN = ("57P01", "57P02", "57P03")
UNKNOWN = ""


def connection_lost(error: BaseException) -> bool:
    """Return whether an error means that the database's server ended the connection, or cannot be reached."""
    state = getattr(error.__cause__, "sqlstate", UNKNOWN)
    lost = state is None or state in SHUT_DOWN or state.startswith("08")
    return isinstance(error, OperationalError | InterfaceError) and lost


def through_outages(work: Callable[[], object]) -> None:
    """Do some work of a worker's process; where the connection is lost under it, give back whatever it holds."""
    try:
        work()
    except Error as error:
        if not connection_lost(error):
            raise
        log.warning("the database went away: %s", str(error).strip())
        _give_back()


def _give_back() -> None:
    """Free what this process has claimed; it works on one thing at a time. Else the end of the lease does it."""
    for pause in PAUSES:
        time.sleep(pause)
        try:
            connection.close()
            for model in claimed_models():
                held = model._default_manager.filter(state="running", holder=this_process(), attempt__gte=1)
                held.update(state="pending", claim=None, lease_until=None, published_at=None, attempt=F("attempt") - 1)
            return
        except (OperationalError, InterfaceError):
            continue


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
