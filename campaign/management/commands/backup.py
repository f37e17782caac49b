"""``manage.py backup``: a copy of the database, also while the site runs."""

import os
import sqlite3
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

KEPT = 20


class Command(BaseCommand):
    help = "Copy the SQLite database into the state folder's backups (the newest 20 are kept), or to a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", help="where to; without it backups/ in the state folder")

    def handle(self, *args: Any, file: str | None = None, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("This installation keeps its data in PostgreSQL: use pg_dump (docs/hosting.md).")
        source = Path(settings.DATABASES["default"]["NAME"])
        if not source.exists():
            raise CommandError("There is no database yet: start once with bin/up.")
        target = Path(file) if file else default_target(source)
        copy_database(source, target)
        self.stdout.write(f"copied the database to {target}")


def default_target(source: Path) -> Path:
    """Return a new file among the backups; the oldest make room."""
    folder = source.parent / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    for old in sorted(folder.glob("bivouac-*.sqlite3"))[: -(KEPT - 1)]:
        old.unlink()
    return folder / f"bivouac-{timezone.now():%Y%m%d-%H%M%S-%f}.sqlite3"


def copy_database(source: Path, target: Path) -> None:
    """SQLite's own online copy: consistent while others write."""
    if target.exists():
        raise CommandError(f"{target} exists already: name another file.")
    try:
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with sqlite3.connect(source) as old, sqlite3.connect(target) as new:
            old.backup(new)
    except (sqlite3.Error, OSError) as error:
        raise CommandError(f"{target} could not be written: {error}.") from None
