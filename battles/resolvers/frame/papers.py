"""Unit cards, board and result of a smaller rule system on paper, read off its own record (COM-05, COM-06).

A system's ``papers.py`` shows what stands on a card and what a unit loses::

    LOSS, NOTE = ("hit", "hits"), "A unit is gone when its last box is crossed off."
    unit_papers, board_paper = papers_of(DOOR, BOARD, card)

``card(battle, unit)`` gives pairs of label and value for a unit of the record.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from battles.resolvers.common.arith import strength_left
from battles.resolvers.common.codes import SIDE_UNITS, SKILL_KEYS
from battles.resolvers.common.record import Battle
from battles.resolvers.contract.manifest import Board, BoardPaper, UnitPaper
from battles.resolvers.frame.door import Door
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import Leader

Card = Callable[[Any, int], tuple[tuple[str, str], ...]]
UnitPapers = Callable[[BattleFile, int], Mapping[str, UnitPaper]]
SEED = "papers"


def papers_of(
    door: Door, board: Board, card: Card, *, fresh: Callable[[Any, int], int], zone: float
) -> tuple[UnitPapers, Callable[[BattleFile], BoardPaper]]:
    """Return the two functions of the contract. ``fresh(battle, unit)`` is the capacity of a fresh unit of its kind,
    ``zone`` the depth of a deployment zone in the board's unit."""

    def unit_papers(file: BattleFile, number: int) -> dict[str, UnitPaper]:
        battle = door.ready(_alone(file, number), SEED)
        battle.weather, battle.ground = max(0, int(battle.weather)), max(0, int(battle.ground))
        rows = _rows(battle)
        return {
            unit.id: _unit_paper(battle, rows[n], card, fresh, board) if n in rows else _bystander(unit.strength)
            for n, unit in enumerate(file.sides[number].units)
        }

    def board_paper(file: BattleFile) -> BoardPaper:
        battle = door.ready(file, SEED)
        width, depth = door.board_of(battle)
        return BoardPaper(width, depth, board.unit, int(battle.limit), zone)

    return unit_papers, board_paper


def _alone(file: BattleFile, number: int) -> BattleFile:
    """Return the battle with the one side on both sides: what the other one has plays no part in its cards."""
    side = file.sides[number]
    if side.commander.skill not in SKILL_KEYS:
        side = replace(side, commander=Leader("", "average"))
    mirror = replace(side, role="defender" if side.role == "attacker" else "attacker", plan=None)
    sides = (replace(side, plan=None), mirror)
    return replace(file, sides=sides, swapped_edges=False, options=replace(file.options, limit_guns=False))


def _rows(battle: Battle) -> dict[int, list[int]]:
    """Return the units of each row of the first side."""
    made: dict[int, list[int]] = {}
    for unit in range(int(battle.units[0])):
        made.setdefault(int(battle.roll[unit]) % SIDE_UNITS, []).append(unit)
    return made


def _unit_paper(
    battle: Battle, units: list[int], card: Card, fresh: Callable[[Any, int], int], board: Board
) -> UnitPaper:
    first, row = units[0], int(battle.roll[units[0]])
    came, strength = sum(int(battle.cap[unit]) for unit in units), int(battle.roll_before[row])
    steps = tuple(strength_left(strength, left, came) for left in range(came + 1))
    scale = board.per_inch * (100 if board.unit == "inch" else 10 if board.unit == "mm" else 1)
    base = (battle.width[first] / scale, battle.depth[first] / scale) if board.unit != "square" else (2.0, 2.0)
    return UnitPaper(came, max(came, fresh(battle, first) * len(units)), steps, card(battle, first), base)


def _bystander(strength: int) -> UnitPaper:
    """COM-09 Engineers and trains are not fielded; they come back as they went."""
    return UnitPaper(strength, strength, tuple(range(strength + 1)), (("not fielded", "COM-09"),), (2.0, 2.0))
