"""The turns of 200 campaigns are due in one minute: all are run, none twice, and the web answers meanwhile.

    DATABASE_URL=postgres://postgres@127.0.0.1:5432/postgres .venv/bin/python -m lab.prove.many_deadlines

PostgreSQL, Redis, two web processes, two workers of a process each and a clock, as in ``lab.prove.larger_site``,
without faults. In each campaign two armies meet in a battle of La Grande Guerre, fought by compiled rules. Readers look
at pages of random campaigns over HTTP, each a moment after the last, before the deadlines and until the last turn is
closed. Prints figures as JSON; exit code 0 if every turn was sealed and run once, the audit is clean, no answer was a
server's error, and 95 in 100 answers came within the limit.
"""

import argparse
import json
import random
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from typing import Any

from lab.prove.larger_site import PASSWORD, LargerSite, installation
from lab.prove.visitor import Visitor

LIMIT_MS = 500
PAGES = ("", "turn/", "list/", "chronicle/", "rosters/", "news/", "battles/")
CALM_SECONDS = 15.0


@dataclass
class Readers:
    """People who look at pages, each of them in a thread; how long every answer took, and when it came."""

    site: LargerSite
    slugs: list[str]
    times: list[tuple[float, float]] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    over: threading.Event = field(default_factory=threading.Event)
    threads: list[threading.Thread] = field(default_factory=list)

    def start(self, count: int, think: float, seed: int) -> None:
        """So many readers, with so many seconds between two pages on the average."""
        for number in range(count):
            chance = random.Random(f"{seed}/{number}")
            visitor = Visitor(self.site.web_ports, random.Random(chance.random()))
            visitor.log_in("reader", PASSWORD)
            self.threads.append(threading.Thread(target=self._read, args=[visitor, chance, think], daemon=True))
        for thread in self.threads:
            thread.start()

    def _read(self, visitor: Visitor, chance: random.Random, think: float) -> None:
        while not self.over.wait(chance.uniform(0, 2 * think)):
            begun, seen = time.monotonic(), len(visitor.times)
            answer = visitor.get(f"/c/{chance.choice(self.slugs)}/{chance.choice(PAGES)}")
            self.answers[str(answer.status_code)] += 1
            self.times += [(begun, taken) for taken in visitor.times[seen:]]

    def stop(self) -> None:
        """Let everybody finish his page."""
        self.over.set()
        for thread in self.threads:
            thread.join()

    def figures(self, since: float, until: float) -> dict[str, Any]:
        """Median and tail of the answers that were asked for in a span, in milliseconds."""
        found = sorted(1000 * taken for at, taken in self.times if since <= at < until)
        tail = {f"p{share}_ms": round(found[min(len(found) - 1, len(found) * share // 100)]) for share in (50, 95, 99)}
        return {"answers": len(found), **tail} if found else {"answers": 0}


def campaigns(count: int) -> list[str]:
    """Wars of two factions whose main armies march upon one another, with a schedule and a reader."""
    from django.contrib.auth.models import User

    from campaign.models import Member, Schedule
    from campaign.services.sheet.orders import give_order
    from tests.scenarios import two_valleys

    reader, slugs = User.objects.create_user(username="reader", password=PASSWORD), []
    for number in range(count):
        world = two_valleys(slug=f"war-{number}", secret=f"{number:064x}")
        Schedule.objects.create(campaign=world.campaign, at=time_of_day(20), first_on=date(2026, 1, 1))
        Member.objects.create(campaign=world.campaign, user=reader, role="player", faction=world.factions["north"])
        for ref in ("north-i", "south-i"):
            give_order(station=world.station(ref), kind="march", path=["ridge"], actor="reader")
        slugs.append(world.campaign.slug)
    return slugs


def set_due(first: datetime, seconds: float, chance: random.Random) -> None:
    """Every first turn is due within so many seconds."""
    from campaign.models import Turn

    for turn in Turn.objects.filter(number=1):
        Turn.objects.filter(pk=turn.pk).update(deadline=first + timedelta(seconds=chance.uniform(0, seconds)))


def unfinished() -> int:
    """First turns that are not closed."""
    from campaign.models import Turn

    return Turn.objects.filter(number=1).exclude(state=Turn.State.CLOSED).count()


def verdict(count: int) -> dict[str, Any]:
    """How often each turn was sealed and run, and what the audit finds."""
    from battles.models import Battle, BattleResult
    from campaign.models import ChronicleEntry, Turn
    from campaign.services.audit import audit, orphans

    sealed = Counter(ChronicleEntry.objects.filter(kind="sealed", turn=1).values_list("campaign_id", flat=True))
    late = [(turn.sealed_at - turn.deadline).total_seconds() for turn in Turn.objects.filter(number=1, state="closed")]
    return {
        "closed": Turn.objects.filter(number=1, state="closed").count(),
        "sealed_once": sum(times == 1 for times in sealed.values()), "campaigns": count,
        "second_turns": Turn.objects.filter(number=2).count(), "third_turns": Turn.objects.filter(number=3).count(),
        "battles": Battle.objects.count(), "results": BattleResult.objects.count(),
        "sealed_at_latest_s": round(max(late, default=0), 1), "audit": audit() + orphans(),
    }  # fmt: skip


def many_deadlines(options: argparse.Namespace) -> dict[str, Any]:
    """Set up, read in peace, let the minute come, wait for the last turn, count."""
    import django

    with installation() as folder:
        site = LargerSite(folder, 0.0, None)
        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0)
        call_command("compile_kernels", stdout=sys.stderr)
        try:
            site.start()
            slugs = campaigns(options.campaigns)
            readers = Readers(site, slugs)
            readers.start(options.readers, options.think, options.seed)
            found = measured(site, readers, options)
            print(json.dumps(found), file=sys.stderr, flush=True)
            return found | verdict(options.campaigns)
        finally:
            site.parts.stop(("web", "worker", "clock", "redis"))
            connections.close_all()


def measured(site: LargerSite, readers: Readers, options: argparse.Namespace) -> dict[str, Any]:
    """The figures of the readers in peace and at the deadlines."""
    calm = time.monotonic() + 5
    time.sleep(5 + CALM_SECONDS)
    begun = time.monotonic()
    set_due(datetime.now(UTC), options.seconds, random.Random(options.seed))
    until = begun + options.patience
    while unfinished() and time.monotonic() < until:
        time.sleep(0.5)
    ended = time.monotonic()
    readers.stop()
    return {
        "seconds": round(ended - begun, 1), "calm": readers.figures(calm, begun),
        "meanwhile": readers.figures(begun, ended), "answers": dict(readers.answers),
        "processor_s": {kind: round(site.processor_time(kind), 1) for kind in ("web", "worker", "clock")},
    }  # fmt: skip


def is_well(found: dict[str, Any], options: argparse.Namespace) -> bool:
    """All run, none twice, nothing wrong, and the web quick enough."""
    count = options.campaigns
    once = {count} == {found[name] for name in ("closed", "sealed_once", "second_turns", "battles", "results")}
    errors = [status for status in found["answers"] if status not in ("200", "302")]
    quick = found["meanwhile"].get("p95_ms", LIMIT_MS) < LIMIT_MS
    return once and quick and not (found["third_turns"] or found["audit"] or errors)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--campaigns", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60, help="within which all are due")
    parser.add_argument("--readers", type=int, default=4)
    parser.add_argument("--think", type=float, default=1.0, help="seconds between two pages of a reader")
    parser.add_argument("--patience", type=float, default=600, help="give up after so many seconds")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = many_deadlines(options)
    print(json.dumps(found, indent=1))
    return 0 if is_well(found, options) else 1


if __name__ == "__main__":
    sys.exit(main())
