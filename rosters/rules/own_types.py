"""Unit types of one war (HR-30): a name over one of the catalogue's types, with the numbers that differ.

A unit keeps the type of the catalogue as its ``type`` and names its own type as ``own``. Code that knows no war reads
over ``own`` and sees a unit of the base type.
"""

from collections.abc import Mapping
from dataclasses import dataclass

BASES = ("elite_inf", "line_inf", "militia_inf", "heavy_cav", "light_cav", "irreg_cav", "heavy_art", "horse_art",
         "field_art", "engineer", "pontoon")  # fmt: skip
"""Keys of the types of the catalogue, of which a war may make its own."""
LONGEST = 24
"""Characters of the short name, by which rosters and units know an own type."""
MOST = 40
"""Own types of a war."""
DIFFERENCE = 3
"""How much an own type may be better or worse than its base in attack, defence and fire."""
LONGEST_SIGN = 3


@dataclass(frozen=True)
class OwnType:
    """HR-30 One own type of a war. ``attack``, ``defend`` and ``fire`` are added to those of the base type.

    ``raised_by`` are keys of those who may raise it, which mean nothing here; empty for everybody.
    """

    short: str
    base: str
    name: str
    plural: str
    buy: int
    maintenance: int
    morale: int
    attack: int = 0
    defend: int = 0
    fire: int = 0
    sign: str = ""
    raised_by: tuple[str, ...] = ()


OwnTypes = Mapping[str, OwnType]
"""Own types by their short names."""
NO_TYPES: OwnTypes = {}


@dataclass(frozen=True)
class Difference:
    """HR-30 How far an own type differs from its base in what a battle counts."""

    morale: int = 0
    attack: int = 0
    defend: int = 0
    fire: int = 0


NO_DIFFERENCE = Difference()


def difference(kind: OwnType | None, base_morale: int) -> Difference:
    """HR-30 Return how far an own type differs from its base; None differs in nothing."""
    if kind is None:
        return NO_DIFFERENCE
    return Difference(kind.morale - base_morale, kind.attack, kind.defend, kind.fire)
