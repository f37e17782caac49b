"""The numbers of La Grande Guerre as its quick sheet: REC-1 to REC-5, weather, day, distances, options."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from battles.resolvers.contract.numbers import Number, NumberSheet, Section, SheetRow
from battles.resolvers.lgg.record.profile import make_profile, overlaid, shipped_tables

UNIT_COLUMNS = {
    "cv_foot": "Against foot", "cv_cav": "Against cavalry", "morale": "Morale", "full": "Strength", "move": "Move",
    "fire_power": "Fire", "range": "Range", "buy": "Buy", "maintenance": "Keep",
}  # fmt: skip
BASE_COLUMNS = {
    "width": "Width", "depth": "Depth", "men": "Men", "may_be_guard": "May be Guard",
    "may_be_outriders": "Outriders", "standard": "In tournaments",
}  # fmt: skip
SKILL_COLUMNS = {"dice": "Command dice", "base_percent": "Base points, %", "price": "Buy", "upkeep": "Keep"}
GUARD = {"morale": "Morale", "maintenance": "Maintenance"}
FIRE = {
    "flank": "Firer outside the target's frontal perspective", "guard": "Guard artillery",
    "soft_ground": "Soft ground", "elevation": "Different elevations", "cavalry": "Target: cavalry",
    "artillery": "Target: artillery", "engineer": "Target: engineers", "vehicle": "Target: vehicles",
    "soft_cover": "Target in soft cover", "hard_cover": "Target in hard cover",
    "infantry": "Target: infantry in the open",
}  # fmt: skip
DISTANCES = {"zone": "Zone of a unit, in inches", "commander_move": "Move of a commander, in inches"}
OPTIONS = {
    "irregulars_pursue": "Irregular cavalry counts in the pursuit",
    "heavy_cav_on_road": "Heavy cavalry follows roads through rough ground",
    "gun_obstacle_reroll": "Guns re-roll one failed terrain check",
    "guns_rallyable": "Guns routed in radius may rally",
    "light_cav_all_activities": "Light cavalry pays no surcharge for any activity",
}
CRITERIA = {
    "base_points": "Base points of a list", "infantry_least_percent": "Least share of infantry, %",
    "elite_one_in": "One Elite in so many infantry units", "elite_always_allowed": "Elite units always allowed",
    "cavalry_one_in": "One cavalry unit in so many", "artillery_one_per": "One gun per so many foot and horse",
    "guard_one_per_points": "One Guard unit per so many base points", "guard_of_a_type": "Guard units of one type",
    "engineers": "Engineers", "pontoon_trains": "Pontoon trains",
}  # fmt: skip
REPLACEMENTS = {"depot_share": "Shares of a strength point's price at a depot", "field_share": "The same elsewhere"}
WEATHERS = {"normal": "Normal", "overcast": "Overcast", "precipitating": "Precipitating"}
SEASONS = {"spring": "Spring", "summer": "Summer", "fall": "Fall", "winter": "Winter"}


def quick_sheet(values: Mapping[str, Any]) -> NumberSheet:
    """ENG-1 Every number under a profile's ``values``, with its tag, its source and the shipped number beside it."""
    profile = make_profile(values)
    tables = _Tables(shipped_tables(), values)
    sections = (*_of_units(tables), *_of_battle(tables), *_of_campaign(tables))
    return NumberSheet(profile.name, f"sha256:{profile.digest}", sections)


