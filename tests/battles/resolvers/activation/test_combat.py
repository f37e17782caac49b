"""Actions, formations, combat, critical events (ADN-10 to ADN-53) and their expected values."""

from fractions import Fraction

import pytest

from battles.resolvers.activation import choices
from battles.resolvers.activation.codes import CRITICAL_OF, GENERAL, NUMBERS, Critical, Event, Form, Own
from battles.resolvers.activation.combat import (
    HITS_HARD,
    HITS_ONE,
    HITS_TWICE,
    LOSES_GROUND,
    LOSES_ONE,
    MISS,
    charge_bonus,
    cover_adds,
    fire,
    fire_total,
    height_over,
    may_be_shot,
    melee,
    melee_total,
    outcome_of,
    range_adds,
    struck,
    uphill,
)
from battles.resolvers.activation.doctrine import act, act_in_melee, perform, stop_rout
from battles.resolvers.activation.losses import add_disorder, hurt, place_behind, recoil, suffer
from battles.resolvers.activation.moves import charge, charge_way, meet_general
from battles.resolvers.activation.odds import in_words, mean_disorder, outcomes, read_question
from battles.resolvers.activation.resolver import DOOR
from battles.resolvers.activation.troops import (
    fire_value,
    may_double,
    melee_value,
    quality_of,
    reach_of_fire,
    sees,
    speed_of,
)
from battles.resolvers.activation.turn import ease, fight_on, flee
from battles.resolvers.common.codes import Ground, Land, Posture, Status, Weather
from battles.resolvers.common.ending import break_test
from battles.resolvers.common.events import Cause
from battles.resolvers.common.record import Battle
from tests.battles.resolvers.common.grid_battles import file_of
from tests.battles.resolvers.common.grid_stage import board, events, leader, throws, unit

KINDS = ("elite_inf", "line_inf", "militia_inf", "heavy_cav", "light_cav", "irreg_cav", "heavy_art", "field_art",
         "horse_art")  # fmt: skip


def pair(mine: str = "line_inf", theirs: str = "line_inf", away: int = 2, **more: object) -> Battle:
    """A unit and an enemy so many squares ahead; the way forward is up the board."""
    battle = board(NUMBERS, 16, 16, **more)
    put(battle, 0, mine, 8, 5, 0)
    put(battle, 200, theirs, 8, 5 + away, 4)
    for y in range(16):
        for x in range(16):
            for mover in range(4):
                battle.ways[mover * 256 + y * 16 + x] = 15 - y
    battle.own[0, Own.NEAR] = away
    return battle


def put(battle: Battle, number: int, kind: str, x: int, y: int, facing: int, left: int = 4) -> int:
    unit(battle, number, kind, x, y, facing, left)
    battle.cap[number] = 4
    battle.own[number, Own.FORM] = Form.LIMBERED if kind.endswith("art") else 5 if kind.endswith("cav") else Form.COLUMN
    battle.own[number, Own.START_LEFT] = 4
    return number


def lock(battle: Battle) -> Battle:
    """The first unit fights in the other's square."""
    charge_way(battle, 0, 200, 9)
    battle.occupant[5 * 16 + 8] = -1
    battle.x[0], battle.y[0] = battle.x[200], battle.y[200]
    battle.own[0, Own.LOCKED], battle.own[200, Own.GUESTS] = 201, 1
    return battle


def at(battle: Battle, number: int) -> tuple[int, int]:
    return int(battle.x[number]), int(battle.y[number])


def test_ADN_10_ADN_11_ADN_13_ADN_14_a_move_goes_ahead_may_slant_and_ends_with_its_speed() -> None:
    for kind, moved, friend, price, place in (
        (choices.MOVE, 0, False, 1, (8, 7)), (choices.MOVE, 0, True, 1, (7, 7)), (choices.MOVE, 1, False, 1, (8, 6)),
        (choices.DOUBLE, 0, False, 2, (8, 8)),
    ):  # fmt: skip
        battle = pair(away=9)
        battle.own[0, Own.MOVED] = moved
        if friend:
            put(battle, 1, "line_inf", 8, 6, 0)
        assert (perform(battle, 0, kind), at(battle, 0), int(battle.heading[0])) == (price, place, 0)
        assert kind == choices.DOUBLE or int(battle.own[0, Own.MOVED]) == 2


