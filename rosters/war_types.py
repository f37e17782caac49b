"""HR-30 The unit types of wars, for lists and battles without a campaign. Those who keep wars offer them here."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from rosters.rules.own_types import OwnTypes


@dataclass(frozen=True)
class WarTypes:
    """The unit types of a war, with the war's key and name."""

    key: str
    name: str
    types: OwnTypes


Reader = AbstractBaseUser | AnonymousUser
Offer = Callable[[Reader, str], Iterable[WarTypes]]
"""The reader, the key that he asks for → wars that he may choose."""
_OFFERS: list[Offer] = []


def offer_types(offer: Offer) -> None:
    """Let lists and battles be written with the types of more wars."""
    if offer not in _OFFERS:
        _OFFERS.append(offer)


def types_of_wars(*, reader: Reader, key: str = "") -> tuple[WarTypes, ...]:
    """Return the wars to choose from; the one of the key is among them if its reader may see it."""
    return tuple(war for offer in _OFFERS for war in offer(reader, key))
