"""Stories of forced marches, of armies that march to the guns, and of those that would rather not fight."""

from itertools import count

import pytest

from campaign import models
from campaign.services.record.dice import CampaignCup
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from tests.campaign.wars.turns import run
from tests.factories.campaign import station
from tests.scenarios import two_valleys

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def give(world, ref, kind, *path):
    give_order(station=world.station(ref), kind=kind, path=path, actor="player")


def outcome(ref):
    return models.ArmyOrder.objects.get(station__ref=ref, turn__number=1).outcome


def secret_with(kind, key, most, least=1):
    """A campaign's secret by which the first d10 of that kind on turn 1 lies within bounds."""
    for number in count():
        secret = f"{number:064d}"
        face = CampaignCup(models.Turn(campaign=models.Campaign(secret=secret), number=1), kind, key).roll(10, "")
        if least <= face <= most:
            return secret
    return None


def test_HR_11_a_forced_march_enters_two_provinces_and_counts_as_attrition():
    world = two_valleys()
    models.Station.objects.filter(ref="south-i").update(province=world.provinces["southgate"])
    give(world, "north-i", "forced", "ridge", "lowfield")
    run(world)
    assert world.where("north-i") == "lowfield"
    assert outcome("north-i") == "Marched to Ridge. Marched to Lowfield."
    assert 1 in models.ChronicleEntry.objects.get(kind="attrition", details__army="north-i").details["conditions"]


def test_HR_11_an_enemy_in_the_first_province_pins_a_forced_march():
    world = two_valleys()
    models.Station.objects.filter(ref="south-i").update(province=world.provinces["ridge"])
    give(world, "north-i", "forced", "ridge", "lowfield")
    run(world)
    assert models.Engagement.objects.get().province.key == "ridge"
    assert "an enemy army in the same province pins the army" in outcome("north-i")


def test_HR_12_a_forced_march_overruns_who_is_five_times_weaker_and_goes_on():
    world = two_valleys()
    models.Station.objects.filter(ref="south-i").update(province=world.provinces["southgate"])
    station(world.factions["south"], world.provinces["ridge"], "1 Line inf", "picket", None)
    give(world, "north-i", "forced", "ridge", "lowfield")
    run(world)
    first = models.Engagement.objects.order_by("sequence").first()
    assert (first.state, first.province.key) == (models.Engagement.State.OVERRUN, "ridge")
    assert world.where("north-i") == "lowfield"


def test_HR_13_an_army_of_the_second_impulse_comes_with_a_mark_beside_one_of_the_first():
    world = two_valleys()
    models.Station.objects.filter(ref="south-i").update(province=world.provinces["ridge"])
    models.Station.objects.filter(ref="north-ii").update(province=world.provinces["highfield"])
    models.Station.objects.filter(ref="north-i").update(province=world.provinces["northgate"])
    give(world, "north-ii", "march", "ridge")
    give(world, "north-i", "forced", "highfield", "ridge")
    run(world)
    engagement = models.Engagement.objects.get()
    assert dict(engagement.armies.values_list("station__ref", "mark")) == {"north-ii": 0, "north-i": 30, "south-i": 0}
    north = engagement.battle.file["sides"][0]
    assert {(unit["army"], unit["arrives"]) for unit in north["units"]} == {("north-ii", None), ("north-i", 30)}
    assert north["commander"]["name"] == "North Ii's officer"
    assert north["wings"] == [{"name": "General of North I", "skill": "good", "army": "north-i"}]


def supported(most, least=1):
    """South attacks North on the ridge; North's second army stands behind it in support."""
    world = two_valleys(secret=secret_with("guns", "north-ii", most, least))
    for key, y in (("highfield", 100), ("ridge", 200), ("lowfield", 300)):
        models.Province.objects.filter(key=key).update(x=100, y=y)
    models.Station.objects.filter(ref="north-i").update(province=world.provinces["ridge"])
    models.Station.objects.filter(ref="north-ii").update(province=world.provinces["highfield"])
    give(world, "north-ii", "support", "ridge")
    give(world, "south-i", "march", "ridge")
    run(world)
    return world


