"""The plan of a turn: sector, roles, the line of battle, and what a player's plan of battle binds (AI-3 to AI-10)."""

import pytest

from battles.resolvers.lgg.doctrine.acts.aims import keeps_its_place
from battles.resolvers.lgg.doctrine.acts.general import choose
from battles.resolvers.lgg.doctrine.plans.line import choose_block, gather_line, in_block, space_line
from battles.resolvers.lgg.doctrine.plans.plan import plan_turn
from battles.resolvers.lgg.doctrine.plans.roles import FRONT_ROLE, RESERVE_ROLE, REST_ROLE, SECOND_ROLE
from battles.resolvers.lgg.doctrine.sees.odds import chances, shot_worth, strike_alone, strike_pair
from battles.resolvers.lgg.doctrine.sees.posture import ATTACK_POSTURE, DELAY_POSTURE, HOLD_POSTURE
from battles.resolvers.lgg.doctrine.sees.sector import is_spared, sector_of
from battles.resolvers.lgg.doctrine.sees.sides import ALL_SHIFTS, look_at_sides
from battles.resolvers.lgg.fighting.odds import combat_chances
from battles.resolvers.lgg.fighting.value import fire_value, try_alone, try_pair
from battles.resolvers.lgg.record.codes import Command, Face, Pending, Status
from battles.resolvers.lgg.record.doctrine_numbers import ATTACK_ROLLS, ATTACK_SHARE, FRONT_ATTACK, FRONT_HOLD
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import laid, stage, stand


def lines(own: int = 5, gap: float = 3.4) -> tuple[Battle, list[int]]:
    """Two lines of infantry 24" apart, side 0 to plan its turn in round 1; its units."""
    battle = stage()
    battle.rounds, battle.role[:] = 1, [0, 1]
    battle.general[FRONT_HOLD], battle.general[FRONT_ATTACK], battle.general[ATTACK_SHARE] = 1.0, 0.8, 0.7
    units = [stand(battle, 0, "line_inf", 28 + gap * n, 10) for n in range(own)]
    for n in range(5):
        stand(battle, 1, "line_inf", 28 + 3.4 * n, 37)
    return battle, units


def test_E122_quick_values_agree_with_the_exact_ones_on_open_ground() -> None:
    battle, units = lines()
    enemy = 64
    plan_turn(battle, 0)
    for side in (Face.FRONT, Face.LEFT):
        assert strike_alone(battle, units[0], enemy, side) == pytest.approx(try_alone(battle, units[0], enemy, side))
    assert strike_pair(battle, units[0], units[1], enemy) == pytest.approx(try_pair(battle, units[0], units[1], enemy))
    gun = stand(battle, 0, "heavy_art", 28, 29)
    battle.point[gun] = 25.0
    assert shot_worth(battle, gun, enemy) == pytest.approx(fire_value(battle, gun, enemy)) == pytest.approx(7.425)


def test_AI_2_the_table_of_chances_is_the_exact_one() -> None:
    for attack, defence in ((4, 4), (8, 2), (-3, 5), (0, 0)):
        assert chances(attack, defence) == combat_chances(attack, defence)


def test_LGG_9_0_c_a_neighbour_within_3_inches_shuts_a_side() -> None:
    battle, target = laid((1, "line_inf", 36, 30))
    look_at_sides(battle, target)
    assert battle.open_shifts[target, Face.LEFT] == ALL_SHIFTS
    stand(battle, 1, "line_inf", 41, 30)
    look_at_sides(battle, target)
    assert (battle.open_shifts[target, Face.LEFT], battle.open_shifts[target, Face.RIGHT]) == (0, ALL_SHIFTS)


def test_AI_9_a_gap_in_the_line_is_closed_to_under_2_inches() -> None:
    battle, units = lines(own=2, gap=9.0)
    plan_turn(battle, 0)
    places = sorted(float(battle.worth[unit]) for unit in units[: gather_line(battle, 0)])
    assert 3.0 < places[1] - places[0] < 5.0


def test_AI_9_a_part_of_the_front_attacks_in_the_sector_of_the_plan() -> None:
    battle, units = lines()
    battle.plan_sector[0] = 0
    plan_turn(battle, 0)
    assert sector_of(battle, 0) == 0
    n = gather_line(battle, 0)
    space_line(battle, 0, n, 35.0)
    choose_block(battle, 0, n)
    block = [unit for unit in units if battle.role_of[unit] == FRONT_ROLE and in_block(battle, 0, unit)]
    assert block
    assert units[0] in block
    assert units[4] not in block


@pytest.mark.parametrize(("rolls", "most"), [(10.0, 5), (0.3, 2)])
def test_AI_24_no_more_attack_than_the_commanders_actions_bring_up(rolls: float, most: int) -> None:
    battle, units = lines()
    battle.general[ATTACK_SHARE], battle.general[ATTACK_ROLLS] = 1.0, rolls
    plan_turn(battle, 0)
    assert sum(battle.role_of[unit] == FRONT_ROLE and in_block(battle, 0, unit) for unit in units) == most


