"""A draft is rehearsed by workers while its referee goes on: figures fill in, he can stop it, nobody else sees it."""

import json
from xml.etree import ElementTree

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from base.refusal import Refusal
from campaign.models import Campaign, Draft, Rehearsal, RehearsedWar
from campaign.rules.files import campaign_file
from campaign.rules.rehearsed.figures import HIGH, WIDE, length_columns, treasury_courses, winner_bars
from campaign.rules.rehearsed.played import Fight, Shot, TurnPlayed, WarPlayed
from campaign.selectors.making.drafts import Filmed
from campaign.services.files.packs import read_pack
from campaign.services.rehearsal import asked
from campaign.services.rehearsal.asked import ask_rehearsal, reconcile_rehearsals, run_rehearsal, stop_rehearsal
from campaign.views.drafts.rehearsals import film_file
from tests.campaign.drafts.hands import browser, made, sent

NAMES = {"north": "North", "south": "South"}


def war(number: int, winner: tuple[str, ...], purse: list[int]) -> WarPlayed:
    """A war of as many turns as North's treasury has values."""
    turns = tuple(
        TurnPlayed(n, ("north",), {"north": value, "south": 0}, 0, 0, True) for n, value in enumerate(purse, 1)
    )
    return WarPlayed(number, winner, "capitals", turns, (), (), 0)


def test_the_pictures_are_those_of_the_wars() -> None:
    wars = [war(1, ("north",), [10, 20]), war(2, ("north",), [30, 40, 80]), war(3, (), [20, 60])]
    assert [(bar.key, bar.percent) for bar in winner_bars(wars, NAMES)] == [("north", 67), ("south", 0), ("", 33)]
    assert [(one.turn, one.wars) for one in length_columns(wars)] == [(1, 0), (2, 2), (3, 1)]
    assert [one.high for one in length_columns(wars)] == [0, HIGH - 20, (HIGH - 20) // 2]
    north, south = treasury_courses(wars, NAMES)
    assert north.points == f"0,{HIGH - 40} {WIDE // 2},{HIGH - 80} {WIDE},0", "medians 20, 40 and 80 of the most, 80"
    assert (north.last, south.last) == (80, 0)


@pytest.mark.django_db
def test_a_draft_is_played_to_the_end_and_its_page_fills_in(anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "AT_A_TIME", 0.0)
    data = json.loads(read_pack("two_valleys"))
    data["calendar"]["last_turn"] = 2
    draft = made(anna, file=SimpleUploadedFile("war.json", json.dumps(data).encode()))
    page = f"/drafts/{draft.key}/rehearsal/"
    assert "has not been rehearsed yet" in anna.get(page).text
    assert anna.post(page, {"wars": "0"}).status_code == 422
    assert anna.post(page, {"wars": "2"}).status_code == 302
    row = Rehearsal.objects.get()
    assert "0 of 2 wars" in anna.get(page).text
    assert "This draft is being rehearsed" in anna.post(page, {"wars": "2"}).text
    assert run_rehearsal(row.pk) == 1, "others have their turn after each piece"
    assert "1 of 2 wars" in anna.get(f"{page}figures/").text
    assert (run_rehearsal(row.pk), run_rehearsal(row.pk)) == (1, 0)
    row.refresh_from_db()
    assert row.state == "done"
    shown = anna.get(page).text
    assert "Who wins" in shown
    assert "War 2: " in shown
    assert f"{page}film/" in shown
    film, turns = anna.get(f"{page}film/").text, len(RehearsedWar.objects.get(number=1).notes["turns"])
    assert "War 1. Turn 1: " in film
    assert 'class="counter"' in film
    assert "The end, after turn" in anna.get(f"{page}film/?turn={turns + 1}").text
    assert "<html" not in anna.get(f"{page}film/?turn=2", headers={"HX-Request": "true"}).text
    assert browser("bertha").get(f"{page}film/").status_code == 404
    assert not Campaign.objects.exists(), "nothing of the wars is kept but their figures"
    assert browser("bertha").get(page).status_code == 404


def test_a_film_of_its_own_is_a_picture_of_each_turn_with_its_march_and_its_battle() -> None:
    file = campaign_file.parse(json.loads(read_pack("two_valleys")))
    army = {"name": "I Corps", "faction": "avenne", "province": "crossways", "units": 7, "strength": 20}
    scene = {"armies": {"one": army}, "held": {"avenne": "avenne", "birkenfeld": "birkenfeld"}, "depots": ["avenne"]}
    shots = (Shot(1, scene, {"one": ("march", "arrived", ("the_saddle",))}), Shot(2, scene))
    fights = (Fight(1, "the_saddle", ("avenne",), 0.4), Fight(1, "crossways", (), 0.25))
    played = WarPlayed(1, ("avenne",), "capitals", war(1, (), [1]).turns, fights, (), 0, film=shots)
    picture = film_file(Filmed(file, played, shots))
    drawn = ElementTree.fromstring(picture)  # noqa: S314 (our own picture)
    lines = [group[0].text or "" for group in drawn.findall("{http://www.w3.org/2000/svg}g")]
    assert lines[0].startswith("Turn 1: 1 May 1809. The Saddle: won by the Grand Duchy of Avenne; the beaten lost 40 %")
    assert ". Crossways: drawn; the worse off lost 25 %" in lines[0]
    assert (lines[1], picture.count('class="march march-march"')) == ("The end, after turn 1", 1)


@pytest.mark.django_db
def test_a_rehearsal_that_is_stopped_keeps_no_later_war(anna: Client) -> None:
    draft = made(anna, pack="two_valleys")
    row = ask_rehearsal(draft=draft, wars=3)
    assert sent(anna, draft, "rehearsal/stop/", {}).status_code == 302
    assert run_rehearsal(row.pk) == 0
    assert not stop_rehearsal(draft=draft)
    again = ask_rehearsal(draft=draft, wars=1)
    assert list(Rehearsal.objects.values_list("pk", "state")) == [(again.pk, "pending")]


@pytest.mark.django_db
def test_a_draft_that_could_not_begin_is_not_rehearsed() -> None:
    draft = made(browser("anna"), name="Nowhere")
    with pytest.raises(Refusal, match="cannot begin yet, so it cannot be rehearsed"):
        ask_rehearsal(draft=draft, wars=1)


@pytest.mark.django_db
def test_what_was_tried_too_often_is_given_up(settings) -> None:
    draft: Draft = made(browser("anna"), pack="two_valleys")
    row = ask_rehearsal(draft=draft, wars=1)
    Rehearsal.objects.update(attempt=settings.BIVOUAC_BATTLE_ATTEMPTS)
    reconcile_rehearsals()
    row.refresh_from_db()
    assert (row.state, row.problem) == ("failed", asked.EXHAUSTED)
