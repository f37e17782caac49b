"""Rule by rule: My Favourite Rules (MFR-01 to MFR-43)."""

from typing import Any

import pytest

from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SKILL_KEYS, Ground, Posture, Status, Weather
from battles.resolvers.common.events import Cause
from battles.resolvers.common.plane import FLANK, FRONT, base_gap
from battles.resolvers.common.record import Battle
from battles.resolvers.fields.field import hill, obstacle, road, rough, town
from battles.resolvers.files.battle_file import parse
from battles.resolvers.my_favourite import melee, morale, moves, shooting
from battles.resolvers.my_favourite.codes import B_HOLDER, S_CHIEF, Event, Form, How, Move, Own, Stand
from battles.resolvers.my_favourite.command import expose, fate_of, is_near, most_shift, radius_of, skill_shift
from battles.resolvers.my_favourite.doctrine import act, best_charge, fire_form, go_wild, wished_form
from battles.resolvers.my_favourite.losses import take_losses
from battles.resolvers.my_favourite.morale import test_morale as try_morale
from battles.resolvers.my_favourite.resolver import DOOR
from battles.resolvers.my_favourite.troops import figures_of, is_light, move_of, outranks, steadiness, usual_form
from battles.resolvers.my_favourite.turn import better_general, initiative_of, play_turn, roll_initiative
from tests.battles.conformance.conftest import battle_data
from tests.battles.resolvers.common.scene import Man, rows
from tests.battles.resolvers.my_favourite.table import BLUE, RED, general, table

INF, ELITE, MILITIA = "line_inf", "elite_inf", "militia_inf"
HEAVY, LIGHT, IRREG = "heavy_cav", "light_cav", "irreg_cav"
GUNS, HEAVY_GUNS, HORSE_GUNS = "field_art", "heavy_art", "horse_art"
DEEP = {INF: 1.5, ELITE: 1.5, MILITIA: 1.5, HEAVY: 3, LIGHT: 3, IRREG: 3, GUNS: 2, HEAVY_GUNS: 2, HORSE_GUNS: 2}


def block(left: float, bottom: float, side: float) -> tuple[tuple[float, float], ...]:
    return ((left, bottom), (left + side, bottom), (left + side, bottom + side), (left, bottom + side))


def pair(one: str = INF, two: str = INF, gap: float = 6, **more: Any) -> Battle:
    """Two units front to front, their fronts ``gap`` inches apart."""
    y = 12 + DEEP[one] / 2 + gap + DEEP[two] / 2
    return table(Man(0, one, 30, 12), Man(1, two, 30, y, 180), **more)


def test_MFR_01_MFR_42_the_better_general_adds_one() -> None:
    battle = pair()
    assert [better_general(battle, side) for side in (0, 1)] == [0, 0]
    general(battle, 1, 0, 0, "great")
    assert [better_general(battle, side) for side in (0, 1)] == [0, 1]
    assert [initiative_of(4, 3, 1), initiative_of(3, 4, 0)] == [0, 1]


def test_MFR_02() -> None:
    assert [initiative_of(3, 3, holder) for holder in (0, 1)] == [0, 1]
    battle = pair(faces=(3, 3))
    battle.first = 1
    roll_initiative(battle)
    assert rows(battle, Event.INITIATIVE)[0][1] == 1


def test_MFR_03_MFR_W6() -> None:
    """W6 Without a charge the winner goes second, and the other side holds the next tie."""
    battle = pair(faces=(6, 1))
    assert roll_initiative(battle) == 1
    assert (rows(battle, Event.INITIATIVE)[0][1], battle.battle_own[B_HOLDER]) == (0, 1)
    ready = pair(HEAVY, GUNS, faces=(6, 1))
    assert (roll_initiative(ready), ready.battle_own[B_HOLDER]) == (0, 0)


def test_MFR_04() -> None:
    """Both move, both shoot, then whoever lost figures is marked."""
    battle = pair(gap=3, faces=(6, 1, *(6,) * 2))
    battle.posture[0] = battle.posture[1] = 1
    play_turn(battle)
    assert [row[1] for row in rows(battle, Event.TURN_START)] == [1, 0]
    assert [row[1] for row in rows(battle, Event.FIRE)] == [0, 1]
    hurt = {row[2] for row in rows(battle, Event.HIT)}
    assert {unit for unit in (BLUE, RED) if battle.own[unit, Own.MARK] == 1} == hurt != set()


def test_MFR_05_losses_of_the_first_wave_are_gone_before_the_second() -> None:
    battle = pair(gap=1.5, faces=(6,) * 8)
    battle.own[RED, Own.MOVED] = 1
    shooting.fire_wave(battle, 0)
    assert (battle.left[RED], battle.left[BLUE]) == (16, 24)
    assert shooting.fire_dice(battle, RED) == 6
    both = pair(gap=1.5, faces=(6,) * 8)
    shooting.fire_wave(both, 0)
    assert (len(rows(both, Event.FIRE)), both.left[RED]) == (2, 16)


