"""Turns that the clock runs: at the deadline, once, early where all are ready, and never in anybody's own time."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from base.refusal import Refusal
from battles.models import Pulse
from campaign.models import Campaign, ChronicleEntry, Member, Notice, RefereeAct, Schedule, Turn
from campaign.rules.course.schedule import Rhythm
from campaign.services.clockwork import running, schedules
from campaign.services.clockwork.running import keep_time
from campaign.services.clockwork.schedules import notice_outage
from campaign.services.corrections import set_deadline
from campaign.services.sheet.orders import give_order, set_ready
from campaign.services.turn import advance_turn
from campaign.tasks import STEPS
from config import clock
from tests.factories.people import logged_in
from tests.scenarios import World

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]
BEGIN, DUE = datetime(2026, 11, 23, 12, tzinfo=UTC), datetime(2026, 11, 29, 19, tzinfo=UTC)
SUNDAYS = Rhythm("weekly", 1, "Europe/Berlin", time(20), date(2026, 11, 1))


@dataclass(frozen=True)
class Clocked(World):
    """A war with a schedule, its referee, and the hand that moves the clocks of the wall."""

    umpire: User
    traveller: Any


@pytest.fixture
def clocked(world: World):
    """The war with a deadline every Sunday, and a clock that stands still until it is moved."""
    with time_machine.travel(BEGIN, tick=False) as traveller:
        user = User.objects.create_user("umpire")
        for key, faction in world.factions.items():
            player = User.objects.create_user(f"player-{key}")
            Member.objects.create(campaign=world.campaign, user=player, role="player", faction=faction)
        schedules.set_schedule(campaign=world.campaign, rhythm=SUNDAYS, actor=user)
        Pulse.objects.create(part="clock", at=BEGIN)
        yield Clocked(**vars(world), umpire=user, traveller=traveller)


def at(world: Clocked, moment: datetime, *, alive: bool = True) -> None:
    """Move the clocks of the wall; ``alive``: the site's clock has ticked on the way."""
    world.traveller.move_to(moment)
    if alive:
        Pulse.objects.filter(part="clock").update(at=moment)


def states(world: World) -> dict[int, str]:
    return dict(Turn.objects.filter(campaign=world.campaign).values_list("number", "state"))


def public(kind: str) -> list[str]:
    return list(ChronicleEntry.objects.filter(kind=kind, public=True).values_list("text", flat=True))


def test_the_turn_is_run_at_its_deadline_and_the_next_one_has_its_own(clocked):
    assert clocked.turn.deadline == DUE
    give_order(station=clocked.station("north-i"), kind="march", path=["ridge"], actor="north")
    at(clocked, DUE - timedelta(seconds=1))
    assert keep_time() == 0
    at(clocked, DUE + timedelta(seconds=3))
    assert (keep_time(), states(clocked)) == (1, {1: "closed", 2: "open"})
    assert clocked.where("north-i") == "ridge", "entered and not marked ready counts"
    assert clocked.turn.deadline == DUE + timedelta(weeks=1)
    assert public("sealed") == ["The orders of turn 1 are sealed: the deadline has passed."]
    assert keep_time() == 0


def test_a_turn_is_run_early_when_all_are_ready_if_the_referee_allows_it(clocked):
    for faction in clocked.factions.values():
        assert keep_time() == 0
        set_ready(faction=faction)
    assert keep_time() == 0, "not allowed yet"
    Schedule.objects.update(early=True)
    assert (keep_time(), clocked.turn.number) == (1, 2)
    assert clocked.turn.deadline == DUE + timedelta(weeks=1), "nobody loses the week that was promised"


def test_nobody_waits_for_a_faction_without_a_player(clocked):
    Schedule.objects.update(early=True)
    Member.objects.filter(faction=clocked.factions["south"]).delete()
    set_ready(faction=clocked.factions["north"])
    assert keep_time() == 1