def test_HR_13_who_hears_the_guns_joins_at_60_and_is_in_the_battles_province_afterwards():
    world = supported(3)
    row = models.EngagementArmy.objects.get(station__ref="north-ii")
    assert (row.mark, row.side, row.came_from.key) == (60, 1, "highfield")
    units = [u for u in row.engagement.battle.file["sides"][1]["units"] if u["army"] == "north-ii"]
    assert {(unit["arrives"], unit["edge"]) for unit in units} == {(60, "own")}
    assert outcome("north-ii") == "Marched to the guns at Ridge."
    line = models.ChronicleEntry.objects.get(kind="guns")
    assert line.details["dice"][0]["face"] <= 3
    assert [faction.key for faction in line.audience.all()] == ["north"]
    winner = row.engagement.battle.result.winner
    assert world.where("north-ii") == ("highfield" if winner == "South" else "ridge")


def test_HR_13_who_does_not_hear_the_guns_stays_where_he_is():
    world = supported(10, least=4)  # nobody leads North's second army: Poor
    assert not models.EngagementArmy.objects.filter(station__ref="north-ii").exists()
    assert world.where("north-ii") == "highfield"
    assert outcome("north-ii") == "Did not hear the guns at Ridge."


def test_HR_6_unpaid_units_are_not_forced_to_the_guns():
    world = two_valleys(secret=secret_with("guns", "north-ii", 3))
    models.Account.objects.filter(faction__key="north", kind="reserved").update(balance=0)
    models.Station.objects.filter(ref="north-i").update(province=world.provinces["ridge"])
    models.Station.objects.filter(ref="north-ii").update(province=world.provinces["highfield"])
    give(world, "north-ii", "support", "ridge")
    give(world, "south-i", "march", "ridge")
    advance_turn(campaign=world.campaign, actor="referee")
    assert outcome("north-ii") == "North Ii did not march: unpaid units will not be forced (HR-6)."
    assert world.where("north-ii") == "highfield"


def test_HR_13_support_without_a_battle_is_a_hold():
    world = two_valleys()
    give(world, "north-ii", "support", "highfield")
    run(world)
    assert (world.where("north-ii"), outcome("north-ii")) == ("northgate", "")


def test_HR_13_who_stands_in_support_marches_to_a_battle_that_is_held_open():
    world = two_valleys(battle_days=7, muster_every=4)
    give(world, "north-i", "march", "ridge")
    give(world, "south-i", "march", "ridge")
    run(world)
    models.Station.objects.filter(ref="north-ii").update(province=world.provinces["highfield"])
    models.Campaign.objects.update(secret=next(s for s in (f"{n:064d}" for n in count()) if _first_face(s) <= 3))
    world.campaign.refresh_from_db()
    give(world, "north-ii", "support", "ridge")
    run(world)
    row = models.EngagementArmy.objects.get(station__ref="north-ii")
    assert (row.engagement.turn.number, row.mark) == (1, 60)
    assert world.where("north-ii") == "ridge"


def _first_face(secret):
    return CampaignCup(models.Turn(campaign=models.Campaign(secret=secret), number=2), "guns", "north-ii").roll(10, "")


def avoiding(most, least):
    world = two_valleys(secret=secret_with("avoid", "south-i", most, least))
    models.Station.objects.filter(ref="south-i").update(province=world.provinces["lowfield"])
    models.Station.objects.filter(ref="north-i").update(province=world.provinces["ridge"])
    give(world, "north-i", "march", "lowfield")
    give(world, "south-i", "avoid")
    run(world)
    return world


def test_HR_12_who_avoids_battle_falls_back_without_one():
    world = avoiding(10, 8)  # both have 6 SP of light cavalry; South's general is not the better one
    engagement = models.Engagement.objects.get()
    assert (engagement.state, engagement.battle) == (models.Engagement.State.AVOIDED, None)
    assert (world.where("north-i"), world.where("south-i")) == ("lowfield", "southgate")
    assert outcome("south-i") == "Slipped away before a battle."
    lines = models.ChronicleEntry.objects.filter(kind="avoid")
    told = {tuple(faction.key for faction in line.audience.all()): line.text for line in lines}
    assert told == {
        ("south",): "South I: Slipped away before a battle.",
        ("north",): "South I would not fight at Lowfield.",
    }


def test_HR_12_who_cannot_get_away_fights():
    world = avoiding(7, 1)
    assert models.Engagement.objects.get().state == models.Engagement.State.SETTLED
    assert outcome("south-i") == "Could not avoid battle."
    assert world.where("north-i") is not None


