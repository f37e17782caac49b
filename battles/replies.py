"""Answers that the pages of one-off battles share with those of a campaign's battles."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from battles.exports import Export
from battles.models import Forecast
from battles.pages import BattleView
from battles.pages.forecast import forecasts_page
from battles.selectors import forecasts_of
from battles.services import cancel_forecast

POLL_ENDS = 286
MOST_COMPARED = 8


def progress(request: HttpRequest, battle: BattleView) -> HttpResponse:
    """How far it is; asked again and again by the page, which is loaded anew when the battle is over."""
    if not request.headers.get("HX-Request"):
        return redirect(battle.links.page)
    if battle.polling:
        return render(request, "battles/_state.html", {"battle": battle})
    return HttpResponse(status=POLL_ENDS, headers={"HX-Redirect": battle.links.page})


def download(export: Export | None) -> HttpResponse:
    """The file; 404 where there is none yet."""
    if export is None:
        raise Http404
    disposition = f'attachment; filename="{export.name}"'
    return HttpResponse(export.text, content_type=export.content_type, headers={"Content-Disposition": disposition})


def page_number(request: HttpRequest) -> int:
    """The page that the address asks for; 1 where it names none."""
    text = request.GET.get("page", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1


def forecasts_asked(address: str, rows: Sequence[Forecast]) -> str:
    """The address that shows these forecasts."""
    return f"{address}?{urlencode([('of', row.key) for row in rows])}"


def forecast_reply(request: HttpRequest, template: str, scope: str, context: dict[str, Any]) -> HttpResponse:
    """The page with the forecasts that the address names and this scope may read; for htmx their fragment alone."""
    rows = forecasts_of(scope=scope, keys=request.GET.getlist("of")[:MOST_COMPARED])
    asked = forecasts_asked(context["address"], rows)
    full = {**forecasts_page(rows), "asked": asked, "keys": [row.key for row in rows], **context}
    fragment = request.headers.get("HX-Request") and not request.headers.get("HX-History-Restore-Request")
    form = context.get("form")
    status = 422 if form is not None and form.is_bound else 200
    return render(request, "battles/_forecasts.html" if fragment else template, full, status=status)


def stopped_forecasts(request: HttpRequest, address: str, scope: str) -> str:
    """Stop the forecasts that the form names; the address that shows them."""
    rows = forecasts_of(scope=scope, keys=request.POST.getlist("of")[:MOST_COMPARED])
    for row in rows:
        cancel_forecast(forecast=row)
    return forecasts_asked(address, rows)
