"""Wing commanders (LGG-S2, R-35, R-36, ST-25)."""

import pytest

from battles.resolvers.common.codes import Skill, Weather
from battles.resolvers.core.dice import CASUALTY_STREAM
from battles.resolvers.lgg.command import radius
from battles.resolvers.lgg.command.activation import activate
from battles.resolvers.lgg.command.morale import rout
from battles.resolvers.lgg.day.deploy import deploy
from battles.resolvers.lgg.doctrine.acts.general import choose
from battles.resolvers.lgg.doctrine.plans.wings import consider_wings, plan_wings
from battles.resolvers.lgg.machine.engine import apply
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.movement.movement import verify_move_commander
from battles.resolvers.lgg.plane.space import place
from battles.resolvers.lgg.record.codes import Activity, Cause, Command, Pending, Status
from battles.resolvers.lgg.record.setup import add_leader, add_unit, new_battle, set_status
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.turn.activities import rally_place
from battles.resolvers.lgg.turn.routes import plan_rally
from tests.battles.resolvers.lgg.command.test_commanders import ride_over
from tests.battles.resolvers.lgg.stage import EASTWARD, NORTHWARD, events, fix, lead, names, rule_of, stage, stand


def wing(battle: Battle, side: int, role: int, x: float, y: float, skill: int = Skill.AVERAGE) -> int:
    """A wing commander somewhere; his number."""
    leader = add_leader(battle, side, role, skill)
    battle.lead_x[leader], battle.lead_y[leader] = x, y
    return leader


@pytest.mark.parametrize(("x", "command"), [(38.0, True), (38.1, False)])
def test_LGG_S2_b_a_wing_is_in_command_within_the_radius_of_the_army_commander(x: float, command: bool) -> None:
    """Stands are 2" wide: at R 10 their middles are 12" apart when the nearest points are 10" apart."""
    battle = stage(radius=10)
    lead(battle, 0, 26, 6)
    assert radius.in_command(battle, wing(battle, 0, 1, x, 6)) == command


@pytest.mark.parametrize(
    ("x", "band"),
    [(50.5, radius.FREE), (50.6, radius.DEAR), (60.5, radius.DEAR), (60.6, radius.OUT)],
)
def test_R_35_radius_and_double_radius_are_measured_from_the_better_stand(x: float, band: int) -> None:
    """The wing's edge is at 39, a base's left edge 1.5" before its middle: 10" away at 50.5, 20" at 60.5."""
    battle = stage(radius=10)
    lead(battle, 0, 26, 6)
    wing(battle, 0, 1, 38, 6)
    unit = stand(battle, 0, "line_inf", x, 6)
    assert radius.band_of(battle, unit) == band
    assert radius.standing_price(battle, unit) == {radius.FREE: 1, radius.DEAR: 2, radius.OUT: radius.FORBIDDEN}[band]


def test_LGG_S2_b_command_is_tested_at_each_activation() -> None:
    battle = stage(radius=10)
    lead(battle, 0, 26, 6)
    leader, unit = wing(battle, 0, 1, 38, 6), stand(battle, 0, "line_inf", 48, 6)
    assert radius.standing_price(battle, unit) == 1
    activate(battle, unit, Activity.RECOVER, 1)
    lead(battle, 0, 20, 6)
    assert (bool(radius.in_command(battle, leader)), radius.standing_price(battle, unit)) == (False, radius.FORBIDDEN)


@pytest.mark.parametrize(("x", "box"), [(60.0, Status.RALLYABLE), (70.0, Status.NONRALLYABLE)])
def test_LGG_S2_c_a_unit_that_routs_near_a_wing_out_of_command_is_rallyable(x: float, box: int) -> None:
    battle = stage(radius=10)
    lead(battle, 0, 10, 6)
    leader, unit = wing(battle, 0, 1, 52, 6), stand(battle, 0, "line_inf", x, 6)
    assert not radius.in_command(battle, leader)
    rout(battle, unit, Cause.COMBAT)
    assert battle.status[unit] == box


@pytest.mark.parametrize("x", [30.0, 70.0])
def test_LGG_S2_d_a_wings_move_costs_one_action_wherever_he_is(x: float) -> None:
    battle = stage(actions=3, radius=10)
    lead(battle, 0, 20, 6)
    leader = wing(battle, 0, 1, x, 6)
    battle.cmd, battle.cmd_unit, battle.cmd_x, battle.cmd_y = Command.MOVE_COMMANDER, leader, x - 5, 20
    assert apply(battle) == 0
    assert (battle.actions, battle.lead_x[leader], battle.lead_y[leader]) == (2, x - 5, 20)
    assert rule_of(verify_move_commander(battle)) == "LGG-8.2-c"


