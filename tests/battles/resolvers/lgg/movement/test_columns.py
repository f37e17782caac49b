"""Outriders, columns under their own leader, field works before the battle (HR-T3 to T6, LGG-S4, ST-24, E83)."""

from typing import Any

import pytest

from battles.resolvers.common.codes import Skill
from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.command.morale import rout
from battles.resolvers.lgg.command.radius import FORBIDDEN, in_command, standing_price
from battles.resolvers.lgg.day.arrivals import arrive, enter_columns, in_reach_of_command
from battles.resolvers.lgg.day.deploy import deploy, hold_back_half
from battles.resolvers.lgg.day.evening import rally_step
from battles.resolvers.lgg.doctrine.plans.wings import consider_wings
from battles.resolvers.lgg.doctrine.sees.choice import chosen, start_choice
from battles.resolvers.lgg.doctrine.sees.posture import is_broken
from battles.resolvers.lgg.fighting.sight import cover_of
from battles.resolvers.lgg.machine.engine import apply
from battles.resolvers.lgg.machine.orders import verify
from battles.resolvers.lgg.movement.movement import route_price
from battles.resolvers.lgg.movement.paths import load_route
from battles.resolvers.lgg.plane.footing import shelter_of
from battles.resolvers.lgg.plane.space import place
from battles.resolvers.lgg.record.codes import NOBODY, Cause, Command, Cover, Edge, Role, Status, Work
from battles.resolvers.lgg.record.setup import add_leader, add_piece, add_unit, new_battle, send_late
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.resolver import fight, freeze
from battles.resolvers.values.battle import BattleFileError
from tests.battles.resolvers.files import with_side
from tests.battles.resolvers.lgg.invariants import broken, on_table
from tests.battles.resolvers.lgg.stage import (
    EASTWARD,
    NORTHWARD,
    SOUTHWARD,
    events,
    laid,
    lead,
    path,
    rule_of,
    stage,
    stand,
)


def price_of(battle: Battle, unit: int, x: float, y: float) -> int:
    """What a straight move to a point costs."""
    path(battle, Command.MOVE, unit, (x, y, *NORTHWARD))
    return int(route_price(battle, unit, load_route(battle, unit)))


@pytest.mark.parametrize(("y", "price"), [(38.5, 1), (38.6, FORBIDDEN)])
def test_LGG_S4_a_outriders_cost_one_action_up_to_three_radii(y: float, price: int) -> None:
    """The stand's edge is at 7, the base's rear 1.5" behind its middle: 30" apart at 38.5, three times R 10."""
    battle = stage(radius=10)
    assert standing_price(battle, stand(battle, 0, "irreg_cav", 36, y, outrider=True)) == price


def test_ST_24_outriders_at_two_and_a_half_radii_pay_one_action_and_are_gone_when_they_rout() -> None:
    battle = stage(radius=10)
    unit = stand(battle, 0, "irreg_cav", 36, 33.5, outrider=True)
    path(battle, Command.MOVE, unit, (36, 30, *NORTHWARD))
    assert (apply(battle), battle.actions) == (0, 29)
    rout(battle, unit, Cause.COMBAT)
    assert battle.status[unit] == Status.ELIMINATED
    assert is_broken(battle, unit)


def test_E83_further_increments_of_outriders_cost_one_each() -> None:
    battle = stage(radius=10)
    unit = stand(battle, 0, "irreg_cav", 36, 10, outrider=True)
    assert (price_of(battle, unit, 36, 38.5), price_of(battle, unit, 36, 38.6)) == (3, FORBIDDEN)


def test_LGG_S4_b_outriders_do_not_rally_at_the_days_end() -> None:
    battle = stage()
    unit = stand(battle, 0, "irreg_cav", 36, 10, outrider=True)
    rout(battle, unit, Cause.FIRE)
    dice = list(battle.dice)
    rally_step(battle)
    assert (list(battle.dice), battle.status[unit]) == (dice, Status.ELIMINATED)


def host(battle: Battle, *kinds: str, side: int = 0, outriders: int = 0) -> None:
    """Units and a commander for a side."""
    add_leader(battle, side, 0, Skill.AVERAGE)
    for kind in kinds:
        add_unit(battle, side, kind)
    for _ in range(outriders):
        add_unit(battle, side, "irreg_cav", outrider=True)


