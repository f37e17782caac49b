"""Files of other programs as drafts: Azgaar's full JSON, and GeoJSON."""

import datetime

from shapely.errors import ShapelyError

from base import place as reading
from base.refusal import Refusal
from campaign.rules.drafts.outside import azgaar, geojson
from campaign.rules.drafts.starts import blank
from campaign.rules.files.campaign_file import UPLOAD_LIMIT, CampaignFile, CampaignFileError

UNREADABLE = "File: this map cannot be read; export it again, as Full JSON or as GeoJSON."
READERS = ((azgaar.is_map, azgaar.name_of, azgaar.draft_of), (geojson.is_map, geojson.name_of, geojson.draft_of))
MARKS = (b'"pack"', b'"FeatureCollection"')


def read_foreign(data: bytes, name: str, start: datetime.date) -> CampaignFile | None:
    """Return a draft with the map of another program; None where the file is none of theirs."""
    if not any(mark in data for mark in MARKS):
        return None
    document = reading.loads(data, limit=UPLOAD_LIMIT, error=CampaignFileError)
    if not isinstance(document, dict):
        return None
    for is_map, name_of, draft_of in READERS:
        if is_map(document):
            try:
                return draft_of(document, blank(name or name_of(document) or "A war", start))
            except Refusal:
                raise
            except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, ShapelyError):
                raise Refusal(UNREADABLE) from None
    return None
