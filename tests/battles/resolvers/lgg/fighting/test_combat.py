"""Combat: values, modifiers, results and what follows from them (LGG-10.0, 12.0, REC-4)."""


import pytest

from battles.resolvers.common.codes import Ground
from battles.resolvers.core.dice import COMBAT_STREAM
from battles.resolvers.lgg.fighting.combat import (
    answer_allot,
    attack_bonus,
    defence_bonus,
    resolve,
    verify_allot,
    verify_occupy,
)
from battles.resolvers.lgg.fighting.modifiers import list_modifiers
from battles.resolvers.lgg.movement.contact import fight_with, join
from battles.resolvers.lgg.record.codes import MODIFIER_KEYS, Face, Pending, Result, Status
from battles.resolvers.lgg.record.setup import add_piece
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import EASTWARD, NORTHWARD, WESTWARD, events, fix, names, rule_of, stage, stand

FRONT, RIGHT, LEFT = Face.FRONT, Face.RIGHT, Face.LEFT


def locked(*attackers: tuple[str, int], defender: str = "line_inf", strength: int | None = None,
           sp: int | None = None, battle: Battle | None = None, guard: bool = False) -> tuple[Battle, list[int], int]:
    """A combat on clear ground: attackers (type, side of the defender) in contact with a defender at (36, 24)."""
    battle = battle or stage()
    target = stand(battle, 1, defender, 36, 24, strength=strength, guard=guard)
    spots: dict[int, tuple[float, float, tuple[float, float]]] = {
             FRONT: (36, 21, NORTHWARD), LEFT: (39, 24, WESTWARD), RIGHT: (33, 24, EASTWARD)}
    deep = 1.5 + float(battle.half_width[target])
    spots[LEFT], spots[RIGHT] = (36 + deep, 24, WESTWARD), (36 - deep, 24, EASTWARD)
    units = []
    for kind, side in attackers:
        x, y, facing = spots[side]
        unit = stand(battle, 0, kind, x, y, facing, strength=sp)
        join(battle, fight_with(battle, target), unit, side)
        units.append(unit)
    return battle, units, target


def bonuses(battle: Battle) -> tuple[int, int]:
    list_modifiers(battle, 0)
    return attack_bonus(battle, 0), defence_bonus(battle, 0)


def modifiers(battle: Battle, column: int) -> dict[str, int]:
    list_modifiers(battle, 0)
    row = [int(value) for value in battle.modifier[column]]
    return {MODIFIER_KEYS[number]: value for number, value in enumerate(row) if number and value}


@pytest.mark.parametrize(("attackers", "totals"), [([FRONT], (4, 7)), ([FRONT, LEFT], (8, 7))])
def test_E06_E07_CM6_a_town_adds_three_and_is_never_flanked(attackers: list[int], totals: tuple[int, int]) -> None:
    battle = stage()
    add_piece(battle, "town", [(34, 22), (38, 22), (38, 26), (34, 26)])
    battle, _, _ = locked(*[("line_inf", side) for side in attackers], battle=battle)
    assert bonuses(battle) == totals


def test_E17_CM1_each_missing_point_costs_one() -> None:
    battle, _, _ = locked(("line_inf", FRONT), defender="heavy_cav", sp=1)
    assert modifiers(battle, 0) == {"CM1": -3}
    assert bonuses(battle) == (-2, 3)


def test_CM2_R_34_guard_counts_once_a_side() -> None:
    battle = stage()
    target = stand(battle, 1, "elite_inf", 36, 24, guard=True)
    for x, y, facing, side in ((36, 21, NORTHWARD, FRONT), (39, 24, WESTWARD, LEFT)):
        join(battle, fight_with(battle, target), stand(battle, 0, "elite_inf", x, y, facing, guard=True), side)
    assert (modifiers(battle, 0), modifiers(battle, 1)) == ({"CM2": 1}, {"CM2": 1, "CM3": -2})


