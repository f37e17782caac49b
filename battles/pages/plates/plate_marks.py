"""Marks of an event on a plate: blows, ways, losses, broken units; ``static/js/replay/marks.js`` draws the same."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from battles.pages.plates.plate_tags import Label, spot
from battles.resolvers.replay.cast import Cast
from battles.resolvers.replay.changes import CONSEQUENCES
from battles.resolvers.replay.film import Film, Step
from battles.resolvers.replay.table import BOARD

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
