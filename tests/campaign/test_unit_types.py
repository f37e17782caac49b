"""HR-30: a war with two infantries, from its file to the ledger, and in the draft."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from base.refusal import Refusal
from battles.models import Battle, Forecast
from campaign.models import Campaign, Member, SheetLine, Station
from campaign.rules.files.campaign_file import CampaignFileError
from campaign.selectors.war import war_of
from campaign.services.audit import audit
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.sheet.offers import market_of
from campaign.services.sheet.orders import give_order
from campaign.services.sheet.sheet import buy_unit
from campaign.services.turn import advance_turn
from rosters.models import Unit
from tests.campaign.drafts.hands import browser, made, sent, text_of
from tests.campaign.files.drafts import draft
from tests.kept import kept

BREECH: dict[str, Any] = {
    "short": "Breech inf", "base": "line_inf", "name": "Breech-loading infantry", "price": 36, "upkeep": 4,
    "morale": 8, "attack": 1, "defend": 2, "fire": 1, "sign": "B", "factions": ["red"],
}  # fmt: skip


def two_infantries(**more: Any) -> dict[str, Any]:
    """The small war, in which Red has breech-loaders."""
    file = draft() | {"unit_types": [BREECH], **more}
    file["armies"][0]["roster"] = "2 Breech inf, one 2/4 Line inf, 1 Light cav"
    return file


@kept
def small_war() -> Campaign:
    return load_campaign(data=two_infantries(), slug="small", actor="tester")


@pytest.mark.django_db
def test_HR_30_the_war_is_loaded_and_written_with_its_types() -> None:
    campaign = small_war()
    units = Unit.objects.filter(army__station__campaign=campaign, army__name="Red army").order_by("pk")
    assert [(unit.type, unit.own, unit.kind) for unit in units] == [
        ("line_inf", "Breech inf", "Breech inf"), ("line_inf", "Breech inf", "Breech inf"),
        ("line_inf", "", "Line inf"), ("light_cav", "", "Light cav"),
    ]  # fmt: skip
    text = dump_text(campaign)
    assert json.loads(text)["unit_types"] == [BREECH]
    assert dump_text(load_campaign(data=text, slug="again", actor="tester")) == text
    assert '"own"' not in dump_text(load_campaign(data=draft(), slug="plain", actor="tester"))


@pytest.mark.django_db
def test_HR_30_upkeep_morale_and_price_are_those_of_the_type() -> None:
    campaign = small_war()
    war = war_of(campaign.turns.get())
    breech, _, line, _ = war.army(Station.objects.get(ref="red_army")).units
    assert (breech.morale, breech.buy, breech.maintenance) == (8, 36, 4)
    assert (line.morale, line.buy, line.maintenance) == (7, 30, 3)
    red, blue = campaign.factions.order_by("pk")
    offers = {faction.key: market_of(faction=faction, province=home, turn=war.turn).units
              for faction, home in ((red, "west"), (blue, "east"))}  # fmt: skip
    assert [(one.name, one.price, one.base) for one in offers["red"] if one.type == "Breech inf"] == [
        ("Breech-loading infantry", 36, "line_inf")
    ]
    assert "Breech inf" not in {one.type for one in offers["blue"]}


def chosen_types(client: Client, address: str) -> set[str]:
    """The campaigns whose types a form offers."""
    form = client.get(address).context["form" if "lists" in address else "rosters"]
    return {key for key, _ in form.fields["war"].choices if key.startswith("campaign-")}


@pytest.mark.django_db
def test_HR_30_lists_and_battles_take_the_types_of_a_campaign_of_ones_own_as_far_as_they_are_known() -> None:
    campaign = small_war()
    red, blue = campaign.factions.order_by("pk")
    parts = {"host": ("referee", None), "reds": ("player", red), "blues": ("player", blue), "stranger": ("", None)}
    clients = {name: browser(name) for name in parts}
    for name, (role, faction) in parts.items():
        if role:
            user = User.objects.get(username=name)
            Member.objects.create(campaign=campaign, user=user, role=role, faction=faction)
    for address in ("/lists/check/", "/battles/new/"):
        seen = {name: chosen_types(client, address) for name, client in clients.items()}
        assert seen == {"host": {"campaign-small"}, "reds": {"campaign-small"}, "blues": set(), "stranger": set()}
    army = {"roster": "2 Breech inf, 1 Line inf", "war": "campaign-small"}
    asked: dict[str, Any] = {**army, "skill": "average", "base": 400, "wings": 0}
    assert "102" in clients["reds"].get("/lists/check/", asked).text
    assert [clients[name].get("/lists/check/", asked).status_code for name in ("host", "blues", "stranger")] == [
        200, 422, 422,
    ]  # fmt: skip
    Campaign.objects.update(deleted_at=campaign.created_at)
    assert chosen_types(clients["host"], "/lists/check/") == set()


@pytest.mark.django_db
def test_HR_30_a_unit_of_the_type_is_bought_by_its_own_factions_alone(drilled: None) -> None:
    campaign = small_war()
    red, blue = campaign.factions.order_by("pk")
    west, east = (campaign.provinces.get(key=key) for key in ("west", "east"))
    with pytest.raises(Refusal, match="not raised by Blue"):
        buy_unit(faction=blue, province=east, type_key="Breech inf", actor="blue")
    line = buy_unit(faction=red, province=west, type_key="Breech inf", actor="red")
    assert (line.cost, line.details["type"], line.details["own"]) == (36, "line_inf", "Breech inf")
    advance_turn(campaign=campaign, actor="tester")
    assert SheetLine.objects.get(pk=line.pk).state == SheetLine.State.DONE
    assert Unit.objects.filter(own="Breech inf", type="line_inf", strength=4).count() == 3


@pytest.mark.django_db
def test_HR_30_forecast_battle_and_ledger_know_both_infantries(drilled: None) -> None:
    file = two_infantries()
    file["armies"][1]["province"] = "middle"
    campaign = load_campaign(data=file, slug="small", actor="tester")
    anna = browser("anna")
    Member.objects.create(campaign=campaign, user=User.objects.get(username="anna"), role="referee")
    station = Station.objects.get(ref="red_army")
    asked = {"runs": "1000", "compare": "nothing", "province": "middle"}
    assert anna.post(f"/c/small/armies/{station.army.key}/forecast/", asked).status_code == 302
    give_order(station=station, kind="march", path=["middle"], actor="red")
    advance_turn(campaign=campaign, actor="tester")
    battle = Battle.objects.get()
    for fought in (Forecast.objects.get().question["file"], battle.file):
        assert [row["short"] for row in fought["unit_types"]] == ["Breech inf"]
        assert [unit.get("own", "") for unit in fought["sides"][0]["units"]] == ["Breech inf", "Breech inf", "", ""]
        assert fought["unit_types"][0]["morale"] == 8
    unit = Unit.objects.filter(own="Breech inf").first()
    assert unit is not None
    assert "Breech-loading infantry" in anna.get(f"/c/small/units/{unit.key}/").text
    assert audit() == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("types", "sentence"),
    [([BREECH, BREECH | {"name": "Needle"}], r"unit_types\[1\].short"),
     ([BREECH | {"short": "Line"}], r"is a type of the catalogue"),
     ([BREECH | {"short": "Guard inf"}], r"cannot be read in a roster"),
     ([BREECH, BREECH | {"short": "Other", "plural": "Breech infs"}], r"is a name of Breech inf too"),
     ([BREECH | {"factions": ["green"]}], r"unit_types\[0\].factions"),
     ([], r"armies\[0\].roster.*not a unit type")],
)  # fmt: skip
def test_HR_30_a_file_with_a_wrong_type_is_refused(types: list[dict[str, Any]], sentence: str) -> None:
    with pytest.raises(CampaignFileError, match=sentence):
        load_campaign(data=two_infantries(unit_types=types), slug="small", actor="tester")


@pytest.mark.django_db
def test_HR_30_a_draft_takes_its_types_by_a_form_and_renames_their_units() -> None:
    anna = browser("anna")
    row = made(anna, pack="two_valleys")
    first = json.loads(text_of(anna, row))["factions"][0]["key"]
    given = {"short": "Breech inf", "base": "line_inf", "name": "Breech-loading infantry", "price": "36", "morale": "8",
             "attack": "1", "defend": "0", "fire": "1", "sign": "B", "factions": [first]}  # fmt: skip
    sent(anna, row, "types/", {f"t0-{key}": value for key, value in given.items()})
    made_type = {"short": "Breech inf", "base": "line_inf", "name": "Breech-loading infantry", "price": 36, "morale": 8,
                 "attack": 1, "fire": 1, "sign": "B", "factions": [first]}  # fmt: skip
    assert json.loads(text_of(anna, row))["unit_types"] == [made_type]
    file = json.loads(text_of(anna, row))
    town = next(one["name"] for one in file["provinces"] if one.get("capital") and one["home"] == first)
    sent(anna, row, "armies/", {"act": "enter", "text": f"Main (-; {town}): 2 Breech inf, 1 Line inf"})
    assert json.loads(text_of(anna, row))["armies"][0]["roster"] == "2 Breech inf, 1 Line inf"
    before = text_of(anna, row)
    sent(anna, row, "types/", _as_shown(anna, row, 0))
    assert text_of(anna, row) == before
    sent(anna, row, "types/", _as_shown(anna, row, 0) | {"t0-short": "Needle inf"})
    assert json.loads(text_of(anna, row))["armies"][0]["roster"] == "2 Needle inf, 1 Line inf"
    refused = sent(anna, row, "types/", _as_shown(anna, row, 0) | {"t0-short": "Line"}, status=422)
    assert "is a type of the catalogue" in refused.text
    sent(anna, row, "types/", _as_shown(anna, row, 0) | {"t0-gone": "on"})
    file = json.loads(text_of(anna, row))
    assert "unit_types" not in file
    assert file["armies"][0]["roster"] == "3 Line inf"


def _as_shown(client: Client, row: Any, number: int) -> dict[str, Any]:
    """Return the form of a type as its page shows it."""
    form = client.get(f"/drafts/{row.key}/types/").context["forms"][number]
    shown = {name: form[name].value() for name in form.fields if name != "gone"}
    return {f"{form.prefix}-{name}": "" if value is None else value for name, value in shown.items()}
