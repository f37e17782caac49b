"""The same battle by every rule system: asked, watched, stopped, read as a table; by its owner alone."""

import csv
import io

import pytest
from django.test import Client

from battles.models import Battle, Forecast, ForecastChunk
from battles.pages.systems import NEITHER, favourite
from battles.resolvers.contract.registry import systems
from battles.resolvers.files.fighting import verify
from battles.resolvers.forecasts.tally import SideTally, Tally
from battles.selectors import sample_report
from battles.services import run_chunk
from tests.factories.battles import one_off

pytestmark = pytest.mark.django_db


def address(battle: Battle) -> str:
    return f"/battles/{battle.key}/systems/"


def ask(client: Client, battle: Battle) -> str:
    answer = client.post(address(battle), {"runs": "1000"})
    assert answer.status_code == 302, answer.text
    return answer["Location"]


def test_each_system_fights_with_the_options_that_were_ticked(mine, owner):
    battle = one_off(owner)
    page = mine.get(address(battle)).text
    assert page.count("<legend") == sum(bool(one.options) for one in systems().values())
    wanted = {"option_square_brigadier_chance": "on", "option_lgg_stratagems": "on"}
    mine.post(address(battle), {"runs": "1000"} | wanted)
    asked = {row.question["file"]["rules"]: row.question["file"]["options"] for row in Forecast.objects.all()}
    assert asked["square_brigadier"]["chance"]
    assert not asked["square_brigadier"]["melee_dense"]
    assert asked["lgg"]["stratagems"]


def fight_some() -> None:
    """One chunk of every system, cut short so that it takes no time."""
    for forecast in Forecast.objects.all():
        forecast.chunks.filter(start__gt=0).delete()
        forecast.chunks.update(count=2)
        Forecast.objects.filter(pk=forecast.pk).update(runs=2)
    while chunk := ForecastChunk.objects.filter(state="pending").first():
        run_chunk(chunk.pk)


def test_every_system_fights_the_same_armies_and_keeps_one_battle_to_watch(mine, owner):
    battle = one_off(owner)
    page = ask(mine, battle)
    asked = {row.question["file"]["rules"]: row for row in Forecast.objects.all()}
    assert set(asked) == set(systems())
    units = [[unit["id"] for side in row.question["file"]["sides"] for unit in side["units"]] for row in asked.values()]
    assert all(one == units[0] for one in units)
    text = mine.get(page).text
    assert "No battle has been fought yet." in text
    assert "What it costs" not in text
    assert "hx-get" in text
    fight_some()
    text = mine.get(page).text
    assert "What it costs" in text
    assert "hx-get" not in text
    for rules, row in asked.items():
        row.refresh_from_db()
        assert f'<th scope="row">{systems()[rules].name}' in text
        report = sample_report(row)
        assert report.rules == rules
        assert verify(report).same
        watched = mine.get(f"{address(battle)}{row.key}/")
        assert watched.status_code == 200
        assert systems()[rules].name in watched.text
        if systems()[rules].watched:
            assert mine.get(f"{address(battle)}{row.key}/?part=film").json()["steps"]
            assert mine.get(f"{address(battle)}{row.key}/?part=account&at=1").status_code == 200


def test_the_figures_are_a_table_too(mine, owner):
    page = ask(mine, one_off(owner))
    fight_some()
    rows = list(csv.DictReader(io.StringIO(mine.get(f"{page}&format=csv").content.decode("utf-8-sig"))))
    assert [row["rules"] for row in rows] == [slug for slug in systems() for _ in (0, 1)]
    for row in rows:
        assert int(row["runs"]) == 2
        assert float(row["strength_before"]) == pytest.approx(
            float(row["strength_left"]) + float(row["strength_lost"]), abs=0.001
        )


