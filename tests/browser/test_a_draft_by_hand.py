"""Towns of a draft are moved and made on its map; the table below has them, and the map is drawn from it."""

import io
import json
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from PIL import Image
from playwright.sync_api import Page, expect

from campaign.models import Campaign, Draft
from campaign.rules.drafts.starts import blank, read_document
from campaign.selectors.making.drafts import document_text
from campaign.services.drafts.drafts import make_draft
from campaign.services.files.packs import read_pack
from tests.browser.conftest import Visit, follow


def test_a_town_is_pushed_dragged_and_made(war: Campaign, visit: Visit) -> None:
    draft = make_draft(user=User.objects.get(username="referee"), file=read_document(read_pack("two_valleys")))
    before = {row["name"]: row for row in json.loads(document_text(draft))["provinces"]}
    page = visit("referee", f"/drafts/{draft.key}/map/")
    page.get_by_role("button", name="Move Avenne").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator("#moved")).to_contain_text("Avenne: 1")
    page.keyboard.press("PageDown")
    expect(page.locator(":focus")).not_to_have_attribute("aria-label", "Move Avenne")
    expect(page.locator(".town-handle[tabindex='0']")).to_have_count(1)
    name = page.get_by_label("Name of the next town")
    name.fill("Avenne")
    name.press("Enter")
    expect(page.locator(":focus")).to_have_attribute("aria-label", "Move Avenne")
    box = page.get_by_role("button", name="Move The Saddle").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 20, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator("#moved")).to_contain_text("The Saddle: ")
    page.mouse.dblclick(box["x"] + box["width"] / 2 + 40, box["y"] + 60)
    expect(page.locator("#moved")).to_contain_text("Town 1: ")
    page.get_by_label("A click or stroke").select_option("marsh")
    page.mouse.click(box["x"] + box["width"] / 2 + 40, box["y"] + 60)
    expect(page.locator(".new-handle + .new-town")).to_have_text("Town 1: marsh")
    for key, names in (("Control+z", ["Town 1"]), ("Control+z", []), ("Control+y", ["Town 1"])):
        page.keyboard.press(key)
        expect(page.locator(".new-handle + .new-town")).to_have_text(names)
        expect(page.locator(".town-handle[tabindex='0']")).to_have_count(1)
    page.get_by_role("button", name="Enter and draw", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("Towns entered")
    after = {row["name"]: row for row in json.loads(document_text(Draft.objects.get()))["provinces"]}
    assert set(after) - set(before) == {"Town 1"}
    for name in before:
        moved = after[name]["at"] != before[name]["at"]
        assert moved == (name in ("Avenne", "The Saddle")), name
    assert after["Avenne"]["at"][0] > before["Avenne"]["at"][0]
    assert after["Avenne"]["at"][1] > before["Avenne"]["at"][1]
    assert abs(after["The Saddle"]["at"][1] - before["The Saddle"]["at"][1]) < 3
    assert all(row["polygon"] for row in after.values())


def stored() -> dict[str, Any]:
    """The draft as the database has it."""
    draft: dict[str, Any] = json.loads(document_text(Draft.objects.get()))
    return draft


def middle(page: Page, name: str) -> tuple[float, float]:
    """Where a handle of the map is clicked."""
    handle = page.get_by_role("button", name=name)
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def paint(page: Page, before: dict[str, Any]) -> None:
    """Strokes, clicks and typed words are taken back and done again in their order, and one province is painted."""
    table = page.locator("#id_text").first
    whole = table.input_value()
    page.get_by_label("A click or stroke").select_option("marsh")
    page.locator(".draft-map").click(position={"x": 4, "y": 4})
    assert table.input_value() == whole
    page.mouse.move(*middle(page, "Move Avenne"))
    page.mouse.down()
    page.mouse.move(*middle(page, "Move Northmill"), steps=5)
    page.mouse.up()
    expect(page.locator("#moved")).to_contain_text("Northmill: marsh")
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="Take back").click()
    assert table.input_value() == whole
    page.keyboard.press("Control+y")
    stroked = table.input_value()
    table.press("Control+End")
    page.keyboard.type("Lager,1,2")
    page.mouse.click(*middle(page, "Move Northmill"))
    both = table.input_value()
    for button, texts in (("Take back", [f"{stroked}Lager,1,2", stroked]), ("Do again", [f"{stroked}Lager,1,2", both])):
        for text in texts:
            page.get_by_role("button", name=button).click()
            assert table.input_value() == text
    for _ in range(2):
        page.get_by_role("button", name="Take back").click()
    page.mouse.click(*middle(page, "Move Avenne"))
    expect(page.locator("#moved")).to_have_text("Avenne is marsh already.")
    expect(page.get_by_role("button", name="Do again")).to_be_enabled()
    follow(page, page.get_by_role("button", name="Enter and draw", exact=True))
    painted = stored()["provinces"]
    was = {row["key"]: row.get("terrain") for row in before["provinces"]}
    assert [row["key"] for row in painted if row.get("terrain") != was[row["key"]]] == ["avenne"]


