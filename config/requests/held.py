"""Nothing typed is lost: a form that comes too late for its log-in or its token is held out to be sent again."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

GetResponse = Callable[[HttpRequest], HttpResponse]
LOGGED_OUT, FORBIDDEN = 401, 403
SAME = "same-origin"
TOKEN = "csrfmiddlewaretoken"  # noqa: S105  # nosec B105 (the name of a field)


def hold_forms(get_response: GetResponse) -> GetResponse:
    """Answer 401 with what was sent, where a form or a part of a page would be led to the log-in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        to_log_in = response.status_code == 302 and response["Location"].startswith(settings.LOGIN_URL)
        if not (to_log_in and (request.method == "POST" or _is_part(request))):
            return response
        return held(request, "held.html", LOGGED_OUT)

    return middleware


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form with an old token; held out again if it came from a page of this site."""
    return held(request, "403_csrf.html", FORBIDDEN)


@never_cache
def held(request: HttpRequest, template: str, status: int) -> HttpResponse:
    """Return the page that holds what was sent; for a part of a page the sentence alone."""
    if _is_part(request):
        return render(request, "_held_part.html", status=LOGGED_OUT)
    return render(request, template, {"sent": _sent(request), "files": bool(request.FILES)}, status=status)


def _is_part(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """Return every field but the token; none where a password is among them, or where another site sent the form."""
    own = f"{request.scheme}://{request.get_host()}"
    ours = request.headers.get("Origin", own) == own and request.headers.get("Sec-Fetch-Site", SAME) == SAME
    if not ours or any("password" in name for name in request.POST):
        return []
    return [(name, text) for name, texts in request.POST.lists() if name != TOKEN for text in texts]