def test_HR_12_nobody_avoids_a_battle_without_a_way_out():
    world = two_valleys(secret=secret_with("avoid", "south-i", 10, 8))
    models.Station.objects.filter(ref="south-i").update(province=world.provinces["lowfield"])
    for ref, key in (("a", "southgate"), ("b", "ford")):
        station(world.factions["north"], world.provinces[key], "9 Line inf", ref, None)
    models.Station.objects.filter(ref="south-ii").update(province=world.provinces["northgate"])
    models.Station.objects.filter(ref="north-i").update(province=world.provinces["ridge"])
    models.Station.objects.filter(ref="north-ii").update(province=world.provinces["highfield"])
    give(world, "north-i", "march", "lowfield")
    station(world.factions["north"], world.provinces["ridge"], "2 Line inf", "c", None)
    give(world, "south-i", "avoid")
    run(world)
    assert outcome("south-i") == ""
    assert models.Engagement.objects.filter(province__key="lowfield").get().state == models.Engagement.State.SETTLED


def test_HR_10_a_disbanded_army_goes_home_before_the_marches_and_its_general_with_it():
    world = two_valleys()
    give(world, "north-i", "disband")
    run(world)
    assert world.where("north-i") is None
    assert outcome("north-i") == "Disbanded."
    gone = world.station("north-i").army.units.values_list("status", "strength").order_by().distinct()
    assert list(gone) == [("disbanded", 0)]
    assert models.ChronicleEntry.objects.get(kind="disbanded").rule == "HR-10"


def test_HR_10_an_army_beside_an_enemy_is_not_disbanded():
    world = two_valleys()
    give(world, "north-i", "disband")
    models.Station.objects.filter(ref="south-i").update(province=world.provinces["highfield"])
    run(world)
    assert outcome("north-i") == "An enemy army is there: your army stayed together."


def test_HR_16_a_beaten_garrison_shuts_itself_up_in_its_fortress():
    world = two_valleys(house_rules={"siege.on": 0})
    models.Province.objects.filter(key="lowfield").update(fortress=True)
    models.Station.objects.filter(ref="south-i").update(leader=None)
    station(world.factions["north"], world.provinces["ridge"], "9 Elite inf", "north-iii", "great")
    give(world, "north-iii", "march", "lowfield")
    run(world)
    assert models.Engagement.objects.get().winner_side == 0
    assert (world.where("south-i"), world.station("south-i").retreats) == ("lowfield", 0)
    text = "South I was beaten and shuts itself up in the fortress of Lowfield."
    assert models.ChronicleEntry.objects.filter(kind="retreat", text=text).exists()


def test_HR_W_the_sky_over_a_battle_is_that_of_its_province():
    world = two_valleys()
    models.Turn.objects.filter(pk=world.turn.pk).update(weather={"map": {"weather": "foul", "die": 10}})
    give(world, "north-i", "march", "ridge")
    give(world, "south-i", "march", "ridge")
    run(world)
    file = models.Engagement.objects.get().battle.file
    assert (file["campaign_weather"], file["weather"]) == ("foul", "precipitating")


def test_HR_6_units_that_go_home_this_turn_draw_no_pay():
    world = two_valleys()
    give(world, "north-i", "disband")
    run(world)
    paid = models.PointsEntry.objects.filter(rule="HR-6", turn=1, target__kind="maintenance")
    assert set(paid.values_list("reason", flat=True)) >= {"Maintenance of North Ii"}
    (general,) = paid.filter(reason="Maintenance of North I").values_list("amount", flat=True)
    assert general == 4  # REC-3: a Good one; his units went home unpaid
    assert not models.ChronicleEntry.objects.filter(text__contains="went without pay").exists()


def test_HR_18_a_province_that_a_forced_march_went_through_carries_its_supply():
    world = two_valleys()
    models.Province.objects.filter(key="ridge").update(controller=world.factions["south"])
    models.Station.objects.filter(ref="south-i").update(province=world.provinces["southgate"])
    give(world, "north-i", "forced", "ridge", "lowfield")
    run(world)
    station_now = world.station("north-i")
    assert (station_now.in_supply, station_now.supply_path[:2]) == (True, ["lowfield", "ridge"])