def click_ways(page: Page, before: dict[str, Any]) -> None:
    """Clicks on two towns change a way, make one, or take one away."""
    table = page.locator("#id_text").first
    lines = table.input_value().replace("Avenne - Northmill road", "AVENNE, northmill")
    lines = lines.replace("Avenne - Aubrac", "aubrac – Avenné").replace(
        "Northmill - The Saddle ford", "Northmill to the saddle ferry"
    )
    table.fill(lines)
    clicks = {
        ("Avenne", "Northmill"): "road", ("The Saddle", "Northmill"): "ford", ("Aubrac", "Avenne"): "track",
        ("Northmill", "Aubrac"): "track",
    }  # fmt: skip
    for pair, kind in clicks.items():
        page.get_by_label("Kind of the way").select_option(kind)
        for name in pair:
            page.mouse.click(*middle(page, f"Way at {name}"))
    expect(page.locator("#moved")).to_contain_text("Northmill – Aubrac: a new track")
    page.keyboard.press("Control+z")
    expect(page.locator("#moved")).to_contain_text("Taken back: Northmill – Aubrac")
    follow(page, page.get_by_role("button", name="Enter the list"))
    ways = stored()["edges"]
    kinds = {frozenset(row["between"]): row.get("kind", "road") for row in ways}
    gone = {frozenset(("avenne", "northmill")), frozenset(("the_saddle", "northmill"))}
    assert {frozenset(row["between"]) for row in before["edges"]} - set(kinds) == gone
    assert set(kinds) < {frozenset(row["between"]) for row in before["edges"]}
    assert kinds[frozenset(("avenne", "aubrac"))] == "track"


def keep_what_is_typed(page: Page) -> None:
    """While something on the page is not entered, no step of the draft is undone."""
    table = page.locator("#id_text").first
    table.press("Control+End")
    page.keyboard.type("Avenne - ")
    page.get_by_label("Kind of the way").focus()
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="Way at Avenne").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#moved")).to_contain_text("This page has something that is not entered.")
    page.keyboard.press("Control+y")
    assert table.input_value().endswith("\nAvenne - ")
    follow(page, page.get_by_role("button", name="Enter the list"))
    expect(page.get_by_role("alert")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.locator("#moved")).to_contain_text("This page has something that is not entered.")


def test_terrain_is_painted_and_ways_are_clicked_and_each_is_taken_back(war: Campaign, visit: Visit) -> None:
    draft = make_draft(user=User.objects.get(username="referee"), file=read_document(read_pack("two_valleys")))
    before = json.loads(document_text(draft))
    page = visit("referee", f"/drafts/{draft.key}/map/")
    paint(page, before)
    page.goto(f"/drafts/{draft.key}/ways/")
    click_ways(page, before)
    keep_what_is_typed(page)
    page.goto(f"/drafts/{draft.key}/ways/")
    for key, said in (("Control+z", "Undone: Ways entered"), ("Control+z", "Undone: Towns entered")):
        with page.expect_event("load"):
            page.keyboard.press(key)
        expect(page.locator("#messages")).to_contain_text(said)
        assert page.url.endswith("/ways/")
    assert stored() == before


def test_towns_are_clicked_on_a_picture_that_was_moved_by_mouse(war: Campaign, visit: Visit) -> None:
    draft = make_draft(user=User.objects.get(username="referee"), file=blank("Old map", date(1809, 5, 1)))
    page = visit("referee", f"/drafts/{draft.key}/map/")
    page.get_by_text("Picture under the map", exact=True).click()
    out = io.BytesIO()
    Image.new("RGB", (200, 140), "tan").save(out, "PNG")
    page.get_by_label("Picture*").set_input_files(
        {"name": "map.png", "mimeType": "image/png", "buffer": out.getvalue()}
    )
    page.get_by_role("button", name="Lay it under the map").click()
    page.get_by_role("button", name="Move the picture", exact=True).click()
    x = page.get_by_label("Middle: x")
    expect(x).to_have_value("500.0")
    frame = page.locator(".draft-map")
    frame.scroll_into_view_if_needed()
    box = frame.bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 40, middle[1], steps=4)
    page.mouse.up()
    expect(x).not_to_have_value("500.0")
    page.locator("#keep-picture").click()
    for number, name in enumerate(("Prague", "Kolin", "Tabor")):
        page.get_by_label("Name of the next town").fill(name)
        frame.click(position={"x": 300 + 90 * number, "y": 200 + 60 * number})
        expect(page.locator("#moved")).to_contain_text(f"{name}: ")
    page.get_by_label("Name of the next town").fill("Pilsen")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#moved")).to_contain_text("Pilsen: ")
    page.get_by_role("button", name="Enter and draw", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("Towns entered")
    kept = Draft.objects.get()
    assert kept.under["x"] > 500
    assert {row["name"] for row in json.loads(document_text(kept))["provinces"]} == {
        "Prague", "Kolin", "Tabor", "Pilsen",
    }  # fmt: skip
