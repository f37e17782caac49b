"""Open sides of an enemy, and units that could strike them: cheap looks at the plane before any path is tried
(AI-12)."""

from math import ceil, floor

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import FAR, length, local
from battles.resolvers.core.kernels import kernel, lowest_bit
from battles.resolvers.lgg.movement.contact import shift_limit, side_taken
from battles.resolvers.lgg.movement.zones import DIAGONAL
from battles.resolvers.lgg.plane.space import (
    bit_of,
    end_of,
    first_of,
    half_across,
    half_through,
    side_of,
    turned,
)
from battles.resolvers.lgg.record.codes import NOBODY, Face, Status
from battles.resolvers.lgg.record.state import Battle

SHIFT_STEP = 0.25
SHIFTS = 17
ALL_SHIFTS = (1 << SHIFTS) - 1
SHORT_SIDE = 0b11111111111000
MIDDLE = 8
"""The bits of ``open_shifts``: bit n is a shift of (n - 8) quarter inches along a side of the target. A side under 2"
long has none beyond 1 1/4"."""
TRIES, INCH = 5, 4
"""How many places on a side an attack tries, and how many of ``open_shifts`` lie an inch apart."""
BASE = 3.0
TOUCH = 0.02
AROUND = 7.0
NO_WAY, STRAIGHT, ROUND, OBLIQUE, CORNER = 0, 1, 2, 3, 4
CLOSE_BY = 3.0
"""Nearer than this to the side that it strikes, a unit goes straight ahead."""
RUN_UP = 6.2
"""How far in front of the struck side an attack that comes round turns in, just outside the 6" zone."""
OUT, ALONG = 1.43, 1.4
LAST_STEP = length(OUT, ALONG)
"""Where an attack turns in that goes its last step obliquely: so far before the struck side, and so far along it."""
CORNER_OUT, CORNER_ALONG = 4.6, 4.2
"""Where an attack enters the 6" zone that comes round the target's corner: so far before the struck side and beyond its
end, just inside the wedge of that side."""


@kernel
def in_the_way(battle: Battle, target: int, army: int) -> int:
    """LGG-9.0-c The bases of an army that count as being in the way, as bits: friends of the attacker only while they
    are locked. Written without a choice in it for the compiler's sake."""
    bits, first, own = 0, first_of(army), int(army == side_of(target))
    for n in range(battle.slots[army]):
        dx, dy = abs(battle.x[first + n] - battle.x[target]), abs(battle.y[first + n] - battle.y[target])
        near = int(max(dx, dy) < AROUND) & int(battle.status[first + n] == Status.BOARD)
        bits |= (near & (own | int(battle.combat[first + n] != NOBODY))) << n
    return bits & ~bit_of(target) if own == 1 else bits


@kernel
def shut_shifts(low: float, high: float) -> int:
    """LGG-9.0-c The bits of the shifts strictly between two distances."""
    first = max(floor(low / SHIFT_STEP) + 1 + MIDDLE, 0)
    last = min(ceil(high / SHIFT_STEP) - 1 + MIDDLE, SHIFTS - 1)
    return (1 << (last + 1)) - (1 << first) if last >= first else 0


@kernel
def seen_from(side: int, right: float, ahead: float) -> tuple[float, float]:
    """LGG-2.0-g A place as one side of a base sees it: how far ahead of the base's middle, how far to the right."""
    if side == Face.FRONT:
        return ahead, right
    if side == Face.REAR:
        return -ahead, -right
    return (-right, ahead) if side == Face.LEFT else (right, -ahead)


@kernel
def shut_bits(battle: Battle, target: int, side: int, right: float, ahead: float, deep: float, wide: float) -> int:
    """LGG-9.0-c The shifts, as bits, at which a 3" base on this side of the target would lie over another base, that
    reaches ``deep`` and ``wide`` from its middle in the directions of the target's front and flank."""
    far, aside = seen_from(side, right, ahead)
    if side in (Face.LEFT, Face.RIGHT):
        deep, wide = wide, deep
    edge = half_through(battle, target, side)
    if far - deep < edge + BASE - TOUCH and far + deep > edge + TOUCH:
        reach = BASE / 2.0 + wide - TOUCH
        return shut_shifts(aside - reach, aside + reach)
    return 0


