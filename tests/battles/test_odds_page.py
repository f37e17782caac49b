"""The page of odds: for everybody, without a log-in and without a script; its address can be passed on."""

import pytest
from django.test import Client

ASKED = {"kind": "combat", "first_type": "line_inf", "defender_type": "line_inf"}


def read(status: int = 200, **typed: str) -> str:
    answer = Client().get("/odds/", ASKED | typed)
    assert answer.status_code == status, answer.content.decode()
    return answer.content.decode()


def test_the_empty_page_offers_both_kinds():
    for kind, word in (("combat", "Second attacker"), ("fire", "Battery")):
        answer = Client().get("/odds/", {"kind": kind})
        assert answer.status_code == 200
        assert word in answer.content.decode()


def test_E04_a_flank_attack_is_told_exactly_with_its_modifiers():
    text = read(flanked="on")
    for chance in ("25 %", "39 %", "32 %", "4 %", "1/4", "39/100"):
        assert chance in text
    assert "CM3" in text
    assert "reconstructed" in text


def test_E20_a_fire():
    text = read(kind="fire", first_type="heavy_art")
    for chance in ("36 %", "29 %", "35 %", "0.99"):
        assert chance in text


def test_E05_two_attackers():
    text = read(second_type="line_inf")
    assert text.count("45 %") >= 2


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"defender_type": "heavy_cav", "town": "on"}, "Only infantry holds a town block"),
        ({"first_type": "heavy_art"}, "Select a valid choice"),
        ({"first_guard": "on"}, "line_inf cannot be Guard"),
        ({"first_strength": "5"}, "5 is outside 1 to 4."),
        ({"first_strength": "٣"}, "Write a whole number from 1 to 6"),
        ({"first_strength": "9" * 40}, "Write a whole number from 1 to 6"),
        ({"defender_type": "dragon"}, "Select a valid choice"),
        ({"one_hindered": "on"}, "one of two attackers"),
        ({"defender_type": "heavy_cav", "rough": "on"}, "heavy cavalry cannot be in rough ground"),
        ({"first_type": "heavy_cav", "attackers_rough": "on"}, "heavy cavalry cannot be in rough ground"),
        ({"higher": "on", "attackers_higher": "on"}, "only one side stands higher"),
        ({"kind": "fire"}, "Select a valid choice"),
    ],
)
def test_what_makes_no_sense_is_refused_beside_its_field(typed, sentence):
    assert sentence.casefold() in read(422, **typed).casefold()
