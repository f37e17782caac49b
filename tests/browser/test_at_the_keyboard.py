"""Keys, the reader's zone, and what was typed when the log-in ends."""

from contextlib import suppress
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, TimeoutError, expect

from battles.models import RulesProfile
from campaign.models import ArmyOrder, Campaign, Turn
from campaign.services.turn import advance_turn
from tests.browser.conftest import PASSWORD, Visit, follow
from tests.browser.looks import settle
from tests.conftest import PATIENCE

WAR = "/c/two-valleys/"
PLACES = {
    "m": "", "r": "rosters/", "t": "treasury/", "u": "turn/", "c": "chronicle/", "b": "battles/", "d": "desk/",
    "p": "diplomacy/", "a": "aims/", "l": "letters/", "z": "gazette/",
}  # fmt: skip


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def go(page: Page, key: str, path: str) -> None:
    """``g`` and a letter; once more where the machine was so busy that the letter came too late for the ``g``."""
    for _ in range(5):
        press(page, "g", key)
        with suppress(TimeoutError):
            page.wait_for_url(f"**{path}", timeout=PATIENCE / 5)
            return
    raise AssertionError(f"g {key} does not lead to {path}")


def test_every_key_that_is_listed_leads_where_it_says(war: Campaign, visit: Visit) -> None:
    page = visit("referee", f"{WAR}turn/")
    expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
    press(page, "?")
    listed = page.get_by_role("dialog", name="Keys").locator("dt").all_inner_texts()
    assert {text.split()[1] for text in listed if text.startswith("g ")} == {*PLACES, "h", "g"}
    press(page, "Escape")
    for key, place in PLACES.items():
        go(page, key, f"{WAR}{place}")
        expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
    go(page, "h", "/")
    expect(page.get_by_role("heading", name="My campaigns")).to_be_visible()
    expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
    press(page, "?")
    assert page.locator("#keys dt").all_inner_texts() == ["?", "g g", "g h", "Esc"]


def test_arrows_step_through_turns_and_move_the_map(war: Campaign, visit: Visit) -> None:
    for _ in range(2):
        advance_turn(campaign=war, actor="tester")
    page = visit("avenne", f"{WAR}turns/1/")
    settle(page)
    press(page, "ArrowRight")
    page.wait_for_url(f"**{WAR}turns/2/")
    go(page, "m", WAR)
    settle(page)
    page.locator("#map-frame").focus()
    before = page.evaluate("document.getElementById('war-map').style.transform")
    press(page, "+", "ArrowLeft")
    page.wait_for_function("before => document.getElementById('war-map').style.transform !== before", arg=before)


def test_the_choice_of_light_or_dark_is_kept(war: Campaign, visit: Visit) -> None:
    page = visit("avenne", WAR, color_scheme="light")
    page.locator("#theme-button").click()
    for _ in range(2):
        expect(page.locator("html")).to_have_attribute("data-bs-theme", "dark")
        page.goto(f"{WAR}rosters/")


@pytest.mark.parametrize("field", ["input[name=points]", "select[name=faction]", "input[name=deadline]"])
def test_no_key_goes_anywhere_while_somebody_types(war: Campaign, visit: Visit, field: str) -> None:
    page = visit("referee", f"{WAR}desk/")
    expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
    page.get_by_text("Correct a treasury").click()
    page.locator(field).focus()
    press(page, "?", "g", "m", "g", "h", "ArrowLeft", "ArrowRight")
    expect(page.locator("#keys")).not_to_be_visible()
    assert page.url.endswith(f"{WAR}desk/")
    assert page.evaluate("document.activeElement.name") == page.locator(field).get_attribute("name")


