"""Rule by rule: One Hour Wargames, modified (OHW-01 to OHW-28)."""

from fractions import Fraction
from itertools import product

import pytest

from battles.resolvers.common import codes
from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, Ground, Posture, Status, Weather
from battles.resolvers.common.events import Cause, Event
from battles.resolvers.common.plane import FLANK, FRONT, base_gap
from battles.resolvers.fields.field import bridge, hill, obstacle, river, road, rough, town
from battles.resolvers.files.battle_file import parse
from battles.resolvers.one_hour import attack, melee
from battles.resolvers.one_hour.codes import Modifier, Own, Side
from battles.resolvers.one_hour.doctrine import move_guns
from battles.resolvers.one_hour.losses import face_is_free, in_contact, join, scatter_broken, take_hits
from battles.resolvers.one_hour.moves import charge, charge_way, march, may_charge, pivoted, turn_to_foe
from battles.resolvers.one_hour.resolver import DOOR, share_dice
from battles.resolvers.one_hour.shooting import aim, may_shoot, range_of, shoot, shoot_all
from battles.resolvers.one_hour.turn import play_day, player_turn
from tests.battles.conformance.conftest import battle_data
from tests.battles.resolvers.common.scene import Man, rows
from tests.battles.resolvers.one_hour.table import BLUE, RED, table

LINE, HEAVY, LIGHT, IRREG = "line_inf", "heavy_cav", "light_cav", "irreg_cav"
GUNS, HEAVY_GUNS = "field_art", "heavy_art"
TABLE = {
    -2: ((0, 0), (0, 0), (0, 0), (0, 0), (1, 0), (1, 1)), 0: ((0, 0), (0, 0), (1, 0), (1, 0), (1, 1), (1, 1)),
    2: ((0, 0), (1, 0), (1, 0), (1, 1), (1, 1), (2, 1)),
}  # fmt: skip


def block(left: float, bottom: float, side: float) -> tuple[tuple[float, float], ...]:
    return ((left, bottom), (left + side, bottom), (left + side, bottom + side), (left, bottom + side))


def pair(one: str = LINE, two: str = LINE, gap: float = 8, **more: object):
    """Two units front to front, their fronts ``gap`` inches apart."""
    deep = {"field_art": 3.0, "heavy_art": 3.0, "horse_art": 3.0}
    y = 10 + deep.get(one, 2.0) / 2 + gap + deep.get(two, 2.0) / 2
    return table(Man(0, one, 20, 10), Man(1, two, 20, y, 180), **more)


def test_OHW_01_OHW_02_the_side_on_turn_alone_does_damage() -> None:
    battle = pair(faces=(6, 1, 1))
    player_turn(battle, 0)
    assert [row[1] for row in rows(battle, Event.FIRE)] == [0]
    assert [row[2] for row in rows(battle, Event.HIT)] == [RED]
    assert [row[2] for row in rows(battle, Event.MORALE)] == [RED]
    player_turn(battle, 1)
    assert [row[1] for row in rows(battle, Event.FIRE)] == [0, 1]


