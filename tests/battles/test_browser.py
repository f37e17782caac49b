"""A battle watched in a real browser: the bar moves, then the dispatch is there; no page scrolls sideways."""

import threading
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client

from battles.models import Battle
from battles.services import run_battle
from battles.services.profiles import create_profile
from tests.factories.battles import one_off

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def owner() -> User:
    return User.objects.create(username="owner")


@pytest.fixture(params=[(1280, "light"), (390, "dark")], ids=["desk", "phone"])
def tab(request, chromium, live_server, owner) -> Iterator:
    """A browser tab of the owner, logged in."""
    client = Client()
    client.force_login(owner)
    width, scheme = request.param
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    context = chromium.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    context.add_cookies([cookie])
    yield context.new_page()
    context.close()


def fits(tab) -> bool:
    return tab.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_the_page_follows_the_battle_and_ends_with_the_dispatch(tab, live_server, owner):
    battle = one_off(owner)
    tab.goto(f"{live_server.url}/battles/{battle.key}/")
    bar = tab.locator("progress[value]")
    assert bar.get_attribute("value") == "0"
    Battle.objects.update(progress=55)
    tab.locator("progress[value='55']").wait_for(timeout=5000)
    elsewhere = threading.Thread(target=lambda: (run_battle(battle.pk), connections.close_all()))
    elsewhere.start()
    elsewhere.join()
    tab.locator("#orders-of-battle").wait_for(timeout=5000)
    assert tab.locator("progress[value]").count() == 0
    assert tab.locator("h1").inner_text() == "Bautzen"
    assert fits(tab)


def test_no_page_scrolls_sideways_and_axe_finds_nothing(tab, live_server, owner):
    from axe_playwright_python.sync_playwright import Axe

    battle = one_off(owner)
    run_battle(battle.pk)
    profile = create_profile(owner=owner, name="Booklet", values={"combat": {"CM3": {"value": -1}}})
    own = [f"profiles/{path}" for path in ("", "compare/", f"{profile.key}/", f"{profile.key}/edit/")]
    for path in ("", "new/", f"{battle.key}/", f"{battle.key}/journal/", f"{battle.key}/numbers/", "../rules/", *own):
        tab.goto(f"{live_server.url}/battles/{path}")
        assert fits(tab), path
        found = Axe().run(tab).response["violations"]
        assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found] == [], path
