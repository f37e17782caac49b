"""The auditor audited: a true journal passes, and each lie in it is found."""

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tests.audit.audit import audit
from tests.audit.lies import LIES, Lie
from tests.audit.mobs import mob_report
from tests.audit.run import fought

Report = dict[str, Any]
BATTLES = 80
SIDE = 7
SUBORDINATE, WING, SUDDEN = 84, 111, 112
"""A battle in which a subordinate takes over, one in which a wing does, and one that ends by sudden death."""


@cache
def led(number: int) -> Report:
    """A small battle, led by a general or by anybody by turns."""
    return mob_report(number // 2, SIDE) if number % 2 else fought(number // 2, SIDE)


def true_reports() -> Iterator[Report]:
    """Small battles whose journals break no rule."""
    return (led(number) for number in (*range(BATTLES), SUBORDINATE, WING, SUDDEN))


def spoilt(lie: Lie) -> Report:
    """The first battle in which something can be falsified, with that lie."""
    for report in true_reports():
        told = next((e for e in report["journal"] if e["ev"] == lie.kind and lie.fits(report, e)), None)
        if told is not None:
            false = copy.deepcopy(report)
            lie.spoil(false, false["journal"][told["n"] - 1])
            for number, event in enumerate(false["journal"], 1):
                event["n"] = number
            return false
    raise AssertionError(f"nothing can be falsified: {lie.name}")


@pytest.mark.parametrize("lie", LIES, ids=[lie.name for lie in LIES])
def test_ENG_16_a_tampered_journal_is_caught(lie: Lie) -> None:
    assert lie.rule in {breach.rule for breach in audit(spoilt(lie))}


def test_ENG_16_the_battles_that_are_falsified_were_true() -> None:
    assert [breach for report in true_reports() for breach in audit(report)] == []
