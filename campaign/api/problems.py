"""Refusals as application/problem+json (RFC 9457): a sentence, the field that it is about, and the remedy."""

import json
import re
from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpResponse

from base.refusal import Refusal

CONTENT_TYPE = "application/problem+json"
_FIELD = re.compile(r"^([a-z_]+): ")


class Problem(Exception):
    """A call that is refused before any rule is asked."""

    def __init__(self, status: int, detail: str, *, field: str = "", headers: dict[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status, self.detail, self.field, self.headers = status, detail, field, headers or {}


@dataclass(frozen=True)
class Refused:
    """A problem: its status, what is wrong, in which field, and what to do."""

    status: int
    detail: str
    field: str
    remedy: str


def of_refusal(refusal: Refusal, status: int = 422) -> Refused:
    """Return a refusal of the rules or of a form, with its field."""
    text = str(refusal)
    match = _FIELD.match(text)
    field = str(getattr(refusal, "field", "")) or (match[1] if match else "")
    return Refused(status, sentence(refusal.sentence), field, remedy_of(refusal.sentence))


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def remedy_of(text: str) -> str:
    """Return what to do: the part of a sentence behind its last semicolon or colon, else all of it."""
    for sign in ("; ", ": "):
        before, _, after = text.rpartition(sign)
        if before:
            return sentence(after)
    return sentence(text)


def answer(refused: Refused, headers: dict[str, str] | None = None) -> HttpResponse:
    """Return a problem as an answer."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(refused.status).phrase,
        "status": refused.status,
        "detail": refused.detail,
        "field": refused.field or None,
        "remedy": refused.remedy,
    }
    text = json.dumps(body, ensure_ascii=False)
    response = HttpResponse(text, status=refused.status, content_type=CONTENT_TYPE)
    response["Cache-Control"] = "private, no-store"
    for name, value in (headers or {}).items():
        response[name] = value
    return response


def problem(status: int, detail: str, *, field: str = "", headers: dict[str, str] | None = None) -> HttpResponse:
    """Return the answer to a call that is refused with a sentence."""
    return answer(Refused(status, detail, field, remedy_of(detail)), headers)
