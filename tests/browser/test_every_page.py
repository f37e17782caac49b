"""Every page: axe finds nothing, light or dark, wide or on a phone; no page scrolls sideways, no finger misses.

Each name has 80 letters without a space: what is too wide shows there.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from playwright.sync_api import Route

from battles.models import Battle
from campaign.models import Campaign, Station
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from tests.browser.conftest import NARROW, Visit
from tests.browser.looks import Texts, look, poor_contrast
from tests.browser.walk import ANSWERS, NO_PAGE, SAME_SHEET, Things, pages, play, routes, routes_of, war_with_people

PALE = """colours => {
  for (const colour of colours) {
    const text = document.querySelector('main').appendChild(document.createElement('p'));
    text.textContent = 'pale';
    text.style.color = colour;
  }
}"""


@pytest.fixture
def war(transactional_db: None) -> Campaign:
    """A war of long names."""
    return war_with_people(long_names=True)


@pytest.fixture
def things(war: Campaign, drilled: None) -> Things:
    """A war in its third turn."""
    return play(war, User.objects.get(username="referee"))


def test_every_route_is_looked_at_or_is_no_page(things: Things) -> None:
    seen = routes_of(path for paths in pages(things).values() for path in paths)
    assert seen | NO_PAGE | SAME_SHEET >= routes()
    assert not seen & (NO_PAGE | SAME_SHEET)


def test_every_page(things: Things, visit: Visit) -> None:
    found: list[Any] = []
    texts = Texts()
    for reader, paths in pages(things).items():
        page = visit(reader, "about:blank")
        bare = visit(reader, "about:blank", java_script_enabled=False, viewport=NARROW)
        for number, path in enumerate(paths):  # what needs no colours is asked in both sizes, each page in one by turns
            found += look(page, path, bare, whole=number % 2, texts=texts)
    assert found == []


def test_a_text_that_is_too_pale_is_asked_about_once_in_the_colours_in_which_it_is(
    visit: Visit, transactional_db: None
) -> None:
    page, known = visit(None, "/accounts/login/"), list[int]()
    page.emulate_media(color_scheme="light")
    assert poor_contrast(page, known) == []
    page.evaluate(PALE, ["#bbb", "#bbb", "#ccc"])
    assert (len(poor_contrast(page, known)), poor_contrast(page, known)) == (2, [])


def test_answers_that_no_address_leads_to(visit: Visit, transactional_db: None) -> None:
    page = visit(None, "about:blank")
    found: list[Any] = []
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
