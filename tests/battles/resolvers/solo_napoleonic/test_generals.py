"""Generals with their men, staff officers, light troops, nations, late columns (SNW-08, 15, 17, 24, 36, 38, 41, 57)."""

import pytest

from battles.resolvers.common.codes import NOBODY, Posture, Status
from battles.resolvers.solo_napoleonic.attending import attach, ride_senior, send_staff
from battles.resolvers.solo_napoleonic.codes import MM, Chance, Event, Form, Lead, Own, Side, State
from battles.resolvers.solo_napoleonic.doctrine.aims import attacks, waits_for_columns
from battles.resolvers.solo_napoleonic.doctrine.marches import best_gun_target
from battles.resolvers.solo_napoleonic.fighting.morale import flee
from battles.resolvers.solo_napoleonic.fighting.shooting import may_fire
from battles.resolvers.solo_napoleonic.footing import set_base
from battles.resolvers.solo_napoleonic.movement.drill import begin_change
from battles.resolvers.solo_napoleonic.places import nation_of
from battles.resolvers.solo_napoleonic.resolver import DOOR
from battles.resolvers.solo_napoleonic.turn import enter_edge
from tests.battles.resolvers.solo_napoleonic.armies import frozen
from tests.battles.resolvers.solo_napoleonic.table import BLUE, BLUE_BRIGADIER, RED, Man, rig, rows, table


def test_SNW_08_a_unit_that_has_left_the_table_does_not_fire() -> None:
    battle = table(Man(0, "line_inf", 900, 500), Man(1, "line_inf", 900, 560, 180))
    assert may_fire(battle, BLUE)
    battle.status[BLUE] = Status.ELIMINATED
    assert not may_fire(battle, BLUE)


@pytest.mark.parametrize(
    ("name", "nation"),
    [("French", 0), ("British", 1), ("Austria and Prussia", 2), ("Prussia", 4), ("Russia", 3), ("The Dutch", 6)],
)
def test_SNW_15_a_side_is_of_the_nation_in_its_name(name: str, nation: int) -> None:
    assert nation_of(name) == nation


@pytest.mark.parametrize(
    ("temper", "posture", "joins"),
    [(2, Posture.ASSAULT, True), (1, Posture.ASSAULT, True), (0, Posture.ASSAULT, False), (0, Posture.HOLD, True)],
)
def test_SNW_17_SNW_59_who_leads_from_the_front(temper: int, posture: int, joins: bool) -> None:
    battle = table(Man(0, "line_inf", 900, 500), Man(1, "line_inf", 900, 650, 180))
    battle.posture[0] = posture
    battle.lead_own[BLUE_BRIGADIER, Lead.AV] = temper
    attach(battle, 0, BLUE_BRIGADIER)
    assert (battle.lead_with[BLUE_BRIGADIER] == BLUE) == joins
    assert len(rows(battle, Event.ATTACHED)) == int(joins)
    battle.y[RED] += 200 * MM
    attach(battle, 0, BLUE_BRIGADIER)
    assert battle.lead_with[BLUE_BRIGADIER] == NOBODY


def test_SNW_17_SNW_54_the_army_commander_joins_a_unit_near_his_brigades() -> None:
    battle = table(Man(0, "line_inf", 900, 500), Man(1, "line_inf", 900, 650, 180))
    battle.lead_x[0], battle.lead_y[0] = 900 * MM, 300 * MM
    ride_senior(battle, 0, 0)
    assert battle.lead_with[0] == BLUE
    assert (battle.lead_x[0], battle.lead_y[0]) == (battle.x[BLUE], battle.y[BLUE])


def test_SNW_24_the_die_of_a_change_is_in_its_own_event_and_the_card_comes_after_it() -> None:
    battle = table(Man(0, "line_inf", 900, 500))
    battle.side_own[0, Side.CHANCE] = Chance.FORMATION
    rig(battle, (4, 4))
    begin_change(battle, BLUE, Form.COLUMN, 4)
    log = [int(row[0]) for row in battle.log[: int(battle.log_n)]]
    assert log.index(Event.CHANGING) < log.index(Event.CHANCE_PLAYED)
    assert rows(battle, Event.CHANGING)[0][4:6] == [Form.COLUMN, 0]


