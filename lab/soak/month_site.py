"""The processes of a month of play: two web processes, two workers, a clock or two, in a time of their own; all of
them may be killed."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from lab.prove.visitor import Visitor
from lab.soak.moving_time import Time, place, read_json

BASE_DIR = Path(__file__).resolve().parent.parent.parent
LONGEST_STEP = timedelta(hours=8)
NUDGE = timedelta(seconds=10)
PATIENCE = 90.0
"""Real seconds within which everything that is due must be done."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class MonthSite:
    """Broker, web processes, workers and clocks; the script itself plays the visitors, who come over HTTP."""

    def __init__(self, hands: Time) -> None:
        from config import parts, site

        self.time, self.workers, self.clocks = hands, dict[str, Any](), dict[str, Any]()
        self.web: dict[int, Any] = {free_port(): None for _ in range(2)}
        self.killed = {"worker": 0, "clock": 0, "web": 0}
        self.broker = None
        if not os.environ.get("REDIS_URL"):
            os.environ["REDIS_URL"] = f"redis+socket://{site.broker_socket(place())}"
            self.broker = parts.start_broker(dict(os.environ))
        self.log = (place() / "processes.log").open("a")

    def _start(self, *command: str) -> Any:
        environment = {**os.environ, "PYTHONPATH": str(BASE_DIR), "BIVOUAC_KERNELS": "0"}
        return subprocess.Popen(
            [sys.executable, *command], env=environment, cwd=BASE_DIR, stderr=self.log, stdout=self.log,
            start_new_session=True,
        )  # fmt: skip

    def visitor(self, name: str, password: str = "") -> Visitor:
        """Somebody with a browser of his own, logged in if he has a password; any web process answers."""
        visitor = Visitor(list(self.web), random.Random(name))
        visitor.log_in(name, password) if password else visitor.get("/accounts/login/")
        return visitor

    def start_web(self, port: int) -> None:
        """A web process; it is there when it takes connections."""
        self.web[port] = self._start("-m", "lab.soak.timed_web", "--listen", f"127.0.0.1:{port}")
        self.wait(lambda: _takes_connections(port), f"no web process answers at {port}")

    def kill_web(self, meanwhile: Callable[[], None]) -> None:
        """SIGKILL to one of the web processes; something is done by way of the other; then a new one."""
        port = next(iter(self.web))
        self._kill(self.web[port])
        self.killed["web"] += 1
        meanwhile()
        self.start_web(port)

    def start_worker(self, name: str) -> None:
        """A worker of two processes."""
        self.workers[name] = self._start(
            "-W", "ignore:::celery.platforms", "-m", "celery", "-A", "lab.soak.timed_worker", "worker", "-n", name,
            "--queues", "alive,battles,bells,bulk", "--concurrency", "2", "--loglevel", "error", "-O", "fair",
            "--without-gossip", "--without-mingle",
        )  # fmt: skip

    def start_clock(self, name: str) -> None:
        """One more clock; it is there when it has ticked."""
        self.clocks[name] = self._start("-m", "lab.soak.moving_time")
        self.wait(lambda: self._said(self.clocks[name]).get("ticks", 0) > 0, f"the clock {name} does not tick")

    def kill_worker(self, name: str) -> None:
        """SIGKILL to a worker and its children, then a new one."""
        self._kill(self.workers[name])
        self.killed["worker"] += 1
        self.start_worker(name)

    def kill_clock(self, name: str) -> None:
        """SIGKILL to a clock."""
        self._kill(self.clocks.pop(name))
        self.killed["clock"] += 1

    def _kill(self, process: Any) -> None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def stop(self) -> None:
        """End everything."""
        for process in (*self.web.values(), *self.workers.values(), *self.clocks.values()):
            if process is not None:
                self._kill(process)
        if self.broker is not None:
            self.broker.stop(5)
        self.log.close()

    def errors(self) -> list[str]:
        """What the processes complained of."""
        self.log.flush()
        lines = (place() / "processes.log").read_text().splitlines()
        return [line for line in lines if " ERROR " in line or line.startswith("Traceback")]

    def to(self, moment: datetime) -> None:
        """Move on to a moment by steps; at each everything that is due is done. Late by a second, never early."""
        while self.time.now() < moment:
            self.skip(min(moment + timedelta(seconds=1) - self.time.now(), LONGEST_STEP))
            self.settle()

    def skip(self, delta: timedelta) -> None:
        """Skip time in which nothing happened: signs of life of the living move along."""
        from django.db.models import F

        from battles.models import Pulse

        self._hold_clocks()
        alive = ["broker", *(["worker"] if self.workers else []), *(["clock"] if self.clocks else [])]
        Pulse.objects.filter(part__in=alive).update(at=F("at") + delta)
        self.time.shift(delta)
        self.time.release()

    def _hold_clocks(self) -> None:
        self.time.hold()
        for name, clock in self.clocks.items():
            self.wait(lambda clock=clock: self._said(clock).get("held"), f"the clock {name} does not hold")

    def _said(self, clock: Any) -> dict[str, Any]:
        return read_json(f"clock-{clock.pid}") or {}

    def settle(self) -> None:
        """Until the clocks have ticked twice and nothing is due any more; what waits for seconds gets them."""
        seen = {name: self._said(clock).get("ticks", 0) for name, clock in self.clocks.items()}
        begun, nudge = time.monotonic(), 4.0
        while not (self._ticked(seen) and not open_work()):
            waited = time.monotonic() - begun
            if waited > PATIENCE:
                raise AssertionError(f"not done after {PATIENCE:.0f} s at {self.time.now()}: {open_work()}")
            if waited > nudge:
                nudge += 2.0
                self.skip(NUDGE)
            time.sleep(0.03)

    def _ticked(self, seen: dict[str, int]) -> bool:
        return all(self._said(self.clocks[name]).get("ticks", 0) >= ticks + 2 for name, ticks in seen.items())

    def wait(self, done: Callable[[], Any], otherwise: str, seconds: float = 60) -> None:
        """Until something is so, in real seconds."""
        until = time.monotonic() + seconds
        while not done():
            if time.monotonic() > until:
                raise AssertionError(otherwise)
            time.sleep(0.02)


def _takes_connections(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def open_work() -> list[str]:
    """What somebody has still to do now."""
    from battles.models import Battle
    from campaign.models import CampaignUpload, Dispatch, Turn
    from campaign.services.news.outbox import free

    turns = Turn.objects.filter(state__in=["sealed", "marching", "fighting", "closing"])
    return [
        *(f"turn {turn.number} is {turn.state}" for turn in turns),
        *(f"{battle} is {battle.state}" for battle in Battle.objects.filter(state__in=["pending", "running"])),
        *(f"{upload} is {upload.state}" for upload in CampaignUpload.objects.filter(state__in=["pending", "running"])),
        *(f"{one.kind} {one.subject} waits" for one in Dispatch.objects.filter(free()).filter(_no_older_waits())),
        *(f"{one.kind} {one.subject} is being sent" for one in Dispatch.objects.filter(state="running")),
    ]


def _no_older_waits() -> Any:
    from campaign.services.news.outbox import _next_in_line

    return _next_in_line()
