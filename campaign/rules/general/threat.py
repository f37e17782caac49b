"""AI-38 Where the enemies who are seen may march: for each of them a distribution over the provinces he reaches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

from campaign.rules.general.known import POINT, Known
from campaign.rules.general.odds import odds_of

STAYS, HEAT = 6.0, 6.0
"""What staying is worth to an enemy, and by how much his choice is blurred: the greater, the more alike all marches."""


@dataclass(frozen=True)
class Threat:
    """One stack of enemies: where it is, its strength, and province → the chance that it goes there or stays."""

    here: str
    strength: float
    chances: Mapping[str, float]


Coming = Sequence[tuple[Threat, float]]
"""The enemies who may come to a province or stay there, each with the chance."""


@dataclass(frozen=True)
class World:
    """All marches that the enemy may make together, and their share among all such worlds."""

    share: float
    foes: Sequence[Threat]


def coming_to(key: str, worlds: Sequence[World]) -> list[tuple[float, Coming]]:
    """AI-38 Return who comes to a province in each world; worlds that are alike there are one."""
    found: list[tuple[float, Coming]] = []
    for world in worlds:
        coming = [(foe, foe.chances[key]) for foe in world.foes if foe.chances.get(key)]
        same = next((n for n, (_, other) in enumerate(found) if other == coming), None)
        if same is None:
            found.append((world.share, coming))
        else:
            found[same] = (found[same][0] + world.share, coming)
    return found


def threats(known: Known, *, weighed: bool) -> list[Threat]:
    """AI-38 Return the enemy's stacks; without ``weighed`` each is expected to stay where it is."""
    found = []
    for key, strength in sorted(known.enemy.items()):
        chances = {key: 1.0} if known.behind_walls(key) or not weighed else _chances(known, key, strength)
        found.append(Threat(key, strength, chances))
    return found


def _chances(known: Known, here: str, strength: float) -> dict[str, float]:
    """Return how likely each march of a stack is: the better for him by what we know of ourselves, the likelier."""
    worth = {here: STAYS} | {key: _worth(known, key, strength) for key in known.theatre.neighbours(here)}
    weights = {key: exp(min(value, 60.0) / HEAT) for key, value in worth.items()}
    total = sum(weights.values())
    return {key: weight / total for key, weight in weights.items()}


def _worth(known: Known, key: str, strength: float) -> float:
    """Return what a province would be worth to an enemy who marches there."""
    if not known.is_ours(key):
        return 0.0 if known.is_theirs(key) else known.prizes[key] / 2
    ours = sum(army.strength for army in known.own if army.province == key) + known.allied.get(key, 0.0)
    prize = known.prizes[key]
    if not ours:
        return prize
    odds = odds_of(strength, ours)
    return odds.attacker * prize - POINT * (odds.attacker_lost * strength - odds.defender_lost * ours)
