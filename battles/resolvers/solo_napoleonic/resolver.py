"""The door of this system (contract ``Resolver``)."""

from dataclasses import dataclass

from battles.resolvers.common import codes
from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, SIDES, Arm, Status
from battles.resolvers.common.events import Event
from battles.resolvers.common.fill import MEETING_TURN, add_unit, due_turn, fielded, limit_guns, units_of
from battles.resolvers.common.journal import log_event, log_here, log_pose
from battles.resolvers.common.land import lay
from battles.resolvers.common.record import Battle
from battles.resolvers.common.works import works_on_plane
from battles.resolvers.frame.door import Door
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.codes import MM, NUMBERS, WORDS, Form, Lead, Own, Side
from battles.resolvers.solo_napoleonic.footing import set_base
from battles.resolvers.solo_napoleonic.places import Places, deploy, nation_of, note_bridges
from battles.resolvers.solo_napoleonic.system import SYSTEM
from battles.resolvers.solo_napoleonic.turn import play_day
from battles.resolvers.values.battle import BattleFile

CLASS_SLOTS: dict[int, int] = {
    codes.Type.ELITE_INF: n.CLASS_ELITE, codes.Type.LINE_INF: n.CLASS_LINE, codes.Type.MILITIA_INF: n.CLASS_MILITIA,
    codes.Type.HEAVY_CAV: n.CLASS_HEAVY, codes.Type.LIGHT_CAV: n.CLASS_LIGHT, codes.Type.IRREG_CAV: n.CLASS_IRREGULAR,
}  # fmt: skip
FINEST_CELL = 25 * MM
MOST_BRIGADES, SKIRMISH_EVERY = 60, 4
WORK_LENGTH = 100 * MM
"""HR-T4 Four inches at 25 mm."""


@dataclass(frozen=True)
class Fielded:
    """A row of the roll that takes the field: what ``fill`` or the next morning put into the record for it."""

    row: int
    strength: int
    full: int
    arrives: int
    edge: int
    spare: int


def set_up(battle: Battle, file: BattleFile) -> None:
    """SNW-01 COM-20 Lay out the table, field the units of each row and deploy both armies, the defender first."""
    if battle.day == 1:
        limit_guns(battle, file)
        _choose_points(battle)
    for side in range(SIDES):
        _field_units(battle, side)
        _name_brigades(battle, side)
        if file.options.played("nations"):
            battle.side_own[side, Side.NATION] = nation_of(file.sides[side].name)
    if battle.day == 1:
        _lay_table(battle, file)
    places = Places.of(battle)
    for side in (1 - int(battle.first), int(battle.first)):
        deploy(battle, side, places)
    works_on_plane(battle, file, WORK_LENGTH)
    for side in range(SIDES):
        _log_side(battle, side)


def _field_units(battle: Battle, side: int) -> None:
    """SNW-01 D.9 Battalions, regiments and batteries in the place of the rows, on later days with what is left."""
    if battle.day == 1:
        rows = [_taken(battle, unit) for unit in units_of(battle, side)]
        battle.units[side] = 0
        for one in rows:
            for _ in _shares(battle, side, one.strength):
                _add(battle, one)
    battle.start_units[side] = battle.start_sp[side] = 0
    units: dict[int, list[int]] = {}
    for unit in units_of(battle, side):
        units.setdefault(int(battle.roll[unit]), []).append(unit)
    for row, mine in sorted(units.items()):
        _share_out(battle, side, row, mine)


def _taken(battle: Battle, unit: int) -> Fielded:
    return Fielded(
        int(battle.roll[unit]), int(battle.sp[unit]), int(battle.full[unit]), int(battle.arrives[unit]),
        int(battle.edge[unit]), int(battle.spare[unit]),
    )  # fmt: skip


def _choose_points(battle: Battle) -> None:
    """D.9 Both armies are fielded at one scale, that of the larger."""
    strengths = [[int(battle.sp[unit]) for unit in fielded(battle, side)] for side in range(SIDES)]
    points = max((points_a_unit(battle, one) for one in strengths), key=lambda points: (points == 0, points))
    for side in range(SIDES):
        battle.side_own[side, Side.POINTS] = points


