"""Errors that are the database's alone: it is away, busy or full. Let one pass, and try again later."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import InterfaceError, OperationalError, connection, transaction

log = logging.getLogger(__name__)
PATIENCE_MS = 100


def let_database_trouble_pass(error: BaseException) -> None:
    """Raise the trouble of the database behind an error; nothing where the error is of the rows or the program.

    In the middle of a transaction it may hide: the next statement complains of a broken transaction, and names the
    first error as its cause only.
    """
    for one in _chain(error):
        if isinstance(one, OperationalError | InterfaceError):
            raise one


def write_if_free(write: Callable[[], object]) -> bool:
    """Write what a page can do without: nothing, and no waiting, where the database is held, full or closed."""
    try:
        with _impatient(), transaction.atomic():
            _set_patience_of_postgres()
            write()
    except (OperationalError, InterfaceError) as error:
        log.warning("not written, the page does without: %s", error)
        return False
    return True


@contextmanager
def _impatient() -> Iterator[None]:
    """Let SQLite wait for its lock no longer than this within; of PostgreSQL, see below."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        (before,) = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {before}")


def _set_patience_of_postgres() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {PATIENCE_MS}")


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__
