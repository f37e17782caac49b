"""The places of bases (section 2): placing, distances, perspectives, contact, overlap."""

from math import sqrt

from battles.resolvers.core.geometry import (
    CONTACT,
    area_behind,
    base_gap,
    in_line_with,
    local,
    local_corners,
    quarter_turn,
    rounded,
    straight_square,
    unit_vector,
    wedge_area,
)
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, SIDE_SLOTS, Face, Status
from battles.resolvers.lgg.record.state import BASE_A, CLIP_A, CLIP_B, Battle

SLOT_BITS = 6
"""``SIDE_SLOTS`` is this power of 2."""
HALF = 0.5 + 1e-9
"""LGG-2.0-h More than half."""
TO_THE_EDGE = 1e-4
"""N-1 What rounding may put over the table's edge."""
ROUND_OFF = 1e-3
"""What a quick test of distances leaves to the exact one."""
ON_THE_LINE = 1e-5
"""How near to a line the middle of a base may be for its halves to be measured."""
STAND = 1.0
"""LGG-1.0-b Half the edge of a commander's stand."""


@kernel
def side_of(unit: int) -> int:
    """Return the side, 0 or 1, that a slot belongs to."""
    return unit >> SLOT_BITS


@kernel
def bit_of(unit: int) -> int:
    """Return a unit in a row of bits for one side: bit n is the side's slot n."""
    return 1 << (unit & (SIDE_SLOTS - 1))


@kernel
def first_of(side: int) -> int:
    """Return the first slot of a side."""
    return side * SIDE_SLOTS


@kernel
def end_of(battle: Battle, side: int) -> int:
    """Return one past the last slot of a side that is in use."""
    return side * SIDE_SLOTS + battle.slots[side]


@kernel
def on_board(battle: Battle, unit: int) -> bool:
    """Is the unit on the table?"""
    return battle.status[unit] == Status.BOARD


@kernel
def locked(battle: Battle, unit: int) -> bool:
    """LGG-8.5-g Is the unit in an unresolved combat?"""
    return battle.combat[unit] != NOBODY


@kernel
def gap_at(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, other: int) -> float:
    """Return the distance ``unit`` would have from the base of ``other`` if it stood at a pose."""
    w, d, ow, od = battle.half_width[unit], battle.half_depth[unit], battle.half_width[other], battle.half_depth[other]
    ox, oy, ofx, ofy = battle.x[other], battle.y[other], battle.fx[other], battle.fy[other]
    if unit < other:
        return base_gap(x, y, fx, fy, w, d, ox, oy, ofx, ofy, ow, od)
    return base_gap(ox, oy, ofx, ofy, ow, od, x, y, fx, fy, w, d)


@kernel
def enemy_gap(battle: Battle, one: int, two: int) -> float:
    """LGG-2.0-h The distance between the bases of two enemies on the table, read from the table."""
    return battle.gap[min(one, two), max(one, two) - SIDE_SLOTS]


@kernel
def gap_between(battle: Battle, one: int, two: int) -> float:
    """LGG-2.0-h The distance between two bases on the table."""
    if side_of(one) != side_of(two):
        return enemy_gap(battle, one, two)
    return gap_at(battle, one, battle.x[one], battle.y[one], battle.fx[one], battle.fy[one], two)


@kernel
def beyond(battle: Battle, unit: int, x: float, y: float, other: int, reach: float) -> bool:
    """Is ``other`` certainly farther than ``reach`` from ``unit`` if that stood at a point, whatever its facing?"""
    dx, dy = battle.x[other] - x, battle.y[other] - y
    most = reach + battle.span[unit] + battle.span[other] + ROUND_OFF
    return dx * dx + dy * dy > most * most


@kernel
def near_units(battle: Battle, side: int, unit: int, x: float, y: float, reach: float) -> int:
    """Return the units of a side on the table that are not ``beyond`` a reach from ``unit`` if that stood at a
    point, as bits: bit n is the side's slot n. Written without a choice in it for the compiler's sake."""
    bits, first = 0, first_of(side)
    for n in range(battle.slots[side]):
        dx, dy = battle.x[first + n] - x, battle.y[first + n] - y
        most = reach + battle.span[unit] + battle.span[first + n] + ROUND_OFF
        bits |= (int(dx * dx + dy * dy <= most * most) & int(battle.status[first + n] == Status.BOARD)) << n
    return bits


