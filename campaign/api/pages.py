"""The description of the API: as a page, and as an OpenAPI document."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.api.answers import JSON
from campaign.api.openapi import document_text, groups


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Show every address of the API, what it takes and what it answers."""
    return render(request, "api/overview.html", {"groups": groups()})


@require_safe
def description(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI document."""
    return HttpResponse(document_text(), content_type=JSON)