def points_a_unit(battle: Battle, strengths: list[int]) -> int:
    """D.9 How many strength points a unit holds: 1, in large armies 2, in the largest a whole division (0)."""
    if sum(strengths) <= int(battle.num[n.BOARD_MOST_UNITS]):
        return 1
    return 2 if sum(-(-strength // 2) for strength in strengths) <= SIDE_UNITS else 0


def _shares(battle: Battle, side: int, strength: int) -> list[int]:
    """D.9 The strength points of a row's units."""
    points = int(battle.side_own[side, Side.POINTS]) or strength
    return [min(points, strength - at) for at in range(0, strength, points)] if strength else []


def _add(battle: Battle, one: Fielded) -> None:
    unit = add_unit(battle, one.row, one.strength, one.full)
    battle.arrives[unit], battle.edge[unit], battle.spare[unit] = one.arrives, one.edge, one.spare


def _share_out(battle: Battle, side: int, row: int, mine: list[int]) -> None:
    """D.9 Give a row's strength to its units; those for whom nothing is left do not take the field."""
    if battle.roll_status[row] not in (Status.BOARD, Status.WAITING):
        return
    shares = _shares(battle, side, int(battle.roll_sp[row]))
    for i, unit in enumerate(mine):
        battle.status[unit] = battle.roll_status[row] if i < len(shares) else Status.OFF_TABLE
        if i < len(shares):
            battle.sp[unit] = shares[i]
            battle.start_units[side] += 1
            battle.start_sp[side] += shares[i]
            _make_fresh(battle, unit)


def _make_fresh(battle: Battle, unit: int) -> None:
    """SNW-01 SNW-66 A unit on its morning: all its figures, in column, horse or battery formation."""
    arm = int(battle.arm[unit])
    figure = {Arm.FOOT: 0, Arm.CAV: 1, Arm.ART: 3 if battle.kind[unit] == codes.Type.HORSE_ART else 2}[Arm(arm)]
    battle.cap[unit] = battle.left[unit] = battle.num[n.FORMATION_FIGURES + figure]
    own = battle.own
    for column in range(codes.OWN):
        own[unit, column] = 0
    own[unit, Own.LOCK], own[unit, Own.CLASS] = NOBODY, class_of_kind(battle, unit)
    set_base(
        battle,
        unit,
        Form.SKIRMISH
        if skirmishes(battle, unit)
        else {Arm.FOOT: Form.COLUMN, Arm.CAV: Form.HORSE, Arm.ART: Form.DEPLOYED}[Arm(arm)],
    )


def skirmishes(battle: Battle, unit: int) -> bool:
    """SNW-38 Does a unit skirmish: the first of every fourth division of Elite or Guard infantry, of light cavalry?"""
    if battle.num[n.FIRE_SKIRMISH] == 0 or not may_skirmish(battle, int(battle.roll[unit])):
        return False
    if unit % SIDE_UNITS > 0 and battle.roll[unit - 1] == battle.roll[unit]:
        return False
    row, arm = int(battle.roll[unit]), battle.arm[unit]
    rows = range(row // SIDE_UNITS * SIDE_UNITS, row)
    before = sum(1 for other in rows if battle.roll_arm[other] == arm and may_skirmish(battle, other))
    return before % SKIRMISH_EVERY == 0


def may_skirmish(battle: Battle, row: int) -> bool:
    """SNW-38 Has a division light troops: Elite or Guard infantry, light or irregular cavalry?"""
    if battle.roll_arm[row] == Arm.FOOT:
        return battle.roll_kind[row] == codes.Type.ELITE_INF or bool(battle.roll_guard[row])
    return battle.roll_kind[row] in (codes.Type.LIGHT_CAV, codes.Type.IRREG_CAV)


def class_of_kind(battle: Battle, unit: int) -> int:
    """SNW-66 Guard A, Line and light cavalry C, guns B; of other divisions every second unit is C.

    The first unit of Elite infantry and of heavy cavalry is B, of Militia and of irregular cavalry D.
    """
    slot = n.CLASS_GUARD if battle.guard[unit] else CLASS_SLOTS.get(int(battle.kind[unit]), n.CLASS_GUNS)
    return int(battle.num[slot + place_in_row(battle, unit) % 2])


def place_in_row(battle: Battle, unit: int) -> int:
    """D.9 How many units of the same division come before a unit."""
    first, rows = unit // SIDE_UNITS * SIDE_UNITS, battle.roll
    return sum(1 for other in range(first, unit) if rows[other] == rows[unit])


def brigades_of(battle: Battle, side: int) -> dict[int, int]:
    """D.9 The brigade of every row: one for each division of infantry or cavalry, batteries with the infantry."""
    rows = range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.rows[side]))
    foot, horse, guns = ([row for row in rows if battle.roll_arm[row] == arm] for arm in (Arm.FOOT, Arm.CAV, Arm.ART))
    group = max(1, -(-(len(foot) + len(horse)) // (MOST_BRIGADES - 1)))
    made = {row: i // group for i, row in enumerate(foot)}
    feet = -(-len(foot) // group)
    made |= {row: feet + i // group for i, row in enumerate(horse)}
    hosts = max(1, feet or -(-len(horse) // group))
    return made | {row: i % hosts for i, row in enumerate(guns)}


def _name_brigades(battle: Battle, side: int) -> None:
    """SNW-04 D.9 Give every unit its brigadier; brigades keep theirs from day to day."""
    first = side * SIDE_LEADERS
    if battle.day == 1:
        battle.side_own[side, Side.WINGS] = int(battle.leaders[side]) - 1
    posts = 1 + int(battle.side_own[side, Side.WINGS])
    brigades = brigades_of(battle, side)
    battle.leaders[side] = posts + 1 + max(brigades.values(), default=0)
    battle.side_own[side, Side.NATION] = battle.num[n.NATIONS_SIDES + side]
    for leader in range(first, first + int(battle.leaders[side])):
        battle.lead_with[leader], battle.lead_own[leader, Lead.UNITS], battle.lead_own[leader, Lead.DIED] = NOBODY, 0, 0
        if leader >= first + posts and battle.day == 1:
            battle.lead_state[leader], battle.lead_skill[leader] = Status.BOARD, codes.Skill.AVERAGE
            battle.lead_own[leader, Lead.SENIOR] = _senior(leader - first - posts, posts, max(brigades.values()) + 1)
    for unit in units_of(battle, side):
        if battle.status[unit] not in (Status.BOARD, Status.WAITING):
            continue
        leader = first + posts + brigades[int(battle.roll[unit])]
        battle.own[unit, Own.BRIGADE] = leader
        battle.lead_own[leader, Lead.UNITS] += 1
        _enters(battle, unit, leader - first - posts)


def _senior(brigade: int, posts: int, brigades: int) -> int:
    """SNW-04 The divisional commander of a brigade: one has all, of two each a half; 0 for none."""
    if posts == 1:
        return 0
    return 1 if posts == 2 or 2 * brigade < brigades else 2


def _enters(battle: Battle, unit: int, brigade: int) -> None:
    """COM-G HR-T3 The turn in which a late unit enters; in a meeting every second brigade comes on turn 3."""
    if battle.arrives[unit] > 0:
        battle.own[unit, Own.ENTERS] = due_turn(int(battle.arrives[unit]), int(battle.season), int(battle.limit))
    elif battle.meeting == 1 and battle.day == 1 and brigade % 2 == 1:
        battle.own[unit, Own.ENTERS] = MEETING_TURN
    battle.status[unit] = Status.WAITING if battle.own[unit, Own.ENTERS] else Status.BOARD


def _lay_table(battle: Battle, file: BattleFile) -> None:
    """D.9 COM-10 A table as wide as the larger army's first line asks."""
    brigades = max(len(set(brigades_of(battle, side).values())) for side in range(SIDES))
    slots = -(-6 * brigades // 10)
    width = max(
        int(battle.num[n.BOARD_LEAST_WIDTH]),
        int(battle.num[n.BOARD_BRIGADE_WIDTH]) * slots + int(battle.num[n.BOARD_MARGIN]),
    )
    wide, deep = MM * width, MM * int(battle.num[n.BOARD_DEPTH])
    cell = FINEST_CELL
    while (-(-wide // cell)) * (-(-deep // cell)) > codes.LAND:
        cell += 5 * MM
    lay(battle, file.laid_out, width=wide, depth=deep, cell=cell)
    note_bridges(battle)
    for side in range(SIDES):
        sector = int(battle.sector[side])
        third = wide // 6 * (2 * sector + 1)
        battle.side_own[side, Side.SECTOR_X] = NOBODY if sector < 0 else third if side == battle.low else wide - third


def _log_side(battle: Battle, side: int) -> None:
    """COM-18 Write where everybody stands; nothing where no journal is kept."""
    if battle.quiet == 1:
        return
    for unit in units_of(battle, side):
        if battle.status[unit] == Status.BOARD:
            log_event(battle, Event.DEPLOY, rule=1020, side=side, unit=unit)
            log_here(battle, unit)
            if battle.own[unit, Own.FORM] == Form.SKIRMISH:
                log_event(battle, Event.FORMATION, rule=38, side=side, unit=unit, formation=Form.SKIRMISH)
                log_here(battle, unit)
    first = side * SIDE_LEADERS
    for leader in range(first, first + int(battle.leaders[side])):
        if battle.lead_state[leader] == Status.BOARD:
            role = 0 if leader == first else 1 if leader - first <= battle.side_own[side, Side.WINGS] else 2
            log_event(
                battle, Event.LEADER, rule=1020, side=side, commander=leader, role=role, skill=battle.lead_skill[leader]
            )
            log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], 180 * int(side != battle.low))


ENGINE = "9"
BASE_TURNS = 15
"""SNW-68 The turns of a day in fall."""
DOOR = Door(
    engine=ENGINE, numbers=NUMBERS, base_turns=BASE_TURNS, words=WORDS, set_up=set_up, play_day=play_day,
    options=SYSTEM.options,
)  # fmt: skip

tables, profile_hash, sheet = DOOR.tables, DOOR.profile_hash, DOOR.sheet
freeze, fight, finish = DOOR.freeze, DOOR.fight, DOOR.finish
warm, tally_runs = DOOR.warm, DOOR.tally_runs
