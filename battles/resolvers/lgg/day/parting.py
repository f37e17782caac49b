"""The armies draw apart in the evening (HR-D2 (1)): half of what is missing each, never under 3"."""

from battles.resolvers.core.geometry import NEAR, length, rounded
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.commanders import direction
from battles.resolvers.lgg.day.aside import make_way
from battles.resolvers.lgg.plane.footing import block_of
from battles.resolvers.lgg.plane.laps import anybody_at, covers, overlaps
from battles.resolvers.lgg.plane.space import (
    beyond,
    end_of,
    enemy_gap,
    first_of,
    gap_at,
    gap_between,
    nearest_foe,
    on_board,
    place,
    side_of,
)
from battles.resolvers.lgg.plane.terrain import flush_obstacle, ground_allows, impassable_path, path_through_foes
from battles.resolvers.lgg.record.codes import NOBODY, SIDES, UNITS
from battles.resolvers.lgg.record.journal import Event, log_event, log_here
from battles.resolvers.lgg.record.state import Battle

APART = 12.0
"""HR-D2 How far apart enemies spend the night where there is room."""
STEP = 0.5
MOST_PAIRS = 2000
SPARE = 0.002
"""What rounding may take from the 12"."""
FINE = 0.1
"""HR-D2 (1) Where there is no room a unit stops short by steps of so much."""
MOST_DRAWS = 12
"""How often one unit draws back before it counts as hemmed in between its enemies."""
LEAST_APART = 3.0
"""HR-D2 (1) How far apart enemies are in the morning whatever the room."""
ASIDE_RINGS = 120
MOST_PARTINGS = 4
"""How often the armies draw apart again after somebody stepped aside."""


@kernel
def stands_fast(battle: Battle, unit: int) -> bool:
    """HR-D2 A unit in a town block, or flush behind a work, stays where it is; a stream is no work."""
    if block_of(battle, unit) != NOBODY:
        return True
    work = flush_obstacle(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])
    return work != NOBODY and battle.piece_river[work] == 0


@kernel
def nearest_pair(battle: Battle) -> tuple[int, int]:
    """HR-D2 The nearest pair of enemies under 12" apart of which one can still draw back, or (-1, -1)."""
    one, two, best = NOBODY, NOBODY, APART - NEAR
    for unit in range(first_of(0), end_of(battle, 0)):
        if not on_board(battle, unit):
            continue
        for other in range(first_of(1), end_of(battle, 1)):
            near = enemy_gap(battle, unit, other) < best and on_board(battle, other)
            if near and (battle.pick[unit] == 0 or battle.pick[other] == 0):
                one, two, best = unit, other, enemy_gap(battle, unit, other)
    return one, two


@kernel
def may_stand(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, astride: bool) -> bool:
    """HR-D2 Is there room for the unit at a pose, perhaps astride of a line, and no part of it off the table?"""
    w, d = battle.half_width[unit], battle.half_depth[unit]
    ex, ey = d * abs(fx) + w * abs(fy), d * abs(fy) + w * abs(fx)
    if x < ex or y < ey or x > battle.width - ex or y > battle.depth - ey:
        return False
    return anybody_at(battle, unit, x, y, fx, fy) == NOBODY and ground_allows(battle, unit, x, y, fx, fy, astride) == 0


@kernel
def may_rest(battle: Battle, unit: int, x: float, y: float) -> bool:
    """HR-D2 Is there room for the unit at a point, its facing kept?"""
    return may_stand(battle, unit, x, y, battle.fx[unit], battle.fy[unit], True)


@kernel
def way_by_night(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float) -> bool:
    """HR-D2, 3.0-m, 8.4-a Does a slide by (mx, my) go over no enemy and no closed ground? Obstacles do not halt it."""
    if covers(battle, 1 - side_of(unit), unit, x, y, fx, fy, mx, my) != NOBODY:
        return False
    return battle.pieces == 0 or not (impassable_path(battle, unit, x, y, fx, fy, mx, my)
                                      or path_through_foes(battle, unit, x, y, mx, my))


@kernel
def may_go(battle: Battle, unit: int, x: float, y: float) -> bool:
    """HR-D2 Is there room for the unit at a point, and a straight way to it?"""
    hx, hy = battle.x[unit], battle.y[unit]
    return may_rest(battle, unit, x, y) and way_by_night(battle, unit, hx, hy, battle.fx[unit], battle.fy[unit],
                                                         x - hx, y - hy)


@kernel
def night_pose(battle: Battle, unit: int, x: float, y: float) -> None:
    """HR-D2 The unit draws off to a point, its facing kept; enemy commanders make way for it."""
    hx, hy = battle.x[unit], battle.y[unit]
    make_way(battle, unit, hx, hy, battle.fx[unit], battle.fy[unit], x - hx, y - hy)
    log_event(battle, Event.NIGHT_MOVE, side=side_of(unit), unit=battle.roll[unit])
    log_here(battle, unit)
    place(battle, unit, x, y, battle.fx[unit], battle.fy[unit])
    log_here(battle, unit)


