"""Forecasts in a real browser: figures come by themselves, axe finds nothing, no page scrolls sideways."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from battles.models import ForecastChunk
from battles.services import run_chunk
from tests.battles.pages.test_browser import elsewhere, tab  # noqa: F401 (a fixture)
from tests.browser.looks import complaints
from tests.factories.battles import one_off

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def work() -> None:
    while chunk := ForecastChunk.objects.filter(state="pending").first():
        run_chunk(chunk.pk)


def test_a_forecast_is_asked_and_its_figures_come_by_themselves(tab: Page, live_server, owner: User) -> None:  # noqa: F811
    battle = one_off(owner)
    tab.goto(f"{live_server.url}/battles/{battle.key}/forecast/")
    tab.select_option("#id_compare", "roles")
    tab.get_by_role("button", name="Forecast").click()
    expect(tab.get_by_text("The battles are being fought")).to_be_visible()
    elsewhere(work)
    expect(tab.get_by_text("1,000 of 1,000 battles").first).to_be_visible()
    expect(tab.get_by_text("The battles are being fought")).to_have_count(0)
    for summary in tab.locator("#forecasts summary").all():
        summary.click()
    assert list(complaints(tab)) == []
