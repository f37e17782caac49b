"""``manage.py bench``: what the program promises about speed, measured here and now."""

import json
import os
import resource
import statistics
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from time import perf_counter
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand
from django.db import transaction
from django.test import Client

from campaign.models import Campaign
from campaign.services.files import load_campaign
from campaign.services.packs import read_pack
from campaign.services.referees import make_referee

MAP_LIMIT_MS = 150
ENGINE = "battles.resolvers.lgg.speed"


class Undone(Exception):
    """Takes everything back that the benchmark wrote."""


class Command(BaseCommand):
    help = "Measures the promises: the map's answer, battles a second, compiled against uncompiled. Writes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        figures = {"cores": os.cpu_count(), "map": map_figures(), "engine": engine_figures()}
        figures["memory_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        self.stdout.write(json.dumps(figures, indent=1) if options["json"] else as_text(figures))


def map_figures() -> dict[str, float]:
    """Milliseconds of server time of the map of Saxony, against the limit."""
    times: list[float] = []
    try:
        with transaction.atomic():
            campaign = load_campaign(data=read_pack("saxony_1813"), slug="bench-of-the-map", actor="bench")
            times = timed(map_reader(campaign), 21)
            raise Undone
    except Undone:
        pass
    median = statistics.median(times[1:])
    share = round(median / MAP_LIMIT_MS, 2)
    return {"first_ms": times[0], "median_ms": median, "limit_ms": MAP_LIMIT_MS, "of_limit": share}


def map_reader(campaign: Campaign) -> Callable[[], None]:
    """Open the map once, as its referee, who sees every army."""
    user = User.objects.create_user("bench-of-the-map")
    make_referee(campaign=campaign, user=user)
    client = Client(SERVER_NAME=settings.ALLOWED_HOSTS[0].strip("*") or "localhost")
    client.force_login(user, settings.AUTHENTICATION_BACKENDS[-1])

    def read() -> None:
        answer = client.get(f"/c/{campaign.slug}/", secure=not settings.PLAIN_HTTP)
        if answer.status_code != 200:
            raise RuntimeError(f"the map answered {answer.status_code}")

    return read


def timed(act: Callable[[], None], runs: int) -> list[float]:
    """Milliseconds of each run."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        act()
        times.append(round((perf_counter() - start) * 1000, 1))
    return times


def engine_figures() -> dict[str, float]:
    """Battles a second of 16 units a side on one core, compiled, and the ratio to the same rules uncompiled."""
    compiled, plain = run_engine("1", 200), run_engine("0", 3)
    return {"compiled_per_second": compiled, "plain_per_second": plain, "ratio": round(compiled / plain, 1)}


def run_engine(kernels: str, battles: int) -> float:
    """Battles a second in a process of its own."""
    environment = os.environ | {"BIVOUAC_KERNELS": kernels, "BIVOUAC_STATE": str(settings.STATE_DIR)}
    command = [sys.executable, "-m", ENGINE, str(battles)]
    return float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)


def as_text(figures: dict[str, Any]) -> str:
    """The figures as lines."""
    lines = [f"cores: {figures['cores']}, memory of this process: {figures['memory_mb']} MB"]
    for part in ("map", "engine"):
        lines += [f"{part} {name.replace('_', ' ')}: {value}" for name, value in figures[part].items()]
    return "\n".join(lines)
