"""The values by which a rule system describes its companion: counters, phases, lookups, the end of a day.

A rule system brings one ``Game``. Its tables and its chances are those of its odds door: a ``Lookup`` names a question
of that door, how many dice it takes, and what they change.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from base.place import JsonPlace
from battles.resolvers.common.ending import judge, write_back
from battles.resolvers.contract.described import Die, NoteField
from battles.resolvers.contract.manifest import OddsQuestion
from battles.resolvers.contract.notes import Wording
from battles.resolvers.frame.door import Door

FIRST_SIDE, SECOND_SIDE, BOTH = "first", "second", "both"
TURN, BATTLE = "turn", "battle"

Counts = dict[str, int]
Fill = Callable[[Any, int, int, Callable[[int], int]], Any]
"""Fills in a part of a situation from the table, both units and what a reader knows to be left of each."""
Model = tuple[Any, int]
"""A record and the number of a unit in it: the unit on the table, where a reader knows it."""


class Asked(Protocol):
    """A question of the odds door that has been read."""

    def answer(self) -> dict[str, Any]:
        """Return the odds as JSON values."""
        ...


@dataclass(frozen=True)
class Phase:
    """A part of a turn. ``who`` acts in it: the side that goes first, the other one, or both."""

    key: str
    title: str
    who: str = BOTH


@dataclass(frozen=True)
class Counter:
    """A marker beside a unit, or up to ``most`` of them. One ``until`` TURN goes when a turn ends."""

    key: str
    label: str
    most: int = 1
    tone: str = "warn"
    until: str = BATTLE
    by_hand: bool = True


@dataclass(frozen=True)
class Store:
    """A stock that a side spends: dice to throw again, orders, actions.

    ``first(battle, side)`` is what it has when the battle begins.
    """

    key: str
    label: str
    first: Callable[[Any, int], int] = lambda _battle, _side: 0


@dataclass(frozen=True)
class Count:
    """A number that players count on a real table and type in place of every die: its key and its label."""

    key: str
    label: str


@dataclass(frozen=True)
class Fight:
    """A lookup as it is noted: the question, the slots of both units (``foe`` may be the unit), what was ticked."""

    question: Any
    unit: int
    foe: int
    situation: Mapping[str, Any]
    more: Mapping[str, Any]
    table: Any


@dataclass(frozen=True)
class Extra:
    """A tick beside the dice that no chance depends upon."""

    key: str
    label: str


@dataclass(frozen=True)
class Lookup:
    """A note that reads a table of the rule system.

    ``question`` is the key of a question of the odds door, empty where dice are read without one. ``dice`` gives the
    sides of the dice of a fight, ``count`` reads them, ``settle`` changes the table and returns a sentence. Dice that
    are typed one by one have ``faces``; ``span`` is a field of the situation and how many of them each of its values
    takes. Otherwise players type ``counts``. ``known`` fills in parts of the situation from the table, by their keys.
    A unit does what is ``once`` no more than once a turn. ``acting`` units belong to the side in whose phase it is.
    """

    key: str
    title: str
    dice: Callable[[Fight], list[int]]
    count: Callable[[Fight, Sequence[int]], Counts]
    settle: Callable[[Any, Fight, Counts], str]
    question: str = ""
    stream: str = "combat"
    phases: tuple[str, ...] = ()
    faces: tuple[Die, ...] = ()
    span: tuple[str, Mapping[str, int]] | None = None
    counts: tuple[Count, ...] = ()
    known: Mapping[str, Fill] | None = None
    extras: tuple[Extra, ...] = ()
    once: bool = True
    acting: bool = True
    alone: bool = False
    may: Callable[[Any, int], str] = lambda _table, _unit: ""


@dataclass(frozen=True)
class Throw:
    """Dice of one side or of both that give a ``Store`` or decide who goes first; thrown in one phase, once a turn.

    ``dice(table, side)`` are their sides; ``settle(table, side, faces)`` returns a sentence.
    """

    key: str
    title: str
    dice: Callable[[Any, int], list[int]]
    settle: Callable[[Any, int, Sequence[int]], str]
    phases: tuple[str, ...]
    needed: bool = True


@dataclass(frozen=True)
class Deed:
    """A note of one side that reads no table: a card is drawn or played, a group is activated.

    ``fields(table, side)`` are filled in by its writer: they show his own side, and of the enemy what stands on the
    table. ``dice(table, side, values)`` are the sides of its dice; ``faces(table, side)`` are those that may be typed,
    none where they lie on the table. ``settle`` changes the table. ``shut(table, side)`` is the reason why it is not
    open. A ``secret`` deed shows its dice and its words to its own side alone; a ``step`` is offered by itself.
    ``held(table, side)`` is what the writer has in hand for it, in his words.
    """

    key: str
    title: str
    button: str
    settle: Callable[[Any, int, JsonPlace, Sequence[int]], Wording]
    shut: Callable[[Any, int], str]
    dice: Callable[[Any, int, JsonPlace], list[int]] = lambda _table, _side, _values: []
    fields: Callable[[Any, int], tuple[NoteField, ...]] = lambda _table, _side: ()
    faces: Callable[[Any, int], tuple[Die, ...]] = lambda _table, _side: ()
    held: Callable[[Any, int], str] = lambda _table, _side: ""
    phases: tuple[str, ...] = ()
    stream: str = "command"
    secret: bool = False
    step: bool = False
    rolled: bool = False


@dataclass(frozen=True)
class Game:
    """A rule system's companion as values.

    ``loss`` names what a unit loses, as one and as many. ``breaks`` are the slots of the fraction of units with which
    an army breaks; ``test`` breaks armies in its place. ``lost_guns`` are eliminated in melee. ``boxed`` units are
    rallyable wherever they break; elsewhere players say whether a general is near. ``gone`` says when a unit leaves
    play. ``swap`` is the phase in which the side that goes first may leave that to the enemy, and what it changes;
    with ``swap_once`` that is chosen in the first turn alone.
    ``must`` names who has to do something before a phase ends. ``put(question, place, left, model)`` makes the first
    unit (0) or the other (1) of a question that of the table; where a door counts by strength, ``strength(capacity,
    full strength, left)`` is what the question asks for instead.
    """

    slug: str
    door: Door
    loss: tuple[str, str]
    phases: tuple[Phase, ...]
    breaks: tuple[int, int]
    questions: tuple[OddsQuestion, ...]
    read_question: Callable[[object], Any]
    lookups: tuple[Lookup, ...]
    full: Callable[[Any, int], int]
    counters: tuple[Counter, ...] = ()
    stores: tuple[Store, ...] = ()
    throws: tuple[Throw, ...] = ()
    deeds: tuple[Deed, ...] = ()
    lost_guns: bool = True
    swap: tuple[str, Callable[[Any], None]] | None = None
    swap_once: bool = False
    boxed: bool = False
    put: Callable[[Any, int, int, Model | None], None] | None = None
    must: Callable[[Any], str] = lambda _table: ""
    leave_phase: Callable[[Any, str], str] = lambda _table, _phase: ""
    end_turn: Callable[[Any], str] = lambda _table: ""
    close: Callable[[Any], None] = lambda _table: None
    judge: Callable[[Any], None] = judge
    write_back: Callable[[Any], None] = write_back
    strength: Callable[[int, int, int], int] | None = None
    gone: Callable[[Any, int], bool] = lambda battle, unit: bool(battle.left[unit] == 0)
    test: Callable[[Any], None] | None = None
    due: Callable[[Any, int], int] = lambda battle, unit: int(battle.arrives[unit])

    def lookup(self, key: str) -> Lookup | None:
        """Return a lookup by its key."""
        return next((one for one in self.lookups if one.key == key), None)

    def throw(self, key: str) -> Throw | None:
        """Return a throw by its key."""
        return next((one for one in self.throws if one.key == key), None)

    def deed(self, key: str) -> Deed | None:
        """Return a deed by its key."""
        return next((one for one in self.deeds if one.key == key), None)

    def asked(self, key: str) -> OddsQuestion | None:
        """Return a question of the odds door by its key."""
        return next((one for one in self.questions if one.key == key), None)
