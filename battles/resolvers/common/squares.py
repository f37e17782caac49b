"""Boards of squares: eight neighbours, eight facings, who stands where, lines of fire (COM-21).

A square's number is ``y * columns + x``; facing f looks to (DX[f], DY[f]), 0 up the board and clockwise. A unit's
``x`` and ``y`` are its square; ``occupant`` holds the unit of each square, -1 where it is free.
"""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Land
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel

DX = (0, 1, 1, 1, 0, -1, -1, -1)
DY = (1, 1, 0, -1, -1, -1, 0, 1)


@kernel
def on_squares(battle: Battle, x: int, y: int) -> bool:
    """Is there such a square?"""
    return 0 <= x < battle.columns and 0 <= y < battle.lines


@kernel
def square(battle: Battle, x: int, y: int) -> int:
    """Return the number of a square."""
    return y * battle.columns + x


@kernel
def who_is_at(battle: Battle, x: int, y: int) -> int:
    """Return the unit on a square; NOBODY where it is free or off the board."""
    return battle.occupant[square(battle, x, y)] if on_squares(battle, x, y) else NOBODY


@kernel
def bits_at(battle: Battle, x: int, y: int) -> int:
    """COM-10 Return what a square holds, as bits; -1 off the board."""
    return battle.land[square(battle, x, y)] if on_squares(battle, x, y) else -1


@kernel
def lift(battle: Battle, unit: int) -> None:
    """Take a unit off its square."""
    if who_is_at(battle, battle.x[unit], battle.y[unit]) == unit:
        battle.occupant[square(battle, battle.x[unit], battle.y[unit])] = NOBODY


@kernel
def put_on(battle: Battle, unit: int, x: int, y: int, facing: int) -> None:
    """Put a unit on a square; it leaves the one on which it was."""
    lift(battle, unit)
    battle.x[unit], battle.y[unit], battle.heading[unit] = x, y, facing % 8
    battle.occupant[square(battle, x, y)] = unit


@kernel
def steps_between(x: int, y: int, to_x: int, to_y: int) -> int:
    """Return the distance of two squares in steps, diagonal ones included."""
    return max(abs(to_x - x), abs(to_y - y))


@kernel
def facing_to(x: int, y: int, to_x: int, to_y: int) -> int:
    """Return the facing that looks most nearly from one square to another; 0 for the same square."""
    dx, dy = to_x - x, to_y - y
    wide, high = abs(dx), abs(dy)
    if 5 * high < 2 * wide:
        return 2 if dx > 0 else 6
    if 5 * wide < 2 * high or (wide == 0 and high == 0):
        return 0 if dy >= 0 else 4
    if dx > 0:
        return 1 if dy > 0 else 3
    return 7 if dy > 0 else 5


@kernel
def turn_steps(facing: int, other: int) -> int:
    """Return the eighths of a turn between two facings, 0 to 4."""
    turn = (other - facing) % 8
    return min(turn, 8 - turn)


@kernel
def square_in_arc(battle: Battle, unit: int, x: int, y: int) -> bool:
    """COM-22 Does a square lie within 45 degrees either side of a unit's facing?"""
    facing = battle.heading[unit]
    dx, dy = x - battle.x[unit], y - battle.y[unit]
    fx, fy = DX[facing], DY[facing]
    along, across = dx * fx + dy * fy, dx * fy - dy * fx
    return along > 0 and abs(across) <= along


@kernel
def is_filled(battle: Battle, x: int, y: int, blocking: int) -> bool:
    """Is a square filled, by a unit or by land of the ``blocking`` bits? Off the board nothing blocks."""
    if not on_squares(battle, x, y):
        return False
    at = square(battle, x, y)
    return battle.occupant[at] != NOBODY or battle.land[at] & blocking != 0


@kernel
def corner_is_shut(battle: Battle, x: int, y: int, right: int, up: int, blocking: int) -> bool:
    """COM-21 Are both squares filled that a diagonal step from a square leads between?"""
    return is_filled(battle, x + right, y, blocking) and is_filled(battle, x, y + up, blocking)


@kernel
def line_is_free(battle: Battle, x: int, y: int, to_x: int, to_y: int, blocking: int) -> bool:
    """COM-21 Is the line from centre to centre free? One through a corner is blocked where both squares beside it are.

    The walk goes from square to square over the edges that the line crosses; the squares of both ends do not count.
    """
    wide, high = abs(to_x - x), abs(to_y - y)
    right, up = (1 if to_x > x else -1), (1 if to_y > y else -1)
    over_x, over_y = 0, 0
    while over_x < wide or over_y < high:
        turn = (1 + 2 * over_x) * high - (1 + 2 * over_y) * wide
        here_x, here_y = x + right * over_x, y + up * over_y
        if turn == 0 and corner_is_shut(battle, here_x, here_y, right, up, blocking):
            return False
        over_x += int(turn <= 0)
        over_y += int(turn >= 0)
        here_x, here_y = x + right * over_x, y + up * over_y
        if (over_x < wide or over_y < high) and is_filled(battle, here_x, here_y, blocking):
            return False
    return True


@kernel
def beyond_x(x: int, to_x: int, steps: int, part: int) -> int:
    """Return one coordinate of a point on a line drawn on past its end: ``part`` sixteenths of a square beyond,
    rounded.

    ``steps`` is the length of the line; with an odd part no point falls on an edge.
    """
    return to_x + (2 * (to_x - x) * part + 16 * steps) // (32 * steps)


@kernel
def enemy_beside(battle: Battle, unit: int) -> int:
    """Return the first enemy on one of the eight squares about a unit, clockwise from its front; or NOBODY."""
    return enemy_about(battle, unit // SIDE_UNITS, battle.x[unit], battle.y[unit], battle.heading[unit])


@kernel
def enemy_about(battle: Battle, side: int, x: int, y: int, first: int) -> int:
    """Return the first enemy of a side on one of the eight squares about a square, clockwise from a facing; or
    NOBODY."""
    for turn in range(8):
        facing = (first + turn) % 8
        other = who_is_at(battle, x + DX[facing], y + DY[facing])
        if other != NOBODY and other // SIDE_UNITS != side:
            return other
    return NOBODY


@kernel
def side_of_square(battle: Battle, unit: int, x: int, y: int) -> int:
    """COM-22 Which side of a unit faces another square: 0 the three ahead, 2 the three behind, 1 those beside it."""
    turn = turn_steps(battle.heading[unit], facing_to(battle.x[unit], battle.y[unit], x, y))
    return 0 if turn <= 1 else 2 if turn >= 3 else 1


@kernel
def forward(battle: Battle, side: int) -> int:
    """COM-10 The facing of a side towards the enemy's edge."""
    return 0 if side == battle.low else 4


@kernel
def depth_of(battle: Battle, side: int, y: int) -> int:
    """COM-10 How many squares a line lies before a side's own edge."""
    return y if side == battle.low else battle.lines - 1 - y


@kernel
def is_ford(battle: Battle, x: int, y: int) -> bool:
    """Is a square a river without a bridge that can be forded as an obstacle?"""
    bits = bits_at(battle, x, y)
    return bits & Land.RIVER != 0 and bits & Land.ROAD == 0


def clear_squares(battle: Battle) -> None:
    """Lay out every square as free, before units are put on them."""
    cells = int(battle.columns) * int(battle.lines)
    battle.occupant[:cells] = [NOBODY] * cells
