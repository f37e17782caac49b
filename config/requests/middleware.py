"""The site's own middleware: timing, what is kept, zones, packing, programs, and the length of a log-in."""

import gzip
import secrets
from collections.abc import Callable
from http import HTTPStatus
from time import time
from typing import Any

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from base.breaker import one_page
from campaign.api.problems import CONTENT_TYPE, problem
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


LEVEL = 4
"""Of nine: a map of 206 kB comes to 51 kB in 2 ms; at Django's level 6 it comes to 49 kB in 6 ms."""
LEAST = 200
PADDING = 100
"""So many bytes at most are added at random, so that the length of an answer tells nothing (BREACH)."""
NAMED = 8
"""The flag of a name in the head of a gzip file, of ten bytes."""


class Packing(GZipMiddleware):
    """Packs a whole answer quickly; leaves one that comes in parts to Django."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Pack an answer for a browser that can read it."""
        content = getattr(response, "content", b"")
        if response.streaming or response.has_header("Content-Encoding") or len(content) < LEAST:
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        small = packed(content) if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")) else content
        return _replaced(response, small) if len(small) < len(content) else response


def packed(content: bytes) -> bytes:
    """Return the bytes as a gzip file with a name of random length."""
    made = gzip.compress(content, compresslevel=LEVEL, mtime=0)
    name = b"a" * secrets.randbelow(PADDING)
    return made[:3] + bytes([NAMED]) + made[4:10] + name + b"\0" + made[10:]


def _replaced(response: HttpResponseBase, content: bytes) -> HttpResponseBase:
    response.content = content  # type: ignore[attr-defined]
    response.headers["Content-Length"] = str(len(content))
    response.headers["Content-Encoding"] = "gzip"
    tag = response.headers.get("ETag", "")
    if tag.startswith('"'):
        response.headers["ETag"] = f"W/{tag}"
    return response


ADDRESSES = "/api/v1/"
DETAILS = {
    400: "The site cannot read this call: check its address and its heads.",
    404: "There is nothing for you at this address; look at the list of addresses under /api/.",
    500: "The site made a mistake, and nothing was entered; tell the host.",
    503: "The site cannot answer now, and nothing was entered; send the call again in a minute.",
}
KEPT = ("Retry-After", "Allow", "Connection")


def open_door(get_response: GetResponse) -> GetResponse:
    """Let a program in by its token alone: its cookies are left at the door.

    A browser sends no token by itself, so that no other site can make it send an entry; the token of forms, which
    guards what a browser sends with its cookies, is therefore not asked for.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(ADDRESSES):
            return get_response(request)
        request.COOKIES = {}
        request.csrf_processing_done = True  # type: ignore[attr-defined] # Django's own mark of a request that was checked
        response = get_response(request)
        return response if response.status_code < HTTPStatus.BAD_REQUEST else _as_problem(response)

    return middleware


def _as_problem(response: HttpResponse) -> HttpResponse:
    """Return a refusal of some other part of the site as programs read it."""
    if response["Content-Type"].startswith(CONTENT_TYPE):
        return response
    plain = response["Content-Type"].startswith("text/plain") and not response.streaming
    detail = response.content.decode() if plain else DETAILS.get(response.status_code, response.reason_phrase)
    heads = {name: response[name] for name in KEPT if name in response}
    return problem(response.status_code, detail, headers=heads)


ADMIN = "/admin/"
BEGAN, SEEN = "log_in_began", "log_in_seen"
DAY = 24 * 3600


def stamp(request: HttpRequest, **_: Any) -> None:
    """Write into a session when its log-in began; called by Django at each log-in."""
    request.session[BEGAN] = request.session[SEEN] = int(time())


def bounded_sessions(get_response: GetResponse) -> GetResponse:
    """End a log-in that is too old, and count the time without a visit from this one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            if _is_too_old(request):
                logout(request)
                if request.path.startswith(ADMIN):
                    return redirect_to_login(request.get_full_path())
            elif time() - request.session[SEEN] > DAY:
                request.session[SEEN] = int(time())  # kept anew, for SESSION_COOKIE_AGE from now
        return get_response(request)

    return middleware


def _is_too_old(request: HttpRequest) -> bool:
    """Return whether the password has to be asked for again; of a log-in without a time nobody knows how old it is."""
    if BEGAN not in request.session:
        return True
    most = settings.ADMIN_LOG_IN_AGE if request.path.startswith(ADMIN) else settings.LOG_IN_AGE
    return bool(time() - request.session[BEGAN] > most)
