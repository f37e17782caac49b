"""The body of an entry, and the query of any call: checked by the fields of the form that takes them."""

from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict

from base.pages.fields import WholeNumberField
from base.place import loads
from campaign.api.problems import Problem
from campaign.entering.common import FieldRefusal, clean

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
