"""The table of a battle at one moment as a picture: what the SVG template draws, in inches with y downwards (EX-7)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from battles.pages.plates.plate_land import Land, Sign, lands_of, sign_of
from battles.pages.plates.plate_marks import (
    Label,
    Mark,
    broken_marks,
    losses_of,
    marks_of,
    tag_size,
    tags_of,
    traces_of,
)
from battles.resolvers.replay.cast import Block, Cast
from battles.resolvers.replay.film import Film, Step
from battles.resolvers.replay.table import BOARD, LABELS, MARGIN, SCALE, row_of_units

STAND = 1.0
_FAR_LABEL, _NEAR_LABEL = -3.4, 2.1
EDGES, ACTS, STRUCK = ("#14263a", "#8f2a24"), "#c9962b", "#b3261e"
WHOLE, WORN = "#fffdf6", "#f0c66a"
FULL_BASE = 3.0


@dataclass(frozen=True)
class Token:
    """A unit: its base, its sign and the number on it."""

    number: int
    side: int
    name: str
    title: str
    look: str
    where: str
    at: str
    transform: str
    upright: str
    strength: int
    left: float
    front: float
    width: float
    depth: float
    sign: Sign
    nose: str
    plate: str
    guard: bool
    edge: str
    disc: str


@dataclass(frozen=True)
class Officer:
    """A commander's stand with the circle that his orders reach."""

    number: int
    side: int
    title: str
    look: str
    transform: str
    at: str
    reach: float


@dataclass(frozen=True)
class Plate:
    """Everything that the picture shows."""

    view_box: str
    width: float
    depth: float
    top: float
    height: float
    lands: tuple[Land, ...]
    works: tuple[Land, ...]
    tokens: tuple[Token, ...]
    officers: tuple[Officer, ...]
    marks: tuple[Mark, ...]
    traces: tuple[Mark, ...]
    broken: tuple[Mark, ...]
    losses: tuple[Label, ...]
    tags: tuple[Label, ...]
    tag_size: float
    boxes: tuple[Label, ...]
    label: str
    grid: str = ""


def plate_of(film: Film, n: int, label: str) -> Plate:
    """Return the picture of the table after event ``n``; ``label`` describes it in words."""
    cast, now = film.cast, film.at(n)
    step = film.steps[n - 1] if 0 < n <= len(film.steps) else None
    return Plate(
        view_box=f"0 {-MARGIN:g} {cast.width:g} {cast.depth + 2 * MARGIN:g}",
        width=cast.width,
        depth=cast.depth,
        top=-MARGIN,
        height=round(cast.depth + 2 * MARGIN, 4),
        lands=lands_of(cast.pieces, cast.depth, hidden=now["gone"]),
        works=lands_of(cast.works, cast.depth, hidden=set(range(len(cast.works))) - set(now["works"])),
        tokens=tuple(_token(cast, now, number, step) for number in range(len(cast.blocks))),
        officers=tuple(_officer(cast, now, number) for number in range(len(cast.stands))),
        marks=tuple(marks_of(cast, now, step)),
        traces=tuple(traces_of(film, n)),
        broken=tuple(broken_marks(cast, now)),
        losses=tuple(losses_of(cast, film.at(n - 1), now, step)),
        tags=tuple(tags_of(cast, now, (*step.who, *step.on) if step is not None else ())),
        tag_size=tag_size(cast.width),
        boxes=tuple(_labels(cast, now)),
        label=label,
        grid=_grid(cast),
    )


def _grid(cast: Cast) -> str:
    """Return the lines between the squares of a board that is played on squares; empty elsewhere."""
    if not cast.grid:
        return ""
    columns, lines = round(cast.width / cast.grid), round(cast.depth / cast.grid)
    upright = (f"M{n * cast.grid:g} 0V{cast.depth:g}" for n in range(1, columns))
    across = (f"M0 {n * cast.grid:g}H{cast.width:g}" for n in range(1, lines))
    return "".join((*upright, *across))


