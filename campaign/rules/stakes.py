"""What a battle for a province is worth to a side (AI-22): keys of the battle file, out of what everybody may read."""

LEAST, BY_VALUE, CAPITAL = 20, 2, 60
"""In hundredths of an army's price: any province, each point of its value, the own capital besides."""
KEEPS = 10
"""A draw leaves the province to the side that held it."""


def stakes_of(value: int, *, capital: bool, holds: bool) -> dict[str, int]:
    """The stakes of a side in a province of some value, which may be its capital and which it may hold."""
    field = LEAST + BY_VALUE * value
    return {"won": field, "drawn": KEEPS if holds else 0, "lost": -field - (CAPITAL if capital else 0)}
