"""Filling a battle record from plain Python: the roll, the commanders, the terrain, the seats at the table."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from battles.resolvers.common.codes import TYPE_KEYS, Skill
from battles.resolvers.core.dice import key_of
from battles.resolvers.core.geometry import length
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.record.codes import (
    LEADERS,
    MAX_PIECES,
    MAX_VERTICES,
    NOBODY,
    PIECE_KEYS,
    SIDE_ROLL,
    SIDE_SLOTS,
    SIDES,
    UNDECIDED,
    Edge,
    Face,
    Piece,
    Status,
)
from battles.resolvers.lgg.record.doctrine_numbers import load_doctrine, usual_stakes
from battles.resolvers.lgg.record.profile import Profile, load_profile, shipped_profile
from battles.resolvers.lgg.record.state import Battle, blank
from compiler.annotations import Numbers
from rosters.rules.own_types import NO_DIFFERENCE, Difference

_EMPTY: dict[str, Battle] = {}
"""Empty battles by the digest of their profile: a copy is much quicker than filling in all numbers again."""
_KEPT = 16


class NewUnit(NamedTuple):
    """A unit for the roll: ``strength`` None is full, ``arrives`` the count of its mark, ``edge`` where it then enters,
    ``army`` the number of the army that it goes back to (HR-14), ``own`` how far its own type differs (HR-30)."""

    kind: str | int
    strength: int | None = None
    guard: bool = False
    outrider: bool = False
    arrives: int = 0
    edge: int = NOBODY
    army: int = 0
    own: Difference = NO_DIFFERENCE


def new_battle(seed: str, profile: Profile | None = None) -> Battle:
    """Return an empty battle in phase SETUP: a 72" x 48" table without terrain, spring, side 0 the attacker from the
    south."""
    profile = profile or shipped_profile()
    if profile.digest not in _EMPTY:
        while len(_EMPTY) >= _KEPT:
            _EMPTY.pop(next(iter(_EMPTY)))
        _EMPTY[profile.digest] = _empty_battle(profile)
    battle = _EMPTY[profile.digest].copy()
    battle.key = key_of(seed)
    return battle


def _empty_battle(profile: Profile) -> Battle:
    battle = blank()
    load_profile(battle, profile)
    load_doctrine(battle)
    battle.width, battle.depth, battle.max_days, battle.field_age = 72.0, 48.0, 3, 1
    battle.will_parts, battle.will_of = 1, 3
    battle.role[:], battle.edge[:] = [0, 1], [Edge.SOUTH, Edge.NORTH]
    for name in ("fixed_weather", "fixed_ground", "gun_limit", "first_before", "open_unit", "weather_before",
                 "presence"):
        battle[name] = NOBODY
    for name in ("stays", "posture", "plan_posture", "plan_sector", "plan_reserve", "plan_break_off"):
        battle[name] = -1
    for name in ("roll", "combat", "roll_slot", "roll_into", "roll_edge", "work", "piece_side", "piece_line",
                 "piece_train", "lead_army"):
        battle[name] = NOBODY
    battle.winner, battle.first, battle.on_turn, battle.fight_now = UNDECIDED, NOBODY, NOBODY, NOBODY
    battle["turned_to"] = Face.FRONT
    battle.lead_who[:] = [role for _ in range(SIDES) for role in range(LEADERS)]
    battle["lead_skill"] = Skill.AVERAGE
    battle["stakes"] = usual_stakes()
    return battle


def add_unit(battle: Battle, side: int, kind: str | int, strength: int | None = None, **marks: Any) -> int:
    """Put one unit on a side's roll; its row. ``marks`` are the other fields of ``NewUnit``."""
    return add_units(battle, side, [NewUnit(kind, strength, **marks)])