def test_times_are_told_in_the_zone_of_the_browser(war: Campaign, visit: Visit) -> None:
    Turn.objects.filter(campaign=war).update(deadline=datetime(2099, 7, 24, 18, tzinfo=UTC))
    page = visit("avenne", WAR, timezone_id="America/New_York", locale="en-GB")
    due = page.locator(".campaign-facts time")
    expect(due).to_have_text("Fri 24 July 2099, 14:00 GMT-4")  # the browser's own words, on the first page only
    page.reload()
    expect(due).to_have_text("Fri 24 July 2099, 14:00 EDT")
    page.locator("#map-more summary").click()
    follow(page, page.get_by_role("link", name="America/New_York"))
    page.get_by_label("Zone").fill("Tokyo")
    page.get_by_role("button", name="Use this zone").click()
    expect(due).to_have_text("Sat 25 July 2099, 03:00 JST")


def end_log_in() -> None:
    Session.objects.all().delete()


def log_in_beside(page: Page, name: str) -> None:
    """Log in in a second tab, as the sentence asks, and close it."""
    with page.expect_popup() as beside:
        page.get_by_role("link", name="Log in in a new tab").click()
    tab = beside.value
    tab.get_by_label("Username").fill(name)
    tab.get_by_label("Password").fill(PASSWORD)
    tab.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(tab.get_by_role("heading", name="My campaigns")).to_be_visible()
    tab.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_form_survives_the_end_of_the_log_in(war: Campaign, visit: Visit, scripts: bool) -> None:
    page = visit("avenne", "/battles/profiles/", java_script_enabled=scripts)
    page.get_by_label("Name of the new profile").fill("The “booklet” of 1813")
    end_log_in()
    page.get_by_role("button", name="Copy and type in").click()
    expect(page.get_by_role("heading", name="Your log-in has ended")).to_be_visible()
    log_in_beside(page, "avenne")
    page.get_by_role("button", name="Send it again").click()
    if not scripts:  # the token is as old as the page; the answer brings a new one
        expect(page.get_by_role("heading", name="The form is out of date")).to_be_visible()
        page.get_by_role("button", name="Send it again").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The “booklet” of 1813")
    assert RulesProfile.objects.get().name == "The “booklet” of 1813"


def choose_crossways(page: Page) -> None:
    """Open the army's panel and choose its march, when htmx has the form in hand."""
    page.locator("#panel").get_by_role("link", name="Army of the Aven", exact=True).click()
    page.get_by_role("radio", name="March to Crossways").check()
    settle(page)


def test_an_order_survives_the_end_of_the_log_in_without_leaving_the_map(war: Campaign, visit: Visit) -> None:
    page = visit("avenne", WAR)
    choose_crossways(page)
    end_log_in()
    page.get_by_role("button", name="Give the order").click()
    expect(page.get_by_text("Nothing was changed: your log-in has ended")).to_be_visible()
    expect(page.get_by_role("radio", name="March to Crossways")).to_be_checked()
    log_in_beside(page, "avenne")
    page.get_by_role("button", name="Give the order").click()
    expect(page.get_by_text("The order is given.").first).to_be_visible()
    assert ArmyOrder.objects.get().path == ["crossways"]


def test_a_site_that_does_not_answer_is_told_and_the_form_stays(war: Campaign, visit: Visit) -> None:
    page = visit("avenne", WAR)
    choose_crossways(page)
    page.route("**/order/", lambda route: route.abort())
    page.get_by_role("button", name="Give the order").click()
    expect(page.get_by_text("The site does not answer.")).to_be_visible()
    expect(page.get_by_role("radio", name="March to Crossways")).to_be_checked()


def test_who_tries_too_often_is_told_how_long_to_wait(war: Campaign, visit: Visit) -> None:
    page = visit(None, "/accounts/login/")
    for _ in range(settings.AXES_FAILURE_LIMIT):
        page.get_by_label("Username").fill("avenne")
        page.get_by_label("Password").fill("not his password")
        follow(page, page.get_by_role("main").get_by_role("button", name="Log in"))
    expect(page.get_by_role("heading", name="Too many tries")).to_be_visible()
    assert User.objects.get(username="avenne").check_password(PASSWORD)