@pytest.mark.parametrize("way", ["on", "program"])
def test_nobody_waits_for_a_side_that_the_referee_has_led_and_what_it_entered_changes_nothing(clocked, way):
    """Else a rival would see by the clock when something is entered for it."""
    Schedule.objects.update(early=True)
    south = clocked.factions["south"]
    give_order(station=clocked.station("north-i"), kind="rest", path=[], actor="north")
    clocked.campaign.factions.filter(pk=south.pk).update(caretaker=way)
    give_order(station=clocked.station("south-i"), kind="rest", path=[], actor="south")
    assert keep_time() == 0, "North is waited for"
    set_ready(faction=clocked.factions["north"])
    assert keep_time() == 1


def test_a_war_without_a_schedule_is_run_by_its_referee_alone(clocked):
    schedules.drop_schedule(campaign=clocked.campaign, actor=clocked.umpire)
    at(clocked, DUE + timedelta(hours=1))
    for step in STEPS:
        step()
    assert states(clocked) == {1: "open"}
    advance_turn(campaign=clocked.campaign, actor="desk")
    assert clocked.turn.deadline is None


def test_a_turn_whose_process_died_after_the_seal_is_taken_up(clocked, monkeypatch):
    at(clocked, DUE)
    with monkeypatch.context() as patch:
        patch.setattr(running, "_run_here", lambda: None)
        assert keep_time() == 1
    assert states(clocked) == {1: "sealed"}
    assert running.run_sealed(clocked.turn.pk) is True
    assert states(clocked) == {1: "closed", 2: "open"}
    assert running.run_sealed(Turn.objects.get(number=1).pk) is False


def test_a_turn_that_cannot_march_is_open_again_and_left_to_the_referee(clocked):
    Campaign.objects.update(house_rules={"nonsense": 1})
    at(clocked, DUE)
    keep_time()
    assert states(clocked) == {1: "open"}
    assert "house_rules.nonsense" in clocked.turn.trouble
    assert keep_time() == 0


def test_an_outage_over_the_deadline_gives_everybody_the_grace_period(clocked):
    at(clocked, DUE - timedelta(hours=1))
    at(clocked, DUE + timedelta(days=1), alive=False)
    assert notice_outage() == 1
    assert notice_outage() == 0, "an outage counts once"
    assert keep_time() == 0
    assert clocked.turn.deadline == DUE + timedelta(days=1, hours=6)
    assert public("extension") == ["The site was down: the orders of turn 1 are now due on 1 December 2026, 02:00 CET."]


@pytest.mark.parametrize(("grace", "left"), [(6, 6), (0, 1)])
def test_an_outage_over_two_deadlines_runs_one_turn_and_leaves_what_was_promised(clocked, grace, left):
    """With a grace period or without one: what was left when the site went away, an hour, is left to everybody."""
    Schedule.objects.update(grace_hours=grace)
    at(clocked, DUE - timedelta(hours=1))
    back = DUE + timedelta(days=8)
    at(clocked, back, alive=False)
    assert (notice_outage(), keep_time()) == (1, 0)
    assert clocked.turn.deadline == back + timedelta(hours=left)
    at(clocked, back + timedelta(hours=left))
    assert (keep_time(), keep_time()) == (1, 0)
    assert states(clocked) == {1: "closed", 2: "open"}
    assert clocked.turn.deadline == DUE + timedelta(weeks=2)


def test_an_outage_long_before_the_deadline_changes_nothing(clocked):
    at(clocked, BEGIN + timedelta(days=2), alive=False)
    assert (notice_outage(), clocked.turn.deadline) == (0, DUE)


def test_a_deadline_that_passed_long_ago_passed_in_an_outage(clocked):
    """As in a war that is loaded from a file of last month: there is no sign of life to go by."""
    at(clocked, DUE + timedelta(days=30))
    assert keep_time() == 0
    assert clocked.turn.deadline == DUE + timedelta(days=30, hours=6)
    at(clocked, clocked.turn.deadline)
    assert keep_time() == 1


def test_an_outage_is_not_forgotten_where_the_first_tick_after_it_fails(clocked, monkeypatch):
    monkeypatch.setattr("django.db.close_old_connections", lambda: None)

    def away(execute, sql, *args):
        if "campaign_schedule" in sql:
            raise OperationalError("the database system is starting up")
        return execute(sql, *args)

    at(clocked, DUE - timedelta(minutes=1), alive=False)
    with connection.execute_wrapper(away):
        clock.tick(clock.ticks())
    assert clocked.turn.deadline == DUE
    clock.tick(clock.ticks())
    assert clocked.turn.deadline == DUE - timedelta(minutes=1) + timedelta(hours=6)


