"""Moves: price, increments, checks, zones, friends and enemies, commanders, leaving the table (LGG-7.0, 8.0 to 8.5)."""

import pytest

from battles.resolvers.core.dice import MORALE_STREAM
from battles.resolvers.lgg.machine.orders import carry_out, verify
from battles.resolvers.lgg.movement.movement import route_price
from battles.resolvers.lgg.movement.paths import increments_of, load_route
from battles.resolvers.lgg.record.codes import Command, Status
from battles.resolvers.lgg.record.journal import D_POSE
from battles.resolvers.lgg.record.setup import add_piece
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import (
    EASTWARD,
    NORTHWARD,
    events,
    fix,
    laid,
    lead,
    names,
    path,
    rule_of,
    second_turn,
    stage,
    stand,
)


def priced(kind: str, start: float, far: float, *, outrider: bool = False) -> tuple[int, int]:
    """Price and increments of a straight move outward; the base's rear edge starts ``start`` inches from the stand."""
    battle = stage()
    battle.width = 200.0
    lead(battle, 0, 10.0, 20.0)
    unit = stand(battle, 0, kind, 12.5 + start, 20.0, EASTWARD, outrider=outrider)
    path(battle, Command.MOVE, unit, (12.5 + start + far, 20.0, *EASTWARD))
    n = load_route(battle, unit)
    return int(route_price(battle, unit, n)), int(increments_of(battle, unit, n))


@pytest.mark.parametrize(("kind", "start", "far", "price", "checks"), [
    ("line_inf", 0.0, 29.0, 5, 2), ("heavy_cav", 0.0, 29.0, 3, 1), ("light_cav", 0.0, 29.0, 2, 1),
    ("line_inf", 21.0, 6.0, 2, 0), ("line_inf", 0.0, 12.0, 1, 0), ("line_inf", 0.0, 12.03, 2, 1),
    ("line_inf", 12.0, 8.0, 1, 0), ("line_inf", 12.0, 8.1, 2, 0), ("irreg_cav", 0.0, 29.0, 3, 2),
])
def test_LGG_8_1_a_LGG_8_1_b_E80_E81_E82_LGG_S4_a_price_of_increments(kind: str, start: float, far: float, price: int,
                                                                     checks: int) -> None:
    """A body of outriders pays one action an increment up to three radii."""
    paid, increments = priced(kind, start, far, outrider=kind == "irreg_cav")
    assert (paid, increments - 1) == (price, checks)


@pytest.mark.parametrize(("start", "far"), [(0.0, 40.5), (40.5, -2.0)])
def test_LGG_7_0_d_E83_nothing_beyond_double_the_radius(start: float, far: float) -> None:
    assert priced("line_inf", start, far)[0] == -1


def ready() -> tuple[Battle, int]:
    battle = stage()
    return battle, stand(battle, 0, "line_inf", 36, 12)


def go(battle: Battle, unit: int, x: float, y: float) -> str:
    """Try a straight move; the rule against it, or carry it out."""
    path(battle, Command.MOVE, unit, (x, y, *NORTHWARD))
    code = verify(battle)
    if code == 0:
        carry_out(battle)
    return rule_of(code)


def test_ST_03_a_long_move_costs_five_actions_and_two_checks() -> None:
    battle = stage()
    battle.width = 100.0
    lead(battle, 0, 10.0, 6.0)
    unit = stand(battle, 0, "line_inf", 12.5, 6.0, EASTWARD)
    fix(battle, MORALE_STREAM, 7, 8)
    path(battle, Command.MOVE, unit, (41.5, 6.0, *EASTWARD))
    assert verify(battle) == 0
    carry_out(battle)
    assert battle.actions == 25
    assert names(battle) == ["activate", "move", "check", "check", "hit"]
    assert (battle.x[unit], battle.sp[unit]) == (41.5, 3)


