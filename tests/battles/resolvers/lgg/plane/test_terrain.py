"""What the ground does to bases (section 3, LGG-8.4-c, f)."""

import pytest

from battles.resolvers.core.dice import COMBAT_STREAM, MORALE_STREAM
from battles.resolvers.lgg.fighting.combat import resolve
from battles.resolvers.lgg.machine.orders import carry_out, verify
from battles.resolvers.lgg.movement.contact import behind_obstacle, exposed
from battles.resolvers.lgg.movement.held_works import held_before
from battles.resolvers.lgg.plane.footing import block_of, elevation, in_rough, shelter_of
from battles.resolvers.lgg.plane.space import ground_changed
from battles.resolvers.lgg.plane.terrain import flush_obstacle
from battles.resolvers.lgg.record.codes import Command, Face
from battles.resolvers.lgg.record.setup import add_piece
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.turn.routes import plan_attack, plan_move
from tests.battles.resolvers.lgg.stage import (
    EASTWARD,
    NORTHWARD,
    SOUTHWARD,
    fix,
    laid,
    names,
    path,
    rule_of,
    stage,
    stand,
)

WOOD = [(30, 16), (42, 16), (42, 26), (30, 26)]
WALL = [(20, 20), (52, 20)]
BLOCK = [(34, 20), (38, 20), (38, 24), (34, 24)]
ROAD = [(36, 0), (36, 48)]


def table(kind: str, y: float = 12.0) -> tuple[Battle, int]:
    battle = stage()
    return battle, stand(battle, 0, kind, 36, y)


def go(battle: Battle, unit: int, x: float, y: float, facing: tuple[float, float] = NORTHWARD) -> str:
    path(battle, Command.MOVE, unit, (x, y, *facing))
    code = verify(battle)
    if code == 0:
        carry_out(battle)
    return rule_of(code)


@pytest.mark.parametrize(("closed", "open_side"), [(False, True), (True, False)])
def test_LGG_9_0_c_only_impassable_ground_covers_a_side(closed: bool, open_side: bool) -> None:
    battle, unit = table("line_inf")
    target = stand(battle, 1, "line_inf", 36, 28)
    add_piece(battle, "obstacle", [(20, 25), (52, 25)], impassable=closed)
    assert exposed(battle, unit, target, Face.FRONT) == open_side


@pytest.mark.parametrize(("near", "sheltered"), [(37.2, True), (38.2, False)])
def test_LGG_3_0_g_any_part_of_the_front_edge_may_be_within_half_an_inch(near: float, sheltered: bool) -> None:
    """The front edge ends at 37.5; the wall begins 0.4" before it, at its right end or 0.7" beyond that."""
    battle, unit = table("line_inf", 20.0)
    wall = add_piece(battle, "obstacle", [(near, 21.9), (42, 21.9)])
    assert shelter_of(battle, unit) == (wall if sheltered else -1)


@pytest.mark.parametrize("kind", ["line_inf", "militia_inf", "light_cav", "irreg_cav", "engineer"])
def test_LGG_3_0_b_infantry_light_horse_and_engineers_enter_rough_with_a_check(kind: str) -> None:
    battle, unit = table(kind)
    add_piece(battle, "rough", WOOD)
    fix(battle, MORALE_STREAM, 1)
    assert go(battle, unit, 36, 20) == ""
    assert names(battle) == ["activate", "move", "check"]
    assert in_rough(battle, unit)


@pytest.mark.parametrize("kind", ["heavy_cav", "heavy_art", "horse_art", "pontoon"])
def test_LGG_3_0_b_heavy_horse_guns_and_vehicles_do_not(kind: str) -> None:
    battle, unit = table(kind)
    add_piece(battle, "rough", WOOD)
    assert go(battle, unit, 36, 20) == "LGG-3.0-b"


@pytest.mark.parametrize(("kind", "rule"), [("heavy_cav", "LGG-3.0-b"), ("heavy_art", ""), ("horse_art", "")])
def test_ST_27_R_28_a_road_opens_rough_ground_to_guns_only(kind: str, rule: str) -> None:
    battle, unit = table(kind)
    add_piece(battle, "rough", WOOD)
    add_piece(battle, "road", ROAD, width=2)
    assert go(battle, unit, 36, 20) == rule


@pytest.mark.parametrize(("between", "rule"), [(0.0, ""), (0.01, "LGG-3.0-b")])
def test_LGG_3_0_j_the_narrowest_gap_between_two_roads_is_rough_ground(between: float, rule: str) -> None:
    """Two roads side by side through a wood of 3"; the gun goes over both, square to them."""
    battle, gun = table("heavy_art")
    add_piece(battle, "rough", [(30, 17.5), (42, 17.5), (42, 20.5), (30, 20.5)])
    for y in (18.0, 20.0 + between):
        add_piece(battle, "road", [(20, y), (52, y)], width=2)
    assert go(battle, gun, 36, 24) == rule


