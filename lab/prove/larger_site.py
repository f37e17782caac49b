"""A larger site, and what kills it: two web and two worker processes that share PostgreSQL and Redis and nothing else.

    DATABASE_URL=postgres://postgres@127.0.0.1:5432/postgres .venv/bin/python -m lab.prove.larger_site --minutes 5

Every process has a state folder of its own. Five players give orders over HTTP to whichever web process answers, the
referee runs the turns of Saxony 1813, and battles are fought by compiled rules, each slowed by a second. Meanwhile, at
random: SIGKILL to a web process, a worker, a worker's child, the clock or Redis (which forgets everything), all of
Redis's connections closed, all of PostgreSQL's connections ended. What is dead is started again, as systemd would do.
With ``--own-database`` the database is a PostgreSQL server of the proof's own, whose processes are all killed at times.
In the end every battle must be settled once, and the audit be clean. Prints what happened as JSON; exit code 0 if so.
"""

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from lab.prove.own_database import OwnDatabase, free_port, own_database
from lab.soak.worker_kills import scratch_database

Answer = TypeVar("Answer")
BASE_DIR = Path(__file__).resolve().parent.parent.parent
SERVER = "postgres://postgres@127.0.0.1:5432/postgres"
FAULTS = ("web", "worker", "child", "clock", "redis", "redis connections", "database connections")
EVERY = (2.0, 8.0)
BACK_IN = 120
"""Seconds within which a database that was killed answers again."""
BESIDE = 10
PASSWORD = "only-for-this-proof"


class LargerSite:
    """The processes, each with an environment and a folder of its own."""

    def __init__(self, folder: Path, delay: float, server: OwnDatabase | None = None) -> None:
        from config.site.supervisor import Supervisor

        self.server = server
        self.folder, self.delay = folder, delay
        self.redis_port, self.web_ports = free_port(), [free_port(), free_port()]
        self.address = os.environ["REDIS_URL"] = f"redis://127.0.0.1:{self.redis_port}/0"
        self.told: list[str] = []
        self.parts = Supervisor(folder / "notes.json", show=self.told.append)

    def environment(self, name: str) -> dict[str, str]:
        """What a process is told: all that the processes share is named in it."""
        own = self.folder / name.replace(" ", "_")
        own.mkdir(exist_ok=True)
        return {
            "PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "PYTHONPATH": str(BASE_DIR),
            "DATABASE_URL": os.environ["DATABASE_URL"], "REDIS_URL": self.address, "BIVOUAC_STATE": str(own),
            "SECRET_KEY": os.environ["SECRET_KEY"], "ALLOWED_HOSTS": "127.0.0.1", "BIVOUAC_PLAIN_HTTP": "1",
            "BIVOUAC_KERNELS": "1" if "worker" in name else "0", "BIVOUAC_BATTLE_DELAY": str(self.delay),
            "CSRF_TRUSTED_ORIGINS": ",".join(f"http://127.0.0.1:{port}" for port in self.web_ports),
        }  # fmt: skip

    def start(self) -> None:
        """By plain commands, as the host's guide has them."""
        from base.processes import wait_until
        from config.site.parts import AS_ROOT

        redis = ["redis-server", "--port", str(self.redis_port), "--bind", "127.0.0.1", "--save", "",
                 "--appendonly", "no", "--logfile", str(self.folder / "redis.log")]  # fmt: skip
        self._add("redis", redis)
        for n, port in enumerate(self.web_ports):
            self._collect_static(f"web {n}")
            self._add(f"web {n}", [sys.executable, "-m", "config.web", "--listen", f"127.0.0.1:{port}"])
        for n in range(2):
            self._add(f"worker {n}", [
                sys.executable, "-W", AS_ROOT, "-m", "celery", "--quiet", "-A", "config", "worker",
                "-n", f"w{n}", "--concurrency", "1",
                "--queues", "alive,battles,bells,bulk", "-O", "fair", "--loglevel", "error",
            ])  # fmt: skip
        self._add("clock", [sys.executable, "-m", "config.clock"])
        if not wait_until(lambda: all(map(self._answers, self.web_ports)), 120):
            raise RuntimeError("the web processes do not answer")

    def _add(self, name: str, command: list[str]) -> None:
        from base.processes import start
        from config.site.supervisor import Part

        self.parts.add(Part(name, lambda: start(name, command, self.environment(name)), stops_in=5))

    def _collect_static(self, name: str) -> None:
        import subprocess

        command = [sys.executable, "manage.py", "collectstatic", "--no-input", "-v", "0"]
        subprocess.run(command, cwd=BASE_DIR, env=self.environment(name), check=True)

    def _answers(self, port: int) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
        return False

    def harm(self, fault: str, chance: random.Random) -> None:
        """Do one of the things that happen to sites."""
        if fault == "redis connections":
            self._redis("CLIENT KILL TYPE normal")
            self._redis("CLIENT KILL TYPE pubsub")
        elif fault == "database connections":
            end_connections()
        elif fault == "database" and self.server:
            self.server.restart()
        elif fault == "child":
            self._kill(chance.choice(self._children() or [0]))
        else:
            part = chance.choice([part for part in self.parts.parts if part.name.startswith(fault)])
            self._kill(part.child.process.pid if part.child and part.alive() else 0)

    def _kill(self, pid: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            if pid:
                os.kill(pid, signal.SIGKILL)

    def _children(self) -> list[int]:
        workers = [part.child.process.pid for part in self.parts.parts if part.name.startswith("worker") and part.child]
        found = []
        for pid in workers:
            with contextlib.suppress(OSError, ValueError):
                text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
                found += [int(each) for each in text.split()]
        return found

    def _redis(self, command: str) -> None:
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", self.redis_port), timeout=2) as server,
        ):
            server.sendall(command.encode() + b"\r\n")
            server.recv(100)


