"""Units and generals as cards, labels and counters: what a player reads beside his bases."""

from collections.abc import Mapping
from typing import Any

from battles.pack.drawing import GRID, PIXELS, Ruler, field_svg
from battles.pack.pack import Pack, PackSide
from battles.resolvers.contract.manifest import INCH, MILLIMETRE, SQUARE, UnitPaper
from battles.resolvers.contract.registry import board_of, briefing, papers
from battles.resolvers.dispatch.names import spelled
from battles.resolvers.fields.field import Field, stretched
from battles.resolvers.files.battle_file import tables_of as file_tables
from battles.resolvers.values.sides import BattleUnit, Leader
from rosters.rules.catalogue import ARMS, Catalogue, UnitType

STAND = 2.0
"""LGG-1.0-b Width and depth of a commander's base in inches."""
EDGES = {"own": "own edge", "left": "left edge", "right": "right edge"}


def tables_of(pack: Pack) -> Catalogue:
    """Return the unit types by which the battle is fought."""
    return file_tables(pack.file)


def papers_of_side(pack: Pack, number: int) -> Mapping[str, UnitPaper]:
    """Return the units of a side in the terms of the rule system; without such terms in strength points."""
    door = papers(pack.file.rules)
    if door is not None and pack.sides[number].has_units:
        return door.unit_papers(pack.file, number)
    known = tables_of(pack)
    return {
        unit.id: plain_paper(unit.strength, known.row(unit.type, unit.own)) for unit in pack.sides[number].side.units
    }


def plain_paper(strength: int, kind: UnitType) -> UnitPaper:
    """Return a unit of which only strength points are known."""
    return UnitPaper(strength, kind.full, tuple(range(strength + 1)), (), (STAND, STAND))


def side_cards(pack: Pack, number: int) -> list[dict[str, Any]]:
    """Return a card for every unit of a side, in the order of the file."""
    known, terms, side = tables_of(pack), papers_of_side(pack, number), pack.sides[number]
    return [unit_card(unit, side, known, terms[unit.id]) for unit in side.side.units]


def unit_card(unit: BattleUnit, side: PackSide, known: Catalogue, paper: UnitPaper) -> dict[str, Any]:
    """EX-1 Return a unit with all its numbers, its boxes and its peculiarities. Lengths in inches."""
    kind = known.row(unit.type, unit.own)
    return {
        "id": unit.id,
        "side": side.side.name,
        "name": unit.name or unit.id,
        "type": "" if is_named_by_type(unit, kind) else kind.name,
        "kind": kind.name,
        "arm": kind.arm,
        "arm_name": ARMS.get(kind.arm, kind.arm),
        "strength": paper.came,
        "full": paper.whole,
        "points": unit.strength,
        "boxes": [n < paper.came for n in range(paper.whole)],
        "steps": list(paper.spans),
        "values": [list(pair) for pair in paper.values],
        "width": paper.base[0],
        "depth": paper.base[1],
        "marks": marks_of(unit),
        "army": unit.army or "",
        "light": unit.type == "light_cav",
    } | sign_of(unit, known)


def sign_of(unit: BattleUnit, known: Catalogue) -> dict[str, str]:
    """HR-30 Return the letters on the counter of a unit whose type in its war has some."""
    own = known.own.get(unit.own)
    return {"sign": own.sign} if own and own.sign else {}


def is_named_by_type(unit: BattleUnit, kind: UnitType) -> bool:
    """Return whether a unit's name names its type already."""
    return kind.name in unit.name or unit.name.lower().endswith(spelled(kind.key))


def morale_of(unit: BattleUnit, known: Catalogue) -> int:
    """REC-2 The Morale of a unit, with what Guard adds."""
    return known.row(unit.type, unit.own).morale + (known.guard.morale if unit.guard else 0)


def marks_of(unit: BattleUnit) -> list[str]:
    """List the marks beside the numbers on a unit's card."""
    marks = [word for word, has in (("Guard", unit.guard), ("Outriders", unit.outriders)) if has]
    if unit.arrives is not None:
        marks.append(f"comes at count {unit.arrives}, {EDGES[unit.edge or 'own']}")
    return marks


def arrivals_of(side: PackSide) -> list[tuple[str, str, str]]:
    """EX-1, HR-T6 What comes late, mark by mark: the count, the edge, the units."""
    late = [unit for unit in side.side.units if unit.arrives is not None]
    marks = sorted({(unit.arrives or 0, EDGES[unit.edge or "own"]) for unit in late})
    return [
        (str(count), edge,
         ", ".join(unit.name or unit.id for unit in late if (unit.arrives, EDGES[unit.edge or "own"]) == (count, edge)))
        for count, edge in marks
    ]  # fmt: skip


def leaders_of(side: PackSide, known: Catalogue, rules: str) -> list[dict[str, Any]]:
    """Return the generals of a side whom the reader knows, the army commander first; with dice where the rules have
    them."""
    door = briefing(rules)
    dice = door is None or door.COMMAND_DICE
    chief = [(side.side.commander, "army commander")] if side.commanded else []
    posts = [*chief, *((wing, "wing commander") for wing in side.side.wings)]
    return [_leader(leader, post, side, known, dice) for leader, post in posts]


def _leader(leader: Leader, post: str, side: PackSide, known: Catalogue, dice: bool) -> dict[str, Any]:
    skill = known.skills[leader.skill]
    return {
        "id": f"{post.partition(' ')[0]}-{leader.name}",
        "side": side.side.name,
        "name": leader.name or "An unnamed general",
        "post": post + (" of a column" if leader.army else ""),
        "skill": skill.name,
        "dice": dice_text(skill.dice) if dice else "",
        "width": STAND,
        "depth": STAND,
    }


def dice_text(dice: tuple[int, ...]) -> str:
    """``2d6``, ``d10 + d6``."""
    counts: Mapping[int, int] = {sides: dice.count(sides) for sides in dict.fromkeys(dice)}
    return " + ".join(f"{count if count > 1 else ''}d{sides}" for sides, count in counts.items())


UNITS = {INCH: "inches", SQUARE: "squares", MILLIMETRE: "mm"}


def drawn_board(pack: Pack) -> tuple[Field, Ruler | None]:
    """Return the field on the board of its rule system, in inches of the drawing; None for a table as it is laid
    out."""
    field, board = pack.file.laid_out, pack.board
    if board is None or ((board.width, board.depth) == (field.width, field.depth) and not board.zone):
        return field, None
    per_inch = board_of(pack.file.rules).per_inch
    step = 1 / per_inch if board.unit == SQUARE else GRID
    ruler = Ruler(step, per_inch, board.zone / per_inch, UNITS.get(board.unit, board.unit))
    return stretched(field, board.width / per_inch, board.depth / per_inch), ruler


def board_svg(pack: Pack, *, pixels: int = PIXELS) -> str:
    """Return the drawing of the board; ``pixels`` is the size of an inch."""
    field, ruler = drawn_board(pack)
    return field_svg(field, pack.edges, pixels=pixels, ruler=ruler)
