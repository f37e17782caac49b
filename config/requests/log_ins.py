"""Log-ins are slowed by name and address, and by address alone: one password tried on many names.

Each log-in, log-out, wrong password and refusal is a line of the log. What a visitor has typed is written as Python
writes a text, so that it cannot begin a line of its own; passwords are never written.
"""

import logging
from collections.abc import Callable
from datetime import timedelta
from ipaddress import ip_address, ip_network
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.utils import timezone


def address(request: HttpRequest) -> str | None:
    """Return the address that a trusted proxy wrote last into X-Forwarded-For, else that of the connection.

    Of IPv6 only the first half counts: one house has all the addresses behind it.
    """
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip() if settings.TRUST_PROXY else ""
    for text in (forwarded, request.META.get("REMOTE_ADDR", "")):
        try:
            return _house(text)
        except ValueError:
            continue
    return None


def _house(text: str) -> str:
    found = ip_address(text)
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False).network_address)


log = logging.getLogger(__name__)
GetResponse = Callable[[HttpRequest], HttpResponse]
LONGEST_LOGGED = 60
REFUSALS = (401, 403, 429)


class Handler(AxesDatabaseHandler):  # type: ignore[misc]
    """Locks a name from an address after some wrong passwords, and the address after many for whatever names."""

    def is_locked(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Return whether nothing is tried any more from there, or of that name."""
        if _tried_too_often(request):
            request.axes_locked_out = True  # type: ignore[attr-defined] # the page says why
            return True
        return bool(super().is_locked(request, credentials))


def _tried_too_often(request: HttpRequest) -> bool:
    address = getattr(request, "axes_ip_address", None)
    since = timezone.now() - timedelta(hours=settings.AXES_COOLOFF_TIME)
    tries = AccessAttempt.objects.filter(ip_address=address, attempt_time__gte=since)
    wrong = tries.aggregate(all=Sum("failures_since_start"))["all"] or 0
    return address is not None and wrong >= settings.LOG_INS_FROM_AN_ADDRESS


def logged_in(request: HttpRequest, user: Any, **_: Any) -> None:
    """Log a log-in."""
    log.info("log-in of %s from %s", _who(user), _where(request))


def logged_out(request: HttpRequest, user: Any, **_: Any) -> None:
    """Log a log-out; also of a log-in that was too old."""
    log.info("log-out of %s from %s", _who(user), _where(request))


def login_failed(credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    """Log a wrong name or password."""
    name = str(credentials.get("username", ""))[:LONGEST_LOGGED]
    log.warning("wrong log-in for %r from %s", name, _where(request))


def refusals_logged(get_response: GetResponse) -> GetResponse:
    """Log refused pages: user, page and address."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code in REFUSALS:
            path = request.path[: 3 * LONGEST_LOGGED]
            facts = (response.status_code, request.method, path, _who(request.user), _where(request))
            log.warning("refused (%d) %s %r to %s from %s", *facts)
        return response

    return middleware


def _who(user: Any) -> str:
    """Return a number instead of a name: logs are read by more people than the site."""
    return f"user {user.pk}" if user is not None and user.pk else "a visitor"


def _where(request: HttpRequest | None) -> str:
    return str(address(request)) if request else "nowhere"
