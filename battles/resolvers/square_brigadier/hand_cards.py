"""The chance cards of the Square Brigadier at a real table: drawn openly, played in the same turn (SQB-48)."""

from collections.abc import Sequence
from typing import Any

from base.place import JsonPlace
from battles.resolvers.by_hand.game import Counter, Deed, Throw
from battles.resolvers.by_hand.table import NO_CARD
from battles.resolvers.common.codes import Arm
from battles.resolvers.contract.described import NoteField
from battles.resolvers.contract.notes import Wording
from battles.resolvers.square_brigadier.chance import DECK
from battles.resolvers.square_brigadier.codes import CHANCE, Card

FACES, ORDERS, SILENT = 6, "orders", "silent"
AID_SHOT, AID_BLOW, PINNED, MUTE = "aid_shot", "aid_blow", "pinned", "mute"
WORDS: dict[int, str] = {
    Card.SILENT: "one enemy commander gives no orders in his next turn",
    Card.SHOT: "one die more for one shot",
    Card.MELEE: "one die more in one melee",
    Card.RALLY: "one own unit is rid of a hit",
    Card.PINNED: "one enemy unit may not move in its next turn",
    Card.MUTE: "one enemy battery may not shoot in its next turn",
}
"""SQB-48 What each chance card does, but for those of nothing and of orders."""
MARKS: dict[int, str] = {Card.SHOT: AID_SHOT, Card.MELEE: AID_BLOW, Card.PINNED: PINNED, Card.MUTE: MUTE}
"""The counter by which a card waits beside the unit that it is played on."""
COUNTERS = (
    Counter(AID_SHOT, "chance card: one die more for its next shot", tone="good"),
    Counter(AID_BLOW, "chance card: one die more for its next blow", tone="good"),
    Counter(PINNED, "chance card: may not move in its next turn"),
    Counter(MUTE, "chance card: may not shoot in its next turn"),
)


def card_dice(table: Any, _side: int) -> list[int]:
    """SQB-48 Return the dice of a chance card, where there are any: of the deck, and of the orders that it may give."""
    return [len(DECK), FACES] if table.battle.num[CHANCE] == 1 else []


def draw(table: Any, side: int, faces: Sequence[int]) -> str:
    """SQB-48 Draw a chance card; orders are counted at once, the others are played in the same turn."""
    drawn, words = DECK[faces[0] - 1], "nothing"
    if drawn == Card.ORDERS:
        extra = (faces[1] + 1) // 2
        table.store[side][ORDERS] += extra
        words = f"{extra} more orders of the General"
    table.hand[side] = drawn if drawn in WORDS else NO_CARD
    return f"Chance card of {table.file.sides[side].name}: {WORDS.get(drawn, words)}."


def held(table: Any, side: int) -> str:
    """SQB-48 Return what a side has in hand, in words; empty where it has no card."""
    return WORDS.get(table.hand[side], "")


def may_play(table: Any, side: int) -> str:
    """SQB-48 Return why a side plays no chance card; empty where it may."""
    if table.hand[side] == NO_CARD:
        return "no card in hand that can be played."
    return "" if _choices(table, side) else "nobody on whom it can be played stands on the table."


def targets(table: Any, side: int) -> list[int]:
    """SQB-48 List the units on which the card in hand may be played."""
    drawn, battle = table.hand[side], table.battle
    own = drawn in (Card.SHOT, Card.MELEE, Card.RALLY)
    here = [slot for slot in table.units_of(side if own else 1 - side) if table.is_here(slot)]
    if drawn == Card.RALLY:
        return [slot for slot in here if table.taken(slot) > 0]
    return [slot for slot in here if drawn != Card.MUTE or battle.arm[slot] == Arm.ART]


def _choices(table: Any, side: int) -> tuple[tuple[str, str], ...]:
    if table.hand[side] == Card.SILENT:
        return tuple((str(role), name) for role, name in _commanders(table, 1 - side))
    return tuple((table.keys[slot], table.plain_name(slot)) for slot in targets(table, side))


def _commanders(table: Any, side: int) -> list[tuple[int, str]]:
    """Return the commanders of a side who are not lost, by their places."""
    leaders = (table.file.sides[side].commander, *table.file.sides[side].wings)
    return [(n, one.name or f"Commander {n + 1}") for n, one in enumerate(leaders) if n not in table.lost[side]]


def play_fields(table: Any, side: int) -> tuple[NoteField, ...]:
    """SQB-48 Ask on whom the card is played."""
    if table.hand[side] == Card.SILENT:
        return (NoteField("commander", "Which commander", choices=_choices(table, side)),)
    return (NoteField("unit", "On which unit", choices=_choices(table, side)),)


def play(table: Any, side: int, values: JsonPlace, _faces: Sequence[int]) -> Wording:
    """SQB-48 Play the card in hand on somebody; what the companion keeps of it is carried out at once."""
    drawn, name = table.hand[side], table.file.sides[side].name
    who = _silence(table, side, values) if drawn == Card.SILENT else _mark(table, side, drawn, values)
    table.hand[side] = NO_CARD
    return Wording(f"{name} plays a chance card: {WORDS[drawn]}: {who}.")


def _silence(table: Any, side: int, values: JsonPlace) -> str:
    commanders = dict(_commanders(table, 1 - side))
    role = int(values.at("commander").choice([str(one) for one in commanders]))
    table.store[1 - side][SILENT] = role + 1
    return commanders[role]


def _mark(table: Any, side: int, drawn: int, values: JsonPlace) -> str:
    slot = table.slot(values.at("unit").text(most=60))
    if slot not in targets(table, side):
        values.at("unit").refuse("this card is not for it; choose a unit of the list.")
    if drawn == Card.RALLY:
        table.battle.left[slot] += 1
    else:
        table.mark(slot, MARKS[drawn])
    return str(table.name_with_side(slot))


def is_silent(table: Any, side: int, role: int) -> bool:
    """SQB-48 Does a commander give no orders in this turn of his side?"""
    return bool(table.store[side].get(SILENT, 0) == role + 1)


def end_turn_of(table: Any, side: int) -> None:
    """SQB-48 What was played for a side's turn is over with it, and so is its own card."""
    table.hand[side], table.store[side][SILENT] = NO_CARD, 0
    for slot in table.units_of(side):
        for key in (AID_SHOT, AID_BLOW, PINNED, MUTE):
            table.mark(slot, key, 0)


def aid(key: str) -> Any:
    """SQB-48 Return what reads whether a chance card waits beside the unit of a question."""
    return lambda table, unit, _foe, _left: bool(table.count(unit, key))


THROW = Throw("card", "Chance card", card_dice, draw, ("one", "two"), needed=False)
DEED = Deed("play_card", "Play the chance card", "Play it", play, may_play, fields=play_fields, held=held)
