"""EX-7: the table after every event, held against the auditor, who reads the same journal in his own way."""

import json
from itertools import islice
from typing import Any

import pytest

from battles.pages.plates.plate import plate_of
from battles.pages.plates.plate_marks import Label, traces_of
from battles.resolvers.replay.film import Film, film_of
from battles.resolvers.replay.table import MARGIN
from battles.resolvers.values.report import Report, from_dict
from tests.audits.lgg.run import fought
from tests.battles.golden.pin import golden_report
from tests.battles.replay.auditor import disagreements, moments
from tests.battles.replay.told import ARRIVES, CAST, OPENING, told

BATTLES = (0, 3, 7, 11, 13)


def golden(name: str) -> dict[str, Any]:
    """The report of a golden battle with its journal, as JSON has it."""
    told: dict[str, Any] = json.loads(json.dumps(golden_report(name).as_dict(journal=True)))
    return told


def film(report: dict[str, Any]) -> Film:
    made = film_of(from_dict(report))
    assert made is not None
    return made


def wrong(report: dict[str, Any]) -> list[str]:
    shown = film(report)
    now, found = dict(shown.start), []
    for step, world in zip(shown.steps, moments(report), strict=True):
        now.update(step.changes)
        found += [f"event {step.n} {step.event['ev']}: {line}" for line in disagreements(shown, now, world)]
    return found


@pytest.mark.parametrize("number", BATTLES)
def test_EX_7_every_moment_is_as_the_auditor_reads_it(number: int) -> None:
    assert wrong(fought(number, 7)) == []


@pytest.mark.parametrize("name", ["arrivals_flank", "river_crossing_sappers", "stratagems_small"])
def test_EX_7_columns_engineers_and_stratagems_are_as_the_auditor_reads_them(name: str) -> None:
    assert wrong(golden(name)) == []


def test_EX_7_a_film_that_is_off_is_found_out() -> None:
    report = golden("smallest")
    shown = film(report)
    moved = next(step for step in shown.steps if step.event["ev"] == "move")
    key = next(key for key in moved.changes if key.endswith(".at"))
    now = {**shown.at(moved.n), key: [1.0, 2.0, 3.0], "u0.sp": 9}
    assert len(disagreements(shown, now, list(islice(moments(report), moved.n))[-1])) == 2


def test_EX_7_the_strengths_end_where_the_report_ends() -> None:
    report = golden("worn_armies")
    ended = [sum(unit["after"] for unit in side["units"]) for side in report["sides"]]
    assert list(film(report).strengths[-1]) == ended


def test_EX_7_a_battle_without_a_table_has_no_film() -> None:
    report = golden("smallest")
    report["journal"] = [e for e in report["journal"] if e["ev"] not in ("deploy", "arrive")]
    assert film_of(from_dict(report)) is None


def shown(*events: dict[str, Any]) -> tuple[Report, Film]:
    report = told(*events)
    made = film_of(report)
    assert made is not None
    return report, made


def last(*events: dict[str, Any]) -> dict[str, Any]:
    """The table after the armies were drawn up and these events happened."""
    _, made = shown(*events)
    return made.at(len(made.steps))


def test_EX_7_before_the_first_event_everybody_is_still_to_come() -> None:
    _, made = shown()
    assert [made.start[f"u{n}.in"] for n in range(5)] == ["waiting"] * 5
    assert (made.start["s0"], made.start["s1"]) == (4 + 3 + 4, 4 + 1)


def test_EX_7_a_rout_empties_the_base_and_fills_the_box() -> None:
    now = last({"ev": "rout", "side": "French", "unit": "f1", "box": "rallyable", "cause": "combat"})
    assert (now["u0.in"], now["u0.sp"], now["s0"]) == ("rallyable", 0, 7)
    assert now["b0.rallyable"][1] == 1
    assert now["u0.at"][1] < 0


def test_EX_7_a_rallied_unit_stands_where_it_is_put() -> None:
    now = last(
        {"ev": "rout", "side": "French", "unit": "f1", "box": "rallyable", "cause": "combat"},
        {"ev": "rally", "side": "French", "unit": "f1", "pass": True, "sp": 1, "pose": [30.0, 5.0, 10.0]},
    )
    assert (now["u0.in"], now["u0.sp"], now["u0.at"], now["b0.rallyable"]) == ("board", 1, [30.0, 5.0, 10.0], None)


def test_EX_7_a_contact_locks_two_until_one_withdraws() -> None:
    contact = {"ev": "contact", "side": "French", "attacker": "f1", "defender": "a1", "where": "front", "combat": 1}
    assert last(contact)["fights"] == [[0, 3]]
    path = [[36.0, 38.0, 180.0], [36.0, 44.0, 180.0]]
    gone = last(contact, {"ev": "withdraw", "side": "Allies", "unit": "a1", "path": path})
    assert (gone["fights"], gone["u3.at"]) == ([], [36.0, 44.0, 180.0])


def test_EX_7_an_arrival_pays_and_comes_from_its_box() -> None:
    now = last(ARRIVES)
    assert (now["u2.in"], now["u2.at"], now["left"]) == ("board", [1.5, 24.0, 90.0], 8)
    assert now["b0.waiting"] is None


