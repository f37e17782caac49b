"""Unit types of a campaign (HR-30), as rows of its file and as values by their short names."""

import json
from functools import lru_cache
from typing import Any

from base.place import JsonPlace
from campaign.models import Campaign
from campaign.rules.files.fields import CampaignFileError, read_row
from campaign.rules.files.unit_type_rows import UnitTypeRow, own_types
from rosters.rules.own_types import MOST, NO_TYPES, OwnTypes


def unit_types_of(campaign: Campaign) -> tuple[UnitTypeRow, ...]:
    """Return the unit types of a campaign in the order of its file."""
    return rows_of(campaign.unit_types) if campaign.unit_types else ()


def rows_of(data: list[Any]) -> tuple[UnitTypeRow, ...]:
    """Return unit types from what a campaign keeps of them."""
    place = JsonPlace(data, "unit_types", CampaignFileError)
    return tuple(read_row(UnitTypeRow, item) for item in place.items(most=MOST))


def own_types_of(campaign: Campaign) -> OwnTypes:
    """HR-30 Return the types by which a campaign's rosters may be written, without a profile's numbers."""
    return _own_types(json.dumps(campaign.unit_types)) if campaign.unit_types else NO_TYPES


@lru_cache(maxsize=64)
def _own_types(data: str) -> OwnTypes:
    return own_types(rows_of(json.loads(data)))
