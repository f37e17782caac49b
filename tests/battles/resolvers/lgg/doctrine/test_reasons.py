"""The general writes down why he chooses, as he chooses; nobody else does (AI-5, AI-8, AI-13, AI-22, AI-25, ENG-14)."""


import pytest

from battles.resolvers.lgg.doctrine.acts.staying import answer_break_off, answer_stay_or_leave
from battles.resolvers.lgg.doctrine.plans.plan import plan_turn
from battles.resolvers.lgg.doctrine.sees.posture import review_posture
from battles.resolvers.lgg.machine.engine import apply, plain_answer, play
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.record.codes import Pending, Role, Status
from battles.resolvers.lgg.record.doctrine_numbers import POSTURE_ATTACK, POSTURE_COMER
from battles.resolvers.lgg.record.reasons import CHOICE_KEYS, WHY_KEYS
from battles.resolvers.lgg.record.setup import add_unit
from battles.resolvers.lgg.record.state import Battle
from lab.general.league.generals import GENERAL
from lab.general.league.grounds import ground
from lab.general.league.matches import arranged
from tests.battles.resolvers.lgg.doctrine.test_doctrine_worth import evening
from tests.battles.resolvers.lgg.stage import stage, stand


def reasons(battle: Battle) -> list[tuple[str, str]]:
    """The choices so far with their reasons."""
    return [(CHOICE_KEYS[int(row[4])], WHY_KEYS[int(row[5])]) for row in battle.reason[: int(battle.reasons)]]


def facing(own: int, enemies: int) -> Battle:
    """Two lines of infantry of so many units."""
    battle = stage()
    battle.rounds = 1
    for side, units in ((0, own), (1, enemies)):
        for n in range(units):
            stand(battle, side, "line_inf", 12 + 4 * n, 12 if side == 0 else 36)
    return battle


@pytest.mark.parametrize(("own", "enemies", "role", "expected"), [
    (6, 4, Role.ATTACKER, ("attack", "stronger")), (4, 4, Role.ATTACKER, ("probe", "equal")),
    (4, 4, Role.DEFENDER, ("hold", "own_ground")), (4, 5, Role.ATTACKER, ("hold", "weaker")),
    (2, 6, Role.ATTACKER, ("delay", "outnumbered")),
])  # fmt: skip
def test_AI_5_the_posture_and_what_decides_it(own: int, enemies: int, role: int, expected: tuple[str, str]) -> None:
    battle = facing(own, enemies)
    battle.role[0] = role
    review_posture(battle, 0)
    assert reasons(battle) == [expected]
    assert int(battle.reason[0, 6]) == (200 * own + enemies) // (2 * enemies)
    battle.rounds = 2
    review_posture(battle, 0)
    assert len(reasons(battle)) == 1, "the same posture for the same reason is written once"


@pytest.mark.parametrize(("role", "least", "expected"), [
    (Role.ATTACKER, 1.0, ("attack", "decision")), (Role.DEFENDER, 1.0, ("attack", "even")),
])
def test_AI_29_a_side_that_attacks_a_match_for_it_is_not_called_the_stronger(
    role: int, least: float, expected: tuple[str, str]
) -> None:
    battle = facing(4, 4)
    battle.role[0] = role
    battle.general[POSTURE_ATTACK], battle.general[POSTURE_COMER] = least, least
    review_posture(battle, 0)
    assert reasons(battle) == [expected]


@pytest.mark.parametrize(("rounds", "has_come_up", "choice"), [
    (3, 0.0, "attack"), (4, 0.0, "hold"), (9, 0.0, "hold"), (9, 1.0, "attack"),
])  # fmt: skip
def test_AI_5_a_side_that_holds_the_province_waits_for_its_equal_who_stays_away(
    rounds: int, has_come_up: float, choice: str
) -> None:
    battle = facing(4, 4)
    battle.role[0], battle.rounds, battle.has_come_up[0] = Role.DEFENDER, rounds, has_come_up
    battle.general[POSTURE_ATTACK] = 1.0
    review_posture(battle, 0)
    assert reasons(battle)[0][0] == choice


