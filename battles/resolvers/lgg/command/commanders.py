"""Danger to commanders: enemy units that go over a stand, casualties, and who takes over (LGG-16.0, S2-f, S2-g).

A move calls ``begin_sweep``, then ``sweep`` for each straight slide, and ``end_sweep`` when the unit stands still.
"""

from battles.resolvers.common.codes import Skill
from battles.resolvers.core.dice import CASUALTY_STREAM
from battles.resolvers.core.geometry import area, base_gap, clip, corners, length, rounded, sweep_room
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.plane.pieces import bridge_at, line_gap, line_near
from battles.resolvers.lgg.plane.space import STAND, end_of, first_of, leader_side, on_board, side_of
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, SIDES, Cause, Pending, Piece
from battles.resolvers.lgg.record.journal import Die, Event, log_event, log_pose, log_rule, throw
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.state import CLIP_A, CLIP_B, Battle
from battles.resolvers.lgg.record.stratagems import (
    STEP_CASUALTY,
    STEP_LOST,
    ask_about_dice,
    face_that_counts,
    put_on_agenda,
)

PENETRATION = 0.1
"""LGG-16.0-c Square inches of a stand that a move may go over unnoticed."""
LOST_FACE = 1
WING_TAKES_OVER = code_of("LGG-S2-f")
ASIDE_STEP, ASIDE_RINGS, RAYS = 0.1, 500, 64
"""LGG-16.0-c How finely, and how far, a free place is looked for."""
STANDS_APART = 1.0
"""R-54 How far off each other the stands of a side are at least."""
SUBORDINATE = 3
"""``lead_who`` of the first nameless subordinate."""
DIAGONAL = 0.7071067811865476
"""One part of a unit vector that points half-way between two edges of the table."""


@kernel
def clip_slab(battle: Battle, n: int, cx: float, cy: float, nx: float, ny: float, half: float) -> int:
    """LGG-16.0-c Cut the polygon in ``CLIP_A`` down to a band of half width ``half`` around a point; corners left."""
    middle = nx * cx + ny * cy
    left = clip(battle.scratch[CLIP_A], n, nx, ny, middle - half, battle.scratch[CLIP_B])
    return clip(battle.scratch[CLIP_B], left, -nx, -ny, -middle - half, battle.scratch[CLIP_A])


@kernel
def swept_area(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
               leader: int) -> float:
    """LGG-16.0-c The part of a stand that a base goes over while it slides from a pose by (mx, my)."""
    w, d, size = battle.half_width[unit], battle.half_depth[unit], length(mx, my)
    cx, cy = x + mx / 2.0, y + my / 2.0
    corners(battle.lead_x[leader], battle.lead_y[leader], 0.0, 1.0, STAND, STAND, battle.scratch[CLIP_A])
    n = clip_slab(battle, 4, cx, cy, fx, fy, d + abs(mx * fx + my * fy) / 2.0)
    n = clip_slab(battle, n, cx, cy, fy, -fx, w + abs(mx * fy - my * fx) / 2.0)
    if size > 1e-9:
        nx, ny = my / size, -mx / size
        n = clip_slab(battle, n, cx, cy, nx, ny, d * abs(fx * nx + fy * ny) + w * abs(fy * nx - fx * ny))
    return area(battle.scratch[CLIP_A], n)


@kernel
def begin_sweep(battle: Battle) -> None:
    """LGG-16.0-c A move begins: no stand has been gone over yet."""
    for leader in range(2 * LEADERS):
        battle.lead_swept[leader] = 0


@kernel
def sweep(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float) -> None:
    """LGG-16.0-c Note the enemy stands that a base goes over while it slides from a pose by (mx, my)."""
    chief = (1 - side_of(unit)) * LEADERS
    for leader in range(chief, chief + LEADERS):
        if battle.lead_here[leader] == 1 and battle.lead_swept[leader] == 0:
            room = sweep_room(x, y, fx, fy, battle.half_width[unit], battle.half_depth[unit], mx, my,
                              battle.lead_x[leader], battle.lead_y[leader], 0.0, 1.0, STAND, STAND)
            if room < 0.0 and swept_area(battle, unit, x, y, fx, fy, mx, my, leader) > PENETRATION:
                battle.lead_swept[leader] = 1


@kernel
def stand_beyond(battle: Battle, unit: int, x: float, y: float, reach: float) -> bool:
    """LGG-16.0-c Is a stand at a point certainly farther than ``reach`` from a unit, however that faces?"""
    dx, dy, most = battle.x[unit] - x, battle.y[unit] - y, reach + 2.0 * STAND + battle.span[unit]
    return dx * dx + dy * dy > most * most


@kernel
def stand_to_unit(battle: Battle, unit: int, x: float, y: float) -> float:
    """LGG-16.0-c The distance of a stand, if it stood at a point, from a unit."""
    return base_gap(x, y, 0.0, 1.0, STAND, STAND, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit],
                    battle.half_width[unit], battle.half_depth[unit])


