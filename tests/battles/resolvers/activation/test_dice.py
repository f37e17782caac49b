"""Activation: dice, turnovers, blunders, groups (ADN-01 to ADN-09, ADN-23) and their expected values."""

from fractions import Fraction
from typing import Any

import pytest

from battles.resolvers.activation.codes import GENERAL, NUMBERS, Blunder, Event, Own
from battles.resolvers.activation.command import activate_group, groups_of, may_join, ride
from battles.resolvers.activation.dice import activate, chances_of, dice_for, white_of
from battles.resolvers.activation.doctrine import act, act_in_melee, blunder
from battles.resolvers.activation.odds import activation_chances
from battles.resolvers.activation.resolver import DOOR
from battles.resolvers.activation.troops import disorder, distance, is_in_melee, quality_of
from battles.resolvers.activation.turn import calm, choose_first, play_day, side_turn
from battles.resolvers.common.codes import BATTLE_STREAM, Skill
from battles.resolvers.common.record import Battle
from battles.resolvers.core.dice import face_of
from tests.battles.resolvers.common.grid_battles import file_of
from tests.battles.resolvers.common.grid_stage import board, events, leader, throws, unit

COLOURED_FIRST: dict[str, Any] = {"options": {"coloured_first": {"value": True}}}


def alone(kind: str = "line_inf", left: int = 4, **profile: Any) -> Battle:
    """One unit and an enemy far off."""
    battle = board(NUMBERS, 16, 16, **profile)
    unit(battle, 0, kind, 8, 4, 0, left)
    battle.cap[0] = 4
    unit(battle, 200, "line_inf", 8, 14, 4, 4)
    return battle


def test_ADN_01_half_the_attacker_deploys_then_the_defender_then_the_rest() -> None:
    journal = DOOR.fight(file_of("activation", "5 Line inf, 1 Field art"), "s").journal
    assert "".join(e["side"][0] for e in journal if e["ev"] == "deploy" and "unit" in e) == "BBBRRRRRRBBB"
    rows = [e["pose"][1] for e in journal if e["ev"] == "deploy" and "unit" in e]
    assert all(row < 3 or row > 13 for row in rows)


@pytest.mark.parametrize(("mine", "theirs", "skill", "first"), [(4, 3, 1, 0), (3, 4, 1, 1), (4, 4, 1, 0), (4, 4, 3, 1)])
def test_ADN_01_both_throw_for_the_first_turn_and_skill_decides_a_tie(
    mine: int, theirs: int, skill: int, first: int
) -> None:
    battle = alone()
    battle.skill[1] = skill
    throws(battle, mine, theirs)
    choose_first(battle)
    assert int(battle.first) == first
    assert len(events(battle, Event.FIRST)) == 1


def test_ADN_02_a_diagonal_step_is_one_S() -> None:
    battle = alone()
    unit(battle, 1, "line_inf", 11, 6, 0, 4)
    assert distance(battle, 0, 1) == 3


def test_ADN_03_a_turn_ends_with_a_turnover_or_when_all_have_been_activated() -> None:
    file = file_of("activation", "6 Line inf, 2 Light cav, 1 Field art", options={"max_days": 1})
    turns: list[list[dict[str, Any]]] = []
    for event in DOOR.fight(file, "turns").journal:
        if event["ev"] == "turn_start":
            turns.append([])
        elif turns and event["ev"] in ("activation", "group"):
            turns[-1].append(event)
    assert any(turn and turn[-1]["turnover"] for turn in turns)
    for turn in turns:
        units = [e["unit"] for e in turn if "unit" in e] + [u for e in turn if "units" in e for u in e["units"]]
        assert len(units) == len(set(units))
        assert not any(event["turnover"] for event in turn[:-1])


def test_ADN_04_successes_reach_quality_and_two_failures_are_a_turnover() -> None:
    for faces, told in (((4, 3), (1, 0, 0)), ((3, 3, 6), (1, 1, 0)), ((1,), (0, 0, 0)), ((4, 5, 6), (3, 0, 0))):
        battle = alone()
        throws(battle, *faces)
        assert activate(battle, 0, len(faces), quality_of(battle, 0), True) == told