@pytest.mark.parametrize(("depth", "front"), [(48.0, 24.0), (60.0, 30.0)])
def test_HR_T5_outriders_deploy_before_the_zone_off_the_enemys_zone(depth: float, front: float) -> None:
    """On 48" the enemy's zone begins at 36 and 12" off it is 24; on 60" the 18" in front of the zone end at 30."""
    battle = new_battle("outriders")
    battle.depth = depth
    host(battle, "line_inf", outriders=2)
    host(battle, "line_inf", side=1)
    deploy(battle)
    riders = [unit for unit in on_table(battle) if battle.outrider[unit]]
    assert [battle.y[unit] + 1.5 for unit in riders] == [front, front]
    assert sorted(float(battle.x[unit]) < 36 for unit in riders) == [False, True]
    assert broken(battle) == []


def test_HR_T5_outriders_of_both_sides_do_not_deploy_within_six_inches_of_one_another() -> None:
    battle = new_battle("outriders")
    for side in (0, 1):
        host(battle, "line_inf", side=side, outriders=2)
    deploy(battle)
    riders = [unit for unit in on_table(battle) if battle.outrider[unit]]
    assert len(riders) == 4
    gaps = [float(battle.gap[one, two - 64]) for one in riders if one < 64 for two in riders if two >= 64]
    assert min(gaps) > 6


def test_HR_T3_half_rounded_up_deploys_in_a_meeting_engagement() -> None:
    battle = new_battle("meeting")
    host(battle, *["line_inf"] * 7)
    hold_back_half(battle, 0)
    assert sum(battle.roll_arrives[row] == 0 for row in range(7)) == 4


def column(*kinds: str, radius: float = 10.0) -> tuple[Battle, list[int]]:
    """A column of side 0 that enters by the western edge, far from its commander in the east."""
    battle = stage(radius=radius)
    lead(battle, 0, 68, 24)
    for kind in kinds:
        add_unit(battle, 0, kind, arrives=30, edge=Edge.WEST)
    battle.count, battle.actions = 30, 9
    enter_columns(battle, 0)
    return battle, list(range(len(kinds)))


def test_HR_T6_a_column_pays_one_action_a_unit_and_touches_its_edge() -> None:
    battle, units = column("line_inf", "light_cav", "heavy_art")
    assert (battle.actions, battle.spent[0]) == (6, 3)
    assert all(battle.x[unit] == battle.half_depth[unit] for unit in units)
    told = [(row["cost"], row["left"]) for name, row in events(battle) if name == "arrive"]
    assert told == [(1, 8), (1, 7), (1, 6)]


def test_HR_T6_beyond_double_the_radius_a_column_pays_two_an_increment_under_its_own_leader() -> None:
    battle, (unit,) = column("line_inf")
    y = float(battle.y[unit])
    path(battle, Command.MOVE, unit, (13.5, y, *EASTWARD))
    assert route_price(battle, unit, load_route(battle, unit)) == 2
    path(battle, Command.MOVE, unit, (25.5, y, *EASTWARD))
    assert (route_price(battle, unit, load_route(battle, unit)), standing_price(battle, unit)) == (4, 2)


@pytest.mark.parametrize(("y", "price"), [(11.0, 2), (10.9, FORBIDDEN)])
def test_HR_T6_only_within_r_of_the_columns_first_unit(y: float, price: int) -> None:
    """R 10 from the base of the first unit at y = 24: bases 3" across, middles 13" apart."""
    battle, (head, other) = column("line_inf", "line_inf")
    place(battle, head, 1.5, 24, *EASTWARD)
    place(battle, other, 1.5, y, *EASTWARD)
    assert (standing_price(battle, head), standing_price(battle, other)) == (2, price)


def test_HR_T6_a_column_of_another_army_has_another_leader() -> None:
    battle, (head, other) = column("line_inf", "line_inf")
    place(battle, head, 1.5, 24, *EASTWARD)
    place(battle, other, 1.5, 5, *EASTWARD)
    battle.roll_army[1] = 1
    assert standing_price(battle, other) == 2


