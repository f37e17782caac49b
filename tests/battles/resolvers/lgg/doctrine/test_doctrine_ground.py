"""What ground is worth to the general, where he attacks, whom he sends where (AI-3, AI-8, AI-10, AI-17, AI-18)."""

from typing import Any

import pytest

from battles.resolvers.lgg.doctrine.acts.aims import duel, heavy_prey, keeps_its_place, least_gain
from battles.resolvers.lgg.doctrine.acts.blows import exposure
from battles.resolvers.lgg.doctrine.acts.duty import weigh_duty
from battles.resolvers.lgg.doctrine.acts.general import choose
from battles.resolvers.lgg.doctrine.acts.march import increments_to
from battles.resolvers.lgg.doctrine.plans.ground import hill_for, leaving
from battles.resolvers.lgg.doctrine.plans.guns import is_masked
from battles.resolvers.lgg.doctrine.plans.headquarters import headquarters, worth_of_place
from battles.resolvers.lgg.doctrine.plans.line import gather_line, space_line
from battles.resolvers.lgg.doctrine.plans.plan import plan_turn
from battles.resolvers.lgg.doctrine.plans.roles import FRONT_ROLE, RESERVE_ROLE, SECOND_ROLE, TOWN_ROLE
from battles.resolvers.lgg.doctrine.sees.memory import look_anew
from battles.resolvers.lgg.doctrine.sees.odds import strike_alone
from battles.resolvers.lgg.doctrine.sees.posture import ATTACK_POSTURE, HOLD_POSTURE, LIMITED_POSTURE
from battles.resolvers.lgg.doctrine.sees.sector import sector_of, sector_score
from battles.resolvers.lgg.fighting.value import try_alone
from battles.resolvers.lgg.machine.orders import carry_out
from battles.resolvers.lgg.record.codes import COMMAND_KEYS, Status
from battles.resolvers.lgg.record.doctrine_numbers import (
    COVERED,
    FLANK_DANGER,
    FOES_NEAR,
    FRIENDS_NEAR,
    GUN_BACK,
    GUN_LEAD_HOLD,
    HEAVY_LATE_TARGET,
    HEAVY_TARGET,
    HILL_VALUE,
    LIGHT_DUEL,
    LIGHT_SORTIE,
    OVERLAP,
    START_FRONTAL,
    START_LIMITED,
    STEP_OUT,
    TOWN_VALUE,
)
from battles.resolvers.lgg.record.setup import add_piece, set_status
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import SOUTHWARD, lead, stage, stand

TARGET = 64


def field(*pieces: tuple[str, float, float]) -> Battle:
    """A battle in its first round, side 0 attacking, with square pieces 4" wide about their middles."""
    battle = stage()
    battle.rounds, battle.role[:] = 1, [0, 1]
    for kind, x, y in pieces:
        add_piece(battle, kind, [(x - 2, y - 2), (x + 2, y - 2), (x + 2, y + 2), (x - 2, y + 2)], level=1)
    return battle


def opposed(battle: Battle, own: int = 5, foes: int = 5) -> list[int]:
    """Two lines of infantry 24" apart; the units of side 0."""
    units = [stand(battle, 0, "line_inf", 29 + 3.5 * n, 10) for n in range(own)]
    for n in range(foes):
        stand(battle, 1, "line_inf", 29 + 3.5 * n, 37)
    return units


@pytest.mark.parametrize(("kind", "worth"), [("town", 6.0), ("hill", 3.0), ("rough", 0.0)])
def test_AI_3_a_town_block_is_worth_6_and_a_hill_3_to_him_who_drives_the_enemy_off(kind: str, worth: float) -> None:
    battle = field((kind, 29, 37))
    units = opposed(battle)
    plan_turn(battle, 0)
    assert battle.ground_worth[TARGET] == worth
    battle.ground_worth[TARGET] = 0.0
    bare, bare_exact = strike_alone(battle, units[0], TARGET, 0), try_alone(battle, units[0], TARGET, 0)
    battle.ground_worth[TARGET] = 100.0
    routs = {"town": 0, "hill": 4, "rough": 4}[kind]
    assert strike_alone(battle, units[0], TARGET, 0) == pytest.approx(bare + routs)
    assert try_alone(battle, units[0], TARGET, 0) == pytest.approx(bare_exact + routs)


def test_AI_3_a_bridge_is_worth_6() -> None:
    battle = field()
    add_piece(battle, "bridge", [(29, 8), (29, 12)], width=4)
    units = opposed(battle)
    plan_turn(battle, 0)
    assert battle.ground_worth[units[0]] == 6.0


