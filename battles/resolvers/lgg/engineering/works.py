"""Engineering (REC-7, EA1 to EA6, HR-T4): what an engineer may attempt, the attempt, and what it changes on the field.

The command ``engineer`` has the work in ``cmd_arg`` (a number of ``WORK_KEYS``) and a piece of terrain, or -1 for the
first that will do, in ``cmd_target``. Field works and tracks are laid in the direction in which the engineer faces.
"""

from battles.resolvers.common.codes import Type
from battles.resolvers.core.dice import MORALE_STREAM
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.activation import activate, verify_open, verify_price
from battles.resolvers.lgg.command.morale import lose_bridge
from battles.resolvers.lgg.command.radius import standing_price
from battles.resolvers.lgg.engineering.sites import (
    NO_SITE,
    near_enemy_line,
    site_of,
    slot_of_train,
    track_end,
    train_for,
    train_place,
    work_line,
)
from battles.resolvers.lgg.plane.pieces import foot_of, lay_line
from battles.resolvers.lgg.plane.space import ground_changed, place, side_of
from battles.resolvers.lgg.record.codes import NOBODY, Activity, Cover, Piece, Status, Work
from battles.resolvers.lgg.record.journal import (
    Die,
    Event,
    Number,
    log_event,
    log_here,
    log_number,
    log_pose,
    log_rule,
    throw,
)
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.setup import set_kind, set_status
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import STEP_WORKED, ask_about_dice, face_that_counts

NOT_AN_ENGINEER = code_of("REC-7")
FIRST_NEED = code_of("EA1")
BY_ENGINEERS = code_of("REC-7")
HALF_BRIDGE = 2.0
"""EA1 Half the length of a pontoon bridge."""
TRACK_WIDTH = 2.0


@kernel
def verify_engineer(battle: Battle) -> int:
    """REC-7 May the engineer of the command attempt its work? 0 or the rule that forbids it."""
    unit, work = battle.cmd_unit, battle.cmd_arg
    code = verify_open(battle, unit, Activity.ENGINEER)
    if code != 0:
        return code
    if battle.type[unit] != Type.ENGINEER or work < Work.EA1 or work > Work.DISMANTLE:
        return NOT_AN_ENGINEER
    if work != Work.EA2 and near_enemy_line(battle, unit):
        return NOT_AN_ENGINEER
    if site_of(battle, unit, work, battle.cmd_target) == NO_SITE:
        return FIRST_NEED + (0 if work == Work.DISMANTLE else work - Work.EA1)
    return verify_price(battle, standing_price(battle, unit))


@kernel
def log_piece(battle: Battle, piece: int, kind: int, removed: bool) -> None:
    """REC-7 Write a piece that was made, restored or taken away into the last event."""
    log_number(battle, Number.REMOVED if removed else Number.PIECE, piece)
    log_number(battle, Number.KIND, kind)
    log_number(battle, Number.WIDTH, int(battle.piece_width[piece] * 100.0 + 0.5))
    for corner in range(2):
        log_pose(battle, battle.piece_at[piece, corner, 0], battle.piece_at[piece, corner, 1], 0.0, 1.0)


@kernel
def lay_field_work(battle: Battle, side: int, ax: float, ay: float, bx: float, by: float) -> None:
    """EA4 A work: an obstacle that is hard cover and halts the enemy, not those who built it."""
    piece = lay_line(battle, Piece.OBSTACLE, ax, ay, bx, by)
    battle.piece_halt[piece], battle.piece_cover[piece], battle.piece_side[piece] = 1, Cover.HARD, side
    log_piece(battle, piece, Piece.OBSTACLE, False)


@kernel
def lay_pontoons(battle: Battle, unit: int, river: int) -> None:
    """EA1 The train becomes a bridge over the river where it stands; it is no base on the table any more."""
    train = train_for(battle, unit, river)
    px, py, ux, uy = foot_of(battle, river, battle.x[train], battle.y[train])
    piece = lay_line(battle, Piece.BRIDGE, px + uy * HALF_BRIDGE, py - ux * HALF_BRIDGE, px - uy * HALF_BRIDGE,
                     py + ux * HALF_BRIDGE)
    battle.piece_width[piece], battle.piece_train[piece] = battle.work_size[Work.EA1], battle.roll[train]
    log_piece(battle, piece, Piece.BRIDGE, False)
    log_number(battle, Number.TRAIN, battle.roll[train])
    set_status(battle, train, Status.AS_BRIDGE)


