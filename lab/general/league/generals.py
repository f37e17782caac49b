"""The players of the league: the general, the version before him, and naive ones (19.6).

A player is a way of leading (`conduct`), a plan as a player's form makes it, and numbers of the doctrine that differ.
"""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from battles.resolvers.lgg.record.codes import Conduct
from battles.resolvers.lgg.record.doctrine_numbers import NAMES, doctrine_numbers
from battles.resolvers.values.sides import POSTURES, SECTORS

PINNED = Path(__file__).parent / "pinned.toml"
ATTACK, LIMITED, HOLD, DELAY = range(4)


@dataclass(frozen=True)
class Player:
    """One way to lead an army; `least` and `most` are the shares of decided battles that the general is to win of it,
    `draws` the most draws where he attacks."""

    name: str
    conduct: int = 0
    posture: int = -1
    sector: int = -1
    reserve: float = -1.0
    numbers: dict[str, float] = field(default_factory=dict)
    least: float | None = None
    most: float | None = None
    draws: float | None = None

    def as_numbers(self) -> tuple[float, ...]:
        """Return all numbers of the doctrine, its own among them."""
        given = dict(zip(NAMES, doctrine_numbers(), strict=True)) | self.numbers
        return tuple(given[name] for name in NAMES)


GENERAL = Player("general")


def pinned() -> list[Player]:
    """Return the versions before this one, as far as their numbers say how they thought."""
    data: dict[str, dict[str, Any]] = tomllib.loads(PINNED.read_text(encoding="utf-8"))
    return [
        Player(name.replace("_", " "), numbers=table["numbers"], least=0.6)
        for name, table in data.items()
    ]


def naive() -> list[Player]:
    """Return the naive ones."""
    return [
        Player("idle", conduct=Conduct.IDLE, least=0.95, draws=0.1),
        Player("random", conduct=Conduct.AT_RANDOM, least=0.95, draws=0.1),
        Player("random, stays by chance", conduct=Conduct.AT_RANDOM | Conduct.STAYS_BY_CHANCE, least=0.95, draws=0.1),
        Player("always stays", conduct=Conduct.ALWAYS_STAYS, least=0.55),
        Player("always attacks", posture=ATTACK, least=0.55),
        Player("always attacks and stays", posture=ATTACK, conduct=Conduct.ALWAYS_STAYS, least=0.55),
        Player("always holds", posture=HOLD, least=0.55),
        Player("always holds and stays", posture=HOLD, conduct=Conduct.ALWAYS_STAYS, least=0.55),
        Player("only in front", numbers={"side_blows": 0.0}, least=0.55),
        Player("half of the actions", conduct=Conduct.HALF_SPENT, least=0.55),
        Player("no reserve", reserve=0.0, numbers={"front_attack": 1.0, "front_hold": 1.0}, least=0.45),
    ]


def planned() -> list[Player]:
    """Return every plan of the player's form that fixes a posture or a sector."""
    postures = [Player(f"plan {key}", posture=n, least=0.45) for n, key in enumerate(POSTURES)]
    sectors = [Player(f"plan attack {key}", posture=ATTACK, sector=n, least=0.45) for n, key in enumerate(SECTORS)]
    return postures + sectors


def players() -> dict[str, Player]:
    """Return all of them by name."""
    return {player.name: player for player in (GENERAL, *pinned(), *naive(), *planned())}
