"""A database to write in that nobody reads: what the benchmark writes is never kept."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from django.core.management import call_command
from django.db import connection, transaction


class TakeBack(Exception):
    """Takes everything back that was written."""


@dataclass(frozen=True)
class SpareDatabase:
    """The changed setting in words; and the address for other processes, empty where they cannot reach it."""

    words: str
    address: str = ""


@contextmanager
def spare_database() -> Iterator[SpareDatabase]:
    """Yield a copy of the database where it is one file; in a transaction and elsewhere, one that is taken back."""
    copied = connection.vendor == "sqlite" and not cast("Any", connection).is_in_memory_db()
    if copied and not connection.in_atomic_block:
        with TemporaryDirectory() as folder, _copy(Path(folder) / "spare.sqlite3") as address:
            yield SpareDatabase("in a copy of the database, commits included", address)
        return
    try:
        with transaction.atomic():
            yield SpareDatabase("in a transaction that is taken back, without its commit")
            raise TakeBack
    except TakeBack:
        pass


@contextmanager
def _copy(spare: Path) -> Iterator[str]:
    connection.ensure_connection()
    target = sqlite3.connect(spare)
    connection.connection.backup(target)
    target.close()
    own = connection.settings_dict["NAME"]
    _point_at(spare)
    try:
        call_command("migrate", verbosity=0)
        yield f"sqlite:///{spare}"
    finally:
        _point_at(own)


def _point_at(name: object) -> None:
    """Let the next query open another database."""
    connection.close()
    connection.settings_dict["NAME"] = name
