"""Moves, formations and disorder, rule by rule (SNW-19 to SNW-30), with the values D.10 expects of them."""

from fractions import Fraction
from typing import Any

import pytest

from battles.resolvers.common.codes import NOBODY, Ground, Weather
from battles.resolvers.fields.field import obstacle, road, rough, town
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.codes import MM, Dead, Disorder, Event, Form, Lead, Own, State
from battles.resolvers.solo_napoleonic.doctrine.general import needs_reform
from battles.resolvers.solo_napoleonic.fighting.morale import flee
from battles.resolvers.solo_napoleonic.fighting.shooting import fire_small_arms
from battles.resolvers.solo_napoleonic.footing import charge_move, disorder, front_figures, normal_move, ranks
from battles.resolvers.solo_napoleonic.movement import moves
from battles.resolvers.solo_napoleonic.movement.drill import (
    begin_change,
    change_extra,
    end_unformed,
    go_on_changing,
    reform,
)
from battles.resolvers.solo_napoleonic.movement.ways import AHEAD, RIGHT, free_of_bases
from tests.battles.resolvers.solo_napoleonic.table import BLUE, BLUE_BRIGADIER, RED, Man, in_hand, rig, rows, table

FOOT = "line_inf"


def alone(kind: str = FOOT, form: int = -1, **more: Any):
    return table(Man(0, kind, 900, 400, 0, form), **more)


def block(left: float, bottom: float, side: float) -> tuple[tuple[float, float], ...]:
    return ((left, bottom), (left + side, bottom), (left + side, bottom + side), (left, bottom + side))


@pytest.mark.parametrize(("kind", "form", "length", "charge"), [
    (FOOT, Form.LINE, 100, 150), (FOOT, Form.COLUMN, 150, 200), (FOOT, Form.SQUARE, 30, 80),
    (FOOT, Form.SKIRMISH, 150, 200), ("heavy_cav", -1, 200, 300), ("light_cav", -1, 250, 350),
    ("irreg_cav", -1, 250, 350), ("field_art", Form.LIMBERED, 120, 170), ("field_art", Form.DEPLOYED, 30, 80),
    ("horse_art", Form.LIMBERED, 200, 250), ("horse_art", Form.DEPLOYED, 50, 100),
])  # fmt: skip
def test_SNW_19(kind: str, form: int, length: int, charge: int) -> None:
    battle = alone(kind, form)
    assert (normal_move(battle, BLUE), charge_move(battle, BLUE)) == (length * MM, charge * MM)


def test_SNW_19_roads_retreats_and_routs() -> None:
    battle = alone(FOOT, Form.COLUMN, pieces=[road(((36.5, 0), (36.5, 48)))])
    rig(battle, (8, 4), (6, 3))
    moves.march(battle, BLUE, 0, 2500, 4, 0)
    assert battle.y[BLUE] == 4000 + 2000
    for state, length in ((State.RETREATING, 1000), (State.ROUTING, 1500)):
        battle = alone()
        battle.own[BLUE, Own.STATE] = state
        flee(battle, BLUE)
        assert (battle.y[BLUE], battle.heading[BLUE]) == (4000 - length, 180)


def test_SNW_19_turning_costs_quarters() -> None:
    battle = alone()
    assert [moves.turn_cost(battle, turn) for turn in (0, 45, -45, 46, 90, 91, 180)] == [0, 0, 0, 1, 1, 2, 3]


FOOT_PACES = [30, 20, 10, 0, 0, -10, -20, -30]
HORSE_PACES = [50, 40, 30, 20, 10, 0, 0, -10, -20, -30, -40, -50]


def test_SNW_20() -> None:
    battle = alone()
    assert [moves.paced(battle, BLUE, face) for face in range(1, 9)] == FOOT_PACES
    battle = alone("light_cav")
    assert [moves.paced(battle, BLUE, face) for face in range(1, 13)] == HORSE_PACES
    assert [moves.paced(alone("horse_art"), BLUE, 1), moves.paced(alone("field_art"), BLUE, 1)] == [50, 30]
    battle = alone(FOOT, Form.SQUARE)
    assert moves.random_part(battle, BLUE) == 0
    battle = alone()
    rig(battle, (8, 8), (6, 3))
    moves.march(battle, BLUE, 0, 200, 4, 0)
    assert battle.y[BLUE] == 4000


def moments(kind: str, handling: int, sides: int) -> tuple[Fraction, Fraction]:
    battle = alone(kind)
    battle.lead_own[BLUE_BRIGADIER, Lead.TH] = handling
    faces = [Fraction(moves.paced(battle, BLUE, face), 10) for face in range(1, sides + 1)]
    return sum(faces, Fraction(0)) / sides, sum((face * face for face in faces), Fraction(0)) / sides


