"""Forecasts of one-off battles in the browser: asked, watched, compared, stopped; by their owner alone."""

import re

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client

from battles.models import Battle, Forecast, ForecastChunk
from battles.pages.forecast import forecast_view
from battles.resolvers.core import kernels
from battles.services import run_chunk
from battles.services.forecasting import forecasts
from tests.factories.battles import one_off
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db


def address(battle: Battle) -> str:
    return f"/battles/{battle.key}/forecast/"


def ask(client: Client, battle: Battle, compare: str = "nothing", runs: str = "1000") -> str:
    answer = client.post(address(battle), {"runs": runs, "compare": compare})
    assert answer.status_code == 302, answer.text
    return answer["Location"]


def work() -> None:
    while chunk := ForecastChunk.objects.filter(state="pending").first():
        run_chunk(chunk.pk)


def test_a_forecast_is_asked_watched_and_read(mine, owner):
    page = ask(mine, one_off(owner))
    text = mine.get(page).text
    assert "The battles are being fought" in text
    assert "hx-get" in text
    work()
    text = mine.get(page).text
    assert "1,000 of 1,000 battles" in text
    assert "hx-get" not in text
    tally = Forecast.objects.get().tally
    assert f"{tally['sides'][0]['wins'] / 10:.1f} %" in text
    assert f"{tally['draws'] / 10:.1f} %" in text
    assert 'role="img"' in text
    assert "Show as a table" in text
    assert "Losses by unit" in text


def test_HR_26_a_forecast_shows_how_many_units_break_each_army_and_how_the_battles_ended(owner):
    battle = one_off(owner, rules="lgg")
    ends = {"will:0": 300, "will:both": 20, "choice:1": 400, "night:1": 30, "night:both": 250}
    side = {"wins": 500, "before": 20, "lost": 5, "after": {"15": 1000}, "generals": {"0": 1000}, "units": {}}
    tally = {"runs": 1000, "draws": 0, "sides": [side, side], "rounds": {"9": 1000}, "days": {"1": 1000}, "ends": ends}
    question = {"file": battle.file, "supposed": [[], [{"name": "Van"}]]}
    row = Forecast(name="Bautzen", state="done", runs=1000, runs_done=1000, tally=tally, question=question)
    text = render_to_string("battles/forecasts/_forecast.html", {"forecast": forecast_view(row, question)})
    assert "Its army breaks with 3 of six units broken." in text
    assert "Its army breaks with more than 1 of 3 of its units broken." in text
    lines = ("French broke", "Both armies broke at once", "Allies left by choice",
             "Allies left, worn down by the last night", "Neither army had left by the last night")  # fmt: skip
    assert [line for line in lines if line in text] == list(lines)
    assert "Allies broke" not in text


def test_a_forecast_says_while_its_rules_are_being_compiled(mine, owner, tmp_path, monkeypatch):
    monkeypatch.setenv("BIVOUAC_KERNEL_CACHE", str(tmp_path))
    kernels.note_progress(12, 20)
    page = ask(mine, one_off(owner))
    assert "Rules compiled: 12 of 20." in mine.get(page).text
    kernels.mark().touch()
    assert "Rules compiled" not in mine.get(page).text


def test_the_fragment_is_the_forecasts_alone(mine, owner):
    text = mine.get(ask(mine, one_off(owner)), HTTP_HX_REQUEST="true").text
    assert text.lstrip().startswith("<div")
    assert "<html" not in text


def test_the_seed_of_the_battle_is_not_that_of_its_forecast_nor_shown(mine, owner):
    battle = one_off(owner, seed="never-to-be-guessed")
    page = ask(mine, battle)
    work()
    assert b"never-to-be-guessed" not in mine.get(page).content
    assert not Forecast.objects.get().seed.startswith(battle.seed)


@pytest.mark.parametrize(("way", "notes"), [
    ("roles", ["Attack by French", "Attack by Allies"]),
    ("tables", ["Table of 72″ by 48″", "Table of 96″ by 48″", "Table of 120″ by 60″"]),
    ("posture-0", ["As it is", "French: attacks at all costs", "French: attacks carefully", "French: stands",
                   "French: gives ground"]),
])  # fmt: skip
def test_plans_are_compared_side_by_side(mine, owner, way, notes):
    page = ask(mine, one_off(owner), way)
    assert list(Forecast.objects.order_by("pk").values_list("note", flat=True)) == notes
    text = mine.get(page).text
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
    typed = {"of": [key], "runs": "10000", "compare": "nothing"}
    assert mine.post(f"{address(battle)}stop/", typed)["Location"] == page
    assert "Stopped; the battles fought until then are shown." in mine.get(page).text
    assert Forecast.objects.get().state == "cancelled"


@pytest.mark.parametrize(
    "typed", [{}, {"runs": "7", "compare": "nothing"}, {"runs": "1000", "compare": "wishes"}, {"runs": "\x00"}]
)
def test_a_wrong_form_is_shown_again(mine, owner, typed):
    assert mine.post(address(one_off(owner)), typed).status_code == 422
    assert Forecast.objects.count() == 0


def test_too_many_at_once_are_refused_with_a_sentence(mine, owner, monkeypatch):
    monkeypatch.setattr(forecasts, "UNFINISHED_AT_ONCE", 5)
    ask(mine, one_off(owner), "posture-0")
    answer = mine.post(address(one_off(owner)), {"runs": "1000", "compare": "posture-1"})
    assert answer.status_code == 422
    assert b"wait until one is finished, or stop it" in answer.content
    assert Forecast.objects.count() == 5


def test_strangers_read_ask_and_stop_nothing(mine, owner):
    battle = one_off(owner)
    page = ask(mine, battle)
    (key,) = re.findall(r"of=(\w+)", page)
    stranger = logged_in(User.objects.create(username="stranger"))
    for path in ("", "stop/"):
        assert stranger.post(f"{address(battle)}{path}", {"of": key}).status_code == 404
    own = one_off(User.objects.get(username="stranger"))
    assert "forecast-" not in stranger.get(f"{address(own)}?of={key}").text
    stranger.post(f"{address(own)}stop/", {"of": key})
    assert (Forecast.objects.get().state, Client().get(page).status_code) == ("running", 302)


def test_a_foreign_key_answers_like_one_that_is_not_there(mine, owner):
    battle = one_off(owner)
    assert mine.get(f"{address(battle)}?of={'a' * 24}").content.count(b"forecast-") == 0


def test_what_was_asked_before_is_found_again_on_the_page(mine, owner):
    battle, other = one_off(owner), one_off(owner, seed="another")
    page = ask(mine, battle, "roles")
    work()
    text, rows = mine.get(address(battle)).text, Forecast.objects.all()
    assert "Asked before" in text
    assert [f"?of={row.key}" in text for row in rows] == [True, True]
    wins = rows[0].tally["sides"][0]["wins"]
    assert f"Victory of the French {wins / 10:.1f} %" in text
    assert "Asked before" not in mine.get(page).text, "what the page shows is not listed besides"
    assert "Asked before" not in mine.get(address(other)).text


def test_the_form_says_again_what_was_asked(mine, owner):
    text = mine.get(ask(mine, one_off(owner), "roles", runs="10000")).text
    assert '<option value="10000" selected>' in text
    assert '<option value="roles" selected>' in text


def test_nonsense_in_the_address_leaves_the_form_as_it_is(mine, owner):
    answer = mine.get(f"{address(one_off(owner))}?runs=x&compare=%3Cb%3E&province=nowhere")
    assert answer.status_code == 200
    assert b"<b>" not in answer.content
