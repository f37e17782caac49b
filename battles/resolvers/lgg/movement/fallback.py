"""Going back from a combat and taking the ground of a routed enemy (LGG-10.0-h, 10.2)."""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import CONTACT, crossing, length, rounded, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.commanders import begin_sweep, end_sweep, sweep
from battles.resolvers.lgg.command.morale import call_check, rout
from battles.resolvers.lgg.movement.paths import crosses_closed, rough_leg
from battles.resolvers.lgg.plane.footing import block_at, holder_of
from battles.resolvers.lgg.plane.laps import OVERLAP, anybody_at, lap_now, room_at
from battles.resolvers.lgg.plane.pieces import clear_of_path
from battles.resolvers.lgg.plane.space import (
    beyond,
    end_of,
    first_of,
    gap_at,
    gap_between,
    on_board,
    on_table,
    place,
    side_of,
)
from battles.resolvers.lgg.plane.terrain import (
    block_centre,
    block_edge,
    enters_rough,
    ground_allows,
    meets_closed,
    path_in_rough,
    path_through_foes,
    road_opens_rough,
    rough_ground,
    way_open,
)
from battles.resolvers.lgg.record.codes import NOBODY, Cause, Piece, Status
from battles.resolvers.lgg.record.journal import Event, log_event, log_here, log_pose
from battles.resolvers.lgg.record.state import Battle

STEP_BACK = 3.0
FARTHEST = 18.0
STEP = 0.5
ANGLES = 7
THIRDS = 40
COSINES = (1.0, 0.9659258263, 0.9659258263, 0.8660254038, 0.8660254038, 0.7071067812, 0.7071067812)
SINES = (0.0, 0.2588190451, -0.2588190451, 0.5, -0.5, 0.7071067812, -0.7071067812)
"""The fan of LGG-10.2-d: 0, +15, -15, +30, -30, +45, -45 degrees, clockwise positive."""
FREE, FRIEND, SHUT = 0, 1, 2
"""A place to fall back to is free, taken by friends (go on), or shut (next angle)."""


@kernel
def fan(dx: float, dy: float, angle: int) -> tuple[float, float]:
    """LGG-10.2-d A direction turned by one step of the fan."""
    c, s = COSINES[angle], SINES[angle]
    return dx * c + dy * s, dy * c - dx * s


@kernel
def way_back(battle: Battle, fight: int, unit: int) -> tuple[float, float]:
    """LGG-10.2-d Attackers go straight back against their facing, a defender away from the mean of its attackers'."""
    if battle.fight_defender[fight] != unit:
        return -battle.fx[unit], -battle.fy[unit]
    one, two = battle.fight_attackers[fight, 0], battle.fight_attackers[fight, 1]
    dx, dy = battle.fx[one], battle.fy[one]
    if two != NOBODY:
        dx, dy = dx + battle.fx[two], dy + battle.fy[two]
    if dx * dx + dy * dy < 1e-6:
        return -battle.fx[unit], -battle.fy[unit]
    return unit_vector(dx, dy)


@kernel
def leaves(battle: Battle, fight: int, unit: int, other: int) -> bool:
    """LGG-10.2-d Is ``other`` an enemy that the unit leaves?"""
    if battle.fight_defender[fight] == unit:
        return other == battle.fight_attackers[fight, 0] or other == battle.fight_attackers[fight, 1]
    return other == battle.fight_defender[fight]


@kernel
def gap_on_way(battle: Battle, unit: int, mx: float, my: float, other: int) -> float:
    """LGG-2.0-h The least distance from a base while the unit slides by (mx, my); along a straight way it is convex."""
    x, y, fx, fy, low, high = battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit], 0.0, 1.0
    for _ in range(THIRDS):
        one, two = low + (high - low) / 3.0, high - (high - low) / 3.0
        near = gap_at(battle, unit, x + mx * one, y + my * one, fx, fy, other)
        if near <= gap_at(battle, unit, x + mx * two, y + my * two, fx, fy, other):
            high = two
        else:
            low = one
    return gap_at(battle, unit, x + mx * low, y + my * low, fx, fy, other)


