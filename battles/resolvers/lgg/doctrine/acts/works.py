"""The general's engineers (AI-20): a bridge for an attack, works on Hold, bridges down on Delay.

``plan_works`` says once a turn where engineers and trains are wanted; ``consider_works`` offers attempts.
"""

from battles.resolvers.common.codes import Arm, Type
from battles.resolvers.core.geometry import length
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.radius import FORBIDDEN, standing_price
from battles.resolvers.lgg.day.fortify import best_to_cover, worth_of_work
from battles.resolvers.lgg.doctrine.sees.choice import beats, offer, order
from battles.resolvers.lgg.doctrine.sees.posture import DELAY_POSTURE, HOLD_POSTURE
from battles.resolvers.lgg.engineering.sites import NO_SITE, site_of, work_line
from battles.resolvers.lgg.engineering.works import verify_engineer
from battles.resolvers.lgg.fighting.value import unit_value
from battles.resolvers.lgg.plane.pieces import foot_of, line_gap
from battles.resolvers.lgg.plane.space import end_of, first_of, on_board
from battles.resolvers.lgg.plane.terrain import crosses_line
from battles.resolvers.lgg.record.codes import NOBODY, Command, Piece, Work
from battles.resolvers.lgg.record.doctrine_numbers import WORK, WORK_BRIDGE_RHO, WORK_MARCH
from battles.resolvers.lgg.record.state import Battle

NO_WORK = 0
BRIDGED = 12.0
"""A river with a bridge as near as this to the army's way needs no other."""
BESIDE = 0.1
TRAIN_ASIDE = 2.0
BREAK_REACH = 40.0


@kernel
def middle(battle: Battle, side: int) -> tuple[float, float, int]:
    """AI-20 The middle of a side's infantry and cavalry, and their number."""
    x, y, n = 0.0, 0.0, 0
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit) and battle.arm[unit] in (Arm.FOOT, Arm.CAV):
            x, y, n = x + battle.x[unit], y + battle.y[unit], n + 1
    return (x / n, y / n, n) if n > 0 else (battle.width / 2.0, battle.depth / 2.0, 0)


@kernel
def bridge_near(battle: Battle, x: float, y: float) -> bool:
    """AI-20 Is there a bridge near a point already?"""
    for piece in range(battle.pieces):
        if battle.piece_kind[piece] == Piece.BRIDGE and line_gap(battle, piece, x, y) <= BRIDGED:
            return True
    return False


@kernel
def river_ahead(battle: Battle, side: int) -> int:
    """AI-20 The modest river without a bridge between the two armies, or -1."""
    x, y, own = middle(battle, side)
    tx, ty, foes = middle(battle, 1 - side)
    for piece in range(battle.pieces):
        modest = battle.piece_kind[piece] == Piece.OBSTACLE and battle.piece_river[piece] == 1
        if modest and battle.piece_impassable[piece] == 0 and own > 0 and foes > 0:
            px, py, _, _ = foot_of(battle, piece, x, y)
            if crosses_line(battle, piece, x, y, tx - x, ty - y) and not bridge_near(battle, px, py):
                return piece
    return NOBODY


@kernel
def wants_bridge(battle: Battle, side: int) -> bool:
    """AI-20 Does the side attack, strong enough to bring more over a river?"""
    return battle.posture[side] < HOLD_POSTURE and battle.posture_rho[side] >= battle.general[WORK_BRIDGE_RHO]


@kernel
def friend_beyond(battle: Battle, side: int, y: float) -> bool:
    """AI-20 Is own infantry or cavalry nearer to the enemy than a bridge at this depth of the table?"""
    _, ty, _ = middle(battle, 1 - side)
    for unit in range(first_of(side), end_of(battle, side)):
        fights = on_board(battle, unit) and battle.arm[unit] in (Arm.FOOT, Arm.CAV)
        if fights and abs(ty - battle.y[unit]) < abs(ty - y):
            return True
    return False


@kernel
def bridge_to_break(battle: Battle, side: int, unit: int) -> int:
    """AI-20 The nearest bridge between the side and the enemy that a delaying side can do without, or -1."""
    best, far = NOBODY, BREAK_REACH
    for piece in range(battle.pieces):
        gap = line_gap(battle, piece, battle.x[unit], battle.y[unit])
        y = (battle.piece_at[piece, 0, 1] + battle.piece_at[piece, 1, 1]) / 2.0
        if battle.piece_kind[piece] == Piece.BRIDGE and gap < far and not friend_beyond(battle, side, y):
            best, far = piece, gap
    return best


@kernel
def shelters(battle: Battle, side: int, unit: int) -> bool:
    """AI-20 Would a work here shelter anybody besides the engineer himself?"""
    ax, ay, bx, by = work_line(battle, unit)
    return worth_of_work(battle, side, ax, ay, bx, by) > unit_value(battle, unit)


