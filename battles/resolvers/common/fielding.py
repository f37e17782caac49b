"""Units that take the field, and when: limit of guns, vanguards of a meeting, late units (HR-7, HR-T3, HR-T6)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, SIDES, Arm, Skill, Status
from battles.resolvers.common.fill import due_turn
from battles.resolvers.common.record import Battle
from battles.resolvers.values.battle import BattleFile

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
