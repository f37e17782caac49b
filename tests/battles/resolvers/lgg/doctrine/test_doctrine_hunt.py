"""An enemy who does not strike back is hunted: flanks, works, nights, haste, the commander's place (AI-3, AI-27)."""

import pytest

from battles.resolvers.lgg.doctrine.acts.march import march_to, march_towards
from battles.resolvers.lgg.doctrine.plans.close import follow_the_hunt, watch_enemy
from battles.resolvers.lgg.doctrine.plans.headquarters import plan_headquarters
from battles.resolvers.lgg.doctrine.plans.hunt import go_straight_up, hunt, seek_place, take_places
from battles.resolvers.lgg.doctrine.plans.night import moves_by_night
from battles.resolvers.lgg.doctrine.sees.attack import find_attack
from battles.resolvers.lgg.doctrine.sees.memory import look_anew
from battles.resolvers.lgg.doctrine.sees.posture import fear, lively
from battles.resolvers.lgg.doctrine.sees.sides import CORNER, MIDDLE, best_of, open_shifts_of, way_to
from battles.resolvers.lgg.machine.engine import apply
from battles.resolvers.lgg.plane.space import enemy_gap, nearest_foe
from battles.resolvers.lgg.record.codes import NOBODY, SIDE_SLOTS, Pending, Phase, Piece
from battles.resolvers.lgg.record.setup import add_piece
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import lead, second_turn, stage, stand

FRONT, RIGHT, REAR, LEFT = range(4)


def hunted(*enemies: tuple[float, float]) -> Battle:
    """A side that hunts line infantry at these places."""
    battle = stage()
    for x, y in enemies:
        stand(battle, 1, "line_inf", x, y)
    battle.hunted_left[0] = len(enemies)
    return battle


def test_AI_12_an_attack_comes_round_the_corner_of_an_open_flank() -> None:
    battle = hunted((36, 36))
    unit, enemy = stand(battle, 0, "line_inf", 42, 26.6), SIDE_SLOTS
    assert way_to(battle, unit, enemy, LEFT, MIDDLE, False) == CORNER
    look_anew(battle, 0)
    assert find_attack(battle, unit, enemy, LEFT)
    assert apply(battle) == 0
    assert (battle.x[unit], battle.y[unit]) == (39, 36)


def test_AI_12_there_is_no_way_round_the_corner_from_straight_before_the_front() -> None:
    battle = hunted((36, 36))
    assert way_to(battle, stand(battle, 0, "line_inf", 36, 26.6), SIDE_SLOTS, LEFT, MIDDLE, False) == 0


@pytest.mark.parametrize(("x", "y", "shift"), [(38, 32, 2.0), (37, 32.5, 1.0), (36.5, 32, 0.0), (38, 29, 0.0)])
def test_LGG_9_0_c_a_unit_too_near_to_turn_in_goes_straight_ahead(x: float, y: float, shift: float) -> None:
    battle = hunted((36, 36))
    unit = stand(battle, 0, "line_inf", x, y)
    look_anew(battle, 0)
    places = open_shifts_of(battle, SIDE_SLOTS, FRONT)
    assert abs(best_of(battle, unit, SIDE_SLOTS, FRONT, places) - MIDDLE) * 0.25 == shift


@pytest.mark.parametrize(("blows", "left"), [(0, 0.65), (1, 0.79), (3, 1.0)])
def test_AI_3_an_enemy_within_reach_is_feared_by_the_blows_that_he_strikes(blows: int, left: float) -> None:
    battle = stage()
    for n in range(3):
        own = stand(battle, 1, "line_inf", 20 + 6 * n, 30)
        foe = stand(battle, 0, "line_inf", 20 + 6 * n, 24 if n >= blows else 27)
        if n < blows:
            battle.fight_open[n], battle.fight_defender[n] = 1, own
            battle.fight_attackers[n] = [foe, NOBODY]
            battle.combat[own] = battle.combat[foe] = n
    battle.combats = blows
    second_turn(battle)
    battle["rolled"], battle["spent"] = 10, 10
    look_anew(battle, 1)
    watch_enemy(battle, 1)
    assert lively(battle, 1) == pytest.approx(left)
    assert fear(battle, 1) == pytest.approx(left)


