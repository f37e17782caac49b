"""Letters: who may write to whom, who reads them, couriers that take their time."""

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Letter, Member, Notice
from campaign.rules.news.couriers import Couriers, couriers, threads_of
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.letters import mark_letters, set_couriers, write_letter
from campaign.services.turn import advance_turn
from campaign.visibility import knowledge_of
from campaign.visibility.letters import thread_letters, threads, unread_letters
from rosters.rules.refusal import Refusal
from tests.campaign.worlds import Valley, long_valley


@pytest.fixture
def valley(db) -> Valley:
    return long_valley()


def known(valley: Valley, name: str):
    valley.campaign.refresh_from_db()
    return knowledge_of(valley.campaign, valley.people[name])


def send(valley: Valley, name: str, thread: str, text: str = "Let us meet at dawn.") -> Letter:
    return write_letter(knowledge=known(valley, name), thread=thread, text=text)


def readers(valley: Valley, thread: str) -> set[str]:
    names = ("referee", "observer", "north", "south", "west")
    return {name for name in names if thread_letters(known(valley, name), thread)}


@pytest.mark.parametrize(
    ("writer", "thread", "reads", "told"),
    [
        ("north", "pair.north.south", {"north", "south"}, {"south"}),
        ("north", "referee.north", {"north", "referee"}, {"referee"}),
        ("referee", "referee.south", {"south", "referee"}, {"south"}),
        ("west", "all", {"referee", "observer", "north", "south", "west"}, {"referee", "north", "south"}),
        ("south", "press", {"south", "referee"}, {"referee"}),
    ],
)
def test_a_letter_is_read_by_its_parties_alone(valley, writer, thread, reads, told):
    send(valley, writer, thread)
    assert readers(valley, thread) == reads
    heard = Notice.objects.filter(kind="message").values_list("member__user__username", flat=True)
    assert set(heard) == told


def test_nobody_writes_into_the_letters_of_others(valley):
    for name, thread in (("north", "pair.south.west"), ("north", "referee.south"), ("observer", "all"), ("west", "x")):
        with pytest.raises(Refusal):
            send(valley, name, thread)
    client = Client()
    client.force_login(valley.people["north"])
    for thread in ("pair.south.west", "nonsense"):
        assert client.get(reverse("game:letters_thread", args=["long-valley", thread])).status_code == 404


def test_couriers_take_their_turns_and_the_referee_reads_if_the_campaign_says_so(valley, drilled):
    rules = Couriers(delay=1, referee_reads=True)
    set_couriers(campaign=valley.campaign, rules=rules, user=valley.people["referee"])
    send(valley, "north", "pair.north.west")
    assert readers(valley, "pair.north.west") == {"north", "referee"}
    assert not Notice.objects.filter(kind="message").exists()
    advance_turn(campaign=valley.campaign, actor="tester")
    assert readers(valley, "pair.north.west") == {"north", "referee", "west"}
    heard = Notice.objects.filter(kind="message").values_list("member__user__username", flat=True)
    assert set(heard) == {"west"}


def test_read_marks_are_the_members_own_and_the_next_player_of_a_faction_reads_its_letters(valley):
    send(valley, "north", "pair.north.south")
    assert unread_letters(known(valley, "south")) == 1
    mark_letters(knowledge=known(valley, "south"), thread="pair.north.south")
    assert unread_letters(known(valley, "south")) == 0
    Member.objects.filter(user=valley.people["south"]).delete()
    Member.objects.create(
        campaign=valley.campaign, user=valley.people["stranger"], role="player", faction=valley.factions["south"]
    )
    assert unread_letters(known(valley, "stranger")) == 1


def test_letters_go_with_the_campaigns_file(valley):
    set_couriers(campaign=valley.campaign, rules=Couriers(between="allies"), user=valley.people["referee"])
    send(valley, "north", "pair.north.west")
    send(valley, "referee", "referee.south", "Two lines\nof text.")
    Campaign.objects.filter(pk=valley.campaign.pk).update(map={"view": [0, 0, 700, 400]})
    valley.campaign.refresh_from_db()
    copied = load_campaign(data=dump_text(valley.campaign), slug="copied", actor="x")
    assert [(row.thread, row.text) for row in copied.letters.all()] == [
        ("pair.north.west", "Let us meet at dawn."), ("referee.south", "Two lines\nof text."),
    ]  # fmt: skip
    assert dump_text(copied) == dump_text(valley.campaign)


def test_the_pages_of_letters_are_written_and_read(valley):
    client = Client()
    client.force_login(valley.people["north"])
    url = reverse("game:letters_thread", args=["long-valley", "pair.north.south"])
    assert client.post(url, {"text": ""}).status_code == 422
    assert client.post(url, {"text": "Grüße <b>an alle</b>"}).status_code == 302
    page = client.get(url).content.decode()
    assert "Grüße &lt;b&gt;an alle&lt;/b&gt;" in page
    assert "South" in [thread.title for thread in threads(known(valley, "north"))]


@pytest.mark.parametrize("data", [{"delay": 11}, {"delay": True}, {"between": "foes"}, {"x": 1}, {"referee_reads": 1}])
def test_couriers_that_make_no_sense_are_refused(data):
    with pytest.raises(Refusal):
        couriers(data)


def test_who_may_be_written_to_follows_the_data():
    everybody = threads_of("a", ["b", "c", "d"], ["b", "c"], Couriers())
    assert everybody == ["referee.a", "all", "press", "allies.a.b.c", "pair.a.b", "pair.a.c", "pair.a.d"]
    assert threads_of("a", ["b", "c"], ["b"], Couriers(between="allies")) == ["referee.a", "all", "press", "pair.a.b"]
    assert threads_of("a", ["b"], ["b"], Couriers(between="none")) == ["referee.a", "all", "press"]
