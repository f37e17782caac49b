"""Every page: axe finds nothing, light or dark, wide or on a phone; no page scrolls sideways, no finger misses."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from playwright.sync_api import Page, Route

from battles.models import Battle
from campaign.models import Campaign, Station
from campaign.services.orders import give_order
from campaign.services.turn import advance_turn
from tests.browser.conftest import NARROW, Visit
from tests.browser.walk import ANSWERS, NO_PAGE, SAME_SHEET, Things, pages, play, routes, routes_of

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
WIDE = {"width": 1280, "height": 900}
RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}
#: How a page is looked at, one after the other: its size and its colours.
LOOKS = ((NARROW, "light"), (WIDE, "dark"))
#: What a finger touches, but links in running text: everything that is lower than 44 px.
LOW = """() => [...document.querySelectorAll(
  'button, select, input:not([type=hidden]):not([type=checkbox]):not([type=radio]), .btn, header a, nav a, summary,' +
  '.back a'
)].filter(part => part.checkVisibility() && !part.matches('.skip') && part.getBoundingClientRect().height < 43.5)
  .map(part => `${part.getBoundingClientRect().height} px: ${part.outerHTML.slice(0, 120)}`)"""


@pytest.fixture
def things(war: Campaign, drilled: None) -> Things:
    """A war in its third turn."""
    return play(war, User.objects.get(username="referee"))


def look(page: Page, path: str) -> Iterator[str]:
    """One page in all sizes and colours: a line for each thing that is wrong."""
    page.set_viewport_size(NARROW)
    page.goto(path)
    page.evaluate(AXE)
    yield from (f"{path} a finger needs 44 px: {line}" for line in page.evaluate(LOW))
    for size, colours in LOOKS:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=colours)
        options: dict[str, Any] = {"resultTypes": ["violations"], "runOnly": RULES}
        for rule in page.evaluate("options => axe.run(document, options)", options)["violations"]:
            at = f"{path} {size['width']} {colours} {rule['id']}"
            yield from (f"{at}: {node['html'][:160]}" for node in rule["nodes"])
        if wide := page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"):
            yield f"{path} scrolls sideways by {wide} px at {size['width']}"


def test_every_route_is_looked_at_or_is_no_page(things: Things) -> None:
    seen = routes_of(path for paths in pages(things).values() for path in paths)
    assert seen | NO_PAGE | SAME_SHEET >= routes()
    assert not seen & (NO_PAGE | SAME_SHEET)


def test_every_page(things: Things, visit: Visit) -> None:
    found = []
    for reader, paths in pages(things).items():
        page = visit(reader, "about:blank")
        for path in paths:
            found += look(page, path)
    assert found == []


def test_answers_that_no_address_leads_to(visit: Visit, transactional_db: None) -> None:
    page = visit(None, "about:blank")
    found = []
    for template in ANSWERS:
        text = render_to_string(template, {"sent": [("name", "Ligny"), ("roster", "3 Line inf")]})
        page.route(f"**/{template}", _answer(text))
        found += look(page, f"/{template}")
    assert found == []


def _answer(text: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=text, content_type="text/html; charset=utf-8")


def test_a_battle_that_waits_has_a_page_without_complaints(
    war: Campaign, visit: Visit, worker: Callable[[], int]
) -> None:
    for ref in ("avenne_main", "birkenfeld_main"):
        station = Station.objects.get(campaign=war, ref=ref)
        give_order(station=station, kind="march", path=["the_saddle"], actor="tester")
    advance_turn(campaign=war, actor="tester", wait=False)
    assert list(look(visit("avenne", "about:blank"), f"/c/{war.slug}/battles/{Battle.objects.get().key}/")) == []
