"""Forecasts in a campaign: the order panel against a sighted army, the battle page, and what a rival cannot learn."""

import re

import pytest
from django.db import transaction
from django.test import Client

from battles.models import Battle, Forecast, ForecastChunk
from battles.services import run_chunk
from campaign.models import Faction, Leader
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from rosters.models import Unit
from tests.campaign import worlds
from tests.campaign.secrecy.test_two_worlds import MASKS, SLUG, still_time  # noqa: F401 (a fixture)

pytestmark = pytest.mark.django_db


@pytest.fixture
def valley(drilled: None) -> worlds.Valley:
    return worlds.long_valley()


def address(valley: worlds.Valley, ref: str) -> str:
    return f"/c/{SLUG}/armies/{valley.stations[ref].army.key}/forecast/"


def ask(client: Client, page: str, **typed: str) -> str:
    answer = client.post(page, {"runs": "1000", "compare": "nothing"} | typed)
    assert answer.status_code == 302, answer.text
    return answer["Location"]


def work(runs: int = 20) -> None:
    """A few runs of every forecast, and an end."""
    Forecast.objects.update(runs=runs)
    ForecastChunk.objects.filter(start__gt=0).delete()
    ForecastChunk.objects.update(count=runs)
    while chunk := ForecastChunk.objects.filter(state="pending").first():
        run_chunk(chunk.pk)


def test_an_army_is_told_its_chances_against_what_it_has_sighted(valley):
    north = worlds.as_(valley, "north")
    page = ask(north, address(valley, "north-main"), province="ridge")
    work()
    text = north.get(page).text
    assert "20 of 20 battles" in text
    assert "Victory of North" in text
    assert "Victory of South" in text
    question = Forecast.objects.get().question
    assert [side["role"] for side in question["file"]["sides"]] == ["attacker", "defender"]
    assert question["file"]["terrain"] == "hilly"
    assert [unit["type"] for unit in question["file"]["sides"][0]["units"]].count("line_inf") == 4


def test_factions_whose_names_differ_in_capitals_alone_are_told_apart(valley):
    Faction.objects.filter(pk=valley.factions["south"].pk).update(name="NORTH")
    ask(worlds.as_(valley, "north"), address(valley, "north-main"), province="ridge")
    assert [side["name"] for side in Forecast.objects.get().question["file"]["sides"]] == ["North", "NORTH (2)"]


def test_of_the_enemy_only_his_number_is_used(valley):
    north = worlds.as_(valley, "north")
    ask(north, address(valley, "north-main"), province="ridge")
    sighting = valley.turn.sightings.get(viewer=valley.factions["north"], station=valley.stations["south-van"])
    (own, enemy), row = Forecast.objects.get().question["supposed"], Forecast.objects.get()
    assert own == []
    assert enemy == [{"name": sighting.name, "low": sighting.units_low, "high": sighting.units_high}]
    theirs = row.question["file"]["sides"][1]
    assert {unit["type"] for unit in theirs["units"]} == {"line_inf"}
    assert (theirs["commander"]["skill"], len(theirs["units"])) == ("average", sighting.units_high)
    text = north.get(address(valley, "north-main")).text
    assert "Assumptions" in text
    assert "reference army" in text
    assert "average general" in text


def test_attack_and_stand_are_compared_each_on_its_own_ground(valley):
    ask(worlds.as_(valley, "north"), address(valley, "north-main"), province="ridge", compare="roles")
    first, second = Forecast.objects.order_by("pk")
    assert (first.note, second.note) == ("Attack in Ridge", "Stand in Highfield")
    assert [side["role"] for side in second.question["file"]["sides"]] == ["defender", "attacker"]
    assert second.question["file"]["name"] == "Battle of Highfield"


def test_without_an_enemy_in_sight_there_is_nothing_to_calculate(valley):
    north = worlds.as_(valley, "north")
    assert "there is nothing to calculate" in north.get(address(valley, "north-guard")).text
    assert north.post(address(valley, "north-guard"), {"runs": "1000", "compare": "nothing"}).status_code == 422


def test_an_enemy_out_of_sight_cannot_be_asked_for(valley):
    north = worlds.as_(valley, "north")
    for province in ("farmoor", "southgate", "nowhere", ""):
        typed = {"runs": "1000", "compare": "nothing", "province": province}
        assert north.post(address(valley, "north-main"), typed).status_code == 422
    assert Forecast.objects.count() == 0


def test_only_who_commands_an_army_asks_for_it(valley):
    for name, status in (("south", 404), ("west", 404), ("observer", 404), ("stranger", 404), ("north", 200),
                         ("referee", 200)):  # fmt: skip
        assert worlds.as_(valley, name).get(address(valley, "north-main")).status_code == status, name


