"""The page of odds: for everybody, without a log-in and without a script; its address can be passed on."""

import pytest
from django.test import Client

from base.refusal import Refusal
from battles.resolvers.contract.options import numbered
from battles.resolvers.contract.registry import calculator, offered, questions, system

ASKED = {"kind": "combat", "first_type": "line_inf", "defender_type": "line_inf"}


def read(status: int = 200, **typed: str) -> str:
    answer = Client().get("/odds/", ASKED | typed)
    assert answer.status_code == status, answer.text
    return answer.text


def test_the_empty_page_offers_both_kinds():
    for kind, word in (("combat", "Second attacker"), ("fire", "Battery")):
        answer = Client().get("/odds/", {"kind": kind})
        assert answer.status_code == 200
        assert word in answer.text


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
    assert read(second_type="line_inf").count("45 %") >= 2


@pytest.mark.parametrize(("typed", "sentence"), [
    ({"defender_type": "heavy_cav", "town": "on"}, "Only infantry holds a town block"),
    ({"first_type": "heavy_art"}, "choose one of those listed"),
    ({"first_guard": "on"}, "line_inf cannot be Guard"),
    ({"first_strength": "5"}, "5 is outside 1 to 4."),
    ({"first_strength": "٣"}, "write a whole number from 1 to 6"),
    ({"first_strength": "9" * 40}, "write a whole number from 1 to 6"),
    ({"defender_type": "dragon"}, "choose one of those listed"),
    ({"one_hindered": "on"}, "one of two attackers"),
    ({"defender_type": "heavy_cav", "rough": "on"}, "heavy cavalry cannot be in rough ground"),
    ({"first_type": "heavy_cav", "attackers_rough": "on"}, "heavy cavalry cannot be in rough ground"),
    ({"higher": "on", "attackers_higher": "on"}, "only one side stands higher"),
    ({"kind": "fire"}, "choose one of those listed"),
])  # fmt: skip
def test_what_makes_no_sense_is_refused_beside_its_field(typed, sentence):
    assert sentence.casefold() in read(422, **typed).casefold()


LINE = {"type": "line_inf"}
WITH_OPTIONS = [slug for slug, name in offered("odds") if numbered(system(slug).options)]


@pytest.mark.parametrize("rules", WITH_OPTIONS)
def test_ENG_2_the_optional_rules_of_a_system_are_asked_by_the_form_and_refused_by_their_path(rules: str) -> None:
    kind = questions(rules)[0].key
    page = Client().get("/odds/", {"rules": rules, "kind": kind}).text
    for option in numbered(system(rules).options):
        assert f'name="option_{option.key}"' in page
    with pytest.raises(Refusal, match=r"options\.no: "):
        calculator(rules).read_question({
            "kind": kind, "attackers": [{"type": "line_inf"}], "defender": {"type": "line_inf"},
            "options": {"no": True},
        })  # fmt: skip


def test_OHW_24_a_cuirass_covers_heavy_cavalry_in_a_question_with_the_option() -> None:
    heavy = {"kind": "combat", "attackers": [{"type": "heavy_cav"}], "defender": {"type": "heavy_cav"}}
    bare, covered = (
        calculator("one_hour").read_question(heavy | {"options": {"cuirass": worn}}).answer()["chances"]["no_hit"]
        for worn in (False, True)
    )
    assert (bare["fraction"], covered["fraction"]) == ("1/6", "1/2")


def test_SQB_27_rifles_shoot_three_squares_on_the_odds_page() -> None:
    shot = {
        "rules": "square_brigadier", "kind": "fire", "first_type": "line_inf", "defender_type": "line_inf",
        "range": "3",
    }  # fmt: skip
    assert Client().get("/odds/", shot).status_code == 422
    assert Client().get("/odds/", shot | {"option_weapons": "2"}).status_code == 200
