"""The numbers of a battle: the rosters' tables with the battle's own, under a profile's overlay (ENG-1 to ENG-3)."""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from base.place import JsonPlace
from base.refusal import Refusal
from base.tagged import tagged_value
from battles.resolvers.common.codes import ARM_KEYS, SEASON_KEYS, SKILL_KEYS, TYPE_KEYS, WEATHER_KEYS
from battles.resolvers.lgg.record.codes import FIRE_MODIFIER_KEYS, NO_ATTACK, WORK_KEYS
from battles.resolvers.lgg.record.fighters import Fighter, fighters_of, parted, shipped_units
from battles.resolvers.lgg.record.state import Battle
from rosters.rules.catalogue import Catalogue, build_catalogue, shipped_data

DATA = Path(__file__).parent / "profile.toml"
MODIFIERS = tuple(f"CM{number}" for number in range(1, 12))
BOUNDS = {"combat": (-9, 9), "fire": (-9, 9), "radius": (1, 200), "count": (0, 50), "day": (1, 1000),
          "distance": (0, 100), "works": (0, 100)}
SHIPPED_NAME = "As shipped"
LONGEST_NAME = 80


@dataclass(frozen=True)
class Profile:
    """ENG-2 A catalogue and the battle tables under a profile's values; ``digest`` covers numbers, not the name.

    ``fighters`` are the types of the catalogue with what they fight with.
    """

    catalogue: Catalogue
    fighters: Mapping[str, Fighter]
    tables: Mapping[str, Mapping[str, Any]]
    digest: str
    values: Mapping[str, Any]
    name: str = SHIPPED_NAME


@cache
def shipped_profile() -> Profile:
    """Return the profile that comes with the program."""
    return make_profile({})


def make_profile(overlay: Mapping[str, Any]) -> Profile:
    """ENG-2 The shipped numbers with ``overlay`` over them; ENG-3 a wrong or unknown key is refused by its path."""
    shipped = shipped_tables()
    data = overlaid(shipped, overlay, "")
    name = _name(data["name"]) if "name" in overlay else SHIPPED_NAME
    data["name"] = shipped["name"]
    battle = {name: data.pop(name) for name in _sections()}
    data["units"], fighting = parted(data["units"])
    catalogue = build_catalogue(data)
    fighters = fighters_of(fighting, catalogue)
    tables = {name: _checked(name, table) for name, table in battle.items()}
    return Profile(catalogue, fighters, tables, _digest(overlaid(shipped, _numbers(overlay), "")), overlay, name)


def _numbers(overlay: Mapping[str, Any]) -> dict[str, Any]:
    """Return an overlay without its name, and without what it says of where its numbers come from."""
    kept = {key: value for key, value in overlay.items() if key not in ("name", "tag", "source")}
    return {key: _numbers(value) if isinstance(value, Mapping) else value for key, value in kept.items()}


