"""A battle told by hand as far as the armies are drawn up; what happens then is the test's."""

from typing import Any

from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.report import LeaderReport, Outcome, Report, SideReport, digest_of
from tests.battles.resolvers.files import small

CAST = [("f1", 0, "foot"), ("f2", 0, "cav"), ("f3", 0, "foot"), ("a1", 1, "foot"), ("a2", 1, "art")]
"""Units with their sides and arms: at full strength 4, 3, 4 points against 4 and 1."""
ARRIVES = {
    "ev": "arrive", "side": "French", "round": 2, "unit": "f3", "cost": 1, "left": 8, "pose": [1.5, 24.0, 90.0],
}  # fmt: skip
_FIELD = [{"kind": "bridge", "shape": [[10.0, 10.0], [12.0, 10.0]], "width": 2.0}]
_POSES = {"f1": [36.0, 8.0, 0.0], "f2": [44.0, 8.0, 0.0], "a1": [36.0, 38.0, 180.0], "a2": [44.0, 38.0, 180.0]}


def _file() -> dict[str, Any]:
    sides = []
    for name, role, general, letter in (("French", "attacker", "Ney", "f"), ("Allies", "defender", "Kleist", "a")):
        units = [{"id": id, "name": id.upper(), "type": _TYPES[arm]} for id, _, arm in CAST if id[0] == letter]
        sides.append({"name": name, "role": role, "commander": {"name": general, "skill": "average"}, "units": units})
    return small(name="Dennewitz", field={"width": 72, "depth": 48, "pieces": _FIELD}, sides=sides)


_TYPES = {"foot": "line_inf", "cav": "light_cav", "art": "heavy_art"}


def _opening() -> list[dict[str, Any]]:
    start = {"ev": "battle_start", "day": 0, "round": 0, "table": [72.0, 48.0], "field": _FIELD}
    drawn = [
        {"ev": "deploy", "day": 0, "round": 0, "side": "French" if id[0] == "f" else "Allies", "unit": id, "pose": pose}
        for id, pose in _POSES.items()
    ]
    posts = [
        {"ev": "deploy", "day": 0, "round": 0, "side": side, "commander": name, "role": "army", "skill": "average",
         "pose": [20.0, y, 0.0]}
        for side, name, y in (("French", "Ney", 4.0), ("Allies", "Kleist", 44.0))
    ]  # fmt: skip
    day = {"ev": "day_start", "round": 0, "weather": "normal", "ground": "hard", "radius": 20, "length": 100}
    return [start, *drawn, *posts, day]


OPENING = len(_opening())
"""Events before the test's own."""


def told(*events: dict[str, Any], winner: str | None = None) -> Report:
    """The report of the battle with these events after its opening, numbered, on day 1 and in round 1."""
    rows = [*_opening(), *events]
    journal = tuple(
        {"n": n, "day": 1, "round": 1, "side": None, "rule": [], "dice": [], **row} for n, row in enumerate(rows, 1)
    )
    sides = tuple(
        SideReport(name, True, LeaderReport(general, "unhurt"), (), ())
        for name, general in (("French", "Ney"), ("Allies", "Kleist"))
    )
    outcome = Outcome("victory" if winner else "draw", winner, 1, 1)
    battle = parse(_file()).as_dict()
    return Report("lgg", "1", "sha256:0", "s", digest_of(journal), outcome, (sides[0], sides[1]), battle, journal)
