"""The factions of a draft and how they stand to one another."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.rows import FactionRow, ProvinceRow, RelationRow

Pair = tuple[str, str]


def pairs_of(file: CampaignFile) -> list[Pair]:
    """Return the pairs of factions, in their order."""
    return list(combinations([row.key for row in file.factions], 2))


def relation_of(file: CampaignFile, pair: Pair) -> str:
    """HR-3 Return how two factions stand; neutral where nothing is chosen."""
    return next((row.kind for row in file.relations if set(row.between) == set(pair)), "neutral")


def with_powers(file: CampaignFile, factions: Sequence[FactionRow], relations: Mapping[Pair, str]) -> CampaignFile:
    """Return the draft with exactly these factions. Two of them are at war unless something else was chosen."""
    keys = {row.key for row in factions}
    gone = {row.key for row in file.factions} - keys
    asked = {frozenset(pair): kind for pair, kind in relations.items() if set(pair) <= keys}
    if len(factions) == 2 and not asked:
        asked = {frozenset(keys): "war"}
    held = {frozenset(row.between): row for row in file.relations}
    kept = [row for pair, row in held.items() if pair in asked and row.kind == asked[pair]]
    rows = {frozenset(row.between): row for row in kept}
    for pair in combinations([row.key for row in factions], 2):
        kind = asked.get(frozenset(pair), "neutral")
        if kind != "neutral" and frozenset(pair) not in rows:
            rows[frozenset(pair)] = RelationRow(between=pair, kind=kind)
    order = {pair: number for number, pair in enumerate(held)}
    made = sorted(rows.items(), key=lambda item: order.get(item[0], len(order)))
    file = replace(file, factions=tuple(factions), relations=tuple(row for _, row in made))
    return _without(file, gone) if gone else file


def _without(file: CampaignFile, gone: set[str]) -> CampaignFile:
    """Return the draft without what belonged to factions that are gone."""
    return replace(
        file,
        provinces=tuple(_freed(row, gone) for row in file.provinces),
        leaders=tuple(row for row in file.leaders if row.faction not in gone),
        armies=tuple(row for row in file.armies if row.faction not in gone),
        unit_types=tuple(
            replace(row, factions=tuple(key for key in row.factions if key not in gone)) for row in file.unit_types
        ),
    )


def _freed(row: ProvinceRow, gone: set[str]) -> ProvinceRow:
    return replace(
        row,
        home=None if row.home in gone else row.home,
        controller=None if row.controller in gone else row.controller,
        capital=row.capital and row.home not in gone,
        depot=row.depot and row.controller not in gone,
        guerrilla_fights=tuple(key for key in row.guerrilla_fights if key not in gone),
    )
