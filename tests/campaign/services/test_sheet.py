"""The sheet: points are set aside when a line is entered, and spent or given back."""

import pytest

from base.refusal import Refusal
from base.words import listed
from campaign.models import Account, Province, SheetLine, Station
from campaign.services.sheet import sheet
from campaign.services.turn import seal_turn
from rosters.models import Army, Unit
from rosters.services import post_strength
from tests.campaign.wars.turns import run
from tests.scenarios import enrich, two_valleys

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def held(world, key="north"):
    """(treasury, reserved) of a faction."""
    return tuple(
        Account.objects.get(faction=world.factions[key], kind=kind).balance for kind in ("treasury", "reserved")
    )


def buy(world, type_key="line_inf", province="northgate", key="north", **more):
    return sheet.buy_unit(
        faction=world.factions[key], province=world.provinces[province], type_key=type_key, actor="Ada", **more
    )


def wear(station, *strengths):
    """Bring the first line units of an army down to these strengths."""
    worn = list(Unit.objects.filter(army=station.army, type="line_inf")[: len(strengths)])
    for unit, strength in zip(worn, strengths, strict=True):
        post_strength(unit=unit, delta=strength - unit.strength, cause="event", reference="test", actor="tester")
        unit.refresh_from_db()
    return worn


def test_HR_7_a_bought_unit_is_raised_at_full_strength_in_a_garrison_and_paid_for():
    world = two_valleys()
    enrich(world, "north")
    treasury, reserved = held(world)
    line = buy(world, name="Landwehr")
    assert held(world) == (treasury - 30, reserved + 30)
    run(world)
    line.refresh_from_db()
    assert line.state == SheetLine.State.DONE
    unit = Unit.objects.get(name="Landwehr")
    assert (unit.strength, unit.army.station.province.key, unit.army.name) == (4, "northgate", "Garrison of Northgate")
    assert Account.objects.get(campaign=world.campaign, kind="purchases").balance == 30


def test_a_new_army_has_a_name_that_its_faction_has_not_given_yet():
    world = two_valleys()
    enrich(world, "north")
    Army.objects.filter(pk=world.station("north-i").army_id).update(name="Garrison of Northgate")
    buy(world, name="Landwehr")
    run(world)
    assert Unit.objects.get(name="Landwehr").army.name == "Second Garrison of Northgate"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [({"province": "southgate"}, "not yours"), ({"province": "highfield"}, "depot"),
     ({"type_key": "dragon"}, "not a unit type"),
     ({"type_key": "line_inf", "guard": True}, "Guard"), ({"type_key": "field_art"}, "not used")],
)  # fmt: skip
def test_HR_7_what_may_not_be_bought_is_refused_with_a_sentence(more, sentence):
    world = two_valleys()
    enrich(world, "north")
    with pytest.raises(Refusal, match=sentence):
        buy(world, **more)
    assert not SheetLine.objects.exists()


def test_HR_7_guard_and_heavy_guns_at_the_capital_only():
    world = two_valleys()
    enrich(world, "north")
    Province.objects.filter(key="highfield").update(depot=True)
    buy(world, "heavy_art")
    buy(world, "elite_inf", guard=True)
    with pytest.raises(Refusal, match="capital only"):
        buy(world, "elite_inf", "highfield", guard=True)
    with pytest.raises(Refusal, match="capital only"):
        buy(world, "heavy_art", "highfield")


def test_HR_7_two_units_a_turn_and_three_at_the_capital_irregulars_anywhere():
    world = two_valleys()
    enrich(world, "north")
    Province.objects.filter(key="highfield").update(depot=True)
    for _ in range(3):
        buy(world)
    with pytest.raises(Refusal, match="3 units a turn"):
        buy(world)
    buy(world, "irreg_cav", "highfield")
    buy(world, "line_inf", "highfield")
    with pytest.raises(Refusal, match="2 units a turn"):
        buy(world, "irreg_cav", "highfield")


def test_HR_7_guns_are_a_quarter_of_foot_and_horse_rounded_up():
    world = two_valleys()
    enrich(world, "north")
    # north owns 9 + 4 infantry and cavalry units and one gun: a quarter of 13 is 4 rounded up
    Province.objects.filter(key="highfield").update(depot=True)
    for place in ("northgate", "highfield", "highfield"):
        buy(world, "horse_art", place)
    with pytest.raises(Refusal, match="4 artillery units"):
        buy(world, "horse_art")


def test_nobody_can_buy_with_points_that_maintenance_needs():
    world = two_valleys()
    treasury, _ = held(world)
    assert treasury < 30
    with pytest.raises(Refusal, match=f"has {treasury}"):
        buy(world)
    assert not SheetLine.objects.exists()


def test_what_a_loss_made_impossible_is_refunded_with_a_sentence():
    world = two_valleys()
    enrich(world, "north")
    before, line = held(world), buy(world)
    Province.objects.filter(key="northgate").update(controller=world.factions["south"])
    run(world)
    line.refresh_from_db()
    assert line.state == SheetLine.State.REFUSED
    assert "not yours" in line.outcome
    assert Account.objects.get(campaign=world.campaign, kind="purchases").balance == 0
    assert before[0] >= 0


