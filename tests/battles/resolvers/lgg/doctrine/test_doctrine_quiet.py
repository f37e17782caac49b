"""An enemy who never stirs is known for it and attacked whatever the ratio; room for reserves, marches and hunters."""

import pytest

from battles.resolvers.lgg.doctrine.acts.duty import MARCH_DUTY, do_duty
from battles.resolvers.lgg.doctrine.acts.march import march_left, march_to, march_towards
from battles.resolvers.lgg.doctrine.plans.batteries import find_a_post, next_post
from battles.resolvers.lgg.doctrine.plans.close import follow_the_hunt, stand_behind
from battles.resolvers.lgg.doctrine.plans.goals import line_goal
from battles.resolvers.lgg.doctrine.plans.hunt import take_places
from battles.resolvers.lgg.doctrine.plans.line import own_depth
from battles.resolvers.lgg.doctrine.plans.roles import FRONT_ROLE, GUN_ROLE, RESERVE_ROLE
from battles.resolvers.lgg.doctrine.sees import posture as postures
from battles.resolvers.lgg.doctrine.sees.memory import look_anew
from battles.resolvers.lgg.machine.orders import verify
from battles.resolvers.lgg.plane.space import enemy_gap
from battles.resolvers.lgg.record.codes import Role
from battles.resolvers.lgg.record.reasons import QUIET_FOE, RELIEF, WEAKER
from battles.resolvers.lgg.record.setup import add_unit
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import WESTWARD, laid, second_turn, stage, stand


@pytest.mark.parametrize(("used", "role", "why"), [(0.1, Role.ATTACKER, QUIET_FOE), (0.4, Role.ATTACKER, WEAKER),
                                                   (0.1, 1 - Role.ATTACKER, WEAKER)])  # fmt: skip
def test_AI_5_who_came_to_attack_is_not_too_weak_for_an_enemy_who_does_not_stir(
    used: float, role: int, why: int
) -> None:
    battle = stage()
    battle.role[0] = role
    battle.liveliness[0] = used - 1.0
    assert postures.why_posture(battle, 0, 0.8) == why


@pytest.mark.parametrize(("rho", "waits"), [(0.4, True), (1.29, True), (1.3, False)])
def test_AI_26_a_side_that_is_not_much_the_stronger_waits_for_its_help(rho: float, waits: bool) -> None:
    battle = stage()
    battle.role[0] = Role.ATTACKER
    assert postures.why_posture(battle, 0, rho) != RELIEF
    battle.roll_arrives[add_unit(battle, 0, "line_inf", None)] = 30
    why = postures.why_posture(battle, 0, rho)
    assert (why == RELIEF, postures.posture_by(why) == postures.DELAY_POSTURE) == (waits, waits)


def test_AI_26_a_side_that_waits_does_not_go_ahead() -> None:
    battle = stage()
    battle.posture[0] = postures.DELAY_POSTURE
    unit = stand(battle, 0, "line_inf", 36.0, 10.0)
    stand(battle, 1, "line_inf", 36.0, 40.0)
    battle.role_of[unit], battle.queue[0], battle.attack_from[0], battle.attack_to[0] = FRONT_ROLE, unit, 0.0, 72.0
    assert line_goal(battle, 0, 1, True) == own_depth(battle, unit)


@pytest.mark.parametrize(("spent", "asleep"), [((0, 0), True), ((1, 0), False), ((0, 1), False)])
def test_AI_3_an_enemy_without_an_action_in_two_rounds_does_not_stir(spent: tuple[int, int], asleep: bool) -> None:
    battle = stage()
    for number, actions in enumerate(spent):
        battle.rounds, battle.spent[1] = number + 1, actions
        postures.see_round(battle, 0)
    assert (postures.lively(battle, 0) == pytest.approx(postures.ASLEEP)) == asleep