def test_SNW_36_rifles_that_moved_over_half_do_not_fire() -> None:
    battle = table(Man(0, "elite_inf", 900, 500, form=Form.SKIRMISH))
    battle.own[BLUE, Own.MOVED] = 1
    assert may_fire(battle, BLUE)
    battle.own[BLUE, Own.MOVED_FAR] = 1
    assert not may_fire(battle, BLUE)


def test_SNW_38_the_first_unit_of_every_fourth_light_division_skirmishes() -> None:
    battle = DOOR.ready(frozen("5 Elite inf, 2 Line inf, 1 Light cav"), "seed")
    found = [n for n in range(int(battle.units[0])) if battle.own[n, Own.FORM] == Form.SKIRMISH]
    assert [int(battle.roll[n]) for n in found] == [0, 4, 7]
    assert all(n == 0 or battle.roll[n - 1] != battle.roll[n] for n in found)


def test_SNW_41_a_staff_officer_directs_the_battery_nearest_to_the_army_commander() -> None:
    battle = table(Man(0, "field_art", 900, 500), Man(0, "field_art", 900, 400))
    battle.lead_x[0], battle.lead_y[0] = 900 * MM, 300 * MM
    send_staff(battle, 0)
    send_staff(battle, 0)
    assert battle.side_own[0, Side.STAFF] == BLUE + 2
    assert len(rows(battle, Event.STAFF)) == 1
    battle.lead_y[0] = 1100 * MM
    send_staff(battle, 0)
    assert battle.side_own[0, Side.STAFF] == 0


def test_SNW_57_a_square_that_flees_is_a_column_by_an_event() -> None:
    battle = table(Man(0, "line_inf", 900, 600))
    set_base(battle, BLUE, Form.SQUARE)
    battle.own[BLUE, Own.STATE] = State.RETREATING
    flee(battle, BLUE)
    assert rows(battle, Event.FORMATION)[0][4] == Form.COLUMN


def test_COM_17_an_attack_waits_for_late_columns_that_are_near_while_it_is_hardly_stronger() -> None:
    battle = table(Man(0, "line_inf", 900, 300), Man(0, "line_inf", 600, 300), Man(1, "line_inf", 900, 900, 180))
    battle.posture[0] = Posture.ASSAULT
    battle.status[BLUE + 1], battle.own[BLUE + 1, Own.ENTERS] = Status.WAITING, 4
    assert waits_for_columns(battle, 0)
    battle.side_own[0, Side.WAITS] = 1
    assert not attacks(battle, BLUE)
    battle.own[BLUE + 1, Own.ENTERS] = 9
    assert not waits_for_columns(battle, 0)
    battle.status[BLUE + 1] = Status.BOARD
    assert not waits_for_columns(battle, 0)


def test_COM_17_nobody_waits_for_late_guns_that_fire_where_they_stand() -> None:
    battle = table(Man(0, "line_inf", 900, 300), Man(0, "field_art", 600, 35), Man(1, "line_inf", 900, 900, 180))
    battle.posture[0], battle.arrives[BLUE + 1] = Posture.ASSAULT, 4
    assert not waits_for_columns(battle, 0)
    set_base(battle, BLUE + 1, Form.LIMBERED)
    assert waits_for_columns(battle, 0)


def test_HR_T6_a_late_unit_enters_beside_its_brigade_where_no_friend_is_in_its_way() -> None:
    battle = table(Man(0, "line_inf", 700, 300), Man(0, "line_inf", 0, 0, form=Form.COLUMN))
    battle.status[BLUE + 1] = Status.WAITING
    half = (int(battle.width[BLUE]) + int(battle.width[BLUE + 1])) / (2 * MM)
    assert enter_edge(battle, BLUE + 1)
    aside = next(way for way in range(0, 700, 25) if way >= half)
    assert (int(battle.x[BLUE + 1]), int(battle.y[BLUE + 1])) == ((700 + aside) * MM, 35 * MM)


def test_HR_T6_late_guns_enter_where_they_see_an_enemy() -> None:
    battle = table(Man(0, "line_inf", 900, 300), Man(0, "field_art", 900, 35), Man(1, "line_inf", 900, 900, 180))
    assert best_gun_target(battle, BLUE + 1) == NOBODY
    battle.status[BLUE + 1] = Status.WAITING
    assert enter_edge(battle, BLUE + 1)
    assert best_gun_target(battle, BLUE + 1) == RED
