"""The clock: ``python -m config.clock``. Every five seconds it takes up what was lost, and keeps that it lives.

Its steps are counted by a clock that nobody sets: one on the wall that is set back an hour must not keep a lost message
waiting so long. What it does is written in the database, so that it needs neither broker nor worker, and a second clock
does no harm.
"""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from config.requests.troubles import Trouble

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

log = logging.getLogger(__name__)


def run(stop: threading.Event) -> None:
    """Tick until asked to stop."""
    from battles.services.health import STEP

    ticking = Ticks(ticks())
    while not stop.is_set():
        begun = time.monotonic()
        ticking.tick()
        stop.wait(max(0.5, STEP - (time.monotonic() - begun)))


def ticks() -> list[Callable[[], object]]:
    """List what is done at each tick: a look for gaps in the clock, which gives the sign of life, then the work.

    Nothing else gives that sign: after an outage that could not be worked out it would make the next tick forget it.
    """
    from django.db import close_old_connections

    from battles import tasks as battle_tasks
    from campaign import tasks as campaign_tasks

    return [close_old_connections, campaign_tasks.waken, *battle_tasks.STEPS, *campaign_tasks.STEPS, ask_for_life]


def tick(steps: list[Callable[[], object]]) -> None:
    """Do each step once."""
    Ticks(steps).tick()


class Ticks:
    """Does the steps of a tick one after the other, and logs a trouble when it comes and when it is over."""

    def __init__(self, steps: list[Callable[[], object]]) -> None:
        self.steps = steps
        self.wrong: dict[str, str] = {}

    def tick(self) -> None:
        """Do each step. One that goes wrong keeps none of the others waiting, unless the database is away: then all
        would go wrong alike, each after its time-out."""
        from config.requests.troubles import AWAY

        for step in self.steps:
            trouble = self._trouble_of(step)
            if trouble is AWAY:
                return

    def _trouble_of(self, step: Callable[[], object]) -> "Trouble | None":
        from django.db import close_old_connections

        from config.requests.troubles import trouble_of

        name = f"{step.__module__}.{step.__name__}"
        try:
            step()
        except Exception as error:
            trouble = trouble_of(error)
            self._log(name, error, trouble)
            close_old_connections()
            return trouble
        if self.wrong.pop(name, None) is not None:
            log.warning("The clock does %s again.", name)
        return None

    def _log(self, name: str, error: Exception, trouble: "Trouble | None") -> None:
        """Log what is new: the trouble with its remedy in a line, a mistake of the program with its way."""
        title = trouble.title if trouble else f"{type(error).__name__}: {error}"
        if self.wrong.get(name) == title:
            return
        self.wrong[name] = title
        if trouble is None:
            log.error("%s went wrong; the clock tries it again at each tick.", name, exc_info=error)
            return
        because = " ".join(str(error).split())[:200]
        log.error("%s (%s: %s). %s The clock tries again at each tick.", title, name, because, trouble.remedy)


def ask_for_life() -> None:
    """Ask the workers for a sign of life, which is one of the broker too."""
    from battles.models import Pulse
    from battles.services import record_heartbeat, send_alive

    if send_alive():
        record_heartbeat(Pulse.Part.BROKER)


def main() -> None:
    import django

    django.setup()
    stop = threading.Event()
    for signum in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signum, lambda *_: stop.set())
    run(stop)


if __name__ == "__main__":
    main()
