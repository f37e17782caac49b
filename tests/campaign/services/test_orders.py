"""Orders are accepted exactly as long as they are used."""

import pytest

from base.refusal import Refusal
from campaign.models import ArmyOrder, FactionTurn, Sighting, Station
from campaign.selectors.war import war_of
from campaign.services.phases.control import store_sightings
from campaign.services.sheet.orders import give_order, order_choices, set_ready, unset_ready, withdraw_order
from campaign.services.sheet.sheet import buy_unit
from campaign.services.turn import march_turn, seal_turn
from tests.scenarios import enrich, two_valleys

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def ready(world, key="north"):
    return FactionTurn.objects.get(turn=world.turn, faction=world.factions[key]).ready


def test_HR_10_staying_marching_forced_marches_and_support_are_offered():
    found = order_choices(two_valleys().station("north-i"))
    assert [(c.kind, c.path) for c in found] == [
        ("hold", ()), ("rest", ()), ("avoid", ()), ("fortify", ()), ("march", ("ford",)), ("march", ("northgate",)),
        ("march", ("ridge",)), ("forced", ("ford", "lowfield")), ("forced", ("ridge", "lowfield")),
        ("support", ("ford",)), ("support", ("northgate",)), ("support", ("ridge",)), ("disband", ()),
    ]  # fmt: skip
    assert all(choice.legal for choice in found)


def may_march(world, ref, target):
    return any((c.kind, c.path, c.legal) == ("march", (target,), True) for c in order_choices(world.station(ref)))


def refusal(world, kind, *path):
    with pytest.raises(Refusal) as refused:
        give_order(station=world.station("north-i"), kind=kind, path=path, actor="Ada")
    return str(refused.value)


def test_HR_11_a_forced_march_has_two_provinces_and_nothing_ends_it_in_the_first():
    world = two_valleys()
    assert "choose both" in refusal(world, "forced", "ridge")
    assert "choose a neighbouring province" in refusal(world, "forced", "ridge", "southgate")
    assert "choose a neighbouring province" in refusal(world, "forced", "ridge", "highfield")
    give_order(station=world.station("north-i"), kind="forced", path=["ridge", "lowfield"], actor="Ada")
    edges = world.campaign.edges
    edges.filter(first__key="highfield", second__key="ridge").update(kind="pass")
    assert "the march ends behind a pass" in refusal(world, "forced", "ridge", "lowfield")
    edges.filter(first__key="highfield", second__key="ridge").update(kind="river")
    assert "a river without bridge" in refusal(world, "forced", "ridge", "lowfield")


def test_HR_11_foul_weather_closes_tracks_and_passes_to_forced_marches_and_support():
    world = two_valleys()
    turn = world.turn
    turn.weather = {region: {"weather": "foul", "die": 10} for region in turn.weather}
    turn.save()
    world.campaign.edges.filter(first__key="ridge", second__key="lowfield").update(kind="track")
    world.campaign.edges.filter(first__key="highfield", second__key="ridge").update(kind="track")
    assert "foul weather closes tracks" in refusal(world, "forced", "ridge", "lowfield")
    assert "foul weather closes tracks" in refusal(world, "support", "ridge")
    assert may_march(world, "north-i", "ridge")


def test_HR_6_an_army_with_unpaid_units_is_not_forced():
    world = two_valleys()
    Station.objects.filter(ref="north-i").update(turns_unpaid=1)
    assert "not paid" in refusal(world, "forced", "ridge", "lowfield")
    assert "not paid" in refusal(world, "support", "ridge")
    assert may_march(world, "north-i", "ridge")


def test_an_order_can_be_changed_and_withdrawn_until_the_seal():
    army = two_valleys().station("north-i")
    give_order(station=army, kind="march", path=["ridge"], actor="Ada")
    give_order(station=army, kind="rest", actor="Ada")
    assert ArmyOrder.objects.get(station=army).kind == "rest"
    withdraw_order(station=army, actor="Ada")
    assert not ArmyOrder.objects.filter(station=army).exists()


def test_an_accepted_order_is_in_the_sealed_set_and_a_late_one_is_refused():
    world = two_valleys()
    army = world.station("north-i")
    give_order(station=army, kind="march", path=["ridge"], actor="Ada")
    assert seal_turn(turn=world.turn)
    with pytest.raises(Refusal, match="sealed"):
        give_order(station=army, kind="hold", actor="Ada")
    with pytest.raises(Refusal, match="sealed"):
        withdraw_order(station=army, actor="Ada")
    with pytest.raises(Refusal, match="sealed"):
        set_ready(faction=world.factions["north"])
    order = ArmyOrder.objects.get(turn=world.turn, station=army)
    assert (order.kind, order.path) == ("march", ["ridge"])


def test_a_turn_is_sealed_once_and_run_once():
    turn = two_valleys().turn
    assert [seal_turn(turn=turn), seal_turn(turn=turn)] == [True, False]
    assert [march_turn(turn=turn, actor="r"), march_turn(turn=turn, actor="r")] == [True, False]


def test_a_missed_turn_means_hold():
    world = two_valleys()
    seal_turn(turn=world.turn)
    march_turn(turn=world.turn, actor="r")
    assert {ref: world.where(ref) for ref in world.stations} == {
        "north-i": "highfield", "north-ii": "northgate", "south-i": "lowfield", "south-ii": "southgate",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "path", "sentence"),
    [("march", ["southgate"], "neighbouring"), ("march", ["nowhere"], "neighbouring"), ("march", [], "choose one"),
     ("march", ["ridge", "lowfield"], "choose one"), ("forced", ["ridge"], "choose both"),
     ("flee", [], "choose one of Hold"), ("dance", [], "choose one of Hold")],
)  # fmt: skip
def test_an_illegal_order_is_refused_with_a_sentence(kind, path, sentence):
    world = two_valleys()
    with pytest.raises(Refusal, match=sentence):
        give_order(station=world.station("north-i"), kind=kind, path=path, actor="Ada")
    assert not ArmyOrder.objects.exists()


def test_HR_11_an_army_beside_an_enemy_is_pinned_and_is_told_so():
    world = two_valleys()
    Station.objects.filter(ref="south-i").update(province=world.provinces["highfield"])
    Sighting.objects.all().delete()
    store_sightings(war=war_of(world.turn))
    march = next(c for c in order_choices(world.station("north-i")) if c.kind == "march")
    assert "pins the army" in march.reason


def test_HR_7_an_army_that_takes_recruits_in_is_told_that_it_stays():
    world = two_valleys()
    enrich(world, "south")
    buy_unit(faction=world.factions["south"], province=world.provinces["southgate"], type_key="militia_inf",
             station=world.station("south-ii"), actor="Sue")  # fmt: skip
    assert not may_march(world, "south-ii", "lowfield")
    assert may_march(world, "south-i", "southgate")


def test_ready_is_a_promise_that_a_change_takes_back():
    world = two_valleys()
    set_ready(faction=world.factions["north"])
    assert ready(world)
    give_order(station=world.station("south-i"), kind="rest", actor="Sue")
    assert ready(world)
    give_order(station=world.station("north-i"), kind="rest", actor="Ada")
    assert not ready(world)
    set_ready(faction=world.factions["north"])
    unset_ready(faction=world.factions["north"])
    assert not ready(world)
