"""Control, cards and generals, rule by rule (SNW-01 to SNW-18), with the values D.10 expects of them."""

from fractions import Fraction

import pytest

from battles.resolvers.common.codes import BATTLE_STREAM, SIDE_LEADERS, Skill, Status
from battles.resolvers.solo_napoleonic import command
from battles.resolvers.solo_napoleonic.chance import draw_chances, holds, play, steady_one
from battles.resolvers.solo_napoleonic.codes import MM, Chance, Event, Lead, Mark, Own, Side
from battles.resolvers.solo_napoleonic.fighting.charge import jump
from battles.resolvers.solo_napoleonic.fighting.losses import hit_general, mark
from battles.resolvers.solo_napoleonic.fighting.morale import settle_marks
from battles.resolvers.solo_napoleonic.fighting.shooting import may_fire
from battles.resolvers.solo_napoleonic.footing import in_control, within_reach
from battles.resolvers.solo_napoleonic.turn import act, act_brigade, play_turn
from tests.battles.resolvers.solo_napoleonic.table import (
    BLUE,
    BLUE_BRIGADIER,
    RED,
    RED_BRIGADIER,
    Man,
    in_hand,
    rig,
    rows,
    table,
)

LINE = "line_inf"


def facing(gap: float = 300):
    return table(Man(0, LINE, 900, 400), Man(1, LINE, 900, 400 + gap, 180))


def test_SNW_02_SNW_03_every_unit_on_the_table_has_a_card() -> None:
    battle = table(*(Man(side, LINE, 200 + 300 * i, 300 + 500 * side, 180 * side) for side in (0, 1) for i in range(4)))
    command.control_phase(battle)
    cards = [int(battle.own[unit, Own.CARD]) for unit in (*range(4), *range(200, 204))]
    assert all(10 <= card <= 80 and card % 10 == 0 for card in cards)
    assert len(rows(battle, Event.ORDERS)) == 2
    drawn = [row[4] for row in rows(battle, Event.UNIT_CARD) + rows(battle, Event.BRIGADE_CARD)]
    assert len(drawn) == len(set(drawn))


@pytest.mark.parametrize(("face", "grade", "passes"), [(4, 5, 1), (5, 5, 0), (1, 4, 1), (4, 4, 0)])
def test_SNW_04_less_than_the_grade(face: int, grade: int, passes: int) -> None:
    battle = facing()
    battle.lead_own[BLUE_BRIGADIER, Lead.GRADE] = grade
    rig(battle, (8, face))
    command.roll_control(battle, 0, BLUE_BRIGADIER)
    assert battle.lead_own[BLUE_BRIGADIER, Lead.CONTROLS] == passes


def test_SNW_04_seniors_within_300_mm_help() -> None:
    battle = facing()
    battle.lead_own[0, Lead.MODIFIER] = 2
    battle.lead_x[0], battle.lead_y[0] = battle.lead_x[1] + 3000, battle.lead_y[1]
    assert command.control_score(battle, BLUE_BRIGADIER, 5) == 3
    battle.lead_x[0] += 10
    assert command.control_score(battle, BLUE_BRIGADIER, 5) == 5


def chance_of_control(grade: int, help_: int) -> Fraction:
    battle = facing()
    battle.lead_own[0, Lead.MODIFIER] = help_
    battle.lead_x[0], battle.lead_y[0] = battle.lead_x[1], battle.lead_y[1]
    return Fraction(sum(command.control_score(battle, BLUE_BRIGADIER, face) < grade for face in range(1, 9)), 8)


def test_SNW_E1_SNW_E2_control() -> None:
    assert [chance_of_control(grade, 0) for grade in (4, 5, 6, 7)] == [
        Fraction(3, 8), Fraction(1, 2), Fraction(5, 8), Fraction(3, 4)]  # fmt: skip
    assert chance_of_control(5, 2) == Fraction(3, 4)


def test_SNW_05_one_card_for_the_brigade_or_one_for_each() -> None:
    battle = table(Man(0, LINE, 900, 400), Man(0, LINE, 1020, 400), Man(1, LINE, 900, 900, 180))
    in_hand(battle)
    assert command.issue_side(battle, 0, command.fill_deck(battle)) == 2
    assert battle.own[0, Own.CARD] == battle.own[1, Own.CARD] == battle.lead_own[BLUE_BRIGADIER, Lead.CARD]
    battle.lead_own[BLUE_BRIGADIER, Lead.CONTROLS] = battle.lead_own[BLUE_BRIGADIER, Lead.CARD] = 0
    assert command.issue_side(battle, 0, command.fill_deck(battle)) == 1
    assert battle.own[0, Own.CARD] != battle.own[1, Own.CARD]