def test_HR_T6_once_within_double_the_radius_a_column_is_under_command() -> None:
    battle, (unit,) = column("line_inf")
    assert battle.under_own_leader[unit] == 1
    lead(battle, 0, 23.9, float(battle.y[unit]))
    in_reach_of_command(battle)
    assert (battle.under_own_leader[unit], standing_price(battle, unit)) == (0, 2)
    lead(battle, 0, 68, 24)
    in_reach_of_command(battle)
    assert standing_price(battle, unit) == FORBIDDEN
    path(battle, Command.MOVE, unit, (5, float(battle.y[unit]), *EASTWARD))
    assert rule_of(verify(battle)) == "LGG-7.0-d"


def test_HR_T6_a_commander_who_rides_up_takes_command_for_good() -> None:
    battle, (unit,) = column("line_inf")
    lead(battle, 0, 35, 24)
    battle.cmd, battle.cmd_unit, battle.cmd_x, battle.cmd_y = Command.MOVE_COMMANDER, 0, 20.0, 24.0
    assert (apply(battle), battle.under_own_leader[unit]) == (0, 0)


def test_HR_T6_a_column_does_not_enter_beside_the_enemy() -> None:
    battle, foe = laid((1, "line_inf", 6, 24, SOUTHWARD))
    add_unit(battle, 0, "line_inf", arrives=30, edge=Edge.WEST)
    battle.count, battle.actions = 30, 5
    enter_columns(battle, 0)
    assert battle.gap[0, foe - 64] > 6


def test_HR_T6_the_mark_is_looked_at_at_the_start_of_each_turn_of_the_side() -> None:
    battle = stage()
    add_unit(battle, 0, "line_inf", arrives=30, edge=Edge.WEST)
    battle.count = 29
    arrive(battle)
    enter_columns(battle, 0)
    assert on_table(battle) == []
    battle.count = 30
    arrive(battle)
    assert on_table(battle) == []
    enter_columns(battle, 0)
    assert on_table(battle) == [0]


def held(engineers: int, *, whole_turn: bool = True, role: int = Role.DEFENDER) -> Battle:
    """Two sides, the second with engineers, deployed."""
    battle = new_battle("works")
    battle.held_whole_turn = int(whole_turn)
    battle.role[1] = role
    host(battle, "line_inf", "line_inf")
    host(battle, *["line_inf"] * 4, "heavy_art", "heavy_art", *["engineer"] * engineers, side=1)
    deploy(battle)
    return battle


