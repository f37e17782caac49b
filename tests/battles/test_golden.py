"""Golden battles: the same file and seed give the same battle, event for event, until somebody means to change it.

All of them are fought compiled, in one process of their own; the small ones in plain Python as well.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from battles.resolvers.core.kernels import COMPILED
from tests.battles.golden.pin import fought, golden_battles

ROOT = Path(__file__).parents[2]
PINNED = ("engine", "profile", "summary", "digest")
SMALL = ("smallest", "worn_armies", "arrivals_flank", "plan_delay", "stratagems_small", "river_crossing_sappers")


def pinned(name: str) -> dict[str, Any]:
    """What a golden battle is known to come to."""
    return {key: golden_battles()[name][key] for key in PINNED}


@pytest.fixture(scope="module")
def compiled() -> dict[str, dict[str, Any]]:
    """What every golden battle comes to now, fought by compiled rules."""
    return {row["name"]: row["fought"] for row in map(json.loads, printed("pin").splitlines())}


def printed(module: str) -> str:
    """Return what a module beside the golden battles prints, fought by compiled rules."""
    command = [sys.executable, "-m", f"tests.battles.golden.{module}", "--print"]
    environment = os.environ | {"BIVOUAC_KERNELS": "1"}
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_the_page_of_dispatches_is_what_the_program_writes() -> None:
    assert printed("prose") == (ROOT / "docs" / "dispatches.md").read_text(encoding="utf-8")


def test_there_are_forty_golden_battles() -> None:
    assert len(golden_battles()) >= 40


@pytest.mark.parametrize("name", golden_battles())
def test_a_golden_battle_is_fought_as_it_was(name: str, compiled: dict[str, dict[str, Any]]) -> None:
    assert compiled[name] == pinned(name)


@pytest.mark.skipif(COMPILED, reason="test_plain.py runs it in plain Python")
@pytest.mark.parametrize("name", SMALL)
def test_a_golden_battle_is_the_same_in_plain_python(name: str) -> None:
    assert fought(golden_battles()[name]) == pinned(name)
