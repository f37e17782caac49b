"""What a file from outside may cost: its length, depth and number of values are counted before it is parsed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.battles.pages.reading_costs import WORST, Cost, outcome

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def costs() -> dict[str, Cost]:
    """What each file cost in a process that does nothing else."""
    command = [sys.executable, "-m", "tests.battles.pages.reading_costs"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return {name: Cost(**seen) for name, seen in json.loads(told.stdout).items()}


@pytest.mark.parametrize("name", WORST)
def test_the_worst_file_is_read_or_refused_quickly_and_in_little_memory(name: str, costs: dict[str, Cost]) -> None:
    expected, seen = WORST[name][1], costs[name]
    assert expected in seen.sentence
    assert bool(expected) == bool(seen.sentence)
    assert seen.seconds < 2.0, "processor seconds"
    assert seen.memory < 200_000_000


def test_places_of_what_is_refused_are_the_first_in_the_file() -> None:
    assert outcome(b'{"a": [1, {"b": 1e13}], "c": 1e13}') == "a[1].b: this number is not finite or far too large."
    assert outcome(b'{"a": [{"x": 1, "x": 2}], "c": 1e13}') == "a[0].x: this key is given twice; keep one of them."
