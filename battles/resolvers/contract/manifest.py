"""The contract of a rule system: its manifest, and what each of its doors offers.

A rule system is a folder with a module ``system.py``, which holds one value ``SYSTEM: RuleSystem``. The manifest is
light: it names its doors by dotted paths, and the registry imports a door when it is first used. A door that is None is
left out on every page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from battles.resolvers.contract.described import CHOICE as CHOICE
from battles.resolvers.contract.described import FLAG as FLAG
from battles.resolvers.contract.described import WHOLE as WHOLE

if TYPE_CHECKING:
    from battles.resolvers.contract.described import Answer, Look, NoteDescription, Steps, Tool
    from battles.resolvers.contract.notes import Note, Reader, Wording
    from battles.resolvers.contract.numbers import NumberSheet
    from battles.resolvers.values.battle import BattleFile
    from battles.resolvers.values.entries import Part
    from battles.resolvers.values.report import Report
    from battles.resolvers.values.sides import BattleSide, BattleUnit
    from battles.resolvers.values.typed import Typed
    from rosters.rules.catalogue import Catalogue

Progress = Callable[[float], None]

INCH, MILLIMETRE, SQUARE = "inch", "mm", "square"
COMMON_STREAMS = (
    "setup", "weather", "chits", "command", "combat", "fire", "morale", "pursuit", "casualty", "doctrine-0",
    "doctrine-1", "battle",
)  # fmt: skip
"""The dice streams of a system that fights with the common record: all dice of the fighting are from ``battle``."""


@dataclass(frozen=True)
class Board:
    """The board of a battle: ``unit`` is "inch", "mm" or "square", the unit of the lengths in its journal.

    ``per_inch`` is how many of them an inch of the field comes to; a grid draws its squares at this scale.
    """

    unit: str = INCH
    per_inch: float = 1.0


@dataclass(frozen=True)
class Option:
    """A switch of a rule system that a battle file may set under ``options``.

    ``kind`` is "flag" (true or false), "whole" (a number from ``least`` to ``most``) or "choice" (a key of
    ``choices``); what a file does not set has the ``default``. ``rule`` is the id of the rule that it switches on.
    ``number`` is the path of a number that the option sets (``fire.rifles``): any other value than the default goes
    over the profile's. A choice sets it to the whole number that its key is.
    ``letter`` is the value that plays the source to the letter, where the default is a house rule; battles of before
    the option were fought so.
    """

    key: str
    label: str
    help: str = ""
    kind: str = FLAG
    default: bool | int | str = False
    rule: str = ""
    least: int = 0
    most: int = 99
    choices: tuple[tuple[str, str], ...] = ()
    number: str = ""
    letter: bool | int | str | None = None


def by_the_letter(options: Iterable[Option]) -> dict[str, bool | int | str]:
    """Return the values by which house rules are left out, and a source is played to the letter."""
    return {option.key: option.letter for option in options if option.letter is not None}


@dataclass(frozen=True)
class RuleSystem:
    """The manifest of a rule system. ``slug`` is the name of its folder, ``code`` begins its rule ids.

    ``source`` names the text that it plays, ``printed`` explains what is printed of it and what
    is rebuilt, ``conversion`` how the campaign's units become its own and back. Doors are dotted paths of modules; the
    protocols below say what is in them:

    - ``resolver``: `Resolver`, the only one that nobody can do without.
    - ``odds``: `Calculator`, exact odds. ``companion``: `Companion`, a battle fought by hand. ``briefing``: `Briefing`.
    - ``phrases``: a module with the phrases of its journal (`journal.phrases`).
    - ``papers``: `Papers`, its unit cards, its board and what counts as a loss, where they are not the campaign's own.

    ``options`` are its own switches, ``numbers`` its tables of numbers (TOML, each number with tag and source),
    ``rules`` the table of its rule ids, ``aids`` what is printed to lie beside the table (`aids.py`), ``streams`` the
    names of its dice streams in their order (empty: those of `battles.resolvers.core.dice`). ``watched`` means that its
    journal has everybody's place, as the replay needs (EX-7), ``weighs_stakes`` that its general weighs the worth of
    the field to his side (AI-22); where he does not, pages say so.
    """

    slug: str
    name: str
    source: str
    printed: str
    code: str
    board: Board
    resolver: str
    odds: str | None = None
    companion: str | None = None
    briefing: str | None = None
    phrases: str | None = None
    papers: str | None = None
    options: tuple[Option, ...] = ()
    numbers: tuple[Path, ...] = ()
    rules: Path | None = None
    aids: Path | None = None
    streams: tuple[str, ...] = ()
    watched: bool = False
    weighs_stakes: bool = False
    conversion: str = ""


@dataclass(frozen=True)
class OddsUnit:
    """A unit that a question about odds names: ``place`` is first, second or defender; empty ``arms`` admit all."""

    place: str
    heading: str
    arms: tuple[str, ...] = ()
    needed: bool = True


@dataclass(frozen=True)
class OddsQuestion:
    """The form of a question about odds; its values go into the question's ``situation`` under their keys.

    ``ticks`` are pairs of key and label, ``choices`` of key, label and (value, label) pairs, ``numbers`` of key, label,
    least, most and what stands for an empty field.
    """

    key: str
    title: str
    note: str
    units: tuple[OddsUnit, ...]
    ticks: tuple[tuple[str, str], ...] = ()
    choices: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = ()
    numbers: tuple[tuple[str, str, int, int, int], ...] = ()


class Question(Protocol):
    """A question about odds, read and found to make sense."""

    def answer(self) -> dict[str, Any]:
        """Return the odds as JSON values."""
        ...


class Calculator(Protocol):
    """The exact odds of a rule system; ``QUESTIONS`` describes the forms in which they are asked."""

    QUESTIONS: tuple[OddsQuestion, ...]

    def read_question(self, data: object) -> Question:
        """Return the question in an object read from JSON; raises Refusal with the path of what is wrong."""
        ...


class Briefing(Protocol):
    """A rule system's text on the papers of a battle; every sentence has its rule id.

    ``WEATHER_HEADS`` are the headings of the last two columns of ``weather_rows``. ``COMMAND_DICE`` shows whether its
    generals throw the command dice of their skill.
    """

    WEATHER_HEADS: tuple[str, str]
    COMMAND_DICE: bool

    def tasks(self, file: BattleFile, side: BattleSide, *, commanded: bool) -> list[tuple[str, str]]:
        """List a side's tasks: sentence and rule id. ``commanded``: the reader commands all of it."""
        ...

    def ground(self, file: BattleFile) -> str:
        """Return the ground of the first day, as far as it is known; empty where there is no such thing."""
        ...

    def weather_rows(self, file: BattleFile, numbers: Mapping[str, Any]) -> list[list[str]]:
        """Weather, the die that brings it, radius, what it adds to the count, by the numbers of the sheet."""
        ...

    def evening_rows(
        self, units: Iterable[BattleUnit], known: Catalogue, numbers: Mapping[str, int]
    ) -> list[dict[str, Any]]:
        """For each kind of unit a ``label`` and the ``values`` it has to throw, by the numbers of the evening."""
        ...