@pytest.mark.parametrize(("kind", "level"), [("hill", 0), ("wide hill", 1)])
def test_LGG_3_0_h_ground_that_two_hills_share_counts_once(kind: str, level: int) -> None:
    """Two hills of one level hold 2/5 of a base each, together just half of it, or a little more."""
    battle, unit = table("line_inf", 20.0)
    add_piece(battle, "hill", [(30, 10), (42, 10), (42, 19.7), (30, 19.7)])
    add_piece(battle, "hill", [(30, 18.8), (42, 18.8), (42, 20.0 if kind == "hill" else 20.2), (30, 20.0)])
    assert elevation(battle, unit) == level


def test_R_28_the_key_lets_heavy_cavalry_use_the_road() -> None:
    battle, unit = table("heavy_cav")
    battle.heavy_cav_on_road = 1
    add_piece(battle, "rough", WOOD)
    add_piece(battle, "road", ROAD, width=2)
    assert go(battle, unit, 36, 20) == ""


def test_LGG_8_4_f_no_check_along_a_road() -> None:
    battle, unit = table("line_inf")
    add_piece(battle, "rough", WOOD)
    add_piece(battle, "road", ROAD, width=2)
    go(battle, unit, 36, 20)
    assert names(battle) == ["activate", "move"]


def test_R_42_no_check_for_turning_on_the_spot_in_rough() -> None:
    battle, unit = table("line_inf", 20)
    add_piece(battle, "rough", WOOD)
    assert (go(battle, unit, 36, 20, EASTWARD), names(battle)) == ("", ["activate", "move"])


def test_ST_28_LGG_3_0_f_an_obstacle_halts_and_is_crossed_next_round_with_one_check() -> None:
    battle, unit = table("line_inf")
    wall = add_piece(battle, "obstacle", WALL)
    assert (go(battle, unit, 36, 23), plan_move(battle, unit, 36, 23, *NORTHWARD, 1)) == ("LGG-3.0-f", 0)
    carry_out(battle)
    assert (battle.x[unit], battle.y[unit]) == (36.0, 18.5)
    assert flush_obstacle(battle, unit, 36.0, 18.5, *NORTHWARD) == wall
    assert names(battle) == ["activate", "move"]
    battle.done[unit, 0] = 0
    fix(battle, MORALE_STREAM, 7)
    assert go(battle, unit, 36, 23) == ""
    assert names(battle)[2:] == ["activate", "move", "check"]


def test_LGG_3_0_m_a_crossing_ends_with_the_whole_base_beyond() -> None:
    battle, unit = table("line_inf", 18.5)
    add_piece(battle, "obstacle", WALL)
    assert (go(battle, unit, 36, 21.3), go(battle, unit, 36, 21.5)) == ("LGG-3.0-m", "")


def test_ST_28_LGG_8_4_f_a_road_is_a_gate() -> None:
    battle, unit = table("line_inf")
    add_piece(battle, "obstacle", WALL)
    add_piece(battle, "road", ROAD, width=2)
    assert (go(battle, unit, 36, 23), names(battle)) == ("", ["activate", "move"])


def test_LGG_3_0_h_a_hill_in_two_pieces_holds_what_both_hold() -> None:
    battle, unit = table("line_inf", 24)
    add_piece(battle, "hill", [(30, 20), (36, 20), (36, 24.5), (30, 24.5)])
    assert elevation(battle, unit) == 0
    add_piece(battle, "hill", [(36, 20), (42, 20), (42, 24.5), (36, 24.5)])
    assert elevation(battle, unit) == 1


def test_LGG_8_4_f_the_smallest_stretch_of_rough_ground_costs_a_check() -> None:
    battle, unit = table("line_inf")
    add_piece(battle, "rough", [(35, 20), (37, 20), (36, 20.3)])
    fix(battle, MORALE_STREAM, 1)
    assert go(battle, unit, 36, 23.9) == ""
    assert names(battle) == ["activate", "move", "check"]


def test_LGG_8_4_f_one_terrain_check_a_round() -> None:
    battle, unit = table("line_inf", 18.5)
    add_piece(battle, "obstacle", WALL)
    add_piece(battle, "rough", [(30, 22), (42, 22), (42, 30), (30, 30)])
    fix(battle, MORALE_STREAM, 2)
    assert (go(battle, unit, 36, 26), names(battle).count("check")) == ("", 1)


