"""The companions of the smaller rule systems by notes: counters, tables, the end of a day, what a reader knows."""

import re
from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.contract.notes import EVERYTHING, UNDO, Note, Reader
from battles.resolvers.contract.registry import companion, resolver
from battles.resolvers.dispatch.dispatch import passages
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.battle import BattleFile
from tests.battles.conformance.conftest import battle_data

SMALL = ("one_hour", "my_favourite", "square_brigadier", "activation", "solo_napoleonic")


def file_of(rules: str, options: dict[str, Any] | None = None, **strengths: int) -> BattleFile:
    data = battle_data(rules, weather="normal", ground="hard") | ({"options": options} if options else {})
    for side in data["sides"]:
        for unit in side["units"]:
            unit["strength"] = strengths.get(unit["id"], unit["strength"])
    return resolver(rules).freeze(parse(data), "by hand")


class Hand:
    """Writes notes one after the other, as the service does."""

    def __init__(self, rules: str, options: dict[str, Any] | None = None, **strengths: int) -> None:
        self.file, self.door = file_of(rules, options, **strengths), companion(rules)
        self.notes: list[Note] = []
        self.text = ""

    @property
    def table(self) -> Any:
        return self.door.read_notes(self.file, self.notes).table

    def note(self, kind: str, *, by: int | None = None, **values: Any) -> "Hand":
        mine = Note(len(self.notes) + 1, by, kind, values, "somebody")
        if kind == UNDO:
            self.door.try_undo(self.file, self.notes, mine)
        else:
            self.text = self.door.play_next(self.table, mine).text
        self.notes.append(mine)
        return self

    def begin(self) -> "Hand":
        return self.note("deploy", side=0).note("deploy", side=1).note("day")

    def left(self, key: str) -> int:
        table = self.table
        return int(table.battle.left[table.slots[key]])

    def count(self, key: str, counter: str) -> int:
        table = self.table
        return int(table.count(table.slots[key], counter))

    def entry(self, side: int) -> dict[str, Any]:
        return dict(self.door.entry_of(self.table, side))


def test_OHW_11_a_shot_reads_the_attack_table_and_OHW_19_calls_for_morale() -> None:
    hand = Hand("one_hour").begin().note("fire", unit="f1", foe="a1", situation={"range": 6}, dice=[2])
    assert (hand.text, hand.left("a1")) == ("Shot of the French Gérard at the Allies' Klüx: no hits.", 3)
    hand.note("fire", unit="f3", foe="a1", situation={"range": 6}, dice=[6])
    assert (hand.left("a1"), hand.count("a1", "test")) == (1, 1)
    with pytest.raises(Refusal, match="must test morale: Klüx"):
        hand.note("next")
    hand.note("morale", unit="a1", dice=[5])
    assert hand.count("a1", "retreated") == 1
    hand.note("next")
    with pytest.raises(Refusal, match="retreated and does not shoot"):
        hand.note("fire", unit="a1", foe="f1", situation={}, dice=[6])


def test_OHW_10_a_unit_attacks_once_a_turn_and_OHW_14_a_flank_takes_two_dice() -> None:
    hand = Hand("one_hour").begin()
    hand.note("combat", unit="f4", foe="a1", situation={"flanked": True}, dice=[6, 6])
    assert hand.left("a1") == 1
    for kind, more in (("combat", {"dice": [6]}), ("fire", {"dice": [6], "situation": {}})):
        with pytest.raises(Refusal, match=r"^unit: it has (done this already|struck already)"):
            hand.note(kind, unit="f4", foe="a1", **more)
    with pytest.raises(Refusal, match="not on turn"):
        hand.note("fire", unit="a2", foe="f1", situation={}, dice=[6])


def test_OHW_25_dice_thrown_again_are_counted_down() -> None:
    hand = Hand("one_hour").begin().note("spend", side=0, store="again", amount=2)
    assert hand.table.store[0]["again"] == 0
    with pytest.raises(Refusal, match=r"^amount: 0 left"):
        hand.note("spend", side=0, store="again", amount=1)


