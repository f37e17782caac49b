"""What one machine carries as a larger site: players who read and order, then a heap of battles, without any fault.

    DATABASE_URL=postgres://postgres@127.0.0.1:5432/postgres .venv/bin/python -m lab.prove.carries --campaigns 8

Two web and two worker processes, the clock, Redis and PostgreSQL, all on this machine. Each campaign is a Saxony with
five players; each player reads a page or sends an order every few seconds. Then so many battles are fought as fast as
the workers can. Prints the figures as JSON.
"""

import argparse
import json
import os
import random
import statistics
import sys
import threading
import time
from typing import Any

from lab.prove.larger_site import PASSWORD, LargerSite, installation

PAGES = ("", "rosters/", "turn/", "chronicle/", "battles/", "treasury/")
PAUSE = (2.0, 6.0)
ORDERS = 0.15


def found(seed: int, campaigns: int) -> list[tuple[str, str]]:
    """Campaigns with their people: who plays where."""
    from django.contrib.auth.hashers import make_password
    from django.contrib.auth.models import User

    from campaign.models import Member
    from campaign.services.files.files import load_campaign
    from campaign.services.files.packs import read_pack

    data, key, players = json.loads(read_pack("saxony_1813")), make_password(PASSWORD), []
    for n in range(campaigns):
        secret = f"{random.Random(f'{seed} {n}').getrandbits(256):064x}"
        campaign = load_campaign(data=data | {"secret": secret}, slug=f"saxony-{n}", actor="proof")
        for faction in campaign.factions.all():
            user = User.objects.create(username=f"{faction.key}{n}", password=key)
            Member.objects.create(campaign=campaign, user=user, role="player", faction=faction)
            players.append((user.username, campaign.slug))
    return players


class Player(threading.Thread):
    """Reads, orders and thinks, until the time is over."""

    def __init__(self, ports: list[int], name: str, slug: str, chance: random.Random) -> None:
        from lab.prove.visitor import Visitor

        super().__init__(daemon=True)
        self.name_, self.slug, self.chance = name, slug, chance
        self.visitor = Visitor(ports, chance)
        self.until = 0.0

    def prepare(self) -> None:
        self.visitor.log_in(self.name_, PASSWORD)
        self.visitor.times.clear()

    def run(self) -> None:
        time.sleep(self.chance.uniform(0, PAUSE[1]))
        while time.monotonic() < self.until:
            if self.chance.random() < ORDERS:
                self.order()
            else:
                self.visitor.get(f"/c/{self.slug}/{self.chance.choice(PAGES)}")
            time.sleep(self.chance.uniform(*PAUSE))

    def order(self) -> None:
        """Send an army's order as its panel offers it."""
        import re

        from lab.soak.forms import Hand

        hand = Hand(self.visitor)  # type: ignore[arg-type]
        armies = sorted(set(re.findall(rf"/c/{self.slug}/armies/(\w+)/", hand.see(f"/c/{self.slug}/rosters/"))))
        for form in hand.forms(f"/c/{self.slug}/armies/{self.chance.choice(armies)}/", "order") if armies else []:
            hand.send(form, order=self.chance.choice(form.offered("order")))


def battles_a_minute(count: int) -> dict[str, float]:
    """Let the workers fight so many battles of La Grande Guerre between rosters, each of ten units."""
    from django.utils import timezone

    from battles.models import Battle
    from battles.services import publish_due
    from tests.factories.battles import roster_battle

    for n in range(count):
        made = roster_battle(seed=f"load {n}", rules="lgg")
        Battle.objects.filter(pk=made.pk).update(published_at=timezone.now())  # the clock leaves it alone
    begun = time.monotonic()
    Battle.objects.update(published_at=None)
    publish_due()
    while Battle.objects.exclude(state="done").exists() and time.monotonic() - begun < 600:
        time.sleep(0.1)
    took = time.monotonic() - begun
    return {"battles": Battle.objects.filter(state="done").count(), "a_minute": round(60 * count / took)}


def carries(seed: int, minutes: float, campaigns: int = 8, battles: int = 200) -> dict[str, Any]:
    """The figures."""
    import django

    with installation() as folder:
        site = LargerSite(folder, delay=0)
        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0)
        call_command("compile_kernels", stdout=sys.stderr)
        try:
            site.start()
            people = [
                Player(site.web_ports, name, slug, random.Random(f"{seed} {name}"))
                for name, slug in found(seed, campaigns)
            ]
            for player in people:
                player.prepare()
            load_before, used = os.getloadavg()[0], site.processor_time("web")
            pages = read(people, minutes)
            used = site.processor_time("web") - used
            fought_with = site.processor_time("worker")
            fought = battles_a_minute(battles)
            fought_with = site.processor_time("worker") - fought_with
        finally:
            site.parts.stop(("web", "worker", "clock", "redis"))
            connections.close_all()
    pages["web_processor_ms_a_request"] = round(1000 * used / max(1, pages["requests"]))
    fought["worker_processor_ms_a_battle"] = round(1000 * fought_with / battles)
    cores = {"cores": os.cpu_count(), "load_before": round(load_before, 1)}
    return {"campaigns": campaigns, "players": len(people), **pages, **fought, **cores}


def read(people: list[Player], minutes: float) -> dict[str, Any]:
    """Let all play for so long; times in milliseconds."""
    for player in people:
        player.until = time.monotonic() + 60 * minutes
        player.start()
    for player in people:
        player.join()
    times = [1000 * each for player in people for each in player.visitor.times]
    cuts = statistics.quantiles(times, n=20)
    answers: dict[str, int] = {}
    for player in people:
        for kind, count in player.visitor.answers.items():
            answers[kind] = answers.get(kind, 0) + count
    return {"requests": len(times), "p50_ms": round(cuts[9]), "p95_ms": round(cuts[-1]), "answers": answers}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--campaigns", type=int, default=8)
    parser.add_argument("--battles", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(json.dumps(carries(options.seed, options.minutes, options.campaigns, options.battles), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
