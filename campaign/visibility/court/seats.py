"""Seats: a referee acts for a faction or looks at the war as a member does; a deputy acts for his faction.

In a seat a reader knows what belongs to the seat and nothing else: what he knows besides stays behind.
"""

from dataclasses import dataclass, replace

from django.contrib.auth.models import AnonymousUser, User

from campaign.models import Faction, Member
from campaign.rules.kinds import Hand, Role
from campaign.selectors.members.people import deputised
from campaign.visibility.reader import Knowledge, Seat

ACT, VIEW = "act", "view"
SeatChoice = tuple[str, str]


@dataclass(frozen=True)
class SeatOffer:
    """A seat that the reader may take: how, its key, and its name."""

    mode: str
    key: str
    name: str


def seated(knowledge: Knowledge, user: User | AnonymousUser, place: SeatChoice) -> Knowledge | None:
    """Return what the reader knows in a seat; None where he may not take it."""
    mode, key = place
    if mode == ACT:
        return _acting_for(knowledge, user, key)
    return _viewing(knowledge, key) if mode == VIEW and knowledge.is_referee else None


def _acting_for(knowledge: Knowledge, user: User | AnonymousUser, key: str) -> Knowledge | None:
    faction = knowledge.campaign.factions.filter(key=key).first()
    hand = hand_for(knowledge, faction, user)
    if faction is None or not hand:
        return None
    name = f"{knowledge.user_name} ({Hand(hand).label})"
    return _moved(knowledge, Role.PLAYER, faction, name, Seat(ACT, faction.name, hand))


def hand_for(knowledge: Knowledge, faction: Faction | None, user: User | AnonymousUser) -> str:
    """By which right a reader may act for a faction; empty if by none."""
    if faction is None:
        return ""
    if knowledge.is_referee:
        return Hand.REFEREE
    return Hand.DEPUTY if deputised(knowledge.campaign, user.pk).filter(faction=faction).exists() else ""


def _viewing(knowledge: Knowledge, key: str) -> Knowledge | None:
    if not (key.isascii() and key.isdigit() and len(key) < 12):
        return None
    rows = Member.objects.filter(campaign=knowledge.campaign, pk=int(key)).select_related("user", "faction")
    member = rows.first()
    if member is None:
        return None
    name = member.user.get_username()
    return _moved(knowledge, member.role, member.faction, name, Seat(VIEW, name, ""))


def _moved(knowledge: Knowledge, role: str, own: Faction | None, name: str, seat: Seat) -> Knowledge:
    """Return a fresh Knowledge: nothing that was read for the reader himself goes with him, nor his news; nor are a
    member's own news and letters opened to somebody else."""
    return replace(knowledge, role=role, own=own, user_name=name, member_pk=None, unread=0, seat=seat)


def seat_offers(knowledge: Knowledge, user: User | AnonymousUser) -> list[SeatOffer]:
    """Return the seats that a reader may take: a deputy his faction's, a referee all."""
    if not knowledge.is_referee:
        found = {row.faction.key: row.faction.name for row in deputised(knowledge.campaign, user.pk)}
        return [SeatOffer(ACT, key, name) for key, name in found.items()]
    factions = [SeatOffer(ACT, view.key, view.name) for view in knowledge.factions.values()]
    members = Member.objects.filter(campaign=knowledge.campaign).exclude(role=Role.REFEREE)
    rows = members.select_related("user", "faction").order_by("pk")
    return factions + [SeatOffer(VIEW, str(row.pk), _name(row)) for row in rows]


def _name(row: Member) -> str:
    return f"{row.user} ({row.faction})" if row.faction else f"{row.user} ({row.get_role_display()})"
