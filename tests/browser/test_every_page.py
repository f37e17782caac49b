"""Every page: nothing for axe to complain of in light, in dark and on a phone, and no page scrolls sideways."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from battles.models import Battle
from campaign.models import Campaign, Province, Station
from campaign.services.orders import give_order
from campaign.services.turn import advance_turn
from rosters.models import Unit
from tests.browser.conftest import NARROW, WIDE, Visit

RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}
COLOURS = {"type": "rule", "values": ["color-contrast"]}
OPEN = ["/", "/accounts/login/", "/accounts/forgotten/", "/units/", "/lists/check/"]
GAME = ["", "rosters/", "treasury/", "turn/", "turns/1/", "chronicle/", "battles/", "numbers/"]
DESK = ["desk/", "desk/members/", "desk/copy/"]


@pytest.fixture
def fought(war: Campaign, drilled: None) -> Campaign:
    """Two Valleys after a turn with a battle."""
    for ref in ("avenne_main", "birkenfeld_main"):
        station = Station.objects.get(campaign=war, ref=ref)
        give_order(station=station, kind="march", path=["the_saddle"], actor="tester")
    advance_turn(campaign=war, actor="tester")
    return war


def complaints(page: Page, rules: dict[str, object]) -> list[str]:
    """What axe finds, one line for each thing."""
    found = Axe().run(page, options={"resultTypes": ["violations"], "runOnly": rules}).response["violations"]
    return [f"{page.url} {rule['id']}: {node['html'][:160]}" for rule in found for node in rule["nodes"]]


def look(page: Page, path: str) -> list[str]:
    """One page in light, then dark, then narrow."""
    page.set_viewport_size(WIDE)
    page.emulate_media(color_scheme="light")
    page.goto(path)
    found = complaints(page, RULES)
    page.emulate_media(color_scheme="dark")
    found += complaints(page, COLOURS)
    page.set_viewport_size(NARROW)
    page.reload()
    found += complaints(page, RULES)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [*found, f"{path} scrolls sideways by {wide} px at 390 px"] if wide > 0 else found


def look_at_all(page: Page, paths: list[str]) -> list[str]:
    return [line for path in paths for line in look(page, path)]


def test_pages_open_to_everybody(visit: Visit, transactional_db: None) -> None:
    assert look_at_all(visit(None, "/"), OPEN) == []


def test_pages_of_a_player(fought: Campaign, visit: Visit) -> None:
    army = Station.objects.get(campaign=fought, ref="avenne_main").army
    foreign = Station.objects.get(campaign=fought, ref="birkenfeld_main").army
    unit = Unit.objects.filter(army=army).first()
    capital = Province.objects.get(campaign=fought, key="avenne")
    battle = Battle.objects.get()
    things = [
        f"armies/{army.key}/", f"armies/{foreign.key}/", f"units/{unit.key}/", f"provinces/{capital.key}/",
        f"battles/{battle.key}/", f"battles/{battle.key}/journal/", f"battles/{battle.key}/forecast/",
        f"armies/{army.key}/forecast/",
    ]  # fmt: skip
    paths = [f"/c/{fought.slug}/{path}" for path in GAME + things]
    assert look_at_all(visit("avenne", "/"), paths) == []


def test_pages_of_the_referee(fought: Campaign, visit: Visit) -> None:
    paths = [f"/c/{fought.slug}/{path}" for path in ["", *DESK]]
    own = ["/", "/campaigns/new/", "/battles/", "/battles/new/", "/rules/", "/accounts/password_change/"]
    assert look_at_all(visit("referee", "/"), own + paths) == []


def test_a_battle_that_waits_has_a_page_without_complaints(
    war: Campaign, visit: Visit, worker: Callable[[], int]
) -> None:
    for ref in ("avenne_main", "birkenfeld_main"):
        station = Station.objects.get(campaign=war, ref=ref)
        give_order(station=station, kind="march", path=["the_saddle"], actor="tester")
    advance_turn(campaign=war, actor="tester", wait=False)
    battle = Battle.objects.get()
    page = visit("avenne", "/")
    assert look_at_all(page, [f"/c/{war.slug}/battles/{battle.key}/"]) == []
