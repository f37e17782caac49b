"""Units as oriented rectangles on a plane of whole steps, headings in whole degrees (COM-21, COM-22)."""

from math import cos, radians

from battles.resolvers.common.arith import rhu, root
from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, SIDES, Land, Status
from battles.resolvers.common.land import land_at, may_enter, on_board
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel

SCALE = 1_000_000
"""What 1 is in the table of cosines."""
FRONT, FLANK, REAR = range(3)
FAR = 1 << 40


def cosines() -> list[int]:
    """Return the cosine of every whole degree, in millionths."""
    return [round(SCALE * cos(radians(degree))) for degree in range(360)]


@kernel
def cosine(battle: Battle, degree: int) -> int:
    """Return the cosine of a heading in millionths: how far one step goes along y."""
    return battle.cosine[degree % 360]


@kernel
def sine(battle: Battle, degree: int) -> int:
    """Return the sine of a heading in millionths: how far one step goes along x."""
    return battle.cosine[(degree + 270) % 360]


@kernel
def step_x(battle: Battle, heading: int, length: int) -> int:
    """Return the way along x after ``length`` on a heading."""
    return rhu(sine(battle, heading) * length, SCALE)


@kernel
def step_y(battle: Battle, heading: int, length: int) -> int:
    """Return the way along y after ``length`` on a heading."""
    return rhu(cosine(battle, heading) * length, SCALE)


@kernel
def distance(x: int, y: int, to_x: int, to_y: int) -> int:
    """Return the distance of two points, rounded down to a step."""
    return root((to_x - x) * (to_x - x) + (to_y - y) * (to_y - y))


@kernel
def bearing(battle: Battle, x: int, y: int, to_x: int, to_y: int) -> int:
    """COM-22 The heading from one point to another in whole degrees, to the nearest by its cross product."""
    dx, dy = to_x - x, to_y - y
    if dx >= 0 and dy > 0:
        low = 0
    elif dx > 0:
        low = 90
    elif dy < 0:
        low = 180
    else:
        low = 270
    high = low + 90
    while high - low > 1:
        middle = (low + high) // 2
        if dx * cosine(battle, middle) - dy * sine(battle, middle) >= 0:
            low = middle
        else:
            high = middle
    off_low = abs(dx * cosine(battle, low) - dy * sine(battle, low))
    off_high = abs(dx * cosine(battle, high) - dy * sine(battle, high))
    return (low if off_low <= off_high else high) % 360


@kernel
def turn_between(heading: int, other: int) -> int:
    """Return the turn from one heading to another, -179 to 180, clockwise positive."""
    turn = (other - heading) % 360
    return turn - 360 if turn > 180 else turn


@kernel
def ahead_of(battle: Battle, unit: int, x: int, y: int) -> int:
    """Return how far before a unit's centre a point lies, along its heading."""
    h = battle.heading[unit]
    return rhu((x - battle.x[unit]) * sine(battle, h) + (y - battle.y[unit]) * cosine(battle, h), SCALE)


@kernel
def aside_of(battle: Battle, unit: int, x: int, y: int) -> int:
    """Return how far to the right of a unit's centre a point lies, across its heading."""
    h = battle.heading[unit]
    return rhu((x - battle.x[unit]) * cosine(battle, h) - (y - battle.y[unit]) * sine(battle, h), SCALE)


