"""What a program reads."""

import csv
import io

from django.urls import reverse

from campaign.api.operations import OPERATIONS
from campaign.models import Account, Station
from campaign.services.archive import archive_campaign
from campaign.services.record.chronicle import write_entry


def test_a_player_reads_his_own_armies_and_those_he_has_seen(fought, program):
    north = program(fought, "north")
    assert [army["name"] for army in north.items("armies")] == ["North Main", "North Guard"]
    seen = {army["key"]: army for army in north.items("seen")}
    assert fought.stations["south-rear"].army.key not in seen
    assert all(army["low"] <= army["shown"] <= army["high"] for army in seen.values())
    rear = fought.stations["south-rear"].army.key
    assert north.get(f"armies/{rear}").status_code == north.get("armies/aaaaaaaaaaaa").status_code == 404


def test_a_referee_reads_all_armies_and_each_treasury(fought, program):
    referee = program(fought, "referee")
    names = Station.objects.filter(campaign=fought.campaign, province__isnull=False).values_list(
        "army__name", flat=True
    )
    assert sorted(army["name"] for army in referee.items("armies")) == sorted(names)
    south = referee.get("treasury?faction=south").json()
    assert south["free"] == Account.objects.get(faction__key="south", kind="treasury").balance


def test_an_observer_has_no_treasury_and_no_army(fought, program):
    observer = program(fought, "observer")
    assert (observer.items("armies"), observer.get("treasury").status_code) == ([], 404)
    assert observer.get("turn").json()["number"] == 2


def test_a_unit_has_its_ledger(fought, program):
    north = program(fought, "north")
    unit = next(unit for unit in north.items("units") if unit["strength"] < unit["full"])
    life = north.get(f"units/{unit['key']}").json()
    assert life["unit"]["strength"] == sum(line["delta"] for line in life["ledger"]) == life["ledger"][-1]["after"]


def test_a_battle_is_read_whole_by_those_who_fought_it(fought, program):
    north, west = program(fought, "north"), program(fought, "west")
    key = north.items("battles")[0]["key"]
    assert north.get(f"battles/{key}/report").json()["format"] == "bivouac.report/1"
    assert north.get(f"battles/{key}/journal")["Content-Type"] == "application/x-ndjson"
    assert west.get(f"battles/{key}").json()["open_to_reader"] is False
    assert west.get(f"battles/{key}/report").status_code == west.get(f"battles/{key}/journal").status_code == 404


def test_every_address_without_a_key_answers_a_player(fought, program):
    north = program(fought, "north")
    plain = [one for one in OPERATIONS if one.method == "GET" and one.parameters in ([], [("slug", "slug")])]
    assert len(plain) > 20
    for one in plain:
        response = north.get("/" + one.path.replace("<slug:slug>", "long-valley"))
        assert response.status_code == 200, (one.path, response.content)


def test_a_list_comes_in_parts_and_as_csv_that_starts_no_formula(valley, program):
    for number in range(5):
        write_entry(turn=valley.turn, phase="P1", kind="news", text=f"=1+{number}")
    north = program(valley, "north")
    first = north.get("chronicle?kind=news&limit=2").json()
    assert (first["count"], len(first["items"])) == (5, 2)
    second = north.client.get(first["next"], headers={"Authorization": f"Bearer {north.token}"}).json()
    assert [line["text"] for line in second["items"]] == ["=1+2", "=1+3"]
    table = north.get("chronicle?kind=news&format=csv")
    rows = list(csv.DictReader(io.StringIO(table.content.decode("utf-8-sig"))))
    assert [row["text"] for row in rows] == [f"'=1+{n}" for n in range(5)]


def test_what_has_not_changed_is_not_sent_again(valley, program):
    north = program(valley, "north")
    tag = north.get("armies")["ETag"]
    again = north.get("armies", If_None_Match=tag)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    key = valley.stations["north-main"].army.key
    north.call("PUT", f"armies/{key}/order", {"order": "rest"})
    assert north.get("armies", If_None_Match=tag).status_code == 200


def test_two_players_have_different_tags_of_one_address(valley, program):
    north, south = program(valley, "north"), program(valley, "south")
    assert south.get("armies", If_None_Match=north.get("armies")["ETag"]).status_code == 200
    assert "Authorization" in north.get("armies")["Vary"]


def test_a_parameter_that_an_address_lacks_is_refused_with_those_it_takes(valley, program):
    refused = program(valley, "north").get("ways?kind=road").json()
    assert (refused["status"], refused["field"]) == (422, "kind")
    assert refused["remedy"] == "It takes limit, offset, format."


def test_the_archive_keeps_the_war_readable_and_takes_no_order(valley, program):
    archive_campaign(campaign=valley.campaign, reason="", actor=valley.people["referee"])
    north, key = program(valley, "north"), valley.stations["north-main"].army.key
    assert north.get("turn").json()["orders_open"] is False
    refused = north.call("PUT", f"armies/{key}/order", {"order": "rest"}).json()
    assert (refused["status"], "archive" in refused["detail"]) == (422, True)


def test_the_choices_of_an_army_are_those_of_its_panel(valley, program, client):
    north, key = program(valley, "north"), valley.stations["north-main"].army.key
    client.force_login(valley.people["north"])
    page = client.get(reverse("game:army", args=["long-valley", key])).text
    legal = [one for one in north.items("choices") if one["army"] == key and not one["reason"]]
    assert len(legal) > 4
    assert [one["value"] for one in legal if f'value="{one["value"]}"' not in page] == []
    assert {one["value"] for one in north.items(f"armies/{key}/choices")} >= {one["value"] for one in legal}
