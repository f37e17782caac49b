"""Lines of the campaign's record, the referee's acts on it, and the hand behind an order."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.formats import date_format

from campaign.models import Campaign, ChronicleEntry, Faction, Province, RefereeAct, Turn
from campaign.rules.kinds import Hand
from campaign.services.record.together import add_entry


def as_list(head: str, lines: Sequence[str], *, alone: bool = False) -> str:
    """Return the text of an entry of several lines, each a sentence; pages show those below the first as a list.

    A single line has the head before it, or is ``alone``.
    """
    if len(lines) == 1:
        return lines[0] if alone else f"{head} {lines[0]}"
    return "\n".join([head, *lines])


def write_entry(
    *, turn: Turn, phase: str, kind: str, text: str, audience: Iterable[Faction] | None = None,
    province: Province | None = None, battle_key: str = "", rule: str = "", details: dict[str, Any] | None = None,
) -> ChronicleEntry:  # fmt: skip
    """Write a line. ``audience`` None is public; otherwise only those factions (and the referee) read it."""
    entry = ChronicleEntry(
        campaign=turn.campaign, turn=turn.number, phase=phase, kind=kind, text=text, public=audience is None,
        province=province, battle_key=battle_key, rule=rule, details=details or {},
    )  # fmt: skip
    add_entry(entry, list(dict.fromkeys(audience or ())))
    return entry


def record_act(*, campaign: Campaign, user: User, act: str, reason: str = "", secret: bool = False) -> RefereeAct:
    """Write what a referee did; a secret act is shown to the players when the war is over."""
    newest = campaign.turns.order_by("-number").values_list("number", flat=True).first()
    return RefereeAct.objects.create(
        campaign=campaign, user=user, turn=newest or 0, act=act[:200], reason=reason[:300], secret=secret
    )


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


def on_record(moment: datetime, zone: str = "") -> str:
    """Return a moment in a named zone, else in the zone of the site."""
    place = ZoneInfo(zone) if zone else timezone.get_default_timezone()
    return date_format(timezone.localtime(moment, place), "j F Y, H:i e")
