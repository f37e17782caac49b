"""Battles a second of this process: ``python -m battles.resolvers.lgg.measures.speed 100``."""

import sys
from time import perf_counter

from battles.resolvers.battle import BattleFile
from battles.resolvers.battle_file import parse
from battles.resolvers.lgg.resolver import fight, freeze

ROSTER = "2 Elite inf, 6 Line inf, 2 Militia inf, 2 Heavy cav, 2 Light cav, 2 Heavy art"


def sixteen_a_side() -> BattleFile:
    """Return a battle of 16 units a side on rolling ground, without its field."""
    sides = [
        {"name": name, "role": role, "commander": {"name": name, "skill": "average"}, "roster": ROSTER}
        for name, role in (("North", "attacker"), ("South", "defender"))
    ]
    return parse({"format": "bivouac.battle/1", "name": "Sixteen a side", "season": "spring", "weather": "normal",
                  "ground": "hard", "terrain": "rolling", "field": None, "sides": sides})  # fmt: skip


def battles_a_second(battles: int) -> float:
    """Return the rate over so many battles on one field each, after one to warm up."""
    file = freeze(sixteen_a_side(), "speed")
    fight(file, "warm")
    start = perf_counter()
    for number in range(battles):
        fight(file, f"speed/{number}")
    return round(battles / (perf_counter() - start), 2)


if __name__ == "__main__":
    print(battles_a_second(int(sys.argv[1])))
