"""The way of programs into the site: no cookie counts there, and every refusal is a problem in JSON."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from campaign.api.problems import CONTENT_TYPE, problem

ADDRESSES = "/api/v1/"
DETAILS = {
    400: "The site cannot read this call: check its address and its heads.",
    404: "There is nothing for you at this address; look at the list of addresses under /api/.",
    500: "The site made a mistake, and nothing was entered; tell the host.",
    503: "The site cannot answer now, and nothing was entered; send the call again in a minute.",
}
KEPT = ("Retry-After", "Allow", "Connection")
GetResponse = Callable[[HttpRequest], HttpResponse]


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
