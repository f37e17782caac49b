"""Melee, morale and charges, rule by rule (SNW-45 to SNW-68), with the values D.10 expects of them."""

from fractions import Fraction
from typing import Any

import pytest

from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, Status
from battles.resolvers.common.plane import FLANK, FRONT
from battles.resolvers.fields.field import hill, obstacle, town
from battles.resolvers.solo_napoleonic.codes import MM, Dead, Event, Form, Lead, Mark, Own, Result, State
from battles.resolvers.solo_napoleonic.doctrine.aims import charge_chance
from battles.resolvers.solo_napoleonic.fighting import losses, melee
from battles.resolvers.solo_napoleonic.fighting.charge import (
    charge,
    charge_needed,
    charge_way,
    evade,
    fail_home,
    home_needed,
    press_home,
)
from battles.resolvers.solo_napoleonic.fighting.melee import potential as potential_of
from battles.resolvers.solo_napoleonic.fighting.morale import (
    T_CHARGED,
    T_LOST_MELEE,
    T_MARKED,
    T_RALLY,
    capped,
    carry_out,
    failure,
    losses_that_count,
    morale_needed,
    rally,
)
from battles.resolvers.solo_napoleonic.fighting.morale import test as throw_morale
from battles.resolvers.solo_napoleonic.footing import set_base
from battles.resolvers.solo_napoleonic.odds import die, mean, sums, unsaved
from battles.resolvers.solo_napoleonic.resolver import class_of_kind
from battles.resolvers.solo_napoleonic.turn import test_armies as break_armies
from tests.battles.resolvers.solo_napoleonic.table import BLUE, BLUE_BRIGADIER, RED, Man, in_hand, rig, rows, table

FOOT, LIGHT, HEAVY = "line_inf", "light_cav", "heavy_cav"


def pair(one: str = FOOT, two: str = FOOT, gap: float = 60, guard: bool = False, **more: Any):
    """Two units front to front, their fronts ``gap`` mm apart; Red's brigadier is far away."""
    battle = table(Man(0, one, 900, 400, guard=guard), Man(1, two, 900, 500, 180), **more)
    battle.y[RED] = battle.y[BLUE] + (battle.depth[BLUE] + battle.depth[RED]) // 2 + round(gap * MM)
    return battle


def test_SNW_45_SNW_46_SNW_W4_points_dice_and_halves() -> None:
    assert [melee.dice_of(points, 5) for points in (1, 4, 5, 9, 16, 36)] == [1, 1, 1, 1, 3, 7]
    assert melee.potential(19 - 2, False) == 8
    assert [melee.potential(total, False) for total in (-3, 0, 1, 2, 3)] == [0, 0, 0, 1, 1]
    battle = pair()
    assert melee.men_in_contact(battle, BLUE, RED) == 18
    set_base(battle, BLUE, Form.COLUMN)
    assert (melee.men_in_contact(battle, BLUE, RED), melee.men_in_contact(battle, RED, BLUE)) == (18, 16)


def test_SNW_E15_SNW_E16_three_dice_of_sixteen_figures() -> None:
    pips = sums([die(6)] * melee.dice_of(16, 5))
    assert mean(pips) == Fraction(21, 2)
    halved: dict[int, Fraction] = {}
    for total, chance in pips.items():
        half = potential_of(total, False)
        halved[half] = halved.get(half, Fraction(0)) + chance
    assert mean(halved) == 5
    assert mean(unsaved(halved, 5)) == Fraction(10, 3)


@pytest.mark.parametrize(("kind", "chits", "standing", "flank", "shaken", "extra"), [
    (FOOT, 0, False, False, 0, 0), ("elite_inf", 0, False, False, 0, 1), ("militia_inf", 0, False, False, 0, -1),
    (FOOT, 2, False, False, 0, -2), (FOOT, 0, True, False, 0, 1), (FOOT, 0, False, True, 0, 2),
    (FOOT, 0, False, False, 1, -3), (HEAVY, 1, True, True, 0, 3),
])  # fmt: skip
def test_SNW_47_SNW_49_modifiers(kind: str, chits: int, standing: bool, flank: bool, shaken: int, extra: int) -> None:
    battle = pair(kind)
    battle.own[BLUE, Own.CHITS], battle.own[BLUE, Own.SHAKEN] = chits, shaken
    assert melee.melee_extra(battle, BLUE, 3, standing, flank, 0) == extra


