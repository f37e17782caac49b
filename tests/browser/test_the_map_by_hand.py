"""The map under a mouse, two fingers and the keyboard; stacks of armies; the tour of a phone."""

import pytest
from playwright.sync_api import CDPSession, Page, expect

from campaign.models import ArmyOrder, Campaign, Faction, Province
from tests.browser.conftest import NARROW, Visit
from tests.browser.looks import settle
from tests.factories.campaign import station

PLACE = """([x, y]) => {
    const box = document.getElementById('war-map').getBoundingClientRect();
    return [(x - box.left) / box.width, (y - box.top) / box.height, box.width];
}"""
SPOT = {"x": 500, "y": 400}


def place(page: Page, x: float, y: float) -> tuple[list[float], float]:
    """Which part of the map lies under a point of the window, and how wide the map is drawn."""
    left, down, width = page.evaluate(PLACE, [x, y])
    return [left, down], width


def test_ctrl_and_wheel_zoom_into_what_lies_under_the_pointer_and_the_wheel_alone_does_not(
    war: Campaign, visit: Visit
) -> None:
    page = visit("avenne", f"/c/{war.slug}/")
    settle(page)
    under, width = place(page, **SPOT)
    page.mouse.move(**SPOT)
    page.mouse.wheel(0, -300)
    assert place(page, **SPOT) == (under, width)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.wait_for_function(
        "width => document.getElementById('war-map').getBoundingClientRect().width > width", arg=width
    )
    assert place(page, **SPOT)[0] == pytest.approx(under)


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def test_two_fingers_zoom_as_far_as_they_part_and_what_is_between_them_stays(war: Campaign, visit: Visit) -> None:
    page = visit("avenne", f"/c/{war.slug}/", viewport=NARROW, has_touch=True, is_mobile=True)
    settle(page)
    session = page.context.new_cdp_session(page)
    under, width = place(page, 200, 200)
    touch(session, "touchStart", (160, 200))
    touch(session, "touchStart", (160, 200), (240, 200))
    for apart in (60, 80):
        touch(session, "touchMove", (200 - apart, 200), (200 + apart, 200))
    touch(session, "touchEnd")
    now, wider = place(page, 200, 200)
    assert wider == pytest.approx(2 * width, rel=0.02)
    assert now == pytest.approx(under, abs=0.01)


def test_a_province_is_chosen_with_the_keyboard_after_the_mouse_was_on_the_map(war: Campaign, visit: Visit) -> None:
    page = visit("avenne", f"/c/{war.slug}/")
    settle(page)
    page.locator(".counter-own").first.click()
    expect(page.get_by_role("button", name="Give the order")).to_be_visible()
    settle(page)
    page.locator(".map-provinces .target:not(.forced)").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("The order is given.")).to_be_visible()
    assert ArmyOrder.objects.get().kind == "march"


def test_a_stack_of_armies_opens_when_the_map_is_zoomed(war: Campaign, visit: Visit) -> None:
    avenne, there = Faction.objects.get(key="avenne"), Province.objects.get(campaign=war, key="crossways")
    for name in [f"Corps {number}" for number in range(6)]:
        station(avenne, there, "2 Line inf", name, None)
    page = visit("avenne", f"/c/{war.slug}/")
    settle(page)
    shown = page.locator(".counter-own:visible").filter(has_text="Corps 5")
    rest = page.get_by_role("link", name="3 more armies in this province")
    expect(rest).to_be_visible()
    expect(shown).to_have_count(0)
    for _ in range(2):
        page.get_by_role("button", name="Nearer").click()
    expect(shown).to_have_count(1)
    expect(rest).to_be_hidden()


def test_on_a_phone_no_step_of_the_tour_hides_ready(war: Campaign, visit: Visit) -> None:
    page = visit("avenne", f"/c/{war.slug}/", viewport={"width": 390, "height": 664})
    for step in ("1", "2", "3"):
        expect(page.get_by_text(f"Step {step} of 3")).to_be_in_viewport()
        expect(page.get_by_role("button", name="Ready", exact=True)).to_be_in_viewport(ratio=1)
        page.locator("#tour .btn-primary").click()
    expect(page.locator("#tour")).to_have_count(0)


def height(page: Page) -> float:
    return float(page.evaluate("document.getElementById('drawer').getBoundingClientRect().height"))


def test_on_a_phone_the_sheet_is_pulled_up_and_down_by_its_grip(war: Campaign, visit: Visit) -> None:
    page = visit("avenne", f"/c/{war.slug}/", viewport=NARROW, has_touch=True, is_mobile=True, reduced_motion="reduce")
    settle(page)
    session, heights = page.context.new_cdp_session(page), [height(page)]
    for by in (-120, 120, 120):
        y = NARROW["height"] - heights[-1] + 20
        touch(session, "touchStart", (195, y))
        touch(session, "touchMove", (195, y + by))
        touch(session, "touchEnd")
        heights.append(height(page))
    first, up, back, down = heights
    assert up > first == back > down
    assert down < 50


def test_a_campaigns_head_shrinks_to_one_line_when_its_page_is_scrolled(war: Campaign, visit: Visit) -> None:
    page = visit("avenne", f"/c/{war.slug}/rosters/")
    page.set_viewport_size({"width": 1366, "height": 768})
    name = page.locator(".campaign-bar").get_by_role("link", name=war.name)
    expect(name).to_be_hidden()
    page.mouse.wheel(0, 900)
    expect(name).to_be_in_viewport()
    bar = page.locator(".campaign-bar").bounding_box()
    assert bar
    assert bar["y"] == 0
    assert bar["height"] < 50
