"""The campaign file ``bivouac.campaign/1``: a war, and what has happened in it, as one JSON document.

``loads`` takes text or bytes and ``parse`` an object already read; both give a CampaignFile that holds together, or
raise CampaignFileError whose text begins with the place that is wrong: ``provinces[3].value: 16 is above 15.``
``print_file`` writes it again; ``print_file(loads(text))`` of a printed text is that text.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from base import place as reading
from base.place import JsonPlace
from campaign.rules.files.checks import check_file
from campaign.rules.files.fields import CampaignFileError, read_row, row_dict
from campaign.rules.files.past.history_rows import LISTS
from campaign.rules.files.whole import CampaignFile

__all__ = ["CampaignFile", "CampaignFileError", "loads", "parse", "print_file", "printed"]

Lists = Iterable[tuple[str, Iterable[Any]]]
"""The lists of a history by name, in the order of the format."""

FORMAT = "bivouac.campaign/1"
LIMIT = 64_000_000
UPLOAD_LIMIT = 5_000_000
"""Bytes that are taken from a browser; the host reads up to ``LIMIT``."""
NEXT_ROW = ",\n   "


def loads(data: bytes | str, *, limit: int = LIMIT) -> CampaignFile:
    """Return the campaign file in ``data``, at most ``limit`` bytes; raises CampaignFileError."""
    return parse(reading.loads(data, limit=limit, error=CampaignFileError))


def parse(data: object) -> CampaignFile:
    """Return the campaign file in an object read from JSON; raises CampaignFileError."""
    place = JsonPlace(data, error=CampaignFileError)
    check_format(place)
    file = read_row(CampaignFile, place)
    check_file(file)
    return file


def check_format(place: JsonPlace) -> None:
    """Another kind of file, or another version, is named before anything else is looked at."""
    if not isinstance(place.value, dict):
        place.refuse("a JSON object is expected.")
    if place.at("format").value != FORMAT:
        place.at("format").refuse(f'this is no campaign file of a version that can be read; "{FORMAT}" is expected.')
    for key in ("calendar", "map"):
        if not place.has(key):
            place.at(key).refuse("this key is missing.")


def print_file(file: CampaignFile) -> str:
    """Return the canonical text: keys in the order of the format, each row of a list on its own line."""
    return "".join(printed(file))


def printed(file: CampaignFile, history: Lists | None = None) -> Iterator[str]:
    """Yield the canonical text piece by piece; with ``history`` its rows are taken one by one from there."""
    if file.history is not None:
        history = ((name, getattr(file.history, name)) for name in LISTS)
    yield "{\n" + ",\n".join(_members(row_dict(replace(file, history=None)), " "))
    if history is not None:
        yield ',\n "history": {\n'
        yield from _lists(history)
        yield "\n }"
    yield "\n}\n"


def _lists(history: Lists) -> Iterator[str]:
    """Yield the lists that have rows, each row a piece."""
    between = ""
    for name, rows in history:
        before = f"{between}  {_compact(name)}: [\n   "
        for row in rows:
            yield before + _compact(row_dict(row))
            before, between = NEXT_ROW, ",\n"
        if before == NEXT_ROW:
            yield "\n  ]"


def _members(data: dict[str, Any], indent: str) -> Iterator[str]:
    for key, value in data.items():
        yield f"{indent}{_compact(key)}: {_value(key, value, indent)}"


def _value(key: str, value: Any, indent: str) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        rows = ",\n".join(f"{indent} {_compact(row)}" for row in value)
        return f"[\n{rows}\n{indent}]"
    if key == "map":
        return "{\n" + ",\n".join(_members(value, indent + " ")) + f"\n{indent}}}"
    return _compact(value)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(", ", ": "))
