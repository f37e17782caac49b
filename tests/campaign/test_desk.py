"""The referee's desk: a room that others do not find, in which the turn is run."""

import json
import re
import time
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import get_resolver, reverse

from base.words import listed
from battles.models import Pulse
from battles.services import record_heartbeat
from campaign.models import (
    Account,
    Campaign,
    CampaignUpload,
    Faction,
    FactionTurn,
    Member,
    PointsEntry,
    RefereeAct,
    Turn,
)
from campaign.services.files.uploads import run_upload
from tests.factories.people import logged_in
from tests.scenarios import World

pytestmark = pytest.mark.django_db


def desk_paths(world: World) -> list[str]:
    numbers = {"slug": world.campaign.slug, "key": "abcdefghjkmn", "invitation_id": 1, "member_id": 1, "number": 1,
               "event_id": 1}  # fmt: skip
    routes = [name for name in get_resolver().reverse_dict if isinstance(name, str)]
    names = [n for n in routes if n.startswith(("desk", "member", "invitation_"))]
    assert len(names) >= 13
    return [_path(name, numbers) for name in names]


def _path(name: str, numbers: dict[str, Any]) -> str:
    wanted = get_resolver().reverse_dict.getlist(name)[0][0][0][1]
    return reverse(name, kwargs={key: numbers[key] for key in wanted})


def test_the_desk_does_not_exist_for_players_observers_and_strangers(world: World) -> None:
    player, observer, stranger = (User.objects.create_user(name) for name in ("player", "observer", "stranger"))
    Member.objects.create(campaign=world.campaign, user=player, role="player", faction=world.factions["north"])
    Member.objects.create(campaign=world.campaign, user=observer, role="observer")
    for user in (player, observer, stranger):
        client = logged_in(user)
        for path in desk_paths(world):
            assert {client.get(path).status_code, client.post(path).status_code} <= {404, 405}, path


@pytest.mark.parametrize("page", ["", "download/", "members/", "copy/", "preflight/"])
def test_no_copy_of_a_referees_page_is_kept(world: World, referee: Client, page: str) -> None:
    assert "no-store" in referee.get(f"/c/{world.campaign.slug}/desk/{page}").headers["Cache-Control"]


def test_a_guest_is_sent_to_the_log_in_whether_the_campaign_exists_or_not(world: World) -> None:
    here, nowhere = (Client().get(f"/c/{slug}/desk/") for slug in (world.campaign.slug, "no-such-war"))
    assert here.status_code == nowhere.status_code == 302
    assert here["Location"].startswith("/accounts/login/")


def test_the_desk_tells_who_is_awaited(world: World, referee: Client) -> None:
    Member.objects.create(
        campaign=world.campaign, user=User.objects.create_user("Émile"), role="player", faction=world.factions["north"]
    )
    page = referee.get(f"/c/{world.campaign.slug}/desk/").text
    assert "Not ready yet: North" in page
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert sorted(ids) == sorted(set(ids)), "each id stands once"
    assert "nothing entered" in page
    assert "Émile" in page


def test_the_desk_names_the_factions_that_nobody_plays(world: World, referee: Client) -> None:
    north, desk = world.factions["north"], f"/c/{world.campaign.slug}/desk/"
    Member.objects.create(campaign=world.campaign, user=User.objects.create_user("Émile"), role="player", faction=north)
    FactionTurn.objects.filter(faction=north).update(ready=True)
    page = referee.get(desk).text
    assert "Every player is ready. Nobody plays" in page
    others = Faction.objects.filter(campaign=world.campaign).exclude(pk=north.pk)
    for faction in others:
        answer = referee.post(f"{desk}caretaker/", {"faction": faction.key, "caretaker": "on"}, follow=True)
        assert "The choice of who leads it is kept." in answer.text
    page = " ".join(referee.get(desk).text.split())
    names = listed([faction.in_text for faction in others])
    assert f"Every player is ready. Nothing is entered for {names}: a caretaker gives the orders there" in page
    assert f"Seal the orders and run the turn; a caretaker orders for {names}</button>" in page
    assert "Nobody plays" not in page
    FactionTurn.objects.filter(turn__campaign=world.campaign).update(ready=True)
    page = referee.get(desk).text
    assert "Everybody is ready." in page
    assert "Seal the orders and run the turn</button>" in page