def test_OHW_02_the_attacker_goes_first() -> None:
    battle = pair(faces=(1,))
    battle.first = 1
    play_day(battle)
    sides = [row[1] for row in rows(battle, Event.TURN_START)]
    assert sides == [1, 0] * (len(sides) // 2)


def test_OHW_03() -> None:
    battle = table(*(Man(0, kind, 5, 5) for kind in (LINE, GUNS, LIGHT, HEAVY)))
    assert [melee.reach_of(battle, unit) for unit in range(4)] == [600, 600, 1200, 1200]


def test_OHW_04() -> None:
    battle = table(Man(0, LINE, 20, 10))
    assert [pivoted(battle, BLUE, heading) for heading in (0, 30, 45, 46, 180, 200, 315, 310)] == [
        0, 30, 45, 45, 45, 315, 315, 315]  # fmt: skip
    march(battle, BLUE, 90, 400, 200)
    assert (battle.x[BLUE], battle.y[BLUE], battle.heading[BLUE]) == (2283, 1283, 90)
    assert battle.own[BLUE, Own.MOVED] == 1


def test_OHW_04_nobody_leaves_the_board_by_moving() -> None:
    battle = table(Man(0, LIGHT, 20, 33))
    march(battle, BLUE, 0, 1200, 0)
    assert 3350 <= battle.y[BLUE] + 100 < 3600


def test_OHW_05() -> None:
    battle = table(Man(0, LINE, 20.5, 10), pieces=[road(((20.5, 0), (20.5, 36)))])
    march(battle, BLUE, 0, 2000, 0)
    assert battle.y[BLUE] == 1900
    battle = table(Man(0, LINE, 20.5, 10), pieces=[road(((20.5, 0), (20.5, 17.9)))])
    march(battle, BLUE, 0, 2000, 0)
    assert battle.y[BLUE] == 1750
    battle = table(Man(0, LIGHT, 20.5, 10), Man(1, LINE, 20.5, 25, 180), pieces=[road(((20.5, 0), (20.5, 36)))])
    assert charge_way(battle, BLUE, RED) == -1


@pytest.mark.parametrize(("kind", "end"), [(LINE, 1450), (LIGHT, 1450), (HEAVY, 1150), (GUNS, 1150)])
def test_OHW_06_rough_ground(kind: str, end: int) -> None:
    battle = table(Man(0, kind, 20, 11), pieces=[rough(block(10, 12, 15))])
    march(battle, BLUE, 0, 1200, 0)
    assert battle.y[BLUE] == end
    if kind == LINE:
        march(battle, BLUE, 0, 600, 0)
        assert battle.y[BLUE] == 2050


def test_OHW_06_an_obstacle_stops_and_is_crossed_with_the_next_move() -> None:
    battle = table(Man(0, LINE, 20, 10), pieces=[obstacle(((0, 13.5), (40, 13.5)))])
    march(battle, BLUE, 0, 600, 0)
    assert battle.y[BLUE] == 1150
    march(battle, BLUE, 0, 600, 0)
    assert battle.y[BLUE] == 1750


def test_OHW_06_rivers_are_crossed_at_bridges_and_towns_are_for_infantry() -> None:
    big = river(((0, 13.5), (40, 13.5)), impassable=True)
    battle = table(Man(0, LINE, 20.5, 10), Man(0, LINE, 10.5, 10), pieces=[big, bridge(((20.5, 12), (20.5, 15)))])
    for unit in (0, 1):
        march(battle, unit, 0, 600, 0)
    assert [battle.y[0], battle.y[1]] == [1600, 1250]
    battle = table(Man(0, LINE, 10, 10), Man(0, LIGHT, 20, 10), pieces=[town(8, 13), town(18, 13)])
    for unit in (0, 1):
        march(battle, unit, 0, 600, 0)
    assert [battle.y[0], battle.y[1]] == [1600, 1250]


def test_OHW_07() -> None:
    battle = table(Man(0, LINE, 20, 10), Man(0, LINE, 20.5, 15))
    march(battle, BLUE, 0, 600, 0)
    assert battle.y[BLUE] == 1296
    battle = table(Man(0, LINE, 20, 20, 0), Man(0, LINE, 20, 13), Man(1, LINE, 20, 28, 180), faces=(6,))
    battle.own[BLUE, Own.HIT_BY] = RED
    melee.check_morale(battle, BLUE)
    assert battle.y[BLUE] == 1100


def test_OHW_08() -> None:
    battle = table(*(Man(0, kind, 5, 5) for kind in (LINE, GUNS, LIGHT, IRREG, HEAVY)))
    assert [range_of(battle, unit) for unit in range(5)] == [1200, 3600, 600, 600, 0]
    printed = table(Man(0, HEAVY, 5, 5), profile={"range": {"heavy_horse": {"value": True}}})
    assert (range_of(printed, 0), attack.fire_column(printed, 0, 600)) == (600, -2)


def test_OHW_09() -> None:
    battle = pair()
    assert may_shoot(battle, BLUE)
    for column in (Own.MOVED, Own.RETREATED):
        battle.own[BLUE, column] = 1
        assert not may_shoot(battle, BLUE)
        battle.own[BLUE, column] = 0
    join(battle, BLUE, RED, FRONT)
    assert not may_shoot(battle, BLUE)
    assert not may_shoot(battle, RED)


def test_OHW_09_nobody_shoots_at_units_in_contact() -> None:
    battle = table(Man(0, LINE, 20, 10), Man(1, LINE, 20, 20, 180), Man(0, HEAVY, 20, 22, 180))
    assert aim(battle, BLUE) == RED
    join(battle, BLUE + 1, RED, 2)
    assert aim(battle, BLUE) == NOBODY


def test_OHW_10() -> None:
    """12 inches but not more, 45 degrees but not more, nobody between; one shot a turn."""
    assert (aim(pair(gap=12), BLUE), aim(pair(gap=12.1), BLUE)) == (RED, NOBODY)
    for x, found in ((27, RED), (27.1, NOBODY)):
        assert aim(table(Man(0, LINE, 20, 10), Man(1, LINE, x, 17, 180)), BLUE) == found
    assert aim(table(Man(0, LINE, 20, 10), Man(1, LINE, 20, 20, 180), Man(0, LINE, 20, 15)), BLUE) == NOBODY
    battle = table(Man(0, LINE, 20, 10), Man(1, LINE, 17, 18, 180), Man(1, LINE, 23, 18, 180))
    shoot_all(battle, 0)
    assert len(rows(battle, Event.FIRE)) == 1


@pytest.mark.parametrize(("column", "covered", "face"), list(product((-2, 0, 2), (False, True), range(1, 7))))
def test_OHW_11(column: int, covered: bool, face: int) -> None:
    assert attack.throw_hits(pair(faces=(face,)), BLUE, RED, column, covered) == TABLE[column][face - 1][int(covered)]


def test_OHW_12_OHW_14_OHW_W2_a_blow_on_the_flank_is_thrown_twice_and_added() -> None:
    """W2 Heavy cavalry, dice 6 and 2: three hits, and a fresh unit is gone; from the front one die, one hit."""
    battle = table(Man(0, HEAVY, 17, 20, 90), Man(1, LINE, 20, 20, 180), faces=(6, 2))
    melee.strike(battle, BLUE, RED)
    assert (rows(battle, Event.COMBAT)[0][4:], battle.status[RED]) == ([1, 3, 0, FLANK], Status.RALLYABLE)
    battle = pair(HEAVY, LINE, gap=0, faces=(6, 2))
    melee.strike(battle, BLUE, RED)
    assert (rows(battle, Event.COMBAT)[0][4:], battle.left[RED]) == ([1, 1, 0, FRONT], 2)


def test_OHW_13() -> None:
    kinds = [LINE, "elite_inf", "militia_inf", HEAVY, LIGHT, IRREG, GUNS]
    battle = table(*(Man(0, kind, 5, 5) for kind in kinds), *(Man(0, kind, 5, 5, guard=True) for kind in kinds))
    assert [attack.melee_column(battle, unit) for unit in range(14)] == [0, 2, 0, 2, 0, 0, -2, 2, 2, 2, 2, 2, 2, -2]
    assert [attack.fire_column(battle, unit, 600) for unit in range(7)] == [0, 2, 0, -2, -2, -2, 0]


def test_OHW_13_militia_that_has_taken_a_hit_uses_the_worst_column() -> None:
    battle = table(Man(0, "militia_inf", 5, 5), Man(0, LINE, 5, 5), Man(0, "militia_inf", 5, 5, guard=True))
    assert [attack.fire_column(battle, unit, 600) for unit in range(3)] == [0, 0, 2]
    for unit in range(3):
        battle.left[unit] -= 1
    assert [attack.fire_column(battle, unit, 600) for unit in range(3)] == [-2, 0, 2]
    assert [attack.melee_column(battle, unit) for unit in range(3)] == [-2, 0, 2]


def test_OHW_13_canister() -> None:
    battle = table(Man(0, GUNS, 5, 5), Man(0, HEAVY_GUNS, 5, 5), Man(0, "horse_art", 5, 5))
    near = [[attack.fire_column(battle, unit, far) for far in (1200, 1201, 1800, 1801)] for unit in range(3)]
    assert near == [[0, -2, -2, -2], [0, 0, 0, -2], [0, -2, -2, -2]]


def test_OHW_15() -> None:
    assert attack.fire_cover(pair(), BLUE, RED, 800) == 0
    pieces = {
        Modifier.ROUGH: rough(block(15, 18, 10)),
        Modifier.TOWN: town(18, 18),
        Modifier.OBSTACLE: obstacle(((10, 17.5), (30, 17.5))),
    }
    for cover, piece in pieces.items():
        assert attack.fire_cover(pair(pieces=[piece]), BLUE, RED, 800) == cover
        assert attack.melee_cover(pair(pieces=[piece]), BLUE, RED, FRONT) == cover
    heights = pair(pieces=[hill(block(15, 18, 10))])
    assert attack.fire_cover(heights, BLUE, RED, 800) == 0
    assert attack.melee_cover(heights, BLUE, RED, FRONT) == Modifier.UPHILL
    assert attack.melee_cover(heights, RED, BLUE, FRONT) == 0


def test_OHW_15_bayonets_are_a_hedge_to_the_front() -> None:
    battle = pair(HEAVY, LINE)
    assert (attack.melee_cover(battle, BLUE, RED, FRONT), attack.melee_cover(battle, BLUE, RED, FLANK)) == (
        Modifier.HEDGE,
        0,
    )
    assert attack.melee_cover(pair(HEAVY, GUNS), BLUE, RED, FRONT) == 0


def test_OHW_16() -> None:
    """A straight charge of 12 inches after one pivot of 45 degrees; not of infantry, not into woods and towns."""
    battle = pair(LIGHT, LINE, gap=12)
    assert charge_way(battle, BLUE, RED) == 1200
    charge(battle, BLUE, RED, 1200)
    assert base_gap(battle, BLUE, RED) <= 2
    assert (battle.own[BLUE, Own.FOE], battle.own[RED, Own.TOUCHED]) == (RED, 1)
    assert charge_way(pair(LIGHT, LINE, gap=12.1), BLUE, RED) == -1
    for heading, found in ((45, True), (315, True), (110, False)):
        turned = table(Man(0, LIGHT, 20, 10, heading), Man(1, LINE, 20, 18, 180))
        assert (charge_way(turned, BLUE, RED) >= 0) == found
    blocked = table(Man(0, LIGHT, 20, 10), Man(1, LINE, 20, 20, 180), Man(0, LINE, 20, 14))
    assert charge_way(blocked, BLUE, RED) == -1
    assert not may_charge(pair(LINE, LINE), BLUE, RED)
    for piece in (rough(block(15, 18, 10)), town(18, 18)):
        assert not may_charge(pair(LIGHT, LINE, pieces=[piece]), BLUE, RED)


def test_OHW_16_one_attacker_a_face() -> None:
    battle = table(Man(0, LIGHT, 20, 10), Man(1, LINE, 20, 18, 180), Man(0, LIGHT, 30, 10))
    join(battle, BLUE + 1, RED, FRONT)
    assert [face_is_free(battle, RED, face) for face in range(4)] == [False, True, True, True]
    assert charge_way(battle, BLUE, RED) == -1


def test_OHW_16_infantry_assaults_guns_and_towns() -> None:
    assert may_charge(pair(LINE, GUNS), BLUE, RED)
    assert may_charge(pair(LINE, LINE, pieces=[town(18, 18)]), BLUE, RED)
    assert not may_charge(pair(LINE, GUNS, profile={"move": {"assault": {"value": False}}}), BLUE, RED)
    assert not may_charge(pair(GUNS, GUNS), BLUE, RED)


def test_OHW_17() -> None:
    """Contact ends when one is gone; who is struck in the flank turns to his one enemy."""
    battle = table(Man(0, LIGHT, 17, 20, 90), Man(1, HEAVY, 20, 20, 180))
    join(battle, BLUE, RED, 1)
    turn_to_foe(battle, RED)
    assert battle.heading[RED] == 270
    assert base_gap(battle, BLUE, RED) <= 2
    melee.strike(battle, BLUE, RED)
    assert rows(battle, Event.COMBAT)[0][7] == FRONT
    take_hits(battle, RED, 3, Cause.COMBAT, BLUE)
    assert not in_contact(battle, BLUE)


def test_OHW_17_nobody_turns_with_two_enemies_upon_him() -> None:
    battle = table(Man(0, LIGHT, 17, 20, 90), Man(1, HEAVY, 20, 20, 180), Man(0, LIGHT, 20, 18, 0))
    join(battle, BLUE, RED, 1)
    join(battle, BLUE + 1, RED, 0)
    turn_to_foe(battle, RED)
    assert battle.heading[RED] == 180


def test_OHW_18() -> None:
    battle = pair()
    for left, status in ((2, Status.BOARD), (1, Status.BOARD), (0, Status.RALLYABLE)):
        take_hits(battle, RED, 1, Cause.FIRE, BLUE)
        assert (battle.left[RED], battle.status[RED]) == (left, status)
    assert [row[4:] for row in rows(battle, Event.HIT)] == [[3, 2, 1, 1], [1, 1, 1, 1], [0, 0, 1, 1]]
    weak = table(Man(0, LINE, 20, 10), Man(1, LINE, 20, 18, 180, strength=1))
    take_hits(weak, RED, 1, Cause.FIRE, BLUE)
    assert weak.status[RED] == Status.RALLYABLE


def test_OHW_18_COM_07_boxes() -> None:
    for kind, cause, box in (
        (IRREG, Cause.FIRE, Status.ELIMINATED),
        (GUNS, Cause.COMBAT, Status.ELIMINATED),
        (GUNS, Cause.FIRE, Status.RALLYABLE),
    ):
        battle = pair(LINE, kind)
        take_hits(battle, RED, 3, cause, BLUE)
        assert battle.status[RED] == box
    battle = pair()
    take_hits(battle, RED, 3, Cause.FIRE, BLUE)
    battle.broken[1] = 1
    scatter_broken(battle)
    assert battle.status[RED] == Status.NONRALLYABLE


def test_OHW_19_OHW_W1() -> None:
    """W1 A line fires at a line, die 5: one hit; morale 5: back 6 inches."""
    battle = pair(faces=(5, 5))
    shoot(battle, BLUE, RED)
    melee.check_all(battle, 1)
    assert (battle.left[RED], battle.y[RED], battle.own[RED, Own.RETREATED]) == (2, 2600, 1)
    battle = pair(faces=(5, 5), profile={"morale": {"melee_only": {"value": True}}})
    shoot(battle, BLUE, RED)
    melee.check_all(battle, 1)
    assert rows(battle, Event.MORALE) == []


def test_OHW_20() -> None:
    kinds = [LINE, "elite_inf", "militia_inf", HEAVY, LIGHT, IRREG, GUNS]
    battle = table(*(Man(0, kind, 5, 5) for kind in kinds), Man(0, "elite_inf", 5, 5, guard=True))
    assert [melee.retreats_on(battle, unit) for unit in range(8)] == [5, 6, 4, 5, 5, 4, 5, 6]


def test_OHW_21_a_unit_that_retreated_neither_moves_nor_shoots_in_its_next_turn() -> None:
    battle = pair(faces=(5, 5, 1))
    battle.posture[1] = Posture.ASSAULT
    player_turn(battle, 0)
    y = int(battle.y[RED])
    assert y == 2600
    player_turn(battle, 1)
    assert (battle.y[RED], len(rows(battle, Event.FIRE))) == (y, 1)
    assert battle.own[RED, Own.RETREATED] == 0
    battle.turn = battle.limit
    player_turn(battle, 1)
    assert battle.y[RED] < y


def test_OHW_22() -> None:
    """Straight away and facing the enemy; an inch short of others; over the edge the unit is lost."""
    battle = table(Man(0, LINE, 10, 10), Man(1, LINE, 16, 18, 180), faces=(6,))
    battle.own[RED, Own.HIT_BY] = BLUE
    melee.check_morale(battle, RED)
    assert (battle.x[RED], battle.y[RED], battle.heading[RED]) == (1961, 2279, 217)
    battle = table(Man(0, LINE, 20, 10), Man(1, LINE, 20, 18, 180), Man(0, LINE, 20, 24, 180), faces=(6,))
    battle.own[RED, Own.HIT_BY] = BLUE
    melee.check_morale(battle, RED)
    assert battle.y[RED] == 2100
    battle = table(Man(0, LINE, 20, 22), Man(1, LINE, 20, 31, 180), faces=(6,))
    battle.own[RED, Own.HIT_BY] = BLUE
    melee.check_morale(battle, RED)
    assert battle.status[RED] == Status.NONRALLYABLE


def test_OHW_23() -> None:
    battle = pair(LIGHT, LINE, gap=0)
    join(battle, BLUE, RED, FRONT)
    melee.horse_falls_back(battle)
    assert (battle.y[BLUE], battle.heading[BLUE], battle.own[BLUE, Own.RETREATED]) == (400, 0, 0)
    assert not in_contact(battle, RED)
    battle = pair(LIGHT, GUNS, gap=0)
    join(battle, BLUE, RED, FRONT)
    melee.horse_falls_back(battle)
    assert in_contact(battle, RED)


def test_OHW_24() -> None:
    assert attack.melee_cover(pair(LIGHT, HEAVY), BLUE, RED, FRONT) == 0
    on = {"column": {"cuirass": {"value": True}}}
    assert attack.melee_cover(pair(LIGHT, HEAVY, profile=on), BLUE, RED, FRONT) == Modifier.CUIRASS
    assert attack.melee_cover(pair(LIGHT, LIGHT, profile=on), BLUE, RED, FRONT) == 0


@pytest.mark.parametrize(("skill", "wing", "dice"), [("great", "good", 4), ("good", "poor", 2), ("poor", "great", 1)])
def test_OHW_25(skill: str, wing: str, dice: int) -> None:
    battle = pair(faces=(1, 6))
    battle.leaders[0] = 2
    battle.lead_skill[0], battle.lead_skill[1] = codes.SKILL_KEYS.index(skill), codes.SKILL_KEYS.index(wing)
    share_dice(battle)
    assert (battle.side_own[0, Side.AGAIN], battle.side_own[1, Side.AGAIN]) == (dice, 0)
    battle.left[RED] = 1
    assert (attack.throw_hits(battle, BLUE, RED, 0, False), battle.side_own[0, Side.AGAIN]) == (1, dice - 1)


def test_OHW_25_a_failed_morale_die_is_thrown_again() -> None:
    battle = pair(faces=(5, 1))
    battle.own[RED, Own.HIT_BY] = BLUE
    battle.side_own[1, Side.AGAIN] = 1
    melee.check_morale(battle, RED)
    assert (battle.y[RED], battle.side_own[1, Side.AGAIN]) == (2000, 0)


def test_OHW_26() -> None:
    battle = pair(GUNS, LINE, gap=13)
    for weather, reach, cover in (
        (0, 3600, 0),
        (Weather.OVERCAST, 2400, 0),
        (Weather.PRECIPITATING, 2400, Modifier.RAIN),
    ):
        battle.weather = weather
        assert (range_of(battle, BLUE), attack.fire_cover(battle, BLUE, RED, 1300)) == (reach, cover)
    battle.weather, battle.ground = 0, Ground.SOFT
    assert [attack.fire_cover(battle, BLUE, RED, far) for far in (1200, 1201)] == [0, Modifier.BOUNCE]
    assert (melee.reach_of(battle, BLUE), melee.reach_of(battle, RED)) == (300, 600)


def test_OHW_27() -> None:
    for season, turns in zip(("spring", "summer", "fall", "winter"), (13, 18, 15, 10), strict=True):
        file = DOOR.freeze(parse(battle_data("one_hour") | {"season": season}), "field")
        assert DOOR.ready(file, "seed").limit == turns


@pytest.mark.parametrize(("who", "light", "other"), [(0, "", "elite_inf"), (1, "elite_inf", "militia_inf"),
                                                     (2, "militia_inf", "elite_inf")])  # fmt: skip
def test_OHW_28_skirmishers_are_a_switch(who: int, light: str, other: str) -> None:
    """They go 9 inches, through friends, with column -2; whoever is none goes 6 and stops short."""
    on = {"column": {"skirmishers": {"value": who}}}
    for kind in (light, other, LINE):
        if kind:
            battle = table(Man(0, kind, 20, 5), Man(0, LINE, 20, 9), Man(1, LINE, 20, 30, 180), profile=on)
            march(battle, 0, 0, 5000, 0)
            skirmishes = kind == light
            assert (attack.is_skirmisher(battle, 0), melee.reach_of(battle, 0)) == (
                skirmishes,
                900 if skirmishes else 600,
            )
            assert battle.y[0] == (1400 if skirmishes else 696)
            assert not skirmishes or attack.fire_column(battle, 0, 600) == -2
    assert not attack.is_skirmisher(table(Man(0, "elite_inf", 20, 5, guard=True), profile=on), 0)


def test_COM_17_guns_turn_to_whom_they_see_and_go_on_past_friends() -> None:
    battle = table(Man(0, GUNS, 20, 4), Man(1, LINE, 35, 8, 270))
    move_guns(battle, 0, RED)
    assert (int(battle.heading[0]), int(battle.y[0])) == (75, 400)
    hidden = table(Man(0, GUNS, 20, 2), Man(0, LINE, 20, 20), Man(1, LINE, 20, 30, 180))
    move_guns(hidden, 0, RED)
    assert hidden.y[0] == 800


def test_OHW_E1_mean_hits() -> None:
    battle = pair()
    means = [Fraction(attack.sixths(battle, column, covered), 6) for column in (-2, 0, 2) for covered in (False, True)]
    assert means == [Fraction(1, 3), Fraction(1, 6), Fraction(2, 3), Fraction(1, 3), Fraction(1), Fraction(1, 2)]


def test_OHW_W3_a_line_at_a_town_throws_4_and_5() -> None:
    battle = pair(faces=(4, 5), pieces=[town(18, 18)])
    shoot(battle, BLUE, RED)
    shoot(battle, BLUE, RED)
    assert [row[4] for row in rows(battle, Event.FIRE)] == [0, 1]


def test_the_fighting_side_strikes_whom_it_touches() -> None:
    battle = pair(HEAVY, GUNS, gap=0, faces=(6,))
    join(battle, BLUE, RED, FRONT)
    melee.fight_all(battle, 0)
    assert battle.left[RED] == 1
    melee.fight_all(battle, 1)
    assert (len(rows(battle, Event.COMBAT)), SIDE_UNITS) == (2, RED)
