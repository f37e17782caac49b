"""Unseen battles are sound, and false journals are found out."""

from functools import cache
from typing import Any

import pytest

from battles.resolvers.activation.resolver import DOOR
from battles.resolvers.values.report import Report
from tests.audits.activation.auditor import audit
from tests.audits.unseen import Bend, armies, bent, by_one, conditions, farther, other_box
from tests.battles.resolvers.common.grid_battles import file_of


@cache
def battle(n: int) -> Report:
    """An unseen battle of one day."""
    return DOOR.fight(file_of("activation", *armies(n), options={"max_days": 1}, **conditions(n)), f"unseen {n}")


@pytest.mark.parametrize("n", range(10))
def test_an_unseen_battle_is_sound(n: int) -> None:
    assert audit(battle(n)) == []


def other_event(event: Any) -> None:
    event["critical"] = "panic" if event["critical"] == "rout" else "rout"


@pytest.mark.parametrize(
    ("name", "bend"),
    [("move", farther), ("fire", by_one("hits")), ("activation", by_one("successes")), ("combat", by_one("attack")),
     ("hit", by_one("left")), ("rout", other_box), ("critical", other_event), ("group", by_one("successes"))],
)  # fmt: skip
def test_a_false_journal_is_found_out(name: str, bend: Bend) -> None:
    assert audit(bent(battle, name, bend)) != []
