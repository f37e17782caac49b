"""What a reader knows (HR-22, the disclosure list)."""

import pytest
from django.contrib.auth.models import AnonymousUser

from campaign.models import Campaign, ChronicleEntry, RefereeAct, Sighting, Station
from campaign.selectors.war import war_of
from campaign.services.sheet.general import known_to
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from campaign.visibility import armies as known
from campaign.visibility import knowledge_for, knowledge_of, land, money, sheets
from campaign.visibility.battles import battles
from campaign.visibility.header import weather_text
from campaign.visibility.news import record
from campaign.visibility.news.film import film_frame
from campaign.visibility.values import ArmyView
from tests.campaign.worlds import HIDDEN, after_a_battle, fresh, known_by, long_valley

pytestmark = pytest.mark.django_db


def test_a_player_knows_his_own_armies_exactly():
    armies = {army.name: army for army in known.own_armies(known_by(long_valley(), "north"))}
    assert set(armies) == {"North Main", "North Guard"}
    assert (armies["North Main"].strength, len(armies["North Main"].units)) == (34, 10)
    assert (armies["North Guard"].strength, armies["North Guard"].full) == (16, 20)


def test_HR_22_foreign_armies_are_known_only_where_they_were_seen():
    seen = {army.name: army.province for army in known.seen_armies(known_by(long_valley(), "north"))}
    assert seen == {"South Van": "ridge", "West Main": "westmarch"}


def test_HR_22_allied_armies_are_no_exception():
    assert {army.name for army in known.seen_armies(known_by(long_valley(), "west"))} == {"North Guard"}


def test_an_army_that_goes_back_into_the_fog_stays_as_it_was_seen():
    valley = long_valley()
    van = fresh(valley, "south-van")
    van.province = valley.provinces["farmoor"]
    van.save()
    van.army.name = "Renamed"
    van.army.save()
    (seen,) = [army for army in known.seen_armies(known_by(valley, "north")) if army.faction.key == "south"]
    assert (seen.name, seen.province) == ("South Van", "ridge")


def test_HR_22_an_army_is_off_the_map_once_its_place_was_seen_without_it(drilled):
    valley = long_valley(map={"view": [0, 0, 800, 300]})
    give_order(station=valley.stations["south-van"], kind="march", path=["lowfield"], actor="south")
    advance_turn(campaign=valley.campaign, actor="tester")
    knowledge, van = known_by(valley, "north"), fresh(valley, "south-van").army.key
    assert van not in {army.key for army in known.seen_armies(knowledge)}
    assert [(army.province, army.gone_on) for army in known.sightings_of(knowledge, van)] == [("ridge", 2)]
    frames = [film_frame(knowledge, number) for number in (1, 2)]
    assert [van in {army.key for army in frame.armies if frame} for frame in frames if frame] == [True, False]
    general = known_to(war_of(valley.turn), valley.factions["north"])
    assert (general.foes, general.ghosts) == ({}, {})


def test_HR_22_an_army_whose_place_goes_out_of_sight_stays_where_it_was_seen(drilled):
    valley = long_valley()
    give_order(station=valley.stations["south-van"], kind="march", path=["lowfield"], actor="south")
    Station.objects.filter(campaign=valley.campaign, faction__key="north").update(
        province=valley.provinces["northgate"]
    )
    advance_turn(campaign=valley.campaign, actor="tester")
    van = fresh(valley, "south-van").army.key
    (seen,) = [army for army in known.seen_armies(known_by(valley, "north")) if army.key == van]
    assert (seen.province, seen.turn, seen.current, seen.gone_on) == ("ridge", 1, False, 0)


def test_only_the_last_sighting_stands_on_the_map_and_all_of_them_in_the_panel(drilled):
    valley = after_a_battle(HIDDEN)
    knowledge, van = known_by(valley, "north"), fresh(valley, "south-van")
    turns = list(Sighting.objects.filter(viewer__key="north", station=van).values_list("turn__number", flat=True))
    assert [army.turn for army in known.sightings_of(knowledge, van.army.key)] == sorted(turns, reverse=True)
    on_map = [army for army in known.seen_armies(knowledge) if army.key == van.army.key]
    assert [army.turn for army in on_map] == [max(turns)]
    assert all(army.current == (army.turn == knowledge.turn_number) for army in on_map)


def test_an_army_that_was_never_seen_and_one_that_never_was_are_alike():
    valley = long_valley()
    knowledge, rear = known_by(valley, "north"), fresh(valley, "south-rear").army.key
    assert known.sightings_of(knowledge, rear) == known.sightings_of(knowledge, "aaaaaaaaaaaa") == []
    assert known.own_station(knowledge, rear) is None


def test_the_umpire_mode_lays_the_size_of_every_army_open_but_no_order():
    knowledge = known_by(long_valley(show_all=True), "north")
    sizes = {army.name: army.shown for army in known.seen_armies(knowledge)}
    assert sizes == {"South Van": 4, "South Main": 10, "South Rear": 2, "West Main": 4}
    assert not any(isinstance(army, ArmyView) for army in known.seen_armies(knowledge))


def test_observer_and_stranger_know_no_army():
    valley = long_valley()
    nobody = knowledge_of(valley.campaign, AnonymousUser())
    for knowledge in (known_by(valley, "observer"), known_by(valley, "stranger"), nobody):
        assert [*known.own_armies(knowledge), *known.seen_armies(knowledge)] == []


def test_the_referee_knows_everything():
    valley = long_valley(HIDDEN)
    assert len({army.name for army in known.own_armies(known_by(valley, "referee"))}) == 8
    assert {line.faction.key for line in sheets.sheet_of(known_by(valley, "referee"), valley.turn)} == set()