def test_ADN_12_ADN_24_ADN_25_ADN_26_formations_cost_an_action_and_change_speed_and_values() -> None:
    battle, told = pair(), []
    for formation in (Form.COLUMN, Form.LINE, Form.SQUARE):
        battle.own[0, Own.FORM] = formation
        told.append((speed_of(battle, 0), melee_total(battle, 0, 200, 0), fire_total(battle, 0, 0)))
    assert told == [(2, 3, 1), (1, 1, 3), (0, 3, 1)]
    put(battle, 201, "heavy_cav", 2, 2, 0)
    assert (melee_total(battle, 0, 201, 0), perform(battle, 0, choices.TO_LINE)) == (6, 1)
    assert events(battle, Event.FORMATION)[0][2] == Form.LINE


def test_ADN_13_ADN_24_a_turn_is_an_action_and_the_first_of_a_column_is_free() -> None:
    battle = pair()
    battle.heading[0] = 4
    assert [perform(battle, 0, choices.PIVOT) for _ in range(3)] == [0, 1, 1]
    assert (int(battle.heading[0]), len(events(battle, Event.TURNED))) == (7, 3)


def test_ADN_15_fire_is_one_action_once() -> None:
    battle = pair(away=3)
    assert (choices.best_action(battle, 0, 1), perform(battle, 0, choices.SHOOT)) == (choices.SHOOT, 1)
    assert choices.best_action(battle, 0, 1) != choices.SHOOT
    assert len(events(battle, Event.FIRE)) == 1


def test_ADN_16_an_aimed_shot_is_two_actions_and_takes_one_off() -> None:
    battle = pair()
    battle.own[0, Own.FORM] = battle.own[200, Own.FORM] = Form.LINE
    throws(battle, 2, 2)
    assert (perform(battle, 0, choices.AIM), int(battle.left[200])) == (2, 3)


def test_ADN_17_the_initiative_is_two_actions_and_takes_one_off() -> None:
    for kind, price, left in ((choices.ATTACK, 1, 4), (choices.SEIZE, 2, 3)):
        battle = pair()
        throws(battle, 2, 3)
        assert perform(battle, 0, kind) == price
        assert int(battle.left[200]) == left


def test_ADN_18_a_crippled_unit_leaves_a_melee_by_two_actions() -> None:
    battle = lock(pair())
    battle.left[0] = 1
    battle.key = next(k for k in range(900) if leaves(battle, k))
    assert act_in_melee(battle, 0, 0) in (0, 1)
    assert at(battle, 0) == (8, 6)
    assert (int(battle.own[0, Own.LOCKED]), int(battle.own[200, Own.GUESTS])) == (0, 0)
    guns = lock(pair("horse_art"))
    guns.left[0] = 1
    assert (act_in_melee(guns, 0, 0), int(guns.own[0, Own.LOCKED])) == (0, 201)


def leaves(battle: Battle, key: int) -> bool:
    """Do the dice of a key give two successes and no blunder?"""
    from battles.resolvers.common.codes import BATTLE_STREAM
    from battles.resolvers.core.dice import face_of

    faces = [face_of(key, BATTLE_STREAM, int(battle.dice[BATTLE_STREAM]) + n, 6) for n in range(3)]
    return all(face >= 4 for face in faces)


def test_ADN_19_ADN_30_guns_unlimber_by_two_actions_and_only_then_fire() -> None:
    battle = pair("field_art", away=5)
    assert (reach_of_fire(battle, 0), speed_of(battle, 0)) == (0, 2)
    assert perform(battle, 0, choices.UNLIMBER) == 2
    assert (reach_of_fire(battle, 0), speed_of(battle, 0)) == (6, 0)
    assert (perform(battle, 0, choices.LIMBER), melee_value(battle, 0)) == (2, 1)


def test_ADN_20_canister_stays_loaded_and_adds_a_critical_event() -> None:
    battle = pair("field_art", away=3)
    battle.own[0, Own.FORM] = Form.UNLIMBERED
    assert perform(battle, 0, choices.LOAD) == 2
    throws(battle, 4, 1)
    fire(battle, 0, 200, False)
    assert int(battle.own[0, Own.CANISTER]) == 1
    battle = pair("field_art", away=2)
    battle.own[0, Own.FORM], battle.own[0, Own.CANISTER], battle.own[200, Own.FORM] = Form.UNLIMBERED, 1, Form.LINE
    throws(battle, 2, 2, 1, 3)
    fire(battle, 0, 200, False)
    assert (int(battle.own[0, Own.CANISTER]), int(battle.left[200]), int(battle.own[200, Own.BROKEN_LINE])) == (0, 3, 1)