def test_LGG_8_3_b_a_unit_that_breaks_at_an_increment_goes_no_farther() -> None:
    battle = stage()
    battle.width = 100.0
    lead(battle, 0, 10.0, 6.0)
    unit = stand(battle, 0, "line_inf", 12.5, 6.0, EASTWARD, 1)
    fix(battle, MORALE_STREAM, 1, 8)
    path(battle, Command.MOVE, unit, (41.5, 6.0, *EASTWARD))
    carry_out(battle)
    assert names(battle) == ["activate", "move", "check", "check", "hit", "rout"]
    assert (battle.x[unit], battle.status[unit], battle.actions) == (36.5, Status.NONRALLYABLE, 25)
    poses = [row for row in battle.log[: battle.entries] if row[0] == D_POSE]
    assert [(row[1], row[5]) for row in poses] == [(125_000, 0), (365_000, 0), (415_000, 1)]


def test_LGG_7_0_f_8_0_b_one_move_a_round() -> None:
    battle, unit = ready()
    assert (go(battle, unit, 36, 14), go(battle, unit, 36, 16)) == ("", "LGG-7.0-f")


def test_LGG_7_0_g_a_unit_is_closed_when_another_is_activated() -> None:
    battle, unit = ready()
    other = stand(battle, 0, "horse_art", 42, 12)
    assert (go(battle, other, 42, 13), battle.open_unit) == ("", other)
    assert (go(battle, unit, 36, 13), rule_of(verify_recovery(battle, other))) == ("", "LGG-7.0-g")


def verify_recovery(battle: Battle, unit: int) -> int:
    battle.cmd, battle.cmd_unit = 6, unit
    return int(verify(battle))


def test_LGG_6_1_c_no_more_actions_than_rolled() -> None:
    battle, unit = ready()
    battle.actions = 1
    assert (go(battle, unit, 36, 25), battle.actions, names(battle)) == ("LGG-6.1-c", 1, [])


def test_ENG_15_nobody_moves_in_the_enemys_turn() -> None:
    battle, unit = ready()
    second_turn(battle)
    assert go(battle, unit, 36, 14) == "ENG-15"


def test_LGG_8_2_b_artillery_one_increment_at_most() -> None:
    battle, gun = laid((0, "heavy_art", 36, 12))
    assert (go(battle, gun, 36, 24.1), go(battle, gun, 36, 24)) == ("LGG-8.2-b", "")


def test_LGG_8_4_a_not_through_enemies() -> None:
    battle, unit = ready()
    stand(battle, 1, "line_inf", 36, 20)
    assert go(battle, unit, 36, 30) == "LGG-8.4-a"


def test_LGG_8_4_b_through_friends_but_not_onto_them() -> None:
    battle, unit = ready()
    stand(battle, 0, "line_inf", 36, 16)
    assert (go(battle, unit, 36, 17), go(battle, unit, 36, 20)) == ("LGG-8.4-b", "")


def test_LGG_8_4_d_sideways_and_backward_cost_the_same() -> None:
    battle, unit = ready()
    assert (go(battle, unit, 48, 12), battle.actions) == ("", 29)


def test_LGG_8_4_a_not_off_the_table() -> None:
    battle, unit = ready()
    assert go(battle, unit, 36, 1.4) == "LGG-8.4-a"


def facing_enemy(gap: float) -> tuple[Battle, int, int]:
    """A unit and an enemy straight ahead, ``gap`` inches apart."""
    battle = stage()
    return battle, stand(battle, 0, "line_inf", 36, 15), stand(battle, 1, "line_inf", 36, 18 + gap)


@pytest.mark.parametrize(("x", "y"), [(36, 17), (36, 11), (36.5, 16)])
def test_LGG_8_5_b_inside_a_zone_straight_at_the_enemy_or_straight_back(x: float, y: float) -> None:
    battle, unit, _ = facing_enemy(5)
    assert go(battle, unit, x, y) == ""


@pytest.mark.parametrize(("x", "y"), [(40, 15), (38, 15.5), (32, 14)])
def test_LGG_8_5_b_inside_a_zone_not_sideways(x: float, y: float) -> None:
    battle, unit, _ = facing_enemy(5)
    assert go(battle, unit, x, y) == "LGG-8.5-b"


def test_LGG_8_5_b_a_zone_binds_from_where_it_is_entered() -> None:
    battle, unit, _ = facing_enemy(10)
    path(battle, Command.MOVE, unit, (36, 20, *NORTHWARD), (40, 20, *NORTHWARD))
    assert rule_of(verify(battle)) == "LGG-8.5-b"