@kernel
def measure_straight(battle: Battle, unit: int, foe: int) -> None:
    """Write how far the bases of a side are from ``unit`` into ``apart``, as if all faced along or against it. Written
    without a choice in it for the compiler's sake."""
    first, x, y, fx, fy = first_of(foe), battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit]
    w, d = battle.half_width[unit], battle.half_depth[unit]
    for n in range(battle.slots[foe]):
        dx, dy = battle.x[first + n] - x, battle.y[first + n] - y
        bw, bd = battle.half_width[first + n], battle.half_depth[first + n]
        u, v = abs(dx * fy - dy * fx), abs(dx * fx + dy * fy)
        room = max(max(v - d - bd, u - w - bw), max(v - bd - d, u - bw - w))
        apart = sqrt(straight_square(u, v, w, d, bw, bd))
        battle.apart[n] = apart if room > 0.0 else 0.0


@kernel
def moved(battle: Battle, unit: int) -> None:
    """Refresh what depends on the place of ``unit``: its row or column of the distance table."""
    foe = 1 - side_of(unit)
    measure_straight(battle, unit, foe)
    for n in range(battle.slots[foe]):
        other, gap = first_of(foe) + n, battle.apart[n]
        if on_board(battle, other):
            if not in_line_with(battle.fx[unit], battle.fy[unit], battle.fx[other], battle.fy[other]):
                gap = gap_at(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit], other)
            battle.gap[min(unit, other), max(unit, other) - SIDE_SLOTS] = gap


@kernel
def place(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> None:
    """N-1 Put a base down: the only way a unit's position changes. The facing need not have length 1.

    REC-7 A work in progress is lost when its engineer moves away."""
    x, y = rounded(x), rounded(y)
    if battle.work[unit] != NOBODY and (x != battle.x[unit] or y != battle.y[unit]):
        battle.work[unit], battle.successes[unit] = NOBODY, 0
    battle.x[unit], battle.y[unit] = x, y
    battle.fx[unit], battle.fy[unit] = unit_vector(fx, fy)
    battle.surveyed[unit] = 0
    moved(battle, unit)


@kernel
def turned(fx: float, fy: float, side: int) -> tuple[float, float]:
    """Return the direction outward from one side of a base that faces (fx, fy)."""
    if side == Face.FRONT:
        return fx, fy
    if side == Face.REAR:
        return -fx, -fy
    return (-fy, fx) if side == Face.LEFT else (fy, -fx)


@kernel
def half_across(battle: Battle, unit: int, side: int) -> float:
    """Half the length of one side of a base."""
    return battle.half_width[unit] if side in (Face.FRONT, Face.REAR) else battle.half_depth[unit]


@kernel
def half_through(battle: Battle, unit: int, side: int) -> float:
    """Return how far one side of a base lies from its centre."""
    return battle.half_depth[unit] if side in (Face.FRONT, Face.REAR) else battle.half_width[unit]


@kernel
def view(battle: Battle, unit: int, other: int) -> None:
    """Write the corners of ``other`` into ``BASE_A`` as ``unit`` sees them, with its combat facing (LGG-9.0-a)."""
    fx, fy = turned(battle.fx[unit], battle.fy[unit], battle.turned_to[unit])
    local_corners(battle.x[unit], battle.y[unit], fx, fy, battle.x[other], battle.y[other], battle.fx[other],
                  battle.fy[other], battle.half_width[other], battle.half_depth[other], battle.scratch[BASE_A])


@kernel
def base_area(battle: Battle, unit: int) -> float:
    """Return the area of a base."""
    return 4.0 * battle.half_width[unit] * battle.half_depth[unit]


@kernel
def middle_ahead(u: float, v: float, w: float, d: float) -> bool:
    """LGG-2.0-d May a base whose middle lies at (u, v), local, have more than half of itself in the frontal
    perspective? A line halves a base only through its middle: so that lies there itself, rounding apart."""
    return v >= d - ON_THE_LINE and abs(u) <= w + v - d + ON_THE_LINE


@kernel
def share_in_front(battle: Battle, unit: int, other: int) -> float:
    """LGG-2.0-d The share of the other base in the frontal perspective of ``unit``."""
    view(battle, unit, other)
    side = battle.turned_to[unit]
    part = wedge_area(battle.scratch[BASE_A], 4, half_across(battle, unit, side), half_through(battle, unit, side),
                      battle.scratch[CLIP_A], battle.scratch[CLIP_B])
    return part / base_area(battle, other)


@kernel
def to_front(battle: Battle, unit: int, other: int) -> bool:
    """LGG-2.0-e More than half of the other base lies in the frontal perspective."""
    side = battle.turned_to[unit]
    fx, fy = turned(battle.fx[unit], battle.fy[unit], side)
    u, v = local(battle.x[other], battle.y[other], battle.x[unit], battle.y[unit], fx, fy)
    if not middle_ahead(u, v, half_across(battle, unit, side), half_through(battle, unit, side)):
        return False
    return share_in_front(battle, unit, other) > HALF


@kernel
def share_behind(battle: Battle, unit: int, other: int) -> float:
    """LGG-2.0-f The share of the other base that lies behind the front line of ``unit``."""
    view(battle, unit, other)
    d = half_through(battle, unit, battle.turned_to[unit])
    return area_behind(battle.scratch[BASE_A], 4, d, battle.scratch[CLIP_A]) / base_area(battle, other)


@kernel
def behind_front(battle: Battle, unit: int, other: int) -> bool:
    """LGG-2.0-f More than half of the other base lies behind the front line of ``unit``: a line halves a base only
    through its middle, so the side on which the middle lies tells, unless it lies on the line."""
    fx, fy = turned(battle.fx[unit], battle.fy[unit], battle.turned_to[unit])
    ahead = (battle.x[other] - battle.x[unit]) * fx + (battle.y[other] - battle.y[unit]) * fy
    ahead -= half_through(battle, unit, battle.turned_to[unit])
    return ahead < 0.0 if abs(ahead) > ON_THE_LINE else share_behind(battle, unit, other) > HALF


@kernel
def wedge_of(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, w: float, d: float) -> int:
    """LGG-2.0-g The side of ``unit`` in whose wedge a base lies; a tie of the front with a side counts as the side."""
    local_corners(battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit], x, y, fx, fy, w, d,
                  battle.scratch[BASE_A])
    best, most = int(Face.FRONT), -1.0
    for side in range(4):
        part = wedge_area(battle.scratch[BASE_A], 4, half_across(battle, unit, side), half_through(battle, unit, side),
                          battle.scratch[CLIP_A], battle.scratch[CLIP_B])
        if part > HALF * 4.0 * w * d:
            return side
        if part > most + 1e-9 or (best == Face.FRONT and side != Face.REAR and part > most - 1e-9):
            best, most = side, part
        quarter_turn(battle.scratch[BASE_A], 4)
    return best


