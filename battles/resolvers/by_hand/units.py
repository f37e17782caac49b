"""The notes about single units, generals, cards that are drawn and played, and what a side spends."""

from base.place import JsonPlace
from base.refusal import Refusal
from base.words import listed
from battles.resolvers.by_hand.clock import require, side_in
from battles.resolvers.by_hand.game import Deed
from battles.resolvers.by_hand.kind import read_faces
from battles.resolvers.by_hand.table import FIGHTING, SETUP, TableState
from battles.resolvers.common.codes import Status
from battles.resolvers.contract.notes import Note, Wording
from battles.resolvers.values.typed import FATE_LABELS, FATES

MOST_LEFT = 99
STATUS = dict(
    zip(FATES, (Status.BOARD, Status.RALLYABLE, Status.NONRALLYABLE, Status.ELIMINATED, Status.EXITED), strict=True)
)
FATE: dict[int, str] = {**{status: fate for fate, status in STATUS.items()}, Status.WAITING: "stands"}


def _begun(table: TableState) -> None:
    if table.stage == SETUP:
        raise Refusal("Units are put right when both sides have set up.")


def play_unit(table: TableState, values: JsonPlace) -> Wording:
    """COM-07 Put a unit right: what is left of it, and where it is."""
    _begun(table)
    slot, battle = table.slot(values.at("unit").text(most=60)), table.battle
    fate, left = values.at("fate").choice(FATES), values.at("strength").integer(0, MOST_LEFT)
    if left > battle.cap[slot]:
        values.at("strength").refuse(f"it came with {int(battle.cap[slot])}; type no more.")
    if fate in ("stands", "exited") and left == 0:
        values.at("strength").refuse("a unit with nothing left has gone; choose its box, or destroyed.")
    battle.status[slot] = STATUS[fate]
    battle.left[slot] = left if fate in ("stands", "exited") else 0
    return Wording(f"{table.name(slot)} is put right: {dict(FATE_LABELS)[fate]}, {int(battle.left[slot])} left.")


def play_counter(table: TableState, values: JsonPlace) -> Wording:
    """A counter is put beside a unit, or taken off."""
    _begun(table)
    slot = table.slot(values.at("unit").text(most=60))
    counters = {one.key: one for one in table.game.counters if one.by_hand}
    counter = counters[values.at("counter").choice(counters)]
    number = values.at("number").integer(0, counter.most)
    table.mark(slot, counter.key, number)
    shown = f": {number}" if counter.most > 1 else " is on" if number else " is off"
    return Wording(f"{table.name(slot)}: {counter.label}{shown}.")


def play_leader(table: TableState, values: JsonPlace) -> Wording:
    """COM-16 A general is lost; the loss of its commander costs an army a level of skill."""
    side, role = side_in(values), values.at("role").integer(0, 9)
    leaders = (table.file.sides[side].commander, *table.file.sides[side].wings)
    if role >= len(leaders) or role in table.lost[side]:
        values.at("role").refuse("this general is not on the table; choose another.")
    table.lost[side].add(role)
    if role == 0:
        table.battle.skill[side] = max(0, int(table.battle.skill[side]) - 1)
    name = leaders[role].name or "A general"
    return Wording(f"{name} of {table.file.sides[side].name} is lost.", story=f"{name} fell.")


def play_spend(table: TableState, values: JsonPlace) -> Wording:
    """A side spends what it has: dice to throw again, orders, actions. A number below 0 gives some back."""
    require(table, FIGHTING, "Nothing is spent before or after the battle.")
    side = side_in(values)
    stores = {one.key: one for one in table.game.stores}
    store = stores[values.at("store").choice(stores)]
    amount, has = values.at("amount").integer(-9, 9), table.store[side][store.key]
    if amount > has:
        values.at("amount").refuse(f"{has} left; spend no more.")
    table.store[side][store.key] = has - amount
    name = table.file.sides[side].name
    return Wording(f"{name}: {store.label}, {abs(amount)} {'spent' if amount >= 0 else 'back'}, {has - amount} left.")


def shut(table: TableState, deed: Deed, side: int) -> str:
    """Return why a side may not do this now; empty where it may."""
    if table.stage != FIGHTING:
        return "not before or after the battle."
    if deed.phases and table.phase.key not in deed.phases:
        return "not in this part of the turn."
    if table.on_turn not in (None, side):
        return "the other side is on turn."
    return deed.shut(table, side)


def deed_dice(deed: Deed, table: TableState, values: JsonPlace) -> list[int]:
    """Return the sides of the dice of a deed."""
    return deed.dice(table, side_in(values), values)


def play_deed(deed: Deed, table: TableState, values: JsonPlace) -> Wording:
    """Carry a deed out."""
    side = side_in(values)
    require(table, FIGHTING, "Nothing of this kind is noted before or after the battle.")
    if sentence := shut(table, deed, side):
        raise Refusal(f"{deed.title}: {sentence}")
    sides = deed.dice(table, side, values)
    faces = read_faces(values, sides) if values.has("dice") or not deed.rolled else []
    return deed.settle(table, side, values, faces)


def gone_words(called: str, faces: list[str], *, secret_of: int | None) -> Wording:
    """Return the line of a note that was taken back; the dice of a secret one are read by its own side alone."""
    plain = f"{called[:1].upper()}{called[1:]} was noted"
    whole = f"{plain}, with {listed(faces)}; these dice do not count any more" if faces else plain
    if secret_of is None:
        return Wording(whole)
    return Wording(whole, secret_of=secret_of, instead=f"{plain}; its dice do not count any more" if faces else plain)


def undone_words(number: int, wording: Wording) -> Wording:
    """Return the line that takes a note back, as secret as the note was."""
    text = f"Note {number} is taken back: "
    hidden = f"{text}{wording.instead}." if wording.secret_of is not None else ""
    return Wording(f"{text}{wording.text}.", secret_of=wording.secret_of, instead=hidden)


def side_of_note(note: Note) -> int | None:
    """Return the side of a secret note."""
    side = note.values.get("side")
    return side if isinstance(side, int) and side in (0, 1) else None