def test_ADN_21_a_charge_enters_an_enemys_square_ahead_once() -> None:
    battle = pair()
    assert (charge_way(battle, 0, 200, 1), charge_way(battle, 0, 200, 2)) == (0, 2)
    battle.heading[0] = 2
    assert charge_way(battle, 0, 200, 2) == 0
    battle.heading[0] = 0
    put(battle, 1, "line_inf", 8, 6, 0)
    assert charge_way(battle, 0, 200, 3) == 2
    throws(battle, 3, 3)
    charge(battle, 0, 200, charge_way(battle, 0, 200, 3), 21)
    assert choices.best_action(battle, 0, 2) not in (choices.ATTACK, choices.SEIZE)
    assert at(battle, 0) == at(battle, 200)


def test_ADN_22_ADN_46_rally_is_two_actions_away_from_the_enemy() -> None:
    battle = pair(away=9)
    battle.posture[0] = 1
    battle.left[0] = 2
    assert (choices.best_action(battle, 0, 2), perform(battle, 0, choices.RALLY), int(battle.left[0])) == (
        choices.RALLY,
        2,
        3,
    )
    battle.left[0] = 1
    battle.own[0, Own.WAVERING] = 1
    assert choices.best_action(battle, 0, 2) != choices.RALLY
    near = pair("light_cav", "heavy_cav", away=2)
    near.left[0] = 2
    assert choices.best_action(near, 0, 2) != choices.RALLY


def test_ADN_26_infantry_forms_square_before_cavalry_alone() -> None:
    battle = pair("line_inf", "heavy_cav", away=4)
    assert choices.best_action(battle, 0, 1) == choices.TO_SQUARE
    put(battle, 201, "line_inf", 8, 7, 4)
    assert choices.best_action(battle, 0, 1) != choices.TO_SQUARE


def test_ADN_27_a_formation_counts_in_attack_and_defence() -> None:
    battle = pair()
    assert [fire_total(battle, n, 0) for n in (0, 200)] == [1, 1]
    battle.own[0, Own.FORM] = battle.own[200, Own.FORM] = Form.LINE
    assert [melee_total(battle, n, 200 - n, 0) for n in (0, 200)] == [1, 1]


def test_ADN_29_cavalry_has_no_firearms() -> None:
    assert (reach_of_fire(pair("light_cav"), 0), choices.best_target(pair("light_cav"), 0, True)) == (0, -1)


def test_ADN_28_a_regiment_fills_a_square() -> None:
    battle = DOOR.ready(file_of("activation", "6 Line inf"), "s")
    assert len({at(battle, n) for n in range(6)}) == 6
    assert {(int(battle.width[n]), int(battle.depth[n])) for n in range(6)} == {(1, 1)}


def test_ADN_31_woods_towns_hills_and_units_block_sight_and_the_arc_is_45_degrees() -> None:
    battle = pair("field_art", away=4)
    assert sees(battle, 0, 200)
    for bits in (Land.ROUGH, Land.TOWN, Land.HILL):
        battle.land[7 * 16 + 8] = bits
        assert not sees(battle, 0, 200)
    battle.land[5 * 16 + 8] = Land.HILL
    assert sees(battle, 0, 200)
    put(battle, 1, "line_inf", 8, 6, 0)
    assert not sees(battle, 0, 200)
    battle = pair(away=2)
    battle.own[0, Own.FORM] = Form.LINE
    for facing, seen in ((0, True), (1, True), (2, False), (4, False)):
        battle.heading[0] = facing
        assert (choices.best_target(battle, 0, False) == 200) == seen


def test_ADN_32_two_attackers_to_a_square_and_no_third() -> None:
    battle = lock(pair())
    put(battle, 1, "line_inf", 7, 6, 1)
    put(battle, 2, "line_inf", 9, 6, 7)
    assert charge_way(battle, 1, 200, 2) == 1
    battle.own[200, Own.GUESTS] = 2
    assert charge_way(battle, 2, 200, 2) == 0


