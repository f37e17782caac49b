"""The beginning of a draft: nothing, or a campaign file of which all, map and powers, or the map alone is taken."""

import datetime
from dataclasses import replace

from base.refusal import Refusal
from campaign.rules.files.campaign_file import FORMAT, UPLOAD_LIMIT, CampaignFile
from campaign.rules.files.drawing import loads_draft
from campaign.rules.files.map import MapRow
from campaign.rules.files.rows import CalendarRow, ProvinceRow

PARTS = {"all": "the whole war", "powers": "its map and its powers", "map": "its map alone"}
VIEW = (0.0, 0.0, 1000.0, 700.0)
UNDER_WAY = "File: this war is under way; take its map, or its map and powers. A draft has no history."


def blank(name: str, start: datetime.date) -> CampaignFile:
    """Return a war of which only the name and the first day are known."""
    return CampaignFile(format=FORMAT, name=name, calendar=CalendarRow(start=start), map=MapRow(view=VIEW))


def read_document(data: bytes | str) -> CampaignFile:
    """Return a document whose rows are well made, though they may lack much or contradict one another."""
    return loads_draft(data, UPLOAD_LIMIT)


def taken(file: CampaignFile, part: str) -> CampaignFile:
    """Return the part of a file that a draft begins with."""
    if part == "all":
        if file.history is not None or file.state != "setup":
            raise Refusal(UNDER_WAY)
        return file
    bare = CampaignFile(
        format=FORMAT, name=file.name, sources=file.sources, map=file.map, edges=file.edges,
        calendar=file.calendar, provinces=tuple(map(_unheld, file.provinces)),
    )  # fmt: skip
    if part == "map":
        return bare
    provinces = tuple(_at_home(row) for row in file.provinces)
    return replace(
        bare, factions=file.factions, relations=tuple(replace(row, since=0) for row in file.relations),
        provinces=provinces, rules=file.rules, rule_options=file.options, house_rules=file.house_rules,
        profile=file.profile, victory=file.victory, events=file.events, couriers=file.couriers,
        unit_types=file.unit_types,
    )  # fmt: skip


def _unheld(row: ProvinceRow) -> ProvinceRow:
    """Return a province as land: nobody's, without depot, capital, guerrillas or anything that has happened."""
    return ProvinceRow(
        key=row.key, name=row.name, at=row.at, lon_lat=row.lon_lat, region=row.region, terrain=row.terrain,
        value=row.value, fortress=row.fortress, town_size=row.town_size, polygon=row.polygon,
    )  # fmt: skip


def _at_home(row: ProvinceRow) -> ProvinceRow:
    """Return a province with its powers and nothing that has happened."""
    return replace(
        _unheld(row), home=row.home, controller=row.controller, depot=row.depot, capital=row.capital,
        guerrilla_rating=row.guerrilla_rating, guerrilla_fights=row.guerrilla_fights,
    )  # fmt: skip