def _token(cast: Cast, now: Mapping[str, Any], number: int, step: Step | None) -> Token:
    block = cast.blocks[number]
    where, (x, y, facing) = now[f"u{number}.in"], now[f"u{number}.at"]
    size = "" if where == BOARD else f" scale({SCALE})"
    points = now[f"u{number}.sp"]
    return Token(
        number=number,
        side=block.side,
        name=block.name,
        title=f"{block.name}: {now[f'u{number}.kind'] or block.kind}, {points}/{block.full}",
        look=_look(block, now, number, step),
        where=where,
        at=f"{x:g} {y:g} {facing:g}",
        transform=f"translate({x:g} {round(cast.depth - y, 4):g}) rotate({facing:g}){size}",
        upright=f"rotate({-facing:g})",
        strength=points,
        left=-block.width / 2,
        front=-block.depth / 2,
        width=block.width,
        depth=block.depth,
        sign=sign_of(block),
        nose=f"M-0.5 {-block.depth / 2:g}L0 {-block.depth / 2 - 0.6:g}L0.5 {-block.depth / 2:g}z",
        plate=_number_plate(block),
        guard=block.guard,
        edge=_edge(block, number, step),
        disc=WORN if points < block.full else WHOLE,
    )


def _number_plate(block: Block) -> str:
    """Place the number: in the middle, or behind the sign of a narrow base; small on a small one."""
    if block.width >= FULL_BASE:
        return "translate(0 0)"
    behind, size = (block.depth / 6, "") if block.depth >= FULL_BASE else (0.3, " scale(0.55)")
    return f"translate(0 {behind:g}){size}"


def _edge(block: Block, number: int, step: Step | None) -> str:
    if step is not None and number in (*step.who, *step.on):
        return ACTS if number in step.who else STRUCK
    return EDGES[block.side]


def _look(block: Block, now: Mapping[str, Any], number: int, step: Step | None) -> str:
    """Return the classes of a unit: its side and arm, what it does, how it fares."""
    parts = [f"rp-unit rp-s{block.side} rp-{block.arm}"]
    parts += ["rp-off"] * (now[f"u{number}.in"] != BOARD) + ["rp-squares"] * bool(now[f"u{number}.sq"])
    parts += ["rp-worn"] * (now[f"u{number}.sp"] < block.full)
    parts += ["rp-acts"] * (step is not None and number in step.who)
    parts += ["rp-struck"] * (step is not None and number in step.on)
    return " ".join(parts)


def _officer(cast: Cast, now: Mapping[str, Any], number: int) -> Officer:
    stand, at = cast.stands[number], now[f"l{number}.at"]
    here, (x, y) = now[f"l{number}.in"], at or (0.0, 0.0)
    name, role = now[f"l{number}.name"], now[f"l{number}.role"]
    return Officer(
        number=number,
        side=stand.side,
        title=f"{name}, {'army' if role == 'army' else 'wing'} commander, {now[f'l{number}.skill'] or stand.role}",
        look=f"rp-stand rp-s{stand.side} rp-{role}{'' if here else ' rp-absent'}",
        transform=f"translate({x:g} {round(cast.depth - y, 4):g})",
        at=f"{x:g} {y:g}" if here else "",
        reach=reach(now["radius"]),
    )


def reach(radius: float) -> float:
    """Return the radius drawn round a stand's middle: inches from the edge of its base (LGG-4.0-c)."""
    return radius + STAND if radius else 0


def _labels(cast: Cast, now: Mapping[str, Any]) -> Iterator[Label]:
    for side in (0, 1):
        row = cast.depth - row_of_units(cast, side)
        y = row + (_FAR_LABEL + 2.0 if side != cast.near else _NEAR_LABEL - 3.9)
        for box, text in LABELS.items():
            x, number = now[f"b{side}.{box}"] or (0.0, 0)
            yield Label(x, round(y, 4), f"{text} {number}" if number else "", f"{side}.{box}", text)
