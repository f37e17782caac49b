"""A kind of note: what it does, who may write it, what it touches, which dice it wants; and its faces."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from base.place import JsonPlace
from battles.resolvers.contract.notes import Wording

Play = Callable[[Any, JsonPlace], Wording]
Dice = Callable[[Any, JsonPlace], list[int]]


def no_dice(_table: Any, _values: JsonPlace) -> list[int]:
    """Return no dice."""
    return []


@dataclass(frozen=True)
class Kind:
    """One kind of note. ``own`` notes are written by their side alone; ``whole`` notes rest upon the whole table.

    ``called`` names it without a word of what it says; ``changes`` are keys beside the units that are named, with the
    ``{side}`` of the note. The dice of a ``secret`` one are its own side's, even when it is taken back.
    """

    called: str
    play: Play
    own: bool = False
    changes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ("clock",)
    whole: bool = False
    dice: Dice = no_dice
    stream: str = ""
    secret: bool = False


def read_faces(values: JsonPlace, sides: Sequence[int]) -> list[int]:
    """Return the faces under ``dice``, one for each die; Refusal where one cannot show what was typed."""
    if not sides:
        return []
    places = values.at("dice").items(least=len(sides), most=len(sides))
    return [place.integer(1, most) for place, most in zip(places, sides, strict=True)]
