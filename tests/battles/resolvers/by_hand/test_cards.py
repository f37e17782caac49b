"""Cards and groups of the companions: drawn in secret, played later, dealt from one deck; groups move by one roll."""

from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.contract.described import NoteDescription
from battles.resolvers.contract.notes import UNDO, Reader
from tests.battles.resolvers.by_hand.test_small_systems import Hand

CARDS = {"morale": 5, "charge": 6, "control": 7, "lost order": 8, "half": 9, "ditch": 10, "formation": 11,
         "steadied": 12, "useless": 13, "enemy fire": 14, "own fire": 15, "again": 16}  # fmt: skip


def drawn(card: str, side: int = 0) -> Hand:
    return Hand("solo_napoleonic").begin().note("chance", side=side, dice=[CARDS[card]])


def controlled(hand: Hand, *, cards: bool = False) -> Hand:
    """Both sides have thrown for control, and drawn their cards where that is wanted; the turn goes on."""
    for side in (0, 1):
        count = len(hand.door.dice_wanted(hand.table, "control", {"side": side})[1])
        hand.note("control", side=side, dice=[4] * count)
    for side in (0, 1) if cards else ():
        hand.note("cards", side=side, dice=[1] * len(hand.door.dice_wanted(hand.table, "cards", {"side": side})[1]))
    return hand


def key(hand: Hand, unit: str) -> str:
    told: str = next(one for one in hand.table.slots if one.partition("/")[0] == unit)
    return told


def lines(hand: Hand, reader: int) -> list[str]:
    return [line.read_by(reader) for line in hand.door.read_notes(hand.file, hand.notes).lines]


def shown(hand: Hand, reader: int | None) -> Any:
    return hand.door.look_of(hand.door.screen_of(hand.table, Reader(reader)))


def described(hand: Hand, reader: int, kind: str, side: int) -> NoteDescription:
    table = hand.table
    found: NoteDescription = hand.door.describe(table, hand.door.screen_of(table, Reader(reader)), kind, side)
    return found


@pytest.mark.parametrize(("face", "words"), [
    (5, "15 more on one test of morale"), (10, "a hidden ditch, -20 on one enemy test to charge home"),
    (12, "one unit is rid of d3 chits of disorder"), (16, "one swerve or pace is thrown again"),
])  # fmt: skip
def test_SNW_12_a_chance_card_is_kept_secret_and_played_later(face: int, words: str) -> None:
    hand = Hand("solo_napoleonic").begin()
    assert hand.door.dice_wanted(hand.table, "chance", {"side": 1})[1] == [16]
    hand.note("chance", side=1, dice=[face])
    name = hand.file.sides[1].name
    assert lines(hand, 1)[-1] == f"Chance card of {name}: {words}."
    assert lines(hand, 0)[-1] == f"{name} has drawn a chance card."
    assert any(words in tag.text for row in shown(hand, 1).clock.rows for tag in row.tags)
    assert described(hand, 1, "play_card", 1).fact == ("In hand", words)
    hand.note("play_card", side=1, **played_on(hand, 1))
    assert lines(hand, 0)[-1].startswith(f"{name} plays a chance card: {words}")
    with pytest.raises(Refusal, match="no card in hand"):
        hand.note("play_card", side=1)


def played_on(hand: Hand, side: int) -> dict[str, Any]:
    """The first unit that the page offers, and the dice of the card."""
    note = described(hand, side, "play_card", side)
    values: dict[str, Any] = {field.key: field.choices[0][0] for field in note.fields}
    return values | ({"dice": [2]} if note.dice else {})


@pytest.mark.parametrize("face", [1, 5, 8, 12, 16])
def test_SNW_12_two_worlds_that_differ_in_a_secret_card_look_alike_to_the_enemy(face: int) -> None:
    def world(card: int) -> tuple[Any, ...]:
        hand = Hand("solo_napoleonic").begin().note("chance", side=1, dice=[card])
        table, reader = hand.table, Reader(0)
        screen = hand.door.screen_of(table, reader)
        before = (lines(hand, 0), shown(hand, 0), hand.door.steps(table, screen), hand.door.tools(table, screen))
        hand.note(UNDO, of=hand.notes[-1].number).note("chance", side=1, dice=[9])
        return (*before, lines(hand, 0), shown(hand, 0))

    assert world(face) == world(10)


