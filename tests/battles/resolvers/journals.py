"""A short battle told by hand: the journal that a dispatch is written from."""

from typing import Any

from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.report import LeaderReport, Outcome, Report, SideReport, UnitReport, digest_of

FILE: dict[str, Any] = {
    "format": "bivouac.battle/1", "name": "Großbeeren", "season": "summer", "weather": "overcast", "ground": "soft",
    "terrain": "rolling",
    "field": {"width": 72, "depth": 48, "pieces": [
        {"kind": "hill", "shape": [[10, 10], [20, 10], [15, 18]]},
        {"kind": "rough", "shape": [[30, 10], [38, 10], [34, 18]]},
        {"kind": "rough", "shape": [[50, 10], [58, 10], [54, 18]]},
        {"kind": "town", "shape": [[40, 30], [44, 30], [44, 34], [40, 34]]},
    ]},
    "sides": [
        {"name": "French", "role": "attacker", "commander": {"name": "Reynier", "skill": "average"}, "units": [
            {"id": "f1", "name": "Durutte", "type": "line_inf"}, {"id": "f2", "name": "Sahr", "type": "line_inf"},
            {"id": "f3", "name": "Saxon battery", "type": "heavy_art"},
        ]},
        {"name": "Prussian", "role": "defender", "commander": {"name": "Bülow", "skill": "good"}, "units": [
            {"id": "p1", "name": "3rd Brigade", "type": "line_inf"}, {"id": "p2", "name": "Oppen", "type": "light_cav"},
            {"id": "p3", "name": "Holtzendorff", "type": "heavy_art"},
        ]},
    ],
}  # fmt: skip


def _combat(number: int, side: str, attackers: list[str], defender: str, result: str, **more: Any) -> dict[str, Any]:
    made = {"ev": "combat", "side": side, "combat": number, "attackers": attackers, "defender": defender}
    made |= {"forced": False, "result": result, "dice": [], "cv": {"attack": [4] * len(attackers), "defend": 4}}
    return made | {"modifiers": {"attack": [], "defend": more.pop("defend", [])}, "totals": {"attack": 9, "defend": 6}}


def _fire(side: str, firer: str, target: str, hits: int) -> dict[str, Any]:
    return {"ev": "fire", "side": side, "firer": firer, "target": target, "hits": hits, "dice": []}


EVENTS: list[dict[str, Any]] = [
    {"ev": "battle_start", "round": 0, "field": FILE["field"]["pieces"]},
    {"ev": "day_start", "round": 0, "weather": "overcast", "ground": "soft", "radius": 15, "length": 40},
    {"ev": "initiative", "side": "Prussian", "first": "Prussian", "tie": False},
    _fire("Prussian", "p3", "f1", 2),
    {"ev": "hit", "side": "French", "unit": "f1", "sp": 3, "cause": "fire"},
    {"ev": "hit", "side": "French", "unit": "f1", "sp": 2, "cause": "fire"},
    _fire("French", "f3", "p1", 0),
    {"ev": "contact", "side": "Prussian", "attacker": "p1", "defender": "f1", "where": "front", "combat": 1},
    _combat(1, "Prussian", ["p1"], "f1", "defender_hit"),
    {"ev": "hit", "side": "French", "unit": "f1", "sp": 1, "cause": "combat"},
    {"ev": "fallback", "side": "French", "unit": "f1", "path": []},
    {"ev": "round_end", "rolls": {"French": 9, "Prussian": 12}, "weather_add": 1, "count": 22},
    {"ev": "initiative", "round": 2, "side": "French", "first": "French", "tie": False},
    {"ev": "squares", "round": 2, "side": "French", "unit": "f2", "on": True},
    _combat(2, "Prussian", ["p2", "p1"], "f2", "rout", defend=[["CM4", -2]]) | {"round": 2},
    {"ev": "rout", "round": 2, "side": "French", "unit": "f2", "box": "rallyable", "cause": "doubled"},
    {"ev": "occupy", "round": 2, "side": "Prussian", "unit": "p1", "pose": [0, 0, 0]},
    {"ev": "round_end", "round": 2, "rolls": {"French": 9, "Prussian": 9}, "weather_add": 1, "count": 41},
    {"ev": "stay_leave", "round": 2, "choices": {"French": "leave", "Prussian": "stay"}},
    {"ev": "pursuit", "round": 2, "side": "Prussian", "light": {"French": 0, "Prussian": 3}, "dice": [{}, {}, {}]}
    | {"allotment": [{"unit": "f3", "hits": 1}]},
    {"ev": "eod_rally", "round": 2, "side": "French", "unit": "f2", "pass": True, "sp": 1},
    {"ev": "battle_end", "round": 2, "winner": "Prussian", "kind": "victory"},
]


def _numbered() -> tuple[dict[str, Any], ...]:
    return tuple({"n": n, "day": 1, "round": 1, "side": None, **event} for n, event in enumerate(EVENTS, 1))


def _unit(id: str, type: str, before: int, after: int, fate: str = "kept") -> UnitReport:
    return UnitReport(id, type, type, False, before, before - after, 0, after, fate)


def told_report() -> Report:
    """The report of the battle told by hand."""
    journal = _numbered()
    worn, rallied = _unit("f1", "line_inf", 4, 1), _unit("f2", "line_inf", 4, 1, "rallied")
    french = (worn, rallied, _unit("f3", "heavy_art", 1, 0, "eliminated"))
    prussian = (_unit("p1", "line_inf", 4, 4), _unit("p2", "light_cav", 3, 3), _unit("p3", "heavy_art", 1, 1))
    return Report(
        rules="lgg", engine="1", profile="sha256:0", seed="s", digest=digest_of(journal)[:-4] + "0000",
        outcome=Outcome("victory", "Prussian", 1, 2), battle=parse(FILE).as_dict(), journal=journal,
        sides=(SideReport("French", False, LeaderReport("Reynier", "unhurt"), (), french),
               SideReport("Prussian", True, LeaderReport("Bülow", "unhurt"), (), prussian)),
    )  # fmt: skip
