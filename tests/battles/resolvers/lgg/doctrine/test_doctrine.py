"""The general: what he thinks things are worth, and what he does with it (AI-1 to AI-25)."""

import pytest

from battles.resolvers.lgg.doctrine.acts.general import choose
from battles.resolvers.lgg.doctrine.sees import posture as postures
from battles.resolvers.lgg.fighting.value import hit_value, point_value, rout_value
from battles.resolvers.lgg.machine.orders import carry_out, verify
from battles.resolvers.lgg.record.codes import COMMAND_KEYS, Pending, Phase, Status
from battles.resolvers.lgg.record.doctrine_numbers import NAMES, WITHDRAW_ABOVE, doctrine_numbers
from battles.resolvers.lgg.record.setup import add_unit, set_status
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import NORTHWARD, laid, second_turn, stage, stand


def decided(battle: Battle) -> str:
    """What the general does now; it must be legal."""
    choose(battle)
    assert verify(battle) == 0
    return COMMAND_KEYS[int(battle.cmd)]


def until_end(battle: Battle) -> list[str]:
    """The whole turn of the side on turn."""
    done, turn = [], battle.on_turn
    while battle.on_turn == turn and battle.pending == Pending.NONE:
        done.append(decided(battle))
        carry_out(battle)
    return done


def test_AI_1_value_of_a_point_and_of_a_rout() -> None:
    battle, line = laid((0, "line_inf", 20, 12))
    guard = stand(battle, 0, "elite_inf", 30, 12, guard=True)
    gun = stand(battle, 0, "heavy_art", 40, 12)
    assert (point_value(battle, line), point_value(battle, guard)) == (7.5, 12.5)
    assert (rout_value(battle, line), rout_value(battle, gun)) == pytest.approx((19.5, 22.5))
    battle.sp[line] = 1
    assert hit_value(battle, line, 1) == pytest.approx(0.65 * 7.5)


