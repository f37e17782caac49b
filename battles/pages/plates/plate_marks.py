"""Marks of an event on a plate (blows, ways, losses, broken units), and names off other names and signs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battles.resolvers.replay.cast import Cast
from battles.resolvers.replay.changes import CONSEQUENCES
from battles.resolvers.replay.film import Film, Step
from battles.resolvers.replay.table import BOARD, MARGIN

LEAST_SIZE, SIZE_OF_TABLE = 1.5, 36
LETTER, RISE, FALL, LINE = 0.24, 0.85, 0.25, 1.1
PLACES = 4
SHIFTS = (0.0, -0.8, 0.8)
"""How far a name may lie to one side, in halves of its length."""
NAME_WEIGHS = 10
"""How many units a name may rather cover than another name."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Label:
    """A word on the picture; ``key`` names the box whose it is."""

    x: float
    y: float
    text: str
    key: str = ""
    word: str = ""


def tag_size(width: float) -> float:
    """Return the size of the letters: larger on a large table."""
    return max(LEAST_SIZE, width / SIZE_OF_TABLE)


def spot(cast: Cast, now: Mapping[str, Any], number: int) -> tuple[float, float]:
    """Return where a unit is in the picture."""
    x, y, _ = now[f"u{number}.at"]
    return x, round(cast.depth - y, 4)


def tags_of(cast: Cast, now: Mapping[str, Any], shown: Sequence[int]) -> Iterator[Label]:
    """Yield the names of these units: above the upper ones, below the lowest, where they cover least."""
    lowest = max((spot(cast, now, number)[1] for number in shown), default=0.0)
    bases = {number: _base(cast, now, number) for number in range(len(cast.blocks)) if now[f"u{number}.in"] == BOARD}
    placed: list[Box] = []
    for number in dict.fromkeys(shown):
        below = spot(cast, now, number)[1] >= lowest - LEAST_SIZE
        others = [base for other, base in bases.items() if other != number]
        tries = list(_tries(cast, now, number, below=below))
        x, y, box = min(tries, key=lambda place: _covers(place[2], others, placed))
        placed.append(box)
        yield Label(round(x, 4), round(y, 4), cast.blocks[number].name)


def _base(cast: Cast, now: Mapping[str, Any], number: int) -> Box:
    """Return about the space of a unit, however it is turned."""
    block, (x, y) = cast.blocks[number], spot(cast, now, number)
    half = (block.width + block.depth) / 4
    return x - half, y - half, x + half, y + half


def _tries(cast: Cast, now: Mapping[str, Any], number: int, *, below: bool) -> Iterator[tuple[float, float, Box]]:
    """Yield the places for a name from the nearest on, in turn above and below its unit, then to one side."""
    block, (at, middle), size = cast.blocks[number], spot(cast, now, number), tag_size(cast.width)
    half = len(block.name) * LETTER * size
    across = [min(max(at + shift * half, half), max(half, cast.width - half)) for shift in SHIFTS]
    for line in range(PLACES):
        for under in (below, not below):
            gap = block.depth / 2 + line * LINE * size
            y = middle + gap + 1.05 * size if under else middle - gap - 0.35 * size
            y = min(max(y, RISE * size - MARGIN), cast.depth + MARGIN - FALL * size)
            for x in across:
                yield x, y, (x - half, y - RISE * size, x + half, y + FALL * size)


def _covers(box: Box, bases: Sequence[Box], names: Sequence[Box]) -> int:
    return sum(_meet(box, base) for base in bases) + NAME_WEIGHS * sum(_meet(box, name) for name in names)


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


AIMED = frozenset({"fire", "combat", "contact"})
COSTLY = frozenset({"hit", "rout", "eliminated", "pursuit"})
CROSS, FALLEN = 0.62, 0.8


@dataclass(frozen=True)
class Mark:
    """A line for a blow, a shot or a way, a cross where units are locked or one broke; ``side`` is whose it is."""

    look: str
    path: str
    side: int = 0


def marks_of(cast: Cast, now: Mapping[str, Any], step: Step | None) -> Iterator[Mark]:
    """Yield a cross for each pair that is locked and the blows of the event."""
    for one, other in now["fights"]:
        yield Mark("rp-lock", _cross(spot(cast, now, one), spot(cast, now, other)))
    if step is not None and step.event["ev"] in AIMED:
        draw = _cross if step.event["ev"] == "combat" else _line
        for one in step.who:
            for other in step.on:
                yield Mark(f"rp-{step.event['ev']}", draw(spot(cast, now, one), spot(cast, now, other)))


def _line(a: tuple[float, float], b: tuple[float, float]) -> str:
    return f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}"


def _cross(a: tuple[float, float], b: tuple[float, float]) -> str:
    x, y, size = (a[0] + b[0]) / 2 - CROSS, (a[1] + b[1]) / 2 - CROSS, 2 * CROSS
    return f"M{round(x, 4):g} {round(y, 4):g}l{size:g} {size:g}m0 {-size:g}l{-size:g} {size:g}"


def traces_of(film: Film, n: int) -> Iterator[Mark]:
    """Yield the way of the move just made; it stays while events follow from it."""
    while n and not film.steps[n - 1].ways and film.steps[n - 1].event["ev"] in CONSEQUENCES:
        n -= 1
    for number, way in film.steps[n - 1].ways.items() if n else ():
        points = [f"{x:g} {round(film.cast.depth - y, 4):g}" for x, y, *_ in way]
        yield Mark("rp-trace", f"M{'L'.join(points)}", film.cast.blocks[number].side)


def broken_marks(cast: Cast, now: Mapping[str, Any]) -> Iterator[Mark]:
    """Yield a broken standard for each unit that broke this day, at the place where it did."""
    for number, x, y in now["broke"]:
        down = f"M{x:g} {round(cast.depth - y + FALLEN, 4):g}v{-2 * FALLEN:g}l{FALLEN:g} .4l{-FALLEN:g} .4"
        yield Mark("rp-broken", f"{down}m{-FALLEN:g} .2l{2 * FALLEN:g} .4", cast.blocks[number].side)


def losses_of(cast: Cast, before: Mapping[str, Any], now: Mapping[str, Any], step: Step | None) -> Iterator[Label]:
    """Yield the strength points that an event has cost, above the unit that lost them."""
    if step is None or step.event["ev"] not in COSTLY:
        return
    for number, block in enumerate(cast.blocks):
        lost = before[f"u{number}.sp"] - now[f"u{number}.sp"]
        if lost > 0 and before[f"u{number}.in"] == BOARD:
            x, y = spot(cast, before, number)
            yield Label(round(x + block.width / 2, 4), round(y - block.depth / 2, 4), f"−{lost}")