def test_SNW_21_SNW_E3_SNW_E4_the_law_of_the_pace() -> None:
    assert moments(FOOT, 1, 8) == (0, Fraction(7, 2))
    assert moments("light_cav", 1, 12) == (0, Fraction(55, 6))
    assert moments(FOOT, 0, 8) == (0, Fraction(11, 2))
    assert moments(FOOT, 2, 8) == (0, Fraction(5, 4))


@pytest.mark.parametrize(
    ("face", "wet", "aside"), [(1, 0, -30), (2, 0, 0), (5, 0, 0), (6, 0, 30), (2, 1, -30), (5, 1, 30)]
)
def test_SNW_22(face: int, wet: int, aside: int) -> None:
    battle = alone()
    battle.weather = Weather.PRECIPITATING * wet
    rig(battle, (6, face), (6, 3))
    moves.swerve(battle, BLUE)
    assert battle.x[BLUE] == 9000 + aside * MM


def test_SNW_23() -> None:
    battle = table(Man(0, FOOT, 900, 400), Man(0, FOOT, 1020, 400))
    rig(battle, (6, 6), (6, 1))
    assert moves.step_out(battle, BLUE, RIGHT, 60 * MM, 1, 22, 0) == 100
    assert rows(battle, Event.COLLISION)[0][2:4] == [0, 1]
    assert [int(battle.own[unit, Own.CHITS]) for unit in (0, 1)] == [3, 1]
    rig(battle, (6, 2), (6, 3))
    moves.collide(battle, BLUE, 1)
    assert [int(battle.own[unit, Own.CHITS]) for unit in (0, 1)] == [4, 3]


def test_SNW_23_the_mover_stops_touching() -> None:
    battle = table(Man(0, FOOT, 900, 400), Man(1, FOOT, 930, 460, 160))
    assert 0 < free_of_bases(battle, BLUE, AHEAD, 1000, NOBODY) < 600
    assert free_of_bases(battle, BLUE, AHEAD, 10, NOBODY) == 10


@pytest.mark.parametrize(("kind", "handling", "held", "dead", "extra"), [
    (FOOT, 1, True, 0, 0), (FOOT, 0, True, 0, 1), (FOOT, 2, True, 0, -1), (FOOT, 1, False, 0, 2),
    ("elite_inf", 1, True, 0, -1), ("militia_inf", 1, True, 0, 1), (FOOT, 1, True, Dead.MUSICIAN, 1),
])  # fmt: skip
def test_SNW_24(kind: str, handling: int, held: bool, dead: int, extra: int) -> None:
    battle = alone(kind)
    battle.lead_own[BLUE_BRIGADIER, Lead.TH] = handling
    if held:
        in_hand(battle)
    battle.own[BLUE, Own.DEAD] = dead
    assert change_extra(battle, BLUE) == extra


def test_SNW_24_what_exceeds_the_turn_is_carried_over() -> None:
    battle = alone("militia_inf")
    rig(battle, (4, 4))
    assert begin_change(battle, BLUE, Form.COLUMN, 4) == 0
    assert (battle.own[BLUE, Own.FORM], battle.own[BLUE, Own.QUARTERS]) == (Form.LINE, 3)
    end_unformed(battle, BLUE)
    assert (battle.own[BLUE, Own.CHITS], go_on_changing(battle, BLUE, 4)) == (1, 1)
    assert battle.own[BLUE, Own.FORM] == Form.COLUMN


@pytest.mark.parametrize(("temper", "face", "goes"), [(1, 1, False), (1, 2, True), (0, 2, False), (2, 1, True)])
def test_SNW_25_SNW_W5_setting_off(temper: int, face: int, goes: bool) -> None:
    battle = alone()
    battle.lead_own[BLUE_BRIGADIER, Lead.AV] = temper
    rig(battle, (6, face))
    assert moves.sets_off(battle, BLUE) is goes
    assert len(rows(battle, Event.BALKS)) == int(not goes)
    battle.own[BLUE, Own.MOVED_LAST] = 1
    assert moves.sets_off(battle, BLUE)


@pytest.mark.parametrize(("temper", "face", "goes"), [(1, 6, True), (1, 5, False), (2, 5, True), (0, 6, False)])
def test_SNW_25_halting(temper: int, face: int, goes: bool) -> None:
    battle = alone()
    battle.lead_own[BLUE_BRIGADIER, Lead.AV] = temper
    assert not moves.carries_on(battle, BLUE)
    battle.own[BLUE, Own.MOVED_LAST] = 1
    rig(battle, (6, face), (8, 4), (6, 3))
    assert moves.carries_on(battle, BLUE) is goes
    assert len(rows(battle, Event.CARRIES_ON)) == int(goes)
    assert battle.y[BLUE] == 4000 + 1000 * int(goes)


