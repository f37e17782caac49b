"""Attack, contact, turning, two on one, re-pointing, withdrawal, forcing (LGG-8.5-a, i, j, 9.0, 7.0-h to l)."""

import numpy as np
import pytest

from battles.resolvers.core.dice import COMBAT_STREAM
from battles.resolvers.lgg.command.fights import in_squares
from battles.resolvers.lgg.fighting.combat import resolve
from battles.resolvers.lgg.machine.orders import carry_out, verify
from battles.resolvers.lgg.record.codes import MAX_COMBATS, Command, Face, Status
from battles.resolvers.lgg.record.journal import Event
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.turn.routes import plan_attack, plan_withdraw
from tests.battles.resolvers.lgg.stage import (
    EASTWARD,
    NORTHWARD,
    SOUTHWARD,
    WESTWARD,
    events,
    fix,
    laid,
    names,
    path,
    rule_of,
    second_turn,
    stage,
    stand,
)

SQUARE_ROOT_HALF = 0.5**0.5


def attack(battle: Battle, unit: int, target: int, side: int = -1) -> str:
    """Attack if a legal way is found: the rule against it, or carry it out."""
    code = plan_attack(battle, unit, target, side)
    if code == 0:
        carry_out(battle)
    return rule_of(code)


def head_on(gap: float = 4.0, attacker: str = "line_inf", defender: str = "line_inf") -> tuple[Battle, int, int]:
    battle = stage()
    return battle, stand(battle, 0, attacker, 36, 15), stand(battle, 1, defender, 36, 18 + gap)


@pytest.mark.parametrize(("gap", "rule"), [(12.0, ""), (12.1, "LGG-8.5-a")])
def test_LGG_8_5_a_only_from_within_one_increment(gap: float, rule: str) -> None:
    battle, unit, foe = head_on(gap)
    assert attack(battle, unit, foe) == rule


def test_ST_04_an_attack_of_two_increments_is_refused() -> None:
    battle, unit, foe = head_on(24.0)
    path(battle, Command.ATTACK, unit, (36, 39, *NORTHWARD), target=foe, side=Face.FRONT)
    before = battle.copy()
    assert rule_of(verify(battle)) == "LGG-8.5-a"
    assert all(np.array_equal(battle[name], before[name]) for name in ("x", "y", "combat", "log", "done"))


def test_LGG_9_0_a_contact_is_squared_up_and_locks_both() -> None:
    battle, unit, foe = head_on()
    assert attack(battle, unit, foe) == ""
    assert (battle.x[unit], battle.y[unit]) == (36.0, 19.0)
    assert battle.combat[unit] == battle.combat[foe] == 0
    assert names(battle) == ["activate", "move", "contact"]
    assert battle.actions == 29


@pytest.mark.parametrize(("x", "y", "facing", "side", "turned"), [
    (42, 24, WESTWARD, Face.RIGHT, EASTWARD), (30, 24, EASTWARD, Face.LEFT, WESTWARD),
    (36, 18, NORTHWARD, Face.REAR, SOUTHWARD),
])
def test_LGG_9_0_a_the_defender_turns_on_its_ground(
    x: float, y: float, facing: tuple[float, float], side: int, turned: tuple[float, float]
) -> None:
    battle, foe, unit = laid((0, "line_inf", 36, 24, NORTHWARD), (1, "line_inf", x, y, facing))
    second_turn(battle)
    assert (attack(battle, unit, foe), battle.fight_sides[0, 0]) == ("", side)
    assert (battle.x[foe], battle.y[foe], battle.fx[foe], battle.fy[foe]) == (36.0, 24.0, *turned)
    assert battle.fight_flank[0] == 1


def test_LGG_9_0_a_a_long_base_turns_about_its_centre_and_the_attacker_slides() -> None:
    battle, gun, unit = laid((0, "heavy_art", 36, 24, NORTHWARD), (1, "line_inf", 43, 24, WESTWARD))
    second_turn(battle)
    assert attack(battle, unit, gun) == ""
    assert (battle.fx[gun], battle.fy[gun]) == EASTWARD
    assert (battle.x[unit], battle.y[unit]) == (39.0, 24.0)


def test_LGG_9_0_a_guns_in_a_line_keep_their_ground() -> None:
    battle, gun, _, unit = laid((0, "heavy_art", 36, 24, NORTHWARD), (0, "line_inf", 33.75, 24, NORTHWARD),
                                (1, "line_inf", 43, 24, WESTWARD))
    second_turn(battle)
    assert attack(battle, unit, gun) == ""
    assert (battle.fx[gun], battle.fy[gun], battle.turned_to[gun]) == (*NORTHWARD, Face.RIGHT)
    assert battle.x[unit] == 36 + 0.75 + 1.5
    rows = [[int(number) for number in row] for row in battle.log[: battle.entries]]
    turned = [row[0] for row in rows].index(Event.TURNED)
    assert [pose[3:5] for pose in rows[turned + 1 : turned + 3]] == [[10**9, 0], [0, 10**9]]


