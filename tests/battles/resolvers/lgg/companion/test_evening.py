"""The evening's steps in order, the night, and the result form filled in."""

import pytest

from base.refusal import Refusal
from battles.resolvers.lgg.companion.evening import broken, recoverers, to_allot
from battles.resolvers.lgg.companion.look import entry_of
from battles.resolvers.lgg.companion.round_end import will_of
from battles.resolvers.lgg.record.codes import DRAW, Phase, Status
from battles.resolvers.values.entries import read_entry, whole_part
from rosters.rules.catalogue import catalogue

from .hand import Hand, file


def evening(*, french: bool, allies: bool) -> Hand:
    """A day in which A1 was hit twice, A2 and F3 were broken, F3 beyond the radius; then both say what they do."""
    hand = Hand().begin().roll([6, 6], [6, 5])
    hand.note("fire", firer="f6", target="a1", dice=[9, 5]).note("rout", unit="a2").note("rout", unit="f3", beyond=True)
    hand.end_round()
    for _ in range(4):
        hand.round([6, 6], [6, 6])
    return hand.note("stay", by=0, side=0, stays=french).note("stay", by=1, side=1, stays=allies)


def test_LGG_15_1_a_the_first_answer_is_secret() -> None:
    hand = Hand().begin().day_over().note("stay", by=0, side=0, stays=False)
    assert hand.played.lines[-1].read_by(1) == "French: said whether to stay."
    assert hand.played.lines[-1].read_by(0) == "French: leaving."
    with pytest.raises(Refusal, match="said already"):
        hand.note("stay", by=0, side=0, stays=True)
    hand.note("stay", by=1, side=1, stays=True)
    assert hand.played.lines[-1].read_by(0).startswith("Allies: staying; French: leaving.")
    assert hand.wording.story == "The Allies kept the field, and the French left it."


def test_LGG_15_2_a_no_pursuit_in_a_draw() -> None:
    hand = evening(french=False, allies=False)
    assert "There is no pursuit." in hand.wording.text
    assert hand.table.phase == Phase.EOD_RECOVERY


def test_LGG_15_3_two_dice_hit_whom_the_loser_names() -> None:
    # the French lights have 3, the allied one 1
    hand = evening(french=True, allies=False)
    assert "The pursuit has two dice." in hand.wording.text
    hand.note("pursuit", dice=[1, 4])
    assert to_allot(hand.table) == [1, 0, 1]
    with pytest.raises(Refusal, match="That is for Allies"):
        hand.note("allot", by=0, hits={"a1": 1, "a4": 1})
    with pytest.raises(Refusal, match="exactly 1 on infantry and 1 on artillery"):
        hand.note("allot", by=1, hits={"a1": 2})
    hand.note("allot", by=1, hits={"a1": 1, "a4": 1})
    assert (hand.table.strength("a1"), hand.table.status("a4")) == (1, Status.NONRALLYABLE)
    assert hand.table.phase == Phase.EOD_RECOVERY


def test_LGG_15_4_recovery_then_rally_each_with_its_penalty() -> None:
    hand = evening(french=True, allies=False).note("pursuit", dice=[5, 6])
    assert recoverers(hand.table, 1) == ["a1"]
    assert hand.table.done == [True, False], "no Frenchman has a hit to recover"
    # a pursued side adds 1: Line recovers at 6, not at 7
    hand.note("recovery", by=1, side=1, dice=[6])
    assert "A1 6+1 recovered" in hand.wording.text
    assert (hand.wording.story, broken(hand.table, 0)) == ("The Allies' A1 recovered.", ["f3"])
    # Elite has Morale 8, the Non-Rallyable box adds 2
    hand.note("rallying", by=0, side=0, dice=[6])
    assert hand.table.strength("f3") == 1
    # Militia has Morale 5, the pursuit adds 1
    hand.note("rallying", by=1, side=1, dice=[5])
    assert (hand.table.status("a2"), hand.table.phase) == (Status.ELIMINATED, Phase.OVER)
    assert hand.table.battle.winner == 0


def test_EX_5_the_result_form_is_filled_in_with_the_own_units_and_makes_sense() -> None:
    hand = evening(french=True, allies=False).note("pursuit", dice=[5, 6])
    hand.note("recovery", by=1, side=1, dice=[7]).note("rallying", by=0, side=0, dice=[6])
    hand.note("rallying", by=1, side=1, dice=[5])
    entry = entry_of(hand.table, 1)
    assert entry == {
        "stage": "after", "days": 1, "stayed": [True, False], "leaders": ["unhurt"], "foe_left": None,
        "units": {
            "a1": {"strength": 2, "fate": "stands"}, "a2": {"strength": 0, "fate": "destroyed"},
            "a3": {"strength": 1, "fate": "stands"}, "a4": {"strength": 1, "fate": "stands"},
        },
    }  # fmt: skip
    assert read_entry(entry, hand.file, whole_part(hand.file, 1), catalogue()).left == 4
    assert entry_of(hand.table, 0)["units"]["f3"] == {"strength": 1, "fate": "stands"}


