"""Routes of the API: one for each address that its operations have; its description for people and programs."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from campaign.api.answers import JSON
from campaign.api.door import NOT_FOUND, door
from campaign.api.openapi import document_text, groups
from campaign.api.operations import OPERATIONS, Operation, route_of
from campaign.api.problems import problem
from campaign.api.reading import armies, money, record, war
from campaign.api.writing import orders, sheet, words

app_name = "api"
MODULES = (war, armies, money, record, orders, sheet, words)
"""Modules whose operations are served; each notes its own when it is imported."""


def nothing(request: HttpRequest, rest: str) -> HttpResponse:
    """Answer for an address that there is not."""
    return problem(404, NOT_FOUND)


def _routes() -> list[URLPattern]:
    by_path: dict[str, dict[str, Operation]] = {}
    for one in OPERATIONS:
        by_path.setdefault(one.path, {})[one.method] = one
    return [path(f"v1/{address}", door(acts), name=route_of(address)) for address, acts in by_path.items()]


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Show every address of the API, what it takes and what it answers."""
    return render(request, "api/overview.html", {"groups": groups()})


@require_safe
def description(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI document."""
    return HttpResponse(document_text(), content_type=JSON)


urlpatterns = [
    path("", overview, name="overview"),
    path("v1/openapi.json", description, name="description"),
    *_routes(),
    path("v1/<path:rest>", nothing, name="nothing"),
]
