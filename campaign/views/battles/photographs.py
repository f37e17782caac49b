"""Photographs of a battle of the war."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from base.pages.found import found
from base.pages.person import person_of
from battles.models import Photograph
from battles.replies.photographs import drop_photograph, photographs_page, picture_reply, take_photograph
from campaign.views.access import Knowledge, member_page
from campaign.visibility.battles.battles import BattleKnown, battle_known, may_add_photographs, photographs_known


@member_page("POST")
def add(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Add a photograph, for those who fight there and the referee."""
    seen: BattleKnown = found(battle_known(knowledge, key))
    if not may_add_photographs(knowledge, seen):
        raise Http404
    take_photograph(request, seen.battle, person_of(request), seen.side)
    return _back(knowledge, key)


@member_page()
def picture(request: HttpRequest, knowledge: Knowledge, key: str, photograph: str) -> HttpResponse:
    """Show one of them."""
    return picture_reply(_row(knowledge, key, photograph))


@member_page("POST")
def remove(request: HttpRequest, knowledge: Knowledge, key: str, photograph: str) -> HttpResponse:
    """Remove one of them: its sender's or, for the referee, any."""
    drop_photograph(request, _row(knowledge, key, photograph), any_of_them=knowledge.is_referee)
    return _back(knowledge, key)


def gallery(request: HttpRequest, knowledge: Knowledge, seen: BattleKnown) -> dict[str, object]:
    """Return what the page of a battle shows of them."""
    slug, key = knowledge.campaign.slug, seen.battle.key

    def address(name: str, row: Photograph) -> str:
        return reverse(f"game:{name}", args=[slug, key, row.key])

    add_to = reverse("game:battle_photographs", args=[slug, key]) if may_add_photographs(knowledge, seen) else ""
    rows = photographs_known(knowledge, seen)
    return photographs_page(request, seen.battle, rows, address, add=add_to, any_of_them=knowledge.is_referee)


def _row(knowledge: Knowledge, key: str, photograph: str) -> Photograph | None:
    seen: BattleKnown = found(battle_known(knowledge, key))
    return photographs_known(knowledge, seen).filter(key=photograph).first()


def _back(knowledge: Knowledge, key: str) -> HttpResponse:
    return redirect(f"{reverse('game:battle', args=[knowledge.campaign.slug, key])}#photographs")
