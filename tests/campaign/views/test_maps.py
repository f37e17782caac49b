"""The map and its panels."""

import re

from campaign.models import Campaign
from campaign.views.map.ground import drawing_of
from tests.campaign.worlds import fresh, long_valley, url

HTMX = {"HX-Request": "true", "HX-Target": "panel"}


def read(response):
    return response.text


def test_every_province_is_a_link_with_a_name_for_those_who_cannot_see_it(valley, reader):
    page = read(reader(valley, "north").get(url("map")))
    for key in valley.provinces:
        assert f'href="{url("province", key)}"' in page
    assert 'aria-label="Northgate, rolling, value 12, capital, depot, held by North, 1 army known"' in page


def test_own_armies_and_sighted_ones_stand_on_the_map_and_no_others(valley, reader):
    page = read(reader(valley, "north").get(url("map")))
    keys = {ref: valley.stations[ref].army.key for ref in valley.stations}
    shown = {ref for ref, key in keys.items() if f'data-army="{key}"' in page}
    assert shown == {"north-main", "north-guard", "south-van", "west-main"}


def test_the_map_draws_no_style_of_its_own_that_the_security_policy_would_block(valley, reader):
    page = read(reader(valley, "north").get(url("map")))
    assert " style=" not in page
    assert not re.search(r"<script(?![^>]* src=)", page)


def test_htmx_gets_the_panel_alone_and_the_browser_the_whole_page(valley, reader):
    client = reader(valley, "north")
    whole, part = read(client.get(url("province", "ridge"))), read(client.get(url("province", "ridge"), headers=HTMX))
    assert "<!DOCTYPE html>" in whole
    assert "<!DOCTYPE html>" not in part
    assert all("<h2>Ridge</h2>" in page for page in (whole, part))
    back = client.get(url("province", "ridge"), headers=HTMX | {"HX-History-Restore-Request": "true"})
    assert "<!DOCTYPE html>" in read(back)


def test_an_army_beyond_sight_and_an_absent_one_are_not_found(valley, reader):
    client = reader(valley, "north")
    for key in (valley.stations["south-rear"].army.key, "aaaaaaaaaaaa"):
        assert client.get(url("army", key)).status_code == 404


def test_a_sighted_army_shows_its_size_and_no_orders(valley, reader):
    page = read(reader(valley, "north").get(url("army", valley.stations["south-van"].army.key)))
    panel = page[page.index("panel-body") :]
    assert "South Van" in panel
    assert "units" in panel
    assert "Give the order" not in panel


def test_the_army_panel_marks_the_provinces_it_may_march_to(valley, reader):
    page = read(reader(valley, "north").get(url("army", valley.stations["north-main"].army.key)))
    marked = re.findall(r'data-province="([a-z]+)" class="map-province(?: selected)? target( forced)?"', page)
    assert {key for key, forced in marked if not forced} == {"northgate", "ridge"}
    assert {key for key, forced in marked if forced} == {"westmarch", "lowfield"}
    assert 'data-province="highfield" class="map-province selected"' in page


def test_more_than_four_armies_in_a_province_become_a_stack(valley, reader):
    from tests.campaign.worlds import ROSTER
    from tests.factories.campaign import station

    for number in range(4):
        station(valley.factions["north"], valley.provinces["highfield"], ROSTER, f"north-{number}", None)
    assert 'aria-label="2 more armies in this province"' in read(reader(valley, "north").get(url("map")))


def test_an_observer_sees_the_land_and_no_army(valley, reader):
    assert "data-army=" not in read(reader(valley, "observer").get(url("map"))).replace('data-army=""', "")


def test_a_campaign_without_provinces_still_has_a_page(db, reader):
    valley = long_valley(start=False)
    valley.campaign.stations.all().delete()
    valley.campaign.provinces.all().delete()
    assert reader(valley, "north").get(url("map")).status_code == 200


def test_the_map_shows_frontiers_as_they_are_now(valley, reader):
    client = reader(valley, "observer")
    before = read(client.get(url("map")))
    valley.provinces["ridge"].controller = valley.factions["south"]
    valley.provinces["ridge"].save()
    assert read(client.get(url("map"))) != before


def test_labels_in_degrees_become_places_of_the_map():
    stored = {
        "projection": {"west": 7.0, "north": 55.0, "parallel": 60.0, "scale": 100},
        "labels": [{"text": "Here", "lon_lat": [9.0, 54.0]}, {"text": "There", "at": [3, 4], "kind": "sea"}],
    }
    assert drawing_of(stored).labels == (("Here", "region", (100.0, 100.0)), ("There", "sea", (3, 4)))


def test_the_war_that_is_over_takes_no_orders(valley, reader):
    Campaign.objects.update(state=Campaign.State.FINISHED, winner="North wins")
    page = read(reader(valley, "north").get(url("army", fresh(valley, "north-main").army.key)))
    assert "Give the order" not in page
    assert "North wins" in page


def test_the_map_of_a_war_that_is_over_shows_every_army_where_it_is(valley, reader):
    hidden = valley.stations["south-rear"].army
    assert hidden.name not in read(reader(valley, "north").get(url("map")))
    assert reader(valley, "north").get(url("army", hidden.key)).status_code == 404
    Campaign.objects.update(state=Campaign.State.FINISHED, winner="North")
    page = read(reader(valley, "north").get(url("map")))
    assert hidden.name in page
    assert "The war is over: won by North." in page
    assert "where it is now" in page
    assert "last seen on turn" not in page
    assert "Foreign armies are reported" not in read(reader(valley, "north").get(url("army", hidden.key)))


def test_the_panel_counts_orders_and_leads_to_the_next_army_without_one(valley, reader):
    north, army = reader(valley, "north"), valley.stations["north-main"].army
    before = read(north.get(url("map")))
    assert "0 of 2 armies with an order" in before
    assert before.count("data-next-army") == 1
    north.post(url("order", army.key), {"order": "hold"})
    page = read(north.get(url("map")))
    assert "1 of 2 armies with an order" in page
    assert 'class="counter counter-own ordered"' in page
    assert "The order is withdrawn." in read(north.post(url("order", army.key), {"order": "none"}, follow=True))


def test_an_army_with_a_standing_order_waits_for_none(valley, reader):
    north, army = reader(valley, "north"), valley.stations["north-main"].army
    north.post(url("standing", army.key), {"kind": "rest"})
    page = read(north.get(url("map")))
    assert "0 of 2 armies with an order, 1 by standing order" in page
    assert "one army would hold" in page
    north.post(url("order", valley.stations["north-guard"].army.key), {"order": "hold"})
    page = read(north.get(url("map")))
    assert "data-next-army" not in page
    assert "data-complete" in page
    assert "Every army has an order or a standing order." in page


def test_what_there_is_to_spend_is_shown_where_a_unit_is_bought(valley, reader):
    page = read(reader(valley, "north").get(url("province", "northgate")))
    treasury = read(reader(valley, "north").get(url("treasury")))
    (free,) = re.findall(r"You have <strong>(\d+) points</strong> to spend", page)
    assert re.search(rf"\b{free}\b[^0-9]*points free", treasury)
