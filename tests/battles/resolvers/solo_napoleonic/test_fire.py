"""Fire of infantry, skirmishers and guns, rule by rule (SNW-31 to SNW-44), with the values D.10 expects of them."""

from fractions import Fraction
from typing import Any

import pytest

from battles.resolvers.common.codes import Ground, Weather
from battles.resolvers.fields.field import hill, obstacle, rough, town
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.codes import MM, Dead, Event, Form, Own, Side
from battles.resolvers.solo_napoleonic.fighting import shooting
from battles.resolvers.solo_napoleonic.fighting.charge import charge
from battles.resolvers.solo_napoleonic.fighting.losses import lose_figures
from battles.resolvers.solo_napoleonic.footing import (
    HARD_COVER,
    NO_COVER,
    SOFT_COVER,
    covered_from,
    front_figures,
    in_view,
    set_base,
)
from battles.resolvers.solo_napoleonic.odds import fire_law, mean, volley_law
from battles.resolvers.solo_napoleonic.odds import unsaved as unsaved_law
from tests.battles.resolvers.solo_napoleonic.table import BLUE, RED, Man, rig, rows, table

FOOT, GUNS = "line_inf", "field_art"


def pair(one: str = FOOT, two: str = FOOT, gap: float = 70, **more: Any):
    """Two units front to front, their fronts ``gap`` mm apart."""
    battle = table(Man(0, one, 900, 400), Man(1, two, 900, 400, 180), **more)
    battle.y[RED] = battle.y[BLUE] + (battle.depth[BLUE] + battle.depth[RED]) // 2 + round(gap * MM)
    return battle


def block(left: float, bottom: float, side: float) -> tuple[tuple[float, float], ...]:
    return ((left, bottom), (left + side, bottom), (left + side, bottom + side), (left, bottom + side))


def test_SNW_31_five_figures_a_volley_within_45_degrees() -> None:
    battle = pair()
    assert front_figures(battle, BLUE) // battle.num[n.FIRE_FIGURES] == 2
    battle.left[BLUE] = 9
    assert front_figures(battle, BLUE) // battle.num[n.FIRE_FIGURES] == 1
    set_base(battle, BLUE, Form.COLUMN)
    assert front_figures(battle, BLUE) // battle.num[n.FIRE_FIGURES] == 1
    battle.x[RED], battle.y[RED] = battle.x[BLUE] + 700, battle.y[BLUE] + 700
    assert shooting.in_fire_arc(battle, BLUE, RED)
    battle.x[RED] += 10
    assert not shooting.in_fire_arc(battle, BLUE, RED)


def volley_mean(kind: str, band: int, dice: int = 6, cover: int = 0) -> Fraction:
    battle = pair(kind, profile={"fire": {"die": {"value": dice}}})
    extra = shooting.volley_modifiers(battle, BLUE, RED) + cover
    return mean(unsaved_law(volley_law(battle, extra, band), int(battle.num[n.FIRE_SAVES + band])))


def test_SNW_32_SNW_E7_SNW_E8_the_mean_of_a_volley() -> None:
    assert [volley_mean(kind, shooting.SHORT) for kind in (FOOT, "elite_inf", "militia_inf")] == [
        Fraction(7, 4), Fraction(9, 4), Fraction(5, 4)]  # fmt: skip
    assert volley_mean(FOOT, shooting.LONG) == Fraction(7, 16)
    assert volley_mean(FOOT, shooting.SHORT, dice=4) == Fraction(5, 4)


def test_SNW_33_SNW_E9_cover_and_movement() -> None:
    assert volley_mean(FOOT, shooting.SHORT, cover=-1) == Fraction(5, 4)
    assert volley_mean(FOOT, shooting.SHORT, cover=-2) == Fraction(5, 6)
    assert volley_mean(FOOT, shooting.LONG, cover=-2) == Fraction(5, 24)


@pytest.mark.parametrize(("kind", "target", "form", "moved", "weather", "extra"), [
    (FOOT, FOOT, Form.LINE, 0, 0, 0), ("elite_inf", FOOT, Form.LINE, 0, 0, 1),
    ("militia_inf", FOOT, Form.LINE, 0, 0, -1),
    (FOOT, FOOT, Form.COLUMN, 0, 0, 1), (FOOT, FOOT, Form.SQUARE, 0, 0, 1), (FOOT, FOOT, Form.SKIRMISH, 0, 0, -2),
    (FOOT, GUNS, Form.DEPLOYED, 0, 0, -1), (FOOT, FOOT, Form.LINE, 1, 0, -2),
    (FOOT, FOOT, Form.LINE, 0, Weather.PRECIPITATING, -1),
])  # fmt: skip
def test_SNW_33_modifiers(kind: str, target: str, form: int, moved: int, weather: int, extra: int) -> None:
    battle = pair(kind, target)
    set_base(battle, RED, form)
    battle.own[BLUE, Own.MOVED], battle.weather = moved, weather
    assert shooting.volley_modifiers(battle, BLUE, RED) == extra


