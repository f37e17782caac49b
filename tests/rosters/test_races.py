"""Two writers at once: the database decides, and the ledger agrees."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from base.refusal import Refusal
from rosters.audit import audit_strength
from rosters.models import StrengthLine, Unit
from rosters.services import post_strength
from tests.factories.rosters import unit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.store]
WRITERS = 6


@pytest.fixture(autouse=True)
def _not_in_memory():
    if connection.vendor == "sqlite" and "memory" in str(connection.settings_dict["NAME"]):
        pytest.skip("a database in memory has one connection, so nothing can race")


def _race(act):
    gate = Barrier(WRITERS)

    def run(number):
        try:
            gate.wait(10)
            return act(number)
        except Refusal:
            return None
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        return [line for line in pool.map(run, range(WRITERS)) if line]


def _hit(target, key):
    fresh = Unit.objects.get(pk=target.pk)
    return post_strength(unit=fresh, delta=-1, cause="battle", reference="battle:x", actor="dice", key=key)


def test_six_hits_on_a_unit_of_four_take_four():
    target = unit()
    assert len(_race(lambda number: _hit(target, f"k{number}"))) == 4
    target.refresh_from_db()
    assert (target.strength, target.status) == (0, Unit.Status.LOST)
    assert audit_strength() == []


def test_one_key_posted_six_times_at_once_counts_once():
    target = unit()
    assert len({line.pk for line in _race(lambda number: _hit(target, "the same"))}) == 1
    assert StrengthLine.objects.filter(cause="battle").count() == 1
    target.refresh_from_db()
    assert target.strength == 3
