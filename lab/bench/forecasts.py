"""A forecast as a page asks for it: cut into chunks, computed by two workers, its first figures, their memory."""

from time import perf_counter, sleep

from battles.models import Forecast
from battles.resolvers.forecasts.forecast import Question
from battles.services.forecasting.forecasts import ask_forecast
from lab.bench.children import Child, answer_of, release, started
from lab.bench.plan import Plan
from lab.bench.programs.answering import battle_of
from lab.bench.spare import spare_database
from lab.bench.table import AT_MOST, Figure, skipped

LIMIT_RUNS, LIMIT_SECONDS, FIRST_SECONDS, LIMIT_MEMORY_MB = 10_000, 5.0, 0.5, 300
WORKERS = 2
ALONE = "the database cannot be reached by other processes: it is in memory, or no SQLite file"
NAMES = {
    "forecast": f"a forecast of {LIMIT_RUNS} battles by {WORKERS} workers",
    "forecast_first": "its first figures",
    "worker_memory": "memory of a worker after it",
}


def figures(plan: Plan) -> list[Figure]:
    """Workers that are up and warm, as at an installation that runs; the page's question is asked, and it is waited."""
    with spare_database() as spare:
        if not spare.address:
            return [skipped(key, name, ALONE) for key, name in NAMES.items()]
        Forecast.objects.all().delete()
        with started("worker", processes=WORKERS, address=spare.address) as workers:
            first, last, memory = _wait_for_forecast(plan, workers)
    note = f"{plan.forecast_runs} runs in {last:.2f} s" + ("" if plan.forecast_runs == LIMIT_RUNS else ", scaled up")
    seconds = last * LIMIT_RUNS / plan.forecast_runs
    return [
        Figure("forecast", NAMES["forecast"], round(seconds, 2), "s", LIMIT_SECONDS, AT_MOST, note=note, binding=False),
        Figure("forecast_first", NAMES["forecast_first"], round(first, 2), "s", FIRST_SECONDS, AT_MOST),
        Figure("worker_memory", NAMES["worker_memory"], memory, "MB", LIMIT_MEMORY_MB, AT_MOST, memory_mb=memory),
    ]


def _wait_for_forecast(plan: Plan, workers: list[Child]) -> tuple[float, float, int]:
    """Return seconds until the first runs stand in the database, and until all do; the most memory of a worker."""
    release(workers)
    start, first = perf_counter(), 0.0
    asked = ask_forecast(scope="bench", question=Question(battle_of(16)), runs=plan.forecast_runs, name="bench")
    while asked.state == Forecast.State.RUNNING:
        sleep(0.005)
        asked.refresh_from_db()
        first = first or (perf_counter() - start if asked.runs_done else 0.0)
    if asked.state != Forecast.State.DONE:
        raise RuntimeError(f"the forecast of the benchmark ended otherwise: {asked.state} {asked.error}")
    last = perf_counter() - start
    return first, last, max(answer_of(worker)["memory_mb"] for worker in workers)