def test_ADN_32_when_the_defender_goes_one_attacker_stays_and_another_steps_back() -> None:
    battle = lock(pair())
    put(battle, 1, "line_inf", 7, 6, 1)
    battle.occupant[6 * 16 + 7] = -1
    battle.x[1], battle.y[1], battle.own[1, Own.LOCKED], battle.own[200, Own.GUESTS] = 8, 7, 201, 2
    add_disorder(battle, 200, 4, Cause.COMBAT, 0)
    assert (at(battle, 0), at(battle, 1)) == ((8, 7), (7, 6))
    assert [int(battle.own[n, Own.LOCKED]) for n in (0, 1)] == [0, 0]


@pytest.mark.parametrize(("attack", "die", "defend", "other", "told"), [
    (3, 1, 6, 1, LOSES_GROUND), (5, 1, 6, 2, LOSES_ONE), (5, 1, 6, 3, MISS), (6, 2, 6, 2, LOSES_ONE),
    (6, 2, 6, 1, MISS), (7, 2, 6, 1, HITS_ONE), (7, 3, 6, 1, MISS), (8, 1, 4, 1, HITS_HARD), (11, 1, 4, 1, HITS_HARD),
    (12, 1, 4, 1, HITS_TWICE), (2, 2, -3, 1, HITS_HARD), (-1, 2, 1, 1, MISS), (7, 3, 3, 3, HITS_HARD),
    (8, 4, 4, 1, HITS_HARD), (8, 5, 6, 3, MISS),
])  # fmt: skip
def test_ADN_33_ADN_34_ADN_35_ADN_W1_ADN_W2_ADN_W3_the_table_of_totals(attack, die, defend, other, told) -> None:
    assert outcome_of(attack, die, defend, other) == told


def test_ADN_38_ADN_W1_a_line_fires_at_a_column_next_to_it() -> None:
    battle = pair(away=1)
    battle.own[0, Own.FORM] = Form.LINE
    throws(battle, 3, 2, 2, 2)
    fire(battle, 0, 200, False)
    assert int(battle.left[200]) == 3
    assert [row[2] for row in events(battle, Event.CRITICAL)] == [CRITICAL_OF[2]]


def test_ADN_36_what_counts_in_a_melee() -> None:
    battle = lock(pair("heavy_cav", "line_inf"))
    assert [charge_bonus(battle, n) for n in (0, 200)] == [2, 1]
    assert [struck(battle, 200, where, 0) for where in (0, 1, 2)] == [0, -1, -2]
    battle.own[200, Own.FORM] = Form.SQUARE
    assert [struck(battle, 200, where, 0) for where in (1, 2)] == [0, 0]
    heights = [
        height_over(*bits)
        for bits in ((Land.HILL, 0), (0, Land.HILL), (Land.HILL, Land.HILL), (Land.HILL | Land.HIGH, Land.HILL))
    ]
    assert (heights, [uphill(battle, above, 0) for above in heights]) == ([1, -1, 0, 1], [1, 0, 0, 1])
    battle.left[0] = 1
    assert melee_total(battle, 0, 200, 0) == 3


def test_ADN_36_the_side_that_is_struck() -> None:
    for facing, where in ((4, 0), (3, 0), (2, 1), (6, 1), (0, 2), (1, 2)):
        battle = pair(away=1)
        battle.heading[200] = facing
        throws(battle, 3, 3)
        charge(battle, 0, 200, charge_way(battle, 0, 200, 2), 21)
        assert events(battle, Event.COMBAT)[0][5] == where


def test_ADN_36_a_guest_who_is_struck_takes_the_side_of_his_own_contact() -> None:
    """He fights in one enemy's square, whose flank he struck; another charges him there from the front."""
    battle = lock(pair())
    battle.own[0, Own.WHERE] = 1
    put(battle, 201, "line_inf", 8, 8, 4)
    battle.x[201], battle.y[201] = battle.x[0], battle.y[0]
    battle.own[201, Own.LOCKED], battle.own[201, Own.WHERE], battle.own[0, Own.GUESTS] = 1, 0, 1
    throws(battle, 3, 3)
    melee(battle, 0, 201, False, False)
    assert events(battle, Event.COMBAT)[0][3:] == [6, 6, 0]
    throws(battle, 3, 3)
    melee(battle, 0, 200, False, False)
    assert events(battle, Event.COMBAT)[1][3:] == [6, 5, 1]