def test_SNW_34_SNW_W1_three_quarters_and_a_chance_of_one_more() -> None:
    assert [shooting.hits_of(result, 3) for result in range(5)] == [(0, 0), (0, 75), (1, 50), (2, 25), (3, 0)]
    assert [shooting.hits_of(result, 1) for result in (1, 2, 3, 4, 5)] == [(0, 25), (0, 50), (0, 75), (1, 0), (1, 25)]
    battle = pair(pieces=[rough(block(30, 17.5, 12))])
    battle.left[BLUE] = 9
    assert covered_from(battle, RED, BLUE) == SOFT_COVER
    rig(battle, (6, 4), (100, 25), (6, 1), (6, 1), (6, 1))
    shooting.fire_small_arms(battle, BLUE, RED, 700, shooting.SHORT)
    assert rows(battle, Event.FIRE)[0][4] == 3
    battle = pair(pieces=[rough(block(30, 17.5, 12))])
    battle.left[BLUE] = 9
    rig(battle, (6, 4), (100, 26), (6, 1), (6, 1))
    shooting.fire_small_arms(battle, BLUE, RED, 700, shooting.SHORT)
    assert rows(battle, Event.FIRE)[0][4] == 2


def test_SNW_35_SNW_E13_saves() -> None:
    battle = pair()
    for least, face, dead in ((5, 4, 1), (5, 5, 0), (4, 3, 1), (4, 4, 0)):
        rig(battle, (6, face))
        assert shooting.unsaved(battle, 1, least) == dead
    assert unsaved_law({1: Fraction(1)}, 5)[0] == Fraction(1, 3)
    assert unsaved_law({1: Fraction(1)}, 4)[0] == Fraction(1, 2)
    assert unsaved_law({1: Fraction(1)}, 6)[0] == Fraction(1, 6)


def test_SNW_36() -> None:
    battle = pair()
    assert [shooting.small_band(battle, BLUE, gap * MM) for gap in (75, 76, 150, 151)] == [
        shooting.SHORT,
        shooting.LONG,
        shooting.LONG,
        2,
    ]
    battle = pair("light_cav")
    assert shooting.small_band(battle, BLUE, 10) == 2
    set_base(battle, BLUE, Form.SKIRMISH)
    assert [shooting.small_band(battle, BLUE, gap * MM) for gap in (40, 80, 81)] == [shooting.SHORT, shooting.LONG, 2]
    battle = pair("elite_inf", profile={"fire": {"rifles": {"value": True}}})
    set_base(battle, BLUE, Form.SKIRMISH)
    assert [shooting.small_band(battle, BLUE, gap * MM) for gap in (100, 250, 251)] == [
        shooting.SHORT,
        shooting.LONG,
        2,
    ]


def test_SNW_37_SNW_65_special_figures_fall_where_the_die_picks_their_place() -> None:
    battle = pair()
    rig(battle, (10, 1), (10, 2), (10, 3), (10, 9))
    lose_figures(battle, RED, 4, 1, 35)
    assert (battle.left[RED], battle.own[RED, Own.DEAD]) == (14, Dead.OFFICER | Dead.STANDARD | Dead.MUSICIAN)
    assert [row[4] for row in rows(battle, Event.SPECIAL)] == [Dead.OFFICER, Dead.STANDARD, Dead.MUSICIAN]
    battle = pair(profile={"disorder": {"special": {"value": False}}})
    lose_figures(battle, RED, 4, 1, 35)
    assert (battle.left[RED], battle.own[RED, Own.DEAD]) == (14, 0)
    assert rows(battle, Event.HIT)[0][4:] == [1, 14, 1, 4]


def test_SNW_38_skirmishers_fire_one_by_one() -> None:
    battle = pair()
    set_base(battle, BLUE, Form.SKIRMISH)
    battle.left[BLUE] = 3
    battle.x[RED] += 300 * MM
    assert shooting.in_fire_arc(battle, BLUE, RED)
    rig(battle, (6, 5), (6, 4), (6, 6), (6, 1), (6, 1))
    shooting.fire_small_arms(battle, BLUE, RED, 700, shooting.SHORT)
    assert (rows(battle, Event.FIRE)[0][4], battle.own[BLUE, Own.CHITS]) == (2, 0)


def test_SNW_38_skirmishers_hide_nobody_from_guns() -> None:
    battle = table(Man(0, GUNS, 900, 300), Man(0, "elite_inf", 900, 400), Man(1, FOOT, 900, 600, 180))
    assert not in_view(battle, BLUE, RED)
    set_base(battle, 1, Form.SKIRMISH)
    assert in_view(battle, BLUE, RED)


def test_SNW_39_SNW_E15_SNW_E16_ball_and_canister() -> None:
    battle = pair(GUNS)
    battle.left[BLUE] = 3
    assert mean(fire_law(battle, 100)) == Fraction(14, 3)
    assert mean(fire_law(battle, 400)) == Fraction(7, 2) * Fraction(2, 3)
    rig(battle, (6, 3), (6, 4), (6, 1), (6, 1), (6, 1), (6, 1), (6, 1), (6, 5), (6, 6))
    shooting.fire_guns(battle, BLUE, RED, 1000, shooting.CANISTER)
    assert rows(battle, Event.FIRE)[0][4] == 5


