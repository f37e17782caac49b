"""Contact, combat, fire and evening: rules of sections 9 to 15, and rulings, that other files do not name."""

import pytest

from battles.resolvers.common.codes import Ground
from battles.resolvers.core.dice import COMBAT_STREAM, PURSUIT_STREAM
from battles.resolvers.lgg.command.activation import verify_open
from battles.resolvers.lgg.command.morale import may_recover, take_hit
from battles.resolvers.lgg.day import evening
from battles.resolvers.lgg.fighting.combat import resolve
from battles.resolvers.lgg.fighting.odds import combat_result, total_of
from battles.resolvers.lgg.machine.engine import apply
from battles.resolvers.lgg.machine.orders import verify
from battles.resolvers.lgg.movement.contact import exposed, fight_with, join
from battles.resolvers.lgg.movement.fallback import way_back
from battles.resolvers.lgg.record.codes import NOBODY, Activity, Cause, Command, Face, Pending, Phase, Result, Status
from battles.resolvers.lgg.record.profile import shipped_profile
from battles.resolvers.lgg.record.setup import add_piece
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.turn.routes import plan_withdraw
from tests.battles.resolvers.lgg.day.test_evening import dusk, items, pursued
from tests.battles.resolvers.lgg.fighting.test_combat import FRONT, LEFT, RIGHT, bonuses, locked, modifiers, thrown
from tests.battles.resolvers.lgg.fighting.test_fire import battery, sums
from tests.battles.resolvers.lgg.movement.test_attack import attack, beaten_defender, head_on
from tests.battles.resolvers.lgg.movement.test_movement import go
from tests.battles.resolvers.lgg.stage import (
    EASTWARD,
    NORTHWARD,
    SOUTHWARD,
    events,
    fix,
    laid,
    names,
    rule_of,
    second_turn,
    stage,
    stand,
)


def test_LGG_9_0_c_a_side_with_a_neighbour_flush_on_it_is_not_exposed() -> None:
    battle, foe, unit = laid((1, "line_inf", 36, 24), (0, "line_inf", 36, 12))
    assert [bool(exposed(battle, unit, foe, side)) for side in range(4)] == [True] * 4
    for x in (33, 39):
        stand(battle, 1, "line_inf", x, 24)
    assert [side for side in range(4) if exposed(battle, unit, foe, side)] == [FRONT, Face.REAR]


@pytest.mark.parametrize("activity", [Activity.MOVE, Activity.ATTACK, Activity.WITHDRAW, Activity.RECOVER])
def test_LGG_7_0_l_9_0_f_to_an_attacker_in_contact_only_forcing_is_open(activity: int) -> None:
    battle, unit, foe = head_on()
    attack(battle, unit, foe)
    assert battle.combat[unit] == battle.combat[foe] != NOBODY
    battle["done"], battle["closed"] = 0, 0
    assert rule_of(verify_open(battle, unit, activity)) == "LGG-7.0-l"
    battle.cmd, battle.cmd_target = Command.FORCE, 0
    assert verify(battle) == 0


def test_R_31_of_two_attackers_only_the_one_that_breaks_is_gone() -> None:
    """One breaks by the check of its rough ground while it comes up; the other's attack goes on alone."""
    battle, (one, two), foe = locked(("line_inf", FRONT), ("line_inf", LEFT))
    battle.sp[two] = 1
    take_hit(battle, two, Cause.ROUGH)
    assert (battle.status[two], battle.combat[two]) == (Status.RALLYABLE, NOBODY)
    assert battle.combat[one] == battle.combat[foe] == 0
    fix(battle, COMBAT_STREAM, 4, 4)
    resolve(battle, 0, 0)
    fought = dict(events(battle))["combat"]
    assert (fought["total_attack"], fought["total_defend"], battle.fight_open[0]) == (8, 8, 0)


def test_R_30_a_withdrawal_goes_through_friends() -> None:
    battle, unit, foe = head_on()
    attack(battle, unit, foe)
    stand(battle, 1, "line_inf", 36, 25.5)
    second_turn(battle)
    assert (plan_withdraw(battle, foe), apply(battle)) == (0, 0)
    assert battle.y[foe] >= 25.5 + 3


