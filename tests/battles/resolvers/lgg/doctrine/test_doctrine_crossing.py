"""The general brings units over water that stops them, or to its bank (AI-8, N-2, LGG-3.0-m)."""

import pytest

from battles.resolvers.lgg.doctrine.acts.duty import risks_too_much
from battles.resolvers.lgg.doctrine.acts.march import keeps_off_its_edge, march_to
from battles.resolvers.lgg.doctrine.plans.distance import IN_THE_OPEN, haste_of
from battles.resolvers.lgg.doctrine.plans.hunt import go_over
from battles.resolvers.lgg.doctrine.plans.plan import plan_turn
from battles.resolvers.lgg.doctrine.plans.roles import must_not_break
from battles.resolvers.lgg.doctrine.sees.attack import find_attack
from battles.resolvers.lgg.doctrine.sees.choice import add_leg, order
from battles.resolvers.lgg.doctrine.sees.crossing import (
    best_crossing,
    check_cost,
    crossing_cost,
    is_ford,
    next_point,
    waiting_at,
    way_over,
)
from battles.resolvers.lgg.doctrine.sees.posture import ATTACK_POSTURE
from battles.resolvers.lgg.record.codes import NOBODY, Command, Face
from battles.resolvers.lgg.record.doctrine_numbers import HASTE
from battles.resolvers.lgg.record.setup import add_piece
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import laid, stage, stand


def river() -> tuple[Battle, int, int]:
    """A big river along y = 24 with a ford at x 33 to 39 and a bridge at x 12; their pieces."""
    battle = stage()
    add_piece(battle, "obstacle", [(0, 24), (33, 24)], impassable=True)
    ford = add_piece(battle, "obstacle", [(33, 24), (39, 24)])
    add_piece(battle, "obstacle", [(39, 24), (72, 24)], impassable=True)
    return battle, ford, add_piece(battle, "bridge", [(12, 22), (12, 26)], width=2.0)


def test_a_gap_in_a_big_river_is_a_ford_and_a_wall_is_none() -> None:
    battle, ford, bridge = river()
    wall = add_piece(battle, "obstacle", [(50, 40), (56, 40)])
    assert [is_ford(battle, piece) for piece in (ford, bridge, wall)] == [True, False, False]


def test_N_2_a_unit_takes_the_crossing_with_the_shortest_way() -> None:
    battle, ford, bridge = river()
    left, middle = stand(battle, 0, "line_inf", 10, 12), stand(battle, 0, "line_inf", 36, 12)
    assert best_crossing(battle, left, 14, 36) == bridge
    assert best_crossing(battle, middle, 36, 36) == ford


@pytest.mark.parametrize(("side", "y", "waiting"), [(0, 19.5, 5), (1, 33.0, 0)])
def test_AI_29a_a_friend_before_a_crossing_or_an_enemy_beyond_it_counts_four_inches(
        side: int, y: float, waiting: int) -> None:
    battle, ford, bridge = river()
    battle.radius = 60.0
    unit = stand(battle, 0, "line_inf", 24, 12)
    ahead = way_over(battle, bridge, 24.0, 12.0, 36.0, 36.0) - way_over(battle, ford, 24.0, 12.0, 36.0, 36.0)
    assert 0.0 < ahead < 4.0 * 5
    assert best_crossing(battle, unit, 36, 36) == ford
    for n in range(5):
        stand(battle, side, "line_inf", 29.6 + 3.2 * n, y)
    assert (waiting_at(battle, unit, ford), best_crossing(battle, unit, 36, 36)) == (waiting, bridge)


def test_AI_29a_of_two_rivers_the_nearer_is_crossed_first() -> None:
    battle, ford, _ = river()
    add_piece(battle, "obstacle", [(0, 34), (72, 34)])
    add_piece(battle, "bridge", [(60, 32), (60, 36)], width=2.0)
    unit = stand(battle, 0, "line_inf", 58, 12)
    assert best_crossing(battle, unit, 60, 44) == ford