def test_the_referee_reckons_with_the_truth(valley):
    ask(worlds.as_(valley, "referee"), address(valley, "north-main"), province="ridge")
    question = Forecast.objects.get().question
    assert question["supposed"] == [[], []]
    types = sorted(unit["type"] for unit in question["file"]["sides"][1]["units"])
    assert types == ["light_cav", "line_inf", "line_inf", "line_inf"]


def test_one_faction_cannot_read_what_another_or_the_referee_has_asked(valley):
    page = ask(worlds.as_(valley, "referee"), address(valley, "north-main"), province="ridge")
    assert b"forecast-" not in worlds.as_(valley, "north").get(page).content
    assert b"forecast-" in worlds.as_(valley, "referee").get(page).content


def test_a_battle_is_forecast_by_those_who_may_read_it(drilled):
    valley, battle = worlds.after_a_battle(worlds.PLAIN), Battle.objects.get()
    page = f"/c/{SLUG}/battles/{battle.key}/forecast/"
    for name, status in (("north", 200), ("south", 200), ("referee", 200), ("west", 404), ("observer", 404)):
        assert worlds.as_(valley, name).get(page).status_code == status, name
    asked = ask(worlds.as_(valley, "south"), page)
    work()
    assert "20 of 20 battles" in worlds.as_(valley, "south").get(asked).text
    row = Forecast.objects.get()
    assert row.question["file"]["field"] == battle.file["field"]
    assert not row.seed.startswith(battle.seed)


