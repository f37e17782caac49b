"""From a frozen battle file to the common record.

Clock, sides, generals and the roll (COM-03, COM-09, COM-16, COM-17).
"""

from collections.abc import Mapping
from typing import Any

from battles.resolvers.common import codes
from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, SIDES, Arm, Skill, Status
from battles.resolvers.common.ending import SEASON_LENGTHS, turn_limit
from battles.resolvers.common.journal import throw_from
from battles.resolvers.common.numbers import NumberTable
from battles.resolvers.common.plane import cosines
from battles.resolvers.common.record import Battle, blank
from battles.resolvers.core.dice import WEATHER_STREAM, key_of
from battles.resolvers.values.battle import CAMPAIGN_WEATHERS, BattleFile
from battles.resolvers.values.sides import EDGES, BattleSide, BattleUnit
from rosters.rules.catalogue import catalogue
from rosters.rules.own_types import OwnTypes, difference

NAME_WEATHER, NAME_GROUND = 1, 2
WEATHER_FACES = ((6, 8), (7, 9), (5, 7), (4, 6))
"""HR-W The highest face of a d10 that is normal, and that is overcast, by season.

The campaign's foul weather adds 3.
"""
FOUL_ADDS = 3


def fill(file: BattleFile, seed: str, numbers: NumberTable, profile: Mapping[str, Any], *, base_turns: int) -> Battle:
    """Return a record with everything that a frozen file says, before the system lays out its board and sets up its
    units."""
    battle = blank()
    battle.key, battle.day, battle.max_days = key_of(seed), 1, file.options.max_days
    battle.season = codes.SEASON_KEYS.index(file.season)
    battle.limit = turn_limit(base_turns, battle.season)
    battle.low, battle.meeting = file.attacker, int(file.engagement == "meeting")
    battle.winner = battle.fought = codes.DRAW
    battle.weather = -1 if file.weather is None else codes.WEATHER_KEYS.index(file.weather)
    battle.ground = -1 if file.ground is None else codes.GROUND_KEYS.index(file.ground)
    battle.battle_own[0] = int(file.campaign_weather == CAMPAIGN_WEATHERS[-1])
    numbers.fill(battle, profile)
    battle.cosine[:] = cosines()
    for number, side in enumerate(file.sides):
        _fill_side(battle, number, side, file.own_types)
    battle.first = int(file.sides[0].role != "attacker")
    _fill_postures(battle)
    return battle


def roll_weather(battle: Battle) -> None:
    """HR-W Throw for what the file leaves open: the weather by season, soft ground after rain and in foul weather."""
    set_weather(battle, throw_from(battle, WEATHER_STREAM, 10, NAME_WEATHER) if battle.weather < 0 else 0)


def set_weather(battle: Battle, face: int) -> None:
    """HR-W Read the die for what the file leaves open; ``face`` is 1 to 10, and counts where the weather is open."""
    foul = int(battle.battle_own[0])
    if battle.weather < 0:
        normal, overcast = WEATHER_FACES[int(battle.season)]
        total = face + FOUL_ADDS * foul
        battle.weather = 0 if total <= normal else 1 if total <= overcast else 2
    if battle.ground < 0:
        battle.ground = int(battle.weather == codes.Weather.PRECIPITATING or foul)


