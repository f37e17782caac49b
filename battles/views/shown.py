"""The battle of the first page, to be watched by everybody."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from base.pages.found import found
from battles.pages import BattleLinks
from battles.replies.battle import film_reply, replay_reply, running_account_reply
from battles.resolvers.values.report import Report
from battles.services.forecasting.forecasts import shown_report

A_DAY = "public, max-age=86400"


@require_safe
def replay(request: HttpRequest) -> HttpResponse:
    """Show the battle; 404 until a worker has fought it."""
    report = _report()
    links = BattleLinks(
        page=reverse("battle_shown"), state="", film=reverse("shown_film"), account=reverse("shown_account")
    )
    context = {"battle": {"name": report.battle["name"]}, "links": links}
    return replay_reply(request, "battles/replay/guest_replay.html", report, context)


@require_safe
def film(request: HttpRequest) -> HttpResponse:
    """Return what the script of the replay plays."""
    answer = film_reply(request, _report())
    answer["Cache-Control"] = A_DAY
    return answer


@require_safe
def running_account(request: HttpRequest) -> HttpResponse:
    """Show the account of one round."""
    return running_account_reply(request, _report(), "")


def _report() -> Report:
    return found(shown_report())
