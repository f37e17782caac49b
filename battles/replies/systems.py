"""The comparison of rule systems, as one-off battles and a campaign's battles show it alike."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django_htmx.http import push_url

from base.pages.found import found
from base.refusal import Refusal
from battles.forms.odds import RunsForm
from battles.models import Forecast
from battles.pages.systems import systems_csv, systems_page
from battles.replies.battle import MOST_COMPARED, film_reply, replay_reply, running_account_reply
from battles.replies.refusals import refused_on
from battles.resolvers.contract.registry import name_of
from battles.resolvers.dispatch.dispatch import write_dispatch
from battles.resolvers.forecasts.forecast import Question
from battles.resolvers.forecasts.what_if import by_each_system
from battles.selectors import forecasts_of, newest_compared, sample_report
from battles.services import ask_comparison, cancel_forecast, publish_chunks

FILM, ACCOUNT = "film", "account"


@dataclass(frozen=True)
class Asked:
    """The battle of a comparison, its reader, and the address of its page."""

    scope: str
    about: str
    name: str
    address: str
    template: str


def systems_reply(
    request: HttpRequest, asked: Asked, question: Question | None, context: Mapping[str, Any]
) -> HttpResponse:
    """Ask for the comparison, stop it, or show it: the page, for htmx the figures alone, or a table as CSV."""
    form = RunsForm(request.POST if request.method == "POST" else None, values=_set_already(question))
    rows = _asked_rows(request, asked)
    if "stop" in request.POST:
        for row in rows:
            cancel_forecast(forecast=row)
        return redirect(_address(asked, rows))
    if request.GET.get("format") == "csv" and rows:
        disposition = {"Content-Disposition": 'attachment; filename="systems.csv"'}
        return HttpResponse(systems_csv(rows), content_type="text/csv; charset=utf-8", headers=disposition)
    if form.is_valid() and question is not None:
        with refused_on(form):
            rows = _ask(asked, question, form)
            return _asked_now(request, asked, question, form, rows, context)
    return _show(request, asked, question, form, rows, context)


def _asked_rows(request: HttpRequest, asked: Asked) -> list[Forecast]:
    """Return the forecasts that the address names; where it names none, what was last asked about this battle."""
    keys = (request.POST or request.GET).getlist("of")[:MOST_COMPARED]
    if keys or request.method == "POST":
        return forecasts_of(scope=asked.scope, keys=keys)
    return newest_compared(scope=asked.scope, about=asked.about, most=4 * MOST_COMPARED)


def _set_already(question: Question | None) -> dict[str, Mapping[str, Any]]:
    """Return the options that the battle has by its own rules."""
    return {question.file.rules: question.file.options.own} if question else {}


def _asked_now(
    request: HttpRequest, asked: Asked, question: Question, form: RunsForm, rows: list[Forecast],
    context: Mapping[str, Any],
) -> HttpResponse:  # fmt: skip
    """Lead to the page of what was just asked; htmx gets its figures at once, so that they are there a moment
    sooner."""
    if not _is_fragment(request):
        return redirect(_address(asked, rows))
    return push_url(_show(request, asked, question, form, rows, context, status=200), _address(asked, rows))


def _is_fragment(request: HttpRequest) -> bool:
    return bool(request.headers.get("HX-Request") and not request.headers.get("HX-History-Restore-Request"))


def _ask(asked: Asked, question: Question, form: RunsForm) -> list[Forecast]:
    plans, refused = by_each_system(question, form.options())
    if not plans:
        raise Refusal(next(iter(refused.values()), "No rule system can fight this battle."))
    rows = ask_comparison(
        scope=asked.scope, plans=plans, runs=form.cleaned_data["runs"], name=asked.name, about=asked.about, sample=True
    )  # fmt: skip
    publish_chunks()
    return rows


def _address(asked: Asked, rows: list[Forecast]) -> str:
    return f"{asked.address}?{urlencode([('of', row.key) for row in rows])}" if rows else asked.address


def _show(
    request: HttpRequest, asked: Asked, question: Question | None, form: RunsForm, rows: list[Forecast],
    context: Mapping[str, Any], status: int | None = None,
) -> HttpResponse:  # fmt: skip
    fragment = _is_fragment(request)
    refused = by_each_system(question)[1] if question is not None and not fragment else {}
    full = {
        **systems_page(rows), "form": form, "address": asked.address, "asked": _address(asked, rows),
        "keys": [row.key for row in rows], "refused": refused, "question": question,
        "problems": [str(error) for errors in form.errors.values() for error in errors] if fragment else [], **context,
    }  # fmt: skip
    status = status or (422 if form.is_bound else 200)
    return render(request, "battles/forecasts/_systems.html" if fragment else asked.template, full, status=status)


def sample_reply(
    request: HttpRequest, scope: str, row_key: str, address: str, template: str, context: Mapping[str, Any]
) -> HttpResponse:
    """Return the battle that a comparison has kept, to be watched; ``part`` in the address asks for its film or
    account."""
    rows = forecasts_of(scope=scope, keys=[row_key])
    report = found(sample_report(rows[0]) if rows else None)
    part = request.GET.get("part", "")
    if part == FILM:
        return film_reply(request, report)
    if part == ACCOUNT:
        return running_account_reply(request, report, "")
    links = {"page": context["back"], "film": f"{address}?part={FILM}", "account": f"{address}?part={ACCOUNT}"}
    dispatch = write_dispatch(report)
    head = {"rules_name": name_of(report.rules), "headline": dispatch.headline, "lead": dispatch.lead, "links": links}
    return replay_reply(request, template, report, {**context, **head})
