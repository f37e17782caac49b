"""A database to write in that nobody reads: what the benchmark writes is never kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management import call_command
from django.db import connection, transaction


class TakeBack(Exception):
    """Takes everything back that was written."""


@contextmanager
def spare_database() -> Iterator[str]:
    """A copy of the database where it is one file; otherwise a transaction that is taken back. Yields which."""
    if connection.vendor == "sqlite" and not connection.is_in_memory_db():
        with TemporaryDirectory() as folder, _copy(Path(folder) / "spare.sqlite3"):
            yield "in a copy of the database, commits included"
        return
    try:
        with transaction.atomic():
            yield "in a transaction that is taken back, without its commit"
            raise TakeBack
    except TakeBack:
        pass


@contextmanager
def _copy(spare: Path) -> Iterator[None]:
    connection.ensure_connection()
    target = sqlite3.connect(spare)
    connection.connection.backup(target)
    target.close()
    own = connection.settings_dict["NAME"]
    _point_at(spare)
    try:
        call_command("migrate", verbosity=0)
        yield
    finally:
        _point_at(own)


def _point_at(name: object) -> None:
    """Let the next query open another database."""
    connection.close()
    connection.settings_dict["NAME"] = name