def end_connections() -> None:
    """End every connection to the database but those of the proof itself."""
    import psycopg
    from django.db import connection

    with contextlib.suppress(psycopg.Error), psycopg.connect(os.environ["PROOF_SERVER"], autocommit=True) as server:
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND application_name <> 'proof'",
            [connection.settings_dict["NAME"]],
        )


class Trouble(threading.Thread):
    """Looks after the parts as systemd would, and harms them now and then."""

    def __init__(self, site: LargerSite, chance: random.Random, faults: bool) -> None:
        super().__init__(daemon=True)
        self.site, self.chance, self.faults = site, chance, faults
        self.done: Counter[str] = Counter()
        self.over = threading.Event()

    def run(self) -> None:
        harm_at = time.monotonic() + 5
        while not self.over.wait(0.2):
            self.site.parts.look()
            if self.faults and time.monotonic() > harm_at:
                fault = self.chance.choice((*FAULTS, "database") if self.site.server else FAULTS)
                self.site.harm(fault, self.chance)
                self.done[fault] += 1
                harm_at = time.monotonic() + self.chance.uniform(*EVERY)


@contextlib.contextmanager
def installation(server: OwnDatabase | None = None) -> Iterator[Path]:
    """A scratch database and a folder, gone afterwards; the proof's own Django works on the same database.

    A server of one's own needs no scratch database: it goes as a whole.
    """
    if server:
        os.environ["DATABASE_URL"] = server.address
    os.environ["PROOF_SERVER"] = os.environ.get("DATABASE_URL") or SERVER
    os.environ["DATABASE_URL"] = os.environ["PROOF_SERVER"]
    folder = Path(tempfile.mkdtemp(prefix="bivouac-larger-"))
    os.environ.update(
        BIVOUAC_STATE=str(folder), SECRET_KEY="only-for-this-proof-" * 4, ALLOWED_HOSTS="*", BIVOUAC_PLAIN_HTTP="1",
        DJANGO_SETTINGS_MODULE="config.settings", BIVOUAC_KERNELS="1",
    )  # fmt: skip
    os.environ.pop("REDIS_URL", None)
    try:
        with contextlib.nullcontext() if server else scratch_database():
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def begin(site: LargerSite, chance: random.Random) -> tuple[Any, dict[str, Any]]:
    """Saxony with its people, each logged in over HTTP."""
    from django.contrib.auth.models import User

    from campaign.models import Member
    from campaign.services.files.files import load_campaign
    from campaign.services.files.packs import read_pack
    from lab.prove.visitor import Visitor
    from lab.soak.forms import Hand
    from lab.soak.through_the_forms import SLUG

    data = json.loads(read_pack("saxony_1813")) | {"secret": f"{chance.getrandbits(256):064x}"}
    campaign = load_campaign(data=data, slug=SLUG, actor="proof")
    hands = {}
    for name, faction in [("referee", None), *((f.key, f) for f in campaign.factions.all())]:
        user = User.objects.create_user(username=name, password=PASSWORD)
        Member.objects.create(campaign=campaign, user=user, role="player" if faction else "referee", faction=faction)
        visitor = Visitor(site.web_ports, random.Random(chance.random()))
        visitor.log_in(name, PASSWORD)
        hands[name] = Hand(visitor)  # type: ignore[arg-type]
    return campaign, hands


def fight_beside(chance: random.Random) -> None:
    """Battles of the compiled rules beside those of the turn, so that every kill finds some at work."""
    from battles.services import publish_due
    from tests.factories.battles import roster_battle

    for _ in range(BESIDE):
        roster_battle(seed=f"beside {chance.random()}", rules="lgg")
    publish_due()


def steadily(act: Callable[[], Answer]) -> Answer:
    """Do it, again where the database was killed under it, until that is back."""
    from django.db import InterfaceError, OperationalError, connection

    until = time.monotonic() + BACK_IN
    while True:
        try:
            return act()
        except (OperationalError, InterfaceError):
            if time.monotonic() > until:
                raise
            connection.close()
            time.sleep(0.5)