@pytest.mark.parametrize(("way", "who"), [("on", "a caretaker"), ("program", "the program")])
def test_a_player_whose_side_is_led_is_not_waited_for_and_every_page_says_by_whom(
    world: World, referee: Client, way: str, who: str
) -> None:
    """What the desk, the check before the turn and the player's own page say agrees with what the turn does."""
    user = User.objects.create_user("south")
    for key in ("north", "south"):
        Member.objects.create(
            campaign=world.campaign, user=user if key == "south" else User.objects.create_user(key), role="player",
            faction=world.factions[key],
        )  # fmt: skip
    Faction.objects.filter(campaign=world.campaign, key="south").update(caretaker=way)
    desk, slug = f"/c/{world.campaign.slug}/desk/", world.campaign.slug
    for path in (desk, f"{desk}preflight/"):
        page = " ".join(referee.get(path).text.split())
        assert "Not ready yet: North. Their armies" in page
        assert f"Nothing is entered for South: {who} gives the orders there when the turn is run." in page
        assert f"Seal the orders and run the turn anyway; {who} orders for South</button>" in page
    assert f"(south): nothing entered; {who} gives its orders when the turn is run." in page
    player = logged_in(user)
    own = player.get(f"/c/{slug}/").text
    assert f"{who.capitalize()} leads your faction" in own
    assert "You are not ready" not in own
    Faction.objects.filter(campaign=world.campaign, key="north").update(caretaker=way)
    page = " ".join(referee.get(desk).text.split())
    assert f"Nobody is waited for. Nothing is entered for North and South: {who} gives the orders there" in page
    Faction.objects.filter(campaign=world.campaign, key="north").update(caretaker="auto")
    FactionTurn.objects.filter(turn__campaign=world.campaign, faction__key="south").update(touched=True)
    page = referee.get(desk).text  # he entered something and took it back: he leads his side himself
    assert "Not ready yet: North, South." in page
    assert "orders for South" not in page
    assert "You are not ready" in player.get(f"/c/{slug}/").text


def test_running_a_quiet_turn_closes_it_and_opens_the_next(world: World, referee: Client) -> None:
    assert referee.post(f"/c/{world.campaign.slug}/desk/run/").status_code == 302
    states = dict(Turn.objects.filter(campaign=world.campaign).values_list("number", "state"))
    assert states == {1: "closed", 2: "open"}
    assert [act.act for act in RefereeAct.objects.filter(campaign=world.campaign)] == ["ran turn 1"]


@pytest.mark.parametrize(("state", "trouble", "looks_again"), [
    ("sealed", "", True), ("fighting", "", True), ("fighting", "Silesia is gone.", False), ("open", "", False),
])  # fmt: skip
def test_the_desk_looks_again_until_the_turn_is_closed(
    world: World, referee: Client, state: str, trouble: str, looks_again: bool
) -> None:
    """Between the last battle and the close nothing is fought, and the desk must not stop there."""
    Turn.objects.update(state=state, trouble=trouble)
    desk = referee.get(f"/c/{world.campaign.slug}/desk/").text
    assert (f'hx-get="/c/{world.campaign.slug}/desk/progress/"' in desk) == looks_again
    assert ("Go on with the turn" in desk) == (state != "open")


@pytest.mark.parametrize("shown", ["abc", "", "-1", "٣", "999999"])
def test_a_turn_of_nonsense_runs_no_turn(world: World, referee: Client, shown: str) -> None:
    assert referee.post(f"/c/{world.campaign.slug}/desk/run/", {"turn": shown}).status_code == 302
    assert list(Turn.objects.filter(campaign=world.campaign).values_list("number", "state")) == [(1, "open")]


def test_a_correction_is_a_ledger_entry_with_a_reason(world: World, referee: Client) -> None:
    treasury = Account.objects.get(faction=world.factions["north"], kind="treasury")
    before = treasury.balance
    data = {"faction": "north", "points": "-3", "reason": "Wagons lost in the Saale"}
    assert referee.post(f"/c/{world.campaign.slug}/desk/correct/", data).status_code == 302
    treasury.refresh_from_db()
    assert treasury.balance == before - 3
    assert PointsEntry.objects.get(reason="Wagons lost in the Saale").amount == 3
    assert RefereeAct.objects.get(act__contains="treasury").secret


def test_two_clicks_on_one_form_correct_once(world: World, referee: Client) -> None:
    before = Account.objects.get(faction=world.factions["north"], kind="treasury").balance
    page = referee.get(f"/c/{world.campaign.slug}/desk/").text.partition("/desk/correct/")[2]
    key = re.search(r'name="form" value="([^"]+)"', page)[1]
    data = {"faction": "north", "points": "3", "reason": "Wagons found at the Saale", "form": key}
    for _ in range(2):
        assert referee.post(f"/c/{world.campaign.slug}/desk/correct/", data).status_code == 302
    assert Account.objects.get(faction=world.factions["north"], kind="treasury").balance == before + 3
    assert RefereeAct.objects.filter(act__contains="treasury").count() == 1
    referee.post(f"/c/{world.campaign.slug}/desk/correct/", data | {"form": "another"})
    assert Account.objects.get(faction=world.factions["north"], kind="treasury").balance == before + 6


