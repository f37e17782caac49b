"""The ground of a battle's picture: each piece of terrain as a path, in inches with y downwards."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battles.resolvers.fields.field import AREAS

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