def test_MFR_05_the_losses_of_a_wave_are_taken_at_its_end_and_MFR_04_mark_a_unit() -> None:
    hand = Hand("my_favourite").begin().note("initiative", side=0, dice=[2]).note("initiative", side=1, dice=[6])
    hand.note("next")
    assert hand.table.on_turn == 1
    hand.note("swap").note("next").note("next")
    hand.note("fire", unit="f1", foe="a1", situation={"range": 1}, hits=5)
    assert (hand.left("a1"), hand.count("a1", "pending")) == (24, 5)
    hand.note("next")
    assert (hand.left("a1"), hand.count("a1", "pending")) == (19, 0)
    hand.note("next").note("next")
    assert hand.count("a1", "mark") == 1


def test_MFR_07_a_marked_unit_tests_before_its_side_has_moved() -> None:
    hand = Hand("my_favourite").begin().note("counter", unit="f1", counter="mark", number=1)
    hand.note("initiative", side=0, dice=[6]).note("initiative", side=1, dice=[1]).note("next")
    with pytest.raises(Refusal, match="Gérard"):
        hand.note("next")
    hand.note("morale", unit="f1", situation={}, dice=[6, 1])
    assert hand.count("f1", "mark") == 0
    hand.note("next")


def test_MFR_40_who_loses_a_close_combat_is_marked() -> None:
    hand = Hand("my_favourite").begin().note("initiative", side=0, dice=[6]).note("initiative", side=1, dice=[1])
    for _ in range(5):
        hand.note("next")
    hand.note("combat", unit="f4", foe="a1", situation={}, hits=1, hits_back=4)
    assert (hand.left("a1"), hand.left("f4"), hand.count("f4", "mark")) == (23, 14, 1)


def test_SQB_04_orders_are_thrown_for_and_spent_and_SQB_07_may_be_put_off() -> None:
    hand = Hand("square_brigadier").begin()
    subordinates = len(hand.door.dice_wanted(hand.table, "subordinates", {"side": 0})[1])
    hand.note("subordinates", side=0, dice=[3] * subordinates)
    assert hand.table.store[0]["orders"] == 3 * subordinates
    hand.note("spend", side=0, store="orders", amount=2)
    hand.note("next")
    assert "put off" in hand.text
    assert len(hand.door.dice_wanted(hand.table, "general", {"side": 0})[1]) == 2


def test_SQB_48_a_chance_card_is_drawn_where_the_option_says_so_and_its_orders_are_counted() -> None:
    plain = Hand("square_brigadier").begin()
    assert plain.door.dice_wanted(plain.table, "card", {"side": 0})[1] == []
    hand = Hand("square_brigadier", {"chance": True}).begin()
    assert hand.door.dice_wanted(hand.table, "card", {"side": 0})[1] == [12, 6]
    hand.note("card", side=0, dice=[5, 4])
    assert hand.table.store[0]["orders"] == 2
    assert hand.text == "Chance card of French: 2 more orders of the General."
    with pytest.raises(Refusal, match="thrown already"):
        hand.note("card", side=0, dice=[1, 1])
    other = Hand("square_brigadier", {"chance": True}).begin().note("card", side=0, dice=[10, 1])
    assert other.text.endswith("one own unit is rid of a hit.")
    assert other.table.store[0]["orders"] == 0


def test_SQB_44_giving_ground_cancels_a_hit_and_SQB_46_a_rally_takes_one_off() -> None:
    hand = Hand("square_brigadier").begin()
    hand.note("fire", unit="f5", foe="a1", situation={"range": 2, "gives_ground": True}, dice=[6, 6, 1, 1])
    assert (hand.left("a1"), hand.count("a1", "back")) == (2, 1)
    subordinates = len(hand.door.dice_wanted(hand.table, "subordinates", {"side": 0})[1])
    hand.note("subordinates", side=0, dice=[1] * subordinates).note("next")
    hand.note("morale", unit="a1", situation={}, dice=[4])
    assert hand.left("a1") == 3


def test_ADN_04_two_failures_end_the_activations_of_a_turn() -> None:
    hand = Hand("activation").begin().note("activate", unit="f1", situation={"dice": 3}, dice=[6, 6, 1])
    assert hand.table.store[0]["actions"] == 2
    hand.note("activate", unit="f3", situation={"dice": 2}, dice=[1, 1])
    assert "a turnover" in hand.text
    with pytest.raises(Refusal, match="turnover has ended"):
        hand.note("activate", unit="f4", situation={"dice": 1}, dice=[6])
    assert hand.note("next").table.on_turn == 1


