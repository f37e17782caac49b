import datetime

import pytest

from base.refusal import Refusal
from campaign.rules.course.calendar import is_muster, season, turn_date, weather
from campaign.rules.house import house_rules, shipped

AUTUMN = datetime.date(1813, 8, 15)


def test_HR_1_a_turn_is_a_month_unless_the_campaign_says_days():
    assert turn_date(AUTUMN, 1, 0) == AUTUMN
    assert turn_date(AUTUMN, 6, 0) == datetime.date(1814, 1, 15)
    assert turn_date(AUTUMN, 4, 7) == datetime.date(1813, 9, 5)


def test_HR_1_a_turn_that_starts_on_the_last_of_a_month_stays_in_short_months():
    assert turn_date(datetime.date(1812, 10, 31), 5, 0) == datetime.date(1813, 2, 28)


@pytest.mark.parametrize(("month", "name"), [
    (12, "winter"), (2, "winter"), (3, "spring"), (5, "spring"), (6, "summer"), (8, "summer"), (9, "fall"),
    (11, "fall"),
])  # fmt: skip
def test_HR_1_seasons_begin_in_march_june_september_and_december(month, name):
    assert season(datetime.date(1813, month, 1)) == name


def test_a_muster_falls_on_turn_1_and_every_so_many_turns_after_it():
    assert [n for n in range(1, 11) if is_muster(n, 4)] == [1, 5, 9]
    assert all(is_muster(n, 1) for n in range(1, 5))


@pytest.mark.parametrize(
    ("name", "counts"), [("spring", (6, 2, 2)), ("summer", (7, 2, 1)), ("fall", (5, 2, 3)), ("winter", (4, 2, 4))]
)
def test_HR_4_campaign_weather_by_season(name, counts):
    skies = [weather(die, name, shipped()) for die in range(1, 11)]
    assert tuple(skies.count(sky) for sky in ("fair", "overcast", "foul")) == counts


def test_house_rules_take_a_campaigns_own_numbers_and_refuse_unknown_ones():
    assert house_rules({"supply.edges": 4})["supply.edges"] == 4
    assert shipped()["supply.edges"] == 6
    with pytest.raises(Refusal, match=r"house_rules\.supply\.edge: no such number"):
        house_rules({"supply.edge": 4})
    with pytest.raises(Refusal, match="whole number"):
        house_rules({"supply.edges": True})


def test_every_number_says_where_it_comes_from():
    for number in shipped().numbers().values():
        assert number.tag in ("SRC", "REC", "RUL", "HR")
        assert number.source
