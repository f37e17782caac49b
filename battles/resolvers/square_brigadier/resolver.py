"""The Square Brigadier as a rule system of the registry."""

from battles.resolvers.common.arith import capacity, rhu
from battles.resolvers.common.codes import NOBODY, OWN, SIDE_LEADERS, SIDE_OWN, SIDE_UNITS, SIDES, Arm, Status, Type
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
from battles.resolvers.square_brigadier.codes import DIFFICULT, NUMBERS, TURNS, UNITS_A_POST, WORDS, Lead, Own, Side
from battles.resolvers.square_brigadier.system import SYSTEM
from battles.resolvers.square_brigadier.troops import full_hits
from battles.resolvers.square_brigadier.turn import play_day
from battles.resolvers.values.battle import BattleFile

LINES, ZONE, LEAST_COLUMNS, SPARE_COLUMNS = 10, 2, 12, 4
A_GAP = 3
"""C.7 The front row has a gap after this many units."""
ARMY, WING, BRIGADE = range(3)
SPARE_LEADERS = 24
"""Room for those who follow commanders who fall."""


def set_up(battle: Battle, file: BattleFile) -> None:
    """C.7 COM-20 Lay the board out and deploy both armies, the defender first."""
    battle.limit = turn_limit(int(battle.num[TURNS]), int(battle.season))
    field_units(battle, file)
    if battle.day == 1:
        _lay_board(battle, file)
    clear_squares(battle)
    for side in (1 - int(battle.first), int(battle.first)):
        mourn(battle, side, int(battle.side_own[side, Side.GENERAL]))
        for column in range(SIDE_OWN):
            battle.side_own[side, column] = 0
        _ready(battle, side)
        _deploy(battle, side)
        _give_posts(battle, side, len(file.sides[side].wings))
        keep_reserve(battle, side, Own.HELD_BACK, _stays_behind)
    works_on_squares(battle, file)


def _lay_board(battle: Battle, file: BattleFile) -> None:
    """C.7 COM-10 The field on a board as wide as the larger army asks."""
    most = max(len(fielded(battle, side)) for side in range(SIDES))
    lay(battle, file.laid_out, width=max(LEAST_COLUMNS, most + SPARE_COLUMNS), depth=LINES, cell=1)
    lay_ways(battle, DIFFICULT)


def _ready(battle: Battle, side: int) -> None:
    """COM-05 Give every unit its hits."""
    own = battle.own
    for unit in fielded(battle, side):
        for column in range(OWN):
            own[unit, column] = 0
        battle.cap[unit] = battle.left[unit] = capacity(
            full_hits(battle, unit), int(battle.sp[unit]), int(battle.full[unit])
        )
        battle.width[unit] = battle.depth[unit] = 1


