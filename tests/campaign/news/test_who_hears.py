"""Offers, declarations, events and rulings reach those who may know of them; reminders those who are to act."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaign.models import Absence, Faction, Member, Notice, Turn
from campaign.services.clockwork.schedules import set_schedule
from campaign.services.corrections import rule_victory
from campaign.services.events import write_event
from campaign.services.news.clock import send_reminders
from campaign.services.people.absences import enter_absence, withdraw_absence
from campaign.services.sheet.orders import give_order
from campaign.services.sheet.sheet import change_relation
from campaign.services.turn import advance_turn
from tests.campaign.clock.test_schedules import SUNDAYS
from tests.campaign.worlds import Valley, fresh

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]
EVERYBODY = {"referee", "observer", "north", "south", "west"}


def heard(kind: str) -> dict[str, str]:
    rows = Notice.objects.filter(kind=kind).values_list("member__user__username", "text")
    assert len(rows) == len(dict(rows))
    return dict(rows)


def run(valley: Valley) -> None:
    advance_turn(campaign=valley.campaign, actor="referee")
    valley.campaign.refresh_from_db()


def test_an_offer_is_heard_by_the_other_side_alone_and_an_agreement_by_all(valley: Valley):
    north, south = valley.factions["north"], valley.factions["south"]
    change_relation(faction=north, to="south", relation="neutral", actor="north")
    run(valley)
    assert heard("relation") == {"south": "North offers South peace."}
    Notice.objects.all().delete()
    change_relation(faction=south, to="north", relation="neutral", actor="south")
    run(valley)
    assert set(heard("relation")) == EVERYBODY
    assert "South and North have agreed: from turn 3 on" in heard("relation")["west"]


def test_a_declaration_is_heard_by_all(valley: Valley):
    change_relation(faction=valley.factions["north"], to="west", relation="neutral", actor="north")
    run(valley)
    assert heard("relation") == dict.fromkeys(
        EVERYBODY, "North gives notice to West: from turn 2 on they are neutral to each other."
    )


def test_an_event_is_heard_by_those_whom_it_befalls_and_a_ruling_by_all(valley: Valley):
    referee = valley.people["referee"]
    told: dict[str, Any] = {"campaign": valley.campaign, "kind": "story", "actor": referee}
    write_event(**told, text="A comet is seen.", faction=valley.factions["south"])
    assert set(heard("event")) == {"south"}
    write_event(**told, text="A plot.", for_referee=True)
    assert set(heard("event")) == {"south"}
    valley.campaign.victory = {"conditions": [{"kind": "own", "text": "Win the peace."}]}
    valley.campaign.save()
    rule_victory(campaign=valley.campaign, number=0, faction=valley.factions["west"], reason="So.", actor=referee)
    assert set(heard("ruling")) == EVERYBODY


def test_a_schedule_that_sets_a_deadline_is_heard_of(valley: Valley):
    set_schedule(campaign=valley.campaign, rhythm=SUNDAYS, actor=valley.people["referee"])
    assert set(heard("clock")) == EVERYBODY


@pytest.fixture
def due(valley: Valley) -> Valley:
    """Orders are due in two hours, and have been open for long."""
    now = timezone.now()
    Turn.objects.update(deadline=now + timedelta(hours=2), opened_at=now - timedelta(days=3))
    Notice.objects.all().delete()
    return valley


def away(valley: Valley, deputy: str = "") -> Absence:
    now = timezone.now()
    chosen = Member.objects.get(user=valley.people[deputy]) if deputy else None
    made = enter_absence(
        faction=valley.factions["south"], starts=now - timedelta(days=1), ends=now + timedelta(days=1), deputy=chosen,
        actor="south",
    )  # fmt: skip
    Notice.objects.all().delete()
    return made


def test_who_is_away_is_not_reminded(due: Valley):
    away(due)
    send_reminders()
    assert set(heard("reminder")) == {"north", "west"}


def test_the_war_is_read_for_a_reminder_only_where_somebody_gets_one(due: Valley):
    """The clock asks anew each tick until a reminder is sent."""
    Faction.objects.exclude(key="south").update(caretaker="on")
    made = away(due)
    with CaptureQueriesContext(connection) as asked:
        send_reminders()
    assert not any("campaign_province" in one["sql"] for one in asked)
    withdraw_absence(faction=due.factions["south"], absence_id=made.pk)
    Notice.objects.all().delete()
    with CaptureQueriesContext(connection) as asked:
        send_reminders()
    assert any("campaign_province" in one["sql"] for one in asked)
    assert set(heard("reminder")) == {"south"}


def test_a_deputy_is_reminded_in_his_place_until_he_has_entered_orders(due: Valley):
    away(due, "observer")
    send_reminders()
    send_reminders()
    assert set(heard("reminder")) == {"north", "west", "observer"}
    assert heard("reminder")["observer"].startswith("You are the deputy of South. It has no orders for turn")
    Notice.objects.all().delete()
    give_order(station=fresh(due, "south-main"), kind="rest", path=[], actor="observer")
    send_reminders()
    assert set(heard("reminder")) == {"north", "west"}


def test_nobody_is_reminded_for_a_caretaker(due: Valley):
    Faction.objects.filter(key="south").update(caretaker="on")
    send_reminders()
    assert set(heard("reminder")) == {"north", "west"}


def test_a_deputy_who_is_needed_no_longer_hears_of_it(valley: Valley):
    made = away(valley, "west")
    withdraw_absence(faction=valley.factions["south"], absence_id=made.pk)
    assert heard("hand_over") == {"west": "You are no longer the deputy of South."}
