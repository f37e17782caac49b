"""The rows of a campaign file for arrivals and triggers (HR-29): when something happens, and what it brings."""
# ruff: noqa: RUF009 (a field is made by a call that describes it)

import datetime
from dataclasses import dataclass

from campaign.rules.files.fields import (
    choice,
    day,
    flag,
    name_key,
    nested,
    pattern,
    prose,
    refers,
    refers_many,
    text,
    whole,
)
from campaign.rules.files.rows import TURNS, NewUnitRow
from campaign.rules.kinds import EdgeKind, FactionPattern, LeaderSkill, RelationKind

CONDITIONS = ("date", "held", "lost", "capital_lost", "destroyed", "relation", "points")
EFFECTS = ("army", "general", "points", "relation", "province", "story", "end", "way", "faction", "units")
EDGES = ("north", "east", "south", "west")
IF_TAKEN = ("wait", "nearest", "never")


@dataclass(frozen=True, kw_only=True)
class ConditionRow:
    """A condition of a trigger; only the keys of its kind count."""

    kind: str = choice(CONDITIONS)
    on: datetime.date | None = day(None)
    province: str | None = refers("provinces", None)
    factions: tuple[str, ...] = refers_many("factions")
    turns: int = whole(1, 100, 1)
    army: str = name_key(60, "")
    between: tuple[str, ...] = refers_many("factions")
    relation: str = choice(RelationKind, "war")
    at_least: int = whole(0, 100_000, 0)


@dataclass(frozen=True, kw_only=True)
class GeneralRow:
    """A general who comes with an army, or by himself."""

    name: str = text(80)
    skill: str = choice(LeaderSkill, "average")


@dataclass(frozen=True, kw_only=True)
class EffectRow:
    """Something that a trigger brings; only the keys of its kind count."""

    kind: str = choice(EFFECTS)
    faction: str | None = refers("factions", None)
    ref: str = name_key(60, "")
    name: str = text(80, "")
    provinces: tuple[str, ...] = refers_many("provinces")
    edge: str = choice(EDGES, "")
    if_taken: str = choice(IF_TAKEN, "wait")
    generals: tuple[GeneralRow, ...] = nested(GeneralRow, 3)
    roster: str | None = prose(4000, None)
    units: tuple[NewUnitRow, ...] = nested(NewUnitRow, 100)
    points: int = whole(0, 10_000, 0)
    between: tuple[str, ...] = refers_many("factions")
    relation: str = choice(RelationKind, "war")
    winners: tuple[str, ...] = refers_many("factions")
    ends: tuple[str, ...] = refers_many("provinces")
    way: str = choice(EdgeKind, "road")
    bridge: bool = flag()
    river: str = text(40, "")
    adjective: str = text(80, "")
    colour: str = pattern("#[0-9a-f]{6}", "a colour like #28457b", "#445566")
    pattern: str = choice(FactionPattern, "plain")
    income: int = whole(0, 10_000, 0)
    enemies: tuple[str, ...] = refers_many("factions")
    allies: tuple[str, ...] = refers_many("factions")


@dataclass(frozen=True, kw_only=True)
class TriggerRow:
    """Something that happens once, when all of its conditions hold; ``fired`` is the turn on which it did, 0 before."""

    key: str = name_key()
    text: str = text(300, "")
    readers: tuple[str, ...] = refers_many("factions")
    for_referee: bool = flag()
    foretold: bool = flag()
    conditions: tuple[ConditionRow, ...] = nested(ConditionRow, 10)
    effects: tuple[EffectRow, ...] = nested(EffectRow, 10)
    fired: int = whole(0, TURNS, 0)

    @property
    def ends(self) -> bool:
        """Whether it ends the war: then it is looked at in P12, the others in P1."""
        return any(effect.kind == "end" for effect in self.effects)
