"""Random battle files over everything that a battle file may say; the same number gives the same file."""

from random import Random
from typing import Any

File = dict[str, Any]
FOOT = ("line_inf", "line_inf", "line_inf", "elite_inf", "militia_inf")
HORSE = ("heavy_cav", "light_cav", "light_cav", "irreg_cav")
GUNS = ("heavy_art", "heavy_art", "horse_art")
GUARDS = ("elite_inf", "heavy_cav", "light_cav", "heavy_art", "horse_art", "field_art")
FULL = {"foot": 4, "horse": 3, "guns": 1}
SEASONS = ("spring", "summer", "fall", "winter")
TERRAINS = ("open", "rolling", "wooded", "hilly", "mountain", "marsh")
SKILLS = ("poor", "average", "good", "great")
WEATHERS = ("normal", "overcast", "precipitating")


def random_battle(number: int, most: int = 40, least: int = 4) -> File:
    """Battle file ``number``."""
    rng = Random(f"audit/{number}")
    size, meeting = rng.randint(least, most), rng.random() < 0.2
    file: File = {"format": "bivouac.battle/1", "name": f"Battle {number}", "season": rng.choice(SEASONS),
                  "terrain": rng.choice(TERRAINS)}  # fmt: skip
    maybe = {"weather": WEATHERS, "ground": ("hard", "soft"), "campaign_weather": ("fair", "overcast", "foul")}
    file |= {key: rng.choice(values) for key, values in maybe.items() if rng.random() < 0.4}
    file["engagement"] = "meeting" if meeting else "held"
    for key, chance in (("held_whole_turn", 0.3), ("fortress", 0.1), ("river_crossing", 0.15)):
        file[key] = rng.random() < chance and not meeting
    file["swapped_edges"] = file["held_whole_turn"] and not file["fortress"] and rng.random() < 0.4
    file["options"] = {
        "stratagems": rng.random() < 0.4,
        "sudden_death": rng.random() < 0.2,
        "max_days": rng.randint(1, 3),
        **_house_rules(Random(f"will/{number}")),
    }
    file["sides"] = [_side(rng, name, prefix, size) for name, prefix in (("Blue", "b"), ("Red", "r"))]
    if meeting and rng.random() < 0.5:
        file["sides"][1]["role"] = "attacker"
    elif rng.random() < 0.3:
        file["sides"][0]["role"], file["sides"][1]["role"] = "defender", "attacker"
    if rng.random() < 0.3:
        file["terrain"], file["field"] = None, _field(rng)
    return file


def stressed_battle(number: int, most: int = 40, least: int = 4) -> File:
    """Battle file ``number`` with everything in it at once: three winter days, wings, Outriders, columns, works,
    stratagems, a crowded field with water across it."""
    rng, file = Random(f"stress/{number}"), random_battle(number, most, least)
    file |= {"season": "winter", "terrain": None, "field": _field(rng), "river_crossing": False, "fortress": False}
    file["field"]["pieces"] += _stream(rng, file["field"]["width"], file["field"]["depth"])
    file["options"] |= {"stratagems": True, "sudden_death": False, "max_days": 3}
    for side in file["sides"]:
        name = side["name"]
        side["wings"] = [{"name": f"{name} wing {n}", "skill": rng.choice(SKILLS)} for n in range(2)]
        side["units"] += [{"id": f"{name}-{kind}", "type": kind} for kind in ("engineer", "pontoon")]
        side["units"] += [{"id": f"{name}-o{n}", "type": "irreg_cav", "outriders": True} for n in range(2)]
        if rng.random() < 0.5:
            _late_army(rng, side)
        side["units"][0] = {"id": side["units"][0]["id"], "type": "line_inf"}
    return file


def _house_rules(rng: Random) -> File:
    """HR-26, HR-27 as they are, or otherwise: small armies are led like large ones, too."""
    maybe = {"will": ("off", "1/4", "2/5", "1/2"), "large_army": (0, 3, 5, 8)}
    return {key: rng.choice(values) for key, values in maybe.items() if rng.random() < 0.5}


def _side(rng: Random, name: str, prefix: str, size: int) -> File:
    number = max(3, round(size * rng.uniform(0.8, 1.2)))
    units = [_unit(rng, f"{prefix}{n}") for n in range(1, min(number, max(size, 40)) + 1)]
    wings = rng.choice((0, 0, 1, 2))
    side: File = {"name": name, "role": "attacker" if prefix == "b" else "defender",
                  "commander": {"name": f"{name} general", "skill": rng.choice(SKILLS)},
                  "wings": [{"name": f"{name} wing {n}", "skill": rng.choice(SKILLS)} for n in range(wings)],
                  "units": units}  # fmt: skip
    for key in ("supply_cut", "must_decide", "capital"):
        side[key] = rng.random() < 0.15
    if rng.random() < 0.3:
        _column(rng, units)
    if rng.random() < 0.15:
        _late_army(rng, side)
    if rng.random() < 0.25:
        side["plan"] = _plan(rng, units)
    units[0] = {"id": units[0]["id"], "type": "line_inf"}
    return side


