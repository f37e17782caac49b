"""The numbers of the house rules: as they are documented, and as the referee changes them during a war."""

import re
from pathlib import Path

import pytest

from base.refusal import Refusal
from campaign.rules.house import HouseChange, house_at, in_force, read_changes, shipped

FIRST = HouseChange("supply.edges", 4, 6, 3, "Roads are bad.")
SECOND = HouseChange("supply.edges", 5, 4, 6, "Roads are mended.")


def test_a_change_takes_effect_on_its_turn_and_earlier_turns_keep_what_they_had() -> None:
    assert in_force({}, [FIRST, SECOND], 2) == {}
    assert in_force({}, [FIRST, SECOND], 3) == {"supply.edges": 4}
    now = {"supply.edges": 5}
    seen = [house_at(now, [FIRST, SECOND], turn, 7)["supply.edges"] for turn in (2, 3, 5, 6, 7)]
    assert seen == [6, 4, 4, 5, 5]
    assert house_at({"supply.edges": 4}, [FIRST, SECOND], 2, 5)["supply.edges"] == 6  # the second is still to come


def test_changes_that_cannot_be_read_are_refused_by_their_place() -> None:
    for wrong, why in (({"key": "x"}, "give key"), (FIRST.as_dict() | {"value": -1}, "house_rules.supply.edges"),
                       (FIRST.as_dict() | {"from_turn": 0}, "from_turn")):  # fmt: skip
        with pytest.raises(Refusal, match=why):
            read_changes([wrong])


DOC = Path(__file__).resolve().parents[3] / "docs" / "house_rules.md"


def test_the_page_of_numbers_and_their_table_agree():
    rows = re.findall(r"\| `([a-z_.0-9]+)` \| (\d+) \| (\w+) \| (\S+) \| (.+) \|", DOC.read_text(encoding="utf-8"))
    table = {key: (str(n.value), n.tag, n.source, n.words) for key, n in shipped().numbers().items()}
    assert {key: tuple(rest) for key, *rest in rows} == table
