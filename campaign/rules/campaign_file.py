"""The campaign file ``bivouac.campaign/1``: a war, and what has happened in it, as one JSON document.

``loads`` takes text or bytes and ``parse`` an object already read; both give a CampaignFile that holds together, or
raise CampaignFileError whose text begins with the place that is wrong: ``provinces[3].value: 16 is above 15.``
``print_file`` writes it again; ``print_file(loads(text))`` of a printed text is that text.
"""
# ruff: noqa: RUF009 (a field is made by a call that describes it)

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from battles.resolvers import place as reading
from battles.resolvers.place import Place
from campaign.rules.file_checks import check_file
from campaign.rules.file_fields import (
    CampaignFileError,
    choice,
    flag,
    moment,
    name_key,
    nested,
    pattern,
    plain,
    prose,
    read_row,
    row_dict,
    single,
    text,
)
from campaign.rules.file_history_rows import History
from campaign.rules.file_map import MapRow
from campaign.rules.file_rows import (
    ArmyRow,
    CalendarRow,
    EdgeRow,
    FactionRow,
    LeaderRow,
    ProvinceRow,
    RelationRow,
)

__all__ = ["CampaignFile", "CampaignFileError", "loads", "parse", "print_file"]

FORMAT = "bivouac.campaign/1"
LIMIT = 64_000_000


@dataclass(frozen=True, kw_only=True)
class CampaignFile:
    """A campaign. Without a ``history`` it is a fresh war at turn 0, started when it is loaded."""

    format: str = text(40)
    name: str = text(120)
    slug: str | None = name_key(60, None)
    summary: str = prose(20_000)
    sources: str = prose(20_000)
    state: str = choice(("setup", "running", "finished"), "setup")
    winner: str = text(120, "")
    secret: str | None = pattern("[!-~]{16,64}", "a secret of 16 to 64 printable characters", None)
    commitment: str | None = pattern("[0-9a-f]{0,64}", "a commitment", None)
    show_all: bool = flag()
    house_rules: dict[str, Any] = plain(dict)
    victory: dict[str, Any] = plain(dict)
    created_at: datetime.datetime | None = moment()
    calendar: CalendarRow = single(CalendarRow)
    map: MapRow = single(MapRow)
    factions: tuple[FactionRow, ...] = nested(FactionRow, 20)
    relations: tuple[RelationRow, ...] = nested(RelationRow, 200)
    provinces: tuple[ProvinceRow, ...] = nested(ProvinceRow, 400)
    edges: tuple[EdgeRow, ...] = nested(EdgeRow, 2000)
    leaders: tuple[LeaderRow, ...] = nested(LeaderRow, 2000)
    armies: tuple[ArmyRow, ...] = nested(ArmyRow, 2000)
    history: History | None = single(History)


def loads(data: bytes | str) -> CampaignFile:
    """The campaign file in ``data``, at most 64 MB; raises CampaignFileError."""
    return parse(reading.loads(data, limit=LIMIT, error=CampaignFileError))


def parse(data: object) -> CampaignFile:
    """The campaign file in an object read from JSON; raises CampaignFileError."""
    place = Place(data, error=CampaignFileError)
    _check_format(place)
    file = read_row(CampaignFile, place)
    check_file(file)
    return file


def _check_format(place: Place) -> None:
    """Another kind of file, or another version, is named before anything else is looked at."""
    if not isinstance(place.value, dict):
        place.refuse("a JSON object is expected.")
    if place.at("format").value != FORMAT:
        place.at("format").refuse(f'this is no campaign file of a version that can be read; "{FORMAT}" is expected.')
    for key in ("calendar", "map"):
        if not place.has(key):
            place.at(key).refuse("this key is missing.")


def print_file(file: CampaignFile) -> str:
    """The canonical text: keys in the order of the format, each row of a list on its own line."""
    return "{\n" + ",\n".join(_members(row_dict(file), " ")) + "\n}\n"


def _members(data: dict[str, Any], indent: str) -> Iterator[str]:
    for key, value in data.items():
        yield f"{indent}{_compact(key)}: {_value(key, value, indent)}"


def _value(key: str, value: Any, indent: str) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        rows = ",\n".join(f"{indent} {_compact(row)}" for row in value)
        return f"[\n{rows}\n{indent}]"
    if key in ("history", "map"):
        return "{\n" + ",\n".join(_members(value, indent + " ")) + f"\n{indent}}}"
    return _compact(value)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(", ", ": "))