@pytest.mark.parametrize("points", ["0", "1_000", "٣", "9" * 30, "1.5", "-99999", "", "abc"])
def test_a_correction_that_is_no_number_is_told_in_place(world: World, referee: Client, points: str) -> None:
    before = PointsEntry.objects.count()
    data = {"faction": "north", "points": points, "reason": "because"}
    assert referee.post(f"/c/{world.campaign.slug}/desk/correct/", data).status_code == 422
    assert PointsEntry.objects.count() == before


def test_nobody_is_corrected_below_zero(world: World, referee: Client) -> None:
    data = {"faction": "north", "points": "-10000", "reason": "everything"}
    answer = referee.post(f"/c/{world.campaign.slug}/desk/correct/", data)
    assert answer.status_code == 422
    assert "costs 10000 points" in answer.text


def test_a_deadline_in_the_past_is_refused_and_one_to_come_is_shown(world: World, referee: Client) -> None:
    path = f"/c/{world.campaign.slug}/desk/due/"
    assert "that time is past" in referee.post(path, {"deadline": "2001-01-01T12:00"}).text
    referee.post(path, {"deadline": "2099-01-01T12:00"})
    assert world.turn.deadline.year == 2099
    referee.post(path, {"deadline": ""})
    assert world.turn.deadline is None


def test_a_deadline_is_meant_and_told_in_the_zone_of_the_site(world: World, referee: Client, settings) -> None:
    settings.TIME_ZONE = "Europe/Berlin"
    referee.post(f"/c/{world.campaign.slug}/desk/due/", {"deadline": "2100-07-24T20:00"})
    assert Turn.objects.get(campaign=world.campaign).deadline == datetime(2100, 7, 24, 18, tzinfo=UTC)
    assert RefereeAct.objects.latest("pk").act == "set the orders of turn 1 due on 24 July 2100, 20:00 CEST"


def test_a_campaign_goes_out_as_a_file_and_comes_back_as_another(world: World, referee: Client) -> None:
    file = referee.get(f"/c/{world.campaign.slug}/desk/download/")
    assert json.loads(file.content)["format"] == "bivouac.campaign/1"
    upload = SimpleUploadedFile("war.json", file.content, content_type="application/json")
    answer = referee.post("/campaigns/new/", {"file": upload, "slug": "second-war"})
    assert answer.status_code == 302, answer.text
    sent = CampaignUpload.objects.get()
    assert answer["Location"] == f"/campaigns/new/{sent.key}/"
    assert "The file waits for a worker." in referee.get(answer["Location"]).text
    assert run_upload(sent.pk)
    assert "is set up, and you are its referee." in referee.get(answer["Location"]).text
    second = Campaign.objects.get(slug="second-war")
    assert list(second.members.values_list("user__username", "role")) == [("referee", "referee")]


def test_a_copy_is_refused_where_the_address_is_taken(world: World, referee: Client) -> None:
    path = f"/c/{world.campaign.slug}/desk/copy/"
    assert referee.post(path, {"slug": world.campaign.slug, "name": "Again"}).status_code == 422
    assert referee.post(path, {"slug": "again", "name": "Again"}).status_code == 302
    assert Campaign.objects.get(slug="again").name == "Again"


@pytest.mark.parametrize("content", [b"", b"{", b"\x00\xff\xfe", b"[]", b'{"format": "bivouac.campaign/9"}', b"null"])
def test_a_file_that_is_no_campaign_is_refused_with_a_sentence(referee: Client, content: bytes) -> None:
    before = Campaign.objects.count()
    assert referee.post("/campaigns/new/", {"file": SimpleUploadedFile("war.json", content)}).status_code == 422
    assert Campaign.objects.count() == before


def test_the_desk_asks_the_same_number_of_questions_at_any_size(world, referee, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(40):
        referee.get(f"/c/{world.campaign.slug}/desk/")


def test_the_desk_says_what_of_the_site_is_amiss_and_what_the_launcher_told(world, referee, settings, tmp_path) -> None:
    settings.STATE_DIR = tmp_path
    page = referee.get(f"/c/{world.campaign.slug}/desk/").text
    assert "The clock does not tick: due dates and lost battles wait." in page
    assert "The clock has not ticked yet." in page
    for part in Pulse.Part:
        record_heartbeat(part)
    note = {"at": time.time(), "sentence": "The worker ended unexpectedly (killed by signal 9)."}
    (tmp_path / "launcher.json").write_text(json.dumps([note]))
    page = referee.get(f"/c/{world.campaign.slug}/desk/").text
    assert "does not tick" not in page
    assert "The clock last ticked on" in page
    assert "The worker ended unexpectedly (killed by signal 9)." in page
