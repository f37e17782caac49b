"""The server's time for each page of a generated war, and the requests it answers many readers at once."""

import statistics
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from time import perf_counter, process_time, sleep

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, connections
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from campaign.models import Campaign, Faction, Member
from campaign.rules.kinds import Role
from campaign.services.files.files import load_campaign
from campaign.services.files.packs import read_pack
from campaign.visibility import knowledge_of
from campaign.visibility.glances import own_glances
from lab.bench.large_war import large_war
from lab.bench.maps import UNCOLLECTED
from lab.bench.plan import Plan
from lab.bench.spare import spare_database
from lab.bench.table import AT_MOST, Figure, skipped

SMALL, LARGE = "bench-of-saxony", "bench-of-a-large-war"
TIMES, KILOBYTES, ORDER_TIMES = 2.0, 250.0, 3.0
FEW, MANY, CROWD = 8, 32, 48
PAUSES = {CROWD: 0.3}
"""Seconds that a reader looks at each page on average before he asks for the next; the others ask without a pause."""


@dataclass(frozen=True)
class Seen:
    """The cost of a page: milliseconds of processor, queries, kilobytes."""

    work: float
    queries: int
    size: float


def figures(plan: Plan) -> list[Figure]:
    """Saxony's pages beside those of a large war, then both under many readers."""
    size = plan.war
    with spare_database() as spare, override_settings(STORAGES={**settings.STORAGES, "staticfiles": UNCOLLECTED}):
        small = load_campaign(data=read_pack("saxony_1813"), slug=SMALL, actor="bench")
        large = load_campaign(data=large_war(size), slug=LARGE, actor="bench")
        found = list(_compared(_pages((small, large), plan.batches)))
        found.append(_order(large, plan.batches))
        if spare.address:
            found += [_crowd(large, readers, plan.seconds) for readers in (FEW, MANY, CROWD)]
        else:
            why = "needs a copy of the database"
            found += [skipped(f"pages_{n}", f"{n} readers at once", why) for n in (FEW, MANY, CROWD)]
    return found


def _compared(pages: dict[str, list[Seen]]) -> Iterator[Figure]:
    for name, (before, seen) in pages.items():
        note = f"{seen.work:.1f} ms to {before.work:.1f}, {seen.queries} queries to {before.queries}"
        times = round(seen.work / before.work, 2)
        yield Figure(f"page_{name}", f"{name} of a large war", times, "times Saxony's", TIMES, AT_MOST, note=note)
        yield Figure(f"page_{name}_size", f"{name} of a large war", round(seen.size, 1), "kB", KILOBYTES, AT_MOST)
        more = seen.queries - before.queries
        yield Figure(f"page_{name}_queries", f"{name} of a large war, queries beyond Saxony's", more, "", 0, AT_MOST)


def client_of(user: User) -> Client:
    """Return a reader who has logged in."""
    client = Client(SERVER_NAME=settings.ALLOWED_HOSTS[0].strip("*") or "localhost")
    client.force_login(user, settings.AUTHENTICATION_BACKENDS[-1])
    return client


def commander(campaign: Campaign, name: str) -> tuple[User, Faction]:
    """Return a player of the campaign's first faction."""
    user, faction = User.objects.create_user(f"{campaign.slug}-{name}"), campaign.factions.order_by("order", "pk")[0]
    Member.objects.create(campaign=campaign, user=user, role=Role.PLAYER, faction=faction)
    return user, faction


def addresses_of(campaign: Campaign, user: User) -> dict[str, str]:
    """Return the pages that are measured, by name."""
    root = f"/c/{campaign.slug}/"
    army = own_glances(knowledge_of(campaign, user))[0]
    named = {name: f"{root}{name}/" for name in ("list", "rosters", "treasury", "turn", "chronicle", "battles")}
    return {"map": root, "army": f"{root}armies/{army.key}/", "province": f"{root}provinces/{army.province}/"} | named


