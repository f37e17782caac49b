"""Setting up: who is seated, who waits off the table, the two lines of a deployment (HR-T1, T3, T5; HR-7)."""

from battles.resolvers.common.codes import Arm, Type
from battles.resolvers.core.geometry import rounded
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.day.fortify import fortify
from battles.resolvers.lgg.day.posts import post_leaders
from battles.resolvers.lgg.plane.space import end_of, first_of, gap_at, place, side_of
from battles.resolvers.lgg.plane.terrain import ground_allows
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, SIDE_ROLL, SIDES, Edge, Role, Status
from battles.resolvers.lgg.record.journal import Event, log_event, log_here, log_pose
from battles.resolvers.lgg.record.setup import seat, set_status
from battles.resolvers.lgg.record.state import Battle

ZONE_DEPTH = 12.0
"""HR-T3 Depth of a deployment zone."""
OWN_EDGE = 4.0
"""HR-T5 No base nearer than this to its own edge."""
FIRST_ROW, SECOND_ROW = 10.5, 6.5
"""AI-9 How far in front of the own edge the middles of the two lines stand."""
OUTRIDERS_AHEAD, OUTRIDERS_OFF = 18.0, 12.0
"""HR-T5 How far Outriders deploy in front of the zone, and how far they keep off the enemy's."""
OUTRIDER_EDGE, OUTRIDER_STEP, OUTRIDER_PLACES = 2.0, 2.0, 8
FRONT_GAP = 0.5
GUN_BACK = 0.5
"""AI-10 How far a battery stands behind the front of the infantry beside it."""
FOOT_FRONT = 3.0
FRONT_MARGIN = 12.0
FLANK_STEP = 4.0
ROW_STEP = 0.5
SIDE_STEP = 0.5
FINEST = 0.25
"""How finely a last gap is felt for, in inches."""
ROW_PENALTY = 3.0
"""Inches to the side that one inch of depth is worth when a place is looked for."""
FRONT_SHARE = 0.6
"""AI-9 The part of the infantry that stands in the first line."""
ROUND_THREE = -3
"""HR-T3 The mark of a unit that comes at the start of round 3 of a meeting engagement."""


@kernel
def table_point(battle: Battle, side: int, u: float, v: float) -> tuple[float, float]:
    """HR-T1 A point ``u`` to the right of a side's own left corner and ``v`` in front of its edge, on the table."""
    if battle.edge[side] == Edge.SOUTH:
        return u, v
    return battle.width - u, battle.depth - v


@kernel
def ahead(battle: Battle, side: int) -> float:
    """HR-T5 The y part of the direction that faces the enemy."""
    return 1.0 if battle.edge[side] == Edge.SOUTH else -1.0


@kernel
def is_line_row(battle: Battle, row: int) -> bool:
    """HR-7 Is this unit of the roll infantry or cavalry?"""
    return battle.t_arm[battle.roll_type[row]] in (Arm.FOOT, Arm.CAV)


@kernel
def guns_allowed(battle: Battle, side: int) -> int:
    """HR-7 How many guns of a side may deploy; as many as there are where no limit is set."""
    if battle.gun_limit == NOBODY:
        return SIDE_ROLL
    line = 0
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
        line += int(is_line_row(battle, row))
    return line // battle.gun_limit


@kernel
def hold_back_half(battle: Battle, side: int) -> None:
    """HR-T3 In a meeting engagement every second unit of those present comes only at the start of round 3."""
    present = 0
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
        if battle.roll_arrives[row] == 0:
            present += 1
            if present % 2 == 0:
                battle.roll_arrives[row] = ROUND_THREE


@kernel
def seat_side(battle: Battle, side: int) -> None:
    """HR-T3, HR-7 Give slots to the units that deploy; they have no place on the table yet."""
    guns = guns_allowed(battle, side)
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
        gun = battle.t_arm[battle.roll_type[row]] == Arm.ART
        if battle.roll_arrives[row] != 0 or (gun and guns == 0):
            continue
        unit = seat(battle, row)
        if unit == NOBODY:
            return
        guns -= int(gun)
        set_status(battle, unit, Status.WAITING)


@kernel
def is_clear(battle: Battle, unit: int, x: float, y: float) -> bool:
    """ENG-16 Is a place free of other bases, which at a deployment all stand square to the table?"""
    for army in range(SIDES):
        for other in range(first_of(army), end_of(battle, army)):
            if battle.status[other] == Status.BOARD and other != unit:
                aside = abs(battle.x[other] - x) - battle.half_width[other] - battle.half_width[unit]
                if max(aside, abs(battle.y[other] - y) - battle.half_depth[other] - battle.half_depth[unit]) < 0.0:
                    return False
    return True


@kernel
def fits(battle: Battle, unit: int, u: float, v: float) -> bool:
    """HR-T5 May the unit be put down at a point of its zone?"""
    side = side_of(unit)
    x, y = table_point(battle, side, u, v)
    if not is_clear(battle, unit, x, y):
        return False
    return ground_allows(battle, unit, x, y, 0.0, ahead(battle, side), False) == 0