@pytest.mark.parametrize(("y", "worth"), [(10.0, 3.0), (37.0, 3.0), (44.0, 0.0)])
def test_AI_3_only_ground_on_the_own_line_or_between_the_armies_counts(y: float, worth: float) -> None:
    battle = field(("hill", 29, y))
    units, behind = opposed(battle), stand(battle, 1, "line_inf", 29, 44)
    plan_turn(battle, 0)
    assert battle.ground_worth[{10.0: units[0], 37.0: TARGET, 44.0: behind}[y]] == worth


def test_AI_3_who_goes_out_of_the_middle_of_a_line_that_holds_leaves_a_hole() -> None:
    battle = field()
    battle.plan_posture[0] = HOLD_POSTURE
    units = opposed(battle)
    plan_turn(battle, 0)
    assert [battle.hole_worth[unit] for unit in units] == [0.0, 4.0, 4.0, 4.0, 0.0]
    assert leaving(battle, units[2], TARGET + 2) == 4.0
    near = stand(battle, 1, "line_inf", 36, 15.5, SOUTHWARD)
    assert leaving(battle, units[2], near) == 0.0


def test_AI_3_where_the_enemy_has_two_more_half_of_his_two_on_one_is_feared() -> None:
    battle = field()
    battle.general[FLANK_DANGER], battle.general[FOES_NEAR], battle.general[FRIENDS_NEAR] = 0.5, 5.2, 12.0
    stand(battle, 0, "line_inf", 36, 26)
    target = stand(battle, 1, "line_inf", 36, 33)
    assert exposure(battle, target) == 0.0
    stand(battle, 1, "line_inf", 40, 36)
    assert exposure(battle, target) == 0.0
    stand(battle, 1, "line_inf", 32, 36)
    assert exposure(battle, target) == pytest.approx(0.5 * 5.7 / 2)
    stand(battle, 1, "line_inf", 36, 38)
    assert exposure(battle, target) == pytest.approx(0.5 * 5.7)


def test_AI_3_a_unit_beyond_double_the_radius_counts_against_a_place_of_the_commander() -> None:
    battle = field()
    lead(battle, 0, 36.0, 6.0)
    for x in (36, 40):
        battle.point[stand(battle, 0, "line_inf", x, 10)] = 7.5
    assert worth_of_place(battle, 0, 36.0, 6.0) == 60.0
    battle.radius = 10.0
    battle.point[stand(battle, 0, "line_inf", 36, 40)] = 7.5
    assert worth_of_place(battle, 0, 36.0, 6.0) == 60.0 - 5.0