def test_SNW_12_the_enemy_can_neither_draw_nor_play_for_a_side() -> None:
    hand = drawn("morale")
    with pytest.raises(Refusal, match="for French to note"):
        hand.note("play_card", by=1, side=0, unit=key(hand, "f1"))
    assert described(hand, 1, "play_card", 0).nothing
    with pytest.raises(Refusal, match="drawn already"):
        hand.note("chance", side=0, dice=[1])


def test_SNW_12_a_card_that_was_not_played_lapses_with_its_turn() -> None:
    hand = controlled(drawn("half")).note("next").note("next")
    assert hand.table.battle.turn == 2
    with pytest.raises(Refusal, match="no card in hand"):
        hand.note("play_card", side=0, unit=key(hand, "a1"))
    assert hand.note("chance", side=0, dice=[CARDS["morale"]]).text.endswith("15 more on one test of morale.")


def odds(hand: Hand, kind: str, values: dict[str, Any]) -> Any:
    table = hand.table
    return hand.door.ask(table, hand.door.screen_of(table, Reader(0)), Reader(0), kind, values).odds


def test_SNW_12_SNW_53_a_card_adds_15_to_one_test_of_morale() -> None:
    hand = drawn("morale")
    unit = key(hand, "f1")
    plain = odds(hand, "morale", {"unit": unit})["counted"][0]["value"]
    hand.note("play_card", side=0, unit=unit)
    assert odds(hand, "morale", {"unit": unit})["counted"][0]["value"] == plain + 15
    controlled(hand).note("next").note("morale", unit=unit, situation={}, dice=[plain + 14, 1])
    assert "it stands" in hand.text
    hand.note("morale", unit=unit, situation={}, dice=[plain + 14, 1])
    assert "it stands" not in hand.text


def test_SNW_12_SNW_59_SNW_61_cards_change_a_charge() -> None:
    def figures(hand: Hand) -> list[int]:
        asked = odds(hand, "start", {"unit": key(hand, "f4"), "foe": key(hand, "a1")})
        return [row["value"] for row in asked["counted"]]

    helped, ditch = drawn("charge"), drawn("ditch", side=1)
    before = figures(helped)
    helped.note("play_card", side=0, unit=key(helped, "f4"))
    ditch.note("play_card", side=1, unit=key(ditch, "f4"))
    assert (before[0] + 10, before[1]) == tuple(figures(helped))
    assert (before[0], before[1] - 20) == tuple(figures(ditch))
    with pytest.raises(Refusal, match=r"^unit: this card is not for it"):
        drawn("ditch", side=1).note("play_card", side=1, unit=key(ditch, "a1"))


def test_SNW_12_cards_change_the_next_fire_and_no_other() -> None:
    def mean(hand: Hand) -> float:
        asked = {"unit": key(hand, "f1"), "foe": key(hand, "a1"), "range": 60}
        return float(odds(hand, "fire", asked)["expected_hits"]["defender"]["decimal"])

    better, worse = drawn("own fire"), drawn("enemy fire", side=1)
    plain = mean(better)
    better.note("play_card", side=0, unit=key(better, "f1"))
    worse.note("play_card", side=1, unit=key(worse, "f1"))
    assert mean(worse) < plain < mean(better)
    controlled(better).note("next")
    better.note("fire", unit=key(better, "f1"), foe=key(better, "a1"), situation={"range": 60}, lost=1)
    assert better.count(key(better, "f1"), "aid_fire") == 0


def test_SNW_12_a_card_takes_chits_away() -> None:
    hand = drawn("steadied")
    unit = key(hand, "f1")
    hand.note("counter", unit=unit, counter="chits", number=2)
    assert hand.door.dice_wanted(hand.table, "play_card", {"side": 0})[1] == [3]
    hand.note("play_card", side=0, unit=unit, dice=[3])
    assert hand.count(unit, "chits") == 0
    assert hand.text.endswith("two chits are taken off.")


