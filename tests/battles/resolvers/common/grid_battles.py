"""Battle files of the systems that play on squares, and the shares of battles that armies win."""

from random import Random
from typing import Any

from battles.resolvers.contract.registry import resolver
from battles.resolvers.files import battle_file
from battles.resolvers.values.battle import BattleFile

TERRAINS = ("open", "rolling", "wooded", "hilly", "mountain", "marsh")
TYPES = ("Line inf", "Elite inf", "Militia inf", "Light cav", "Heavy cav", "Irreg cav", "Field art", "Horse art")
MIRROR = "4 Line inf, 1 Elite inf, 1 Light cav, 1 Heavy cav, 1 Field art"
LARGE = "9 Line inf, 2 Light cav, 1 Heavy cav, 2 Field art"
LIKE = 800
"""Battles between like armies."""
SMALL = "6 Line inf, 1 Light cav, 1 Heavy cav, 1 Field art"


def file_of(rules: str, roster: str, other: str = "", field_seed: str = "field", **more: Any) -> BattleFile:
    """A frozen battle of two armies; Blue attacks."""
    sides = [
        {"name": name, "role": role, "commander": {"name": name, "skill": "average"}, "roster": text}
        for name, role, text in (("Blue", "attacker", roster), ("Red", "defender", other or roster))
    ]
    data = {"format": "bivouac.battle/1", "season": "summer", "terrain": "rolling", "rules": rules, "sides": sides}
    return resolver(rules).freeze(battle_file.parse(data | more), field_seed)


def any_file(rules: str, n: int) -> BattleFile:
    """Two random armies on a random field, the same for the same number."""
    dice = Random(n)
    picks = [dice.sample(TYPES, dice.randint(2, 5)) for _ in range(2)]
    armies = [", ".join(f"{dice.randint(1, 3)} {kind}" for kind in pick) for pick in picks]
    return file_of(
        rules, armies[0], armies[1], f"field {n}", terrain=dice.choice(TERRAINS),
        season=dice.choice(("spring", "summer", "fall", "winter")), engagement="meeting" if n % 5 == 4 else "held",
        river_crossing=n % 4 == 3, fortress=n % 6 == 5, options={"max_days": 1 + n % 3, "limit_guns": n % 2 == 1},
    )  # fmt: skip


def share_won(rules: str, one: str, two: str, runs: int) -> tuple[float, float]:
    """The shares of battles that each army wins, on four fields and in either role."""
    won = [0, 0]
    for n in range(8):
        pair = (one, two) if n % 2 == 0 else (two, one)
        file = file_of(rules, *pair, field_seed=f"field {n // 2}")
        sides = resolver(rules).tally_runs(file, f"bands {n}", 0, runs // 8).as_dict()["sides"]  # type: ignore[attr-defined]
        for army in (0, 1):
            won[army] += sides[army if n % 2 == 0 else 1 - army]["wins"]
    return won[0] / runs, won[1] / runs


def bands(rules: str) -> dict[str, tuple[float, float]]:
    """What mirror armies, the stronger and the better win."""
    return {
        "mirror": share_won(rules, MIRROR, MIRROR, LIKE),
        "stronger": share_won(rules, LARGE, SMALL, 400),
        "better": share_won(rules, "8 Elite inf", "8 Line inf", 400),
    }
