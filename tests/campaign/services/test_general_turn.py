"""The general in a war with rows: he knows what his faction sees, and spends what it has."""

import pytest
from django.db import transaction

from campaign.models import Account, Campaign, ChronicleEntry, Leader, Province, SheetLine, Station, Turn
from campaign.selectors.war import war_known_to
from campaign.services.record.points import balances
from campaign.services.sheet.caretaker import play_caretakers
from campaign.services.sheet.general import by_general, known_to, plan_battles, spend_of_general
from campaign.services.sheet.spending import general_purse
from campaign.visibility.news.record import entries_of_turn, entry_kinds
from campaign.visibility.reader import knowledge_of
from rosters.models import Unit
from tests.campaign.worlds import HIDDEN, PLAIN, FixedKeys, Valley, keep_secrets, long_valley

pytestmark = pytest.mark.django_db


def orders(valley: Valley, level: int = 3):
    north = valley.factions["north"]
    return by_general(war_known_to(valley.turn, north), north, level)


def in_world(secrets):
    """The orders of North in a world with South's secrets, which is then taken back."""
    with transaction.atomic(), FixedKeys(1):
        valley = long_valley(secrets)
        keep_secrets(valley, secrets)
        found = orders(valley)
        transaction.set_rollback(True)
    return found


def test_AI_36_the_orders_are_the_same_in_worlds_that_look_the_same():
    plain = in_world(PLAIN)
    assert plain
    assert plain == in_world(HIDDEN)


def test_AI_36_a_reported_army_counts_by_its_report_and_not_by_its_truth():
    valley = long_valley()
    before = orders(valley)
    seen = valley.turn.sightings.filter(viewer=valley.factions["north"], seen_faction=valley.factions["south"])
    assert seen.exists()
    Unit.objects.filter(army__station__in=seen.values("station")).update(strength=1, type="militia_inf")
    assert orders(valley) == before
    seen.update(units_shown=40)
    assert orders(valley) != before


def test_AI_42_no_points_are_left_while_a_unit_can_be_raised():
    valley = long_valley()
    north = valley.factions["north"]
    war = war_known_to(valley.turn, north)
    free = general_purse(valley.turn, north, war, ()).free
    assert spend_of_general(war, north)
    spent = sum(SheetLine.objects.filter(turn=valley.turn, faction=north).values_list("cost", flat=True))
    cheapest = 15
    assert 0 <= free - spent < cheapest, "what two musters to come will lack is kept, and no more"
    left = balances(factions=[north])[north.pk, Account.Kind.TREASURY]
    assert left == 150 + 17 - 51 - spent, "opening points, income, and the upkeep that was set aside"


def rear_lines(valley: Valley) -> list[tuple[str, dict[str, object]]]:
    north = valley.factions["north"]
    spend_of_general(war_known_to(valley.turn, north), north)
    lines = SheetLine.objects.filter(turn=valley.turn, faction=north, kind__in=("depot", "post", "captives"))
    return list(lines.values_list("kind", "details"))


def test_AI_44_a_depot_is_built_near_an_army_that_is_far_from_one():
    valley = long_valley()
    north = valley.factions["north"]
    Province.objects.filter(campaign=valley.campaign, home=north).update(depot=False)
    Province.objects.filter(campaign=valley.campaign, key="westmarch").update(depot=True, depot_works_from=0)
    places = ("highfield", "ridge", "lowfield")
    Province.objects.filter(campaign=valley.campaign, key__in=places).update(controller=north, town_size=1)
    valley.stations["south-van"].delete()
    valley.stations["north-main"].province = valley.provinces["lowfield"]
    valley.stations["north-main"].save()
    assert rear_lines(valley) == [("depot", {"province": "lowfield"})]


def test_AI_45_a_general_without_a_post_goes_to_the_strongest_army_without_one():
    valley = long_valley()
    station = valley.stations["north-main"]
    station.leader, station.in_supply = None, True
    station.save()
    found = rear_lines(valley)
    assert ([kind for kind, _ in found], found[0][1]["station"]) == (["post"], "north-main")


