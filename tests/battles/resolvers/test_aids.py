"""EX-6 What lies beside the table: each line under a rule there is, with its tag and the profile's numbers."""

import re
from typing import Any

import pytest

from battles.pack.situation import tasks_of
from battles.resolvers.aftermath.rules import BOX_PENALTY, PURSUED_PENALTY
from battles.resolvers.contract.aids import Aid, aids_of
from battles.resolvers.contract.explanations import explanations
from battles.resolvers.lgg.record.stratagems import CHITS, DRAWN, STRATAGEMS_AMONG
from battles.resolvers.lgg.sums.quick_sheet import quick_sheet
from tests.battles.pack.packs import FRENCH, allied_pack, battle, both_packs, french_pack


def aids(values: dict[str, Any] | None = None):
    return aids_of("lgg", {path: number.text for path, number in quick_sheet(values or {}).numbers().items()})


def all_aids() -> list[Aid]:
    found = aids()
    assert found.stratagems
    assert found.evening
    return [*found.sections, found.stratagems, found.evening]


def test_EX_6_every_line_stands_under_a_rule_and_has_its_tag():
    rules = explanations()
    wrong = [
        (line.rule, line.tag) for aid in all_aids() for line in aid.lines
        if line.rule not in rules or rules[line.rule].tag != line.tag
    ]  # fmt: skip
    assert wrong == []


def test_EX_6_every_task_stands_under_a_rule():
    meeting = battle(FRENCH | {"role": "attacker"}, engagement="meeting", fortress=True, river_crossing=True,
                     campaign_weather="foul", held_whole_turn=True,
                     options={"stratagems": True, "sudden_death": True})  # fmt: skip
    packs = (french_pack(), allied_pack(), both_packs(), french_pack(meeting))
    used = {rule for pack in packs for number in pack.known_sides for _, rule in tasks_of(pack, number)}
    assert used >= {"HR-T1", "HR-T3", "HR-T5", "LGG-15.1", "HR-D2", "HR-7", "LGG-S1", "LGG-S3", "HR-W"}
    known = explanations()
    assert [rule for rule in used if not any(id == rule or id.startswith(f"{rule}-") for id in known)] == []


def test_EX_6_the_aids_numbers_are_those_of_the_engine():
    found = aids()
    assert found.evening
    assert found.stratagems
    assert found.evening.numbers == {"pursued": PURSUED_PENALTY, "non_rallyable": BOX_PENALTY}
    assert found.stratagems.numbers == {"chits": CHITS, "among": STRATAGEMS_AMONG, "drawn": DRAWN}


def test_EX_6_a_profiles_own_numbers_stand_in_the_lines():
    own = aids({"distance": {"commander_move": {"value": 17}}})
    text = " ".join(line.text for aid in own.sections for line in aid.lines)
    assert "Move a commander up to 17 inches" in text
    assert not re.search(r"[{}]", text)


def test_a_rule_system_without_aids_has_none():
    none = aids_of("drill", {})
    assert (none.sections, none.stratagems, none.evening) == ((), None, None)


def test_a_number_that_there_is_not_is_a_mistake():
    with pytest.raises(KeyError):
        aids_of("lgg", {})
