"""Answers that the pages of one-off battles share with those of a campaign's battles."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.http import require_http_methods
from django_htmx.http import HTMX_STOP_POLLING

from base.pages.export import Export
from base.pages.found import found
from base.pages.public_address import leads_only_here, public_uri
from battles.models import Battle, Forecast
from battles.pack.files import FILES, PAPERS, pack_pdf
from battles.pack.pack import Pack
from battles.pages import BattleLinks, BattleView
from battles.pages.forecast import KeptForecast, forecasts_page, kept_page
from battles.pages.packs import paper_of
from battles.pages.replay import film_page, film_text, running_account, still_plate
from battles.resolvers.values.report import Report
from battles.selectors import forecasts_about, forecasts_of, own_battle
from battles.services import cancel_forecast

MOST_COMPARED, MOST_KEPT = 12, 20
ASKED = ("province", "runs", "compare")
PDF = "pdf"


def own_or_404(request: HttpRequest, key: str) -> Battle:
    """Return a battle of the reader's own; 404 for foreign and absent ones alike."""
    return found(own_battle(user=request.user, key=key) if isinstance(request.user, User) else None)


def of_own_battle(*methods: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Give the view a battle of the reader's own instead of its key; 404 for foreign and absent ones alike.

    Without methods it answers GET alone.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def inner(request: HttpRequest, key: str, **named: str) -> HttpResponse:
            return view(request, own_or_404(request, key), **named)

        return require_http_methods(methods or ("GET",))(login_required(inner))

    return decorate


def progress(request: HttpRequest, battle: BattleView) -> HttpResponse:
    """Show the progress; the page polls this until the battle is over, then loads itself anew."""
    if not request.headers.get("HX-Request"):
        return redirect(battle.links.page)
    if battle.polling:
        return render(request, "battles/_state.html", {"battle": battle})
    return HttpResponse(status=HTMX_STOP_POLLING, headers={"HX-Redirect": battle.links.page})


def dice_asked(request: HttpRequest) -> bool:
    """Return whether the address asks for the dice of each paragraph of a dispatch."""
    return request.GET.get("dice") == "1"


def download(export: Export | None) -> HttpResponse:
    """Return the file; 404 where there is none yet."""
    if export is None:
        raise Http404
    disposition = f'attachment; filename="{export.name}"'
    return HttpResponse(export.content, content_type=export.content_type, headers={"Content-Disposition": disposition})


def replay_reply(request: HttpRequest, template: str, report: Report | None, context: dict[str, Any]) -> HttpResponse:
    """Return the page of a replay at the moment that the address asks for; 404 before the battle is settled."""
    if report is None:
        raise Http404
    return render(request, template, {"replay": _replay_text(report, _moment(request), context["links"]), **context})


def _replay_text(report: Report, at: int | None, links: Mapping[str, str] | BattleLinks) -> str:
    """Return the stage, the account and the tables at a moment, drawn once for each reader of these addresses."""
    known = vars(links) if isinstance(links, BattleLinks) else links
    name = ("replay", at, *(known.get(part, "") for part in ("film", "account", "journal")))
    return report.drawn.get(name, lambda: _replay_drawn(report, at, known))


def _replay_drawn(report: Report, at: int | None, links: Mapping[str, str]) -> str:
    page = film_page(report, at)
    return render_to_string("battles/replay/_replay.html", {**page, "links": links}) if page else ""


def film_reply(request: HttpRequest, report: Report | None) -> HttpResponse:
    """Return the whole film for the script that plays it; 404 where there is none."""
    film = found(film_text(report) if report else None)
    return HttpResponse(film, content_type="application/json")


def running_account_reply(request: HttpRequest, report: Report | None, journal: str) -> HttpResponse:
    """Return the account of one round; ``journal`` is the address of the whole journal."""
    if report is None or not report.journal:
        raise Http404
    at = min(_moment(request) or 0, len(report.journal))
    return HttpResponse(report.drawn.get(("account", at, journal), lambda: _account_drawn(report, at, journal)))


def _account_drawn(report: Report, at: int, journal: str) -> str:
    return render_to_string("battles/replay/_account.html", {**running_account(report, at), "journal": journal})


def still_reply(request: HttpRequest, report: Report | None) -> HttpResponse:
    """Return one moment as a picture: that of the address, or the decisive one."""
    at = _moment(request)
    picture = report.drawn.get(("still", at), lambda: _still_drawn(report, at)) if report else ""
    if not picture:
        raise Http404
    return HttpResponse(picture, content_type="image/svg+xml")


def _still_drawn(report: Report, at: int | None) -> str:
    plate = still_plate(report, at)
    return render_to_string("battles/plate.svg", {"plate": plate}, using="jinja2") if plate else ""


def _moment(request: HttpRequest) -> int | None:
    """Return the event that the address asks for; None where it names none."""
    text = request.GET.get("at", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def pack_file(request: HttpRequest, pack: Pack, address: str, *, state: str = "") -> HttpResponse:
    """Return the file of a pack that is asked for as ``kind``, the printed one on ``paper``; 404 for kinds there are
    not.

    ``address`` is the path to where the result of the pack is typed in, empty for none; ``state`` is how the battle
    stands, which is printed behind the time.
    """
    kind, paper = request.GET.get("kind", PDF), request.GET.get("paper", "")
    if kind == PDF:
        paper = paper if paper in PAPERS else paper_of(request.headers.get("Accept-Language", ""))
        whole_address = address and public_uri(request, address)
        return download(pack_pdf(pack, paper=paper, address=whole_address, printed=f"As of {_now()}{state}",
                                 only_here=leads_only_here(request)))  # fmt: skip
    if kind not in FILES:
        raise Http404
    return download(FILES[kind](pack))


def _now() -> str:
    """Return the time in the reader's zone."""
    return date_format(timezone.localtime(), "D j F Y, H:i e")


def page_number(request: HttpRequest) -> int:
    """Return the page that the address asks for; 1 where it names none."""
    text = request.GET.get("page", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1


def forecasts_asked(address: str, rows: Sequence[Forecast], asked: Mapping[str, Any]) -> str:
    """Return the address that shows these forecasts; ``asked`` holds the values of the form, which it shows again."""
    repeated = [(name, asked[name]) for name in ASKED if asked.get(name)]
    return f"{address}?{urlencode([*[('of', row.key) for row in rows], *repeated])}"


def asked_before(request: HttpRequest) -> dict[str, str]:
    """Return the form's first values: those of the forecasts named in the address."""
    return {name: request.GET[name] for name in ASKED if name in request.GET}


def forecast_reply(request: HttpRequest, template: str, scope: str, context: dict[str, Any]) -> HttpResponse:
    """Return the page with the forecasts that the address names and this scope may read; for htmx their fragment alone.

    The page also lists what the scope has asked before about the same, which ``context["about"]`` names.
    """
    rows = forecasts_of(scope=scope, keys=request.GET.getlist("of")[:MOST_COMPARED])
    asked = forecasts_asked(context["address"], rows, request.GET)
    full = {**forecasts_page(rows), "asked": asked, "keys": [row.key for row in rows],
            "asked_before": asked_before(request), **context}  # fmt: skip
    fragment = request.headers.get("HX-Request") and not request.headers.get("HX-History-Restore-Request")
    if not fragment:
        full["kept"] = _kept(scope, context["about"], full["keys"])
    form = context.get("form")
    status = 422 if form is not None and form.is_bound else 200
    return render(request, "battles/forecasts/_forecasts.html" if fragment else template, full, status=status)


def _kept(scope: str, about: str, shown: Sequence[str]) -> list[KeptForecast]:
    rows = forecasts_about(scope=scope, about=about, most=MOST_KEPT)
    return kept_page([row for row in rows if row.key not in shown])


def stopped_forecasts(request: HttpRequest, address: str, scope: str) -> str:
    """Stop the forecasts that the form names; the address that shows them."""
    rows = forecasts_of(scope=scope, keys=request.POST.getlist("of")[:MOST_COMPARED])
    for row in rows:
        cancel_forecast(forecast=row)
    return forecasts_asked(address, rows, request.POST)
