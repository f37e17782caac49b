"""The short form of the proof: each part once; and with each guard taken out, the part that holds it goes red."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from lab.prove.faults import KINDS, crash_points, faults
from lab.prove.guards import GUARDS, without
from lab.prove.races import RACES, races
from lab.prove.run import BROKEN, SHORT, parts, quick
from lab.prove.two_worlds import SCENES, two_worlds
from lab.soak.through_the_forms import wars

committed = pytest.mark.django_db(transaction=True)
rolled_back = pytest.mark.django_db
STATES = ("closing", "forecasts of South", "notes at a table", "taken back", "offer to North", "captive of North")
"""Those that the tests of two worlds in ``tests/campaign`` do not have."""
SEEDS = (11, 12, 13)
"""A race without its guard is not lost every time: it is run again with the next seed until it is."""

COMMITTED = ("faults", "races", "wars")
"""Parts that commit to the database."""

SEEN_AFTER = {"uploads": 20, "fuzz": 100, "wars": 5}
"""Where a part sees it sooner by the first seed than by any; the next seeds are there still."""


@pytest.fixture(autouse=True)
def as_in_a_run() -> Iterator[None]:
    """Battles are fought by the drill, nothing is logged."""
    with quick("faults"):
        yield


@committed
def test_after_a_fault_of_each_kind_a_battle_is_settled_once() -> None:
    found = faults(len(KINDS), seed=11)
    assert (found["broken"], list(found["faults"].values())) == ([], [1] * 12)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork and no SIGKILL on Windows")
@committed
def test_killed_before_any_statement_a_battle_is_taken_up_and_settled_once() -> None:
    found = crash_points()
    assert found["broken"] == []
    assert found["settled"]["by the dead"] >= 1
    assert found["settled"]["by the next"] >= 20


@committed
def test_each_race_is_won_by_one() -> None:
    found = races(1, seed=11)
    assert found["broken"] == []
    assert found["races"] == len(RACES)


@rolled_back
def test_two_worlds_answer_alike_in_the_states_that_no_other_test_has() -> None:
    found = two_worlds(0.01, seed=11, states=STATES)
    assert (found["broken"], tuple(found["states"])) == ([], STATES)
    assert min(found["states"].values()) > 10


@committed
def test_wars_through_the_forms_keep_every_promise() -> None:
    found = wars(3, seed=11)
    assert (found["broken"], sum(war["turns"] for war in found["wars"])) == ([], 3)
    assert sum(war["battles"].get("done", 0) for war in found["wars"]) > 0
    assert min(sum(war["sent"].get(act, 0) for war in found["wars"]) for act in ("order", "buy", "ready", "run")) > 0


def seen(name: str, seed: int) -> list[Any]:
    """What the part that holds a guard says without it."""
    guard = GUARDS[name]
    with without(name):
        much = SEEN_AFTER.get(guard.part, BROKEN[guard.part])
        return list(parts(first=True)[guard.part](much, seed, guard.kinds)["broken"])


def seen_and_undone(name: str, seed: int) -> list[Any]:
    """The same, with nothing left of it for the next seed."""
    with transaction.atomic():
        found = seen(name, seed)
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("name", [name for name, guard in GUARDS.items() if guard.part in COMMITTED])
@committed
def test_a_guard_upon_commits_is_missed(name: str) -> None:
    assert any(seen(name, seed) for seed in SEEDS)


@pytest.mark.parametrize("name", [name for name, guard in GUARDS.items() if guard.part not in COMMITTED])
@rolled_back
def test_a_guard_upon_answers_and_files_is_missed(name: str) -> None:
    assert any(seen_and_undone(name, seed) for seed in SEEDS)


def test_every_guard_stands_in_a_part_and_names_kinds_that_there_are() -> None:
    known: dict[str, Any] = {"faults": KINDS, "races": RACES, "worlds": SCENES}
    for guard in GUARDS.values():
        assert guard.part in SHORT
        assert set(guard.kinds) <= set(known.get(guard.part, ()))
