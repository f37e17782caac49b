"""The replay of a one-off battle for guests, by a secret address that its owner makes and takes back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from base.pages.found import found
from battles.battle_exports import BOTH
from battles.models import Battle
from battles.pages import BattleLinks, battle_view
from battles.replies.battle import film_reply, of_own_battle, replay_reply, running_account_reply
from battles.replies.refusals import refusals_shown
from battles.selectors import report_of
from battles.services.photographs import battle_of_guest, invite_guests, shut_guests_out


@of_own_battle("POST")
def guests(request: HttpRequest, battle: Battle) -> HttpResponse:
    """Make a new address for guests, or take it back."""
    with refusals_shown(request):
        if request.POST.get("guests") == "1":
            invite_guests(battle=battle)
        else:
            shut_guests_out(battle=battle)
    return redirect(f"{reverse('battle', args=[battle.key])}#guests")


@never_cache
@require_safe
def replay(request: HttpRequest, token: str) -> HttpResponse:
    """Show the battle to be watched; 404 for an address that was taken back."""
    battle = _watched(token)
    links = BattleLinks(
        page=reverse("guest_replay", args=[token]), state="",
        film=reverse("guest_film", args=[token]), account=reverse("guest_account", args=[token]),
    )  # fmt: skip
    context = {"battle": battle_view(battle, links, full=True), "links": links}
    return replay_reply(request, "battles/replay/guest_replay.html", report_of(battle, plans=BOTH), context)


@never_cache
@require_safe
def film(request: HttpRequest, token: str) -> HttpResponse:
    """Return what the script of the replay plays."""
    return film_reply(request, report_of(_watched(token)))


@never_cache
@require_safe
def running_account(request: HttpRequest, token: str) -> HttpResponse:
    """Show the account of one round."""
    return running_account_reply(request, report_of(_watched(token), plans=BOTH), "")


def _watched(token: str) -> Battle:
    return found(battle_of_guest(token))
