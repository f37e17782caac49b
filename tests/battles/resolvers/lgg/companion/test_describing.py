"""The notes of the companion as described: which are open, what they ask for, what becomes of what is typed."""

from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.contract.described import NoteDescription, Steps
from battles.resolvers.contract.notes import Reader
from battles.resolvers.lgg.companion.describing import NOTES, describe, steps, tools, waiting
from battles.resolvers.lgg.companion.door import KINDS
from battles.resolvers.lgg.companion.screen import Screen, screen_of
from tests.battles.resolvers.lgg.companion.hand import Hand


def seen(hand: Hand, side: int | None = None) -> Screen:
    return screen_of(hand.table, Reader(side))


def described(hand: Hand, kind: str, side: int = 0, reader: int | None = None) -> NoteDescription:
    return describe(hand.table, seen(hand, reader), kind, side)


def next_of(hand: Hand, reader: int | None = None) -> Steps:
    return steps(hand.table, seen(hand, reader))


def turn() -> Hand:
    return Hand().begin().roll([6, 5], [3, 2])


def test_every_kind_of_note_is_described_and_no_other() -> None:
    assert {*NOTES, "recovery", "rallying", "groups"} - {"move"} == set(KINDS)


@pytest.mark.parametrize("kind", ["", "charge", "undo", "hits", "allot"])
def test_what_cannot_be_written_now_is_refused(kind: str) -> None:
    hand = turn()
    with pytest.raises(Refusal, match=r"No hits wait|These hits have been placed|Nothing of this kind"):
        described(hand, kind)


def test_each_side_takes_its_own_step_and_waits_for_the_other() -> None:
    hand = Hand()
    assert next_of(hand).notes == (("deploy", 0), ("deploy", 1))
    hand.note("deploy", side=0)
    assert next_of(hand, 0).notes == ()
    assert waiting(seen(hand, 0)) == "Waiting for Allies: setting up."
    assert next_of(hand, 1).notes == (("deploy", 1),)
    hand.note("deploy", side=1)
    assert next_of(hand, 1).notes == (("day", None),)


def test_the_side_on_turn_spends_its_actions() -> None:
    hand = turn()
    assert next_of(hand) == Steps((("spend", None), ("turn_end", None)), "On turn: French", "11", "actions left")
    assert [button.value for button in described(hand, "spend").buttons] == ["1", "2", "3", "-1"]
    assert "recover" in {tool.key for tool in tools(hand.table, seen(hand, 0))}
    assert "recover" not in {tool.key for tool in tools(hand.table, seen(hand, 1))}


def test_a_tool_about_a_side_has_a_form_for_each_side_of_the_writer() -> None:
    for reader, sides in ((None, (0, 1)), (1, (1,))):
        (tool,) = (one for one in tools(turn().table, seen(turn(), reader)) if one.key == "break_off")
        assert tool.sides == sides


def test_a_description_shows_no_strength_that_its_writer_does_not_know() -> None:
    combat = described(turn(), "combat", reader=0)
    groups = [group for field in combat.fields if field.key == "defender" for group in field.choices]
    names: dict[str, Any] = {str(label): choices for label, choices in groups}
    assert dict(names["Allies"])["a1"] == "A1 (Line infantry, no hits)"
    assert dict(names["French"])["f2"] == "F2 (Line infantry, 2/4)"


def test_a_result_in_the_place_of_dice_is_kept() -> None:
    combat = described(turn(), "combat")
    said: dict[str, Any] = {field.key: False if field.kind == "flag" else "" for field in combat.fields}
    noted = combat.shape(said | {"first": "f1", "second": "f3", "defender": "a1", "town": True, "beyond": True})
    assert (noted["attackers"], noted["defender"], noted["cost"]) == (["f1", "f3"], "a1", 0)
    assert noted["beyond"] == ["f1", "f3", "a1"]
    assert [key for key, counts in noted["situation"].items() if counts] == ["town"]
    assert "result" not in noted
    assert combat.shape(said | {"first": "f1", "defender": "a1", "result": "rout"})["result"] == "rout"


def test_the_hits_of_a_pursuit_are_asked_of_their_owner_alone() -> None:
    hand = Hand().begin().day_over()
    assert next_of(hand).notes == (("stay", 0), ("stay", 1))
    hand.note("stay", side=0, stays=True).note("stay", side=1, stays=False)
    assert next_of(hand).notes == (("pursuit", None),)
    assert len(described(hand, "pursuit").dice) == 2
    hand.note("pursuit", dice=[1, 4])
    assert next_of(hand, 0).notes == ()
    assert waiting(seen(hand, 0)) == "Waiting for Allies: on whom the hits of the pursuit fall."
    assert next_of(hand, 1).notes == (("allot", 1),)
    allot = described(hand, "allot", 1, 1)
    assert {field.key for field in allot.fields} == {"hits-a1", "hits-a2", "hits-a3", "hits-a4"}
    assert allot.fact == ("Hits", "1 on infantry, 1 on artillery")
    assert allot.shape({"side": 1, "hits-a1": 2, "hits-a2": 0, "hits-a3": None}) == {"hits": {"a1": 2}}