def test_LGG_9_0_d_the_side_is_that_of_the_wedge_the_attacker_came_from() -> None:
    battle, unit, foe = laid((0, "line_inf", 42.4, 15), (1, "line_inf", 36, 22))
    path(battle, Command.ATTACK, unit, (44, 22, *WESTWARD), (39, 22, *WESTWARD), target=foe, side=Face.LEFT)
    assert rule_of(verify(battle)) == "LGG-8.5-a"
    battle.increment[unit] = 18.0
    assert rule_of(verify(battle)) == "LGG-9.0-d"


def test_LGG_9_0_d_a_unit_within_6_inches_starts_from_the_wedge_in_which_it_stands() -> None:
    battle, unit, foe = laid((0, "line_inf", 38.5, 12.6, (SQUARE_ROOT_HALF, SQUARE_ROOT_HALF)), (1, "line_inf", 36, 22))
    battle.increment[unit] = 30.0
    way = (46, 12.6, *NORTHWARD), (46, 22, *WESTWARD), (39, 22, *WESTWARD)
    path(battle, Command.ATTACK, unit, *way, target=foe, side=Face.LEFT)
    assert rule_of(verify(battle)) == "LGG-9.0-d"


def test_ST_05_two_on_one_and_no_third() -> None:
    battle, foe, _, front, flank, third = laid((1, "line_inf", 36, 24), (1, "line_inf", 42, 24),
                                               (0, "line_inf", 36, 16), (0, "line_inf", 30, 24, EASTWARD),
                                               (0, "line_inf", 36, 32, SOUTHWARD))
    assert (attack(battle, front, foe), attack(battle, flank, foe)) == ("", "")
    assert list(battle.fight_attackers[0]) == [front, flank]
    assert (battle.fx[foe], battle.fy[foe]) == WESTWARD
    assert attack(battle, third, foe) == "LGG-9.0-b"


def test_LGG_9_0_b_one_attacker_a_side() -> None:
    battle, unit, foe = head_on()
    other = stand(battle, 0, "line_inf", 36, 11.5)
    attack(battle, unit, foe)
    path(battle, Command.ATTACK, other, (36, 19, *NORTHWARD), target=foe, side=Face.FRONT)
    assert rule_of(verify(battle)) == "LGG-9.0-b"


def test_LGG_9_0_b_the_side_of_a_battery_that_turned_is_taken_however_far_aside() -> None:
    battle, gun, first, second = laid((0, "heavy_art", 36, 24, NORTHWARD), (1, "line_inf", 43, 26, WESTWARD),
                                      (1, "line_inf", 43, 23, WESTWARD))
    second_turn(battle)
    path(battle, Command.ATTACK, first, (38.25, 26, *WESTWARD), target=gun, side=Face.RIGHT)
    assert verify(battle) == 0
    carry_out(battle)
    assert (battle.x[first], battle.y[first], battle.fx[gun]) == (39.0, 26.0, 1.0)
    path(battle, Command.ATTACK, second, (39, 23, *WESTWARD), target=gun, side=Face.FRONT)
    assert rule_of(verify(battle)) == "LGG-9.0-b"


@pytest.mark.parametrize("kind", ["heavy_art", "engineer", "pontoon"])
def test_LGG_8_4_e_R_08_only_infantry_and_cavalry_attack(kind: str) -> None:
    battle, unit, foe = head_on(attacker=kind)
    path(battle, Command.ATTACK, unit, (36, 19, *NORTHWARD), target=foe, side=Face.FRONT)
    assert rule_of(verify(battle)) == "LGG-8.4-e"


def test_LGG_8_4_e_only_with_the_front_edge() -> None:
    battle, unit, foe = head_on()
    path(battle, Command.ATTACK, unit, (36, 19, *SOUTHWARD), target=foe, side=Face.FRONT)
    assert rule_of(verify(battle)) == "LGG-8.4-e"


def test_LGG_8_5_j_not_past_an_enemy_who_is_nearer_and_ahead() -> None:
    battle, unit, _ = laid((0, "line_inf", 36, 15), (1, "line_inf", 34.4, 20))
    assert attack(battle, unit, stand(battle, 1, "line_inf", 37.5, 22)) != ""


def test_LGG_8_5_j_within_an_inch_the_attacker_may_choose() -> None:
    battle, unit, _ = laid((0, "line_inf", 36, 15), (1, "line_inf", 33.5, 21))
    assert attack(battle, unit, stand(battle, 1, "line_inf", 38, 21.9)) == ""


