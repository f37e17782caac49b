"""Section 20: the engine's own resolver, fought with 8,000 seeds, agrees with the exact chances (compiled)."""

import json
import os
import subprocess
import sys
from math import sqrt
from pathlib import Path

import pytest

SEEDS = 8_000
PROGRAM = """
import json, sys
import numpy as np
from battles.resolvers.core.dice import key_of
from battles.resolvers.lgg.fighting.combat import resolve
from battles.resolvers.lgg.fighting.fire import do_fire
from tests.battles.resolvers.lgg.fighting.test_combat import FRONT, LEFT, locked
from tests.battles.resolvers.lgg.fighting.test_fire import battery
SEEDS = int(sys.argv[1])


def outcomes(start, name, fight, rows, row):
    "How often each row comes out. Only the bytes that a fight can touch are put back before the next one."
    table = np.array([start], dtype=start.dtype).view(np.recarray)
    battle, memory = table[0], table.view(np.uint8).reshape(-1)
    before, touched, counts = memory.copy(), np.zeros(memory.size, dtype=bool), [0] * rows
    for n in range(SEEDS):
        battle.key = key_of(f"{name} {n}")
        fight(battle)
        counts[row(battle)] += 1
        if n < 300:
            touched |= memory != before
            spots = np.flatnonzero(touched)
        memory[spots] = before[spots]
    assert np.array_equal(memory, before)
    return counts


found = {}
fights = {"E01": [("line_inf", FRONT)], "E05": [("line_inf", FRONT), ("line_inf", LEFT)],
          "E09": [("heavy_cav", FRONT)], "E17": [("line_inf", FRONT)]}
for name, attackers in fights.items():
    worn = name == "E17"
    start, _, _ = locked(*attackers, defender="heavy_cav" if worn else "line_inf", sp=1 if worn else None)
    found[name] = outcomes(start, name, lambda b: resolve(b, 0, 0), 4, lambda b: int(b.fight_result))
for name, target in (("E20", "line_inf"), ("E24", "heavy_art")):
    start, gun, foe = battery(target)
    full = int(start.sp[foe])
    found[name] = outcomes(start, name, lambda b: do_fire(b, gun, foe), 3, lambda b: full - int(b.sp[foe]))
print(json.dumps(found))
"""
EXACT = {
    "E01": (9, 36, 46, 9), "E05": (45, 45, 10, 0), "E09": (6, 30, 48, 16), "E17": (1, 9, 30, 60),
    "E20": (36, 29, 35), "E24": (72, 28, 0),
}  # fmt: skip


@pytest.fixture(scope="module")
def thrown() -> dict[str, list[int]]:
    """How often each row came out; of a battery (1 SP) both kinds of hit are one."""
    run = subprocess.run([sys.executable, "-c", PROGRAM, str(SEEDS)], env=os.environ | {"BIVOUAC_KERNELS": "on"},
                         check=True, capture_output=True, text=True, cwd=Path(__file__).parents[4])
    found: dict[str, list[int]] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize("name", EXACT)
def test_E01_E05_E09_E17_E20_E24_the_engines_resolver_agrees_with_the_grid(
    thrown: dict[str, list[int]], name: str
) -> None:
    assert sum(thrown[name]) == SEEDS
    for row, hundredths in enumerate(EXACT[name]):
        p = hundredths / 100
        assert abs(thrown[name][row] / SEEDS - p) <= 4 * sqrt(p * (1 - p) / SEEDS), (name, row)