@pytest.mark.parametrize(
    ("kind", "ranges"),
    [("heavy_art", (200, 500, 800, 1100)), (GUNS, (175, 450, 700, 950)), ("horse_art", (150, 400, 650, 900))],
)
def test_SNW_40(kind: str, ranges: tuple[int, ...]) -> None:
    battle = pair(kind)
    for band, most in enumerate(ranges):
        assert shooting.gun_band(battle, BLUE, most * MM) == band
        assert shooting.gun_band(battle, BLUE, most * MM + 1) == band + 1
    assert [shooting.gun_save(battle, band) for band in range(4)] == [5, 5, 4, 4]
    assert shooting.OUT_OF_RANGE == shooting.LONG_BALL + 1


@pytest.mark.parametrize(("change", "extra"), [
    ({}, 1), ({"left": 3}, 0), ({"left": 1}, -2), ({"form": Form.SQUARE}, 3), ({"form": Form.COLUMN}, 2),
    ({"guard": 1}, 2), ({"target": GUNS}, -2), ({"chits": 3}, -2), ({"officer": 1}, 0),
    ({"band": shooting.LONG_BALL}, -1), ({"nation": 3}, -1), ({"nation": 6}, 0), ({"staff": 1}, 2),
])  # fmt: skip
def test_SNW_41(change: dict[str, Any], extra: int) -> None:
    battle = pair(GUNS, str(change.get("target", FOOT)))
    battle.left[BLUE] = change.get("left", 4)
    battle.guard[BLUE] = change.get("guard", 0)
    battle.own[BLUE, Own.CHITS], battle.side_own[0, Side.NATION] = change.get("chits", 0), change.get("nation", 0)
    battle.own[BLUE, Own.DEAD] = Dead.OFFICER * int(change.get("officer", 0))
    if "form" in change:
        set_base(battle, RED, change["form"])
    if "staff" in change:
        battle.side_own[0, Side.STAFF] = BLUE + 1
    assert shooting.gun_modifiers(battle, BLUE, RED, int(change.get("band", shooting.SHORT_BALL))) == extra


def test_SNW_42_guns_that_moved_or_are_limbered() -> None:
    battle = pair(GUNS)
    assert shooting.may_fire(battle, BLUE)
    battle.own[BLUE, Own.MOVED] = 1
    assert not shooting.may_fire(battle, BLUE)
    battle = pair("horse_art", gap=100)
    battle.own[BLUE, Own.MOVED] = 1
    assert shooting.may_fire(battle, BLUE)
    rig(battle, (6, 6), (6, 1), (6, 1), (6, 1), (6, 1))
    shooting.fire_at(battle, BLUE, RED)
    assert rows(battle, Event.FIRE)[0][4] == 4
    battle = pair(GUNS)
    set_base(battle, BLUE, Form.LIMBERED)
    assert not shooting.may_fire(battle, BLUE)


def test_SNW_43_defensive_fire_is_at_short_range_and_once() -> None:
    battle = pair(gap=140)
    battle.left[RED] = 9
    rig(battle, (6, 4), (6, 1), (6, 1), (6, 1))
    shooting.defend_by_fire(battle, RED, BLUE)
    assert (rows(battle, Event.FIRE)[0][4], battle.own[RED, Own.FIRED]) == (3, 1)
    shooting.defend_by_fire(battle, RED, BLUE)
    assert len(rows(battle, Event.FIRE)) == 1
    assert charge is not None


def test_SNW_44() -> None:
    covers = {}
    for name, pieces in {
        "none": [], "rough": [rough(block(30, 17, 14))], "town": [town(34, 17)], "hill": [hill(block(30, 17, 14))],
        "obstacle": [obstacle(((20, 18.3), (50, 18.3)))],
        "work": [obstacle(((20, 18.3), (50, 18.3)), cover="hard")],
    }.items():  # fmt: skip
        covers[name] = covered_from(pair(pieces=pieces), RED, BLUE)
    assert covers == {
        "none": NO_COVER, "rough": SOFT_COVER, "town": HARD_COVER, "hill": NO_COVER, "obstacle": SOFT_COVER,
        "work": HARD_COVER,
    }  # fmt: skip


def test_SNW_67_weather_and_ground() -> None:
    battle = pair(GUNS)
    for weather, bands in (
        (0, shooting.LONG_BALL),
        (Weather.OVERCAST, shooting.MEDIUM),
        (Weather.PRECIPITATING, shooting.SHORT_BALL),
    ):
        battle.weather = weather
        assert shooting.gun_band(battle, BLUE, 400 * MM) == shooting.SHORT_BALL
        assert (shooting.gun_band(battle, BLUE, 900 * MM) == shooting.OUT_OF_RANGE) is (bands < shooting.LONG_BALL)
        assert (shooting.gun_band(battle, BLUE, 600 * MM) == shooting.OUT_OF_RANGE) is (bands < shooting.MEDIUM)
    battle.ground = Ground.SOFT
    assert [shooting.gun_save(battle, band) for band in range(4)] == [5, 4, 3, 3]
    assert battle.own[BLUE, Own.FORM] == Form.DEPLOYED