def test_ADN_04_ADN_E1_to_ADN_E5_the_chances_of_dice() -> None:
    two, three = ([activation_chances(n, q) for q in range(2, 7)] for n in (2, 3))
    assert [c["turnover"] for c in two] == [Fraction(n, 36) for n in (1, 4, 9, 16, 25)]
    assert [c["turnover"] for c in three] == [
        Fraction(2, 27), Fraction(7, 27), Fraction(1, 2), Fraction(20, 27), Fraction(25, 27)]  # fmt: skip
    assert all(activation_chances(1, q)["turnover"] == 0 for q in range(2, 7))
    means = [sum(n * c[f"actions_{n}"] for n in (1, 2, 3)) for c in three[:4]]
    assert means == [Fraction(5, 2), 2, Fraction(3, 2), 1]
    assert [c["actions_2"] + c["actions_3"] for c in three[:4]] == [
        Fraction(25, 27), Fraction(20, 27), Fraction(1, 2), Fraction(7, 27)]  # fmt: skip
    assert [c["actions_2"] for c in two[:4]] == [Fraction(25, 36), Fraction(4, 9), Fraction(1, 4), Fraction(1, 9)]


def test_ADN_04_the_doctrine_counts_with_the_same_chances() -> None:
    for dice in (1, 2, 3):
        for quality in range(2, 7):
            told = activation_chances(dice, quality)
            chances = [told.get(f"actions_{n}", 0) for n in (1, 2, 3)] + [told["turnover"]]
            assert [Fraction(part, 216) for part in chances_of(dice, quality)] == chances


def test_ADN_04_ADN_E16_ADN_E17_how_many_of_ten_units_act() -> None:
    for dice, units, actions in (
        (1, Fraction(10), Fraction(5)),
        (2, Fraction(989527, 262144), Fraction(989527, 262144)),
        (3, Fraction(1023, 512), Fraction(3069, 1024)),
    ):
        told = activation_chances(dice, 4)
        on = 1 - told["turnover"]
        acted = sum((on**n for n in range(10)), Fraction(0))
        each = sum((n * told[f"actions_{n}"] for n in range(1, dice + 1)), Fraction(0))
        assert (acted, acted * each) == (units, actions)


def test_ADN_05_melees_are_fought_after_a_turnover_too() -> None:
    battle = alone()
    unit(battle, 1, "line_inf", 4, 4, 0, 4)
    unit(battle, 201, "line_inf", 4, 5, 4, 4)
    battle.x[1], battle.y[1], battle.own[1, Own.LOCKED], battle.own[201, Own.GUESTS] = 4, 5, 202, 1
    side_turn(battle, 1)
    assert [row[1] for row in events(battle, Event.COMBAT)] == [1]
    assert len(events(battle, Event.TURN_END)) == 1


def test_ADN_06_each_disorder_colours_a_die() -> None:
    assert [disorder(alone(left=left), 0) for left in (4, 3, 2, 1)] == [0, 1, 2, 3]


def test_ADN_07_white_dice_come_first_unless_the_switch_is_on() -> None:
    for left, white, other in ((4, [1, 2, 3], [1, 2, 3]), (3, [1, 2, 2], [0, 1, 2]), (1, [0, 0, 0], [0, 0, 0])):
        assert [white_of(alone(left=left), 0, n) for n in (1, 2, 3)] == white
        assert [white_of(alone(left=left, **COLOURED_FIRST), 0, n) for n in (1, 2, 3)] == other


def test_ADN_08_ADN_W4_a_one_on_a_coloured_die_is_a_blunder_and_a_failure() -> None:
    battle = alone(left=2)
    throws(battle, 5, 1, 6, 3)
    assert activate(battle, 0, 3, 4, True) == (2, 0, Blunder.FORWARD)
    battle = alone(left=4)
    throws(battle, 1, 1, 1)
    assert activate(battle, 0, 3, 4, True) == (0, 1, 0)
    assert events(battle, Event.BLUNDER) == []


@pytest.mark.parametrize(
    ("faces", "told"),
    [((6, 1, 1, 3), (0, 0, 1)), ((6, 1, 1, 4), (1, 0, 1)), ((1, 1, 2), (0, 0, 2)), ((1, 6, 6), (1, 0, 6))],
)
def test_ADN_09_garbled_orders_and_hesitation(faces: tuple[int, ...], told: tuple[int, int, int]) -> None:
    battle = alone(left=1)
    throws(battle, *faces)
    assert activate(battle, 0, 2, 4, True) == told


def test_ADN_09_forward_and_fall_back() -> None:
    battle = alone()
    assert blunder(battle, 0, Blunder.FORWARD, 2) == 2
    assert (int(battle.x[0]), int(battle.y[0]), int(battle.own[0, Own.MOVED])) == (8, 6, 9)
    assert blunder(battle, 0, Blunder.FALL_BACK, 1) == 1
    assert (int(battle.y[0]), int(battle.heading[0])) == (4, 0)


