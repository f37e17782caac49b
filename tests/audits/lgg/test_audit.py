"""Battles of every kind are fought and audited: no rule may be broken."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.audits.lgg.run import breaches_of

BASE_DIR = Path(__file__).resolve().parents[3]
SMALL, SMALL_SIDE, MANY = 25, 7, 500


def told(numbers: range, most: int, mob: bool = False) -> list[str]:
    found = breaches_of(numbers, most, mob)
    return [f"battle {number} event {b.event}: {rule}: {b.text}" for rule, rows in found.items() for number, b in rows]


@pytest.mark.parametrize("first", range(0, SMALL, 5))
def test_ENG_16_small_battles_break_no_rule(first: int) -> None:
    assert told(range(first, first + 5), SMALL_SIDE) == []


@pytest.mark.parametrize("first", range(0, 10, 5))
def test_ENG_16_generals_without_a_plan_break_no_rule(first: int) -> None:
    assert told(range(first, first + 5), SMALL_SIDE, mob=True) == []


@pytest.mark.soak
def test_ENG_16_five_hundred_battles_break_no_rule() -> None:
    command = [sys.executable, "-m", "tests.audits.lgg.run", str(MANY), "--first", "1000"]
    done = subprocess.run(
        command, cwd=BASE_DIR, env={**os.environ, "BIVOUAC_KERNELS": "1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