@kernel
def stand_room(battle: Battle, unit: int, x: float, y: float) -> float:
    """LGG-16.0-c The room between a stand at a point and a unit; negative when they overlap."""
    return sweep_room(x, y, 0.0, 1.0, STAND, STAND, 0.0, 0.0, battle.x[unit], battle.y[unit], battle.fx[unit],
                      battle.fy[unit], battle.half_width[unit], battle.half_depth[unit])


@kernel
def crowded(battle: Battle, leader: int, x: float, y: float) -> bool:
    """R-54 Would a stand be less than 1" from another of its side?"""
    chief = leader // LEADERS * LEADERS
    for other in range(chief, chief + LEADERS):
        if other != leader and battle.lead_here[other] == 1:
            aside = max(abs(battle.lead_x[other] - x) - 2.0 * STAND, 0.0)
            ahead = max(abs(battle.lead_y[other] - y) - 2.0 * STAND, 0.0)
            if length(aside, ahead) < STANDS_APART:
                return True
    return False


@kernel
def stands_in_gorge(battle: Battle, x: float, y: float) -> bool:
    """LGG-8.2-c Would a stand at a point be in a gorge, beside every bridge?"""
    for piece in range(battle.kind_from[Piece.OBSTACLE], battle.kind_to[Piece.OBSTACLE]):
        closed = line_near(battle, piece, x, y, STAND) and battle.piece_impassable[piece] == 1
        if closed and line_gap(battle, piece, x, y) < STAND and bridge_at(battle, x, y) < 0:
            return True
    return False


@kernel
def stand_blocked(battle: Battle, leader: int, x: float, y: float) -> bool:
    """LGG-8.2-c, R-54 May a stand not be put here: off the table, beside another, on an enemy base, in a gorge?"""
    side = leader_side(leader)
    if crowded(battle, leader, x, y):
        return True
    if x < STAND or y < STAND or x > battle.width - STAND or y > battle.depth - STAND:
        return True
    for unit in range(first_of(1 - side), end_of(battle, 1 - side)):
        near = on_board(battle, unit) and not stand_beyond(battle, unit, x, y, 0.0)
        if near and stand_room(battle, unit, x, y) < 0.0:
            return True
    return stands_in_gorge(battle, x, y)


@kernel
def nearer_to_foes(battle: Battle, leader: int, by: int, x: float, y: float) -> bool:
    """LGG-16.0-c Would the stand come nearer to an enemy unit other than the one that went over it?"""
    side = leader_side(leader)
    for unit in range(first_of(1 - side), end_of(battle, 1 - side)):
        if unit != by and on_board(battle, unit):
            before = stand_to_unit(battle, unit, battle.lead_x[leader], battle.lead_y[leader])
            if stand_to_unit(battle, unit, x, y) < min(before, 6.0) - 1e-6:
                return True
    return False


@kernel
def direction(n: int) -> tuple[float, float]:
    """LGG-16.0-c One of the eight directions in which a free place is looked for."""
    if n % 2 == 0:
        return (0.0, 1.0 - n / 2.0) if n % 4 == 0 else (2.0 - n / 2.0, 0.0)
    return DIAGONAL if n < 4 else -DIAGONAL, DIAGONAL if n in (1, 7) else -DIAGONAL


@kernel
def ray(n: int) -> tuple[float, float]:
    """LGG-16.0-c One of the 64 directions in which a free place for a stand is looked for: by rational points of the
    circle, sixteen to a quarter."""
    t = (n % 16) / 16.0
    along, across = (1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t)
    if n % 32 >= 16:
        along, across = -across, along
    return (along, across) if n < 32 else (-along, -across)


@kernel
def set_aside(battle: Battle, leader: int, by: int) -> None:
    """LGG-16.0-c A commander whose stand is overlapped goes to the nearest free place, not nearer to the enemy."""
    x, y = battle.lead_x[leader], battle.lead_y[leader]
    if stand_room(battle, by, x, y) >= 0.0:
        return
    for strict in range(2):
        for ring in range(1, ASIDE_RINGS):
            for n in range(RAYS):
                dx, dy = ray(n)
                px, py = x + dx * ASIDE_STEP * ring, y + dy * ASIDE_STEP * ring
                free = stand_room(battle, by, px, py) >= 0.0 and not stand_blocked(battle, leader, px, py)
                if free and (strict == 1 or not nearer_to_foes(battle, leader, by, px, py)):
                    battle.lead_x[leader], battle.lead_y[leader] = rounded(px), rounded(py)
                    return


@kernel
def change_command(battle: Battle, chief: int, person: int, skill: int) -> None:
    """LGG-16.0-d, e Another general commands the army; his dice count from the next command roll."""
    old = battle.lead_who[chief]
    battle.lead_who[chief], battle.lead_skill[chief] = person, skill
    log_event(battle, Event.COMMAND_CHANGE, side=leader_side(chief), leader=chief, old=old, new=person, skill=skill,
              reason=Cause.COMBAT)
    log_pose(battle, battle.lead_x[chief], battle.lead_y[chief], 0.0, 1.0)


