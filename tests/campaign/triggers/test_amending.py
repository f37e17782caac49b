"""HR-29 A war under way is amended on the record, from the next turn on."""

import re
from typing import Any

import pytest
from django.test import Client

from campaign.models import Campaign, Edge, Faction, Leader, Member, RefereeAct, Relation, Station
from campaign.rules.proof.war import look_through, read_dump
from campaign.selectors.land import read_land
from campaign.services.audit import audit
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.history.rolling_back import roll_back
from campaign.services.turn import advance_turn
from tests.campaign.drafts.hands import browser
from tests.campaign.history.steps import umpire
from tests.campaign.triggers.test_in_a_war import member
from tests.campaign.triggers.wars import small_war

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]
WAY = {
    "kind": "way", "first": "west", "second": "east", "way": "bridge", "river": "Beck",
    "reason": "A forgotten bridge",
}  # fmt: skip
GREEN = {"kind": "faction", "name": "Green", "homes": ["middle"], "income": "20", "points": "60", "enemies": ["red"],
         "allies": ["blue"], "reason": "Green joins", "colour": "#117733"}  # fmt: skip
ARMY = {"kind": "army", "faction": "blue", "army_line": "Reserve (Cyan, good; East; Teal): 2 Line inf, 1 Light cav",
        "reason": "It was left out"}  # fmt: skip


def begun() -> tuple[Campaign, Client]:
    war = small_war()
    return war, member(war, "anna", "referee")


def amended(client: Client, given: dict[str, Any], status: int = 302) -> str:
    answer = client.post("/c/small/desk/amend/", given)
    assert answer.status_code == status, answer.text[-2000:]
    return answer.text


def test_HR_29_a_way_a_faction_an_army_a_general_and_units_come_with_the_next_turn() -> None:
    war, anna = begun()
    units = {"kind": "units", "army": "red_army", "roster": "1 Line inf", "reason": "Counted wrong"}
    general = {"kind": "general", "faction": "red", "generals_line": "Scarlet, great", "reason": "He was ill"}
    for given in (WAY, GREEN, ARMY, units, general):
        amended(anna, given)
    assert (Edge.objects.count(), Faction.objects.count(), Station.objects.count()) == (2, 2, 2)
    before = Station.objects.get(ref="red_army").army.units.count()
    advance_turn(campaign=war, actor="anna")
    war.refresh_from_db()
    way = Edge.objects.get(first__key="west", second__key="east")
    assert (way.kind, way.bridge, way.river) == ("river", True, "Beck")
    assert "east" in read_land(war).beside["west"]
    green = Faction.objects.get(key="green")
    assert {(row.first.key, row.kind) for row in Relation.objects.filter(second=green)} == {
        ("red", "war"), ("blue", "allied")
    }  # fmt: skip
    middle = war.provinces.get(key="middle")
    assert (middle.home, middle.controller, middle.capital, middle.depot) == (green, green, True, True)
    # 60 points, 20 from beyond the map, and 3 of its home on the muster of turn 2
    assert green.accounts.get(kind="treasury").balance == 83
    reserve = Station.objects.get(ref="reserve")
    assert (reserve.faction.key, reserve.province.key, reserve.leader.name) == ("blue", "east", "Cyan")
    assert Station.objects.get(ref="red_army").army.units.count() == before + 1
    assert (Leader.objects.get(name="Scarlet").skill, audit()) == ("great", [])
    advance_turn(campaign=war, actor="anna")
    text = dump_text(war)
    assert [str(one) for one in look_through(read_dump(text))] == []
    assert dump_text(load_campaign(data=text, slug="again", actor="x")) == text


def test_HR_29_amendments_are_on_the_record_and_only_public_ones_are_read_by_all() -> None:
    war, anna = begun()
    red, blue = member(war, "rolf", "player", "red"), member(war, "bea", "player", "blue")
    amended(anna, WAY)
    amended(anna, ARMY)
    assert list(RefereeAct.objects.order_by("pk").values_list("act", "reason", "secret")) == [
        ("amended the war from turn 2 on: a bridge joins West and East", "A forgotten bridge", False),
        ("amended the war from turn 2 on: Reserve (Blue) arrives at East", "It was left out", True),
    ]
    assert "It was left out" not in red.get("/c/small/chronicle/").text + red.get("/c/small/aims/").text
    advance_turn(campaign=war, actor="anna")
    mine, theirs = red.get("/c/small/chronicle/").text, blue.get("/c/small/chronicle/").text
    assert "A bridge joins West and East from now on." in mine
    assert ("Reserve arrives at East." in theirs, "Reserve" in mine) == (True, False)
    for client in (red, browser("otto")):
        assert client.get("/c/small/desk/amend/").status_code == 404


def test_HR_29_what_was_added_goes_with_a_turn_that_is_taken_back_before_it() -> None:
    war, anna = begun()
    advance_turn(campaign=war, actor="anna")
    amended(anna, GREEN)
    advance_turn(campaign=war, actor="anna")
    assert "Middle" in member(war, "gus", "player", "green").get("/c/small/").text
    war.refresh_from_db()
    roll_back(campaign=war, turn=2, reason="A wrong order", user=umpire())
    assert not Faction.objects.filter(key="green").exists()
    assert Member.objects.get(user__username="gus").role == "observer"
    advance_turn(campaign=war, actor="anna")
    assert Faction.objects.filter(key="green").count() == 1
    war.refresh_from_db()
    roll_back(campaign=war, turn=1, reason="A wrong order", user=umpire())
    war.refresh_from_db()
    assert (war.triggers, Faction.objects.filter(key="green").exists()) == ([], False)
    for number in (1, 2):
        page = anna.get(f"/c/small/undone/{number}/")
        assert page.status_code == 200, re.findall(r"alert.*?</", page.text, re.DOTALL)
    assert audit() == []


def test_HR_29_an_amendment_is_checked_as_a_draft_is_and_withdrawn_before_it_comes() -> None:
    war, anna = begun()
    refused: dict[str, dict[str, Any]] = {
        "a way joins these two already": {**WAY, "second": "middle"},
        "choose two different ones": {**WAY, "second": "west"},
        "West is the capital of another faction": {**GREEN, "homes": ["west"]},
        "write one that no faction has": {**GREEN, "name": "Red"},
        "there is no province": {**ARMY, "army_line": "Reserve (Cyan; Moon): 2 Line inf"},
        "Generals, column": {"kind": "general", "faction": "red", "generals_line": "Scarlet, divine", "reason": "x"},
        "Capital: choose one of the home provinces": {**GREEN, "homes": ["middle", "east"]},
        "choose the army that they join": {"kind": "units", "roster": "1 Line inf", "reason": "x"},
    }
    for sentence, given in refused.items():
        assert sentence in amended(anna, given, status=422)
    amended(anna, WAY)
    assert "Withdraw" in anna.get("/c/small/desk/amend/").text
    anna.post("/c/small/desk/amend/withdraw/", {"key": "amended_1"})
    war.refresh_from_db()
    assert war.triggers == []
    advance_turn(campaign=war, actor="anna")
    assert (Edge.objects.count(), Member.objects.get().role) == (2, "referee")