def test_LGG_8_5_i_R_23_an_enemy_already_touched_is_attacked_by_a_move_of_nothing() -> None:
    battle, unit, foe = head_on(0.0)
    assert attack(battle, unit, foe) == ""
    assert (battle.x[unit], battle.y[unit], battle.actions) == (36.0, 15.0, 29)


def test_LGG_7_0_i_R_17_all_attackers_pay_to_force() -> None:
    battle, foe, one, two = laid((1, "line_inf", 36, 24), (0, "line_inf", 36, 16), (0, "line_inf", 30, 24, EASTWARD))
    attack(battle, one, foe)
    attack(battle, two, foe)
    battle.cmd, battle.cmd_target, battle.actions = Command.FORCE, 0, 1
    assert rule_of(verify(battle)) == "LGG-6.1-c"
    battle.actions = 2
    fix(battle, COMBAT_STREAM, 10, 1)
    assert verify(battle) == 0
    carry_out(battle)
    assert (battle.actions, battle.fight_open[0], battle.closed[one], battle.closed[two]) == (0, 0, 1, 1)


def test_R_18_the_defenders_side_cannot_force() -> None:
    battle, unit, foe = head_on()
    attack(battle, unit, foe)
    second_turn(battle)
    battle.cmd, battle.cmd_target = Command.FORCE, 0
    assert rule_of(verify(battle)) == "LGG-7.0-i"


def test_LGG_9_0_g_i_j_a_unit_withdraws_and_may_not_attack_any_more() -> None:
    battle, unit, foe = head_on()
    attack(battle, unit, foe)
    second_turn(battle)
    assert plan_withdraw(battle, foe) == 0
    carry_out(battle)
    assert battle.y[foe] == 30.0
    assert (battle.combat[unit], battle.combat[foe], battle.closed[unit], battle.withdrew[foe]) == (-1, -1, 1, 1)
    assert names(battle)[-2:] == ["activate", "withdraw"]
    battle.done[foe, 0] = 0
    assert attack(battle, foe, unit) == "LGG-9.0-j"


def test_LGG_9_0_i_at_least_three_inches() -> None:
    battle, unit, foe = head_on()
    attack(battle, unit, foe)
    second_turn(battle)
    path(battle, Command.WITHDRAW, foe, (36, 24.9, *SOUTHWARD))
    assert rule_of(verify(battle)) == "LGG-9.0-i"
    path(battle, Command.WITHDRAW, foe, (36, 25, *SOUTHWARD))
    assert verify(battle) == 0


@pytest.mark.parametrize(("friends", "rule"), [((), "LGG-9.0-i"), ((33.0, 36.0, 38.6), "")])
def test_LGG_9_0_i_as_directly_away_as_possible(friends: tuple[float, ...], rule: str) -> None:
    """Straight back is open, so not half a right angle aside; where friends stand in all places that lead more directly
    away, it is."""
    battle, unit, foe = head_on()
    attack(battle, unit, foe)
    for x in friends:
        for y in (26.5, 29.5):
            stand(battle, 1, "line_inf", x, y)
    second_turn(battle)
    path(battle, Command.WITHDRAW, foe, (36 + 5.6569, 22 + 5.6569, *SOUTHWARD))
    assert rule_of(verify(battle)) == rule


def test_ENG_14_a_round_has_room_for_so_many_combats_and_refuses_more() -> None:
    """Shipped command dice never come near it; a profile's may."""
    battle, unit, foe = head_on()
    battle.combats = MAX_COMBATS - 1
    assert attack(battle, unit, foe) == "ENG-14"
    battle.combats -= 1
    assert attack(battle, unit, foe) == ""


def test_LGG_9_0_i_never_closer_to_another_enemy() -> None:
    battle, unit, foe = head_on()
    attack(battle, unit, foe)
    stand(battle, 0, "line_inf", 36, 45, SOUTHWARD)
    second_turn(battle)
    path(battle, Command.WITHDRAW, foe, (36, 25, *SOUTHWARD))
    assert rule_of(verify(battle)) == "LGG-9.0-i"


def test_LGG_9_0_g_who_is_not_attacked_cannot_withdraw() -> None:
    battle, _, foe = head_on()
    second_turn(battle)
    path(battle, Command.WITHDRAW, foe, (36, 28, *SOUTHWARD))
    assert rule_of(verify(battle)) == "LGG-9.0-g"


def test_ST_07_LGG_9_0_h_squares_may_not_withdraw() -> None:
    battle, unit, foe = head_on(attacker="heavy_cav")
    attack(battle, unit, foe)
    assert in_squares(battle, foe)
    assert events(battle)[-1] == ("squares", {"unit": 200, "on": 1})
    second_turn(battle)
    path(battle, Command.WITHDRAW, foe, (36, 28, *SOUTHWARD))
    assert rule_of(verify(battle)) == "LGG-9.0-h"


