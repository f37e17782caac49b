"""Descriptions of a companion, as values: its notes with fields and dice, its steps, its tools, its look.

A rule system says with them what may be noted at a moment; one form and one set of templates show it. Nothing here
knows any rules.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

CHOICE, RADIO, MANY, ANSWER, FLAG, WHOLE = "choice", "radio", "many", "answer", "flag", "whole"
MAIN, FOLDED, LAST = "main", "folded", "last"

Choice = tuple[str, str]
Group = tuple[str, tuple[Choice, ...]]
"""A heading and its choices."""
Shape = Callable[[Mapping[str, Any]], dict[str, Any]]


@dataclass(frozen=True)
class NoteField:
    """A field of a note.

    ``kind`` is "choice" (a drop-down), "radio" (the same as buttons), "many" (any of the choices), "flag" (a tick),
    "answer" ("yes" or "no", which becomes true or false) or "whole" (a number from ``least`` to ``most``; with
    ``choices``, one of these). ``places`` are the paths by which a refusal names the field, beside its key.

    Of a note that is asked about before it is written, ``part`` is its place: among the first (MAIN), folded
    away below them (FOLDED), or with the dice (LAST).

    ``dice`` shows how many of the note's dice each choice takes. A choice ``instead`` of dice is empty where they
    decide.
    """

    key: str
    label: str = ""
    kind: str = CHOICE
    choices: tuple[Choice | Group, ...] = ()
    least: int = 0
    most: int = 99
    required: bool = True
    help: str = ""
    initial: bool | int | str | tuple[str, ...] | None = None
    part: str = MAIN
    places: tuple[str, ...] = ()
    dice: Mapping[str, int] | None = None
    instead: bool = False


def tick(key: str, label: str, **more: Any) -> NoteField:
    """Return a field to be ticked or not."""
    return NoteField(key, label, FLAG, required=False, **more)


def whole(key: str, label: str, least: int, most: int, **more: Any) -> NoteField:
    """Return a field for a whole number."""
    return NoteField(key, label, WHOLE, least=least, most=most, **more)


@dataclass(frozen=True)
class Die:
    """A die of a note: its sides, its label, and what it is thrown against where that is of use."""

    sides: int
    label: str = ""
    hint: str = ""


def dice_of(*sides: int) -> tuple[Die, ...]:
    """Return dice labelled by their sides."""
    return tuple(Die(most, f"d{most}") for most in sides)


@dataclass(frozen=True)
class Button:
    """A button that sends one value: ``label`` is what it is called aloud; one that is not ``strong`` is quieter.

    ``kind`` is the kind of note that it writes; empty for the note whose button it is.
    """

    key: str
    value: str
    text: str
    label: str = ""
    strong: bool = True
    kind: str = ""


@dataclass(frozen=True)
class Asking:
    """The question before a note is written, or a question alone.

    ``button`` asks; ``folded`` is the heading of the fields that are folded away, ``then`` that of the note itself.
    A ``live`` question is asked anew with every change.
    """

    button: str
    then: str = ""
    folded: str = ""
    hint: str = ""
    live: bool = False


@dataclass(frozen=True)
class NoteDescription:
    """A note as its writer may write it now.

    ``title`` is its heading, ``label`` that of the button. ``side`` is the side that it is about, None where it names
    none. ``nothing`` is the reason why none can be chosen; the note is then not shown. ``least_dice`` of its dice have
    to be typed (None: all); dice as ``numbers`` are written, one in a line, others are chosen by buttons. ``fact`` is a
    label and a value that the writer needs. With ``may_roll`` the program throws dice that are not shown: what is
    typed ``instead`` was counted on the table. ``shape`` makes the note's values of what was typed.
    """

    kind: str
    title: str = ""
    label: str = "Note it"
    fields: tuple[NoteField, ...] = ()
    dice: tuple[Die, ...] = ()
    least_dice: int | None = None
    numbers: bool = False
    side: int | None = None
    nothing: str = ""
    fact: tuple[str, str] = ("", "")
    buttons: tuple[Button, ...] = ()
    asking: Asking | None = None
    may_roll: bool = False
    shape: Shape = dict


@dataclass(frozen=True)
class Answer:
    """The answer to a question before a note: the JSON values of ``odds``, or a ``number`` under a ``title``.

    ``supposed`` are names of units whose strength the reader does not know. ``refused`` is a verdict and its reason,
    ``follow`` a button that acts upon the number.
    """

    odds: Mapping[str, Any] | None = None
    supposed: tuple[str, ...] = ()
    title: str = ""
    number: str = ""
    unit: str = ""
    lines: tuple[str, ...] = ()
    refused: tuple[str, str] = ("", "")
    follow: Button | None = None


@dataclass(frozen=True)
class Steps:
    """The next steps of one writer: pairs of a kind of note and the side that it is about (None: no side).

    Under a ``title`` they are shown together, with a ``number`` and its ``unit``, or with a ``text``.
    """

    notes: tuple[tuple[str, int | None], ...] = ()
    title: str = ""
    number: str = ""
    unit: str = ""
    text: str = ""


@dataclass(frozen=True)
class Tool:
    """A note that can be opened beside the steps, for each of ``sides`` (None: it is about none)."""

    key: str
    name: str
    sides: tuple[int | None, ...] = (None,)


@dataclass(frozen=True)
class Tag:
    """A word or two in a frame; ``tone`` is "good", "warn", "alarm" or empty."""

    text: str
    tone: str = ""


@dataclass(frozen=True)
class ClockRow:
    """One side in the clock. A ``faint`` text shows that nothing is known yet."""

    name: str
    text: str
    faint: bool = False
    tags: tuple[Tag, ...] = ()
    on_turn: bool = False


@dataclass(frozen=True)
class Clock:
    """The time of the table: headings, how far a count has come and its share in per cent, circumstances, the sides."""

    heads: tuple[str, ...] = ()
    count: str = ""
    share: int | None = None
    tags: tuple[Tag, ...] = ()
    rows: tuple[ClockRow, ...] = ()


@dataclass(frozen=True)
class UnitLook:
    """A unit: its strength as ``boxes`` and as text, or the ``mark`` of one that is not on the table.

    ``tags`` show what it has done in this round, and with whom it is locked.
    """

    name: str
    type_name: str = ""
    boxes: tuple[bool, ...] = ()
    left: str = ""
    faint: str = ""
    mark: Tag | None = None
    tags: tuple[Tag, ...] = ()


@dataclass(frozen=True)
class SideLook:
    """One side's units as the reader sees them, with remarks below them."""

    name: str
    own: bool
    units: tuple[UnitLook, ...] = ()
    remarks: tuple[str, ...] = ()
    tags: tuple[Tag, ...] = ()


@dataclass(frozen=True)
class Look:
    """A reader's view of a table beside its notes.

    ``begun`` means that there is a result to be drawn, ``state`` what becomes of it.
    """

    clock: Clock
    sides: tuple[SideLook, ...]
    begun: bool
    over: bool
    state: str = ""