@pytest.mark.parametrize(("rest", "attacks"), [(8, False), (26, True)])
def test_AI_11_the_commander_of_a_large_army_goes_with_its_attack(rest: int, attacks: bool) -> None:
    battle = field()
    battle.posture[0] = ATTACK_POSTURE
    for n in range(4):
        battle.role_of[stand(battle, 0, "line_inf", 14 + 4.0 * n, 20)] = FRONT_ROLE
    for n in range(rest):
        battle.role_of[stand(battle, 0, "line_inf", 36 + 3.2 * (n % 10), 4 + 3.2 * (n // 10))] = SECOND_ROLE
    battle.attack_from[0], battle.attack_to[0] = 12.0, 28.0
    look_anew(battle, 0)
    x, _ = headquarters(battle, 0)
    assert (x == pytest.approx(20.0)) == attacks


def test_AI_8_the_attack_goes_where_the_enemy_has_least_before_what_can_reach_him() -> None:
    battle = field()
    for n in range(6):
        stand(battle, 0, "line_inf", 27.5 + 3.4 * n, 10)
    for x in (27.5, 31, 34.5, 38):
        stand(battle, 1, "line_inf", x, 37)
    plan_turn(battle, 0)
    assert sector_of(battle, 0) == 2


def test_AI_8_a_covered_enemy_counts_5_points_more() -> None:
    scores = []
    for kind in ("hill", "rough"):
        battle = field((kind, 36, 37))
        opposed(battle)
        plan_turn(battle, 0)
        scores.append([sector_score(battle, 0, sector) for sector in range(3)])
    clear, covered = scores
    assert covered == pytest.approx([clear[0], clear[1] - battle.general[COVERED], clear[2]])


def test_AI_8_an_attack_on_a_wing_goes_round_the_enemys_end() -> None:
    battle = field()
    units = opposed(battle)
    battle.plan_sector[0] = 2
    plan_turn(battle, 0)
    battle.posture[0] = 0
    space_line(battle, 0, gather_line(battle, 0), 36.0)
    end = 43.0 + 1.5
    assert battle.worth[units[-1]] == pytest.approx(end + battle.general[OVERLAP])


def test_AI_10_on_hold_a_battery_stands_on_the_hill_behind_the_line() -> None:
    battle = field(("hill", 36, 8))
    battle.plan_posture[0] = HOLD_POSTURE
    battle.general[GUN_LEAD_HOLD], battle.general[GUN_BACK] = 0.5, 0.3
    for x in (31, 41):
        stand(battle, 0, "line_inf", x, 10.5)
    gun = stand(battle, 0, "heavy_art", 36, 10.5)
    stand(battle, 1, "line_inf", 36, 37)
    plan_turn(battle, 0)
    assert (battle.want[gun, 0], battle.want[gun, 1]) == (36.0, 8.0)
    battle.posture[0] = ATTACK_POSTURE
    assert hill_for(battle, 0, gather_line(battle, 0), 1, 36.0, 10.0) == -1


@pytest.mark.parametrize(("kind", "worth"), [("town", TOWN_VALUE), ("rough", HILL_VALUE)])
def test_AI_10_on_hold_militia_goes_into_towns_and_rough(kind: str, worth: int) -> None:
    battle = field((kind, 36, 14))
    battle.plan_posture[0] = HOLD_POSTURE
    units, militia = opposed(battle), stand(battle, 0, "militia_inf", 36, 6)
    battle.role_of[militia] = SECOND_ROLE
    plan_turn(battle, 0)
    assert battle.role_of[militia] == TOWN_ROLE
    assert (battle.want[militia, 0], battle.want[militia, 1]) == (36.0, 14.0)
    assert battle.want_rate[militia] == battle.general[worth]
    assert TOWN_ROLE not in [battle.role_of[unit] for unit in units]


def test_AI_10_light_cavalry_is_spent_freely_only_while_no_pursuit_is_likely() -> None:
    battle = field()
    opposed(battle)
    light, prey = stand(battle, 0, "light_cav", 50, 20), stand(battle, 1, "irreg_cav", 50, 32)
    plan_turn(battle, 0)
    assert battle.pursuit_likely[0] == 0.0
    assert least_gain(battle, light, prey, True) == battle.general[START_LIMITED]
    battle.count = 95
    plan_turn(battle, 0)
    assert (battle.pursuit_likely[0], least_gain(battle, light, prey, True)) == (1.0, 8.0)


@pytest.mark.parametrize("posture", [LIMITED_POSTURE, HOLD_POSTURE])
def test_AI_10_light_cavalry_fights_the_enemys_for_the_pursuit(posture: int) -> None:
    battle = field()
    opposed(battle)
    light, prey = stand(battle, 0, "light_cav", 50, 20), stand(battle, 1, "light_cav", 50, 32)
    horse = stand(battle, 1, "heavy_cav", 54, 32)
    battle.plan_posture[0], battle.general[LIGHT_DUEL], battle.general[LIGHT_SORTIE] = posture, 4.0, 10.0
    plan_turn(battle, 0)
    assert least_gain(battle, light, prey, True) == battle.general[START_FRONTAL]
    assert (duel(battle, light, prey), duel(battle, light, horse)) == (4.0, 0.0)
    assert not keeps_its_place(battle, light, prey)
    battle.general[LIGHT_SORTIE] = 8.0
    assert keeps_its_place(battle, light, prey)


@pytest.mark.parametrize(("gap", "stays"), [(4.0, True), (2.0, False)])
def test_AI_6_on_hold_nobody_comes_down_from_a_hill_for_more_than_a_step(gap: float, stays: bool) -> None:
    battle = field(("hill", 36, 10))
    unit = stand(battle, 0, "line_inf", 36, 10)
    enemy = stand(battle, 1, "line_inf", 36, 13 + gap)
    battle.plan_posture[0], battle.general[STEP_OUT] = HOLD_POSTURE, 6.0
    plan_turn(battle, 0)
    assert keeps_its_place(battle, unit, enemy) == stays


def test_AI_10_a_battery_behind_a_town_goes_to_its_open_side() -> None:
    battle = field(("town", 36, 17))
    opposed(battle)
    gun = stand(battle, 0, "heavy_art", 37.8, 9.5)
    battle.plan_posture[0] = HOLD_POSTURE
    plan_turn(battle, 0)
    u, v = float(battle.want[gun, 0]), float(battle.want[gun, 1])
    assert is_masked(battle, gun, 37.8, 9.5)
    assert not is_masked(battle, gun, u, v)


def test_AI_10_who_stands_in_the_way_of_all_others_holds_the_block() -> None:
    battle = field(("town", 36, 14))
    opposed(battle, own=4)
    militia = stand(battle, 0, "militia_inf", 36, 7)
    front = stand(battle, 0, "line_inf", 37, 12)
    battle.plan_posture[0] = HOLD_POSTURE
    plan_turn(battle, 0)
    assert (battle.role_of[front], battle.role_of[militia] != TOWN_ROLE) == (TOWN_ROLE, True)


def test_AI_13_first_fire_then_two_on_one_then_recovery_then_the_march() -> None:
    battle = field()
    battle.actions = 5
    stand(battle, 0, "heavy_art", 36, 26)
    one, two = stand(battle, 0, "line_inf", 32, 24), stand(battle, 0, "line_inf", 40, 24)
    battle.sp[stand(battle, 0, "line_inf", 60, 12, strength=4)] = 3
    target = stand(battle, 1, "line_inf", 36, 35)
    lead(battle, 0, 36, 16)
    done: list[Any] = []
    while len(done) < 3:
        choose(battle)
        done.append((COMMAND_KEYS[int(battle.cmd)], int(battle.cmd_unit)))
        carry_out(battle)
        if battle.status[target] != Status.BOARD:
            break
    assert done[0][0] == "fire"
    assert {unit for kind, unit in done[1:] if kind == "attack"} == {one, two}


def test_AI_13_within_one_unit_of_sudden_death_a_rally_is_worth_3_more() -> None:
    battle = field()
    units = opposed(battle, 9)
    for unit in units[:3]:
        battle.sp[unit] = 0
        set_status(battle, unit, Status.RALLYABLE)
    plan_turn(battle, 0)
    weigh_duty(battle, units[0])
    calm = float(battle.duty_score[units[0]])
    battle.sudden_death = 1
    weigh_duty(battle, units[0])
    assert battle.duty_score[units[0]] == pytest.approx(calm + 3.0)


@pytest.mark.parametrize(
    ("far", "called", "increments"), [(30.0, 0.0, 1), (12.0, 1.0, 1), (23.0, 1.0, 2), (30.0, 1.0, 3)]
)
def test_AI_17_only_a_hole_in_the_line_is_worth_a_long_march(far: float, called: float, increments: int) -> None:
    battle = field()
    unit = stand(battle, 0, "line_inf", 36, 6)
    battle.called_up[unit] = called
    assert increments_to(battle, unit, far) == increments


def test_AI_17_a_unit_far_behind_is_called_into_a_hole() -> None:
    battle = field()
    units = [stand(battle, 0, "line_inf", x, 30) for x in (29, 32.5, 39.5, 43)]
    late = stand(battle, 0, "line_inf", 36, 10)
    stand(battle, 1, "line_inf", 36, 44)
    plan_turn(battle, 0)
    battle.role_of[late] = battle.role_of[units[0]]
    gather_line(battle, 0)
    assert battle.called_up[late] == 1.0
    battle.x[units[2]], battle.x[units[3]] = 36.0, 39.5
    gather_line(battle, 0)
    assert battle.called_up[late] == 0.0


@pytest.mark.parametrize(
    ("kind", "strength", "beside", "prey"),
    [("heavy_art", None, False, True), ("heavy_art", None, True, False), ("light_cav", None, False, True),
     ("heavy_cav", None, False, False), ("line_inf", 3, False, False), ("line_inf", 2, False, True)],
)
def test_AI_18_what_heavy_cavalry_is_for(kind: str, strength: int | None, beside: bool, prey: bool) -> None:
    battle = field()
    battle.plan_posture[0] = LIMITED_POSTURE
    heavy, target = stand(battle, 0, "heavy_cav", 36, 15), stand(battle, 1, kind, 36, 30)
    if strength is not None:
        battle.sp[target] = strength
    if beside:
        stand(battle, 1, "line_inf", 39, 30)
    plan_turn(battle, 0)
    assert (battle.role_of[heavy], heavy_prey(battle, target)) == (RESERVE_ROLE, prey)
    assert least_gain(battle, heavy, target, True) == (battle.general[HEAVY_TARGET] if prey else 1e9)
    battle.count, battle.length = 67, 100
    assert least_gain(battle, heavy, target, True) == battle.general[HEAVY_LATE_TARGET]
