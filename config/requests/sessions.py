"""The length of a log-in: a month without a visit, three months in all, and twelve hours for the admin."""

from collections.abc import Callable
from time import time
from typing import Any

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

ADMIN = "/admin/"
BEGAN, SEEN = "log_in_began", "log_in_seen"
DAY = 24 * 3600
GetResponse = Callable[[HttpRequest], HttpResponse]


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
