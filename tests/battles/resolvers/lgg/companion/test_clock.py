"""Rounds at the table: command rolls, initiative, actions, the count, stratagems."""

import pytest

from base.refusal import Refusal
from battles.resolvers.lgg.companion.clock import rollers
from battles.resolvers.lgg.record.codes import Phase

from .hand import Hand, file


def test_both_sides_set_up_before_a_day_begins() -> None:
    hand = Hand().note("deploy", side=0)
    with pytest.raises(Refusal, match="when both sides have set up"):
        hand.note("day")
    with pytest.raises(Refusal, match="French: set up already"):
        hand.note("deploy", side=0)
    assert hand.note("deploy", side=1).table.phase == Phase.DAY_START


def test_ST_01_the_example_rounds_of_6_2() -> None:
    hand = Hand().begin()
    assert "First: French" in hand.roll([4, 4], [2, 3]).wording.text
    assert "count 13 of 100" in hand.end_round().wording.text
    hand.roll([3, 4], [2, 2])
    assert hand.table.battle.actions == 7
    assert "count 24 of 100" in hand.end_round().wording.text


def test_ST_02_rain_adds_two_to_the_count_and_nothing_to_the_actions() -> None:
    hand = Hand(file(weather="precipitating", ground="soft")).begin().roll([4, 5], [3, 3])
    assert hand.table.battle.actions == 9
    assert "9 and 6 and 2, count 17 of 100" in hand.end_round().wording.text
    assert hand.table.battle.radius == 10.0


def test_ST_26_a_tie_in_the_first_round_is_rolled_again_later_the_same_side_goes_first() -> None:
    hand = Hand().begin().roll([3, 3], [2, 4])
    assert "both roll again" in hand.wording.text
    assert "First: Allies" in hand.roll([1, 1], [6, 6]).wording.text
    assert "First: Allies" in hand.end_round().roll([3, 3], [4, 2]).wording.text


@pytest.mark.parametrize(("skill", "dice"), [("poor", [10]), ("average", [3, 5]), ("good", [9, 6]), ("great", [10, 9])])
def test_LGG_5_0_a_every_skill_has_its_dice(skill: str, dice: list[int]) -> None:
    hand = Hand(file(skills=(skill, "average"))).begin().note("roll", side=0, dice=dice)
    assert hand.table.battle.rolled[0] == sum(dice)


@pytest.mark.parametrize("dice", [[7, 1], [0, 1], [3], [3, 3, 3], [True, 1]])
def test_ENG_13_typed_dice_that_cannot_fall_are_refused(dice: list[int]) -> None:
    with pytest.raises(Refusal, match="dice"):
        Hand().begin().note("roll", side=0, dice=dice)


def test_LGG_6_1_c_actions_are_spent_given_back_and_never_more_than_rolled() -> None:
    hand = Hand().begin().roll([4, 4], [2, 3]).note("spend", amount=3)
    assert hand.table.battle.actions == 5
    with pytest.raises(Refusal, match="5 left to French, not 6"):
        hand.note("spend", amount=6)
    assert hand.note("spend", amount=-2).table.battle.actions == 7
    with pytest.raises(Refusal, match="no more can be given back"):
        hand.note("spend", amount=-2)


def test_LGG_6_2_b_the_day_ends_with_the_round_that_reaches_its_length() -> None:
    hand = Hand().begin()
    for n in range(4):
        hand.round([6, 6], [6, 6 - (n == 0)])
    assert (hand.table.battle.count, hand.table.phase) == (95, Phase.INITIATIVE)
    assert "The day is over." in hand.round([1, 1], [1, 2]).wording.text
    assert hand.table.phase == Phase.STAY_LEAVE