def test_LGG_12_0_d_an_enemy_within_three_inches_behind_the_front_flanks() -> None:
    battle, _, _ = locked(("line_inf", FRONT))
    stand(battle, 0, "light_cav", 36, 30, NORTHWARD)
    assert modifiers(battle, 1) == {"CM3": -2}


def test_LGG_12_0_d_beyond_three_inches_or_held_by_another_it_does_not() -> None:
    battle, _, _ = locked(("line_inf", FRONT))
    behind = stand(battle, 0, "light_cav", 36, 30.1, NORTHWARD)
    assert modifiers(battle, 1) == {}
    other = stand(battle, 1, "line_inf", 36, 33.1, NORTHWARD)
    battle.x[behind], battle.y[behind] = 36, 30
    join(battle, fight_with(battle, other), behind, FRONT)
    assert modifiers(battle, 1) == {}


def test_LGG_12_0_d_attackers_can_be_flanked_too() -> None:
    battle, _, _ = locked(("line_inf", FRONT))
    stand(battle, 1, "light_cav", 36, 15.5)
    assert modifiers(battle, 0) == {"CM3": -2}


def test_LGG_12_0_d_guns_behind_the_front_flank_nobody() -> None:
    battle, _, _ = locked(("line_inf", FRONT))
    stand(battle, 0, "heavy_art", 36, 29, NORTHWARD)
    assert modifiers(battle, 1) == {}


def test_CM5_higher_ground_for_either_side() -> None:
    battle = stage()
    add_piece(battle, "hill", [(30, 22.4), (42, 22.4), (42, 30), (30, 30)])
    battle, _, _ = locked(("line_inf", FRONT), battle=battle)
    assert (modifiers(battle, 0), modifiers(battle, 1)) == ({}, {"CM5": 1})


@pytest.mark.parametrize(("hindered", "value"), [((1,), 2), ((0,), 0), ((1, 1), 2), ((1, 0), 1), ((0, 1), 1)])
def test_CM7_an_obstacle_hinders_all_or_one_of_two(hindered: tuple[int, ...], value: int) -> None:
    battle, _, _ = locked(*[("line_inf", (FRONT, LEFT)[n]) for n in range(len(hindered))])
    battle.fight_hindered[0, : len(hindered)] = hindered
    assert modifiers(battle, 1).get("CM7", 0) == value


def test_CM8_CM9_rough_ground_helps_infantry_and_harms_cavalry() -> None:
    for defender, expected in (("line_inf", {"CM8": 1}), ("light_cav", {"CM9": -2})):
        battle = stage()
        add_piece(battle, "rough", [(30, 22.4), (42, 22.4), (42, 30), (30, 30)])
        battle, _, _ = locked(("line_inf", FRONT), defender=defender, battle=battle)
        assert modifiers(battle, 1) == expected


def test_CM10_soft_ground_slows_attacking_cavalry_once() -> None:
    battle, _, _ = locked(("heavy_cav", FRONT), ("light_cav", LEFT), defender="heavy_cav")
    battle.ground = Ground.SOFT
    assert modifiers(battle, 0) == {"CM10": -1}


def test_CM11_guns_on_a_bridge_cannot_deploy() -> None:
    battle = stage()
    add_piece(battle, "bridge", [(36, 23), (36, 25)], width=2)
    battle, _, _ = locked(("line_inf", FRONT), defender="heavy_art", battle=battle)
    assert modifiers(battle, 1) == {"CM11": -2}


def test_REC_4_place_never_gives_more_than_four() -> None:
    battle = stage()
    add_piece(battle, "town", [(34, 22), (38, 22), (38, 26), (34, 26)])
    add_piece(battle, "hill", [(30, 22.4), (42, 22.4), (42, 30), (30, 30)])
    battle, _, _ = locked(("line_inf", FRONT), battle=battle)
    battle.fight_hindered[0, 0] = 1
    assert modifiers(battle, 1) == {"CM5": 1, "CM6": 3}


