"""Forecasts of one-off battles in the browser: asked, watched, compared, stopped; by their owner alone."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles.models import Battle, Forecast, ForecastChunk
from battles.services import run_chunk
from tests.factories.battles import one_off

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return User.objects.create(username="owner")


@pytest.fixture
def mine(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def address(battle: Battle) -> str:
    return f"/battles/{battle.key}/forecast/"


def ask(client: Client, battle: Battle, compare: str = "nothing", runs: str = "1000") -> str:
    answer = client.post(address(battle), {"runs": runs, "compare": compare})
    assert answer.status_code == 302, answer.content.decode()
    return answer["Location"]


def work() -> None:
    while chunk := ForecastChunk.objects.filter(state="pending").first():
        run_chunk(chunk.pk)


def test_a_forecast_is_asked_watched_and_read(mine, owner):
    battle = one_off(owner)
    page = ask(mine, battle)
    text = mine.get(page).content.decode()
    assert "The battles are being fought" in text
    assert "hx-get" in text
    work()
    text = mine.get(page).content.decode()
    assert "1000 of 1000 battles" in text
    assert "hx-get" not in text
    tally = Forecast.objects.get().tally
    assert f"{tally['sides'][0]['wins'] / 10:.1f} %" in text
    assert f"{tally['draws'] / 10:.1f} %" in text
    assert 'role="img"' in text
    assert "The same as a table" in text
    assert "Losses by unit" in text


def test_the_fragment_is_the_forecasts_alone(mine, owner):
    page = ask(mine, one_off(owner))
    text = mine.get(page, HTTP_HX_REQUEST="true").content.decode()
    assert text.lstrip().startswith("<div")
    assert "<html" not in text


def test_the_seed_of_the_battle_is_not_that_of_its_forecast_nor_shown(mine, owner):
    battle = one_off(owner, seed="never-to-be-guessed")
    page = ask(mine, battle)
    work()
    assert b"never-to-be-guessed" not in mine.get(page).content
    assert not Forecast.objects.get().seed.startswith(battle.seed)


@pytest.mark.parametrize(
    ("way", "notes"),
    [
        ("roles", ["Attack by French", "Attack by Allies"]),
        ("tables", ["Table of 72″ by 48″", "Table of 96″ by 48″", "Table of 120″ by 60″"]),
        ("posture-0", ["As it is", "French: attacks at all costs", "French: attacks carefully", "French: stands",
                       "French: gives ground"]),
    ],
)  # fmt: skip
def test_plans_are_compared_side_by_side(mine, owner, way, notes):
    page = ask(mine, one_off(owner), way)
    assert list(Forecast.objects.order_by("pk").values_list("note", flat=True)) == notes
    text = mine.get(page).content.decode()
    assert "The plans side by side" in text
    assert [note in text for note in notes] == [True] * len(notes)


def test_the_plans_are_what_they_say(mine, owner):
    for way in ("roles", "tables", "posture-1"):
        ask(mine, one_off(owner), way)
        Forecast.objects.update(state="done")
    files = {row.note: row.question["file"] for row in Forecast.objects.all()}
    assert [side["role"] for side in files["Attack by Allies"]["sides"]] == ["defender", "attacker"]
    assert files["Table of 120″ by 60″"]["field"]["width"] == 120
    assert files["Allies: stands"]["sides"][1]["plan"]["posture"] == "hold"
    assert files["Allies: stands"]["sides"][0]["plan"] is None


def test_a_second_request_is_answered_from_the_store(mine, owner):
    battle = one_off(owner)
    first = ask(mine, battle)
    work()
    assert ask(mine, battle) == first
    assert Forecast.objects.count() == 1
    assert ForecastChunk.objects.filter(state="pending").count() == 0


def test_a_forecast_is_stopped(mine, owner):
    battle = one_off(owner)
    page = ask(mine, battle, runs="10000")
    run_chunk(ForecastChunk.objects.first().pk)
    (key,) = re.findall(r"of=(\w+)", page)
    assert mine.post(f"{address(battle)}stop/", {"of": [key]})["Location"] == page
    text = mine.get(page).content.decode()
    assert "Stopped; what was fought until then is shown." in text
    assert Forecast.objects.get().state == "cancelled"


@pytest.mark.parametrize(
    "typed", [{}, {"runs": "7", "compare": "nothing"}, {"runs": "1000", "compare": "wishes"}, {"runs": "\x00"}]
)
def test_a_wrong_form_is_shown_again(mine, owner, typed):
    assert mine.post(address(one_off(owner)), typed).status_code == 422
    assert Forecast.objects.count() == 0


def test_too_many_at_once_are_refused_with_a_sentence(mine, owner):
    ask(mine, one_off(owner), "posture-0")
    answer = mine.post(address(one_off(owner)), {"runs": "1000", "compare": "posture-1"})
    assert answer.status_code == 422
    assert b"wait until one is finished or stop it" in answer.content
    assert Forecast.objects.count() == 5


def test_strangers_read_ask_and_stop_nothing(mine, owner):
    battle = one_off(owner)
    page = ask(mine, battle)
    (key,) = re.findall(r"of=(\w+)", page)
    stranger = Client()
    stranger.force_login(User.objects.create(username="stranger"))
    for path in ("", "stop/"):
        assert stranger.post(f"{address(battle)}{path}", {"of": key}).status_code == 404
    own = one_off(User.objects.get(username="stranger"))
    text = stranger.get(f"{address(own)}?of={key}").content.decode()
    assert "forecast-" not in text
    stranger.post(f"{address(own)}stop/", {"of": key})
    assert Forecast.objects.get().state == "running"
    assert Client().get(page).status_code == 302


def test_a_foreign_key_answers_like_one_that_is_not_there(mine, owner):
    battle = one_off(owner)
    assert mine.get(f"{address(battle)}?of={'a' * 24}").content.count(b"forecast-") == 0
