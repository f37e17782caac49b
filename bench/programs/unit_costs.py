"""The cost of a battle's smallest steps, each in a tight loop: kernels of the benchmark alone.

Every loop gives back a sum of what it computed, so that nothing of it can be left out.
"""

from battles.resolvers.dice import COMBAT_STREAM, face_of
from battles.resolvers.geometry import base_gap, common_area, corners, sweep_room
from battles.resolvers.lgg.doctrine.odds import strike_alone
from battles.resolvers.lgg.plane.pieces import clear_of_path
from battles.resolvers.lgg.plane.space import near_units
from battles.resolvers.lgg.record.codes import FRONT_SIDE, LEFT_SIDE, SIDE_SLOTS
from battles.resolvers.lgg.record.journal import E_HIT, N_ATTACK, detail, log_event, throw
from battles.resolvers.lgg.record.rule import rule
from battles.resolvers.lgg.record.state import BASE_A, BASE_B, CLIP_A, CLIP_B, Battle

REACH = 12.0
ROWS_KEPT = 3000


@rule
def measure_distances(battle: Battle, rounds: int) -> float:
    """LGG-2.0-h The distances of all pairs of enemies, this many times over."""
    total = 0.0
    for n in range(rounds):
        for i in range(battle.slots[0]):
            x = battle.x[i] + n * 1e-6
            for j in range(SIDE_SLOTS, SIDE_SLOTS + battle.slots[1]):
                total += base_gap(x, battle.y[i], battle.fx[i], battle.fy[i], battle.half_width[i],
                                  battle.half_depth[i], battle.x[j], battle.y[j], battle.fx[j], battle.fy[j],
                                  battle.half_width[j], battle.half_depth[j])  # fmt: skip
    return total


@rule
def measure_looks(battle: Battle, rounds: int) -> int:
    """LGG-8.5 Who of the enemy could be within reach of every unit, this many times over."""
    total = 0
    for n in range(rounds):
        for i in range(battle.slots[0]):
            total += near_units(battle, 1, i, battle.x[i] + n * 1e-6, battle.y[i], REACH) & 0xFF
    return total


@rule
def measure_weighings(battle: Battle, rounds: int) -> float:
    """AI-2, AI-12 The best foe for every unit of a side, in front and in flank by turns, this many times over."""
    total = 0.0
    for n in range(rounds):
        side = FRONT_SIDE if n & 1 else LEFT_SIDE
        for i in range(battle.slots[0]):
            best = -1e9
            for j in range(SIDE_SLOTS, SIDE_SLOTS + battle.slots[1]):
                best = max(best, strike_alone(battle, i, j, side) - n * 1e-9)
            total += best
    return total


@rule
def measure_rooms(battle: Battle, rounds: int) -> float:
    """ENG-16 The room beside every enemy on every unit's way of a few inches, this many times over."""
    total = 0.0
    for n in range(rounds):
        for i in range(battle.slots[0]):
            for j in range(SIDE_SLOTS, SIDE_SLOTS + battle.slots[1]):
                total += sweep_room(battle.x[j] + 3.2, battle.y[j] + n * 1e-6, battle.fx[i], battle.fy[i],
                                    battle.half_width[i], battle.half_depth[i], 4.0, 1.0, battle.x[j], battle.y[j],
                                    battle.fx[j], battle.fy[j], battle.half_width[j], battle.half_depth[j])  # fmt: skip
    return total


@rule
def measure_boxes(battle: Battle, rounds: int) -> int:
    """LGG-3.0-e Whether a way keeps clear of the boxes of all pieces of terrain, this many times over."""
    total = 0
    for n in range(rounds):
        unit = n % battle.slots[0]
        for piece in range(battle.pieces):
            total += int(clear_of_path(battle, piece, battle.x[unit], battle.y[unit], 2.0, 5.0, battle.span[unit]))
    return total


@rule
def measure_shares(battle: Battle, count: int) -> float:
    """LGG-3.0-e The area that bases share, this many times: every other time corner over corner, else the whole."""
    total = 0.0
    for n in range(count):
        i, off = n % battle.slots[0], 1.0 * (n & 1)
        corners(off, off, battle.fx[i], battle.fy[i], 1.5, 1.5, battle.scratch[BASE_A])
        corners(0.0, 0.0, 0.0, 1.0, 1.5, 1.5, battle.scratch[BASE_B])
        total += common_area(battle.scratch[BASE_A], 4, battle.scratch[BASE_B], 4, battle.scratch[CLIP_A],
                             battle.scratch[CLIP_B])  # fmt: skip
    return total


@rule
def measure_dice(battle: Battle, count: int) -> int:
    """ENG-12 This many faces of a d10."""
    total = 0
    for k in range(count):
        total += face_of(battle.key, COMBAT_STREAM, k, 10)
    return total


@rule
def measure_throws(battle: Battle, count: int) -> int:
    """ENG-12 The same faces thrown for the journal, without writing them."""
    total = 0
    for _ in range(count):
        if battle.thrown > 200:
            battle.thrown = 0
        total += throw(battle, COMBAT_STREAM, 10, N_ATTACK)
    battle.thrown = 0
    return total


@rule
def measure_rows(battle: Battle, events: int) -> int:
    """ENG-14 This many events of the journal with two details each: three rows."""
    for n in range(events):
        if battle.entries > ROWS_KEPT:
            battle.entries = 0
        log_event(battle, E_HIT, 0, n, 1, 2, 3, 4, 5)
        detail(battle, 101, n, 1, 2, 3, 4)
        detail(battle, 102, n, 1, 2, 3, 4)
    return battle.entries  # type: ignore[no-any-return]
