"""The provinces of a draft from its table of towns, and the table from the provinces."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from base.refusal import Refusal
from campaign.rules.drafts.pasted import folded, key_for, names_of
from campaign.rules.drafts.towns import Town, print_towns
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.rows import FactionRow, ProvinceRow, RelationRow
from campaign.rules.kinds import FactionPattern

COLOURS = (
    "#2f4f8f", "#9a3030", "#3f6e3a", "#7a5508", "#5b3a7a", "#2a6f73", "#8a4a6a", "#4a4a4a", "#8d6b2f", "#1f5a9a",
)  # fmt: skip
"""Colours of factions in the order in which they come."""


def new_faction(key: str, name: str, others: Sequence[FactionRow]) -> FactionRow:
    """Return a faction with a colour and a pattern that no other has, while there are any."""
    colour = _first_free(COLOURS, {row.colour for row in others})
    pattern = _first_free([one.value for one in FactionPattern], {row.pattern for row in others})
    return FactionRow(key=key, name=name, adjective=name, colour=colour, pattern=pattern)


def _first_free(offered: Sequence[str], taken: Collection[str]) -> str:
    return next((one for one in offered if one not in taken), offered[0])


MIXED = "Towns: the draft has towns in map units and in degrees; give all of them in one way."


@dataclass(frozen=True)
class Landed:
    """A draft with the provinces of a table, and what was decided for its author, in sentences."""

    file: CampaignFile
    notes: tuple[str, ...]


def town_lines(file: CampaignFile) -> str:
    """Return the provinces as a table that ``with_towns`` reads back."""
    names = {row.key: row.name for row in file.factions}
    split = any(row.home != row.controller for row in file.provinces)
    return print_towns([_line(row, names, split) for row in file.provinces])


def _line(row: ProvinceRow, names: dict[str, str], split: bool) -> dict[str, Any]:
    x, y = row.at or (None, None)
    east, north = row.lon_lat or (None, None)
    return {
        "name": row.name, "x": _plain(x), "y": _plain(y), "longitude": _plain(east), "latitude": _plain(north),
        "owner": names.get(row.controller or "", ""), "home": names.get(row.home or "", "") if split else "",
        "value": row.value, "terrain": row.terrain, "size": row.town_size,
        "region": "" if row.region == "map" else row.region, "fortress": "yes" if row.fortress else "",
        "depot": "yes" if row.depot else "", "capital": "yes" if row.capital else "",
    }  # fmt: skip


def _plain(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}".rstrip("0").rstrip(".")


def with_towns(file: CampaignFile, towns: Iterable[Town]) -> Landed:
    """Return the draft with exactly these towns. A known name, or a known place, keeps what the table does not have."""
    towns = tuple(towns)
    file, fresh = _with_powers(file, towns)
    known = names_of(file.provinces)
    rows = {row.key: row for row in file.provinces}
    places = {row.at or row.lon_lat: row.key for row in file.provinces}
    held, made = set[str](), list[ProvinceRow]()
    wanted = {folded(town.name) for town in towns}
    for town in towns:
        key = known.get(folded(town.name)) or places.get(town.at or town.lon_lat)
        if key in held or (key and folded(town.name) != folded(rows[key].name) and folded(rows[key].name) in wanted):
            key = None
        old = rows.get(key or "")
        key = old.key if old else key_for(town.name, rows.keys() | held, "province")
        held.add(key)
        made.append(_province(old or ProvinceRow(key=key, name=town.name), town, file))
    if len({row.lon_lat is None for row in made}) > 1:
        raise Refusal(MIXED)
    return _seated(_without(replace(file, provinces=tuple(made)), held), towns, fresh)


def _province(row: ProvinceRow, town: Town, file: CampaignFile) -> ProvinceRow:
    """Return a province with what the table has of it."""
    given: dict[str, Any] = {
        "name": town.name, "at": town.at, "lon_lat": town.lon_lat, "value": town.value, "terrain": town.terrain,
        "town_size": town.size, "region": town.region, "fortress": town.fortress, "depot": town.depot,
        "capital": town.capital,
    }  # fmt: skip
    if (row.at, row.lon_lat) != (town.at, town.lon_lat):
        row = replace(row, polygon=None)
    row = replace(row, at=None, lon_lat=None)
    row = replace(row, **{name: value for name, value in given.items() if value is not None})
    powers = names_of(file.factions)
    if town.owner is not None:
        owner = powers.get(folded(town.owner))
        home = row.home if owner == row.controller else owner
        row = replace(row, controller=owner, home=home)
    if town.home is not None:
        row = replace(row, home=powers.get(folded(town.home)))
    return row


def _with_powers(file: CampaignFile, towns: tuple[Town, ...]) -> tuple[CampaignFile, list[str]]:
    """Return the draft with a faction for each new owner, and their keys; two of them alone are at war."""
    factions, known, fresh = list(file.factions), names_of(file.factions), list[str]()
    for name in [name for town in towns for name in (town.owner, town.home) if name]:
        if folded(name) and folded(name) not in known:
            key = key_for(name, set(known.values()), "faction")
            factions.append(new_faction(key, name, factions))
            known[folded(name)] = key
            fresh.append(key)
    relations = file.relations
    if fresh and len(factions) == 2 and not relations:
        relations = (RelationRow(between=(factions[0].key, factions[1].key), kind="war"),)
    return replace(file, factions=tuple(factions), relations=relations), fresh


def _without(file: CampaignFile, held: set[str]) -> CampaignFile:
    """Return the draft without ways to provinces that are gone; armies there are nowhere."""
    return replace(
        file,
        edges=tuple(row for row in file.edges if set(row.between) <= held),
        armies=tuple(row if row.province in held else replace(row, province=None) for row in file.armies),
    )


def _seated(file: CampaignFile, towns: tuple[Town, ...], fresh: list[str]) -> Landed:
    """Return the draft with a capital and a depot for each new faction where the table has no such columns."""
    if any(town.capital is not None or town.depot is not None for town in towns):
        return Landed(file, ())
    notes, provinces = [], {row.key: row for row in file.provinces}
    names = {row.key: row.name for row in file.factions}
    for faction in fresh:
        own = [row for row in provinces.values() if row.home == faction]
        if own:
            best = max(own, key=lambda row: row.value)
            provinces[best.key] = replace(best, capital=True, depot=True)
            notes.append(f"{best.name} becomes the capital of {names[faction]}, with a depot: the table names none.")
    return Landed(replace(file, provinces=tuple(provinces.values())), tuple(notes))