def test_ADN_35_a_doubled_total_disorders_and_ADN_40_calls_for_a_critical_event() -> None:
    hand = Hand("activation").begin()
    hand.note("fire", unit="f1", foe="a1", situation={"range": 1, "first_form": "line"}, dice=[6, 1])
    assert hand.left("a1") < 4
    assert hand.count("a1", "due") == 1
    with pytest.raises(Refusal, match="critical event"):
        hand.note("next")
    before = hand.left("a1")
    hand.note("critical", unit="a1", dice=[4, 5])
    assert "panic" in hand.text
    assert hand.left("a1") == before - 1


def test_SNW_34_a_program_throws_a_whole_fire_and_SNW_64_a_unit_leaves_at_half() -> None:
    hand = Hand("solo_napoleonic").begin()
    for side in (0, 1):
        count = len(hand.door.dice_wanted(hand.table, "control", {"side": side})[1])
        hand.note("control", side=side, dice=[4] * count)
    hand.note("next")
    sides = hand.door.dice_wanted(hand.table, "fire", {"unit": "f1/1", "foe": "a1/1", "situation": {"range": 50}})[1]
    hand.note("fire", unit="f1/1", foe="a1/1", situation={"range": 50}, dice=[1] * len(sides))
    assert hand.left("a1/1") < 18
    hand.note("fire", unit="f1/2", foe="a1/2", situation={"range": 50}, lost=9)
    assert hand.table.battle.status[hand.table.slots["a1/2"]] != 1
    assert hand.entry(1)["units"]["a1"]["strength"] == 3
    hand.note("morale", unit="a1/1", situation={}, dice=[100, 1])
    assert hand.count("a1/1", "flight") == 2


@pytest.mark.parametrize("rules", SMALL)
def test_COM_13_an_army_breaks_that_has_lost_more_than_half(rules: str) -> None:
    hand = Hand(rules).begin()
    for key in [key for key in hand.table.slots if key[0] == "a" and key[:2] != "a1"]:
        hand.note("unit", unit=key, strength=0, fate="destroyed")
    for _ in range(len(hand.table.game.phases)):
        steps = hand.door.steps(hand.table, hand.door.screen_of(hand.table, EVERYTHING)).notes
        for kind, side in [step for step in steps if step[1] is not None]:
            sides = hand.door.dice_wanted(hand.table, kind, {"side": side})[1]
            hand.note(kind, side=side, dice=[1] * len(sides))
        hand.note("next")
    assert "The army of Allies breaks." in hand.text
    assert hand.entry(1)["stayed"] == [True, False]
    with pytest.raises(Refusal, match=r"^stays: "):
        hand.note("stay", side=1, stays=True)


@pytest.mark.parametrize("rules", SMALL)
def test_COM_15_who_leaves_is_secret_until_the_turn_ends(rules: str) -> None:
    hand = Hand(rules).begin().note("leave", side=1, leaves=True)
    line = hand.door.read_notes(hand.file, hand.notes).lines[-1]
    assert line.read_by(0) == "Allies: a secret note."
    assert "will leave" in line.read_by(1)
    assert not hand.door.screen_of(hand.table, Reader(0)).sides[1].leaving


@pytest.mark.parametrize("rules", SMALL)
def test_a_note_is_taken_back_only_while_nothing_rests_upon_it(rules: str) -> None:
    hand = Hand(rules).begin().note("leader", side=0, role=0)
    with pytest.raises(Refusal, match="begin with the last one"):
        hand.note(UNDO, of=1)
    hand.note(UNDO, of=4)
    assert hand.table.lost == (set(), set())


@pytest.mark.parametrize("rules", SMALL)
def test_an_entry_before_the_first_day_is_refused_and_unhurt_units_come_back_whole(rules: str) -> None:
    hand = Hand(rules)
    with pytest.raises(Refusal, match="Nothing has been fought yet"):
        hand.entry(0)
    hand.begin()
    for side in (0, 1):
        before = {unit.id: unit.strength for unit in hand.file.sides[side].units}
        assert {key: unit["strength"] for key, unit in hand.entry(side)["units"].items()} == before


