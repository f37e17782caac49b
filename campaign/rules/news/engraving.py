"""A field of battle as an engraving: sky, hills, a village, two lines of battle with smoke between them.

The same battle makes the same picture. It shows no more than its public size and who won.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
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
