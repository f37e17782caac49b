"""Dates, seasons, musters and the campaign's weather (HR-1, HR-4)."""

import datetime
from collections.abc import Mapping

from base.words import listed
from campaign.rules.house import House

SEASONS = (
    "winter", "winter", "spring", "spring", "spring", "summer", "summer", "summer", "fall", "fall", "fall", "winter",
)  # fmt: skip


def season(date: datetime.date) -> str:
    """HR-1 The season of a date: spring March to May, summer, fall, winter December to February."""
    return SEASONS[date.month - 1]


def turn_date(start: datetime.date, number: int, turn_days: int) -> datetime.date:
    """HR-1 First day of a turn (turns count from 1); ``turn_days`` 0 means a calendar month."""
    if turn_days:
        return start + datetime.timedelta(days=turn_days * (number - 1))
    months = start.year * 12 + start.month - 1 + number - 1
    year, month = divmod(months, 12)
    return datetime.date(year, month + 1, min(start.day, _length(year, month + 1)))


def _length(year: int, month: int) -> int:
    following = datetime.date(year + month // 12, month % 12 + 1, 1)
    return (following - datetime.date(year, month, 1)).days


def is_muster(number: int, every: int) -> bool:
    """Return whether income and maintenance fall due: on turn 1 and every so many turns after it."""
    return (number - 1) % every == 0


OVER_A_BATTLE = {"fair": "normal", "overcast": "overcast", "foul": "precipitating"}
"""HR-W The sky over a battle is that of its province."""


def weather(die: int, season_name: str, house: House) -> str:
    """HR-4 Campaign weather by a d10 on the table of HR-W: fair, overcast or foul."""
    if die <= house[f"weather.{season_name}.fair"]:
        return "fair"
    return "overcast" if die <= house[f"weather.{season_name}.overcast"] else "foul"


_COMPASS = ("north", "south", "east", "west", "centre")


def _region(key: str) -> str:
    """Return a region as a sentence names it: ``Bohemia``, ``the north``."""
    return f"the {key}" if key in _COMPASS else key.replace("_", " ").title()


def summed_up(weather: Mapping[str, str]) -> str:
    """Sum up the weather of regions: one word where all agree, else the rarer ones with their regions first, as in
    ``overcast in Bohemia, elsewhere fair``; empty for no region."""
    regions: dict[str, list[str]] = {}
    for region in sorted(weather):
        regions.setdefault(weather[region], []).append(_region(region))
    if len(regions) <= 1:
        return next(iter(regions), "")
    *rarer, (common, _) = sorted(regions.items(), key=lambda entry: (len(entry[1]), entry[0]))
    return ", ".join([*(f"{word} in {listed(places)}" for word, places in rarer), f"elsewhere {common}"])
