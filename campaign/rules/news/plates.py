"""The Gazette's pictures, as wood-cuts: the map, hatched by who holds what, and a battle. Public facts only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

Point = tuple[float, float]
HATCHINGS = ((), (45,), (0,), (135,), (90,), (45, 135), (0, 90), (22,), (67,), (112,))
INK, PAPER = "#2b2622", "#f6f0e2"
WIDEST, LETTER = 190, 0.62
"""Of a name under a line of battle: its widest, and the width of a letter by its size."""
BLOCKS = {"small": 3, "medium": 6, "large": 10}


@dataclass(frozen=True)
class Cut:
    """A province on the map: its outline, its town, and the number of the faction that holds it; none: nobody."""

    name: str
    polygon: Sequence[Point]
    town: Point
    holder: int | None
    battle: bool = False


def map_svg(box: tuple[float, float, float, float], cuts: Sequence[Cut], factions: Sequence[str]) -> str:
    """Return the map of an issue with a key of its hatchings."""
    x, y, width, height = box
    unit = width / 100
    body = [_shape(cut, unit) for cut in cuts] + [_town(cut, unit, x + width) for cut in cuts]
    key_height = unit * 5 * ((len(factions) + 1) // 2 + 1)
    key = [_key(name, n, x, y + height + unit * 4, width, unit) for n, name in enumerate(factions)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_r(x)} {_r(y)} {_r(width)} {_r(height + key_height)}">'
    paper = f'<rect x="{_r(x)}" y="{_r(y)}" width="{_r(width)}" height="{_r(height + key_height)}" fill="{PAPER}"/>'
    return "".join([head, _patterns(len(factions), unit), paper, *body, *key, "</svg>"])


def _patterns(count: int, unit: float) -> str:
    return f"<defs>{''.join(_pattern(n, unit) for n in range(count))}</defs>"


def _pattern(number: int, unit: float) -> str:
    gap, middle = _r(unit * 1.4), _r(unit * 0.7)
    line = f'x1="0" y1="{middle}" x2="{gap}" y2="{middle}" stroke="{INK}" stroke-width="{_r(unit * 0.14)}"'
    lines = "".join(
        f'<line {line} transform="rotate({angle} {middle} {middle})"/>' for angle in HATCHINGS[number % len(HATCHINGS)]
    )
    return f'<pattern id="h{number}" width="{gap}" height="{gap}" patternUnits="userSpaceOnUse">{lines}</pattern>'


def _shape(cut: Cut, unit: float) -> str:
    points = " ".join(f"{_r(x)},{_r(y)}" for x, y in cut.polygon)
    fill = "none" if cut.holder is None else f"url(#h{cut.holder})"
    return f'<polygon points="{points}" fill="{fill}" stroke="{INK}" stroke-width="{_r(unit * 0.2)}"/>'


def _town(cut: Cut, unit: float, right: float) -> str:
    """Draw a town with its name beside it: clear of its battle, and to the left where the map ends."""
    x, y = cut.town
    aside, size = unit * (2.4 if cut.battle else 1), unit * 2
    fits = x + aside + len(cut.name) * size * LETTER < right
    at, anchor = (x + aside, "start") if fits else (x - aside, "end")
    dot = f'<circle cx="{_r(x)}" cy="{_r(y)}" r="{_r(unit * 0.5)}" fill="{INK}"/>'
    name = (
        f'<text x="{_r(at)}" y="{_r(y - unit * 0.6)}" font-family="serif" font-size="{_r(size)}" fill="{INK}"'
        f' text-anchor="{anchor}" stroke="{PAPER}" stroke-width="{_r(unit * 0.5)}" paint-order="stroke">'
        f"{escape(cut.name)}</text>"
    )
    return dot + name + (_swords(x, y, unit) if cut.battle else "")


def _swords(x: float, y: float, unit: float) -> str:
    size = unit * 1.8
    lines = ((-size, -size, size, size), (-size, size, size, -size))
    return "".join(
        f'<line x1="{_r(x + a)}" y1="{_r(y + b)}" x2="{_r(x + c)}" y2="{_r(y + d)}" stroke="{INK}"'
        f' stroke-width="{_r(unit * 0.5)}" stroke-linecap="round"/>'
        for a, b, c, d in lines
    )


def _key(name: str, number: int, x: float, y: float, width: float, unit: float) -> str:
    left, down = x + unit * 2 + (number % 2) * width / 2, y + (number // 2) * unit * 5
    return (
        f'<rect x="{_r(left)}" y="{_r(down - unit * 2)}" width="{_r(unit * 5)}" height="{_r(unit * 3)}"'
        f' fill="url(#h{number})" stroke="{INK}" stroke-width="{_r(unit * 0.2)}"/>'
        f'<text x="{_r(left + unit * 6)}" y="{_r(down + unit * 0.4)}" font-family="serif" font-size="{_r(unit * 2.4)}"'
        f' fill="{INK}">{escape(name)}</text>'
    )


def battle_svg(place: str, first: str, second: str, winner: str, size: str) -> str:
    """Return a battle as a wood-cut: two lines of battle by the public size, the victor's with its standard high."""
    count = BLOCKS.get(size, 5)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200">',
        f'<rect width="400" height="200" fill="{PAPER}"/>',
        f'<path d="M0 70 Q60 40 120 62 T240 50 T400 66" fill="none" stroke="{INK}" stroke-width="2"/>',
        f'<path d="M0 84 Q90 60 180 80 T400 78" fill="none" stroke="{INK}" stroke-width="1"/>',
    ]
    parts += [_line_of_battle(n, count, name, name == winner) for n, name in enumerate((first, second))]
    return "".join([*parts, _words(200, 24, 18, place), "</svg>"])


def _words(x: float, y: float, size: int, text: str) -> str:
    anchor = f'font-family="serif" font-size="{size}" text-anchor="middle" fill="{INK}"'
    return f'<text x="{x}" y="{y}" {anchor}>{escape(text[:40])}</text>'


def _line_of_battle(side: int, count: int, name: str, won: bool) -> str:
    """Return one side's blocks, its name, and its standard: upright where it won."""
    left = 20 if side == 0 else 220
    blocks = "".join(_block(left + (n % 5) * 32, 100 + (n // 5) * 22, side) for n in range(count))
    pole = left + (150 if side == 0 else 10)
    flag = (
        f'<path d="M{pole} 98 V58 l18 7 l-18 7" fill="{INK}" stroke="{INK}" stroke-width="2"/>' if won
        else f'<path d="M{pole} 98 l12 -26" fill="none" stroke="{INK}" stroke-width="2"/>'
    )  # fmt: skip
    words = _words(left + 80, 188, min(14, int(WIDEST / (LETTER * max(1, len(name[:40]))))), name)
    return blocks + flag + words


def _block(x: float, y: float, side: int) -> str:
    fill = INK if side == 0 else "none"
    return f'<rect x="{x}" y="{y}" width="26" height="12" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>'


def holders(control: Mapping[str, str], factions: Sequence[str]) -> dict[str, int]:
    """Province → number of the faction that holds it."""
    numbers = {key: n for n, key in enumerate(factions)}
    return {province: numbers[key] for province, key in control.items() if key in numbers}


def _r(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
