"""Artillery fire: targets, line of fire, cover, modifiers, results (LGG-13.0, 3.0-i, REC-5)."""

from math import sqrt

import pytest

from battles.resolvers.common.codes import Ground
from battles.resolvers.core.dice import FIRE_STREAM
from battles.resolvers.lgg.fighting.fire import FIRER, TARGET, do_fire, fire_sum, list_fire, verify_fire
from battles.resolvers.lgg.movement.contact import fight_with, join
from battles.resolvers.lgg.record.codes import Cover, Face, Status
from battles.resolvers.lgg.record.setup import add_piece
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import NORTHWARD, fix, names, rule_of, stage, stand

WALL = [(30.0, 22.0), (42.0, 22.0)]


def battery(target: str = "line_inf", distance: float = 6.0, kind: str = "heavy_art", *, guard: bool = False,
            facing: tuple[float, float] | None = None) -> tuple[Battle, int, int]:
    """A battery at (36, 15) and a target ``distance`` in front of it, face to face unless told otherwise."""
    battle = stage()
    gun = stand(battle, 0, kind, 36, 15, guard=guard)
    return battle, gun, stand(battle, 1, target, 36, 18 + distance, facing)


def sums(battle: Battle, gun: int, target: int) -> tuple[int, int]:
    list_fire(battle, gun, target)
    return fire_sum(battle, FIRER), fire_sum(battle, TARGET)


def verdict(battle: Battle, gun: int, target: int) -> str:
    return rule_of(verify_fire(battle, gun, target))


@pytest.mark.parametrize(("kind", "target", "expected"), [
    ("heavy_art", "line_inf", (2, 0)), ("heavy_art", "heavy_cav", (2, 2)), ("heavy_art", "horse_art", (2, 4)),
    ("heavy_art", "engineer", (2, 4)), ("heavy_art", "pontoon", (2, 4)), ("horse_art", "militia_inf", (1, 0)),
])
def test_REC_5_fire_power_and_class_of_the_target(kind: str, target: str, expected: tuple[int, int]) -> None:
    battle, gun, foe = battery(target, 5, kind)
    assert sums(battle, gun, foe) == expected


def test_REC_5_flank_guard_and_soft_ground() -> None:
    battle, gun, foe = battery(guard=True, facing=NORTHWARD)
    assert sums(battle, gun, foe) == (5, 0)
    battle.ground = Ground.SOFT
    assert sums(battle, gun, foe) == (4, 0)


def test_REC_5_different_elevations_cost_one() -> None:
    battle, gun, foe = battery()
    add_piece(battle, "hill", [(30, 22), (42, 22), (42, 30), (30, 30)])
    assert sums(battle, gun, foe) == (1, 0)


@pytest.mark.parametrize(("kind", "shape", "cover", "expected"), [
    ("rough", [(30, 22.4), (42, 22.4), (42, 30), (30, 30)], 1, 2),
    ("town", [(34, 22), (38, 22), (38, 26), (34, 26)], 1, 4), ("obstacle", WALL, Cover.SOFT, 2),
    ("obstacle", WALL, Cover.HARD, 4), ("obstacle", [(30, 21), (42, 21)], Cover.HARD, 0),
])
def test_LGG_3_0_i_cover(kind: str, shape: list[tuple[float, float]], cover: int, expected: int) -> None:
    battle, gun, foe = battery()
    add_piece(battle, kind, shape, cover=cover)
    assert sums(battle, gun, foe) == (2, expected)


def test_LGG_3_0_i_only_the_best_cover_counts() -> None:
    battle, gun, foe = battery()
    add_piece(battle, "rough", [(30, 22.4), (42, 22.4), (42, 30), (30, 30)])
    add_piece(battle, "obstacle", WALL, cover=Cover.HARD)
    assert sums(battle, gun, foe) == (2, 4)


@pytest.mark.parametrize(("kind", "reach"), [("heavy_art", 8.0), ("horse_art", 6.0)])
def test_LGG_13_0_a_range(kind: str, reach: float) -> None:
    battle, gun, foe = battery(distance=reach, kind=kind)
    assert verdict(battle, gun, foe) == ""
    battle, gun, foe = battery(distance=reach + 0.01, kind=kind)
    assert verdict(battle, gun, foe) == "LGG-13.0-a"


def test_LGG_13_0_a_only_what_is_to_the_front() -> None:
    battle, gun, _ = battery(distance=7)
    assert verdict(battle, gun, stand(battle, 1, "line_inf", 41, 15)) == "LGG-13.0-a"


def test_LGG_13_0_b_the_closest_infantry_or_cavalry_must_be_fired_at() -> None:
    battle, gun, far = battery(distance=7)
    assert verdict(battle, gun, stand(battle, 1, "light_cav", 33, 22)) == ""
    assert verdict(battle, gun, far) == "LGG-13.0-b"


def test_ST_17_a_nearer_gun_may_be_chosen_or_ignored() -> None:
    battle, gun, infantry = battery(distance=5)
    enemy_gun = stand(battle, 1, "horse_art", 33, 20.5)
    farther = stand(battle, 1, "line_inf", 40.5, 24.5)
    assert verdict(battle, gun, enemy_gun) == verdict(battle, gun, infantry) == ""
    assert verdict(battle, gun, farther) == "LGG-13.0-b"


