"""Units that come late: the second half of a meeting engagement and columns with a mark (HR-T3, T6)."""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import NEAR, rounded
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.commanders import crowded
from battles.resolvers.lgg.command.radius import OUT, band_of
from battles.resolvers.lgg.day.deploy import ROUND_THREE
from battles.resolvers.lgg.plane.laps import anybody_at
from battles.resolvers.lgg.plane.space import STAND, end_of, first_of, gap_at, on_board, place
from battles.resolvers.lgg.plane.terrain import ground_allows
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, SIDE_ROLL, SIDE_SLOTS, SIDES, Edge, Status
from battles.resolvers.lgg.record.journal import Event, log_event, log_here, log_pose
from battles.resolvers.lgg.record.setup import clear_slot, seat, set_status
from battles.resolvers.lgg.record.state import Battle

STEP = 0.5
STEPS = 240
CLEAR = 6.0
"""A column does not enter within this distance of an enemy unit."""


@kernel
def mark_of(battle: Battle, row: int) -> int:
    """HR-T6 The count at which a row is due today; a mark above the day's length runs into the next day."""
    return battle.roll_arrives[row] - (battle.day - 1) * battle.length


@kernel
def is_coming(battle: Battle, row: int) -> bool:
    """HR-T6 Is this unit still on its way to the table?"""
    waits = battle.roll_status[row] == Status.WAITING and battle.roll_slot[row] == NOBODY
    return waits and battle.roll_arrives[row] != 0


