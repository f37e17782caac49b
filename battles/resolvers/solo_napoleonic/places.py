"""Deployment (COM-20, D.9): in local millimetres, seen from a side's own edge, its centre at x = 0."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from battles.resolvers.common.codes import SIDE_LEADERS, SIDE_UNITS, Arm, Land, Status, Type
from battles.resolvers.common.record import Battle
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.codes import B_BRIDGES, B_FIRST_BRIDGE, MM, MOST_BRIDGES, Own

FIRST_LINE, SECOND_LINE, BEHIND, FILE = 275, 155, 55, 57
WING, SQUADRON = 110, 55
STEP = 20
FRONT_SHARE = 60
LATE = 2


@dataclass(frozen=True)
class Places:
    """The table while both armies deploy: size, land, and bases on it: left, bottom, right, top in steps."""

    wide: int
    deep: int
    cell: int
    columns: int
    land: list[int]
    taken: list[tuple[int, int, int, int]] = field(default_factory=list)

    @classmethod
    def of(cls, battle: Battle) -> Places:
        """Return the empty table of a battle."""
        columns, lines = int(battle.columns), int(battle.lines)
        size = int(battle.board_width), int(battle.board_depth)
        return cls(*size, int(battle.cell), columns, [int(bits) for bits in battle.land[: columns * lines]])

    def free(self, box: tuple[int, int, int, int]) -> bool:
        """Does a base lie over no other?"""
        a, b, c, d = box
        return all(c <= e or g <= a or d <= f or h <= b for e, f, g, h in self.taken)


def deploy(battle: Battle, side: int, places: Places) -> None:
    """COM-20 Put a side's brigades in two lines, guns in the intervals, light cavalry on the wings."""
    brigades = _by_brigade(battle, side)
    foot = [b for b in brigades.values() if battle.arm[b[0]] == Arm.FOOT]
    heavy = [b for b in brigades.values() if battle.arm[b[0]] == Arm.CAV and battle.kind[b[0]] == Type.HEAVY_CAV]
    light = [b for b in brigades.values() if battle.arm[b[0]] == Arm.CAV and battle.kind[b[0]] != Type.HEAVY_CAV]
    lines = -(-share_in_front(battle, side) * len(foot) // 100)
    _line(battle, places, foot[:lines], FIRST_LINE)
    _guns(battle, side, places, lines)
    _line(battle, places, _mixed(foot[lines:], heavy), SECOND_LINE)
    pitch = int(battle.num[n.BOARD_BRIGADE_WIDTH])
    for i, brigade in enumerate(light):
        out = pitch * max(lines, 1) // 2 + WING // 2 + WING * (i // 2)
        for k, unit in enumerate(brigade):
            _put(battle, places, unit, out if i % 2 else -out, FIRST_LINE - SQUADRON * k)
    _generals(battle, side)


def share_in_front(battle: Battle, side: int) -> int:
    """COM-20 The percentage of the infantry in the first line: 60, or what a plan's reserve leaves."""
    reserve = int(battle.reserve[side])
    return FRONT_SHARE if reserve < 0 else 100 - reserve


def _by_brigade(battle: Battle, side: int) -> dict[int, list[int]]:
    """Return the units on the table by brigade, batteries left out; lines come before those of the second line."""
    made: dict[int, list[int]] = {}
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.units[side])):
        if battle.status[unit] == Status.BOARD and battle.arm[unit] != Arm.ART:
            made.setdefault(int(battle.own[unit, Own.BRIGADE]), []).append(unit)
    return made


def _mixed(foot: list[list[int]], heavy: list[list[int]]) -> list[list[int]]:
    """COM-20 The second line: heavy cavalry behind the centre, infantry to both sides of it."""
    half = len(foot) // 2
    return foot[:half] + heavy + foot[half:]


