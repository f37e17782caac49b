"""REC-7 at the table: engineers try, their successes are counted, trains lie as bridges and come back from them."""

from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.contract.notes import EVERYTHING, Reader
from battles.resolvers.contract.registry import resolver
from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.companion.look import entry_of
from battles.resolvers.lgg.companion.screen import screen_of
from battles.resolvers.lgg.record.codes import Status
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.entries import whole_part

from .hand import Hand, file

PIONEERS = {"id": "f7", "name": "Pioneers", "type": "engineer"}
TRAIN = {"id": "f8", "name": "Train", "type": "pontoon"}
SAPPERS = {"id": "a5", "name": "Sappers", "type": "engineer"}


def with_engineers(**more: Any) -> BattleFile:
    data = file(**more).as_dict()
    data["sides"][0]["units"] += [PIONEERS, TRAIN]
    data["sides"][1]["units"].append(SAPPERS)
    return resolver("lgg").freeze(parse(data), "field")


def at_work() -> Hand:
    """The French have eight actions, the Allies will have five."""
    return Hand(with_engineers()).begin().roll([4, 4], [2, 3])


def work(hand: Hand, key: str, face: int, unit: str = "f7", **more: Any) -> Hand:
    return hand.note("work", unit=unit, work=key, dice=[face], **{"cost": 1, **more})


def next_round(hand: Hand) -> Hand:
    return hand.end_round().roll([4, 4], [2, 3])


def test_EA4_a_field_work_needs_two_successes_and_a_failure_costs_none() -> None:
    hand = work(at_work(), "EA4", 7)
    assert hand.wording.text == "Pioneers at work on a field work, 7 against Morale 7: one success of 2."
    assert int(hand.table.battle.actions) == 7
    hand = work(next_round(hand), "EA4", 8)
    assert "one success of 2" in hand.wording.text
    hand = work(next_round(hand), "EA4", 1)
    assert hand.wording.text == "Pioneers at work on a field work, 1 against Morale 7: the work stands."


def test_REC_7_one_attempt_a_round_by_engineers_in_their_own_turn() -> None:
    with pytest.raises(Refusal, match="worked already in this round"):
        work(work(at_work(), "EA5", 9), "EA5", 1)
    with pytest.raises(Refusal, match="only engineers do"):
        work(at_work(), "EA5", 1, unit="f1")
    with pytest.raises(Refusal, match="not the turn of Allies"):
        work(at_work(), "EA5", 1, unit="a5")
    with pytest.raises(Refusal, match="That is for French"):
        at_work().note("work", by=1, unit="f7", work="EA5", dice=[1])


@pytest.mark.parametrize("other", [{"key": "EA6"}, {"key": "EA4", "afresh": True}])
def test_REC_7_successes_at_another_work_or_elsewhere_are_lost(other: dict[str, Any]) -> None:
    assert "one success of 2" in work(next_round(work(at_work(), "EA4", 1)), face=1, **other).wording.text


def test_REC_7_who_leaves_the_table_loses_his_work() -> None:
    hand = work(at_work(), "EA4", 1).note("rout", unit="f7").note("unit", unit="f7", strength=1, fate="stands")
    assert "one success of 2" in work(next_round(hand), "EA4", 1).wording.text


def bridged() -> Hand:
    return work(next_round(work(at_work(), "EA1", 1, train="f8")), "EA1", 2, train="f8")


def test_EA1_the_train_lies_as_the_bridge_and_is_taken_up_again() -> None:
    hand = bridged()
    assert hand.wording.text.endswith("the bridge lies, and Train lies in it.")
    assert hand.table.status("f8") == Status.AS_BRIDGE
    assert entry_of(hand.table, 0, whole_part(hand.file, 0))["units"]["f8"] == {"strength": 1, "fate": "stands"}
    hand = work(next_round(hand), "dismantle", 7, train="f8")
    assert hand.wording.text.endswith("the bridge is taken up, and Train stands on the table.")
    assert hand.table.is_here("f8")


def test_EA1_a_bridge_needs_a_train_that_is_there() -> None:
    with pytest.raises(Refusal, match="choose the pontoon train"):
        work(at_work(), "EA1", 1)
    with pytest.raises(Refusal, match="lies in no bridge"):
        work(at_work(), "dismantle", 1, train="f8")
    with pytest.raises(Refusal, match="this work needs no such train"):
        work(at_work(), "EA4", 1, train="f8")
    with pytest.raises(Refusal, match="does not stand on the table"):
        work(next_round(bridged()), "EA1", 1, train="f8")


def test_EA2_a_demolished_pontoon_bridge_breaks_its_train() -> None:
    hand = bridged().note("turn_end")
    hand = work(hand, "EA2", 7, unit="a5", train="f8")
    assert hand.wording.text == "Sappers at work on the demolition of a bridge, 7 against Morale 7: the bridge is gone."
    assert hand.table.status("f8") == Status.NONRALLYABLE
    with pytest.raises(Refusal, match="needs no such train"):
        work(bridged().note("turn_end"), "dismantle", 7, unit="a5", train="f8")


@pytest.mark.parametrize(("held", "works"), [(True, " Laid: one field work before the battle (HR-T4)."), (False, "")])
def test_HR_T4_a_defender_who_held_the_province_has_his_works(held: bool, works: str) -> None:
    hand = Hand(with_engineers(held_whole_turn=held)).note("deploy", side=0)
    assert "field work" not in hand.wording.text
    assert hand.note("deploy", side=1).wording.text == f"Allies: set up, five units on the table.{works}"


def test_both_sides_read_that_dice_were_taken_back() -> None:
    hand = work(at_work(), "EA4", 9).take_back(6)
    gone, undone = hand.played.lines[-2:]
    assert gone.taken_back
    for reader in (0, 1, None):
        assert gone.read_by(reader) == "A work of engineers was noted, with 9; these dice do not count any more"
        assert undone.read_by(reader) == (
            "Note 6 is taken back: A work of engineers was noted, with 9; these dice do not count any more."
        )
    assert "dice" not in hand.note("spend", amount=1).take_back(8).played.lines[-1].read_by(0)


def test_the_enemy_sees_a_train_in_its_bridge() -> None:
    seen = screen_of(bridged().table, Reader(1)).units
    assert next(unit.status for unit in seen if unit.id == "f8") == "bridge"
    assert screen_of(bridged().table, EVERYTHING).units