def thrown(faces: tuple[int, int], *attackers: tuple[str, int], **options: object) -> tuple[Battle, list[int], int]:
    """A combat fought with these attack and defence faces."""
    battle, units, target = locked(*attackers, **options)  # type: ignore[arg-type]
    fix(battle, COMBAT_STREAM, *faces)
    resolve(battle, 0, 0)
    return battle, units, target


def test_LGG_10_0_d_h_a_doubled_defender_routs_and_its_ground_is_taken() -> None:
    battle, (unit,), target = thrown((10, 1), ("line_inf", FRONT))
    assert battle.status[target] == Status.RALLYABLE
    assert (battle.x[unit], battle.y[unit]) == (36, 24)
    assert names(battle)[-3:] == ["combat", "rout", "occupy"]


def test_LGG_10_0_d_a_tie_goes_against_the_attacker() -> None:
    battle, (unit,), target = thrown((5, 5), ("line_inf", FRONT))
    assert (battle.sp[unit], battle.sp[target], battle.y[unit]) == (3, 4, 18)


def test_ST_13_twice_the_attack_costs_two_hits() -> None:
    battle, (unit,), _ = thrown((3, 10), ("line_inf", FRONT))
    assert dict(events(battle))["combat"]["total_attack"] == 7
    assert (battle.sp[unit], battle.y[unit]) == (2, 18)


def test_ST_12_a_gun_hit_once_is_lost_and_its_ground_taken() -> None:
    battle, (unit,), target = thrown((5, 5), ("line_inf", FRONT), defender="heavy_art")
    assert (battle.status[target], battle.y[unit]) == (Status.NONRALLYABLE, 24)


def test_LGG_10_0_f_the_last_hit_routs_the_defender() -> None:
    battle, (unit,), target = thrown((5, 7), ("line_inf", FRONT), strength=1)
    assert (battle.status[target], battle.y[unit]) == (Status.RALLYABLE, 24)


def test_LGG_10_0_g_an_attacker_without_strength_routs_while_the_other_falls_back() -> None:
    battle, (one, two), _ = locked(("line_inf", FRONT), ("line_inf", LEFT), defender="elite_inf")
    battle.sp[one] = 1
    fix(battle, COMBAT_STREAM, 1, 9)
    resolve(battle, 0, 0)
    assert battle.pending == Pending.ALLOT
    answer_allot(battle, 1)
    assert battle.status[one] == Status.RALLYABLE
    assert (battle.status[two], battle.x[two]) == (Status.BOARD, 42)


def test_R_04_the_owner_splits_two_hits_but_gives_no_unit_more_than_it_has() -> None:
    battle, (one, two), _ = locked(("militia_inf", FRONT), ("militia_inf", LEFT), defender="elite_inf")
    battle.sp[one], battle.start[one] = 1, 1
    fix(battle, COMBAT_STREAM, 1, 10)
    resolve(battle, 0, 0)
    assert battle.fight_result == Result.ATTACKER_TWO_HITS
    assert [rule_of(verify_allot(battle, on_first)) for on_first in (-1, 0, 1, 2, 3)] == [
        "LGG-10.0-d", "", "", "LGG-10.0-d", "LGG-10.0-d"]
    answer_allot(battle, 0)
    assert (battle.sp[one], battle.sp[two]) == (1, 2)


def test_LGG_10_0_h_of_two_victors_one_is_chosen_to_take_the_ground() -> None:
    battle, (_one, two), target = thrown((10, 1), ("line_inf", FRONT), ("line_inf", LEFT))
    assert (battle.pending, battle.asked) == (Pending.OCCUPY, 0)
    assert (rule_of(verify_occupy(battle, two)), rule_of(verify_occupy(battle, target))) == ("", "LGG-10.0-h")


def test_LGG_12_0_c_a_combat_is_written_with_values_and_modifiers_of_both_sides() -> None:
    battle, _, _ = thrown((5, 5), ("line_inf", LEFT), sp=3)
    combat = dict(events(battle))["combat"]
    assert (combat["total_attack"], combat["total_defend"], combat["forced"]) == (8, 7, 0)
