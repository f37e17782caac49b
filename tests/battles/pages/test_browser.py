"""A battle watched in a real browser: the bar moves, then the dispatch is there."""

import threading
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.db import connections
from playwright.sync_api import Page, expect

from battles.models import Battle
from battles.services import run_battle
from tests.conftest import PATIENCE
from tests.factories.battles import one_off
from tests.factories.people import logged_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tab(chromium, live_server, owner) -> Iterator[Page]:
    """A browser tab of the owner, logged in."""
    cookie = {"name": "sessionid", "value": logged_in(owner).cookies["sessionid"].value, "url": live_server.url}
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.add_cookies([cookie])
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def elsewhere(act: Callable[[], object]) -> None:
    """Do it on another connection, as a worker does, and wait for the end."""

    def work() -> None:
        try:
            act()
        finally:
            connections.close_all()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_the_page_follows_the_battle_and_ends_with_the_dispatch(tab: Page, live_server, owner: User) -> None:
    battle = one_off(owner)
    tab.goto(f"{live_server.url}/battles/{battle.key}/")
    expect(tab.locator("progress[value]")).to_have_attribute("value", "0")
    Battle.objects.update(progress=55)
    expect(tab.locator("progress[value='55']")).to_be_visible()
    elsewhere(lambda: run_battle(battle.pk))
    expect(tab.locator("#orders-of-battle")).to_be_visible()
    expect(tab.locator("progress[value]")).to_have_count(0)
    expect(tab.locator("h1")).to_have_text("Bautzen")
