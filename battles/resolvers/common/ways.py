"""Distances to the enemy's edge on foot, on horseback and with guns, round closed ground (COM-11).

On a board of squares each side has four maps, one for each way of moving; an army that follows its map comes over the
bridges and round the woods.
"""

from collections.abc import Callable
from functools import lru_cache
from heapq import heappop, heappush

from battles.resolvers.common import codes
from battles.resolvers.common.codes import SIDE_UNITS, SIDES, Arm, Type
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import DX, DY
from battles.resolvers.core.kernels import kernel

MOVERS = 4
ON_FOOT, LIGHT_HORSE, HEAVY_HORSE, GUNS = range(MOVERS)
NO_WAY = 9_999
Price = Callable[[int, int], int]
"""What a step onto land with these bits costs a mover; 0 where it is closed to him."""


@kernel
def mover_of(battle: Battle, unit: int) -> int:
    """COM-11 How a unit moves: on foot, as light or heavy horse, as guns."""
    if battle.arm[unit] == Arm.ART:
        return GUNS
    if battle.arm[unit] == Arm.CAV:
        return HEAVY_HORSE if battle.kind[unit] == Type.HEAVY_CAV else LIGHT_HORSE
    return ON_FOOT


@kernel
def way_from(battle: Battle, unit: int, x: int, y: int) -> int:
    """COM-11 How far it is for a unit from a square to the enemy's edge; NO_WAY where none leads there."""
    cells = battle.columns * battle.lines
    place = (unit // SIDE_UNITS) * MOVERS + mover_of(battle, unit)
    return battle.ways[place * cells + y * battle.columns + x]


def lay_ways(battle: Battle, price: Price) -> None:
    """COM-11 Measure all maps of a board whose land has been laid."""
    columns, lines = int(battle.columns), int(battle.lines)
    land = tuple(int(bits) for bits in battle.land[: columns * lines])
    if 2 * MOVERS * len(land) > codes.WAYS:
        raise ValueError(f"{columns} by {lines} squares are too many for their ways")
    for side in range(SIDES):
        start = side * MOVERS * len(land)
        goal = lines - 1 if side == battle.low else 0
        battle.ways[start : start + MOVERS * len(land)] = _maps(land, columns, goal, price)


@lru_cache(maxsize=16)
def _maps(land: tuple[int, ...], columns: int, goal: int, price: Price) -> list[int]:
    """Return the maps of one side, mover after mover."""
    return [far for mover in range(MOVERS) for far in _distances([price(mover, bits) for bits in land], columns, goal)]


def _distances(prices: list[int], columns: int, goal: int) -> list[int]:
    """Return the cheapest way of every square to a line of squares; a step is paid by the square that it leads onto."""
    far = [NO_WAY] * len(prices)
    heap = [(0, at) for at in range(goal * columns, (goal + 1) * columns) if prices[at]]
    for _, at in heap:
        far[at] = 0
    while heap:
        gone, at = heappop(heap)
        if gone == far[at]:
            for to in _beside(at, columns, len(prices)):
                if prices[to] and gone + prices[at] < far[to]:
                    far[to] = gone + prices[at]
                    heappush(heap, (far[to], to))
    return far


def _beside(at: int, columns: int, cells: int) -> list[int]:
    x, y = at % columns, at // columns
    found = [(x + dx, y + dy) for dx, dy in zip(DX, DY, strict=True)]
    return [ny * columns + nx for nx, ny in found if 0 <= nx < columns and 0 <= ny < cells // columns]