def test_a_step_of_the_clock_that_fails_keeps_no_other_waiting(clocked, monkeypatch):
    monkeypatch.setattr("django.db.close_old_connections", lambda: None)

    def unreadable(execute, sql, *args):
        if "campaign_campaignupload" in sql:
            raise ValueError("a row that nobody can read")
        return execute(sql, *args)

    at(clocked, DUE - timedelta(hours=2))
    with connection.execute_wrapper(unreadable):
        clock.tick(clock.ticks())
    assert Notice.objects.filter(kind="reminder").count() == 2


def test_a_campaign_that_cannot_be_given_time_does_not_take_it_from_another(clocked):
    at(clocked, DUE - timedelta(minutes=1), alive=False)
    Schedule.objects.update(zone="Europe/Atlantis")
    assert notice_outage() == 0
    assert Pulse.objects.get(part="clock").at == DUE - timedelta(minutes=1)


def test_the_referee_is_asked_where_the_campaign_says_it(clocked):
    Schedule.objects.update(after_outage="ask")
    at(clocked, DUE + timedelta(days=1), alive=False)
    assert (notice_outage(), keep_time(), states(clocked)) == (1, 0, {1: "open"})
    later = DUE + timedelta(days=3)
    set_deadline(campaign=clocked.campaign, deadline=later, actor=clocked.umpire, reason="the site was away")
    at(clocked, later)
    assert keep_time() == 1


def test_an_extension_has_a_reason_that_all_read_and_takes_time_from_nobody(clocked):
    with pytest.raises(Refusal, match="Reason: write why"):
        set_deadline(campaign=clocked.campaign, deadline=DUE + timedelta(days=1), actor=clocked.umpire)
    with pytest.raises(Refusal, match="only be given more time"):
        set_deadline(campaign=clocked.campaign, deadline=DUE - timedelta(days=1), actor=clocked.umpire, reason="x")
    set_deadline(campaign=clocked.campaign, deadline=DUE + timedelta(days=1), actor=clocked.umpire, reason="A wedding")
    due = "The orders of turn 1 are now due on 30 November 2026, 20:00 CET"
    assert public("extension") == [f"{due}: A wedding."]
    heard = Notice.objects.filter(kind="clock", text=f"{due}: A wedding.")
    assert set(heard.values_list("member__user__username", flat=True)) == {"player-north", "player-south"}
    at(clocked, DUE)
    assert keep_time() == 0
    at(clocked, DUE + timedelta(days=1))
    assert keep_time() == 1
    assert clocked.turn.deadline == DUE + timedelta(weeks=1)


def test_a_pause_leaves_the_time_that_was_left_and_ends_by_itself(clocked):
    until = BEGIN + timedelta(days=14)
    schedules.pause(campaign=clocked.campaign, until=until, reason="Holidays", actor=clocked.umpire)
    assert clocked.turn.deadline == DUE + timedelta(weeks=2)
    at(clocked, DUE)
    assert keep_time() == 0
    at(clocked, until)
    keep_time()
    assert Schedule.objects.get().paused_until is None
    assert [text.partition(":")[0] for text in public("pause")][-1] == "The pause is over."
    at(clocked, DUE + timedelta(weeks=2))
    assert keep_time() == 1


def test_a_pause_that_is_lifted_leaves_no_less_time(clocked):
    schedules.pause(campaign=clocked.campaign, until=BEGIN + timedelta(days=14), reason="x", actor=clocked.umpire)
    at(clocked, BEGIN + timedelta(days=1))
    schedules.resume(campaign=clocked.campaign, actor=clocked.umpire)
    assert clocked.turn.deadline == DUE + timedelta(weeks=1)
    assert clocked.turn.deadline - BEGIN - timedelta(days=1) >= DUE - BEGIN


def test_a_pause_has_an_end_and_a_reason(clocked):
    for until, reason, sentence in (
        (BEGIN, "x", "Until: choose"), (BEGIN + timedelta(days=101), "x", "Until: choose"),
        (BEGIN + timedelta(days=1), " ", "Reason: write why"),
    ):  # fmt: skip
        with pytest.raises(Refusal, match=sentence):
            schedules.pause(campaign=clocked.campaign, until=until, reason=reason, actor=clocked.umpire)


