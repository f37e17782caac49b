"""Who shoots with what, before or after a move, on foot; who moves first (SQB-01, 19, 20, 22, 27, 29, 31, 40)."""

import pytest

from battles.resolvers.common.codes import NOBODY, Land
from battles.resolvers.common.record import Battle
from battles.resolvers.square_brigadier.codes import NUMBERS, Event, Own, Side
from battles.resolvers.square_brigadier.contact import holds_on_foot, open_fire
from battles.resolvers.square_brigadier.doctrine import carry_out, look_about, may_attack
from battles.resolvers.square_brigadier.melee import defends_ground, melees
from battles.resolvers.square_brigadier.moves import MIDDLE, ON_MARCH, WINDOW, ends_move, explore
from battles.resolvers.square_brigadier.shooting import pool_at, shoot
from battles.resolvers.square_brigadier.troops import may_move_and_shoot, range_of
from battles.resolvers.square_brigadier.turn import count_arms, throw_for_first
from tests.battles.resolvers.common.grid_stage import board, events, throws, unit


def option(section: str, key: str, value: object) -> Battle:
    """A board with one number set."""
    return board(NUMBERS, 12, 10, **{section: {key: {"value": value}}})


def go(battle: Battle, x: int, y: int) -> None:
    """The first unit goes to a square next to its own."""
    look_about(battle, 0, 9)
    explore(battle, 0, 1, ON_MARCH)
    carry_out(battle, 0, (y - int(battle.y[0]) + MIDDLE) * WINDOW + x - int(battle.x[0]) + MIDDLE)


@pytest.mark.parametrize(("faces", "first"), [((5, 2), 0), ((2, 5), 1), ((3, 3, 1, 6), 1)])
def test_SQB_01_in_a_meeting_a_die_decides_who_moves_first_and_ties_are_thrown_again(
    faces: tuple[int, ...], first: int
) -> None:
    battle = board(NUMBERS)
    battle.meeting = battle.day = 1
    battle.first = 1 - first
    throws(battle, *faces)
    throw_for_first(battle)
    assert (int(battle.first), len(events(battle, Event.FIRST))) == (first, 1)


def test_SQB_01_else_the_attacker_is_first_unless_the_option_is_on() -> None:
    for battle, thrown in ((board(NUMBERS), 0), (option("options", "first", value=True), 1)):
        battle.day = 1
        throw_for_first(battle)
        assert len(events(battle, Event.FIRST)) == thrown


def test_SQB_19_SQB_31_a_unit_shoots_before_a_move_of_one_square_with_a_die_less() -> None:
    battle = board(NUMBERS)
    unit(battle, 0, "line_inf", 5, 5, 0, 3)
    unit(battle, 1, "line_inf", 6, 5, 0, 3)
    unit(battle, 200, "line_inf", 5, 7, 4, 3)
    battle.left[200] = 1
    throws(battle, 1)
    go(battle, 5, 6)
    (shot,), (move,) = events(battle, Event.FIRE), events(battle, Event.MOVE)
    assert shot[:2] == [0, 200]
    assert (int(battle.own[0, Own.SHOT]), int(battle.own[0, Own.MOVED]), int(battle.y[0])) == (1, 1, 6)
    assert move[0] == 0


def test_SQB_19_light_cavalry_moves_and_shoots_as_infantry_does_and_is_on_foot_until_it_moves() -> None:
    battle = board(NUMBERS)
    unit(battle, 0, "light_cav", 5, 5, 0, 3)
    unit(battle, 1, "heavy_cav", 2, 5, 0, 3)
    unit(battle, 200, "line_inf", 5, 7, 4, 3)
    assert (range_of(battle, 0), range_of(battle, 1)) == (2, 0)
    assert may_move_and_shoot(battle, 0)
    assert not may_move_and_shoot(battle, 1)
    shoot(battle, 0, 200, False)
    assert int(battle.own[0, Own.DISMOUNTED]) == 1
    go(battle, 5, 4)
    assert int(battle.own[0, Own.DISMOUNTED]) == 0
    without = option("fire", "carbines", value=False)
    unit(without, 0, "light_cav", 5, 5, 0, 3)
    assert range_of(without, 0) == 0


