"""A process that plays whole wars in a database in its own memory: ``python -m campaign.services.rehearsal.child``.

It reads a line of JSON for each war, ``{"data", "seed", "number", "players", "filmed"}``, and answers with a line: the
notes of the war, or ``{"trouble": sentence}``. The site's rows are out of its reach.
"""

import json
import logging
import sqlite3
import sys
from dataclasses import asdict
from typing import Any, TextIO, cast

import django


def main() -> None:
    """Answer every line until the input ends."""
    django.setup()
    _apart()
    logging.disable(logging.CRITICAL)
    answers, sys.stdout = sys.stdout, sys.stderr
    empty = _empty_database()
    _leave_out_what_nobody_reads()
    for line in sys.stdin:
        _answer(json.loads(line), empty, answers)


def _apart() -> None:
    """Refuse any database but one in memory."""
    from django.db import connection

    if not (connection.vendor == "sqlite" and cast("Any", connection).is_in_memory_db()):
        raise SystemExit("a rehearsal needs a database in memory")


def _empty_database() -> sqlite3.Connection:
    """Make every table as the models have it, and keep a copy without rows."""
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    settings.MIGRATION_MODULES = dict.fromkeys(
        ("admin", "auth", "axes", "contenttypes", "sessions", "rosters", "battles", "campaign")
    )
    call_command("migrate", run_syncdb=True, verbosity=0)
    empty = sqlite3.connect(":memory:")
    connection.connection.backup(empty)
    return empty


def _leave_out_what_nobody_reads() -> None:
    """No turn is taken back, no worker is called."""
    from celery import current_app

    from campaign.signals import turn_sealing

    turn_sealing.disconnect(dispatch_uid="campaign_turn_sealing", sender=None)
    current_app.conf.broker_url = "memory://"


def _answer(task: dict[str, Any], empty: sqlite3.Connection, answers: TextIO) -> None:
    from django.db import connection

    from campaign.services.rehearsal.whole_war import play_war

    connection.ensure_connection()
    empty.backup(connection.connection)
    try:
        war = play_war(task["data"], task["seed"], task["number"], task["players"], filmed=task["filmed"])
        found = asdict(war)
    except Exception as error:
        found = {"number": task["number"], "trouble": f"{type(error).__name__}: {error}"}
    answers.write(json.dumps(found) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
