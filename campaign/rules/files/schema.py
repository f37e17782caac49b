"""The campaign file as a JSON Schema (2020-12), made of the same rows that read it.

The schema accepts every file that is read. What holds between rows, and what a text may hold, is for the reader alone.
"""

from typing import Any

from campaign.rules.files.campaign_file import FORMAT, CampaignFile
from campaign.rules.files.fields import Kind, shape_of

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def campaign_schema() -> dict[str, Any]:
    """Return the schema of ``bivouac.campaign/1``."""
    rows: dict[str, Any] = {}
    whole = _row(CampaignFile, rows)
    whole["properties"]["format"] = {"const": FORMAT}
    whole["required"] = sorted({*whole["required"], "calendar", "map"})
    return {"$schema": DIALECT, "title": f"Bivouac campaign file ({FORMAT})", **whole, "$defs": rows}


def _row(row: type[Any], rows: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a row, and note the rows within it."""
    kinds, needed = shape_of(row)
    properties = {key: _value(kind, rows, key in needed) for key, kind in kinds.items()}
    return {"type": "object", "properties": properties, "required": list(needed), "additionalProperties": False}


def _value(kind: Kind, rows: dict[str, Any], needed: bool) -> dict[str, Any]:
    """Return the schema of a value; one that may be left out may be null as well."""
    schema: dict[str, Any] = dict(kind.schema)
    if kind.row is not None:
        name = kind.row.__name__
        if name not in rows:
            rows[name] = {}
            rows[name] = _row(kind.row, rows)
        link = {"$ref": f"#/$defs/{name}"}
        schema = {**schema, "items": link} if kind.many_rows else link
    return schema if needed else {"anyOf": [schema, {"type": "null"}]}