def test_SNW_47_skirmishers_inflict_half() -> None:
    assert [melee.potential(total, True) for total in (4, 7, 8)] == [1, 1, 2]


@pytest.mark.parametrize(
    ("one", "two", "men", "points"),
    [(LIGHT, LIGHT, 6, 1), (HEAVY, LIGHT, 6, 2), (LIGHT, FOOT, 12, 2), (HEAVY, FOOT, 12, 3), (FOOT, HEAVY, 18, 1)],
)
def test_SNW_49_SNW_50_who_fights_and_how(one: str, two: str, men: int, points: int) -> None:
    battle = pair(one, two)
    assert (melee.fighters(battle, BLUE, RED, True), melee.points_a_man(battle, BLUE, RED)) == (men, points)
    assert melee.fighters(battle, BLUE, RED, False) == battle.left[BLUE]


def test_SNW_49_SNW_50_SNW_E13_saves() -> None:
    def saves(one: str, two: str, guard: bool = False) -> int:
        return melee.melee_save(pair(one, two, guard=guard), BLUE, RED)

    assert [saves(FOOT, FOOT), saves(FOOT, LIGHT), saves(LIGHT, FOOT), saves(HEAVY, LIGHT)] == [5, 6, 5, 5]
    assert [saves(HEAVY, LIGHT, True), saves(HEAVY, FOOT, True), saves(LIGHT, LIGHT, True)] == [4, 4, 5]


def test_SNW_48_the_worse_side_tests_then_more_rounds_then_locked() -> None:
    battle = pair(gap=0)
    melee.fight(battle, BLUE, RED, True, FRONT)
    tests, rounds = rows(battle, Event.MORALE), len(rows(battle, Event.COMBAT))
    assert tests[0][0] == 48
    if rows(battle, Event.LOCKED):
        assert battle.own[BLUE, Own.LOCK] == RED
        assert 2 <= rounds <= 4
        assert len(tests) == 2
        melee.resume(battle, RED)
        assert len(rows(battle, Event.COMBAT)) > rounds


def test_SNW_48_in_a_tie_the_attacker_tests() -> None:
    battle = pair(gap=0)
    for unit in (BLUE, RED):
        battle.own[unit, Own.CHITS] = 12
    lost, slain = melee.fight_round(battle, BLUE, RED, True, False, FRONT)
    from battles.resolvers.solo_napoleonic.fighting.melee import beaten

    beaten(battle, BLUE, RED, 1, 1)
    assert rows(battle, Event.MORALE)[-1][2] == BLUE
    assert min(lost, slain) >= 0


def test_SNW_53_bases_and_the_cap() -> None:
    needed = []
    for kind, guard in ((FOOT, True), ("elite_inf", False), (FOOT, False), ("militia_inf", False)):
        needed.append(morale_needed(pair(kind, guard=guard), BLUE, T_MARKED, NOBODY))
    assert needed == [95, 80, 65, 50]
    battle = pair()
    assert [capped(battle, figure) for figure in (99, 100, 130)] == [99, 100, 100]
    in_hand(battle)
    rig(battle, (100, 80), (10, 1))
    assert throw_morale(battle, BLUE, T_MARKED, NOBODY, 56) == Result.ROUTS
    rig(battle, (100, 79))
    assert throw_morale(battle, BLUE, T_MARKED, NOBODY, 56) == Result.PASSES


def test_SNW_54_SNW_W2_the_worked_test() -> None:
    battle = table(Man(0, FOOT, 900, 400), Man(0, FOOT, 1050, 400), Man(1, FOOT, 900, 1000, 180))
    in_hand(battle)
    battle.own[BLUE, Own.LOST_NOW], battle.own[BLUE, Own.CHITS] = 2, 1
    assert morale_needed(battle, BLUE, T_MARKED, NOBODY) == 79
    rig(battle, (100, 78))
    assert throw_morale(battle, BLUE, T_MARKED, NOBODY, 56) == Result.PASSES
    rig(battle, (100, 79), (10, 10))
    assert throw_morale(battle, BLUE, T_MARKED, NOBODY, 56) == Result.WAVERS


