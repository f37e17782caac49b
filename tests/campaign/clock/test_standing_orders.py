"""Standing orders are followed where nothing is entered, by what their faction knows."""

import pytest
from django.test import Client
from django.urls import reverse

from base.refusal import Refusal
from campaign.models import ArmyOrder, ChronicleEntry, Sighting
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.sheet.orders import give_order
from campaign.services.sheet.standing import give_standing
from campaign.services.turn import advance_turn
from tests.campaign.worlds import HIDDEN, long_valley
from tests.scenarios import World

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def stand(world: World, ref: str, kind: str, *path: str) -> None:
    give_standing(station=world.station(ref), kind=kind, path=path, actor="player")


def test_a_march_along_a_route_goes_on_turn_by_turn(world: World):
    stand(world, "north-ii", "route", "highfield", "ford", "lowfield")
    for place in ("highfield", "ford"):
        advance_turn(campaign=world.campaign, actor="desk")
        assert world.where("north-ii") == place
    given = ArmyOrder.objects.filter(station__ref="north-ii").values_list("kind", "hand", "given_by")
    assert set(given) == {("march", "standing", "standing order")}


def test_an_order_that_is_entered_goes_first(world: World):
    stand(world, "north-ii", "route", "highfield")
    give_order(station=world.station("north-ii"), kind="rest", actor="north")
    advance_turn(campaign=world.campaign, actor="desk")
    assert world.where("north-ii") == "northgate"
    assert world.station("north-ii").standing == {"kind": "route", "path": ["highfield"]}, "it is kept"


def test_the_chronicle_tells_the_faction_alone(world: World):
    stand(world, "north-ii", "route", "highfield")
    stand(world, "north-i", "rest")
    advance_turn(campaign=world.campaign, actor="desk")
    entry = ChronicleEntry.objects.get(kind="standing")
    assert entry.text == "By standing order:\nNorth I rests.\nNorth Ii marches to Highfield."
    assert not entry.public
    assert [faction.key for faction in entry.audience.all()] == ["north"]


def test_a_standing_order_that_no_army_could_follow_is_refused(world: World):
    for kind, path, sentence in (
        ("support", ("southgate",), "next to the army"), ("route", ("southgate",), "begins in a province next"),
        ("route", ("highfield", "southgate"), "no way leads"), ("attack", (), "choose hold"),
    ):  # fmt: skip
        with pytest.raises(Refusal, match=sentence):
            stand(world, "north-ii", kind, *path)
    stand(world, "north-ii", "rest")
    stand(world, "north-ii", "")
    assert world.station("north-ii").standing == {}


def test_a_standing_order_goes_by_what_is_seen_and_never_by_the_truth(world: World):
    """What North has seen is wrong; it does what is right by it."""
    stand(world, "north-i", "avoid")
    assert not Sighting.objects.filter(viewer=world.factions["north"], province__key="ridge").exists()
    seen = Sighting.objects.filter(viewer=world.factions["north"]).first() or Sighting(
        turn=world.turn, viewer=world.factions["north"], seen_faction=world.factions["south"], name="ghosts",
        station=world.station("south-i"), province=world.provinces["ridge"], units_low=1, units_high=99,
    )  # fmt: skip
    seen.province, seen.units_low, seen.units_high, seen.units_shown = world.provinces["ridge"], 1, 99, 99
    seen.save()
    advance_turn(campaign=world.campaign, actor="desk")
    assert ArmyOrder.objects.get(station__ref="north-i").kind == "avoid"


def test_standing_orders_go_with_their_war(world: World):
    stand(world, "north-ii", "route", "highfield", "ford")
    advance_turn(campaign=world.campaign, actor="desk")
    text = dump_text(world.campaign)
    assert dump_text(load_campaign(data=text, slug="again", actor="x")) == text
    assert '"hand": "standing"' in text


def test_a_player_gives_it_in_the_armys_panel():
    valley, north = long_valley(HIDDEN), Client()
    north.force_login(valley.people["north"])
    key = valley.stations["north-guard"].army.key
    url, panel = (reverse(f"game:{name}", args=["long-valley", key]) for name in ("standing", "army"))
    refused = north.post(url, {"kind": "route", "path": "Highfield, Atlantis"})
    assert refused.status_code == 422
    assert "“Atlantis” is no province of this map" in refused.text
    assert north.post(url, {"kind": "route", "path": "highfield,  RIDGE"}).status_code == 302
    shown = north.get(panel).text
    assert "March on along a route: Highfield, then Ridge" in shown
    assert 'value="Highfield, Ridge"' in shown
