"""Letters: who may write to whom, who reads them, couriers that take their time."""

import base64
import json
import zlib
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from base.refusal import Refusal
from campaign.models import Campaign, CampaignDump, Letter, Member, Notice
from campaign.rules.files.campaign_file import printed
from campaign.rules.history.pieces import digest_of, split
from campaign.rules.news.couriers import Couriers, couriers, threads_of
from campaign.selectors.past.kept_states import kept_file, scene_now
from campaign.services.files.dump import recorded
from campaign.services.files.dumps import ask_dump, run_dump
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.files.private import close_states
from campaign.services.letters import mark_letters, set_couriers, write_letter
from campaign.services.turn import advance_turn
from campaign.visibility.news.letters import thread_letters, threads, unread_letters
from tests.campaign.worlds import Valley, known_by
from tests.factories.people import logged_in


def send(valley: Valley, name: str, thread: str, text: str = "Let us meet at dawn.") -> Letter:
    return write_letter(knowledge=known_by(valley, name), thread=thread, text=text)


def readers(valley: Valley, thread: str) -> set[str]:
    names = ("referee", "observer", "north", "south", "west")
    return {name for name in names if thread_letters(known_by(valley, name), thread)}


@pytest.mark.parametrize(("writer", "thread", "reads", "told"), [
    ("north", "pair.north.south", {"north", "south"}, {"south"}),
    ("north", "referee.north", {"north", "referee"}, {"referee"}),
    ("referee", "referee.south", {"south", "referee"}, {"south"}),
    ("west", "all", {"referee", "observer", "north", "south", "west"}, {"referee", "north", "south"}),
    ("south", "press", {"south", "referee"}, {"referee"}),
])  # fmt: skip
def test_a_letter_is_read_by_its_parties_alone(valley, writer, thread, reads, told):
    send(valley, writer, thread)
    assert readers(valley, thread) == reads
    assert set(Notice.objects.filter(kind="message").values_list("member__user__username", flat=True)) == told


def test_nobody_writes_into_the_letters_of_others(valley):
    for name, thread in (("north", "pair.south.west"), ("north", "referee.south"), ("observer", "all"), ("west", "x")):
        with pytest.raises(Refusal):
            send(valley, name, thread)
    client = logged_in(valley.people["north"])
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
    assert unread_letters(known_by(valley, "south")) == 1
    mark_letters(knowledge=known_by(valley, "south"), thread="pair.north.south")
    assert unread_letters(known_by(valley, "south")) == 0
    Member.objects.filter(user=valley.people["south"]).delete()
    Member.objects.create(
        campaign=valley.campaign, user=valley.people["stranger"], role="player", faction=valley.factions["south"]
    )
    assert unread_letters(known_by(valley, "stranger")) == 1


@pytest.fixture
def posted(valley) -> Valley:
    """A letter that the referee does not read, of two lines to Unicode; two that he reads; a seal that was kept."""
    first = send(valley, "north", "pair.north.west")
    Letter.objects.filter(pk=first.pk).update(text="Strike at\u2028midnight.")
    send(valley, "referee", "referee.south", "Two lines\nof text.")
    Campaign.objects.filter(pk=valley.campaign.pk).update(map={"view": [0, 0, 700, 400]})
    set_couriers(campaign=valley.campaign, rules=Couriers(referee_reads=True), user=valley.people["referee"])
    send(valley, "north", "pair.north.west", "Let us meet at dawn.")
    valley.campaign.refresh_from_db()
    told: Valley = valley
    return told


READ, PRIVATE = ["Two lines\nof text.", "Let us meet at dawn."], "midnight"


def the_host_dumps(slug: str, *switches: str) -> str:
    call_command("dump_campaign", slug, *switches, stdout=(out := StringIO()))
    return out.getvalue()


def unpacked_past(text: str) -> str:
    pieces = json.loads(text)["history"].get("kept_pieces", [])
    return "".join(zlib.decompress(base64.b64decode(piece["data"])).decode() for piece in pieces)