def play_turn(campaign: Any, hands: dict[str, Any], chance: random.Random, patience: float = 300) -> str:
    """Orders of all, then the turn from the desk, until it is closed; a sentence where it is not."""
    from lab.soak.promises import newest
    from lab.soak.through_the_forms import SLUG, give_orders, go_shopping

    number = steadily(lambda: newest(campaign))
    for faction in [name for name in hands if name != "referee"]:
        give_orders(hands[faction], chance, quiet=False, share=0.5, boldness=0.6)
        steadily(partial(go_shopping, hands[faction], campaign, faction, chance))
    steadily(lambda: fight_beside(chance))
    until = time.monotonic() + patience
    while time.monotonic() < until:
        state = steadily(lambda: campaign.turns.get(number=number).state)
        if state == "closed":
            return ""
        if state == "open":
            for form in hands["referee"].forms(f"/c/{SLUG}/desk/", "run"):
                hands["referee"].send(form)
        time.sleep(0.5)
    return f"turn {number} is {state} after {patience:.0f} s"


def larger_site(
    seed: int, minutes: float, *, faults: bool = True, delay: float = 1.0, server: OwnDatabase | None = None
) -> dict[str, Any]:
    """Play for so many minutes under faults, let everything come to rest, and count."""
    import django

    with installation(server) as folder:
        site, chance = LargerSite(folder, delay, server), random.Random(seed)
        django.setup()
        from django.core.management import call_command
        from django.db import connection, connections

        connection.settings_dict.setdefault("OPTIONS", {})["application_name"] = "proof"
        call_command("migrate", verbosity=0)
        call_command("compile_kernels", stdout=sys.stderr)
        trouble = Trouble(site, random.Random(seed + 1), faults)
        try:
            site.start()
            campaign, hands = begin(site, chance)
            trouble.start()
            found = played(campaign, hands, chance, minutes)
            trouble.faults = False
            found |= settled(campaign, hands)
            found |= {"faults": dict(trouble.done), "started_again": len(site.told) // 2}
        finally:
            trouble.over.set()
            if trouble.is_alive():
                trouble.join()
            site.parts.stop(("web", "worker", "clock", "redis"))
            connections.close_all()
    return found


def played(campaign: Any, hands: dict[str, Any], chance: random.Random, minutes: float) -> dict[str, Any]:
    """Turn after turn until the time is over or the war is won."""
    from lab.soak.promises import is_over

    begun, turns, stuck = time.monotonic(), 0, ""
    while not stuck and time.monotonic() - begun < 60 * minutes and not steadily(lambda: is_over(campaign)):
        stuck = play_turn(campaign, hands, chance)
        turns += not stuck
        print(f"turn {turns} {stuck} after {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    return {"turns": turns, "stuck": stuck, "minutes": round((time.monotonic() - begun) / 60, 1)}


def settled(campaign: Any, hands: dict[str, Any]) -> dict[str, Any]:
    """Every battle settled once; nothing lost, nothing doubled; what the visitors met."""
    from battles.models import Battle, BattleEffect, BattleResult
    from lab.soak import promises

    _wait_for_all()
    done = Battle.objects.filter(state="done")
    answers = sum((hand.client.answers for hand in hands.values()), Counter[Any]())
    times = sorted(1000 * each for hand in hands.values() for each in hand.client.times)
    broken = promises.broken(campaign, promises.newest(campaign) - 1)
    broken = [line for line in broken if "belongs to no campaign" not in line]  # the armies that fight beside
    return {
        "battles": Battle.objects.count(), "settled": done.count(), "results": BattleResult.objects.count(),
        "fielded": sum(battle.fielded.count() for battle in done), "effects": BattleEffect.objects.count(),
        "most_attempts": max(Battle.objects.values_list("attempt", flat=True), default=0),
        "audit": broken, "answers": dict(answers), "p50_ms": round(times[len(times) // 2]),
        "p95_ms": round(times[len(times) * 19 // 20]),
        "server_errors": [line for hand in hands.values() for line in hand.errors if line.endswith(": 500")],
    }  # fmt: skip


def _wait_for_all(seconds: float = 240) -> None:
    """Until no battle is about to be fought."""
    from battles.models import Battle

    until = time.monotonic() + seconds
    while Battle.objects.filter(state__in=["pending", "running"]).exists() and time.monotonic() < until:
        time.sleep(0.5)


def is_well(found: dict[str, Any]) -> bool:
    """All settled once, the audit clean, no turn stuck, and no page that was a server's error."""
    once = found["battles"] == found["settled"] == found["results"] and found["fielded"] == found["effects"]
    return once and not (found["audit"] or found["stuck"] or found["server_errors"]) and found["turns"] > 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--delay", type=float, default=1.0, help="seconds by which each battle is slowed")
    parser.add_argument("--no-faults", action="store_true")
    parser.add_argument("--own-database", action="store_true", help="start a PostgreSQL server, and kill it too")
    options = parser.parse_args()
    with own_database() if options.own_database else contextlib.nullcontext() as server:
        found = larger_site(
            options.seed, options.minutes, faults=not options.no_faults, delay=options.delay, server=server
        )
    print(json.dumps(found, indent=1))
    return 0 if is_well(found) else 1


if __name__ == "__main__":
    sys.exit(main())