def _fill_side(battle: Battle, number: int, side: BattleSide, own: OwnTypes) -> None:
    battle.skill[number] = codes.SKILL_KEYS.index(side.commander.skill)
    battle.must_decide[number], battle.supply_cut[number] = int(side.must_decide), int(side.supply_cut)
    battle.capital[number] = int(side.capital)
    plan = side.plan
    battle.plan[number] = NOBODY if plan is None or plan.posture is None else codes.PLAN_KEYS.index(plan.posture)
    battle.sector[number] = NOBODY if plan is None or plan.sector is None else codes.SECTOR_KEYS.index(plan.sector)
    battle.reserve[number] = NOBODY if plan is None or plan.reserve is None else plan.reserve
    battle.break_off[number] = NOBODY if plan is None or plan.break_off is None else plan.break_off
    battle.evening[number] = NOBODY if plan is None or plan.evening is None else codes.EVENING_KEYS.index(plan.evening)
    battle.rows[number] = len(side.units)
    battle.leaders[number] = 1 + len(side.wings)
    for n, leader in enumerate((side.commander, *side.wings)):
        at = number * SIDE_LEADERS + n
        battle.lead_skill[at], battle.lead_state[at] = codes.SKILL_KEYS.index(leader.skill), Status.BOARD
        battle.lead_with[at] = NOBODY
    armies = list(dict.fromkeys(unit.army for unit in side.units))
    spared = plan.spare if plan is not None else ()
    for n, unit in enumerate(side.units):
        row, kind = number * SIDE_UNITS + n, own.get(unit.own)
        _fill_row(battle, row, unit, armies.index(unit.army), spare=unit.id in spared)
        more = difference(kind, catalogue().unit_types[unit.type].morale)
        battle.roll_morale[row] += more.morale
        battle.roll_fire[row] = more.fire


def _fill_row(battle: Battle, row: int, unit: BattleUnit, army: int, *, spare: bool) -> None:
    kind = catalogue().unit_types[unit.type]
    battle.roll_kind[row], battle.roll_arm[row] = codes.TYPE_KEYS.index(unit.type), codes.ARM_KEYS.index(kind.arm)
    battle.roll_guard[row], battle.roll_outrider[row] = int(unit.guard), int(unit.outriders)
    battle.roll_morale[row] = kind.morale + (catalogue().guard.morale if unit.guard else 0)
    battle.roll_army[row], battle.roll_full[row] = army, kind.full
    battle.roll_before[row] = battle.roll_sp[row] = battle.roll_start[row] = unit.strength
    battle.roll_into[row] = NOBODY
    fights = battle.roll_arm[row] not in (codes.Arm.ENG, codes.Arm.VEH)
    battle.roll_status[row] = (
        Status.OFF_TABLE if not fights else Status.BOARD if unit.arrives is None else Status.WAITING
    )
    if fights:
        add_unit(battle, row, unit.strength, kind.full)
        at = unit_of(battle, row)
        battle.arrives[at], battle.edge[at] = unit.arrives or 0, EDGES.index(unit.edge or "own")
        battle.spare[at] = int(spare)


def unit_of(battle: Battle, row: int) -> int:
    """Return the last unit that was added; only while a record is filled."""
    side = row // SIDE_UNITS
    return side * SIDE_UNITS + int(battle.units[side]) - 1


def add_unit(battle: Battle, row: int, strength: int, full: int) -> int:
    """Field a unit of a row of the roll; its capacity and base are the system's to set. Returns its number."""
    side = row // SIDE_UNITS
    unit = side * SIDE_UNITS + int(battle.units[side])
    battle.units[side] += 1
    battle.roll[unit], battle.sp[unit], battle.full[unit] = row, strength, full
    battle.arm[unit], battle.kind[unit] = battle.roll_arm[row], battle.roll_kind[row]
    battle.guard[unit], battle.outrider[unit] = battle.roll_guard[row], battle.roll_outrider[row]
    battle.status[unit] = battle.roll_status[row]
    battle.start_units[side] += 1
    battle.start_sp[side] += strength
    return unit


def _fill_postures(battle: Battle) -> None:
    """COM-17 The attacker assaults, a side with 1.3 times the enemy's strength, one that must win now (AI-5).

    A player's plan comes first.
    """
    for side in range(codes.SIDES):
        strong = 10 * int(battle.start_sp[side]) >= 13 * int(battle.start_sp[1 - side])
        assaults = battle.first == side or battle.meeting == 1 or strong or battle.must_decide[side] == 1
        if battle.plan[side] != NOBODY:
            assaults = battle.plan[side] <= codes.PLAN_KEYS.index("limited")
        battle.posture[side] = codes.Posture.ASSAULT if assaults else codes.Posture.HOLD