def _unit(rng: Random, id: str) -> File:
    arm = rng.choices(("foot", "horse", "guns", "other"), (56, 25, 13, 6))[0]
    if arm == "other":
        return {"id": id, "type": rng.choice(("engineer", "engineer", "pontoon"))}
    kind = rng.choice({"foot": FOOT, "horse": HORSE, "guns": GUNS}[arm])
    unit: File = {"id": id, "type": kind}
    if kind in GUARDS and rng.random() < 0.15:
        unit["guard"] = True
    if kind == "irreg_cav" and rng.random() < 0.6:
        unit["outriders"] = True
    if rng.random() < 0.3:
        unit["strength"] = rng.randint(1, FULL[arm])
    if rng.random() < 0.1:
        unit["army"] = rng.choice(("I", "II"))
    return unit


def _column(rng: Random, units: list[File]) -> None:
    mark, edge = rng.choice((20, 30, 45, 60, 130)), rng.choice(("own", "left", "right"))
    for unit in units[-max(1, len(units) // 4) :]:
        unit |= {"arrives": mark, "edge": edge}


def _late_army(rng: Random, side: File) -> None:
    """A whole army with its general comes late, by its own edge and at its own mark (HR-T6)."""
    for unit in side["units"][1::3]:
        unit |= {"arrives": 20, "edge": "left", "army": "III"}
    if side["wings"] and rng.random() < 0.7:
        side["wings"][-1]["army"] = "III"


def _plan(rng: Random, units: list[File]) -> File:
    plan: File = {"posture": rng.choice(("attack", "limited", "hold", "delay"))}
    if rng.random() < 0.5:
        plan["sector"] = rng.choice(("left", "centre", "right"))
    if rng.random() < 0.3:
        plan |= {"reserve": rng.choice((0, 20, 40)), "break_off": rng.choice((30, 60, 90))}
    if rng.random() < 0.3:
        plan["spare"] = [units[0]["id"]]
    return plan


def _field(rng: Random) -> File:
    """A crowded field by hand: what the maker of fields does not lay out stands here too."""
    width, depth = rng.choice(((72, 48), (96, 48), (60, 50)))
    pieces: list[File] = []
    for _ in range(rng.randint(2, 10)):
        x, y = rng.uniform(8, width - 16), rng.uniform(13, depth - 22)
        pieces.append(_piece(rng, x, y))
    if rng.random() < 0.35:
        pieces += _stream(rng, width, depth)
    if rng.random() < 0.3:
        pieces.append({"kind": "road", "shape": [[width / 2, 0], [width / 2 + rng.uniform(-8, 8), depth]]})
    return {"width": width, "depth": depth, "pieces": pieces}


def _stream(rng: Random, width: int, depth: int) -> list[File]:
    """A river across the table, or a gorge along it, with bridges where roads may lead over it."""
    big, along = rng.random() < 0.5, rng.random() < 0.3
    low, high = round(depth * rng.uniform(0.4, 0.6), 2), round(depth * rng.uniform(0.4, 0.6), 2)
    left, right = round(width * rng.uniform(0.3, 0.7), 2), round(width * rng.uniform(0.3, 0.7), 2)
    shape = [[left, 0], [right, depth]] if along else [[0, low], [width, high]]
    pieces: list[File] = [{"kind": "river", "shape": shape, "impassable": big}]
    for share in rng.sample((0.2, 0.35, 0.5, 0.65, 0.8), 2 if big else rng.randint(0, 2)):
        x = shape[0][0] + share * (shape[1][0] - shape[0][0])
        y = shape[0][1] + share * (shape[1][1] - shape[0][1])
        across = (2.0, 0.0) if along else (0.0, 2.0)
        ends = [[round(x + sign * across[0], 2), round(y + sign * across[1], 2)] for sign in (-1, 1)]
        pieces.append({"kind": "bridge", "shape": ends, "width": 2})
    return pieces


def _piece(rng: Random, x: float, y: float) -> File:
    kind = rng.choice(("rough", "rough", "hill", "hill", "town", "obstacle", "obstacle", "works"))
    x, y = round(x, 2), round(y, 2)
    if kind == "town":
        return {"kind": "town", "shape": [[x, y], [x + 4, y], [x + 4, y + 4], [x, y + 4]]}
    if kind in ("obstacle", "works"):
        end = [round(x + rng.uniform(3, 9), 2), round(y + rng.uniform(-4, 4), 2)]
        return {"kind": "obstacle", "shape": [[x, y], end], "cover": "hard" if kind == "works" else "soft"}
    a, b, c, d = (round(rng.uniform(3, 8), 2) for _ in range(4))
    piece: File = {"kind": kind, "shape": [[x, y + c], [x + a, y], [x + a + b, y + d], [x + a, y + c + d]]}
    if rng.random() < 0.3:
        piece["shape"].insert(3, [round(x + a + b / 3, 2), round(y + c, 2)])
    if kind == "hill":
        piece["elevation"] = rng.choice((1, 1, 2))
    return piece
