"""The ground of a battle's picture as paths, and the signs of arm, grade and weight within a unit's base."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battles.resolvers.fields.field import AREAS
from battles.resolvers.replay.cast import Block

_RINGS = {1: (0.62,), 2: (0.74, 0.46)}
_UNDER = ("hill", "rough", "river", "road", "bridge", "town", "obstacle", "gap")


@dataclass(frozen=True)
class Land:
    """A piece: ``look`` shows how it is drawn, ``inner`` are the contours of a hill or nothing."""

    number: int
    kind: str
    look: str
    path: str
    inner: str
    width: float
    hidden: bool


def lands_of(pieces: Sequence[Mapping[str, Any]], depth: float, *, hidden: Collection[int]) -> tuple[Land, ...]:
    """Pieces of a field from the lowest layer to the highest, numbered by their place in ``pieces``."""
    made = [_land(number, piece, depth, number in hidden) for number, piece in enumerate(pieces)]
    return tuple(sorted(made, key=lambda land: (_UNDER.index(land.kind), land.number)))


def _land(number: int, piece: Mapping[str, Any], depth: float, hidden: bool) -> Land:
    points = [(x, depth - y) for x, y in piece["shape"]]
    closed = piece["kind"] in AREAS
    return Land(
        number=number,
        kind=piece["kind"],
        look=_look(piece),
        path=_path(points, closed),
        inner="".join(_path(ring, True) for ring in _rings(piece, points)),
        width=piece.get("width") or 0,
        hidden=hidden,
    )


def _look(piece: Mapping[str, Any]) -> str:
    """`river`, `river-shut`, `obstacle-hard`, `hill-2` …"""
    kind = piece["kind"]
    if kind == "hill":
        return f"hill-{piece.get('elevation', 1)}"
    if kind == "obstacle":
        return f"obstacle-{piece.get('cover') or 'soft'}"
    return f"{kind}-shut" if piece.get("impassable") else kind


def _path(points: Sequence[tuple[float, float]], closed: bool) -> str:
    return "M" + "L".join(f"{round(x, 2):g} {round(y, 2):g}" for x, y in points) + ("z" if closed else "")


def _rings(piece: Mapping[str, Any], points: Sequence[tuple[float, float]]) -> list[list[tuple[float, float]]]:
    """Return the inner contours of a hill: its outline drawn together towards the middle."""
    if piece["kind"] != "hill":
        return []
    mx, my = (sum(p[n] for p in points) / len(points) for n in (0, 1))
    return [
        [(mx + (x - mx) * k, my + (y - my) * k) for x, y in points] for k in _RINGS.get(piece.get("elevation", 1), ())
    ]


BALLS = {"heavy_art": 0.46, "field_art": 0.34}
FILLED = frozenset({"elite_inf", "heavy_cav"})
BROKEN = frozenset({"militia_inf", "irreg_cav"})


@dataclass(frozen=True)
class Sign:
    """Strokes, what is filled, and whether the strokes are broken lines."""

    strokes: str
    filled: str = ""
    broken: bool = False


def sign_of(block: Block) -> Sign:
    """Return the sign of a unit: a cross for foot, a stroke for horse, a ball for guns.

    Elite foot and heavy horse are half filled, militia and irregulars drawn with broken lines. Heavy guns have a large
    ball, field guns a small one; horse guns have a stroke beside it.
    """
    x, y = block.width / 2, block.depth / 2
    if block.arm == "foot":
        sides = f"M{-x:g} {-y:g}L0 0L{-x:g} {y:g}zM{x:g} {-y:g}L0 0L{x:g} {y:g}z"
        cross = f"M{-x:g} {-y:g}L{x:g} {y:g}M{x:g} {-y:g}L{-x:g} {y:g}"
        return Sign(cross, sides if block.type in FILLED else "", block.type in BROKEN)
    if block.arm == "cav":
        half = f"M{-x:g} {y:g}L{x:g} {-y:g}V{y:g}z"
        return Sign(f"M{-x:g} {y:g}L{x:g} {-y:g}", half if block.type in FILLED else "", block.type in BROKEN)
    if block.arm == "art":
        return _guns(block, y)
    if block.arm == "eng":
        return Sign(f"M-0.5 {-y * 0.35:g}V{-y * 0.85:g}H0.5V{-y * 0.35:g}M0 {-y * 0.85:g}V{-y * 0.35:g}")
    return Sign(f"M-0.5 {-y / 2:g}H0.5M-0.35 {-y / 3:g}a0.2 0.2 0 1 0 0.01 0zM0.35 {-y / 3:g}a0.2 0.2 0 1 0 0.01 0z")


def _guns(block: Block, y: float) -> Sign:
    r = BALLS.get(block.type, 0.3)
    ball = f"M{-r:g} {-y / 2:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"
    x = block.width / 2
    return Sign(f"M{-x:g} {-y / 4:g}L{x:g} {-y * 0.75:g}" if block.type == "horse_art" else "", ball)
