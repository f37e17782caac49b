"""Orders and commanders (SQB-01 to SQB-13)."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from battles.resolvers.common.codes import NOBODY, Status
from battles.resolvers.common.events import Event
from battles.resolvers.common.record import Battle
from battles.resolvers.square_brigadier import command
from battles.resolvers.square_brigadier.codes import NUMBERS, Lead, Own, Side
from battles.resolvers.square_brigadier.losses import endanger_commanders, try_escape
from battles.resolvers.square_brigadier.melee import melee_dice
from battles.resolvers.square_brigadier.resolver import DOOR, set_up
from battles.resolvers.square_brigadier.turn import player_turn, ride
from tests.battles.resolvers.common.grid_stage import board, events, leader, throws, unit
from tests.battles.resolvers.square_brigadier.files import file_of, fought, laid_out


def staff() -> Battle:
    """A General at (1, 0) and two subordinates with a unit each; the enemy far off."""
    battle = board(NUMBERS)
    for n, x in enumerate((2, 6)):
        unit(battle, n, "line_inf", x, 1, 0, 3)
        battle.own[n, Own.POST] = leader(battle, n + 1, x, 1)
        battle.lead_own[n + 1, Lead.HOLDER] = n + 1
    battle.side_own[0, Side.GENERAL] = leader(battle, 0, 1, 0)
    unit(battle, 200, "line_inf", 6, 9, 4, 3)
    return battle


def test_SQB_01_the_attacker_moves_first() -> None:
    turns = [event["side"] for event in fought("s").journal if event["ev"] == "turn_start"]
    assert turns[:4] == ["Blue", "Red", "Blue", "Red"]


def test_SQB_02_orders_come_first_and_melees_last() -> None:
    for side, seen in turns_of(fought("s").journal):
        kinds = [kind for kind in seen if kind in ("orders", "move", "fire", "rally", "combat")]
        assert kinds == sorted(kinds, key=lambda kind: (kind != "orders", kind == "combat")), side


def turns_of(journal: Sequence[dict[str, Any]]) -> list[tuple[object, list[str]]]:
    turns: list[tuple[object, list[str]]] = []
    for event in journal:
        if event["ev"] == "turn_start":
            turns.append((event["side"], []))
        elif turns and event["round"]:
            turns[-1][1].append(str(event["ev"]))
    return turns


def test_SQB_03_a_subordinate_for_five_units() -> None:
    battle = laid_out("12 Line inf, 1 Field art")
    assert (int(battle.leaders[0]), command.general_of(battle, 0)) == (4, 0)
    posts = [int(battle.own[n, Own.POST]) for n in range(13)]
    assert {post: posts.count(post) for post in set(posts)} == {1: 4, 2: 4, 3: 5}
    assert [command.holder_of(battle, post) for post in (1, 2, 3)] == [1, 2, 3]


def test_SQB_04_SQB_E8_a_die_of_orders_for_each_commander() -> None:
    battle = staff()
    throws(battle, 5, 2, 6)
    command.roll_general(battle, 0, False)
    command.roll_subordinates(battle, 0)
    assert [int(battle.lead_own[n, Lead.ORDERS]) for n in range(3)] == [5, 2, 6]
    assert command.give_order(battle, 0)
    assert int(battle.lead_own[1, Lead.ORDERS]) == 1
    battle.lead_own[1, Lead.ORDERS] = battle.lead_own[0, Lead.ORDERS] = 0
    assert not command.give_order(battle, 0)


def test_SQB_05_the_general_orders_all_a_subordinate_his_own() -> None:
    battle = staff()
    assert [command.price_by(battle, 0, n) for n in (0, 1)] == [1, 2]
    assert [command.price_by(battle, 1, n) for n in (0, 1)] == [1, command.NO_ORDER]
    battle.lead_own[1, Lead.ORDERS] = 0
    battle.lead_own[0, Lead.ORDERS] = 1
    assert (command.giver_for(battle, 0), command.giver_for(battle, 1)) == (0, NOBODY)


def test_SQB_06_far_units_cost_two_and_so_do_anothers_in_his_own_square() -> None:
    battle = staff()
    command.ride_to(battle, 1, 5, 1)
    assert command.price_by(battle, 1, 0) == 1
    command.ride_to(battle, 1, 6, 1)
    assert (command.price_by(battle, 1, 0), command.price_by(battle, 1, 1)) == (2, 2)


def test_SQB_07_SQB_E11_who_defers_throws_two_dice_never_more() -> None:
    battle = staff()
    for _ in range(3):
        command.roll_general(battle, 0, True)
    assert (int(battle.side_own[0, Side.DEFERRED]), int(battle.lead_own[0, Lead.ORDERS])) == (3, 0)
    throws(battle, 4, 3)
    command.roll_general(battle, 0, False)
    assert (int(battle.side_own[0, Side.DEFERRED]), int(battle.lead_own[0, Lead.ORDERS])) == (0, 7)
    pairs = [a + b for a, b in product(range(1, 7), repeat=2)]
    assert Fraction(sum(pairs), 36) == 7
    assert Fraction(sum(p >= 4 for p in pairs), 36) == Fraction(11, 12)
    assert Fraction(sum(p >= 6 for p in pairs), 36) == Fraction(13, 18)


def test_SQB_08_skill_adds_to_the_general_alone_and_leaves_one_order() -> None:
    for skill, total in enumerate((1, 1, 2, 3)):
        battle = staff()
        battle.skill[0] = skill
        throws(battle, 1, 1, 1)
        command.roll_general(battle, 0, False)
        command.roll_subordinates(battle, 0)
        assert [int(battle.lead_own[n, Lead.ORDERS]) for n in range(3)] == [total, 1, 1]


def test_SQB_09_a_commander_rides_three_squares_without_an_order() -> None:
    battle = staff()
    command.ride_to(battle, 1, 11, 0)
    ride(battle, 1, False)
    assert (int(battle.lead_x[1]), int(battle.lead_y[1])) == (8, 1)
    assert int(battle.lead_own[1, Lead.ORDERS]) == 0


def test_SQB_10_a_commander_alone_is_caught_below_a_tie() -> None:
    for mine, theirs, state in ((3, 4, Status.ELIMINATED), (4, 4, Status.BOARD)):
        battle = staff()
        command.ride_to(battle, 0, 6, 8)
        throws(battle, mine, theirs)
        try_escape(battle, 0)
        assert battle.lead_state[0] == state
    assert max(abs(int(battle.lead_x[0]) - 6), abs(int(battle.lead_y[0]) - 8)) <= 3
    battle = staff()
    unit(battle, 2, "line_inf", 6, 8, 0, 3)
    command.ride_to(battle, 0, 6, 8)
    try_escape(battle, 0)
    assert events(battle, Event.CASUALTY) == []


def test_SQB_11_one_die_however_many_commanders() -> None:
    battle = staff()
    unit(battle, 201, "line_inf", 2, 2, 4, 3)
    assert [melee_dice(battle, 0, 201, with_him) for with_him in (False, True)] == [2, 3]


def test_SQB_12_a_one_kills_each_commander_for_himself() -> None:
    battle = staff()
    command.ride_to(battle, 0, 2, 1)
    throws(battle, 2, 1)
    endanger_commanders(battle, 0)
    assert [int(battle.lead_state[n]) for n in (0, 1)] == [Status.BOARD, Status.ELIMINATED]
    assert [row[2] for row in events(battle, Event.CASUALTY)] == [0, 1]


def test_SQB_13_the_senior_follows_the_general_and_an_order_fills_a_post() -> None:
    battle = staff()
    battle.lead_state[0] = Status.ELIMINATED
    command.promote(battle, 0)
    assert (command.general_of(battle, 0), int(battle.skill[0]), command.holder_of(battle, 1)) == (1, 0, NOBODY)
    battle.lead_own[1, Lead.ORDERS] = 3
    command.fill_posts(battle, 0)
    assert (command.holder_of(battle, 1), int(battle.lead_own[1, Lead.ORDERS])) == (3, 2)
    assert (int(battle.lead_x[3]), int(battle.lead_y[3]), int(battle.lead_own[3, Lead.ORDERS])) == (2, 1, 0)
    assert [row[0] for row in events(battle, Event.COMMAND_CHANGE)] == [0, 1]


def morning_after(fallen: list[int], followed: dict[int, int]) -> Battle:
    """The second day of two armies with three posts each: leaders of Blue who fell, and who followed on which post."""
    file = file_of("15 Line inf")
    battle = DOOR.ready(file, "seed")
    for one in fallen:
        battle.lead_state[one] = Status.ELIMINATED
    for new in followed.values():
        battle.lead_state[new] = Status.BOARD
    battle.leaders[0] += len(followed)
    battle.day = 2
    set_up(battle, file)
    return battle


def test_SQB_13_a_brigadier_who_fell_stays_fallen_on_a_further_day() -> None:
    battle = morning_after([2], {})
    assert [command.holder_of(battle, post) for post in (1, 2, 3)] == [1, NOBODY, 3]
    battle.lead_own[0, Lead.ORDERS] = 2
    command.fill_posts(battle, 0)
    assert [command.holder_of(battle, post) for post in (1, 2, 3)] == [1, 4, 3]


@pytest.mark.parametrize(("fallen", "followed", "general", "holders"), [
    ([2], {2: 4}, 0, [1, 4, 3]), ([0, 3], {}, 1, [4, 2, NOBODY]), ([0, 1, 2, 3], {}, 4, [NOBODY] * 3),
])  # fmt: skip
def test_SQB_13_COM_16_who_leads_on_a_further_day_for_those_who_fell(fallen, followed, general, holders) -> None:
    """His follower keeps a post; a colonel takes that of a brigadier who leads the army now, or leads it himself."""
    battle = morning_after(fallen, followed)
    assert (command.general_of(battle, 0), [command.holder_of(battle, post) for post in (1, 2, 3)]) == (
        general,
        holders,
    )
    assert all(battle.lead_state[one] == Status.ELIMINATED for one in fallen)


def test_a_player_turn_writes_its_orders_before_anything() -> None:
    battle = staff()
    battle.turn = 1
    player_turn(battle, 0)
    codes = [int(battle.log[n, 0]) for n in range(int(battle.log_n)) if battle.log[n, 0] > 0]
    assert codes[:4] == [Event.TURN_START, Event.ORDERS, Event.ORDERS, Event.ORDERS]
