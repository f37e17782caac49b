"""A turn that is run between a form's first look and its entry, on any database; and a map that nobody can write on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from campaign.models import ArmyOrder, Member, SheetLine, Station, Turn
from campaign.services.turn import advance_turn
from tests.campaign.worlds import Valley, long_valley
from tests.kept import kept

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


@pytest.fixture
@kept
def valley() -> Valley:
    return long_valley()


def hand(valley: Valley) -> Client:
    client = Client(raise_request_exception=True)
    client.force_login(valley.people["north"])
    return client


@contextmanager
def at_the_first(words: str, act: Callable[[], Any]) -> Iterator[None]:
    """Do something just before the first statement that begins with these words."""
    met: list[str] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not met and sql.startswith(words):
            met.append(sql)
            act()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield
    assert met


def his_armies_are_gone() -> None:
    Station.objects.filter(ref__startswith="north").update(province=None)


@pytest.mark.parametrize("shown", [{}, {"shown_turn": ""}, {"shown_turn": "1"}])
@pytest.mark.parametrize("gone", [False, True])
def test_an_order_that_comes_with_the_seal_is_none_of_the_next_turn(valley, shown, gone) -> None:
    army = valley.campaign.stations.filter(faction__key="north").first()
    url = reverse("game:order", args=["long-valley", army.army.key])

    def run() -> None:
        advance_turn(campaign=valley.campaign, actor="desk")
        if gone:
            his_armies_are_gone()

    north = hand(valley)
    with at_the_first("SAVEPOINT", run):
        answer = north.post(url, {"order": "hold", **shown})
    assert answer.status_code == 302
    assert not ArmyOrder.objects.filter(turn__number=2).exists()
    assert not SheetLine.objects.filter(turn__number=2).exists()


@pytest.mark.parametrize("state", ["sealed", "marching", "fighting", "closing"])
@pytest.mark.parametrize("shown", [{}, {"shown_turn": "1"}])
def test_an_order_for_a_sealed_turn_is_refused(valley, shown, state) -> None:
    army = valley.campaign.stations.filter(faction__key="north").first()
    url = reverse("game:order", args=["long-valley", army.army.key])
    north = hand(valley)
    with at_the_first("SAVEPOINT", lambda: Turn.objects.update(state=state)):
        answer = north.post(url, {"order": "hold", **shown})
    assert (answer.status_code, "The turn is sealed" in answer.text) == (422, True)


@pytest.mark.parametrize(
    "words", ["database is locked", "database or disk is full", "attempt to write a readonly database"]
)
def test_a_map_is_shown_though_nothing_can_be_written(valley, words) -> None:
    client = hand(valley)
    before = dict(Member.objects.values_list("pk", "here_turn"))

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("UPDATE", "INSERT", "DELETE")):
            raise OperationalError(words)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        answer = client.get(reverse("game:map", args=["long-valley"]))
    assert answer.status_code == 200
    assert dict(Member.objects.values_list("pk", "here_turn")) == before
    assert client.get(reverse("game:map", args=["long-valley"])).status_code == 200
    assert dict(Member.objects.values_list("pk", "here_turn")) != before
