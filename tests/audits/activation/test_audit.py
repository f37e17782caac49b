"""Unseen battles are sound, and false journals are found out."""

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from battles.resolvers.activation.resolver import DOOR
from battles.resolvers.report import Report
from tests.audits.activation.auditor import audit
from tests.battles.resolvers.common.grid_battles import file_of

ROSTERS = (
    "5 Line inf, 2 Militia inf, 1 Elite inf Guard, 2 Light cav, 1 Field art, 1 Heavy art",
    "3 Elite inf, 3 Line inf, 1 Heavy cav Guard, 1 Irreg cav, 2 Horse art, one 2/4 Line inf",
)
TERRAINS = ("open", "rolling", "wooded", "hilly", "marsh")


def battle(n: int) -> Report:
    """An unseen battle of one day."""
    file = file_of("activation", ROSTERS[n % 2], ROSTERS[n // 2 % 2], terrain=TERRAINS[n % 5], options={"max_days": 1},
                   season=("spring", "summer", "fall", "winter")[n % 4],
                   weather=(None, "overcast", "precipitating")[n % 3], ground=(None, "soft")[n // 3 % 2])  # fmt: skip
    return DOOR.fight(file, f"unseen {n}")


@pytest.mark.parametrize("n", range(10))
def test_an_unseen_battle_is_sound(n: int) -> None:
    assert audit(battle(n)) == []


def first(report: Report, name: str, wanted: Callable[[Any], bool] = lambda event: True) -> int:
    return next(n for n, event in enumerate(report.journal) if event["ev"] == name and wanted(event))


def farther(event: Any) -> None:
    event["path"][-1][1] += 3


def more_hits(event: Any) -> None:
    event["hits"] += 1


def more_successes(event: Any) -> None:
    event["successes"] += 1


def stronger(event: Any) -> None:
    event["left"] += 1


def other_box(event: Any) -> None:
    event["box"] = "nonrallyable" if event["box"] == "rallyable" else "rallyable"


def other_event(event: Any) -> None:
    event["critical"] = "panic" if event["critical"] == "rout" else "rout"


def larger(event: Any) -> None:
    event["attack"] += 1


@pytest.mark.parametrize(
    ("name", "bend"),
    [("move", farther), ("fire", more_hits), ("activation", more_successes), ("combat", larger), ("hit", stronger),
     ("rout", other_box), ("critical", other_event), ("group", more_successes)],
)  # fmt: skip
def test_a_false_journal_is_found_out(name: str, bend: Callable[[Any], None]) -> None:
    report = next(r for r in map(battle, range(20)) if any(e["ev"] == name for e in r.journal))
    journal = copy.deepcopy(list(report.journal))
    bend(journal[first(report, name)])
    assert audit(replace(report, journal=tuple(journal))) != []