def test_AI_5_a_posture_by_orders_has_no_other_reason() -> None:
    battle = facing(2, 6)
    battle.plan_posture[0] = 0
    review_posture(battle, 0)
    assert reasons(battle) == [("attack", "orders")]


@pytest.mark.parametrize(("day", "must", "why"), [(3, 0, "last_day"), (1, 1, "decision")])
def test_AI_5_who_must_win_now_says_so(day: int, must: int, why: str) -> None:
    battle = facing(4, 4)
    battle.role[0], battle.day, battle.max_days, battle.must_decide[0] = Role.ATTACKER, day, 3, must
    review_posture(battle, 0)
    assert reasons(battle) == [("attack", why)]


def test_AI_8_an_attack_goes_where_the_enemy_is_thin_and_says_so() -> None:
    battle = stage()
    battle.rounds, battle.role[0] = 1, Role.ATTACKER
    for n in range(9):
        stand(battle, 0, "line_inf", 12 + 6 * n, 12)
    for n in range(6):
        stand(battle, 1, "line_inf", 12 + 5 * n, 36)
    plan_turn(battle, 0)
    chosen = [row for row in battle.reason[: int(battle.reasons)] if CHOICE_KEYS[int(row[4])] == "sector"]
    assert [(WHY_KEYS[int(row[5])], int(row[6])) for row in chosen] == [("thin", 2)]


def answered(battle: Battle) -> tuple[str, str]:
    battle.asked = 0
    answer_stay_or_leave(battle)
    return reasons(battle)[-1]


def test_AI_22_help_that_tips_the_balance_is_the_reason_to_stay() -> None:
    battle, helped = evening(3), evening(3)
    battle.stakes[0] = helped.stakes[0] = [0.07, 0.0, -0.07, 2.0]
    assert answered(battle)[0] == "leave"
    for n in range(4):
        helped.roll_arrives[add_unit(helped, 0, "line_inf", None)] = 100 + n
    assert answered(helped) == ("stay", "relief")


@pytest.mark.parametrize(("own", "expected"), [(1, ("leave", "weaker")), (7, ("stay", "stronger"))])
def test_AI_22_otherwise_it_is_the_strength_of_both(own: int, expected: tuple[str, str]) -> None:
    assert answered(evening(own)) == expected


def test_AI_22_a_capital_and_the_last_evening() -> None:
    battle = evening(1)
    battle.capital[0] = 1
    assert answered(battle) == ("stay", "capital")
    last = evening(1, day=3)
    last.asked = 0
    answer_stay_or_leave(last)
    assert reasons(last) == [], "on the last evening there is nothing to choose"


@pytest.mark.parametrize(("count", "expected"), [(10, ("break_off", "cost")), (99, ("fight_on", "night"))])
def test_AI_25_a_lost_battle_is_broken_off_unless_night_is_near(count: int, expected: tuple[str, str]) -> None:
    battle = evening(1)
    battle.asked, battle.pending, battle.count = 0, Pending.BREAK_OFF, count
    battle.stakes[0] = [0.07, 0.0, 0.0, 8.0]
    for row in range(1, 4):
        assert add_unit(battle, 0, "line_inf", 4) == row
        battle.roll_status[row] = Status.ELIMINATED
    answer_break_off(battle)
    assert reasons(battle) == [expected]
    assert battle.cmd_arg == int(expected[0] == "break_off")


def test_ENG_14_reasons_are_few_and_no_person_gives_any() -> None:
    battle = arranged(ground(3, "reasons"), "reasons/3", (GENERAL, GENERAL))
    play(battle)
    assert 4 <= battle.reasons <= 0.05 * battle.entries
    table = arranged(ground(3, "reasons"), "reasons/3", (GENERAL, GENERAL))
    advance(table)
    for _ in range(60):
        plain_answer(table)
        assert apply(table) == 0
    assert table.reasons == 0