@kernel
def shut_on(battle: Battle, target: int, other: int, side: int) -> int:
    """LGG-9.0-c The shifts, as bits, that another base takes on one side of a target."""
    fx, fy, w, d = battle.fx[target], battle.fy[target], battle.half_width[other], battle.half_depth[other]
    right, ahead = local(battle.x[other], battle.y[other], battle.x[target], battle.y[target], fx, fy)
    along = abs(battle.fx[other] * fx + battle.fy[other] * fy)
    across = abs(battle.fx[other] * fy - battle.fy[other] * fx)
    return shut_bits(battle, target, side, right, ahead, d * along + w * across, d * across + w * along)


@kernel
def shut_by(battle: Battle, target: int, other: int) -> None:
    """LGG-9.0-c Shut whatever places on the four sides of a target another base takes."""
    for side in range(4):
        battle.open_shifts[target, side] &= ~shut_on(battle, target, other, side)


@kernel
def has_room(battle: Battle, target: int, side: int) -> bool:
    """LGG-9.0-c Is there room for a 3" base between a side of the target and the table's edge?"""
    ox, oy = turned(battle.fx[target], battle.fy[target], side)
    out = half_through(battle, target, side) + BASE - TOUCH
    x, y = battle.x[target] + out * ox, battle.y[target] + out * oy
    return 0.0 <= x <= battle.width and 0.0 <= y <= battle.depth


@kernel
def look_at_sides(battle: Battle, target: int) -> None:
    """LGG-9.0-c Where on each side of the target a 3" base finds room on the table and among the other bases, as
    bits."""
    battle.sides_known[target] = 1
    for side in range(4):
        places = SHORT_SIDE if half_across(battle, target, side) < 1.0 else ALL_SHIFTS
        battle.open_shifts[target, side] = places if has_room(battle, target, side) else 0
    for army in range(2):
        bits = in_the_way(battle, target, army)
        while bits != 0:
            shut_by(battle, target, first_of(army) + lowest_bit(bits))
            bits &= bits - 1


@kernel
def open_shifts_of(battle: Battle, target: int, side: int) -> int:
    """LGG-9.0-c The open places on a side of the target, looked at when they are first asked for; 0: it is shut."""
    if battle.open_shifts[target, side] == NOBODY:
        look_at_sides(battle, target)
    return battle.open_shifts[target, side]


@kernel
def places_for(battle: Battle, unit: int, target: int, side: int) -> int:
    """LGG-8.4-b, 9.0-c The open places on a side of the target where no friend of the unit stands, as bits."""
    places, own = open_shifts_of(battle, target, side), side_of(unit)
    for friend in range(first_of(own), end_of(battle, own)):
        dx, dy = abs(battle.x[friend] - battle.x[target]), abs(battle.y[friend] - battle.y[target])
        if friend != unit and battle.status[friend] == Status.BOARD and max(dx, dy) < AROUND:
            places &= ~shut_on(battle, target, friend, side)
    return places


@kernel
def side_shut(battle: Battle, target: int, side: int) -> bool:
    """LGG-9.0-b, c Is there no striking this side of the target?"""
    return open_shifts_of(battle, target, side) == 0 or side_taken(battle, target, side)


@kernel
def shut_sides(battle: Battle, target: int) -> int:
    """LGG-9.0-b, c The sides of the target that nobody can strike, as bits."""
    bits = 0
    for side in range(4):
        bits |= int(open_shifts_of(battle, target, side) == 0) << side
    if battle.combat[target] != NOBODY:
        for side in range(4):
            bits |= int(side_taken(battle, target, side)) << side
    return bits


@kernel
def quadrant_of(battle: Battle, target: int, x: float, y: float) -> int:
    """LGG-2.0-g The side of the target in whose wedge a point lies."""
    best, most = int(Face.FRONT), -1e9
    for side in range(4):
        ox, oy = turned(battle.fx[target], battle.fy[target], side)
        dx, dy = x - battle.x[target], y - battle.y[target]
        inside = dx * ox + dy * oy - half_through(battle, target, side)
        inside -= abs(dx * oy - dy * ox) - half_across(battle, target, side)
        if inside > most:
            best, most = side, inside
    return best


