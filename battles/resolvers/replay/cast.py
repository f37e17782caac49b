"""The figures of a replay: the units and the commanders' stands of a battle, its table, its field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from battles.resolvers.contract.manifest import SQUARE
from battles.resolvers.contract.registry import board_of, papers, phrases, resolver
from battles.resolvers.core.will import breaking_number
from battles.resolvers.dispatch.names import UnitCard, cards, pieces_of_units
from battles.resolvers.files.battle_file import parse
from battles.resolvers.replay import scale as scaling
from battles.resolvers.values.report import Event, Report
from rosters.rules.catalogue import Catalogue, UnitType

ATTACKER = "attacker"
OF_A_SQUARE = 0.68
"""How much of a square a unit fills as it is drawn: one that faces a corner still stays inside."""


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
    unit: str = ""
    """The id of the unit of the file that it represents, whole or in part."""


@dataclass(frozen=True)
class Stand:
    """A commander's stand; ``name`` and ``role`` are those with which it first comes to the table."""

    side: int
    name: str
    role: str


@dataclass(frozen=True)
class Will:
    """HR-26 The share of its units of the fighting arms that an army bears to be broken.

    Units in ``late`` count once they have come.
    """

    parts: int
    of: int
    late: frozenset[str]

    def enough(self, units: int) -> int:
        """Return with how many broken units an army of so many must leave."""
        return breaking_number(units, self.parts, self.of)


@dataclass(frozen=True)
class Cast:
    """Everything that may stand on a battle's table, in inches of the picture.

    ``works`` are the pieces that engineers made, in their order. ``near`` is the side whose own edge is y = 0.
    ``will`` is what the armies bear (HR-26), None where nobody must leave.
    ``scale`` is how many inches one step of the board is drawn, ``grid`` the inches of a square on a board of squares.
    """

    sides: tuple[str, str]
    near: int
    width: float
    depth: float
    pieces: tuple[dict[str, Any], ...]
    works: tuple[dict[str, Any], ...]
    blocks: tuple[Block, ...]
    stands: tuple[Stand, ...]
    scale: float = 1.0
    grid: float = 0.0
    will: Will | None = None

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The place of each unit in ``blocks`` by its id."""
        return {block.id: n for n, block in enumerate(self.blocks)}

    @cached_property
    def parts(self) -> Mapping[str, tuple[int, ...]]:
        """The blocks of each unit of the file by its id: one, or several where it is fielded in parts."""
        made: dict[str, tuple[int, ...]] = {}
        for n, block in enumerate(self.blocks):
            made[block.unit] = (*made.get(block.unit, ()), n)
        return made

    def side(self, name: str | None) -> int | None:
        """Return the number of a side by its name; None for nobody."""
        return self.sides.index(name) if name in self.sides else None


def cast_of(report: Report) -> Cast | None:
    """Return the cast of a battle that was fought here; None where the journal has no table (typed in, EX-5)."""
    start = next((e for e in report.journal if e["ev"] == "battle_start"), None)
    if start is None or "table" not in start or not any(e["ev"] in ("deploy", "arrive") for e in report.journal):
        return None
    if "cast" not in start and papers(report.rules) is None:
        return None
    sides = report.battle["sides"]
    board = board_of(report.rules)
    inch = 1.0 / board.per_inch
    width, depth = start["table"]
    return Cast(
        sides=(sides[0]["name"], sides[1]["name"]),
        near=0 if sides[0]["role"] == ATTACKER else 1,
        width=width * inch,
        depth=depth * inch,
        pieces=tuple(_scaled(piece, inch) for piece in start["field"]),
        works=tuple(_scaled(event["piece"], inch) for event in report.journal if "piece" in event),
        blocks=_blocks(report, start.get("cast"), inch),
        stands=tuple(_stands(report.journal, (sides[0]["name"], sides[1]["name"]))),
        scale=inch,
        grid=inch if board.unit == SQUARE else 0.0,
        will=will_in(report.rules, report.battle),
    )


def will_in(rules: str, battle: Mapping[str, Any]) -> Will | None:
    """HR-26 Return what the armies of a battle bear, where its rule system has such a rule and it is played."""
    door = phrases(rules)
    found = door.will_of(battle) if door and hasattr(door, "will_of") else None
    if not found:
        return None
    (parts, of), late = found
    return Will(parts, of, late)


def _scaled(piece: dict[str, Any], inch: float) -> dict[str, Any]:
    return scaling.piece(piece, inch) if inch != 1.0 else piece


def _blocks(report: Report, pieces: list[dict[str, Any]] | None, inch: float) -> tuple[Block, ...]:
    """Return the units with the bases and full strengths of the numbers that the battle was fought with."""
    own = report.profile_values
    tables = resolver(report.rules).tables(own) if own else _shipped_tables(report.rules)
    names = [side["name"] for side in report.battle["sides"]]
    known = cards(report.battle)
    if pieces is None:
        bases = _bases(report)
        blocks = (_block(card, names.index(card.side), tables) for card in known.values())
        return tuple(replace(one, width=bases[one.id][0], depth=bases[one.id][1]) for one in blocks)
    known = known | pieces_of_units(known, pieces)
    blocks = (_block(known[piece["id"]], names.index(known[piece["id"]].side), tables) for piece in pieces)
    drawn = inch * (OF_A_SQUARE if board_of(report.rules).unit == SQUARE else 1.0)
    return tuple(_based(block, piece, drawn) for block, piece in zip(blocks, pieces, strict=True))


def _bases(report: Report) -> dict[str, tuple[float, float]]:
    """Width and depth of every base in inches, for a journal that does not hold them: those of the unit cards."""
    door = papers(report.rules)
    if door is None:
        return {}
    file = parse(report.battle | {"rules": report.rules})
    return {key: paper.base for number in (0, 1) for key, paper in door.unit_papers(file, number).items()}


def _based(block: Block, piece: dict[str, Any], inch: float) -> Block:
    """Return a block with the base, and for a part of a unit the strength, that is in the journal."""
    width, depth = (round(size * inch, 4) for size in piece["base"])
    full = piece["strength"] if piece["id"] != piece["unit"] else block.full
    return replace(block, width=width, depth=depth, strength=piece["strength"], full=full, unit=piece["unit"])


@cache
def _shipped_tables(rules: str) -> Catalogue:
    return resolver(rules).tables({})


def _block(card: UnitCard, side: int, tables: Catalogue) -> Block:
    row: UnitType = tables.unit_types[card.type]
    return Block(
        card.id, card.name, side, card.type, card.kind, row.arm, card.guard, card.strength,
        row.full, 0.0, 0.0, card.id,
    )  # fmt: skip


def _stands(journal: Sequence[Event], sides: tuple[str, str]) -> list[Stand]:
    """Return every stand once, in the order in which they come to the table."""
    seen: dict[tuple[str, str], Stand] = {}
    for event in journal:
        if event["ev"] in ("deploy", "arrive") and "commander" in event:
            side, name = event["side"], event["commander"]
            seen.setdefault((side, name), Stand(sides.index(side), name, event["role"]))
    return list(seen.values())