def due_turn(arrives: int, season: int, limit: int) -> int:
    """COM-G The turn at the start of which a unit enters that is due at a count of the day (HR-T6)."""
    return max(1, -(-arrives * limit // SEASON_LENGTHS[season]))


UNITS_TO_A_GUN = 3
MEETING_TURN = 3
"""HR-T3 The turn in which the rest of an army comes up in a meeting."""


def fielded(battle: Battle, side: int) -> list[int]:
    """COM-09 The numbers of a side's units that fight, on the table or on their way to it."""
    first = side * SIDE_UNITS
    arm, status = battle.arm, battle.status
    units = range(first, first + int(battle.units[side]))
    return [
        unit for unit in units if arm[unit] not in (Arm.ENG, Arm.VEH) and status[unit] in (Status.BOARD, Status.WAITING)
    ]


def limit_guns(battle: Battle, file: BattleFile) -> None:
    """HR-7 Leave off the table what a side has more of guns than one unit to three others."""
    if file.options.limit_guns:
        for side in range(SIDES):
            units = fielded(battle, side)
            guns = [unit for unit in units if battle.arm[unit] == Arm.ART]
            for unit in guns[(len(units) - len(guns)) // UNITS_TO_A_GUN :]:
                _leave_off(battle, side, unit)


def _leave_off(battle: Battle, side: int, unit: int) -> None:
    battle.status[unit] = battle.roll_status[battle.roll[unit]] = Status.OFF_TABLE
    battle.start_units[side] -= 1
    battle.start_sp[side] -= int(battle.sp[unit])


def turn_of_arrival(battle: Battle, unit: int, place: int) -> int:
    """HR-T6 HR-T3 The turn at whose start a unit enters; 0 where it is there from the beginning.

    In a meeting every second unit of an army comes up in the third turn of the first day; ``place`` counts them.
    """
    if battle.arrives[unit] > 0:
        return due_turn(int(battle.arrives[unit]), int(battle.season), int(battle.limit))
    return MEETING_TURN if battle.meeting == 1 and battle.day == 1 and place % 2 == 1 else 0


def hold_back(battle: Battle) -> dict[int, int]:
    """HR-T3 HR-T6 Let those wait who come later; the turn of arrival of each unit that fights."""
    turns = {
        unit: turn_of_arrival(battle, unit, place)
        for side in range(SIDES)
        for place, unit in enumerate(fielded(battle, side))
    }
    for unit, turn in turns.items():
        battle.status[unit] = Status.WAITING if turn else Status.BOARD
    return turns


def field_units(battle: Battle, file: BattleFile) -> None:
    """HR-7 HR-T3 HR-T6 Field the units, and put in ``arrives`` the turn in which each of them comes."""
    limit_guns(battle, file)
    for unit, turn in hold_back(battle).items():
        battle.arrives[unit] = turn


def units_of(battle: Battle, side: int) -> range:
    """Return the numbers of a side's units."""
    return range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.units[side]))


def hold_by_plan(battle: Battle, side: int, column: int) -> None:
    """COM-17 Note in a column of ``own`` whom the plan holds back: spared units, the last of the roll as reserve."""
    units = [unit for unit in units_of(battle, side) if battle.status[unit] == Status.BOARD]
    reserve = max(0, int(battle.reserve[side])) * len(units) // 100
    for n, unit in enumerate(units):
        battle.own[unit, column] = int(battle.spare[unit] == 1 or n >= len(units) - reserve)


def mourn(battle: Battle, side: int, general: int) -> None:
    """COM-16 A General who fell as a day ended is followed on the next morning: the army's skill is one less."""
    if battle.day > 1 and general != NOBODY and battle.lead_state[general] != Status.BOARD:
        battle.skill[side] = max(Skill.POOR, int(battle.skill[side]) - 1)