@kernel
def shift_at(number: int) -> float:
    """LGG-9.0-c How far from the middle of a side one of its places is."""
    return (number - MIDDLE) * SHIFT_STEP


@kernel
def nearest_open(open_places: int, step: int, limit: float) -> int:
    """LGG-9.0-c The open place nearest to the middle in one direction, or -1."""
    number = MIDDLE + step
    while 0 <= number < SHIFTS and abs(shift_at(number)) <= limit:
        if open_places & (1 << number) != 0:
            return number
        number += step
    return NOBODY


@kernel
def detour(number: int, aside: float) -> float:
    """LGG-9.0-c How little a unit that comes from so far aside likes a place: off the middle, and off its own way."""
    shift = shift_at(number)
    return abs(shift - aside) * 0.25 + abs(shift)


@kernel
def shift_ahead(open_places: int, aside: float, limit: float) -> int:
    """LGG-9.0-c The open place nearest to what is straight ahead of a unit that stands so far aside, or -1."""
    best, least = NOBODY, FAR
    for number in range(SHIFTS):
        shift = shift_at(number)
        if open_places & (1 << number) != 0 and abs(shift) <= limit and abs(shift - aside) < least:
            best, least = number, abs(shift - aside)
    return best


@kernel
def best_of(battle: Battle, unit: int, target: int, side: int, open_places: int) -> int:
    """LGG-9.0-c Of open places on a side the one that lies nearest to the unit's own way, or -1: the middle if it is
    open, else of the nearest to it on both hands the better one; of a unit too near to turn in, what is straight
    ahead."""
    limit = shift_limit(battle, unit, target, side)
    ox, oy = turned(battle.fx[target], battle.fy[target], side)
    dx, dy = battle.x[unit] - battle.x[target], battle.y[unit] - battle.y[target]
    ahead, own = dx * ox + dy * oy - half_through(battle, target, side) - battle.half_depth[unit], dx * oy - dy * ox
    if -TOUCH * 2.0 < ahead < CLOSE_BY and abs(own) > ahead:
        return shift_ahead(open_places, own, limit)
    if open_places & (1 << MIDDLE) != 0 and limit >= 0.0:
        return MIDDLE
    one, two = nearest_open(open_places, -1, limit), nearest_open(open_places, 1, limit)
    if one == NOBODY or two == NOBODY:
        return max(one, two)
    return one if detour(one, own) <= detour(two, own) else two


@kernel
def comes_through(battle: Battle, unit: int, target: int, side: int) -> bool:
    """LGG-9.0-d May a unit come at this side from where it stands: in its wedge, or in that of a side that is shut?"""
    quadrant = quadrant_of(battle, target, battle.x[unit], battle.y[unit])
    return quadrant == side or side_shut(battle, target, quadrant)


@kernel
def corner_along(battle: Battle, unit: int, target: int, side: int) -> float:
    """LGG-9.0-d How far from the middle of a side, along it, the place is at which an attack comes round its corner."""
    return half_across(battle, target, side) + battle.half_width[unit] + CORNER_ALONG


@kernel
def round_corner(hand: float, reach: float, ahead: float, aside: float, shift: float) -> float:
    """LGG-8.5-d, 9.0-d How long the way is of an attack that enters the zone at the corner on the unit's hand and takes
    its last step obliquely: the corner is ``reach``, the place where it ends ``shift`` from the middle of the side."""
    along = hand * reach - shift
    return (length(ahead - CORNER_OUT, aside - along)
            + length(CORNER_OUT - OUT, along - hand * ALONG) + LAST_STEP)


