"""The Gazette's pictures, as wood-cuts: the map, hatched by who holds what, and a battle. Public facts only."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from random import Random

INK, PAPER = "#2b2622", "#f6f0e2"
WIDTH, HORIZON, GROUND = 480, 92, 222
RANKS, FILES, PACE = 2, 6, 6
ROWS = ((118, 0.72), (152, 0.95), (190, 1.2))
"""Where a row of units has its feet, and its size: the farther, the smaller."""

Chance = Callable[[float, float], float]


def scene(name: str, units: int, winner: int | None) -> str:
    """Return the picture without its frame: ``units`` of each side, and the side that won (0 or 1), if any."""
    chance = Random(sha256(name.encode()).hexdigest()).uniform  # nosec B311 (a picture, no secret)
    parts = [*_sky(chance), *_hills(chance), _village(chance(150, 330)), *_ground(chance)]
    parts += [mark for side in (0, 1) for mark in _army(side, units, winner, chance)]
    return "".join([*parts, *_smoke(chance), *_guns(units)])


def _line(x1: float, y1: float, x2: float, y2: float, width: float) -> str:
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{INK}" stroke-width="{width:.2f}" fill="none"/>'


def _sky(chance: Chance) -> Iterator[str]:
    """Yield broken lines, closer together towards the top."""
    y, gap = 12.0, 3.0
    while y < HORIZON - 24:
        x = chance(8, 40)
        strokes = []
        while x < WIDTH - 30:
            end = min(x + chance(30, 150), WIDTH - 10)
            strokes.append(f"M{x:.0f} {y:.1f}H{end:.0f}")
            x = end + chance(6, 70)
        yield f'<path d="{"".join(strokes)}" stroke="{INK}" stroke-width="0.6" fill="none"/>'
        y, gap = y + gap, gap * 1.09


def _hills(chance: Chance) -> Iterator[str]:
    """Yield two ridges, each over its own ground, hatched down its slope."""
    for base, height in ((HORIZON, 26.0), (HORIZON + 10, 14.0)):
        tops = [(x, base - chance(0.2, 1.0) * height) for x in range(8, WIDTH, 58)]
        curve = f"M8 {base}" + "".join(f"Q{x + 15} {y - 5:.0f} {x + 29} {y:.0f}T{x + 58} {base - 4}" for x, y in tops)
        yield f'<path d="{curve}V{GROUND}H8Z" fill="{PAPER}" stroke="{INK}" stroke-width="1.1"/>'
        yield from (
            _line(x + dx, y + 6 + dx / 3, x + dx - 5, y + 13 + dx / 3, 0.5) for x, y in tops for dx in range(18, 50, 5)
        )


def _village(x: float) -> str:
    """Return a church and two houses at the foot of the hills."""
    y = HORIZON + 6
    church = f"M{x:.0f} {y}v-16h7v-9l4-13l4 13v25zM{x + 15:.0f} {y}v-11l9-7l9 7v11z"
    houses = f"M{x - 20:.0f} {y}v-8l8-6l8 6v8zM{x + 38:.0f} {y}v-7l7-5l7 5v7z"
    return f'<path d="{church}{houses}" fill="{PAPER}" stroke="{INK}" stroke-width="1"/>'


def _ground(chance: Chance) -> Iterator[str]:
    """Yield tufts and furrows."""
    strokes = []
    for _ in range(90):
        x, y = chance(12, WIDTH - 24), chance(HORIZON + 16, GROUND - 6)
        strokes.append(f"M{x:.0f} {y:.0f}h{chance(4, 16):.0f}")
    yield f'<path d="{"".join(strokes)}" stroke="{INK}" stroke-width="0.5" fill="none"/>'


def _army(side: int, units: int, winner: int | None, chance: Chance) -> Iterator[str]:
    """Yield the units of a side, from the back to the front, and its standard: on the ground where it lost."""
    per_row = -(-units // len(ROWS))
    for n in range(units):
        y, size = ROWS[n // per_row]
        step = (n % per_row) * (FILES * PACE + 10) * size
        away = 24 + step + chance(0, 5)
        yield _unit(WIDTH / 2 - away - FILES * PACE * size if side == 0 else WIDTH / 2 + away, y, size, side)
    pole = WIDTH / 2 + (-66 if side == 0 else 66)
    yield _standard(pole, ROWS[-1][0] - 4, side, winner in (None, side))


def _unit(x: float, y: float, size: float, side: int) -> str:
    """Return ranks of foot with their muskets to the front; the first side in dark coats, the second in light ones."""
    bodies, muskets, heads = [], [], []
    lean = 5 * size * (1 if side == 0 else -1)
    for rank in range(RANKS):
        for file in range(FILES):
            at, foot = x + file * PACE * size, y - rank * 5 * size
            bodies.append(f"M{at:.1f} {foot:.1f}v{-9 * size:.1f}")
            muskets.append(f"M{at:.1f} {foot - 6 * size:.1f}l{lean:.1f} {-9 * size:.1f}")
            heads.append(f"M{at:.1f} {foot - 10.5 * size:.1f}v{-2.4 * size:.1f}")
    coat = f'stroke="{INK}" stroke-width="{(3.4 if side == 0 else 1.6) * size:.1f}"'
    return (
        f'<path d="{"".join(muskets)}" stroke="{INK}" stroke-width="0.6" fill="none"/>'
        f'<path d="{"".join(bodies)}" {coat} fill="none"/>'
        f'<path d="{"".join(heads)}" stroke="{INK}" stroke-width="{2.6 * size:.1f}" fill="none"/>'
    )


def _standard(x: float, y: float, side: int, flies: bool) -> str:
    """Return a flag that flies over its side, or lies on the ground."""
    fill = INK if side == 0 else PAPER
    if not flies:
        return (
            f'<path d="M{x:.0f} {y + 24:.0f}l34 8" stroke="{INK}" stroke-width="2" fill="none"/>'
            f'<path d="M{x + 20:.0f} {y + 29:.0f}q6 8 14 3l-2 8q-10 4-16-6z" fill="{fill}" stroke="{INK}"/>'
        )
    turn = 1 if side == 0 else -1
    edge = f"q{-8 * turn} 6 {-17 * turn} 1t{-19 * turn} 1z"
    cloth = f"M{x:.0f} {y - 52:.0f}q{12 * turn} -7 {20 * turn} 0t{16 * turn} -2v17{edge}"
    return (
        f'<path d="{cloth}" fill="{fill}" stroke="{INK}" stroke-width="1.2"/>'
        f'<path d="M{x:.0f} {y:.0f}v-54" stroke="{INK}" stroke-width="2.2" fill="none"/>'
    )


def _smoke(chance: Chance) -> Iterator[str]:
    """Yield clouds between the lines, each with its shaded side."""
    for n in range(16):
        x, y, size = WIDTH / 2 + chance(-20, 20), 190 - n * 6.2, chance(7, 14)
        yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{size:.0f}" fill="{PAPER}" stroke="{INK}" stroke-width="0.7"/>'
        bend = f"q{size * 0.6:.1f} {size * 0.4:.1f} {size * 1.1:.1f} {-size * 0.5:.1f}"
        shade = f"M{x - size * 0.5:.1f} {y + size * 0.55:.1f}{bend}"
        yield f'<path d="{shade}" fill="none" stroke="{INK}" stroke-width="0.6"/>'


def _guns(units: int) -> Iterator[str]:
    """Yield a gun in the foreground of each side where more than detachments fought."""
    if units < 5:
        return
    for x, turn in ((70, 1), (WIDTH - 70, -1)):
        y = GROUND - 12
        yield f'<circle cx="{x}" cy="{y}" r="9" fill="{PAPER}" stroke="{INK}" stroke-width="2"/>'
        yield "".join(
            _line(x - 9 * dx, y - 9 * dy, x + 9 * dx, y + 9 * dy, 0.9)
            for dx, dy in ((1, 0), (0, 1), (0.7, 0.7), (0.7, -0.7))
        )
        yield _line(x - 22 * turn, y + 8, x, y - 2, 2.6) + _line(x - 6 * turn, y - 3, x + 24 * turn, y - 10, 4.6)


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
