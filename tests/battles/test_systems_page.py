"""The same battle by every rule system: asked, watched, stopped, read as a table; by its owner alone."""

import csv
import io

import pytest
from django.test import Client

from battles.models import Battle, Forecast, ForecastChunk
from battles.resolvers.fighting import verify
from battles.resolvers.registry import systems
from battles.selectors import sample_report
from battles.services import run_chunk
from tests.factories.battles import one_off

pytestmark = pytest.mark.django_db


def address(battle: Battle) -> str:
    return f"/battles/{battle.key}/systems/"


def ask(client: Client, battle: Battle) -> str:
    answer = client.post(address(battle), {"runs": "1000"})
    assert answer.status_code == 302, answer.content.decode()
    return answer["Location"]


def fight_some() -> None:
    """One chunk of every system, cut short so that it takes no time."""
    for forecast in Forecast.objects.all():
        forecast.chunks.filter(start__gt=0).delete()
        forecast.chunks.update(count=4)
        Forecast.objects.filter(pk=forecast.pk).update(runs=4)
    while chunk := ForecastChunk.objects.filter(state="pending").first():
        run_chunk(chunk.pk)


def test_every_system_fights_the_same_armies_and_keeps_one_battle_to_watch(mine, owner):
    battle = one_off(owner)
    page = ask(mine, battle)
    asked = {row.question["file"]["rules"]: row for row in Forecast.objects.all()}
    assert set(asked) == set(systems())
    units = [[unit["id"] for side in row.question["file"]["sides"] for unit in side["units"]] for row in asked.values()]
    assert all(one == units[0] for one in units)
    text = mine.get(page).content.decode()
    assert "No battle has been fought yet." in text
    assert "hx-get" in text
    fight_some()
    text = mine.get(page).content.decode()
    assert "hx-get" not in text
    for rules, row in asked.items():
        row.refresh_from_db()
        assert f'<th scope="row">{systems()[rules].name}' in text
        report = sample_report(row)
        assert report.rules == rules
        assert verify(report).same
        watched = mine.get(f"{address(battle)}{row.key}/")
        assert watched.status_code == 200
        assert systems()[rules].name in watched.content.decode()
        if systems()[rules].watched:
            assert mine.get(f"{address(battle)}{row.key}/?part=film").json()["steps"]
            assert mine.get(f"{address(battle)}{row.key}/?part=account&at=1").status_code == 200


def test_the_figures_are_a_table_too(mine, owner):
    page = ask(mine, one_off(owner))
    fight_some()
    answer = mine.get(f"{page}&format=csv")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [row["rules"] for row in rows] == [slug for slug in systems() for _ in (0, 1)]
    for row in rows:
        assert int(row["runs"]) == 4
        assert float(row["strength_before"]) == pytest.approx(
            float(row["strength_left"]) + float(row["strength_lost"]), abs=0.001
        )


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
    assert "Stopped" in mine.get(f"{address(battle)}?of={keys[0]}").content.decode()