def test_ADN_36_ADN_37_uphill_counts_in_every_round() -> None:
    for came, here, totals in ((Land.HILL, 0, [8, 6]), (0, Land.HILL, [7, 7])):
        battle = pair(away=1)
        battle.land[5 * 16 + 8], battle.land[6 * 16 + 8] = came, here
        throws(battle, 3, 3, 3, 3)
        charge(battle, 0, 200, charge_way(battle, 0, 200, 2), 21)
        battle.own[0, Own.FOUGHT] = 0
        fight_on(battle, 1)
        assert [row[3:5] for row in events(battle, Event.COMBAT)] == [totals, [totals[1], totals[0] - 1]]


def test_ADN_11_ADN_21_a_charge_in_double_time_goes_one_S_farther_for_two_actions() -> None:
    battle = pair(away=3)
    assert choices.best_action(battle, 0, 1) != choices.ATTACK
    assert choices.best_action(battle, 0, 2) == choices.RUN
    throws(battle, 3, 3)
    assert perform(battle, 0, choices.RUN) == 2
    assert at(battle, 0) == at(battle, 200)


def test_ADN_19_ADN_20_the_general_unlimbers_loads_and_limbers() -> None:
    """Guns in range of an enemy unlimber; with nobody to shoot at they load, or limber where they mean to go on."""
    battle = pair("field_art", away=6)
    battle.own[0, Own.IN_SIGHT] = int(choices.has_field_of_fire(battle, 0))
    assert (choices.best_action(battle, 0, 1), choices.best_action(battle, 0, 2)) == (choices.NOTHING, choices.UNLIMBER)
    perform(battle, 0, choices.UNLIMBER)
    assert choices.best_action(battle, 0, 2) == choices.AIM
    battle.y[200], battle.own[0, Own.IN_SIGHT] = 12, 0
    assert choices.best_action(battle, 0, 2) == choices.LIMBER
    battle.posture[0] = Posture.HOLD
    assert choices.best_action(battle, 0, 2) == choices.LOAD
    close = pair("field_art")
    close.own[0, Own.FORM] = Form.UNLIMBERED
    assert [choices.best_action(close, 0, n) for n in (1, 2, 3)] == [choices.SHOOT, choices.AIM, choices.LOAD]


def test_ADN_37_a_melee_goes_on_each_turn_and_its_owner_is_the_attacker() -> None:
    for side, defender in ((0, 200), (1, 0)):
        battle = lock(pair())
        throws(battle, 3, 3)
        fight_on(battle, side)
        assert [row[1] for row in events(battle, Event.COMBAT)] == [defender]
        assert [row[3:5] for row in events(battle, Event.COMBAT)] == [[6, 6]]


def test_ADN_38_ADN_39_ranges_and_cover() -> None:
    battle = pair()
    assert [range_adds(battle, 0, n) for n in (1, 2, 3)] == [1, 0, -1]
    assert reach_of_fire(battle, 0) == 3
    told = []
    for bits in (0, Land.ROUGH, Land.OBSTACLE, Land.TOWN, Land.WORK):
        battle.land[7 * 16 + 8] = bits
        told.append(cover_adds(battle, 0, 200))
    assert told == [0, 1, 1, 2, 2]
    battle = pair("field_art")
    assert [range_adds(battle, 0, n) for n in (2, 3, 4, 5, 6)] == [1, 0, 0, -1, -1]
    battle.land[7 * 16 + 8] = Land.ROUGH
    assert cover_adds(battle, 0, 200) == 0
    battle.land[7 * 16 + 8] = Land.TOWN
    assert cover_adds(battle, 0, 200) == 1


def test_ADN_40_nobody_in_a_melee_is_shot_at_and_the_removed_throw_for_nothing() -> None:
    battle = lock(pair())
    put(battle, 1, "line_inf", 6, 7, 2)
    assert not may_be_shot(battle, 1, 200)
    battle = pair()
    battle.left[200] = 1
    hurt(battle, 200, 1, Cause.FIRE, 0, True)
    assert (battle.status[200], events(battle, Event.CRITICAL)) == (Status.NONRALLYABLE, [])