def test_AI_48_a_general_whom_no_army_lacks_becomes_a_wing_of_a_large_army():
    valley = long_valley()
    north = valley.factions["north"]
    spare = Leader.objects.create(campaign=valley.campaign, faction=north, ref="spare", name="Spare", skill="good")
    station = valley.stations["north-main"]
    station.in_supply = True
    station.save()
    wanted = ("post", {"leader": spare.ref, "station": "north-main", "wing": True})
    assert wanted in rear_lines(valley)
    SheetLine.objects.filter(turn=valley.turn, faction=north).delete()
    six = station.army.units.order_by("pk")[:6].values("pk")
    station.army.units.exclude(pk__in=list(six.values_list("pk", flat=True))).update(status="disbanded", strength=0)
    assert wanted not in rear_lines(valley), "its general leads six units alone"


def test_AI_47_the_program_plans_battles_and_a_players_plan_stays():
    valley = long_valley(ready_runs=True)
    Turn.objects.filter(pk=valley.turn.pk).update(state="marching")
    own = Station.objects.filter(campaign=valley.campaign, faction=valley.factions["north"])
    own.update(plan={"posture": "attack"})
    wanted = orders(valley)
    valley.campaign.factions.filter(key="north").update(caretaker="on")
    play_caretakers(turn=valley.turn)
    assert set(map(str, own.values_list("plan", flat=True))) == {"{'posture': 'attack'}"}
    valley.campaign.members.filter(faction__key="north").delete()
    plan_battles(war_known_to(valley.turn, valley.factions["north"]), valley.factions["north"], wanted)
    assert not own.filter(plan={"posture": "attack"}).exists()


def test_AI_46_captives_are_offered_in_exchange():
    valley = long_valley()
    north, south = valley.factions["north"], valley.factions["south"]
    ours, theirs = valley.stations["north-guard"].leader, valley.stations["south-van"].leader
    Leader.objects.filter(pk=ours.pk).update(status="captured", captor=south)
    Leader.objects.filter(pk=theirs.pk).update(status="captured", captor=north)
    assert ("captives", {"leader": ours.ref, "faction": "south", "other": theirs.ref}) in rear_lines(valley)


def test_AI_40_the_program_leads_its_sides_by_the_general_and_its_reasons_are_in_the_record():
    valley = long_valley(ready_runs=True)
    valley.campaign.factions.filter(key="north").update(caretaker="on")
    Turn.objects.filter(pk=valley.turn.pk).update(state="marching")
    wanted = orders(valley, 2)
    play_caretakers(turn=valley.turn)
    entry = ChronicleEntry.objects.get(kind="caretaker", text__startswith="By the program")
    assert [faction.key for faction in entry.audience.all()] == ["north"]
    assert all(now.why in entry.text for now in wanted.values())


def test_AI_40_a_side_that_the_referee_gives_to_the_program_is_led_by_the_general_in_any_war():
    valley = long_valley()
    valley.campaign.factions.filter(key="north").update(caretaker="program")
    Turn.objects.filter(pk=valley.turn.pk).update(state="marching")
    wanted = orders(valley, 2)
    play_caretakers(turn=valley.turn)
    texts = ChronicleEntry.objects.filter(kind="caretaker").values_list("text", flat=True)
    assert "The program leads North." in texts
    assert wanted
    assert all(any(now.why in text for text in texts) for now in wanted.values())


def test_AI_34_the_number_of_the_war_sets_the_level():
    valley = long_valley(house_rules={"program.level": 1}, ready_runs=True)
    north = valley.factions["north"]
    war = war_known_to(valley.turn, north)
    assert (war.house["program.level"], known_to(war, north).last_turn) == (1, valley.campaign.last_turn)


def test_AI_40_the_reasons_of_the_program_open_to_everybody_when_the_war_is_over():
    valley = long_valley(ready_runs=True)
    valley.campaign.factions.filter(key="north").update(caretaker="on")
    Turn.objects.filter(pk=valley.turn.pk).update(state="marching")
    play_caretakers(turn=valley.turn)

    def read():
        knowledge = knowledge_of(Campaign.objects.get(pk=valley.campaign.pk), valley.people["south"])
        shown = [line.text for line in entries_of_turn(knowledge, turn=1) if line.text.startswith("By the program")]
        return shown, "caretaker" in entry_kinds(knowledge)

    assert read()[0] == []
    Campaign.objects.filter(pk=valley.campaign.pk).update(state="finished", winner="nobody")
    shown, listed = read()
    assert len(shown) == 1
    assert listed
