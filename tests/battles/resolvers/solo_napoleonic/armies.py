"""Battle files of this system for its tests: small armies, and random ones."""

from random import Random
from typing import Any

from battles.resolvers.files import battle_file
from battles.resolvers.solo_napoleonic.resolver import DOOR
from battles.resolvers.values.battle import BattleFile

SMALL = "3 Line inf, 1 Elite inf, 1 Light cav, 1 Field art"
TYPES = (
    "Line inf", "Elite inf", "Militia inf", "Light cav", "Heavy cav", "Irreg cav", "Field art", "Horse art",
    "Heavy art",
)  # fmt: skip
SKILLS = ("poor", "average", "good", "great")


def frozen(
    blue: str = SMALL, red: str = SMALL, field: str = "field", skills: tuple[str, str] = ("average", "average"),
    **more: Any,
) -> BattleFile:  # fmt: skip
    """A frozen battle of one day between two rosters."""
    sides = [
        {"name": name, "role": role, "commander": {"name": f"General {name}", "skill": skill}, "roster": roster}
        for name, role, roster, skill in (
            ("Blue", "attacker", blue, skills[0]), ("Red", "defender", red, skills[1]),
        )
    ]  # fmt: skip
    data = {
        "format": "bivouac.battle/1", "season": "fall", "terrain": "rolling", "sides": sides,
        "rules": "solo_napoleonic", "options": {"max_days": 1},
    }  # fmt: skip
    return DOOR.freeze(battle_file.parse(data | more), field)


def roster(dice: Random) -> str:
    """A random roster."""
    return ", ".join([f"{dice.randint(1, 3)} {kind}" for kind in TYPES if dice.random() < 0.4]) or "2 Line inf"


def unseen(number: int) -> BattleFile:
    """A random battle."""
    dice = Random(number)
    return frozen(
        roster(dice), roster(dice), f"field {number}", (dice.choice(SKILLS), dice.choice(SKILLS)),
        season=dice.choice(("spring", "summer", "fall", "winter")),
        terrain=dice.choice(("open", "rolling", "wooded", "hilly", "mountain", "marsh")),
        river_crossing=dice.random() < 0.2, fortress=dice.random() < 0.2,
        options={"max_days": dice.choice((1, 1, 2))},
    )  # fmt: skip
