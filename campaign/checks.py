"""Checks that Django runs before it changes a database."""

from collections.abc import Iterable
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

FIRST, LAST = "0001_squashed_0054_notice_keys", "0054_notice_keys"
"""The migration of a new database, and the last one of those that it stands for."""
LAST_WITH_ALL = "1dafe9eb"
"""The commit whose migrations lead on from every older version."""


@register(Tags.database)
def too_old(databases: Iterable[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Refuse a database whose way to today's tables this version does not have any more."""
    return [_refusal() for name in databases or () if _is_too_old(name)]


def _is_too_old(database: str) -> bool:
    done = {name for app, name in MigrationRecorder(connections[database]).applied_migrations() if app == "campaign"}
    return bool(done) and not done & {FIRST, LAST}


def _refusal() -> CheckMessage:
    return Error(
        "Database: an older version made it, and this one cannot bring it up to date.",
        hint=f"Pass by the version in between: git checkout {LAST_WITH_ALL}, bin/manage migrate; then take this one.",
        id="campaign.E001",
    )