class _Tables:
    """The shipped tables and the same under an overlay."""

    def __init__(self, shipped: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        self.shipped = shipped
        self.merged = overlaid(shipped, values, "")

    def number(self, path: str, label: str) -> Number | None:
        """Return the number at a path; None where there is none."""
        before, now = _at(self.shipped, path), _at(self.merged, path)
        if before is None or now is None:
            return None
        return Number(path, label, now["value"], before["value"], str(now["tag"]), str(now["source"]))

    def grid(self, path: str, columns: Mapping[str, str], titles: Mapping[str, str]) -> tuple[SheetRow, ...]:
        """Return a row for each title, a number for each column."""
        return tuple(
            SheetRow(title, tuple(self.number(f"{path}.{row}.{key}", f"{title}: {name}") for key, name in
                                  columns.items()))
            for row, title in titles.items()
        )  # fmt: skip

    def list(self, path: str, titles: Mapping[str, str]) -> tuple[SheetRow, ...]:
        """Return a row and one number for each title."""
        return tuple(SheetRow(title, (self.number(f"{path}.{key}", title),)) for key, title in titles.items())


def _at(tables: Mapping[str, Any], path: str) -> Mapping[str, Any] | None:
    found: Any = tables
    for key in path.split("."):
        if key not in found:
            return None
        found = found[key]
    return cast(Mapping[str, Any], found)


def _section(key: str, title: str, rule: str, rows: Sequence[SheetRow], columns: Sequence[str] = ("Value",),
             note: str = "") -> Section:
    return Section(key, title, rule, note, tuple(columns), tuple(rows))


def _of_units(tables: _Tables) -> tuple[Section, ...]:
    names = {key: str(row["name"]) for key, row in tables.shipped["units"].items()}
    skills = {key: str(row["name"]) for key, row in tables.shipped["skills"].items()}
    guard = GUARD | {f"buy.{key}": f"Price of {names[key]}" for key in tables.shipped["guard"]["buy"]}
    return (
        _section("units", "The units", "REC-1", tables.grid("units", UNIT_COLUMNS, names), [*UNIT_COLUMNS.values()],
                 "Combat values are attack / defend; a dash means may not attack. Lengths are inches, prices points."),
        _section("bases", "Bases and status", "REC-1", tables.grid("units", BASE_COLUMNS, names),
                 [*BASE_COLUMNS.values()]),
        _section("guard", "Guard", "REC-2", tables.list("guard", guard)),
        _section("skills", "Commanders", "REC-3", tables.grid("skills", SKILL_COLUMNS, skills),
                 [*SKILL_COLUMNS.values()], "Command dice by the number of their sides."),
    )  # fmt: skip


def _of_battle(tables: _Tables) -> tuple[Section, ...]:
    combat = {key: _modifier(key, entry) for key, entry in tables.shipped["combat"].items()}
    works = {key: _labelled(key, entry) for key, entry in tables.shipped["works"].items()}
    weather = {key: f"{name}: highest face of normal / of overcast" for key, name in SEASONS.items()}
    return (
        _section("combat", "Combat modifiers", "REC-4", tables.list("combat", combat)),
        _section("fire", "Fire modifiers", "REC-5", tables.list("fire", FIRE)),
        _section("distances", "Distances", "LGG-8.5", tables.list("distance", DISTANCES)),
        _section("works", "Engineering", "REC-7", tables.list("works", works)),
        _section("radius", "Radius in inches", "LGG-4.0", tables.list("radius", WEATHERS)),
        _section("day", "Length of the day", "LGG-6.2", tables.list("day", SEASONS)),
        _section("count", "Added to the count of a round", "LGG-6.3", tables.list("count", WEATHERS)),
        _section("weather", "Battle weather on a d10", "HR-W", tables.list("weather", weather)),
        _section("options", "Options", "R", tables.list("options", OPTIONS)),
    )


def _of_campaign(tables: _Tables) -> tuple[Section, ...]:
    return (
        _section("criteria", "Creation criteria", "REC-8", tables.list("criteria", CRITERIA)),
        _section("replacements", "Replacements", "HR-9", tables.list("replacements", REPLACEMENTS)),
    )


def _modifier(key: str, entry: Mapping[str, Any]) -> str:
    """Return a modifier's label: its id and what its source has of it."""
    about = str(entry["source"]).rpartition("REC-4, ")[2]
    return f"{key}: {about}" if key.startswith("CM") else about[:1].upper() + about[1:]


def _labelled(key: str, entry: Mapping[str, Any]) -> str:
    """Return the label of a number of the engineering table: what its source has of it."""
    return f"{entry['source']}: successes" if key.endswith("_successes") else str(entry["source"])
