"""The morning after a night on the field: rallied units, and those that had left, come back (HR-D2 (3), HR-E)."""

from battles.resolvers.core.geometry import NEAR, rounded
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.radius import within_command_radius
from battles.resolvers.lgg.day.deploy import ZONE_DEPTH, ahead
from battles.resolvers.lgg.day.parting import APART, foe_within, may_stand
from battles.resolvers.lgg.plane.space import end_of, first_of, on_board, place, side_of
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, Edge, Status
from battles.resolvers.lgg.record.journal import Event, log_event, log_here
from battles.resolvers.lgg.record.setup import set_status
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.turn.activities import CLEAR_OF_FOES

REAR_ROW = 6.5
RINGS, STEP = 60, 1.0
"""How many rings of points are tried around the place that is wanted, and how far apart they are."""


@kernel
def middle_of(battle: Battle, side: int) -> tuple[float, float]:
    """HR-D2 The middle of a side's units on the table; of the table where it has none."""
    x, y, n = 0.0, 0.0, 0
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit):
            x, y, n = x + battle.x[unit], y + battle.y[unit], n + 1
    return (x / n, y / n) if n > 0 else (battle.width / 2.0, battle.depth / 2.0)


@kernel
def own_depth(battle: Battle, side: int, y: float) -> float:
    """HR-T1 How far from a side's own edge a point lies."""
    return y if battle.edge[side] == Edge.SOUTH else battle.depth - y


@kernel
def ring_point(ring: int, n: int) -> tuple[int, int]:
    """Point ``n`` of a square ring around (0, 0), which has ``8 * ring`` of them."""
    along = n % (2 * ring) - ring if ring > 0 else 0
    edge = n // (2 * ring) if ring > 0 else 0
    if edge == 0:
        return along, -ring
    if edge == 1:
        return ring, along
    return (-along, ring) if edge == 2 else (-ring, -along)


@kernel
def may_come_back(battle: Battle, unit: int, x: float, y: float, rallied: bool, apart: float) -> bool:
    """HR-D2 (3), HR-E, LGG-14.0-e A rallied unit comes into its commander's radius, one that had left into its own
    zone, both off the enemy."""
    turn = ahead(battle, side_of(unit))
    if not rallied and own_depth(battle, side_of(unit), y) > ZONE_DEPTH - battle.half_depth[unit]:
        return False
    if not may_stand(battle, unit, x, y, 0.0, turn, False):
        return False
    if foe_within(battle, unit, x, y, 0.0, turn, apart + NEAR):
        return False
    return not rallied or within_command_radius(battle, unit, x, y, 0.0, turn)


@kernel
def put_back(battle: Battle, unit: int, x: float, y: float, rallied: bool, apart: float) -> bool:
    """HR-D2 (3) Put a unit down at the nearest place to a point so far off the enemy; False: there is none."""
    turn = ahead(battle, side_of(unit))
    for ring in range(RINGS):
        for n in range(max(1, 8 * ring)):
            across, along = ring_point(ring, n)
            px, py = rounded(x + turn * across * STEP), rounded(y + turn * along * STEP)
            if may_come_back(battle, unit, px, py, rallied, apart):
                place(battle, unit, px, py, 0.0, turn)
                return True
    return False


@kernel
def finds_place(battle: Battle, unit: int, rallied: bool, apart: float) -> bool:
    """HR-D2 (3), HR-E A rallied unit comes to one of its commanders, one that had left to the rear of its side."""
    side = side_of(unit)
    if not rallied:
        x, _ = middle_of(battle, side)
        y = REAR_ROW if battle.edge[side] == Edge.SOUTH else battle.depth - REAR_ROW
        return put_back(battle, unit, x, y, False, apart)
    for leader in range(side * LEADERS, side * LEADERS + LEADERS):
        here = battle.lead_here[leader] == 1
        if here and put_back(battle, unit, battle.lead_x[leader], battle.lead_y[leader], True, apart):
            return True
    return False


@kernel
def comes_back(battle: Battle, unit: int) -> bool:
    """HR-D2 (3) Does a unit come back, 12" off the enemy or at least 6"? Without a place it waits another day."""
    before = battle.status[unit]
    set_status(battle, unit, Status.BOARD)
    rallied = before == Status.WAITING
    if finds_place(battle, unit, rallied, APART) or finds_place(battle, unit, rallied, CLEAR_OF_FOES):
        return True
    set_status(battle, unit, before)
    return False


@kernel
def bring_back(battle: Battle, side: int) -> None:
    """HR-D2 (3), HR-E Rallied units, and those that had left the table, stand with the army in the morning."""
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] in (Status.WAITING, Status.EXITED) and battle.sp[unit] > 0 and comes_back(battle, unit):
            log_event(battle, Event.ARRIVE, side=side, unit=battle.roll[unit], leader=NOBODY)
            log_here(battle, unit)