def test_MFR_06() -> None:
    battle = table(Man(0, INF, 20, 12), Man(0, LIGHT, 40, 12))
    moves.march(battle, 0, 0, 100)
    moves.march(battle, 1, 40, 0)
    assert [battle.own[unit, Own.MOVED] for unit in (0, 1)] == [1, 0]
    moves.reform(battle, 0, Form.COLUMN)
    assert battle.own[0, Own.MOVED] == 1


def test_MFR_07() -> None:
    battle = pair(gap=20, faces=(3,))
    act(battle, BLUE)
    assert rows(battle, Event.MORALE) == []
    y = int(battle.y[BLUE])
    battle.own[BLUE, Own.MOVED], battle.own[BLUE, Own.MARK], battle.own[BLUE, Own.MARKED_ON] = 0, 1, 1
    act(battle, BLUE)
    assert rows(battle, Event.MORALE) == []
    battle.turn = 2
    act(battle, BLUE)
    assert (len(rows(battle, Event.MORALE)), battle.y[BLUE]) == (1, y)


@pytest.mark.parametrize(
    ("face", "rate", "marked"),
    [(6, Move.FULL, 0), (5, Move.HALF, 0), (4, Move.NONE, 0), (3, Move.NONE, 1), (2, Move.NONE, 1)]
)  # fmt: skip
def test_MFR_08(face: int, rate: int, marked: int) -> None:
    battle = pair(faces=(face,))
    battle.own[BLUE, Own.MARK] = 1
    assert try_morale(battle, BLUE) == face
    assert (battle.own[BLUE, Own.RATE], battle.own[BLUE, Own.MARK], battle.left[BLUE]) == (rate, marked, 24)
    assert battle.y[BLUE] == (600 if face == 2 else 1200)


def test_MFR_08_routs_dissolves_and_goes_out_of_control() -> None:
    battle = table(Man(0, INF, 30, 30), Man(1, INF, 30, 38, 180), faces=(1, 5))
    try_morale(battle, BLUE)
    assert (battle.left[BLUE], battle.y[BLUE]) == (21, 1800)
    assert [morale.result_of(score, True) for score in (-3, 0, 1, 6, 7, 9)] == [0, 0, 1, 6, 7, 7]
    assert morale.result_of(7, False) == 6
    gone = pair(MILITIA, faces=(1,))
    try_morale(gone, BLUE)
    assert gone.status[BLUE] == Status.NONRALLYABLE


def test_MFR_09_MFR_W3() -> None:
    """W3 7 of 24 lost: 1 less; 12 of 24: 2 less. 1 less charged in flank, this turn or last, and in contact."""
    battle = table(Man(0, INF, 30, 12), Man(1, INF, 30, 20, 180), Man(1, INF, 40, 20, 180))
    for left, points in ((24, 0), (19, 0), (18, -1), (17, -1), (13, -1), (12, -2), (1, -2)):
        battle.left[BLUE] = left
        assert morale.loss_points(battle, BLUE) == points
    battle.left[BLUE] = 24
    battle.turn, battle.own[BLUE, Own.FLANKED] = 3, 2
    assert morale.modified(battle, BLUE, NOBODY, False) == -1
    battle.own[RED, Own.FOE] = BLUE
    assert (morale.modified(battle, BLUE, NOBODY, False), morale.modified(battle, BLUE, RED, False)) == (-2, -1)
    battle.turn = 4
    assert morale.modified(battle, BLUE, NOBODY, False) == -1


def test_MFR_10_a_general_shifts_a_die_that_needs_it() -> None:
    """A unit with half of its figures and a general near: his die first, then morale 2 + 2 - 2."""
    battle = pair(faces=(5, 2))
    general(battle, 0, 30, 8)
    battle.left[BLUE] = 12
    assert (try_morale(battle, BLUE), len(rows(battle, Event.GENERAL))) == (2, 1)
    void = pair(faces=(6, 1, 2))
    general(void, 0, 30, 8)
    void.left[BLUE] = 12
    assert try_morale(void, BLUE) == 0
    alone = pair(faces=(2,))
    assert (try_morale(alone, BLUE), rows(alone, Event.GENERAL)) == (2, [])


def test_MFR_10_a_general_holds_back_units_that_would_go_out_of_control() -> None:
    """Guard of a side that holds: 6 + 1 - 1; of an attacker the die is left alone, and so is a test to stand."""
    for posture, faces, result in ((Posture.HOLD, (5, 6), 6), (Posture.ASSAULT, (6,), 7)):
        battle = table(Man(0, "elite_inf", 30, 10, guard=True), Man(1, INF, 30, 30, 180), faces=faces)
        battle.posture[0] = posture
        general(battle, 0, 30, 8)
        assert try_morale(battle, BLUE) == result
        assert morale.wished_shift(battle, BLUE, 1, 2, False) == 0


