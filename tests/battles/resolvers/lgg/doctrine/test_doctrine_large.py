"""Large armies and batteries: an attack that forms up, fire before the blow (AI-9 to AI-17)."""

import pytest

from battles.resolvers.lgg.doctrine.acts.duty import fires_on, prepares
from battles.resolvers.lgg.doctrine.acts.general import choose
from battles.resolvers.lgg.doctrine.plans.goals import line_goal
from battles.resolvers.lgg.doctrine.plans.line import gather_line
from battles.resolvers.lgg.doctrine.plans.night import wanted_depth
from battles.resolvers.lgg.doctrine.plans.plan import plan_turn
from battles.resolvers.lgg.doctrine.sees.posture import ATTACK_POSTURE, HOLD_POSTURE
from battles.resolvers.lgg.record import doctrine_numbers
from battles.resolvers.lgg.record.codes import NOBODY, Status
from battles.resolvers.lgg.record.setup import set_status
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import stage, stand


def armies(own: int, *, enemy_at: float = 38.0) -> Battle:
    """Two lines of infantry far apart; what a side has beyond fifteen units stands in a second row."""
    battle = stage()
    battle.rounds, battle.role[:], battle.max_days, battle.plan_posture[0] = 1, [0, 1], 3, ATTACK_POSTURE
    for side in range(2):
        for n in range(own):
            depth = 10.0 if n < 15 else 5.0
            y = depth if side == 0 else enemy_at + 10.0 - depth
            stand(battle, side, "line_inf", 8.0 + 3.8 * (n % 15), y)
    return battle


@pytest.mark.parametrize(("units", "number"), [(22, doctrine_numbers.FORM_GAP), (15, doctrine_numbers.APPROACH_GAP)])
def test_AI_9_the_attack_of_a_large_army_forms_up_out_of_reach_first(units: int, number: int) -> None:
    battle = armies(units)
    plan_turn(battle, 0)
    n, edge = gather_line(battle, 0), 38.0 - 1.5
    assert line_goal(battle, 0, n, True) == pytest.approx(edge - 1.5 - battle.general[number])


@pytest.mark.parametrize(("enemy_at", "hurries"), [(38.0, False), (22.0, True)])
def test_AI_17_a_large_army_closes_holes_at_any_price_only_before_the_enemy(enemy_at: float, hurries: bool) -> None:
    battle = armies(22, enemy_at=enemy_at)
    plan_turn(battle, 0)
    for unit in (5, 6):
        set_status(battle, unit, Status.RALLYABLE)
    battle.general[doctrine_numbers.HOLE_NEAR] = 14.0
    battle.role_of[17] = battle.role_of[4]
    gather_line(battle, 0)
    assert bool(battle.called_up[17]) == hurries


def battery(y: float = 24.5) -> tuple[Battle, int, int]:
    """A battery with infantry on both sides before an enemy line; the battery and the enemy before it."""
    battle = stage()
    battle.rounds, battle.role[:] = 1, [0, 1]
    gun = stand(battle, 0, "heavy_art", 36, y)
    for x in (33.5, 38.5):
        stand(battle, 0, "line_inf", x, y + 0.4)
    return battle, gun, stand(battle, 1, "line_inf", 36, 35)


def test_AI_13_a_march_into_range_is_worth_more_than_one_along_with_the_line() -> None:
    rates = []
    for y in (22.6, 10.0):
        battle, gun, _ = battery(y)
        battle.plan_posture[0] = HOLD_POSTURE
        plan_turn(battle, 0)
        rates.append(float(battle.want_rate[gun]))
    assert rates == [battle.general[doctrine_numbers.GUNS_IN_RANGE], battle.general[doctrine_numbers.GUNS_FORWARD]]


@pytest.mark.parametrize(("open_unit", "least", "fires"), [(0, 2.0, True), (1, 2.0, False), (0, 99.0, False)])
def test_AI_13_a_battery_that_is_open_fires_before_another_unit_is_activated(
    open_unit: int, least: float, fires: bool
) -> None:
    battle, gun, enemy = battery()
    choose(battle)
    battle.open_unit, battle.general[doctrine_numbers.FIRE_ON] = open_unit, least
    assert battle.duty_target[gun] == enemy
    assert fires_on(battle, 0) == fires


@pytest.mark.parametrize(("actions", "least", "first"), [(3, 2.0, True), (2, 2.0, False), (3, 99.0, False)])
def test_AI_13_who_is_about_to_be_attacked_is_fired_at_first(actions: int, least: float, first: bool) -> None:
    battle, gun, enemy = battery()
    choose(battle)
    battle.actions, battle.general[doctrine_numbers.PREPARE] = actions, least
    assert prepares(battle, 0, enemy) == (gun if first else NOBODY)
    assert prepares(battle, 0, enemy + 1) == NOBODY


@pytest.mark.parametrize(("posture", "depth"), [(ATTACK_POSTURE, 28.0), (HOLD_POSTURE, 10.0)])
def test_AI_9_by_night_the_line_of_an_attack_goes_up_to_the_enemy(posture: int, depth: float) -> None:
    battle = armies(15)
    plan_turn(battle, 0)
    battle.posture[0] = posture
    assert wanted_depth(battle, 0, 3, 10.0) == depth
    battle.sp[3] = 2
    assert wanted_depth(battle, 0, 3, 10.0) < 10.0
