"""Chunks of forecasts are told to the workers on a queue of their own, behind the battles."""

from datetime import timedelta

import pytest
from celery import current_app
from django.conf import settings
from django.utils import timezone
from kombu.utils.scheduling import cycle_by_name

from battles.models import ForecastChunk
from battles.resolvers.forecasts.forecast import Question
from battles.services import ask_forecast, cancel_forecast, publish_chunks, reconcile_forecasts, run_chunk
from battles.tasks import forecast_chunk
from tests.battles.life.test_publishing import broker  # noqa: F401 (a fixture)
from tests.factories.battles import file_of

pytestmark = pytest.mark.django_db


def messages() -> list[tuple[str, int]]:
    """Task and chunk of every message on the queue, taken out of it."""
    taken = []
    with current_app.connection_for_read() as connection, connection.SimpleQueue("bulk") as queue:
        for _ in range(queue.qsize()):
            message = queue.get_nowait()
            message.ack()
            taken.append((message.headers["task"], message.payload[0][0]))
    return taken


@pytest.fixture
def forecast(broker):  # noqa: F811
    messages()
    return ask_forecast(scope="s", question=Question(file_of()), runs=900, name="Bautzen")


def chunks() -> list[int]:
    return list(ForecastChunk.objects.filter(state="pending").order_by("start").values_list("pk", flat=True))


def test_every_chunk_is_told_once_and_again_when_its_message_may_be_lost(forecast):
    assert (publish_chunks(), publish_chunks()) == (2, 0)
    assert messages() == [(forecast_chunk.name, chunk) for chunk in chunks()]
    ForecastChunk.objects.update(published_at=timezone.now() - timedelta(seconds=31))
    assert (reconcile_forecasts(), len(messages())) == (2, 2)


def test_what_is_left_of_a_chunk_is_told_at_once(forecast, monkeypatch):
    monkeypatch.setattr("battles.services.forecasting.forecast_chunks.FIRST_SECONDS", 0.0)
    publish_chunks()
    messages()
    run_chunk(chunks()[0])
    (rest,) = ForecastChunk.objects.filter(start=1)
    assert messages() == [(forecast_chunk.name, rest.pk)]


def test_a_stopped_forecast_is_told_no_more(forecast):
    cancel_forecast(forecast=forecast)
    assert publish_chunks() == reconcile_forecasts(everything=True) == 0
    assert messages() == []


def test_workers_read_the_battles_before_the_forecasts():
    strategy = settings.CELERY_BROKER_TRANSPORT_OPTIONS["queue_order_strategy"]
    assert cycle_by_name(strategy)(["bulk", "battles"]).consume(2) == ["battles", "bulk"]
