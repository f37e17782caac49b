"""From the order to the settled battle, as the README tells it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from campaign.models import Campaign
from campaign.services.audit import audit
from rosters.models import StrengthLine
from tests.browser.conftest import Visit
from tests.browser.looks import settle
from tests.browser.test_at_the_keyboard import go


def give_order(page: Page, army: str, order: str) -> None:
    """Choose an army in the list beside the map and give it an order."""
    page.goto("/c/two-valleys/")
    page.locator("#panel").get_by_role("link", name=army, exact=True).first.click()
    page.get_by_role("radio", name=order).check()
    if page.evaluate("Boolean(window.htmx)"):
        settle(page)
    page.get_by_role("button", name="Give the order").click()
    expect(page.get_by_text("The order is given.").first).to_be_visible()


def make_ready(page: Page) -> None:
    page.get_by_role("button", name="Ready", exact=True).click()
    expect(page.get_by_text("You are ready.")).to_be_visible()


def test_two_players_march_the_referee_runs_the_turn_and_the_battle_is_in_the_rosters(
    war: Campaign, visit: Visit, worker: Callable[[], int]
) -> None:
    player = visit("avenne", "/c/two-valleys/")
    give_order(player, "Army of the Aven", "March to Crossways")
    expect(player.locator(".map-marches path, .march")).not_to_have_count(0)
    make_ready(player)
    give_order(visit("birkenfeld", "/c/two-valleys/"), "Army of the Birke", "March to Crossways")

    desk = visit("referee", "/c/two-valleys/desk/")
    expect(desk.get_by_text("Not ready yet: Republic of Birkenfeld")).to_be_visible()
    desk.get_by_role("button", name="Seal the orders and run the turn").click()
    expect(desk.get_by_text("The battles of turn 1 are being fought.")).to_be_visible()
    expect(desk.get_by_role("progressbar")).to_be_visible()
    player.goto("/c/two-valleys/battles/")
    player.get_by_role("link", name="Battle of Crossways").click()
    expect(player.get_by_role("progressbar")).to_be_visible()
    for page in (desk, player):
        page.goto("about:blank")

    assert worker() == 1
    player.goto("/c/two-valleys/battles/")
    player.get_by_role("link", name="Battle of Crossways").click()
    expect(player.get_by_role("article", name="Dispatch")).to_be_visible()
    expect(player.get_by_text("Orders of battle, before and after")).to_be_visible()
    desk.goto("/c/two-valleys/desk/")
    expect(desk.get_by_role("heading", name="Turn 2: open for orders")).to_be_visible()
    expect(desk.get_by_role("rowheader", name="Crossways")).to_be_visible()
    _biographies_agree(player)
    assert audit() == []


def _biographies_agree(player: Page) -> None:
    """Each strength that the battle changed stands on the unit's page with its line."""
    lines = StrengthLine.objects.filter(cause="battle", unit__army__station__faction__key="avenne")
    for line in lines.select_related("unit")[:3]:
        player.goto(f"/c/two-valleys/units/{line.unit.key}/")
        expect(player.get_by_role("link", name="Battle of Crossways")).not_to_have_count(0)


def test_an_order_is_given_and_the_turn_is_run_without_javascript(
    war: Campaign, visit: Visit, worker: Callable[[], int]
) -> None:
    player = visit("avenne", "/c/two-valleys/", java_script_enabled=False)
    give_order(player, "Corps of Aubrac", "March to Crossways")
    make_ready(player)
    desk = visit("referee", "/c/two-valleys/desk/", java_script_enabled=False)
    desk.get_by_role("button", name="Seal the orders and run the turn").click()
    expect(desk.get_by_role("heading", name="Turn 2: open for orders")).to_be_visible()
    player.goto("/c/two-valleys/turns/1/")
    expect(player.get_by_text("Marched to Crossways.").first).to_be_visible()


def test_a_province_is_found_and_opened_with_the_keyboard_alone(war: Campaign, visit: Visit) -> None:
    page = visit("avenne", "/c/two-valleys/")
    page.locator("#map-frame").focus()
    page.keyboard.press("Tab")
    name = page.evaluate("document.activeElement.dataset.province")
    assert name
    page.keyboard.press("Enter")
    expect(page.locator(f"#panel [data-province={name}]")).to_be_visible()
    go(page, "r", "/c/two-valleys/rosters/")
    expect(page.get_by_role("heading", name="Rosters", level=1)).to_be_visible()
    expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()  # shown when the keys are listened to
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
