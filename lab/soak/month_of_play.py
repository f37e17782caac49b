"""A month of a war by eight players and a referee, with everything that happens to such a war, in some minutes.

    .venv/bin/python -m lab.soak.month_of_play

Real web processes that everybody visits over HTTP, real workers, clocks and broker, a real SMTP server and two real
HTTP receivers; SQLite and a broker of its own, or a scratch database of the PostgreSQL server that DATABASE_URL names
and the Redis that REDIS_URL names. The script moves the time that it gives to all of them: ten turns, three days each,
at 20:00 in Berlin, over the end of summer time. In it: a battle on a table over three turns, a worker that is killed in
a battle and one at a deadline, a web process that is killed, two clocks at one deadline, no clock at another, a
receiver that fails for an hour, a holiday with a deputy and one without, a player who vanishes, the caretaker, an
invitation by mail and the hand-over, an extension, a pause, letters, an offer, a declaration of war. In the end every
turn must have been run once and in time, everybody must have got what concerned him once and nothing else, and no mail
may hold a rival's secret.
Prints what was seen as JSON; exit code 0 if all is well, else 1.
"""

import argparse
import contextlib
import json
import logging
import os
import sys
import time
from typing import Any

from lab.soak.month_story import ADDRESS, BEGIN, TURNS, Month, begin, come_in
from lab.soak.month_verdict import judge
from lab.soak.month_world import eight_rivers
from lab.soak.worker_kills import installation
from tests.campaign.news.receivers import http_receiver, mail_server


def play(turns: int = len(TURNS)) -> dict[str, Any]:
    """The month, and what came of it."""
    from lab.soak.month_site import MonthSite
    from lab.soak.moving_time import Time

    with mail_server() as (box, port), http_receiver() as good, http_receiver() as flaky:
        os.environ |= {"EMAIL_URL": f"smtp://127.0.0.1:{port}", "BIVOUAC_HOOKS_TO": f"{good.host},{flaky.host}",
                       "BIVOUAC_ADDRESS": ADDRESS}  # fmt: skip
        begun, hands = time.monotonic(), Time(BEGIN)
        prepare()
        site = MonthSite(hands)
        try:
            month = Month(site, eight_rivers(), box, good, flaky)
            for port in site.web:
                site.start_web(port)
            site.start_worker("one")
            site.start_worker("two")
            site.start_clock("first")
            come_in(month)
            begin(month)
            site.settle()
            for number, turn in enumerate(TURNS[:turns], 1):
                turn(month)
                print(f"turn {number} after {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
            return seen(month, time.monotonic() - begun)
        finally:
            site.stop()


def prepare() -> None:
    """Django upon an empty database, with the drill among its rule systems."""
    import django

    django.setup()
    from django.core.management import call_command

    from tests.battles import drill

    drill.register()
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    call_command("migrate", verbosity=0)
    call_command("collectstatic", "--no-input", verbosity=0)


def seen(month: Month, seconds: float) -> dict[str, Any]:
    """Figures, and every broken promise."""
    from battles.models import Battle
    from campaign.models import Notice

    return {
        "turns": month.newest() - 1, "battles": Battle.objects.count(), "notices": Notice.objects.count(),
        "mails": len(month.box.mails), "posts": len(month.good.got) + len(month.flaky.got), "killed": month.site.killed,
        "seconds": round(seconds), "broken": judge(month),
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=len(TURNS), help="stop after so many")
    options = parser.parse_args()
    with installation(1.0):
        found = play(options.turns)
        from django.db import connections

        connections.close_all()
    print(json.dumps(found, indent=1, ensure_ascii=False))
    return 1 if found["broken"] else 0


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(main())
