"""The server's time for the map of Saxony."""

import resource
import statistics
from collections.abc import Callable
from time import perf_counter

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client, override_settings

from campaign.models import Campaign
from campaign.services.files.files import load_campaign
from campaign.services.files.packs import read_pack
from campaign.services.people.members import make_referee
from lab.bench.plan import Plan
from lab.bench.spare import spare_database
from lab.bench.table import AT_MOST, Figure


def milliseconds(act: Callable[[], object], runs: int) -> list[float]:
    """Measure each run in milliseconds."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        act()
        times.append(round((perf_counter() - start) * 1000, 1))
    return times


def memory_mb() -> int:
    """Return the most memory this process has had."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


LIMIT_MS = 150
SLUG = "bench-of-the-map"
UNCOLLECTED = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
"""The map can be measured before the static files are collected; naming them takes no time worth telling."""


def figures(plan: Plan) -> list[Figure]:
    """Return the map's answer to its referee, who sees every army; the first one apart, because it fills the caches."""
    with spare_database(), override_settings(STORAGES={**settings.STORAGES, "staticfiles": UNCOLLECTED}):
        campaign = load_campaign(data=read_pack("saxony_1813"), slug=SLUG, actor="bench")
        first, *times = milliseconds(map_reader(campaign), 7 * plan.batches)
    return [Figure("map", "the map of Saxony", statistics.median(times), "ms", LIMIT_MS, AT_MOST,
                   memory_mb=memory_mb(), note=f"the first one {first} ms")]  # fmt: skip


def map_reader(campaign: Campaign) -> Callable[[], None]:
    """Open the map once."""
    user = User.objects.create_user(SLUG)
    make_referee(campaign=campaign, user=user)
    client = Client(SERVER_NAME=settings.ALLOWED_HOSTS[0].strip("*") or "localhost")
    client.force_login(user, settings.AUTHENTICATION_BACKENDS[-1])

    def read() -> None:
        answer = client.get(f"/c/{campaign.slug}/", secure=not settings.PLAIN_HTTP)
        if answer.status_code != 200:
            raise RuntimeError(f"the map answered {answer.status_code}")

    return read
