"""The night between two days of battle: the armies draw apart, rallied units come back (HR-D2)."""

from battles.resolvers.geometry import NEAR, length, rounded
from battles.resolvers.lgg.codes import (
    DAY_START,
    EXITED,
    LEADERS,
    NOBODY,
    SIDES,
    SOUTH,
    WAITING,
)
from battles.resolvers.lgg.commanders import stand_blocked
from battles.resolvers.lgg.deploy import ahead, put_near
from battles.resolvers.lgg.journal import E_ARRIVE, E_COMMANDER_MOVE, E_NIGHT_MOVE, log_event, log_here, log_pose
from battles.resolvers.lgg.radius import in_command
from battles.resolvers.lgg.rule import rule
from battles.resolvers.lgg.rule_ids import code_of
from battles.resolvers.lgg.space import anybody_at, end_of, first_of, gap_between, on_board, place, side_of
from battles.resolvers.lgg.state import Battle
from battles.resolvers.lgg.terrain import block_of, flush_obstacle, ground_allows

APART = 12.0
"""HR-D2 How far apart enemies spend the night where there is room."""
STEP = 0.5
MOST_PAIRS = 2000
REAR_ROW = 6.5
NO_NIGHT_MOVE = code_of("HR-D2")


@rule
def stands_fast(battle: Battle, unit: int) -> bool:
    """HR-D2 A unit in a town block, or flush behind a work, stays where it is."""
    if block_of(battle, unit) != NOBODY:
        return True
    return flush_obstacle(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit]) != NOBODY


@rule
def nearest_pair(battle: Battle) -> tuple[int, int]:
    """HR-D2 The nearest pair of enemies under 12" apart of which one can still draw back, or (-1, -1)."""
    one, two, best = NOBODY, NOBODY, APART - NEAR
    for unit in range(first_of(0), end_of(battle, 0)):
        for other in range(first_of(1), end_of(battle, 1)):
            near = on_board(battle, unit) and on_board(battle, other) and gap_between(battle, unit, other) < best
            if near and (battle.pick[unit] == 0 or battle.pick[other] == 0):
                one, two, best = unit, other, gap_between(battle, unit, other)
    return one, two


@rule
def may_rest(battle: Battle, unit: int, x: float, y: float) -> bool:
    """HR-D2 Is there room for the unit at a point, with its facing kept?"""
    fx, fy = battle.fx[unit], battle.fy[unit]
    return ground_allows(battle, unit, x, y, fx, fy, True) == 0 and anybody_at(battle, unit, x, y, fx, fy) == NOBODY


@rule
def draw_back(battle: Battle, unit: int, enemy: int, far: float) -> None:
    """HR-D2 Draw straight back from an enemy; where there is no room the unit stops short and moves no more."""
    x, y = battle.x[unit], battle.y[unit]
    dx, dy = x - battle.x[enemy], y - battle.y[enemy]
    size = max(length(dx, dy), NEAR)
    left = far
    while left > NEAR:
        px, py = rounded(x + dx / size * left), rounded(y + dy / size * left)
        if may_rest(battle, unit, px, py):
            log_event(battle, E_NIGHT_MOVE, side_of(unit), battle.roll[unit], 0, 0, 0, 0, 0)
            log_here(battle, unit)
            place(battle, unit, px, py, battle.fx[unit], battle.fy[unit])
            log_here(battle, unit)
            break
        left -= STEP
    if left < far - NEAR:
        battle.pick[unit] = 1


@rule
def part_pair(battle: Battle, one: int, two: int) -> None:
    """HR-D2 Each of a pair draws back half of what is missing; the whole if the other stays."""
    missing = APART - gap_between(battle, one, two) + STEP / 10.0
    both = battle.pick[one] == 0 and battle.pick[two] == 0
    far = missing / 2.0 if both else missing
    if battle.pick[one] == 0:
        draw_back(battle, one, two, far)
    if battle.pick[two] == 0:
        draw_back(battle, two, one, far)


@rule
def part_armies(battle: Battle) -> None:
    """HR-D2 (1) The nearest pair first, until all are 12" apart or have no room."""
    for side in range(SIDES):
        for unit in range(first_of(side), end_of(battle, side)):
            battle.pick[unit] = int(on_board(battle, unit) and stands_fast(battle, unit))
    for _ in range(MOST_PAIRS):
        one, two = nearest_pair(battle)
        if one == NOBODY:
            break
        part_pair(battle, one, two)
    for side in range(SIDES):
        for unit in range(first_of(side), end_of(battle, side)):
            battle.pick[unit] = 0


@rule
def middle_of(battle: Battle, side: int) -> tuple[float, float]:
    """HR-D2 The middle of a side's units on the table; of the table where it has none."""
    x, y, n = 0.0, 0.0, 0
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit):
            x, y, n = x + battle.x[unit], y + battle.y[unit], n + 1
    return (x / n, y / n) if n > 0 else (battle.width / 2.0, battle.depth / 2.0)


@rule
def leader_goes(battle: Battle, leader: int) -> None:
    """HR-D2 A commander goes freely to the middle of his army; a wing that is in command there stays where he is."""
    side = leader // LEADERS
    if leader % LEADERS != 0 and in_command(battle, leader):
        return
    x, y = middle_of(battle, side)
    if battle.lead_here[leader] == 0 or stand_blocked(battle, side, x, y):
        return
    log_event(battle, E_COMMANDER_MOVE, side, leader, 0, 0, 0, 0, 0)
    log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], 0.0, 1.0)
    battle.lead_x[leader], battle.lead_y[leader] = rounded(x), rounded(y)
    log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], 0.0, 1.0)


@rule
def own_depth(battle: Battle, side: int, y: float) -> float:
    """HR-T1 How far from a side's own edge a point lies."""
    return y if battle.edge[side] == SOUTH else battle.depth - y


@rule
def bring_back(battle: Battle, side: int) -> None:
    """HR-D2 (3), HR-E Rallied units, and those that had left the table, stand behind the army in the morning."""
    x, _ = middle_of(battle, side)
    u = x if ahead(battle, side) > 0.0 else battle.width - x
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] in (WAITING, EXITED) and battle.sp[unit] > 0 and put_near(battle, unit, u, REAR_ROW):
            log_event(battle, E_ARRIVE, side, battle.roll[unit], NOBODY, 0, 0, 0, 0)
            log_here(battle, unit)


@rule
def night_step(battle: Battle) -> None:
    """HR-D2 The whole night; then a new day begins."""
    part_armies(battle)
    for side in range(SIDES):
        bring_back(battle, side)
    for leader in range(SIDES * LEADERS):
        leader_goes(battle, leader)
    battle.phase = DAY_START


@rule
def verify_night(battle: Battle) -> int:
    """HR-D2 (2) Moves by night beyond drawing apart are not asked for."""
    return NO_NIGHT_MOVE


@rule
def answer_night(battle: Battle) -> None:
    """HR-D2 (2) The night is over."""
    battle.phase = DAY_START
