"""The 6" zone around every unlocked enemy unit (LGG-8.5)."""

from battles.resolvers.core.geometry import NEAR, base_gap, length, local, local_corners, wedge_area, world
from battles.resolvers.core.kernels import kernel, lowest_bit
from battles.resolvers.lgg.plane.space import (
    HALF,
    ROUND_OFF,
    base_area,
    end_of,
    enemy_gap,
    first_of,
    gap_at,
    locked,
    middle_ahead,
    near_units,
    on_board,
    side_of,
)
from battles.resolvers.lgg.record.codes import NOBODY, Status
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.state import BASE_A, CLIP_A, CLIP_B, Battle

WRONG_WAY = code_of("LGG-8.5-b")
NEW_ZONE = code_of("LGG-8.5-f")
NOT_THE_TARGET = code_of("LGG-8.5-j")
DIAGONAL = 0.7071067811865476
SLOPE = 0.7
SLACK = 1e-4
NARROWINGS = 12
"""How often the stretch in which a way comes within 6" is narrowed down."""
SHORTEST = 0.05
"""The finest step with which a path feels for a zone, in inches."""
ZONE_STEP = 0.5
FELT_STEP = 0.1
"""LGG-8.5-c How often a path is looked at, in inches, where another enemy may become the zone target."""
GRAIN = 0.05
"""Along a straight line the distance from a base is convex: how it changes on the first and on the last of these inches
says whether it ever shrinks or grows."""
PREFERRED = 1.0


@kernel
def projects(battle: Battle, unit: int) -> bool:
    """LGG-8.5-g, h Does this unit have a 6" zone: on the table and not pinned in a combat?"""
    return on_board(battle, unit) and not locked(battle, unit)


@kernel
def ahead_at(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, other: int) -> bool:
    """LGG-2.0-e Would ``other`` be to the front of ``unit`` if that stood at a pose?"""
    u, v = local(battle.x[other], battle.y[other], x, y, fx, fy)
    if not middle_ahead(u, v, battle.half_width[unit], battle.half_depth[unit]):
        return False
    local_corners(x, y, fx, fy, battle.x[other], battle.y[other], battle.fx[other], battle.fy[other],
                  battle.half_width[other], battle.half_depth[other], battle.scratch[BASE_A])
    part = wedge_area(battle.scratch[BASE_A], 4, battle.half_width[unit], battle.half_depth[unit],
                      battle.scratch[CLIP_A], battle.scratch[CLIP_B])
    return part > HALF * base_area(battle, other)


