"""From notes to a table: reading them again from the first, trying one more, taking one back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from base.place import JsonPlace, shorten
from base.refusal import Refusal
from battles.resolvers.by_hand.kind import Kind
from battles.resolvers.by_hand.units import gone_words, side_of_note, undone_words
from battles.resolvers.contract.notes import UNDO, Line, Note, Touch, Wording, collision, taken_back
from battles.resolvers.values.battle import BattleFile


@dataclass(frozen=True)
class Played:
    """A table with the lines of its log, the first first."""

    table: Any
    lines: tuple[Line, ...]

    @property
    def version(self) -> int:
        """The number of the last note; 0 before the first."""
        return self.lines[-1].note.number if self.lines else 0


@dataclass(frozen=True)
class Reading:
    """Reads the notes of one companion: its kinds, its table before the first of them, who may write one, and what it
    touches."""

    kinds: Mapping[str, Kind]
    new_table: Callable[[BattleFile], Any]
    owner_of: Callable[[Any, Kind, str, Mapping[str, Any]], int | None]
    touch_of: Callable[[Kind, Mapping[str, Any]], Touch]

    def read_notes(self, file: BattleFile, notes: Sequence[Note]) -> Played:
        """Return the table after all notes that were not taken back; Refusal where one cannot stand."""
        table, gone, wordings = self.new_table(file), taken_back(notes), dict[int, Wording]()
        lines = []
        for note in notes:
            wordings[note.number] = self._wording(table, note, gone, wordings)
            lines.append(Line(note, wordings[note.number], note.number in gone))
        return Played(table, tuple(lines))

    def _wording(self, table: Any, note: Note, gone: set[int], wordings: Mapping[int, Wording]) -> Wording:
        if note.kind == UNDO:
            of = note.values.get("of", 0)
            if of not in wordings:
                raise Refusal(f"note {note.number}: it takes back a note that is not there.")
            return undone_words(of, wordings[of])
        if note.number in gone:
            kind = self._kind(note.kind)
            return gone_words(kind.called, _faces(note), secret_of=side_of_note(note) if kind.secret else None)
        return self._play(table, note)

    def _play(self, table: Any, note: Note) -> Wording:
        return self._kind(note.kind).play(table, JsonPlace(dict(note.values)))

    def _kind(self, kind: str) -> Kind:
        if kind not in self.kinds:
            raise Refusal(f"{shorten(kind)}: nothing of this kind is noted at the table.")
        return self.kinds[kind]

    def dice_wanted(self, table: Any, kind: str, values: Mapping[str, Any]) -> tuple[str, list[int]]:
        """Return the stream and the sides of the dice that a note asks for."""
        rule = self._kind(kind)
        clean = {key: value for key, value in values.items() if key not in ("dice", "rolled")}
        return rule.stream or "battle", rule.dice(table, JsonPlace(clean))

    def play_next(self, table: Any, mine: Note) -> Wording:
        """Play one more note; Refusal where it cannot be written, and the table is then worthless."""
        owner = self.owner_of(table, self._kind(mine.kind), mine.kind, mine.values)
        if mine.side is not None and owner is not None and owner != mine.side:
            raise Refusal(f"That is for {table.file.sides[owner].name} to note.")
        return self._play(table, mine)

    def check_fresh(self, notes: Sequence[Note], mine: Note, seen: int) -> None:
        """Refuse a note that rests upon what somebody has changed since its writer last looked."""
        later = [(note, self._touch(notes, note)) for note in notes if note.number > seen]
        whole = mine.kind in self.kinds and self.kinds[mine.kind].whole
        other = later[0][0] if whole and later else collision(self._touch(notes, mine), later)
        if other is not None:
            called = "that a note is taken back" if other.kind == UNDO else self._kind(other.kind).called
            raise Refusal(
                f"Meanwhile {other.by or 'somebody'} has noted {called} (note {other.number}). "
                "Nothing is written yet: look at the table, then send this again."
            )

    def _touch(self, notes: Sequence[Note], note: Note) -> Touch:
        if note.kind != UNDO:
            return self.touch_of(self._kind(note.kind), note.values)
        of = next((one for one in notes if one.number == note.values["of"] and one.kind != UNDO), None)
        if of is None:
            return Touch(frozenset(), frozenset())
        undone = self.touch_of(self._kind(of.kind), of.values)
        return Touch(frozenset(), undone.changes | {f"note:{of.number}"})

    def try_undo(self, file: BattleFile, notes: Sequence[Note], mine: Note) -> None:
        """Refuse to take back what is not there, is another's, or is what later notes rest upon."""
        of = next((note for note in notes if note.number == mine.values["of"]), None)
        if of is None or of.kind == UNDO:
            raise Refusal("Take back: there is no such note; look at the log again.")
        if of.number in taken_back(notes):
            raise Refusal(f"Take back: note {of.number} is taken back already.")
        if mine.side is not None and mine.side != of.side:
            raise Refusal(
                f"Take back: note {of.number} was not written by your side; ask who wrote it, or the referee."
            )
        try:
            self.read_notes(file, [*notes, mine])
        except Refusal as refusal:
            gone = taken_back(notes)
            last = next(note.number for note in reversed(notes) if note.kind != UNDO and note.number not in gone)
            raise Refusal(
                f"Take back: later notes rest upon note {of.number}; begin with the last one, {last}. ({refusal})"
            ) from refusal


def _faces(note: Note) -> list[str]:
    dice = note.values.get("dice")
    return [str(face) for face in dice] if isinstance(dice, list) else []
