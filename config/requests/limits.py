"""Limits of a request: refused by its announced length, before a byte of its body is read."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

BODY_LIMIT = 5 * 1024 * 1024 + 256 * 1024
"""Bytes of a request's body: a file of 5 MB and what a form puts around it."""
TOO_LARGE = "Your request is larger than 5 MB. Send a smaller file; the host can load a larger one."
NO_LENGTH = "The length of your request is missing. Send it with a Content-Length."
GetResponse = Callable[[HttpRequest], HttpResponse]


def bounded_bodies(get_response: GetResponse) -> GetResponse:
    """Refuse a body that is announced as too large (413), or that comes without its length (411)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or ""
        if length.isascii() and length.isdigit() and int(length[:20]) > BODY_LIMIT:
            return _plain(TOO_LARGE, 413)
        if not length and request.META.get("HTTP_TRANSFER_ENCODING"):
            return _plain(NO_LENGTH, 411)
        return get_response(request)

    return middleware


def _plain(sentence: str, status: int) -> HttpResponse:
    return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