@pytest.mark.parametrize(("attack_total", "defence_total", "result"), [
    (2, 1, Result.ROUT), (8, 4, Result.ROUT), (7, 4, Result.DEFENDER_HIT),
    (1, 1, Result.ATTACKER_HIT), (4, 4, Result.ATTACKER_HIT), (4, 7, Result.ATTACKER_HIT),
    (4, 8, Result.ATTACKER_TWO_HITS)])
def test_R_01_R_03_ST_13_to_ST_15_exactly_double_counts_and_a_tie_is_never_double(attack_total: int, defence_total: int,
                                                                  result: int) -> None:
    assert combat_result(attack_total, defence_total) == result


def test_R_02_LGG_10_0_a_the_floor_of_one_is_laid_under_the_finished_total() -> None:
    assert [total_of(face, -4) for face in (1, 4, 5, 6)] == [1, 1, 1, 2]
    battle, _, _ = locked(("militia_inf", FRONT), ("militia_inf", LEFT), defender="heavy_cav", sp=1)
    assert bonuses(battle)[0] == 0 + 0 - 3 - 3
    assert [total_of(face, bonuses(battle)[0]) for face in (1, 7, 8, 10)] == [1, 1, 2, 4]


def test_R_05_LGG_12_0_e_CM4_foot_and_horse_on_infantry_meet_squares_without_a_flank() -> None:
    battle, _, target = locked(("line_inf", FRONT), ("heavy_cav", LEFT))
    assert bonuses(battle) == (4 + 3, 4 - 2)
    assert modifiers(battle, 1) == {"CM4": -2}
    second_turn(battle)
    assert rule_of(plan_withdraw(battle, target)) == "LGG-9.0-h"


@pytest.mark.parametrize(("defender", "totals"), [("heavy_cav", (1 + 5, 3 - 2)), ("heavy_art", (4 + 3, 2 - 2))])
def test_R_06_LGG_10_0_c_mixed_attackers_read_their_own_columns_and_the_defender_its_lower_one(
    defender: str, totals: tuple[int, int]
) -> None:
    battle, _, _ = locked(("line_inf", FRONT), ("heavy_cav", LEFT), defender=defender)
    assert bonuses(battle) == totals


def test_R_07_guns_may_be_attacked_by_two_on_different_sides() -> None:
    battle, gun, one, two = laid((1, "heavy_art", 36, 24), (0, "line_inf", 36, 16), (0, "line_inf", 28, 24, EASTWARD))
    assert [attack(battle, unit, gun) for unit in (one, two)] == ["", ""]
    assert list(battle.fight_attackers[0]) == [one, two]


def test_LGG_10_0_i_who_is_driven_out_of_a_block_leaves_it_empty() -> None:
    battle = stage()
    add_piece(battle, "town", [(34, 22), (38, 22), (38, 26), (34, 26)])
    battle, (unit,), target = thrown((10, 3), ("line_inf", FRONT), battle=battle, defender="militia_inf")
    assert combat_result(14, 9) == Result.DEFENDER_HIT
    assert (battle.sp[target], battle.status[target]) == (3, Status.BOARD)
    assert (battle.y[target], battle.y[unit]) == (27, 21)


def two_combats() -> tuple[Battle, list[int], list[int]]:
    battle = stage()
    battle["rolled"] = battle["own_roll"] = (9, 5)
    foes = [stand(battle, 1, "line_inf", x, 22) for x in (20, 50)]
    units = [stand(battle, 0, "line_inf", x, 15) for x in (20, 50)]
    for unit, foe in zip(units, foes, strict=True):
        assert attack(battle, unit, foe) == ""
    for _ in (0, 1):
        battle.cmd = Command.END_TURN
        assert apply(battle) == 0
    return battle, units, foes


def test_LGG_10_1_a_R_12_the_first_side_chooses_which_combat_is_resolved_next() -> None:
    battle, _, _ = two_combats()
    assert (battle.phase, battle.asked) == (Phase.COMBATS, 0)
    fix(battle, COMBAT_STREAM, 10, 1)
    battle.cmd, battle.cmd_target = Command.RESOLVE, 1
    assert apply(battle) == 0
    assert (battle.fight_open[0], battle.fight_open[1]) == (0, 0)
    assert [numbers["combat"] for name, numbers in events(battle) if name == "combat"] == [2, 1]