def test_a_sealed_sheet_takes_no_line():
    world = two_valleys()
    enrich(world, "north")
    line = buy(world)
    seal_turn(turn=world.turn)
    with pytest.raises(Refusal, match="sealed"):
        buy(world)
    with pytest.raises(Refusal, match="sealed"):
        sheet.withdraw_line(line=line, actor="Ada")


def test_HR_8_worn_units_amalgamate_in_P4():
    world = two_valleys()
    army = world.station("north-i")
    worn = wear(army, 3, 3, 2)
    sheet.amalgamate(station=army, units=worn, actor="Ada")
    with pytest.raises(Refusal, match="another line"):
        sheet.amalgamate(station=army, units=worn[:2], actor="Ada")
    run(world)
    strengths = sorted(Unit.objects.filter(pk__in=[u.pk for u in worn]).values_list("strength", flat=True))
    assert strengths == [0, 4, 4]
    before, after = SheetLine.objects.get(kind="amalgamate").outcome.removesuffix(".").split(" became ")
    assert before == listed([str(unit) for unit in worn])
    kept = [unit for unit in Unit.objects.filter(pk__in=[one.pk for one in worn]).order_by("pk") if unit.strength]
    assert sorted(after.split(" and ")) == sorted(f"{unit.name} 4/4".strip() for unit in kept)


def test_HR_8_only_in_supply():
    world = two_valleys()
    Station.objects.filter(ref="north-i").update(in_supply=False)
    army = world.station("north-i")
    with pytest.raises(Refusal, match="cut off"):
        sheet.amalgamate(station=army, units=wear(army, 3, 3, 2), actor="Ada")


def test_HR_8_a_split_leaves_infantry_or_cavalry_in_each_part():
    world = two_valleys()
    army = world.station("north-i")
    guns = list(Unit.objects.filter(army=army.army, type="heavy_art"))
    lights = list(Unit.objects.filter(army=army.army, type="light_cav"))
    with pytest.raises(Refusal, match="leave an infantry or cavalry unit"):
        sheet.split(station=army, units=guns, name="Guns", actor="Ada")
    sheet.split(station=army, units=[*guns, *lights], name="Vanguard", actor="Ada")
    run(world)
    made = Station.objects.get(campaign=world.campaign, army__name="Vanguard")
    assert made.province.key == "highfield"
    assert Unit.objects.filter(army=made.army).count() == 3


def test_HR_8_armies_of_one_province_merge_and_the_general_becomes_a_wing():
    world = two_valleys()
    Station.objects.filter(ref="south-ii").update(province=world.provinces["lowfield"])
    sheet.merge(station=world.station("south-ii"), into=world.station("south-i"), actor="Sue")
    run(world)
    assert world.where("south-ii") is None
    merged = world.station("south-i")
    assert Unit.objects.filter(army=merged.army).count() == 10 + 3
    assert [wing.ref for wing in merged.wings.all()] == ["south-ii-leader"]


def test_HR_8_armies_of_two_provinces_do_not_merge():
    world = two_valleys()
    with pytest.raises(Refusal, match="not in the same province"):
        sheet.merge(station=world.station("south-ii"), into=world.station("south-i"), actor="Sue")
    with pytest.raises(Refusal, match="choose one of your armies"):
        sheet.merge(station=world.station("north-i"), into=world.station("south-i"), actor="Ada")


def test_HR_9_replacements_for_an_army_that_rested():
    world = two_valleys()
    enrich(world, "north")
    army = world.station("north-ii")
    (worn,) = wear(army, 1)
    with pytest.raises(Refusal, match="did not rest"):
        sheet.buy_replacements(station=army, unit=worn, points=2, actor="Ada")
    run(world)
    Station.objects.filter(ref="north-ii").update(rested=True)
    army = world.station("north-ii")
    with pytest.raises(Refusal, match="2 strength points"):
        sheet.buy_replacements(station=army, unit=worn, points=3, actor="Ada")
    line = sheet.buy_replacements(station=army, unit=worn, points=2, actor="Ada")
    assert line.cost == 2 * 4  # E120: Line 4 at a home depot
    run(world)
    worn.refresh_from_db()
    assert worn.strength == 3


def test_HR_18_a_depot_in_a_supplied_town_works_next_turn():
    world = two_valleys()
    enrich(world, "north")
    sheet.build_depot(faction=world.factions["north"], province=world.provinces["highfield"], actor="Ada")
    with pytest.raises(Refusal, match="One depot a turn"):
        sheet.build_depot(faction=world.factions["north"], province=world.provinces["highfield"], actor="Ada")
    run(world)
    built = Province.objects.get(key="highfield")
    assert (built.depot, built.depot_works_from) == (True, 2)