def add_units(battle: Battle, side: int, units: Sequence[NewUnit]) -> int:
    """Put units on a side's roll, in their order; the row of the first. ValueError if they are too many."""
    first, count = side * SIDE_ROLL + int(battle.roll_count[side]), len(units)
    if battle.roll_count[side] + count > SIDE_ROLL:
        raise ValueError(f"a side has at most {SIDE_ROLL} units")
    battle.roll_count[side] += count
    for name, column in _columns(units, battle.t_full).items():
        battle[name][first : first + count] = column
    return first


def _columns(units: Sequence[NewUnit], fulls: Numbers[int]) -> dict[str, list[int]]:
    kinds = [TYPE_KEYS.index(unit.kind) if isinstance(unit.kind, str) else unit.kind for unit in units]
    full = [int(fulls[kind]) for kind in kinds]
    strengths = [most if unit.strength is None else unit.strength for unit, most in zip(units, full, strict=True)]
    guards = [int(unit.guard) for unit in units]
    return {
        "roll_type": kinds, "roll_type_after": kinds, "roll_guard": guards, "roll_guard_after": guards,
        "roll_outrider": [int(unit.outrider) for unit in units], "roll_full": full, "roll_before": strengths,
        "roll_after": strengths, "roll_status": [Status.WAITING] * len(units),
        "roll_arrives": [unit.arrives for unit in units],
        "roll_edge": [unit.edge for unit in units], "roll_army": [unit.army for unit in units],
        "roll_own_morale": [unit.own.morale for unit in units], "roll_own_attack": [u.own.attack for u in units],
        "roll_own_defend": [unit.own.defend for unit in units], "roll_own_fire": [u.own.fire for u in units],
    }  # fmt: skip


def add_leader(battle: Battle, side: int, role: int, skill: int) -> int:
    """Give a side its army commander (role 0) or a wing (1, 2); the leader number. He has no place yet."""
    leader = side * LEADERS + role
    battle.lead_here[leader], battle.lead_skill[leader] = 1, skill
    return leader


def send_late(battle: Battle, leader: int, army: int) -> None:
    """HR-T6 A wing commander comes with the column of an army that arrives late."""
    battle.lead_here[leader], battle.lead_late[leader], battle.lead_army[leader] = 0, 1, army


@kernel
def set_kind(battle: Battle, piece: int, kind: int) -> None:
    """Say of what kind a piece of terrain is, from now on."""
    battle.piece_kind[piece] = kind
    battle.kind_from[kind] = min(battle.kind_from[kind], piece) if battle.kind_to[kind] > 0 else piece
    battle.kind_to[kind] = max(battle.kind_to[kind], piece + 1)


def add_piece(battle: Battle, kind: str | int, shape: Sequence[Sequence[float]], *, level: int = 1, cover: int = 1,
              halt: bool = True, impassable: bool = False, width: float = 0.0, river: bool = False) -> int:
    """Lay one piece of terrain: a convex polygon, or the points of an obstacle, road or bridge; its row.

    Raises ValueError when there is no room: at most 16 points a piece and 128 pieces."""
    row = int(battle.pieces)
    if row >= MAX_PIECES or not 2 <= len(shape) <= MAX_VERTICES:
        raise ValueError("too many pieces of terrain, or too many points in one")
    number = PIECE_KEYS.index(kind) if isinstance(kind, str) else kind
    points = [(float(x), float(y)) for x, y in shape]
    if number not in (Piece.OBSTACLE, Piece.ROAD, Piece.BRIDGE) and _turns_clockwise(points):
        points.reverse()
    battle.pieces += 1
    battle.field_age += 1
    set_kind(battle, row, number)
    battle.piece_n[row] = len(points)
    battle.piece_at[row, : len(points)] = points
    battle.piece_level[row], battle.piece_cover[row], battle.piece_halt[row] = level, cover, halt
    battle.piece_impassable[row], battle.piece_width[row], battle.piece_river[row] = impassable, width, river
    xs, ys = zip(*points, strict=True)
    battle.piece_box[row] = [min(xs), min(ys), max(xs), max(ys)]
    return row


def _turns_clockwise(points: Sequence[tuple[float, float]]) -> bool:
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) < 0


