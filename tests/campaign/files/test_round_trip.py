"""A campaign that is dumped and loaded again is the same campaign."""

import datetime
import json
from collections.abc import Mapping

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import models
from django.test import Client

from base.refusal import Refusal
from battles import models as battle_models
from battles.models import Battle
from campaign import models as campaign_models
from campaign.models import Campaign, Engagement, RefereeAct, Schedule
from campaign.rules.course.schedule import Rhythm
from campaign.rules.files.campaign_file import CampaignFileError
from campaign.rules.files.fields import kinds_of
from campaign.services.audit import audit
from campaign.services.clockwork.schedules import set_schedule
from campaign.services.files.files import copy_campaign, dump_text, load_campaign
from campaign.services.files.packs import read_pack
from campaign.services.files.tables import TABLES
from campaign.services.files.uploads import run_upload, send_upload
from campaign.services.sheet.orders import give_order
from campaign.services.sheet.sheet import buy_unit
from campaign.services.turn import advance_turn
from rosters import models as roster_models
from rosters.models import Army, StrengthLine, Unit
from tests.campaign.files.drafts import draft
from tests.kept import kept

pytestmark = pytest.mark.django_db
OWNERS = {Army: "station__campaign", Unit: "army__station__campaign", Battle: "engagement__turn__campaign"}
LONG_AGO = datetime.datetime(2025, 3, 2, 4, 5, 6, 789, tzinfo=datetime.UTC)


def loaded(slug: str = "small", **changes: object) -> Campaign:
    return load_campaign(data=json.dumps(draft() | changes), slug=slug, actor="somebody")


@pytest.fixture
def fought(drilled: None) -> Campaign:
    return after_a_turn()


@kept
def after_a_turn() -> Campaign:
    """The small war after a battle in the middle, a purchase, and a deed of the referee."""
    campaign = loaded()
    red, west = campaign.factions.get(key="red"), campaign.provinces.get(key="west")
    buy_unit(faction=red, province=west, type_key="militia_inf", actor="Red player", key="click-1")
    for ref in ("red_army", "blue_army"):
        give_order(station=campaign.stations.get(ref=ref), kind="march", path=("middle",), actor="a player")
    advance_turn(campaign=campaign, actor="the referee")
    referee = User.objects.create_user("umpire")
    RefereeAct.objects.create(campaign=campaign, user=referee, turn=1, act="Gave a ruling", reason="A wet day")
    return campaign


def test_a_fresh_file_is_started_with_its_armies_raised() -> None:
    campaign = loaded()
    assert campaign.state == Campaign.State.RUNNING
    assert [turn.number for turn in campaign.turns.all()] == [1]
    units = Unit.objects.filter(army__station__campaign=campaign)
    assert sorted(units.values_list("type", "strength", "guard", "name")) == [
        ("elite_inf", 4, True, "Household"), ("heavy_cav", 2, False, ""), ("light_cav", 3, False, ""),
        ("line_inf", 2, False, ""), ("line_inf", 4, False, ""), ("line_inf", 4, False, ""),
        ("line_inf", 4, False, "First"),
    ]  # fmt: skip
    assert audit() == []


def test_dump_and_load_and_dump_give_the_same_text(fought: Campaign) -> None:
    assert Engagement.objects.filter(turn__campaign=fought, battle__state=Battle.State.DONE).count() == 1
    text = dump_text(fought)
    assert dump_text(load_campaign(data=text, slug="again", actor="another")) == text
    assert audit() == []


def test_a_schedule_goes_with_its_war(fought: Campaign) -> None:
    rhythm = Rhythm("weekly", 1, "Europe/Berlin", datetime.time(20), datetime.date(2026, 11, 29), frozenset({5}),
                    ((datetime.date(2026, 12, 24), datetime.date(2027, 1, 2)),))  # fmt: skip
    user = User.objects.create_user("clockmaker")
    set_schedule(campaign=fought, rhythm=rhythm, actor=user, early=True, after_outage="ask", grace_hours=9)
    Schedule.objects.filter(campaign=fought).update(paused_until=LONG_AGO, pause_reason="Ferien", asked_at=LONG_AGO)
    text = dump_text(fought)
    copied = load_campaign(data=text, slug="again", actor="another")
    assert dump_text(copied) == text
    assert Schedule.objects.get(campaign=copied).plan == rhythm