def test_LGG_S2_d_a_rallied_unit_may_be_placed_in_the_radius_of_a_wing_in_command() -> None:
    battle = stage(radius=10)
    lead(battle, 0, 20, 6)
    wing(battle, 0, 1, 31, 6)
    unit = stand(battle, 0, "line_inf", 30, 6)
    set_status(battle, unit, Status.RALLYABLE)
    assert rally_place(battle, unit, 42, 6, *NORTHWARD)
    assert not rally_place(battle, unit, 45, 6, *NORTHWARD)
    lead(battle, 0, 10, 6)
    assert not rally_place(battle, unit, 42, 6, *NORTHWARD)


def test_LGG_S2_d_rallying_finds_a_place_behind_a_wing_when_there_is_none_behind_the_army_commander() -> None:
    battle = stage(radius=10)
    lead(battle, 0, 20, 20)
    wing(battle, 0, 1, 31, 20)
    stand(battle, 1, "line_inf", 5, 17)
    stand(battle, 1, "line_inf", 14, 14)
    stand(battle, 1, "line_inf", 14, 24)
    unit = stand(battle, 0, "line_inf", 40, 6)
    set_status(battle, unit, Status.RALLYABLE)
    assert plan_rally(battle, unit) == 0
    assert radius.command_gap(battle, unit, battle.cmd_x, battle.cmd_y, *NORTHWARD) <= 10


def test_ST_25_a_wing_takes_over_where_he_stands_with_his_own_skill() -> None:
    battle = stage()
    lead(battle, 1, 36, 39)
    leader = wing(battle, 1, 2, 50, 40, Skill.GREAT)
    unit = stand(battle, 0, "light_cav", 36, 30)
    fix(battle, CASUALTY_STREAM, 1)
    ride_over(battle, unit, 0, 15)
    assert (battle.lead_x[3], battle.lead_y[3], battle.lead_skill[3], battle.lead_who[3]) == (50, 40, Skill.GREAT, 2)
    assert (battle.lead_here[3], battle.lead_here[leader]) == (1, 0)
    assert names(battle) == ["casualty", "command_change"]


def two_wings() -> Battle:
    """Side 1 has just lost its commander in the turn of side 0, and has a poor and a good wing."""
    battle = stage()
    lead(battle, 1, 36, 39)
    stand(battle, 1, "line_inf", 20, 40)
    wing(battle, 1, 1, 20, 44, Skill.POOR)
    wing(battle, 1, 2, 60, 44, Skill.GOOD)
    unit = stand(battle, 0, "light_cav", 36, 30)
    fix(battle, CASUALTY_STREAM, 1)
    ride_over(battle, unit, 0, 15)
    advance(battle)
    return battle


def test_LGG_S2_f_of_two_wings_the_owner_chooses() -> None:
    battle = two_wings()
    assert (battle.pending, battle.asked) == (Pending.HEIR, 1)
    battle.cmd, battle.cmd_unit = Command.TAKE_OVER, 4
    assert apply(battle) == 0
    assert (battle.lead_x[3], battle.lead_skill[3], battle.lead_here[4], battle.lead_here[5]) == (20, Skill.POOR, 0, 1)
    assert (battle.pending, battle.asked, battle.on_turn) == (Pending.NONE, 0, 0)


@pytest.mark.parametrize("leader", [3, 1, 2, -1, 99])
def test_LGG_S2_f_only_a_wing_of_his_can_take_over(leader: int) -> None:
    battle = two_wings()
    battle.cmd, battle.cmd_unit = Command.TAKE_OVER, leader
    assert (rule_of(apply(battle)), battle.pending) == ("LGG-S2-f", Pending.HEIR)


def test_LGG_S2_f_the_better_general_takes_over_where_the_doctrine_decides() -> None:
    battle = two_wings()
    choose(battle)
    assert (battle.cmd, battle.cmd_unit) == (Command.TAKE_OVER, 5)
    assert (apply(battle), battle.lead_skill[3]) == (0, Skill.GOOD)


def test_LGG_S2_f_of_equal_wings_the_one_nearer_to_the_units_takes_over() -> None:
    battle = two_wings()
    battle.lead_skill[4] = Skill.GOOD
    choose(battle)
    assert battle.cmd_unit == 4


