"""Armies on boards of squares: the rows in which they deploy, the edges over which they come late (COM-20, HR-T6)."""

from collections.abc import Callable
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

from battles.resolvers.common import codes
from battles.resolvers.common.arith import rhu
from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, SIDES, Arm, Land, Status, Type
from battles.resolvers.common.events import Event, Rule
from battles.resolvers.common.fill import fielded
from battles.resolvers.common.general import await_columns
from battles.resolvers.common.journal import log_event, log_here
from battles.resolvers.common.land import may_enter
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import DX, DY, bits_at, forward, put_on, who_is_at
from battles.resolvers.core.kernels import kernel

OWN_EDGE, LEFT_EDGE, RIGHT_EDGE = range(3)
DEEPEST = 4
"""The lines from its own edge on which a unit may begin: those of its zone, and behind the enemy's back none."""


@kernel
def lets_in(battle: Battle, unit: int, bits: int) -> bool:
    """COM-11 May a unit enter land with these bits? Guns cross difficult ground and fords only by road."""
    if battle.arm[unit] == Arm.ART and bits & Land.RIVER and not bits & Land.ROAD:
        return False
    return may_enter(battle, unit, bits)


def turned(battle: Battle, side: int, along: int, depth: int) -> tuple[int, int]:
    """Return a square as its own side sees it: columns from its left, lines from its edge."""
    if side == battle.low:
        return along, depth
    return int(battle.columns) - 1 - along, int(battle.lines) - 1 - depth


def place(battle: Battle, side: int, unit: int, column: int, depth: int, *, zone: int) -> None:
    """COM-20 Put a unit on the free square that is nearest to the one wanted; without one it comes in turn 1.

    ``zone`` is how many lines a side deploys in; those before it are used where there is no room.
    """
    columns, occupant, land = int(battle.columns), battle.occupant, battle.land
    for d, along in _nearest(columns, column, depth, zone):
        x, y = turned(battle, side, along, d)
        if occupant[y * columns + x] == NOBODY and lets_in(battle, unit, int(land[y * columns + x])):
            put_on(battle, unit, x, y, forward(battle, side))
            log_event(battle, Event.DEPLOY, rule=1020, side=side, unit=unit)
            log_here(battle, unit)
            return
    battle.status[unit], battle.arrives[unit] = Status.WAITING, 1


@lru_cache(maxsize=1024)
def _nearest(columns: int, column: int, depth: int, zone: int) -> list[tuple[int, int]]:
    """Return the squares of a side as line and column, the nearest to one wanted first; lines before the zone at the
    end."""
    places = [(d, x) for x in range(columns) for d in range(DEEPEST)]
    return sorted(places, key=lambda at: (abs(at[1] - column) + 3 * abs(at[0] - depth) + 60 * (at[0] >= zone), at))


@kernel
def entry_x(battle: Battle, side: int, edge: int, n: int) -> int:
    """HR-T6 The column of the n-th place of an edge, the middle of the edge first."""
    away = (n + 1) // 2 if n % 2 == 1 else -(n // 2)
    if edge == OWN_EDGE:
        return battle.columns // 2 + (away if side == battle.low else -away - 1 + battle.columns % 2)
    return 0 if (edge == LEFT_EDGE) == (side == battle.low) else battle.columns - 1


@kernel
def entry_y(battle: Battle, side: int, edge: int, n: int) -> int:
    """HR-T6 The line of the n-th place of an edge; on a flank the side's own half is tried first."""
    depth = 0 if edge == OWN_EDGE else (battle.lines // 2 - 1 - n) % battle.lines
    return depth if side == battle.low else battle.lines - 1 - depth


@kernel
def enter(battle: Battle, unit: int) -> None:
    """HR-T6 Put a unit that is due on the free place of its edge that comes first; without one it waits on."""
    side, edge = unit // SIDE_UNITS, battle.edge[unit]
    for n in range(battle.columns if edge == OWN_EDGE else battle.lines):
        x, y = entry_x(battle, side, edge, n), entry_y(battle, side, edge, n)
        if who_is_at(battle, x, y) == NOBODY and lets_in(battle, unit, bits_at(battle, x, y)):
            battle.status[unit] = Status.BOARD
            put_on(battle, unit, x, y, forward(battle, side))
            log_event(battle, Event.ARRIVE, rule=Rule.ARRIVES, side=side, unit=unit)
            log_here(battle, unit)
            return


@kernel
def bring_late(battle: Battle, side: int) -> None:
    """HR-T3 HR-T6 Every unit of a side that is due by this turn enters."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.WAITING and battle.arrives[unit] <= battle.turn:
            enter(battle, unit)
    await_columns(battle)


MOVERS = 4
ON_FOOT, LIGHT_HORSE, HEAVY_HORSE, GUNS = range(MOVERS)
NO_WAY = 9_999


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


def _price(hard: int, mover: int, bits: int) -> int:
    """COM-11 What a step costs on the way to the enemy: two onto ``hard`` land, 0 where it is closed."""
    if bits & Land.CLOSED or (bits & Land.TOWN and mover != ON_FOOT):
        return 0
    if bits & Land.ROAD:
        return 1
    if (bits & Land.ROUGH and mover >= HEAVY_HORSE) or (bits & Land.RIVER and mover == GUNS):
        return 0
    return 2 if bits & hard else 1


def lay_ways(battle: Battle, hard: int) -> None:
    """COM-11 Measure all maps of a board whose land has been laid; ``hard`` are the bits of land that ends a move."""
    columns, lines = int(battle.columns), int(battle.lines)
    land = tuple(int(bits) for bits in battle.land[: columns * lines])
    if 2 * MOVERS * len(land) > codes.WAYS:
        raise ValueError(f"{columns} by {lines} squares are too many for their ways")
    for side in range(SIDES):
        start = side * MOVERS * len(land)
        goal = lines - 1 if side == battle.low else 0
        battle.ways[start : start + MOVERS * len(land)] = _maps(land, columns, goal, hard)


@lru_cache(maxsize=16)
def _maps(land: tuple[int, ...], columns: int, goal: int, hard: int) -> list[int]:
    """Return the maps of one side, mover after mover."""
    prices = [[_price(hard, mover, bits) for bits in land] for mover in range(MOVERS)]
    return [far for of_mover in prices for far in _distances(of_mover, columns, goal)]


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


def keep_reserve(battle: Battle, side: int, column: int, rank: Callable[[Battle, int], Any]) -> None:
    """COM-17 Note in a column of ``own`` who stays behind: spared units, and the reserve, the lowest ``rank`` first."""
    units = fielded(battle, side)
    for unit in units:
        battle.own[unit, column] = int(battle.spare[unit])
    order = sorted((unit for unit in units if battle.arm[unit] != Arm.ART), key=lambda unit: rank(battle, unit))
    for unit in order[: rhu(max(0, int(battle.reserve[side])) * len(units), 100)]:
        battle.own[unit, column] = 1