def test_SNW_12_a_card_puts_a_brigade_in_control() -> None:
    hand = drawn("control")
    number, slots = max(brigades(hand, 0).items(), key=lambda row: len(row[1]))
    hand.note("play_card", side=0, brigade=str(number))
    assert f": Brigade {number}: " in hand.text
    controlled(hand)
    hand.note("cards", side=0, dice=[1] * len(hand.door.dice_wanted(hand.table, "cards", {"side": 0})[1]))
    assert len({hand.table.count(slot, "card") for slot in slots}) == 1


def test_SNW_12_a_card_names_the_general_of_the_enemy_who_is_of_no_use() -> None:
    hand = drawn("useless")
    choices = dict(described(hand, 0, "play_card", 0).fields[0].choices)
    assert choices["g0"] == hand.file.sides[1].commander.name
    assert "Brigadier 1" in choices.values()
    hand.note("play_card", side=0, general="b1")
    assert hand.text.endswith("one enemy general is of no use in this turn: Brigadier 1.")


@pytest.mark.parametrize(("card", "counter", "side"), [
    ("half", "half", 1), ("formation", "free_formation", 0), ("again", "again", 0),
])  # fmt: skip
def test_SNW_12_a_card_for_a_move_waits_beside_its_unit_until_the_turn_ends(card: str, counter: str, side: int) -> None:
    hand = drawn(card)
    unit = key(hand, "fa"[side] + "1")
    hand.note("play_card", side=0, unit=unit)
    assert hand.count(unit, counter) == 1
    controlled(hand).note("next").note("next")
    assert hand.count(unit, counter) == 0


def test_SNW_03_SNW_05_a_controlled_brigade_has_one_card_and_other_units_have_their_own() -> None:
    hand = controlled(Hand("solo_napoleonic").begin())
    table = hand.table
    units = {side: [slot for slot in table.units_of(side) if table.is_here(slot)] for side in (0, 1)}
    size = len(units[0]) + len(units[1])
    largest = max(brigades(hand, 0).items(), key=lambda row: len(row[1]))
    values: dict[str, Any] = {"side": 0, "controlled": [str(largest[0])], "apart": []}
    sides = hand.door.dice_wanted(table, "cards", values)[1]
    assert sides == list(range(size, size - len(sides), -1))
    assert len(sides) == len(units[0]) - len(largest[1]) + 1
    hand.note("cards", **values, dice=[1] * len(sides))
    held = {hand.table.count(slot, "card") for slot in largest[1]}
    assert len(held) == 1
    others = [hand.table.count(slot, "card") for slot in units[0] if slot not in largest[1]]
    assert len({*others, *held}) == len(sides)
    left = hand.door.dice_wanted(hand.table, "cards", {"side": 1})[1]
    assert left[0] == size - len(sides)
    hand.note("cards", side=1, dice=left)
    every = [hand.table.count(slot, "card") for slot in units[1]]
    assert len({*every, *others, *held}) == len(sides) + len(units[1])
    assert max(*every, *others, *held) <= size


def brigades(hand: Hand, side: int) -> dict[int, list[int]]:
    from battles.resolvers.solo_napoleonic.hand_cards import brigades as of

    return of(hand.table, side)


def test_SNW_06_a_unit_out_of_reach_has_its_own_card() -> None:
    hand = controlled(Hand("solo_napoleonic").begin())
    number, slots = max(brigades(hand, 0).items(), key=lambda row: len(row[1]))
    values: dict[str, Any] = {"side": 0, "controlled": [str(number)], "apart": [hand.table.keys[slots[0]]]}
    hand.note("cards", **values, dice=[1] * len(hand.door.dice_wanted(hand.table, "cards", values)[1]))
    cards = [hand.table.count(slot, "card") for slot in slots]
    assert cards[0] not in cards[1:]