def test_AI_3_an_enemy_out_of_reach_has_no_chance_to_strike() -> None:
    battle = stage()
    for n in range(3):
        stand(battle, 1, "line_inf", 20 + 6 * n, 40)
        stand(battle, 0, "line_inf", 20 + 6 * n, 10)
    second_turn(battle)
    battle["rolled"], battle["spent"] = 10, 10
    look_anew(battle, 1)
    watch_enemy(battle, 1)
    assert battle.fierceness[1] == 0.0


def test_AI_27_a_hunting_unit_goes_to_the_corner_of_the_nearer_flank() -> None:
    battle = hunted((36, 36))
    unit = stand(battle, 0, "line_inf", 40, 22)
    look_anew(battle, 0)
    assert seek_place(battle, unit, 0.0, 2.0)
    assert tuple(battle.want[unit, :2]) == pytest.approx((43.7, 28.8))


def test_AI_27_the_front_is_sought_where_the_flanks_are_far() -> None:
    battle = hunted(*((26.9 + 3.1 * n, 44) for n in range(7)))
    unit = stand(battle, 0, "line_inf", 36.2, 22)
    look_anew(battle, 0)
    assert seek_place(battle, unit, 0.0, 2.0)
    assert tuple(battle.want[unit, :2]) == pytest.approx((36.2, 44 - 3 - 6.3))


def test_AI_27_a_hunting_unit_that_can_strike_waits_for_its_blow() -> None:
    battle = hunted((36, 36))
    battle.on_turn = 0
    unit = stand(battle, 0, "line_inf", 46, 36, (-1.0, 0.0))
    look_anew(battle, 0)
    take_places(battle, 0)
    hunt(battle, unit)
    assert battle.want_rate[unit] == 0.0


def test_AI_27_two_hunting_units_go_to_different_sides_of_their_prey() -> None:
    battle = hunted((36, 36))
    units = [stand(battle, 0, "line_inf", x, 19) for x in (40, 44)]
    look_anew(battle, 0)
    take_places(battle, 0)
    for unit in units:
        hunt(battle, unit)
    places = [tuple(battle.want[unit, :2]) for unit in units]
    assert places == [pytest.approx((43.7, 28.8)), pytest.approx((28.3, 28.8))]


def test_LGG_8_4_b_an_attack_ends_where_no_friend_stands() -> None:
    battle = hunted((36, 36))
    battle.on_turn = 0
    unit = stand(battle, 0, "line_inf", 32.6, 36.1, (1.0, 0.0))
    stand(battle, 0, "line_inf", 33, 39.1, (1.0, 0.0))
    look_anew(battle, 0)
    assert find_attack(battle, unit, SIDE_SLOTS, RIGHT)
    assert apply(battle) == 0
    assert battle.y[unit] <= 36.1


@pytest.mark.parametrize(("y", "wanted"), [(20, 23.5), (23.5, 32.4)])
def test_AI_27_a_work_between_is_gone_up_to_and_then_over(y: float, wanted: float) -> None:
    battle = hunted((36, 36))
    add_piece(battle, Piece.OBSTACLE, [(20, 25), (52, 25)])
    unit = stand(battle, 0, "line_inf", 36, y)
    look_anew(battle, 0)
    go_straight_up(battle, unit)
    assert tuple(battle.want[unit, :2]) == pytest.approx((36, wanted))


def river(battle: Battle, *gap: float) -> None:
    """Lay a river across the table at 30", passable between the two ends of a gap."""
    for low, high in ((0, gap[0]), (gap[1], 72)):
        battle.piece_impassable[add_piece(battle, Piece.OBSTACLE, [(low, 30), (high, 30)])] = 1
    if gap[0] < gap[1]:
        add_piece(battle, Piece.OBSTACLE, [(gap[0], 30), (gap[1], 30)])