@pytest.mark.parametrize(("y", "goes"), [(25.8, True), (26.1, False)])
def test_AI_10_a_battery_that_stands_just_out_of_range_goes_up(y: float, goes: bool) -> None:
    battle = stage()
    battle.rounds, battle.role[:], battle.plan_posture[0] = 1, [0, 1], HOLD_POSTURE
    stand(battle, 1, "line_inf", 36, 37)
    gun = stand(battle, 0, "heavy_art", 36, y)
    for x in (33.5, 38.5):
        stand(battle, 0, "line_inf", x, 27)
    plan_turn(battle, 0)
    assert bool(battle.wanted_exactly[gun]) == goes


def test_AI_9_the_reserve_of_the_plan_is_kept_back() -> None:
    fronts = []
    for share in (0.0, 0.6):
        battle, units = lines()
        for unit in units[2:]:
            battle.role_of[unit] = SECOND_ROLE
        battle.role_of[units[0]] = battle.role_of[units[1]] = FRONT_ROLE
        battle.plan_reserve[0], battle.plan_posture[0] = share, HOLD_POSTURE
        plan_turn(battle, 0)
        fronts.append(sum(battle.role_of[unit] == FRONT_ROLE for unit in units))
    assert fronts == [5, 2]


def test_AI_6_a_unit_to_be_spared_attacks_nobody() -> None:
    battle = stage()
    battle.role[:], battle.rounds = [0, 1], 1
    unit = stand(battle, 0, "heavy_cav", 36, 12)
    stand(battle, 1, "heavy_art", 36, 24)
    battle.plan_spares[battle.roll[unit]] = 1
    choose(battle)
    assert is_spared(battle, unit)
    assert battle.cmd != Command.ATTACK


def test_AI_16_a_worn_unit_of_the_front_rests_where_it_is_relieved() -> None:
    battle, units = lines()
    relief = stand(battle, 0, "line_inf", 36, 5)
    battle.sp[units[2]] = 2
    battle.plan_reserve[0], battle.plan_posture[0] = 0.0, HOLD_POSTURE
    plan_turn(battle, 0)
    assert (battle.role_of[units[2]], battle.role_of[relief]) == (REST_ROLE, FRONT_ROLE)


def test_AI_9_elite_infantry_behind_the_line_is_the_reserve() -> None:
    battle, _ = lines()
    guard = stand(battle, 0, "elite_inf", 36, 5)
    plan_turn(battle, 0)
    assert battle.role_of[guard] == RESERVE_ROLE


def test_AI_5_on_delay_the_line_gives_ground() -> None:
    battle, units = lines()
    battle.plan_posture[0] = DELAY_POSTURE
    for n in range(5):
        stand(battle, 1, "line_inf", 28 + 3.4 * n, 19)
    plan_turn(battle, 0)
    for unit in units:
        assert battle.want[unit, 1] < battle.y[unit]
        assert 19 - 1.5 - (battle.want[unit, 1] + 1.5) > 8.0


@pytest.mark.parametrize(("posture", "stays"), [(HOLD_POSTURE, True), (ATTACK_POSTURE, False)])
def test_AI_6_on_hold_nobody_goes_far_before_the_line(posture: int, stays: bool) -> None:
    battle, units = lines()
    enemy = stand(battle, 1, "heavy_art", 36, 27)
    battle.plan_posture[0] = posture
    plan_turn(battle, 0)
    assert keeps_its_place(battle, units[2], enemy) == stays


def test_AI_22_a_side_that_only_delays_leaves_by_night() -> None:
    for posture, stays in ((HOLD_POSTURE, 1), (DELAY_POSTURE, 0)):
        battle, _ = lines()
        battle.plan_posture[0], battle.pending, battle.asked = posture, Pending.STAY, 0
        choose(battle)
        assert battle.cmd_arg == stays


def test_AI_25_a_plan_says_how_many_units_may_break() -> None:
    for share, leaves in ((0.1, 1), (0.5, 0)):
        battle, units = lines()
        battle.status[units[0]] = Status.RALLYABLE
        battle.plan_break_off[0], battle.count = share, 20
        battle.pending, battle.asked = Pending.BREAK_OFF, 0
        choose(battle)
        assert battle.cmd_arg == leaves


@pytest.mark.parametrize(("day", "posture"), [(1, 1), (3, 0)])
def test_AI_5_on_the_last_day_the_side_that_came_attacks(day: int, posture: int) -> None:
    battle, _ = lines()
    battle.day, battle.max_days = day, 3
    plan_turn(battle, 0)
    assert battle.posture[0] == posture