@pytest.mark.parametrize(("value", "kind"), [(1, "militia_inf"), (2, "elite_inf")])
def test_SQB_20_irregular_infantry_moves_on_in_difficult_ground(value: int, kind: str) -> None:
    battle = option("move", "irregular", value)
    unit(battle, 0, kind, 5, 5, 0, 3)
    unit(battle, 1, "line_inf", 2, 5, 0, 3)
    battle.land[6 * 12 + 5] = battle.land[6 * 12 + 2] = Land.ROUGH
    assert not ends_move(battle, 0, 5, 5, 5, 6)
    assert ends_move(battle, 1, 2, 5, 2, 6)
    unit(battle, 200, "line_inf", 5, 7, 4, 3)
    assert ends_move(battle, 0, 5, 5, 5, 6)


def test_SQB_22_a_unit_turns_before_its_shot_which_counts_as_moving() -> None:
    battle = board(NUMBERS)
    unit(battle, 0, "line_inf", 5, 5, 0, 3)
    unit(battle, 200, "line_inf", 7, 5, 6, 3)
    assert open_fire(battle, 0, False)
    assert (int(battle.heading[0]), int(battle.own[0, Own.TURNED])) == (2, 1)
    assert pool_at(battle, 0, 200, 2, True) == 1


@pytest.mark.parametrize(("weapons", "line", "elite"), [(0, 2, 2), (1, 2, 3), (2, 3, 3), (3, 4, 4)])
def test_SQB_27_rifles_reach_three_squares_and_superior_ones_four(weapons: int, line: int, elite: int) -> None:
    battle = option("fire", "weapons", weapons)
    unit(battle, 0, "line_inf", 5, 5, 0, 3)
    unit(battle, 1, "elite_inf", 6, 5, 0, 4)
    assert (range_of(battle, 0), range_of(battle, 1)) == (line, elite)


def test_SQB_29_carbines_have_inferior_firepower_and_militia_by_an_option() -> None:
    plain, weak = board(NUMBERS), option("fire", "militia", value=True)
    for battle in (plain, weak):
        unit(battle, 0, "light_cav", 5, 5, 0, 3)
        unit(battle, 1, "militia_inf", 6, 5, 0, 2)
        unit(battle, 2, "line_inf", 7, 5, 0, 3)
        unit(battle, 200, "line_inf", 6, 7, 4, 3)
    assert [pool_at(plain, n, 200, 2, False) for n in range(3)] == [1, 2, 2]
    assert [pool_at(weak, n, 200, 2, False) for n in range(3)] == [1, 1, 2]


@pytest.mark.parametrize("ground", [Land.OBSTACLE, Land.HILL])
def test_SQB_40_dismounted_cavalry_defends_an_obstacle_or_a_hill_and_strikes_first(ground: int) -> None:
    battle = board(NUMBERS)
    unit(battle, 0, "light_cav", 5, 5, 0, 3)
    unit(battle, 200, "line_inf", 5, 6, 4, 3)
    battle.land[5 * 12 + 5], battle.own[0, Own.NEAR] = ground, 1
    assert holds_on_foot(battle, 0)
    assert not defends_ground(battle, 0, 200)
    battle.own[0, Own.DISMOUNTED] = 1
    assert defends_ground(battle, 0, 200)
    battle.left[200] = 1
    throws(battle, 4, 4, 4)
    melees(battle, 1)  # the enemy is on turn: his last hit goes before he can strike
    assert (int(battle.status[200]) != 0, int(battle.left[0])) == (True, 3)


def test_SQB_40_cavalry_dismounts_with_an_enemy_near_only_and_never_without_firearms() -> None:
    battle = board(NUMBERS)
    for number, kind in enumerate(("light_cav", "heavy_cav")):
        unit(battle, number, kind, 5 + number, 5, 0, 3)
        battle.land[5 * 12 + 5 + number], battle.own[number, Own.NEAR] = Land.HILL, 3
    assert [holds_on_foot(battle, number) for number in (0, 1)] == [True, False]
    battle.own[0, Own.NEAR] = 4
    assert not holds_on_foot(battle, 0)
    assert events(battle, Event.DISMOUNT) == []


def test_SQB_36_a_unit_alone_attacks_and_one_of_three_waits_for_help() -> None:
    battle = board(NUMBERS)
    unit(battle, 0, "line_inf", 5, 5, 0, 3)
    unit(battle, 200, "line_inf", 5, 7, 4, 3)
    battle.own[0, Own.POST] = NOBODY
    count_arms(battle, 0)
    assert may_attack(battle, 0, 200, 5, 6)
    for number in (1, 2):
        unit(battle, number, "line_inf", number, 0, 0, 3)
    count_arms(battle, 0)
    assert int(battle.side_own[0, Side.FIGHTERS]) == 3
    assert not may_attack(battle, 0, 200, 5, 6)
