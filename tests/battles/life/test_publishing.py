"""The broker is a hint: it may be away, lose a message or double one."""

import time
from datetime import timedelta
from queue import Empty
from typing import Any

import pytest
from celery import current_app
from django.utils import timezone

from battles.models import Battle
from battles.services import claim_battle, publish_again, publish_due, reconcile, run_battle
from tests.factories.battles import roster_battle

pytestmark = pytest.mark.django_db


@pytest.fixture
def broker():
    """A broker in the memory of this process, with an empty queue."""
    before = current_app.conf.broker_url
    current_app.conf.broker_url = "memory://"
    messages()
    yield
    messages()
    current_app.conf.broker_url = before


def messages() -> list[int]:
    """The battles that lie in the queue, taken out of it."""
    taken: list[Any] = []
    with current_app.connection_for_read() as connection, connection.SimpleQueue("battles") as queue:
        while True:
            try:
                message = queue.get_nowait()
            except Empty:
                return taken
            message.ack()
            taken.append(message.payload[0][0])


def longer_ago() -> None:
    Battle.objects.update(published_at=timezone.now() - timedelta(seconds=31))


def test_a_battle_is_published_once_and_again_when_its_message_may_be_lost(broker):
    battle = roster_battle()
    assert (publish_due(), publish_due()) == (1, 0)
    assert messages() == [battle.pk]
    longer_ago()
    assert (reconcile().published, messages()) == (1, [battle.pk])


def test_a_settled_battle_is_published_no_more(broker):
    run_battle(roster_battle().pk)
    messages()
    longer_ago()
    assert publish_due() == 0


def test_a_battle_whose_lease_is_over_is_published_again(broker):
    battle = roster_battle()
    publish_due()
    claim_battle(battle_id=battle.pk)
    longer_ago()
    assert publish_due() == 0
    Battle.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert publish_due() == 1


def test_a_starting_worker_publishes_everything_unfinished(broker):
    first, second = roster_battle(), roster_battle(seed="2")
    publish_due()
    messages()
    assert (reconcile(everything=True).published, messages()) == (2, [first.pk, second.pk])


def test_those_that_were_tried_least_come_first(broker):
    first, second = roster_battle(), roster_battle(seed="2")
    Battle.objects.filter(pk=first.pk).update(attempt=2)
    publish_due()
    assert messages() == [second.pk, first.pk]


def test_a_battle_is_published_again_on_demand(broker):
    battle = roster_battle()
    publish_due()
    publish_again(battle=battle)
    assert publish_due() == 1


def test_without_a_broker_publishing_returns_quietly_and_at_once(settings):
    before = current_app.conf.broker_url
    current_app.conf.broker_url = "redis://127.0.0.1:1/0"
    try:
        for n in range(3):
            roster_battle(seed=str(n))
        begun = time.monotonic()
        assert publish_due() == 0
        assert time.monotonic() - begun < 2
    finally:
        current_app.conf.broker_url = before
    assert Battle.objects.filter(published_at=None).count() == 3
