"""A generated war of two sides: the second is the mirror image of the first, so that neither has the better of it."""

import random
from collections.abc import Iterator
from typing import Any

Row = dict[str, Any]
WIDTH, HEIGHT, CELL, TURNS = 6, 4, 100.0, 14
SIDES = ("west", "east")
ROSTERS = ("3 Line inf, 1 Light cav, 1 Heavy art", "1 Elite inf, 2 Line inf, 1 Heavy cav", "2 Line inf, 1 Militia inf",
           "2 Line inf, 1 Light cav")  # fmt: skip


def small_war(seed: int) -> Row:
    """Return a campaign file that has not begun; the same seed gives the same war."""
    dice = random.Random(seed)
    half = {(x, y): _land(dice) for x in range(WIDTH // 2) for y in range(HEIGHT)}
    capital, fortress = (0, dice.randrange(HEIGHT)), (1, dice.randrange(HEIGHT))
    land = {(x, y): half[_mirror(x), y] for x in range(WIDTH) for y in range(HEIGHT)}
    ways = {key: dice.choice(("road", "road", "track", "pass")) for key in _pairs() if _first(key) == key}
    return {
        "format": "bivouac.campaign/1", "name": f"Mirror {seed}", "calendar": {
            "start": "1806-05-01", "turn_days": 7, "muster_every": 4, "last_turn": TURNS},
        "map": {"view": [0, 0, WIDTH * CELL, HEIGHT * CELL]}, "factions": [
            {"key": side, "name": side.title(), "colour": colour, "offmap_income": 25, "opening_points": 90}
            for side, colour in zip(SIDES, ("#28457b", "#8f2a24"), strict=True)],
        "relations": [{"between": list(SIDES), "kind": "war"}],
        "provinces": [_province(x, y, land[x, y], capital, fortress) for x, y in sorted(land)],
        "edges": [{"between": [_key(*one), _key(*other)], "kind": ways[_first((one, other))]}
                  for one, other in _pairs()],
        "leaders": [{"ref": f"{side}-g{n}", "faction": side, "name": f"General {n} of {side.title()}",
                     "skill": "average"} for side in SIDES for n in range(len(ROSTERS))],
        "armies": list(_armies(dice.sample([(x, y) for x in (1, 2) for y in range(HEIGHT)], len(ROSTERS) - 1),
                               capital)),
    }  # fmt: skip


def _mirror(x: int) -> int:
    return min(x, WIDTH - 1 - x)


def _key(x: int, y: int) -> str:
    return f"p{x}-{y}"


def _land(dice: random.Random) -> Row:
    return {"terrain": dice.choice(("open", "rolling", "wooded", "hilly")), "value": dice.randint(3, 8),
            "town_size": dice.randint(0, 2)}  # fmt: skip


def _pairs() -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for x in range(WIDTH):
        for y in range(HEIGHT):
            yield from (((x, y), other) for other in ((x + 1, y), (x, y + 1)) if other[0] < WIDTH and other[1] < HEIGHT)


def _first(pair: tuple[tuple[int, int], tuple[int, int]]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the pair of the western half of which this one is the image."""
    (ax, ay), (bx, by) = pair
    image = sorted(((WIDTH - 1 - ax, ay), (WIDTH - 1 - bx, by)))
    one, other = min((sorted(pair), image))
    return (one, other)


def _province(x: int, y: int, land: Row, capital: tuple[int, int], fortress: tuple[int, int]) -> Row:
    side = SIDES[x >= WIDTH // 2]
    chief, walls = (_mirror(x), y) == capital, (_mirror(x), y) == fortress
    return {"key": _key(x, y), "name": f"Province {x}-{y}", "at": [x * CELL + 50, y * CELL + 50], **land,
            **({"value": 12, "town_size": 3, "capital": True, "depot": True} if chief else {}),
            **({"fortress": True, "depot": True, "town_size": 2} if walls else {}),
            "home": side, "controller": side,
            "polygon": [[x * CELL + dx, y * CELL + dy] for dx, dy in ((0, 0), (CELL, 0), (CELL, CELL), (0, CELL))],
            }  # fmt: skip


def _armies(places: list[tuple[int, int]], capital: tuple[int, int]) -> Iterator[Row]:
    for n, (x, y) in enumerate((capital, *places)):
        for side in SIDES:
            at = (x, y) if side == SIDES[0] else (WIDTH - 1 - x, y)
            yield {"ref": f"{side}-{n}", "faction": side, "name": f"{n + 1}. Corps of {side.title()}",
                   "province": _key(*at), "leader": f"{side}-g{n}", "roster": ROSTERS[n]}  # fmt: skip