def test_a_changed_schedule_leaves_the_deadline_that_was_promised(clocked):
    daily = Rhythm("daily", 1, "UTC", time(6), date(2026, 11, 1))
    schedules.set_schedule(campaign=clocked.campaign, rhythm=daily, actor=clocked.umpire)
    assert clocked.turn.deadline == DUE
    at(clocked, DUE)
    keep_time()
    assert clocked.turn.deadline == datetime(2026, 11, 30, 6, tzinfo=UTC)


def test_every_act_is_on_the_referees_public_record(clocked):
    schedules.pause(campaign=clocked.campaign, until=BEGIN + timedelta(days=2), reason="Flood", actor=clocked.umpire)
    schedules.resume(campaign=clocked.campaign, actor=clocked.umpire)
    schedules.drop_schedule(campaign=clocked.campaign, actor=clocked.umpire)
    acts = RefereeAct.objects.filter(campaign=clocked.campaign, secret=False).values_list("act", flat=True)
    assert [act.partition(" ")[0] for act in acts] == ["set", "paused", "ended", "ended"]


def test_the_desk_sets_pauses_and_ends_the_schedule(world: World, referee: Client):
    page = reverse("desk_schedule", args=[world.campaign.slug])
    assert "you run each turn from the desk" in referee.get(page).text
    sent = {"rhythm": "weekly", "every": "1", "at": "20:00", "zone": "Europe/Berlin", "first_on": "2030-01-06",
            "after_outage": "grace", "grace_hours": "6", "misses": "2", "quiet_days": "2030-02-30"}  # fmt: skip
    refused = referee.post(reverse("desk_schedule_save", args=[world.campaign.slug]), sent)
    assert refused.status_code == 422
    assert "is no date" in refused.text
    sent["quiet_days"] = "2030-02-01 to 2030-02-05"
    assert referee.post(reverse("desk_schedule_save", args=[world.campaign.slug]), sent).status_code == 302
    shown = referee.get(page).text
    assert "Every Sunday at 20:00 (Europe/Berlin)" in shown
    assert "2030-02-01 to 2030-02-05" in shown
    assert "Every Sunday at 20:00" in referee.get(reverse("game:turn", args=[world.campaign.slug])).text
    assert referee.post(reverse("desk_pause", args=[world.campaign.slug]), {"until": "x"}).status_code == 422
    referee.post(reverse("desk_schedule_drop", args=[world.campaign.slug]))
    assert not Schedule.objects.exists()


def test_a_deadline_is_shown_in_the_readers_own_zone(clocked):
    client = logged_in(User.objects.get(username="player-north"))
    client.cookies["zone_chosen"] = "Asia/Tokyo"
    assert "Mon 30 November 2026, 04:00 JST" in client.get(reverse("game:turn", args=[clocked.campaign.slug])).text


def test_a_campaign_that_is_broken_holds_up_no_other(clocked, monkeypatch):
    other = Campaign.objects.create(slug="other", name="Other", start_date=date(1813, 1, 1), state="running")
    Turn.objects.create(campaign=other, number=1, starts_on=date(1813, 1, 1), season="spring", deadline=BEGIN)
    Schedule.objects.create(campaign=other, at=time(20), first_on=date(2026, 1, 1))
    at(clocked, DUE)
    sealed = running._seal

    def seal(campaign_id: int) -> int:
        if campaign_id == other.pk:
            raise ZeroDivisionError
        return sealed(campaign_id)

    monkeypatch.setattr(running, "_seal", seal)
    assert (keep_time(), clocked.turn.number) == (1, 2)


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_sealed_turn_whose_message_was_lost_is_sent_again_whatever_was_done_to_the_clock(clocked, hours):
    """A tick sends it as soon as it does not count as sent just now."""
    Turn.objects.update(state=Turn.State.SEALED, sealed_at=DUE, published_at=DUE)
    at(clocked, DUE + timedelta(seconds=5))
    assert not running._lost().exists(), "it has just been sent"
    at(clocked, DUE + hours * timedelta(hours=1))
    assert running._lost().count() == 1
