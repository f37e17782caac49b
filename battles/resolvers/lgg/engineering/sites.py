"""Places for engineers' works (REC-7): what each work needs of the ground, and where its piece of terrain would lie."""

from battles.resolvers.common.codes import Arm, Type
from battles.resolvers.core.geometry import LAP, NEAR, base_gap, length, point_to_segment, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.plane.footing import CLOSE_BEHIND, block_at, in_rough, piece_share
from battles.resolvers.lgg.plane.laps import OVERLAP, anybody_at
from battles.resolvers.lgg.plane.pieces import bridge_at, line_near, near_piece, room_for_piece
from battles.resolvers.lgg.plane.space import end_of, first_of, gap_between, locked, on_board, side_of
from battles.resolvers.lgg.plane.terrain import FLUSH, ground_allows, in_piece, segment_room
from battles.resolvers.lgg.record.codes import NOBODY, Piece, Work
from battles.resolvers.lgg.record.state import Battle

NO_SITE = -2
ANYWHERE = -1
TRACK_STEP = 0.25
TRAIN_STEP = 0.5
TRAIN_RINGS = 12


@kernel
def near_enemy_line(battle: Battle, unit: int) -> bool:
    """REC-7 Is an enemy infantry or cavalry unit within 6" of the engineer?"""
    foe = 1 - side_of(unit)
    for other in range(first_of(foe), end_of(battle, foe)):
        line = on_board(battle, other) and battle.arm[other] in (Arm.FOOT, Arm.CAV)
        if line and gap_between(battle, unit, other) <= battle.work_clear + NEAR:
            return True
    return False


@kernel
def touches_line(battle: Battle, unit: int, piece: int) -> bool:
    """REC-7 Does the base of a unit touch a line of terrain?"""
    if not line_near(battle, piece, battle.x[unit], battle.y[unit], 4.0):
        return False
    for i in range(battle.piece_n[piece] - 1):
        if segment_room(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit], 0.0, 0.0,
                        piece, i) <= FLUSH:
            return True
    return False


@kernel
def touches_bridge(battle: Battle, unit: int, piece: int) -> bool:
    """EA2, EA3 Does the base of a unit touch the deck of a bridge, whole or broken?"""
    at = battle.piece_at[piece]
    ux, uy = unit_vector(at[1, 0] - at[0, 0], at[1, 1] - at[0, 1])
    size = length(at[1, 0] - at[0, 0], at[1, 1] - at[0, 1])
    return base_gap((at[0, 0] + at[1, 0]) / 2.0, (at[0, 1] + at[1, 1]) / 2.0, ux, uy,
                    max(0.5, battle.piece_width[piece] / 2.0), size / 2.0, battle.x[unit], battle.y[unit],
                    battle.fx[unit], battle.fy[unit], battle.half_width[unit], battle.half_depth[unit]) <= FLUSH


@kernel
def on_deck(battle: Battle, unit: int, piece: int) -> bool:
    """EA2 Is the middle of a base between the ends of a bridge?"""
    at, x, y = battle.piece_at[piece], battle.x[unit], battle.y[unit]
    ux, uy = unit_vector(at[1, 0] - at[0, 0], at[1, 1] - at[0, 1])
    along = (x - at[0, 0]) * ux + (y - at[0, 1]) * uy
    return 0.0 < along < length(at[1, 0] - at[0, 0], at[1, 1] - at[0, 1]) and bridge_at(battle, x, y) == piece


@kernel
def bridge_clear(battle: Battle, unit: int, piece: int) -> bool:
    """EA2 Is no unit on the bridge? The engineer may stand at its end, not on it."""
    if on_deck(battle, unit, piece):
        return False
    for side in range(2):
        for other in range(first_of(side), end_of(battle, side)):
            there = other != unit and on_board(battle, other)
            if there and bridge_at(battle, battle.x[other], battle.y[other]) == piece:
                return False
    return True