def _pages(campaigns: Sequence[Campaign], batches: int) -> dict[str, list[Seen]]:
    """Return the cost of each page in each campaign, read in turns: a busy machine disturbs all alike."""
    users = [commander(campaign, "reader")[0] for campaign in campaigns]
    readers = [(client_of(user), addresses_of(campaign, user)) for campaign, user in zip(campaigns, users, strict=True)]
    return {name: _seen([(client, pages[name]) for client, pages in readers], 3 * batches) for name in readers[0][1]}


def _seen(pages: Sequence[tuple[Client, str]], runs: int) -> list[Seen]:
    counted = [_counted(*page) for page in pages]
    worked = zip(*([_worked(*page) for page in pages] for _ in range(runs)), strict=True)
    return [Seen(statistics.median(times), *page) for times, page in zip(worked, counted, strict=True)]


def _counted(client: Client, address: str) -> tuple[int, float]:
    """Return the queries of a page that was read before, and its kilobytes."""
    _read(client, address)
    with CaptureQueriesContext(connection) as counted:
        size = len(_read(client, address)) / 1000
        return len(counted), size


def _read(client: Client, address: str) -> bytes:
    answer = client.get(address, secure=not settings.PLAIN_HTTP)
    if answer.status_code != 200:
        raise RuntimeError(f"{address} answered {answer.status_code}")
    return bytes(answer.content)


def _worked(client: Client, address: str) -> float:
    start = process_time()
    _read(client, address)
    return (process_time() - start) * 1000


def _order(campaign: Campaign, batches: int) -> Figure:
    """Return one order against a plain form: *Ready*."""
    user, _ = commander(campaign, "commander")
    client, army = client_of(user), own_glances(knowledge_of(campaign, user))[0]
    root = f"/c/{campaign.slug}/"
    order, ready = (f"{root}armies/{army.key}/order/", {"order": "rest"}), (f"{root}orders/ready/", {"ready": "1"})
    took = [statistics.median(_sent(client, *form) for _ in range(3 * batches)) for form in (order, ready)]
    times, note = round(took[0] / took[1], 2), f"{took[0]:.1f} ms to {took[1]:.1f}"
    name = "one order of a large war"
    return Figure("page_order", name, times, "times a plain form", ORDER_TIMES, AT_MOST, note=note)


def _sent(client: Client, address: str, form: dict[str, str]) -> float:
    start = process_time()
    answer = client.post(address, form, secure=not settings.PLAIN_HTTP)
    if answer.status_code != 302:
        raise RuntimeError(f"{address} answered {answer.status_code}")
    return (process_time() - start) * 1000


def _crowd(campaign: Campaign, readers: int, seconds: float) -> Figure:
    """Requests a second of so many readers in this process, who read one page after the other, and what each costs."""
    users = [commander(campaign, f"{readers}-{n}")[0] for n in range(readers)]
    pages = list(addresses_of(campaign, users[0]).values())
    pause, start, worked = PAUSES.get(readers, 0.0), perf_counter(), process_time()
    with ThreadPoolExecutor(readers) as pool:
        strolls = pool.map(lambda user: _stroll(user, pages, seconds, pause), users)
        times = [took for found in strolls for took in found]
    rate, each = len(times) / (perf_counter() - start), 1000 * (process_time() - worked) / max(1, len(times))
    worst = statistics.quantiles(times, n=20)[-1] if len(times) > 1 else 0.0
    note = f"p50 {statistics.median(times):.0f} ms, p95 {worst:.0f} ms, {each:.1f} ms of the processor, in one process"
    note += f"; each reader waits {pause:g} s on average" if pause else ""
    return Figure(f"pages_{readers}", f"{readers} readers at once", round(rate, 1), "requests a second", note=note)


def _stroll(user: User, pages: list[str], seconds: float, pause: float) -> list[float]:
    """Read pages for so many seconds; with a ``pause`` each reader begins and waits at moments of his own."""
    client, times, end, dice = client_of(user), [], perf_counter() + seconds, Random(user.pk)
    try:
        for page in pages * 1000:
            sleep(dice.uniform(0, 2 * pause))
            start = perf_counter()
            if start > end:
                break
            _read(client, page)
            times.append((perf_counter() - start) * 1000)
    finally:
        connections.close_all()
    return times