def test_ST_07_LGG_10_0_e_beaten_squares_stay_and_the_victors_go_back() -> None:
    battle, unit, foe = head_on(attacker="heavy_cav")
    attack(battle, unit, foe)
    fix(battle, COMBAT_STREAM, 7, 3)
    resolve(battle, 0, 0)
    assert (battle.sp[foe], battle.y[foe]) == (3, 22.0)
    assert (battle.sp[unit], battle.y[unit]) == (3, 16.0)


def test_ST_07_LGG_10_2_f_victors_hemmed_in_stay_unlocked_and_do_not_rout() -> None:
    battle, unit, foe = head_on(attacker="heavy_cav")
    attack(battle, unit, foe)
    for x in (31.5, 34.5, 37.5, 40.5):
        stand(battle, 1, "line_inf", x, 16, NORTHWARD)
    fix(battle, COMBAT_STREAM, 9, 2)
    resolve(battle, 0, 0)
    assert (battle.status[unit], battle.combat[unit], battle.y[unit]) == (Status.BOARD, -1, 19.0)


def test_ST_08_LGG_9_0_k_repointing() -> None:
    battle, horse, foot, lancers = laid((0, "heavy_cav", 36, 15), (1, "line_inf", 36, 22),
                                        (1, "light_cav", 44, 19, WESTWARD))
    attack(battle, horse, foot)
    second_turn(battle)
    assert attack(battle, lancers, horse) == ""
    assert (battle.fight_open[0], battle.fight_open[1]) == (0, 1)
    assert (battle.fight_defender[1], battle.fight_attackers[1, 0]) == (horse, lancers)
    assert (battle.fx[horse], battle.fy[horse]) == EASTWARD
    assert battle.combat[foot] == -1
    assert not in_squares(battle, foot)
    assert names(battle)[-5:] == ["move", "squares", "repoint", "contact", "turned"]


def test_LGG_9_0_m_the_freed_unit_attacks_by_a_move_of_nothing() -> None:
    battle, horse, foot, lancers = laid((0, "heavy_cav", 36, 15), (1, "line_inf", 36, 22),
                                        (1, "light_cav", 44, 19, WESTWARD))
    attack(battle, horse, foot)
    second_turn(battle)
    attack(battle, lancers, horse)
    assert (attack(battle, foot, horse, Face.LEFT), list(battle.fight_attackers[1])) == ("", [lancers, foot])


def test_ST_09_LGG_9_0_l_repointing_one_of_two_leaves_the_other_alone() -> None:
    battle, foe, front, horse, rescuer = laid((1, "line_inf", 36, 24), (0, "line_inf", 36, 16),
                                              (0, "heavy_cav", 28, 24, EASTWARD), (1, "light_cav", 33, 34, SOUTHWARD))
    attack(battle, front, foe)
    attack(battle, horse, foe)
    assert in_squares(battle, foe)
    second_turn(battle)
    assert (attack(battle, rescuer, horse), list(battle.fight_attackers[0])) == ("", [front, -1])
    assert battle.fight_open[0] == 1
    assert not in_squares(battle, foe)
    assert battle.combat[foe] == 0


def test_LGG_9_0_n_a_defender_may_not_attack() -> None:
    battle, unit, foe = head_on()
    attack(battle, unit, foe)
    other = stand(battle, 0, "line_inf", 42, 24)
    second_turn(battle)
    assert attack(battle, foe, other) == "LGG-7.0-l"


def beaten_defender() -> tuple[Battle, int, int]:
    battle, unit, foe = head_on()
    attack(battle, unit, foe)
    fix(battle, COMBAT_STREAM, 6, 5)
    return battle, unit, foe


def test_LGG_10_0_d_10_2_d_a_beaten_defender_goes_straight_back() -> None:
    battle, _, foe = beaten_defender()
    resolve(battle, 0, 0)
    assert (battle.x[foe], battle.y[foe], battle.sp[foe]) == (36.0, 25.0, 3)
    assert (battle.fx[foe], battle.fy[foe]) == SOUTHWARD
    assert names(battle)[-3:] == ["combat", "hit", "fallback"]


def test_ST_11_LGG_10_2_b_through_two_lines_of_friends() -> None:
    battle, _, foe = beaten_defender()
    stand(battle, 1, "line_inf", 36, 25.2)
    stand(battle, 1, "line_inf", 36, 28.6)
    resolve(battle, 0, 0)
    assert (battle.x[foe], battle.y[foe]) == (36.0, 32.0)


def test_LGG_10_2_d_the_fan_is_tried_in_its_order() -> None:
    battle, _, foe = beaten_defender()
    stand(battle, 0, "line_inf", 36, 27.8, SOUTHWARD)
    resolve(battle, 0, 0)
    assert (battle.x[foe], battle.y[foe]) == (37.5, 24.5981)
