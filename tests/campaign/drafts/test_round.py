"""A war that is loaded, of which each form is opened and entered as it stands, is the same to the byte."""

import re

import pytest
from django.test import Client

from campaign.services.files.packs import SHIPPED, read_pack
from campaign.views.drafts.door import ROOMS
from lab.soak.forms import forms_of
from tests.campaign.drafts.hands import made, text_of

pytestmark = pytest.mark.django_db
KEPT_SHUT = re.compile(r"/(undo|redo|begin|publish|link|copy|drop|picture|place|rehearsal|log-?out|theme|zone)/")
ADDS = {"draft_aims", "draft_triggers"}
"""Pages whose own form adds a row; what they hold is entered by another form of the page."""
PLACES = {"draft_aims": "victory/"}
NOTHING_TO_ENTER = {"draft", "draft_see", "draft_rehearsal"}
LEAST = 12
"""Forms of a draft at least: a page that lost its form would prove nothing."""
PAGES = re.compile(r'href="\?page=(\d+)"')


@pytest.mark.parametrize("name", SHIPPED)
def test_each_form_that_is_entered_as_it_stands_changes_no_byte(anna: Client, name: str) -> None:
    draft, sent = made(anna, pack=name), 0
    for room in ROOMS.keys() - NOTHING_TO_ENTER:
        address = f"/drafts/{draft.key}/{PLACES.get(room, room.removeprefix('draft_') + '/')}"
        first = anna.get(address).text
        pages = [first, *(anna.get(address, {"page": page}).text for page in sorted(set(PAGES.findall(first)) - {"1"}))]
        for form in [form for page in pages for form in forms_of(page)]:
            to = form.action if form.action.startswith("/") else f"{address}{form.action}"
            if "seen" not in form.fields or KEPT_SHUT.search(to) or (room in ADDS and to == address):
                continue
            answer = anna.post(to, form.filled(act="enter"))
            draft.refresh_from_db()
            assert (answer.status_code, draft.version) == (302, 1), (room, to, answer.text[:200])
            sent += 1
    assert sent >= LEAST
    assert text_of(anna, draft) == read_pack(name)
