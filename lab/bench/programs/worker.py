"""A worker that computes forecasts and nothing else, in the database that the environment names."""

from time import sleep

import django

from lab.bench.programs.answering import answer, wait_for_start


def main() -> None:
    """Claim, fight and add chunks, as a worker's task does, until the forecast is over."""
    django.setup()
    from battles.resolvers.forecasts.forecast import Question, tally_runs
    from battles.resolvers.forecasts.what_if import by_each_system
    from lab.bench.programs.answering import battle_of

    for plan in by_each_system(Question(battle_of(8)))[0]:
        tally_runs(plan.question.frozen("warm"), "warm", 0, 1)
    wait_for_start()
    while not over():
        if not compute_next():
            sleep(0.005)
    answer()


def over() -> bool:
    """Return whether a forecast was asked for and none is left to compute."""
    from battles.models import Forecast

    states = set(Forecast.objects.values_list("state", flat=True))
    return bool(states) and Forecast.State.RUNNING not in states


def compute_next() -> bool:
    """Claim, fight and add the first free chunk; False when there is none, or another process has it."""
    from battles.models import ForecastChunk
    from battles.services.forecasting.forecast_chunks import add_chunk, claim_chunk, fight_chunk, keep_sample

    free = ForecastChunk.objects.filter(state=ForecastChunk.State.PENDING).order_by("start", "pk").first()
    claim = claim_chunk(chunk_id=free.pk) if free else None
    if claim is None or not add_chunk(claim=claim, tally=fight_chunk(claim), seconds=0):
        return False
    keep_sample(claim)
    return True


if __name__ == "__main__":
    main()
