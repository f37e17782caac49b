"""The companion of a battle of one's own that is fought by hand: its owner writes for both sides."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from base.refusal import Refusal
from battles.models import Battle
from battles.replies.battle import of_own_battle
from battles.replies.companion import Writer, companion_reply, news_reply, over_news, over_reply
from battles.replies.refusals import refusals_shown
from battles.resolvers.contract.registry import has
from battles.services import publish_due
from battles.services.held.choosing import choose_method


@of_own_battle("GET", "HEAD", "POST")
def table(request: HttpRequest, battle: Battle) -> HttpResponse:
    """Show the table, and what is noted on it; when it is over, its log."""
    reply = companion_reply if _on_table(battle) else over_reply
    return reply(request, battle, _writer(request, battle), "battles/companion/companion.html", {})


@of_own_battle()
def news(request: HttpRequest, battle: Battle) -> HttpResponse:
    """Show whether anything new has been noted, on another phone of the same owner."""
    reply = news_reply if _on_table(battle) else over_news
    return reply(request, battle, _writer(request, battle))


@of_own_battle("POST")
def give_up(request: HttpRequest, battle: Battle) -> HttpResponse:
    """Let the program fight it after all; the table is forgotten."""
    with refusals_shown(request):
        if not _on_table(battle):
            raise Refusal(f"{battle.name} is not on the table.")
        choose_method(battle=battle, method=Battle.Method.AUTO)
        publish_due()
    return redirect("battle", key=battle.key)


def _on_table(battle: Battle) -> bool:
    return battle.state == Battle.State.OPEN and has(battle.rules, "companion")


def _writer(request: HttpRequest, battle: Battle) -> Writer:
    names = ("battle", "battle_table", "battle_table_news")
    home, page, news_of = (reverse(name, args=[battle.key]) for name in names)
    return Writer(None, request.user.get_username(), home, page, news_of, settled=home)
