"""Battles that no auditor was written for, and journals of them that were made false in one place."""

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from battles.resolvers.contract.explanations import explanations
from battles.resolvers.values.report import Report

Bend = Callable[[Any], None]
ROSTERS = (
    "5 Line inf, 2 Militia inf, 1 Elite inf Guard, 2 Light cav, 1 Field art, 1 Heavy art",
    "3 Elite inf, 3 Line inf, 1 Heavy cav Guard, 1 Irreg cav, 2 Horse art, one 2/4 Line inf",
)
TERRAINS = ("open", "rolling", "wooded", "hilly", "marsh")


def armies(n: int) -> tuple[str, str]:
    """The rosters of an unseen battle."""
    return ROSTERS[n % 2], ROSTERS[n // 2 % 2]


def conditions(n: int) -> dict[str, Any]:
    """Terrain, season, weather and ground of an unseen battle."""
    return {
        "terrain": TERRAINS[n % 5], "season": ("spring", "summer", "fall", "winter")[n % 4],
        "weather": (None, "overcast", "precipitating")[n % 3], "ground": (None, "soft")[n // 3 % 2],
    }  # fmt: skip


def made_false(report: Report, name: str, fits: Callable[[Any], bool], bend: Bend) -> Report:
    """A report in which the first event of a kind that fits is false."""
    journal = copy.deepcopy(list(report.journal))
    bend(next(event for event in journal if event["ev"] == name and fits(event)))
    return replace(report, journal=tuple(journal))


def check_whole(report: Report, code: str) -> None:
    """COM-19 T1, T5 to T7: no strength is gained, the day ends in time, each rule is explained."""
    known = explanations()
    length = {event["day"]: event["length"] for event in report.journal if event["ev"] == "day_start"}
    for event in report.journal:
        assert event["round"] <= length.get(event["day"], 99)
        assert all(rule in known or not rule.startswith(code) for rule in event["rule"])
    for side in report.sides:
        assert all(0 <= unit.after == unit.before - unit.lost - unit.moved for unit in side.units)
        assert side.after <= side.before


def farther(event: Any) -> None:
    """A unit goes on."""
    event["path"][-1][1] += 3


def by_one(key: str, more: int = 1) -> Bend:
    """A number is greater, by one unless told otherwise."""
    return lambda event: event.update({key: event[key] + more})


def other_box(event: Any) -> None:
    """A rout goes into the other box."""
    event["box"] = "nonrallyable" if event["box"] == "rallyable" else "rallyable"