@pytest.mark.usefixtures("drilled")
def test_letters_that_the_referee_does_not_read_are_in_no_file_that_he_takes(posted):
    advance_turn(campaign=posted.campaign, actor="the referee")
    client, slug = Client(), posted.campaign.slug
    client.force_login(posted.people["referee"])
    taken = [
        client.get(reverse("desk_download", args=[slug])),
        client.post(reverse("desk_download_secret", args=[slug])),
    ]
    client.post(reverse("desk_copy", args=[slug]), {"name": "C", "slug": "c"})
    for sealed in (True, False):
        run_dump(ask_dump(campaign=posted.campaign, sealed=sealed).pk)
    taken += [client.get(reverse("desk_file", args=[slug, one.key])) for one in CampaignDump.objects.order_by("pk")]
    for text in [answer.getvalue().decode() for answer in taken] + [the_host_dumps(slug), the_host_dumps("c")]:
        assert PRIVATE not in text + unpacked_past(text)
        assert [row["text"] for row in json.loads(text)["history"]["letters"]] == READ
    found = posted.campaign.referee_acts.filter(act__contains=" the secret of its dice").values_list("act", flat=True)
    words = [act.removesuffix(" the secret of its dice") for act in found]
    took = "took a file of the campaign"
    assert words == [f"{took} without", f"{took} with", "copied the campaign with", f"{took} without", f"{took} with"]


def test_the_hosts_own_file_has_all_letters_by_a_switch_and_is_loaded_whole(posted):
    text = the_host_dumps(posted.campaign.slug, "--letters")
    copied = load_campaign(data=text, slug="copied", actor="x")
    assert [row.text for row in copied.letters.all()] == ["Strike at\u2028midnight.", *READ]
    assert the_host_dumps("copied", "--letters") == text
    closed = dump_text(posted.campaign)
    assert dump_text(load_campaign(data=closed, slug="again", actor="x")) == closed


@pytest.mark.usefixtures("drilled")
@pytest.mark.parametrize("door", ["a file", "the site's own rows"])
def test_states_that_an_older_version_kept_lose_the_letters_that_the_referee_does_not_read(posted, door):
    advance_turn(campaign=posted.campaign, actor="the referee")
    war = posted.campaign
    war.kept_states.all().delete()
    text = "".join(printed(*recorded(war, past=False, private=True)))
    for piece in split(text):
        war.kept_pieces.get_or_create(digest=piece.digest, defaults={"data": piece.data})
    digests = [piece.digest for piece in split(text)]
    war.kept_states.create(kind="seal", turn=1, digest=digest_of(text), pieces=digests, scene=scene_now(war))
    assert PRIVATE in unpacked_past(dump_text(war))
    if door == "a file":
        war = load_campaign(data=dump_text(war), slug="older", actor="x")
    else:
        close_states(states=war.kept_states, pieces=war.kept_pieces)
    assert PRIVATE not in unpacked_past(dump_text(war))
    assert [row.text for row in kept_file(war.kept_states.get()).history.letters] == READ


def test_the_pages_of_letters_are_written_and_read(valley):
    client = logged_in(valley.people["north"])
    url = reverse("game:letters_thread", args=["long-valley", "pair.north.south"])
    assert client.post(url, {"text": ""}).status_code == 422
    assert client.post(url, {"text": "Grüße <b>an alle</b>"}).status_code == 302
    page = client.get(url).text
    assert "Grüße &lt;b&gt;an alle&lt;/b&gt;" in page
    assert "Grüße &lt;b&gt;an alle&lt;/b&gt;</p>" in client.get(reverse("game:letters", args=["long-valley"])).text
    assert threads(known_by(valley, "north"))[0].title == "South"


@pytest.mark.parametrize("data", [{"delay": 11}, {"delay": True}, {"between": "foes"}, {"x": 1}, {"referee_reads": 1}])
def test_couriers_that_make_no_sense_are_refused(data):
    with pytest.raises(Refusal):
        couriers(data)


def test_who_may_be_written_to_follows_the_data():
    everybody = threads_of("a", ["b", "c", "d"], ["b", "c"], Couriers())
    assert everybody == ["referee.a", "all", "press", "allies.a.b.c", "pair.a.b", "pair.a.c", "pair.a.d"]
    assert threads_of("a", ["b", "c"], ["b"], Couriers(between="allies")) == ["referee.a", "all", "press", "pair.a.b"]
    assert threads_of("a", ["b"], ["b"], Couriers(between="none")) == ["referee.a", "all", "press"]
