"""Who hears of what, once, and what the bell shows."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from battles.models import Battle
from campaign.models import Engagement, Notice
from campaign.services.corrections import set_deadline
from campaign.services.news import Recipients, notify
from campaign.services.news.clock import STEPS
from campaign.services.news.events import announce_turn
from campaign.services.phases.fighting.methods import set_battle_policy
from campaign.services.sheet.orders import give_order
from campaign.services.turn import march_turn, seal_turn
from campaign.visibility import knowledge_of
from config.clock import Ticks
from tests.campaign.worlds import Valley, as_, fresh

pytestmark = pytest.mark.django_db


def heard(valley: Valley, kind: str) -> set[str]:
    return set(
        Notice.objects.filter(campaign=valley.campaign, kind=kind).values_list("member__user__username", flat=True)
    )


def test_a_turn_that_opens_is_heard_of_once_by_every_member(valley):
    assert heard(valley, "turn") == {"referee", "observer", "north", "south", "west"}
    announce_turn(turn=valley.turn)
    assert Notice.objects.filter(campaign=valley.campaign, kind="turn").count() == 5


def test_news_of_one_side_reaches_its_players_alone(valley):
    notify(
        valley.campaign, "result", fact="x", text="Type in your result.",
        to=Recipients.factions_of([valley.factions["north"]]),
    )  # fmt: skip
    assert heard(valley, "result") == {"north"}
    assert knowledge_of(valley.campaign, valley.people["north"]).unread == 2
    assert knowledge_of(valley.campaign, valley.people["south"]).unread == 1


def test_a_deadline_that_moves_is_heard_of_each_time(valley):
    for hours in (24, 48):
        due = timezone.now() + datetime.timedelta(hours=hours)
        set_deadline(campaign=valley.campaign, deadline=due, actor=valley.people["referee"])
    assert Notice.objects.filter(member__user__username="west", kind="clock").count() == 2


def test_a_battle_held_open_calls_its_sides_and_the_referee(valley):
    set_battle_policy(campaign=valley.campaign, days=5, fallback="auto", patience=72, user=valley.people["referee"])
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    turn = valley.turn
    seal_turn(turn=turn)
    march_turn(turn=turn, actor="tester")
    assert Engagement.objects.filter(turn=turn).count() == 1
    assert heard(valley, "battle") == {"north", "south", "referee"}


def test_a_battle_that_comes_to_the_referee_calls_him_once(valley):
    set_battle_policy(campaign=valley.campaign, days=5, fallback="ruling", patience=72, user=valley.people["referee"])
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    seal_turn(turn=valley.turn)
    march_turn(turn=valley.turn, actor="tester")
    Notice.objects.all().delete()
    Ticks([*STEPS]).tick()
    assert not Notice.objects.exists()
    Battle.objects.update(play_by=timezone.now())
    for _ in range(2):
        Ticks([*STEPS]).tick()
    (row,) = Notice.objects.all()
    assert (row.member.user.username, row.kind) == ("referee", "result")
    assert row.text == "The Battle of Ridge waits for your ruling: the play-by date has passed."


def test_the_bell_counts_and_its_marks_are_the_readers_own(valley):
    north = as_(valley, "north")
    assert "Turn 1 is open for orders." in north.get(reverse("game:news", args=["long-valley"])).text
    key = Notice.objects.get(member__user__username="north").key
    foreign = Notice.objects.get(member__user__username="south").key
    assert north.post(reverse("game:news_read", args=["long-valley", foreign])).status_code == 404
    answer = north.post(reverse("game:news_read", args=["long-valley", key]))
    assert answer.headers["Location"] == "/c/long-valley/"
    assert set(Notice.objects.filter(read_at=None).values_list("member__user__username", flat=True)) == {
        "referee", "observer", "south", "west",
    }  # fmt: skip


def test_all_is_marked_as_read_at_once(valley):
    as_(valley, "west").post(reverse("game:news_all_read", args=["long-valley"]))
    assert not Notice.objects.filter(member__user__username="west", read_at=None).exists()
    assert Notice.objects.filter(read_at=None).count() == 4
