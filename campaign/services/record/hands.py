"""The hand behind an order: a player's own, or that of somebody who acts for his faction."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.contrib.auth.models import User

from campaign.models import Faction, RefereeAct
from campaign.rules.kinds import Hand
from campaign.services.record.acts import record_act


@dataclass(frozen=True)
class Acting:
    """Somebody who acts for a faction that is not his own."""

    user: User
    hand: str
    faction: Faction


_acting: ContextVar[Acting | None] = ContextVar("acting", default=None)


@contextmanager
def acting(acting_now: Acting | None) -> Iterator[None]:
    """Within, everything that is entered bears the mark of who acts; with None it is a player's own."""
    token = _acting.set(acting_now)
    try:
        yield
    finally:
        _acting.reset(token)


def hand_now() -> str:
    """Return the mark of what is entered now."""
    now = _acting.get()
    return now.hand if now else Hand.OWN


def note_hand(what: str) -> None:
    """Write on the public record what a referee does now for a faction, such as "gave orders for".

    Each thing once a turn, so that it betrays no number of armies; nothing where nobody acts for another.
    """
    now = _acting.get()
    if now is None or now.hand != Hand.REFEREE:
        return
    faction = now.faction
    newest = faction.campaign.turns.order_by("-number").values_list("number", flat=True).first()
    act = f"{what} {faction.name}"
    rows = RefereeAct.objects.filter(campaign=faction.campaign, turn=newest or 0, user=now.user, act=act)
    if not rows.exists():
        record_act(campaign=faction.campaign, user=now.user, act=act)
