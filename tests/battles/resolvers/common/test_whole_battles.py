"""Whole battles of the smaller systems: audited, golden, plain and compiled, and of like armies (COM-19, T1 to T9)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from battles.resolvers.common.ending import side_strength
from battles.resolvers.contract.registry import resolver, system
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file
from battles.resolvers.values.report import Report
from tests.audits import my_favourite, one_hour, solo_napoleonic
from tests.audits.activation import auditor as activation
from tests.audits.square_brigadier import auditor as square_brigadier
from tests.audits.unseen import Bend, by_one, check_whole, farther, made_false, other_box
from tests.battles.conformance.conftest import battle_data
from tests.battles.resolvers.common.grid_battles import LIKE, file_of
from tests.battles.resolvers.common.whole import (
    FILES,
    GRIDS,
    PINNED,
    RANDOM,
    SOME,
    UNSEEN,
    fought,
    golden,
    mirror,
    plain,
)

AUDITS: Mapping[str, Callable[[Report], list[str]]] = {
    "one_hour": one_hour.audit, "my_favourite": my_favourite.audit, "solo_napoleonic": solo_napoleonic.audit,
    "activation": activation.audit, "square_brigadier": square_brigadier.audit,
}  # fmt: skip
AUDITED = UNSEEN[:10]
every, on_squares = pytest.mark.parametrize("rules", FILES), pytest.mark.parametrize("rules", GRIDS)


@pytest.mark.parametrize("n", AUDITED)
@every
def test_COM_18_COM_19_an_auditor_finds_nothing(rules: str, n: int) -> None:
    assert AUDITS[rules](fought(rules).battles[n]) == []


@pytest.mark.parametrize("n", RANDOM)
@every
def test_COM_19_no_strength_is_gained_and_the_day_ends_in_time(rules: str, n: int) -> None:
    """T1, T5, T6, T7."""
    check_whole(fought(rules).battles[n], f"{system(rules).code}-")


@every
def test_COM_19_T1_golden_battles_by_compiled_rules(rules: str) -> None:
    assert [fought(rules).battles[n].digest for n in PINNED] == golden(rules)


@every
def test_COM_19_T1_golden_battles_by_the_rules_of_this_process(rules: str) -> None:
    assert [plain(rules, n).digest for n in SOME] == golden(rules)[: len(SOME)]


def test_COM_19_T2_sides_swapped_are_results_swapped() -> None:
    """The same dice with roles swapped: on an open field each battle ends the same way for attacker and defender."""
    assert mirror("one_hour", 4, swap=False) == mirror("one_hour", 4, swap=True)[::-1]


def test_COM_19_T2_neither_side_has_an_advantage() -> None:
    """Over both roles, within three standard errors."""
    one, two = (mirror("my_favourite", 3, swap=swap) for swap in (False, True))
    first, second = one[0] + two[0], one[1] + two[1]
    assert abs(first - second) <= 3 * (first + second) ** 0.5


@on_squares
def test_T2_to_T4_like_stronger_and_better_armies_keep_to_their_bands(rules: str) -> None:
    bands = fought(rules).bands
    assert abs(bands["mirror"][0] - bands["mirror"][1]) < 3 * (1 / LIKE) ** 0.5
    assert bands["stronger"][0] >= 0.7
    assert bands["better"][0] >= 0.6


@on_squares
def test_T6_a_battle_of_no_turns_changes_nothing(rules: str) -> None:
    file, door = file_of(rules, "5 Line inf, 1 Light cav, 1 Field art"), resolver(rules).DOOR  # type: ignore[attr-defined]
    battle = door.ready(file, "s")
    assert [side_strength(battle, side) for side in (0, 1)] == [int(s) for s in battle.start_sp]
    report = door.fight(replace(file, profile={"end": {"turns": {"value": 0}}}), "s")
    assert [side.lost for side in report.sides] == [0, 0]


def test_COM_16_a_general_who_fell_as_a_day_ended_is_followed_by_a_worse_one() -> None:
    report = fight_file(parse(battle_data("square_brigadier", terrain="open")), "fortify 10")
    named = [e for e in report.journal if e.get("role") == "army" and e["side"] == "French"]
    assert [(e["ev"], e["day"], e["commander"]) for e in named] == [
        ("deploy", 1, "Ney"), ("deploy", 2, "French brigadier 1")]  # fmt: skip
    assert square_brigadier.audit(report) == []


def put(**values: Any) -> Bend:
    """Return what gives an event other values."""
    return lambda event: event.update(values)


def turned(key: str, one: str, other: str) -> Bend:
    """Return what puts one word in the place of another."""
    return lambda event: event.update({key: other if event[key] == one else one})


def on_the_march(event: Any) -> bool:
    return len(event["path"]) > 2


def longer(far: float, centre: float) -> Bend:
    """Return what lets a unit go on, away from the nearer edge."""

    def bend(event: Any) -> None:
        x, y, facing = event["path"][-1]
        event["path"][-1] = [x, y + (far if y < centre else -far), facing]

    return bend


def back_and_on(event: Any) -> None:
    """A unit of One Hour Wargames goes on in the way in which it set out."""
    (x, y, facing), (_, begun, *_) = event["path"][1], event["path"][0]
    event["path"][1] = event["path"][-1] = [x, y + (8 if y > begun else -8), facing]


SIDES, PASS = turned("side", "Blue", "Red"), turned("pass", True, False)  # type: ignore[arg-type]
IN_FIRE: tuple[tuple[str, Bend, Callable[[Any], bool]], ...] = (
    ("hit", lambda e: e.update(left=e["left"] - 1), lambda e: e["cause"] == "fire" and e["left"] > 0),
    ("hit", by_one("sp"), lambda e: e["cause"] == "fire"), ("turn_start", SIDES, lambda e: e["side"] == "Blue"),
)  # fmt: skip
FALSE: Mapping[str, tuple[tuple[Any, ...], ...]] = {
    "one_hour": (
        ("move", back_and_on, on_the_march), ("morale", PASS, lambda e: not e["pass"]),
        ("fire", lambda e: e["dice"][0].update(face=6), lambda e: e["hits"] == 0),
        ("fire", lambda e: e.update(firer=e["target"], target=e["firer"])), *IN_FIRE,
    ),
    "my_favourite": (
        ("move", longer(14, 24), lambda e: e["how"] == "move"), ("initiative", put(score_0=9)),
        ("fire", lambda e: e["dice"][0].update(face=6), lambda e: e["dice"][0]["face"] == 1),
        ("morale", put(result="free"), lambda e: e["result"] != "free"), *IN_FIRE,
    ),
    "solo_napoleonic": (
        ("move", longer(300, 1e9)), ("fire", by_one("hits")), ("fire", by_one("range", 900)), ("hit", by_one("left")),
        ("combat", by_one("attack", 2)), ("morale", by_one("needed", 5)), ("morale", PASS), ("orders", by_one("total")),
        ("disorder", by_one("chits")), ("charge_test", by_one("needed", 10)),
        ("card", lambda e: e["dice"][0].update(face=e["dice"][0]["sides"] + 1)),
        ("decision", lambda e: e["lost"].update(Blue=e["lost"]["Blue"] + 1)),
    ),
    "activation": (
        ("move", farther), ("fire", by_one("hits")), ("activation", by_one("successes")), ("combat", by_one("attack")),
        ("hit", by_one("left")), ("rout", other_box), ("critical", turned("critical", "rout", "panic")),
        ("group", by_one("successes")),
    ),
    "square_brigadier": (
        ("move", farther), ("fire", by_one("hits")), ("orders", by_one("total")), ("hit", by_one("left")),
        ("combat", lambda e: e["dice"].append(e["dice"][0] | {"face": 1})), ("rout", other_box), ("rally", PASS),
        ("order", by_one("price")), ("first_turn", SIDES),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "lie"), [
    pytest.param(rules, lie, id=f"{rules}-{lie[0]}-{n}") for rules, lies in FALSE.items() for n, lie in enumerate(lies)
])  # fmt: skip
def test_an_auditor_finds_what_was_tampered_with(rules: str, lie: tuple[Any, ...]) -> None:
    name, bend, fits = (*lie, lambda _: True)[:3]
    told = (fought(rules).battles[n] for n in UNSEEN)
    true = next(report for report in told if any(e["ev"] == name and fits(e) for e in report.journal))
    assert AUDITS[rules](made_false(true, name, fits, bend)) != []