def test_AI_4_only_the_best_twenty_units_count_in_full() -> None:
    battle = stage()
    for n in range(24):
        stand(battle, 0, "line_inf", 3.5 + 3 * (n % 22), 8 + 4 * (n // 22))
    assert postures.strength_of(battle, 0) == 22 * 30


@pytest.mark.parametrize(
    ("own", "role", "posture"),
    [(6, 0, postures.ATTACK_POSTURE), (5, 0, postures.LIMITED_POSTURE),
     (5, 1, postures.HOLD_POSTURE), (4, 0, postures.HOLD_POSTURE),
     (2, 0, postures.DELAY_POSTURE)],
)
def test_AI_5_posture_by_ratio_and_role(own: int, role: int, posture: int) -> None:
    battle = stage()
    battle.role[:], battle.rounds = [role, 1 - role], 1
    for n in range(own):
        stand(battle, 0, "line_inf", 10 + 4 * n, 12)
    for n in range(5):
        stand(battle, 1, "line_inf", 10 + 4 * n, 36)
    postures.review_posture(battle, 0)
    assert battle.posture[0] == posture


def test_AI_7_a_posture_is_kept_until_two_looks_agree() -> None:
    battle = stage()
    units = [stand(battle, 0, "line_inf", 10 + 4 * n, 12) for n in range(6)]
    for n in range(5):
        stand(battle, 1, "line_inf", 10 + 4 * n, 36)
    seen = []
    for battle.rounds in range(1, 4):
        postures.review_posture(battle, 0)
        seen.append(int(battle.posture[0]))
        battle.sp[units[0]] = 3
        battle.sp[units[1]] = 3
    assert seen == [0, 0, 1]


def test_a_battle_plan_fixes_the_posture() -> None:
    battle = stage()
    battle.rounds, battle.plan_posture[0] = 1, postures.DELAY_POSTURE
    postures.review_posture(battle, 0)
    assert battle.posture[0] == postures.DELAY_POSTURE


def test_AI_13_a_battery_in_range_fires() -> None:
    battle, _, _ = laid((0, "heavy_art", 36, 15), (1, "line_inf", 36, 24))
    assert decided(battle) == "fire"


def test_AI_2_guns_without_cover_are_ridden_down() -> None:
    battle = stage()
    battle.role[:], battle.rounds = [0, 1], 1
    stand(battle, 0, "heavy_cav", 36, 12)
    stand(battle, 1, "heavy_art", 36, 24)
    assert decided(battle) == "attack"


def test_AI_2_fresh_squares_are_not_charged() -> None:
    battle, _, _ = laid((0, "heavy_cav", 36, 12), (1, "line_inf", 36, 24))
    assert "attack" not in until_end(battle)


def test_AI_12_two_units_fall_upon_a_single_one() -> None:
    battle, _, _, _ = laid((0, "line_inf", 36, 15), (0, "line_inf", 46, 22, (-1.0, 0.0)), (1, "line_inf", 36, 24))
    assert until_end(battle).count("attack") == 2


def test_AI_12_the_second_of_two_comes_round_from_the_front_with_an_oblique_last_step() -> None:
    battle, one, two, target = laid((0, "line_inf", 36, 23), (0, "line_inf", 40, 23), (1, "line_inf", 36, 34))
    battle.sp[target] = 3
    done = [kind for kind in until_end(battle) if kind != "move_commander"]
    fight = battle.combat[target]
    assert (done[:2], set(battle.fight_attackers[fight])) == (["attack", "attack"], {one, two})


def test_AI_15_a_unit_in_a_combat_that_promises_much_withdraws_when_it_moves_second() -> None:
    battle = stage()
    battle.general[WITHDRAW_ABOVE] = 4.5
    stand(battle, 0, "line_inf", 36, 15)
    stand(battle, 0, "line_inf", 46, 22, (-1.0, 0.0))
    stand(battle, 1, "line_inf", 36, 24)
    while decided(battle) == "attack":
        carry_out(battle)
    second_turn(battle)
    assert decided(battle) == "withdraw"


def test_AI_16_a_worn_unit_goes_back_and_rests() -> None:
    battle = stage()
    for x in (4, 8, 12, 60, 64, 68):
        stand(battle, 0, "line_inf", x, 6)
    battle.role[:], battle.rounds = [1, 0], 1
    unit = stand(battle, 0, "line_inf", 36, 20)
    battle.sp[unit] = 1
    for across in (32.8, 36, 39.2):
        stand(battle, 1, "elite_inf", across, 30)
    before = float(battle.y[unit])
    assert "move" in until_end(battle)
    assert battle.y[unit] < before
    assert (battle.fx[unit], battle.fy[unit]) == pytest.approx(NORTHWARD, abs=0.5)


def test_AI_12_with_nothing_worth_an_action_the_turn_ends() -> None:
    battle = stage()
    battle.role[:], battle.rounds = [1, 0], 1
    stand(battle, 0, "line_inf", 36, 8)
    stand(battle, 1, "line_inf", 36, 40)
    assert decided(battle) == "end_turn"


def test_AI_25_a_side_that_is_beaten_breaks_off_but_not_at_nightfall() -> None:
    for count, answer in ((20, 1), (95, 0)):
        battle = stage()
        battle.sp[stand(battle, 0, "line_inf", 36, 12)] = 1
        for n in range(4):
            stand(battle, 1, "line_inf", 20 + 4 * n, 36)
        battle.count, battle.pending, battle.asked = count, Pending.BREAK_OFF, 0
        battle.stakes[0] = [0.07, 0.0, 0.0, 8.0]
        assert (decided(battle), battle.cmd_arg) == ("break_off", answer)


@pytest.mark.parametrize(("own", "capital", "stays"), [(1, 0, 0), (5, 0, 1), (1, 1, 1)])
def test_AI_22_the_weaker_side_leaves_unless_it_defends_a_capital(own: int, capital: int, stays: int) -> None:
    battle = stage()
    for n in range(own):
        stand(battle, 0, "line_inf", 20 + 4 * n, 12)
    for n in range(4):
        stand(battle, 1, "line_inf", 20 + 4 * n, 36)
    battle.capital[0], battle.pending, battle.asked = capital, Pending.STAY, 0
    assert (decided(battle), battle.cmd_arg) == ("stay_leave", stays)


def test_AI_23_no_unit_is_broken_in_a_pursuit_if_another_can_take_the_hit() -> None:
    battle = stage()
    weak, strong = stand(battle, 1, "line_inf", 20, 36, strength=1), stand(battle, 1, "line_inf", 30, 36)
    battle.stays[:], battle.pending, battle.asked = [1, 0], Pending.PURSUIT, 1
    battle.pursuit_hits[:] = [2, 0, 0]
    assert decided(battle) == "allot_pursuit"
    assert [tuple(row) for row in battle.cmd_item[: battle.cmd_items]] == [(strong, 2)]
    assert weak != strong


def test_AI_23_worn_units_of_one_kind_are_amalgamated() -> None:
    battle = stage()
    for n, (kind, sp) in enumerate((("line_inf", 2), ("line_inf", 1), ("elite_inf", 2), ("militia_inf", 2),
                                    ("line_inf", 4))):
        stand(battle, 0, kind, 8 + 4 * n, 12, strength=sp)
    battle.pending, battle.asked, battle.phase = Pending.AMALGAMATE, 0, Phase.AMALGAMATE
    assert decided(battle) == "amalgamate"
    assert [tuple(row) for row in battle.cmd_item[: battle.cmd_items]] == [(0, 0), (1, 0)]


def test_AI_13_a_broken_unit_is_rallied_when_nothing_better_is_to_be_done() -> None:
    battle = stage()
    battle.role[:], battle.rounds = [1, 0], 1
    unit = stand(battle, 0, "line_inf", 36, 12)
    stand(battle, 0, "line_inf", 30, 12)
    stand(battle, 1, "line_inf", 36, 40)
    set_status(battle, unit, Status.RALLYABLE)
    battle.sp[unit] = 0
    assert decided(battle) == "rally"


def test_the_generals_numbers_are_all_in_the_table() -> None:
    assert len(doctrine_numbers()) == len(NAMES) == len(set(NAMES)) <= 128


def test_AI_25_nobody_breaks_off_while_a_column_is_due() -> None:
    battle = stage()
    stand(battle, 0, "line_inf", 36, 12, strength=1)
    for n in range(4):
        stand(battle, 1, "line_inf", 20 + 4 * n, 36)
    add_unit(battle, 0, "line_inf", arrives=60)
    battle.count, battle.pending, battle.asked = 20, Pending.BREAK_OFF, 0
    choose(battle)
    assert battle.cmd_arg == 0
