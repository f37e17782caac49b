"""A form of a page that showed an earlier turn enters nothing in the next one."""

import re

import pytest
from django.test import Client

from campaign.models import ArmyOrder, SheetLine, Turn
from campaign.services.turn import advance_turn
from tests.campaign.worlds import HIDDEN, Valley, long_valley, url
from tests.factories.people import logged_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


@pytest.fixture
def valley() -> Valley:
    return long_valley(HIDDEN)


@pytest.fixture
def north(valley: Valley) -> Client:
    return logged_in(valley.people["north"])


def turn_of(valley: Valley) -> int:
    return Turn.objects.filter(campaign=valley.campaign).latest("number").number


def shown_on(page: str) -> set[str]:
    return set(re.findall(r'name="shown_turn" value="(\d+)"', page))


def test_each_form_of_a_turn_brings_its_turn(valley: Valley, north: Client):
    army = valley.stations["north-guard"].army.key
    for one in (url("army", army), url("treasury"), url("map"), url("generals"), url("diplomacy")):
        assert shown_on(north.get(one).text) == {str(turn_of(valley))}, one


@pytest.mark.parametrize("fragment", [False, True])
def test_an_order_of_an_old_page_is_not_entered(valley: Valley, north: Client, fragment: bool):
    army, old = valley.stations["north-guard"].army.key, turn_of(valley)
    advance_turn(campaign=valley.campaign, actor="desk")
    headers = {"HX-Request": "true"} if fragment else {}
    answer = north.post(url("order", army), {"order": "rest", "shown_turn": old}, headers=headers)
    assert (answer.get("HX-Refresh") == "true") == fragment
    assert not ArmyOrder.objects.filter(turn__number=old + 1, given_by="north").exists()
    assert f"it is turn {old + 1} now, and nothing was entered" in north.get(url("map")).text


def test_ready_and_a_purchase_of_an_old_page_are_not_entered(valley: Valley, north: Client):
    old = turn_of(valley)
    advance_turn(campaign=valley.campaign, actor="desk")
    assert north.post(url("ready"), {"ready": "1", "shown_turn": old}).status_code == 302
    assert north.post(url("buy", "northgate"), {"what": "line_inf", "count": "1", "shown_turn": old}).status_code == 302
    assert not SheetLine.objects.filter(turn__number=old + 1).exists()
    assert "You are not ready" in north.get(url("map")).text


def test_a_form_of_this_turn_is_entered(valley: Valley, north: Client):
    army = valley.stations["north-guard"].army.key
    north.post(url("order", army), {"order": "rest", "shown_turn": turn_of(valley)})
    assert ArmyOrder.objects.get(given_by="north").kind == "rest"