def test_LGG_8_5_d_a_move_stops_short_of_contact() -> None:
    battle, unit, _ = facing_enemy(5)
    assert (go(battle, unit, 36, 20), go(battle, unit, 36, 19.9)) == ("LGG-8.5-d", "")


@pytest.mark.parametrize(("aside", "rule"), [(2.9, ""), (3.16, "LGG-8.5-b")])
def test_LGG_8_5_d_the_front_edge_never_goes_farther_off(aside: float, rule: str) -> None:
    """3" off, obliquely past the enemy's corner: from 3" aside on the distance grows again."""
    battle, unit, _ = facing_enemy(3)
    x, y = float(battle.x[unit]), float(battle.y[unit])
    assert go(battle, unit, x - aside, y + aside) == rule


@pytest.mark.parametrize(("far", "rule"), [(1.0, ""), (3.0, "LGG-8.5-b")])
def test_LGG_8_5_c_a_turn_that_brings_a_nearer_enemy_to_the_front_changes_the_target(far: float, rule: str) -> None:
    """5" before the enemy, another 3" to the right: a turn brings just over half of him to the front, and then the unit
    slides past him; from about 1" on his distance grows again."""
    battle, unit, _ = facing_enemy(5)
    stand(battle, 1, "line_inf", 42, 15)
    facing = (0.7108, 0.7034)
    path(battle, Command.MOVE, unit, (36 + 0.02 * far, 15 + far, *facing))
    assert rule_of(verify(battle)) == rule


def test_LGG_8_5_e_not_back_towards_another_enemy() -> None:
    battle, unit, _ = facing_enemy(5)
    stand(battle, 1, "line_inf", 36, 8, NORTHWARD)
    assert go(battle, unit, 36, 13) == "LGG-8.5-b"


def test_LGG_8_5_f_out_of_a_zone_and_not_into_another() -> None:
    battle, unit, _ = facing_enemy(5)
    stand(battle, 1, "line_inf", 48, 13)
    path(battle, Command.MOVE, unit, (36, 12, *NORTHWARD), (33, 12, *NORTHWARD))
    assert verify(battle) == 0
    path(battle, Command.MOVE, unit, (36, 12, *NORTHWARD), (40, 12, *NORTHWARD))
    assert rule_of(verify(battle)) == "LGG-8.5-f"


def test_ST_16_LGG_8_5_g_a_pinned_enemy_has_no_zone() -> None:
    battle, unit, foe = facing_enemy(5)
    assert go(battle, unit, 40, 15) == "LGG-8.5-b"
    pin(battle, foe)
    assert go(battle, unit, 40, 15) == ""


def pin(battle: Battle, foe: int) -> None:
    """Lock an enemy in a combat with some other unit."""
    other = stand(battle, 0, "line_inf", battle.x[foe], battle.y[foe] + 3, (0.0, -1.0))
    battle.combats, battle.fight_open[0], battle.fight_defender[0] = 1, 1, foe
    battle.fight_attackers[0] = [other, -1]
    battle.combat[foe] = battle.combat[other] = 0


def test_LGG_8_5_h_commanders_have_no_zone() -> None:
    battle, unit = ready()
    lead(battle, 1, 36, 18)
    assert go(battle, unit, 40, 12) == ""


@pytest.mark.parametrize(("far", "rule"), [(20.0, ""), (20.01, "LGG-8.2-c")])
def test_LGG_8_2_c_a_commander_goes_twenty_inches_for_one_action(far: float, rule: str) -> None:
    battle = stage()
    battle.cmd, battle.cmd_unit, battle.cmd_x, battle.cmd_y = Command.MOVE_COMMANDER, 0, 36.0, 6.0 + far
    assert rule_of(verify(battle)) == rule


def ride(battle: Battle, x: float, y: float) -> str:
    """May the commander of side 0 ride there?"""
    battle.cmd, battle.cmd_unit, battle.cmd_x, battle.cmd_y = Command.MOVE_COMMANDER, 0, x, y
    return rule_of(verify(battle))


