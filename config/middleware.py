"""The site's own middleware."""

from collections.abc import Callable
from time import perf_counter

from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]


def server_timing(get_response: GetResponse) -> GetResponse:
    """Tell in ``Server-Timing`` how many milliseconds the answer took inside the server."""

    def middleware(request: HttpRequest) -> HttpResponse:
        start = perf_counter()
        response = get_response(request)
        response["Server-Timing"] = f"app;dur={(perf_counter() - start) * 1000:.1f}"
        return response

    return middleware
