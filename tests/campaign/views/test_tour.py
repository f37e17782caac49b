"""A player's first visit: the invitation shows where he is, three steps show the map, a waiting battle comes first."""

import pytest
from django.test import Client
from django.urls import reverse

from battles.services.held.choosing import choose_method
from campaign.models import Engagement, Member
from campaign.services.people.members import invite
from tests.campaign.worlds import held_on_the_ridge

MAP, TOUR = (reverse(f"game:{name}", args=["long-valley"]) for name in ("map", "tour"))


def steps(page: str) -> list[str]:
    return [step for step in ("Step 1 of 3", "Step 2 of 3", "Step 3 of 3") if step in page]


def test_a_player_is_shown_three_steps_that_are_remembered(valley, reader) -> None:
    north = reader(valley, "north")
    assert steps(north.get(MAP).text) == ["Step 1 of 3"]
    for step in (2, 3):
        assert north.post(TOUR, {"step": step}).status_code == 302
        assert steps(reader(valley, "north").get(MAP).text) == [f"Step {step} of 3"]
    north.post(TOUR, {"step": 0})
    assert steps(north.get(MAP).text) == []
    assert steps(reader(valley, "south").get(MAP).text) == ["Step 1 of 3"]


def test_the_first_ready_ends_the_tour(valley, reader) -> None:
    north = reader(valley, "north")
    north.post("/c/long-valley/orders/ready/", {"ready": "0"})
    assert steps(north.get(MAP).text) == ["Step 1 of 3"]
    north.post("/c/long-valley/orders/ready/", {"ready": "1"})
    assert steps(north.get(MAP).text) == []
    assert Member.objects.get(user__username="south").tour_step == 1


def test_the_tour_can_be_taken_again_from_the_guide(valley, reader) -> None:
    north = reader(valley, "north")
    north.post(TOUR, {"step": 0})
    assert 'href="/tour/"' in north.get("/guides/player/").text
    assert 'href="/tour/"' not in Client().get("/guides/player/").text
    again = north.get("/tour/", follow=True)
    assert again.redirect_chain[-1][0] == f"{MAP}?tour=1"
    assert steps(again.text) == ["Step 1 of 3"]
    assert Member.objects.get(user__username="north").tour_step == 0


def test_only_players_have_a_tour(valley, reader) -> None:
    for name in ("referee", "observer"):
        assert steps(reader(valley, name).get(f"{MAP}?tour=1").text) == []
    assert "You lead none yet." in reader(valley, "observer").get("/tour/", follow=True).text


@pytest.mark.parametrize("step", ["", "4", "-1", "x", "²"])
def test_another_step_is_refused_with_a_sentence(valley, reader, step) -> None:
    north = reader(valley, "north")
    assert "Tour: choose a step" in north.post(TOUR, {"step": step}, follow=True).text
    assert Member.objects.get(user__username="north").tour_step == 1
    assert steps(north.get(MAP, {"tour": step}).text) == ["Step 1 of 3"]


def test_an_invited_guest_is_shown_where_he_is_and_what_comes_next(valley) -> None:
    sent = invite(campaign=valley.campaign, role="player", faction=None, note="", actor=valley.people["referee"])
    page = Client().get(f"/join/{sent.token}/").text
    assert "Where you are" in page
    assert "turn 1 of" in page
    assert "A tour of three steps" in page
    assert "North, South" in page.replace("\n", "")
    assert valley.stations["north-main"].army.name not in page


def test_a_battle_held_open_is_the_first_line_of_its_players_pages(db, reader) -> None:
    valley = held_on_the_ridge()
    battle = Engagement.objects.get(battle__isnull=False).battle
    north = reader(valley, "north")
    home = north.get("/").text
    assert f"Choose how the {battle.name} is decided" in home
    assert home.index(f"Choose how the {battle.name}") < home.index("<h1")
    choose_method(battle=battle, method="table")
    page = north.get(MAP).text
    happened = page.index("Since you were here")
    to_do, typed = page.index("What to do next"), page.index(f"Type in your result of the {battle.name}")
    assert to_do < typed < happened
    assert page[to_do:typed].count("<li>") == 1, "it is the first of the list"
    assert f"Type in your result of the {battle.name}" in north.get("/").text
    for name in ("west", "observer", "referee"):
        assert battle.name not in reader(valley, name).get("/").text