def test_AI_29a_a_hunting_unit_beyond_a_river_goes_to_the_far_end_of_its_bridge() -> None:
    battle = hunted((36, 36))
    river(battle, 40, 40)
    add_piece(battle, Piece.BRIDGE, [(20, 28), (20, 32)])
    unit = stand(battle, 0, "line_inf", 36, 20)
    look_anew(battle, 0)
    go_straight_up(battle, unit)
    assert tuple(battle.want[unit]) == pytest.approx((20, 34.5, 0, 1))


@pytest.mark.parametrize(("own", "lane"), [(36.0, 36.0), (36.5, 36.5), (38.5, 37.4), (31.0, 34.6)])
def test_AI_29a_a_ford_is_crossed_where_a_base_finds_room(own: float, lane: float) -> None:
    battle = hunted((36, 36))
    river(battle, 33, 39)
    unit = stand(battle, 0, "line_inf", own, 24)
    look_anew(battle, 0)
    go_straight_up(battle, unit)
    assert tuple(battle.want[unit]) == pytest.approx((lane, 28.5, 0, 1))


@pytest.mark.parametrize("wet", [True, False])
def test_AI_27_a_battery_follows_the_hunt_over_no_water(wet: bool) -> None:
    battle = hunted((36, 44))
    if wet:
        river(battle, 33, 39)
    gun = stand(battle, 0, "horse_art", 36, 12)
    look_anew(battle, 0)
    follow_the_hunt(battle, gun)
    assert (battle.want_rate[gun] > 0.0) is not wet


@pytest.mark.parametrize(("foe_hunts", "waits"), [(False, False), (True, True)])
def test_AI_29_a_unit_that_waited_in_vain_for_its_blow_goes_on(foe_hunts: bool, waits: bool) -> None:
    battle = hunted((36, 36))
    battle.on_turn = 0
    unit = stand(battle, 0, "line_inf", 46, 36, (-1.0, 0.0))
    look_anew(battle, 0)
    take_places(battle, 0)
    assert battle.sides_taken[unit] == 1.0
    battle.hunted_left[1] = float(foe_hunts)
    take_places(battle, 0)
    assert (battle.sides_taken[unit] == 1.0) == waits


def test_AI_29a_a_hunting_unit_bends_off_where_a_friend_stands_at_the_bank_before_it() -> None:
    battle = hunted((36, 44))
    battle.on_turn = 0
    add_piece(battle, Piece.OBSTACLE, [(0, 30), (72, 30)])
    unit = stand(battle, 0, "line_inf", 36, 24)
    stand(battle, 0, "line_inf", 36, 28.5)
    look_anew(battle, 0)
    battle.want[unit], battle.want_rate[unit] = (36, 34.5, 0, 1), 1.0
    assert not march_towards(battle, unit, 36, 34.5)
    assert march_to(battle, unit)
    assert apply(battle) == 0
    assert battle.x[unit] != 36
    assert battle.y[unit] > 24


def test_AI_27_by_night_a_hunt_goes_to_twelve_inches_from_its_prey() -> None:
    battle = hunted((50, 40))
    unit = stand(battle, 0, "line_inf", 30, 20)
    battle.phase, battle.pending, battle.asked, battle.night_stage = Phase.NIGHT, Pending.NIGHT, 0, 1
    assert moves_by_night(battle, 0, unit, 12.0)
    assert apply(battle) == 0
    assert enemy_gap(battle, unit, SIDE_SLOTS) == pytest.approx(12.05, abs=0.8)
    assert nearest_foe(battle, unit) >= 12.0


def test_AI_11_the_commander_of_a_hunt_rides_to_those_who_can_strike() -> None:
    battle = hunted((60, 40))
    battle.radius = 10
    for x in (54, 58, 62):
        stand(battle, 0, "line_inf", x, 30)
    lead(battle, 0, 46.0, 26.0)
    battle.fierceness[0] = -1.0
    look_anew(battle, 0)
    plan_headquarters(battle, 0)
    assert battle.chief_score[0] > 0.0
    assert (battle.chief_x[0], battle.chief_y[0]) == pytest.approx((57, 35), abs=1.0)