@pytest.mark.parametrize(("x", "rule"), [(36.0, "LGG-8.2-c"), (33.6, "LGG-8.2-c"), (33.4, "")])
def test_LGG_8_2_c_a_commander_does_not_ride_over_an_enemy_base(x: float, rule: str) -> None:
    battle, _ = laid((1, "line_inf", 36, 14))
    lead(battle, 0, x, 6)
    assert ride(battle, x, 20) == rule


@pytest.mark.parametrize(("x", "rule"), [(36.0, ""), (36.9, ""), (37.1, "LGG-8.2-c")])
def test_LGG_8_2_c_a_commander_crosses_a_gorge_by_its_bridge(x: float, rule: str) -> None:
    battle = stage()
    add_piece(battle, "obstacle", [(0, 14), (72, 14)], impassable=True)
    add_piece(battle, "bridge", [(36, 12), (36, 16)], width=2)
    lead(battle, 0, x, 6)
    assert ride(battle, x, 20) == rule


def test_LGG_8_2_c_once_a_round() -> None:
    battle = stage()
    battle.cmd, battle.cmd_unit, battle.cmd_x, battle.cmd_y = Command.MOVE_COMMANDER, 0, 36.0, 10.0
    carry_out(battle)
    assert (battle.lead_y[0], battle.actions) == (10.0, 29)
    assert rule_of(verify(battle)) == "LGG-8.2-c"


def test_LGG_7_0_k_the_radius_is_measured_from_where_he_stands_now() -> None:
    battle, unit = laid((0, "line_inf", 36, 30.6))
    path(battle, Command.MOVE, unit, (36, 31, *NORTHWARD))
    before = route_price(battle, unit, load_route(battle, unit))
    lead(battle, 0, 36, 10)
    assert (before, route_price(battle, unit, load_route(battle, unit))) == (2, 1)


@pytest.mark.parametrize(("y", "rule"), [(2.5, ""), (2.51, "HR-E")])
def test_HR_E_a_unit_leaves_by_its_own_edge(y: float, rule: str) -> None:
    battle, unit = laid((0, "line_inf", 36, y))
    battle.cmd, battle.cmd_unit = Command.EXIT, unit
    assert rule_of(verify(battle)) == rule
    if not rule:
        carry_out(battle)
        assert (battle.status[unit], battle.actions, names(battle)) == (Status.EXITED, 29, ["activate", "exit"])


@pytest.mark.parametrize(("kind", "price"), [("light_cav", 1), ("heavy_cav", 2)])
def test_HR_E_LGG_8_2_a_to_leave_by_the_edge_costs_what_a_move_does(kind: str, price: int) -> None:
    """Beyond the radius, within double: light cavalry pays no surcharge for a move."""
    battle, unit = laid((0, kind, 66, 2))
    battle.cmd, battle.cmd_unit = Command.EXIT, unit
    carry_out(battle)
    assert (battle.status[unit], battle.actions) == (Status.EXITED, 30 - price)


@pytest.mark.parametrize(("deep", "rule"), [(-0.001, ""), (0.01, "LGG-8.5-b")])
def test_LGG_8_5_b_a_zone_binds_from_its_very_rim(deep: float, rule: str) -> None:
    """A march that ends sideways, just short of 6" off an enemy or a hundredth of an inch within."""
    battle, unit, _ = laid((0, "line_inf", 20, 20), (1, "line_inf", 36, 20))
    assert go(battle, unit, 27 + deep, 20) == rule


def test_R_13_unused_actions_are_lost_and_the_second_side_moves() -> None:
    battle, _ = ready()
    battle.rolled[1] = 8
    battle.cmd = Command.END_TURN
    carry_out(battle)
    assert (battle.on_turn, battle.actions, battle.rolled[0]) == (1, 8, 30)


def test_18_3_a_move_is_written_with_its_price_and_poses() -> None:
    battle, unit = ready()
    go(battle, unit, 36, 20)
    assert events(battle) == [
        ("activate", {"unit": 0, "leader": -1, "activity": 0, "cost": 1, "left": 29, "target": -1}),
        ("move", {"unit": 0, "increments": 1, "surcharges": 0, "halted_by": -1}),
    ]