@dataclass(frozen=True)
class UnitPaper:
    """A unit on paper, in its system's own terms.

    ``came`` is the capacity with which it comes (hits, figures, steps), ``whole`` that of a fresh unit of its kind.
    ``steps[n]`` are the strength points that ``n`` of its capacity left come to (COM-06). ``values`` are pairs of label
    and value for its card, ``base`` width and depth in inches of its label.
    """

    came: int
    whole: int
    steps: tuple[int, ...]
    values: tuple[tuple[str, str], ...]
    base: tuple[float, float]

    def left_of(self, strength: int) -> int:
        """Return the most of its capacity that comes to so many strength points."""
        return max((n for n, sp in enumerate(self.steps) if sp == strength), default=0)

    @property
    def spans(self) -> tuple[str, ...]:
        """COM-06 What is left and the strength points it comes to, the most first: `72–63 = 4`, `2 = 2`."""
        made = []
        for points in sorted(set(self.steps), reverse=True):
            left = [n for n, sp in enumerate(self.steps) if sp == points]
            made.append(f"{max(left)}–{min(left)} = {points}" if len(left) > 1 else f"{left[0]} = {points}")
        return tuple(made)


@dataclass(frozen=True)
class BoardPaper:
    """The board of a battle on paper: width and depth in its own unit, and the turns of a day.

    ``zone`` is the depth of a deployment zone in the same unit; 0 where nobody needs to see one.
    """

    width: float
    depth: float
    unit: str
    turns: int = 0
    zone: float = 0.0

    @property
    def text(self) -> str:
        """`36″ × 48″`, `1800 mm × 1200 mm`, `12 × 10 squares`."""
        if self.unit == SQUARE:
            return f"{self.width:g} × {self.depth:g} squares"
        sign = "″" if self.unit == INCH else " mm"
        return f"{self.width:g}{sign} × {self.depth:g}{sign}"


