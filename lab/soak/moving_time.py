"""A time of its own for a site of several processes: a file has by how much it differs from the machine's.

The script that moves the time has a ``Time``; a worker follows the file in a thread; the clock, which is started by
``python -m lab.soak.moving_time``, reads it before each tick. While the file says *hold* no clock ticks, and none of
them takes the time that was skipped for an outage.
"""

import contextlib
import json
import os
import signal
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import time_machine

LOOK_EVERY = 0.02
BETWEEN_TICKS = 0.05
_traveller: list[Any] = []


def place() -> Path:
    """The folder in which the processes meet."""
    return Path(os.environ["BIVOUAC_STATE"])


def read() -> dict[str, Any]:
    """What the file says now."""
    return dict(json.loads((place() / "time.json").read_text()))


def read_json(name: str) -> dict[str, Any] | None:
    """What another file of the folder says; None where there is none yet."""
    try:
        return dict(json.loads((place() / name).read_text()))
    except (OSError, ValueError):
        return None


def write(name: str, said: dict[str, Any]) -> None:
    """Write a file of the folder whole, so that nobody reads half of it."""
    draft = place() / f"{name}.{os.getpid()}"
    draft.write_text(json.dumps(said))
    os.replace(draft, place() / name)


def real_now() -> float:
    """Seconds since 1970 on the machine's own clock."""
    return float(time_machine.escape_hatch.time.time()) if _traveller else time.time()


def set_to(moment: float) -> None:
    """Let this process have another time from now on; it goes on ticking."""
    if _traveller:
        _traveller[0].move_to(moment)
    else:
        _traveller.append(time_machine.travel(moment, tick=True).start())
    time.time()  # it ticks from the first time that somebody asks for it


def follow() -> None:
    """Follow the file from now on in a thread of this process."""
    set_to(real_now() + read()["offset"])
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    known = read()["offset"]
    while True:
        time.sleep(LOOK_EVERY)
        with contextlib.suppress(OSError, ValueError):
            if (offset := read()["offset"]) != known:
                known = offset
                set_to(real_now() + offset)


class Time:
    """The hand that moves the time."""

    def __init__(self, first: datetime) -> None:
        self.offset = first.timestamp() - real_now()
        self._say(hold=False)
        set_to(first.timestamp())

    def _say(self, *, hold: bool) -> None:
        write("time.json", {"offset": self.offset, "hold": hold})

    @staticmethod
    def now() -> datetime:
        """What the processes take for now."""
        return datetime.now(UTC)

    def hold(self) -> None:
        """Let no clock begin another tick."""
        self._say(hold=True)

    def release(self) -> None:
        """Let the clocks tick."""
        self._say(hold=False)

    def shift(self, delta: timedelta) -> None:
        """Skip some time while the clocks are held."""
        self.offset += delta.total_seconds()
        self._say(hold=True)
        set_to(real_now() + self.offset)
        time.sleep(3 * LOOK_EVERY)


def clock() -> None:
    """The site's clock with its own steps, one tick after the other; after each it writes how many there were."""
    import django

    set_to(real_now() + read()["offset"])
    django.setup()
    from config.clock import tick, ticks
    from tests.battles import drill

    drill.register()
    over = threading.Event()
    for signum in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signum, lambda *_: over.set())
    steps, done = ticks(), 0
    while not over.wait(BETWEEN_TICKS):
        said = read()
        if not said["hold"]:
            set_to(real_now() + said["offset"])
            tick(steps)
            done += 1
        write(f"clock-{os.getpid()}", {"ticks": done, "held": said["hold"]})


if __name__ == "__main__":
    sys.exit(clock())