@kernel
def foe_in_way(battle: Battle, fight: int, unit: int, mx: float, my: float) -> bool:
    """LGG-10.2-a Would going back by (mx, my) run into an enemy, or touch one that the unit does not leave?"""
    foe, x, y, half = 1 - side_of(unit), battle.x[unit], battle.y[unit], length(mx, my) / 2.0
    for other in range(first_of(foe), end_of(battle, foe)):
        far = beyond(battle, unit, x + mx / 2.0, y + my / 2.0, other, half + 2.0 * CONTACT)
        if far or not on_board(battle, other):
            continue
        room = room_at(battle, unit, x, y, battle.fx[unit], battle.fy[unit], mx, my, other)
        near = gap_between(battle, unit, other) <= CONTACT
        over = room < -OVERLAP and room < lap_now(battle, unit, other) - OVERLAP
        heeded = room <= CONTACT and not near and not leaves(battle, fight, unit, other)
        if over or (heeded and gap_on_way(battle, unit, mx, my, other) <= CONTACT):
            return True
    return False


@kernel
def crosses_off_bridge(battle: Battle, piece: int, x: float, y: float, mx: float, my: float) -> bool:
    """LGG-3.0-n Does the middle of a base cross a line of terrain where no bridge takes it over?"""
    at = battle.piece_at[piece]
    for i in range(battle.piece_n[piece] - 1):
        share = crossing(x, y, x + mx, y + my, at[i, 0], at[i, 1], at[i + 1, 0], at[i + 1, 1])
        if share >= 0.0 and not way_open(battle, piece, x + mx * share, y + my * share):
            return True
    return False


@kernel
def closed_way(battle: Battle, unit: int, mx: float, my: float) -> bool:
    """LGG-10.2-a, 3.0-e, n Would the base go with its middle over closed ground, or end astride of a closed line?"""
    x, y, fx, fy = battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit]
    if not enters_rough(battle, unit) and path_in_rough(battle, x, y, mx, my, road_opens_rough(battle, unit)):
        return True
    for piece in range(battle.pieces):
        shut = battle.piece_kind[piece] == Piece.OBSTACLE and battle.piece_impassable[piece] == 1
        if shut and not clear_of_path(battle, piece, x, y, mx, my, battle.span[unit]):
            if crosses_off_bridge(battle, piece, x, y, mx, my):
                return True
            if meets_closed(battle, unit, x + mx, y + my, fx, fy, 0.0, 0.0, piece):
                return True
    return False


@kernel
def way_shut(battle: Battle, fight: int, unit: int, mx: float, my: float) -> bool:
    """LGG-10.2-a, d Is the way by (mx, my) shut by an enemy, impassable ground or the table's edge?"""
    x, y, fx, fy = battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit]
    if not on_table(battle, unit, x + mx, y + my, fx, fy) or foe_in_way(battle, fight, unit, mx, my):
        return True
    if battle.pieces == 0:
        return False
    if closed_way(battle, unit, mx, my) or path_through_foes(battle, unit, x, y, mx, my):
        return True
    return rough_ground(battle, unit, x + mx, y + my, fx, fy) != 0


@kernel
def squared_facing(battle: Battle, piece: int, fx: float, fy: float) -> tuple[float, float]:
    """LGG-3.0-k Of the four facings squared to a block the one nearest to (fx, fy)."""
    ex, ey = block_edge(battle, piece)
    along, across = fx * ex + fy * ey, -fx * ey + fy * ex
    if abs(along) >= abs(across):
        return (ex, ey) if along > 0.0 else (-ex, -ey)
    return (-ey, ex) if across > 0.0 else (ey, -ex)


@kernel
def landing(battle: Battle, unit: int, x: float, y: float) -> tuple[float, float, float, float]:
    """LGG-3.0-k, 10.2-e The pose of a unit that ends at a point: infantry on an empty block is centred and squared."""
    fx, fy = battle.fx[unit], battle.fy[unit]
    if battle.arm[unit] == Arm.FOOT:
        piece = block_at(battle, unit, x, y, fx, fy)
        if piece != NOBODY and holder_of(battle, piece, unit) == NOBODY:
            cx, cy = block_centre(battle, piece)
            sx, sy = squared_facing(battle, piece, fx, fy)
            return rounded(cx), rounded(cy), sx, sy
    return rounded(x), rounded(y), fx, fy


@kernel
def place_state(battle: Battle, fight: int, unit: int, mx: float, my: float) -> int:
    """LGG-10.2-b, d, e Is the place (mx, my) away free, taken by friends or a block, or shut?"""
    if way_shut(battle, fight, unit, mx, my):
        return SHUT
    x, y, fx, fy = landing(battle, unit, battle.x[unit] + mx, battle.y[unit] + my)
    if anybody_at(battle, unit, x, y, fx, fy) != NOBODY:
        return FRIEND
    return FREE if ground_allows(battle, unit, x, y, fx, fy, True) == 0 else FRIEND