def test_LGG_10_1_b_each_combat_is_finished_before_the_next() -> None:
    battle, _, _ = two_combats()
    fix(battle, COMBAT_STREAM, 5, 5, 10, 1)
    battle.cmd, battle.cmd_target = Command.RESOLVE, 0
    assert apply(battle) == 0
    order = [name for name in names(battle) if name in ("combat", "hit", "fallback", "rout", "occupy")]
    assert order == ["combat", "hit", "fallback", "combat", "rout", "occupy"]


def test_LGG_10_2_c_going_back_through_rough_ground_is_checked_once() -> None:
    battle, _, foe = beaten_defender()
    add_piece(battle, "rough", [(30, 24), (42, 24), (42, 40), (30, 40)])
    resolve(battle, 0, 0)
    assert battle.sp[foe] in (2, 3)
    assert [name for name in names(battle) if name in ("fallback", "check")] == ["fallback", "check"]


def test_LGG_10_2_e_horse_does_not_stop_in_a_block() -> None:
    battle = stage()
    add_piece(battle, "town", [(34, 24.2), (38, 24.2), (38, 28.2), (34, 28.2)])
    battle, _, target = thrown((6, 5), ("heavy_cav", FRONT), battle=battle, defender="light_cav")
    assert battle.status[target] == Status.BOARD
    overlap = max(0.0, min(28.2, float(battle.y[target]) + 1.5) - max(24.2, float(battle.y[target]) - 1.5)) * 3.0
    assert overlap <= 9.0 / 4 + 1e-6
    assert battle.y[target] > 27


def test_R_11_two_attackers_drive_a_defender_along_the_mean_of_their_facings() -> None:
    battle, _, target = locked(("line_inf", FRONT), ("line_inf", LEFT))
    x, y = way_back(battle, 0, target)
    assert (round(x, 4), round(y, 4)) == (-0.7071, 0.7071)
    battle, _, target = locked(("line_inf", RIGHT))
    assert way_back(battle, 0, target) == EASTWARD


def test_R_29_ST_10_LGG_10_2_a_the_hit_comes_first_and_the_unit_is_broken_once() -> None:
    battle, _, foe = beaten_defender()
    for x in (31.5, 34.5, 37.5, 40.5):
        stand(battle, 0, "line_inf", x, 25.1, SOUTHWARD)
    resolve(battle, 0, 0)
    told = names(battle)
    assert (told.count("hit"), told.count("rout")) == (1, 1)
    assert told.index("hit") < told.index("rout")
    assert battle.status[foe] != Status.BOARD


def test_LGG_11_0_b_14_0_b_hits_are_counted_from_the_start_and_missing_points_from_full() -> None:
    battle = stage()
    unit = stand(battle, 0, "line_inf", 36, 12, strength=3)
    battle.sp[unit] = 2
    assert (battle.full[unit], battle.start[unit], battle.sp[unit]) == (4, 3, 2)
    assert may_recover(battle, unit)
    battle.sp[unit] = 3
    assert not may_recover(battle, unit)
    fight, _, _ = locked(("line_inf", FRONT), sp=2)
    assert modifiers(fight, 0) == {"CM1": -2}


def test_LGG_12_0_a_all_that_applies_is_added_up_in_the_totals() -> None:
    """Worn Guard cavalry on soft ground against a worn militia on a wooded hill, behind a wall, with one more behind
    its front; the totals are those of the journal."""
    battle = stage()
    for kind in ("hill", "rough"):
        add_piece(battle, kind, [(30, 22.6), (42, 22.6), (42, 30), (30, 30)])
    foe = stand(battle, 1, "militia_inf", 36, 24, strength=2)
    unit = stand(battle, 0, "heavy_cav", 36, 21, strength=2, guard=True)
    join(battle, fight_with(battle, foe), unit, FRONT)
    battle.ground, battle.fight_hindered[0, 0] = Ground.SOFT, 1
    assert modifiers(battle, 0) == {"CM1": -1, "CM2": 1, "CM10": -1}
    assert modifiers(battle, 1) == {"CM1": -2, "CM5": 1, "CM7": 2, "CM8": 1}
    fix(battle, COMBAT_STREAM, 7, 3)
    resolve(battle, 0, 0)
    fought = dict(events(battle))["combat"]
    assert (fought["total_attack"], fought["total_defend"]) == (7 + 3 - 1, 3 + 3 + 2)


