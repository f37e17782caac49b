"""Activities, their prices and closing (LGG-7.0), and what the first sections say of bases, ground and commanders."""

from collections import Counter
from math import cos, sin
from random import Random

import pytest

from battles.resolvers.common.codes import Skill
from battles.resolvers.core.dice import COMBAT_STREAM
from battles.resolvers.core.geometry import local
from battles.resolvers.lgg.command.radius import DEAR, FORBIDDEN, FREE, OUT, UNSURE, band_at, command_gap, sure_band
from battles.resolvers.lgg.command.rolls import skill_of
from battles.resolvers.lgg.machine.engine import apply
from battles.resolvers.lgg.machine.orders import verify
from battles.resolvers.lgg.movement.movement import route_price
from battles.resolvers.lgg.movement.paths import increments_of, load_route, route_length
from battles.resolvers.lgg.plane.footing import in_rough
from battles.resolvers.lgg.plane.terrain import ground_allows
from battles.resolvers.lgg.record.codes import COMMAND_KEYS, NOBODY, PIECE_KEYS, Command, Status
from battles.resolvers.lgg.record.setup import add_leader, set_status
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.turn.routes import plan_attack
from tests.battles.resolvers.lgg.stage import EASTWARD, NORTHWARD, events, fix, laid, lead, path, rule_of, stage, stand


def cost(battle: Battle, unit: int, *poses: tuple[float, float, float, float]) -> int:
    """The price of a move along poses."""
    path(battle, Command.MOVE, unit, *poses)
    return int(route_price(battle, unit, load_route(battle, unit)))


def attack(battle: Battle, unit: int, target: int) -> str:
    """Attack; the rule against it."""
    return rule_of(plan_attack(battle, unit, target, NOBODY) or apply(battle))


def test_LGG_7_0_a_every_activity_has_a_command() -> None:
    assert set(COMMAND_KEYS) >= {"move", "attack", "withdraw", "move_commander", "force", "fire", "engineer",
                                 "rally", "recover"}


@pytest.mark.parametrize(("start", "end", "price"), [(10.0, 18.5, 1), (10.0, 18.6, 2), (18.6, 10.0, 2)])
def test_LGG_7_0_b_c_one_action_within_the_radius_two_if_it_starts_or_ends_beyond(start: float, end: float,
                                                                                  price: int) -> None:
    """The stand's edge is at 7 and the base's rear 1.5" behind its middle: at R 10 the limit is 18.5."""
    battle = stage(radius=10)
    assert cost(battle, stand(battle, 0, "line_inf", 36, start), (36, end, *NORTHWARD)) == price


def test_LGG_7_0_b_the_radius_is_that_of_the_own_commander() -> None:
    battle = stage(radius=10)
    lead(battle, 1, 36, 24)
    assert cost(battle, stand(battle, 0, "line_inf", 36, 24), (37, 24, *NORTHWARD)) == 2


def test_LGG_7_0_c_beyond_double_the_radius_is_forbidden() -> None:
    battle = stage(radius=10)
    unit = stand(battle, 0, "line_inf", 36, 28)
    assert cost(battle, unit, (36, 28.5, *NORTHWARD)) == 2
    assert cost(battle, unit, (36, 28.6, *NORTHWARD)) == FORBIDDEN


def test_LGG_7_0_e_being_outside_in_the_middle_of_an_increment_does_not_matter() -> None:
    battle = stage(radius=10)
    assert cost(battle, stand(battle, 0, "line_inf", 34, 18), (36, 20, *NORTHWARD), (38, 18, *NORTHWARD)) == 1


def fighting() -> tuple[Battle, int, int]:
    """One of two units of side 0 has attacked one of side 1."""
    battle, one, two = laid((0, "line_inf", 36, 10), (0, "line_inf", 42, 15, (-1.0, 0.0)))
    assert attack(battle, one, stand(battle, 1, "line_inf", 36, 15)) == ""
    return battle, one, two


def force(battle: Battle) -> str:
    """Force the first combat; the rule against it."""
    battle.cmd, battle.cmd_target = Command.FORCE, 0
    return rule_of(apply(battle))


def test_LGG_7_0_h_a_closed_attacker_may_be_forced_and_then_do_nothing_more() -> None:
    battle, one, two = fighting()
    path(battle, Command.MOVE, two, (43, 15, -1.0, 0.0))
    assert (apply(battle), battle.closed[one]) == (0, 1)
    fix(battle, COMBAT_STREAM, 6, 5)
    assert force(battle) == ""
    path(battle, Command.MOVE, one, (36, 8, *NORTHWARD))
    assert rule_of(verify(battle)) == "LGG-7.0-g"