@kernel
def way_by(ahead: float, aside: float, shift: float, reach: float, most: float, through: bool) -> int:
    """LGG-8.5-a, d How a unit ``ahead`` of a side and ``aside`` of a place on it could come there within one increment:
    straight on within 45 degrees or with a last step of 45 degrees if it comes through, else by a point just outside
    the zone before that side. Sums of whole legs are asked only where one leg alone is not too long."""
    if not through:
        if abs(ahead - RUN_UP) <= most and length(ahead - RUN_UP, aside) + RUN_UP <= most:
            return ROUND
        corner = round_corner(1.0 if aside + shift > 0.0 else -1.0, reach, ahead, aside, shift)
        return CORNER if corner <= most else NO_WAY
    far = length(ahead, aside)
    if ahead >= DIAGONAL * far:
        return STRAIGHT if far <= most else NO_WAY
    return OBLIQUE if length(ahead - OUT, abs(aside) - ALONG) + LAST_STEP <= most else NO_WAY


@kernel
def seen_before(battle: Battle, unit: int, target: int, side: int) -> tuple[float, float]:
    """LGG-9.0-c How far a unit's middle is before that of a base, as one of its sides looks, and how far aside."""
    ox, oy = turned(battle.fx[target], battle.fy[target], side)
    dx, dy = battle.x[unit] - battle.x[target], battle.y[unit] - battle.y[target]
    return dx * ox + dy * oy, dx * oy - dy * ox


@kernel
def way_to(battle: Battle, unit: int, target: int, side: int, number: int, through: bool) -> int:
    """LGG-8.5-a, d How a unit could come to a place on a side within one increment (``way_by``)."""
    before, own = seen_before(battle, unit, target, side)
    ahead, shift = before - (half_through(battle, target, side) + battle.half_depth[unit]), shift_at(number)
    reach = corner_along(battle, unit, target, side)
    return way_by(ahead, own - shift, shift, reach, battle.increment[unit], through)


@kernel
def beside(best: int, step: int, places: int) -> int:
    """LGG-9.0-c The places on a side that an attack tries, of those that are open: the best, then one and two inches
    to either hand; -1: it is shut."""
    number = best + (step + 1) // 2 * (INCH if step % 2 == 1 else -INCH)
    if best == NOBODY or number < 0 or number > 2 * MIDDLE:
        return NOBODY
    return number if places & (1 << number) != 0 else NOBODY


@kernel
def is_too_far(ahead: float, most: float) -> bool:
    """LGG-8.5-d Is a unit so far before or behind a side that no way round takes it there, wherever it stands aside? No
    leg is shorter than what it goes ahead."""
    return (abs(ahead - RUN_UP) + RUN_UP > most
            and abs(ahead - CORNER_OUT) + (CORNER_OUT - OUT) + LAST_STEP > most)


@kernel
def has_a_way(battle: Battle, unit: int, target: int, side: int, through: bool) -> bool:
    """LGG-8.5-a, d Is there a way of one increment to a place on a side that an attack tries?"""
    before, own = seen_before(battle, unit, target, side)
    ahead, most = before - (half_through(battle, target, side) + battle.half_depth[unit]), battle.increment[unit]
    if ahead > most if through else is_too_far(ahead, most):
        return False
    places = open_shifts_of(battle, target, side)
    best = best_of(battle, unit, target, side, places)
    reach = corner_along(battle, unit, target, side)
    for step in range(TRIES if best != NOBODY else 0):
        number = beside(best, step, places)
        if number != NOBODY and way_by(ahead, own - shift_at(number), shift_at(number), reach, most, through) != NO_WAY:
            return True
    return False


@kernel
def could_reach(battle: Battle, unit: int, target: int, side: int, quadrant: int, shut: int) -> bool:
    """LGG-8.5-a, 9.0-d Is it likely that a unit can strike this side of a target from where it stands, the sides
    ``shut`` being shut?"""
    through = quadrant == side or shut & (1 << quadrant) != 0
    if not through and battle.increment[unit] < RUN_UP:
        return False
    return has_a_way(battle, unit, target, side, through)


@kernel
def could_follow(battle: Battle, unit: int, target: int, side: int) -> bool:
    """LGG-9.0-d Is it likely that a unit can strike this side once another attacker has taken the front?"""
    return has_a_way(battle, unit, target, side, True)


@kernel
def may_ever_strike(battle: Battle, unit: int) -> bool:
    """LGG-8.4-e Only infantry and cavalry attack."""
    return battle.arm[unit] in (Arm.FOOT, Arm.CAV)
