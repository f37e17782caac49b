"""From notes to a table: reading them again from the first, trying one more, taking one back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from base.place import JsonPlace, shorten
from base.refusal import Refusal
from base.words import listed
from battles.resolvers.contract.notes import UNDO, Line, Note, Touch, Wording, collision, taken_back
from battles.resolvers.lgg.companion.kinds import KINDS, Kind, called, owner_of, touch_of
from battles.resolvers.lgg.companion.state import TableState, new_table
from battles.resolvers.values.battle import BattleFile


@dataclass(frozen=True)
class Played:
    """A table with the lines of its log, the first first."""

    table: TableState
    lines: tuple[Line, ...]

    @property
    def version(self) -> int:
        """The number of the last note; 0 before the first."""
        return self.lines[-1].note.number if self.lines else 0


def read_notes(file: BattleFile, notes: Sequence[Note]) -> Played:
    """Return the table after all notes that were not taken back."""
    table, gone = new_table(file), taken_back(notes)
    wordings: dict[int, Wording] = {}
    lines = []
    dice = {note.number: _faces(note) for note in notes}
    for note in notes:
        if note.kind == UNDO:
            wordings[note.number] = _undone(wordings, note, dice)
        elif note.number in gone:
            wordings[note.number] = Wording(f"{called(note.kind)} was noted{_with_dice(dice[note.number])}")
        else:
            wordings[note.number] = _play(table, note)
        lines.append(Line(note, wordings[note.number], note.number in gone))
    return Played(table, tuple(lines))


def _undone(wordings: Mapping[int, Wording], note: Note, dice: Mapping[int, Sequence[int]]) -> Wording:
    number = note.values.get("of", 0)
    if number not in wordings:
        raise Refusal(f"note {note.number}: it takes back a note that is not there.")
    gone = "; these dice do not count any more" if dice[number] else ""
    return Wording(f"Note {number} is taken back: {wordings[number].text}{gone}.")


def _faces(note: Note) -> list[int]:
    """Return the faces that a note brought, which both sides read even when it has been taken back."""
    dice = note.values.get("dice")
    return [face for face in dice if isinstance(face, int)] if isinstance(dice, list) else []


def _with_dice(faces: Sequence[int]) -> str:
    return f", with {listed([str(face) for face in faces])}" if faces else ""


def _play(table: TableState, note: Note) -> Wording:
    return _kind(note.kind).play(table, JsonPlace(dict(note.values)))


def dice_wanted(table: TableState, kind: str, values: Mapping[str, Any]) -> tuple[str, list[int]]:
    """Return the stream and the sides of the dice that a note wants; Refusal for a kind that there is not."""
    rule = _kind(kind)
    return rule.stream, rule.dice(table, JsonPlace(dict(values)))


def _kind(kind: str) -> Kind:
    if kind not in KINDS:
        raise Refusal(f"{shorten(kind)}: nothing of this kind is noted at the table.")
    return KINDS[kind]


def check_writer(table: TableState, note: Note) -> None:
    """Refuse a note that belongs to the other side alone."""
    _kind(note.kind)
    owner = owner_of(table, note.kind, note.values)
    if note.side is not None and owner is not None and owner != note.side:
        raise Refusal(f"That is for {table.side(owner).name} to note.")


def check_fresh(notes: Sequence[Note], mine: Note, seen: int) -> None:
    """Refuse a note that rests upon what somebody has changed since the writer last looked."""
    later = [(note, _touch(notes, note)) for note in notes if note.number > seen]
    other = collision(_touch(notes, mine), later)
    if other is not None:
        raise Refusal(
            f"Meanwhile {other.by or 'somebody'} has noted {called(other.kind, 'that a note is taken back')} "
            f"(note {other.number}). Nothing is written yet: look at the table, then send this again."
        )


def _touch(notes: Sequence[Note], note: Note) -> Touch:
    if note.kind != UNDO:
        return touch_of(note.kind, note.values)
    of = next((one for one in notes if one.number == note.values["of"] and one.kind != UNDO), None)
    if of is None:
        return Touch(frozenset(), frozenset())
    undone = touch_of(of.kind, of.values)
    return Touch(frozenset(), undone.changes | {f"note:{of.number}"})


def play_next(table: TableState, mine: Note) -> Wording:
    """Play one more note on a table; Refusal where it cannot be written, and the table is then worthless."""
    check_writer(table, mine)
    return _play(table, mine)


def try_undo(file: BattleFile, notes: Sequence[Note], mine: Note) -> None:
    """Refuse to take back what is not there, is another's, or is what later notes rest upon."""
    of = next((note for note in notes if note.number == mine.values["of"]), None)
    if of is None or of.kind == UNDO:
        raise Refusal("Take back: there is no such note; look at the log again.")
    if of.number in taken_back(notes):
        raise Refusal(f"Take back: note {of.number} is taken back already.")
    if mine.side is not None and mine.side != of.side:
        raise Refusal(f"Take back: note {of.number} was not written by your side; ask who wrote it, or the referee.")
    _check_without(file, notes, of, mine)


def _check_without(file: BattleFile, notes: Sequence[Note], of: Note, mine: Note) -> None:
    try:
        read_notes(file, [*notes, mine])
    except Refusal as refusal:
        last = next(note.number for note in reversed(notes) if note.kind != UNDO and note.number not in
                    taken_back(notes))  # fmt: skip
        raise Refusal(
            f"Take back: later notes rest upon note {of.number}; begin with the last one, {last}. ({refusal})"
        ) from refusal
