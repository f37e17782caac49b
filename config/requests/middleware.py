"""The site's own middleware."""

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.utils import timezone

from base.breaker import one_page
from campaign.forms.zone import CHOSEN_ZONE, zone_named
from campaign.views.access import refereed
from config.requests.timing import clocked

BROWSERS_ZONE = "zone"
GetResponse = Callable[[HttpRequest], HttpResponse]


def server_timing(get_response: GetResponse) -> GetResponse:
    """Show in ``Server-Timing`` how many milliseconds the answer took: database, templates, rules and pages, and how
    many of them it waited for the broker.

    The host sees it everywhere, a referee on the pages of his own campaigns, and nobody else: how long a page takes may
    hang on what its reader must not know.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        with clocked() as clock, one_page() as waited:
            response = get_response(request)
        if settings.DEBUG or _may_see_all(request):
            response["Server-Timing"] = clock.header(waited.seconds)
        return response

    return middleware


def _may_see_all(request: HttpRequest) -> bool:
    """Nothing is looked up for a visitor without a session."""
    host = _has_session(request) and bool(getattr(getattr(request, "user", None), "is_superuser", False))
    return host or refereed(request)


def _has_session(request: HttpRequest) -> bool:
    return settings.SESSION_COOKIE_NAME in request.COOKIES


def kept_by_nobody(get_response: GetResponse) -> GetResponse:
    """Forbid copies of pages for somebody who has logged in, and of errors, unless a page sets its own rule."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if _has_session(request) or response.status_code >= HTTPStatus.BAD_REQUEST:
            response.headers.setdefault("Cache-Control", "private, no-store")
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
    """Show and read times in the zone that the reader has chosen, else his browser's, else the site's."""

    def middleware(request: HttpRequest) -> HttpResponse:
        named = (zone_named(request.COOKIES.get(name, "")) for name in (CHOSEN_ZONE, BROWSERS_ZONE))
        with timezone.override(next(filter(None, named), None)):
            return get_response(request)

    return middleware