@kernel
def train_for(battle: Battle, unit: int, piece: int) -> int:
    """EA1 A pontoon train of the engineer's side that touches the same river near him, or -1."""
    side = side_of(unit)
    for train in range(first_of(side), end_of(battle, side)):
        free = on_board(battle, train) and battle.type[train] == Type.PONTOON and not locked(battle, train)
        near = free and gap_between(battle, unit, train) <= battle.work_apart + NEAR
        if near and touches_line(battle, train, piece):
            return train
    return NOBODY


@kernel
def slot_of_train(battle: Battle, piece: int) -> int:
    """EA1 The seat of the pontoon train that lies as this bridge, or -1."""
    row = battle.piece_train[piece]
    return battle.roll_slot[row] if row != NOBODY else NOBODY


@kernel
def train_place(battle: Battle, unit: int, piece: int) -> tuple[bool, float, float]:
    """EA1 Where the train stands when its bridge is taken up: the nearest room to the engineer; False: none."""
    train = slot_of_train(battle, piece)
    fx, fy = battle.fx[unit], battle.fy[unit]
    for ring in range(1, TRAIN_RINGS):
        far = ring * TRAIN_STEP + 1.0
        for n in range(3):
            ax, ay = (fy, -fx) if n % 2 == 0 else (fx, fy)
            sign = -1.0 if n > 0 else 1.0
            x, y = battle.x[unit] + sign * far * ax, battle.y[unit] + sign * far * ay
            free = anybody_at(battle, train, x, y, fx, fy) == NOBODY
            if free and ground_allows(battle, train, x, y, fx, fy, False) == 0:
                return True, x, y
    return False, 0.0, 0.0


@kernel
def work_line(battle: Battle, unit: int) -> tuple[float, float, float, float]:
    """EA4 The ends of a field work along the engineer's front edge."""
    d, half = battle.half_depth[unit], battle.work_size[Work.EA4] / 2.0
    fx, fy = battle.fx[unit], battle.fy[unit]
    px, py = battle.x[unit] + d * fx, battle.y[unit] + d * fy
    return px - half * fy, py + half * fx, px + half * fy, py - half * fx


@kernel
def behind_line(battle: Battle, unit: int, ax: float, ay: float, bx: float, by: float) -> bool:
    """LGG-3.0-g Would a unit stand directly behind a straight work: its front edge within half an inch of it?"""
    d = battle.half_depth[unit]
    px, py = battle.x[unit] + d * battle.fx[unit], battle.y[unit] + d * battle.fy[unit]
    return point_to_segment(px, py, ax, ay, bx, by) <= CLOSE_BEHIND + LAP


@kernel
def cuts_base(battle: Battle, ax: float, ay: float, bx: float, by: float) -> bool:
    """EA4 Would a straight work go through the base of a unit?"""
    ux, uy = unit_vector(bx - ax, by - ay)
    half = length(bx - ax, by - ay) / 2.0
    for side in range(2):
        for unit in range(first_of(side), end_of(battle, side)):
            if on_board(battle, unit):
                w, d = battle.half_width[unit] - OVERLAP, battle.half_depth[unit] - OVERLAP
                gap = base_gap((ax + bx) / 2.0, (ay + by) / 2.0, ux, uy, 0.0, half, battle.x[unit], battle.y[unit],
                               battle.fx[unit], battle.fy[unit], w, d)
                if gap <= 0.0:
                    return True
    return False


@kernel
def inside_table(battle: Battle, x: float, y: float) -> bool:
    """HR-T1 Does a point lie on the table?"""
    return 0.0 <= x <= battle.width and 0.0 <= y <= battle.depth


@kernel
def open_for_work(battle: Battle, unit: int) -> bool:
    """EA4 Is the engineer in clear or hill ground, with room for a work in front of him?"""
    x, y = battle.x[unit], battle.y[unit]
    if in_rough(battle, unit) or bridge_at(battle, x, y) != NOBODY:
        return False
    if block_at(battle, unit, x, y, battle.fx[unit], battle.fy[unit]) != NOBODY:
        return False
    ax, ay, bx, by = work_line(battle, unit)
    if not inside_table(battle, ax, ay) or not inside_table(battle, bx, by):
        return False
    return not cuts_base(battle, ax, ay, bx, by)