def test_a_battle_that_stops_before_its_evening_is_left_to_the_program() -> None:
    hand = Hand().begin().roll([4, 4], [2, 3]).note("rout", unit="a1")
    entry = entry_of(hand.table, 1)
    assert entry["stayed"] == [None, None]
    assert (entry["stage"], entry["units"]["a1"]) == ("before", {"strength": 0, "fate": "rallyable"})
    read_entry(entry, hand.file, whole_part(hand.file, 1), catalogue(), judged=False)
    with pytest.raises(Refusal, match="Nothing has been fought yet"):
        entry_of(Hand().table, 0)


def second_day() -> Hand:
    hand = evening(french=True, allies=True)
    return (
        hand.note("recovery", by=1, side=1, dice=[10])
        .note("rallying", side=0, dice=[10])
        .note("rallying", side=1, dice=[1])
    )


def test_LGG_15_5_between_two_days_units_amalgamate_and_the_result_shares_them_out_again() -> None:
    hand = second_day()
    assert hand.table.phase == Phase.AMALGAMATE
    with pytest.raises(Refusal, match="becomes fewer units"):
        hand.note("groups", side=0, groups=[["f1", "f2"]])
    hand.note("groups", side=0, groups=[]).note("groups", by=1, side=1, groups=[["a1", "a2"]])
    # 2 and 1 strength points of Line and Militia become one Militia unit of 3
    assert (hand.table.kind("a1").key, hand.table.strength("a1")) == ("militia_inf", 3)
    assert hand.table.status("a2") == Status.AMALGAMATED
    hand.note("night").note("day", dice=[3])
    assert hand.table.battle.day == 2
    entry = entry_of(hand.table, 1)
    assert (entry["units"]["a1"]["strength"], entry["units"]["a2"]["fate"]) == (3, "destroyed")
    assert read_entry(entry, hand.file, whole_part(hand.file, 1), catalogue(), judged=False).left == 3 + 1 + 1


def test_HR_D2_the_rallied_stand_on_the_table_again_after_the_night() -> None:
    hand = second_day().note("groups", side=0, groups=[]).note("groups", side=1, groups=[])
    assert not hand.table.is_here("a2")
    assert hand.note("night").table.is_here("a2")


def test_ENG_there_are_no_more_days_than_the_file_says() -> None:
    hand = Hand(file(options={"max_days": 1})).begin().day_over()
    hand.note("stay", side=0, stays=True).note("stay", side=1, stays=True)
    assert (hand.table.phase, hand.table.battle.winner) == (Phase.OVER, DRAW)


def test_LGG_S3_a_sudden_death_ends_it() -> None:
    hand = Hand(file(options={"sudden_death": True})).begin().roll([4, 4], [2, 3])
    for key in ("a1", "a2"):
        hand.note("rout", unit=key)
    assert "Sudden death, broken: Allies" in hand.end_round().wording.text
    assert hand.table.phase == Phase.OVER


def test_HR_26_a_broken_army_leaves_and_the_evening_begins() -> None:
    hand = Hand().begin().roll([4, 4], [2, 3]).note("rout", unit="a1")
    assert "Broken: French 0, leaves at 3; Allies 1, leaves at 2 (HR-26)." in hand.end_round().wording.text
    assert hand.table.phase == Phase.INITIATIVE
    hand.roll([4, 4], [2, 3]).note("rout", unit="a2").end_round()
    assert hand.wording.story == "The Allies gave way with two of four units broken."
    assert (hand.table.phase, list(hand.table.battle.stays)) == (Phase.PURSUIT, [1, 0])


def test_HR_26_a_unit_on_the_march_counts_once_it_is_there() -> None:
    hand = Hand(file(marks={"a3": {"arrives": 13}, "a4": {"arrives": 13}})).begin()
    assert [will_of(hand.table, side) for side in (0, 1)] == [(0, 3), (0, 1)]
    hand.round([4, 4], [2, 3]).note("arrive", by=1, units=["a3", "a4"])
    assert will_of(hand.table, 1) == (0, 2)
    assert will_of(Hand(file(options={"will": "off"})).table, 1) is None
