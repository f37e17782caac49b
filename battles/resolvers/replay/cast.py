"""Who and what is drawn in a replay: the units and the commanders' stands of a battle, its table, its field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from battles.resolvers.dispatch.names import UnitCard, cards
from battles.resolvers.registry import resolver
from battles.resolvers.report import Event, Report
from rosters.rules.catalogue import Catalogue, UnitType

ATTACKER = "attacker"


@dataclass(frozen=True)
class Block:
    """A unit as it is drawn: its base in inches, its strength before the battle and when full, in points."""

    id: str
    name: str
    side: int
    type: str
    kind: str
    arm: str
    guard: bool
    strength: int
    full: int
    width: float
    depth: float


@dataclass(frozen=True)
class Stand:
    """A commander's stand; ``name`` and ``role`` are those with which it first comes to the table."""

    side: int
    name: str
    role: str


@dataclass(frozen=True)
class Cast:
    """Everything that may stand on a battle's table; ``works`` are the pieces that engineers made, in their order.

    ``near`` is the side whose own edge is y = 0.
    """

    sides: tuple[str, str]
    near: int
    width: float
    depth: float
    pieces: tuple[dict[str, Any], ...]
    works: tuple[dict[str, Any], ...]
    blocks: tuple[Block, ...]
    stands: tuple[Stand, ...]

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The place of each unit in ``blocks`` by its id."""
        return {block.id: n for n, block in enumerate(self.blocks)}

    def side(self, name: str | None) -> int | None:
        """The number of a side by its name; None for nobody."""
        return self.sides.index(name) if name in self.sides else None


def cast_of(report: Report) -> Cast | None:
    """The cast of a battle that was fought here; None where the journal tells of no table (typed in, EX-5)."""
    start = next((e for e in report.journal if e["ev"] == "battle_start"), None)
    if start is None or "table" not in start or not any(e["ev"] == "deploy" for e in report.journal):
        return None
    sides = report.battle["sides"]
    width, depth = start["table"]
    return Cast(
        sides=(sides[0]["name"], sides[1]["name"]),
        near=0 if sides[0]["role"] == ATTACKER else 1,
        width=width,
        depth=depth,
        pieces=tuple(start["field"]),
        works=tuple(event["piece"] for event in report.journal if "piece" in event),
        blocks=_blocks(report),
        stands=tuple(_stands(report.journal, (sides[0]["name"], sides[1]["name"]))),
    )


def _blocks(report: Report) -> tuple[Block, ...]:
    """The units with the bases and full strengths of the numbers that the battle was fought with."""
    own = report.profile_values
    tables = resolver(report.rules).tables(own) if own else _shipped_tables(report.rules)
    names = [side["name"] for side in report.battle["sides"]]
    return tuple(_block(card, names.index(card.side), tables) for card in cards(report.battle).values())


@cache
def _shipped_tables(rules: str) -> Catalogue:
    return resolver(rules).tables({})


def _block(card: UnitCard, side: int, tables: Catalogue) -> Block:
    row: UnitType = tables.unit_types[card.type]
    return Block(
        card.id, card.name, side, card.type, card.kind, row.arm, card.guard, card.strength,
        row.full, row.width, row.depth,
    )  # fmt: skip


def _stands(journal: tuple[Event, ...], sides: tuple[str, str]) -> list[Stand]:
    """Every stand once, in the order in which they come to the table."""
    seen: dict[tuple[str, str], Stand] = {}
    for event in journal:
        if event["ev"] in ("deploy", "arrive") and "commander" in event:
            side, name = event["side"], event["commander"]
            seen.setdefault((side, name), Stand(sides.index(side), name, event["role"]))
    return list(seen.values())
