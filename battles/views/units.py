"""The units, with what the default rules fight with."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.pages.profiles import unit_tables
from battles.resolvers.contract.registry import DEFAULT


@require_safe
def unit_list(request: HttpRequest) -> HttpResponse:
    """Show every number of the catalogue with its tag, and those that the default rules fight with."""
    return render(request, "rosters/units.html", {"tables": unit_tables({}, DEFAULT)})