def test_LGG_3_0_b_a_gorge_is_crossed_at_a_bridge_only() -> None:
    battle, unit = table("line_inf")
    add_piece(battle, "obstacle", WALL, impassable=True)
    assert go(battle, unit, 36, 23) == "LGG-3.0-b"
    add_piece(battle, "bridge", [(36, 18), (36, 22)], width=2)
    assert (go(battle, unit, 36, 23), names(battle)) == ("", ["activate", "move"])


def test_LGG_3_0_n_a_base_may_stand_on_a_bridge() -> None:
    battle, unit = table("heavy_art")
    add_piece(battle, "obstacle", WALL, impassable=True)
    add_piece(battle, "bridge", [(36, 18), (36, 22)], width=2)
    assert go(battle, unit, 36, 20) == ""


@pytest.mark.parametrize(("kind", "x", "rule"), [
    ("line_inf", 36, ""), ("line_inf", 36.5, "LGG-3.0-k"), ("light_cav", 36, "LGG-8.4-c"),
    ("heavy_art", 36, "LGG-8.4-c"),
])
def test_LGG_3_0_k_8_4_c_only_infantry_ends_in_a_block_centred(kind: str, x: float, rule: str) -> None:
    battle, unit = table(kind)
    add_piece(battle, "town", BLOCK)
    assert go(battle, unit, x, 22) == rule


def test_LGG_3_0_b_everybody_passes_through_an_empty_block() -> None:
    battle, unit = table("light_cav")
    add_piece(battle, "town", BLOCK)
    assert go(battle, unit, 36, 28) == ""


def test_LGG_3_0_d_not_through_a_block_that_the_enemy_holds() -> None:
    battle, unit = table("line_inf", 8)
    add_piece(battle, "town", BLOCK)
    assert block_of(battle, stand(battle, 1, "line_inf", 36, 22)) == 0
    assert go(battle, unit, 36, 28) == "LGG-8.4-a"


def test_ST_06_LGG_8_4_c_only_infantry_attacks_a_block() -> None:
    battle, foe, horse = laid(("town", BLOCK), (1, "line_inf", 36, 22), (0, "heavy_cav", 36, 14))
    path(battle, Command.ATTACK, horse, (36, 19, *NORTHWARD), target=foe, side=Face.FRONT)
    assert rule_of(verify(battle)) == "LGG-8.4-c"


def test_LGG_3_0_k_the_victor_is_squared_to_the_block_it_takes() -> None:
    battle, foe, unit = laid(("town", BLOCK), (1, "line_inf", 36, 22), (0, "line_inf", 36, 14))
    assert plan_attack(battle, unit, foe, -1) == 0
    carry_out(battle)
    assert battle.y[unit] == 19.0
    battle.sp[foe] = 1
    fix(battle, COMBAT_STREAM, 9, 1)
    resolve(battle, 0, 0)
    assert (battle.x[unit], battle.y[unit], block_of(battle, unit)) == (36.0, 22.0, 0)


@pytest.mark.parametrize(("y", "level"), [(24.0, 1), (23.99, 0), (30.0, 2)])
def test_LGG_3_0_h_elevation_is_that_of_most_of_the_base(y: float, level: int) -> None:
    battle, unit = table("line_inf", y)
    add_piece(battle, "hill", [(20, 23.999), (50, 23.999), (50, 40), (20, 40)], level=1)
    add_piece(battle, "hill", [(20, 28), (50, 28), (50, 40), (20, 40)], level=2)
    assert elevation(battle, unit) == level


def test_LGG_3_0_g_an_attack_across_a_work_stops_at_it() -> None:
    battle, foe, unit = laid(("obstacle", WALL), (1, "line_inf", 36, 21.8, SOUTHWARD), (0, "line_inf", 36, 12))
    assert plan_attack(battle, unit, foe, -1) == 0
    carry_out(battle)
    assert 20 - 0.05 <= battle.y[unit] + 1.5 <= 20.0 + 0.011
    assert battle.fight_hindered[0, 0] == 1
    assert names(battle) == ["activate", "move", "contact"]


@pytest.mark.parametrize(
    ("end", "y", "hindered"), [(34.6, 20.2, 1), (34.4, 20.2, 0), (42.0, 20.01, 1), (42.0, 19.99, 0)]
)
def test_LGG_3_0_g_an_obstacle_shelters_on_the_frontage_that_both_share(end: float, y: float, hindered: int) -> None:
    battle, foe = laid(("obstacle", [(30, y), (end, y)]), (1, "line_inf", 36, 22, SOUTHWARD))
    assert int(behind_obstacle(battle, stand(battle, 0, "line_inf", 36, 18.5), foe, Face.FRONT)) == hindered