@pytest.mark.parametrize(("what", "change"), [
    ("shelled", -10), ("lost", -15), ("retiring", -10), ("routing", -20), ("officer", -5), ("attached", 10),
    ("corps", 20), ("killed", -15), ("corps killed", -20), ("friend", 10), ("routing friend", -10), ("chits", -15),
])  # fmt: skip
def test_SNW_54_each_modifier(what: str, change: int) -> None:
    battle = table(Man(0, FOOT, 900, 400), Man(0, FOOT, 900, 800), Man(1, FOOT, 300, 1000, 180))
    before, why = morale_needed(battle, BLUE, T_MARKED, NOBODY), T_MARKED
    battle.own[BLUE, Own.SHELLED] = int(what == "shelled")
    battle.own[BLUE, Own.CHITS] = 3 * int(what == "chits")
    battle.own[BLUE, Own.DEAD] = Dead.OFFICER * int(what == "officer")
    battle.own[BLUE, Own.STATE] = {"retiring": State.RETREATING, "routing": State.ROUTING}.get(what, State.STEADY)
    if what == "lost":
        why = T_LOST_MELEE
    if what in ("attached", "corps"):
        battle.lead_with[0 if what == "corps" else BLUE_BRIGADIER] = BLUE
    if what in ("killed", "corps killed"):
        leader = 0 if what == "corps killed" else BLUE_BRIGADIER
        battle.lead_state[leader], battle.lead_own[leader, Lead.DIED] = Status.ELIMINATED, battle.turn
        battle.lead_x[leader], battle.lead_y[leader] = battle.x[BLUE], battle.y[BLUE]
    if "friend" in what:
        battle.y[1] = battle.y[BLUE] + 300 * MM
        battle.own[1, Own.STATE] = State.ROUTING * int(what != "friend")
    assert morale_needed(battle, BLUE, why, NOBODY) - before == change


def charged(one: str, two: str, form: int = -1, x: int = 0, **more: Any) -> int:
    battle = pair(one, two, gap=200, **more)
    if form >= 0:
        set_base(battle, RED, form)
    battle.x[BLUE] += x * MM
    if x:
        battle.y[BLUE] = battle.y[RED]
    battle.lead_x[SIDE_LEADERS + 1] = 0
    return morale_needed(battle, RED, T_CHARGED, BLUE) - morale_needed(battle, RED, T_CHARGED, NOBODY)


def test_SNW_54_charged() -> None:
    assert (charged(FOOT, FOOT), charged("elite_inf", FOOT)) == (0, -10)
    assert (charged(LIGHT, FOOT), charged(LIGHT, FOOT, Form.SQUARE)) == (-30, 40)
    assert (charged(FOOT, FOOT, x=300), charged(FOOT, FOOT, pieces=[town(34, 23)])) == (-25, 20)


def test_SNW_55_which_losses_count() -> None:
    battle = pair()
    battle.left[BLUE], battle.own[BLUE, Own.LOST_NOW] = 10, 2
    assert [losses_that_count(battle, BLUE, why) for why in (T_CHARGED, T_MARKED, T_LOST_MELEE, T_RALLY)] == [
        2, 2, 8, 8,
    ]  # fmt: skip
    battle = pair(profile={"morale": {"casualty_scope": {"value": False}}})
    battle.left[BLUE], battle.own[BLUE, Own.LOST_NOW] = 10, 2
    assert losses_that_count(battle, BLUE, T_CHARGED) == 8


def test_SNW_56_who_must_test() -> None:
    battle = table(Man(0, FOOT, 900, 400), Man(0, FOOT, 900, 700), Man(0, FOOT, 900, 701), Man(1, FOOT, 200, 1000))
    battle.x[2] += 10
    losses.mark_friends(battle, BLUE)
    assert [int(battle.own[unit, Own.MARK]) for unit in range(3)] == [0, Mark.FRIEND, 0]
    losses.mark_loss(battle, BLUE, 18, 1)
    assert battle.own[BLUE, Own.MARK] == 0
    losses.mark_loss(battle, BLUE, 18, 2)
    assert battle.own[BLUE, Own.MARK] == Mark.LOSS


def test_SNW_57() -> None:
    battle = pair()
    assert [failure(battle, face) for face in range(1, 11)] == (
        [Result.ROUTS] * 2 + [Result.RETREATS] * 3 + [Result.HALTS] * 3 + [Result.WAVERS] * 2
    )
    for result, back, chits in (
        (Result.ROUTS, 1500, 2),
        (Result.RETREATS, 1000, 1),
        (Result.HALTS, 0, 1),
        (Result.WAVERS, 0, 0),
    ):
        battle = pair()
        carry_out(battle, BLUE, result)
        assert (4000 - battle.y[BLUE], battle.own[BLUE, Own.CHITS]) == (back, chits)
        assert len(rows(battle, Event.FALLBACK)) == int(back > 0)