def test_SNW_06_beyond_150_mm_a_unit_is_out_of_control() -> None:
    battle = table(Man(0, LINE, 400, 400), Man(0, LINE, 550, 400), Man(0, LINE, 700, 400))
    in_hand(battle)
    assert [within_reach(battle, unit) for unit in range(3)] == [True, True, False]
    assert [in_control(battle, unit) for unit in range(3)] == [True, True, False]
    command.issue_side(battle, 0, command.fill_deck(battle))
    assert battle.own[0, Own.CARD] == battle.own[1, Own.CARD] != battle.own[2, Own.CARD]


def test_SNW_07_the_lowest_card_acts_first_and_a_brigade_together() -> None:
    battle = table(
        Man(0, LINE, 300, 300), Man(0, LINE, 420, 300), Man(1, LINE, 900, 1000, 180), Man(1, LINE, 1300, 1000, 180)
    )
    battle.posture[0] = battle.posture[1] = 0
    play_turn(battle)
    cards = [int(battle.own[row[2], Own.CARD]) for row in rows(battle, Event.MOVE)]
    assert cards == sorted(cards)
    in_hand(battle)
    battle.lead_own[BLUE_BRIGADIER, Lead.CARD] = battle.own[0, Own.CARD] = battle.own[1, Own.CARD] = 70
    battle.own[0, Own.ACTED] = battle.own[1, Own.ACTED] = 0
    act_brigade(battle, 0, BLUE_BRIGADIER)
    assert battle.own[0, Own.ACTED] == battle.own[1, Own.ACTED] == 1


def test_SNW_08_one_action_a_turn_and_one_fire() -> None:
    battle = facing(100)
    battle.own[BLUE, Own.ACTED] = 1
    dice = int(battle.dice[BATTLE_STREAM])
    act(battle, BLUE)
    assert battle.dice[BATTLE_STREAM] == dice
    assert may_fire(battle, BLUE)
    battle.own[BLUE, Own.FIRED] = 1
    assert not may_fire(battle, BLUE)


def test_SNW_09_SNW_W3_the_target_acts_half_a_card_later() -> None:
    battle = facing()
    battle.own[BLUE, Own.CARD], battle.own[RED, Own.CARD] = 40, 150
    assert jump(battle, BLUE, RED)
    from battles.resolvers.solo_napoleonic.codes import Event

    assert rows(battle, Event.JUMPS) == [[9, 1, RED, BLUE, 45, 1, 0, 0]]


def test_SNW_10_its_own_later_card_is_void() -> None:
    battle = facing()
    jump(battle, BLUE, RED)
    dice = int(battle.dice[BATTLE_STREAM])
    act(battle, RED)
    assert battle.dice[BATTLE_STREAM] == dice
    assert not jump(battle, BLUE, RED)


def test_SNW_11_a_marker_waits_for_the_card_or_is_tested_at_once() -> None:
    battle = facing()
    mark(battle, RED, Mark.LOSS)
    settle_marks(battle)
    assert (battle.own[RED, Own.MARK], len(rows(battle, Event.MARKED))) == (Mark.LOSS, 1)
    battle.own[RED, Own.ACTED] = 1
    settle_marks(battle)
    assert battle.own[RED, Own.MARK] == 0


def test_SNW_12_a_card_a_turn_is_drawn_played_once_and_not_kept() -> None:
    battle = facing()
    rig(battle, (16, 5), (16, 1))
    draw_chances(battle)
    assert [int(battle.side_own[side, Side.CHANCE]) for side in (0, 1)] == [Chance.MORALE, 0]
    assert holds(battle, 0, Chance.MORALE)
    play(battle, 0, BLUE)
    assert not holds(battle, 0, Chance.MORALE)
    battle.side_own[0, Side.CHANCE], battle.side_own[0, Side.PLAYED] = Chance.STEADIED, 0
    battle.own[BLUE, Own.CHITS] = 5
    rig(battle, (6, 6))
    steady_one(battle, 0)
    assert battle.own[BLUE, Own.CHITS] == 2


