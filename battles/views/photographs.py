"""Photographs of a one-off battle, for its owner."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from battles.models import Battle, Photograph
from battles.replies.battle import of_own_battle, own_or_404
from battles.replies.photographs import drop_photograph, photographs_page, picture_reply, take_photograph
from battles.selectors import photographs_of


@of_own_battle("POST")
def add(request: HttpRequest, battle: Battle) -> HttpResponse:
    """Add a photograph."""
    take_photograph(request, battle, request.user, None)  # type: ignore[arg-type]
    return _back(battle.key)


@require_safe
@login_required
def picture(request: HttpRequest, key: str, photograph: str) -> HttpResponse:
    """Show one of them."""
    return picture_reply(_row(request, key, photograph))


@require_POST
@login_required
def remove(request: HttpRequest, key: str, photograph: str) -> HttpResponse:
    """Remove one of them."""
    drop_photograph(request, _row(request, key, photograph), any_of_them=True)
    return _back(key)


def gallery(request: HttpRequest, battle: Battle) -> dict[str, object]:
    """Return what the page of a battle shows of them."""

    def address(name: str, row: Photograph) -> str:
        return reverse(name, args=[battle.key, row.key])

    add_to = reverse("battle_photographs", args=[battle.key])
    return photographs_page(request, battle, photographs_of(battle), address, add=add_to, any_of_them=True)


def _row(request: HttpRequest, key: str, photograph: str) -> Photograph | None:
    return photographs_of(own_or_404(request, key)).filter(key=photograph).first()


def _back(key: str) -> HttpResponse:
    return redirect(f"{reverse('battle', args=[key])}#photographs")