@pytest.mark.parametrize(("engineers", "works"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_HR_T4_one_field_work_for_each_engineer_at_most_two(engineers: int, works: int) -> None:
    battle = held(engineers)
    assert battle.pieces == works
    told = [row for name, row in events(battle) if name == "engineer"]
    assert [(row["work"], row["passed"]) for row in told] == [(Work.EA4, 1)] * works


@pytest.mark.parametrize("case", [{"whole_turn": False}, {"role": Role.ATTACKER}])
def test_HR_T4_only_for_a_defender_who_held_the_province_a_whole_turn(case: dict[str, Any]) -> None:
    assert held(2, **case).pieces == 0


def test_HR_T4_the_works_stand_before_the_own_line_and_shelter_it() -> None:
    battle = held(2)
    sheltered = [unit for unit in on_table(battle) if unit >= 64 and shelter_of(battle, unit) != NOBODY]
    assert len(sheltered) >= 2
    assert (broken(battle), [battle.piece_side[n] for n in range(2)]) == ([], [1, 1])
    foe = stand(battle, 0, "heavy_art", float(battle.x[sheltered[0]]), 28)
    assert cover_of(battle, foe, sheltered[0]) == Cover.HARD


def test_HR_T4_no_work_in_rough_ground() -> None:
    battle = new_battle("works")
    battle.held_whole_turn = 1
    add_piece(battle, "rough", [(0, 34), (72, 34), (72, 48), (0, 48)])
    host(battle, "line_inf")
    host(battle, "line_inf", "engineer", side=1)
    deploy(battle)
    assert battle.pieces == 1


def led_column() -> tuple[Battle, list[int], int]:
    """A column of two units with a leader of their own, who has come with them."""
    battle = stage(radius=10)
    lead(battle, 0, 68, 24)
    wing = add_leader(battle, 0, 1, Skill.GOOD)
    send_late(battle, wing, 7)
    for _ in range(2):
        add_unit(battle, 0, "line_inf", arrives=30, edge=Edge.WEST, army=7)
    battle.count, battle.actions = 30, 9
    enter_columns(battle, 0)
    return battle, [0, 1], wing


def test_HR_T6_a_columns_leader_comes_with_its_first_unit() -> None:
    battle, (head, _), wing = led_column()
    assert (battle.lead_here[wing], battle.lead_y[wing]) == (1, battle.y[head])
    told = [(row["unit"], row["leader"], row["cost"]) for name, row in events(battle) if name == "arrive"]
    assert told == [(0, -1, 1), (-1, wing, 0), (1, -1, 1)]
    assert not in_command(battle, wing)


@pytest.mark.parametrize(("y", "price"), [(36.5, 2), (36.6, FORBIDDEN)])
def test_HR_T6_its_units_are_led_within_r_of_his_stand(y: float, price: int) -> None:
    """The stand's edge is at 25, the base's 1.5" before its middle: 10" apart at 36.5. The first unit is no leader."""
    battle, (head, other), wing = led_column()
    battle.lead_x[wing], battle.lead_y[wing] = 2, 24
    place(battle, head, 1.5, y, *EASTWARD)
    place(battle, other, 1.5, 20, *EASTWARD)
    assert (standing_price(battle, head), standing_price(battle, other)) == (price, 2)


def test_HR_T6_his_move_costs_one_action() -> None:
    battle, _, wing = led_column()
    left = battle.actions
    battle.cmd, battle.cmd_unit, battle.cmd_x, battle.cmd_y = Command.MOVE_COMMANDER, wing, 12.0, 24.0
    assert (apply(battle), battle.actions) == (0, left - 1)


def test_HR_T6_when_he_is_lost_the_column_goes_by_its_first_unit() -> None:
    battle, (head, other), wing = led_column()
    place(battle, head, 1.5, 5, *EASTWARD)
    place(battle, other, 1.5, 12, *EASTWARD)
    battle.lead_here[wing] = 0
    assert [standing_price(battle, unit) for unit in (head, other)] == [2, 2]


def test_HR_T6_light_cavalry_of_a_column_pays_two_an_increment_too() -> None:
    battle, (unit,) = column("light_cav")
    path(battle, Command.MOVE, unit, (15, float(battle.y[unit]), *EASTWARD))
    assert route_price(battle, unit, load_route(battle, unit)) == 2


def test_HR_T6_he_rides_after_the_foremost_of_his_units() -> None:
    battle, (head, _), wing = led_column()
    place(battle, head, 14, 24, *EASTWARD)
    start_choice(battle, 0, 0.3)
    consider_wings(battle, 0)
    assert chosen(battle, 0)
    assert (battle.cmd, battle.cmd_unit, battle.cmd_x) == (Command.MOVE_COMMANDER, wing, 14)


def test_HR_T6_a_wing_with_an_army_comes_with_its_column_and_no_other() -> None:
    units = [{"id": "f1", "type": "line_inf"}, {"id": "f2", "type": "line_inf", "arrives": 30, "army": "west"}]
    wings = [{"name": "Oudinot", "skill": "good", "army": "west"}]
    file = parse(with_side(0, wings=wings, units=units))
    assert parse(file.as_dict()) == file
    with pytest.raises(BattleFileError, match=r"sides\[0\]\.wings\[0\]\.army: no unit of the army \"east\" arrives"):
        parse(with_side(0, wings=[wings[0] | {"army": "east"}], units=units))


def test_HR_T6_such_a_wing_is_on_the_march_until_his_column_enters() -> None:
    units = [{"id": "f1", "type": "line_inf"}, {"id": "f2", "type": "line_inf", "arrives": 15, "army": "west"}]
    wings = [{"name": "Oudinot", "skill": "good", "army": "west"}, {"name": "Ney", "skill": "average"}]
    report = fight(freeze(parse(with_side(0, wings=wings, units=units)), "columns"), "columns")
    places = [(e["ev"], e["day"], e["commander"]) for e in report.journal if "pose" in e and e.get("role") == "wing"]
    assert ("deploy", 0, "Ney") in places
    assert ("arrive", 1, "Oudinot") in places
    assert ("deploy", 0, "Oudinot") not in places
    assert [wing.name for wing in report.sides[0].wings] == ["Oudinot", "Ney"]
