"""Every fault of a campaign file at once: of its values, then of what has to hold between its rows."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from base import place as reading
from base.place import JsonPlace
from base.refusal import Refusal
from campaign.rules.files.campaign_file import LIMIT, CampaignFile, check_format
from campaign.rules.files.checks import refusals_of
from campaign.rules.files.fields import CampaignFileError, Kind, read_row, shape_of

MOST = 100
"""Faults that are listed at most."""


def faults_in(data: bytes | str, *, limit: int = LIMIT, draft: bool = False) -> list[str]:
    """Return the faults of a file in the order of its places, at most ``MOST``; none if it can be loaded.

    Of a ``draft`` only its values count. What holds between rows is looked at when every row can be read.
    """
    try:
        place = JsonPlace(reading.loads(data, limit=limit, error=CampaignFileError), error=CampaignFileError)
        check_format(place)
    except Refusal as refusal:
        return [str(refusal)]
    found = list(islice(_row_faults(CampaignFile, place), MOST))
    return found or ([] if draft else refusals_of(read_row(CampaignFile, place))[:MOST])


def _row_faults(row: type[Any], place: JsonPlace) -> Iterator[str]:
    """Yield the faults of a row: keys that are unknown or missing, then those of each value."""
    if not isinstance(place.value, dict):
        yield from _said(place.object)
        return
    kinds, needed = shape_of(row)
    for key in place.value:
        if key not in kinds:
            yield f"{place.at(str(key)).path}: this key is not known; known here: {', '.join(kinds)}."
    for key in needed:
        if key not in place.value:
            yield f"{place.at(key).path}: this key is missing."
    for key, kind in kinds.items():
        if place.value.get(key) is not None or (key in needed and key in place.value):
            yield from _value_faults(kind, place.at(key))


def _value_faults(kind: Kind, place: JsonPlace) -> Iterator[str]:
    if kind.row is None:
        yield from _said(lambda: kind.read(place))
    elif not kind.many_rows:
        yield from _row_faults(kind.row, place)
    elif not isinstance(place.value, list):
        yield from _said(lambda: kind.read(place))
    else:
        for item in place.items(most=len(place.value)):
            yield from _row_faults(kind.row, item)


def _said(read: Any) -> Iterator[str]:
    try:
        read()
    except Refusal as refusal:
        yield str(refusal)