def test_SNW_26_SNW_29_rough_ground_and_obstacles() -> None:
    battle = alone(pieces=[rough(block(30, 17, 15))])
    rig(battle, (8, 4), (6, 3))
    moves.march(battle, BLUE, 0, 1000, 4, 0)
    assert (battle.y[BLUE], battle.own[BLUE, Own.CHITS]) == (4500, 1)
    battle = alone(pieces=[obstacle(((20, 18), (50, 18)))])
    rig(battle, (8, 4), (6, 3))
    moves.march(battle, BLUE, 0, 1000, 4, 0)
    assert (battle.y[BLUE], battle.own[BLUE, Own.CHITS]) == (4750, 1)
    battle = alone("light_cav", pieces=[town(34, 18)])
    rig(battle, (12, 6), (6, 3))
    moves.march(battle, BLUE, 0, 2500, 4, 0)
    assert battle.y[BLUE] < 18 * 250


@pytest.mark.parametrize(("kind", "form", "front", "deep"), [
    (FOOT, Form.LINE, 10, 2), (FOOT, Form.COLUMN, 6, 3), (FOOT, Form.SQUARE, 6, 3),
    (FOOT, Form.SKIRMISH, 18, 1), ("light_cav", -1, 6, 2),
])  # fmt: skip
def test_SNW_27(kind: str, form: int, front: int, deep: int) -> None:
    battle = alone(kind, form)
    assert (front_figures(battle, BLUE), ranks(battle, BLUE)) == (front, deep)
    slots: dict[int, int] = {
        Form.LINE: n.FORMATION_LINE,
        Form.COLUMN: n.FORMATION_COLUMN,
        Form.SQUARE: n.FORMATION_SQUARE,
    }
    slot = slots.get(form)
    if slot is not None:
        assert battle.width[BLUE] == 11 * MM * battle.num[slot]
        assert battle.depth[BLUE] == 12 * MM * battle.num[slot + 1]


def test_SNW_28() -> None:
    battle = table(Man(0, FOOT, 900, 400), Man(1, FOOT, 900, 480, 180))
    fire_small_arms(battle, BLUE, RED, 500, 0)
    assert (battle.own[BLUE, Own.CHITS], battle.own[RED, Own.CHITS]) == (1, 0)
    disorder(battle, BLUE, 2, Disorder.FIRE, 28)
    assert battle.own[BLUE, Own.CHITS] == 3
    for state, chits in ((State.RETREATING, 1), (State.ROUTING, 2)):
        battle = alone()
        battle.own[BLUE, Own.STATE] = state
        flee(battle, BLUE)
        assert battle.own[BLUE, Own.CHITS] == chits
    battle = alone(FOOT, Form.COLUMN)
    battle.own[BLUE, Own.DEAD] = Dead.MUSICIAN
    rig(battle, (8, 4), (6, 3))
    moves.march(battle, BLUE, 0, 1500, 4, 0)
    assert battle.own[BLUE, Own.CHITS] == 1


@pytest.mark.parametrize(("kind", "guard", "dead", "face", "left"), [
    (FOOT, False, 0, 3, 5), (FOOT, False, Dead.OFFICER, 3, 6), (FOOT, False, Dead.OFFICER | Dead.MUSICIAN, 3, 7),
    ("militia_inf", False, 0, 1, 8), ("elite_inf", True, 0, 3, 4),
    (FOOT, False, Dead.OFFICER | Dead.MUSICIAN, 1, 8),
])  # fmt: skip
def test_SNW_30(kind: str, guard: bool, dead: int, face: int, left: int) -> None:
    battle = table(Man(0, kind, 900, 400, guard=guard), Man(1, FOOT, 900, 900, 180))
    battle.own[BLUE, Own.CHITS], battle.own[BLUE, Own.DEAD] = 8, dead
    assert needs_reform(battle, BLUE, RED)
    rig(battle, (6, face))
    reform(battle, BLUE)
    assert battle.own[BLUE, Own.CHITS] == left
    battle.own[BLUE, Own.CHITS], battle.own[BLUE, Own.LOST_NOW] = 8, 1
    assert not needs_reform(battle, BLUE, RED)


@pytest.mark.parametrize(
    ("kind", "hard", "soft"), [("heavy_cav", 2000, 1333), ("light_cav", 2500, 2500), (FOOT, 1000, 1000)]
)
def test_SNW_67_soft_ground(kind: str, hard: int, soft: int) -> None:
    battle = alone(kind)
    assert normal_move(battle, BLUE) == hard
    battle.ground = Ground.SOFT
    assert normal_move(battle, BLUE) == soft


def test_a_unit_that_balks_does_not_move() -> None:
    battle = alone()
    rig(battle, (6, 1))
    assert not moves.advance(battle, BLUE, 0, 1000, 4)
    assert (battle.y[BLUE], battle.own[BLUE, Own.MOVED]) == (4000, 0)
    assert rows(battle, Event.MOVE) == []
