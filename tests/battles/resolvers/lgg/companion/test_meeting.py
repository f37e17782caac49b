"""The second half of a meeting engagement, contacts and acts of a round, and the story of an evening (HR-T3)."""

import pytest

from base.refusal import Refusal
from battles.resolvers.contract.notes import Reader
from battles.resolvers.dispatch.dispatch import QUIET, Passage, passages
from battles.resolvers.lgg.companion.describing import describe, steps, tools
from battles.resolvers.lgg.companion.look import entry_of, look_of
from battles.resolvers.lgg.companion.screen import Screen, screen_of
from battles.resolvers.values.battle import BattleFile

from .hand import Hand, file


def meeting() -> BattleFile:
    return file(engagement="meeting", options={"max_days": 1})


def seen(hand: Hand, side: int) -> Screen:
    return screen_of(hand.table, Reader(side))


def half() -> Hand:
    return Hand(meeting()).note("deploy", side=0, waits=["f2", "f4", "f6"]).note("deploy", side=1, waits=["a2", "a4"])


def test_HR_T3_half_of_a_meeting_engagement_waits_and_the_enemy_does_not_see_it() -> None:
    hand = half()
    assert "3 units on the table" in hand.note("day").played.lines[0].wording.text.replace("three", "3")
    assert [unit.id for unit in seen(hand, 1).sides[0].units] == ["f1", "f3", "f5"]
    assert seen(hand, 1).sides[0].coming == ()
    assert [(unit.id, unit.due) for unit in seen(hand, 0).sides[0].coming] == [
        (key, "due at the start of round 3") for key in ("f2", "f4", "f6")
    ]
    assert "F2 is not there yet, due at the start of round 3." in look_of(seen(hand, 0)).sides[0].remarks
    assert not any("F2" in line.read_by(1) for line in hand.played.lines)


@pytest.mark.parametrize("waits", [[], ["f1"], ["f1", "f1", "f2"], ["f1", "f2", "a1"], ["f1", "f2", "f3", "f4"]])
def test_HR_T3_exactly_half_rounded_down_waits(waits: list[str]) -> None:
    with pytest.raises(Refusal, match=r"^waits: "):
        Hand(meeting()).note("deploy", side=0, waits=waits)


def test_HR_T3_the_form_offers_every_second_unit_and_asks_nothing_where_a_side_holds_the_province() -> None:
    (field,) = describe(Hand(meeting()).table, seen(Hand(meeting()), 0), "deploy", 0).fields
    assert (field.key, field.initial) == ("waits", ("f2", "f4", "f6"))
    assert [key for key, _ in field.choices] == ["f1", "f2", "f3", "f4", "f5", "f6"]
    assert describe(Hand().table, seen(Hand(), 0), "deploy", 0).fields == ()


def test_HR_T3_the_second_half_comes_with_round_3_and_not_before() -> None:
    hand = half().note("day").round([6, 6], [6, 5])
    with pytest.raises(Refusal, match="F2 comes at the start of round 3"):
        hand.note("arrive", units=["f2"])
    hand.round([1, 1], [1, 2])
    assert seen(hand, 0).sides[0].coming[0].due == "due now"
    hand.note("arrive", units=["f2", "f4", "f6"], by=0)
    assert [unit.id for unit in seen(hand, 1).sides[0].units] == ["f1", "f2", "f3", "f4", "f5", "f6"]


def test_a_log_from_before_this_rule_still_reads() -> None:
    assert len(Hand(meeting()).note("deploy", side=0).table.late) == 0


def turn() -> Hand:
    return Hand().begin().roll([6, 5], [3, 2])


def tags(hand: Hand) -> dict[str, list[str]]:
    return {unit.name: [tag.text for tag in unit.tags] for side in look_of(seen(hand, 1)).sides for unit in side.units
            if unit.tags}  # fmt: skip


def test_who_has_acted_and_who_is_locked_is_shown_until_the_combat_and_the_round_are_over() -> None:
    hand = turn().note("contact", attackers=["f1"], defender="a1")
    assert tags(hand) == {"F1": ["acted", "locked with A1"], "A1": ["locked with F1"]}
    hand.note("combat", attackers=["f1"], defender="a1", dice=[6, 5], cost=1)
    assert tags(hand) == {"F1": ["acted"]}
    hand.note("contact", attackers=["f4"], defender="a2").note("contact", attackers=["f4"], defender="a2", apart=True)
    assert tags(hand) == {"F1": ["acted"], "F4": ["acted"]}
    hand.end_round()
    assert tags(hand) == {}
    assert "contact" in [tool.key for tool in tools(turn().table, seen(turn(), 0))]


def test_only_the_side_on_turn_gets_the_buttons_of_its_turn() -> None:
    hand = turn()
    assert steps(hand.table, seen(hand, 0)).notes == (("spend", None), ("turn_end", None))
    other = steps(hand.table, seen(hand, 1))
    assert (other.notes, other.title, other.number) == ((), "On turn: French", "11")


def test_the_enemys_strength_goes_into_the_form_once_all_of_it_has_fought() -> None:
    hand = turn()
    assert entry_of(hand.table, 0)["foe_left"] is None
    for key in ("a1", "a2", "a3"):
        hand.note("combat", attackers=["f1"], defender=key, result="rout")
    assert entry_of(hand.table, 0)["foe_left"] is None
    hand.note("combat", attackers=["f1"], defender="a4", result="defender_hit")
    assert entry_of(hand.table, 0)["foe_left"] == hand.table.strength("a4") == 0


def test_the_dispatch_tells_the_evening_round_by_round_from_its_notes() -> None:
    hand = Hand(file(options={"max_days": 1})).begin().roll([6, 5], [3, 2])
    hand.note("combat", attackers=["f1"], defender="a1", result="rout").note("spend", amount=2)
    hand.note("fire", firer="f6", target="a2", result="one_hit")
    hand.note("combat", attackers=["f4"], defender="a3", result="rout")
    told = passages(hand.take_back(9).end_round().round([1, 1], [1, 2]).played.lines)
    assert told == (
        Passage(
            "Round 1, under a clear sky, hard ground",
            "The French F1 broke the Allies' A1. The French F6 fired at the Allies' A2 and cost it one strength point.",
        ),
        Passage("Round 2", QUIET),
    )
