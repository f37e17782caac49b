"""A battle as values: two armies, a season and a field, and what is played beyond the plain rules.

Rule systems take these values; `battle_file.py` reads them from a document and asks the registry for a system's tables.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from base.refusal import Refusal
from battles.resolvers.fields.field import Field
from battles.resolvers.values.own_types import own_type_row
from battles.resolvers.values.sides import BattleSide, BattleUnit, Leader, Plan
from rosters.rules.own_types import NO_TYPES, OwnTypes

__all__ = ["BattleFile", "BattleFileError", "BattleSide", "BattleUnit", "Leader", "Options", "Plan"]

FORMAT = "bivouac.battle/1"
SEASONS = ("spring", "summer", "fall", "winter")
WEATHERS = ("normal", "overcast", "precipitating")
GROUNDS = ("hard", "soft")
TERRAINS = ("open", "rolling", "wooded", "hilly", "mountain", "marsh")
ENGAGEMENTS = ("held", "meeting")
CAMPAIGN_WEATHERS = ("fair", "overcast", "foul")
MOST_DAYS = 3
UNNAMED_RULES = "lgg"
"""The rule system of a battle file that names none: the only one there was when the format was made."""

REQUIRED = ("format", "season", "sides")
OPTIONAL = (
    "name", "weather", "ground", "terrain", "field", "options", "rules", "profile",
    "engagement", "held_whole_turn", "swapped_edges", "fortress", "river_crossing", "campaign_weather", "unit_types",
)  # fmt: skip


class BattleFileError(Refusal):
    """A battle file that cannot be fought; the text names the place and the remedy."""


@dataclass(frozen=True)
class Options:
    """Options beyond the plain rules; `limit_guns` is HR-7's one gun to three other units.

    `own` are the options of the battle's rule system, each with its value.
    """

    own: Mapping[str, bool | int | str] = field(default_factory=dict)
    max_days: int = MOST_DAYS
    limit_guns: bool = False

    def played(self, key: str) -> bool:
        """Is an option of the rule system switched on?"""
        return bool(self.own.get(key))

    def as_dict(self) -> dict[str, bool | int | str]:
        """Return the options as in a battle file."""
        return {**self.own, "max_days": self.max_days, "limit_guns": self.limit_guns}


@dataclass(frozen=True)
class BattleFile:
    """Two armies, a season and a field; None is what is still to be rolled (weather, ground) or laid out (field)."""

    name: str
    season: str
    sides: tuple[BattleSide, BattleSide]
    weather: str | None = None
    ground: str | None = None
    terrain: str | None = None
    field: Field | None = None
    options: Options = Options()
    rules: str = UNNAMED_RULES
    profile: dict[str, Any] | None = None
    engagement: str = "held"
    held_whole_turn: bool = False
    swapped_edges: bool = False
    fortress: bool = False
    river_crossing: bool = False
    campaign_weather: str | None = None
    own_types: OwnTypes = dataclasses.field(default_factory=lambda: NO_TYPES)
    """HR-30 The unit types of the war that units of the battle are of, by their short names."""

    def as_dict(self) -> dict[str, Any]:
        """Return the file in full, every default written out; `battle_file.parse` of it gives an equal BattleFile."""
        plain = {key: getattr(self, key) for key in ("name", "season", "weather", "ground", "terrain")}
        late = {key: getattr(self, key) for key in OPTIONAL[OPTIONAL.index("rules") : OPTIONAL.index("unit_types")]}
        return {
            "format": FORMAT,
            **plain,
            "field": self.field.as_dict() if self.field else None,
            "options": self.options.as_dict(),
            **late,
            "sides": [side.as_dict() for side in self.sides],
        } | ({"unit_types": [own_type_row(kind) for kind in self.own_types.values()]} if self.own_types else {})

    def with_field(self, field: Field) -> BattleFile:
        """Return the same battle with its field laid out."""
        return replace(self, field=field)

    @property
    def armies(self) -> tuple[int, int]:
        """Return how many units each side has, those that come later among them."""
        first, second = self.sides
        return len(first.units), len(second.units)

    @property
    def laid_out(self) -> Field:
        """The field of a frozen file; ValueError where it has not been laid out."""
        if self.field is None:
            raise ValueError("a battle is fought on a field; freeze its file first")
        return self.field

    @property
    def attacker(self) -> int:
        """Number of the side whose long edge is y = 0 (HR-T1): the attacker, in a meeting of two the first side.

        HR-T4 The other one where the defender has swapped the two edges."""
        return int((self.sides[0].role == "attacker") == self.swapped_edges)
