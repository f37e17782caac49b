"""Signs of arm, grade and weight within a unit's base on a plate, in inches."""

from dataclasses import dataclass

from battles.resolvers.replay.cast import Block

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