def _digest(numbers: dict[str, Any]) -> str:
    """ENG-2 The hash of all numbers: those of the rosters, and those of the battle."""
    battle = {name: numbers.pop(name) for name in _sections()}
    canonical = json.dumps([numbers, battle], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def shipped_tables() -> dict[str, Any]:
    """Return the shipped tables of the rosters and of the battle as plain data."""
    rosters = shipped_data()
    units = {key: row | shipped_units()[key] for key, row in rosters["units"].items()}
    return {**rosters, "units": units, **_battle_tables()}


@cache
def _battle_tables() -> dict[str, Any]:
    return tomllib.loads(DATA.read_text(encoding="utf-8"))


@cache
def _sections() -> tuple[str, ...]:
    return tuple(_battle_tables())


def _name(value: object) -> str:
    """ENG-2 A profile's name: one line, at most 80 characters."""
    return JsonPlace(value, "name").text(most=LONGEST_NAME)


def overlaid(base: Mapping[str, Any], overlay: Mapping[str, Any], path: str) -> dict[str, Any]:
    """``base`` with the values of ``overlay``; an overlay may replace ``value`` alone or a whole entry."""
    result = deepcopy(dict(base))
    for key, value in overlay.items():
        place = f"{path}.{key}" if path else str(key)
        if key not in base:
            raise Refusal(f"{place}: unknown key.")
        if isinstance(base[key], Mapping):
            if not isinstance(value, Mapping):
                raise Refusal(f"{place}: a table is expected.")
            result[key] = overlaid(base[key], value, place)
        else:
            result[key] = value
    return result


def _checked(section: str, table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _value(f"{section}.{key}", section, row) for key, row in table.items()}


def _value(path: str, section: str, row: object) -> Any:
    value = tagged_value(row, path)["value"]
    if section == "options":
        return _flag(path, value)
    if section == "weather":
        return _faces(path, value)
    low, high = BOUNDS[section]
    return _whole(path, value, low, high)


def _whole(path: str, value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Refusal(f"{path}: a whole number from {low} to {high} is expected.")
    return value


def _flag(path: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise Refusal(f"{path}: true or false is expected.")
    return value


def _faces(path: str, value: object) -> list[int]:
    if not isinstance(value, list) or len(value) != 2:
        raise Refusal(f"{path}: a list of two faces is expected.")
    low, high = (_whole(path, face, 0, 10) for face in value)
    if low > high:
        raise Refusal(f"{path}: the first face may not be above the second.")
    return [low, high]


def load_profile(battle: Battle, profile: Profile) -> None:
    """Write the numbers of ``profile`` into the record."""
    for number, key in enumerate(TYPE_KEYS):
        _load_type(battle, number, profile.catalogue, profile.fighters[key])
    _load_guard_and_skills(battle, profile.catalogue)
    _load_modifiers(battle, profile.tables)
    _load_clock(battle, profile.tables)
    _load_works(battle, profile.tables["works"])
    for key, value in profile.tables["options"].items():
        battle[key] = int(value)


def _load_type(battle: Battle, number: int, catalogue: Catalogue, unit: Fighter) -> None:
    cvs = (*unit.cv_foot, *unit.cv_cav)
    battle.t_arm[number] = ARM_KEYS.index(unit.arm)
    battle.t_cv[number] = [NO_ATTACK if cv is None else cv for cv in cvs]
    battle.t_morale[number], battle.t_full[number] = unit.morale, unit.full
    battle.t_increment[number], battle.t_power[number] = unit.move, unit.fire_power or 0
    battle.t_range[number], battle.t_buy[number] = unit.range or 0, unit.buy
    battle.t_guard_buy[number] = catalogue.guard.buy.get(unit.key, 0)
    battle.t_guard_allowed[number] = unit.may_be_guard
    battle.t_width[number], battle.t_depth[number] = unit.width, unit.depth


def _load_guard_and_skills(battle: Battle, catalogue: Catalogue) -> None:
    battle.guard_morale = catalogue.guard.morale
    for number, key in enumerate(SKILL_KEYS):
        dice = catalogue.skills[key].dice
        if len(dice) > 2:
            raise Refusal(f"skills.{key}.dice: at most two command dice can be fought with.")
        battle.skill_dice[number] = [dice[0], dice[1] if len(dice) > 1 else 0]


def _load_modifiers(battle: Battle, tables: Mapping[str, Mapping[str, Any]]) -> None:
    for number, key in enumerate(MODIFIERS, start=1):
        battle.cm[number] = tables["combat"][key]
    battle.cm_one_hindered, battle.cm_place_limit = tables["combat"]["one_hindered"], tables["combat"]["place_limit"]
    for number, key in enumerate(FIRE_MODIFIER_KEYS):
        battle.fm[number] = tables["fire"].get(key, 0)


def _load_clock(battle: Battle, tables: Mapping[str, Mapping[str, Any]]) -> None:
    for number, key in enumerate(WEATHER_KEYS):
        battle.radius_by_weather[number], battle.count_add[number] = tables["radius"][key], tables["count"][key]
    for number, key in enumerate(SEASON_KEYS):
        battle.day_length[number], battle.weather_faces[number] = tables["day"][key], tables["weather"][key]
    battle.zone, battle.commander_move = tables["distance"]["zone"], tables["distance"]["commander_move"]


def _load_works(battle: Battle, table: Mapping[str, Any]) -> None:
    for number, key in enumerate(WORK_KEYS):
        battle.work_needs[number] = table.get(f"{key}_successes", 0)
        battle.work_size[number] = table.get(f"{key}_size", 0)
    battle.work_apart, battle.work_clear = table["train_within"], table["enemy_within"]