@pytest.mark.parametrize(
    ("change", "sentence"),
    [({"zone": "Europe/Atlantis"}, "schedule: Zone: write the name"), ({"at": "25:00"}, "schedule.at: \"25:00\""),
     ({"quiet_weekdays": [0, 1, 2, 3, 4, 5, 6]}, "schedule: Quiet weekdays: leave one day"),
     ({"quiet_days": [["2026-12-24"]]}, "schedule: quiet_days: write pairs")],
)  # fmt: skip
def test_a_schedule_that_no_clock_could_keep_is_refused(change: dict[str, object], sentence: str) -> None:
    schedule = {"zone": "UTC", "at": "20:00", "first_on": "2026-11-29"} | change
    with pytest.raises(Refusal, match=sentence):
        loaded(schedule=schedule)


def test_a_copy_shares_no_key_with_its_model(fought: Campaign) -> None:
    copied = copy_campaign(campaign=fought, slug="copy", name="A copy", actor="the referee")
    assert copied.name == "A copy"
    wars = (fought, copied)
    for model, owner in OWNERS.items():
        first, second = (
            set(model._default_manager.filter(**{owner: war}).values_list("key", flat=True)) for war in wars
        )
        assert len(first) == len(second) > 0
        assert not first & second
    text = dump_text(copied)
    assert not [key for key in Unit.objects.values_list("key", flat=True) if key in text]


def test_both_can_go_on_after_a_copy(fought: Campaign) -> None:
    for campaign in (fought, copy_campaign(campaign=fought, slug="copy", name="A copy", actor="the referee")):
        advance_turn(campaign=campaign, actor="the referee")
        assert campaign.turns.get(number=2).state == "closed"
    assert audit() == []


def test_references_of_a_copy_name_the_copy(fought: Campaign) -> None:
    copied = copy_campaign(campaign=fought, slug="copy", name="A copy", actor="the referee")
    battle = Battle.objects.get(engagement__turn__campaign=copied)
    lines = StrengthLine.objects.filter(unit__army__station__campaign=copied, cause="battle")
    assert {line.reference for line in lines} <= {f"battle:{battle.key}", "turn:copy:1"}
    assert not StrengthLine.objects.filter(unit__army__station__campaign=copied, reference__contains="small").exists()


def test_the_referee_s_name_is_kept_and_nobody_is_invited(fought: Campaign) -> None:
    copied = load_campaign(data=dump_text(fought), slug="later", actor="x")
    act = copied.referee_acts.get()
    assert (act.by, act.user, act.act) == ("umpire", None, "Gave a ruling")
    assert not copied.members.exists()


def test_a_battle_in_hand_is_pending_in_the_file(fought: Campaign) -> None:
    text = dump_text(fought)
    battle = Battle.objects.get(engagement__turn__campaign=fought)
    assert '"state": "done"' in text
    Battle.objects.filter(pk=battle.pk).update(
        state="running", claim="12345678-1234-5678-1234-567812345678", lease_until=LONG_AGO
    )
    assert [row["state"] for row in json.loads(dump_text(fought))["history"]["battles"]] == ["pending"]


def test_a_copy_made_in_the_middle_of_a_turn_is_fought_to_its_end(drilled: None) -> None:
    campaign = loaded()
    for ref in ("red_army", "blue_army"):
        give_order(station=campaign.stations.get(ref=ref), kind="march", path=("middle",), actor="a player")
    advance_turn(campaign=campaign, actor="the referee", wait=False)
    assert campaign.turns.get(number=1).state == "fighting"
    copied = copy_campaign(campaign=campaign, slug="copy", name="Small war", actor="the referee")
    assert dump_text(copied) == dump_text(campaign)
    for war in (campaign, copied):
        advance_turn(campaign=war, actor="the referee")
        assert war.turns.get(number=1).state == "closed"
    results = [Battle.objects.get(engagement__turn__campaign=war).result for war in (campaign, copied)]
    assert results[0].digest == results[1].digest, "the same seed fights the same battle"
    assert audit() == []


def test_a_slug_that_is_taken_is_refused_with_the_remedy() -> None:
    loaded()
    with pytest.raises(Refusal, match='Address: "small" is taken by another campaign; choose another one'):
        loaded()


