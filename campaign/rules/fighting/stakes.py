"""The stakes of a battle for a province (AI-22): keys of the battle file, out of what everybody may read."""

LEAST, BY_VALUE, CAPITAL = 5, 1, 60
"""In hundredths of an army's price: any province, each point of its value, the own capital besides."""


def stakes_of(value: int, *, capital: bool) -> dict[str, int]:
    """Return the stakes of a side in a province of some value, which may be its capital.

    A draw is worth nothing to either: the holder keeps the province, but the enemy's army is still there to try again.
    An army is dearer than a province, so that a clearly beaten side gives up the field and saves its strength.
    """
    field = LEAST + BY_VALUE * value
    return {"won": field, "drawn": 0, "lost": -field - (CAPITAL if capital else 0)}