def test_SNW_04_cards_are_drawn_after_the_control_roll_once_and_may_lie_on_the_table() -> None:
    hand = Hand("solo_napoleonic").begin()
    with pytest.raises(Refusal, match="throw for control first"):
        hand.note("cards", side=0)
    controlled(hand).note("cards", side=0)
    assert hand.text == "The Control cards of French are drawn on the table."
    with pytest.raises(Refusal, match="drawn already"):
        hand.note("cards", side=0)
    hand.note("next").note("next")
    assert hand.count(key(hand, "f1"), "card") == 0


def test_SNW_12_a_lost_order_sends_a_card_to_the_end() -> None:
    hand = controlled(drawn("lost order"), cards=True)
    table = hand.table
    here = [slot for slot in table.units_of(1) if table.is_here(slot)]
    victim = min(here, key=lambda slot: table.count(slot, "card"))
    last = max(table.count(slot, "card") for slot in table.slots.values())
    hand.note("play_card", side=0, unit=table.keys[victim])
    assert hand.table.count(victim, "card") == last + 1


def test_ADN_23_a_group_throws_once_and_moves_together() -> None:
    hand = Hand("activation").begin()
    hand.note("group", side=0, units=["f1", "f2"], number="2", dice=[6, 6])
    assert "in double time" in hand.text
    with pytest.raises(Refusal, match="done this already"):
        hand.note("activate", unit="f1", situation={"dice": 1}, dice=[6])
    with pytest.raises(Refusal, match="no more groups"):
        hand.note("group", side=0, units=["f3", "f4"], number="1", dice=[6]).note(
            "group", side=0, units=["f5", "f1"], number="1", dice=[6])  # fmt: skip


def test_ADN_04_ADN_23_two_failures_of_a_group_are_a_turnover() -> None:
    hand = Hand("activation").begin().note("group", side=0, units=["f1", "f2"], number="3", dice=[6, 1, 1])
    assert "it moves; a turnover" in hand.text
    with pytest.raises(Refusal, match="turnover has ended"):
        hand.note("activate", unit="f3", situation={"dice": 1}, dice=[6])
    assert hand.note("next").table.on_turn == 1


@pytest.mark.parametrize("marker", ["officer_killed", "petrified", "rout"])
def test_ADN_41_a_unit_without_an_officer_or_will_joins_no_group(marker: str) -> None:
    hand = Hand("activation").begin().note("counter", unit="f1", counter=marker, number=1)
    with pytest.raises(Refusal, match=r"^units\[0\]: it may not join"):
        hand.note("group", side=0, units=["f1", "f2"], number="1", dice=[6])


def test_ADN_23_the_worst_unit_counts_and_an_army_without_a_general_has_no_groups() -> None:
    hand = Hand("activation").begin()
    table = hand.table
    assert {field.key for field in described(hand, 0, "group", 0).fields} == {"units", "number"}
    assert not described(hand, 1, "group", 1).fields
    for role in range(int(table.battle.leaders[0])):
        hand.note("leader", side=0, role=role)
    with pytest.raises(Refusal, match="no General"):
        hand.note("group", side=0, units=["f1", "f2"], number="1", dice=[6])


SQB_CARDS = {"silent": 7, "shot": 8, "melee": 9, "rally": 10, "pinned": 11, "mute": 12}


def open_card(card: str, side: int = 0) -> Hand:
    """A table of the Square Brigadier at which a side has drawn a card in its turn."""
    hand = Hand("square_brigadier", {"chance": True}).begin()
    if side != hand.table.on_turn:
        ordered(hand).note("next")
    return hand.note("card", side=side, dice=[SQB_CARDS[card], 1])


def ordered(hand: Hand) -> Hand:
    """The side on turn has thrown for its subordinates' orders."""
    side = hand.table.on_turn
    count = len(hand.door.dice_wanted(hand.table, "subordinates", {"side": side})[1])
    return hand.note("subordinates", side=side, dice=[1] * count) if count else hand


def pool(hand: Hand, kind: str, values: dict[str, Any]) -> int:
    return int(odds(hand, kind, values)["counted"][0]["value"])


