"""What the general reckons with: a combat that may be spoilt, the morning after (AI-14, AI-19, AI-21, AI-24)."""

import pytest

from battles.resolvers.lgg.doctrine.acts.duty import recovery_score
from battles.resolvers.lgg.doctrine.acts.force import break_chance, force_score
from battles.resolvers.lgg.doctrine.acts.stratagem import effort_pays, second_wind_pays
from battles.resolvers.lgg.doctrine.plans.roles import FRONT_ROLE
from battles.resolvers.lgg.doctrine.plans.worth import tomorrow
from battles.resolvers.lgg.doctrine.sees.memory import read_ground
from battles.resolvers.lgg.doctrine.sees.posture import ATTACK_POSTURE, DELAY_POSTURE
from battles.resolvers.lgg.record.codes import Status
from battles.resolvers.lgg.record.doctrine_numbers import COUNTER_COST, HELD_GROUND
from battles.resolvers.lgg.record.setup import add_piece, add_unit, set_status
from tests.battles.resolvers.lgg.movement.test_attack import attack, head_on
from tests.battles.resolvers.lgg.stage import laid, stage, stand


@pytest.mark.parametrize(
    ("attacker", "rolled", "chance"), [("line_inf", 8, 0.6), ("line_inf", 3, 0.2), ("heavy_cav", 8, 0.2)]
)
def test_AI_14_a_combat_is_likely_to_be_spoilt_by_who_has_actions_and_is_in_no_squares(
    attacker: str, rolled: int, chance: float
) -> None:
    battle, unit, foe = head_on(attacker=attacker)
    assert attack(battle, unit, foe) == ""
    battle.rolled[1] = rolled
    assert break_chance(battle, 0) == chance


def test_AI_14_who_moves_second_needs_not_force_for_fear() -> None:
    battle, unit, foe = head_on()
    assert attack(battle, unit, foe) == ""
    battle.first = 1
    assert break_chance(battle, 0) == 0.0


def test_AI_14_who_moves_first_spares_himself_a_counter_attack_by_forcing() -> None:
    battle, unit, foe = head_on()
    assert attack(battle, unit, foe) == ""
    battle.rolled[1], battle.fight_worth[0] = 8, 2.0
    battle.general[COUNTER_COST] = 5.0
    assert force_score(battle, 0) == pytest.approx(0.6 * (2.0 + 5.0))


@pytest.mark.parametrize(("kind", "worth"), [("town", 6.0), ("hill", 3.0), ("rough", 0.0)])
def test_AI_21_towns_and_hills_that_a_side_holds_count_in_the_morning(kind: str, worth: float) -> None:
    battle, unit = laid((0, "line_inf", 36, 10))
    battle.general[HELD_GROUND] = 1.5
    assert tomorrow(battle, 0) == 30.0
    add_piece(battle, kind, [(34, 8), (38, 8), (38, 12), (34, 12)], level=1)
    read_ground(battle, unit)
    assert tomorrow(battle, 0) == 30.0 + 1.5 * worth


def test_AI_21_the_morning_counts_strength_recoveries_and_rallies() -> None:
    battle = stage()
    whole, hurt, broken, far = (stand(battle, 0, "line_inf", 10.0 + 6 * n, 10) for n in range(4))
    battle.sp[hurt] = 2
    for unit, box in ((broken, Status.RALLYABLE), (far, Status.NONRALLYABLE)):
        battle.sp[unit] = 0
        set_status(battle, unit, box)
    assert battle.sp[whole] == 4
    assert tomorrow(battle, 0) == pytest.approx(7.5 * (4 + 2 + 0.7 + 0.7 + 0.5))
    add_unit(battle, 0, "line_inf", arrives=60)
    assert tomorrow(battle, 0) == pytest.approx(7.5 * (4 + 2 + 0.7 + 0.7 + 0.5) + 30)


@pytest.mark.parametrize(
    ("role", "count", "share"), [(FRONT_ROLE, 0, 1.0), (FRONT_ROLE + 1, 0, 0.8), (FRONT_ROLE, 90, 0.26)]
)
def test_AI_24_a_recovery_is_worth_a_share_of_its_value(role: int, count: int, share: float) -> None:
    battle, unit = laid((0, "line_inf", 36, 10))
    battle.role_of[unit], battle.point[unit], battle.price[unit] = role, 7.5, 1
    battle.count, battle.length = count, 100
    assert recovery_score(battle, unit) == pytest.approx(share * 7.5 * 0.7)


@pytest.mark.parametrize(("rolled", "chits", "plays"), [(4, 1, True), (5, 1, False), (5, 4, True), (6, 4, False)])
def test_AI_19_a_roll_three_below_the_mean_is_thrown_again_with_many_stratagems_half_as_far(
    rolled: int, chits: int, plays: bool
) -> None:
    battle = stage()
    battle.asked, battle.posture[0] = 0, ATTACK_POSTURE
    battle.rolled[0], battle.chits[0] = rolled, chits
    assert second_wind_pays(battle) == plays


def test_AI_19_a_side_that_only_delays_needs_no_second_wind() -> None:
    battle = stage()
    battle.asked, battle.posture[0] = 0, DELAY_POSTURE
    battle.rolled[0], battle.chits[0] = 2, 1
    assert not second_wind_pays(battle)


@pytest.mark.parametrize(("actions", "worth", "plays"), [(1, 4.5, True), (1, 3.5, False), (2, 9.0, False)])
def test_AI_19_the_last_action_calls_for_more_where_over_4_points_would_stay_undone(
    actions: int, worth: float, plays: bool
) -> None:
    battle = stage(actions=actions)
    battle.stratagems, battle.chits[0] = 1, 1
    assert effort_pays(battle, 0, worth) == plays
