"""The units, with what the default rules fight with."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.pages.profiles import units_page
from battles.resolvers.registry import DEFAULT
from rosters.catalogue_page import catalogue_page


@require_safe
def unit_list(request: HttpRequest) -> HttpResponse:
    """Show every number of the catalogue with its tag, and those that the default rules fight with."""
    return render(request, "rosters/units.html", {"catalogue": catalogue_page(), **units_page({}, DEFAULT)})
