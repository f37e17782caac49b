"""The activation rules as a rule system of the registry."""

from battles.resolvers.activation.codes import (
    B_ATTACKER,
    END_STEPS,
    END_TURNS,
    GENERAL,
    HARD,
    NUMBERS,
    WORDS,
    Form,
    Own,
)
from battles.resolvers.activation.system import SYSTEM
from battles.resolvers.activation.turn import play_day
from battles.resolvers.common.arith import capacity
from battles.resolvers.common.codes import NOBODY, OWN, SIDE_LEADERS, SIDE_OWN, SIDES, Arm, Status, Type
from battles.resolvers.common.ending import turn_limit
from battles.resolvers.common.events import Event
from battles.resolvers.common.fill import field_units, fielded, mourn
from battles.resolvers.common.journal import log_event, log_pose
from battles.resolvers.common.land import lay
from battles.resolvers.common.record import Battle
from battles.resolvers.common.rows import keep_reserve, lay_ways, place, turned
from battles.resolvers.common.squares import clear_squares, forward
from battles.resolvers.common.works import works_on_squares
from battles.resolvers.frame.door import Door
from battles.resolvers.values.battle import BattleFile

LINES, LEAST_COLUMNS, ZONE = 16, 16, 3


def set_up(battle: Battle, file: BattleFile) -> None:
    """ADN-01 E.8 Lay the board out; half of the attacker deploys, all of the defender, the rest of the attacker."""
    battle.limit = turn_limit(int(battle.num[END_TURNS]), int(battle.season))
    field_units(battle, file)
    if battle.day == 1:
        battle.battle_own[B_ATTACKER] = battle.first
        _lay_board(battle, file)
    clear_squares(battle)
    places = {side: _ready(battle, side) for side in range(SIDES)}
    attacker = int(battle.battle_own[B_ATTACKER])
    defender = 1 - attacker
    half = -(-len(places[attacker]) // 2)
    _put_all(battle, attacker, places[attacker][:half])
    _put_all(battle, defender, places[defender])
    _put_all(battle, attacker, places[attacker][half:])
    for side in range(SIDES):
        _seat_general(battle, side)
        keep_reserve(battle, side, Own.HELD_BACK, _stays_behind)
    works_on_squares(battle, file)


def _lay_board(battle: Battle, file: BattleFile) -> None:
    """E.8 COM-10 The field on a board as wide as the larger army asks."""
    most = max(len(fielded(battle, side)) for side in range(SIDES))
    lay(battle, file.laid_out, width=columns_for(most), depth=LINES, cell=1)
    lay_ways(battle, HARD)


def columns_for(units: int) -> int:
    """COM-23 E.8 The width of the board by the units of the larger side."""
    return max(LEAST_COLUMNS, 2 * -(-6 * units // 10) + 4)


JsonPlace = tuple[int, int, int]
"""A unit with the column and the line in which it is wanted, as its own side sees them."""


def _ready(battle: Battle, side: int) -> list[JsonPlace]:
    """COM-05 COM-20 Give every unit its steps and formation; the places of those who are there from the beginning."""
    mourn(battle, side, int(battle.side_own[side, GENERAL]))
    for column in range(SIDE_OWN):
        battle.side_own[side, column] = 0
    units, own = fielded(battle, side), battle.own
    for unit in units:
        for column in range(OWN):
            own[unit, column] = 0
        arm = battle.arm[unit]
        own[unit, Own.FORM] = Form.COLUMN if arm == Arm.FOOT else Form.LIMBERED if arm == Arm.ART else Form.MOUNTED
        battle.cap[unit] = capacity(int(battle.num[END_STEPS]), int(battle.sp[unit]), int(battle.full[unit]))
        battle.left[unit] = battle.own[unit, Own.START_LEFT] = battle.cap[unit]
        battle.width[unit] = battle.depth[unit] = 1
    return _places(battle, [unit for unit in units if battle.status[unit] == Status.BOARD])


def _places(battle: Battle, units: list[int]) -> list[JsonPlace]:
    """COM-20 First line with intervals for guns, second line and heavy horse behind it, light horse outside."""
    foot = [unit for unit in units if battle.arm[unit] == Arm.FOOT]
    guns = [unit for unit in units if battle.arm[unit] == Arm.ART]
    horse = [unit for unit in units if battle.arm[unit] == Arm.CAV]
    front = foot[: -(-len(foot) * 6 // 10)]
    line = _with_guns(front, guns)
    middle, start = int(battle.columns) // 2, (int(battle.columns) - len(line)) // 2
    made = [(unit, start + n, ZONE - 1) for n, unit in enumerate(line)]
    made += [(unit, middle + (n + 1) // 2 * (-1) ** n, 1) for n, unit in enumerate(foot[len(front) :])]
    light = [unit for unit in horse if battle.kind[unit] != Type.HEAVY_CAV]
    heavy = [unit for unit in horse if battle.kind[unit] == Type.HEAVY_CAV]
    made += [(u, start - 2 - n // 2 if n % 2 == 0 else start + len(line) + 1 + n // 2, 1) for n, u in enumerate(light)]
    made += [(unit, middle + (n + 1) // 2 * (-1) ** n, 0) for n, unit in enumerate(heavy)]
    return made


def _with_guns(front: list[int], guns: list[int]) -> list[int]:
    """COM-20 The first line with its guns spread over it."""
    line = list(front)
    for n, gun in enumerate(guns):
        line.insert((n + 1) * (len(line) + 1) // (len(guns) + 1), gun)
    return line


def _put_all(battle: Battle, side: int, places: list[JsonPlace]) -> None:
    for unit, column, depth in places:
        place(battle, side, unit, column, depth, zone=ZONE)


def _seat_general(battle: Battle, side: int) -> None:
    """ADN-23 The General begins behind the centre; after his loss a wing commander of the file has his place."""
    first = side * SIDE_LEADERS
    leaders = [n for n in range(first, first + int(battle.leaders[side])) if battle.lead_state[n] == Status.BOARD]
    battle.side_own[side, GENERAL] = leaders[0] if leaders else NOBODY
    for leader in leaders[:1]:
        x, y = turned(battle, side, int(battle.columns) // 2, 0)
        battle.lead_x[leader], battle.lead_y[leader] = x, y
        log_event(
            battle, Event.LEADER, rule=23, side=side, commander=leader, role=int(leader > first),
            skill=battle.lead_skill[leader],
        )  # fmt: skip
        log_pose(battle, x, y, forward(battle, side))


def _stays_behind(battle: Battle, unit: int) -> tuple[bool, int, int]:
    """E.10 The rank of a unit in the reserve: horse and Guard first."""
    return bool(battle.arm[unit] != Arm.CAV), -int(battle.guard[unit]), unit


ENGINE = "7"
DOOR = Door(
    engine=ENGINE, numbers=NUMBERS, base_turns=15, words=WORDS, set_up=set_up, play_day=play_day,
    options=SYSTEM.options,
)  # fmt: skip
tables, profile_hash, sheet = DOOR.tables, DOOR.profile_hash, DOOR.sheet
freeze, fight, finish, warm, tally_runs = DOOR.freeze, DOOR.fight, DOOR.finish, DOOR.warm, DOOR.tally_runs

__all__ = ["ENGINE", "fight", "finish", "freeze", "profile_hash", "sheet", "tables", "tally_runs", "warm"]