@pytest.mark.parametrize(("card", "kind", "foe"), [("shot", "fire", {"range": 2}), ("melee", "combat", {})])
def test_SQB_48_a_card_adds_a_die_to_one_shot_or_blow_of_its_unit(card: str, kind: str, foe: dict[str, Any]) -> None:
    hand, asked = open_card(card), {"unit": "f1", "foe": "a1", **foe}
    before, other = pool(hand, kind, asked), pool(hand, kind, asked | {"unit": "f2"})
    hand.note("play_card", side=0, unit="f1")
    assert (pool(hand, kind, asked), pool(hand, kind, asked | {"unit": "f2"})) == (before + 1, other)
    hand.note(kind, unit="f1", foe="a1", situation=foe, dice=[1] * (before + 1))
    assert pool(hand, kind, asked) == before
    with pytest.raises(Refusal, match="no card in hand"):
        hand.note("play_card", side=0, unit="f2")


def test_SQB_48_a_card_takes_a_hit_off_a_unit_that_has_one() -> None:
    hand = Hand("square_brigadier", {"chance": True}).begin()
    hand.note("fire", unit="f5", foe="a1", situation={"range": 2}, dice=[6, 1, 1, 1])
    ordered(hand).note("next").note("card", side=1, dice=[SQB_CARDS["rally"], 1])
    left = hand.left("a1")
    assert [key for key, _ in described(hand, 1, "play_card", 1).fields[0].choices] == ["a1"]
    with pytest.raises(Refusal, match="not for it"):
        hand.note("play_card", side=1, unit="a2")
    hand.note("play_card", side=1, unit="a1")
    assert hand.left("a1") == left + 1


def test_SQB_48_a_silenced_commander_throws_no_orders_in_his_next_turn_alone() -> None:
    hand = open_card("silent", side=0)
    hand.note("play_card", side=0, commander="0")
    ordered(hand).note("next")
    assert hand.door.dice_wanted(hand.table, "general", {"side": 1})[1] == []
    ordered(hand).note("next")
    ordered(hand).note("next")
    assert hand.door.dice_wanted(hand.table, "general", {"side": 1})[1] == [6]


def test_SQB_48_a_battery_and_a_unit_are_held_for_their_next_turn() -> None:
    hand = open_card("mute")
    guns = [key for key, _ in described(hand, 0, "play_card", 0).fields[0].choices]
    assert guns
    assert {key for key in hand.table.slots if key[0] == "a"} > set(guns)
    hand.note("play_card", side=0, unit=guns[0])
    ordered(hand).note("next")
    with pytest.raises(Refusal, match="chance card forbids"):
        hand.note("fire", unit=guns[0], foe="f1", situation={"range": 2}, dice=[6] * 3)
    ordered(hand).note("next")
    assert hand.count(guns[0], "mute") == 0
    pinned = open_card("pinned").note("play_card", side=0, unit="a1")
    assert any(
        "may not move" in tag.text for side in shown(pinned, 1).sides for unit in side.units for tag in unit.tags
    )


def test_SQB_48_a_card_that_was_not_played_lapses_with_its_turn() -> None:
    hand = ordered(open_card("shot")).note("next")
    with pytest.raises(Refusal, match=r"other side is on turn|no card in hand"):
        hand.note("play_card", side=0, unit="f1")
    ordered(hand).note("next")
    with pytest.raises(Refusal, match="no card in hand"):
        hand.note("play_card", side=0, unit="f1")


def test_SQB_07_the_page_offers_to_go_on_without_the_generals_throw() -> None:
    hand = Hand("square_brigadier").begin()
    count = len(hand.door.dice_wanted(hand.table, "subordinates", {"side": 0})[1])
    table = hand.table
    assert ("next", None) not in hand.door.steps(table, hand.door.screen_of(table, Reader(0))).notes
    hand.note("subordinates", side=0, dice=[1] * count)
    table = hand.table
    assert hand.door.steps(table, hand.door.screen_of(table, Reader(0))).notes == (("general", 0), ("next", None))
