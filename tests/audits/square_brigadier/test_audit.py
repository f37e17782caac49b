"""Unseen battles are sound, and false journals are found out."""

from functools import cache
from typing import Any

import pytest

from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file
from battles.resolvers.square_brigadier.resolver import DOOR
from battles.resolvers.values.report import Report
from tests.audits.square_brigadier.auditor import audit
from tests.audits.unseen import Bend, armies, bent, by_one, conditions, farther, other_box
from tests.battles.conformance.conftest import battle_data
from tests.battles.resolvers.square_brigadier.files import file_of

OPTIONS: tuple[dict[str, Any], ...] = (
    {}, {"first": True, "weapons": "1"}, {"irregular": "1", "militia": True}, {"weapons": "3", "carbines": False},
)  # fmt: skip
"""Battles with and without the optional rules; battle and terrain differ from each to the next of the same."""


@cache
def battle(n: int) -> Report:
    """An unseen battle of one day."""
    return DOOR.fight(file_of(*armies(n), options={"max_days": 1} | OPTIONS[n % 4], **conditions(n)), f"unseen {n}")


@pytest.mark.parametrize("n", range(10))
def test_COM_18_COM_19_an_unseen_battle_is_sound(n: int) -> None:
    assert audit(battle(n)) == []


def test_COM_16_a_general_who_fell_as_a_day_ended_is_followed_by_a_worse_one() -> None:
    report = fight_file(parse(battle_data("square_brigadier", terrain="open")), "fortify 10")
    named = [e for e in report.journal if e.get("role") == "army" and e["side"] == "French"]
    assert [(e["ev"], e["day"], e["commander"]) for e in named] == [
        ("deploy", 1, "Ney"), ("deploy", 2, "French brigadier 1")]  # fmt: skip
    assert audit(report) == []


def more_dice(event: Any) -> None:
    event["dice"].append(event["dice"][0] | {"face": 1})


def other_rally(event: Any) -> None:
    event["pass"] = not event["pass"]


def other_side(event: Any) -> None:
    event["side"] = "Red" if event["side"] == "Blue" else "Blue"


@pytest.mark.parametrize(
    ("name", "bend"),
    [("move", farther), ("fire", by_one("hits")), ("combat", more_dice), ("orders", by_one("total")),
     ("hit", by_one("left")), ("rout", other_box), ("rally", other_rally), ("order", by_one("price")),
     ("first_turn", other_side)],
)  # fmt: skip
def test_a_false_journal_is_found_out(name: str, bend: Bend) -> None:
    assert audit(bent(battle, name, bend)) != []