@pytest.mark.parametrize("what", ["commander", "rally"])
def test_LGG_7_0_j_a_commander_or_a_rally_closes_the_unit_that_was_open(what: str) -> None:
    battle, one, two = laid((0, "line_inf", 30, 10), (0, "line_inf", 60, 10))
    path(battle, Command.MOVE, one, (30, 12, *NORTHWARD))
    assert apply(battle) == 0
    assert (battle.open_unit, battle.closed[one]) == (one, 0)
    if what == "commander":
        battle.cmd, battle.cmd_unit, battle.cmd_x, battle.cmd_y = Command.MOVE_COMMANDER, 0, 36.0, 8.0
    else:
        set_status(battle, two, Status.RALLYABLE)
        battle.cmd, battle.cmd_unit, battle.cmd_x, battle.cmd_y = Command.RALLY, two, 40.0, 6.0
        battle.cmd_fx, battle.cmd_fy = NORTHWARD
    assert apply(battle) == 0
    assert (battle.open_unit, battle.closed[one]) == (NOBODY, 1)


def test_LGG_2_0_a_there_is_no_command_for_a_formation() -> None:
    assert not [key for key in COMMAND_KEYS if "form" in key or "limber" in key]


@pytest.mark.parametrize(("facing", "expected"), [(NORTHWARD, (3.0, 4.0)), (EASTWARD, (-4.0, 3.0)),
                                                  ((0.6, 0.8), (0.0, 5.0))])
def test_LGG_2_0_b_local_coordinates(facing: tuple[float, float], expected: tuple[float, float]) -> None:
    """q = p + (3, 4): u along r = (f.y, -f.x), v along f."""
    assert local(13.0, 14.0, 10.0, 10.0, *facing) == pytest.approx(expected)


def test_LGG_2_0_i_a_path_is_as_long_as_the_way_of_its_middle_and_turning_is_free() -> None:
    battle, unit = laid((0, "line_inf", 30, 10))
    path(battle, Command.MOVE, unit, (30, 10, *EASTWARD), (33, 10, *EASTWARD), (33, 14, *NORTHWARD))
    n = load_route(battle, unit)
    assert (route_length(battle, n), increments_of(battle, unit, n)) == (7.0, 1)


def test_LGG_3_0_a_the_kinds_of_terrain() -> None:
    assert set(PIECE_KEYS) >= {"rough", "obstacle", "road", "bridge", "town", "hill"}


def test_LGG_3_0_c_a_block_holds_exactly_one_infantry_unit() -> None:
    battle, one, two = laid(("town", [(30, 20), (34, 20), (34, 24), (30, 24)]), (0, "line_inf", 32, 22),
                            (0, "line_inf", 32, 15))
    assert ground_allows(battle, one, 32, 22, *NORTHWARD, False) == 0
    assert rule_of(ground_allows(battle, two, 32, 22, *NORTHWARD, False)) == "LGG-3.0-k"


@pytest.mark.parametrize(("x", "inside", "allowed"), [(30.1, True, False), (29.9, False, False), (29.3, False, False),
                                                      (29.2, False, True)])
def test_LGG_3_0_e_more_than_half_is_in_and_more_than_a_quarter_of_closed_ground_is_too_much(
        x: float, inside: bool, allowed: bool) -> None:
    """The wood begins at x = 30: a base 3" wide with its middle at 30 is half in it, at 29.25 a quarter."""
    battle, horse = laid(("rough", [(30, 10), (40, 10), (40, 30), (30, 30)]), (0, "heavy_cav", x, 20))
    assert bool(in_rough(battle, horse)) == inside
    assert (ground_allows(battle, horse, x, 20, *NORTHWARD, False) == 0) == allowed


def test_LGG_5_0_b_the_skill_is_the_armys_whoever_else_is_there() -> None:
    battle = stage()
    add_leader(battle, 0, 1, Skill.GREAT)
    assert skill_of(battle, 0) == Skill.AVERAGE


def test_LGG_16_0_b_a_moving_enemy_that_goes_over_a_stand_calls_for_a_die() -> None:
    battle = stage()
    lead(battle, 1, 36, 24)
    path(battle, Command.MOVE, stand(battle, 0, "light_cav", 36, 16), (36, 32, *NORTHWARD))
    assert apply(battle) == 0
    assert [name for name, _ in events(battle)] == ["activate", "move", "casualty"]


@pytest.mark.parametrize("wing", [False, True])
def test_LGG_7_0_b_the_circles_tell_no_other_band_than_the_exact_distance(wing: bool) -> None:
    battle, rng, told = stage(radius=9.0), Random("bands"), Counter[int]()
    unit = stand(battle, 0, "heavy_art", 36.0, 8.0)
    if wing:
        add_leader(battle, 0, 1, Skill.AVERAGE)
        battle.lead_x[1], battle.lead_y[1] = 33.0, 7.0
    for _ in range(600):
        x, y, turn = rng.uniform(4.0, 68.0), rng.uniform(4.0, 30.0), rng.uniform(0.0, 6.3)
        gap = command_gap(battle, unit, x, y, cos(turn), sin(turn))
        exact = FREE if gap <= 9.0 else (DEAR if gap <= 18.0 else OUT)
        sure = sure_band(battle, unit, x, y)
        assert sure in (UNSURE, exact)
        assert band_at(battle, unit, x, y, cos(turn), sin(turn)) == exact
        told[sure] += 1
    assert set(told) == ({FREE, UNSURE} if wing else {FREE, DEAR, OUT, UNSURE})
