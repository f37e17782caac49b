"""The battles that are measured: two like armies on rolling ground, from eight units a side up."""

from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.resolver import freeze
from battles.resolvers.values.battle import BattleFile

EIGHT = {"Elite inf": 1, "Line inf": 3, "Militia inf": 1, "Heavy cav": 1, "Light cav": 1, "Heavy art": 1}
#: A field with as many combats as the mean of twenty generated alike; a battle takes a little longer than on these.
TYPICAL = "bench 0"


def roster_of(units: int) -> str:
    """Return an army of this many units, a multiple of eight, always in the same proportions."""
    return ", ".join(f"{number * units // 8} {kind}" for kind, number in EIGHT.items())


def battle_of(units: int, field_seed: str = TYPICAL) -> BattleFile:
    """Return a battle of this many units a side, with its field."""
    sides = [
        {"name": name, "role": role, "commander": {"name": name, "skill": "average"}, "roster": roster_of(units)}
        for name, role in (("North", "attacker"), ("South", "defender"))
    ]
    file = parse({"format": "bivouac.battle/1", "name": f"{units} a side", "season": "spring", "weather": "normal",
                  "ground": "hard", "terrain": "rolling", "field": None, "sides": sides})  # fmt: skip
    return freeze(file, field_seed)