def test_ADN_41_to_ADN_47_ADN_E8_ADN_E9_the_table_of_critical_events() -> None:
    ways = [min(total - 1, 13 - total) for total in range(2, 13)]
    chances = [sum(Fraction(w, 36) for w, event in zip(ways, CRITICAL_OF, strict=True) if event == n) for n in range(7)]
    assert chances == [Fraction(*p) for p in ((1, 12), (1, 12), (1, 9), (4, 9), (1, 9), (1, 12), (1, 12))]
    assert sum(chances) == 1


def test_ADN_41_ADN_42_ADN_43_ADN_46_marks() -> None:
    for event, column in ((0, Own.NO_OFFICER), (1, Own.BROKEN_LINE), (2, Own.PETRIFIED), (5, Own.WAVERING)):
        battle = pair()
        suffer(battle, 200, event, Cause.FIRE, 0)
        assert int(battle.own[200, column]) == 1
        assert at(battle, 200) == (8, 7)


def test_ADN_42_a_broken_line_has_no_formation_until_an_activation_is_spent() -> None:
    battle = pair()
    battle.own[0, Own.BROKEN_LINE] = 1
    assert (fire_total(battle, 0, 0), melee_total(battle, 0, 200, 0)) == (3, 3)
    throws(battle, 6, 6, 6)
    act(battle, 0, 0)
    assert (int(battle.own[0, Own.BROKEN_LINE]), events(battle, Event.FIRE)) == (0, [])


def test_ADN_44_ADN_45_ADN_46_devastating_panic_and_a_wavering_unit_that_recoils_with_each_disorder() -> None:
    battle = pair()
    suffer(battle, 200, 3, Cause.FIRE, 0)
    assert (at(battle, 200), int(battle.heading[200]), int(battle.left[200])) == ((8, 8), 4, 4)
    suffer(battle, 200, 4, Cause.FIRE, 0)
    assert int(battle.left[200]) == 3
    battle = pair()
    battle.own[200, Own.WAVERING] = 1
    hurt(battle, 200, 1, Cause.FIRE, 0, False)
    assert (at(battle, 200), int(battle.left[200])) == ((8, 8), 3)


def test_ADN_47_ADN_E15_three_successes_stop_a_rout_which_turned_the_unit_about_with_an_event() -> None:
    for faces, routs in (((4, 4, 4), 0), ((4, 4, 3), 1)):
        battle = pair()
        suffer(battle, 0, 6, Cause.FIRE, 0)
        assert int(battle.heading[0]) == 4
        throws(battle, *faces)
        stop_rout(battle, 0)
        assert int(battle.own[0, Own.ROUTING]) == routs
    chances = [Fraction(7 - quality, 6) ** 3 for quality in (2, 3, 4, 5)]
    assert chances == [Fraction(125, 216), Fraction(8, 27), Fraction(1, 8), Fraction(1, 27)]
    battle = lock(pair())
    suffer(battle, 0, Critical.ROUT, Cause.COMBAT, 0)
    assert (at(battle, 0), int(battle.heading[0]), len(events(battle, Event.TURNED))) == ((8, 6), 4, 1)


def test_ADN_48_a_routing_unit_flees_off_the_table_and_is_removed_when_charged() -> None:
    battle = pair()
    battle.own[0, Own.ROUTING] = 1
    flee(battle, 0)
    assert at(battle, 0) == (8, 3)
    flee(battle, 0)
    flee(battle, 0)
    assert battle.status[0] == Status.NONRALLYABLE
    battle = pair()
    battle.own[200, Own.ROUTING] = 1
    charge(battle, 0, 200, charge_way(battle, 0, 200, 2), 21)
    assert battle.status[200] != Status.BOARD
    assert (at(battle, 0), events(battle, Event.COMBAT)) == ((8, 7), [])


def test_ADN_49_recoil_passes_friends_and_costs_a_disorder_where_there_is_no_room() -> None:
    battle = pair()
    put(battle, 1, "line_inf", 8, 4, 0)
    assert place_behind(battle, 0, 1) == 2
    recoil(battle, 0, 1, Cause.FIRE, 0)
    assert at(battle, 0) == (8, 3)
    put(battle, 201, "line_inf", 8, 2, 0)
    assert not recoil(battle, 0, 1, Cause.FIRE, 0)
    assert int(battle.left[0]) == 3
    guns = pair("field_art")
    assert not recoil(guns, 0, 1, Cause.FIRE, 0)
    assert (at(guns, 0), int(guns.left[0])) == ((8, 5), 3)
    assert len(events(battle, Event.FALLBACK)) == 1