def worn_before_rough(strength: int, rho: float = 1.0) -> tuple[Battle, int]:
    """A unit of line infantry with its march over a stream in hand, beside a whole one; the enemy is far away."""
    battle = stage()
    battle.will, battle.posture_rho[0] = 1, rho
    add_piece(battle, "obstacle", [(0, 20), (72, 20)])
    unit = stand(battle, 0, "line_inf", 36, 18.5, strength=strength)
    stand(battle, 0, "line_inf", 20, 12)
    stand(battle, 1, "line_inf", 36, 44)
    plan_turn(battle, 0)
    order(battle, Command.MOVE, unit, NOBODY)
    add_leg(battle, 36.0, 24.0, 0.0, 1.0)
    battle.duty_score[unit] = 3.0
    return battle, unit


@pytest.mark.parametrize(("strength", "day", "risky"), [(1, 1, True), (2, 1, False), (4, 1, False), (1, 3, True)])
def test_AI_28_a_worn_unit_does_not_risk_its_army_by_a_march_over_a_stream(
        strength: int, day: int, risky: bool) -> None:
    battle, unit = worn_before_rough(strength)
    battle.day = day
    assert risks_too_much(battle, unit) == risky


def test_AI_28_where_its_loss_breaks_nobody_a_worn_unit_weighs_the_march_against_the_check() -> None:
    battle, unit = worn_before_rough(1)
    for n in range(6):
        stand(battle, 0, "line_inf", 44 + 4 * n, 12)
    battle.day = 3
    for score in (0.1, 30.0):
        battle.duty_score[unit] = score
        price = battle.price[unit]
        assert risks_too_much(battle, unit) == (check_cost(battle, unit) > score * price)
    assert 0.1 * price < check_cost(battle, unit) < 30.0 * price


@pytest.mark.parametrize(("strength", "rho", "spared"), [(1, 2.0, True), (1, 1.0, False), (2, 2.0, False)])
def test_AI_16_the_stronger_army_spares_a_worn_unit_whose_loss_would_break_it(
        strength: int, rho: float, spared: bool) -> None:
    battle, unit = worn_before_rough(strength)
    battle.posture_rho[0] = rho
    assert must_not_break(battle, 0, unit) == spared


def test_the_way_leads_to_the_mouth_and_from_there_straight_over() -> None:
    battle, _, bridge = river()
    unit = stand(battle, 0, "line_inf", 30.0, 12.0)
    for here, there in (((30.0, 12.0), 19.5), ((12.0, 19.5), 28.5), ((12.0, 36.0), 28.5), ((12.2, 28.0), 19.5)):
        battle.x[unit], battle.y[unit] = here
        assert next_point(battle, unit, bridge) == (12.0, there)


def test_who_finds_a_friend_beyond_the_bridge_goes_on_past_him() -> None:
    battle, _, bridge = river()
    unit = stand(battle, 0, "heavy_cav", 12.0, 19.5)
    stand(battle, 0, "line_inf", 12.0, 28.5)
    assert next_point(battle, unit, bridge)[1] > 31.0


def before_a_stream(y: float, *, own: float = 12.0) -> tuple[Battle, list[int]]:
    """Three units a side, the enemy's edges at 32.5; a stream along ``y`` between them; the own units, on Attack."""
    battle = stage()
    battle.rounds, battle.role[:], battle.plan_posture[0] = 1, [0, 1], ATTACK_POSTURE
    add_piece(battle, "obstacle", [(0, y), (72, y)])
    for n in range(3):
        stand(battle, 1, "line_inf", 30 + 6.0 * n, 34)
    return battle, [stand(battle, 0, "line_inf", 30 + 6.0 * n, own) for n in range(3)]


@pytest.mark.parametrize(("y", "own", "flush"),
                         [(27.0, 20.0, True), (29.0, 20.0, True), (31.0, 20.0, False), (12.0, 20.0, False)])