@kernel
def parallel(ax: float, ay: float, bx: float, by: float) -> bool:
    """LGG-2.0-h Are edges of two bases parallel within 1 degree?"""
    straight, across = abs(ax * bx + ay * by), abs(ax * by - ay * bx)
    return min(straight, across) <= 0.01745240644


@kernel
def touching(battle: Battle, one: int, two: int) -> bool:
    """LGG-2.0-h Bases in contact: within 0.02" and parallel, or joined by an attack while its combat exists."""
    if locked(battle, one) and battle.combat[one] == battle.combat[two] and side_of(one) != side_of(two):
        return True
    return (gap_between(battle, one, two) <= CONTACT
            and parallel(battle.fx[one], battle.fy[one], battle.fx[two], battle.fy[two]))


@kernel
def in_contact(battle: Battle, unit: int) -> bool:
    """LGG-13.0-f Is the unit in base contact with any enemy unit?"""
    foe = 1 - side_of(unit)
    for other in range(first_of(foe), end_of(battle, foe)):
        if on_board(battle, other) and touching(battle, unit, other):
            return True
    return False


@kernel
def on_table(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> bool:
    """Does the whole base lie on the table?"""
    w, d = battle.half_width[unit], battle.half_depth[unit]
    ex, ey = d * abs(fx) + w * abs(fy), d * abs(fy) + w * abs(fx)
    return (ex <= x + TO_THE_EDGE and x <= battle.width - ex + TO_THE_EDGE
            and ey <= y + TO_THE_EDGE and y <= battle.depth - ey + TO_THE_EDGE)


@kernel
def nearest_foe(battle: Battle, unit: int) -> float:
    """Return the distance to the nearest enemy unit on the table, locked or not; a very long one if there is none."""
    best, foe = 1e9, 1 - side_of(unit)
    for other in range(first_of(foe), end_of(battle, foe)):
        if on_board(battle, other):
            best = min(best, enemy_gap(battle, unit, other))
    return best


@kernel
def leader_side(leader: int) -> int:
    """Return the side of a leader number."""
    return leader // LEADERS


@kernel
def stand_gap(battle: Battle, leader: int, unit: int, x: float, y: float, fx: float, fy: float) -> float:
    """LGG-4.0-c The distance from a leader's stand to ``unit`` if it stood at a pose."""
    return base_gap(battle.lead_x[leader], battle.lead_y[leader], 0.0, 1.0, STAND, STAND, x, y, fx, fy,
                    battle.half_width[unit], battle.half_depth[unit])


@kernel
def ground_changed(battle: Battle) -> None:
    """REC-7 A piece of terrain is new or gone: what every unit stands on is to be surveyed anew."""
    battle.field_age += 1
