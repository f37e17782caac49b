"""The battle on the first page: fought once by a worker, the same for everybody."""

import json

import pytest
from django.test import Client

from battles.models import Forecast, ForecastChunk
from battles.services import run_chunk
from battles.services.forecasting.forecasts import _fought, ask_for_shown, shown_key, shown_report
from battles.tasks import STEPS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_at_hand():
    _fought.clear()
    yield
    _fought.clear()


@pytest.fixture
def shown() -> Forecast:
    """The battle, asked for and fought."""
    assert ask_for_shown()
    run_chunk(ForecastChunk.objects.get().pk)
    return Forecast.objects.get(key=shown_key())


def test_before_a_worker_has_fought_it_there_is_a_map_and_no_replay():
    page = Client().get("/").text
    assert "img/saxony" in page
    assert "rp-plate" not in page
    assert Client().get("/battles/shown/").status_code == 404
    assert Client().get("/battles/shown/film.json").status_code == 404
    assert not Forecast.objects.exists()


def test_the_clock_asks_for_it_once():
    assert ask_for_shown in STEPS
    assert ask_for_shown()
    assert not ask_for_shown()
    assert Forecast.objects.filter(key=shown_key(), runs=1, wants_sample=True).count() == 1


def test_everybody_sees_the_battle_that_was_fought(shown: Forecast):
    report = shown_report()
    assert report is not None
    assert report.seed == f"{shown.seed}/0"
    page = Client().get("/").text
    assert page.count("data-unit=") == sum(len(side["units"]) for side in report.battle["sides"])
    assert 'data-film="/battles/shown/film.json"' in page
    assert f'data-last="{len(report.journal)}"' in page
    answer = Client().get("/battles/shown/film.json")
    assert len(json.loads(answer.content)["steps"]) == len(report.journal)
    assert answer["Cache-Control"] == "public, max-age=86400"
    assert "js/replay/replay" in Client().get("/battles/shown/").text
    assert 'id="rp-account"' in Client().get("/battles/shown/account/").text


def test_it_is_fought_alike_on_every_site(shown: Forecast):
    first = shown_report()
    _fought.clear()
    Forecast.objects.all().delete()
    assert ask_for_shown()
    run_chunk(ForecastChunk.objects.get().pk)
    again = shown_report()
    assert first is not None
    assert again is not None
    assert again.journal == first.journal


def test_the_first_page_reads_nothing_once_the_battle_is_at_hand(shown: Forecast, django_assert_num_queries):
    reader = Client()
    reader.get("/")
    with django_assert_num_queries(0):
        reader.get("/")


def test_nobody_who_is_logged_in_waits_for_it(shown: Forecast, mine: Client):
    assert "rp-plate" not in mine.get("/").text