def test_a_battle_not_yet_settled_is_forecast_exactly_by_the_referee_alone(drilled):
    valley = worlds.long_valley()
    give_order(station=worlds.fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    advance_turn(campaign=valley.campaign, actor="referee", wait=False)
    page = f"/c/{SLUG}/battles/{Battle.objects.get().key}/forecast/"
    assert {worlds.as_(valley, name).get(page).status_code for name in ("west", "observer", "stranger")} == {404}
    ask(worlds.as_(valley, "referee"), page)
    ask(worlds.as_(valley, "north"), page)
    ask(worlds.as_(valley, "south"), page)
    exact, norths, souths = (row.question for row in Forecast.objects.order_by("pk"))
    assert exact["supposed"] == [[], []]
    assert norths["supposed"][1] == [{"name": valley.stations["south-van"].army.name, "low": 4, "high": 4}]
    assert [side["name"] for side in norths["file"]["sides"]] == ["North", "South"]
    assert [side["role"] for side in norths["file"]["sides"]] == ["attacker", "defender"]
    assert [side["name"] for side in souths["file"]["sides"]] == ["South", "North"]
    assert souths["supposed"][1][0]["name"] == valley.stations["north-main"].army.name
    assert {unit["type"] for unit in souths["file"]["sides"][1]["units"]} == {"line_inf"}


def test_the_comparison_of_a_battle_is_for_those_who_may_read_it_and_keeps_what_they_ask_apart(drilled):
    valley, battle = worlds.after_a_battle(worlds.PLAIN), Battle.objects.get()
    dispatch, page = (f"/c/{SLUG}/battles/{battle.key}/{end}" for end in ("", "systems/"))
    for name, status in (("north", 200), ("south", 200), ("referee", 200), ("west", 404), ("observer", 404)):
        assert worlds.as_(valley, name).get(page).status_code == status, name
        assert worlds.as_(valley, name).get(dispatch).content.count(f'href="{page}"'.encode()) == (status == 200), name
    asked = worlds.as_(valley, "south").post(page, {"runs": "1000"})["Location"]
    work(3)
    rows = Forecast.objects.order_by("pk")
    assert {row.question["file"]["rules"] for row in rows} >= {battle.rules, "one_hour", "activation"}
    assert {str(row.question["file"]["field"]) for row in rows} == {str(battle.file["field"])}
    assert not [row for row in rows if row.seed.startswith(battle.seed)]
    theirs, norths = (worlds.as_(valley, name).get(asked).text for name in ("south", "north"))
    assert theirs.count("3 of 3 battles") == len(rows)
    assert "of 3 battles" not in norths
    sample = f"{page}{rows[0].key}/"
    watched = {name: worlds.as_(valley, name).get(sample).status_code for name in ("south", "north", "referee", "west")}
    assert watched == {"south": 200, "north": 404, "referee": 404, "west": 404}


def test_the_comparison_of_a_battle_to_come_supposes_the_enemy_for_its_fighters(drilled):
    valley = worlds.long_valley()
    give_order(station=worlds.fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    advance_turn(campaign=valley.campaign, actor="referee", wait=False)
    page = f"/c/{SLUG}/battles/{Battle.objects.get().key}/systems/"
    assert {worlds.as_(valley, name).get(page).status_code for name in ("west", "observer", "stranger")} == {404}
    worlds.as_(valley, "north").post(page, {"runs": "1000"})
    supposed = {str(row.question["supposed"][1]) for row in Forecast.objects.all()}
    assert supposed == {str([{"name": valley.stations["south-van"].army.name, "low": 4, "high": 4}])}
    worlds.as_(valley, "referee").post(page, {"runs": "1000"})
    assert any(row.question["supposed"] == [[], []] for row in Forecast.objects.all())


def told_to_north(secrets: worlds.Secrets) -> list[bytes]:
    """What North reads of its forecasts in one world, which is forgotten afterwards."""
    with transaction.atomic():
        with worlds.FixedKeys(1):
            valley = worlds.after_a_battle(secrets)
        north, pages = worlds.as_(valley, "north"), []
        with worlds.FixedKeys(2):
            for ref in ("north-main", "north-guard", "west-main"):
                place = address(valley, ref)
                pages.append(north.get(place))
                for province in ("ridge", "lowfield", "highfield", "southgate", "farmoor"):
                    for way in ("nothing", "roles"):
                        pages.append(north.post(place, {"province": province, "runs": "1000", "compare": way}))
                        work(8)
                        if pages[-1].status_code == 302:
                            pages.append(north.get(pages[-1]["Location"]))
        transaction.set_rollback(True)
    told = []
    for answer in pages:
        body = answer.content + str(sorted(answer.items())).encode()
        for pattern, mask in MASKS:
            body = pattern.sub(mask, body)
        told.append(body)
    return told


def test_two_worlds_that_differ_in_what_north_cannot_see_give_the_same_forecasts(drilled, still_time):  # noqa: F811
    plain, hidden = told_to_north(worlds.PLAIN), told_to_north(worlds.HIDDEN)
    assert any(b"8 of 8 battles" in body for body in plain)
    assert [a == b for a, b in zip(plain, hidden, strict=True)] == [True] * len(plain)


def test_a_sighted_army_is_the_same_to_north_whatever_it_is_made_of(drilled, still_time):  # noqa: F811
    told = []
    for types, strength, skill in (("line_inf", 4, "average"), ("elite_inf", 3, "great")):
        with transaction.atomic():
            with worlds.FixedKeys(1):
                valley = worlds.long_valley()
            van = valley.stations["south-van"]
            Unit.objects.filter(army=van.army, type="line_inf").update(type=types, strength=strength)
            Leader.objects.filter(pk=van.leader_id).update(skill=skill)
            north = worlds.as_(valley, "north")
            page = ask(north, address(valley, "north-main"), province="ridge", compare="roles")
            work(8)
            told.append((page, Forecast.objects.order_by("pk").first().tally, north.get(page).content))
            transaction.set_rollback(True)
    pages, tallies, bodies = zip(*told, strict=True)
    assert b"8 of 8 battles" in bodies[0]
    assert pages[0] == pages[1]
    assert tallies[0] == tallies[1]
    first, second = (re.sub(rb'nonce="[^"]+"|value="[^"]{64}"', b"", body) for body in bodies)
    assert first == second


def test_the_panel_of_a_sighted_enemy_leads_to_a_forecast(valley):
    north = worlds.as_(valley, "north")
    text = north.get(f"/c/{SLUG}/armies/{valley.stations['south-van'].army.key}/").text
    assert f"{address(valley, 'north-main')}?province=ridge" in text
    assert address(valley, "north-guard") not in text
    assert "forecast/" not in north.get(f"/c/{SLUG}/armies/{valley.stations['west-main'].army.key}/").text
    form = north.get(f"{address(valley, 'north-main')}?province=ridge").text
    assert '<option value="ridge" selected>' in form


def test_only_those_who_asked_stop_a_forecast(valley):
    north, observer, referee = (worlds.as_(valley, name) for name in ("north", "observer", "referee"))
    page = address(valley, "north-main")
    ask(referee, page, province="ridge")
    key = Forecast.objects.get().key
    for rival in (observer, north):
        rival.post(f"{page}stop/", {"of": key})
        assert Forecast.objects.get().state == "running"
    assert referee.post(f"{page}stop/", {"of": "a\x00b"}).status_code == 302  # a key with a NUL names none
    referee.post(f"{page}stop/", {"of": key})
    assert Forecast.objects.get().state == "cancelled"
