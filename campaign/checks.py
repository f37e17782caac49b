"""Checks that Django runs before it changes a database."""

from collections.abc import Iterable
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

FIRST, LAST = "0001_squashed_0054_notice_keys", "0054_notice_keys"
"""The migration of a new database, and the last one of those that it stands for."""
LAST_WITH_ALL = "1dafe9eb"
"""The commit whose migrations lead on from every older version."""
MADE_BEFORE = "Database: an older version made it, and this one cannot bring it up to date."
PASS_BY = f"Pass by the version in between: git checkout {LAST_WITH_ALL}, bin/manage migrate; then take this one."
BEHIND = "Database: its tables are not yet those of this version; run bin/manage migrate, then this command again."


@register(Tags.database)
def too_old(databases: Iterable[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Refuse a database whose way to today's tables this version does not have any more."""
    return [_refusal() for name in databases or () if _is_too_old(name)]


def _is_too_old(database: str) -> bool:
    done = {name for app, name in MigrationRecorder(connections[database]).applied_migrations() if app == "campaign"}
    return bool(done) and not done & {FIRST, LAST}


def _refusal() -> CheckMessage:
    return Error(MADE_BEFORE, hint=PASS_BY, id="campaign.E001")


def out_of_date() -> str:
    """Return what keeps this version from reading its database, with the remedy; empty where nothing does."""
    try:
        if _is_too_old(connection.alias):
            return f"{MADE_BEFORE} {PASS_BY}"
        executor = MigrationExecutor(connection)
        return BEHIND if executor.migration_plan(executor.loader.graph.leaf_nodes()) else ""
    except DatabaseError:
        return ""
