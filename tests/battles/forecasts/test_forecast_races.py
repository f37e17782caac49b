"""Races for the chunks of a forecast that only PostgreSQL can lose."""

from battles.models import ForecastChunk
from battles.resolvers.forecasts.forecast import Question
from battles.services import ask_forecast
from battles.services.forecasting.forecast_chunks import claim_chunk
from tests.factories.battles import file_of
from tests.races import RACES, at_once

pytestmark = RACES


def test_of_six_workers_one_has_a_chunk():
    ask_forecast(scope="somebody", question=Question(file_of()), runs=5000, name="Bautzen")
    for chunk in ForecastChunk.objects.values_list("pk", flat=True):
        assert len([claim for claim in at_once(*[lambda pk=chunk: claim_chunk(chunk_id=pk)] * 6) if claim]) == 1
        assert ForecastChunk.objects.get(pk=chunk).attempt == 1
