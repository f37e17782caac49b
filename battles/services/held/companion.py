"""Notes of a battle that is fought by hand: written one after the other, taken back, at last made into a result.

The program's dice come from the battle's own seed, in a key of their own, each stream counted from its first note on;
anybody who knows the seed afterwards can check them.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from base.refusal import Refusal
from battles.models import Battle, TableNote
from battles.resolvers.contract.notes import UNDO, Note
from battles.resolvers.contract.registry import companion, streams
from battles.resolvers.core.dice import face_of, key_of
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.entries import Part
from battles.selectors import notes_of
from battles.services.held.choosing import choose_method, hold_battle
from battles.services.held.settling import settle_typed
from battles.services.held.table import on_the_table
from battles.services.opening import UNFINISHED_AT_ONCE, create_one_off

MOST_NOTES = 2000


@transaction.atomic
def note_down(
    *, battle: Battle, side: int | None, kind: str, values: Mapping[str, Any], seen: int, by: str, roll: bool = False,
    key: str = "", after: Collection[str] = (),
) -> TableNote:  # fmt: skip
    """Write a note for a side, or for both where ``side`` is None; ``roll`` lets the program throw its dice.

    Refusal, and nothing written, where the rules, the moment or the other side's notes since ``seen`` stand against it.
    A ``key`` is written once: sent again, it gives the note that is there. ``after`` are keys of notes that the writer
    knows although they are later than ``seen``: those that his phone kept and sent before this one.
    """
    battle, file, notes = _open_log(battle)
    if key and (sent := battle.notes.filter(key=key).first()):
        return _same(sent, side)
    door, mine = companion(battle.rules), Note(len(notes) + 1, side, kind, dict(values), by)
    if kind not in door.KINDS:
        raise Refusal(f"{kind[:40]}: nothing of this kind is noted at the table.")
    known = set(battle.notes.filter(side=side, key__in=after).exclude(key="").values_list("number", flat=True))
    door.check_fresh([note for note in notes if note.number not in known], mine, seen)
    table = door.read_notes(file, notes).table
    if roll:
        stream, sides = door.dice_wanted(table, kind, values)
        faces = _throw(battle, stream, sides, _thrown(door.KINDS, notes, stream))
        mine = Note(mine.number, side, kind, {**values, "dice": faces, "rolled": True}, by)
    door.play_next(table, mine)
    return _write(battle, mine, key)


def _same(sent: TableNote, side: int | None) -> TableNote:
    """Return the note that is written already; another side's key is nobody's business."""
    if sent.side != side:
        raise Refusal("This note has been saved already.")
    return sent


@transaction.atomic
def take_back(*, battle: Battle, side: int | None, number: int, seen: int, by: str) -> TableNote:
    """Take a note back by another one; Refusal where later notes rest upon it."""
    battle, file, notes = _open_log(battle)
    door, mine = companion(battle.rules), Note(len(notes) + 1, side, UNDO, {"of": number}, by)
    door.check_fresh(notes, mine, seen)
    door.try_undo(file, notes, mine)
    return _write(battle, mine)


def entry_at_table(battle: Battle, part: Part) -> dict[str, Any]:
    """Fill in a party's result form from the table; Refusal before its first day. Nothing is written."""
    door = companion(battle.rules)
    return dict(door.entry_of(door.read_notes(parse(battle.file), notes_of(battle)).table, part.number, part))


def entries_at_table(battle: Battle) -> list[dict[str, Any]]:
    """Return the same for both sides, to settle the battle from its table."""
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
    """Count the dice of a stream that the program has thrown, those of notes taken back included."""
    mine = [note for note in notes if note.values.get("rolled") and kinds[note.kind].stream == stream]
    return sum(len(note.values["dice"]) for note in mine)


def _throw(battle: Battle, stream: str, sides: Sequence[int], first: int) -> list[int]:
    key, number = key_of(f"{battle.seed}/table"), streams(battle.rules).index(stream)
    return [int(face_of(key, number, first + n, most)) for n, most in enumerate(sides)]


def _write(battle: Battle, note: Note, key: str = "") -> TableNote:
    return TableNote.objects.create(
        battle=battle, number=note.number, side=note.side, kind=note.kind, values=dict(note.values), by=note.by[:150],
        key=key,
    )  # fmt: skip


State, Method = Battle.State, Battle.Method


@transaction.atomic
def create_by_hand(*, file: BattleFile, seed: str, owner: User) -> Battle:
    """Return a battle of one's own that no worker takes: it is on the table until it is settled there."""
    User.objects.select_for_update().get(pk=owner.pk)
    waiting = Battle.objects.filter(owner=owner, state=State.OPEN).count()
    if waiting >= UNFINISHED_AT_ONCE:
        raise Refusal(f"{waiting} of your battles are on the table; settle one of them, or let the program fight it.")
    battle = create_one_off(file=file, seed=seed, owner=owner)
    hold_battle(battle=battle, play_by=None, fallback=Method.RULING)
    choose_method(battle=battle, method=Method.TABLE)
    battle.refresh_from_db()
    return battle


def settle_from_table(*, battle: Battle) -> bool:
    """Settle a battle as its table stands; Refusal before its first day, or when it is settled already.

    LGG-15.1-a A side that has not chosen whether to stay has not left.
    """
    entries = entries_at_table(battle)
    sides = [
        {"stayed": entry["stayed"][number] is not False, "leaders": entry["leaders"], "units": entry["units"]}
        for number, entry in enumerate(entries)
    ]
    typed = {"stage": entries[0]["stage"], "days": entries[0]["days"], "sides": sides}
    return settle_typed(battle=battle, typed=typed, method=Method.TABLE)
