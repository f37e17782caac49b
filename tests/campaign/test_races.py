"""Races that only PostgreSQL can lose."""

import threading
import time

import pytest
from django.db import connection, connections

from campaign.models import ArmyOrder, Engagement, Turn
from campaign.services.audit import audit, orphans
from campaign.services.orders import give_order
from campaign.services.turn import advance_turn, seal_turn
from rosters.rules.refusal import Refusal
from tests.scenarios import two_valleys

pytestmark = [
    pytest.mark.store,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("drilled"),
    pytest.mark.skipif(
        "postgresql" not in connection.settings_dict["ENGINE"],
        reason="SQLite lets one writer in at a time: these races need PostgreSQL, set DATABASE_URL",
    ),
]


def together(*acts):
    """Run the acts at once, each with a connection of its own."""

    def run(act):
        try:
            act()
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_an_order_is_accepted_exactly_if_it_is_in_the_sealed_set():
    world = two_valleys()
    accepted = {}

    def play(ref):
        army = world.station(ref)
        for kind in ["hold", "rest"] * 40:
            try:
                give_order(station=army, kind=kind, actor=ref)
            except Refusal:
                return
            accepted[ref] = kind

    def seal():
        time.sleep(0.3)
        assert seal_turn(turn=world.turn)

    together(seal, *(lambda ref=ref: play(ref) for ref in world.stations))
    sealed = dict(ArmyOrder.objects.filter(turn=world.turn).values_list("station__ref", "kind"))
    assert sealed == accepted


def test_a_turn_that_four_desks_run_at_once_is_run_once():
    world = two_valleys()
    for ref in ("north-i", "south-i"):
        give_order(station=world.station(ref), kind="march", path=["ridge"], actor="player")
    together(*[lambda: _advance(world)] * 4)
    assert Engagement.objects.filter(turn__number=1).count() == 1
    assert Turn.objects.get(campaign=world.campaign, number=1).state == Turn.State.CLOSED
    assert audit() + orphans() == []


def _advance(world):
    turn = world.turn
    if turn.number == 1:
        advance_turn(campaign=world.campaign, actor="desk")