def _deploy(battle: Battle, side: int) -> None:
    """COM-20 C.7 Infantry in front with gaps for the guns, the rest behind it, light horse outside."""
    here = [unit for unit in fielded(battle, side) if battle.status[unit] == Status.BOARD]
    foot = [unit for unit in here if battle.arm[unit] == Arm.FOOT]
    front = foot[: -(-len(foot) * 6 // 10)]
    width = max(1, len(front) + max(0, len(front) - 1) // A_GAP)
    start = (int(battle.columns) - width) // 2
    columns = [start + n + n // A_GAP for n in range(len(front))]
    for unit, column in zip(front, columns, strict=True):
        place(battle, side, unit, column, 1, zone=ZONE)
    inward = sorted(columns, key=lambda column: abs(2 * column - int(battle.columns) + 1))
    for n, unit in enumerate(foot[len(front) :]):
        place(battle, side, unit, inward[n % len(inward)], 0, zone=ZONE)
    _deploy_guns(battle, side, [u for u in here if battle.arm[u] == Arm.ART], columns, start, width)
    _deploy_horse(battle, side, [u for u in here if battle.arm[u] == Arm.CAV], start, width)


def _deploy_guns(battle: Battle, side: int, guns: list[int], columns: list[int], start: int, width: int) -> None:
    gaps = [column for column in range(start, start + width) if column not in columns]
    ends = [start - 1 - n // 2 if n % 2 == 0 else start + width + n // 2 for n in range(len(guns))]
    for unit, column in zip(guns, gaps + ends, strict=False):
        place(battle, side, unit, column, 1, zone=ZONE)


def _deploy_horse(battle: Battle, side: int, horse: list[int], start: int, width: int) -> None:
    light = [unit for unit in horse if battle.kind[unit] != Type.HEAVY_CAV]
    for n, unit in enumerate(light):
        place(battle, side, unit, start - 2 - n // 2 if n % 2 == 0 else start + width + 1 + n // 2, 0, zone=ZONE)
    for unit in horse:
        if unit not in light:
            place(battle, side, unit, start + width // 2, 0, zone=ZONE)


def _give_posts(battle: Battle, side: int, wings: int) -> None:
    """SQB-03 The General and his subordinates; each has the units of a stretch of the line, from left to right."""
    units = sorted(fielded(battle, side), key=lambda unit: _from_left(battle, side, unit))
    first = side * SIDE_LEADERS
    posts = max(wings, 1, rhu(len(units), max(1, int(battle.num[UNITS_A_POST]))))
    posts = min(SIDE_LEADERS - SPARE_LEADERS, posts)
    _add_leaders(battle, side, wings, posts)
    general = _choose_general(battle, side)
    for n, holder in enumerate(_holders(battle, side, posts, general)):
        mine = units[n * len(units) // posts : (n + 1) * len(units) // posts]
        post = first + 1 + n
        battle.lead_own[post, Lead.HOLDER] = holder
        for unit in mine:
            battle.own[unit, Own.POST] = post
        if holder == NOBODY:
            continue
        _seat(battle, side, holder, mine, WING if n < wings and holder == post else BRIGADE)
    if general != NOBODY:
        _stand(battle, side, general, ARMY, *turned(battle, side, int(battle.columns) // 2, 0))


def _choose_general(battle: Battle, side: int) -> int:
    """SQB-13 COM-16 The General; after his loss the senior subordinate, a colonel where all have fallen."""
    first = side * SIDE_LEADERS
    leaders = [n for n in range(first, first + int(battle.leaders[side])) if battle.lead_state[n] == Status.BOARD]
    battle.side_own[side, Side.GENERAL] = leaders[0] if leaders else _new_colonel(battle, side)
    return int(battle.side_own[side, Side.GENERAL])


def _from_left(battle: Battle, side: int, unit: int) -> tuple[int, int, int]:
    along, depth = turned(battle, side, int(battle.x[unit]), int(battle.y[unit]))
    return (int(battle.status[unit] == Status.WAITING), along, -depth)


def _add_leaders(battle: Battle, side: int, wings: int, posts: int) -> None:
    """SQB-03 SQB-13 Colonels fill the posts that no wing commander has; on a further day those who are left come."""
    first = side * SIDE_LEADERS
    if battle.day == 1:
        for n in range(wings + 1, posts + 1):
            battle.lead_skill[first + n], battle.lead_state[first + n] = 1, Status.BOARD
        battle.leaders[side] = max(int(battle.leaders[side]), posts + 1)
    for leader in range(first + 1, first + int(battle.leaders[side])):
        battle.lead_own[leader, Lead.HOLDER] = NOBODY
        if battle.lead_state[leader] == Status.OFF_TABLE:
            battle.lead_state[leader] = Status.BOARD


def _holders(battle: Battle, side: int, posts: int, general: int) -> list[int]:
    """SQB-13 Who holds each post in the morning: its commander, else one who followed another, else it is vacant.

    One who fell on an earlier day stays fallen. A colonel takes over from a commander who became General. Those who are
    not needed leave the table for the day.
    """
    first, made = side * SIDE_LEADERS, []
    others = range(first + posts + 1, first + int(battle.leaders[side]))
    spare = [leader for leader in others if battle.lead_state[leader] == Status.BOARD and leader != general]
    for post in range(first + 1, first + posts + 1):
        if battle.lead_state[post] == Status.BOARD and post != general:
            made.append(post)
        elif spare:
            made.append(spare.pop(0))
        else:
            made.append(_new_colonel(battle, side) if post == general else post)
    for leader in spare:
        battle.lead_state[leader] = Status.OFF_TABLE
    return made


def _new_colonel(battle: Battle, side: int) -> int:
    """SQB-13 A colonel whom nobody has seen yet; NOBODY where the record has no room for one."""
    if battle.leaders[side] >= SIDE_LEADERS:
        return NOBODY
    new = side * SIDE_LEADERS + int(battle.leaders[side])
    battle.leaders[side] += 1
    battle.lead_skill[new], battle.lead_state[new], battle.lead_own[new, Lead.HOLDER] = 1, Status.BOARD, NOBODY
    return new


def _seat(battle: Battle, side: int, leader: int, units: list[int], role: int) -> None:
    """C.7 A subordinate begins with the unit in the centre of his command."""
    here = [unit for unit in units if battle.status[unit] == Status.BOARD]
    if here:
        middle = here[len(here) // 2]
        _stand(battle, side, leader, role, int(battle.x[middle]), int(battle.y[middle]))
    else:
        _stand(battle, side, leader, role, *turned(battle, side, int(battle.columns) // 2, 0))


def _stand(battle: Battle, side: int, leader: int, role: int, x: int, y: int) -> None:
    if battle.lead_state[leader] != Status.BOARD:
        return
    battle.lead_x[leader], battle.lead_y[leader] = x, y
    log_event(battle, Event.LEADER, rule=3, side=side, commander=leader, role=role, skill=battle.lead_skill[leader])
    log_pose(battle, x, y, forward(battle, side))


def _stays_behind(battle: Battle, unit: int) -> tuple[bool, int, int]:
    """C.9 The rank of a unit in the reserve: from the rear row first, Guard before others."""
    return bool(_from_left(battle, unit // SIDE_UNITS, unit)[2] != 0), -int(battle.guard[unit]), unit


ENGINE = "8"
DOOR = Door(
    engine=ENGINE, numbers=NUMBERS, base_turns=15, words=WORDS, set_up=set_up, play_day=play_day,
    options=SYSTEM.options,
)  # fmt: skip
tables, profile_hash, sheet = DOOR.tables, DOOR.profile_hash, DOOR.sheet
freeze, fight, finish, warm, tally_runs = DOOR.freeze, DOOR.fight, DOOR.finish, DOOR.warm, DOOR.tally_runs

__all__ = ["ENGINE", "fight", "finish", "freeze", "profile_hash", "sheet", "tables", "tally_runs", "warm"]
