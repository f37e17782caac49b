"""The work of every engine of these rules in a battle, by any author: counted command by command.

Only what the rules ask of the commands that were carried out, each once, and what the general's rules make him compare.
A distant base is known by its circle (``look``); exact distances, the room beside a base, areas and lines of terrain
are counted only where circles or boxes meet. Deploying is left out: the runs of a forecast deploy once.
"""

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np

from battles.resolvers.dice import COMBAT_STREAM, key_of
from battles.resolvers.lgg.machine.engine import act
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.record.codes import (
    ART,
    BOARD,
    CMD_ATTACK,
    CMD_FIRE,
    HILL,
    OBSTACLE,
    OVER,
    ROUGH,
    SIDES,
    TOWN,
)
from battles.resolvers.lgg.record.state import Battle

Counts = dict[str, float]
Box = tuple[float, float, float, float]
SIDE = 64
ZONE = 6.0
"""LGG-8.5-a How far a zone reaches, in inches."""
RIM = 4
"""LGG-8.5-b to d How many distances of a way from one enemy tell where it enters his zone, and that it goes there as it
may: where it begins and ends, and two for the rim."""
AREAS = (ROUGH, TOWN, HILL)


def mean_counts(template: Battle, battles: int) -> Counts:
    """Count the steps of a battle, each on average over some battles."""
    total: Counter[str] = Counter()
    for number in range(battles):
        battle = template.copy()
        battle.key = key_of(f"bench/{number}")
        total += count_steps(battle)
    return {name: count / battles for name, count in total.items()}