@kernel
def demolish(battle: Battle, piece: int) -> None:
    """EA2 The bridge is gone; the train that lay there as a bridge is broken."""
    set_kind(battle, piece, Piece.BROKEN_BRIDGE)
    log_piece(battle, piece, Piece.BRIDGE, True)
    train = slot_of_train(battle, piece)
    if train != NOBODY:
        lose_bridge(battle, train)


@kernel
def take_up(battle: Battle, unit: int, piece: int) -> None:
    """EA1 The pontoon bridge is taken up; its train stands by the engineer, closed for the round."""
    train = slot_of_train(battle, piece)
    _, x, y = train_place(battle, unit, piece)
    set_kind(battle, piece, Piece.GONE)
    battle.piece_train[piece] = NOBODY
    log_piece(battle, piece, Piece.BRIDGE, True)
    set_status(battle, train, Status.BOARD)
    place(battle, train, x, y, battle.fx[unit], battle.fy[unit])
    battle.closed[train] = 1
    log_event(battle, Event.ARRIVE, side=side_of(train), unit=battle.roll[train], leader=NOBODY)
    log_here(battle, train)
    log_rule(battle, BY_ENGINEERS)


@kernel
def cut_gap(battle: Battle, unit: int, line: int) -> None:
    """EA5 A gap in an obstacle, its middle at the point nearest to the engineer."""
    px, py, ux, uy = foot_of(battle, line, battle.x[unit], battle.y[unit])
    half = battle.work_size[Work.EA5] / 2.0
    piece = lay_line(battle, Piece.GAP, px - half * ux, py - half * uy, px + half * ux, py + half * uy)
    battle.piece_line[piece], battle.piece_width[piece] = line, battle.work_size[Work.EA5]
    log_piece(battle, piece, Piece.GAP, False)


@kernel
def lay_track(battle: Battle, unit: int) -> None:
    """EA6 A road straight ahead of the engineer through rough ground."""
    x, y, far = battle.x[unit], battle.y[unit], track_end(battle, unit)
    piece = lay_line(battle, Piece.ROAD, x, y, x + far * battle.fx[unit], y + far * battle.fy[unit])
    battle.piece_width[piece] = TRACK_WIDTH
    log_piece(battle, piece, Piece.ROAD, False)


@kernel
def finish_work(battle: Battle, unit: int, work: int, site: int) -> None:
    """REC-7 The work is finished: the field changes."""
    if work == Work.EA1:
        lay_pontoons(battle, unit, site)
    elif work == Work.EA2:
        demolish(battle, site)
    elif work == Work.EA3:
        set_kind(battle, site, Piece.BRIDGE)
        log_piece(battle, site, Piece.BRIDGE, False)
    elif work == Work.EA4:
        ax, ay, bx, by = work_line(battle, unit)
        lay_field_work(battle, side_of(unit), ax, ay, bx, by)
    elif work == Work.EA5:
        cut_gap(battle, unit, site)
    elif work == Work.EA6:
        lay_track(battle, unit)
    else:
        take_up(battle, unit, site)
    ground_changed(battle)


@kernel
def begin_work(battle: Battle, unit: int, work: int, site: int) -> None:
    """REC-7 Take a work in hand; successes at another work, or elsewhere, are lost."""
    if battle.work[unit] != work or battle.work_at[unit] != site:
        battle.work[unit], battle.work_at[unit], battle.successes[unit] = work, site, 0


@kernel
def settle_work(battle: Battle, unit: int, face: int) -> None:
    """REC-7 The die of an attempt counts: Morale or less is a success, and the last success finishes the work."""
    work, site = battle.work[unit], battle.work_at[unit]
    passed = face <= battle.morale[unit]
    battle.successes[unit] += int(passed)
    done = battle.successes[unit]
    log_event(battle, Event.ENGINEER, side=side_of(unit), unit=battle.roll[unit], work=work, passed=int(passed),
              successes=done, at=site)
    if done >= battle.work_needs[work]:
        battle.work[unit], battle.successes[unit] = NOBODY, 0
        finish_work(battle, unit, work, site)


@kernel
def do_engineer(battle: Battle) -> None:
    """REC-7 Pay for an attempt at a work and throw for it."""
    unit, work = battle.cmd_unit, battle.cmd_arg
    site = site_of(battle, unit, work, battle.cmd_target)
    activate(battle, unit, Activity.ENGINEER, standing_price(battle, unit))
    begin_work(battle, unit, work, site)
    throw(battle, MORALE_STREAM, 10, Die.ENGINEER)
    if not ask_about_dice(battle, side_of(unit), STEP_WORKED, unit, 0, 0):
        settle_work(battle, unit, face_that_counts(battle, Die.ENGINEER))
