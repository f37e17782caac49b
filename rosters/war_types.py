"""HR-30 The unit types of wars, for lists and battles without a campaign. Those who keep wars offer them here."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rosters.rules.own_types import OwnTypes


@dataclass(frozen=True)
class WarTypes:
    """The unit types of a war, with the war's key and name."""

    key: str
    name: str
    types: OwnTypes


Offer = Callable[[bool, str], Iterable[WarTypes]]
"""Whether the reader is logged in, the key that he asks for → wars that he may choose."""
_OFFERS: list[Offer] = []


def offer_types(offer: Offer) -> None:
    """Let lists and battles be written with the types of more wars."""
    if offer not in _OFFERS:
        _OFFERS.append(offer)


def types_of_wars(*, logged_in: bool, key: str = "") -> tuple[WarTypes, ...]:
    """Return the wars to choose from; the one of the key is among them if its reader may see it."""
    return tuple(war for offer in _OFFERS for war in offer(logged_in, key))
