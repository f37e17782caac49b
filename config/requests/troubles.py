"""Answers of a site that cannot do what it is asked: the trouble, and what to do about it (503, 409); and of
addresses that only take a form (405).

Anything that is none of these stays an error of the program (500) with its way in the log.
"""

import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import islice

from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.db import DataError, Error, IntegrityError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import is_valid_path
from django.views.defaults import server_error

from campaign.models import Campaign
from campaign.selectors.broken import broken_rows
from campaign.selectors.members.people import refereed_campaign

log = logging.getLogger(__name__)
GetResponse = Callable[[HttpRequest], HttpResponse]
NOTHING = "Your request was not carried out, and nothing is half done."
NAMED_AT_MOST = 20
AFTER_SECONDS = 60


@dataclass(frozen=True)
class Trouble:
    """The trouble that keeps the site from answering; ``status`` is 503 where waiting or the host helps, 409 where a
    look does; ``remedy`` is for the host's log."""

    title: str
    sentence: str
    status: int = 503
    rows: list[str] = field(default_factory=list)
    remedy: str = ""


FULL = Trouble(
    "The disk of the site is full",
    f"The site has no room left to write. {NOTHING} Ask the host to free space where the database is kept; "
    "the site then goes on automatically. Then send it again.",
    remedy="Free space where the database is kept.",
)
BUSY = Trouble(
    "The database is busy",
    f"Another task has kept the database locked for too long. {NOTHING} Wait a minute and send it again. If it "
    "stays like this, tell the host that the database is locked.",
    remedy="Look for a process that holds the database, such as a long backup.",
)
CLOSED = Trouble(
    "The database cannot be written",
    f"The site can read its database but cannot write to it. {NOTHING} Tell the host: he checks who owns the "
    "database's files, or whether the server is a read-only copy.",
    remedy="Check who owns the database's files, and whether the server is a read-only copy.",
)
AWAY = Trouble(
    "The database does not answer",
    f"The site cannot reach its database. {NOTHING} Wait a minute and send it again. If it stays like this, tell the "
    "host that the database is down.",
    remedy="Start the database server, or correct DATABASE_URL.",
)
CLASH = Trouble(
    "Somebody else changed this at the same moment",
    f"Somebody else changed the same thing as you did. {NOTHING} Look at the page again, and send it again if you "
    "still want it.",
    status=409,
)
BY_CODE = {
    "53100": FULL, "53200": BUSY, "53300": BUSY, "55P03": BUSY, "57014": BUSY, "25006": CLOSED, "40P01": CLASH,
    "40001": CLASH,
}  # fmt: skip
BY_WORDS = (
    ("disk is full", FULL), ("disk i/o error", FULL), ("no space left", FULL), ("locked", BUSY), ("busy", BUSY),
    ("readonly", CLOSED), ("too many clients", BUSY),
    ("unable to open", AWAY), ("connect", AWAY), ("closed", AWAY), ("terminat", AWAY), ("starting up", AWAY),
    ("shutting down", AWAY),
)  # fmt: skip


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Return the trouble behind an error of the database; None for the program's own mistakes."""
    if isinstance(error, OSError) and error.errno == 28:  # no space left on device
        return FULL
    if isinstance(error, IntegrityError):
        return CLASH if _met_another(error) else None
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    code = getattr(error.__cause__, "sqlstate", None)
    message = str(error).lower()
    return BY_CODE.get(code or "") or next((trouble for words, trouble in BY_WORDS if words in message), None)


def _met_another(error: IntegrityError) -> bool:
    """Return whether somebody made the same row, or took one away, in the same moment; a wrong value is a mistake of
    ours."""
    code = getattr(error.__cause__, "sqlstate", "")
    return code in ("23505", "23503") or any(words in str(error) for words in ("UNIQUE", "FOREIGN KEY"))


class Troubles:
    """Answers what a view could not, before it is counted as an error of the program."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        no_page = request.method == "GET" and response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
        return _no_page(request, response) if no_page and not response.content else response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page of the trouble; None leaves the error to the next handler.

        An answer that Django has for itself is none: looking for broken rows then would take a number of queries that
        depends on what the reader must not know.
        """
        if isinstance(error, Http404 | PermissionDenied | SuspiciousOperation | BadRequest):
            return None
        trouble = trouble_of(error) or _of_the_campaign(request, error)
        if trouble is None:
            return None
        log.error("%s: %s", trouble.title, request.path, exc_info=None if trouble is AWAY else error)
        return _page(request, trouble)


def _no_page(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the page of an address that only takes a form (405), with the way to the page above it."""
    page = render(request, "405.html", {"above": _above(request.path)}, status=response.status_code)
    page.headers["Allow"] = response.headers["Allow"]
    return page


def _above(path: str) -> str:
    """Return the next address above a path that the site has; empty where there is none."""
    parts = path.strip("/").split("/")
    above = ("/".join(["", *parts[:n], ""]) for n in range(len(parts) - 1, 0, -1))
    return next((one for one in above if is_valid_path(one)), "/")


def something_broke(request: HttpRequest) -> HttpResponse:
    """Return the page of an error that no view could answer: of the database, or of the program (500)."""
    trouble = trouble_of(sys.exc_info()[1])
    return _page(request, trouble) if trouble else server_error(request)


def _page(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """Return a page that needs nothing of the database."""
    response = render(request, "503.html", {"trouble": trouble}, status=trouble.status)
    if trouble.status == 503:
        response.headers["Retry-After"] = str(AFTER_SECONDS)
    return response


def _of_the_campaign(request: HttpRequest, error: Exception) -> Trouble | None:
    """A campaign with a row that no rule can play: its referee is shown which, others that it waits for him."""
    match = request.resolver_match
    slug = match.kwargs.get("slug") if match else None
    if not isinstance(slug, str) or isinstance(error, DataError):
        return None
    try:
        return _broken(request, slug)
    except Error:
        return None


def _broken(request: HttpRequest, slug: str) -> Trouble | None:
    campaign = Campaign.objects.only("pk", "slug").filter(slug=slug).first()
    rows = list(islice(broken_rows(campaign), NAMED_AT_MOST)) if campaign else []
    if not rows:
        return None
    title = "This campaign waits for its referee"
    if refereed_campaign(slug=slug, user=request.user) is None:
        return Trouble(title, f"One of its rows cannot be played. {NOTHING} Its referee is shown which row it is.")
    sentence = f"These rows cannot be played. {NOTHING} Correct them in the admin, or let the host do it."
    return Trouble(title, sentence, rows=rows)
