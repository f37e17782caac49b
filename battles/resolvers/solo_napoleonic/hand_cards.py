"""The cards at a real table: the secret chance card of each side, the Control cards (SNW-03 to SNW-07, SNW-12)."""

from collections.abc import Sequence
from typing import Any

from base.place import JsonPlace
from base.words import counted, listed
from battles.resolvers.by_hand.game import TURN, Counter, Deed
from battles.resolvers.by_hand.table import NO_CARD
from battles.resolvers.common.codes import SIDE_LEADERS
from battles.resolvers.contract.described import MANY, Die, NoteField
from battles.resolvers.contract.notes import Wording
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.chance import DECK
from battles.resolvers.solo_napoleonic.codes import Chance, Own
from battles.resolvers.solo_napoleonic.command import first_brigadier

CHANCE, PLAY, CARDS, CONTROL, CHITS, CARD = "chance", "play_card", "cards", "control", "chits", "card"
AID_MORALE, AID_CHARGE, AID_FIRE, SPOIL, DITCH = "aid_morale", "aid_charge", "aid_fire", "spoil", "ditch"
HALF, FREE_FORM, AGAIN, IN_CONTROL = "half", "free_formation", "again", "in_control"
WORDS = {
    Chance.NOTHING: "nothing",
    Chance.MORALE: "{morale} more on one test of morale",
    Chance.CHARGE: "{charge} more on one test to charge",
    Chance.CONTROL: "one brigade counts as controlled",
    Chance.LOST_ORDER: "the card of one enemy unit or brigade goes to the end",
    Chance.HALF: "one enemy unit moves half",
    Chance.DITCH: "a hidden ditch, {ditch} on one enemy test to charge home",
    Chance.FORMATION: "one change of formation is free",
    Chance.STEADIED: "one unit is rid of d3 chits of disorder",
    Chance.USELESS: "one enemy general is of no use in this turn",
    Chance.ENEMY_FIRE: "{enemy_fire} on one fire of the enemy",
    Chance.OWN_FIRE: "{own_fire} more on one fire",
    Chance.AGAIN: "one swerve or pace is thrown again",
}
"""SNW-12 What each chance card does, in a player's words; the numbers are those of the table."""
CARD_NUMBERS = {
    "morale": n.CHANCE_MORALE, "charge": n.CHANCE_CHARGE, "ditch": n.CHANCE_DITCH,
    "enemy_fire": n.CHANCE_ENEMY_FIRE, "own_fire": n.CHANCE_OWN_FIRE,
}  # fmt: skip
ON_OWN = (Chance.MORALE, Chance.CHARGE, Chance.FORMATION, Chance.STEADIED, Chance.OWN_FIRE, Chance.AGAIN)
ON_ENEMY = (Chance.LOST_ORDER, Chance.HALF, Chance.DITCH, Chance.ENEMY_FIRE)
AIDS: dict[int, str] = {Chance.MORALE: AID_MORALE, Chance.CHARGE: AID_CHARGE, Chance.OWN_FIRE: AID_FIRE,
        Chance.ENEMY_FIRE: SPOIL, Chance.DITCH: DITCH, Chance.HALF: HALF,
        Chance.FORMATION: FREE_FORM, Chance.AGAIN: AGAIN}  # fmt: skip
"""The counter by which a card waits beside a unit for the test, fire or move that it changes."""
COUNTERS = (
    Counter(AID_MORALE, "chance card: helps its next test", 1, "good", TURN),
    Counter(AID_CHARGE, "chance card: helps its next charge", 1, "good", TURN),
    Counter(AID_FIRE, "chance card: helps its next fire", 1, "good", TURN),
    Counter(SPOIL, "chance card: spoils its next fire", 1, "warn", TURN),
    Counter(DITCH, "chance card: a ditch before its charge", 1, "warn", TURN),
    Counter(HALF, "chance card: moves half in this turn", 1, "warn", TURN),
    Counter(FREE_FORM, "chance card: one change of formation is free", 1, "good", TURN),
    Counter(AGAIN, "chance card: a swerve or pace is thrown again", 1, "good", TURN),
    Counter(CARD, "Control card", 99, "", TURN, by_hand=False),
)  # fmt: skip
D3 = 3


def words_of(table: Any, side: int) -> str:
    """SNW-12 Return what a side has in hand, in words; empty where it has no card."""
    card, battle = table.hand[side], table.battle
    if card == NO_CARD:
        return ""
    return WORDS[card].format(**{key: int(battle.num[slot]) for key, slot in CARD_NUMBERS.items()})


def may_draw(table: Any, side: int) -> str:
    """SNW-12 Return why a side draws no chance card; empty where it may."""
    return "drawn already in this turn." if (CHANCE, side) in table.thrown else ""


