"""The companion of a battle of one's own that is fought by hand: its owner writes for both sides."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from base.refusal import Refusal
from battles.models import Battle
from battles.replies.battle import own_or_404
from battles.replies.companion import Writer, companion_reply, news_reply, over_news, over_reply
from battles.replies.refusals import refusals_shown
from battles.resolvers.contract.registry import has
from battles.services import publish_due
from battles.services.held.choosing import choose_method


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def table(request: HttpRequest, key: str) -> HttpResponse:
    """Show the table, and what is noted on it; when it is over, its log."""
    battle = own_or_404(request, key)
    reply = companion_reply if _on_table(battle) else over_reply
    return reply(request, battle, _writer(request, battle), "battles/companion.html", {})


@require_GET
@login_required
def news(request: HttpRequest, key: str) -> HttpResponse:
    """Show whether anything new has been noted, on another phone of the same owner."""
    battle = own_or_404(request, key)
    reply = news_reply if _on_table(battle) else over_news
    return reply(request, battle, _writer(request, battle))


@require_POST
@login_required
def give_up(request: HttpRequest, key: str) -> HttpResponse:
    """Let the program fight it after all; the table is forgotten."""
    battle = own_or_404(request, key)
    with refusals_shown(request):
        if not _on_table(battle):
            raise Refusal(f"{battle.name} is not on the table.")
        choose_method(battle=battle, method=Battle.Method.AUTO)
        publish_due()
    return redirect("battle", key=key)


def _on_table(battle: Battle) -> bool:
    return battle.state == Battle.State.OPEN and has(battle.rules, "companion")


def _writer(request: HttpRequest, battle: Battle) -> Writer:
    names = ("battle", "battle_table", "battle_table_news")
    home, page, news_of = (reverse(name, args=[battle.key]) for name in names)
    return Writer(None, request.user.get_username(), home, page, news_of, settled=home)