def test_SNW_13_SNW_14_qualities_by_thirds() -> None:
    assert [command.third(face) for face in range(1, 7)] == [0, 0, 1, 1, 2, 2]
    battle = facing()
    for face, grade in ((1, 4), (3, 5), (6, 6)):
        rig(battle, (6, face), (6, 1), (6, 6))
        command.make_brigadier(battle, 0, BLUE_BRIGADIER)
        own = [int(battle.lead_own[BLUE_BRIGADIER, column]) for column in (Lead.GRADE, Lead.TH, Lead.AV)]
        assert own == [grade, 0, 2]


def test_SNW_14_the_chain_of_command() -> None:
    battle = facing()
    for skill, corps, wing in ((0, 0, 0), (1, 1, 1), (2, 2, 1), (3, 2, 1)):
        battle.lead_skill[0] = battle.lead_skill[2] = skill
        command.make_senior(battle, 0, 0)
        command.make_senior(battle, 0, 2)
        assert (battle.lead_own[0, Lead.MODIFIER], battle.lead_own[2, Lead.MODIFIER]) == (corps, wing)


def test_SNW_15_national_shifts_are_off_and_stay_within_the_die() -> None:
    def least(nation: int) -> list[int]:
        numbers = {"nations": {"sides": {"value": [nation, 0]}}}
        battle = table(Man(0, LINE, 900, 400), profile=numbers)
        battle.side_own[0, Side.NATION] = nation
        rig(battle, (6, 3), (6, 3), (6, 3))
        command.make_brigadier(battle, 0, BLUE_BRIGADIER)
        return [int(battle.lead_own[BLUE_BRIGADIER, column]) for column in (Lead.GRADE, Lead.TH, Lead.AV)]

    assert [least(nation) for nation in range(6)] == [
        [5, 1, 1], [5, 1, 1], [4, 0, 1], [4, 1, 1], [5, 0, 1], [4, 0, 0]]  # fmt: skip


def test_SNW_16_great_and_poor_commanders_make_their_brigadiers() -> None:
    for skill, row in ((Skill.GREAT, 1), (Skill.POOR, 0), (1, 0)):
        battle = facing()
        battle.skill[0] = skill
        rig(battle, (6, 2))
        assert command.rating(battle, 0) == row
    battle = facing()
    rig(battle, (6, 1), (6, 5))
    assert command.quality(battle, 0, 10, 0, 3) == 2


@pytest.mark.parametrize(("face", "falls"), [(2, True), (3, False)])
def test_SNW_17_SNW_E13_a_general_is_saved_on_3_to_6(face: int, falls: bool) -> None:
    battle = facing()
    battle.lead_with[BLUE_BRIGADIER] = BLUE
    rig(battle, (6, face))
    hit_general(battle, BLUE_BRIGADIER, BLUE)
    assert (battle.lead_state[BLUE_BRIGADIER] == Status.ELIMINATED) == falls
    assert rows(battle, Event.CASUALTY)[0][4] == int(falls)


def test_SNW_18_somebody_steps_in_next_turn() -> None:
    battle = facing()
    battle.lead_state[RED_BRIGADIER], battle.lead_own[RED_BRIGADIER, Lead.DIED] = Status.ELIMINATED, 1
    in_hand(battle, 1)
    assert not in_control(battle, RED)
    command.step_in(battle)
    assert battle.lead_state[RED_BRIGADIER] == Status.ELIMINATED
    battle.turn = 2
    command.step_in(battle)
    own = [int(battle.lead_own[RED_BRIGADIER, column]) for column in (Lead.GRADE, Lead.TH, Lead.AV)]
    assert (battle.lead_state[RED_BRIGADIER], own) == (Status.BOARD, [4, 1, 1])


def test_SNW_18_generals_ride_400_mm() -> None:
    battle = facing()
    start = int(battle.lead_y[BLUE_BRIGADIER])
    command.ride(battle, BLUE_BRIGADIER, int(battle.lead_x[BLUE_BRIGADIER]), start + 600 * MM)
    assert battle.lead_y[BLUE_BRIGADIER] == start + 400 * MM
    command.ride(battle, BLUE_BRIGADIER, int(battle.lead_x[BLUE_BRIGADIER]), start)
    assert battle.lead_y[BLUE_BRIGADIER] == start + 400 * MM


def test_wings_command_half_of_the_brigades_each() -> None:
    from battles.resolvers.solo_napoleonic.resolver import _senior

    assert [_senior(b, 3, 4) for b in range(4)] == [1, 1, 2, 2]
    assert ([_senior(b, 2, 3) for b in range(3)], _senior(0, 1, 3)) == ([1, 1, 1], 0)
    assert SIDE_LEADERS == 64
    assert Lead.SENIOR != Lead.MADE