def _line(battle: Battle, places: Places, brigades: list[list[int]], front: int) -> None:
    """D.9 A line of brigades, each two units up and two back."""
    pitch = int(battle.num[n.BOARD_BRIGADE_WIDTH])
    for i, brigade in enumerate(brigades):
        middle = pitch * (2 * i - len(brigades) + 1) // 2
        for k, unit in enumerate(brigade):
            battle.own[unit, Own.LINE_NO] = int(front == SECOND_LINE)
            aside = 0 if len(brigade) == 1 else FILE if k % 2 else -FILE
            _put(battle, places, unit, middle + aside, front - BEHIND * (k // 2))


def _guns(battle: Battle, side: int, places: Places, brigades: int) -> None:
    """COM-20 Batteries between the brigades of the first line, from the middle outwards."""
    guns = [
        unit for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.units[side]))
        if battle.arm[unit] == Arm.ART and battle.status[unit] == Status.BOARD
    ]  # fmt: skip
    pitch = int(battle.num[n.BOARD_BRIGADE_WIDTH])
    gaps = sorted((pitch * (2 * i - brigades) // 2 for i in range(brigades + 1)), key=lambda x: (abs(x), x))
    for i, unit in enumerate(guns):
        _put(battle, places, unit, gaps[i % len(gaps)], FIRST_LINE - BEHIND * (i // len(gaps)))


def _put(battle: Battle, places: Places, unit: int, x: int, y: int) -> None:
    """COM-20 Place a unit where it should stand, or as near to it as it can; without any room it comes later."""
    if _try(battle, places, unit, x, y) or battle.own[unit, Own.ENTERS]:
        return
    wide = int(battle.board_width) // MM
    if not any(_try(battle, places, unit, x + aside, up) for aside, up in _nearest_first(wide, y)):
        battle.status[unit], battle.own[unit, Own.ENTERS] = Status.WAITING, LATE


@lru_cache(maxsize=200)
def _nearest_first(wide: int, y: int) -> tuple[tuple[int, int], ...]:
    """Return the places about a line at ``y``, on a table of a width, as steps aside and ways up from the edge."""
    tries = [(aside, up) for aside in range(-wide, wide, STEP) for up in (y, *range(FIRST_LINE, 25, -STEP))]
    return tuple(sorted(tries, key=lambda place: (abs(place[0]) + abs(place[1] - y), *place)))


def _try(battle: Battle, places: Places, unit: int, x: int, y: int) -> bool:
    """Put a unit on a place if it may stand there."""
    mine = unit // SIDE_UNITS == battle.low
    at_x = places.wide // 2 + (x if mine else -x) * MM
    at_y = y * MM if mine else places.deep - y * MM
    w, d = int(battle.width[unit]) // 2, int(battle.depth[unit]) // 2
    box = at_x - w, at_y - d, at_x + w, at_y + d
    inside = box[0] >= 0 and box[1] >= 0 and box[2] < places.wide and box[3] < places.deep
    if not inside or not places.free(box) or not _enters(battle, places, unit, at_x, at_y):
        return False
    places.taken.append(box)
    battle.x[unit], battle.y[unit], battle.heading[unit] = at_x, at_y, 0 if mine else 180
    return True


def _enters(battle: Battle, places: Places, unit: int, x: int, y: int) -> bool:
    """COM-11 May a unit stand on the land at a point?"""
    bits = places.land[(y // places.cell) * places.columns + x // places.cell]
    if not bits:
        return True
    arm = battle.arm[unit]
    if bits & Land.CLOSED or (bits & Land.TOWN and arm != Arm.FOOT):
        return False
    light = arm == Arm.FOOT or (arm == Arm.CAV and battle.kind[unit] != Type.HEAVY_CAV)
    return light or not bits & Land.ROUGH or bool(bits & Land.ROAD)


def _generals(battle: Battle, side: int) -> None:
    """COM-20 Brigadiers behind their brigades, the army commander behind the centre, wings behind theirs."""
    first, deep, wide = side * SIDE_LEADERS, int(battle.board_depth), int(battle.board_width)
    status, own, xs, ys = battle.status, battle.own, battle.x, battle.y
    mine: dict[int, list[int]] = {}
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.units[side])):
        if status[unit] == Status.BOARD:
            mine.setdefault(int(own[unit, Own.BRIGADE]), []).append(unit)
    for post in range(int(battle.leaders[side])):
        x = (wide // 2, wide // 3, 2 * wide // 3)[post if post < 3 else 0]
        y = 130 * MM if side == battle.low else deep - 130 * MM
        if units := mine.get(first + post):
            x = sum(int(xs[unit]) for unit in units) // len(units)
            y = sum(int(ys[unit]) for unit in units) // len(units)
        battle.lead_x[first + post], battle.lead_y[first + post] = x, y


def note_bridges(battle: Battle) -> None:
    """COM-11 Write the middle of every bridge into the record: cells of a bridge that touch are one."""
    columns, lines, cell = int(battle.columns), int(battle.lines), int(battle.cell)
    land = np.asarray(battle.land[: columns * lines])
    left = {(int(i) % columns, int(i) // columns) for i in np.flatnonzero(land & Land.BRIDGE)}
    found: list[tuple[int, int]] = []
    while left:
        group = _joined(min(left), left)
        left -= group
        found.append(tuple(sum(cells) * cell // len(group) + cell // 2 for cells in zip(*group, strict=True)))
    battle.battle_own[B_BRIDGES] = min(len(found), MOST_BRIDGES)
    for i, (x, y) in enumerate(sorted(found)[:MOST_BRIDGES]):
        battle.battle_own[B_FIRST_BRIDGE + 2 * i], battle.battle_own[B_FIRST_BRIDGE + 2 * i + 1] = x, y


def _joined(start: tuple[int, int], cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    group, open_ends = {start}, [start]
    while open_ends:
        x, y = open_ends.pop()
        near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & cells - group
        group |= near
        open_ends += near
    return group


NATIONS = (
    (),
    ("brit", "engl", "scot", "united kingdom"),
    ("austria", "habsburg", "österreich"),
    ("russia",),
    ("prussia",),
    ("spain", "spanish"),
    ("naples", "neapolitan", "dutch", "belgi", "netherlands", "hanover"),
)
"""Beginnings and parts of names, in the order of the numbers ``nations.*``; the first are those of nobody."""


def nation_of(name: str) -> int:
    """SNW-15 Return the nation whose word is first in a side's name; 0 where there is none.

    “Prussia” holds the word of Russia one letter later, and so is found first.
    """
    text = name.casefold()
    found = [(text.find(word), nation) for nation, words in enumerate(NATIONS) for word in words if word in text]
    return min(found, default=(0, 0))[1]
