"""Guests watch a one-off by a secret link, until its owner takes it back."""

import re

import pytest
from django.test import Client

from battles.services import run_battle
from tests.factories.battles import one_off
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def fought(owner):
    battle = one_off(owner, rules="lgg")
    run_battle(battle.pk)
    return battle


def link(client: Client, battle) -> str:
    """The address that the owner's page shows."""
    found = re.search(r"/battles/watch/[\w-]+/", client.get(f"/battles/{battle.key}/").text)
    return found[0] if found else ""


def test_a_guest_watches_by_the_link_until_it_is_taken_back(mine, fought) -> None:
    assert link(mine, fought) == ""
    mine.post(f"/battles/{fought.key}/guests/", {"guests": "1"})
    address, guest = link(mine, fought), Client()
    page = guest.get(address)
    assert page.status_code == 200
    assert f'data-film="{address}film.json"' in page.text
    assert "noindex" in page.text
    assert f"/battles/{fought.key}/" not in page.text
    assert "no-store" in page.headers["Cache-Control"]
    assert guest.get(f"{address}film.json").json() == mine.get(f"/battles/{fought.key}/replay/film.json").json()
    assert guest.get(f"{address}account/?at=3").status_code == 200
    assert guest.get(f"/battles/{fought.key}/replay/").status_code == 302
    mine.post(f"/battles/{fought.key}/guests/", {"guests": "0"})
    assert [guest.get(f"{address}{part}").status_code for part in ("", "film.json", "account/")] == [404] * 3
    assert link(mine, fought) == ""


def test_a_new_link_makes_the_old_one_worthless(mine, fought) -> None:
    links = []
    for _ in range(2):
        mine.post(f"/battles/{fought.key}/guests/", {"guests": "1"})
        links.append(link(mine, fought))
    assert [Client().get(address).status_code for address in links] == [404, 200]


def test_only_the_owner_makes_links_and_nobody_guesses_them(mine, fought, django_user_model) -> None:
    other = logged_in(django_user_model.objects.create_user("other"))
    assert other.post(f"/battles/{fought.key}/guests/", {"guests": "1"}).status_code == 404
    assert Client().post(f"/battles/{fought.key}/guests/", {"guests": "1"}).status_code == 401
    assert link(mine, fought) == ""
    mine.post(f"/battles/{fought.key}/guests/", {"guests": "1"})
    fought.refresh_from_db()
    for token in (fought.guest_key, f"{fought.guest_key}-", f"{fought.guest_key}-{'0' * 32}", "-", "ü-ü", fought.key):
        assert Client().get(f"/battles/watch/{token}/").status_code == 404


def test_a_battle_that_is_not_settled_has_no_link(mine, owner) -> None:
    battle = one_off(owner, rules="lgg")
    answer = mine.post(f"/battles/{battle.key}/guests/", {"guests": "1"}, follow=True)
    assert "Guests: this battle is not settled yet" in answer.text
    battle.refresh_from_db()
    assert battle.guest_key == ""
