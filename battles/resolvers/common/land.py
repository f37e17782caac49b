"""The field of a battle file on a system's own board: a raster of cells, each a set of bits (COM-10, COM-11)."""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from battles.resolvers.common import codes
from battles.resolvers.common.codes import Arm, Land, Type
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.fields.field import Field, Piece

Cells = npt.NDArray[np.int16]
Numbers = npt.NDArray[np.float64]
FINE = 5
"""Points a cell and direction that decide what covers most of it."""


def lay(battle: Battle, field: Field, *, width: int, depth: int, cell: int) -> None:
    """COM-10 Scale a field to a board of ``width`` by ``depth`` steps and keep it in cells of ``cell`` steps."""
    columns, lines = -(-width // cell), -(-depth // cell)
    if columns * lines > codes.LAND:
        raise ValueError(f"{columns} by {lines} cells are more than {codes.LAND}")
    battle.board_width, battle.board_depth, battle.cell = width, depth, cell
    battle.columns, battle.lines = columns, lines
    flat = rastered(field, columns, lines).ravel()
    battle.land[: len(flat)] = flat if hasattr(battle.land, "dtype") else flat.tolist()


@lru_cache(maxsize=8)
def rastered(field: Field, columns: int, lines: int) -> Cells:
    """COM-10 The field as rows of cells from the attacker's edge on; a cell takes what covers most of it."""
    made = np.zeros((lines, columns), dtype=np.int16)
    for piece in field.pieces:
        covered = _area(piece, field, columns, lines) if piece.is_area else _line(piece, field, columns, lines)
        made[covered] |= bits_of(piece)
    made[(made & Land.BRIDGE) > 0] &= ~(Land.RIVER | Land.CLOSED | Land.OBSTACLE)
    return made


def bits_of(piece: Piece) -> int:
    """COM-10 G What a piece is on the boards of the smaller systems; hard cover is the strongest kind of obstacle."""
    if piece.kind == "hill":
        return Land.HILL | (Land.HIGH if piece.elevation > 1 else 0)
    if piece.kind == "river":
        return Land.RIVER | (Land.CLOSED if piece.impassable else Land.OBSTACLE)
    if piece.kind == "obstacle":
        return Land.OBSTACLE | (Land.WORK if piece.cover == "hard" else 0) | (Land.CLOSED if piece.impassable else 0)
    return {"rough": Land.ROUGH, "town": Land.TOWN, "road": Land.ROAD, "bridge": Land.BRIDGE | Land.ROAD}[piece.kind]


def _area(piece: Piece, field: Field, columns: int, lines: int) -> Any:
    x = (np.arange(columns * FINE) + 0.5) * field.width / (columns * FINE)
    y = (np.arange(lines * FINE) + 0.5) * field.depth / (lines * FINE)
    inside = _inside(piece.shape, *np.meshgrid(x, y))
    return inside.reshape(lines, FINE, columns, FINE).sum(axis=(1, 3)) * 2 > FINE * FINE


def _inside(shape: Any, x: Numbers, y: Numbers) -> Any:
    """Return which points lie in a polygon, by the even-odd rule."""
    inside = np.zeros(x.shape, dtype=bool)
    for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
        if ay != by:
            inside ^= ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    return inside


def _line(piece: Piece, field: Field, columns: int, lines: int) -> Any:
    """Return the cells that a line runs through."""
    covered = np.zeros((lines, columns), dtype=bool)
    for (ax, ay), (bx, by) in zip(piece.shape, piece.shape[1:], strict=False):
        steps = 1 + int(8 * max(abs(bx - ax) / field.width * columns, abs(by - ay) / field.depth * lines))
        x, y = np.linspace(ax, bx, steps + 1), np.linspace(ay, by, steps + 1)
        column = np.clip((x / field.width * columns).astype(int), 0, columns - 1)
        covered[np.clip((y / field.depth * lines).astype(int), 0, lines - 1), column] = True
    return covered


@kernel
def on_board(battle: Battle, x: int, y: int) -> bool:
    """Is a point on the board?"""
    return 0 <= x < battle.board_width and 0 <= y < battle.board_depth


@kernel
def land_at(battle: Battle, x: int, y: int) -> int:
    """COM-10 Return what the land holds at a point, as bits; closed off the board."""
    if not on_board(battle, x, y):
        return Land.CLOSED
    return battle.land[(y // battle.cell) * battle.columns + x // battle.cell]


@kernel
def may_enter(battle: Battle, unit: int, bits: int) -> bool:
    """COM-11 May a unit stand on land with these bits? Rivers and closed land need a bridge; towns are for foot."""
    if bits & Land.CLOSED:
        return False
    if bits & Land.TOWN and battle.arm[unit] != Arm.FOOT:
        return False
    if bits & Land.ROUGH and not bits & Land.ROAD:
        return battle.arm[unit] == Arm.FOOT or (
            battle.arm[unit] == codes.Arm.CAV and battle.kind[unit] != Type.HEAVY_CAV
        )
    return True


@kernel
def bits_beyond(battle: Battle, x: int, y: int, to_x: int, to_y: int) -> int:
    """COM-10 All bits along a line but for its first two cells, at most a third of it.

    A unit that lines an obstacle shoots over it.
    """
    longest = max(1, abs(to_x - x), abs(to_y - y))
    skipped = min(2 * battle.cell, longest // 3)
    at_x, at_y = x + (to_x - x) * skipped // longest, y + (to_y - y) * skipped // longest
    return bits_between(battle, at_x, at_y, to_x, to_y)


@kernel
def bits_between(battle: Battle, x: int, y: int, to_x: int, to_y: int) -> int:
    """COM-10 All bits of the land along a straight line, both ends included."""
    longest = max(abs(to_x - x), abs(to_y - y))
    steps, found = 1 + 2 * longest // battle.cell, 0
    for n in range(steps + 1):
        found |= land_at(battle, x + (to_x - x) * n // steps, y + (to_y - y) * n // steps)
    return found
