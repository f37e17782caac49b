"""The players' pages in a real browser: the order given on the map, keys, colours, no script."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from campaign.models import ArmyOrder
from tests.browser.test_at_the_keyboard import go
from tests.campaign.worlds import HIDDEN, after_a_battle
from tests.conftest import PATIENCE
from tests.factories.people import logged_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NO_PICTURE = "still.svg"  # the drill moves nobody, so there is nothing to draw


@pytest.fixture
def war(db, drilled):
    return after_a_battle(HIDDEN)


@pytest.fixture
def open_tab(chromium, live_server) -> Iterator:
    """Opens a tab of one of the war's people; what the browser complains of is kept in ``tab.complaints``."""
    contexts = []

    def open_it(war, name, width=1440, scheme="light", **options):
        client = logged_in(war.people[name])
        context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **options)
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
        context.add_cookies([cookie])
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        tab = context.new_page()
        tab.complaints = []
        tab.on("console", lambda said: _complains(said) and tab.complaints.append(said.text))
        tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
        return tab

    yield open_it
    for context in contexts:
        context.close()


def _complains(said) -> bool:
    return said.type == "error" and not said.location["url"].endswith(NO_PICTURE)


def address(live_server, name, *args):
    return live_server.url + reverse(f"game:{name}", args=["long-valley", *args])


def test_an_order_is_given_on_the_map_and_its_arrow_is_drawn(war, open_tab, live_server):
    tab = open_tab(war, "north")
    tab.goto(address(live_server, "map"))
    tab.click("#panel a:has-text('North Guard')")
    tab.wait_for_selector(".order-form")
    tab.wait_for_url(address(live_server, "army", war.stations["north-guard"].army.key))
    assert tab.get_attribute(".map-provinces .target", "data-province") == "highfield"
    tab.dispatch_event(".map-provinces [data-province='highfield']", "click")
    tab.wait_for_selector("text=The order is given.")
    tab.wait_for_selector("#map-marches .march", state="attached")
    tab.wait_for_selector(".counter.ordered", state="attached")
    assert ArmyOrder.objects.get(station__ref="north-guard", turn=war.turn).path == ["highfield"]
    assert tab.complaints == []


def test_everything_works_without_javascript(war, open_tab, live_server):
    tab = open_tab(war, "north", java_script_enabled=False)
    tab.goto(address(live_server, "map"))
    tab.click("#panel a:has-text('North Guard')")
    tab.check("input[value='march:highfield']")
    tab.click("text=Give the order")
    tab.wait_for_selector("text=The order is given.")
    assert ArmyOrder.objects.get(station__ref="north-guard", turn=war.turn).path == ["highfield"]
    tab.click("button[name='ready']")
    expect(tab.locator("text=You are ready")).to_have_count(1)


def test_the_keyboard_moves_the_map_steps_through_turns_and_shows_its_keys(war, open_tab, live_server):
    tab = open_tab(war, "north")
    tab.goto(address(live_server, "past_turn", 1))
    tab.keyboard.press("ArrowRight")
    tab.wait_for_url(address(live_server, "past_turn", 2))
    expect(tab.locator("#keys-button")).to_be_visible()
    tab.keyboard.press("?")
    expect(tab.locator("dialog#keys")).to_be_visible()
    tab.keyboard.press("Escape")
    tab.wait_for_selector("dialog#keys", state="hidden")
    go(tab, "m", "/c/long-valley/")
    expect(tab.locator("#map-tools")).to_be_visible()
    tab.focus("#map-frame")
    before = tab.evaluate("document.getElementById('war-map').style.transform")
    tab.keyboard.press("+")
    tab.keyboard.press("ArrowLeft")
    tab.wait_for_function("before => document.getElementById('war-map').style.transform !== before", arg=before)
    assert tab.complaints == []


def test_the_choice_of_light_or_dark_is_kept(war, open_tab, live_server):
    tab = open_tab(war, "north")
    tab.goto(address(live_server, "map"))
    tab.click("#theme-button")
    expect(tab.locator("html")).to_have_attribute("data-bs-theme", "dark")
    tab.goto(address(live_server, "rosters"))
    expect(tab.locator("html")).to_have_attribute("data-bs-theme", "dark")