def test_strangers_get_no_knowledge_by_slug_whether_the_campaign_exists_or_not():
    valley = long_valley()
    assert knowledge_for("long-valley", valley.people["stranger"]) is None
    assert knowledge_for("no-such-war", valley.people["stranger"]) is None
    assert knowledge_for("long-valley", valley.people["north"]).own == valley.factions["north"]


def test_guerrillas_are_told_only_to_those_whom_they_fight_in_their_own_province():
    valley = long_valley()
    highfield = valley.provinces["highfield"]
    highfield.guerrilla_rating, highfield.guerrillas_active = 5, True
    highfield.save()
    highfield.guerrilla_fights.add(valley.factions["north"], valley.factions["west"])
    views = {name: land.provinces(known_by(valley, name))["highfield"] for name in ("north", "west", "observer")}
    told = {name: view.guerrillas_here for name, view in views.items()}
    assert told == {"north": True, "west": False, "observer": False}


def test_a_line_of_the_chronicle_is_read_by_its_audience_alone():
    valley = long_valley()
    entry = ChronicleEntry.objects.create(
        campaign=valley.campaign, turn=1, kind="attrition", text="Lost 3", public=False
    )
    entry.audience.add(valley.factions["south"])
    readers = {
        name: "Lost 3" in [line.text for line in record.entries_of_turn(known_by(valley, name), turn=1)]
        for name in ("north", "south", "west", "observer", "referee")
    }
    assert readers == {"north": False, "south": True, "west": False, "observer": False, "referee": True}


def test_secret_acts_of_the_referee_are_opened_when_the_war_is_over():
    valley = long_valley()
    RefereeAct.objects.create(campaign=valley.campaign, turn=1, act="looked at the dice", secret=True)
    assert "looked at the dice" not in [act.act for act in record.acts(known_by(valley, "north"), turns=range(100))]
    Campaign.objects.update(state=Campaign.State.FINISHED)
    valley.campaign.refresh_from_db()
    assert "looked at the dice" in [act.act for act in record.acts(known_by(valley, "north"), turns=range(100))]


def test_a_treasury_is_its_owners():
    valley = long_valley(HIDDEN)
    assert money.treasury_faction(known_by(valley, "north"), "south") == valley.factions["north"]
    assert money.treasury_faction(known_by(valley, "observer"), "south") is None
    assert money.treasury_faction(known_by(valley, "referee"), "south") == valley.factions["south"]


def test_the_ledger_tells_what_the_treasury_and_the_reserve_gained_or_lost():
    south = long_valley(HIDDEN).factions["south"]
    lines = [money.ledger_line(south, row) for row in money.ledger(south)]
    assert (sum(line.treasury for line in lines), sum(line.reserved for line in lines)) == money.balances(south)


def test_a_settled_battle_is_open_to_those_who_fought_and_to_all_after_the_war(drilled):
    valley = after_a_battle(HIDDEN)
    key = battles.battle_lines(known_by(valley, "observer"))[0].key
    names = ("north", "south", "west", "observer", "referee")

    def full():
        return {name: battles.battle_known(known_by(valley, name), key).full for name in names}

    assert full() == {"north": True, "south": True, "west": False, "observer": False, "referee": True}
    Campaign.objects.update(state=Campaign.State.FINISHED)
    valley.campaign.refresh_from_db()
    assert all(full().values())


def test_everybody_knows_place_and_winner_of_a_battle(drilled):
    (line,) = battles.battle_lines(known_by(after_a_battle(HIDDEN), "observer"))
    assert (line.province_key, line.turn, line.settled, line.part) == ("ridge", 1, True, False)
    assert line.winner
    assert line.size in ("small", "medium", "large")


def test_orders_and_sheets_are_read_by_their_owner(drilled):
    valley = after_a_battle(HIDDEN)
    turn = valley.turn
    names = ("north", "south", "west", "observer", "referee")
    orders = {name: len(sheets.orders_of(known_by(valley, name), turn)) for name in names}
    lines = {name: len(sheets.sheet_of(known_by(valley, name), turn)) for name in names}
    assert orders == {"north": 0, "south": 2, "west": 0, "observer": 0, "referee": 2}
    assert lines == {"north": 0, "south": 4, "west": 0, "observer": 0, "referee": 4}


def test_weather_is_told_in_one_word_where_all_regions_agree():
    assert weather_text({}) == "not yet known"
    assert weather_text({"a": {"weather": "fair"}, "b": {"weather": "fair"}}) == "fair"
    mixed = {"saxony": {"weather": "foul"}, "bohemia": {"weather": "fair"}, "oder": {"weather": "fair"}}
    assert weather_text(mixed) == "foul in Saxony, elsewhere fair"
    even = {"a": {"weather": "foul"}, "b": {"weather": "overcast"}, "c": {"weather": "foul"}, "d": {"weather": "fair"}}
    assert weather_text(even) == "fair in D, overcast in B, elsewhere foul"


def test_the_referee_reads_to_whom_each_line_is_told():
    valley = long_valley()
    line = ChronicleEntry.objects.create(campaign=valley.campaign, turn=1, phase="P2", text="Told.", public=False)
    line.audience.set(valley.campaign.factions.filter(key__in=["north", "west"]))
    told = {}
    for name in ("north", "south", "west", "observer", "referee"):
        told[name] = [
            row.whose for row in record.entries_of_turn(known_by(valley, name), turn=1) if row.text == "Told."
        ]
    assert told == {"north": [""], "south": [], "west": [""], "observer": [], "referee": ["North and West"]}
