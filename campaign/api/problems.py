"""Refusals as application/problem+json (RFC 9457): a sentence, the field that it is about, and the remedy."""

import json
import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict

from base.pages.fields import WholeNumberField
from base.place import loads
from base.refusal import Refusal
from base.words import sentence
from campaign.entering.common import FieldRefusal, clean

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


LONGEST, DEPTH = 64 * 1024, 3
Fields = dict[str, forms.Field]


def sent(request: HttpRequest, form: type[forms.Form]) -> QueryDict:
    """Return the JSON object that was sent as a form takes it."""
    known: Fields = form.base_fields
    body = _body(request)
    data = QueryDict(mutable=True)
    for name, value in body.items():
        if name not in known:
            raise FieldRefusal(f"{name[:40]}: no field of this entry; it takes {_listed(known)}.", name[:40])
        if value is not None:
            data.setlist(name, _texts(name, known[name], value))
    return data


def _listed(known: Fields) -> str:
    return ", ".join(known) or "none"


def _body(request: HttpRequest) -> dict[str, Any]:
    if int(request.META.get("CONTENT_LENGTH") or 0) > LONGEST:
        raise Problem(413, f"The body is too long; send at most {LONGEST:,} bytes.")
    if not request.body:
        return {}
    if request.content_type != "application/json":
        raise Problem(415, "Content-Type: send application/json.", field="Content-Type")
    value = loads(request.body, limit=LONGEST, depth=DEPTH)
    if not isinstance(value, dict):
        raise Problem(422, "The body is no JSON object; send one such as {}.")
    return value


def _texts(name: str, field: forms.Field, value: Any) -> list[str]:
    """Return a JSON value as the texts that a form is sent; refused where it is of another kind than the field."""
    if isinstance(field, forms.MultipleChoiceField):
        if not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
            raise FieldRefusal(f"{name}: send a list of texts.", name)
        return value
    if isinstance(field, forms.BooleanField):
        if not isinstance(value, bool):
            raise FieldRefusal(f"{name}: send true or false.", name)
        return ["true"] if value else []
    if isinstance(field, WholeNumberField):
        if not isinstance(value, int) or isinstance(value, bool):
            raise FieldRefusal(f"{name}: send a whole number from {field.least} to {field.most}.", name)
        return [str(value)]
    if not isinstance(value, str):
        raise FieldRefusal(f"{name}: send a text.", name)
    return [value]


def asked(request: HttpRequest, form: type[forms.Form] | None) -> dict[str, Any]:
    """Return what the query of an address asks for."""
    known: Fields = form.base_fields if form else {}
    for name in request.GET:
        if name not in known:
            raise FieldRefusal(f"{name[:40]}: no parameter of this address; it takes {_listed(known)}.", name[:40])
    return clean(form(request.GET)) if form else {}
