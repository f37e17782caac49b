"""Generals, relations and captives, through their forms."""

import re

import pytest
from django.urls import reverse

from campaign.models import Leader, SheetLine
from campaign.services.turn import advance_turn
from tests.campaign.worlds import army_key
from tests.factories.campaign import LeaderFactory

ROUTES = ("general_order", "relation", "captive")


def url(name):
    return reverse(f"game:{name}", args=["long-valley"])


def sent(valley, reader, name, route, **data):
    """What a post is answered with, and the page behind it."""
    response = reader(valley, name).post(url(route), data, headers={"HX-Request": "true"})
    return response.status_code, response.text


def test_a_general_is_given_a_post_by_the_form_and_the_sheet_says_it_in_words(valley, reader):
    page = reader(valley, "north").get(url("generals")).text
    assert "Commands North Main" in page
    data = {"act": "post", "leader": "north-guard-leader", "army": army_key(valley, "north-main"), "wing": "on"}
    status, page = sent(valley, reader, "north", "general_order", **data)
    assert status == 200
    assert "General of North Guard goes to North Main as a wing" in page
    status, page = sent(valley, reader, "north", "general_order", act="home", leader="north-guard-leader")
    assert (status, "General of North Guard has another line of the sheet" in page) == (422, True)
    status, page = sent(valley, reader, "north", "general_order", act="swap", leader="south-van-leader", other="x")
    assert (status, "Choose one of your generals" in page) == (422, True)


def test_war_and_peace_are_offered_and_agreed_to_by_the_page(valley, reader, drilled):
    page = reader(valley, "north").get(url("diplomacy")).text
    to_south = '<span class="visually-hidden"> to South</span>'
    assert re.search(rf'value="south:neutral"[^>]*>Offer peace{to_south}</button>', page)
    assert sent(valley, reader, "north", "relation", relation="south:neutral")[0] == 200
    line = SheetLine.objects.get()
    assert (line.kind, line.details["before"]) == ("relation", "war")
    status, page = sent(valley, reader, "north", "relation", relation="south:war")
    assert (status, "This is your relation already" in page) == (422, True)
    advance_turn(campaign=valley.campaign, actor="referee")
    assert "North offers peace" not in reader(valley, "west").get(url("diplomacy")).text
    page = reader(valley, "south").get(url("diplomacy")).text
    assert "North offers peace" in page
    waits = "Agree to the offer of North under Diplomacy"
    assert [waits in reader(valley, name).get(url("map")).text for name in ("south", "west")] == [
        True,
        False,
    ]
    assert ">Agree<" in page
    status, page = sent(valley, reader, "south", "relation", faction="north", relation="neutral")
    assert (status, ">Agree<" in page) == (200, False)
    assert waits not in reader(valley, "south").get(url("map")).text
    advance_turn(campaign=valley.campaign, actor="referee")
    page = reader(valley, "observer").get(url("diplomacy")).text
    assert "since turn 3" in page


def test_captives_are_listed_to_those_whom_they_concern(valley, reader):
    LeaderFactory(campaign=valley.campaign, faction=valley.factions["north"], ref="ney", name="Ney", status="captured",
                  captor=valley.factions["south"])  # fmt: skip
    for name, there in (("north", True), ("south", True), ("west", False), ("observer", False), ("referee", True)):
        assert ("Ney" in reader(valley, name).get(url("diplomacy")).text) is there
    status, page = sent(valley, reader, "north", "captive", act="ransom", leader="ney", points="30")
    assert (status, "Ransom of 30 points for Ney, with South" in page) == (200, True)
    assert sent(valley, reader, "west", "captive", act="parole", leader="ney")[0] == 422
    assert sent(valley, reader, "south", "captive", act="parole", leader="ney")[0] == 200
    assert Leader.objects.get(ref="ney").status == "captured"


def test_only_captives_of_each_other_are_offered_for_exchange(valley, reader):
    people = {}
    for ref, of, by in (("ney", "north", "south"), ("toll", "south", "north"), ("wrede", "west", "north")):
        factions = [valley.factions[name] for name in (of, by)]
        people[ref] = LeaderFactory(campaign=valley.campaign, faction=factions[0], ref=ref, name=ref.title(),
                                    status="captured", captor=factions[1])  # fmt: skip
    page = reader(valley, "north").get(url("diplomacy")).text
    assert '<option value="ney:toll">Ney for Toll of South</option>' in page
    assert "ney:wrede" not in page
    assert "may not serve for 6 turns" in page
    status, page = sent(valley, reader, "north", "captive", act="captives", leader="ney:toll")
    assert (status, "Exchange Toll for Ney with South" in page) == (200, True)
    assert "Exchange captives" not in reader(valley, "west").get(url("diplomacy")).text


@pytest.mark.parametrize("route", ROUTES)
def test_observers_and_referees_give_no_orders(valley, reader, route):
    for name in ("observer", "referee"):
        assert sent(valley, reader, name, route, leader="x", relation="south:war", act="home")[0] == 403


@pytest.mark.parametrize("act", ["", "bribe", "captives", "ransom", "parole"])
def test_a_refusal_is_read_also_where_its_form_is_not_on_the_page(valley, reader, act):
    for route in ("general_order", "captive"):
        status, page = sent(valley, reader, "north", route, act=act)
        assert (status, page.count('class="refusal"')) == (422, 1), route
