"""Values of the unit types in La Grande Guerre (REC-1): combat values, move, fire power, range and base."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from base.tagged import TaggedTable
from rosters.rules.catalogue import Catalogue, UnitType

DATA = Path(__file__).parent / "units.toml"


@dataclass(frozen=True)
class Fighter(UnitType):
    """One row of REC-1. ``cv_foot`` and ``cv_cav`` are (attack, defend); attack None = may not attack."""

    cv_foot: tuple[int | None, int]
    cv_cav: tuple[int | None, int]
    move: int
    fire_power: int | None
    range: int | None
    width: float
    depth: float


OWN = tuple(field.name for field in fields(Fighter)[len(fields(UnitType)) :])
"""The numbers of a type that only La Grande Guerre knows."""


class FightTable(TaggedTable):
    """Tagged values that may be lengths and combat values too."""

    def length(self, key: str) -> float:
        """Return a length in inches, above 0 and at most 12."""
        value = self.value(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 12:
            self.refuse(key, "a length above 0 and at most 12 inches is expected.")
        return float(value)

    def combat_values(self, key: str) -> tuple[int | None, int]:
        """[attack, defend], each -1 to 9; attack "-" = may not attack (None)."""
        value = self.value(key)
        if not isinstance(value, list) or len(value) != 2:
            self.refuse(key, "a list [attack, defend] is expected.")
        attack = None if value[0] == "-" else self.checked_whole(key, value[0], -1, 9)
        return attack, self.checked_whole(key, value[1], -1, 9)


@cache
def shipped_units() -> dict[str, Any]:
    """Return the shipped table as plain data."""
    rows: dict[str, Any] = tomllib.loads(DATA.read_text(encoding="utf-8"))["units"]
    return rows


def parted(units: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return rows of unit types in two: what a roster needs of each, and what it fights with."""
    rosters, own = {}, {}
    for key, row in units.items():
        rosters[key] = {name: entry for name, entry in row.items() if name not in OWN}
        own[key] = {name: entry for name, entry in row.items() if name in OWN}
    return rosters, own


def fighters_of(rows: Mapping[str, Any], known: Catalogue) -> dict[str, Fighter]:
    """ENG-3 The unit types with what they fight with; a wrong or unknown key is refused by its path."""
    return {key: _fighter(known.unit_types[key], row) for key, row in rows.items()}


def _fighter(kind: UnitType, row: object) -> Fighter:
    tagged = FightTable(row, f"units.{kind.key}")
    may_fire = kind.arm == "art"
    own: dict[str, Any] = {
        "cv_foot": tagged.combat_values("cv_foot"),
        "cv_cav": tagged.combat_values("cv_cav"),
        "move": tagged.whole("move", 1, 36),
        "fire_power": tagged.whole("fire_power", 0, 5) if may_fire else None,
        "range": tagged.whole("range", 1, 24) if may_fire else None,
        "width": tagged.length("width"),
        "depth": tagged.length("depth"),
    }
    done = tagged.done()
    roster = {field.name: getattr(kind, field.name) for field in fields(UnitType)}
    provenance = {"tags": {**kind.tags, **done.tags}, "sources": {**kind.sources, **done.sources}}
    return Fighter(**roster | provenance, **own)
