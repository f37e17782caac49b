"""A draft exists for its referees alone: everybody else gets the answer that he gets where there is none."""

import re
from itertools import product

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaign.models import Draft
from campaign.urls.drafts import urlpatterns
from tests.campaign.drafts.hands import browser, made

pytestmark = pytest.mark.django_db
OF_ONE = {
    str(pattern.name): ["a" * 12] if "<slug:scan>" in str(pattern.pattern) else []
    for pattern in urlpatterns if str(pattern.pattern).startswith("<slug:key>")
}  # fmt: skip
"""Name of a route → what it takes after the key of the draft."""
MASKS = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+"|nonce="[^"]+"')


def answers(key: str) -> dict[tuple[str | None, str, str, bool], tuple[object, ...]]:
    """What a stranger, the host and a visitor get at each address of a draft, read and sent; by turns with htmx."""
    User.objects.get_or_create(username="host", is_staff=True, is_superuser=True)
    clients = {"bertha": browser("bertha"), "host": browser("host"), None: Client()}
    found: dict[tuple[str | None, str, str, bool], tuple[object, ...]] = {}
    for number, ((who, client), name, method) in enumerate(product(clients.items(), OF_ONE, ("get", "post"))):
        htmx = (number + number // 2 + number // (2 * len(OF_ONE))) % 2 == 0
        headers = {"HX-Request": "true"} if htmx else {}
        data = {"seen": "1", "slug": "stolen", "name": "x", "text": "Prague,1,1"}
        answer = getattr(client, method)(reverse(name, args=[key, *OF_ONE[name]]), data, headers=headers)
        found[who, name, method, htmx] = (
            answer.status_code, MASKS.sub(b"", answer.content), answer.headers.get("Location"),
        )  # fmt: skip
    return found


def test_nobody_else_learns_whether_there_is_a_draft() -> None:
    draft = made(browser("anna"), pack="two_valleys")
    there = answers(draft.key)
    packed, version = bytes(draft.packed), draft.version
    draft.refresh_from_db()
    assert (bytes(draft.packed), draft.version, draft.begun_at) == (packed, version, None)
    key = draft.key
    draft.delete()
    assert there == answers(key)
    assert {answer[0] for (who, *_), answer in there.items() if who} <= {404, 405}


def test_lists_hold_nothing_but_ones_own_drafts() -> None:
    made(browser("anna"), name="Bohemia 1757")
    made(browser("bertha"), name="Silesia 1758")
    assert "Silesia" not in browser("anna").get("/drafts/").text
    assert "Silesia 1758" in browser("bertha").get("/drafts/").text
    assert Client().get("/drafts/").status_code == 302


def test_a_second_referee_sees_it_too() -> None:
    draft = made(browser("anna"), name="Bohemia 1757")
    draft.referees.add(User.objects.create_user("bertha"))
    page = browser("bertha").get(f"/drafts/{draft.key}/")
    assert (page.status_code, page["Cache-Control"]) == (200, "private, no-store")
    assert Draft.objects.get().referees.count() == 2