@pytest.mark.parametrize("slug", ["Not A Slug", "../etc", "x" * 61, "a--b"])
def test_a_slug_that_is_none_is_refused(slug: str) -> None:
    with pytest.raises(Refusal, match="Address: write lower-case letters"):
        loaded(slug)


def test_without_a_slug_the_name_makes_one() -> None:
    assert load_campaign(data=json.dumps(draft()), slug=None, actor="x").slug == "small-war"


@pytest.mark.parametrize(
    ("typed", "brought", "slug"), [("typed", "brought", "typed"), ("", "brought", "brought"), ("", None, "my-file")]
)
@pytest.mark.parametrize("door", ["host", "at once", "by a worker"])
def test_the_address_is_the_one_typed_in_else_that_of_the_file_else_its_name(
    tmp_path, door: str, typed: str, brought: str | None, slug: str
) -> None:
    data = json.dumps(draft() | ({"slug": brought} if brought else {})).encode()
    user = User.objects.create_user("umpire")
    if door == "host":
        (tmp_path / "My file.json").write_bytes(data)
        call_command("load_campaign", str(tmp_path / "My file.json"), *(["--slug", typed] if typed else []))
    elif door == "at once":
        (browser := Client()).force_login(user)
        file = SimpleUploadedFile("My file.json", data)
        page = browser.get("/campaigns/new/").text
        assert "the address that the file brings, else the name of the file" in page
        assert browser.post("/campaigns/new/", {"file": file, "slug": typed}).status_code == 302
    else:
        run_upload(send_upload(user=user, name="My file.json", data=data, slug=typed).pk)
    assert Campaign.objects.get().slug == slug


@pytest.mark.parametrize(("change", "sentence"), [
    (lambda h: h["strength"][0].update(after=1), r"strength\[0\]\.after: 1 is not the sum"),
    (lambda h: h["strength"][0].update(delta=6), r"strength\[0\]\.delta: it makes u1 6 strong"),
    (lambda h: h["points"][0].update(source="treasury/red", target="opening"), r"points: they leave treasury/red"),
    (lambda h: h["points"][0].update(source="treasury/green"), r"points\[0\]\.source: there is no acc"),
    (lambda h: h["turns"].reverse(), r"turns\[0\]\.number: 2 where 1 is expected"),
    (lambda h: h["turns"][0].update(state="open"), r"turns\[0\]\.state: only the last turn"),
    (lambda h: h["results"].clear(), r"results: there is none for the settled battle b1"),
    (lambda h: h["results"][0].update(journal="AAAA"), r"results\[0\]\.journal: this is not a packed journal"),
    (lambda h: h["results"][0].update(digest="sha256:0"), r"results\[0\]\.digest: it is not that of the journal"),
    (lambda h: h["results"][0]["report"].pop("sides"), r"results\[0\]\.report: sides: this key is missing"),
    (
        lambda h: h["battles"][0]["file"].update(season="monsoon"),
        r"battles\[0\]\.file: season: \"monsoon\" is not known",
    ),
    (lambda h: h["effects"][0].update(before=6), r"effects\[0\]: before is not after \+ lost \+ moved"),
    (lambda h: h["orders"].append(h["orders"][0]), r"orders\[2\]: the same is recorded already"),
    (lambda h: h["chronicle"][0].update(turn="one"), r"chronicle\[0\]\.turn: a whole number"),
    (lambda h: h["orders"][0].update(army="ghosts"), r'orders\[0\]\.army: there is no "ghosts"'),
])  # fmt: skip
def test_a_history_that_cannot_have_happened_leaves_nothing_behind(fought: Campaign, change, sentence: str) -> None:
    data = json.loads(dump_text(fought))
    change(data["history"])
    before = [model.objects.count() for model in (Campaign, Army, Unit, StrengthLine)]
    with pytest.raises(CampaignFileError, match=rf"history\.{sentence}"):
        load_campaign(data=data, slug="later", actor="x")
    assert [model.objects.count() for model in (Campaign, Army, Unit, StrengthLine)] == before


def test_the_commands_load_and_dump(tmp_path, fought: Campaign) -> None:
    file = tmp_path / "My War.json"
    call_command("dump_campaign", fought.slug, output=str(file))
    assert file.read_text(encoding="utf-8") == dump_text(fought)
    call_command("load_campaign", str(file))
    assert dump_text(Campaign.objects.get(slug="my-war")) == dump_text(fought)


