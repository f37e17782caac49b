"""The notes of one side that read no table: cards that are drawn and played, groups that are activated."""

from base.place import JsonPlace
from base.refusal import Refusal
from base.words import listed
from battles.resolvers.by_hand.clock import require, side_in
from battles.resolvers.by_hand.game import Deed
from battles.resolvers.by_hand.kind import read_faces
from battles.resolvers.by_hand.table import FIGHTING, TableState
from battles.resolvers.contract.notes import Note, Wording


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
