"""The empty database of the tests, migrated once on a machine and copied by every process that tests."""

import fcntl
import hashlib
import os
import tempfile
from pathlib import Path

from django.db import connections
from pytest_django import DjangoDbBlocker

BASE_DIR = Path(__file__).resolve().parent.parent
MADE_FROM = ("*/migrations/*.py", "requirements.lock")


def migrated(blocker: DjangoDbBlocker) -> Path:
    """Return a SQLite file with every migration carried out."""
    place = Path(tempfile.gettempdir()) / f"bivouac-tables-{os.getuid()}-{_digest()}.sqlite3"
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            _migrate(place, blocker)
    return place


def _digest() -> str:
    files = sorted(path for pattern in MADE_FROM for path in BASE_DIR.glob(pattern))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()[:24]


def _migrate(place: Path, blocker: DjangoDbBlocker) -> None:
    connection = connections["default"]
    before, making = connection.settings_dict["NAME"], place.with_suffix(".making")
    connection.settings_dict["TEST"]["NAME"] = str(making)
    with blocker.unblock():
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        connection.close()
    connection.settings_dict["NAME"] = before
    making.replace(place)