@pytest.mark.parametrize(("used", "struck", "stirs_not"), [(0.2, 1.0, True), (0.3, 1.0, False), (0.3, 0.0, False)])
def test_AI_3_an_enemy_who_marches_and_fires_stirs_though_he_strikes_nobody(
    used: float, struck: float, stirs_not: bool
) -> None:
    battle = stage()
    battle.liveliness[0], battle.fierceness[0] = used - 1.0, struck - 1.0
    assert postures.stirs_not(battle, 0) == stirs_not


def test_AI_26_each_unit_of_the_reserve_has_a_place_of_its_own() -> None:
    battle, friend = laid((0, "line_inf", 36, 20))
    reserve = [stand(battle, 0, "elite_inf", x, 10) for x in (40, 44, 30)]
    for unit in reserve:
        battle.role_of[unit] = RESERVE_ROLE
        stand_behind(battle, unit, friend)
    assert [float(battle.want[unit, 0]) for unit in reserve] == pytest.approx([37.6, 40.8, 34.4])


def test_AI_9_a_march_ends_beside_the_friends_who_stand_in_its_place() -> None:
    battle = stage()
    for x in (34, 37.2, 40.4):
        stand(battle, 0, "line_inf", x, 20)
    unit = stand(battle, 0, "line_inf", 36, 12)
    battle.want[unit] = 36, 20, 0, 1
    look_anew(battle, 0)
    assert march_towards(battle, unit, 36.0, 20.0)
    x, y = battle.cmd_path[0, :2]
    assert y == pytest.approx(20, abs=0.1)
    assert x < 31 or x > 43.4


def test_AI_27_the_nearer_unit_takes_its_place_in_a_hunt_first() -> None:
    battle, enemy = laid((1, "line_inf", 36, 40))
    far, near = (stand(battle, 0, "line_inf", 42, y) for y in (15, 27))
    battle.hunted_left[0] = 1
    second_turn(battle)
    look_anew(battle, 0)
    take_places(battle, 0)
    assert battle.want_rate[far] == 0.0
    assert battle.want_rate[near] > 0.0
    assert battle.sides_taken[enemy] != 0.0


def test_AI_27_a_battery_goes_after_the_hunt_as_far_as_it_shoots() -> None:
    battle, enemy, gun = laid((1, "line_inf", 36, 44), (0, "heavy_art", 36, 10))
    follow_the_hunt(battle, gun)
    assert enemy_gap(battle, gun, enemy) > 25
    assert battle.want[gun, 1] == pytest.approx(44 - 1.5 - 7.6 - 1.5, abs=0.8)
    assert battle.want_rate[gun] > 0.0


def battery_near(battle: Battle, *prey: tuple[float, float]) -> int:
    """A battery of a side that attacks an enemy who does not stir, with a march to its nearest post in mind."""
    gun = stand(battle, 0, "heavy_art", 30, 20)
    for x, y in prey:
        stand(battle, 1, "line_inf", x, y)
    battle.liveliness[0], battle.posture[0] = -1.0, postures.ATTACK_POSTURE
    battle.role_of[gun] = GUN_ROLE
    look_anew(battle, 0)
    assert find_a_post(battle, gun)
    return gun


def test_AI_10_each_further_post_of_a_battery_is_farther_off() -> None:
    battle = stage()
    gun = battery_near(battle, (36, 34))
    first = march_left(battle, gun)
    assert next_post(battle, gun, first)
    assert march_left(battle, gun) > first
    assert not next_post(battle, gun, 20.0), "nobody goes farther than 14 inches for a post"


def test_AI_10_a_battery_without_a_way_to_its_post_goes_to_another() -> None:
    """A train within 6" of the battery shuts its way to the nearest post (LGG-8.5-b)."""
    battle, _ = laid((1, "pontoon", 26, 28, WESTWARD))
    gun = battery_near(battle, (36, 34))
    first = march_left(battle, gun)
    assert not march_to(battle, gun)
    battle.duty[gun] = MARCH_DUTY
    assert do_duty(battle, gun)
    assert verify(battle) == 0
    assert march_left(battle, gun) > first