def test_SNW_58_rally_and_standing_shaken() -> None:
    battle = pair(gap=300)
    battle.own[BLUE, Own.STATE] = State.ROUTING
    rig(battle, (100, 44))
    rally(battle, BLUE)
    assert (battle.own[BLUE, Own.STATE], battle.heading[BLUE]) == (State.STEADY, 0)
    battle.own[BLUE, Own.STATE] = State.ROUTING
    rig(battle, (100, 45))
    rally(battle, BLUE)
    assert (battle.own[BLUE, Own.STATE], battle.heading[BLUE]) == (State.ROUTING, 180)
    battle = pair(gap=60)
    battle.own[RED, Own.CHITS] = 5
    rig(battle, (100, 1), (100, 99), (10, 7))
    charge(battle, BLUE, RED)
    assert battle.own[RED, Own.SHAKEN] == 1
    assert [row for row in rows(battle, Event.FIRE) if row[2] == RED] == []


@pytest.mark.parametrize(("kind", "temper", "target", "standard", "needed"), [
    (FOOT, None, FOOT, 0, 65), ("elite_inf", 2, "elite_inf", 0, 95), ("militia_inf", 0, "militia_inf", 0, 45),
    (FOOT, 1, FOOT, 0, 75), (FOOT, None, "militia_inf", 0, 75), (FOOT, None, FOOT, Dead.STANDARD, 55),
])  # fmt: skip
def test_SNW_59_SNW_E11_charges(kind: str, temper: int | None, target: str, standard: int, needed: int) -> None:
    battle = pair(kind, target)
    battle.own[BLUE, Own.DEAD] = standard
    if temper is not None:
        battle.lead_with[BLUE_BRIGADIER], battle.lead_own[BLUE_BRIGADIER, Lead.AV] = BLUE, temper
    assert charge_needed(battle, BLUE, RED) == needed


def test_SNW_59_a_higher_commander_counts_more() -> None:
    battle = pair()
    battle.lead_with[0] = BLUE
    for temper, needed in ((0, 60), (1, 85), (2, 90)):
        battle.lead_own[0, Lead.AV] = temper
        assert charge_needed(battle, BLUE, RED) == needed


def test_SNW_60_a_charge_goes_straight_within_45_degrees_and_its_reach() -> None:
    assert (charge_way(pair(gap=149), BLUE, RED), charge_way(pair(gap=151), BLUE, RED)) == (1490, -1)
    assert charge_way(pair(LIGHT, gap=340), BLUE, RED) == 3400
    battle = pair(gap=100)
    battle.x[RED] += 400 * MM
    assert charge_way(battle, BLUE, RED) == -1
    battle = table(Man(0, LIGHT, 900, 300), Man(0, FOOT, 900, 380), Man(1, FOOT, 900, 500, 180))
    assert charge_way(battle, BLUE, RED) == -1


@pytest.mark.parametrize(("kind", "chits", "enemy", "hurt", "dead", "leader", "needed"), [
    (FOOT, 0, 0, 0, 0, NOBODY, 60), ("elite_inf", 0, 0, 0, 0, NOBODY, 75), (FOOT, 2, 0, 0, 0, NOBODY, 50),
    (FOOT, 0, 3, 0, 0, NOBODY, 75), (FOOT, 0, 0, 2, 0, NOBODY, 50), (FOOT, 0, 0, 0, Dead.OFFICER, NOBODY, 55),
    (FOOT, 0, 0, 0, Dead.STANDARD, NOBODY, 50), (FOOT, 0, 0, 0, 0, BLUE_BRIGADIER, 70), (FOOT, 0, 0, 0, 0, 0, 80),
    (LIGHT, 0, 0, 0, 0, NOBODY, 10), (HEAVY, 0, 0, 0, 0, NOBODY, 25),
])  # fmt: skip
def test_SNW_61_SNW_E12(kind: str, chits: int, enemy: int, hurt: int, dead: int, leader: int, needed: int) -> None:
    battle = pair(kind)
    battle.own[BLUE, Own.CHITS], battle.own[RED, Own.CHITS], battle.own[BLUE, Own.HURT] = chits, enemy, hurt
    battle.own[BLUE, Own.DEAD] = dead
    if leader != NOBODY:
        battle.lead_with[leader] = BLUE
    assert home_needed(battle, BLUE, RED, True) == needed