class Papers(Protocol):
    """A rule system's print for a battle on the table; ``LOSS`` is what a unit loses, as one and as many."""

    LOSS: tuple[str, str]
    NOTE: str

    def unit_papers(self, file: BattleFile, number: int) -> Mapping[str, UnitPaper]:
        """Return every unit of one side of a frozen file by its id; the other side may be hollow."""
        ...

    def board_paper(self, file: BattleFile) -> BoardPaper:
        """Return the board on which the armies of a frozen file meet; both sides have to be there."""
        ...


class KindOfNote(Protocol):
    """A kind of note: ``stream`` names the dice that the program throws for it, empty for none."""

    stream: str


class Companion(Protocol):
    """A rule system's companion for a battle fought by hand: its notes, kept and described (`described`).

    The table and the screen are its own: others hand them on.
    """

    KINDS: Mapping[str, KindOfNote]

    def read_notes(self, file: BattleFile, notes: Sequence[Note]) -> Any:
        """Return the ``table`` that the notes make of a battle, the ``lines`` of its log, its ``version``: the last
        number.

        Refusal where a note cannot stand.
        """
        ...

    def check_fresh(self, notes: Sequence[Note], mine: Note, seen: int) -> None:
        """Refusal where a note after ``seen`` touches what this one is about."""
        ...

    def dice_wanted(self, table: Any, kind: str, values: Mapping[str, Any]) -> tuple[str, list[int]]:
        """Return the stream and the sides of the dice that a note asks for."""
        ...

    def play_next(self, table: Any, mine: Note) -> Wording:
        """Carry the note out on the table; Refusal where the rules or the moment forbid it."""
        ...

    def try_undo(self, file: BattleFile, notes: Sequence[Note], mine: Note) -> None:
        """Refusal where the note that ``mine`` takes back is not there, or others rest upon it."""
        ...

    def entry_of(self, table: Any, side: int, part: Part | None = None) -> dict[str, Any]:
        """Fill in the result form of a side, or of a part of it."""
        ...

    def screen_of(self, table: Any, reader: Reader) -> Any:
        """Return a reader's view of the table, in a shape of the system's own; the doors below take it."""
        ...

    def look_of(self, screen: Any) -> Look:
        """Return what a page shows of the table beside its notes."""
        ...

    def steps(self, table: Any, screen: Any) -> Steps:
        """Return the notes that are open now for this writer, for each of his sides."""
        ...

    def waiting(self, screen: Any) -> str:
        """Return a sentence: for whom the writer waits, and for what; empty where it is his to go on."""
        ...

    def tools(self, table: Any, screen: Any) -> Sequence[Tool]:
        """List the tools that may be opened beside the steps."""
        ...

    def describe(self, table: Any, screen: Any, kind: str, side: int | None) -> NoteDescription:
        """Return a kind of note as this writer may write it now; Refusal where there is none, or the moment forbids it.

        ``side`` is the side that a form names; a note that is about no side passes it over.
        """
        ...

    def ask(self, table: Any, screen: Any, reader: Reader, kind: str, values: Mapping[str, Any]) -> Answer:
        """Return the answer to a note that asks first, from its first fields; Refusal with the path of what is
        wrong."""
        ...


class Resolver(Protocol):
    """The module that fights: numbers, field, battle, and the evening after a battle fought by hand.

    It may also have ``tally_runs(file, seed, start, count)``, which fights many runs of a forecast at once and gives
    their `Tally`; without it a forecast calls ``fight`` run by run.
    """

    ENGINE: str

    def tables(self, profile: dict[str, Any]) -> Catalogue:
        """Return the unit types with a profile's values over them; raises Refusal with the path of a wrong key."""
        ...

    def profile_hash(self, profile: dict[str, Any]) -> str:
        """Return the hash of the numbers under a profile's values; raises Refusal with the path of a wrong key."""
        ...

    def sheet(self, profile: dict[str, Any]) -> NumberSheet:
        """Return every number under a profile's values as a sheet; raises Refusal with the path of a wrong key."""
        ...

    def freeze(self, file: BattleFile, field_seed: str) -> BattleFile:
        """Return the file with its field laid out from the public `field_seed`; raises Refusal where it cannot be
        fought."""
        ...

    def fight(self, file: BattleFile, seed: str, progress: Progress | None = None) -> Report:
        """Return the report of a frozen file fought with `seed`; `progress` is called with the part done, 0 to 1."""
        ...

    def finish(self, file: BattleFile, seed: str, typed: Typed) -> Report:
        """Return the report of a frozen file that was fought on the table and came out as typed."""
        ...

    def warm(self, progress: Progress | None = None) -> None:
        """Make ready whatever makes the first battle slow."""
        ...