@kernel
def still_taken(battle: Battle, unit: int, x: float, y: float, taken: int) -> bool:
    """HR-D2 Does the base that took the last place, if one did, take this one too? The quick test before all others."""
    return taken != NOBODY and overlaps(battle, unit, x, y, battle.fx[unit], battle.fy[unit], taken)


@kernel
def draw_back(battle: Battle, unit: int, enemy: int, far: float) -> None:
    """HR-D2 Draw straight back from an enemy; where there is no room, or none left to go, the unit stays there."""
    x, y = battle.x[unit], battle.y[unit]
    dx, dy = x - battle.x[enemy], y - battle.y[enemy]
    size = max(length(dx, dy), NEAR)
    left, taken = far, NOBODY
    while left > NEAR:
        px, py = rounded(x + dx / size * left), rounded(y + dy / size * left)
        if not still_taken(battle, unit, px, py, taken):
            if may_go(battle, unit, px, py):
                night_pose(battle, unit, px, py)
                break
            taken = anybody_at(battle, unit, px, py, battle.fx[unit], battle.fy[unit])
        left -= FINE
    battle.night_moved[unit] += 1
    if left < far - NEAR or battle.night_moved[unit] >= MOST_DRAWS:
        battle.pick[unit] = 1


@kernel
def part_pair(battle: Battle, one: int, two: int) -> None:
    """HR-D2 Each of a pair draws back half of what is missing; the whole if the other stays."""
    missing = APART - gap_between(battle, one, two) + SPARE
    both = battle.pick[one] == 0 and battle.pick[two] == 0
    far = missing / 2.0 if both else missing
    if battle.pick[one] == 0:
        draw_back(battle, one, two, far)
    if battle.pick[two] == 0:
        draw_back(battle, two, one, far)


@kernel
def begin_drawing(battle: Battle) -> None:
    """HR-D2 (1) Nobody has drawn back yet; who holds a town or a work stays, the others may."""
    for side in range(SIDES):
        for unit in range(first_of(side), end_of(battle, side)):
            battle.pick[unit] = int(on_board(battle, unit) and stands_fast(battle, unit))
            battle.night_moved[unit] = 0


@kernel
def part_armies(battle: Battle) -> None:
    """HR-D2 (1) The nearest pair first, until all are 12" apart or have no room."""
    begin_drawing(battle)
    for _ in range(MOST_PAIRS):
        one, two = nearest_pair(battle)
        if one == NOBODY:
            break
        part_pair(battle, one, two)


@kernel
def foe_within(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, reach: float) -> bool:
    """HR-D2 Is an enemy on the table within a distance of a pose?"""
    foe = 1 - side_of(unit)
    for other in range(first_of(foe), end_of(battle, foe)):
        if beyond(battle, unit, x, y, other, reach) or not on_board(battle, other):
            continue
        if gap_at(battle, unit, x, y, fx, fy, other) <= reach:
            return True
    return False


@kernel
def step_aside(battle: Battle, unit: int, any_way: bool) -> bool:
    """HR-D2 (1) Never under 3": a unit without room behind it goes to the nearest place that is far enough, by a
    straight way; ``any_way``: by whatever way there is."""
    x, y = battle.x[unit], battle.y[unit]
    for ring in range(1, ASIDE_RINGS):
        for n in range(8):
            dx, dy = direction(n)
            px, py = rounded(x + dx * ring * STEP), rounded(y + dy * ring * STEP)
            free = may_rest(battle, unit, px, py) if any_way else may_go(battle, unit, px, py)
            if free and not foe_within(battle, unit, px, py, battle.fx[unit], battle.fy[unit],
                                       LEAST_APART - 2.0 * NEAR):
                night_pose(battle, unit, px, py)
                return True
    return False


@kernel
def too_close(battle: Battle, unit: int) -> bool:
    """HR-D2 (1) Does a unit stand under 3" from an enemy?"""
    return on_board(battle, unit) and nearest_foe(battle, unit) < LEAST_APART - NEAR


@kernel
def part_close(battle: Battle) -> bool:
    """HR-D2 (1) Units that are still under 3" from an enemy step aside, first those that hold no town or work; does
    anybody?"""
    stepped = False
    for strict in range(2):
        for side in range(SIDES):
            for unit in range(first_of(side), end_of(battle, side)):
                if too_close(battle, unit) and (strict == 1 or not stands_fast(battle, unit)):
                    stepped = step_aside(battle, unit, False) or step_aside(battle, unit, True) or stepped
    return stepped


@kernel
def draw_apart(battle: Battle) -> None:
    """HR-D2 (1) The armies draw apart, and again where somebody who stepped aside came near another enemy."""
    for _ in range(MOST_PARTINGS):
        part_armies(battle)
        if not part_close(battle):
            break
    for unit in range(UNITS):
        battle.pick[unit], battle.night_moved[unit] = 0, 0
