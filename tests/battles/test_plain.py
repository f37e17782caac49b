"""What plain Python alone shows, or shows against compiled rules, where all other tests fight by compiled ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from battles.resolvers.core.kernels import COMPILED

ROOT = Path(__file__).parents[2]
TESTS = (
    "test_golden.py::test_a_golden_battle_is_the_same_in_plain_python",
    "resolvers/lgg/machine/test_rows.py",
    "resolvers/common/test_whole_battles.py::test_COM_19_T1_golden_battles_by_the_rules_of_this_process",
)


@pytest.mark.skipif(not COMPILED, reason="all tests are run in plain Python")
def test_the_same_in_plain_python() -> None:
    chosen = [f"tests/battles/{test}" for test in TESTS]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | {"BIVOUAC_KERNELS": "0"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "skipped" not in done.stdout
