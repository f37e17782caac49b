"""Clocks, workers and a referee in the same moment: only PostgreSQL can lose these."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from base.refusal import Refusal
from campaign.models import ChronicleEntry, Schedule, Turn
from campaign.services.audit import audit, orphans
from campaign.services.clockwork import running
from campaign.services.clockwork.running import keep_time, run_sealed
from campaign.services.clockwork.schedules import extend
from campaign.services.sheet.orders import give_order
from tests.races import RACES, at_once
from tests.scenarios import World, two_valleys

pytestmark = [*RACES, pytest.mark.usefixtures("drilled")]


def due_now(count: int) -> list[World]:
    """Wars whose first turn is due now, with an order each."""
    worlds = [two_valleys() for _ in range(count)]
    for world in worlds:
        Schedule.objects.create(campaign=world.campaign, at=time(20), first_on=date(2026, 1, 1))
        give_order(station=world.station("north-i"), kind="march", path=["ridge"], actor="north")
    Turn.objects.update(deadline=timezone.now())
    return worlds


def test_three_clocks_and_three_workers_run_each_turn_once():
    worlds = due_now(3)
    turns = [world.turn.pk for world in worlds]

    def work() -> int:
        return sum(run_sealed(pk) for _ in range(4) for pk in turns)

    answers = at_once(keep_time, keep_time, keep_time, work, work, work)
    keep_time()
    assert sum(answers[:3]) == 3, "each turn is sealed by one of the clocks"
    assert dict(Turn.objects.values_list("pk", "state")) | dict.fromkeys(turns, "closed") == dict(
        Turn.objects.values_list("pk", "state")
    )
    assert [world.turn.number for world in worlds] == [2, 2, 2]
    assert ChronicleEntry.objects.filter(kind="sealed").count() == 3
    assert audit() + orphans() == []


def test_a_turn_is_extended_or_sealed_but_never_both(monkeypatch):
    monkeypatch.setattr(running, "_run_here", lambda: None)
    world, user = due_now(1)[0], User.objects.create_user("umpire")
    later = datetime.now(UTC) + timedelta(days=1)

    def more_time() -> str:
        try:
            extend(campaign=world.campaign, deadline=later, reason="a wedding", actor=user)
        except Refusal:
            return "too late"
        return "extended"

    sealed, said = at_once(keep_time, more_time)
    turn = world.turn
    assert (sealed, said, turn.state, turn.deadline == later) in (
        (1, "too late", "sealed", False), (0, "extended", "open", True),
    )  # fmt: skip
