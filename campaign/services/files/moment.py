"""Reading a whole campaign as it was in one moment, while others go on writing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """Every query inside sees the same moment, and no writer waits for it; inside a transaction it is that one's.

    SQLite would take its one write lock at the beginning (IMMEDIATE), PostgreSQL would show each query a newer moment.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _no_write_lock(), transaction.atomic():
            yield
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield


@contextmanager
def _no_write_lock() -> Iterator[None]:
    connection.ensure_connection()
    sqlite: Any = connection  # of all databases only this one has a mode for its transactions
    mode, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = mode