def test_HR_B_breaking_off_is_secret_until_the_round_ends() -> None:
    hand = Hand().begin().roll([4, 4], [2, 3]).note("break_off", by=1, side=1, leaves=True)
    line = hand.played.lines[-1]
    assert "break off" in line.read_by(1)
    assert "break off" in line.read_by(None)
    assert line.read_by(0) == "Allies: a secret note."
    hand.end_round()
    assert "Broken off, and off the field: Allies" in hand.wording.text
    assert hand.wording.story == "The Allies broke off the fight and left the field."
    assert list(hand.table.battle.stays) == [1, 0]


def test_HR_B_a_side_without_a_line_of_battle_has_to_leave() -> None:
    hand = Hand(file(options={"will": "off"})).begin().roll([4, 4], [2, 3])
    for key in ("a1", "a2", "a3"):
        hand.note("unit", unit=key, strength=0, fate="destroyed")
    assert "off the field: Allies" in hand.end_round().wording.text


def test_LGG_S1_a_chits_are_read_by_their_side_alone_and_spent_once_a_round() -> None:
    hand = Hand(file(options={"stratagems": True})).begin().note("chits", by=0, side=0, count=2)
    assert hand.played.lines[-1].read_by(1) == "French: chits drawn."
    hand.roll([1, 1], [2, 3]).note("stratagem", by=0, side=0, which="ST1", dice=[6, 5])
    assert hand.table.battle.rolled[0] == 11
    with pytest.raises(Refusal, match="One stratagem a round"):
        hand.note("stratagem", by=0, side=0, which="ST3")
    hand.note("turns")
    assert hand.table.battle.first == 0
    hand.end_round().roll([4, 4], [2, 3]).note("turns").note("stratagem", by=0, side=0, which="ST2", dice=[4])
    assert hand.table.battle.actions == 12
    assert "8 and 5 and 4" in hand.end_round().wording.text
    hand.roll([4, 4], [2, 3])
    with pytest.raises(Refusal, match="No stratagem is left"):
        hand.note("stratagem", by=0, side=0, which="ST3")


def test_no_stratagems_where_the_battle_has_none() -> None:
    with pytest.raises(Refusal, match="without stratagems"):
        Hand().begin().note("chits", side=0, count=2)


def test_HR_T6_units_on_the_march_are_unknown_until_they_arrive() -> None:
    hand = Hand(file(marks={"a2": {"arrives": 13}})).begin()
    assert hand.table.units_of(1) == ["a1", "a3", "a4"]
    with pytest.raises(Refusal, match="no unit on this table"):
        hand.note("unit", unit="a2", strength=4, fate="stands")
    hand.round([4, 4], [2, 3]).note("arrive", by=1, units=["a2"])
    assert hand.table.units_of(1) == ["a1", "a2", "a3", "a4"]
    assert hand.table.is_here("a2")


def test_HR_W_typed_weather_is_the_engines() -> None:
    hand = Hand(file(weather=None, ground=None)).note("deploy", side=0).note("deploy", side=1).note("day", dice=[8])
    assert "weather overcast, ground hard, radius 15" in hand.wording.text
    foul = Hand(file(weather=None, ground=None, campaign_weather="foul")).note("deploy", side=0)
    foul.note("deploy", side=1).note("day", dice=[9, 1])
    assert "weather precipitating, ground soft" in foul.wording.text


def test_HR_27_a_large_army_throws_further_rolls_and_only_the_first_counts_toward_the_day() -> None:
    hand = Hand(file(skills=("good", "average"), wings=("poor",), options={"large_army": 2})).begin()
    assert [rollers(hand.table, side) for side in (0, 1)] == [
        ["the commander", "the commander", "the first wing", "the staff"],
        ["the commander", "the commander", "the staff"],
    ]
    hand.roll([10, 6, 9, 8], [2, 3, 7])
    assert list(hand.table.battle.rolled) == [33, 12]
    assert hand.played.lines[-2].read_by(None).startswith("Command roll of French: 33 (16 of them count")
    assert "16 and 5, count 21" in hand.end_round().wording.text
