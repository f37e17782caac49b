"""What leaves a war: a what-if with other dice, files with and without the secret; all of it on record."""

import json
from datetime import date, time

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from battles.models import Battle
from campaign.models import Campaign, CampaignDump, CampaignUpload, RefereeAct, Schedule
from campaign.rules.course.schedule import Rhythm
from campaign.services.audit import audit
from campaign.services.clockwork.schedules import set_schedule
from campaign.services.files import archive, dumps, uploads
from campaign.services.files.dumps import run_dump
from campaign.services.files.files import copy_campaign, fork_campaign, load_campaign, pieces_without_secret
from campaign.services.files.uploads import run_upload
from campaign.services.turn import advance_turn
from tests.campaign.history.steps import bytes_of, first_turn, run, umpire
from tests.kept import kept
from tests.scenarios import World, two_valleys

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


@pytest.fixture
def world() -> World:
    """The war that every test here begins with."""
    return after_two_turns()


@pytest.fixture
def two_turns(world: World) -> World:
    return world


@kept
def after_two_turns() -> World:
    """Two turns are run, with a battle on a table since the first."""
    world = two_valleys(battle_days=30)
    first_turn(world)
    run(world)
    return world


def test_a_what_if_from_a_past_turn_has_dice_of_its_own_and_leaves_the_war_alone(two_turns: World) -> None:
    war, user = two_turns.campaign, umpire()
    before = bytes_of(war)
    made = fork_campaign(campaign=war, turn=2, slug="what-if", name="What if", user=user)
    assert bytes_of(war) == before
    assert made.secret not in ("", war.secret)
    assert made.what_if == "What if, from turn 2 of Two Valleys"
    assert [member.user for member in made.members.all()] == [user]
    assert made.turns.get(number=2).state == "open"
    assert not made.turns.filter(number=3).exists()
    battles = [Battle.objects.filter(engagement__turn__campaign=one) for one in (war, made)]
    first, second = (set(rows.values_list("seed", flat=True)) for rows in battles)
    assert first
    assert first.isdisjoint(second)
    advance_turn(campaign=made, actor="the referee")
    assert made.turns.filter(number=3).exists()
    assert bytes_of(war) == before
    assert audit() == []
    assert RefereeAct.objects.filter(campaign=war, act__contains="what-if of the war from turn 2").exists()


def test_no_clock_runs_a_what_if_or_a_copy(two_turns: World) -> None:
    war, user = two_turns.campaign, umpire()
    set_schedule(campaign=war, rhythm=Rhythm("weekly", 1, "Europe/Berlin", time(20), date(2026, 11, 1)), actor=user)
    fork_campaign(campaign=war, turn=None, slug="what-if", name="What if", user=user)
    copy_campaign(campaign=war, slug="copy", name="Copy", actor="umpire", referee=user)
    assert [row.campaign for row in Schedule.objects.all()] == [war]


def test_a_file_without_the_secret_shows_no_die_to_come_and_can_be_played_on(two_turns: World) -> None:
    war = two_turns.campaign
    text = "".join(pieces_without_secret(war))
    assert war.secret not in text
    assert Battle.objects.get().seed not in text
    assert "kept_states" not in text
    made = load_campaign(data=text, slug="again", actor="another")
    assert len(made.secret) == 64
    assert made.commitment != war.commitment
    advance_turn(campaign=made, actor="another")
    assert audit() == []


def test_every_download_and_copy_is_on_record(two_turns: World, referee: Client) -> None:
    slug = two_turns.campaign.slug
    acts = RefereeAct.objects.filter(campaign=two_turns.campaign, secret=False)
    assert "secret" not in json.loads(referee.get(reverse("desk_download", args=[slug])).content)
    assert referee.get(reverse("desk_download_secret", args=[slug])).status_code == 405
    whole = json.loads(referee.post(reverse("desk_download_secret", args=[slug])).content)
    assert whole["secret"] == two_turns.campaign.secret
    taken = "took a file of the campaign {} the secret of its dice"
    assert [act.act for act in acts] == [taken.format("without"), taken.format("with")]
    referee.post(reverse("desk_copy", args=[slug]), {"name": "A copy", "slug": "a-copy"})
    assert acts.latest("pk").act == "copied the campaign with the secret of its dice"


def test_the_page_of_what_ifs(two_turns: World, referee: Client) -> None:
    url = reverse("desk_fork", args=[two_turns.campaign.slug])
    assert "turn 2, as its orders were sealed" in referee.get(url).text
    sent = {"name": "Ëlse", "slug": "else", "turn": "2"}
    assert referee.post(url, sent | {"turn": "7"}).status_code == 422
    assert (referee.post(url, sent).status_code, referee.post(url, sent).status_code) == (302, 422)
    assert Campaign.objects.get(slug="else").members.get().user == User.objects.get(username="referee")
    assert "What if, from turn 2" in referee.get(reverse("game:map", args=["else"])).text


@pytest.fixture
def long_war(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever there is takes too long to be done while the referee waits; no broker is asked."""
    for name in ("COPIED_AT_ONCE", "WRITTEN_AT_ONCE"):
        monkeypatch.setattr(dumps, name, 0)
    for module in (dumps, uploads):
        monkeypatch.setattr(module, "publish_rows", lambda *_, **__: 0)


def test_a_what_if_of_a_long_war_is_made_by_a_worker(two_turns: World, referee: Client, long_war: None) -> None:
    slug = two_turns.campaign.slug
    answer = referee.post(reverse("desk_fork", args=[slug]), {"name": "Else", "slug": "else", "turn": "2"})
    sent = CampaignUpload.objects.get()
    assert answer["Location"] == reverse("upload_state", args=[sent.key])
    assert "waits for a worker" in referee.get(answer["Location"]).text
    assert not Campaign.objects.filter(slug="else").exists()
    assert RefereeAct.objects.filter(act__contains="what-if of the war from turn 2").count() == 1
    assert run_upload(sent.pk)
    made = Campaign.objects.get(slug="else")
    assert (made.name, made.what_if) == ("Else", "What if, from turn 2 of Two Valleys")
    assert made.secret not in ("", two_turns.campaign.secret)
    assert made.turns.get(number=2).state == "open"
    assert "Open the desk" in referee.get(answer["Location"]).text
    assert (
        referee.post(reverse("desk_fork", args=[slug]), {"name": "E", "slug": "else", "turn": "2"}).status_code == 422
    )


def test_a_long_file_without_the_secret_is_written_by_a_worker(
    two_turns: World, referee: Client, long_war: None
) -> None:
    slug, files = two_turns.campaign.slug, reverse("desk_files", args=[two_turns.campaign.slug])
    assert referee.get(reverse("desk_download", args=[slug]))["Location"] == files
    for secret in ("in", "out"):
        referee.post(files, {"secret": secret})
    assert [run_dump(dump.pk) for dump in CampaignDump.objects.all()] == [True, True]
    assert not RefereeAct.objects.filter(act__startswith="took a file").exists(), "nobody has one yet"
    assert archive.fetched_dump(two_turns.campaign) is None
    sealed = CampaignDump.objects.get(sealed=True)
    assert "Download the file without the secret" in referee.get(files).text
    answer = referee.get(reverse("desk_file", args=[slug, sealed.key]))
    assert RefereeAct.objects.get(act__startswith="took a file").act.endswith("without the secret of its dice")
    text = b"".join(answer).decode()
    assert two_turns.campaign.secret not in text
    assert json.loads(text)["history"]["turns"]
    assert "-without-secret.json" in answer["Content-Disposition"]
    assert archive.fetched_dump(two_turns.campaign) is None, "an archive rests on a whole file"
