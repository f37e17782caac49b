"""The log: taking back, two writers at once, who may write what, and no note that breaks the table."""

import time
from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.contract.notes import Note
from battles.resolvers.lgg.companion.door import KINDS, read_notes

from .hand import Hand, file


def fighting() -> Hand:
    return Hand().begin().roll([4, 4], [2, 3])


def test_a_note_taken_back_counts_no_more_and_stays_in_the_log() -> None:
    hand = fighting().note("spend", amount=3).take_back(6)
    assert hand.table.battle.actions == 8
    assert [line.taken_back for line in hand.played.lines[-2:]] == [True, False]
    assert hand.played.version == 7


def test_what_later_notes_rest_upon_is_not_taken_back_before_them() -> None:
    hand = fighting().note("turn_end").note("spend", amount=1)
    with pytest.raises(Refusal, match="begin with the last one, 7"):
        hand.take_back(4)
    assert hand.take_back(7).take_back(6).table.battle.on_turn == 0


def test_nobody_takes_back_twice_or_what_is_not_there_or_the_enemys() -> None:
    hand = fighting().note("rout", by=1, unit="a1")
    for number in (0, 99):
        with pytest.raises(Refusal, match="no such note"):
            hand.take_back(number)
    with pytest.raises(Refusal, match="not written by your side"):
        hand.take_back(6, by=0)
    hand.take_back(6, by=1)
    with pytest.raises(Refusal, match="taken back already"):
        hand.take_back(6, by=1)
    with pytest.raises(Refusal, match="not written by your side"):
        hand.note("spend", amount=1).take_back(8, by=0)


def test_two_phones_that_spend_the_same_action_spend_it_once() -> None:
    hand = fighting().note("spend", by=0, amount=1, seen=5)
    with pytest.raises(Refusal, match=r"Meanwhile somebody has noted actions \(note 6\)"):
        hand.note("spend", by=0, amount=1, seen=5)
    assert hand.note("spend", by=0, amount=1, seen=6).table.battle.actions == 6


@pytest.mark.parametrize(("kind", "values"), [("spend", {"amount": 1}), ("turn_end", {})])
def test_a_turn_and_its_numbers_belong_to_the_side_on_turn(kind: str, values: dict[str, int]) -> None:
    hand = fighting()
    with pytest.raises(Refusal, match="That is for French to note"):
        hand.note(kind, by=1, **values)
    hand.note("turn_end", by=0).note(kind, by=1, **values)
    with pytest.raises(Refusal, match=r"for Allies to note|No turn is running|Actions are spent"):
        hand.note(kind, by=0, **values)


def test_a_note_about_a_turn_that_is_over_is_refused() -> None:
    hand = fighting().note("turn_end", by=0)
    with pytest.raises(Refusal, match="noted the end of a turn"):
        hand.note("fire", by=1, seen=5, firer="f6", target="a1", dice=[1, 1])


def test_notes_about_different_units_do_not_collide() -> None:
    hand = fighting().note("check", by=0, unit="f1", cause="rough", dice=[1])
    hand.note("check", by=1, seen=5, unit="a1", cause="rough", dice=[1])
    with pytest.raises(Refusal, match="noted a check"):
        hand.note("rout", by=1, seen=6, unit="a1")


def test_a_collision_tells_nothing_of_a_secret_note() -> None:
    hand = Hand(file(options={"stratagems": True})).begin().note("chits", by=1, side=1, count=3)
    with pytest.raises(Refusal, match="something of its own") as caught:
        hand.note("chits", by=None, side=1, count=4, seen=3)
    assert "3 stratagem" not in str(caught.value)


@pytest.mark.parametrize(("kind", "values"), [
    ("deploy", {"side": 1}), ("break_off", {"side": 1, "leaves": True}),
    ("check", {"unit": "a1", "cause": "rough"}), ("recover", {"unit": "a1"}), ("rally", {"unit": "a1"}),
    ("rout", {"unit": "a1"}), ("unit", {"unit": "a1", "strength": 1, "fate": "stands"}),
    ("leader", {"side": 1, "role": 0}), ("stay", {"side": 1, "stays": True}), ("recovery", {"side": 1}),
    ("rallying", {"side": 1}), ("groups", {"side": 1, "groups": []}),
])  # fmt: skip
def test_what_belongs_to_the_enemy_is_for_him_to_note(kind: str, values: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="That is for Allies to note"):
        fighting().note(kind, by=0, dice=[1], **values)


def test_every_kind_has_its_name_and_needs_a_table() -> None:
    for kind in KINDS:
        assert KINDS[kind].called
        if kind not in ("deploy", "chits", "unit"):
            with pytest.raises(Refusal):
                Hand().note(kind, side=0, unit="f1", leaves=True, stays=True, dice=[], cause="rough", fate="stands",
                            attackers=["f1"], defender="a1", firer="f6", target="a1", units=["f1"], amount=1,
                            which="ST3", role=0, on_first=0)  # fmt: skip


def test_the_log_read_again_says_what_was_said_and_makes_the_same_table() -> None:
    hand = fighting()
    said = [line.wording for line in hand.played.lines]
    hand.note("combat", attackers=["f1", "f3"], defender="a1", dice=[9, 1])
    said.append(hand.wording)
    again = hand.played
    assert [line.wording for line in again.lines] == said
    assert list(again.table.battle.sp) == list(hand.table.battle.sp)


def test_a_long_battle_is_read_again_quickly() -> None:
    hand = fighting()
    notes = list(hand.notes)
    for n in range(300):
        notes.append(Note(len(notes) + 1, 0, "spend", {"amount": 1 if n % 2 == 0 else -1}))
    started = time.process_time()
    read_notes(hand.file, notes)
    assert time.process_time() - started < 1.0
