"""The door of the API: who calls, how often, what he may, and how he is answered."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

from base.refusal import Refusal
from campaign.api import problems
from campaign.api.answers import JSON, dumped, kept_for_one, shown
from campaign.api.operations import READ, Call, Operation
from campaign.api.problems import Problem, asked, of_refusal, sent
from campaign.api.shapes import encoded
from campaign.models import Token
from campaign.selectors.members.tokens import token_of
from campaign.services.people.tokens import Answered, answer_once, note_entry, note_use
from campaign.services.record.chronicle import acting
from campaign.services.record.once import TurnIsOver, meant_for
from campaign.visibility import knowledge_for

WINDOW = 60


@dataclass(frozen=True)
class Allowance:
    """The calls that a token has in this minute, those left, and the seconds until the next minute."""

    most: int
    left: int
    seconds: int

    @property
    def spent(self) -> bool:
        """Return whether this call is one too many."""
        return self.left < 0

    @property
    def headers(self) -> dict[str, str]:
        """Return what every answer shows of it."""
        shown = {"Limit": self.most, "Remaining": max(self.left, 0), "Reset": self.seconds}
        return {f"RateLimit-{name}": str(value) for name, value in shown.items()}


def count_call(caller: str) -> Allowance:
    """Count a call of a token or of an address; a cache that is away counts nothing."""
    now = int(time.time())
    most, key = settings.BIVOUAC_API_LIMIT, f"api:{caller}:{now // WINDOW}"
    cache.add(key, 0, 2 * WINDOW)
    try:
        calls = cache.incr(key)
    except ValueError:
        calls = 1
    return Allowance(most, most - calls, WINDOW - now % WINDOW)


NEEDED = "Authorization: send a token of yours as “Bearer …”; make one on the page Programs of your campaign."
NOT_FOUND = "There is nothing for you at this address; look at the list of addresses under /api/."
ORDERS_SCOPE = "This token may only read; make one that may give orders."
NO_ORDERS = "You give no orders here; use a token of a player."
TURN_OVER = "turn: another turn takes orders now, and nothing was entered; look at it and enter it again."
NO_KEY = "Idempotency-Key: send 1 to 80 letters, digits or signs with each entry, new for each one."
Views = Callable[..., HttpResponse]


def door(operations: dict[str, Operation]) -> Views:
    """Return the view of an address, from the method to what it does."""

    def view(request: HttpRequest, **named: Any) -> HttpResponse:
        try:
            return kept_for_one(_opened(request, operations, named))
        except Problem as found:
            return problems.problem(found.status, found.detail, field=found.field, headers=found.headers)

    return view


def _opened(request: HttpRequest, operations: dict[str, Operation], named: dict[str, Any]) -> HttpResponse:
    token = _token(request)
    allowance = count_call(token.key)
    if allowance.spent:
        raise _too_many(allowance)
    operation = operations.get("GET" if request.method == "HEAD" else request.method or "")
    response = _answered(request, operation, token, named) if operation else _no_such_method(operations)
    for name, value in allowance.headers.items():
        response[name] = value
    note_use(token=token)
    return response


def _token(request: HttpRequest) -> Token:
    kind, _, text = request.headers.get("Authorization", "").partition(" ")
    token = token_of(text.strip()) if kind.lower() == "bearer" and text.isascii() else None
    if token is None:
        _count_stranger(request)
        raise Problem(401, NEEDED, field="Authorization", headers={"WWW-Authenticate": 'Bearer realm="bivouac"'})
    return token


def _count_stranger(request: HttpRequest) -> None:
    """Refuse an address that sends too many calls without a valid token."""
    allowance = count_call(f"address:{get_client_ip_address(request)}")
    if allowance.spent:
        raise _too_many(allowance)


def _too_many(allowance: Allowance) -> Problem:
    text = f"{allowance.most} calls a minute are answered; wait {allowance.seconds} seconds."
    return Problem(429, text, headers={**allowance.headers, "Retry-After": str(allowance.seconds)})


def _no_such_method(operations: dict[str, Operation]) -> HttpResponse:
    allowed = ", ".join(operations)
    return problems.problem(405, f"This address has no such method; use {allowed}.", headers={"Allow": allowed})


def _answered(request: HttpRequest, operation: Operation, token: Token, named: dict[str, Any]) -> HttpResponse:
    try:
        return _carried_out(request, operation, token, named)
    except Problem as found:
        return problems.problem(found.status, found.detail, field=found.field, headers=found.headers)
    except Http404:
        return problems.problem(404, NOT_FOUND)
    except PermissionDenied:
        return problems.problem(403, NO_ORDERS)
    except TurnIsOver:
        return problems.problem(409, TURN_OVER, field="turn")
    except Refusal as refusal:
        return problems.answer(of_refusal(refusal))


def _carried_out(request: HttpRequest, operation: Operation, token: Token, named: dict[str, Any]) -> HttpResponse:
    call = _call(token, named.pop("slug", token.member.campaign.slug))
    if operation.scope != READ and token.scope == READ:
        raise Problem(403, ORDERS_SCOPE, field="Authorization")
    call.query = asked(request, operation.query)
    if operation.method == "GET":
        return shown(request, operation, operation.act(call, **named), call.query)
    return _entered(request, operation, call, named)


def _call(token: Token, slug: str) -> Call:
    """Return a call with what the member knows; 404 for a campaign that is not the token's."""
    user = token.member.user
    knowledge = knowledge_for(slug, user)
    if knowledge is None or knowledge.member_pk != token.member_id:
        raise Http404
    return Call(token, user, knowledge)


def _entered(request: HttpRequest, operation: Operation, call: Call, named: dict[str, Any]) -> HttpResponse:
    """Carry an entry out once for its key."""
    key = request.headers.get("Idempotency-Key", "")
    if not (0 < len(key) <= 80 and key.isascii() and key.isprintable()):
        raise Problem(400, NO_KEY, field="Idempotency-Key")
    call.data = sent(request, operation.body) if operation.body else call.data
    text = f"{operation.method} {request.get_full_path()}\n".encode() + request.body
    digest = hashlib.sha256(text).hexdigest()
    act = partial(_deed, operation, call, named)
    return _entry(answer_once(token=call.token, key=key, digest=digest, act=act))


def _deed(operation: Operation, call: Call, named: dict[str, Any]) -> tuple[int, str]:
    turn = str(call.query.get("turn") or call.knowledge.turn_number)
    with acting(None), meant_for(turn):
        value = operation.act(call, **named)
    note_entry(token=call.token)
    return operation.status, dumped(encoded(value))


def _entry(answered: Answered) -> HttpResponse:
    response = HttpResponse(answered.body, status=answered.status, content_type=JSON)
    response["Cache-Control"] = "private, no-store"
    if answered.again:
        response["Idempotency-Replayed"] = "true"
    return response
