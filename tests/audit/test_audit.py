"""Battles of every kind are fought and audited: no rule may be broken."""

import pytest

from tests.audit.run import breaches_of

SMALL, SMALL_SIDE, MANY = 25, 7, 500


def told(numbers: range, most: int) -> list[str]:
    found, _ = breaches_of(numbers, most)
    return [f"battle {number} event {b.event}: {rule}: {b.text}" for rule, rows in found.items() for number, b in rows]


@pytest.mark.parametrize("first", range(0, SMALL, 5))
def test_ENG_16_small_battles_break_no_rule(first: int) -> None:
    assert told(range(first, first + 5), SMALL_SIDE) == []


@pytest.mark.soak
def test_ENG_16_five_hundred_battles_break_no_rule() -> None:
    assert told(range(1000, 1000 + MANY), 40) == []
