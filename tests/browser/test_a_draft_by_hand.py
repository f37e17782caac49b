"""Towns of a draft are moved and made on its map; the table below has them, and the map is drawn from it."""

import json

from django.contrib.auth.models import User
from playwright.sync_api import expect

from campaign.models import Campaign, Draft
from campaign.rules.drafts.starts import read_document
from campaign.selectors.drafts import document_text
from campaign.services.drafts.drafts import make_draft
from campaign.services.files.packs import read_pack
from tests.browser.conftest import Visit


def test_a_town_is_pushed_dragged_and_made(war: Campaign, visit: Visit) -> None:
    referee = User.objects.get(username="referee")
    draft = make_draft(user=referee, file=read_document(read_pack("two_valleys")))
    before = {row["name"]: row for row in json.loads(document_text(draft))["provinces"]}
    page = visit("referee", f"/drafts/{draft.key}/map/")
    handle = page.get_by_role("button", name="Move Avenne")
    handle.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator("#moved")).to_contain_text("Avenne: 1")
    saddle = page.get_by_role("button", name="Move The Saddle")
    box = saddle.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 20, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator("#moved")).to_contain_text("The Saddle: ")
    page.mouse.dblclick(box["x"] + box["width"] / 2 + 40, box["y"] + 60)
    expect(page.locator("#moved")).to_contain_text("Town 1: ")
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
