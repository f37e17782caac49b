"""The database goes away in the middle of a turn: no row is to blame, and the step is made when it is back."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
import pytest
from django.db import Error, InterfaceError, OperationalError, connection, connections, transaction

from battles.services import run_battle
from campaign.models import Turn
from campaign.services.clockwork.running import close_due_turns, run_sealed
from campaign.services.record.halts import phase
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn, seal_turn
from tests.campaign.worlds import Valley, fresh, long_valley
from tests.races import RACES

pytestmark = [*RACES, pytest.mark.usefixtures("drilled")]


@pytest.fixture
def valley() -> Valley:
    """North marches upon South's van on the ridge."""
    valley = long_valley()
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    return valley


@contextmanager
def ended_before(words: str) -> Iterator[None]:
    """The server ends this connection right before the first statement that begins so, as when it is shut down."""
    settings = connection.settings_dict
    met: list[Any] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not met and sql.startswith(words):
            met.append(sql)
            pid = connection.connection.info.backend_pid
            parts = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "dbname": "NAME"}
            with psycopg.connect(**{part: settings[name] or None for part, name in parts.items()}) as other:
                other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield
    assert met


def lost(act: Callable[[], Any], words: str) -> None:
    with ended_before(words), pytest.raises(Error) as met:
        act()
    assert isinstance(met.value, OperationalError | InterfaceError)
    connections.close_all()


def test_a_turn_that_loses_the_database_on_the_march_is_sealed_still_and_is_run_again(valley: Valley):
    turn = valley.turn
    seal_turn(turn=turn)
    lost(lambda: run_sealed(turn.pk), 'INSERT INTO "campaign_engagement"')
    held = Turn.objects.get(pk=turn.pk)
    assert (held.state, held.trouble) == ("sealed", "")
    assert run_sealed(turn.pk)


def test_a_turn_that_loses_the_database_when_it_is_closed_is_closed_by_the_clock(valley: Valley):
    turn = valley.turn
    advance_turn(campaign=valley.campaign, actor="referee", wait=False)
    battle = turn.engagements.get().battle_id
    with ended_before('INSERT INTO "campaign_sighting"'):
        run_battle(battle)
    connections.close_all()
    held = Turn.objects.get(pk=turn.pk)
    assert (held.state, held.trouble) == ("fighting", "")
    assert turn.engagements.get().battle.state == "done"
    lost(close_due_turns, 'INSERT INTO "campaign_sighting"')
    assert (Turn.objects.get(pk=turn.pk).trouble, close_due_turns()) == ("", 1)


def test_a_battle_that_loses_the_database_in_its_war_is_fought_again_and_fails_nobody(valley: Valley):
    advance_turn(campaign=valley.campaign, actor="referee", wait=False)
    row = valley.turn.engagements.get()
    with ended_before('UPDATE "campaign_engagement"'):
        try:
            run_battle(row.battle_id)
        except Error:
            connections.close_all()
    row.battle.refresh_from_db()
    assert row.battle.state in ("pending", "running")
    assert row.battle.error == ""


def test_an_error_that_was_passed_over_in_a_transaction_is_still_the_databases():
    """The next statement complains of a broken transaction: what broke it, as in a save, is its cause."""

    def passed_over() -> None:
        with suppress(OperationalError), transaction.mark_for_rollback_on_error(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 1")
            cursor.execute("SELECT pg_sleep(5)")
        Turn.objects.first()

    with pytest.raises(OperationalError), transaction.atomic(), phase("P9"):
        passed_over()


@pytest.mark.parametrize("error", [InterfaceError("connection already closed"), OperationalError("database is locked")])
def test_a_phase_lets_the_databases_own_errors_pass(error: Exception):
    with pytest.raises(type(error)), phase("P9"):
        raise error
