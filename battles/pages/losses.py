"""The losses of both sides over a battle as a small chart."""

from dataclasses import dataclass
from itertools import pairwise

from battles.resolvers.replay.film import Film

WIDTH, HEIGHT = 600, 110
_TOP, _BOTTOM = 8, 92


@dataclass(frozen=True)
class Curve:
    """One side's strength points from event to event; the path is a staircase."""

    side: int
    name: str
    path: str
    before: int
    after: int


@dataclass(frozen=True)
class LossChart:
    """Both curves, a line where each new day begins, and the place of the moment shown."""

    curves: tuple[Curve, ...]
    days: tuple[float, ...]
    here: float
    most: int
    summary: str


def loss_chart(film: Film, n: int) -> LossChart:
    """Return the chart with its mark at event ``n``."""
    most = max(max(pair) for pair in film.strengths) or 1
    curves = tuple(_curve(film, side, most) for side in (0, 1))
    dawns = [step.n for step in film.steps if step.event["ev"] == "day_start" and step.event["day"] > 1]
    days = tuple(place(film, dawn) for dawn in dawns)
    spans = ", ".join(f"{curve.name} from {curve.before} to {curve.after}" for curve in curves)
    return LossChart(curves, days, place(film, n), most, f"Strength points left: {spans}.")


def place(film: Film, n: int) -> float:
    """Return how far to the right event ``n`` is."""
    return round(WIDTH * n / max(1, len(film.steps)), 1)


def _curve(film: Film, side: int, most: int) -> Curve:
    values = [pair[side] for pair in film.strengths]
    heights = [round(_BOTTOM - (_BOTTOM - _TOP) * value / most, 1) for value in values]
    path = f"M0 {heights[0]:g}"
    for n, (before, after) in enumerate(pairwise(heights), 1):
        if before != after:
            path += f"H{place(film, n):g}V{after:g}"
    return Curve(side, film.cast.sides[side], f"{path}H{WIDTH}", values[0], values[-1])
