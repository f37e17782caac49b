"""Bridges over the water of a table, for marches (COM-11). Set-up only, in plain Python."""

import numpy as np

from battles.resolvers.common.codes import Land
from battles.resolvers.common.record import Battle
from battles.resolvers.solo_napoleonic.codes import B_BRIDGES, B_FIRST_BRIDGE, MOST_BRIDGES


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
