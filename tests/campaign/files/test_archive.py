"""Old turns are archived: their details are in a file that was fetched, and the war goes on without them."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from base.refusal import Refusal
from battles.models import Battle, BattleResult, MethodWish
from campaign.models import ArmyOrder, Campaign, CampaignDump, CampaignUpload, RefereeAct, Sighting
from campaign.rules.files.campaign_file import CampaignFileError
from campaign.services.audit import audit
from campaign.services.files import dumps
from campaign.services.files.archive import archive_turns
from campaign.services.files.dumps import ask_dump, fetched, reconcile_dumps, run_dump
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.files.uploads import run_upload, send_copy
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from tests.battles import drill
from tests.factories.people import logged_in
from tests.kept import kept
from tests.scenarios import two_valleys

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def fought_by_the_drill() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        drill.register()
        drill.stand_in(patch)
        yield


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: Any, fought_by_the_drill: None) -> str:
    """Four turns, with a battle on the first one."""
    with django_db_blocker.unblock(), transaction.atomic():
        world = two_valleys(last_turn=9)
        for ref in ("north-i", "south-i"):
            give_order(station=world.station(ref), kind="march", path=["ridge"], actor="player")
        give_order(station=world.station("north-ii"), kind="rest", actor="player")
        for _ in range(4):
            advance_turn(campaign=world.campaign, actor="desk")
        text = dump_text(world.campaign)
        transaction.set_rollback(True)
    return text


@pytest.fixture
def war(played: str) -> Campaign:
    return with_a_referee(played)


@kept
def with_a_referee(played: str) -> Campaign:
    return load_campaign(data=played, slug="war", actor="x", referee=User.objects.create_user("referee"))


def referee() -> User:
    return User.objects.get(username="referee")


def browser() -> Client:
    return logged_in(referee())


def written(war: Campaign) -> CampaignDump:
    dump = ask_dump(campaign=war)
    assert run_dump(dump.pk)
    dump.refresh_from_db()
    return dump


def text_of(dump: CampaignDump) -> str:
    return b"".join(fetched(campaign=dump.campaign, key=dump.key) or ()).decode()


def archived(war: Campaign, last: int = 1) -> str:
    """Archive the first turns; the file that holds them."""
    text = text_of(written(war))
    archive_turns(campaign=war, user=referee(), last=last)
    war.refresh_from_db()
    return text


def test_a_worker_writes_the_same_file_and_a_newer_one_replaces_it(war: Campaign) -> None:
    dump = written(war)
    text = text_of(dump)
    assert text == dump_text(war)
    assert (dump.size, dump.closed) == (len(text.encode()), 4)
    assert not run_dump(dump.pk), "it is written once"
    newer = written(war)
    assert list(CampaignDump.objects.values_list("pk", flat=True)) == [newer.pk]


def test_details_leave_the_database_and_the_file_holds_them(war: Campaign) -> None:
    before, text = Sighting.objects.count(), archived(war, 2)
    assert not ArmyOrder.objects.exists()
    assert not MethodWish.objects.exists()
    assert Sighting.objects.count() < before
    assert [bytes(result.journal) for result in BattleResult.objects.all()] == [b""]
    assert audit() == []
    held = json.loads(text)["history"]
    assert {row["army"] for row in held["orders"]} == {"north-i", "north-ii", "south-i"}
    assert held["results"][0]["journal"]
    assert "archived the details of turns 1 to 2" in RefereeAct.objects.get().act


def test_the_last_sighting_of_each_army_stays(war: Campaign) -> None:
    seen = set(Sighting.objects.values_list("viewer", "station"))
    archived(war)
    assert set(Sighting.objects.values_list("viewer", "station")) == seen


def test_loading_the_file_brings_all_back_and_what_is_left_makes_the_round_too(war: Campaign) -> None:
    text = archived(war)
    back = load_campaign(data=text, slug="back", actor="x")
    assert dump_text(back) == text
    assert back.archived == 0
    rest = dump_text(war)
    again = load_campaign(data=rest, slug="again", actor="x")
    assert dump_text(again) == rest
    assert (again.archived, audit()) == (1, [])


def test_pages_of_archived_turns_say_so(war: Campaign) -> None:
    archived(war)
    client, root = browser(), f"/c/{war.slug}"
    key = war.turns.get(number=1).engagements.get().battle.key
    assert "The details of this turn were archived" in client.get(f"{root}/turns/1/").text
    assert "were archived" not in client.get(f"{root}/turns/3/").text
    page = client.get(f"{root}/battles/{key}/").text
    assert "The journal of this battle was archived" in page
    assert "Orders of battle, before and after" in page
    assert "/journal" not in page
    for part in ("journal", "replay"):
        assert "was archived with turn 1" in client.get(f"{root}/battles/{key}/{part}/").text
    for part in ("journal-file/", "still.svg", "replay/film.json", "replay/account/"):
        assert client.get(f"{root}/battles/{key}/{part}").status_code == 404
    assert client.get(f"{root}/battles/{key}/report/").status_code == 200
    assert client.get(f"{root}/chronicle/").status_code == 200


def test_nothing_is_archived_that_no_fetched_file_holds(war: Campaign) -> None:
    with pytest.raises(Refusal, match="Write a campaign file that holds turn 1"):
        archive_turns(campaign=war, user=referee(), last=1)
    written(war)
    with pytest.raises(Refusal, match="Write a campaign file that holds turn 1"):
        archive_turns(campaign=war, user=referee(), last=1)
    text_of(CampaignDump.objects.get())
    with pytest.raises(Refusal, match="Turn 3 cannot be archived; choose one from 1 to 2"):
        archive_turns(campaign=war, user=referee(), last=3)
    Battle.objects.update(settled_at=CampaignDump.objects.get().ended_at)
    with pytest.raises(Refusal, match="settled after the file was written"):
        archive_turns(campaign=war, user=referee(), last=2)
    assert ArmyOrder.objects.exists()


def test_a_journal_that_is_lost_without_an_archive_is_found(war: Campaign) -> None:
    BattleResult.objects.update(journal=b"")
    assert ["its journal is missing" in line for line in audit()] == [True]


Spoil = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(("spoil", "sentence"), [
    (lambda data: data.pop("archived"), "history.results[0].journal: "),
    (lambda data: data.update(archived=5), "archived: 5 turns are marked as archived, 4 are closed"),
    (lambda data: data.update(archived=-1), "archived: -1 is outside"),
])  # fmt: skip
def test_a_file_that_says_too_little_or_too_much_of_its_archive_is_refused(
    war: Campaign, spoil: Spoil, sentence: str
) -> None:
    archived(war)
    data = json.loads(dump_text(war))
    spoil(data)
    with pytest.raises(CampaignFileError) as refused:
        load_campaign(data=data, slug="x", actor="x")
    assert str(refused.value).startswith(sentence)


def test_the_referee_does_it_from_the_desk(war: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    client, root = browser(), f"/c/{war.slug}/desk"
    monkeypatch.setattr(dumps, "WRITTEN_AT_ONCE", 0)
    assert client.post(f"{root}/download/secret/")["Location"] == f"{root}/files/"
    client.post(f"{root}/files/", {"secret": "rubbish"})
    assert CampaignDump.objects.get().sealed, "without a clear wish the secret stays here"
    CampaignDump.objects.all().delete()
    client.post(f"{root}/files/", {"secret": "in"})
    part = client.get(f"{root}/files/", headers={"HX-Request": "true"}).text
    assert "waits for a worker" in part
    assert "hx-get" in part
    assert "<html" not in part
    dump = CampaignDump.objects.get()
    assert client.get(f"{root}/files/{dump.key}/").status_code == 404
    assert run_dump(dump.pk)
    assert "Turns up to 2 can be archived once" in client.get(f"{root}/files/").text
    text = dump_text(war)
    assert client.get(f"{root}/files/{dump.key}/").getvalue().decode() == text
    assert "write a whole number" in client.post(f"{root}/archive/", {"last": "x"}).text
    assert client.post(f"{root}/archive/", {"last": "7"}).status_code == 422
    assert client.post(f"{root}/archive/", {"last": "2"})["Location"] == f"{root}/files/"
    assert Campaign.objects.get().archived == 2


def test_a_long_war_is_copied_by_a_worker(war: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dumps, "COPIED_AT_ONCE", 0)
    client, form = browser(), {"name": "Another war", "slug": "another"}
    answer = client.post(f"/c/{war.slug}/desk/copy/", form)
    upload = CampaignUpload.objects.get()
    assert answer["Location"] == f"/campaigns/new/{upload.key}/"
    assert run_upload(upload.pk)
    made = Campaign.objects.get(slug="another")
    assert made.name == "Another war"
    assert json.loads(dump_text(made))["history"] == json.loads(dump_text(war))["history"]
    assert made.members.get().user == referee()
    with pytest.raises(Refusal, match="taken by another campaign"):
        send_copy(user=referee(), source=war, name="x", slug="another")


def test_a_file_that_was_tried_too_often_is_given_up(war: Campaign, settings: Any) -> None:
    dump = ask_dump(campaign=war)
    assert ask_dump(campaign=war) == dump
    CampaignDump.objects.update(attempt=settings.BIVOUAC_BATTLE_ATTEMPTS)
    reconcile_dumps()
    dump.refresh_from_db()
    assert dump.state == "failed"
    assert "tried too often" in browser().get(f"/c/{war.slug}/desk/files/").text
