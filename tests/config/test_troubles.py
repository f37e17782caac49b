"""A full disk, a locked database and a broken campaign are told as such, and nothing is half written."""

import sqlite3
from collections.abc import Iterator

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, InterfaceError, OperationalError, connection
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Member, RefereeAct, Turn
from campaign.services.audit import audit
from campaign.services.people.members import make_referee
from config import env
from config.requests import troubles
from config.requests.troubles import trouble_of
from tests.scenarios import two_valleys

SQLITE = pytest.mark.skipif(connection.vendor != "sqlite", reason="a condition of SQLite's file")


def browser(name: str, campaign: Campaign) -> Client:
    user = User.objects.create_user(name)
    make_referee(campaign=campaign, user=user)
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


@pytest.fixture
def full_disk() -> Iterator[None]:
    """The database may not grow by a page, and has no free one."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        yield
        cursor.execute("PRAGMA max_page_count = 1073741823")


@SQLITE
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("drilled_here")
def test_a_full_disk_is_told_and_nothing_is_half_written(request) -> None:
    world = two_valleys()
    client = browser("referee", world.campaign)
    request.getfixturevalue("full_disk")
    url = reverse("desk_copy", args=[world.campaign.slug])
    answers = [client.post(url, {"name": "A copy", "slug": f"copy-{n}"}) for n in range(12)]
    made, refused = ([a for a in answers if a.status_code == status] for status in (302, 503))
    assert len(made) + len(refused) == 12
    assert refused
    assert "The disk of the site is full" in refused[0].text
    assert "Ask the host to free space" in refused[0].text
    assert refused[0].headers["Retry-After"] == "60"
    assert Campaign.objects.count() == Turn.objects.count() == 1 + len(made)
    assert audit() == []


@pytest.fixture
def drilled_here(monkeypatch) -> None:
    from tests.battles import drill

    drill.register()
    drill.stand_in(monkeypatch)


@SQLITE
@pytest.mark.django_db(transaction=True)
def test_a_locked_database_is_told_and_nothing_is_written() -> None:
    world = two_valleys()
    client = browser("referee", world.campaign)
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 50")
    correct = reverse("desk_correct", args=[world.campaign.slug])
    try:
        for visitor, url, data in (
            (client, correct, {"faction": "north", "points": "5", "reason": "x"}),
            (Client(raise_request_exception=False), "/accounts/login/", {"username": "referee", "password": "x"}),
        ):
            answer = visitor.post(url, data)
            assert (answer.status_code, "The database is busy" in answer.text) == (503, True), url
        assert client.get(reverse("desk", args=[world.campaign.slug])).status_code == 200
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert not RefereeAct.objects.exists()


@SQLITE
@pytest.mark.django_db
def test_a_page_waits_less_long_for_a_held_database_than_a_worker() -> None:
    waits = []
    for kind in ("worker", "page"):
        config = {**connection.settings_dict, **env.database(), "NAME": ":memory:"}
        if kind == "page":
            env.wait_as_a_reader(config)
        with DatabaseWrapper(config).cursor() as cursor:
            waits += cursor.execute("PRAGMA busy_timeout").fetchone()
    assert waits == [1000 * env.LONGEST_WAIT, 1000 * env.READERS_WAIT]
    assert waits[1] < waits[0]


@pytest.mark.django_db
def test_a_campaign_with_a_broken_row_names_it_to_its_referee_only(client: Client) -> None:
    world = two_valleys()
    referee, player = browser("referee", world.campaign), User.objects.create_user("north")
    Member.objects.create(campaign=world.campaign, user=player, role="player", faction=world.factions["north"])
    client.force_login(player)
    Campaign.objects.filter(pk=world.campaign.pk).update(house_rules={"nonsense": 1})
    path = f"/c/{world.campaign.slug}/treasury/"
    told, hidden = referee.get(path), client.get(path)
    assert (told.status_code, hidden.status_code) == (503, 503)
    assert "house_rules.nonsense: no such number" in told.text
    assert "nonsense" not in hidden.text
    assert "Its referee is shown which row it is." in hidden.text
    assert Client().get(path).status_code == 302


@pytest.mark.django_db
def test_what_is_not_there_is_not_looked_into(client: Client, django_assert_max_num_queries) -> None:
    """An absent army is answered 404 without a look for broken rows: its queries would tell of a rival's rows."""
    world, player = two_valleys(), User.objects.create_user("north")
    Member.objects.create(campaign=world.campaign, user=player, role="player", faction=world.factions["north"])
    client.force_login(player)
    with django_assert_max_num_queries(40):
        assert client.get(f"/c/{world.campaign.slug}/armies/{'0' * 12}/").status_code == 404


def _caused(error: Exception, cause: BaseException) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(("error", "told"), [
    (OperationalError("database or disk is full"), troubles.FULL),
    (OSError(28, "No space left on device"), troubles.FULL),
    (OperationalError("database is locked"), troubles.BUSY),
    (OperationalError("attempt to write a readonly database"), troubles.CLOSED),
    (OperationalError("unable to open database file"), troubles.AWAY),
    (OperationalError("connection failed: Connection refused"), troubles.AWAY),
    (InterfaceError("connection already closed"), troubles.AWAY),
    (_caused(OperationalError("x"), psycopg.errors.DiskFull()), troubles.FULL),
    (_caused(OperationalError("x"), psycopg.errors.DeadlockDetected()), troubles.CLASH),
    (_caused(OperationalError("x"), psycopg.errors.SerializationFailure()), troubles.CLASH),
    (_caused(OperationalError("x"), psycopg.errors.LockNotAvailable()), troubles.BUSY),
    (_caused(IntegrityError("x"), psycopg.errors.UniqueViolation()), troubles.CLASH),
    (IntegrityError("UNIQUE constraint failed: a.b"), troubles.CLASH),
    (IntegrityError("CHECK constraint failed: a"), None),
    (OperationalError("Expression tree is too large"), None),
    (KeyError("Good"), None),
    (None, None),
])  # fmt: skip
def test_each_error_of_a_database_is_told_as_what_it_is(error, told) -> None:
    assert trouble_of(error) is told
