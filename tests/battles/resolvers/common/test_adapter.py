"""The common adapter under each of the five systems: units in, report out, board, deployment, command (COM)."""

from importlib import import_module
from typing import Any

import pytest

from battles.resolvers.activation.resolver import columns_for
from battles.resolvers.common.codes import SIDE_LEADERS, SIDE_UNITS, Arm, Land, Posture, Skill, Status
from battles.resolvers.common.deploy import first_foot
from battles.resolvers.common.ending import break_test
from battles.resolvers.common.fill import mourn
from battles.resolvers.common.land import land_at, lay
from battles.resolvers.fields.field import Field, rough
from battles.resolvers.frame.door import Door
from battles.resolvers.solo_napoleonic.resolver import brigades_of
from battles.resolvers.values.battle import BattleFile
from rosters.rules.catalogue import catalogue
from tests.battles.resolvers.common.test_common import toy_file
from tests.battles.resolvers.common.toy import DOOR as TOY

FIVE = ("activation", "my_favourite", "one_hour", "solo_napoleonic", "square_brigadier")


@pytest.fixture(params=FIVE)
def door(request: pytest.FixtureRequest) -> Door:
    found: Door = import_module(f"battles.resolvers.{request.param}.resolver").DOOR
    return found


def file_of(roster: str = "4 Line inf, 1 Light cav, 1 Field art", **more: Any) -> BattleFile:
    """A battle of two like armies; the second attacks."""
    sides = [
        {"name": name, "role": role, "commander": {"name": name, "skill": skill}, "roster": roster}
        for name, role, skill in (("Blue", "defender", "poor"), ("Red", "attacker", "great"))
    ]
    return toy_file(sides=sides, **more)


def test_COM_03_every_system_takes_the_campaigns_units_and_roles(door: Door) -> None:
    assert door.tables({}) == catalogue()
    battle = door.ready(door.freeze(file_of(), "field"), "seed")
    assert (battle.first, list(battle.skill)) == (1, [Skill.POOR, 3])
    assert [int(battle.roll_before[row]) for row in range(6)] == [4, 4, 4, 4, 3, 1]


def test_COM_04_a_report_says_who_won_who_stays_and_what_became_of_each_unit(door: Door) -> None:
    report = door.fight(door.freeze(file_of(), "field"), "seed")
    assert report.outcome.winner in (None, "Blue", "Red")
    for side in report.sides:
        assert isinstance(side.stayed, bool)
        assert len(side.units) == 6
        assert all(0 <= unit.after <= unit.before and unit.fate for unit in side.units)
        assert sum(unit.after for unit in side.units) == side.after


def test_COM_09_engineers_are_not_fielded_and_come_back_unchanged(door: Door) -> None:
    report = door.fight(door.freeze(file_of("3 Line inf, 1 Engineer, 1 Pontoon"), "field"), "seed")
    trains = {unit.id for side in report.sides for unit in side.units if unit.type in ("engineer", "pontoon")}
    assert len(trains) == 4
    assert all(unit.lost == 0 for side in report.sides for unit in side.units if unit.id in trains)
    assert not trains & {event.get("unit") for event in report.journal if event["ev"] == "deploy"}


def test_COM_10_a_cell_takes_what_covers_most_of_it() -> None:
    """On 100 by 50 steps in cells of 10 a wood to 64 covers the seventh column by less than a half; to 66 by more."""
    battle = TOY.ready(TOY.freeze(toy_file(), "field"), "seed")
    for edge, seventh in ((64, 0), (66, Land.ROUGH)):
        wood = rough(((0, 0), (0.36 * edge, 0), (0.36 * edge, 18), (0, 18)))
        lay(battle, Field(36, 18, (wood,)), width=100, depth=50, cell=10)
        assert [land_at(battle, x, 25) for x in (55, 65, 75)] == [Land.ROUGH, seventh, 0]


def test_COM_13_more_than_half_lost_is_broken() -> None:
    for lost, broken in ((4, 0), (5, 1)):
        battle = TOY.ready(TOY.freeze(toy_file(), "field"), "seed")
        for unit in range(lost):
            battle.status[unit] = 3
        break_test(battle, 1, 2)
        assert (battle.start_units[0], battle.broken[0], battle.over) == (8, broken, broken)


def test_COM_16_the_fall_of_a_general_costs_a_level_never_below_poor() -> None:
    battle = TOY.ready(TOY.freeze(toy_file(), "field"), "seed")
    battle.day, battle.lead_state[0] = 2, Status.BOARD + 1
    assert battle.skill[0] == Skill.AVERAGE
    for _ in range(3):
        mourn(battle, 0, 0)
    assert battle.skill[0] == Skill.POOR
    mourn(battle, 1, SIDE_LEADERS)
    assert battle.skill[1] == Skill.AVERAGE


@pytest.mark.parametrize(
    ("blue", "posture"),
    [("4 Line inf", Posture.HOLD), ("5 Line inf", Posture.HOLD), ("one 1/4 Line inf, 5 Line inf", Posture.ASSAULT)],
)
def test_COM_17_a_defender_attacks_with_thirteen_tenths_of_the_enemys_strength(blue: str, posture: int) -> None:
    """16, 20 and 21 points against 16: thirteen tenths are 20.8."""
    sides = [
        {"name": name, "role": role, "commander": {"name": name, "skill": "average"}, "roster": roster}
        for name, role, roster in (("Blue", "defender", blue), ("Red", "attacker", "4 Line inf"))
    ]
    battle = TOY.ready(TOY.freeze(toy_file(sides=sides), "field"), "seed")
    assert list(battle.posture) == [posture, Posture.ASSAULT]


def test_COM_20_three_fifths_of_the_infantry_are_in_the_first_line(door: Door) -> None:
    assert [first_foot(feet) for feet in range(1, 11)] == [1, 2, 2, 3, 3, 4, 5, 5, 6, 6]
    battle = door.ready(door.freeze(file_of("10 Line inf, 1 Light cav, 1 Field art", terrain="open"), "field"), "seed")
    for side in (0, 1):
        units = range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.units[side]))
        feet = [unit for unit in units if battle.arm[unit] == Arm.FOOT and battle.status[unit] == Status.BOARD]
        own_edge = 0 if side == battle.low else int(battle.board_depth)
        fronts = sorted(abs(own_edge - int(battle.y[unit])) for unit in feet)
        assert fronts[-1] > fronts[0]


@pytest.mark.parametrize(
    ("rules", "inches"), [("one_hour", 5 * 10 + 6), ("my_favourite", 8 * 10 + 12), ("activation", 2 * 10 + 4)]
)
def test_COM_23_a_board_is_as_wide_as_the_front_of_the_larger_army(rules: str, inches: int) -> None:
    """Sixteen units have a front of ten."""
    door = import_module(f"battles.resolvers.{rules}.resolver").DOOR
    assert door.board_of(door.ready(door.freeze(file_of("16 Line inf"), "field"), "seed"))[0] == inches
    assert columns_for(16) == 24


def test_COM_23_a_table_of_brigades_is_as_wide_as_their_front() -> None:
    door = import_module("battles.resolvers.solo_napoleonic.resolver").DOOR
    battle = door.ready(door.freeze(file_of("16 Line inf"), "field"), "seed")
    assert len(set(brigades_of(battle, 0).values())) == 16
    assert door.board_of(battle)[0] == 220 * 10 + 300
