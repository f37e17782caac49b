"""Small scenes on the plane: a bare board, a few units where one wants them, dice that fall as one says."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from battles.resolvers.common import codes
from battles.resolvers.common.arith import capacity
from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Status
from battles.resolvers.common.land import lay
from battles.resolvers.common.numbers import NumberTable
from battles.resolvers.common.plane import cosines
from battles.resolvers.common.record import Battle, blank
from battles.resolvers.fields.field import Field
from rosters.rules.catalogue import catalogue
from tests.battles.resolvers.common.dice import key_that_throws


@dataclass(frozen=True)
class Man:
    """A unit of a scene: its place in inches and its heading."""

    side: int
    type: str
    x: float
    y: float
    heading: int = 0
    strength: int = 0
    guard: bool = False


def add(battle: Battle, man: Man, bases: dict[int, tuple[int, int]], full_capacity: int) -> int:
    """Put a unit into a scene; its number."""
    kind = catalogue().unit_types[man.type]
    unit = man.side * SIDE_UNITS + int(battle.units[man.side])
    battle.units[man.side] += 1
    battle.rows[man.side] += 1
    strength = man.strength or kind.full
    battle.roll[unit], battle.status[unit], battle.roll_status[unit] = unit, Status.BOARD, Status.BOARD
    battle.arm[unit] = battle.roll_arm[unit] = codes.ARM_KEYS.index(kind.arm)
    battle.kind[unit] = battle.roll_kind[unit] = codes.TYPE_KEYS.index(kind.key)
    battle.guard[unit], battle.sp[unit], battle.full[unit] = int(man.guard), strength, kind.full
    battle.cap[unit] = battle.left[unit] = capacity(full_capacity, strength, kind.full)
    battle.width[unit], battle.depth[unit] = bases[int(battle.arm[unit])]
    battle.x[unit], battle.y[unit], battle.heading[unit] = round(100 * man.x), round(100 * man.y), man.heading
    battle.start_units[man.side] += 1
    battle.start_sp[man.side] += strength
    return unit


def scene(
    numbers: NumberTable, bases: dict[int, tuple[int, int]], full_capacity: int, *men: Man, size: tuple[int, int],
    faces: Sequence[int] = (), pieces: Sequence[Any] = (), profile: dict[str, Any] | None = None,
) -> Battle:  # fmt: skip
    """A battle on turn 1 with these units; side 0 has the edge y = 0 and the first player turn."""
    battle = blank()
    battle.key = key_that_throws(tuple((6, face) for face in faces))
    numbers.fill(battle, profile or {})
    battle.cosine[:] = cosines()
    wide, deep = size
    lay(battle, Field(wide, deep, tuple(pieces)), width=100 * wide, depth=100 * deep, cell=100)
    battle.limit, battle.turn, battle.day, battle.season = 15, 1, 1, 2
    battle.break_off[0] = battle.break_off[1] = battle.plan[0] = battle.plan[1] = NOBODY
    battle.sector[0] = battle.sector[1] = battle.reserve[0] = battle.reserve[1] = NOBODY
    for man in men:
        add(battle, man, bases, full_capacity)
    return battle


def rows(battle: Battle, code: int) -> list[list[int]]:
    """The journal's rows of an event: rule, side, actor, target, four values."""
    log = [[int(v) for v in row] for row in battle.log[: int(battle.log_n)]]
    return [[*row[3:7], *row[7:11]] for row in log if row[0] == code]