@kernel
def waits_for_place(battle: Battle, row: int) -> bool:
    """HR-T6 Has this unit only had no place among its side's 64? Guns beyond the limit of HR-7 never come."""
    if battle.roll_status[row] != Status.WAITING or battle.roll_arrives[row] != 0 or battle.roll_slot[row] != NOBODY:
        return False
    if battle.slots[row // SIDE_ROLL] < SIDE_SLOTS:
        return False
    return battle.gun_limit == NOBODY or battle.t_arm[battle.roll_type[row]] != Arm.ART


@kernel
def due_later(battle: Battle, side: int) -> bool:
    """HR-B, R-37 Is infantry or cavalry of a side due later today?"""
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
        line = battle.t_arm[battle.roll_type[row]] in (Arm.FOOT, Arm.CAV)
        if line and is_coming(battle, row) and mark_of(battle, row) <= battle.length:
            return True
        if line and waits_for_place(battle, row):
            return True
    return False


@kernel
def entry_edge(battle: Battle, row: int) -> int:
    """HR-T6 The edge by which a unit enters: its own, unless the file names another."""
    edge = battle.roll_edge[row]
    return battle.edge[row // SIDE_ROLL] if edge == NOBODY else edge


@kernel
def entry_pose(battle: Battle, unit: int, edge: int, along: float) -> tuple[float, float, float, float]:
    """HR-T6 A pose with the rear of the base on an edge, ``along`` inches from the edge's middle."""
    d = battle.half_depth[unit]
    if edge == Edge.SOUTH:
        return rounded(battle.width / 2.0 + along), d, 0.0, 1.0
    if edge == Edge.NORTH:
        return rounded(battle.width / 2.0 - along), battle.depth - d, 0.0, -1.0
    y = rounded(battle.depth / 2.0 + along)
    return (d, y, 1.0, 0.0) if edge == Edge.WEST else (battle.width - d, y, -1.0, 0.0)


@kernel
def may_enter(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> bool:
    """HR-T6 Is there room for the unit at a pose, clear of the enemy?"""
    if ground_allows(battle, unit, x, y, fx, fy, False) != 0 or anybody_at(battle, unit, x, y, fx, fy) != NOBODY:
        return False
    foe = 1 - battle.roll[unit] // SIDE_ROLL
    for other in range(first_of(foe), end_of(battle, foe)):
        if on_board(battle, other) and gap_at(battle, unit, x, y, fx, fy, other) <= CLEAR + NEAR:
            return False
    return True


@kernel
def put_on_edge(battle: Battle, unit: int, edge: int) -> bool:
    """HR-T6 Put a unit down at the free place of an edge that is nearest to its middle; False if there is none."""
    for step in range(STEPS):
        along = (step + 1) // 2 * STEP * (1.0 if step % 2 == 1 else -1.0)
        x, y, fx, fy = entry_pose(battle, unit, edge, along)
        if may_enter(battle, unit, x, y, fx, fy):
            set_status(battle, unit, Status.BOARD)
            place(battle, unit, x, y, fx, fy)
            return True
    return False


@kernel
def free_beside(battle: Battle, leader: int, x: float, y: float) -> float:
    """R-54 How far across the table a stand finds a place by itself, nearest to a unit that comes to it."""
    for step in range(STEPS):
        aside = x + (step + 1) // 2 * STEP * (1.0 if step % 2 == 1 else -1.0)
        if STAND <= aside <= battle.width - STAND and not crowded(battle, leader, aside, y):
            return aside
    return min(max(x, STAND), battle.width - STAND)


@kernel
def bring_leader(battle: Battle, unit: int) -> None:
    """HR-T6 With the first unit of a column its leader comes onto the table, beside it."""
    side = battle.roll[unit] // SIDE_ROLL
    for leader in range(side * LEADERS, (side + 1) * LEADERS):
        if battle.lead_late[leader] == 1 and battle.lead_army[leader] == battle.roll_army[battle.roll[unit]]:
            battle.lead_late[leader], battle.lead_here[leader] = 0, 1
            battle.lead_y[leader] = min(max(battle.y[unit], STAND), battle.depth - STAND)
            battle.lead_x[leader] = free_beside(battle, leader, battle.x[unit], battle.lead_y[leader])
            log_event(battle, Event.ARRIVE, side=side, unit=NOBODY, leader=leader, role=leader % LEADERS,
                      skill=battle.lead_skill[leader], cost=0, left=battle.actions)
            log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], 0.0, 1.0)


@kernel
def enter(battle: Battle, row: int, cost: int) -> bool:
    """HR-T6 Bring a unit of the roll onto the table at a price; False if there is no slot or no room for it now."""
    unit = seat(battle, row)
    if unit == NOBODY:
        return False
    set_status(battle, unit, Status.WAITING)
    if not put_on_edge(battle, unit, entry_edge(battle, row)):
        clear_slot(battle, unit)
        battle.roll_status[row] = Status.WAITING
        return False
    battle.under_own_leader[unit] = int(band_of(battle, unit) == OUT)
    battle.actions -= cost
    battle.spent[row // SIDE_ROLL] += cost
    log_event(battle, Event.ARRIVE, side=row // SIDE_ROLL, unit=row, leader=NOBODY, role=0, skill=0, cost=cost,
              left=battle.actions)
    log_here(battle, unit)
    bring_leader(battle, unit)
    return True


@kernel
def enter_columns(battle: Battle, side: int) -> None:
    """HR-T6 At the beginning of a side's turn its columns whose mark is reached enter, for one action each."""
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
        marked = is_coming(battle, row) and battle.roll_arrives[row] != ROUND_THREE
        if marked and battle.actions > 0 and battle.count >= mark_of(battle, row):
            enter(battle, row, 1)


@kernel
def in_reach_of_command(battle: Battle) -> None:
    """HR-T6 A column that is within 2R of a stand in command is under its orders from then on."""
    for side in range(SIDES):
        for unit in range(first_of(side), end_of(battle, side)):
            if battle.under_own_leader[unit] == 1 and band_of(battle, unit) != OUT:
                battle.under_own_leader[unit] = 0


@kernel
def fill_places(battle: Battle) -> None:
    """HR-T6 Units for which there was no place enter by their edge as places fall free."""
    for side in range(SIDES):
        for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
            if waits_for_place(battle, row) and not enter(battle, row, 0):
                break


@kernel
def arrive(battle: Battle) -> None:
    """HR-T3 At the start of a round: the second half of both sides of a meeting engagement comes with the third."""
    in_reach_of_command(battle)
    fill_places(battle)
    if battle.day == 1 and battle.round_no < 3:
        return
    for side in range(SIDES):
        for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
            if battle.roll_arrives[row] == ROUND_THREE and is_coming(battle, row):
                enter(battle, row, 0)