def test_the_page_remembers_the_figures_that_were_asked_last(mine, owner, client, django_user_model):
    battle = one_off(owner)
    assert "What it costs" not in mine.get(address(battle)).text
    ask(mine, battle)
    first = set(Forecast.objects.values_list("key", flat=True))
    fight_some()
    again = mine.get(address(battle))
    assert "What it costs" in again.text
    assert {row for row in first if row in again.text} == first
    mine.post(address(battle), {"runs": "1000", "option_square_brigadier_chance": "on"})
    text = mine.get(address(battle)).text
    changed = Forecast.objects.exclude(key__in=first).get()
    assert changed.question["file"]["rules"] == "square_brigadier"
    assert changed.key in text
    assert sum(key in text for key in first) == len(systems()) - 1
    assert "What it costs" not in mine.get(address(one_off(owner))).text


def test_the_arms_of_a_side_lose_what_the_side_loses(mine, owner):
    page = ask(mine, one_off(owner))
    fight_some()
    for row in list(csv.DictReader(io.StringIO(mine.get(f"{page}&format=csv").content.decode("utf-8-sig")))):
        arms = sum(float(row[f"{arm}_lost"]) for arm in ("infantry", "cavalry", "artillery"))
        assert arms == pytest.approx(float(row["strength_lost"]), abs=0.003)


def test_htmx_gets_the_figures_at_once_and_the_address_of_the_page(mine, owner):
    answer = mine.post(address(one_off(owner)), {"runs": "1000"}, headers={"HX-Request": "true"})
    text = answer.text
    assert answer.status_code == 200
    assert answer["HX-Push-Url"].count("of=") == len(systems())
    assert text.lstrip().startswith('<div id="systems"')
    assert "load delay:150ms" in text
    fight_some()
    page = mine.get(answer["HX-Push-Url"]).text
    assert "hx-trigger" not in page
    assert "It is bloodiest under " in page


def test_the_battle_to_watch_waits_for_everybodys_first_figures(mine, owner):
    ask(mine, one_off(owner))
    for forecast in Forecast.objects.all():
        run_chunk(forecast.chunks.get(start=0).pk)
    assert {row.sample is None for row in Forecast.objects.filter(runs_done__gt=0, state="running")} == {True}


def test_a_forecast_without_a_battle_to_watch_is_fought_again_when_one_is_wanted(mine, owner):
    battle = one_off(owner)
    ask(mine, battle)
    fight_some()
    Forecast.objects.update(runs=1000, sample=None, wants_sample=False)
    page = ask(mine, battle)
    assert set(Forecast.objects.values_list("state", flat=True)) == {"running"}
    fight_some()
    assert "hx-get" not in mine.get(page).text
    assert not Forecast.objects.filter(sample=None).exists()


@pytest.mark.parametrize(
    ("wins", "draws", "ahead"), [((60, 30), 10, 0), ((30, 60), 10, 1), ((46, 44), 10, NEITHER), ((20, 1), 79, NEITHER)]
)
def test_a_side_is_ahead_where_its_share_is_clearly_larger(wins, draws, ahead):
    tally = Tally(sum(wins) + draws, draws, (SideTally(wins=wins[0]), SideTally(wins=wins[1])))
    assert favourite(tally) == ahead


def test_a_stranger_sees_neither_page_nor_battle(mine, owner, client, django_user_model):
    battle = one_off(owner)
    ask(mine, battle)
    fight_some()
    client.force_login(django_user_model.objects.create_user("stranger"))
    row = Forecast.objects.first()
    for url in (address(battle), f"{address(battle)}{row.key}/", f"{address(battle)}?of={row.key}"):
        assert client.get(url).status_code == 404


def test_it_can_be_stopped(mine, owner):
    battle = one_off(owner)
    ask(mine, battle)
    keys = list(Forecast.objects.values_list("key", flat=True))
    assert mine.post(address(battle), {"of": keys, "stop": "1"}).status_code == 302
    assert set(Forecast.objects.values_list("state", flat=True)) == {"cancelled"}
    assert "Stopped" in mine.get(f"{address(battle)}?of={keys[0]}").text
