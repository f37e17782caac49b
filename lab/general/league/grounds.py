"""On what the league fights: random armies of equal strength, and fields made by the dice or laid out by hand."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.resolver import freeze
from battles.resolvers.values.battle import BattleFile

A400 = "1 Elite inf, 5 Line inf, 2 Militia inf, 2 Heavy cav, 2 Light cav, 2 Heavy art"
TERRAINS = ("open", "rolling", "wooded", "hilly", "mountain", "marsh")
WIDTH, DEPTH, WIDE = 72.0, 48.0, 96.0
Piece = dict[str, Any]
Roster = list[tuple[str, int]]
SHARES = (("line_inf", 5.0), ("elite_inf", 1.2), ("militia_inf", 2.0), ("heavy_cav", 1.6), ("light_cav", 1.8),
          ("heavy_art", 1.2), ("field_art", 0.8), ("horse_art", 0.6), ("engineer", 0.4))  # fmt: skip
LEAST, MOST = 8, 40
MORE = (("line_inf", 2), ("militia_inf", 1))
"""80 points, a fifth of A400."""


@dataclass(frozen=True)
class Terms:
    """The terms on which a league fights.

    ``usual``: A400 on both sides, else random armies, of ``size`` units or of any. ``skills`` are those of the first
    player's general and of the second's; with ``stronger`` the first has 80 points more. ``stakes`` are in hundredths
    of an army's price, as in a battle file; None leaves them out."""

    usual: bool = False
    skills: tuple[str, str] = ("average", "average")
    stronger: bool = False
    stakes: int | None = None
    size: int = 0

    @property
    def uneven(self) -> bool:
        """Does it matter who has which side?"""
        return self.stronger or self.skills[0] != self.skills[1]


def stream(rng: Random) -> list[Piece]:
    """Return a stream across the whole field, without a bridge."""
    left, right = DEPTH / 2 + rng.uniform(-4, 4), DEPTH / 2 + rng.uniform(-4, 4)
    return [{"kind": "river", "shape": [[0, left], [WIDTH, right]]}]


def bridges(rng: Random) -> list[Piece]:
    """Return a river that cannot be waded, with three bridges."""
    y = DEPTH / 2 + rng.uniform(-2, 2)
    over = [_bridge(WIDTH * share, y) for share in (0.25, 0.5, 0.75)]
    return [{"kind": "river", "shape": [[0, y], [WIDTH, y]], "impassable": True}, *over]


def _bridge(x: float, y: float) -> Piece:
    return {"kind": "bridge", "shape": [[x, y - 2], [x, y + 2]], "width": 2}


def town_line(rng: Random) -> list[Piece]:
    """Three town blocks in the defender's line."""
    x = WIDTH / 2 - 7 + rng.uniform(-6, 6)
    return [_block(x + 5 * n, 33.5) for n in range(3)]


def _block(x: float, y: float) -> Piece:
    return {"kind": "town", "shape": [[x, y], [x + 4, y], [x + 4, y + 4], [x, y + 4]]}


def gorge(rng: Random) -> list[Piece]:
    """Return a gorge that parts the field lengthwise, with two bridges."""
    x = WIDTH * rng.uniform(0.4, 0.6)
    over = [{"kind": "bridge", "shape": [[x - 2, y], [x + 2, y]], "width": 2} for y in (18.0, 30.0)]
    return [{"kind": "river", "shape": [[x, 0], [x, DEPTH]], "impassable": True}, *over]


def works(rng: Random) -> list[Piece]:
    """Works before the defender's line, and a hill behind them."""
    x = WIDTH / 2 + rng.uniform(-8, 8)
    line = [{"kind": "obstacle", "shape": [[x + at, 35.5], [x + at + 7, 35.5]], "cover": "hard"} for at in (-12, -3, 6)]
    return [*line, {"kind": "hill", "shape": [[x - 6, 38], [x + 6, 38], [x + 6, 44], [x - 6, 44]], "elevation": 1}]


def ridge(rng: Random) -> list[Piece]:
    """Return a ridge along the defender's line."""
    x = rng.uniform(6, 16)
    return [{"kind": "hill", "shape": [[x, 33], [x + 45, 33], [x + 45, 39], [x, 39]], "elevation": 1}]


BY_HAND: dict[str, Callable[[Random], list[Piece]]] = {
    "stream": stream, "bridges": bridges, "town_line": town_line, "gorge": gorge, "works": works, "ridge": ridge,
}  # fmt: skip
KINDS = (*TERRAINS, *BY_HAND)


def army(rng: Random, size: int = 0) -> Roster:
    """Return some army of so many units, or of 8 to 40."""
    some = rng.choice((8, 12, 16, 16, 16, 20, 24, 32, 40))
    size = size or some
    kinds, weights = zip(*SHARES, strict=True)
    drawn = rng.choices(kinds, weights, k=max(LEAST, size))
    return [(kind, drawn.count(kind)) for kind in kinds if kind in drawn]


def usual_army() -> Roster:
    """A400."""
    return [("elite_inf", 1), ("line_inf", 5), ("militia_inf", 2), ("heavy_cav", 2), ("light_cav", 2), ("heavy_art", 2)]


def units_of(roster: Roster, owner: str) -> list[dict[str, Any]]:
    """Return the units of a roster as in a battle file."""
    return [{"id": f"{owner}-{kind}-{n}", "type": kind} for kind, many in roster for n in range(1, many + 1)]


@cache
def ground(number: int, seed: str, kind: str = "", *, usual: bool = False, terms: Terms | None = None,
           first: int = 0) -> BattleFile:
    """Battle number n of a league: two armies on some field, the first side attacking; on such terms, equal without a
    word, the first player having side ``first``."""
    rng, terms = Random(f"{seed}/{number}"), terms or Terms(usual=usual)
    kind = kind or KINDS[number % len(KINDS)]
    roster = usual_army() if terms.usual else army(rng, terms.size)
    sides = [_side(terms, roster, side, first) for side in range(2)]
    file: dict[str, Any] = {
        "format": "bivouac.battle/1", "name": kind, "season": rng.choice(("spring", "summer", "fall")),
        "terrain": kind if kind in TERRAINS else "open", "sides": sides,
    }  # fmt: skip
    if kind in BY_HAND:
        wide = WIDE if sum(many for _, many in roster) > 24 else WIDTH
        pieces = [_widened(piece, wide / WIDTH) for piece in BY_HAND[kind](rng)]
        file["field"] = {"width": wide, "depth": DEPTH, "pieces": pieces}
    return freeze(parse(file), f"{seed}/field/{number}")


def _side(terms: Terms, roster: Roster, side: int, first: int) -> dict[str, Any]:
    """Return a side as in a battle file; ``first`` is that of the first player."""
    name, role = (("North", "attacker"), ("South", "defender"))[side]
    more = MORE if terms.stronger and side == first else ()
    units = [(kind, many + dict(more).get(kind, 0)) for kind, many in roster]
    units += [(kind, many) for kind, many in more if kind not in dict(roster)]
    stakes = {} if terms.stakes is None else {
        "stakes": {"won": terms.stakes, "drawn": 0, "lost": -terms.stakes}}  # fmt: skip
    commander = {"name": name, "skill": terms.skills[int(side != first)]}
    return {"name": name, "role": role, "commander": commander, "units": units_of(units, name), **stakes}


def _widened(piece: Piece, by: float) -> Piece:
    if by == 1.0 or piece["kind"] == "town":
        return piece
    return piece | {"shape": [[round(x * by, 2), y] for x, y in piece["shape"]]}
