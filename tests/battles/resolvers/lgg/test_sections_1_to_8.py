"""Scale, weather, rounds, moves: rules of sections 1, 4, 6 and 8 that other files do not name."""

import pytest

from battles.resolvers.common.codes import SEASON_KEYS, Weather
from battles.resolvers.lgg.command.radius import in_radius, standing_price
from battles.resolvers.lgg.machine.engine import apply, plain_answer
from battles.resolvers.lgg.movement.paths import increments_of, load_route
from battles.resolvers.lgg.movement.zones import zone_target
from battles.resolvers.lgg.record.codes import Command, Pending
from battles.resolvers.lgg.record.setup import new_battle
from battles.resolvers.lgg.record.state import Battle
from rosters.rules.catalogue import catalogue
from tests.battles.resolvers.lgg.command.test_command import battle_of, play_round
from tests.battles.resolvers.lgg.movement.test_attack import attack, head_on
from tests.battles.resolvers.lgg.movement.test_movement import priced
from tests.battles.resolvers.lgg.stage import EASTWARD, NORTHWARD, laid, lead, path, stage, stand


def test_LGG_1_0_a_what_a_unit_stands_for() -> None:
    men = {key: row.men for key, row in catalogue().unit_types.items()}
    assert {men[key] for key in ("elite_inf", "line_inf", "militia_inf")} == {6000}
    assert {men[key] for key in ("heavy_cav", "light_cav", "irreg_cav")} == {3000}


@pytest.mark.parametrize(("x", "near"), [(10 + 1 + 20 + 1.5, True), (10 + 1 + 20 + 1.5 + 0.001, False)])
def test_LGG_4_0_c_the_radius_goes_from_stand_to_base(x: float, near: bool) -> None:
    battle = stage()
    lead(battle, 0, 10, 20)
    assert in_radius(battle, stand(battle, 0, "line_inf", x, 20)) is near


def stay_in_the_fight(battle: Battle) -> None:
    """Neither side breaks off."""
    while battle.pending == Pending.BREAK_OFF:
        plain_answer(battle)
        assert apply(battle) == 0


def test_LGG_6_0_a_a_day_holds_rounds_and_a_round_its_actions() -> None:
    battle, _, _ = laid((0, "line_inf", 36, 10), (1, "line_inf", 36, 38))
    battle["rolled"] = battle["own_roll"] = (9, 5)
    for _ in (0, 1):
        battle.cmd = Command.END_TURN
        assert apply(battle) == 0
    stay_in_the_fight(battle)
    assert (battle.day, battle.round_no, battle.count) == (1, 2, 14)
    assert battle.actions == battle.rolled[battle.first]


def test_ST_26_LGG_6_1_b_a_tie_keeps_the_order_of_the_round_before() -> None:
    battle = battle_of("average", "average")
    assert [play_round(battle, *rolls) for rolls in ((4, 9), (7, 7), (8, 8), (9, 1), (3, 3))] == [1, 1, 1, 0, 0]


def test_LGG_6_1_e_R_14_R_15_open_combats_are_resolved_before_the_count_and_the_day_ends_after_it() -> None:
    battle, unit, foe = head_on()
    battle["rolled"], battle["own_roll"], battle.count = (9, 5), (9, 5), 90
    assert attack(battle, unit, foe) == ""
    battle.cmd = Command.END_TURN
    assert apply(battle) == 0
    assert (battle.fight_open[0], battle.count) == (1, 90)
    battle.cmd = Command.END_TURN
    assert apply(battle) == 0
    assert (battle.fight_open[0], battle.count) == (0, 104)
    stay_in_the_fight(battle)
    assert battle.pending == Pending.STAY


def test_LGG_6_2_a_length_of_the_day_by_season() -> None:
    lengths = dict(zip(SEASON_KEYS, new_battle("seasons").day_length, strict=True))
    assert lengths == {"spring": 100, "summer": 140, "fall": 120, "winter": 80}


@pytest.mark.parametrize(("sky", "count"), [(Weather.NORMAL, 15), (Weather.OVERCAST, 16), (Weather.PRECIPITATING, 17)])
def test_ST_02_LGG_6_3_a_bad_weather_lengthens_each_count(sky: int, count: int) -> None:
    battle = battle_of("average", "average")
    battle.weather = sky
    play_round(battle, 9, 6)
    assert (battle.count, list(battle.rolled)) == (count, [9, 6])


@pytest.mark.parametrize(("length", "increments"), [(12.0, 1), (12.015, 1), (12.03, 2), (24.015, 2), (29.0, 3)])
def test_LGG_8_1_c_R_50_boundaries_lie_at_full_increments(length: float, increments: int) -> None:
    battle, unit = laid((0, "line_inf", 12, 20, EASTWARD))
    path(battle, Command.MOVE, unit, (12 + length, 20.0, *EASTWARD))
    assert increments_of(battle, unit, load_route(battle, unit)) == increments


def test_LGG_8_2_a_R_19_lights_pay_no_surcharge_for_moving_alone() -> None:
    assert (priced("light_cav", 21.0, 6.0)[0], priced("heavy_cav", 21.0, 6.0)[0]) == (1, 2)
    battle = stage()
    lead(battle, 0, 10, 20)
    far = stand(battle, 0, "light_cav", 45, 20)
    assert standing_price(battle, far) == 2
    battle.light_cav_all_activities = 1
    assert standing_price(battle, far) == 1


def test_LGG_8_5_c_R_22_the_nearest_to_the_front_and_else_the_nearest_of_any_type() -> None:
    battle, unit = laid((0, "line_inf", 36, 20))
    pose = (36.0, 20.0, *NORTHWARD)
    beside = stand(battle, 1, "pontoon", 41, 20)
    assert zone_target(battle, unit, *pose) == beside
    ahead = stand(battle, 1, "engineer", 36, 27)
    assert zone_target(battle, unit, *pose) == ahead
    battle.y[ahead] = 40
    assert zone_target(battle, unit, *pose) == beside