@kernel
def useful_work(battle: Battle, side: int, unit: int) -> int:
    """AI-20 The work that an engineer should attempt where he stands, or NO_WORK; a work begun is finished first."""
    if battle.work[unit] != NOBODY:
        return battle.work[unit]
    posture = battle.posture[side]
    if posture == HOLD_POSTURE and site_of(battle, unit, Work.EA4, NOBODY) != NO_SITE and shelters(battle, side, unit):
        return Work.EA4
    if posture == DELAY_POSTURE and bridge_to_break(battle, side, unit) != NOBODY:
        return Work.EA2 if site_of(battle, unit, Work.EA2, bridge_to_break(battle, side, unit)) != NO_SITE else NO_WORK
    if posture < HOLD_POSTURE and site_of(battle, unit, Work.EA3, NOBODY) != NO_SITE:
        return Work.EA3
    if wants_bridge(battle, side) and river_ahead(battle, side) != NOBODY:
        return Work.EA1 if site_of(battle, unit, Work.EA1, NOBODY) != NO_SITE else NO_WORK
    return NO_WORK


@kernel
def consider_work(battle: Battle, side: int, unit: int) -> None:
    """AI-20 Offer an attempt of one engineer unit."""
    price = standing_price(battle, unit)
    if price == FORBIDDEN:
        return
    score = battle.general[WORK] * battle.morale[unit] / 10.0 / price
    if not beats(battle, side, score):
        return
    work = useful_work(battle, side, unit)
    if work != NO_WORK:
        order(battle, Command.ENGINEER, unit, battle.work_at[unit] if battle.work[unit] != NOBODY else NOBODY)
        battle.cmd_arg = work
        if verify_engineer(battle) == 0:
            offer(battle, side, score)


@kernel
def consider_works(battle: Battle, side: int) -> None:
    """AI-20 Offer attempts of all engineers of a side."""
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.type[unit] == Type.ENGINEER and on_board(battle, unit) and battle.closed[unit] == 0:
            consider_work(battle, side, unit)


@kernel
def want_at(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> None:
    """AI-20 Say where a unit is wanted for a work."""
    battle.want[unit, 0], battle.want[unit, 1], battle.want[unit, 2], battle.want[unit, 3] = x, y, fx, fy
    far = length(x - battle.x[unit], y - battle.y[unit])
    battle.want_rate[unit] = battle.general[WORK_MARCH] if far > BESIDE else 0.0
    battle.duty_stale[unit] = 1


@kernel
def want_by_river(battle: Battle, side: int, unit: int, aside: float) -> None:
    """AI-20 Bring an engineer or a train to the river that is to be bridged, ``aside`` from the army's way."""
    river = river_ahead(battle, side)
    if river == NOBODY:
        return
    x, y, _ = middle(battle, side)
    tx, ty, _ = middle(battle, 1 - side)
    px, py, ux, uy = foot_of(battle, river, x, y)
    nx, ny = (-uy, ux) if (tx - x) * -uy + (ty - y) * ux > 0.0 else (uy, -ux)
    d = battle.half_depth[unit]
    want_at(battle, unit, px + aside * ux - d * nx, py + aside * uy - d * ny, nx, ny)


@kernel
def want_in_line(battle: Battle, side: int, unit: int) -> None:
    """AI-20 On Hold an engineer goes beside the unit that has most need of a work, level with its front."""
    friend = best_to_cover(battle, side)
    if friend in (NOBODY, unit):
        return
    fx, fy = battle.fx[friend], battle.fy[friend]
    across = battle.half_width[friend] + battle.half_width[unit] + BESIDE
    back = battle.half_depth[friend] - battle.half_depth[unit]
    if (battle.x[unit] - battle.x[friend]) * fy - (battle.y[unit] - battle.y[friend]) * fx < 0.0:
        across = -across
    x, y = battle.x[friend] + across * fy + back * fx, battle.y[friend] - across * fx + back * fy
    want_at(battle, unit, x, y, fx, fy)


@kernel
def want_at_bridge(battle: Battle, side: int, unit: int) -> None:
    """AI-20 On Delay an engineer goes to the own end of a bridge that is to be broken."""
    piece = bridge_to_break(battle, side, unit)
    if piece == NOBODY:
        return
    _, ty, _ = middle(battle, 1 - side)
    at = battle.piece_at[piece]
    near = 0 if abs(ty - at[0, 1]) > abs(ty - at[1, 1]) else 1
    size = max(length(at[1, 0] - at[0, 0], at[1, 1] - at[0, 1]), BESIDE)
    fx, fy = (at[1 - near, 0] - at[near, 0]) / size, (at[1 - near, 1] - at[near, 1]) / size
    d = battle.half_depth[unit]
    want_at(battle, unit, at[near, 0] - d * fx, at[near, 1] - d * fy, fx, fy)


@kernel
def plan_works(battle: Battle, side: int) -> None:
    """AI-20 Where engineers and pontoon trains are wanted this turn; who has work in hand stays."""
    trains = 0
    for unit in range(first_of(side), end_of(battle, side)):
        if not on_board(battle, unit) or battle.type[unit] not in (Type.ENGINEER, Type.PONTOON):
            continue
        if wants_bridge(battle, side):
            want_by_river(battle, side, unit, TRAIN_ASIDE * trains)
            trains += 1
        elif battle.type[unit] == Type.ENGINEER and useful_work(battle, side, unit) != NO_WORK:
            want_at(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])
        elif battle.type[unit] == Type.ENGINEER and battle.posture[side] == HOLD_POSTURE:
            want_in_line(battle, side, unit)
        elif battle.type[unit] == Type.ENGINEER and battle.posture[side] == DELAY_POSTURE:
            want_at_bridge(battle, side, unit)
