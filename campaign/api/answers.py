"""Answers to calls that read: JSON or CSV, with an ETag of what the reader may see."""

import csv
import hashlib
import io
import json
import typing
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers

from base.pages.export import Export
from battles.pack.spreadsheet import without_formula
from campaign.api.operations import Listed, Operation
from campaign.api.shapes import columns, encoded
from campaign.forms.api import USUAL

JSON, CSV = "application/json", "text/csv; charset=utf-8"


def dumped(value: Any) -> str:
    """Return a value as JSON text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def shown(request: HttpRequest, operation: Operation, value: Any, query: dict[str, Any]) -> HttpResponse:
    """Return the answer to a call that reads; 304 where the caller has the same already."""
    response = _response(request, operation, value, query)
    response["ETag"] = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    conditional = get_conditional_response(request, etag=response["ETag"], response=response)
    return conditional if isinstance(conditional, HttpResponse) else response


def _response(request: HttpRequest, operation: Operation, value: Any, query: dict[str, Any]) -> HttpResponse:
    if isinstance(value, Export):
        return HttpResponse(value.content, content_type=value.content_type)
    if not isinstance(value, Listed):
        return HttpResponse(dumped(encoded(value)), content_type=JSON)
    start, most = query.get("offset") or 0, query.get("limit") or USUAL
    count = value.rows.count() if isinstance(value.rows, QuerySet) else len(value.rows)
    items = [encoded(one) for one in value.shown(value.rows[start : start + most])]
    if query.get("format") == "csv":
        return HttpResponse(_table(operation, items), content_type=CSV)
    following = _next(request, start + most, most) if start + most < count else None
    return HttpResponse(dumped({"count": count, "next": following, "items": items}), content_type=JSON)


def _next(request: HttpRequest, start: int, most: int) -> str:
    """Return the address of the following part of a list."""
    asked = {name: value for name, value in request.GET.items() if name not in ("offset", "limit")}
    return f"{request.path}?{urlencode({**asked, 'limit': most, 'offset': start})}"


def _table(operation: Operation, items: list[dict[str, Any]]) -> bytes:
    """Return a list as CSV in UTF-8 with a byte order mark, by which spreadsheets read accents rightly."""
    names = [column.name for column in columns(typing.get_args(operation.answer)[0])]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(names)
    writer.writerows([without_formula(_cell(item[name])) for name in names] for item in items)
    return out.getvalue().encode("utf-8-sig")


def _cell(value: Any) -> str | int:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return "; ".join(value)
    if isinstance(value, list | dict | bool | float):
        return dumped(value)
    return "" if value is None else value


def kept_for_one(response: HttpResponse) -> HttpResponse:
    """Let the caller alone keep an answer, and ask each time whether it holds."""
    response.headers.setdefault("Cache-Control", "private, no-cache")
    patch_vary_headers(response, ("Authorization",))
    return response
