"""A real Chromium before the live site."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Locator, Page

from battles.models import Battle
from battles.services import run_battle
from campaign.models import Campaign
from tests.browser.looks import NARROW, settle
from tests.browser.walk import war_with_people
from tests.campaign.conftest import drilled
from tests.conftest import PATIENCE
from tests.factories.people import logged_in

PASSWORD = "sabretache-and-shako-1813"
WIDE = {"width": 1440, "height": 900}
__all__ = ["NARROW", "drilled"]
CONTEXT = {"viewport": WIDE, "reduced_motion": "reduce"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test here carries the marker."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture
def war(transactional_db: None) -> Campaign:
    """Two Valleys as it ships, with a referee, two players and an observer."""
    return war_with_people(PASSWORD)


Visit = Callable[..., Page]


@pytest.fixture
def visit(chromium: Browser, live_server) -> Iterator[Visit]:
    """``visit("referee", "/c/two-valleys/desk/")``: a page as somebody sees it; options go to the browser's context."""
    contexts, errors = [], []

    def open_page(name: str | None, path: str, **options: object) -> Page:
        context = chromium.new_context(**{**CONTEXT, "base_url": live_server.url, **options})
        contexts.append(context)
        if name:
            context.add_cookies([_session(name, live_server.url)])
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
        page.on("response", lambda answer: errors.extend([f"{answer.status} {answer.url}"] * (answer.status > 499)))
        page.on("console", lambda line: errors.extend([line.text] * ("Content Security Policy" in line.text)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def follow(page: Page, what: Locator) -> None:
    """Click on something that leads to another page, and wait until its scripts have taken over."""
    with page.expect_event("load"):
        what.click()
    settle(page)


def _session(name: str, url: str) -> Any:
    client = logged_in(User.objects.get(username=name))
    return {"name": project.SESSION_COOKIE_NAME, "value": client.cookies[project.SESSION_COOKIE_NAME].value, "url": url}


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """``worker()`` fights what is pending by the claim that every worker uses; how many battles."""
    monkeypatch.setattr("battles.services.publishing._send", lambda *_: True)

    def fight() -> int:
        pending = list(Battle.objects.filter(state="pending").values_list("pk", flat=True))
        for battle in pending:
            run_battle(battle)
        return len(pending)

    return fight
