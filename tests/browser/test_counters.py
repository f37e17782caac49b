"""Counters on the map: ten keys lead to an own army, and zoomed in they keep their size and have names."""

from playwright.sync_api import Page, expect

from campaign.models import Campaign, Member
from tests.browser.conftest import WIDE, Visit
from tests.browser.looks import settle

FOCUSED = "document.activeElement.getAttribute('href') || ''"


def width(page: Page) -> float:
    box = page.locator(".counter-own .counter-edge").first.bounding_box()
    assert box
    return box["width"]


def test_ten_keys_lead_to_an_own_army_and_the_focus_stays_in_its_panel(war: Campaign, visit: Visit) -> None:
    Member.objects.update(tour_step=0)
    page = visit("avenne", f"/c/{war.slug}/")
    for key in ("Tab", "Tab", "Enter", "Tab"):
        page.keyboard.press(key)
    assert "/armies/" in page.evaluate(FOCUSED)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Give the order")).to_be_visible()
    assert page.evaluate("document.getElementById('panel').contains(document.activeElement)")


MESSAGE = """() => {
    document.getElementById('messages').innerHTML = '<div class="alert alert-info">Sealed.</div>';
    const foot = document.querySelector('.map-foot').getBoundingClientRect();
    return [document.documentElement.scrollHeight, foot.bottom < innerHeight];
}"""


def test_a_message_pushes_nothing_of_the_map_out_of_the_window(war: Campaign, visit: Visit) -> None:
    assert visit("avenne", f"/c/{war.slug}/").evaluate(MESSAGE) == [WIDE["height"], True]


def test_counters_keep_their_size_and_carry_their_names_when_zoomed(war: Campaign, visit: Visit) -> None:
    page = visit("avenne", f"/c/{war.slug}/")
    name, before = page.locator(".counter-own .counter-name").first, width(page)
    expect(name).to_be_hidden()
    for _ in range(3):
        page.get_by_role("button", name="Nearer").click()
    expect(name).to_be_visible()
    assert abs(width(page) - before) < 0.1 * before


def test_n_leads_from_army_to_army_and_then_to_ready(war: Campaign, visit: Visit) -> None:
    page = visit("avenne", f"/c/{war.slug}/")
    settle(page)
    for army in ("Army of the Aven", "Corps of Aubrac"):
        page.keyboard.press("n")
        expect(page.get_by_role("heading", name=army)).to_be_visible()
        settle(page)
        page.get_by_role("radio", name="Hold").check()
        page.get_by_role("button", name="Give the order").click()
        expect(page.get_by_text("The order is given.")).to_be_visible()
        settle(page)
    page.keyboard.press("n")
    expect(page.get_by_role("button", name="Ready", exact=True)).to_be_focused()