@kernel
def room_back(battle: Battle, fight: int, unit: int, dx: float, dy: float) -> float:
    """LGG-10.2-b, d How far the unit goes back in one direction, 3" to 18"; 0 if that way is shut."""
    gone = STEP_BACK
    while gone <= FARTHEST:
        state = place_state(battle, fight, unit, dx * gone, dy * gone)
        if state == FREE:
            return gone
        if state == SHUT:
            return 0.0
        gone += STEP
    return 0.0


@kernel
def short_room(battle: Battle, fight: int, unit: int, dx: float, dy: float) -> float:
    """LGG-10.2-f How far, under 3", a victor can go back in one direction."""
    gone = STEP_BACK - STEP
    while gone > 0.0:
        if place_state(battle, fight, unit, dx * gone, dy * gone) == FREE:
            return gone
        gone -= STEP
    return 0.0


@kernel
def go_back(battle: Battle, unit: int, mx: float, my: float) -> None:
    """LGG-10.2-b, c The unit goes; rough ground or an obstacle on the way costs one check after arriving."""
    x, y, fx, fy = battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit]
    nx, ny, nfx, nfy = landing(battle, unit, x + mx, y + my)
    log_event(battle, Event.FALLBACK, side=side_of(unit), unit=battle.roll[unit])
    log_pose(battle, x, y, fx, fy)
    log_pose(battle, nx, ny, nfx, nfy)
    battle.route[0, 0], battle.route[0, 1], battle.route[1, 0], battle.route[1, 1] = x, y, nx, ny
    hard = battle.pieces > 0 and (rough_leg(battle, 0) or crosses_closed(battle, 0))
    place(battle, unit, nx, ny, nfx, nfy)
    begin_sweep(battle)
    sweep(battle, unit, x, y, fx, fy, nx - x, ny - y)
    end_sweep(battle, unit)
    if hard:
        call_check(battle, unit, Cause.FALLBACK)


@kernel
def back_a_little(battle: Battle, fight: int, unit: int, dx: float, dy: float) -> None:
    """LGG-10.2-f A victor hemmed in goes back as far as the fan allows; without any room it stays, unlocked."""
    best, bx, by = 0.0, 0.0, 0.0
    for angle in range(ANGLES):
        ax, ay = fan(dx, dy, angle)
        gone = short_room(battle, fight, unit, ax, ay)
        if gone > best:
            best, bx, by = gone, ax * gone, ay * gone
    if best > 0.0:
        go_back(battle, unit, bx, by)


@kernel
def fall_back(battle: Battle, fight: int, unit: int, lost: bool) -> None:
    """LGG-10.2-a, d, f Back by 3" along the fan; a beaten unit without a way routs, a victor goes as far as it can."""
    dx, dy = way_back(battle, fight, unit)
    for angle in range(ANGLES):
        ax, ay = fan(dx, dy, angle)
        gone = room_back(battle, fight, unit, ax, ay)
        if gone > 0.0:
            go_back(battle, unit, ax * gone, ay * gone)
            return
    if lost:
        rout(battle, unit, Cause.BLOCKED)
    else:
        back_a_little(battle, fight, unit, dx, dy)


@kernel
def occupied_pose(battle: Battle, fight: int, unit: int) -> tuple[float, float, float, float]:
    """LGG-10.0-h Centre to centre, same facing; a base in a town block is squared to it."""
    fallen = battle.fight_defender[fight]
    return landing(battle, unit, battle.x[fallen], battle.y[fallen])


@kernel
def can_occupy(battle: Battle, fight: int, unit: int) -> bool:
    """LGG-10.0-d, h Does the attacker's base fit on the ground of the routed defender?"""
    if battle.status[unit] != Status.BOARD or battle.status[battle.fight_defender[fight]] == Status.BOARD:
        return False
    x, y, fx, fy = occupied_pose(battle, fight, unit)
    return (anybody_at(battle, unit, x, y, fx, fy) == NOBODY
            and ground_allows(battle, unit, x, y, fx, fy, True) == 0)


@kernel
def do_occupy(battle: Battle, fight: int, unit: int) -> None:
    """LGG-10.0-h The attacker takes the ground: no check, no zone."""
    x, y, fx, fy = battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit]
    nx, ny, nfx, nfy = occupied_pose(battle, fight, unit)
    place(battle, unit, nx, ny, nfx, nfy)
    log_event(battle, Event.OCCUPY, side=side_of(unit), unit=battle.roll[unit])
    log_here(battle, unit)
    begin_sweep(battle)
    sweep(battle, unit, x, y, fx, fy, nx - x, ny - y)
    end_sweep(battle, unit)