def test_ADN_50_what_units_are_worth() -> None:
    battle = board(NUMBERS, 16, 16)
    for n, kind in enumerate(KINDS):
        put(battle, n, kind, n, 0, 0)
    rows = [
        (quality_of(battle, n), speed_of(battle, n), melee_value(battle, n), fire_value(battle, n)) for n in range(9)
    ]
    assert rows == [(3, 2, 3, 3), (4, 2, 3, 3), (5, 2, 3, 2), (4, 3, 4, 2), (4, 4, 3, 3), (5, 4, 3, 3), (4, 1, 1, 4),
                    (4, 2, 1, 3), (4, 3, 1, 3)]  # fmt: skip
    for n in range(9):
        battle.guard[n] = 1
    told = [(quality_of(battle, n), melee_value(battle, n), fire_value(battle, n)) for n in (0, 3, 7)]
    assert told == [(3, 4, 4), (3, 5, 2), (3, 1, 4)]


def test_ADN_51_ground_ends_a_move_and_a_road_adds_to_it() -> None:
    for bits, steps in ((0, 2), (Land.ROUGH, 1), (Land.TOWN, 1), (Land.OBSTACLE, 1), (Land.RIVER | Land.OBSTACLE, 1)):
        battle = pair(away=9)
        battle.land[6 * 16 + 7] = battle.land[6 * 16 + 8] = battle.land[6 * 16 + 9] = bits
        assert choices.way_ahead(battle, 0, 2) == steps
    for y in range(16):
        battle.land[y * 16 + 8] = Land.ROAD
    assert choices.way_ahead(battle, 0, 2) == 3


def test_ADN_52_weather_and_soft_ground() -> None:
    battle = pair("field_art", away=5)
    battle.own[0, Own.FORM] = Form.UNLIMBERED
    battle.weather = Weather.OVERCAST
    assert reach_of_fire(battle, 0) == 4
    battle.weather, battle.ground = Weather.PRECIPITATING, Ground.SOFT
    assert [range_adds(battle, 0, n) for n in (2, 3)] == [0, -2]
    foot = pair()
    foot.weather = Weather.PRECIPITATING
    assert reach_of_fire(foot, 0) == 2
    foot.ground = Ground.SOFT
    assert may_double(foot, 0)
    assert not may_double(battle, 0)
    heavy = pair("heavy_cav")
    heavy.ground = Ground.SOFT
    assert not may_double(heavy, 0)


def test_ADN_53_the_general_in_an_enemys_square_and_the_end() -> None:
    for face, state in ((1, Status.ELIMINATED), (2, Status.BOARD)):
        battle = pair()
        battle.side_own[1, GENERAL] = leader(battle, 64, 8, 5)
        throws(battle, face, sides=10)
        meet_general(battle, 0)
        assert battle.lead_state[64] == state
    assert (int(battle.lead_x[64]), int(battle.lead_y[64])) == (8, 7)
    for lost, broken in ((3, 0), (4, 1)):
        battle = DOOR.ready(file_of("activation", "6 Line inf"), "s")
        for n in range(lost):
            battle.status[n] = Status.NONRALLYABLE
        break_test(battle, 1, 2)
        assert int(battle.broken[0]) == broken
    limits = [int(DOOR.ready(file_of("activation", "6 Line inf", season=s), "s").limit)
              for s in ("spring", "summer", "fall", "winter")]  # fmt: skip
    assert limits == [13, 18, 15, 10]


def test_E_8_a_kept_unit_sheds_a_disorder_but_none_that_it_came_with() -> None:
    for left, start, wavering, after in ((2, 4, 0, 3), (4, 4, 0, 4), (3, 3, 0, 3), (2, 4, 1, 2)):
        battle = pair()
        battle.left[0], battle.own[0, Own.START_LEFT], battle.own[0, Own.WAVERING] = left, start, wavering
        ease(battle, 0)
        assert int(battle.left[0]) == after