@pytest.mark.parametrize(
    ("skill", "army", "wing"), [("poor", -2, -1), ("average", 0, 0), ("good", 1, 1), ("great", 2, 1)]
)
def test_MFR_10_by_the_switch_a_generals_skill_counts_at_no_risk(skill: str, army: int, wing: int) -> None:
    battle = pair(gap=20, faces=(3,), profile={"general": {"by_skill": {"value": True}}})
    general(battle, 0, 30, 8, skill)
    assert try_morale(battle, BLUE) == 3 + army
    assert rows(battle, Event.GENERAL) == []
    battle.side_own[0, S_CHIEF] = NOBODY
    assert skill_shift(battle, 0) == wing


@pytest.mark.parametrize(("faces", "safe", "out", "state"), [
    ((5,), True, 0, Status.BOARD), ((6, 2), False, 2, Status.BOARD), ((6, 3, 4), False, 5, Status.BOARD),
    ((6, 5), False, 1, Status.ELIMINATED),
])  # fmt: skip
def test_MFR_11(faces: tuple[int, ...], safe: bool, out: int, state: int) -> None:
    battle = pair(faces=faces)
    battle.skill[0] = 2
    assert expose(battle, 0) == safe
    assert (battle.lead_own[0, 0], battle.lead_state[0]) == (out, state)
    assert (battle.skill[0], battle.side_own[0, S_CHIEF]) == ((1, NOBODY) if state == Status.ELIMINATED else (2, 0))
    assert [fate_of(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


def test_MFR_11_a_wing_takes_over() -> None:
    battle = pair(faces=(6, 6))
    battle.leaders[0], battle.lead_state[1] = 2, Status.BOARD
    expose(battle, 0)
    assert battle.side_own[0, S_CHIEF] == 1


def test_MFR_12() -> None:
    battle = pair()
    battle.leaders[0], battle.lead_state[1] = 2, Status.BOARD
    for skill, inches in (("poor", 6), ("average", 9), ("good", 12), ("great", 12)):
        general(battle, 0, 30, 8, skill)
        assert (radius_of(battle, 0), radius_of(battle, 1)) == (100 * inches, 600)
    for weather, reach in ((Weather.OVERCAST, 900), (Weather.PRECIPITATING, 600)):
        battle.weather = weather
        assert radius_of(battle, 0) == reach
    battle.weather = 0
    general(battle, 0, 30, 2.24)
    assert not is_near(battle, 0, BLUE)
    general(battle, 0, 30, 2.25)
    assert is_near(battle, 0, BLUE)


def test_MFR_13() -> None:
    """Away from the nearest enemy through friends; over the edge it is lost, near a general not for good."""
    battle = table(Man(0, INF, 30, 14), Man(0, INF, 30, 7.5), Man(1, INF, 30, 20, 180))
    morale.flee(battle, BLUE, 1, 13)
    assert battle.y[BLUE] <= 600
    off = table(Man(0, INF, 30, 5), Man(1, INF, 30, 12, 180))
    morale.flee(off, BLUE, 2, 13)
    assert off.status[BLUE] == Status.NONRALLYABLE
    saved = table(Man(0, INF, 30, 5), Man(1, INF, 30, 12, 180))
    general(saved, 0, 30, 3)
    morale.flee(saved, BLUE, 2, 13)
    assert saved.status[BLUE] == Status.RALLYABLE


def test_MFR_14() -> None:
    kinds = [INF, ELITE, HEAVY, LIGHT, IRREG, GUNS]
    battle = table(*(Man(0, kind, 5 + 8 * n, 5) for n, kind in enumerate(kinds)), Man(0, ELITE, 55, 20, guard=True))
    assert [morale.is_impetuous(battle, unit) for unit in range(7)] == [False, False, True, True, True, False, True]
    wild = pair(HEAVY, INF, gap=10, faces=(5,))
    go_wild(wild, BLUE, RED)
    assert wild.own[BLUE, Own.FOE] == RED
    far = pair(HEAVY, INF, gap=20)
    go_wild(far, BLUE, RED)
    assert far.y[BLUE] == 2400


@pytest.mark.parametrize(
    ("face", "how", "y"),
    [(6, Stand.FIRST, 2100), (5, Stand.SIMULTANEOUS, 2100), (4, Stand.SIMULTANEOUS, 2100),
     (3, Stand.HALF_EFFECT, 2100), (2, Stand.SECOND, 2700)],
)  # fmt: skip
def test_MFR_15(face: int, how: int, y: int) -> None:
    battle = table(Man(0, HEAVY, 30, 12), Man(1, INF, 30, 21, 180), faces=(face,))
    assert morale.stand_to(battle, RED, BLUE) == how
    assert (battle.y[RED], battle.own[RED, Own.MARK], battle.own[RED, Own.STAND]) == (
        y, int(how == Stand.HALF_EFFECT), how,
    )  # fmt: skip
    assert [morale.stand_of(score) for score in (-1, 0, 1, 2, 3, 4, 5, 6, 8)] == [4, 4, 3, 3, 2, 0, 0, 1, 1]


def test_MFR_15_who_gives_way_is_caught_within_the_charge() -> None:
    caught = pair(HEAVY, INF, gap=5, faces=(2,))
    moves.charge(caught, BLUE, RED, How.CHARGE)
    assert (caught.own[BLUE, Own.FOE], base_gap(caught, BLUE, RED) <= 2) == (RED, True)
    away = pair(HEAVY, INF, gap=8, faces=(2,))
    moves.charge(away, BLUE, RED, How.CHARGE)
    assert (away.own[BLUE, Own.FOE], away.y[BLUE]) == (NOBODY, 2000)
    fled = pair(LIGHT, MILITIA, gap=5, faces=(1, 5))
    moves.charge(fled, BLUE, RED, How.CHARGE)
    assert (rows(fled, Event.STAND)[0][4:6], fled.left[RED]) == ([0, Stand.NOT_AT_ALL], 21)


def test_MFR_16_MFR_17_MFR_21_moves() -> None:
    battle = table(*(Man(0, kind, 5 + 9 * n, 5) for n, kind in enumerate((INF, HEAVY, LIGHT, GUNS, HORSE_GUNS))))
    assert [move_of(battle, unit) for unit in range(5)] == [600, 1200, 1200, 600, 900]
    for form, move in ((Form.LINE, 600), (Form.COLUMN, 900), (Form.MARCH, 900)):
        battle.own[0, Own.FORM] = form
        assert move_of(battle, 0) == move


def test_MFR_16_a_line_goes_six_inches() -> None:
    battle = table(Man(0, INF, 30, 12))
    moves.march(battle, BLUE, 0, 5000)
    assert battle.y[BLUE] == 1800


def test_MFR_17_a_march_column_goes_farther_on_a_road() -> None:
    way = road(((30.5, 0), (30.5, 48)))
    battle = table(Man(0, INF, 30.5, 12), forms=(Form.MARCH,), pieces=[way])
    moves.march(battle, BLUE, 0, 5000)
    assert battle.y[BLUE] == 2400
    battle = table(Man(0, INF, 20.5, 12), forms=(Form.MARCH,), pieces=[way])
    moves.march(battle, BLUE, 0, 5000)
    assert battle.y[BLUE] == 2100


def test_MFR_18() -> None:
    """A turn costs half a move, light troops nothing up to 45 degrees; a wheel the way of the outer corner."""
    battle = table(Man(0, INF, 30, 12), Man(0, LIGHT, 50, 12))
    assert [moves.turn_price(battle, 0, heading) for heading in (0, 1, 180)] == [0, 300, 300]
    assert [moves.turn_price(battle, 1, heading) for heading in (45, 46)] == [0, 600]
    assert moves.wheel_price(battle, 0, 10) == 105
    moves.march(battle, 0, 10, 5000)
    assert (battle.heading[0], battle.own[0, Own.PACE]) == (10, 495)
    stiff = table(Man(0, INF, 30, 12), profile={"move": {"wheel": {"value": False}}})
    moves.march(stiff, 0, 10, 5000)
    assert (stiff.heading[0], stiff.own[0, Own.PACE], stiff.x[0] - 3000 < 60) == (10, 300, True)
    assert abs(int(battle.x[0]) - 3000) > 50
    turned = table(Man(0, INF, 30, 12))
    moves.march(turned, 0, 90, 5000)
    assert (turned.heading[0], turned.own[0, Own.PACE], turned.x[0]) == (90, 300, 3300)


def test_MFR_19() -> None:
    battle = table(Man(0, INF, 30, 12))
    assert moves.reform(battle, 0, Form.COLUMN)
    assert (battle.width[0], battle.depth[0], battle.own[0, Own.RATE]) == (300, 300, Move.HALF)
    assert battle.y[0] + 150 == 1275
    assert not moves.reform(table(Man(0, HEAVY, 30, 12)), 0, Form.COLUMN)


LIGHT_FOOT = {"move": {"light_foot": {"value": 1}}}


def test_MFR_19_MFR_24_light_infantry_by_the_switch_skirmishes() -> None:
    """9 inches, free turns, through friends; with cavalry near it forms line, and without the switch always."""
    battle = table(Man(0, "elite_inf", 30, 10), Man(0, INF, 30, 14), Man(1, INF, 30, 40, 180), profile=LIGHT_FOOT)
    assert fire_form(battle, 0) == Form.SKIRMISH
    battle.own[0, Own.FORM] = Form.SKIRMISH
    assert (is_light(battle, 0), move_of(battle, 0), moves.turn_price(battle, 0, 45)) == (True, 900, 0)
    moves.march(battle, 0, 0, 5000)
    assert (battle.y[0], melee.combat_dice(battle, 0)) == (1900, 4)
    near = table(Man(0, "elite_inf", 30, 10), Man(1, HEAVY, 30, 22, 180), profile=LIGHT_FOOT)
    assert fire_form(near, 0) == Form.LINE
    for men, profile in (((Man(0, INF, 30, 10),), LIGHT_FOOT), ((Man(0, "elite_inf", 30, 10),), {})):
        assert fire_form(table(*men, profile=profile), 0) == Form.LINE


@pytest.mark.parametrize(
    ("form", "gap", "posture", "wished"),
    [(Form.LINE, 17, Posture.ASSAULT, Form.COLUMN), (Form.LINE, 17, Posture.HOLD, Form.LINE),
     (Form.LINE, 13, Posture.ASSAULT, Form.LINE), (Form.COLUMN, 13, Posture.ASSAULT, Form.COLUMN),
     (Form.COLUMN, 12, Posture.ASSAULT, Form.LINE), (Form.COLUMN, 16, Posture.HOLD, Form.LINE),
     (Form.MARCH, 17, Posture.ASSAULT, Form.MARCH), (Form.MARCH, 16, Posture.ASSAULT, Form.LINE)],
)  # fmt: skip
def test_MFR_19_which_formation_the_general_wants(form: int, gap: int, posture: int, wished: int) -> None:
    battle = table(Man(0, INF, 30, 10), forms=(form,))
    battle.posture[0] = posture
    assert wished_form(battle, 0, 100 * gap) == wished


def test_MFR_19_late_infantry_arrives_in_march_column() -> None:
    battle = table(Man(0, INF, 30, 10), Man(0, HEAVY, 40, 10))
    assert [usual_form(battle, unit) for unit in (0, 1)] == [Form.COLUMN, Form.LINE]
    battle.status[0] = battle.status[1] = Status.WAITING
    assert [usual_form(battle, unit) for unit in (0, 1)] == [Form.MARCH, Form.LINE]


def test_MFR_20() -> None:
    battle = table(Man(0, INF, 30, 12))
    battle.own[0, Own.RATE] = Move.HALF
    assert moves.budget(battle, 0) == 300
    moves.march(battle, 0, 90, 5000)
    assert (battle.heading[0], battle.own[0, Own.PACE]) == (90, 0)
    battle.own[0, Own.RATE] = Move.NONE
    assert moves.budget(battle, 0) == 0


def test_MFR_21() -> None:
    battle = table(Man(0, GUNS, 20, 12), Man(0, HORSE_GUNS, 40, 12))
    for unit, most in ((0, 100), (1, 450)):
        battle.own[unit, Own.MOVED] = 1
        battle.own[unit, Own.PACE] = most
        assert shooting.may_fire(battle, unit)
        battle.own[unit, Own.PACE] = most + 1
        assert not shooting.may_fire(battle, unit)


@pytest.mark.parametrize(("kind", "form", "piece", "end"), [
    (INF, Form.LINE, rough(block(20, 0, 40)), 1500), (INF, Form.COLUMN, rough(block(20, 0, 40)), 1500),
    (INF, Form.LINE, obstacle(((0, 14.5), (60, 14.5))), 1500), (INF, Form.LINE, hill(block(20, 0, 40)), 1800),
    (INF, Form.LINE, town(28, 13), 1300), (HEAVY, Form.LINE, rough(block(20, 15, 20)), 1450),
    (LIGHT, Form.LINE, rough(block(20, 0, 40)), 1800),
])  # fmt: skip
def test_MFR_22(kind: str, form: int, piece: Any, end: int) -> None:
    battle = table(Man(0, kind, 30, 12), forms=(form,), pieces=[piece])
    moves.march(battle, 0, 0, 5000)
    assert battle.y[0] == end


def test_MFR_23() -> None:
    assert moves.charge_way(pair(HEAVY, INF, gap=12), BLUE, RED) == 1200
    assert moves.charge_way(pair(HEAVY, INF, gap=12.1), BLUE, RED) == -1
    assert [moves.may_charge(pair(INF, two), BLUE, RED) for two in (INF, GUNS, HEAVY)] == [True, True, False]
    assert not moves.may_charge(pair(INF, INF, forms=(Form.MARCH,)), BLUE, RED)
    assert not moves.may_charge(pair(GUNS, INF), BLUE, RED)
    woods = [rough(block(20, 15, 20))]
    assert [moves.may_charge(pair(one, INF, pieces=woods), BLUE, RED) for one in (HEAVY, LIGHT)] == [False, True]
    assert not moves.may_charge(pair(LIGHT, INF, pieces=[town(28, 18)]), BLUE, RED)


def test_MFR_23_two_at_most_and_on_different_faces() -> None:
    battle = table(Man(0, HEAVY, 30, 17), Man(0, HEAVY, 25, 20, 90), Man(1, INF, 30, 20, 180))
    battle.own[0, Own.FOE] = RED
    assert [moves.has_room(battle, RED, face) for face in (0, 1)] == [False, True]
    battle.own[1, Own.FOE] = RED
    assert not moves.has_room(battle, RED, 2)


def test_MFR_24() -> None:
    battle = table(Man(0, LIGHT, 30, 10), Man(0, INF, 30, 14), Man(0, INF, 10, 10), Man(0, INF, 10, 14))
    moves.march(battle, 0, 0, 1200)
    moves.march(battle, 2, 0, 600)
    assert (battle.y[0], battle.y[2]) == (2200, 1246)
    assert shooting.aim(pair(gap=8), BLUE) == RED
    assert shooting.aim(table(Man(0, INF, 30, 12), Man(1, INF, 36, 17, 180)), BLUE) == NOBODY
    assert shooting.aim(table(Man(0, INF, 30, 12), Man(0, INF, 30, 15), Man(1, INF, 30, 19, 180)), BLUE) == NOBODY
    touched = pair(gap=4)
    touched.own[RED, Own.FOE] = BLUE
    assert (shooting.aim(touched, BLUE), shooting.may_fire(touched, BLUE)) == (NOBODY, False)
    assert is_light(battle, 0)


def test_MFR_25() -> None:
    battle = pair(gap=1, faces=(3, 3, 3, 2, 2, 2, 2, 2))
    shooting.fire(battle, BLUE, RED)
    shooting.fire_wave(battle, 1)
    assert battle.left[RED] == 21
    for left, dice in ((24, 8), (22, 8), (21, 7), (1, 1)):
        battle.left[BLUE] = left
        assert shooting.fire_dice(battle, BLUE) == dice
    take_losses(battle, RED, 30, Cause.FIRE, 25)
    assert battle.status[RED] == Status.NONRALLYABLE
    for size, dice in ((1, 24), (2, 12)):
        many = pair(gap=1, profile={"musket": {"stand": {"value": size}}})
        assert (shooting.fire_dice(many, BLUE), melee.combat_dice(many, BLUE), many.width[BLUE]) == (dice, dice, 600)


def test_MFR_26_by_the_switch_two_hits_at_long_range_are_one() -> None:
    for gap, left in ((6, 23), (4, 22)):
        battle = pair(gap=gap, faces=(6, 6, 6, 1, 1, 1, 1, 1), profile={"musket": {"pairs": {"value": True}}})
        shooting.fire(battle, BLUE, RED)
        shooting.fire_wave(battle, 1)
        assert battle.left[RED] == left - (gap == 4)


def test_MFR_26_MFR_27_MFR_W1() -> None:
    """W1 6 inches need a 6."""
    battle = pair()
    needs = [shooting.base_need(battle, BLUE, far) for far in (200, 201, 400, 401, 600, 800, 801)]
    assert needs == [3, 5, 5, 6, 6, 6, 7]
    assert (shooting.range_of(battle, BLUE), shooting.fire_dice(battle, BLUE)) == (800, 8)


@pytest.mark.parametrize(
    ("piece", "need"),
    [(None, 3), (rough(block(20, 13, 20)), 4), (town(28, 13), 5), (obstacle(((0, 13.5), (60, 13.5))), 4),
     (obstacle(((0, 13.5), (60, 13.5)), cover="hard"), 5)],
)  # fmt: skip
def test_MFR_28(piece: Any, need: int) -> None:
    battle = pair(gap=2, pieces=[piece] if piece else [])
    assert shooting.need_of(battle, BLUE, RED, 200, False) == need
    battle.weather = Weather.PRECIPITATING
    assert shooting.need_of(battle, BLUE, RED, 200, False) == need + 1


def test_MFR_28_useless_fire_is_not_thrown() -> None:
    assert shooting.aim(pair(gap=7, pieces=[town(28, 18.5)]), BLUE) == NOBODY


def test_MFR_29_MFR_W2() -> None:
    """W2 A battery at 20 inches needs a 5."""
    battle = pair(GUNS)
    assert [shooting.base_need(battle, BLUE, 100 * far) for far in (4, 5, 8, 9, 16, 20, 24, 25, 32, 33)] == [
        2, 3, 3, 4, 4, 5, 5, 6, 6, 7]  # fmt: skip
    assert (shooting.fire_dice(battle, BLUE), shooting.band_of(battle, 3201)) == (4, 5)


def test_MFR_30_MFR_31_MFR_33() -> None:
    far = 1200
    assert shooting.gun_points(pair(GUNS, INF), BLUE, RED, far, False) == 0
    assert shooting.gun_points(pair(GUNS, GUNS), BLUE, RED, far, False) == -1
    assert [shooting.gun_points(pair(HEAVY_GUNS, INF), BLUE, RED, reach, False) for reach in (800, 801)] == [0, 1]
    soft = pair(GUNS, INF)
    soft.ground = Ground.SOFT
    assert [shooting.gun_points(soft, BLUE, RED, reach, False) for reach in (800, 801)] == [0, -1]
    assert move_of(soft, BLUE) == 300
    loose = pair(GUNS, INF)
    loose.own[RED, Own.FORM] = Form.SKIRMISH
    assert shooting.gun_points(loose, BLUE, RED, far, False) == -1


def test_MFR_31() -> None:
    battle = table(*(Man(0, kind, 5 + 9 * n, 5) for n, kind in enumerate((GUNS, HEAVY_GUNS, HORSE_GUNS, INF, HEAVY))))
    assert [figures_of(battle, unit) for unit in range(5)] == [4, 4, 3, 24, 18]
    assert figures_of(table(Man(0, GUNS, 5, 5), profile={"guns": {"british": {"value": True}}}), 0) == 3


def test_MFR_32() -> None:
    battle = pair()
    for form, dice in ((Form.LINE, 8), (Form.COLUMN, 2), (Form.MARCH, 1), (Form.SKIRMISH, 8)):
        battle.own[BLUE, Own.FORM] = form
        assert shooting.fire_dice(battle, BLUE) == dice
    assert shooting.range_of(pair(HEAVY), BLUE) == 0


def test_MFR_33() -> None:
    battle = pair(GUNS)
    for weather, inches in ((0, 32), (Weather.OVERCAST, 24), (Weather.PRECIPITATING, 24)):
        battle.weather = weather
        assert shooting.range_of(battle, BLUE) == 100 * inches


def test_MFR_34_MFR_35() -> None:
    battle = pair()
    pairs = [(0, 0), (3, 3), (1, 0), (0, 1), (2, 0), (5, 1), (0, 4)]
    assert [melee.need_in(battle, *points) for points in pairs] == [4, 4, 4, 5, 3, 3, 5]


def test_MFR_36() -> None:
    battle = pair(INF, GUNS)
    for form, dice in ((Form.LINE, 8), (Form.COLUMN, 8), (Form.MARCH, 2), (Form.SKIRMISH, 4)):
        battle.own[BLUE, Own.FORM] = form
        assert melee.combat_dice(battle, BLUE) == dice
    assert melee.combat_dice(battle, RED) == 4
    battle.own[BLUE, Own.FORM] = Form.LINE
    stands = (Stand.SIMULTANEOUS, Stand.FIRST, Stand.HALF_EFFECT, Stand.SECOND, Stand.NOT_AT_ALL)
    assert [melee.defence_dice(battle, BLUE, stand) for stand in stands] == [8, 8, 4, 8, 0]


def points(battle: Battle, where: int = FRONT) -> tuple[int, int]:
    return melee.attack_points(battle, BLUE, RED, where, False), melee.defence_points(battle, BLUE, RED, False)


def test_MFR_37() -> None:
    """Charge, flank, height, cover, grade, disorder, numbers, foot in order, guns; a point each, some two."""
    assert points(pair()) == (0, 0)
    assert points(pair(forms=(Form.COLUMN,))) == (1, 0)
    assert points(pair(), FLANK) == (2, 0)
    assert points(pair(pieces=[hill(block(20, 15, 20))])) == (0, 1)
    assert points(pair(pieces=[rough(block(20, 15, 20))])) == (0, 1)
    assert points(pair(pieces=[town(28, 18)])) == (0, 2)
    assert points(pair(ELITE, INF)) == (1, 0)
    assert points(pair(MILITIA, INF)) == (0, 1)
    marked = pair()
    marked.own[RED, Own.MARK] = 1
    assert points(marked) == (1, 0)
    marked.left[RED] = 12
    assert points(marked) == (2, 0)
    assert points(pair(LIGHT, INF)) == (2, 0)
    assert points(pair(LIGHT, INF, forms=(Form.LINE,), pieces=[rough(block(20, 15, 20))])) == (1, 1)
    assert points(pair(INF, GUNS)) == (1 + 1, 0)
    battle = table(*(Man(0, kind, 5 + 8 * n, 5) for n, kind in enumerate((HEAVY, LIGHT, IRREG, INF, MILITIA))))
    assert [outranks(battle, 0, other) for other in (1, 2, 3, 4)] == [True] * 4
    assert [outranks(battle, 3, other) for other in (1, 2)] == [False, True]


def test_MFR_38() -> None:
    battle = pair(faces=(1,))
    assert melee.generals_points(battle, BLUE, 0) == 0
    general(battle, 0, 30, 10)
    assert melee.generals_points(battle, BLUE, 0) == 2
    battle.side_own[0, S_CHIEF] = NOBODY
    assert melee.generals_points(battle, BLUE, 0) == 1


def test_MFR_38_a_general_in_the_fight_is_at_risk() -> None:
    battle = pair(gap=0, faces=(1,) * 5)
    battle.left[BLUE] = battle.left[RED] = 6
    general(battle, 0, 30, 11)
    melee.fight(battle, BLUE, RED)
    assert (rows(battle, Event.COMBAT)[0][5:7], len(rows(battle, Event.GENERAL))) == ([2, 0], 1)


def test_MFR_39_MFR_W5() -> None:
    """W5 Three hits each: the attacker goes back and is marked."""
    battle = pair(gap=0, faces=(4, 4, 4, 4, 4, 4))
    battle.left[BLUE] = battle.left[RED] = 9
    battle.own[BLUE, Own.FOE], battle.own[BLUE, Own.FROM_X], battle.own[BLUE, Own.FROM_Y] = RED, 3000, 800
    melee.fight_all(battle)
    assert rows(battle, Event.COMBAT)[0][5:7] == [3, 3]
    assert (battle.left[BLUE], battle.left[RED]) == (6, 6)
    assert (battle.own[BLUE, Own.MARK], battle.y[BLUE], battle.own[BLUE, Own.FOE]) == (1, 600, NOBODY)


def test_MFR_40() -> None:
    """The beaten defender goes back a move and is marked; guns are captured; who wins takes the ground."""
    battle = pair(gap=0, faces=(4,) * 2)
    battle.left[BLUE], battle.own[RED, Own.STAND], battle.left[RED] = 6, Stand.NOT_AT_ALL, 11
    melee.fight(battle, BLUE, RED)
    assert (battle.left[RED], battle.own[RED, Own.MARK], battle.y[RED]) == (9, 1, 1200 + 150 + 600)
    assert battle.y[BLUE] == 1200 + 150
    guns = pair(INF, GUNS, gap=0, faces=(4, 1))
    guns.left[BLUE] = 6
    guns.own[RED, Own.STAND] = Stand.NOT_AT_ALL
    melee.fight(guns, BLUE, RED)
    assert guns.status[RED] == Status.ELIMINATED
    horse = pair(HEAVY, INF, gap=0, faces=(6,) * 6)
    horse.own[RED, Own.STAND] = Stand.NOT_AT_ALL
    melee.fight(horse, BLUE, RED)
    assert horse.own[BLUE, Own.MARK] == 1


def test_MFR_40_a_beaten_charger_goes_back_to_where_it_came_from() -> None:
    battle = pair(HEAVY, INF, gap=10, faces=(6, *(6,) * 8))
    moves.charge(battle, BLUE, RED, How.CHARGE)
    assert battle.own[RED, Own.STAND] == Stand.FIRST
    melee.fight_all(battle)
    assert (battle.x[BLUE], battle.y[BLUE], battle.own[BLUE, Own.MARK]) == (3000, 1000 + 0, 1)


def test_MFR_W4_the_defender_fights_first() -> None:
    """24 figures, 4 hits: 20 are left and throw 7 dice."""
    battle = pair(gap=0, faces=(6, 6, 6, 6, 1, 1, 1, 1))
    battle.own[RED, Own.STAND] = Stand.FIRST
    melee.fight(battle, BLUE, RED)
    assert len([row for row in battle.log[: int(battle.log_n)] if row[0] == -1]) == 8 + 7
    assert battle.left[BLUE] == 20


def test_MFR_41() -> None:
    kinds = [INF, ELITE, MILITIA, HEAVY, LIGHT, IRREG, GUNS]
    battle = table(*(Man(0, kind, 5 + 8 * n, 5) for n, kind in enumerate(kinds)), Man(0, HEAVY, 30, 20, guard=True))
    assert [steadiness(battle, unit) for unit in range(8)] == [0, 1, -1, 0, 0, 0, 0, 1]


@pytest.mark.parametrize(("mine", "theirs", "more", "charges"), [
    (IRREG, LIGHT, (), True), (IRREG, HEAVY, (), True),
    (IRREG, LIGHT, (Man(0, INF, 10, 5), Man(1, INF, 60, 40)), False),
])  # fmt: skip
def test_MFR_37_cavalry_with_nothing_to_wait_for_charges_even_its_betters(mine, theirs, more, charges) -> None:
    """A unit that waits is charged at a point and a grade less; one with guns or foot to wait for waits."""
    battle = table(Man(0, mine, 30, 18), Man(1, theirs, 30, 28, 180), *more)
    for row in battle.own:
        row[Own.RATE] = Move.FULL
    assert (best_charge(battle, BLUE) == RED) is charges


def test_MFR_42() -> None:
    battle = pair()
    battle.leaders[0], battle.lead_state[1] = 2, Status.BOARD
    for skill, most, wing in (("poor", 1, 0), ("average", 2, 1), ("good", 2, 1), ("great", 2, 1)):
        general(battle, 0, 30, 8, skill)
        battle.lead_skill[1] = SKILL_KEYS.index(skill)
        assert (most_shift(battle, 0), most_shift(battle, 1)) == (most, wing)
    assert SIDE_LEADERS > 2


def test_MFR_43() -> None:
    for season, turns in zip(("spring", "summer", "fall", "winter"), (10, 14, 12, 8), strict=True):
        file = DOOR.freeze(parse(battle_data("my_favourite") | {"season": season}), "field")
        assert DOOR.ready(file, "seed").limit == turns