@kernel
def point_gap(battle: Battle, unit: int, x: int, y: int) -> int:
    """Return the distance from a point to a unit's base; 0 inside it."""
    over = max(0, abs(ahead_of(battle, unit, x, y)) - battle.depth[unit] // 2)
    out = max(0, abs(aside_of(battle, unit, x, y)) - battle.width[unit] // 2)
    return root(over * over + out * out)


@kernel
def corner_x(battle: Battle, unit: int, corner: int) -> int:
    """Return the x of a corner of a base: 0 front right, 1 rear right, 2 rear left, 3 front left."""
    across = battle.width[unit] // 2 if corner < 2 else -(battle.width[unit] // 2)
    along = battle.depth[unit] // 2 if corner in (0, 3) else -(battle.depth[unit] // 2)
    h = battle.heading[unit]
    return battle.x[unit] + rhu(sine(battle, h) * along + cosine(battle, h) * across, SCALE)


@kernel
def corner_y(battle: Battle, unit: int, corner: int) -> int:
    """Return the y of a corner of a base."""
    across = battle.width[unit] // 2 if corner < 2 else -(battle.width[unit] // 2)
    along = battle.depth[unit] // 2 if corner in (0, 3) else -(battle.depth[unit] // 2)
    h = battle.heading[unit]
    return battle.y[unit] + rhu(cosine(battle, h) * along - sine(battle, h) * across, SCALE)


@kernel
def corners_gap(battle: Battle, unit: int, other: int) -> int:
    """Return the shortest distance from a corner of one base to the other base."""
    best = FAR
    for corner in range(4):
        best = min(best, point_gap(battle, other, corner_x(battle, unit, corner), corner_y(battle, unit, corner)))
    return best


@kernel
def base_gap(battle: Battle, unit: int, other: int) -> int:
    """COM-21 The gap between two bases; 0 is contact. Bases that cross without a corner inside count as in contact."""
    if crosses(
        battle,
        unit,
        corner_x(battle, other, 0),
        corner_y(battle, other, 0),
        corner_x(battle, other, 2),
        corner_y(battle, other, 2),
    ):
        return 0
    if crosses(
        battle,
        unit,
        corner_x(battle, other, 1),
        corner_y(battle, other, 1),
        corner_x(battle, other, 3),
        corner_y(battle, other, 3),
    ):
        return 0
    return min(corners_gap(battle, unit, other), corners_gap(battle, other, unit))


@kernel
def beyond(battle: Battle, unit: int, other: int, gap: int) -> bool:
    """Are two bases farther apart than ``gap`` for sure? Asked of the circles about them, without a root."""
    reach = (battle.width[unit] + battle.depth[unit] + battle.width[other] + battle.depth[other]) // 2 + gap
    dx, dy = battle.x[unit] - battle.x[other], battle.y[unit] - int(battle.y[other])
    return dx * dx + dy * dy > reach * reach


@kernel
def front_x(battle: Battle, unit: int) -> int:
    """Return the x of the middle of a unit's front edge."""
    return battle.x[unit] + step_x(battle, battle.heading[unit], battle.depth[unit] // 2)


@kernel
def front_y(battle: Battle, unit: int) -> int:
    """Return the y of the middle of a unit's front edge."""
    return battle.y[unit] + step_y(battle, battle.heading[unit], battle.depth[unit] // 2)


@kernel
def range_to(battle: Battle, firer: int, target: int) -> int:
    """COM-21 The range: from the middle of the firer's front edge to the nearest point of the target."""
    return point_gap(battle, target, front_x(battle, firer), front_y(battle, firer))


@kernel
def in_arc(battle: Battle, unit: int, x: int, y: int) -> bool:
    """COM-22 Is a point within 45 degrees either side of a unit's heading, seen from its centre?"""
    along, across = ahead_of(battle, unit, x, y), aside_of(battle, unit, x, y)
    return along > 0 and abs(across) <= along


@kernel
def side_struck(battle: Battle, target: int, x: int, y: int) -> int:
    """COM-22 Which side of a unit faces a point.

    Rear behind its rear line, flank beyond its front corners, else front.
    """
    along, across = ahead_of(battle, target, x, y), aside_of(battle, target, x, y)
    if along < -(battle.depth[target] // 2):
        return REAR
    if along < battle.depth[target] // 2 and abs(across) > battle.width[target] // 2:
        return FLANK
    return FRONT


@kernel
def crosses(battle: Battle, unit: int, x: int, y: int, to_x: int, to_y: int) -> bool:
    """Does a segment cross a unit's base?"""
    ax, ay = aside_of(battle, unit, x, y), ahead_of(battle, unit, x, y)
    bx, by = aside_of(battle, unit, to_x, to_y), ahead_of(battle, unit, to_x, to_y)
    w, d = battle.width[unit] // 2, battle.depth[unit] // 2
    if min(ax, bx) > w or max(ax, bx) < -w or min(ay, by) > d or max(ay, by) < -d:
        return False
    dx, dy = bx - ax, by - ay
    middle, reach = dx * ay - dy * ax, abs(dx) * d + abs(dy) * w
    return abs(middle) <= reach


@kernel
def sees(battle: Battle, unit: int, target: int, grace: int) -> bool:
    """COM-21 Has a unit a line of sight to another? A patch may be looked through for ``grace`` steps at an edge."""
    x, y = front_x(battle, unit), front_y(battle, unit)
    to_x, to_y = battle.x[target], battle.y[target]
    return land_lets_see(battle, x, y, to_x, to_y, grace) and not screened(battle, unit, target, x, y, to_x, to_y)


@kernel
def screened(battle: Battle, unit: int, target: int, x: int, y: int, to_x: int, to_y: int) -> bool:
    """COM-21 Does any third unit lie on a line of sight?"""
    for side in range(SIDES):
        for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if (
                other != unit
                and other != target
                and battle.status[other] == Status.BOARD
                and crosses(battle, other, x, y, to_x, to_y)
            ):
                return True
    return False


@kernel
def level_of(bits: int) -> int:
    """COM-21 How high land lies: 0, 1 on a hill, 2 on a high one."""
    return 2 if bits & Land.HIGH else 1 if bits & Land.HILL else 0


@kernel
def land_lets_see(battle: Battle, x: int, y: int, to_x: int, to_y: int, grace: int) -> bool:
    """COM-21 Does the land let one see along a line?

    A patch of rough or town blocks that holds neither end and lies on the line for more than ``grace`` steps; so does
    a crest that is higher than both ends.
    """
    length = distance(x, y, to_x, to_y)
    steps = 1 + length // battle.cell
    start = land_at(battle, x, y)
    level = max(level_of(start), level_of(land_at(battle, to_x, to_y)))
    run, counts = 0, start & (Land.ROUGH | Land.TOWN) == 0
    for n in range(1, steps):
        bits = land_at(battle, x + (to_x - x) * n // steps, y + (to_y - y) * n // steps)
        if level_of(bits) > level:
            return False
        if bits & (Land.ROUGH | Land.TOWN):
            run += 1
        else:
            if counts and run * length > grace * steps:
                return False
            run, counts = 0, True
    return not counts or run * length <= grace * steps or land_at(battle, to_x, to_y) & (Land.ROUGH | Land.TOWN) != 0


@kernel
def overlaps(battle: Battle, unit: int, other: int) -> bool:
    """Do two bases lie over one another? Touching ones do not."""
    if beyond(battle, unit, other, 0):
        return False
    return not (apart(battle, unit, other) or apart(battle, other, unit))


@kernel
def apart(battle: Battle, unit: int, other: int) -> bool:
    """Do all corners of ``other`` lie beyond one edge of ``unit``? A step of overlap is rounding."""
    most_along = most_across = -FAR
    least_along = least_across = FAR
    for corner in range(4):
        x, y = corner_x(battle, other, corner), corner_y(battle, other, corner)
        along, across = ahead_of(battle, unit, x, y), aside_of(battle, unit, x, y)
        most_along, least_along = max(most_along, along), min(least_along, along)
        most_across, least_across = max(most_across, across), min(least_across, across)
    d, w = battle.depth[unit] // 2 - 2, battle.width[unit] // 2 - 2
    return least_along >= d or most_along <= -d or least_across >= w or most_across <= -w


@kernel
def blocked_by(battle: Battle, unit: int, allowed: int) -> int:
    """Return the unit over which a base lies where it is now, but for ``allowed`` (-1: none); NOBODY where it is
    free."""
    for side in range(SIDES):
        for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if (
                other != unit
                and other != allowed
                and battle.status[other] == Status.BOARD
                and overlaps(battle, unit, other)
            ):
                return other
    return NOBODY


@kernel
def inside_board(battle: Battle, unit: int) -> bool:
    """Is all of a base on the board?"""
    for corner in range(4):  # noqa: SIM110 (the compiler knows no generators)
        if not on_board(battle, corner_x(battle, unit, corner), corner_y(battle, unit, corner)):
            return False
    return True


@kernel
def stands_well(battle: Battle, unit: int, allowed: int) -> bool:
    """May a unit stand where it is: on the board, on land that lets it in, over nobody but ``allowed``?"""
    if not inside_board(battle, unit) or not may_enter(battle, unit, land_at(battle, battle.x[unit], battle.y[unit])):
        return False
    return blocked_by(battle, unit, allowed) == NOBODY


@kernel
def put(battle: Battle, unit: int, x: int, y: int, heading: int) -> None:
    """Place a unit."""
    battle.x[unit], battle.y[unit], battle.heading[unit] = x, y, heading % 360


@kernel
def slide(battle: Battle, unit: int, heading: int, length: int, step: int, allowed: int) -> int:
    """Move a unit straight on a heading, keeping its facing, as far as it may stand, by whole ``step``s.

    Returns how far it came. It may come over ``allowed`` alone; where it meets somebody or closed land it stops before.
    """
    x, y, gone = battle.x[unit], battle.y[unit], 0
    facing = battle.heading[unit]
    while gone < length:
        further = min(length, gone + step)
        put(battle, unit, x + step_x(battle, heading, further), y + step_y(battle, heading, further), facing)
        if not stands_well(battle, unit, allowed):
            break
        gone = further
    put(battle, unit, x + step_x(battle, heading, gone), y + step_y(battle, heading, gone), facing)
    return gone
