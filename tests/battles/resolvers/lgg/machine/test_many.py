"""Many runs of one battle: run k is the battle that ``fight`` tells in full."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from battles.resolvers.contract import readiness
from battles.resolvers.core.kernels import Row
from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.record.state import FIELD_BYTES, FIELDS, LIVE_BYTES, Battle, blank
from battles.resolvers.lgg.resolver import fight, freeze
from battles.resolvers.lgg.sums.many import fight_many, renew
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Report
from tests.battles.golden.pin import golden_battles
from tests.battles.resolvers.files import SMALL, small

ROOT = Path(__file__).parents[5]
#: A run after seven others in one record, and alone: a battle in which engineers change the field.
TWO_RUNS = """
import json, sys
from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.sums.many import fight_many
from battles.resolvers.lgg.resolver import freeze
file = freeze(parse(json.load(sys.stdin)), "works")
runs = [fight_many(file, "works", first, 8 - first) for first in (0, 7)]
print(json.dumps([[run.strength[-1].tolist(), int(run.rounds[-1]), int(run.winner[-1])] for run in runs]))
"""
WINNERS = {0: "French", 1: "Allies", 2: None}


def frozen() -> BattleFile:
    roster = "4 Line inf, Elite inf, Light cav, Heavy art"
    sides = [{key: side[key] for key in ("name", "role", "commander")} | {"roster": roster} for side in SMALL["sides"]]
    return freeze(parse(small(sides=sides, terrain="rolling")), "many")


def generals_lost(report: Report, side: str) -> int:
    return sum(e["ev"] == "casualty" and e["lost"] and e["side"] == side for e in report.journal)


def test_run_k_is_the_battle_that_is_fought_with_seed_and_k() -> None:
    file = frozen()
    endings = fight_many(file, "forecast", 3, 4)
    for row, run in enumerate(range(3, 7)):
        report = fight(file, f"forecast/{run}")
        assert WINNERS[endings.winner[row]] == report.outcome.winner
        assert endings.days[row] == report.outcome.days
        assert endings.rounds[row] == report.outcome.rounds
        for number, side in enumerate(report.sides):
            assert list(endings.after[number][row]) == [unit.after for unit in side.units]
            assert endings.lost[number][row].sum() == sum(unit.lost for unit in side.units)
            assert endings.strength[row, number] == sum(unit.after for unit in side.units)
            assert endings.generals[row, number] == generals_lost(report, side.name)


def test_no_runs_are_an_empty_table() -> None:
    assert fight_many(frozen(), "s", 0, 0).strength.shape == (0, 2)


@pytest.mark.parametrize(("age", "end"), [(1, LIVE_BYTES), (2, FIELD_BYTES)])
def test_a_run_begins_with_the_field_of_the_template_where_works_have_changed_it(age: int, end: int) -> None:
    battle, live, template = blank(), np.zeros(FIELD_BYTES // 8 + 1), np.ones(FIELD_BYTES // 8 + 1)
    battle.field_age = age
    renew(battle, cast(Row, live), cast(Row, template), 1)
    assert live.tolist() == [1.0] * (end // 8) + [0.0] * (len(live) - end // 8)


def test_the_terrain_stands_behind_what_every_battle_changes_and_before_what_none_does() -> None:
    names, offsets = [name for name, _, _ in FIELDS], {name: Battle.RECORD.fields[name][1] for name, _, _ in FIELDS}
    assert [offsets[name] for name in names] == sorted(offsets.values())
    assert offsets["status"] < offsets["roll_after"] < LIVE_BYTES <= offsets["pieces"] < offsets["piece_train"]
    assert offsets["piece_train"] < FIELD_BYTES <= offsets["t_arm"] < offsets["scratch"] < offsets["log"]


@pytest.mark.skipif(not readiness.is_ready(), reason="the rules are not compiled: manage.py compile_kernels does it")
def test_a_compiled_run_takes_nothing_from_the_one_before_it() -> None:
    golden = golden_battles()["river_crossing_sappers"]
    environment = os.environ | {"BIVOUAC_KERNELS": "1"}
    done = subprocess.run([sys.executable, "-c", TWO_RUNS], input=json.dumps(golden["battle"]), cwd=ROOT,
                          env=environment, capture_output=True, text=True, check=True)  # fmt: skip
    after_others, alone = json.loads(done.stdout)
    assert after_others == alone
