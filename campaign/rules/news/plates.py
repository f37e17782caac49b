"""The Gazette's pictures, as wood-cuts: the map, hatched by who holds what, and a battle. Public facts only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from campaign.rules.news.engraving import GROUND, INK, PAPER, scene

Point = tuple[float, float]
HATCHINGS = ((), (45,), (0,), (135,), (90,), (45, 135), (0, 90), (22,), (67,), (112,))
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
    """Return a battle as an engraving: two lines of battle by its public size, and the loser's standard fallen."""
    count, won = BLOCKS.get(size, 5), {first: 0, second: 1}.get(winner)
    names = [_name(10 + 235 * n, name) for n, name in enumerate((first, second))]
    return "".join([
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 284">',
        f'<rect width="480" height="284" fill="{PAPER}"/>',
        f'<svg x="7" y="7" width="466" height="{GROUND - 7}" viewBox="7 7 466 {GROUND - 7}">',
        scene("|".join((place, first, second)), count, won), "</svg>",
        f'<rect x="2" y="2" width="476" height="280" fill="none" stroke="{INK}" stroke-width="3"/>',
        f'<rect x="7" y="7" width="466" height="{GROUND - 7}" fill="none" stroke="{INK}"/>',
        _words(240, 246, 18, place), *names, "</svg>",
    ])  # fmt: skip


def _words(x: float, y: float, size: int, text: str) -> str:
    anchor = f'font-family="serif" font-size="{size}" text-anchor="middle" fill="{INK}"'
    return f'<text x="{x}" y="{y}" {anchor}>{escape(text[:40])}</text>'


def _name(left: float, name: str) -> str:
    """Return a side's name under its line of battle, as small as it must be."""
    return _words(left + 112, 272, min(14, int(WIDEST / (LETTER * max(1, len(name[:40]))))), name)


def holders(control: Mapping[str, str], factions: Sequence[str]) -> dict[str, int]:
    """Province → number of the faction that holds it."""
    numbers = {key: n for n, key in enumerate(factions)}
    return {province: numbers[key] for province, key in control.items() if key in numbers}


def _r(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
