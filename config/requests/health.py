"""The health address ``/healthz``, for proxies and watchers: 200 where all is well, else 503, and which part is not.

It asks for no log-in, so that it costs next to nothing: however many ask, one look is taken every two seconds, and who
asks waits for it at most a second. It names no host, no error and no number of anything.
"""

import threading
import time
from collections.abc import Callable

from django.db import connections
from django.http import HttpRequest, HttpResponse, JsonResponse

from battles.services import Health, site_health_now
from battles.services.health import PARTS

ADDRESS = "/healthz"
KEPT, PATIENCE = 2.0, 1.0
ENDED = threading.Event()
ENDED.set()
GetResponse = Callable[[HttpRequest], HttpResponse]


class HealthCache:
    """The last look, and the one that is being taken."""

    def __init__(self, look: Callable[[], Health] = site_health_now) -> None:
        self._look = look
        self._lock = threading.Lock()
        self._seen: tuple[float, Health] | None = None
        self._busy: threading.Event | None = None

    def health(self) -> Health | None:
        """Return a fresh look; None where none could be had in time, because the database does not answer."""
        if fresh := self._fresh():
            return fresh
        self._look_begun().wait(PATIENCE)
        return self._fresh()

    def _look_begun(self) -> threading.Event:
        """Return the end of the look that is being taken, begun by the first who asked; what has ended will do."""
        with self._lock:
            if self._busy is None and self._fresh():
                return ENDED
            if self._busy is None:
                self._busy = threading.Event()
                threading.Thread(target=self._take, args=(self._busy,), daemon=True).start()
            return self._busy

    def _fresh(self) -> Health | None:
        seen = self._seen
        return seen[1] if seen and time.monotonic() - seen[0] < KEPT else None

    def _take(self, done: threading.Event) -> None:
        try:
            self._seen = (time.monotonic(), self._look())
        finally:
            connections.close_all()
            with self._lock:
                self._busy = None
            done.set()


WATCH = HealthCache()


def health_address(get_response: GetResponse) -> GetResponse:
    """Answer the health address before anything else is looked at: host names, sessions, redirections to TLS."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return answer() if request.path == ADDRESS else get_response(request)

    return middleware


def answer() -> HttpResponse:
    """Return which parts are well."""
    seen = WATCH.health()
    words = seen.as_dict() if seen else dict.fromkeys(PARTS, "no answer")
    response = JsonResponse(words, status=200 if seen and seen.well else 503, headers={"Cache-Control": "no-store"})
    response["Content-Length"] = str(len(response.content))
    response._has_been_logged = True  # type: ignore[attr-defined]  # a site that starts is no error; the launcher reports parts
    return response