@kernel
def promote_subordinate(battle: Battle, chief: int) -> None:
    """LGG-16.0-d, e A subordinate one skill lower takes over on the same stand."""
    change_command(battle, chief, max(SUBORDINATE, battle.lead_who[chief] + 1),
                   max(Skill.POOR, battle.lead_skill[chief] - 1))


@kernel
def appoint(battle: Battle, wing: int) -> None:
    """LGG-S2-f A wing commands the army from where he stands, with his own skill; he is a wing no longer."""
    chief = wing // LEADERS * LEADERS
    battle.lead_here[chief], battle.lead_here[wing] = 1, 0
    battle.lead_x[chief], battle.lead_y[chief] = battle.lead_x[wing], battle.lead_y[wing]
    battle.lead_moved[chief] = battle.lead_moved[wing]
    change_command(battle, chief, battle.lead_who[wing], battle.lead_skill[wing])
    log_rule(battle, WING_TAKES_OVER)


@kernel
def wings_of(battle: Battle, side: int) -> int:
    """LGG-S2-a How many wing commanders a side has on the table."""
    return battle.lead_here[side * LEADERS + 1] + battle.lead_here[side * LEADERS + 2]


@kernel
def is_heir(battle: Battle, side: int, leader: int) -> bool:
    """LGG-S2-f Is this leader a wing of the side who can take over?"""
    return side * LEADERS < leader < (side + 1) * LEADERS and battle.lead_here[leader] == 1


@kernel
def succeed(battle: Battle, chief: int) -> None:
    """LGG-16.0-d, S2-f The only wing takes over, or a subordinate where there is none; of two the owner chooses."""
    wings = wings_of(battle, leader_side(chief))
    if wings == 0:
        promote_subordinate(battle, chief)
    elif wings == 1:
        appoint(battle, chief + 1 if battle.lead_here[chief + 1] == 1 else chief + 2)
    else:
        battle.lead_here[chief] = 0


@kernel
def lose_leader(battle: Battle, leader: int) -> None:
    """LGG-16.0-d, S2-f, S2-g The army commander is replaced; a wing is gone for good."""
    battle.lead_lost[leader] += 1
    if leader % LEADERS == 0:
        succeed(battle, leader)
    else:
        battle.lead_here[leader] = 0


@kernel
def ask_heir(battle: Battle) -> bool:
    """LGG-S2-f A side that has lost its commander and has two wings names one of them; True: it is asked."""
    for side in range(SIDES):
        if battle.lead_here[side * LEADERS] == 0 and wings_of(battle, side) == 2:
            battle.pending, battle.asked = Pending.HEIR, side
            return True
    return False


@kernel
def answer_heir(battle: Battle, wing: int) -> None:
    """LGG-S2-f The wing that was named takes over; the turn goes on."""
    battle.pending = Pending.NONE
    appoint(battle, wing)
    if battle.on_turn != NOBODY:
        battle.asked = battle.on_turn


@kernel
def settle_leader(battle: Battle, leader: int, by: int) -> None:
    """LGG-16.0-b The casualty die counts: a 1 and the commander is lost."""
    lost = face_that_counts(battle, Die.CASUALTY) == LOST_FACE
    set_aside(battle, leader, by)
    log_event(battle, Event.CASUALTY, side=leader_side(leader), leader=leader, by=battle.roll[by], lost=int(lost),
              who=battle.lead_who[leader])
    log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], 0.0, 1.0)
    if lost:
        lose_leader(battle, leader)


@kernel
def check_leader(battle: Battle, leader: int, by: int) -> None:
    """LGG-16.0-b One d10 for a stand that an enemy unit went over."""
    throw(battle, CASUALTY_STREAM, 10, Die.CASUALTY)
    if not ask_about_dice(battle, leader_side(leader), STEP_LOST, leader, by, 0):
        settle_leader(battle, leader, by)


@kernel
def call_leader(battle: Battle, leader: int, by: int) -> None:
    """LGG-16.0-b, ENG-17 A casualty die at once, or in its turn where stratagems may come between."""
    if battle.stratagems == 1:
        put_on_agenda(battle, STEP_CASUALTY, leader, by, 0)
    else:
        check_leader(battle, leader, by)


@kernel
def end_sweep(battle: Battle, unit: int) -> None:
    """LGG-16.0-b, c, R-36 The move is over: one check for each enemy stand that it went over, the wings' first."""
    for side in range(SIDES):
        for role in (1, 2, 0):
            leader = side * LEADERS + role
            if battle.lead_swept[leader] == 1:
                battle.lead_swept[leader] = 0
                call_leader(battle, leader, unit)
