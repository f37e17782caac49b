"""What dies is started again, with growing pauses, and is told; real processes are killed in test_launcher."""

import json
import signal
import sys
from pathlib import Path

import pytest

from base.processes import start
from config.site import supervisor as module
from config.site import watch as watching
from config.site.supervisor import PAUSES, Part, Supervisor
from config.site.watch import Watch, silent_parts

SLEEPS = [sys.executable, "-c", "import time; time.sleep(60)"]
ENDS = [sys.executable, "-c", "raise SystemExit({})"]


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return 0.0


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(module, "time", made)
    monkeypatch.setattr(watching, "time", made)
    return made


@pytest.fixture
def site(tmp_path: Path):
    made = Supervisor(tmp_path / "launcher.json", show=lambda sentence: None)
    yield made
    for part in made.parts:
        if part.child:
            part.child.stop(0)


def sentences(tmp_path: Path) -> list[str]:
    return [note["sentence"] for note in json.loads((tmp_path / "launcher.json").read_text())]


def kill(part: Part) -> None:
    assert part.child
    part.child.process.send_signal(signal.SIGKILL)
    part.child.process.wait()


def test_a_part_that_is_retired_ends_and_is_not_started_again(site, clock):
    part = site.add(Part("worker", lambda: start("worker", SLEEPS, {}), stops_in=1))
    site.retire(part)
    part.child.process.wait()
    clock.now += PAUSES[-1]
    site.look()
    assert not part.alive()
    assert site.parts == []


def test_what_waits_for_a_part_is_done_once_when_it_has_done_its_work(site, clock):
    part = site.add(Part("rules", lambda: start("rules", [ENDS[0], "-c", ENDS[2].format(0)], {}), 1, once=True))
    told = []
    site.when_done(part, lambda: told.append("done"))
    part.child.process.wait()
    site.look()
    site.look()
    assert told == ["done"]


def test_a_killed_part_is_told_waits_and_is_started_again(site, clock, tmp_path):
    worker = site.add(Part("worker", lambda: start("worker", SLEEPS, {}), stops_in=0))
    other = site.add(Part("web process", lambda: start("web", SLEEPS, {}), stops_in=0))
    kill(worker)
    site.look()
    assert not worker.alive()
    clock.now += 0.4
    site.look()
    assert not worker.alive()
    clock.now += 0.2
    site.look()
    assert worker.alive()
    assert other.alive()
    assert sentences(tmp_path) == [
        "The worker ended unexpectedly (killed by signal 9); it is started again in 0.5 s.",
        "The worker was started again.",
    ]


def test_pauses_grow_while_a_part_dies_young_and_begin_anew_after_a_steady_minute(site, clock):
    part = site.add(Part("worker", lambda: start("worker", SLEEPS, {}), stops_in=0))
    pauses = []
    for _ in range(10):
        kill(part)
        site.look()
        pauses.append((part.again_at or 0) - clock.now)
        clock.now = part.again_at or 0
        site.look()
    assert pauses == [*PAUSES, 60.0, 60.0]
    clock.now += 61
    kill(part)
    site.look()
    assert (part.again_at or 0) - clock.now == PAUSES[0]


def test_a_part_that_works_once_may_end_well_and_is_tried_again_otherwise(site, clock):
    well = site.add(Part("compilation", lambda: start("c", [*ENDS[:2], ENDS[2].format(0)], {}), 0, once=True))
    badly = site.add(Part("compilation", lambda: start("c", [*ENDS[:2], ENDS[2].format(3)], {}), 0, once=True))
    for part in (well, badly):
        part.child.process.wait()
    site.look()
    assert (well.done, badly.done, badly.deaths) == (True, False, 1)
    assert "code 3" in str(site._recent)


def test_whatever_a_dead_part_had_started_goes_with_it(site, clock):
    code = "import subprocess, sys; subprocess.Popen(['sleep', '60']); print('up', flush=True); sys.stdin.read()"
    part = site.add(Part("worker", lambda: start("worker", [sys.executable, "-c", code], {"PATH": "/bin:/usr/bin"}), 0))
    group = part.child.process.pid
    part.child.process.wait()
    site.look()
    for _ in range(200):
        alive = [p for p in Path("/proc").glob("[0-9]*/stat") if _group(p) == group]
        if not alive:
            break
    assert alive == []


def _group(stat: Path) -> int:
    try:
        fields = stat.read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[2]) if fields[0] not in "ZX" else 0


ALL_WELL = dict.fromkeys(("database", "broker", "worker", "clock"), "ok")


@pytest.mark.parametrize(("told", "silent"), [
    (None, {"web"}), (ALL_WELL, set()), (ALL_WELL | {"worker": "down"}, {"worker"}),
    (ALL_WELL | {"worker": "down", "broker": "down"}, {"broker"}),
    (ALL_WELL | {"worker": "down", "clock": "down"}, {"clock"}), (dict.fromkeys(ALL_WELL, "down"), set()),
])  # fmt: skip
def test_only_the_part_to_blame_is_found_silent(told, silent):
    assert silent_parts(told) == silent


def test_a_part_that_is_silent_for_long_is_ended_and_started_again(site, clock, monkeypatch, tmp_path):
    told = {"now": ALL_WELL | {"worker": "down"}}
    monkeypatch.setattr(watching, "ask", lambda address: told["now"])
    worker = site.add(Part("worker", lambda: start("worker", SLEEPS, {}), stops_in=0))
    watch, first = Watch(1), worker.child
    for _ in range(12):
        clock.now += 10
        assert list(watch.unresponsive(site.parts)) == []
    told["now"] = ALL_WELL
    clock.now += 10
    assert list(watch.unresponsive(site.parts)) == []
    told["now"] = ALL_WELL | {"worker": "down"}
    found = []
    for _ in range(14):
        clock.now += 10
        found += list(watch.unresponsive(site.parts))
    assert found[0] == (worker, "does not answer")
    site.restart(*found[0])
    assert worker.child is not first
    assert worker.alive()
    assert sentences(tmp_path) == ["The worker does not answer: it is ended and started again."]