@kernel
def zone_target(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> int:
    """LGG-8.5-b, c The zone target at a pose: the nearest enemy within 6" to the front, else the nearest; -1: none."""
    best, best_gap, ahead = NOBODY, 1e9, False
    foe = 1 - side_of(unit)
    around = near_units(battle, foe, unit, x, y, battle.zone)
    while around != 0:
        other = first_of(foe) + lowest_bit(around)
        around &= around - 1
        if not projects(battle, other):
            continue
        gap = gap_at(battle, unit, x, y, fx, fy, other)
        if gap > battle.zone + NEAR:
            continue
        front = ahead_at(battle, unit, x, y, fx, fy, other)
        if (front and not ahead) or (front == ahead and gap < best_gap - NEAR):
            best, best_gap, ahead = other, gap, front
    return best


@kernel
def rim_between(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, ux: float, uy: float,
                other: int, outside: float, over: float, inside: float, under: float) -> float:
    """LGG-8.5-b Where, between two places of a slide, the base comes within 6" of ``other``: at ``outside`` the gap is
    that and ``over``, at ``inside`` that and ``under``, which is 0 or less. The distance is convex, so a straight line
    drawn between the two meets the rim on the inner side, ever nearer."""
    for _ in range(NARROWINGS):
        if under > -NEAR:
            break
        middle = outside + (inside - outside) * over / (over - under)
        gap = gap_at(battle, unit, x + ux * middle, y + uy * middle, fx, fy, other) - battle.zone
        if gap <= NEAR:
            inside, under = middle, gap
        else:
            outside, over = middle, gap
    return inside


@kernel
def entry_to(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
             other: int, most: float) -> float:
    """Return how far along a slide the base comes within 6" of ``other``; a very long way if it never does before
    ``most``."""
    size, gone, outside, over = length(mx, my), 0.0, 0.0, 0.0
    ux, uy = (mx / size, my / size) if size > 0.0 else (0.0, 0.0)
    while True:
        gap = gap_at(battle, unit, x + ux * gone, y + uy * gone, fx, fy, other) - battle.zone
        if gap <= NEAR:
            return rim_between(battle, unit, x, y, fx, fy, ux, uy, other, outside, over, gone,
                               gap) if gone > 0.0 else 0.0
        outside, over = gone, gap
        if gone >= size or gap > min(size, most) - gone:
            return 1e9
        gone = min(size, gone + max(gap, SHORTEST))


@kernel
def passes_by(battle: Battle, unit: int, x: float, y: float, ux: float, uy: float, size: float, other: int) -> bool:
    """Does the middle of a unit stay so far from ``other`` on a slide that their circles are beyond 6" all the way?"""
    dx, dy = battle.x[other] - x, battle.y[other] - y
    along = min(max(dx * ux + dy * uy, 0.0), size)
    dx, dy = dx - along * ux, dy - along * uy
    most = battle.zone + battle.span[unit] + battle.span[other] + ROUND_OFF
    return dx * dx + dy * dy > most * most


@kernel
def zone_entry(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float) -> float:
    """LGG-8.5-b How far along a slide the base first comes within 6" of an unlocked enemy; very far: never."""
    first, foe, size = 1e9, 1 - side_of(unit), length(mx, my)
    ux, uy = (mx / size, my / size) if size > 0.0 else (0.0, 0.0)
    around = near_units(battle, foe, unit, x + mx / 2.0, y + my / 2.0, battle.zone + size / 2.0)
    while around != 0:
        other = first_of(foe) + lowest_bit(around)
        around &= around - 1
        if projects(battle, other) and not passes_by(battle, unit, x, y, ux, uy, size, other):
            first = min(first, entry_to(battle, unit, x, y, fx, fy, mx, my, other, first))
    return first


@kernel
def front_gap(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, target: int) -> float:
    """LGG-8.5-d The distance of the front edge of ``unit``, at a pose, from ``target``."""
    ex, ey = world(0.0, battle.half_depth[unit], x, y, fx, fy)
    return base_gap(ex, ey, fx, fy, battle.half_width[unit], 0.0, battle.x[target], battle.y[target],
                    battle.fx[target], battle.fy[target], battle.half_width[target], battle.half_depth[target])


@kernel
def grain_of(mx: float, my: float) -> float:
    """LGG-8.5-d, e The share of a slide that is looked at for how a distance changes."""
    size = length(mx, my)
    return GRAIN / size if size > GRAIN else 1.0


@kernel
def goes_toward(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
                target: int) -> bool:
    """LGG-8.5-d Within 45 degrees of the facing, and the front edge never farther from the target."""
    if mx * fx + my * fy < (DIAGONAL - SLACK) * length(mx, my):
        return False
    before = 1.0 - grain_of(mx, my)
    return (front_gap(battle, unit, x + mx, y + my, fx, fy, target)
            <= front_gap(battle, unit, x + mx * before, y + my * before, fx, fy, target) + SLACK)


@kernel
def shuns(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
          other: int) -> bool:
    """LGG-8.5-e Does a slide within 6" of another enemy never go nearer to it?"""
    here, grain = gap_at(battle, unit, x, y, fx, fy, other), grain_of(mx, my)
    at_once = gap_at(battle, unit, x + mx * grain, y + my * grain, fx, fy, other)
    if at_once <= battle.zone + NEAR and at_once < here - SLACK:
        return False
    after = gap_at(battle, unit, x + mx, y + my, fx, fy, other)
    return after > battle.zone + NEAR or after >= here - SLACK


@kernel
def goes_away(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
              target: int) -> bool:
    """LGG-8.5-e Straight back from the target, and not nearer to any other unlocked enemy within 6"."""
    grain = grain_of(mx, my)
    grown = (gap_at(battle, unit, x + mx * grain, y + my * grain, fx, fy, target)
             - gap_at(battle, unit, x, y, fx, fy, target))
    if grown < SLOPE * length(mx, my) * grain - SLACK:
        return False
    foe = 1 - side_of(unit)
    around = near_units(battle, foe, unit, x, y, battle.zone + ZONE_STEP)
    while around != 0:
        other = first_of(foe) + lowest_bit(around)
        around &= around - 1
        if other != target and projects(battle, other) and not shuns(battle, unit, x, y, fx, fy, mx, my, other):
            return False
    return True


@kernel
def reread(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, target: int) -> int:
    """LGG-8.5-c The zone target after a step: another enemy takes its place if it is to the front and nearer."""
    best, best_gap = target, gap_at(battle, unit, x, y, fx, fy, target)
    foe = 1 - side_of(unit)
    around = near_units(battle, foe, unit, x, y, battle.zone)
    while around != 0:
        other = first_of(foe) + lowest_bit(around)
        around &= around - 1
        if other != target and projects(battle, other):
            gap = gap_at(battle, unit, x, y, fx, fy, other)
            if gap < best_gap - SLACK and gap <= battle.zone and ahead_at(battle, unit, x, y, fx, fy, other):
                best, best_gap = other, gap
    return best


@kernel
def free_of_zones(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> bool:
    """LGG-8.5-f Is a pose more than 6" from every unlocked enemy?"""
    foe = 1 - side_of(unit)
    around = near_units(battle, foe, unit, x, y, battle.zone)
    while around != 0:
        other = first_of(foe) + lowest_bit(around)
        around &= around - 1
        if projects(battle, other) and gap_at(battle, unit, x, y, fx, fy, other) <= battle.zone + NEAR:
            return False
    return True


@kernel
def free_here(battle: Battle, unit: int) -> bool:
    """LGG-8.5-f Like ``free_of_zones`` where a unit stands: the table of distances tells. Written without a choice in
    it for the compiler's sake."""
    foe, inside = 1 - side_of(unit), 0
    for other in range(first_of(foe), end_of(battle, foe)):
        near = int(enemy_gap(battle, unit, other) <= battle.zone + NEAR) & int(battle.status[other] == Status.BOARD)
        inside |= near & int(battle.combat[other] == NOBODY)
    return inside == 0


@kernel
def allowed_here(battle: Battle, unit: int, target: int) -> bool:
    """LGG-8.5-j Like ``target_allowed`` where a unit stands: the table of distances tells."""
    gap, foe = enemy_gap(battle, unit, target), 1 - side_of(unit)
    if gap > battle.zone + NEAR:
        return False
    x, y, fx, fy = battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit]
    for other in range(first_of(foe), end_of(battle, foe)):
        nearer = enemy_gap(battle, unit, other) < gap - PREFERRED - NEAR and other != target
        if nearer and projects(battle, other) and ahead_at(battle, unit, x, y, fx, fy, other):
            return False
    return True


@kernel
def target_allowed(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, target: int) -> bool:
    """LGG-8.5-j The declared target is within 6", and no unlocked enemy to the front is more than 1" nearer."""
    gap = gap_at(battle, unit, x, y, fx, fy, target)
    if gap > battle.zone + NEAR:
        return False
    foe = 1 - side_of(unit)
    around = near_units(battle, foe, unit, x, y, max(gap - PREFERRED, 0.0))
    while around != 0:
        other = first_of(foe) + lowest_bit(around)
        around &= around - 1
        if other != target and projects(battle, other):
            near = gap_at(battle, unit, x, y, fx, fy, other) < gap - PREFERRED - NEAR
            if near and ahead_at(battle, unit, x, y, fx, fy, other):
                return False
    return True


@kernel
def all_toward(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
               target: int, steps: int) -> bool:
    """LGG-8.5-d A whole slide toward one target: along a straight line the distance from a base is convex, so it grows
    most on the last step."""
    done = (steps - 1.0) / steps
    return goes_toward(battle, unit, x + mx * done, y + my * done, fx, fy, mx / steps, my / steps, target)


@kernel
def sure_way(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, target: int, most: float) -> float:
    """LGG-8.5-c How far, up to ``most``, a base may slide before it can come within 6" of another enemy, or one that is
    within 6" be nearer than its zone target: no distance changes by more than the slide."""
    far, here = most, gap_at(battle, unit, x, y, fx, fy, target)
    foe = 1 - side_of(unit)
    around = near_units(battle, foe, unit, x, y, battle.zone + most)
    while around != 0:
        other = first_of(foe) + lowest_bit(around)
        around &= around - 1
        if other != target and projects(battle, other):
            gap = gap_at(battle, unit, x, y, fx, fy, other)
            far = min(far, gap - battle.zone if gap > battle.zone else (gap - here) / 2.0)
    return min(most, max(far, FELT_STEP))


@kernel
def zone_leg(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float, target: int,
             declared: bool) -> int:
    """LGG-8.5-b to e A slide that begins inside a zone, as far at a time as its target is sure: the target at its end,
    -1 if it has left all zones, -2 if it breaks the rule."""
    left = length(mx, my)
    if declared:
        steps = int(left / ZONE_STEP) + 1
        return target if all_toward(battle, unit, x, y, fx, fy, mx, my, target, steps) else -2
    ux, uy = mx / left, my / left
    while left > NEAR:
        size = sure_way(battle, unit, x, y, fx, fy, target, left)
        dx, dy = ux * size, uy * size
        if not (goes_toward(battle, unit, x, y, fx, fy, dx, dy, target)
                or goes_away(battle, unit, x, y, fx, fy, dx, dy, target)):
            return -2
        x, y, left = x + dx, y + dy, left - size
        target = reread(battle, unit, x, y, fx, fy, target)
    return NOBODY if free_of_zones(battle, unit, x, y, fx, fy) else target
