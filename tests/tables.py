"""The empty database of the tests, migrated once on a machine and copied by every process that tests.

On SQLite it is a file, on PostgreSQL a database beside the tested one, named after the migrations that made it.
"""

import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.core.management import call_command
from django.db import DatabaseError, connections
from pytest_django import DjangoDbBlocker

BASE_DIR = Path(__file__).resolve().parent.parent
MADE_FROM = ("*/migrations/*.py", "requirements.lock")
PREFIX = "bivouac_tables_"


def migrated(blocker: DjangoDbBlocker) -> Path:
    """Return a SQLite file with every migration carried out."""
    place = _place()
    with _locked(place):
        if not place.exists():
            making = place.with_suffix(".making")
            _migrate(str(making), blocker)
            making.replace(place)
    return place


def migrated_template(blocker: DjangoDbBlocker) -> str:
    """Return the name of a PostgreSQL database with every migration carried out; older ones are dropped."""
    name = PREFIX + _digest()
    with _locked(_place()), blocker.unblock():
        there = _databases()
        if name not in there:
            _migrate(f"{name}_making", blocker)
            _on_the_server(f'ALTER DATABASE "{name}_making" RENAME TO "{name}"')
            for old in there:
                with suppress(DatabaseError):  # another run is copying it, or still fills it
                    _on_the_server(f'DROP DATABASE IF EXISTS "{old}"')
    return name


def lay_out_tables() -> None:
    """Migrate the database of a program that a test has started, from the kept tables where they are there."""
    connection = connections["default"]
    if connection.vendor == "sqlite" and _place().exists():
        shutil.copyfile(_place(), connection.settings_dict["NAME"])
    call_command("migrate", verbosity=0)


def kept_template(url: str) -> str:
    """Return the PostgreSQL template that a new database begins with: the kept tables, or the server's own."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as server:
        found = server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [PREFIX + _digest()]).fetchone()
    return PREFIX + _digest() if found else "template1"


def _place() -> Path:
    return Path(tempfile.gettempdir()) / f"bivouac-tables-{os.getuid()}-{_digest()}.sqlite3"


def _digest() -> str:
    files = sorted(path for pattern in MADE_FROM for path in BASE_DIR.glob(pattern))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()[:24]


@contextmanager
def _locked(place: Path) -> Iterator[None]:
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _databases() -> list[str]:
    with connections["default"]._nodb_cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [PREFIX.replace("_", r"\_") + "%"])
        return [name for (name,) in cursor.fetchall()]


def _on_the_server(statement: str) -> None:
    with connections["default"]._nodb_cursor() as cursor:
        cursor.execute(statement)


def _migrate(name: str, blocker: DjangoDbBlocker) -> None:
    connection = connections["default"]
    before, wanted = connection.settings_dict["NAME"], connection.settings_dict["TEST"].get("NAME")
    connection.settings_dict["TEST"]["NAME"] = name
    with blocker.unblock():
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        connection.close()
    connection.settings_dict["NAME"], connection.settings_dict["TEST"]["NAME"] = before, wanted
