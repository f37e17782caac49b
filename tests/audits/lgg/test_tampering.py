"""The auditor audited: a true journal passes, and each lie in it is found."""

import copy
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.audits.lgg.audit import audit
from tests.audits.lgg.lies import LIES, Lie

Report = dict[str, Any]
Event = dict[str, Any]
BASE_DIR = Path(__file__).resolve().parents[3]
BATTLES = 80
SIDE = 7
SUBORDINATE, WING, SUDDEN = 101, 189, 147
"""A battle in which a subordinate takes over, one in which a wing does, and one that ends by sudden death; all are led
by anybody, so that the general's numbers do not matter."""


@cache
def true_reports() -> list[Report]:
    """Return small battles, led by a general or by anybody by turns, fought compiled: the shortest that one side won
    first."""
    numbers = map(str, (SIDE, *range(BATTLES), SUBORDINATE, WING, SUDDEN))
    done = subprocess.run([sys.executable, "-m", "tests.audits.lgg.led", *numbers], cwd=BASE_DIR, text=True, check=True,
                          env={**os.environ, "BIVOUAC_KERNELS": "1"}, stdout=subprocess.PIPE)  # fmt: skip
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    return sorted(reports, key=lambda report: (report["outcome"]["winner"] is None, len(report["journal"])))


def place_of(lie: Lie) -> tuple[Report, Event]:
    """Return the first battle in which something can be falsified, and the event."""
    found = ((report, event) for report in true_reports() for event in report["journal"])
    return next((report, event) for report, event in found if event["ev"] == lie.kind and lie.fits(report, event))


def spoilt(lie: Lie) -> Report:
    """Return that battle with the lie."""
    report, told = place_of(lie)
    false = copy.deepcopy(report)
    lie.spoil(false, false["journal"][told["n"] - 1])
    for number, event in enumerate(false["journal"], 1):
        event["n"] = number
    return false


@pytest.mark.parametrize("lie", LIES, ids=[lie.name for lie in LIES])
def test_ENG_16_a_tampered_journal_is_caught(lie: Lie) -> None:
    assert lie.rule in {breach.rule for breach in audit(spoilt(lie))}


def test_ENG_16_the_battles_that_are_falsified_were_true() -> None:
    used = {id(report): report for report, _ in map(place_of, LIES)}
    assert [breach for report in used.values() for breach in audit(report)] == []
