"""Notes of a battle that is fought by hand: written one after the other, taken back, at last made into a result.

The program's dice come from the battle's own seed, in a key of their own, each stream counted from its first note on;
whoever knows the seed afterwards can check them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from battles.models import Battle, TableNote
from battles.resolvers.battle import BattleFile
from battles.resolvers.battle_file import parse
from battles.resolvers.dice import face_of, key_of
from battles.resolvers.entries import Part
from battles.resolvers.notes import UNDO, Note
from battles.resolvers.registry import companion, streams
from battles.selectors import notes_of
from battles.services.table import on_the_table
from rosters.rules.refusal import Refusal

MOST_NOTES = 2000


@transaction.atomic
def note_down(
    *, battle: Battle, side: int | None, kind: str, values: Mapping[str, Any], seen: int, by: str, roll: bool = False
) -> TableNote:
    """Write a note for a side, or for both where ``side`` is None; ``roll`` lets the program throw its dice.

    Refusal, and nothing written, where the rules, the moment or the other side's notes since ``seen`` stand against it.
    """
    battle, file, notes = _open_log(battle)
    door, mine = companion(battle.rules), Note(len(notes) + 1, side, kind, dict(values), by)
    if kind not in door.KINDS:
        raise Refusal(f"{kind[:40]}: nothing of this kind is noted at the table.")
    door.check_fresh(notes, mine, seen)
    table = door.read_notes(file, notes).table
    if roll:
        stream, sides = door.dice_wanted(table, kind, values)
        faces = _throw(battle, stream, sides, _thrown(door.KINDS, notes, stream))
        mine = Note(mine.number, side, kind, {**values, "dice": faces, "rolled": True}, by)
    door.play_next(table, mine)
    return _write(battle, mine)


@transaction.atomic
def take_back(*, battle: Battle, side: int | None, number: int, seen: int, by: str) -> TableNote:
    """Take a note back by another one; Refusal where later notes rest upon it."""
    battle, file, notes = _open_log(battle)
    door, mine = companion(battle.rules), Note(len(notes) + 1, side, UNDO, {"of": number}, by)
    door.check_fresh(notes, mine, seen)
    door.try_undo(file, notes, mine)
    return _write(battle, mine)


def entry_at_table(battle: Battle, part: Part) -> dict[str, Any]:
    """What a party's result form is filled in with from the table; Refusal before its first day. Nothing is written."""
    door = companion(battle.rules)
    return dict(door.entry_of(door.read_notes(parse(battle.file), notes_of(battle)).table, part.number, part))


def entries_at_table(battle: Battle) -> list[dict[str, Any]]:
    """The same for both sides, for whoever settles the battle from its table."""
    door = companion(battle.rules)
    table = door.read_notes(parse(battle.file), notes_of(battle)).table
    return [door.entry_of(table, side) for side in (0, 1)]


def _open_log(battle: Battle) -> tuple[Battle, BattleFile, list[Note]]:
    battle = on_the_table(battle)
    notes = notes_of(battle)
    if len(notes) >= MOST_NOTES:
        raise Refusal(f"The log has {MOST_NOTES:,} notes, more are not kept; go on to the result.")
    return battle, parse(battle.file), notes


def _thrown(kinds: Mapping[str, Any], notes: Sequence[Note], stream: str) -> int:
    """How many dice of a stream the program has thrown, those of notes taken back among them."""
    mine = [note for note in notes if note.values.get("rolled") and kinds[note.kind].stream == stream]
    return sum(len(note.values["dice"]) for note in mine)


def _throw(battle: Battle, stream: str, sides: Sequence[int], first: int) -> list[int]:
    key, number = key_of(f"{battle.seed}/table"), streams(battle.rules).index(stream)
    return [int(face_of(key, number, first + n, most)) for n, most in enumerate(sides)]


def _write(battle: Battle, note: Note) -> TableNote:
    return TableNote.objects.create(
        battle=battle, number=note.number, side=note.side, kind=note.kind, values=dict(note.values), by=note.by[:150]
    )