def test_EX_7_a_fallen_commander_is_followed_by_a_subordinate_on_his_stand() -> None:
    now = last({
        "ev": "command_change", "side": "French", "old": "Ney", "new": "French subordinate 1", "skill": "poor",
        "role": "army", "reason": "combat", "pose": [20.0, 4.0, 0.0],
    })  # fmt: skip
    assert [now[f"l0.{key}"] for key in ("name", "skill", "at", "in")] == [
        "French subordinate 1", "poor", [20.0, 4.0], True,
    ]  # fmt: skip


def test_EX_7_a_field_work_appears_and_a_broken_bridge_goes() -> None:
    work = {"number": 1, "kind": "obstacle", "shape": [[30.0, 20.0], [34.0, 20.0]], "cover": "hard"}
    now = last(
        {"ev": "engineer", "side": "Allies", "unit": "a1", "work": "EA4", "pass": True, "successes": 2, "piece": work},
        {"ev": "engineer", "side": "Allies", "unit": "a1", "work": "EA2", "pass": True, "successes": 1,
         "removed": {"number": 0, "kind": "bridge", "shape": [[10, 10], [12, 10]]}},
    )  # fmt: skip
    assert (now["works"], now["gone"]) == ([0], [0])


def test_EX_7_more_actions_are_added_to_those_left() -> None:
    roll = {"ev": "command_roll", "side": "French", "total": 9, "rerolled": False}
    now = last(
        roll, {**roll, "side": "Allies", "total": 7}, {"ev": "initiative", "side": "French", "first": "French"},
        {"ev": "stratagem", "side": "French", "stratagem": "ST2", "effect": "more_actions", "die": {"face": 5}},
    )  # fmt: skip
    assert (now["turn"], now["left"], now["rolls"]) == (0, 14, [9, 7])


def test_EX_7_the_side_of_the_attacker_is_the_near_one() -> None:
    _, made = shown()
    assert (made.cast.near, [(b.id, b.side, b.arm) for b in made.cast.blocks]) == (0, CAST)


HIT = {"ev": "hit", "unit": "a1", "sp": 3, "cause": "fire"}
ROUT = {"ev": "rout", "unit": "a1", "box": "rallyable", "cause": "combat"}
RALLY = {"ev": "rally", "unit": "a1", "morale": 4, "pass": True, "sp": 2, "die": None, "pose": [30.0, 40.0, 180.0]}


def test_EX_7_the_place_where_a_unit_broke_is_marked_until_it_rallies() -> None:
    _, made = shown(ROUT, RALLY)
    assert [made.at(OPENING + n)["broke"] for n in (0, 1, 2)] == [[], [[3, 36.0, 38.0]], []]


def test_EX_7_the_next_day_takes_the_marks_of_broken_units_away() -> None:
    dawn = {"ev": "day_start", "day": 2, "round": 0, "weather": "normal", "ground": "hard", "radius": 20, "length": 9}
    _, made = shown(ROUT, dawn)
    assert [made.at(OPENING + n)["broke"] for n in (1, 2)] == [[[3, 36.0, 38.0]], []]


MOVE = {"ev": "move", "side": "French", "unit": "f1", "path": [[36.0, 8.0, 0.0], [36.0, 20.0, 0.0], [40.0, 20.0, 90.0]],
        "increments": 1, "surcharges": 0}  # fmt: skip
CHECK = {"ev": "check", "unit": "f1", "cause": "rough", "morale": 4, "pass": True, "die": None}
END = {"ev": "turn_end", "side": "French"}


def test_EX_7_the_way_of_the_last_move_stays_while_events_follow_from_it() -> None:
    _, made = shown(MOVE, CHECK, END)
    ways = [[(way.path, way.side) for way in traces_of(made, OPENING + n)] for n in range(4)]
    line = [("M36 40L36 28L40 28", 0)]
    assert ways == [[], line, line, []]


def test_EX_7_what_an_event_cost_is_written_above_the_unit_that_lost_it() -> None:
    _, made = shown(HIT, ROUT, RALLY)
    plates = [plate_of(made, OPENING + n, "") for n in range(4)]
    told_losses = [[(loss.x, loss.y, loss.text) for loss in plate.losses] for plate in plates]
    block = made.cast.blocks[3]
    corner = (36.0 + block.width / 2, 10.0 - block.depth / 2)
    assert told_losses == [[], [(*corner, "−1")], [(*corner, "−3")], []]
    assert [len(plate.broken) for plate in plates] == [0, 0, 1, 0]


@pytest.mark.parametrize("name", ["smallest", "arrivals_flank"])
def test_EX_7_names_stay_in_the_picture_and_off_each_other(name: str) -> None:
    made = film(golden(name))
    for step in made.steps[::5]:
        boxes = [box_of(tag, made) for tag in plate_of(made, step.n, "").tags]
        assert all(left >= 0 and right <= made.cast.width for left, _, right, _ in boxes), step.n
        assert all(top + 1e-9 >= -MARGIN and low <= made.cast.depth + MARGIN + 1e-9 for _, top, _, low in boxes), step.n
        assert not any(meet(one, other) for n, one in enumerate(boxes) for other in boxes[:n]), step.n


def box_of(tag: Label, made: Film) -> tuple[float, float, float, float]:
    size = max(1.5, made.cast.width / 36)
    half = len(tag.text) * 0.24 * size - 0.001
    return tag.x - half, tag.y - 0.85 * size, tag.x + half, tag.y + 0.25 * size


def meet(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] + 0.001 < b[3] and b[1] + 0.001 < a[3]
