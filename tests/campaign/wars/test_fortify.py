"""HR-31 Fortify: an army that stays raises field works, and has them in a battle that it awaits there."""

import json
from dataclasses import replace

import pytest

from base.refusal import Refusal
from battles.models import Battle
from campaign.models import ArmyOrder, ChronicleEntry, Station
from campaign.rules.orders.kinds import ORDERS
from campaign.selectors.war import war_of
from campaign.services.audit import audit
from campaign.services.files.files import dump_text
from campaign.services.rehearsal.preflight import preflight
from campaign.services.sheet.orders import give_order, order_choices
from tests.campaign.sieges import turn
from tests.scenarios import World, two_valleys

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]
NORTH, SOUTH = "north-i", "south-i"


def works(world: World, ref: str = NORTH) -> tuple[int, int]:
    station = Station.objects.get(campaign=world.campaign, ref=ref)
    return station.field_works, station.works_raised_on


def outcome(world: World, number: int, ref: str = NORTH) -> str:
    return ArmyOrder.objects.get(turn__campaign=world.campaign, turn__number=number, station__ref=ref).outcome


def test_HR_31_each_turn_raises_a_work_until_there_are_two():
    world = two_valleys()
    turn(world, north_i="fortify")
    assert works(world) == (1, 1)
    assert outcome(world, 1) == "Raised a field work; one work in all."
    turn(world, north_i="fortify")
    assert works(world) == (2, 2)
    (choice,) = [one for one in order_choices(world.station(NORTH)) if one.kind == "fortify"]
    assert choice.reason.endswith("has all the field works that it can man (HR-31).")
    with pytest.raises(Refusal, match=r"^path: .* can man"):
        give_order(station=world.station(NORTH), kind="fortify", actor="north")
    turn(world)
    assert works(world) == (2, 2), "they stay with an army that holds"
    assert audit() == []


def test_HR_31_a_march_leaves_the_works_behind_and_nothing_brings_them_back():
    world = two_valleys()
    turn(world, north_i="fortify")
    turn(world, north_i=("march", ["northgate"]))
    turn(world, north_i="fortify")
    assert works(world) == (1, 3), "the first of this place"
    lines = ChronicleEntry.objects.filter(campaign=world.campaign, kind="works").order_by("pk")
    assert [line.details["works"] for line in lines] == [1, 1]
    assert {tuple(line.audience.values_list("key", flat=True)) for line in lines} == {("north",)}


def test_HR_31_guns_alone_raise_nothing():
    war = war_of(two_valleys().turn)
    guns = tuple(unit for unit in war.by_ref[NORTH].units if unit.arm == "art")
    (offer,) = ORDERS["fortify"].offers(war, replace(war.by_ref[NORTH], units=guns))
    assert guns
    assert offer.reason == "No infantry or engineers are with this army."


def test_HR_31_a_defender_has_the_works_of_his_armies_in_the_file_of_his_battle():
    world = two_valleys()
    turn(world, north_i="fortify")
    turn(world, north_i="fortify", south_i=("march", ["ridge"]))
    turn(world, south_i=("march", ["highfield"]))
    (battle,) = Battle.objects.filter(engagement__turn__campaign=world.campaign)
    assert [side.get("works") for side in battle.file["sides"]] == [None, 2]


def test_HR_31_an_army_that_had_to_fight_raises_nothing():
    world = two_valleys()
    turn(world, south_i=("march", ["ridge"]))
    turn(world, north_i="fortify", south_i=("march", ["highfield"]))
    assert works(world) == (0, 0)
    assert outcome(world, 2) == "Raised no field work: it was in a battle."


def test_HR_31_works_are_in_the_file_of_the_campaign_and_proved_against_the_chronicle():
    world = two_valleys()
    assert "field_works" not in dump_text(world.campaign), "left out where there are none"
    turn(world, north_i="fortify")
    (army,) = [row for row in json.loads(dump_text(world.campaign))["armies"] if row["ref"] == NORTH]
    assert (army["field_works"], army["works_raised_on"]) == (1, 1)


def test_HR_31_the_preflight_names_an_order_that_can_no_longer_be_carried_out():
    world = two_valleys()
    give_order(station=world.station(NORTH), kind="fortify", actor="north")
    Station.objects.filter(ref=NORTH).update(field_works=2, works_raised_on=1)
    (doubts,) = [found for faction, found in preflight(world.turn).doubts if faction.key == "north"]
    assert any("can man (HR-31). It will hold." in doubt.sentence for doubt in doubts)
