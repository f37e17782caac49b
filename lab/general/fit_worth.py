"""``python -m lab.general.fit_worth``: the weights of campaign/rules/general/ahead/worth.toml, fitted to light wars.

Each turn of a war gives two openings, one for each side: the features of AI-49 as it knows them, and the points that it
had in the end. The weights have the least logarithmic loss over all openings, by Adam.
"""

import tomllib
from typing import Any

import numpy as np

from campaign.rules.general.ahead.stage import TABLE, fits, stage_of
from campaign.rules.general.ahead.worth import begin, feature
from campaign.rules.general.known import Known
from campaign.rules.general.minds import in_his_place
from lab.bench.small_war import SIDES
from lab.general.light_wars import Watch, level_named, play

FEATURES = 7
WARS = (("middle", "middle", range(1000, 1150)), ("high", "middle", range(1200, 1240)))
"""The levels, and the mirrors on which they meet, sides exchanged."""
STEPS, RATE, FIRST, SECOND, TINY = 3000, 0.03, 0.9, 0.999, 1e-9
"""Adam's steps and their size, and what is kept of the mean slope and of its square."""
DECAY, LEAST = 0.002, 1e-4
"""What draws weights to nothing, and the least chance."""
Opening = tuple[list[float], float]


def features_of(known: Known) -> list[float]:
    """AI-49 Return the features of a war as a side knows it."""
    his = in_his_place(known, {army.ref: army.province for army in known.own})
    war = stage_of(known, (his or known).prizes).war
    begin(war)
    return [float(feature(war, n)) for n in range(FEATURES)]


def openings(first: str, second: str, seeds: range) -> list[Opening]:
    """Return the openings of the wars of two levels on some mirrors. With one level on both sides the exchange of sides
    would play the same war again; its openings count twice."""
    pairs = {(first, second), (second, first)}
    found = [one for seed in seeds for pair in sorted(pairs) for one in _of_a_war(seed, pair)]
    return found * (2 // len(pairs))


def _of_a_war(seed: int, levels: tuple[str, str]) -> list[Opening]:
    seen: list[tuple[str, list[float]]] = []
    west = play(seed, [level_named(one) for one in levels], _noting(seen))
    return [(features, west if faction == SIDES[0] else 1 - west) for faction, features in seen]


def _noting(seen: list[tuple[str, list[float]]]) -> Watch:
    """Return what notes the features of an opening with its side."""

    def note(known: Known) -> None:
        if fits(known):
            seen.append((known.faction, features_of(known)))

    return note


def chances(weights: Any, features: Any) -> Any:
    """Return the chance to win of each row of features, by the curve of AI-49."""
    x = features @ weights
    return np.clip(0.5 + 0.5 * x / np.sqrt(1 + x * x), LEAST, 1 - LEAST)


def loss(weights: Any, features: Any, points: Any) -> float:
    """Return the mean logarithmic loss; a coin has 0.693."""
    chance = chances(weights, features)
    return float(-np.mean(points * np.log(chance) + (1 - points) * np.log(1 - chance)))


def slope(weights: Any, features: Any, points: Any) -> Any:
    """Return the slope of the loss, with the pull to nothing."""
    x, chance = features @ weights, chances(weights, features)
    by_x = (chance - points) / (chance * (1 - chance)) * 0.5 / (1 + x * x) ** 1.5
    return features.T @ by_x / len(points) + DECAY * weights


def fit(features: Any, points: Any) -> Any:
    """Return the weights with the least loss, by so many steps of Adam over all rows."""
    weights, mean, square = np.zeros((3, features.shape[1]))
    for step in range(1, STEPS + 1):
        found = slope(weights, features, points)
        mean = FIRST * mean + (1 - FIRST) * found
        square = SECOND * square + (1 - SECOND) * found**2
        size = np.sqrt(square / (1 - SECOND**step)) + TINY
        weights = weights - RATE * mean / (1 - FIRST**step) / size
    return weights


def main() -> None:
    """Play, fit and print."""
    rows = [one for wars in WARS for one in openings(*wars)]
    features, points = (np.array(column) for column in zip(*rows, strict=True))
    weights, shipped = fit(features, points), tomllib.loads(TABLE.read_text(encoding="utf-8"))["weights"]
    print(f"# {len(rows)} openings; loss {loss(weights, features, points):.4f},"
          f" by the weights of worth.toml {loss(np.array(shipped), features, points):.4f}")  # fmt: skip
    print(f"weights = {weights.round(2).tolist()}")


if __name__ == "__main__":
    main()
