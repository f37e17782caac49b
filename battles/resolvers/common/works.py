"""Field works before the battle: a defender has those of his engineers (HR-T4) and those that he raised (HR-31)."""

from dataclasses import dataclass

from battles.resolvers.common.codes import SIDE_UNITS, SIDES, Arm, Land, Status
from battles.resolvers.common.events import Event, Rule
from battles.resolvers.common.journal import log_event, log_pose
from battles.resolvers.common.land import land_at, on_board
from battles.resolvers.common.march import ahead_x, ahead_y
from battles.resolvers.common.plane import step_x, step_y
from battles.resolvers.common.record import Battle
from battles.resolvers.values.battle import BattleFile

MOST_WORKS = 2
ENGINEER_TYPE = "engineer"
NO_PLACE = Land.TOWN | Land.RIVER | Land.BRIDGE | Land.CLOSED
LINES = 12
"""The depth of a board is parted into so many lines to see who is in front."""


def works_on_squares(battle: Battle, file: BattleFile) -> None:
    """HR-T4 Lay the works of a board of squares: each fills the square of the unit that it covers."""
    for side in range(SIDES):
        for work in _works(battle, file, side):
            x, y = int(battle.x[work.covers]), int(battle.y[work.covers])
            battle.land[y * int(battle.columns) + x] |= Land.OBSTACLE | Land.WORK
            _log(battle, file, work, 1, (x, y, int(battle.heading[work.covers])))


def works_on_plane(battle: Battle, file: BattleFile, length: int) -> None:
    """HR-T4 Lay the works of a plane: each a line of ``length`` just before the front of the unit that it covers."""
    for side in range(SIDES):
        for work in _works(battle, file, side):
            unit = work.covers
            off = int(battle.depth[unit]) // 2 + int(battle.cell) // 2
            x, y, heading = int(ahead_x(battle, unit, off)), int(ahead_y(battle, unit, off)), int(battle.heading[unit])
            _raise_line(battle, x, y, heading, length)
            _log(battle, file, work, length, (x, y, heading))


@dataclass(frozen=True)
class Work:
    """A work before the battle: the row of the unit that laid it, the unit that it covers, and the rule."""

    row: int
    covers: int
    rule: int


def _works(battle: Battle, file: BattleFile, side: int) -> list[Work]:
    """HR-T4, HR-31 The works of a defender, those of his engineers first; on day 1 alone."""
    army = file.sides[side]
    if battle.day > 1 or army.role != "defender":
        return []
    front, engineers = _front(battle, side), _engineers(file, side)
    laid = [Work(row, unit, Rule.WORKS) for row, unit in zip(engineers, front, strict=False)]
    covered = front[len(laid) : len(laid) + army.works]
    return [*laid, *(Work(int(battle.roll[unit]), unit, Rule.RAISED) for unit in covered)]


def _engineers(file: BattleFile, side: int) -> list[int]:
    """HR-T4 The rows of the engineers of a side that held the province a whole turn, at most two."""
    units = file.sides[side].units if file.held_whole_turn else ()
    engineers = [n for n, unit in enumerate(units) if unit.type == ENGINEER_TYPE and unit.arrives is None]
    return [side * SIDE_UNITS + n for n in engineers[:MOST_WORKS]]


def _front(battle: Battle, side: int) -> list[int]:
    """HR-T4 Infantry without cover, the foremost first, the nearest to the middle of equals."""
    units = [
        unit
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.units[side]))
        if battle.status[unit] == Status.BOARD
        and battle.arm[unit] == Arm.FOOT
        and _bits(battle, unit) in (0, Land.ROAD)
    ]
    return sorted(units, key=lambda unit: (-_line_of(battle, side, unit), _aside(battle, unit), unit))


def _bits(battle: Battle, unit: int) -> int:
    return int(land_at(battle, int(battle.x[unit]), int(battle.y[unit])))


def _line_of(battle: Battle, side: int, unit: int) -> int:
    line = int(battle.y[unit]) * LINES // int(battle.board_depth)
    return line if side == battle.low else LINES - line


def _aside(battle: Battle, unit: int) -> int:
    return abs(2 * int(battle.x[unit]) + 1 - int(battle.board_width))


def _raise_line(battle: Battle, x: int, y: int, heading: int, length: int) -> None:
    """COM-10 Mark the cells of a work that runs across a heading."""
    for off in range(-length // 2, length // 2 + 1, max(1, int(battle.cell) // 4)):
        at_x, at_y = x + step_x(battle, heading + 90, off), y + step_y(battle, heading + 90, off)
        if on_board(battle, at_x, at_y):
            at = (at_y // int(battle.cell)) * int(battle.columns) + at_x // int(battle.cell)
            if not int(battle.land[at]) & NO_PLACE:
                battle.land[at] |= Land.OBSTACLE | Land.WORK


def _log(battle: Battle, file: BattleFile, work: Work, length: int, pose: tuple[int, int, int]) -> None:
    number = len(file.laid_out.pieces) + int(battle.works)
    battle.works += 1
    log_event(
        battle, Event.WORK, rule=work.rule, side=work.row // SIDE_UNITS, unit=work.row, work=0, number=number,
        length=length,
    )  # fmt: skip
    log_pose(battle, *pose)
