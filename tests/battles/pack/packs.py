"""A battle for packs: worn and fresh units of every arm, names from all over Europe, a column, a plan."""

from dataclasses import replace
from typing import Any

from battles.pack.pack import Pack, pack_of_both, pack_of_side
from battles.resolvers.contract.registry import resolver
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.battle import BattleFile

KEY = "bcdfghjkmnpq"
REPORTED = ("Army of Silesia (Prussia): about 6 units (4 to 8), reported this turn in Lusatia.",)
FRENCH: dict[str, Any] = {
    "name": "Français", "role": "attacker",
    "commander": {"name": "Ney", "skill": "good"}, "wings": [{"name": "Oudinot", "skill": "average"}],
    "came_from": 270, "must_decide": True,
    "plan": {"posture": "attack", "sector": "left", "reserve": 20, "spare": ["f4"]},
    "units": [
        {"id": "f1", "name": "Division Gérard", "type": "line_inf", "strength": 2},
        {"id": "f2", "name": "Vieille Garde", "type": "elite_inf", "guard": True, "strength": 4},
        {"id": "f3", "name": "Chasseurs à cheval", "type": "light_cav", "strength": 3},
        {"id": "f4", "name": "Artillerie de réserve", "type": "heavy_art", "strength": 1},
        {"id": "f5", "name": "Sapeurs", "type": "engineer", "strength": 1},
    ],
}  # fmt: skip
ALLIES: dict[str, Any] = {
    "name": "Союзники", "role": "defender", "commander": {"name": "Витгенштейн", "skill": "great"},
    "supply_cut": True, "plan": {"posture": "delay", "break_off": 33},
    "units": [
        {"id": "a1", "name": "Дивизия Клюкса", "type": "line_inf", "strength": 3},
        {"id": "a2", "name": "Łódź pułk ő", "type": "militia_inf", "strength": 4, "arrives": 61, "edge": "left"},
        {"id": "a3", "name": "Казаки", "type": "irreg_cav", "outriders": True, "strength": 3},
    ],
}  # fmt: skip


def battle(french: dict[str, Any] = FRENCH, allies: dict[str, Any] = ALLIES, **head: Any) -> BattleFile:
    """The battle with its field."""
    data = {"format": "bivouac.battle/1", "name": "Schlacht bei Görlitz", "season": "fall", "terrain": "hilly",
            "sides": [french, allies], **head}  # fmt: skip
    return resolver("lgg").freeze(parse(data), "the field of Görlitz")


def renamed(name: str, *, id: str = "f1", side: str = "Français") -> dict[str, Any]:
    """The French as one division of that name."""
    unit = FRENCH["units"][0] | {"name": name, "id": id}
    return FRENCH | {"name": side, "units": [unit], "plan": None}


def french_pack(file: BattleFile | None = None) -> Pack:
    """What the French take to the table."""
    return pack_of_side(KEY, file or battle(), 0, reported=REPORTED)


def allied_pack(file: BattleFile | None = None) -> Pack:
    """What the Allies take to the table."""
    return pack_of_side(KEY, file or battle(), 1, reported=())


def both_packs(file: BattleFile | None = None) -> Pack:
    """What the referee has."""
    return pack_of_both(KEY, file or battle())


#: The same army of the Allies as far as the French can tell, and yet another one.
OTHERS = ALLIES | {
    "commander": {"name": "Блюхер", "skill": "poor"}, "supply_cut": False, "capital": True, "must_decide": True,
    "came_from": 90, "wings": [{"name": "Йорк", "skill": "good"}], "plan": None,
    "units": [
        {"id": "a1", "name": "Дивизия Клюкса", "type": "elite_inf", "guard": True, "strength": 4},
        {"id": "b7", "name": "Гусары", "type": "light_cav", "strength": 1},
        {"id": "b8", "name": "Тяжёлая батарея", "type": "heavy_art", "strength": 1, "arrives": 30},
        {"id": "b9", "name": "Кирасиры", "type": "heavy_cav", "strength": 3},
    ],
}  # fmt: skip


def with_other_allies() -> BattleFile:
    """The same battle on the same field with an enemy who has hidden everything differently."""
    first, second = battle(), battle(allies=OTHERS)
    assert first.field == second.field
    return replace(second, field=first.field)
