"""Whole battles on both boards of squares: invariants over random armies, golden digests, bands (COM-19, T1 to T7)."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from battles.resolvers.activation.resolver import DOOR as ACTIVATION
from battles.resolvers.common.ending import side_strength
from battles.resolvers.contract.explanations import explanations
from battles.resolvers.square_brigadier.resolver import DOOR as SQUARE_BRIGADIER
from tests.battles.resolvers.common.grid_battles import any_file, compiled, digests, file_of

DOORS: dict[str, Any] = {"activation": ACTIVATION, "square_brigadier": SQUARE_BRIGADIER}
CODES = {"activation": "ADN-", "square_brigadier": "SQB-"}
both = pytest.mark.parametrize("rules", DOORS)


def golden(rules: str) -> list[str]:
    found: list[str] = json.loads((Path(__file__).parents[1] / rules / "golden.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("n", range(12))
@both
def test_COM_19_invariants_over_random_armies(rules: str, n: int) -> None:
    file, door = any_file(rules, n), DOORS[rules]
    report = door.fight(file, f"random {n}")
    for side in report.sides:
        assert all(unit.after >= 0 and unit.before == unit.after + unit.lost + unit.moved for unit in side.units)
        assert side.after <= side.before
    assert max(event["round"] for event in report.journal) <= int(door.ready(file, "s").limit)
    told = {rule for event in report.journal for rule in event["rule"]}
    assert {rule for rule in told if rule.startswith(CODES[rules])} <= set(explanations())


@both
def test_T1_T7_golden_battles(rules: str) -> None:
    assert digests(rules) == golden(rules)


@both
def test_T1_to_T4_compiled_the_same_and_in_their_bands(rules: str) -> None:
    told = compiled(rules)
    assert told["digests"] == golden(rules)
    bands: dict[str, Any] = told["bands"]
    assert abs(bands["mirror"][0] - bands["mirror"][1]) < 3 * (1 / 2000) ** 0.5
    assert bands["stronger"][0] >= 0.7
    assert bands["better"][0] >= 0.6


@both
def test_T6_a_battle_of_no_turns_changes_nothing(rules: str) -> None:
    file, door = file_of(rules, "5 Line inf, 1 Light cav, 1 Field art"), DOORS[rules]
    battle = door.ready(file, "s")
    assert [side_strength(battle, side) for side in (0, 1)] == [int(s) for s in battle.start_sp]
    report = door.fight(replace(file, profile={"end": {"turns": {"value": 0}}}), "s")
    assert [side.lost for side in report.sides] == [0, 0]