def views(hand: Hand) -> list[str]:
    """Everything that the French read of the table, with the odds of every lookup against Klüx."""
    door, table, reader = hand.door, hand.table, Reader(0)
    screen = door.screen_of(table, reader)
    made = [repr(door.look_of(screen)), repr(door.steps(table, screen))]
    for look in table.game.lookups:
        made.append(repr(door.describe(table, screen, look.key, None)).split(" shape=")[0])
        if look.question and not look.alone:
            values = {"unit": "f1", "foe": "a1", "range": 2}
            made.append(repr(door.ask(table, screen, reader, look.key, values)))
    return made


@pytest.mark.parametrize("rules", [rules for rules in SMALL if rules != "solo_napoleonic"])
def test_two_worlds_the_enemys_earlier_losses_are_read_by_fighting_him(rules: str) -> None:
    fresh, worn = (Hand(rules, a1=strength).begin() for strength in (4, 1))
    assert views(fresh) == views(worn)


def test_two_worlds_differ_when_the_enemy_has_fought() -> None:
    fresh, worn = (Hand("one_hour", a1=strength).begin() for strength in (4, 1))
    for hand in (fresh, worn):
        hand.note("fire", unit="f2", foe="a1", situation={}, dice=[1])
    assert views(fresh) != views(worn)


@pytest.mark.parametrize("rules", SMALL)
def test_HR_T6_a_late_column_comes_in_its_turn_and_is_unseen_before(rules: str) -> None:
    data = battle_data(rules, weather="normal", ground="hard")
    data["sides"][1]["units"][1]["arrives"] = 40
    data["sides"][1]["units"].append({"id": "a6", "name": "Pioneers", "type": "engineer", "strength": 1})
    hand = Hand(rules)
    hand.file = resolver(rules).freeze(parse(data), "by hand")
    hand.begin()
    key = next(key for key in hand.table.slots if key.startswith("a2"))
    slot, due = hand.table.slots[key], hand.table.due(hand.table.slots[key])
    assert due > 1
    assert key not in [unit.key for unit in hand.door.screen_of(hand.table, Reader(0)).sides[1].units]
    table = hand.table
    table.battle.turn = due
    assert slot in table.arrive()
    assert key in [unit.key for unit in hand.door.screen_of(table, Reader(0)).sides[1].units]
    assert hand.entry(1)["units"]["a6"] == {"strength": 1, "fate": "stands"}


@pytest.mark.parametrize("rules", ["square_brigadier", "activation"])
def test_SQB_01_ADN_01_the_first_turn_may_be_the_enemys_and_the_order_is_kept(rules: str) -> None:
    hand = Hand(rules).begin().note("swap")
    assert hand.table.on_turn == 1
    table = hand.table
    table.battle.turn = 2
    with pytest.raises(Refusal, match="first turn"):
        hand.door.play_next(table, Note(9, None, "swap", {}, "x"))


def test_the_story_of_a_table_has_shots_and_fights_in_sentences_and_quiet_turns_together() -> None:
    hand = Hand("one_hour").begin().note("fire", unit="f1", foe="a1", situation={"range": 6}, dice=[2])
    hand.note("fire", unit="f3", foe="a1", situation={"range": 6}, dice=[6]).note("morale", unit="a1", dice=[1])
    while hand.table.battle.turn < 4:
        hand.note("next")
    hand.note("fire", unit="f1", foe="a2", situation={"range": 6}, dice=[6])
    told = passages(hand.door.read_notes(hand.file, hand.notes).lines)
    assert told[0].text.startswith("The French Gérard fired at the Allies' Klüx without effect. ")
    assert " fired at the Allies' Klüx and cost it two hits." in told[0].text
    assert "Morale" not in told[0].text
    assert (told[1].title, told[1].text) == ("Turn 2 to turn 3", "Nobody came to blows.")
    assert told[2].title == "Turn 4"


def test_MFR_40_a_close_combat_that_costs_both_is_told_of_both() -> None:
    hand = Hand("my_favourite").begin().note("initiative", side=0, dice=[6]).note("initiative", side=1, dice=[1])
    for _ in range(5):
        hand.note("next")
    hand.note("combat", unit="f4", foe="a1", situation={}, hits=1, hits_back=4)
    (told,) = passages(hand.door.read_notes(hand.file, hand.notes).lines)
    assert re.search(r"attacked the Allies' Klüx and cost it one figure, for four of its own\.", told.text)