def test_SNW_61_SNW_E12_a_bad_unit_under_the_corps_commander_against_three_chits() -> None:
    battle = pair("irreg_cav")
    battle.own[RED, Own.CHITS] = 3
    battle.lead_with[0] = BLUE
    assert home_needed(battle, BLUE, RED, True) == 55 + 20 + 15 - 50
    assert home_needed(pair("elite_inf"), BLUE, RED, True) == 75
    battle = pair(HEAVY)
    battle.own[RED, Own.CHITS], battle.lead_with[0] = 3, BLUE
    assert home_needed(battle, BLUE, RED, True) - 1 == 59


def test_SNW_61_ground() -> None:
    box = ((30, 17), (44, 17), (44, 30), (30, 30))
    assert home_needed(pair(gap=100, pieces=[hill(box)]), BLUE, RED, True) == 55
    battle = pair(gap=100, pieces=[hill(((30, 10), (44, 10), (44, 17), (30, 17)))])
    assert home_needed(battle, BLUE, RED, True) == 65
    assert home_needed(pair(gap=100, pieces=[obstacle(((20, 18), (50, 18)))]), BLUE, RED, True) == 50
    assert home_needed(pair(gap=100, pieces=[town(34, 18)]), BLUE, RED, True) == 40


def test_SNW_51_SNW_62_SNW_43_a_charge_that_stops() -> None:
    battle = pair(gap=100)
    battle.own[RED, 11] = 1
    rig(battle, (100, 60))
    press_home(battle, BLUE, RED, True, True)
    assert (battle.y[BLUE], rows(battle, Event.FIRE)[0][2]) == (4500, BLUE)
    battle = pair(gap=100)
    battle.lead_own[BLUE_BRIGADIER, Lead.AV] = 0
    fail_home(battle, BLUE, RED)
    assert battle.y[BLUE] == 3000
    for kind, back in (("militia_inf", 1000), (LIGHT, 2500)):
        battle = pair(kind, gap=100)
        fail_home(battle, BLUE, RED)
        assert (battle.y[BLUE], battle.own[BLUE, Own.CHITS]) == (4000 - back, 1)


def test_SNW_51_unhurt_cavalry_goes_in_on_who_fails() -> None:
    battle = pair(LIGHT, gap=200)
    battle.own[RED, Own.CHITS] = 6
    rig(battle, (100, 1), (100, 99), (10, 1))
    charge(battle, BLUE, RED)
    assert battle.own[RED, Own.STATE] == State.ROUTING
    assert [row[4] for row in rows(battle, Event.MOVE)] == [9]


def test_SNW_52_skirmishers_evade_or_are_ridden_down() -> None:
    for face, caught in ((20, False), (1, True)):
        battle = table(Man(0, LIGHT, 900, 300), Man(1, FOOT, 900, 620, 180))
        set_base(battle, RED, Form.SKIRMISH)
        rig(battle, (20, face))
        evade(battle, BLUE, RED)
        assert (battle.status[RED] == Status.ELIMINATED) == caught


def test_SNW_63_cavalry_pursues_infantry_holds() -> None:
    battle = pair(LIGHT, gap=0)
    battle.lead_own[BLUE_BRIGADIER, Lead.AV] = 2
    battle.own[RED, Own.STATE] = State.ROUTING
    rig(battle, (6, 4))
    melee.pursue(battle, BLUE, RED)
    assert (battle.own[BLUE, Own.CHITS], battle.left[RED]) == (1, 14)
    battle = pair(gap=0)
    melee.pursue(battle, BLUE, RED)
    assert rows(battle, Event.MOVE) == []
    battle = pair(LIGHT, "field_art", gap=20)
    melee.run_down(battle, BLUE, RED, 1000, 5, 63)
    assert battle.status[RED] == Status.ELIMINATED


