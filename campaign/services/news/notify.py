"""Telling the members of a campaign what has happened, in the transaction that made it happen."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from campaign.models import Campaign, Faction, Member, Notice
from campaign.models.people import Role

Kind = Notice.Kind
LONGEST, LONGEST_FACT = 400, 120


@dataclass(frozen=True)
class To:
    """Who hears of something: primary keys of factions, whose players do, and of members; roles as a whole.

    ``To.everyone()``, ``To.factions_of([france, prussia])``, ``To.referee()`` and ``To.only([member])`` make one.
    """

    all_members: bool = False
    factions: frozenset[int] = frozenset()
    members: frozenset[int] = frozenset()
    referees: bool = False

    @classmethod
    def everyone(cls) -> "To":
        """Each member of the campaign."""
        return cls(all_members=True)

    @classmethod
    def factions_of(cls, factions: Iterable[Faction | int], *, referees: bool = False) -> "To":
        """The players of some factions, and the referees if wanted."""
        keys = (faction if isinstance(faction, int) else faction.pk for faction in factions)
        return cls(factions=frozenset(keys), referees=referees)

    @classmethod
    def referee(cls) -> "To":
        """The referees."""
        return cls(referees=True)

    @classmethod
    def only(cls, members: Iterable[Member]) -> "To":
        """Some members by name."""
        return cls(members=frozenset(member.pk for member in members))

    def holds(self, member: Member) -> bool:
        """Whether this member hears of it."""
        by_role = self.referees and member.role == Role.REFEREE
        by_faction = member.faction_id is not None and member.faction_id in self.factions
        return self.all_members or by_role or by_faction or member.pk in self.members


@dataclass(frozen=True)
class Note:
    """Something to be heard of.

    ``fact`` names the event inside its campaign, such as ``turn:4:opened``: nobody hears of a fact twice. ``text`` is a
    sentence that all of ``to`` may know. ``path`` is where it leads. ``public`` is the same for everybody outside, or
    empty: it goes to the campaign's webhooks.
    """

    kind: str
    fact: str
    text: str
    to: To
    path: str = ""
    public: str = ""


def notify(
    campaign: Campaign, kind: str, *, fact: str, text: str, to: To, path: str = "", public: str = ""
) -> list[Notice]:
    """Let members hear of one event; see ``Note``. Call it in the event's own transaction."""
    return notify_each(campaign, [Note(kind, fact, text, to, path, public)])


@transaction.atomic
def notify_each(campaign: Campaign, notes: Sequence[Note]) -> list[Notice]:
    """Let members hear of several events, in a fixed number of statements; the notices that are new."""
    if not notes:
        return []
    members = list(campaign.members.select_related("user"))
    known = set(Notice.objects.filter(campaign=campaign, fact__in=[n.fact[:LONGEST_FACT] for n in notes])
                .values_list("member_id", "fact"))  # fmt: skip
    turn, now = _newest(campaign), timezone.now()
    wanted = [
        Notice(campaign=campaign, member=member, key=_key(member, note), kind=note.kind,
               fact=note.fact[:LONGEST_FACT], text=note.text[:LONGEST], path=note.path[:200], turn=turn, at=now)
        for note in notes for member in members if note.to.holds(member)
    ]  # fmt: skip
    made = {(n.member_id, n.fact): n for n in wanted if (n.member_id, n.fact) not in known}
    Notice.objects.bulk_create(made.values(), batch_size=200, ignore_conflicts=True)
    return list(made.values())


def _key(member: Member, note: Note) -> str:
    return hashlib.sha256(f"{member.pk}|{note.fact[:LONGEST_FACT]}".encode()).hexdigest()[:16]


def _newest(campaign: Campaign) -> int:
    return campaign.turns.order_by("-number").values_list("number", flat=True).first() or 0