def test_LGG_13_0_b_guns_farther_than_the_closest_infantry_may_not_be_chosen() -> None:
    battle, gun, _ = battery(distance=4)
    assert verdict(battle, gun, stand(battle, 1, "horse_art", 40, 23)) == "LGG-13.0-b"


def test_LGG_13_0_e_a_third_base_blocks_the_line_of_fire() -> None:
    battle, gun, foe = battery(distance=7)
    stand(battle, 0, "engineer", 36, 18)
    assert verdict(battle, gun, foe) == "LGG-13.0-e"


@pytest.mark.parametrize(("x", "expected"), [(34.5, "LGG-13.0-e"), (34.4999, "")])
def test_LGG_13_0_e_a_line_along_the_edge_of_a_base_is_blocked(x: float, expected: str) -> None:
    battle, gun, foe = battery(distance=8)
    stand(battle, 0, "line_inf", x, 20)
    assert verdict(battle, gun, foe) == expected


def test_LGG_13_0_e_a_corner_that_is_only_touched_does_not_block() -> None:
    battle, gun, foe = battery(distance=8)
    half = 1.5 * sqrt(2.0)
    stand(battle, 0, "line_inf", 36 - half, 20, (sqrt(0.5), sqrt(0.5)))
    assert verdict(battle, gun, foe) == ""


def test_LGG_13_0_e_units_lower_than_both_ends_do_not_block() -> None:
    battle, gun, foe = battery(distance=7)
    stand(battle, 0, "engineer", 36, 19)
    for y in (13.0, 23.4):
        add_piece(battle, "hill", [(30, y), (42, y), (42, y + 3.6), (30, y + 3.6)])
    assert verdict(battle, gun, foe) == ""


@pytest.mark.parametrize(("depth", "expected"), [(2.0, ""), (2.1, "LGG-13.0-e")])
def test_LGG_13_0_e_more_than_two_inches_of_rough_ground_block(depth: float, expected: str) -> None:
    battle, gun, foe = battery(distance=7)
    add_piece(battle, "rough", [(30, 18), (42, 18), (42, 18 + depth), (30, 18 + depth)])
    assert verdict(battle, gun, foe) == expected


def test_LGG_13_0_e_towns_and_higher_hills_block() -> None:
    for kind in ("town", "hill"):
        battle, gun, foe = battery(distance=7)
        add_piece(battle, kind, [(34, 17.5), (38, 17.5), (38, 21.5), (34, 21.5)])
        assert verdict(battle, gun, foe) == "LGG-13.0-e"


def test_LGG_16_0_a_commanders_never_block() -> None:
    battle, gun, foe = battery(distance=7)
    battle.lead_x[0], battle.lead_y[0] = 36, 19
    assert verdict(battle, gun, foe) == ""


def test_ST_18_R_24_LGG_13_0_f_no_fire_into_contact() -> None:
    battle, gun, foe = battery(distance=7)
    join(battle, fight_with(battle, foe), stand(battle, 0, "line_inf", 39, 25, (-1.0, 0.0)), Face.LEFT)
    assert verdict(battle, gun, foe) == "LGG-13.0-f"


def test_LGG_7_0_l_a_locked_battery_is_silent() -> None:
    battle, gun, foe = battery()
    join(battle, fight_with(battle, gun), stand(battle, 1, "line_inf", 33.75, 15, (1.0, 0.0)), Face.LEFT)
    assert verdict(battle, gun, foe) == "LGG-7.0-l"


def test_LGG_3_0_j_no_fire_from_a_road_inside_rough_ground() -> None:
    battle, gun, foe = battery()
    add_piece(battle, "rough", [(30, 10), (42, 10), (42, 17), (30, 17)])
    add_piece(battle, "road", [(36, 5), (36, 30)], width=2)
    assert verdict(battle, gun, foe) == "LGG-3.0-j"


def test_LGG_13_0_infantry_has_no_fire() -> None:
    battle, _gun, foe = battery()
    assert verdict(battle, stand(battle, 0, "line_inf", 30, 15), foe) == "LGG-7.0-a"


@pytest.mark.parametrize(("faces", "strength", "events"), [
    ((2, 4), 4, ["fire"]), ((3, 4), 3, ["fire", "hit"]), ((6, 4), 2, ["fire", "hit", "hit"]),
])
def test_LGG_13_0_c_hits(faces: tuple[int, int], strength: int, events: list[str]) -> None:
    battle, gun, foe = battery()
    fix(battle, FIRE_STREAM, *faces)
    do_fire(battle, gun, foe)
    assert (battle.sp[foe], names(battle)) == (strength, events)


def test_LGG_13_0_d_a_unit_broken_by_fire_goes_to_its_box_once() -> None:
    battle, gun, foe = battery("horse_art", 5)
    fix(battle, FIRE_STREAM, 10, 1)
    do_fire(battle, gun, foe)
    assert (battle.status[foe], names(battle)) == (Status.NONRALLYABLE, ["fire", "hit", "rout"])
