"""The admin: every page opens, a referee sees his own campaigns only, ledgers are closed."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client

from battles.models import Battle, Forecast
from battles.services.held.choosing import choose_method
from battles.services.held.companion import note_down
from battles.services.held.table import save_draft
from campaign.models import Campaign, Engagement, PointsEntry, Province, RefereeAct
from campaign.services.people.members import invite, make_referee, open_invitation
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from rosters.models import StrengthLine
from tests.campaign.worlds import as_, long_valley
from tests.factories.battles import one_off
from tests.factories.people import logged_in
from tests.scenarios import World, two_valleys

pytestmark = pytest.mark.django_db
OURS = [model for model in admin.site._registry if model._meta.app_label in ("campaign", "battles", "rosters")]


@pytest.fixture
def host(world: World) -> Client:
    return logged_in(User.objects.create_superuser("host"))


@pytest.mark.parametrize("model", OURS, ids=lambda m: m._meta.label)
def test_each_list_can_be_opened_searched_and_its_rows_read(host: Client, model) -> None:
    meta = model._meta
    path = f"/admin/{meta.app_label}/{meta.model_name}/"
    assert (host.get(path).status_code, host.get(path, {"q": "north"}).status_code) == (200, 200)
    row = model.objects.first()
    if row is not None:
        assert host.get(f"{path}{row.pk}/change/").status_code == 200


def test_a_battle_of_the_war_can_be_read(host: Client, referee: Client, world: World) -> None:
    row = Engagement.objects.create(turn=world.turn, province=world.provinces["ridge"], sequence=1)
    for reader in (host, referee):
        assert reader.get(f"/admin/campaign/engagement/{row.pk}/change/").status_code == 200


@pytest.mark.parametrize("model", OURS, ids=lambda m: m._meta.label)
def test_choices_of_every_model_can_be_limited_to_a_campaign(model) -> None:
    """A referee chooses among rows of his campaign: the way from each such row to its campaign is known."""
    for field in (*model._meta.fields, *model._meta.many_to_many):
        chosen = field.related_model
        if chosen and chosen._meta.app_label == "campaign" and chosen is not Campaign:
            chosen.objects.filter(**{getattr(admin.site._registry.get(chosen), "campaign_path", "campaign"): None})


@pytest.mark.parametrize("model", OURS, ids=lambda m: m._meta.label)
def test_every_model_has_search_and_a_readable_row(model) -> None:
    options = admin.site._registry[model]
    assert options.search_fields
    assert options.list_display != ("__str__",)


@pytest.mark.parametrize(
    "model", [model for model in admin.site._registry if model not in OURS], ids=lambda m: m._meta.label
)
def test_a_search_for_hundreds_of_words_is_refused_in_the_lists_of_packages(host: Client, model) -> None:
    path = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
    assert host.get(path, {"q": "many words " * 500}).status_code == 200


@pytest.mark.parametrize("model", [PointsEntry, StrengthLine])
def test_a_ledger_line_is_neither_changed_nor_added_nor_deleted(host: Client, model) -> None:
    row = model.objects.first()
    path = f"/admin/{model._meta.app_label}/{model._meta.model_name}"
    assert host.post(f"{path}/{row.pk}/change/", {"amount": 99, "delta": 99}).status_code == 403
    assert host.get(f"{path}/add/").status_code == 403
    assert host.post(f"{path}/{row.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_referee_sees_the_rows_of_his_own_campaigns_only(referee: Client, world: World) -> None:
    other = two_valleys(slug="foreign-war")
    assert referee.get("/admin/campaign/province/").text.count("Northgate") == 1
    foreign = other.provinces["northgate"]
    assert referee.get(f"/admin/campaign/province/{foreign.pk}/change/").status_code == 302
    assert "foreign-war" not in referee.get(f"/admin/campaign/province/{world.provinces['ridge'].pk}/change/").text


def test_a_player_has_no_admin(world: World) -> None:
    assert logged_in(User.objects.create_user("player")).get("/admin/").status_code == 302


def test_a_change_by_hand_goes_on_the_record(referee: Client, world: World) -> None:
    ridge = world.provinces["ridge"]
    data = {"name": "Ridge", "region": "map", "terrain": "hilly", "value": 4, "home": "", "controller": "",
            "controlled_since": 0, "depot_works_from": 0, "town_size": 1, "guerrilla_rating": 0}  # fmt: skip
    answer = referee.post(f"/admin/campaign/province/{ridge.pk}/change/", data)
    assert answer.status_code == 302, answer.text
    assert Province.objects.get(pk=ridge.pk).value == 4
    assert "Value" in RefereeAct.objects.get().act


def test_an_army_keeps_to_the_map_of_its_own_campaign(referee: Client, world: World) -> None:
    other = two_valleys(slug="second-war")
    make_referee(campaign=other.campaign, user=User.objects.get(username="referee"))
    station = world.station("north-i")
    path = f"/admin/campaign/station/{station.pk}/change/"
    for province in ("", other.provinces["ridge"].pk):
        answer = referee.post(path, {"province": province, "leader": "", "wings": []})
        assert answer.status_code == 200
        assert "errorlist" in answer.text
    assert world.where("north-i") == "highfield"
    referee.post(path, {"province": world.provinces["ridge"].pk, "leader": "", "wings": []})
    assert world.where("north-i") == "ridge"


def test_invitations_are_withdrawn_on_the_record(referee: Client, world: World) -> None:
    made = invite(campaign=world.campaign, role="observer", faction=None, note="", actor=User.objects.get())
    referee.post("/admin/campaign/invitation/", {"action": "withdraw", "_selected_action": [made.invitation.pk]})
    assert open_invitation(made.token) is None
    assert RefereeAct.objects.latest("pk").act == "withdrew an invitation"


@pytest.mark.usefixtures("drilled")
def test_a_referee_reads_the_battles_of_his_own_campaigns_and_tries_a_failed_one_again(
    referee: Client, world: World
) -> None:
    host = User.objects.create_user("host")
    own, foreign = (one_off(host, rules="lgg") for _ in range(2))
    Battle.objects.filter(pk=own.pk).update(state=Battle.State.FAILED)
    Engagement.objects.create(turn=world.turn, province=world.provinces["ridge"], sequence=1, battle=own)
    assert f"/battle/{own.pk}/" in (page := referee.get("/admin/battles/battle/").text)
    assert f"/battle/{foreign.pk}/" not in page
    assert referee.get(f"/admin/battles/battle/{own.pk}/change/").status_code == 200
    assert referee.get(f"/admin/battles/battle/{foreign.pk}/change/").status_code == 302
    referee.post("/admin/battles/battle/", {"action": "try_again", "_selected_action": [own.pk]})
    assert Battle.objects.get(pk=own.pk).state == Battle.State.PENDING


def test_a_referee_reads_his_own_forecasts_and_nobody_elses_and_changes_none(world: World, referee, host) -> None:
    war = world.campaign.pk
    scopes = (f"campaign:{war}:referee", f"campaign:{war}:faction:north", "campaign:other:referee", "user:7")
    rows = [
        Forecast.objects.create(key=f"k{n}", scope=scope, name=f"Forecast {n}", question={}, digest="", engine="1",
                                seed="s", runs=1, tally={})
        for n, scope in enumerate(scopes)
    ]  # fmt: skip
    path = "/admin/battles/forecast/"
    mine, all_of_them = (client.get(path).text for client in (referee, host))
    assert [f"Forecast {n}" in mine for n in range(4)] == [True, False, False, False]
    assert all(f"Forecast {n}" in all_of_them for n in range(4))
    assert referee.get(f"{path}{rows[0].pk}/change/").status_code == 200
    assert referee.get(f"{path}{rows[1].pk}/change/").status_code == 302
    assert referee.post(f"{path}{rows[0].pk}/change/", {"name": "other"}).status_code == 403
    assert host.post(f"{path}{rows[0].pk}/delete/", {"post": "yes"}).status_code == 403
    assert Forecast.objects.filter(name="Forecast 0").exists()


def test_a_battle_on_the_table_is_read_with_its_notes_but_no_draft(world: World, referee: Client) -> None:
    give_order(station=world.station("north-i"), kind="march", path=["ridge"], actor="tester")
    give_order(station=world.station("south-i"), kind="march", path=["ridge"], actor="tester")
    campaign = world.campaign
    campaign.battle_days = 7
    campaign.save()
    advance_turn(campaign=campaign, actor="tester")
    battle = Battle.objects.get()
    choose_method(battle=battle, method="table")
    note_down(battle=battle, side=0, kind="deploy", values={"side": 0}, seen=0, by="Ada")
    units = {unit["id"]: {"strength": 1, "fate": "stands"} for unit in battle.file["sides"][1]["units"]}
    values = {"stage": None, "days": 7, "stayed": [None, None], "leaders": [], "units": units, "foe_left": 4321}
    save_draft(battle=battle, side=1, values=values, by="Émile")
    page = referee.get(f"/admin/battles/battle/{battle.pk}/change/").text
    assert f"/c/{campaign.slug}/battles/{battle.key}/" in page
    for told in ("deploy", "Ada", "Émile", "Play by", "img/icon.svg"):
        assert told in page, told
    assert "4321" not in page


def test_staff_choose_a_new_password_on_the_sites_own_page(admin_client: Client) -> None:
    assert admin_client.get("/admin/password_change/")["Location"] == "/accounts/password_change/"


def test_a_wrong_log_in_of_staff_is_told_as_one() -> None:
    answer = Client().post("/admin/login/", {"username": "nobody", "password": "wrong", "next": "/admin/"})
    assert "Wrong name or password, or no account of the staff. Capital letters matter." in answer.text


def test_the_admin_links_a_desk_for_its_referee_alone(admin_client: Client) -> None:
    valley = long_valley()
    page = admin_client.get("/admin/campaign/campaign/").text
    assert "for its referee" in page
    assert "/c/long-valley/desk/" not in page
    referee = valley.people["referee"]
    User.objects.filter(pk=referee.pk).update(is_staff=True)
    assert "/c/long-valley/desk/" in as_(valley, "referee").get("/admin/campaign/campaign/").text
