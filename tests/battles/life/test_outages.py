"""The database goes away in the middle of a battle: its claim is given back at once, and no attempt is counted."""

from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection

from battles.models import Battle
from battles.resolvers.contract.registry import resolver
from battles.services import claim_battle, through_outages
from battles.services.failing import connection_lost
from battles.services.life import run_battle
from tests.factories.battles import roster_battle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.store]


def error(cause: Exception, kind: type[Exception] = OperationalError) -> Exception:
    made = kind("…")
    made.__cause__ = cause
    return made


@pytest.mark.parametrize(("made", "lost"), [
    (error(psycopg.errors.AdminShutdown()), True), (error(psycopg.errors.CrashShutdown()), True),
    (error(psycopg.errors.CannotConnectNow()), True),
    (error(psycopg.OperationalError("the connection is closed")), True),
    (error(psycopg.errors.ConnectionFailure()), True), (error(psycopg.errors.DiskFull()), False),
    (error(psycopg.errors.DeadlockDetected()), False), (error(ValueError(), ValueError), False),
    (OperationalError("database is locked"), False),
])  # fmt: skip
def test_a_lost_connection_is_told_from_other_errors(made, lost):
    assert connection_lost(made) is lost


def lose_the_connection() -> None:
    """As when the server is stopped in the middle of a statement."""
    if connection.vendor == "postgresql":
        with psycopg.connect(**_address(), autocommit=True) as server:
            server.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
        Battle.objects.count()
    raise error(psycopg.errors.AdminShutdown())


def _address() -> dict[str, Any]:
    names = {"NAME": "dbname", "HOST": "host", "PORT": "port", "USER": "user", "PASSWORD": "password"}
    settings = connection.settings_dict
    return {ours: str(settings[theirs]) for theirs, ours in names.items() if settings[theirs]}


def test_a_battle_whose_connection_is_lost_waits_again_and_no_attempt_is_counted(monkeypatch):
    battle, fight = roster_battle(), resolver("drill").fight
    monkeypatch.setattr(resolver("drill"), "fight", lambda *_: lose_the_connection())
    for _ in range(7):
        through_outages(lambda: run_battle(battle.pk))
        battle.refresh_from_db()
        assert (battle.state, battle.attempt, battle.claim) == ("pending", 0, None)
    monkeypatch.setattr(resolver("drill"), "fight", fight)
    assert run_battle(battle.pk)


def test_what_is_held_is_given_back_where_the_connection_was_lost_after_the_claim():
    battle, another = roster_battle(), roster_battle(seed="2")
    claim_battle(battle_id=battle.pk)
    claim_battle(battle_id=another.pk)
    Battle.objects.filter(pk=another.pk).update(holder="elsewhere/boot/space|1:1|1:1")
    through_outages(lose_the_connection)
    assert dict(Battle.objects.values_list("pk", "state")) == {battle.pk: "pending", another.pk: "running"}


def test_another_error_goes_on():
    with pytest.raises(OperationalError):
        through_outages(lambda: (_ for _ in ()).throw(OperationalError("database is locked")))