@kernel
def put_down(battle: Battle, unit: int, u: float, v: float) -> None:
    """HR-T5 Put a unit on the table, facing the enemy."""
    x, y = table_point(battle, side_of(unit), u, v)
    place(battle, unit, x, y, 0.0, ahead(battle, side_of(unit)))
    set_status(battle, unit, Status.BOARD)


@kernel
def put_anywhere(battle: Battle, unit: int) -> bool:
    """HR-T3, T5 Put a unit down in any gap of its zone that it just fits into; felt for by quarters of an inch."""
    w, d = battle.half_width[unit], battle.half_depth[unit]
    for row in range(int((ZONE_DEPTH - OWN_EDGE - 2.0 * d) / FINEST + 1e-9) + 1):
        for step in range(int((battle.width - 2.0 * w) / FINEST + 1e-9) + 1):
            if fits(battle, unit, w + step * FINEST, ZONE_DEPTH - d - row * FINEST):
                put_down(battle, unit, w + step * FINEST, ZONE_DEPTH - d - row * FINEST)
                return True
    return False


@kernel
def put_near(battle: Battle, unit: int, u: float, v: float) -> bool:
    """HR-T5 Put a unit down at the legal place of its zone that is nearest to the one wanted; False: none."""
    d = battle.half_depth[unit]
    best, best_u, best_v = 1e9, -1.0, 0.0
    for row in range(12):
        depth = ZONE_DEPTH - d - row * ROW_STEP
        cost = abs(depth - v) * ROW_PENALTY
        if depth < OWN_EDGE + d - 1e-9:
            break
        for step in range(400):
            offset = SIDE_STEP * ((step + 1) // 2)
            if cost + offset >= best or offset > battle.width:
                break
            there = u + offset if step % 2 == 1 else u - offset
            if fits(battle, unit, there, depth):
                best, best_u, best_v = cost + offset, there, depth
                break
    if best_u < 0.0:
        return put_anywhere(battle, unit)
    put_down(battle, unit, rounded(best_u), rounded(best_v))
    return True


@kernel
def forward_limit(battle: Battle) -> float:
    """HR-T5 How far from their own edge Outriders may deploy: 18" before the zone, 12" off the enemy's zone."""
    return min(ZONE_DEPTH + OUTRIDERS_AHEAD, battle.depth - ZONE_DEPTH - OUTRIDERS_OFF)


@kernel
def clear_ahead(battle: Battle, unit: int, u: float, v: float) -> bool:
    """AI-10 May Outriders be put down at a point, with no enemy unit within 6" of it?"""
    if not fits(battle, unit, u, v):
        return False
    side = side_of(unit)
    x, y = table_point(battle, side, u, v)
    for foe in range(first_of(1 - side), end_of(battle, 1 - side)):
        here = battle.status[foe] == Status.BOARD
        near = here and gap_at(battle, unit, x, y, 0.0, ahead(battle, side), foe) <= battle.zone
        if near:
            return False
    return True


@kernel
def put_ahead(battle: Battle, unit: int, u: float, step: float) -> bool:
    """HR-T5, AI-10 Put Outriders down as far forward as they may, from ``u`` inwards; False: no room."""
    front = forward_limit(battle) - battle.half_depth[unit]
    while front > ZONE_DEPTH:
        for n in range(OUTRIDER_PLACES):
            if clear_ahead(battle, unit, u + n * step, front):
                put_down(battle, unit, rounded(u + n * step), rounded(front))
                return True
        front -= OUTRIDER_STEP
    return False


@kernel
def put_outriders(battle: Battle, side: int) -> None:
    """HR-T5, AI-10 Outriders stand in front of the zone on both far flanks, by turns."""
    turn = 0
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.WAITING and battle.outrider[unit] == 1:
            left = turn % 2 == 0
            edge, step = (OUTRIDER_EDGE, OUTRIDER_STEP) if left else (battle.width - OUTRIDER_EDGE, -OUTRIDER_STEP)
            turn += int(put_ahead(battle, unit, edge, step))


@kernel
def collect(battle: Battle, side: int, kind: int, n: int) -> int:
    """AI-9 Add the seated units of a type that still wait to ``queue`` behind the first ``n``; their number."""
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.WAITING and battle.type[unit] == kind:
            battle.queue[n] = unit
            n += 1
    return n


@kernel
def wide(battle: Battle, first: int, end: int) -> float:
    """AI-9 The front that ``queue[first:end]`` takes."""
    total = 0.0
    for n in range(first, end):
        total += 2.0 * battle.half_width[battle.queue[n]] + FRONT_GAP
    return total


@kernel
def put_row(battle: Battle, first: int, end: int, u: float, v: float) -> float:
    """AI-9 Put ``queue[first:end]`` down side by side from ``u`` rightwards; where the row ends."""
    for n in range(first, end):
        unit = battle.queue[n]
        half = battle.half_width[unit] + FRONT_GAP / 2.0
        put_near(battle, unit, u + half, v)
        u += 2.0 * half
    return u


@kernel
def foot_in_front(battle: Battle, foot: int) -> int:
    """AI-9 How many of a side's infantry units make the first line."""
    return min(int(foot * FRONT_SHARE + 0.999), int((battle.width - FRONT_MARGIN) / (FOOT_FRONT + FRONT_GAP)))


@kernel
def form_front(battle: Battle, front: int, foot: int, guns: int, u: float) -> None:
    """AI-10 The first line from ``u`` rightwards: batteries (``queue[foot:guns]``) one by one between the infantry, so
    that no enemy base finds room before them."""
    placed = foot
    first = (front - min(guns - foot, front - 1)) // 2 + 1
    for n in range(front):
        if first <= n and placed < guns:
            u = put_row(battle, placed, placed + 1, u, FIRST_ROW - GUN_BACK)
            placed += 1
        u = put_row(battle, n, n + 1, u, FIRST_ROW)
    put_row(battle, placed, guns, u, FIRST_ROW - GUN_BACK)


@kernel
def form_line(battle: Battle, side: int) -> None:
    """AI-9, AI-10 Infantry in two lines, the batteries among the first."""
    foot = 0
    for kind in (Type.LINE_INF, Type.ELITE_INF, Type.MILITIA_INF):
        foot = collect(battle, side, kind, foot)
    guns = foot
    for kind in (Type.HEAVY_ART, Type.FIELD_ART, Type.HORSE_ART):
        guns = collect(battle, side, kind, guns)
    front, middle = foot_in_front(battle, foot), battle.width / 2.0
    u = middle - (wide(battle, 0, front) + wide(battle, foot, guns)) / 2.0
    form_front(battle, front, foot, guns, u)
    put_row(battle, front, foot, middle - wide(battle, front, foot) / 2.0, SECOND_ROW)


@kernel
def wing_of(battle: Battle, side: int) -> float:
    """AI-10 How far from the middle of the table the line's flank units stand."""
    reach = 0.0
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD:
            reach = max(reach, abs(battle.x[unit] - battle.width / 2.0))
    return min(reach + FLANK_STEP, battle.width / 2.0 - FLANK_STEP)


@kernel
def form_wings(battle: Battle, side: int) -> None:
    """AI-9, AI-10 Heavy cavalry behind the middle, light and irregular cavalry on both flanks, the trains last."""
    middle = battle.width / 2.0
    heavy = collect(battle, side, Type.HEAVY_CAV, 0)
    put_row(battle, 0, heavy, middle - wide(battle, 0, heavy) / 2.0, SECOND_ROW)
    put_outriders(battle, side)
    light, wing = collect(battle, side, Type.IRREG_CAV, collect(battle, side, Type.LIGHT_CAV, 0)), wing_of(battle, side)
    for n in range(light):
        step = FLANK_STEP * (n // 2) + wing
        put_near(battle, battle.queue[n], middle + (step if n % 2 == 0 else -step), FIRST_ROW)
    trains = collect(battle, side, Type.PONTOON, collect(battle, side, Type.ENGINEER, 0))
    put_row(battle, 0, trains, middle - wide(battle, 0, trains) / 2.0, SECOND_ROW)


@kernel
def place_leaders(battle: Battle, side: int) -> None:
    """HR-T5, AI-11 The commanders stand behind the line, each where he commands most of it."""
    post_leaders(battle, side)
    for role in range(LEADERS):
        leader = side * LEADERS + role
        if battle.lead_here[leader] == 1:
            log_event(battle, Event.DEPLOY, side=side, unit=NOBODY, leader=leader, role=role,
                      skill=battle.lead_skill[leader])
            log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], 0.0, 1.0)


@kernel
def log_units(battle: Battle, side: int) -> None:
    """HR-T3 Write where every unit of a side has been put."""
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD:
            log_event(battle, Event.DEPLOY, side=side, unit=battle.roll[unit], leader=NOBODY)
            log_here(battle, unit)


@kernel
def deploy_side(battle: Battle, side: int) -> None:
    """HR-T3, T5 One side deploys completely."""
    seat_side(battle, side)
    form_line(battle, side)
    form_wings(battle, side)
    log_units(battle, side)
    place_leaders(battle, side)


@kernel
def deploy(battle: Battle) -> None:
    """HR-T3 Who holds the province deploys first; in a meeting engagement half of each side is still on the march."""
    for side in range(SIDES):
        if battle.meeting == 1:
            hold_back_half(battle, side)
    first = 1 if battle.role[1] == Role.DEFENDER else 0
    deploy_side(battle, first)
    fortify(battle, first)
    deploy_side(battle, 1 - first)
