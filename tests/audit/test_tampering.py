"""The auditor audited: a true journal passes, and each lie in it is found."""

import copy
from collections.abc import Callable
from functools import cache
from math import hypot
from typing import Any

import pytest

from tests.audit.audit import audit
from tests.audit.run import fought

Report = dict[str, Any]
NUMBERS = range(25)
SIDE = 7


@cache
def true_report(kind: str) -> Report:
    """The first battle whose journal has an event of a kind, or an activation that costs more than one action."""
    for number in NUMBERS:
        report = fought(number, SIDE)
        if any(kind in (e["ev"], "dear" if e.get("cost", 0) > 1 else "") for e in report["journal"]):
            return report
    raise AssertionError(f"no battle has the event {kind}")


def first(report: Report, kind: str, fits: Callable[[dict[str, Any]], bool] = lambda e: True) -> dict[str, Any]:
    """The first event of a kind."""
    return next(e for e in report["journal"] if e["ev"] == kind and fits(e))


def loaded_die(report: Report) -> None:
    die = first(report, "combat")["dice"][0]
    die["face"] = die["face"] % 10 + 1


def skipped_die(report: Report) -> None:
    first(report, "combat")["dice"][0]["k"] += 1


def cheap_activation(report: Report) -> None:
    first(report, "activate")["left"] += 1


def half_price(report: Report) -> None:
    event = first(report, "activate", lambda e: e["cost"] > 1)
    event["cost"] -= 1


def longer_march(report: Report) -> None:
    move = first(report, "move", lambda e: len(e["path"]) == 2 and e["path"][0][:2] != e["path"][1][:2])
    (x, y, _), end = move["path"][0], move["path"][1]
    far = hypot(end[0] - x, end[1] - y)
    end[0], end[1] = end[0] + 20 * (end[0] - x) / far, end[1] + 20 * (end[1] - y) / far


def wrong_side(report: Report) -> None:
    event = first(report, "contact")
    event["where"] = {"front": "rear", "rear": "front", "left": "right", "right": "left"}[event["where"]]


def better_modifier(report: Report) -> None:
    event = first(report, "combat")
    event["modifiers"]["attack"].append(["CM2", 1])
    event["totals"]["attack"] += 1


def other_result(report: Report) -> None:
    event = first(report, "combat")
    event["result"] = "attacker_hit" if event["result"] == "rout" else "rout"


def unhurt(report: Report) -> None:
    first(report, "hit")["sp"] += 1


def wrong_box(report: Report) -> None:
    event = first(report, "rout", lambda e: e["box"] != "eliminated")
    event["box"] = "nonrallyable" if event["box"] == "rallyable" else "rallyable"


def fall_back_aside(report: Report) -> None:
    event = first(report, "fallback")
    event["path"][-1][0] += 0.5


def forgotten_count(report: Report) -> None:
    first(report, "round_end")["count"] -= 1


def long_day(report: Report) -> None:
    first(report, "day_start")["length"] += 20


def soft_answer(report: Report) -> None:
    first(report, "check")["pass"] = not first(report, "check")["pass"]


def gained_strength(report: Report) -> None:
    row = next(row for side in report["sides"] for row in side["units"] if row["lost"] > 0)
    row["after"], row["lost"] = row["after"] + 1, row["lost"] - 1


def second_activation(report: Report) -> None:
    journal = report["journal"]
    place = next(n for n, e in enumerate(journal) if e["ev"] == "activate" and e["activity"] == "recover")
    journal[place + 2 : place + 2] = copy.deepcopy(journal[place : place + 2])


LIES = [
    (loaded_die, "combat", "ENG-12"), (skipped_die, "combat", "ENG-12"), (cheap_activation, "activate", "LGG-6.1-c"),
    (half_price, "dear", "LGG-8.1-a"), (longer_march, "move", "LGG-8.1-c"), (wrong_side, "contact", "LGG-9.0-a"),
    (better_modifier, "combat", "CM2"), (other_result, "combat", "LGG-10.0-d"), (unhurt, "hit", "LGG-11.0-b"),
    (wrong_box, "rout", "LGG-14.0-c"), (fall_back_aside, "fallback", "LGG-10.2-d"),
    (forgotten_count, "round_end", "LGG-6.1-d"), (long_day, "day_start", "LGG-6.2-a"),
    (soft_answer, "check", "LGG-8.3-a"), (gained_strength, "rout", "report"),
    (second_activation, "recover", "LGG-7.0-f"),
]  # fmt: skip


@pytest.mark.parametrize(("lie", "kind", "rule"), LIES, ids=[lie.__name__ for lie, _, _ in LIES])
def test_ENG_16_a_tampered_journal_is_caught(lie: Callable[[Report], None], kind: str, rule: str) -> None:
    report = copy.deepcopy(true_report(kind))
    assert audit(report) == []
    lie(report)
    assert rule in {breach.rule for breach in audit(report)}


def test_ENG_16_an_event_left_out_is_caught() -> None:
    report = copy.deepcopy(true_report("turned"))
    report["journal"] = [e for e in report["journal"] if e is not first(report, "turned")]
    assert {"LGG-9.0-a", "journal"} <= {breach.rule for breach in audit(report)}
