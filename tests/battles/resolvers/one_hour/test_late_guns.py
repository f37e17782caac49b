"""Guns that come late: the line keeps an interval for them, and an attack waits for them (COM-17, COM-20, HR-T6)."""

from collections import Counter
from typing import Any

import pytest

from battles.resolvers.common.codes import SIDE_UNITS, Arm, Status
from battles.resolvers.files.battle_file import parse
from battles.resolvers.one_hour.doctrine import past, since
from battles.resolvers.one_hour.resolver import DOOR
from tests.battles.resolvers.common.scene import Man
from tests.battles.resolvers.one_hour.table import table

FOOT = [{"type": "line_inf"} for _ in range(10)]
GUNS = [{"type": "field_art"} for _ in range(2)]
FIELDS = 6


def army(name: str, role: str, units: list[dict[str, Any]]) -> dict[str, Any]:
    numbered = [{"id": f"{name[0]}{n}", **unit} for n, unit in enumerate(units)]
    return {"name": name, "role": role, "units": numbered, "commander": {"name": f"{name} chief", "skill": "average"}}


def file_of(arrives: int | None, field: int) -> Any:
    late = [gun | ({} if arrives is None else {"arrives": arrives}) for gun in GUNS]
    sides = [army("Blue", "attacker", [*FOOT, *late]), army("Red", "defender", [*FOOT, *GUNS])]
    data = {"format": "bivouac.battle/1", "rules": "one_hour", "season": "summer", "weather": "normal",
            "ground": "hard", "terrain": "rolling", "sides": sides}  # fmt: skip
    return DOOR.freeze(parse(data), f"late guns {field}")


def test_COM_20_the_first_line_stands_where_it_would_with_its_guns() -> None:
    there, late = DOOR.ready(file_of(None, 1), "x"), DOOR.ready(file_of(30, 1), "x")
    foot = range(SIDE_UNITS, SIDE_UNITS + 10) if there.arm[10] != Arm.ART else range(10)
    first = [unit for unit in foot if there.y[unit] == late.y[unit]]
    assert len(first) >= 6
    assert [there.x[unit] for unit in first[:6]] == [late.x[unit] for unit in first[:6]]
    guns = [unit for unit in range(12) if late.arm[unit] == Arm.ART]
    assert [(late.status[unit], late.depth[unit], late.x[unit] < 0) for unit in guns] == [
        (Status.WAITING, 300, True)
    ] * 2


@pytest.mark.parametrize("arrives", [1, 30])
def test_HR_T6_late_guns_shoot_from_the_turn_in_which_they_come(arrives: int) -> None:
    """Behind a line without intervals they saw somebody in less than half of their turns."""
    turns = shots = 0
    for field in range(FIELDS):
        journal = DOOR.fight(file_of(arrives, field), f"seed {field}").journal
        came = {event["unit"]: event["round"] for event in journal if event["ev"] == "arrive"}
        fired = Counter(
            event["firer"] for event in journal
            if event["ev"] == "fire" and came.get(event["firer"], 99) <= event["round"] < came[event["firer"]] + 4
        )  # fmt: skip
        turns, shots = turns + 4 * len(came), shots + sum(fired.values())
    assert turns == 8 * FIELDS
    assert shots >= 0.75 * turns


@pytest.mark.parametrize(("arrives", "turn"), [(0, 13), (4, 14), (8, 15)])
def test_COM_17_the_preparation_of_an_attack_is_counted_from_the_arrival_of_its_guns(arrives: int, turn: int) -> None:
    battle = table(Man(0, "line_inf", 20, 9), Man(0, "field_art", 24, 9), Man(1, "line_inf", 20, 27, 180))
    battle.arrives[1], battle.arrives[0], battle.limit = arrives, 9, 18
    assert since(battle, 0) == arrives
    begins = []
    for now in range(1, 19):
        battle.turn = now
        begins += [now] if past(battle, 0, 70) else []
    assert begins[0] == turn


def test_COM_17_guns_that_were_there_are_not_waited_for() -> None:
    battle = table(Man(0, "field_art", 20, 9), Man(0, "field_art", 24, 9), Man(0, "line_inf", 30, 9))
    battle.limit, battle.arrives[1] = 18, 4
    assert since(battle, 0) == 0
    battle.arrives[0] = 7
    assert since(battle, 0) == 4
    battle.status[0] = battle.status[1] = Status.WAITING
    assert since(battle, 0) == 0


def test_COM_20_a_side_with_guns_in_its_line_leaves_no_interval() -> None:
    file = file_of(30, 2)
    data = file.as_dict()
    del data["sides"][0]["units"][-1]["arrives"]
    mixed, late = DOOR.ready(parse(data), "x"), DOOR.ready(file, "x")
    row = sorted(int(mixed.x[unit]) for unit in range(10) if mixed.y[unit] == mixed.y[0])
    assert sorted(int(late.x[unit]) for unit in range(10) if late.y[unit] == late.y[0]) != row
    assert row[-1] - row[0] < max(late.x[:10]) - min(late.x[:10])
