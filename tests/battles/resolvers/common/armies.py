"""Battle files drawn at random: armies, skills, seasons, weather, terrain, late units, plans (COM-19)."""

import random
from typing import Any

from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.battle import BattleFile

KINDS = (
    "elite_inf", "line_inf", "line_inf", "line_inf", "militia_inf", "heavy_cav", "light_cav", "irreg_cav",
    "heavy_art", "field_art", "horse_art", "engineer",
)  # fmt: skip
FULL = {"inf": 4, "cav": 3, "art": 1, "engineer": 1}
GUARDS = ("elite_inf", "heavy_cav", "light_cav", "heavy_art", "horse_art")


def _unit(dice: random.Random, side: str, n: int) -> dict[str, Any]:
    kind = dice.choice(KINDS)
    full = FULL[kind.rpartition("_")[2]]
    unit: dict[str, Any] = {"id": f"{side}{n}", "type": kind, "strength": dice.randint(1, full)}
    if dice.random() < 0.6:
        del unit["strength"]
    if kind in GUARDS and dice.random() < 0.2:
        unit["guard"] = True
    if n > 1 and dice.random() < 0.08:
        unit |= {"arrives": dice.randint(1, 90), "edge": dice.choice(("own", "left", "right"))}
    return unit


def _side(dice: random.Random, name: str, role: str, most: int) -> dict[str, Any]:
    units = [_unit(dice, name[0], n) for n in range(1, dice.randint(3, most) + 1)]
    units[0] |= {"type": "line_inf", "strength": 4}
    units[0].pop("guard", None)
    side: dict[str, Any] = {
        "name": name, "role": role, "units": units,
        "commander": {"name": f"{name} chief", "skill": dice.choice(("poor", "average", "good", "great"))},
        "wings": [{"name": f"{name} {n}", "skill": dice.choice(("poor", "good"))} for n in range(dice.randint(0, 2))],
    }  # fmt: skip
    if dice.random() < 0.3:
        side["plan"] = {
            "posture": dice.choice(("attack", "limited", "hold", "delay")),
            "sector": dice.choice(("left", "centre", "right")),
            "reserve": dice.choice((0, 20, 50)), "break_off": dice.choice((10, 30, 60)),
        }  # fmt: skip
    return side


def any_battle(rules: str, n: int, most: int = 14) -> BattleFile:
    """The n-th battle file for a rule system."""
    dice = random.Random(n)
    data: dict[str, Any] = {
        "format": "bivouac.battle/1", "rules": rules,
        "season": dice.choice(("spring", "summer", "fall", "winter")),
        "terrain": dice.choice(("open", "rolling", "wooded", "hilly", "mountain", "marsh")),
        "sides": [_side(dice, "Blue", "attacker", most), _side(dice, "Red", "defender", most)],
    }  # fmt: skip
    if dice.random() < 0.3:
        data["weather"] = dice.choice(("normal", "overcast", "precipitating"))
    for key, chance in (("swapped_edges", 0.2), ("river_crossing", 0.15), ("fortress", 0.15)):
        if dice.random() < chance:
            data[key] = True
    if data.get("swapped_edges"):
        data["held_whole_turn"] = True
        data.pop("fortress", None)
    elif dice.random() < 0.15:
        data["engagement"] = "meeting"
    if dice.random() < 0.2:
        data["options"] = {"limit_guns": True}
    _stake(random.Random(10_000 + n), data)
    return parse(data)


def _stake(dice: random.Random, data: dict[str, Any]) -> None:
    """Works, several armies on a side, and what a campaign has at stake."""
    if data.get("engagement") != "meeting" and dice.random() < 0.3:
        data["held_whole_turn"] = True
        data["sides"][1]["units"].append({"id": "R sappers", "type": "engineer"})
    for side in data["sides"]:
        side |= {key: True for key in ("must_decide", "capital", "supply_cut") if dice.random() < 0.12}
        if dice.random() < 0.3:
            for unit in side["units"]:
                unit["army"] = dice.choice(("west", "east"))
            if side["wings"] and any(unit.get("arrives") and unit["army"] == "east" for unit in side["units"]):
                side["wings"][0]["army"] = "east"
