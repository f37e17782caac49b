"""The database went away in the middle of some work: the claim is given back as soon as it is there again."""

import logging
import time
from collections.abc import Callable

from django.db import Error, InterfaceError, OperationalError, connection
from django.db.models import F

from base.rows.holder import claimed_models, this_process

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