@kernel
def in_any_rough(battle: Battle, x: float, y: float) -> bool:
    """EA6 Does a point lie in rough ground?"""
    rough = False
    for piece in range(battle.pieces):
        rough = rough or (battle.piece_kind[piece] == Piece.ROUGH and in_piece(battle, piece, x, y))
    return rough


@kernel
def track_end(battle: Battle, unit: int) -> float:
    """EA6 How far in front of the engineer's middle a track leaves the rough ground, or has gone far enough in it."""
    gone, rough = 0.0, 0.0
    ahead = battle.half_depth[unit] + FLUSH
    while rough < battle.work_size[Work.EA6]:
        gone += TRACK_STEP
        if in_any_rough(battle, battle.x[unit] + gone * battle.fx[unit], battle.y[unit] + gone * battle.fy[unit]):
            rough += TRACK_STEP
        elif gone > ahead:
            break
    return gone


@kernel
def fits_work(battle: Battle, unit: int, work: int, piece: int) -> bool:
    """REC-7 Return what one piece of terrain must be for a work: EA1 a modest river, EA2 a bridge, and so on."""
    kind = battle.piece_kind[piece]
    if work == Work.EA1:
        modest = kind == Piece.OBSTACLE and battle.piece_river[piece] == 1 and battle.piece_impassable[piece] == 0
        return modest and touches_line(battle, unit, piece) and train_for(battle, unit, piece) != NOBODY
    if work == Work.EA5:
        wall = kind == Piece.OBSTACLE and battle.piece_river[piece] == 0 and battle.piece_impassable[piece] == 0
        return wall and touches_line(battle, unit, piece)
    if work == Work.EA6:
        far = battle.half_depth[unit] + FLUSH
        x, y = battle.x[unit] + far * battle.fx[unit], battle.y[unit] + far * battle.fy[unit]
        touched = in_piece(battle, piece, x, y) or piece_share(battle, piece, unit, battle.x[unit], battle.y[unit],
                                                               battle.fx[unit], battle.fy[unit]) > 0.0
        return kind == Piece.ROUGH and touched and in_any_rough(battle, x, y)
    wanted = Piece.BROKEN_BRIDGE if work == Work.EA3 else Piece.BRIDGE
    if kind != wanted or not near_piece(battle, piece, battle.x[unit], battle.y[unit], 4.0):
        return False
    if not touches_bridge(battle, unit, piece):
        return False
    return work == Work.EA3 or bridge_clear(battle, unit, piece)


@kernel
def may_take_up(battle: Battle, unit: int, piece: int) -> bool:
    """EA1 Is this a pontoon bridge of the engineer's own side that he can take up here?"""
    train = slot_of_train(battle, piece)
    if train == NOBODY or side_of(train) != side_of(unit) or not fits_work(battle, unit, Work.DISMANTLE, piece):
        return False
    found, _, _ = train_place(battle, unit, piece)
    return found


@kernel
def site_of(battle: Battle, unit: int, work: int, target: int) -> int:
    """REC-7 The piece on which a work is done here, ANYWHERE for a field work, or NO_SITE if its needs are not met."""
    if work in (Work.EA1, Work.EA4, Work.EA5, Work.EA6) and not room_for_piece(battle):
        return NO_SITE
    if work == Work.EA4:
        return ANYWHERE if open_for_work(battle, unit) else NO_SITE
    for piece in range(battle.pieces):
        if target not in (ANYWHERE, piece):
            continue
        if may_take_up(battle, unit, piece) if work == Work.DISMANTLE else fits_work(battle, unit, work, piece):
            return piece
    return NO_SITE
