"""A small board of squares for scenes: units placed by hand, dice found by a key that throws them."""

from battles.resolvers.common.codes import ARM_KEYS, BATTLE_STREAM, NOBODY, SIDE_LEADERS, SIDE_UNITS, TYPE_KEYS, Status
from battles.resolvers.common.numbers import NumberTable
from battles.resolvers.common.record import Battle, blank
from battles.resolvers.common.squares import clear_squares, put_on
from rosters.rules.catalogue import catalogue
from tests.battles.resolvers.common.dice import key_that_throws


def board(numbers: NumberTable, columns: int = 12, lines: int = 10, **profile: object) -> Battle:
    """An empty board with the shipped numbers under a profile; the first side attacks; everything is written."""
    battle = blank()
    numbers.fill(battle, dict(profile))
    battle.columns, battle.lines, battle.cell, battle.limit = columns, lines, 1, 15
    battle.board_width, battle.board_depth = columns, lines
    battle.skill[0] = battle.skill[1] = 1
    for side in (0, 1):
        for field in ("sector", "plan", "break_off", "reserve"):
            getattr(battle, field)[side] = NOBODY
    clear_squares(battle)
    return battle


def unit(battle: Battle, number: int, kind: str, x: int, y: int, facing: int, left: int, *, guard: bool = False) -> int:
    """Put a unit of a type on a square with so much of its capacity left; from 200 on it is the second side's."""
    side, type_ = number // SIDE_UNITS, catalogue().unit_types[kind]
    battle.arm[number], battle.kind[number] = ARM_KEYS.index(type_.arm), TYPE_KEYS.index(kind)
    battle.guard[number], battle.status[number], battle.roll[number] = int(guard), Status.BOARD, number
    battle.sp[number] = battle.full[number] = type_.full
    battle.cap[number] = battle.left[number] = left
    battle.width[number] = battle.depth[number] = 1
    battle.units[side] = max(int(battle.units[side]), number % SIDE_UNITS + 1)
    battle.start_units[side] += 1
    battle.start_sp[side] += type_.full
    put_on(battle, number, x, y, facing)
    return number


def leader(battle: Battle, number: int, x: int, y: int) -> int:
    """Put a commander on a square."""
    side = number // SIDE_LEADERS
    battle.leaders[side] = max(int(battle.leaders[side]), number % SIDE_LEADERS + 1)
    battle.lead_state[number], battle.lead_x[number], battle.lead_y[number] = Status.BOARD, x, y
    return number


def throws(battle: Battle, *faces: int, sides: int = 6) -> None:
    """Choose the battle's dice so that the next ones show these faces."""
    battle.key = key_that_throws(tuple((sides, face) for face in faces), int(battle.dice[BATTLE_STREAM]))


def events(battle: Battle, code: int) -> list[list[int]]:
    """The rows of the journal that hold an event: actor, target and its four values."""
    rows = [battle.log[n] for n in range(int(battle.log_n))]
    return [[int(v) for v in row[5:11]] for row in rows if row[0] == code]
