"""Rosters, biography, treasury, turns, chronicle and battles."""

import re

from django.urls import reverse

from battles.models import Battle
from rosters.models import Unit
from tests.campaign.worlds import url
from tests.factories.campaign import CampaignFactory


def text(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return response.text


def test_rosters_list_every_own_unit_and_no_other(valley, reader):
    page = text(reader(valley, "north"), url("rosters"))
    own = Unit.objects.filter(army__station__faction=valley.factions["north"])
    assert all(url("unit", unit.key) in page for unit in own)
    others = Unit.objects.exclude(army__station__faction=valley.factions["north"])
    assert not any(unit.key in page for unit in others)


def test_a_biography_explains_a_strength_and_links_its_battle(fought, reader):
    unit = Unit.objects.filter(army=fought.stations["north-main"].army, lines__cause="battle").first()
    page = text(reader(fought, "north"), url("unit", unit.key))
    assert url("battle", Battle.objects.get().key) in page
    assert "Battle of Ridge" in page


def test_a_foreign_units_biography_is_not_found(fought, reader):
    unit = Unit.objects.filter(army=fought.stations["south-van"].army).first()
    client = reader(fought, "north")
    assert client.get(url("unit", unit.key)).status_code == client.get(url("unit", "aaaaaaaaaaaa")).status_code == 404


def test_the_treasury_shows_balance_ledger_and_next_muster(valley, reader):
    page = text(reader(valley, "north"), url("treasury"))
    for words in ("Next muster, turn 2", "Income of provinces", "Maintenance", "Ledger", "Opening"):
        assert words in page


def test_the_ledger_is_filtered_by_turn_and_direction(valley, reader):
    client = reader(valley, "north")
    assert "Set aside for maintenance" in text(client, url("treasury") + "?direction=out")
    assert "Set aside for maintenance" not in text(client, url("treasury") + "?direction=in&turn=0")
    assert "write a whole number from 0 to 500" in text(client, url("treasury") + "?turn=x")


def test_observers_are_told_that_treasuries_are_closed(valley, reader):
    assert "You lead no faction" in text(reader(valley, "observer"), url("treasury"))


def test_the_referee_reads_every_treasury(valley, reader):
    assert "Treasury of South" in text(reader(valley, "referee"), url("treasury") + "?faction=south")
    assert "You lead no faction" in text(reader(valley, "referee"), url("treasury") + "?faction=nobody")


def test_a_turn_tells_its_owners_orders_and_what_became_of_them(fought, reader):
    page = text(reader(fought, "north"), url("past_turn", 1))
    assert "March to Ridge" in page
    assert f'rel="next" href="{url("past_turn", 2)}"' in page
    assert "March to Ridge" not in text(reader(fought, "south"), url("past_turn", 1))


def test_turns_that_are_not_there_are_not_found(fought, reader):
    client = reader(fought, "north")
    assert {client.get(url("past_turn", number)).status_code for number in (0, 3, 99999)} == {404}


def test_the_chronicle_is_filtered_by_turn_and_kind(fought, reader):
    client = reader(fought, "north")
    assert "by the north" not in text(client, url("chronicle") + "?turn=2&kind=battle")
    assert "Show everything" in text(client, url("chronicle") + "?turn=2&kind=battle")


def test_a_player_can_read_only_what_was_told_to_him_alone(fought, reader):
    page = text(reader(fought, "north"), url("chronicle") + "?whose=own")
    entries = re.findall(r'<ol class="entries">(.*?)</ol>', page, re.DOTALL)
    lines = [line for block in entries for line in block.split("<li")[1:]]
    assert lines
    assert all("For you alone" in line for line in lines)


def test_participants_read_the_dispatch_and_others_the_outcome(fought, reader):
    battle = Battle.objects.get()
    north, west = (text(reader(fought, name), url("battle", battle.key)) for name in ("north", "west"))
    assert "Orders of battle, before and after" in north
    assert "Orders of battle, before and after" not in west
    assert battle.seed in north
    assert battle.seed not in west
    assert battle.commitment in west


def test_the_files_of_a_battle_are_for_its_participants(fought, reader):
    battle = Battle.objects.get()
    for name in ("battle_journal", "battle_file", "battle_report", "battle_journal_file"):
        assert reader(fought, "north").get(url(name, battle.key)).status_code == 200
        assert reader(fought, "west").get(url(name, battle.key)).status_code == 404


def test_a_battle_in_progress_is_polled_until_it_is_over(fought, reader):
    battle, client = Battle.objects.get(), reader(fought, "west")
    done = client.get(url("battle_state", battle.key), headers={"HX-Request": "true"})
    assert (done.status_code, done["HX-Redirect"]) == (286, url("battle", battle.key))
    Battle.objects.update(state=Battle.State.PENDING)
    assert client.get(url("battle_state", battle.key), headers={"HX-Request": "true"}).status_code == 200


def test_a_battle_of_another_war_is_not_found_here(fought, reader):
    client = reader(fought, "stranger")
    assert client.get(reverse("game:battle", args=["other-war", Battle.objects.get().key])).status_code == 404


def test_the_list_of_battles_says_who_won_where(fought, reader):
    page = text(reader(fought, "observer"), url("battles"))
    assert "Battle of Ridge" in page
    assert "won by" in page or "drawn" in page


def test_before_the_first_battle_the_list_says_how_one_comes_about(valley, reader):
    assert "No battle has been fought" in text(reader(valley, "north"), url("battles"))


def test_two_campaigns_of_one_name_are_told_apart_by_their_address(valley, reader):
    address = '<span class="faint fs-6">{}</span>'
    assert address.format("long-valley") not in reader(valley, "north").get("/").text
    twin = CampaignFactory(name=valley.campaign.name, slug="another-valley")
    twin.members.create(user=valley.people["north"], role="observer")
    page = reader(valley, "north").get("/").text
    assert all(address.format(slug) in page for slug in ("long-valley", "another-valley"))


def test_a_shipped_campaign_is_offered_with_its_size(valley, reader):
    page = reader(valley, "north").get("/campaigns/new/").text
    assert "Saxony 1813: five factions, 20 turns" in page
    assert "Two Valleys: two factions, three turns" in page