def test_COM_07_boxes_of_the_removed() -> None:
    for kind, near, where, cause, box in (
        ("line_inf", 3, 0, Cause.FIRE, Status.RALLYABLE), ("line_inf", 4, 0, Cause.FIRE, Status.NONRALLYABLE),
        ("field_art", 1, 1, Cause.COMBAT, Status.ELIMINATED), ("field_art", 1, 0, Cause.COMBAT, Status.RALLYABLE),
        ("irreg_cav", 1, 0, Cause.FIRE, Status.ELIMINATED),
    ):  # fmt: skip
        battle = pair(kind)
        battle.side_own[0, GENERAL] = leader(battle, 0, 8 - near, 5)
        add_disorder(battle, 0, 4, cause, where)
        assert battle.status[0] == box


def test_ADN_38_ADN_E10_a_line_fires_at_a_line() -> None:
    told = in_words(outcomes(3, 3), {0: "miss", 1: "miss", 2: "miss", 3: "one", 4: "hard", 5: "twice"} | {MISS: "miss"})
    assert (told["hard"], told.get("twice", 0)) == (Fraction(1, 18), 0)
    assert mean_disorder(3, 3) == Fraction(5, 18)


def test_ADN_36_ADN_E12_ADN_E13_charges() -> None:
    column = outcomes(3 + 1, 3 - 2)
    critical = column.get(HITS_HARD, Fraction(0)) + column.get(HITS_TWICE, Fraction(0))
    assert (critical, column.get(LOSES_GROUND, 0)) == (Fraction(15, 36), 0)
    square = outcomes(4 + 2, 3 + 3)
    hurt_defender = sum(square.get(n, Fraction(0)) for n in (HITS_ONE, HITS_HARD, HITS_TWICE))
    assert (hurt_defender, square.get(LOSES_ONE, Fraction(0)) + square.get(LOSES_GROUND, Fraction(0))) == (
        Fraction(1, 4), Fraction(1, 3))  # fmt: skip


def test_the_odds_are_those_of_the_engine() -> None:
    asked = {"kind": "combat", "attackers": [{"type": "heavy_cav"}], "defender": {"type": "line_inf"},
             "situation": {"charging": True, "target_form": "square"}}  # fmt: skip
    told = read_question(asked).answer()
    assert [row["value"] for row in told["counted"]] == [6, 6]
    shot = {"kind": "fire", "attackers": [{"type": "line_inf"}], "defender": {"type": "line_inf"},
            "situation": {"first_form": "line", "target_form": "line", "range": 2}}  # fmt: skip
    assert read_question(shot).answer()["expected_hits"]["defender"]["fraction"] == "5/18"
    assert (choices.best_charge(pair(), 0, 2), events(pair(), Event.MOVE)) == (200, [])


def test_ADN_39_the_odds_of_canister() -> None:
    """Guns 3 + 1 against a line's 3: every disorder becomes a critical event, but for the double ones."""
    told = []
    for kind, reach, canister in (("field_art", 2, False), ("field_art", 2, True), ("field_art", 3, True)):
        shot = {"kind": "fire", "attackers": [{"type": kind}], "defender": {"type": "line_inf"},
                "situation": {"target_form": "line", "range": reach, "canister": canister}}  # fmt: skip
        told.append({key: chance["fraction"] for key, chance in read_question(shot).answer()["chances"].items()})
    plain, loaded, far = told
    assert ("defender_disordered" in plain, "defender_disordered" in loaded, "defender_disordered" in far) == (
        True, False, True,
    )  # fmt: skip
    assert Fraction(loaded["defender_critical"]) == Fraction(plain["defender_disordered"]) + Fraction(
        plain.get("defender_critical", "0")
    )


@pytest.mark.parametrize(
    ("dice", "disorders", "chance"), [(3, 0, "0"), (3, 1, "1/6"), (2, 1, "0"), (3, 3, "91/216"), (1, 3, "1/6")]
)
def test_ADN_08_the_odds_of_a_blunder(dice: int, disorders: int, chance: str) -> None:
    asked = {"kind": "morale", "attackers": [{"type": "line_inf"}],
             "situation": {"dice": dice, "disorders": disorders}}  # fmt: skip
    assert read_question(asked).answer()["chances"]["blunder"]["fraction"] == chance
