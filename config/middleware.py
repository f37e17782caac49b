"""The site's own middleware."""

from collections.abc import Callable
from time import perf_counter

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.utils import timezone

from campaign.forms.zone import CHOSEN_ZONE, zone_named

BROWSERS_ZONE = "zone"
GetResponse = Callable[[HttpRequest], HttpResponse]


def server_timing(get_response: GetResponse) -> GetResponse:
    """Tell in ``Server-Timing`` how many milliseconds the answer took inside the server."""

    def middleware(request: HttpRequest) -> HttpResponse:
        start = perf_counter()
        response = get_response(request)
        response["Server-Timing"] = f"app;dur={(perf_counter() - start) * 1000:.1f}"
        return response

    return middleware


def plain_addresses(get_response: GetResponse) -> GetResponse:
    """Refuse an address with a NUL in it (400): PostgreSQL compares nothing with one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if "\x00" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return HttpResponseBadRequest(
                "The address holds a NUL (%00): leave it out.", content_type="text/plain; charset=utf-8"
            )
        return get_response(request)

    return middleware


def readers_zone(get_response: GetResponse) -> GetResponse:
    """Times are told and read in the zone that the reader has chosen, else his browser's, else the site's."""

    def middleware(request: HttpRequest) -> HttpResponse:
        named = (zone_named(request.COOKIES.get(name, "")) for name in (CHOSEN_ZONE, BROWSERS_ZONE))
        with timezone.override(next(filter(None, named), None)):
            return get_response(request)

    return middleware