def test_ADN_09_of_the_blunders_in_a_melee_fall_back_alone_does_something() -> None:
    """A crippled unit throws 1 on a coloured die and fails with the others; a recoil needs two successes."""
    for face, left in ((3, True), (4, False), (5, True), (6, True)):
        battle = alone(left=1)
        unit(battle, 200, "line_inf", 8, 4, 4, 4)
        battle.own[200, Own.LOCKED], battle.own[0, Own.GUESTS] = 1, 1
        battle.key = next(k for k in range(90_000) if blunders(battle, k, face))
        act_in_melee(battle, 0, 0)
        assert is_in_melee(battle, 0) is left
        assert (int(battle.x[0]), int(battle.heading[0])) == (8, 0)
        assert int(battle.y[0]) == (4 if left else 2)


def blunders(battle: Battle, key: int, face: int) -> bool:
    """Do the dice of a key show a 1, then failures, then this blunder?"""
    first, dice = int(battle.dice[BATTLE_STREAM]), dice_for(battle, 4, 0, 30, 30, 0)
    thrown = [face_of(key, BATTLE_STREAM, first + n, 6) for n in range(dice + 1)]
    return thrown[0] == 1 and max(thrown[:dice]) < 4 and thrown[dice] == face


def test_ADN_09_a_charge_at_the_nearest_within_one_M() -> None:
    battle = alone()
    assert blunder(battle, 0, Blunder.CHARGE, 1) == 1
    unit(battle, 201, "line_inf", 8, 6, 4, 4)
    assert (blunder(battle, 0, Blunder.CHARGE, 1), len(events(battle, Event.COMBAT))) == (0, 1)


def test_ADN_09_fire_at_the_nearest_friend_or_enemy() -> None:
    battle = alone()
    unit(battle, 1, "line_inf", 8, 5, 0, 4)
    assert blunder(battle, 0, Blunder.FIRE, 1) == 0
    assert [row[:2] for row in events(battle, Event.FIRE)] == [[0, 1]]


def group(skill: int = 1) -> Battle:
    """A General behind four units side by side."""
    battle = board(NUMBERS, 16, 16)
    for n in range(5):
        unit(battle, n, "line_inf", 5 + n, 2, 0, 4)
    unit(battle, 200, "line_inf", 8, 14, 4, 4)
    battle.side_own[0, GENERAL] = leader(battle, 0, 7, 1)
    battle.skill[0] = skill
    for y in range(16):
        for x in range(16):
            battle.ways[y * 16 + x] = 15 - y
    return battle


@pytest.mark.parametrize(("skill", "members", "quality", "groups"), [(0, 2, 4, 1), (1, 4, 4, 1), (3, 4, 3, 2)])
def test_ADN_23_a_general_activates_a_group(skill: int, members: int, quality: int, groups: int) -> None:
    battle = group(skill)
    assert groups_of(battle, 0) == groups
    assert activate_group(battle, 0, 5) in (0, 1)
    assert [row[3] for row in events(battle, Event.GROUP)] == [quality]
    assert sum(int(battle.own[n, Own.DONE]) for n in range(5)) == members
    assert events(battle, Event.ACTIVATION) == []


def test_ADN_23_ADN_41_ADN_43_who_is_out_of_reach_of_the_general() -> None:
    for n, change in ((0, "officer"), (1, "petrified"), (2, "far")):
        battle = group(Skill.GREAT)
        battle.posture[0] = 0
        assert may_join(battle, n, 0)
        if change == "officer":
            battle.own[n, Own.NO_OFFICER] = 1
        if change == "petrified":
            battle.own[n, Own.PETRIFIED] = 2
        if change == "far":
            battle.lead_x[0], battle.lead_y[0] = 15, 1
        assert not may_join(battle, n, 0)


def test_ADN_23_he_rides_three_squares_towards_his_army() -> None:
    battle = group()
    battle.lead_x[0] = 15
    ride(battle, 0)
    assert (int(battle.lead_x[0]), int(battle.lead_y[0])) == (12, 1)


def test_ADN_43_who_is_petrified_is_not_activated_in_his_next_turn() -> None:
    battle = alone()
    battle.own[0, Own.PETRIFIED] = 1
    calm(battle, 1)
    assert (int(battle.own[0, Own.PETRIFIED]), act(battle, 0, 0)) == (2, 0)
    assert events(battle, Event.ACTIVATION) == []
    calm(battle, 0)
    assert int(battle.own[0, Own.PETRIFIED]) == 0


def test_ADN_04_the_risk_grows_with_those_still_to_come() -> None:
    battle = alone()
    assert (dice_for(battle, 3, 20, 60, 80, 0), dice_for(battle, 4, 20, 24, 30, 9)) == (3, 1)
    assert dice_for(battle, 4, 0, 0, 0, 9) == 0


def test_a_day_ends_at_its_limit() -> None:
    battle = alone()
    battle.plan[0] = battle.plan[1] = 2
    battle.posture[0] = battle.posture[1] = 1
    battle.limit = 2
    play_day(battle)
    assert int(battle.turn) == 2
