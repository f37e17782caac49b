"""Refusals shown to their reader: on a form, or of what has none of its own, such as a button that was pressed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url

from base.refusal import Refusal


@contextmanager
def refusals_shown(request: HttpRequest) -> Iterator[None]:
    """Show a refusal from within at the top of the next page, and leave out what follows it."""
    try:
        yield
    except Refusal as refusal:
        messages.error(request, str(refusal))


@contextmanager
def refused_on(form: BaseForm, field: str | None = None) -> Iterator[None]:
    """Show a refusal from within on its form, beside a field or above all, and leave out what follows it."""
    try:
        yield
    except Refusal as refusal:
        form.add_error(field, str(refusal))


def carried_out(
    request: HttpRequest, form: BaseForm, act: Callable[..., object], to: str, said: str = "", *,
    field: str | None = None, **names: Any,
) -> HttpResponse | None:  # fmt: skip
    """Do what a form asks for, say so and lead to the page ``to``; None where it is refused, which the form shows."""
    if form.is_valid():
        with refused_on(form, field):
            act(**form.cleaned_data)
            if said:
                messages.success(request, said)
            return HttpResponseRedirect(resolve_url(to, **names))
    return None
