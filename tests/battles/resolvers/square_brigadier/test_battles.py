"""Whole battles: journals, plans, forecasts; what both boards of squares check alike is in `common`."""

from typing import Any

from battles.resolvers.square_brigadier.resolver import DOOR
from tests.battles.resolvers.common.grid_battles import LARGE, SMALL, file_of

RULES = "square_brigadier"


def test_plans_are_followed() -> None:
    """A side that holds gives fewer orders than one that attacks, and one that breaks off at once leaves."""
    moves = {}
    for posture in ("attack", "hold"):
        data = file_of(RULES, "6 Line inf").as_dict()
        for side in data["sides"]:
            side["plan"] = {"posture": posture}
        journal = DOOR.fight(DOOR.freeze(_parsed(data), "f"), "plan").journal
        moves[posture] = sum(event["ev"] == "move" for event in journal)
    assert moves["hold"] < moves["attack"]


def _parsed(data: dict[str, Any]) -> Any:
    from battles.resolvers.files import battle_file

    return battle_file.parse(data)


def test_a_player_who_breaks_off_leaves_the_field() -> None:
    data = file_of(RULES, "6 Line inf, 1 Field art").as_dict()
    data["sides"][0]["plan"] = {"break_off": 10}
    report = DOOR.fight(_parsed(data), "leave 1")
    assert [event["side"] for event in report.journal if event["ev"] == "break_off"] == ["Blue"]
    assert report.outcome.winner == "Red"


def test_COM_08_a_run_of_a_forecast_does_not_depend_on_those_before_it() -> None:
    file = file_of(RULES, LARGE, SMALL, field_seed="field 2")  # run 16 goes on for a second day, on a narrower board
    apart = DOOR.tally_runs(file, "bands 4", 16, 1)
    apart.add(DOOR.tally_runs(file, "bands 4", 17, 3))
    assert DOOR.tally_runs(file, "bands 4", 16, 4).as_dict() == apart.as_dict()