def draw(table: Any, side: int, _values: JsonPlace, faces: Sequence[int]) -> Wording:
    """SNW-12 Draw a side's chance card of the turn; the enemy learns that there is one."""
    table.thrown.add((CHANCE, side))
    table.hand[side] = int(table.battle.num[n.CHANCE_DECK + faces[0] - 1])
    name = table.file.sides[side].name
    return Wording(f"Chance card of {name}: {words_of(table, side)}.", secret_of=side,
                   instead=f"{name} has drawn a chance card.")  # fmt: skip


def may_play(table: Any, side: int) -> str:
    """SNW-12 Return why a side plays no chance card; empty where it may."""
    return "no card in hand that can be played." if table.hand[side] in (NO_CARD, Chance.NOTHING) else ""


def targets(table: Any, side: int) -> list[int]:
    """SNW-12 List the units on which the card in hand may be played."""
    card = table.hand[side]
    if card not in (*ON_OWN, *ON_ENEMY):
        return []
    return [slot for slot in table.units_of(side if card in ON_OWN else 1 - side) if table.is_here(slot)]


def play_fields(table: Any, side: int) -> tuple[NoteField, ...]:
    """SNW-12 Ask for the unit, brigade or general on whom the card is played, where it is one for somebody."""
    if table.hand[side] == Chance.CONTROL:
        return (NoteField("brigade", "Which brigade", choices=_brigade_names(table, side)),)
    if table.hand[side] == Chance.USELESS:
        return (NoteField("general", "Which general of the enemy", choices=_generals(table, 1 - side)),)
    choices = tuple((table.keys[slot], table.name(slot)) for slot in targets(table, side))
    return (NoteField("unit", "On which unit", choices=choices),) if choices else ()


def play_dice(table: Any, side: int, _values: JsonPlace) -> list[int]:
    """SNW-12 Return the die of the card that takes chits away."""
    return [D3] if table.hand[side] == Chance.STEADIED else []


def play_faces(table: Any, side: int) -> tuple[Die, ...]:
    """SNW-12 Return the same die as it is typed."""
    return (Die(D3, "Chits that it is rid of"),) if table.hand[side] == Chance.STEADIED else ()


def play(table: Any, side: int, values: JsonPlace, faces: Sequence[int]) -> Wording:
    """SNW-12 Play the card in hand; what the program keeps of it is carried out at once."""
    card, words, slot = table.hand[side], words_of(table, side), None
    if card in (*ON_OWN, *ON_ENEMY):
        slot = table.slot(values.at("unit").text(most=60))
        if slot not in targets(table, side):
            values.at("unit").refuse("this card is not for it; choose a unit of the list.")
    text = f"{table.file.sides[side].name} plays a chance card: {words}"
    text += f": {_chosen(table, side, card, values)}" if card in (Chance.CONTROL, Chance.USELESS) else ""
    table.hand[side] = NO_CARD
    if slot is None:
        return Wording(f"{text}.")
    text = f"{text}, on {table.name_with_side(slot)}"
    return Wording(f"{text}{_effect(table, card, slot, faces)}.")


def _chosen(table: Any, side: int, card: int, values: JsonPlace) -> str:
    """SNW-12 Carry a card for a brigade out, or name the general of the enemy who is of no use."""
    if card == Chance.USELESS:
        generals = dict(_generals(table, 1 - side))
        return generals[values.at("general").choice(generals)]
    names = dict(_brigade_names(table, side))
    number = values.at("brigade").choice(names)
    table.store[side][IN_CONTROL] = int(number)
    return names[number]


def _brigade_names(table: Any, side: int) -> tuple[tuple[str, str], ...]:
    return tuple(
        (str(number), f"Brigade {number}: {listed([table.plain_name(slot) for slot in slots])}")
        for number, slots in brigades(table, side).items()
    )


def _generals(table: Any, side: int) -> tuple[tuple[str, str], ...]:
    """Return the generals of a side who are not lost: those of its file, then a brigadier for each brigade."""
    leaders = (table.file.sides[side].commander, *table.file.sides[side].wings)
    named = [(f"g{n}", one.name or f"General {n + 1}") for n, one in enumerate(leaders) if n not in table.lost[side]]
    return (*named, *((f"b{number}", f"Brigadier {number}") for number in brigades(table, side)))


def _effect(table: Any, card: int, slot: int, faces: Sequence[int]) -> str:
    """SNW-12 Carry a card for a unit out, and return what came of it."""
    if card in AIDS:
        table.mark(slot, AIDS[card])
    if card == Chance.STEADIED:
        off = min(faces[0], table.count(slot, CHITS))
        table.mark(slot, CHITS, table.count(slot, CHITS) - off)
        return f"; {counted(off, 'chit is', 'chits are')} taken off"
    if card == Chance.LOST_ORDER and (held := table.count(slot, CARD)):
        last = 1 + max(table.count(one, CARD) for one in table.slots.values())
        for one in table.units_of(table.side_of(slot)):
            if table.count(one, CARD) == held:
                table.mark(one, CARD, last)
        return f"; card {held} becomes {last}"
    return ""


