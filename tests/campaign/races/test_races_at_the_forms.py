"""Two browsers at once, through the same forms that people use: nobody overspends, and each thing happens once."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from base.refusal import Refusal
from campaign.models import Member
from campaign.services.audit import audit, orphans
from campaign.services.people.members import invite, join_as_new_user
from tests.campaign.worlds import Valley, fresh, long_valley
from tests.races import RACES, at_once

pytestmark = [*RACES, pytest.mark.usefixtures("drilled")]
SLUG = "long-valley"


def browser(valley: Valley, name: str) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(valley.people[name])
    return client


def statuses(answers: list[Any]) -> list[int]:
    return sorted(answer.status_code for answer in answers)


def test_an_order_given_six_times_at_once_is_one_order():
    valley = long_valley()
    url = reverse("game:order", args=[SLUG, fresh(valley, "north-main").army.key])
    clients = [browser(valley, "north") for _ in range(6)]
    answers = at_once(*(lambda n=n, c=c: c.post(url, {"order": ["rest", "hold"][n % 2]})
                         for n, c in enumerate(clients)))  # fmt: skip
    assert statuses(answers) == [302] * 6
    assert valley.turn.orders.count() == 1


def test_an_invitation_lets_one_of_six_guests_in():
    valley = long_valley()
    token = invite(
        campaign=valley.campaign, role="observer", faction=None, note="", actor=valley.people["referee"]
    ).token
    before = Member.objects.count()
    url, clients = reverse("join", args=[token]), [Client(raise_request_exception=False) for _ in range(6)]
    answers = at_once(*(
        lambda n=n, c=c: c.post(url, {"username": f"guest{n}", "password": "a-long-winded-word-9"})
        for n, c in enumerate(clients)
    ))  # fmt: skip
    assert statuses(answers).count(302) == 1
    assert set(statuses(answers)) <= {302, 404, 422}
    assert Member.objects.count() == before + 1
    assert User.objects.filter(username__startswith="guest").count() == 1


def test_of_six_guests_with_one_name_one_comes_in():
    valley = long_valley()
    referee, before = valley.people["referee"], Member.objects.count()
    tokens = [invite(campaign=valley.campaign, role="observer", faction=None, note="", actor=referee).token
              for _ in range(6)]  # fmt: skip
    clients = [(Client(raise_request_exception=False), reverse("join", args=[token])) for token in tokens]
    answers = at_once(*(
        lambda c=c, url=url: c.post(url, {"username": "Murat", "password": "a-long-winded-word-9"})
        for c, url in clients
    ))  # fmt: skip
    assert statuses(answers) == [302, 422, 422, 422, 422, 422]
    assert Member.objects.count() == before + 1


def test_of_six_guests_who_choose_one_faction_one_gets_it():
    valley = long_valley()
    referee = valley.people["referee"]
    Member.objects.filter(faction=valley.factions["south"]).delete()
    tokens = [invite(campaign=valley.campaign, role="player", faction=None, note="", actor=referee).token
              for _ in range(6)]  # fmt: skip
    clients = [(Client(raise_request_exception=False), reverse("join", args=[token])) for token in tokens]
    answers = at_once(*(
        lambda n=n, c=c, url=url: c.post(
            url, {"username": f"guest{n}", "password": "a-long-winded-word-9", "faction": "south"}
        )
        for n, (c, url) in enumerate(clients)
    ))  # fmt: skip
    assert statuses(answers) == [302, 422, 422, 422, 422, 422]
    assert Member.objects.filter(faction=valley.factions["south"]).count() == 1


def test_of_six_uploads_to_one_address_one_is_taken():
    valley = long_valley()
    url, clients = reverse("upload"), [browser(valley, "north") for _ in range(6)]
    answers = at_once(*(lambda c=c: c.post(url, {"pack": "two_valleys", "slug": "mine"}) for c in clients))
    assert statuses(answers) == [302, 422, 422, 422, 422, 422]
    assert audit() + orphans() == []


def test_bob_in_large_and_small_letters_is_one_user():
    valley = long_valley()
    made = [invite(campaign=valley.campaign, role="observer", faction=None, note="", actor=valley.people["referee"])
            for _ in range(6)]  # fmt: skip
    names = ("Bob", "bob", "BOB", "boB", "bOb", "BOb")
    answers = at_once(*(
        lambda n=n, m=m: join_as_new_user(token=m.token, username=n, password="a long password", faction_key="")
        for n, m in zip(names, made, strict=True)
    ))  # fmt: skip
    assert User.objects.filter(username__iexact="bob").count() == 1
    assert sum(isinstance(answer, Refusal) for answer in answers) == 5
