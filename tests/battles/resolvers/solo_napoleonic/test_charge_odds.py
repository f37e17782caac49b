"""The odds of a charge: its two tests, counted exactly (SNW-59, SNW-61), and their notes at the table (SNW-60, 62)."""

from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.solo_napoleonic.odds import read_question


def chances(attacker: str, defender: str, **situation: Any) -> tuple[str, str]:
    asked = {"kind": "charge", "attackers": [{"type": attacker}], "defender": {"type": defender}}
    found = read_question(asked | {"situation": situation}).answer()["chances"]
    return found["starts"]["fraction"], found["goes_home"]["fraction"]


@pytest.mark.parametrize(("situation", "starts", "home"), [
    ({}, "16/25", "59/100"), ({"leader": "brigadier_timid"}, "27/50", "69/100"),
    ({"leader": "brigadier_normal"}, "37/50", "69/100"),
    ({"leader": "brigadier_aggressive"}, "21/25", "69/100"), ({"leader": "senior_timid"}, "59/100", "79/100"),
    ({"leader": "senior_normal"}, "21/25", "79/100"), ({"leader": "senior_aggressive"}, "89/100", "79/100"),
    ({"standard": True}, "27/50", "49/100"), ({"officer": True}, "16/25", "27/50"),
    ({"ground": "uphill"}, "16/25", "27/50"), ({"ground": "downhill"}, "16/25", "16/25"),
    ({"ground": "obstacle"}, "16/25", "49/100"), ({"ground": "work"}, "16/25", "39/100"),
    ({"casualties": 2}, "16/25", "49/100"), ({"disorder": 2, "defender_disorder": 3}, "16/25", "16/25"),
])  # fmt: skip
def test_SNW_59_SNW_61_each_modifier_of_a_charge_of_line_at_line(
    situation: dict[str, Any], starts: str, home: str
) -> None:
    assert chances("line_inf", "line_inf", **situation) == (starts, home)


def test_SNW_59_SNW_61_cavalry_at_steady_infantry_and_at_a_lower_class() -> None:
    assert chances("heavy_cav", "line_inf", stands=True) == ("21/25", "6/25")
    assert chances("heavy_cav", "line_inf") == ("21/25", "37/50")


def test_SNW_60_guns_do_not_charge() -> None:
    with pytest.raises(Refusal, match=r"attackers\[0\].type: artillery does not charge"):
        chances("field_art", "line_inf")
