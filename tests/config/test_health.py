"""The health address and the clock."""

import json
import resource
import signal
import threading
import time
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from battles.models import Battle, Pulse
from battles.services import Health, claim_battle, launchers_notes, record_heartbeat, site_health, site_health_now
from battles.services.health import NOTES
from campaign.tasks import waken
from config import clock
from config.requests import health as address
from config.site.watch import silent_parts
from tests.factories.battles import roster_battle

WELL = Health(database=True, broker=True, worker=True, clock=True, ticked_at=None)


@pytest.fixture
def watch(monkeypatch):
    """Lead the address to a look of the test's own."""

    def use(look):
        made = address.HealthCache(look)
        monkeypatch.setattr(address, "WATCH", made)
        return made

    return use


def test_all_well_is_200_and_anything_else_503_without_a_log_in_or_a_host(watch, settings):
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["war.example.org"], True
    watch(lambda: WELL)
    answer = Client().get("/healthz", headers={"host": "10.0.0.7"})
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    assert answer.json() == {
        "database": "ok", "broker": "ok", "worker": "ok", "clock": "ok", "disk": "ok", "ticked": "never",
    }  # fmt: skip
    watch(lambda: Health(True, False, True, True, None))
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()["broker"]) == (503, "down")


def test_however_many_ask_one_look_is_taken(watch, monkeypatch):
    monkeypatch.setattr(address, "KEPT", 60.0)
    looks = []
    watch(lambda: looks.append(1) or WELL)
    asked = [threading.Thread(target=lambda: Client().get("/healthz")) for _ in range(20)]
    for each in asked:
        each.start()
    for each in asked:
        each.join()
    assert looks == [1]


def test_a_look_that_hangs_is_waited_for_a_moment_and_not_taken_twice(watch, monkeypatch):
    monkeypatch.setattr(address, "PATIENCE", 0.1)
    hang, looks = threading.Event(), []
    made = watch(lambda: looks.append(1) or (hang.wait(10) and WELL))
    begun, answers = time.monotonic(), [Client().get("/healthz") for _ in range(3)]
    assert time.monotonic() - begun < 2
    assert [(answer.status_code, answer.json()["database"]) for answer in answers] == [(503, "no answer")] * 3
    assert looks == [1]
    hang.set()
    while made._busy:
        time.sleep(0.01)


def test_a_look_that_fails_is_taken_anew(watch):
    def fail():
        raise RuntimeError

    threading.excepthook, before = lambda args: None, threading.excepthook
    try:
        watch(fail)
        assert Client().get("/healthz").status_code == 503
    finally:
        threading.excepthook = before
    watch(lambda: WELL)
    assert Client().get("/healthz").status_code == 200


@pytest.mark.django_db
def test_a_part_is_well_while_its_last_sign_of_life_is_fresh():
    assert site_health() == Health(True, False, False, False, None)
    for part in Pulse.Part:
        record_heartbeat(part)
    seen = Pulse.objects.get(part="clock").at
    assert site_health() == Health(True, True, True, True, seen)
    for shift, well in ((20, True), (-20, True), (40, False), (-40, False), (-3600, False)):
        with time_machine.travel(seen + timedelta(seconds=shift)):
            assert (site_health().clock, site_health().broker) == (well, well), shift
    with time_machine.travel(seen + timedelta(seconds=50)):
        assert site_health().worker
    with time_machine.travel(seen + timedelta(seconds=70)):
        assert not site_health().worker


@pytest.mark.django_db
def test_a_worker_that_fights_lives():
    claim_battle(battle_id=roster_battle(rules="lgg").pk)
    assert site_health().worker
    Battle.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert not site_health().worker


@pytest.mark.django_db(transaction=True)
def test_a_tick_keeps_that_it_ticked_and_goes_on_past_an_error(caplog):
    done = []
    clock.tick([waken, lambda: 1 / 0, lambda: done.append(1)])
    assert done == [1]
    assert site_health().clock
    assert "went wrong" in caplog.text


def test_a_clock_is_not_held_up_by_a_wall_clock_that_is_set_back(monkeypatch):
    stop, ticked = threading.Event(), []

    def step():
        ticked.append(1)
        if len(ticked) == 3:
            stop.set()

    monkeypatch.setattr(clock, "ticks", lambda: [step])
    monkeypatch.setattr("battles.services.health.STEP", 0.0)
    with time_machine.travel(timezone.now()) as moment:
        begun = threading.Timer(0.2, lambda: moment.shift(timedelta(hours=-1)))
        begun.start()
        clock.run(stop)
        begun.join()
    assert len(ticked) == 3


def test_the_launchers_notes_of_the_last_day_are_read_newest_first_and_nonsense_is_none(tmp_path, settings):
    settings.STATE_DIR = tmp_path
    assert launchers_notes() == []
    now = time.time()
    told = [{"at": now - 90_000, "sentence": "old"}, {"at": now - 5, "sentence": "a"}, {"at": now, "sentence": "b"}]
    (tmp_path / NOTES).write_text(json.dumps(told))
    assert [note.sentence for note in launchers_notes()] == ["b", "a"]
    for nonsense in ("", "[", "{}", '[{"at": "x"}]', '[{"at": 1e300, "sentence": "x"}]', "[1]"):
        (tmp_path / NOTES).write_text(nonsense)
        assert launchers_notes() == []


@pytest.mark.django_db
def test_a_disk_that_takes_nothing_is_down(settings, tmp_path):
    settings.STATE_DIR = tmp_path
    assert site_health_now().disk
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        found = site_health_now()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert (found.disk, found.well, found.as_dict()["disk"]) == (False, False, "down")
    assert silent_parts(found.as_dict()) == set()
    settings.STATE_DIR = tmp_path / "gone"
    assert not site_health_now().disk
    assert list(tmp_path.iterdir()) == []
