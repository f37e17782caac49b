"""Photographs of a battle, and the secret address where guests watch it: a key that can be changed."""

from django.contrib.auth.models import User
from django.db import transaction

from base.pages.pictures import Picture
from base.refusal import Refusal
from base.rows.columns import key_of, new_key, signed_key
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


SALT = "battles.guests"


def guest_token(key: str) -> str:
    """Return the token in the address: the key and the site's signature; empty where there is no key."""
    return signed_key(SALT, key)


def battle_of_guest(token: str) -> Battle | None:
    """Return the settled one-off whose address this is; None for any other."""
    key = key_of(SALT, token)
    if not key:
        return None
    rows = Battle.objects.select_related("result").defer("result__journal")
    return rows.filter(guest_key=key, owner__isnull=False, state=Battle.State.DONE).first()


def invite_guests(*, battle: Battle) -> str:
    """Give a battle an address for guests, in place of the one it had; Refusal before it is settled."""
    if battle.state != Battle.State.DONE:
        raise Refusal("Guests: this battle is not settled yet; wait until it is, then make the link.")
    key = new_key()
    Battle.objects.filter(pk=battle.pk).update(guest_key=key)
    return key


def shut_guests_out(*, battle: Battle) -> None:
    """Take the address back: it leads nowhere any more."""
    Battle.objects.filter(pk=battle.pk).update(guest_key="")
