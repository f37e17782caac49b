"""The league in small: the general is not fooled by who simply stays, does nothing, or thinks as the version before."""

import json
import os
import subprocess
import sys
from math import sqrt
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAIRS = 12
Seen = dict[str, tuple[int, int, float, float]]
PROGRAM = f"""
import json
from lab.general.league.generals import GENERAL, players
from lab.general.league.matches import pairing
for name in ("idle", "random", "always stays", "version 2"):
    seen = pairing(GENERAL, players()[name], {PAIRS}, "small", usual=True)
    print(json.dumps([name, seen.wins, seen.losses, *(part / seen.battles for part in seen.lost)]))
"""


@pytest.fixture(scope="module")
def seen() -> Seen:
    """Wins, losses, and what both sides lost, against each."""
    environment = os.environ | {"BIVOUAC_KERNELS": "1"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return {row[0]: tuple(row[1:]) for row in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("name", ["idle", "random"])
def test_AI_27_who_does_nothing_sensible_wins_nothing(name: str, seen: Seen) -> None:
    _, losses, own, enemy = seen[name]
    assert losses == 0
    assert enemy > 2 * own


def test_AI_22_a_side_that_simply_stays_does_not_win_by_it(seen: Seen) -> None:
    """He does not lose more decisions than he wins, as far as so few battles show it: two errors of their count."""
    wins, losses, own, enemy = seen["always stays"]
    assert losses - wins <= 2 * sqrt(wins + losses)
    assert own < enemy + 0.05


def test_AI_22_the_version_before_is_beaten(seen: Seen) -> None:
    wins, losses, _, _ = seen["version 2"]
    assert wins > 3 * losses
