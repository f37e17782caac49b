"""The secret address where guests watch a one-off battle: a key that can be changed, with a signature of the site."""

from django.utils.crypto import constant_time_compare, salted_hmac

from base.refusal import Refusal
from base.rows.keys import new_key
from battles.models import Battle

SALT = "battles.guests"


def guest_token(key: str) -> str:
    """Return the token in the address: the key and the site's signature; empty where there is no key."""
    return f"{key}-{_signature(key)}" if key else ""


def _signature(key: str) -> str:
    return salted_hmac(SALT, key, algorithm="sha256").hexdigest()[:32]


def battle_of_guest(token: str) -> Battle | None:
    """Return the settled one-off whose address this is; None for any other."""
    key, _, signature = token.partition("-")
    if not key or not constant_time_compare(signature, _signature(key)):
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