@kernel
def free_slot(battle: Battle, side: int) -> int:
    """Return a slot of ``side`` for one more unit: an empty one, else that of a unit that is gone for good, or -1:
    none."""
    first, used = side * SIDE_SLOTS, battle.slots[side]
    for unit in range(first, first + used):
        if battle.status[unit] == Status.UNUSED:
            return unit
    if used < SIDE_SLOTS:
        return first + used
    for unit in range(first, first + used):
        if battle.status[unit] in (Status.ELIMINATED, Status.AMALGAMATED):
            return unit
    return NOBODY


@kernel
def record_roll(battle: Battle, unit: int) -> None:
    """Write strength and type of a seated unit back to the roll."""
    row = battle.roll[unit]
    battle.roll_after[row] = battle.sp[unit]
    battle.roll_type_after[row] = battle.type[unit]
    battle.roll_guard_after[row] = battle.guard[unit]


@kernel
def clear_slot(battle: Battle, unit: int) -> None:
    """Take a unit's seat away; what it has left is written to the roll."""
    row = battle.roll[unit]
    battle.status[unit] = Status.UNUSED
    if row != NOBODY and battle.roll_slot[row] == unit:
        record_roll(battle, unit)
        battle.roll_slot[row] = NOBODY


@kernel
def load_own(battle: Battle, unit: int, row: int, kind: int) -> None:
    """HR-30 Give a slot what its unit's own type adds, as long as it is of the type over which that stands."""
    same = row != NOBODY and battle.roll_type[row] == kind
    battle.own_attack[unit] = battle.roll_own_attack[row] if same else 0
    battle.own_defend[unit] = battle.roll_own_defend[row] if same else 0
    battle.own_fire[unit] = battle.roll_own_fire[row] if same else 0
    battle.morale[unit] += battle.roll_own_morale[row] if same else 0


@kernel
def load_type(battle: Battle, unit: int, kind: int, guard: int) -> None:
    """LGG-1.0-b, REC-1 Give a slot the numbers of its unit type."""
    battle.type[unit], battle.surveyed[unit] = kind, 0
    battle.arm[unit] = battle.t_arm[kind]
    battle.guard[unit] = guard
    battle.full[unit] = battle.t_full[kind]
    battle.morale[unit] = battle.t_morale[kind] + guard * battle.guard_morale
    load_own(battle, unit, battle.roll[unit], kind)
    battle.increment[unit] = battle.t_increment[kind]
    battle.half_width[unit] = battle.t_width[kind] / 2.0
    battle.half_depth[unit] = battle.t_depth[kind] / 2.0
    battle.span[unit] = length(battle.half_width[unit], battle.half_depth[unit])


@kernel
def set_status(battle: Battle, unit: int, status: int) -> None:
    """Say where a seated unit is, in its slot and on the roll. REC-7 Off the table an engineer's work is lost."""
    battle.status[unit] = status
    if status != Status.BOARD:
        battle.work[unit], battle.successes[unit] = NOBODY, 0
    battle.roll_status[battle.roll[unit]] = status


@kernel
def seat(battle: Battle, row: int) -> int:
    """Seat a unit of the roll in a free slot, status BOARD, without a place yet; the slot, or -1 if none is free."""
    side = row // SIDE_ROLL
    unit = free_slot(battle, side)
    if unit == NOBODY:
        return NOBODY
    clear_slot(battle, unit)
    battle.slots[side] = max(battle.slots[side], unit - side * SIDE_SLOTS + 1)
    battle.roll[unit] = row
    load_type(battle, unit, battle.roll_type[row], battle.roll_guard[row])
    battle.outrider[unit] = battle.roll_outrider[row]
    battle.start[unit] = battle.roll_before[row]
    battle.sp[unit] = battle.roll_before[row]
    battle.combat[unit] = NOBODY
    battle.turned_to[unit] = Face.FRONT
    set_status(battle, unit, Status.BOARD)
    battle.roll_slot[row] = unit
    return unit
