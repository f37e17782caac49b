"""Forecasts and odds in a real browser: figures come by themselves, axe finds nothing, no page scrolls sideways."""

import threading

import pytest
from django.db import connections

from battles.models import ForecastChunk
from battles.services import run_chunk
from tests.battles.test_browser import fits, owner, tab  # noqa: F401 (fixtures)
from tests.factories.battles import one_off

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def work() -> None:
    while chunk := ForecastChunk.objects.filter(state="pending").first():
        run_chunk(chunk.pk)
    connections.close_all()


def complaints(tab) -> list:  # noqa: F811
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(tab).response["violations"]
    return [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]


def test_a_forecast_is_asked_and_its_figures_come_by_themselves(tab, live_server, owner):  # noqa: F811
    battle = one_off(owner)
    tab.goto(f"{live_server.url}/battles/{battle.key}/forecast/")
    assert complaints(tab) == []
    tab.select_option("#id_compare", "roles")
    tab.get_by_role("button", name="Forecast").click()
    tab.get_by_text("The battles are being fought").wait_for()
    assert complaints(tab) == []
    elsewhere = threading.Thread(target=work)
    elsewhere.start()
    elsewhere.join()
    tab.get_by_text("1000 of 1000 battles").first.wait_for(timeout=5000)
    tab.get_by_text("The battles are being fought").wait_for(state="detached", timeout=5000)
    for summary in tab.locator("#forecasts summary").all():
        summary.click()
    assert complaints(tab) == []
    assert fits(tab)


def test_odds_have_pages_without_complaints(tab, live_server):  # noqa: F811
    for query in ("", "kind=combat&first_type=line_inf&second_type=light_cav&defender_type=line_inf", "kind=fire",
                  "kind=combat&first_type=line_inf&defender_type=heavy_cav&town=on"):  # fmt: skip
        tab.goto(f"{live_server.url}/odds/?{query}")
        assert complaints(tab) == [], query
        assert fits(tab), query
