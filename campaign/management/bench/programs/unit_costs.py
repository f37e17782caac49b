"""What the smallest steps of a battle cost, each in a tight loop: kernels of the benchmark alone.

Every loop gives back a sum of what it computed, so that nothing of it can be left out.
"""

from battles.resolvers.dice import COMBAT_STREAM, face_of
from battles.resolvers.geometry import base_gap
from battles.resolvers.lgg.codes import BOARD, CAV, CV_CAV_ATTACK, CV_CAV_DEFEND, CV_FOOT_ATTACK, CV_FOOT_DEFEND
from battles.resolvers.lgg.journal import E_HIT, N_ATTACK, detail, log_event, throw
from battles.resolvers.lgg.rule import Points, rule
from battles.resolvers.lgg.state import Battle

MIDDLE = 20
"""Where a total of 0 stands in the table of chances."""
ROWS_KEPT = 3000


@rule
def measure_distances(battle: Battle, rounds: int) -> float:
    """LGG-2.0-h The distances of all pairs of enemies, this many times over."""
    total = 0.0
    for n in range(rounds):
        for i in range(battle.slots[0]):
            x = battle.x[i] + n * 1e-6
            for j in range(64, 64 + battle.slots[1]):
                total += base_gap(x, battle.y[i], battle.fx[i], battle.fy[i], battle.half_width[i],
                                  battle.half_depth[i], battle.x[j], battle.y[j], battle.fx[j], battle.fy[j],
                                  battle.half_width[j], battle.half_depth[j])  # fmt: skip
    return total


@rule
def weigh(battle: Battle, values: Points, own: int, foe: int) -> float:
    """AI-2 The worth of a blow against a foe's front or flank, whichever is better: two look-ups."""
    kind, other = battle.type[own], battle.type[foe]
    mounted, at_horse = battle.arm[own] == CAV, battle.arm[foe] == CAV
    attack = battle.t_cv[kind, CV_CAV_ATTACK if at_horse else CV_FOOT_ATTACK]
    defence = battle.t_cv[other, CV_CAV_DEFEND if mounted else CV_FOOT_DEFEND]
    attack += MIDDLE - battle.full[own] + battle.sp[own]
    defence += MIDDLE - battle.full[foe] + battle.sp[foe]
    attack, defence = min(max(attack, 2), 2 * MIDDLE - 1), min(max(defence, 2), 2 * MIDDLE - 1)
    return max(values[attack, defence], values[attack, defence - 2]) * battle.t_buy[other]


@rule
def measure_weighings(battle: Battle, values: Points, rounds: int) -> float:
    """AI-2 The best foe for every unit of a side, this many times over."""
    total = 0.0
    for n in range(rounds):
        for i in range(battle.slots[0]):
            best = -1e9
            for j in range(64, 64 + battle.slots[1]):
                if battle.status[j] == BOARD:
                    best = max(best, weigh(battle, values, i, j) - n * 1e-9)
            total += best
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
    return battle.entries
