"""The length of a name is that of its normal form: a sign may become several."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from campaign.forms.people import clean_name
from campaign.models import ArmyOrder, SheetLine
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.people.members import invite
from campaign.services.sheet.orders import give_order
from campaign.services.sheet.sheet import buy_unit
from tests.campaign.files.drafts import draft
from tests.scenarios import World

pytestmark = pytest.mark.django_db
LIGATURES = "ﬀ" * 57 + "abc"


def test_a_name_of_ligatures_is_too_long_for_a_log_in(world: World) -> None:
    referee = User.objects.create_user("referee")
    token = invite(campaign=world.campaign, role="observer", faction=None, note="", actor=referee).token
    guest = {"username": LIGATURES, "password": "a-long-winded-word-9"}
    answer = Client().post(reverse("join", args=[token]), guest)
    assert answer.status_code == 422
    assert "shorten it to 60 characters; written in full it has 117." in answer.text
    answer = Client().post(reverse("join", args=[token]), guest | {"username": "ﬀ" * 30})
    assert answer.status_code == 302
    assert User.objects.filter(username="f" * 60).exists()


def test_two_ways_of_writing_one_name_are_one_name(world: World) -> None:
    referee = User.objects.create_user("Steﬀen")
    token = invite(campaign=world.campaign, role="observer", faction=None, note="", actor=referee).token
    answer = Client().post(reverse("join", args=[token]), {"username": "Steﬀen", "password": "a-long-winded-word-9"})
    assert answer.status_code == 422


def test_a_note_is_measured_as_it_is_kept() -> None:
    with pytest.raises(ValidationError, match="shorten it to 120 characters; written in full it has 240"):
        clean_name("\ufb4b" * 120, 120)


def test_a_long_user_name_is_cut_in_records_and_the_dump_is_loaded() -> None:
    campaign, name = load_campaign(data=draft(), slug="small", actor="x"), "n" * 150
    give_order(station=campaign.stations.get(ref="blue_army"), kind="hold", actor=name)
    buy_unit(faction=campaign.factions.get(key="red"), province=campaign.provinces.get(key="west"),
             type_key="militia_inf", actor=name)  # fmt: skip
    assert ArmyOrder.objects.get().given_by == SheetLine.objects.get().entered_by == "n" * 80
    text = dump_text(campaign)
    assert dump_text(load_campaign(data=text, slug="copy", actor=name)) == text
