"""A turn that is run while a form is on its way: the form enters nothing in the next turn."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client

from campaign.models import ArmyOrder, FactionTurn, SheetLine
from campaign.services.turn import advance_turn
from tests.campaign.worlds import HIDDEN, Valley, long_valley, url
from tests.factories.people import logged_in
from tests.races import RACES

pytestmark = [*RACES, pytest.mark.usefixtures("drilled")]


def elsewhere(act: Callable[[], Any]) -> None:
    """Do it on a connection of its own, from beginning to end."""

    def run() -> None:
        try:
            act()
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()


@contextmanager
def before_the_lock(act: Callable[[], Any]) -> Iterator[list[str]]:
    """Do it elsewhere at the last moment before this connection locks a turn, once."""
    met: list[str] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not met and 'FROM "campaign_turn"' in sql and "FOR UPDATE" in sql:
            met.append(sql)
            elsewhere(act)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield met


def posted_late(valley: Valley, url: str, fields: dict[str, Any]) -> Client:
    """North's form of this turn, which is run between the look at the turn and its lock."""
    north = logged_in(valley.people["north"])
    with before_the_lock(lambda: advance_turn(campaign=valley.campaign, actor="desk")) as met:
        answer = north.post(url, fields | {"shown_turn": 1})
    assert met
    assert answer.status_code == 302
    return north


def test_an_order_that_the_turn_overtakes_is_not_entered_in_the_next_one():
    valley = long_valley(HIDDEN)
    north = posted_late(valley, url("order", valley.stations["north-guard"].army.key), {"order": "rest"})
    assert not ArmyOrder.objects.filter(turn__number=2).exists()
    assert "it is turn 2 now, and nothing was entered" in north.get(url("map")).text


@pytest.mark.parametrize(
    ("name", "place", "fields"),
    [("ready", [], {"ready": "1"}), ("buy", ["northgate"], {"type": "line_inf", "place": "0"})],
)
def test_ready_and_a_purchase_that_the_turn_overtakes_are_not_entered(
    name: str, place: list[Any], fields: dict[str, Any]
):
    posted_late(long_valley(HIDDEN, muster_every=1), url(name, *place), fields)
    assert not SheetLine.objects.filter(turn__number=2).exists()
    assert not FactionTurn.objects.filter(turn__number=2, ready=True).exists()
