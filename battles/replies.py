"""Answers that the pages of one-off battles share with those of a campaign's battles."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from battles.exports import Export
from battles.pages import BattleView

POLL_ENDS = 286


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
