"""The odds of One Hour Wargames, and what the author says of them."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.one_hour.odds import read_question


def asked(kind: str, first: str = "line_inf", second: str = "line_inf", **situation: Any) -> dict[str, Any]:
    return read_question(
        {"kind": kind, "attackers": [{"type": first}], "defender": {"type": second}, "situation": situation}
    ).answer()


def chances(answer: dict[str, Any]) -> dict[str, str]:
    return {name: chance["fraction"] for name, chance in answer["chances"].items()}


def test_OHW_E11_a_shot_sends_a_line_back() -> None:
    """2/3 hits times 1/3."""
    answer = asked("fire", range=10)
    assert chances(answer) == {"no_hit": "1/3", "one_hit": "2/3"}
    assert answer["means"]["retreats"]["fraction"] == "2/9"


def test_OHW_E12_doubled() -> None:
    answer = asked("combat", "light_cav", flanked=True)
    assert (chances(answer)["two_hits"], answer["expected_hits"]["defender"]["fraction"]) == ("4/9", "4/3")
    assert asked("combat", "heavy_cav", flanked=True)["defender_breaks"]["fraction"] == "1/4"


def mean(first: str, second: str = "line_inf", **situation: Any) -> Fraction:
    kind = "combat" if first.endswith("cav") else "fire"
    return Fraction(asked(kind, first, second, **situation)["expected_hits"]["defender"]["fraction"])


def test_OHW_E2_OHW_E7_OHW_E13_OHW_E17_turns_to_the_third_hit() -> None:
    """5, 9 and 3 turns, as for fifteen hits in the parent game; +2 may do it in two with 1/4; medians 8, 4, 3."""
    parent = [Fraction(sum(max(0, face + column) for face in range(1, 7)), 6) for column in (0, -2, 2)]
    assert [-(-15 // hits) for hits in parent] == [5, 9, 3]
    columns = {-2: mean("field_art", range=20), 0: mean("line_inf"), 2: mean("heavy_cav")}
    assert [-(-3 // columns[c]) for c in (0, -2, 2)] == [5, 9, 3]
    assert gone_after(2, "combat", "heavy_cav") == Fraction(1, 4)
    for kind, first, more, median in (
        ("fire", "field_art", {"range": 20}, 8), ("fire", "line_inf", {}, 4), ("combat", "heavy_cav", {}, 3),
    ):  # fmt: skip
        below, at = (gone_after(n, kind, first, **more) for n in (median - 1, median))
        assert below < Fraction(1, 2) <= at


def gone_after(turns: int, kind: str, first: str, **situation: Any) -> Fraction:
    """The chance that a fresh unit has three hits after so many attacks."""
    names = {"no_hit": 0, "one_hit": 1, "two_hits": 2}
    one = {names[k]: Fraction(v) for k, v in chances(asked(kind, first, **situation)).items()}
    total = Fraction(0)
    for thrown in product(one, repeat=turns):
        if sum(thrown) >= 3:
            chance = Fraction(1)
            for hits in thrown:
                chance *= one[hits]
            total += chance
    return total


def test_OHW_E15_OHW_E16_the_first_shot_of_a_duel() -> None:
    hit = Fraction(chances(asked("fire"))["one_hit"])

    def wins(mine: int, theirs: int) -> Fraction:
        """Who is to shoot wins, with hits left."""
        if mine == 0:
            return Fraction(0)
        # hit: they shoot with one less; miss: they shoot. W(m,t) = h(1-W(t-1,m)) + (1-h)(1-W(t,m))
        after = Fraction(1) if theirs == 1 else 1 - wins(theirs - 1, mine)
        miss = 1 - hit
        # solve W(m,t) and W(t,m) together
        other = Fraction(1) if mine == 1 else 1 - wins(mine - 1, theirs)
        return (hit * after + miss * (1 - hit * other - miss)) / (1 - miss * miss)

    assert (wins(3, 3), 1 - wins(3, 3)) == (Fraction(315, 512), Fraction(197, 512))


LINE = {"type": "line_inf"}


@pytest.mark.parametrize(("question", "sentence"), [
    ({"kind": "fire", "attackers": [{"type": "heavy_cav"}]}, r"^attackers\[0\]\.type: heavy cav"),
    ({"kind": "fire", "attackers": [LINE], "situation": {"range": 13}}, r"^situation\.range: "),
    ({"kind": "morale", "defender": {"type": "engineer"}}, r"^defender\.type: engineer does not fight"),
    ({"kind": "morale", "defender": {"type": "militia_inf", "guard": True}}, r"^defender\.guard: "),
    ({"kind": "morale", "profile": {"morale": {"x": {"value": 1}}}}, r"^profile\.morale\.x: "),
])  # fmt: skip
def test_a_question_that_makes_no_sense_is_refused(question: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        read_question({"defender": LINE} | question)
