"""The prospects of a side that stays: a table out of battles that the engine has fought (AI-21, AI-22).

`prospects.toml` holds it, and the command that makes it anew. Rows are by the part that a side has of the strength of
both, knots by ``STEP`` from ``LOWEST``; columns are the chance to win, the chance to lose, and the parts of the own
and of the enemy's strength that are gone when the battle is over.
"""

import tomllib
from functools import cache
from pathlib import Path

from battles.resolvers.lgg.record.codes import DAYS_AHEAD, SHARES_OF_TWO
from battles.resolvers.lgg.record.state import Battle

DATA = Path(__file__).parent / "prospects.toml"
LOWEST, STEP = 0.1, 0.05

ProspectTable = tuple[tuple[tuple[float, ...], ...], ...]


@cache
def shipped_prospects() -> ProspectTable:
    """Return the table by days that are left after today: none, one, two."""
    data = tomllib.loads(DATA.read_text(encoding="utf-8"))
    rows: list[list[list[float]]] = [data[f"days_{n}"]["rows"] for n in range(1, DAYS_AHEAD)]
    none_left = ((0.0,) * 4,) * SHARES_OF_TWO
    return (none_left, *(tuple(tuple(row) for row in table) for table in rows))


def load_prospects(battle: Battle) -> None:
    """Write the table into the record."""
    for days, table in enumerate(shipped_prospects()):
        for knot, row in enumerate(table):
            for column, value in enumerate(row):
                battle.tomorrow[days, knot, column] = value