def test_LGG_16_0_d_a_wing_who_took_over_is_followed_by_the_other_and_then_by_subordinates() -> None:
    battle = stage()
    wing(battle, 1, 1, 20, 44, Skill.GOOD)
    lead(battle, 1, 36, 39)
    unit, after = stand(battle, 0, "light_cav", 36, 30), []
    for _ in range(3):
        x, y = float(battle.lead_x[3]), float(battle.lead_y[3])
        place(battle, unit, x, y - 8, *NORTHWARD)
        fix(battle, CASUALTY_STREAM, 1)
        ride_over(battle, unit, 0, 12)
        after.append((int(battle.lead_who[3]), int(battle.lead_skill[3])))
    assert after == [(1, Skill.GOOD), (3, Skill.AVERAGE), (4, Skill.POOR)]
    assert battle.lead_lost[3] == 3


def test_R_36_a_wing_and_his_chief_ridden_over_in_one_move_are_both_checked() -> None:
    battle = stage()
    lead(battle, 1, 36, 39)
    wing(battle, 1, 1, 36, 36, Skill.GREAT)
    unit = stand(battle, 0, "light_cav", 36, 30)
    battle.lead_skill[3] = Skill.GOOD
    fix(battle, CASUALTY_STREAM, 1, 1)
    ride_over(battle, unit, 0, 15)
    told = [(name, row["leader"]) for name, row in events(battle)]
    assert told == [("casualty", 4), ("casualty", 3), ("command_change", 3)]
    assert (battle.lead_skill[3], battle.lead_who[3]) == (Skill.AVERAGE, 3)


def test_R_36_a_wing_who_survives_takes_over_at_once() -> None:
    battle = stage()
    lead(battle, 1, 36, 39)
    wing(battle, 1, 1, 36, 36, Skill.GREAT)
    unit = stand(battle, 0, "light_cav", 36, 30)
    fix(battle, CASUALTY_STREAM, 2, 1)
    ride_over(battle, unit, 0, 15)
    assert (battle.lead_skill[3], battle.lead_who[3], battle.lead_here[4]) == (Skill.GREAT, 1, 0)


def test_LGG_16_0_e_the_actions_of_the_round_are_kept() -> None:
    battle = stage(actions=11)
    lead(battle, 1, 36, 39)
    wing(battle, 1, 1, 50, 40, Skill.GREAT)
    unit = stand(battle, 0, "light_cav", 36, 30)
    fix(battle, CASUALTY_STREAM, 1)
    ride_over(battle, unit, 0, 15)
    assert (battle.rolled[0], battle.rolled[1], battle.actions) == (11, 11, 11)


def deployed(wings: int, units: int = 24, width: float = 96.0) -> Battle:
    battle = new_battle("wings")
    battle.width = width
    for side in (0, 1):
        for role in range(wings + 1):
            add_leader(battle, side, role, Skill.AVERAGE)
        for _ in range(units):
            add_unit(battle, side, "line_inf")
    deploy(battle)
    battle.radius = 20.0
    return battle


@pytest.mark.parametrize("weather", [Weather.NORMAL, Weather.OVERCAST])
def test_AI_11_the_deployment_keeps_four_fifths_within_one_and_a_half_radius(weather: int) -> None:
    battle = deployed(2)
    battle.radius = battle.radius_by_weather[weather]
    near = [
        radius.command_gap(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])
        <= 1.5 * battle.radius
        for unit in range(24)
    ]
    assert sum(near) >= 0.8 * 24


def test_LGG_S2_a_two_wings_are_deployed_in_command_and_command_more() -> None:
    alone, battle = deployed(0), deployed(2)
    assert all(radius.in_command(battle, leader) for leader in range(6))

    def within(table: Battle) -> int:
        return sum(radius.band_of(table, unit) == radius.FREE for unit in range(24))

    assert within(battle) > within(alone)
    deploys = [row for name, row in events(battle) if name == "deploy" and row["leader"] >= 0]
    assert sorted((row["leader"], row["role"]) for row in deploys) == [(n, n % 3) for n in range(6)]


def test_AI_11_a_wing_goes_where_units_are_beyond_the_radius_and_stays_in_command() -> None:
    battle = stage(radius=10)
    lead(battle, 0, 20, 8)
    leader = wing(battle, 0, 1, 20, 8)
    units = [stand(battle, 0, "line_inf", 42 + 3.5 * n, 14, EASTWARD) for n in range(3)]
    battle.choice_score = 0.05
    plan_wings(battle, 0)
    consider_wings(battle, 0)
    assert battle.choice_cmd == Command.MOVE_COMMANDER
    battle.cmd, battle.cmd_unit = Command.MOVE_COMMANDER, leader
    battle.cmd_x, battle.cmd_y = float(battle.choice_x), float(battle.choice_y)
    before = [int(radius.band_of(battle, unit)) for unit in units]
    assert apply(battle) == 0
    assert radius.in_command(battle, leader)
    assert sum(radius.band_of(battle, unit) for unit in units) < sum(before)
