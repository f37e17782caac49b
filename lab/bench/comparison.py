"""The comparison of rule systems as its page shows it, against as many battles by La Grande Guerre alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from time import perf_counter, sleep

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from battles.models import Battle, Forecast
from battles.resolvers.forecasts.forecast import Question
from battles.resolvers.forecasts.what_if import WhatIf, by_each_system
from battles.resolvers.registry import DEFAULT, name_of, systems
from battles.services.forecasts import ask_comparison, ask_forecast
from battles.services.opening import create_battle, new_seed
from lab.bench.children import release, started
from lab.bench.figure import AT_MOST, Figure, skipped
from lab.bench.forecasts import ALONE, WORKERS
from lab.bench.pages import client_of
from lab.bench.plan import Plan
from lab.bench.programs.armies import battle_of
from lab.bench.spare import spare_database

UNITS, SHARE, FIRST_SECONDS = 16, 10, 1.0
"""Each system fights a tenth of a forecast's battles."""
ALONE_TIMES = 1.5
"""So many times a forecast's battles are fought by one system alone meanwhile: fifteen times a system's share."""
NO_FIGURES = "No battle has been fought yet."
NAMES = {
    "compare_first": f"a comparison of all rule systems, {UNITS} a side: its first figures",
    "compare_all": "all of its battles",
}


def figures(plan: Plan) -> list[Figure]:
    """Ask for the comparison and read its page as a browser does, then for battles by one system alone."""
    with spare_database() as spare:
        if not spare.address:
            return [skipped(key, name, ALONE) for key, name in NAMES.items()]
        reader = User.objects.create_user("bench-comparison")
        Forecast.objects.all().delete()
        with started("worker", processes=WORKERS, address=spare.address) as workers:
            release(workers)
            first, every, last = _compare(plan.forecast_runs // SHARE, reader)
        Forecast.objects.all().delete()
        with started("worker", processes=WORKERS, address=spare.address) as workers:
            release(workers)
            alone = _alone(round(ALONE_TIMES * plan.forecast_runs))
    seen = f"every system has some after {every:.2f} s, all {plan.forecast_runs // SHARE} battles each {last:.2f} s"
    result = f"{last:.2f} s against {alone:.2f} s of {ALONE_TIMES * plan.forecast_runs:.0f} by {name_of(DEFAULT)} alone"
    return [
        Figure("compare_first", NAMES["compare_first"], round(first, 2), "s", FIRST_SECONDS, AT_MOST, note=seen),
        Figure("compare_all", NAMES["compare_all"], round(last / alone, 2), f"of {name_of(DEFAULT)}'s time alone", 1,
               AT_MOST, note=result),
    ]  # fmt: skip


def _compare(runs: int, reader: User) -> tuple[float, float, float]:
    """Return the seconds until the page shows the first figures, some of every system, and all that were asked for.

    The reader has the page before him when he asks.
    """
    file = battle_of(UNITS)
    battle = create_battle(name="bench", file=file, field_seed="bench", seed=new_seed(), reference="", unit_ids={},
                         owner=reader)  # fmt: skip
    plans, client = _own(by_each_system(Question(file))[0]), client_of(reader)
    _page(client, battle, ())
    start, first, every = perf_counter(), 0.0, 0.0
    rows = ask_comparison(scope=f"owner:{reader.pk}", plans=plans, runs=runs, name="bench", about="", sample=True)
    while True:
        page = _page(client, battle, rows)
        now, missing = perf_counter() - start, page.count(NO_FIGURES)
        first = first or (now if missing < len(rows) else 0.0)
        every = every or (now if not missing else 0.0)
        wait = re.search(r"load delay:(\d+)ms", page)
        if wait is None:
            return first, every, now
        sleep(int(wait[1]) / 1000)


def _own(plans: Sequence[WhatIf]) -> list[WhatIf]:
    """Leave out the rule systems of the tests."""
    return [plan for plan in plans if systems()[plan.question.file.rules].resolver.startswith("battles.")]


def _page(client: Client, battle: Battle, rows: Sequence[Forecast]) -> str:
    """Return what htmx gets of the page."""
    address, of = reverse("battle_systems", args=[battle.key]), {"of": [row.key for row in rows]}
    answer = client.get(address, of, headers={"HX-Request": "true"}, secure=not settings.PLAIN_HTTP)
    if answer.status_code != 200:
        raise RuntimeError(f"the comparison answered {answer.status_code}")
    return answer.content.decode()


def _alone(runs: int) -> float:
    """Return the seconds that the same workers take for so many battles by the default system."""
    question, start = Question(battle_of(UNITS)), perf_counter()
    with transaction.atomic():
        parts = (runs - runs // 3, runs // 3)
        rows = [ask_forecast(scope="bench", question=question, runs=part, name="bench") for part in parts]
    while Forecast.objects.filter(pk__in=[row.pk for row in rows], state=Forecast.State.RUNNING).exists():
        sleep(0.01)
    return perf_counter() - start