def count_steps(battle: Battle) -> Counter[str]:
    """Play a battle command by command and count."""
    counts: Counter[str] = Counter()
    turn: tuple[int, int] | None = None
    advance(battle)
    before = seen(battle)
    while battle.phase != OVER:
        now = (int(battle.rounds), int(battle.on_turn))
        if now != turn and now[1] in range(SIDES):
            counts += at_turn(battle, now[1])
        turn, combats = now, int(battle.dice[COMBAT_STREAM]) // 2
        act(battle)
        after = seen(battle)
        counts += after_command(battle, before, after, int(battle.dice[COMBAT_STREAM]) // 2 - combats)
        before = after
    return counts + Counter(die=sum(map(int, battle.dice)), row=int(battle.entries), command=int(battle.commands))


def seen(battle: Battle) -> Any:
    """Return place, facing and strength of all units, one column a slot."""
    return np.array([battle.x, battle.y, battle.fx, battle.fy, battle.sp])


def at_turn(battle: Battle, side: int) -> Counter[str]:
    """AI-9, AI-12 Once a turn every own unit looks who is before it and whom it can reach; those are weighed."""
    own, foes = on_board(battle, side), on_board(battle, 1 - side)
    return Counter(look=2 * len(own) * len(foes)) + weighed(battle, own, foes)


def weighed(battle: Battle, own: Any, foes: Any) -> Counter[str]:
    """AI-2, AI-12, AI-13 Each attack within reach in front and in flank, one of two units on whom two can reach; each
    enemy in the range of a battery. Before: which sides of an enemy are open (LGG-9.0-c), whether the line of fire is
    (LGG-13.0-e)."""
    reaches = gaps(battle, own, foes) <= reach(battle, own)[:, None]
    guns, foot = np.array(battle.arm)[own] == ART, np.array(battle.arm)[own] < ART
    hands, shots = reaches[foot].sum(axis=0), int(reaches[guns].sum())
    fallen_upon, twice = np.count_nonzero(hands), np.count_nonzero(hands >= 2)
    return Counter(weighing=int(shots + 2 * hands.sum() + twice), look=int(shots + fallen_upon) * everybody(battle),
                   box=shots * int(battle.pieces))  # fmt: skip


def everybody(battle: Battle) -> int:
    """Count the units on the table."""
    return sum(len(on_board(battle, side)) for side in range(SIDES))


def reach(battle: Battle, units: Any) -> Any:
    """LGG-8.5-a, 13.0-a How far units attack, or batteries fire."""
    ranges = np.array(battle.t_range)[np.array(battle.type)[units]]
    return np.where(np.array(battle.arm)[units] == ART, ranges, np.array(battle.increment)[units])


def gaps(battle: Battle, some: Any, foes: Any) -> Any:
    """LGG-2.0-h The distances of units from enemies, one row a unit."""
    table = np.array(battle.gap)
    rows = table[some][:, foes - SIDE] if len(some) and some[0] < SIDE else table[foes][:, some - SIDE].T
    return rows if len(some) else np.zeros((0, len(foes)))


def after_command(battle: Battle, before: Any, after: Any, combats: int) -> Counter[str]:
    """Return the consequences of a command: its way, its fire, its combats, and what it changes."""
    moved = np.flatnonzero((after[:4] != before[:4]).any(axis=0))
    changed = np.flatnonzero((after != before).any(axis=0))
    present = everybody(battle)
    counts = Counter(look=combats * present, weighing=combats, share=int(battle.cmd == CMD_ATTACK))
    if battle.cmd == CMD_FIRE:
        counts += Counter(look=present, box=int(battle.pieces), weighing=1)
    for unit in moved:
        counts += on_the_way(battle, int(unit), before[:2, unit], after[:2, unit])
    for unit in changed:
        counts += judged_anew(battle, int(unit))
    return counts


def judged_anew(battle: Battle, unit: int) -> Counter[str]:
    """LGG-2.0-h, AI-12 A unit that is not as it was: how far it is from whom it could reach, or who could reach it;
    and, as each side has its turn, those attacks weighed again."""
    side, alone = unit // SIDE, np.array([unit])
    if battle.status[unit] != BOARD:
        return Counter()
    foes = on_board(battle, 1 - side)
    apart = gaps(battle, alone, foes)[0]
    near = np.count_nonzero(apart <= np.maximum(reach(battle, alone)[0], reach(battle, foes)))
    mine = battle.on_turn == side
    return Counter(distance=int(near), look=len(foes)) + (
        weighed(battle, alone, foes) if mine else weighed(battle, foes, alone)
    )


def on_the_way(battle: Battle, unit: int, start: Any, end: Any) -> Counter[str]:
    """LGG-3.0, 8.4-a, b, 8.5, ENG-16 A way past every other base and every piece of terrain, through zones, and what it
    ends on."""
    others = np.concatenate([on_board(battle, side) for side in range(SIDES)])
    others = others[others != unit]
    span, spans = float(battle.span[unit]), np.array(battle.span)[others]
    centres = np.array([battle.x, battle.y])[:, others]
    room = off_way(centres, start, end) - span - spans
    zones = int(np.count_nonzero((room < ZONE) & (others // SIDE != unit // SIDE)))
    counts = Counter(look=len(others), room=int(np.count_nonzero(room < 0.0)), distance=RIM * zones)
    return counts + past_pieces(battle, box_of(start, end, span), box_of(end, end, span))


def off_way(points: Any, start: Any, end: Any) -> Any:
    """Return how far points are from a way."""
    step = end - start
    size = float(step @ step)
    share = np.clip((points - start[:, None]).T @ step / size, 0.0, 1.0) if size > 0.0 else np.zeros(points.shape[1])
    return np.hypot(*(points - start[:, None] - step[:, None] * share))


def past_pieces(battle: Battle, way: Box, rest: Box) -> Counter[str]:
    """LGG-3.0-e, f, m Boxes of pieces and of the stretches of lines; exact where they meet the way or the base."""
    counts = Counter(box=int(battle.pieces))
    for piece in range(int(battle.pieces)):
        kind, box = int(battle.piece_kind[piece]), tuple(battle.piece_box[piece])
        if kind == OBSTACLE and meet(box, way):
            stretches = [meet(stretch, way) for stretch in stretches_of(battle, piece)]
            counts += Counter(box=len(stretches), room=sum(stretches))
        elif kind in AREAS and meet(box, rest):
            counts += Counter(share=1)
    return counts


def stretches_of(battle: Battle, piece: int) -> list[Box]:
    """Return the boxes around the stretches of a line."""
    at = np.array(battle.piece_at[piece][: int(battle.piece_n[piece])])
    return [box_of(one, two, 0.0) for one, two in pairwise(at)]


def box_of(one: Any, two: Any, reach: float) -> Box:
    """Return the box around two points, and so much more on all sides."""
    (left, low), (right, high) = np.minimum(one, two) - reach, np.maximum(one, two) + reach
    return float(left), float(low), float(right), float(high)


def meet(one: Any, two: Any) -> bool:
    """Do two boxes overlap?"""
    return bool(one[0] <= two[2] and two[0] <= one[2] and one[1] <= two[3] and two[1] <= one[3])


def on_board(battle: Battle, side: int) -> Any:
    """Return the slots of a side's units on the table."""
    return side * SIDE + np.flatnonzero(np.array(battle.status)[side * SIDE : side * SIDE + SIDE] == BOARD)
