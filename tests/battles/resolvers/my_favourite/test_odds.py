"""The odds of My Favourite Rules, and what the author says of them."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.my_favourite.codes import Stand
from battles.resolvers.my_favourite.command import fate_of
from battles.resolvers.my_favourite.morale import stand_of
from battles.resolvers.my_favourite.odds import read_question
from battles.resolvers.my_favourite.turn import initiative_of


def answer(kind: str, **more: Any) -> dict[str, Any]:
    line = {"type": "line_inf"}
    return read_question({"kind": kind, "attackers": [line], "defender": line} | more).answer()


def fractions(told: dict[str, Any]) -> dict[str, str]:
    return {name: chance["fraction"] for name, chance in told["chances"].items()}


def kills(reach: int, cover: int) -> Fraction:
    told = answer("fire", situation={"range": reach, "cover": cover})
    return Fraction(told["expected_hits"]["defender"]["fraction"])


def test_MFR_E1_MFR_E2_mean_kills_of_eight_dice() -> None:
    means = [[kills(reach, cover) for reach in (2, 4, 8)] for cover in (0, 1, 2)]
    assert means == [
        [Fraction(16, 3), Fraction(8, 3), Fraction(4, 3)], [Fraction(4), Fraction(4, 3), Fraction(0)],
        [Fraction(8, 3), Fraction(0), Fraction(0)],
    ]  # fmt: skip


def test_MFR_36_skirmishers_fight_with_half_their_dice() -> None:
    told = {form: answer("combat", situation={"form": form}) for form in ("line", "skirmish", "march")}
    dice = {form: next(row["value"] for row in one["counted"] if row["id"] == "dice") for form, one in told.items()}
    assert dice == {"line": 8, "skirmish": 4, "march": 2}


def test_MFR_E5_MFR_E6_initiative() -> None:
    """The better general wins outright 7/12, ties 5/36; equal ones 5/12 and 1/6."""
    pairs = list(product(range(1, 7), repeat=2))
    for more, won, tied in ((1, Fraction(7, 12), Fraction(5, 36)), (0, Fraction(5, 12), Fraction(1, 6))):
        firsts = [initiative_of(a + more, b, 2) for a, b in pairs]
        assert (Fraction(firsts.count(0), 36), Fraction(firsts.count(2), 36)) == (won, tied)


def test_MFR_E10_a_general_who_is_used() -> None:
    fates = [fate_of(face) for face in range(1, 7)]
    assert [Fraction(fates.count(fate), 36) for fate in (1, 2, 3)] == [Fraction(1, 18)] * 3


def test_MFR_E11_an_even_melee() -> None:
    told = answer("combat")
    assert (fractions(told)["attacker_wins"], fractions(told)["even"]) == ("26333/65536", "6435/32768")


def test_MFR_E14_MFR_E16_standing_to_a_charge() -> None:
    for points, expected in ((0, (0, 2, 1, 2, 1)), (-2, (2, 2, 1, 1, 0))):
        found = [stand_of(face + points) for face in range(1, 7)]
        assert (
            tuple(
                found.count(how)
                for how in (Stand.NOT_AT_ALL, Stand.SECOND, Stand.HALF_EFFECT, Stand.SIMULTANEOUS, Stand.FIRST)
            )
            == expected
        )


def test_MFR_E15_the_ratios_of_the_author() -> None:
    assert kills(2, 0) / kills(4, 0) == kills(4, 0) / kills(8, 0) == 2


@pytest.mark.parametrize(("question", "sentence"), [
    ({"kind": "fire", "attackers": [{"type": "heavy_cav"}]}, r"^attackers\[0\]\.type: heavy_cav"),
    ({"kind": "fire", "attackers": [{"type": "line_inf"}], "situation": {"range": 9}}, r"^situation\.range: "),
    ({"kind": "morale", "defender": {"type": "engineer"}}, r"^defender\.type: engineer"),
    ({"kind": "morale", "profile": {"morale": {"x": {"value": 1}}}}, r"^profile\.morale\.x: "),
])  # fmt: skip
def test_a_question_that_makes_no_sense_is_refused(question: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        read_question({"defender": {"type": "line_inf"}} | question)