def test_LGG_8_4_f_a_bridge_in_rough_ground_costs_no_check() -> None:
    battle, unit = table("line_inf")
    add_piece(battle, "rough", WOOD)
    add_piece(battle, "bridge", [(36, 10), (36, 30)], width=2)
    assert (go(battle, unit, 36.9, 20), names(battle)) == ("", ["activate", "move"])


def test_LGG_3_0_m_no_attack_beyond_an_obstacle() -> None:
    battle, foe = laid(("obstacle", WALL), (1, "line_inf", 36, 24.5, SOUTHWARD))
    assert rule_of(plan_attack(battle, stand(battle, 0, "line_inf", 36, 14), foe, -1)) == "LGG-3.0-f"


@pytest.mark.parametrize(("y", "rule"), [(17.95, "LGG-3.0-g"), (17.85, "")])
def test_LGG_3_0_g_a_move_stops_short_of_a_held_obstacle(y: float, rule: str) -> None:
    """The wall is at y = 20: a front edge at 19.45 is too near, one at 19.35 is not."""
    battle, unit = table("line_inf")
    add_piece(battle, "obstacle", WALL)
    stand(battle, 1, "line_inf", 36, 21.6, SOUTHWARD)
    assert go(battle, unit, 36, y) == rule


def test_LGG_3_0_g_beside_the_defender_a_move_may_end_at_the_obstacle() -> None:
    battle, unit = table("line_inf")
    add_piece(battle, "obstacle", WALL)
    stand(battle, 1, "line_inf", 41, 21.6, SOUTHWARD)
    assert go(battle, unit, 36, 17.95) == ""


@pytest.mark.parametrize(("second", "rule"), [(39.3, "LGG-3.0-g"), (39.9, "")])
def test_LGG_3_0_g_a_unit_before_one_defender_of_an_obstacle_may_not_turn_before_the_next(
    second: float, rule: str
) -> None:
    """A base 3" wide that has turned by 30 degrees reaches 2.05" to the right of its middle, up to 38.05; the front of
    the second defender begins at 37.8 or 38.4."""
    battle = stage()
    add_piece(battle, "obstacle", WALL)
    for x in (36.0, second):
        stand(battle, 1, "line_inf", x, 21.8, SOUTHWARD)
    assert go(battle, stand(battle, 0, "line_inf", 36, 17.93), 36, 17.93, (0.5, 0.75**0.5)) == rule


def test_LGG_3_0_e_ground_on_which_two_pieces_overlap_counts_once() -> None:
    battle, unit = table("line_inf", 20.0)
    add_piece(battle, "rough", [(34, 18), (37, 18), (37, 19.9), (34, 19.9)])
    assert not in_rough(battle, unit)
    add_piece(battle, "rough", [(34, 18), (37.5, 18), (37.5, 19.8), (34, 19.8)])
    ground_changed(battle)
    assert not in_rough(battle, unit)


@pytest.mark.parametrize(("x", "held"), [(38.9, True), (39.1, False)])
def test_LGG_3_0_g_nobody_ends_opposite_any_part_of_the_frontage_behind_a_work(x: float, held: bool) -> None:
    battle, _ = laid(("obstacle", WALL), (1, "line_inf", 36, 21.8, SOUTHWARD))
    assert (held_before(battle, stand(battle, 0, "line_inf", x, 12), x, 18.0, *NORTHWARD) != 0) is held


@pytest.mark.parametrize(("off", "held"), [(0.55, True), (0.65, False)])
def test_LGG_3_0_g_how_far_a_base_is_from_a_slanting_work_is_measured_at_its_corner(off: float, held: bool) -> None:
    """The work rises by 1 in 8; a base 3" wide at x = 36 is nearest to it with its left corner, where y is 19.8125."""
    battle, size = stage(), 65**0.5
    add_piece(battle, "obstacle", [(20, 18), (52, 22)])
    stand(battle, 1, "line_inf", 36 - 1.8 / size, 20 + 1.8 * 8 / size, (1 / size, -8 / size))
    y = 19.8125 - off * size / 8 - 1.5
    assert (held_before(battle, stand(battle, 0, "line_inf", 36, 12), 36, y, *NORTHWARD) != 0) is held


def test_LGG_3_0_g_nobody_ends_at_either_of_two_works_that_an_enemy_is_behind() -> None:
    """The nearer one ends beside the frontage that the other shelters."""
    battle, _, unit = laid(("obstacle", [(20, 20.1), (36, 20.1)]), ("obstacle", [(36, 20.2), (52, 20.2)]),
                           (1, "line_inf", 36.5, 21.8, SOUTHWARD), (0, "line_inf", 38, 12))
    left, right = (held_before(battle, unit, x, 18.3, *NORTHWARD) for x in (34.0, 38.2))
    assert (left, right) == (1, 1)
