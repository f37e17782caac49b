"""Command rolls, initiative, the count and the weather (LGG-4.0 to 6.3)."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from battles.resolvers.common.codes import NOBODY, SEASON_KEYS, SKILL_KEYS, WEATHER_KEYS, Ground, Season, Weather
from battles.resolvers.lgg.command import rolls
from battles.resolvers.lgg.day import weather
from battles.resolvers.lgg.record.profile import shipped_profile
from battles.resolvers.lgg.record.setup import add_leader, new_battle
from battles.resolvers.lgg.record.state import Battle

SKILL = dict(zip(SKILL_KEYS, range(4), strict=True))


def dice_of(skill: str) -> tuple[int, ...]:
    return shipped_profile().catalogue.skills[skill].dice


def totals(skill: str) -> Counter[int]:
    return Counter(sum(faces) for faces in product(*(range(1, sides + 1) for sides in dice_of(skill))))


@pytest.mark.parametrize(("skill", "mean", "variance"), [
    ("poor", Fraction(11, 2), Fraction(33, 4)), ("average", Fraction(7), Fraction(35, 6)),
    ("good", Fraction(9), Fraction(67, 6)), ("great", Fraction(11), Fraction(33, 2)),
])
def test_E30_LGG_5_0_a_means_and_variances_of_the_command_dice(skill: str, mean: Fraction, variance: Fraction) -> None:
    faces = totals(skill)
    n = sum(faces.values())
    first = Fraction(sum(total * times for total, times in faces.items()), n)
    second = Fraction(sum(total * total * times for total, times in faces.items()), n)
    battle = battle_of(skill, skill)
    assert (first, second - first * first) == (mean, variance)
    assert rolls.mean_roll(battle, 0) == float(mean)


def expected_rounds(one: str, other: str, length: int, added: int) -> float:
    sums: Counter[int] = Counter()
    for (x, n), (y, m) in product(totals(one).items(), totals(other).items()):
        sums[x + y + added] += n * m
    ways = sum(sums.values())

    @cache
    def rounds(left: int) -> Fraction:
        if left <= 0:
            return Fraction(0)
        return 1 + sum((Fraction(n, ways) * rounds(left - total) for total, n in sums.items()), Fraction(0))

    return float(rounds(length))


@pytest.mark.parametrize(("one", "other", "season", "sky", "expected"), [
    ("average", "average", "spring", "normal", 7.636749), ("average", "average", "spring", "overcast", 7.159793),
    ("average", "average", "spring", "precipitating", 6.741425),
    ("average", "average", "summer", "normal", 10.494055), ("average", "average", "fall", "normal", 9.065478),
    ("average", "average", "winter", "normal", 6.209005), ("poor", "poor", "spring", "normal", 9.613636),
    ("poor", "average", "spring", "normal", 8.505063), ("good", "average", "spring", "normal", 6.751705),
    ("good", "good", "spring", "normal", 6.062479), ("great", "great", "spring", "normal", 5.058288),
])
def test_E32_E32b_E32c_LGG_6_2_d_rounds_of_a_day(one: str, other: str, season: str, sky: str, expected: float) -> None:
    battle = new_battle("rounds")
    length = battle.day_length[SEASON_KEYS.index(season)]
    added = battle.count_add[WEATHER_KEYS.index(sky)]
    assert round(expected_rounds(one, other, int(length), int(added)), 6) == expected


def battle_of(one: str, other: str, seed: str = "command") -> Battle:
    battle = new_battle(seed)
    add_leader(battle, 0, 0, SKILL[one])
    add_leader(battle, 1, 0, SKILL[other])
    battle.length = battle.day_length[battle.season]
    return battle


def play_round(battle: Battle, french: int, allied: int) -> int:
    """One round of given rolls; the side that goes first."""
    battle.round_no += 1
    battle.rolled[:] = battle.own_roll[:] = [french, allied]
    rolls.take_initiative(battle)
    rolls.end_round(battle)
    return int(battle.first)


def test_ST_01_LGG_6_1_a_LGG_6_1_d_LGG_6_2_c_the_two_example_rounds() -> None:
    battle = battle_of("average", "average")
    order = [play_round(battle, 8, 5)]
    assert battle.count == 13
    order.append(play_round(battle, 4, 7))
    assert (battle.count, order) == (24, [0, 1])


@pytest.mark.parametrize("day", [1, 2])
def test_ST_26_R_45_a_tie_in_the_first_round_of_a_day_is_thrown_again(day: int) -> None:
    ties = 0
    for n in range(60):
        battle = battle_of("average", "average", f"tie {n}")
        battle.day, battle.round_no, battle.first_before = day, 1, NOBODY
        rolls.roll_both(battle, 0)
        rolls.settle_tie(battle)
        ties += int(sum(battle.dice) > 4)
        assert battle.rolled[0] != battle.rolled[1]
        assert sum(battle.dice) % 4 == 0
    assert ties > 0


def test_LGG_6_2_b_the_day_ends_when_the_count_meets_its_length() -> None:
    battle = battle_of("average", "average")
    battle.count = 99
    assert not rolls.day_is_over(battle)
    battle.count = 100
    assert rolls.day_is_over(battle)


@pytest.mark.parametrize(("season", "skies"), [
    ("spring", "NNNNNNOOPP"), ("summer", "NNNNNNNOOP"), ("fall", "NNNNNOOPPP"), ("winter", "NNNNOOPPPP"),
])
def test_HR_W_weather_by_season(season: str, skies: str) -> None:
    battle = new_battle("weather")
    battle.season = SEASON_KEYS.index(season)
    assert [weather.weather_of(battle, face) for face in range(1, 11)] == ["NOP".index(sky) for sky in skies]


@pytest.mark.parametrize(("sky", "before", "foul", "season", "soft"), [
    (Weather.NORMAL, Weather.NORMAL, 0, Season.SPRING, False),
    (Weather.PRECIPITATING, Weather.NORMAL, 0, Season.SPRING, True),
    (Weather.NORMAL, Weather.PRECIPITATING, 0, Season.SPRING, True),
    (Weather.OVERCAST, Weather.NORMAL, 1, Season.FALL, True),
    (Weather.OVERCAST, Weather.NORMAL, 1, Season.WINTER, False),
])
def test_LGG_4_0_b_HR_W_ground(sky: int, before: int, foul: int, season: int, soft: bool) -> None:
    battle = new_battle("ground")
    battle.weather_before, battle.campaign_weather, battle.season = before, foul, season
    assert (weather.ground_of(battle, sky) == Ground.SOFT) == soft


@pytest.mark.parametrize(("sky", "radius"), [(Weather.NORMAL, 20), (Weather.OVERCAST, 15), (Weather.PRECIPITATING, 10)])
def test_LGG_4_0_a_radius_by_weather(sky: int, radius: int) -> None:
    battle = new_battle("radius")
    battle.fixed_weather = sky
    weather.start_day(battle)
    assert (battle.day, battle.radius, battle.length) == (1, radius, 100)


def test_LGG_4_0_d_a_further_day_rolls_its_own_weather() -> None:
    battle = new_battle("second day")
    battle.fixed_weather, battle.fixed_ground = Weather.PRECIPITATING, Ground.SOFT
    weather.start_day(battle)
    assert sum(battle.dice) == 0
    weather.start_day(battle)
    assert (sum(battle.dice), battle.ground) == (1, Ground.SOFT)
