"""Whole battles of My Favourite Rules: audited, repeated, mirrored, plain and compiled, golden (COM-19, T1 to T9)."""

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.my_favourite.codes import Stand
from battles.resolvers.my_favourite.command import fate_of
from battles.resolvers.my_favourite.morale import stand_of
from battles.resolvers.my_favourite.odds import read_question
from battles.resolvers.my_favourite.turn import initiative_of
from battles.resolvers.values.report import Report
from tests.audits.my_favourite import audit
from tests.audits.unseen import check_whole, made_false
from tests.battles.resolvers.common.whole import UNSEEN, WHOLE, Battles

GOLDEN = Path(__file__).parent / "golden.json"


BATTLES = Battles("my_favourite", __name__)


@pytest.mark.parametrize("n", UNSEEN)
def test_an_auditor_finds_nothing(n: int) -> None:
    assert audit(BATTLES.fought(n)) == []


@pytest.fixture(scope="module")
def battle() -> Report:
    return BATTLES.fought(903)


def longer(e: dict[str, Any]) -> None:
    x, y, facing = e["path"][-1]
    e["path"][-1] = [x, y + (14 if y < 24 else -14), facing]


TAMPERED = {
    "a longer move": ("move", lambda e: e["how"] == "move", longer),
    "another face": ("fire", lambda e: e["dice"][0]["face"] == 1, lambda e: e["dice"][0].update(face=6)),
    "a figure more": ("hit", lambda e: e["cause"] == "fire" and e["left"] > 0, lambda e: e.update(left=e["left"] - 1)),
    "another strength": ("hit", lambda e: e["cause"] == "fire", lambda e: e.update(sp=e["sp"] + 1)),
    "another result": ("morale", lambda e: e["result"] != "free", lambda e: e.update(result="free")),
    "another initiative": ("initiative", lambda e: True, lambda e: e.update(score_0=9)),
    "a turn for the other side": ("turn_start", lambda e: e["side"] == "Blue", lambda e: e.update(side="Red")),
}  # fmt: skip


@pytest.mark.parametrize("what", TAMPERED)
def test_an_auditor_finds_what_was_tampered_with(what: str, battle: Report) -> None:
    assert audit(made_false(battle, *TAMPERED[what]))


@pytest.mark.parametrize("n", WHOLE)
def test_COM_19_no_strength_is_gained_and_the_day_ends_in_time(n: int) -> None:
    """T1, T5, T6, T7."""
    check_whole(BATTLES.fought(n), "MFR")


def test_COM_19_T2_neither_side_has_an_advantage() -> None:
    """Over both roles, within three standard errors."""
    one, two = BATTLES.mirror(3, swap=False), BATTLES.mirror(3, swap=True)
    first, second = one[0] + two[0], one[1] + two[1]
    assert abs(first - second) <= 3 * (first + second) ** 0.5


def test_COM_19_T1_ten_golden_battles_plain_and_compiled() -> None:
    BATTLES.check_golden(GOLDEN)


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
