"""Kill the process that fights a battle before every single statement it sends to the database.

    .venv/bin/python -m lab.soak.crash_points

For k = 1, 2, 3 … a forked process claims, fights and settles a battle and is ended by SIGKILL before its k-th
statement; then it is reconciled and fought again. Ends when a battle needs fewer statements than k. Each battle must
have been settled once, and the audit must be clean. Prints what happened as JSON; exit code 0 if all is well, else 1.
"""

import json
import os
import signal
import sys
import time
from typing import Any

from lab.soak.worker_kills import installation


def kill_before(k: int, battle_id: int) -> bool:
    """Fight in a process that dies before its k-th statement; False when it came through."""
    from django.db import connections

    connections.close_all()
    child = os.fork()
    if child == 0:
        _fight_and_die(k, battle_id)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def _fight_and_die(k: int, battle_id: int) -> None:
    from django.db import connection

    from battles.services import run_battle

    counted = iter(range(1, 10_000))

    def die_at_k(execute: Any, *arguments: Any) -> Any:
        if next(counted) == k:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(*arguments)

    with connection.execute_wrapper(die_at_k):
        run_battle(battle_id)
    os._exit(0)


def check(k: int) -> str:
    """One crash and what follows: settled before it, settled after it, or wrong."""
    from battles.models import Battle
    from battles.services import reconcile, run_battle
    from tests.factories.battles import roster_battle

    battle = roster_battle(seed="crash")
    if not kill_before(k, battle.pk):
        return "through"
    before = Battle.objects.get(pk=battle.pk).state
    reconcile()
    again = run_battle(battle.pk)
    battle.refresh_from_db()
    if battle.state != "done" or again == (before == "done"):
        return f"wrong at {k}: {before}, then {battle.state}"
    return "before" if before == "done" else "after"


def soak() -> dict[str, Any]:
    """Crash at every point."""
    import django

    django.setup()
    from battles.audit import audit_battles
    from rosters.audit import audit_strength
    from tests.battles import drill
    from tests.tables import lay_out_tables

    drill.register()
    lay_out_tables()
    begun, outcomes = time.monotonic(), []
    while "through" not in outcomes and len(outcomes) < 1000:
        outcomes.append(check(len(outcomes) + 1))
    return {
        "crashes": len(outcomes) - 1,
        "settled_by_the_dead": outcomes.count("before"),
        "settled_by_the_next": outcomes.count("after"),
        "wrong": [outcome for outcome in outcomes if outcome.startswith("wrong")],
        "audit": audit_battles() + audit_strength(),
        "seconds": round(time.monotonic() - begun, 1),
    }


def main() -> int:
    with installation(delay=0):
        found = soak()
        from django.db import connections

        connections.close_all()
    print(json.dumps(found, indent=1))
    return 0 if found["crashes"] and not found["wrong"] and not found["audit"] else 1


if __name__ == "__main__":
    sys.exit(main())