def test_LGG_3_0_m_an_attack_forms_up_flush_to_the_stream_before_the_enemy(y: float, own: float, flush: bool) -> None:
    battle, units = before_a_stream(y, own=own)
    plan_turn(battle, 0)
    front = [float(battle.want[unit, 1]) + 1.5 for unit in units]
    assert [edge == pytest.approx(y) for edge in front] == [flush] * 3


def test_LGG_3_0_m_a_slanting_stream_is_faced_squarely() -> None:
    battle, units = before_a_stream(50.0, own=20.0)
    add_piece(battle, "obstacle", [(0, 24), (72, 30)])
    plan_turn(battle, 0)
    for unit in units:
        fx, fy = battle.want[unit, 2], battle.want[unit, 3]
        assert fx * 72 + fy * 6 == pytest.approx(0.0, abs=1e-6)
        assert fy > 0.9


@pytest.mark.parametrize(("own", "strikes"), [(26.5, True), (25.5, False)])
def test_LGG_3_0_m_only_from_the_bank_the_enemy_is_struck_across_the_stream(own: float, strikes: bool) -> None:
    battle, units = before_a_stream(28.0, own=own)
    plan_turn(battle, 0)
    assert find_attack(battle, units[0], 64, Face.FRONT) == strikes


def test_LGG_8_4_f_a_blow_across_a_stream_costs_the_check() -> None:
    battle, units = before_a_stream(28.0, own=26.5)
    plan_turn(battle, 0)
    assert crossing_cost(battle, units[0], 64) == pytest.approx(30 / 4 * 0.3)
    battle.rough_checked[units[0]] = 1
    assert crossing_cost(battle, units[0], 64) == 0.0
    dry, units = before_a_stream(45.0, own=26.5)
    plan_turn(dry, 0)
    assert crossing_cost(dry, units[0], 64) == 0.0


@pytest.mark.parametrize(("y", "wanted"), [(22.5, (38.6, 35.9)), (22.44, (34.0, 22.5)), (18.0, (35.64, 22.5))])
def test_LGG_3_0_f_a_hunter_goes_over_a_stream_from_where_he_stands_flush_and_first_goes_straight_up_to_it(
        y: float, wanted: tuple[float, float]) -> None:
    battle, unit, enemy = laid(("obstacle", [(0, 24), (72, 24)]), (0, "line_inf", 34, y), (1, "line_inf", 40, 40))
    assert go_over(battle, unit, enemy)
    assert tuple(battle.want[unit, :2]) == pytest.approx(wanted, abs=0.2)


@pytest.mark.parametrize(("friend", "end"), [(None, 28.5), (31.0, 27.75)])
def test_AI_29a_a_unit_on_a_bridge_whose_way_aside_is_shut_goes_straight_over(friend: float | None, end: float) -> None:
    battle, _, _ = river()
    unit = stand(battle, 0, "line_inf", 12.0, 22.5)
    if friend:
        stand(battle, 0, "line_inf", 12.0, friend)
    battle.want[unit] = (3.0, 25.5, 0.0, 1.0)
    assert march_to(battle, unit)
    assert tuple(battle.cmd_path[battle.cmd_n - 1]) == pytest.approx((12.0, end, 0.0, 1.0), abs=0.4)


@pytest.mark.parametrize(("start", "end", "kept"), [(10.5, 2.5, False), (10.5, 8.0, True), (4.0, 4.5, True)])
def test_AI_26_a_march_round_friends_does_not_end_at_the_own_edge(start: float, end: float, kept: bool) -> None:
    battle, unit = laid((0, "line_inf", 36.0, start))
    battle.want[unit] = (36.0, 16.5, 0.0, 1.0)
    order(battle, Command.MOVE, unit, NOBODY)
    add_leg(battle, 40.0, end, 0.0, 1.0)
    assert keeps_off_its_edge(battle, unit) == kept


@pytest.mark.parametrize(("y", "share"), [(24.0, 1.0), (6.0, IN_THE_OPEN)])
def test_AI_29_a_side_is_in_most_haste_where_water_bars_its_way(y: float, share: float) -> None:
    battle, _ = before_a_stream(y)
    assert haste_of(battle, 0) == battle.general[HASTE] * share
