"""Kill workers with SIGKILL while battles are fought; each battle must be settled once and the audit be clean.

    .venv/bin/python -m lab.soak.worker_kills --battles 40 --kills 20

Real Celery workers on a real broker, in a state folder of their own: SQLite and the embedded broker, or a scratch
database of the PostgreSQL server that DATABASE_URL names, and REDIS_URL. Battles are slowed by BIVOUAC_BATTLE_DELAY.
Every other kill takes a single process that holds a claim, the rest the whole worker. Prints what happened as JSON;
exit code 0 if all is well, else 1. Forty battles and twenty kills take about two minutes; `--rules lgg` fights them by
La Grande Guerre.
"""

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from tests.environment import memory_folder

BASE_DIR = Path(__file__).resolve().parent.parent.parent


def parse(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--battles", type=int, default=40)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--delay", type=float, default=2.0, help="seconds by which a battle is slowed")
    parser.add_argument("--rules", default="drill", help="rule system, drill or lgg")
    parser.add_argument("--seconds", type=float, default=400, help="give up after so long")
    parser.add_argument("--chance", type=int, default=1, help="seed of when and whom the kills hit")
    return parser.parse_args(arguments)


@contextlib.contextmanager
def installation(delay: float) -> Iterator[None]:
    """A state folder, a database and the environment of an installation, gone afterwards."""
    state = tempfile.mkdtemp(prefix="bivouac-kills-", dir=memory_folder())
    os.environ.update(
        BIVOUAC_STATE=state, BIVOUAC_BATTLE_DELAY=str(delay), SECRET_KEY="only-for-this-soak-" * 4, ALLOWED_HOSTS="*",
        BIVOUAC_PLAIN_HTTP="1", DJANGO_SETTINGS_MODULE="config.settings",
    )  # fmt: skip
    os.environ.setdefault("BIVOUAC_KERNEL_CACHE", str(BASE_DIR / "var" / "kernels"))
    try:
        with scratch_database():
            yield
    finally:
        shutil.rmtree(state, ignore_errors=True)


@contextlib.contextmanager
def scratch_database() -> Iterator[None]:
    """On PostgreSQL a database of its own; SQLite lies in the state folder anyway."""
    url = os.environ.get("DATABASE_URL") or ""
    if not url.startswith("postgres"):
        yield
        return
    import psycopg

    from tests.tables import kept_template

    name = f"bivouac_kills_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {kept_template(url)}")
        os.environ["DATABASE_URL"] = urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
        try:
            yield
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def open_battles(count: int, rules: str) -> None:
    """Battles between rosters of their own, so that every loss can be counted."""
    from tests.battles import drill
    from tests.factories.battles import roster_battle

    drill.register()
    for n in range(count):
        roster_battle(seed=f"soak {n}", rules=rules)


class Site:
    """Broker and clock, and a worker that is started anew whenever it was killed."""

    def __init__(self) -> None:
        from config.site import parts
        from config.site import running as site

        self.children: list[Any] = []
        if not os.environ.get("REDIS_URL"):
            socket = site.broker_socket(Path(os.environ["BIVOUAC_STATE"]))
            os.environ["REDIS_URL"] = f"redis+socket://{socket}"
            self.children.append(parts.start_broker(dict(os.environ)))
        self.children.append(parts.start_clock({**os.environ, "PYTHONPATH": str(BASE_DIR)}))
        self.worker = self.start_worker()

    def start_worker(self) -> Any:
        """A worker of two processes, as bin/up starts it."""
        from base.processes import start

        command = [
            sys.executable, "-m", "celery", "-A", "lab.soak.worker_app", "worker",
            "--queues", "alive,battles,bells,bulk", "--concurrency", "2", "--loglevel", "error", "-O", "fair",
        ]  # fmt: skip
        environment = {**os.environ, "BIVOUAC_KERNELS": "1", "PYTHONPATH": str(BASE_DIR)}
        return start("worker", command, environment)

    def kill_worker(self) -> None:
        """SIGKILL to the worker and everything it started, then a new one."""
        os.killpg(self.worker.process.pid, signal.SIGKILL)
        self.worker.process.wait()
        self.worker = self.start_worker()

    def stop(self) -> None:
        """End everything."""
        for child in (self.worker, *self.children):
            child.stop(5)


def kill_now_and_then(site: Site, options: argparse.Namespace, until: float) -> list[str]:
    """Kill as often as asked, each time in the middle of battles; who was killed."""
    chance = random.Random(options.chance)
    killed: list[Any] = []
    while len(killed) < options.kills and site.worker.alive() and time.monotonic() < until:
        time.sleep(chance.uniform(0, options.delay * 0.8))
        holders = running_processes()
        if not holders:
            if unsettled() == 0:
                break
        elif len(killed) % 2 == 0:
            site.kill_worker()
            killed.append("worker")
        else:
            with contextlib.suppress(ProcessLookupError):
                os.kill(chance.choice(holders), signal.SIGKILL)
                killed.append("process")
    return killed


def running_processes() -> list[int]:
    """The processes that hold a claim."""
    from battles.models import Battle

    holders = Battle.objects.filter(state="running").values_list("holder", flat=True)
    return [int(holder.split("|")[1].split(":")[0]) for holder in holders]


def unsettled() -> int:
    """How many battles are not over."""
    from battles.models import Battle

    return Battle.objects.exclude(state__in=["done", "failed"]).count()


def verdict(options: argparse.Namespace, killed: list[str], seconds: float) -> dict[str, Any]:
    """What came of it."""
    from battles.audit import audit_battles
    from battles.models import Battle, BattleEffect, BattleResult
    from rosters.audit import audit_strength

    return {
        "battles": Battle.objects.count(), "settled": Battle.objects.filter(state="done").count(),
        "results": BattleResult.objects.count(), "effects": BattleEffect.objects.count(),
        "fielded": sum(battle.fielded.count() for battle in Battle.objects.all()),
        "kills": {who: killed.count(who) for who in sorted(set(killed))},
        "most_attempts": max(Battle.objects.values_list("attempt", flat=True)),
        "audit": audit_battles() + audit_strength(), "seconds": round(seconds, 1),
    }  # fmt: skip


def is_well(found: dict[str, Any], options: argparse.Namespace) -> bool:
    """Every battle settled once, every unit touched once, as many kills as asked, nothing in the audit."""
    once = found["battles"] == found["settled"] == found["results"] == options.battles
    killed = sum(found["kills"].values()) == options.kills
    return once and killed and found["effects"] == found["fielded"] and not found["audit"]


def soak(options: argparse.Namespace) -> dict[str, Any]:
    """Open the battles, kill, wait, count."""
    import django

    django.setup()
    from battles.services import publish_due
    from tests.tables import lay_out_tables

    lay_out_tables()
    open_battles(options.battles, options.rules)
    begun = time.monotonic()
    until = begun + options.seconds
    site = Site()
    try:
        publish_due()
        killed = kill_now_and_then(site, options, until)
        while unsettled() and site.worker.alive() and time.monotonic() < until:
            time.sleep(0.2)
    finally:
        site.stop()
    return verdict(options, killed, time.monotonic() - begun)


def main() -> int:
    options = parse(sys.argv[1:])
    with installation(options.delay):
        found = soak(options)
        from django.db import connections

        connections.close_all()
    print(json.dumps(found, indent=1))
    return 0 if is_well(found, options) else 1


if __name__ == "__main__":
    sys.exit(main())