def test_SNW_64_worn_units_leave_and_batteries_stay_to_the_last_man() -> None:
    battle = pair()
    losses.lose_figures(battle, RED, 8, 1, 35)
    assert battle.status[RED] == Status.BOARD
    losses.lose_figures(battle, RED, 1, 1, 35)
    assert battle.status[RED] == Status.NONRALLYABLE
    battle = pair(two="field_art")
    losses.lose_figures(battle, RED, 3, 1, 35)
    assert battle.status[RED] == Status.BOARD
    losses.lose_figures(battle, RED, 1, 1, 35)
    assert battle.status[RED] == Status.NONRALLYABLE
    battle = pair(two="irreg_cav")
    losses.disperse(battle, RED, 1, 64)
    assert battle.status[RED] == Status.ELIMINATED
    battle = pair()
    battle.lead_x[SIDE_LEADERS], battle.lead_y[SIDE_LEADERS] = battle.x[RED], battle.y[RED]
    losses.disperse(battle, RED, 1, 64)
    assert battle.status[RED] == Status.RALLYABLE


def test_SNW_66_classes() -> None:
    kinds = ("elite_inf", FOOT, "militia_inf", HEAVY, LIGHT, "irreg_cav", "field_art")
    assert [class_of_kind(pair(kind), BLUE) for kind in kinds] == [1, 2, 3, 1, 2, 3, 1]
    assert class_of_kind(pair(FOOT, guard=True), BLUE) == 0


def test_SNW_66_every_second_unit_of_a_division_is_class_C() -> None:
    kinds = ("elite_inf", FOOT, "militia_inf", HEAVY, LIGHT, "irreg_cav")
    for kind, first in zip(kinds, (1, 2, 3, 1, 2, 3), strict=True):
        battle = table(*(Man(0, kind, 200 + 200 * i, 400) for i in range(3)), Man(1, FOOT, 900, 1000, 180))
        battle.roll[0] = battle.roll[1] = battle.roll[2] = 0
        assert [class_of_kind(battle, unit) for unit in range(3)] == [first, 2, first]


def test_SNW_68_more_than_half_lost_or_routing() -> None:
    battle = table(*(Man(0, FOOT, 200 + 200 * i, 400) for i in range(4)), Man(1, FOOT, 900, 1000, 180))
    battle.own[0, Own.STATE] = State.ROUTING
    battle.status[1] = Status.NONRALLYABLE
    break_armies(battle)
    assert battle.broken[0] == 0
    battle.own[2, Own.STATE] = State.ROUTING
    assert (losses.lost_share(battle, 0, True), losses.lost_share(battle, 0, False)) == (3, 1)
    break_armies(battle)
    assert (battle.broken[0], battle.broken[1], battle.over) == (1, 0, 1)
    assert len(rows(battle, Event.BROKEN)) == 1


def test_SNW_E18_cavalry_reaches_contact() -> None:
    """B cavalry under an attached normal brigadier against C infantry; the values leave class differences out."""
    alike = {"charge": {"lower": {"value": 0}}, "morale": {"higher": {"value": 0}}}

    def chance(square: bool) -> Fraction:
        battle = pair(HEAVY, gap=200, profile=alike)
        battle.lead_with[BLUE_BRIGADIER] = BLUE
        if square:
            set_base(battle, RED, Form.SQUARE)
        in_hand(battle, 1)
        battle.lead_x[SIDE_LEADERS + 1], battle.lead_y[SIDE_LEADERS + 1] = battle.x[RED], battle.y[RED]
        starts = Fraction(charge_needed(battle, BLUE, RED) - 1, 100)
        stands = Fraction(capped(battle, morale_needed(battle, RED, T_CHARGED, BLUE)) - 1, 100)
        return starts * (stands * Fraction(home_needed(battle, BLUE, RED, True) - 1, 100) + (1 - stands))

    assert (chance(False), chance(True)) == (E18_OPEN, E18_SQUARE)
    battle = pair(HEAVY, gap=200)
    assert charge_chance(battle, BLUE, RED) == 60


E18_OPEN, E18_SQUARE = Fraction(71043, 125000), Fraction(36393, 125000)


def test_D9_strength_of_a_row() -> None:
    assert [losses.row_strength(4, twice, 72) for twice in (144, 126, 72, 18, 1, 0)] == [4, 4, 2, 1, 1, 0]
    battle = pair()
    battle.roll_sp[RED] = 4
    battle.left[RED], battle.own[RED, Own.STATE] = 9, State.RETREATING
    losses.write_back(battle)
    assert (battle.roll_sp[RED], battle.roll_status[RED]) == (1, Status.BOARD)
    assert FLANK > FRONT