def brigades(table: Any, side: int) -> dict[int, list[int]]:
    """SNW-05 Return the units on the table of each brigade, by its number."""
    first = int(first_brigadier(table.battle, side))
    made: dict[int, list[int]] = {
        number + 1: [] for number in range(side * SIDE_LEADERS + int(table.battle.leaders[side]) - first)
    }
    for slot in table.units_of(side):
        if table.is_here(slot):
            made[int(table.battle.own[slot, Own.BRIGADE]) - first + 1].append(slot)
    return {number: slots for number, slots in made.items() if slots}


def may_deal(table: Any, side: int) -> str:
    """SNW-05 Return why a side draws no Control cards; empty where it may."""
    if (CARDS, side) in table.thrown:
        return "drawn already in this turn."
    return "" if (CONTROL, side) in table.thrown else "throw for control first."


def deal_fields(table: Any, side: int) -> tuple[NoteField, ...]:
    """SNW-05 SNW-06 Ask which brigades are controlled, and which units are out of their brigadier's reach."""
    groups = _brigade_names(table, side)
    units = tuple((table.keys[slot], table.plain_name(slot)) for slot in table.units_of(side) if table.is_here(slot))
    return (NoteField("controlled", "Brigades in control", MANY, groups, required=False),
            NoteField("apart", "Units out of their brigadier's reach", MANY, units, required=False))  # fmt: skip


def draws(table: Any, side: int, values: JsonPlace) -> list[list[int]]:
    """SNW-05 SNW-06 Return the units of each card: together in a controlled brigade, alone elsewhere.

    A brigade for which a chance card was played is controlled (SNW-12).
    """
    groups = brigades(table, side)
    controlled = _picked(values, "controlled", {str(number) for number in groups})
    controlled |= {str(table.store[side].get(IN_CONTROL, 0))}
    apart = _picked(values, "apart", {table.keys[slot] for slots in groups.values() for slot in slots})
    made: list[list[int]] = []
    for number, slots in groups.items():
        near = [slot for slot in slots if str(number) in controlled and table.keys[slot] not in apart]
        made += [near] if near else []
        made += [[slot] for slot in slots if slot not in near]
    return made


def _picked(values: JsonPlace, key: str, known: set[str]) -> set[str]:
    places = values.at(key).items(least=0, most=len(known)) if values.has(key) else []
    return {place.choice(sorted(known)) for place in places}


def deck(table: Any) -> list[int]:
    """SNW-03 Return the cards that are left: one for each unit on the table, less those that are drawn."""
    slots = list(table.slots.values())
    size = sum(table.is_here(slot) or table.count(slot, CARD) > 0 for slot in slots)
    drawn = {table.count(slot, CARD) for slot in slots}
    return [card for card in range(1, size + 1) if card not in drawn]


def deal_dice(table: Any, side: int, values: JsonPlace) -> list[int]:
    """SNW-03 Return a die for each card, with as many sides as there are cards left."""
    left = len(deck(table))
    return [left - number for number in range(len(draws(table, side, values)))]


def deal(table: Any, side: int, values: JsonPlace, faces: Sequence[int]) -> Wording:
    """SNW-03 SNW-05 Draw the Control cards of a side; without dice they are drawn on the table."""
    table.thrown.add((CARDS, side))
    name = table.file.sides[side].name
    if not faces:
        return Wording(f"The Control cards of {name} are drawn on the table.")
    left, dealt = deck(table), []
    for slots, face in zip(draws(table, side, values), faces, strict=True):
        card = left.pop(face - 1)
        dealt.append((card, listed([table.plain_name(slot) for slot in slots])))
        for slot in slots:
            table.mark(slot, CARD, card)
    rows = "; ".join(f"{card} {names}" for card, names in sorted(dealt))
    return Wording(f"Control cards of {name}: {rows}.")


DEEDS = (
    Deed(CHANCE, "Chance card", "Take this card", draw, may_draw, lambda _table, _side, _values: [DECK],
         faces=lambda _table, _side: (Die(DECK, "The card, by a die from 1 to 16 that only you see"),),
         phases=(CONTROL,), secret=True, step=True),
    Deed(PLAY, "Play the chance card", "Play it", play, may_play, play_dice, play_fields, play_faces, words_of),
    Deed(CARDS, "Control cards", "We have drawn them on the table", deal, may_deal, deal_dice, deal_fields,
         phases=(CONTROL,), step=True, rolled=True),
)  # fmt: skip
