"""The companion of the coin toss, by description alone: tosses are noted until somebody stops."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from base.place import JsonPlace
from base.refusal import Refusal
from battles.resolvers.contract import described
from battles.resolvers.contract.notes import UNDO, Line, Note, Reader, Wording, taken_back
from battles.resolvers.values.battle import BattleFile, BattleUnit
from battles.resolvers.values.entries import Entry, Part, whole_part
from battles.resolvers.values.typed import TypedUnit
from tests.battles.systems.coin.numbers import losses


@dataclass(frozen=True)
class Kind:
    """A kind of note and the stream of its dice."""

    stream: str = ""


KINDS = {"toss": Kind("toss"), "stop": Kind()}


@dataclass
class TableState:
    """The tosses so far: how many each side has won."""

    file: BattleFile
    won: list[int] = field(default_factory=lambda: [0, 0])
    stopped: bool = False

    @property
    def winner(self) -> int | None:
        """The side that has won more tosses."""
        return None if self.won[0] == self.won[1] else self.won.index(max(self.won))


@dataclass(frozen=True)
class Played:
    """A table with its log."""

    table: TableState
    lines: tuple[Line, ...]

    @property
    def version(self) -> int:
        """The number of the last note."""
        return len(self.lines)


@dataclass(frozen=True)
class Screen:
    """The table with its reader, who sees every toss, and of the units his own."""

    table: TableState
    reader: Reader


def read_notes(file: BattleFile, notes: Sequence[Note]) -> Played:
    """The table after all notes that were not taken back."""
    table, gone, lines = TableState(file), taken_back(notes), []
    for note in notes:
        counts = note.kind != UNDO and note.number not in gone
        wording = play_next(table, note) if counts else Wording("Taken back.")
        lines.append(Line(note, wording, note.number in gone))
    return Played(table, tuple(lines))


def check_fresh(notes: Sequence[Note], mine: Note, seen: int) -> None:
    """Refuse whatever is written without a look at the last note."""
    if any(note.number > seen for note in notes):
        raise Refusal("Meanwhile something has been noted: look at the table, then send this again.")


def dice_wanted(_table: TableState, kind: str, _values: Mapping[str, Any]) -> tuple[str, list[int]]:
    """COIN-1 A toss takes a coin."""
    return KINDS[kind].stream, [2] if kind == "toss" else []


def play_next(table: TableState, mine: Note) -> Wording:
    """COIN-1 A toss is won by the side whose number the coin shows."""
    if table.stopped:
        raise Refusal("The coin is put away; take that note back first.")
    values = JsonPlace(dict(mine.values))
    if mine.kind == "stop":
        table.stopped = True
        return Wording(f"That is enough: {values.at('why').text(most=20)}.")
    (place,) = values.at("dice").items(least=1, most=1)
    face = place.integer(1, 2)
    table.won[face - 1] += 1
    return Wording(f"The coin shows {face}: {table.file.sides[face - 1].name}.")


def try_undo(file: BattleFile, notes: Sequence[Note], mine: Note) -> None:
    """Refuse to take back what is not there."""
    if mine.values["of"] not in {note.number for note in notes if note.kind != UNDO} - taken_back(notes):
        raise Refusal("Take back: there is no such note.")
    read_notes(file, [*notes, mine])


def entry_of(table: TableState, side: int, part: Part | None = None) -> dict[str, Any]:
    """COIN-2 What a side has left after the tosses."""
    if not any(table.won):
        raise Refusal("Nothing has been tossed yet.")
    part = part or whole_part(table.file, side)
    lost = losses(table.file.profile or {})["winner" if table.winner == side else "loser"]
    units = {unit.id: _left(unit, lost) for unit in table.file.sides[side].units if unit.id in part.units}
    return Entry(part, "after", 1, (True, True), units, dict.fromkeys(part.leaders, "unhurt")).as_dict()


def _left(unit: BattleUnit, lost: int) -> TypedUnit:
    left = max(0, unit.strength - lost)
    return TypedUnit(left) if left else TypedUnit(0, "destroyed")


def screen_of(table: TableState, reader: Reader) -> Screen:
    """The table with its reader."""
    return Screen(table, reader)


def look_of(screen: Screen) -> described.Look:
    """The tosses won, and the reader's own units as they came."""
    table = screen.table
    rows = tuple(
        described.ClockRow(side.name, f"{won} won") for side, won in zip(table.file.sides, table.won, strict=True)
    )
    sides = tuple(_side(screen, number) for number in (0, 1))
    return described.Look(
        described.Clock((f"Toss {sum(table.won) + 1}",), rows=rows), sides, any(table.won), table.stopped
    )


def _side(screen: Screen, number: int) -> described.SideLook:
    side, reader = screen.table.file.sides[number], screen.reader
    own = tuple(described.UnitLook(unit.name, unit.type) for unit in side.units if reader.owns(unit.id, number))
    return described.SideLook(side.name, reader.writes_for(number), own)


def steps(table: TableState, _screen: Screen) -> described.Steps:
    """A toss, or an end."""
    if table.stopped:
        return described.Steps(title="The coin is put away")
    return described.Steps((("toss", None), ("stop", None)) if any(table.won) else (("toss", None),))


def waiting(_screen: Screen) -> str:
    """Nobody waits for anybody."""
    return ""


def tools(_table: TableState, _screen: Screen) -> tuple[described.Tool, ...]:
    """Nothing lies beside a coin."""
    return ()


def describe(_table: TableState, screen: Screen, kind: str, _side: int | None) -> described.NoteDescription:
    """A toss with its coin, and the end with its reason."""
    if kind == "toss":
        first, second = (side.name for side in screen.table.file.sides)
        return described.NoteDescription(
            "toss", "The next toss", "Take this face", dice=(described.Die(2, f"1 {first}, 2 {second}"),)
        )
    if kind == "stop":
        why = described.NoteField("why", "Why", choices=(("late", "it is late"), ("lost", "the coin is lost")))
        return described.NoteDescription("stop", "Enough?", "Stop", (why,))
    raise Refusal("Nothing of this kind is noted beside a coin.")


def ask(_table: TableState, _screen: Screen, _reader: Reader, _kind: str, _said: Mapping[str, Any]) -> described.Answer:
    """A coin is asked nothing beforehand."""
    raise Refusal("A coin is asked nothing.")