@pytest.mark.parametrize(("number", "value"), list(enumerate([-1, 1, -2, -2, 1, 3, 2, 1, -2, -1, -2], 1)))
def test_LGG_12_0_a_each_modifier_is_worth_what_the_profile_says(number: int, value: int) -> None:
    battle, _, _ = locked(("line_inf", FRONT))
    assert battle.cm[number] == value == shipped_profile().tables["combat"][f"CM{number}"]


def test_LGG_12_0_b_CM3_beside_the_front_is_no_flank_and_behind_it_is_one() -> None:
    battle, _, _ = locked(("line_inf", FRONT))
    beside = stand(battle, 0, "line_inf", 41, 22.4)
    assert modifiers(battle, 1) == {}
    battle.y[beside] = 22.6
    assert modifiers(battle, 1) == {"CM3": -2}


def test_R_33_one_opponent_as_high_as_oneself_denies_the_higher_ground() -> None:
    battle = stage()
    add_piece(battle, "hill", [(30, 22.4), (37.6, 22.4), (37.6, 30), (30, 30)])
    fight, _, _ = locked(("line_inf", FRONT), ("line_inf", LEFT), battle=battle)
    assert modifiers(fight, 1) == {"CM3": -2, "CM5": 1}
    add_piece(battle, "hill", [(37.6, 20), (46, 20), (46, 30), (37.6, 30)])
    assert modifiers(fight, 1) == {"CM3": -2}


def test_LGG_13_0_g_having_moved_costs_a_fire_nothing() -> None:
    battle, gun, foe = battery()
    before = sums(battle, gun, foe)
    assert go(battle, gun, float(battle.x[gun]), float(battle.y[gun]) + 0.5) == ""
    battle.cmd, battle.cmd_unit, battle.cmd_target = Command.FIRE, gun, foe
    assert (rule_of(verify(battle)), sums(battle, gun, foe)) == ("", before)


def test_LGG_15_3_c_guns_lose_a_unit_for_each_hit() -> None:
    battle = dusk((1, 0))
    for n in range(2):
        stand(battle, 0, "light_cav", 6.0 + 4 * n, 12, strength=1)
    guns = [stand(battle, 1, "heavy_art", 20 + 4 * n, 36) for n in range(3)]
    fix(battle, PURSUIT_STREAM, 4, 4, sides=6)
    evening.step(battle)
    while battle.pending == Pending.NONE and battle.phase == Phase.PURSUIT:
        evening.step(battle)
    if battle.pending == Pending.PURSUIT:
        items(battle, (guns[0], 1), (guns[2], 1))
        evening.answer_pursuit(battle)
    assert [int(battle.status[gun]) == Status.BOARD for gun in guns].count(False) == 2


def test_LGG_15_4_d_a_pursuit_that_hit_nothing_still_tires() -> None:
    battle = pursued(5, 6)
    assert (battle.pursued[1], battle.sp[64]) == (1, 4)


def test_LGG_15_6_a_light_wounds_may_still_return_on_the_second_day() -> None:
    battle = stage()
    battle.day = 2
    unit = stand(battle, 0, "line_inf", 36, 10)
    battle.sp[unit] = 3
    assert may_recover(battle, unit)


def test_R_38_light_horse_counts_by_its_strength_in_the_evening() -> None:
    battle = dusk((1, 0))
    battle.sp[stand(battle, 0, "light_cav", 36, 12)] = 1
    assert evening.light_strength(battle, 0) == 1


@pytest.mark.parametrize("facing", [NORTHWARD])
def test_R_44_of_two_enemies_touched_the_named_one_alone_fights(facing: tuple[float, float]) -> None:
    battle, unit = laid((0, "line_inf", 36, 15, facing))
    foes = [stand(battle, 1, "line_inf", x, 22) for x in (34.5, 37.5)]
    assert (attack(battle, unit, foes[0]), battle.combat[foes[0]]) == ("", battle.combat[unit])
    assert battle.combat[foes[1]] == NOBODY