@pytest.mark.parametrize(
    "command", [("load_campaign", "no_such_file.json"), ("dump_campaign", "no-such-war"), ("load_campaign", __file__)]
)
def test_wrong_input_ends_with_code_2_and_a_sentence(command: tuple[str, str]) -> None:
    with pytest.raises(CommandError) as refused:
        call_command(*command)
    assert refused.value.returncode == 2
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("pack", ["two_valleys", "saxony_1813"])
def test_the_packs_load_clean(pack: str) -> None:
    campaign = load_campaign(data=read_pack(pack), slug=None, actor="x")
    assert campaign.slug == pack.replace("_", "-")
    assert audit() == []
    text = dump_text(campaign)
    assert dump_text(load_campaign(data=text, slug="again", actor="x")) == text


NOT_IN_A_FILE = {
    "Battle": {"owner", "guest_key", "claim", "holder", "lease_until", "attempt", "progress", "published_at"},
    "FactionTurn": {"ready_by"}, "Turn": {"published_at", "gazette_after"}, "Absence": {"deputy"},
    "RefereeAct": {"user"}, "Unit": {"strength"}, "Station": {"army"}, "Faction": {"order"},
    "Campaign": {"slug", "map_token", "archived_at", "deleted_at", "ready_runs", "takes_back"},
    "Province": {"x", "y"}, "Army": {"key"},
}  # fmt: skip
CALLED_OTHERWISE = {"start_date": "calendar", "battle_key": "battle", "first": "between", "second": "between"}
CALENDAR = {"turn_days", "muster_every", "last_turn"}
OUTSIDE = {
    "Member", "Invitation", "Draft", "DraftStep", "DraftScan", "Account", "RulesProfile", "Forecast",
    "ForecastChunk", "ForecastScope", "Pulse", "Photograph", "CampaignUpload", "Token", "KeptAnswer", "SharedWar",
    "Rehearsal", "RehearsedWar", "CampaignDump", "Notice", "Dispatch", "Hook", "LetterRead", "MailAddress",
}  # fmt: skip


def test_every_column_of_a_campaign_stands_in_its_file() -> None:
    """A column that is added to a model must be added to the file's rows, or to the list above with a reason."""
    from campaign.rules.files import campaign_file
    from campaign.rules.files import rows as file_rows

    rows = {table.model: (table.row, table.columns) for table in TABLES} | {
        campaign_models.Campaign: (campaign_file.CampaignFile, {}), campaign_models.Faction: (file_rows.FactionRow, {}),
        campaign_models.Relation: (file_rows.RelationRow, {}), campaign_models.Province: (file_rows.ProvinceRow, {}),
        campaign_models.Edge: (file_rows.EdgeRow, {}), campaign_models.Leader: (file_rows.LeaderRow, {}),
        campaign_models.Schedule: (file_rows.ScheduleRow, {}),
        campaign_models.Station: (file_rows.ArmyRow, {}), roster_models.Army: (file_rows.ArmyRow, {}),
    }  # fmt: skip
    missing = [
        f"{model.__name__}.{name}" for model, (row, renamed) in rows.items() for name in _columns(model, row, renamed)
    ]
    assert missing == []
    assert {m.__name__ for m in _models()} - {m.__name__ for m in rows} == OUTSIDE


def _models() -> list[type[models.Model]]:
    modules = (campaign_models, battle_models, roster_models)
    found = {getattr(module, name) for module in modules for name in dir(module) if not name.startswith("_")}
    kinds = [m for m in found if isinstance(m, type) and issubclass(m, models.Model) and not m._meta.abstract]
    return [m for m in kinds if m._meta.app_label in ("campaign", "battles", "rosters")]


def _columns(model: type[models.Model], row: type, renamed: Mapping[str, str]) -> list[str]:
    held = {renamed.get(name, name) for name, _ in kinds_of(row)} | {"id", "key", "campaign"}
    held |= CALENDAR | NOT_IN_A_FILE.get(model.__name__, set())
    fields = [*model._meta.fields, *model._meta.many_to_many]
    return [f.name for f in fields if CALLED_OTHERWISE.get(f.name, f.name) not in held]
