"""Photographs of a battle: added by those who were there, removed by their sender or the referee."""

from django.contrib.auth.models import User
from django.db import transaction

from base.pages.pictures import Picture
from base.refusal import Refusal
from battles.models import Battle, Photograph
from battles.services.held.settling import locked

MOST_EACH = 8


def check_room(*, battle: Battle, sender: User) -> None:
    """Refuse where somebody has as many photographs of a battle as are kept."""
    if Photograph.objects.filter(battle=battle, sender=sender).count() >= MOST_EACH:
        raise Refusal(f"Photograph: you have added {MOST_EACH} to this battle already; remove one of them first.")


@transaction.atomic
def add_photograph(*, battle: Battle, sender: User, side: int | None, picture: Picture, caption: str) -> Photograph:
    """Keep a photograph with the battle; Refusal where its sender has no room for another one."""
    check_room(battle=locked(battle), sender=sender)
    return Photograph.objects.create(
        battle=battle, sender=sender, by=sender.get_username(), side=side, caption=caption, data=picture.data,
        width=picture.width, height=picture.height,
    )  # fmt: skip


def remove_photograph(*, photograph: Photograph) -> None:
    """Remove a photograph for good."""
    photograph.delete()
