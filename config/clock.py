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

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

log = logging.getLogger(__name__)


def run(stop: threading.Event) -> None:
    """Tick until told to stop."""
    from battles.services.health import STEP

    steps = ticks()
    while not stop.is_set():
        begun = time.monotonic()
        tick(steps)
        stop.wait(max(0.5, STEP - (time.monotonic() - begun)))


def ticks() -> list[Callable[[], object]]:
    """List what is done at each tick: a look for gaps in the clock, which gives the sign of life, then the work.

    Nothing else gives that sign: after an outage that could not be reckoned it would make the next tick forget it.
    """
    from django.db import close_old_connections

    from battles.tasks import tick as battles_tick
    from campaign.tasks import tick as campaign_tick
    from campaign.tasks import waken

    return [close_old_connections, waken, battles_tick, campaign_tick, ask_for_life]


def tick(steps: list[Callable[[], object]]) -> None:
    """One after the other; one that goes wrong keeps none of the others waiting."""
    from django.db import close_old_connections

    for step in steps:
        try:
            step()
        except Exception:
            log.exception("a step of the clock went wrong; it is tried again at the next tick")
            close_old_connections()


def ask_for_life() -> None:
    """Ask the workers for a sign of life, which is one of the broker too."""
    from battles.models import Pulse
    from battles.services import beat, send_alive

    if send_alive():
        beat(Pulse.Part.BROKER)


def main() -> None:
    import django

    django.setup()
    stop = threading.Event()
    for signum in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signum, lambda *_: stop.set())
    run(stop)


if __name__ == "__main__":
    main()
