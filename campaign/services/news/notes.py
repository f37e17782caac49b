"""News and their audience, as plain values."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from campaign.models import Faction, Member
from campaign.rules.kinds import Role


@dataclass(frozen=True)
class Recipients:
    """The recipients of a notice: primary keys of factions, whose players get it, and of members; roles as a whole.

    ``Recipients.everyone()``, ``Recipients.factions_of([france, prussia])``, ``Recipients.referee()`` and
    ``Recipients.only([member])`` make one.
    """

    all_members: bool = False
    factions: frozenset[int] = frozenset()
    members: frozenset[int] = frozenset()
    referees: bool = False

    @classmethod
    def everyone(cls) -> "Recipients":
        """Return each member of the campaign."""
        return cls(all_members=True)

    @classmethod
    def factions_of(cls, factions: Iterable[Faction | int], *, referees: bool = False) -> "Recipients":
        """Return the players of some factions, and the referees if wanted."""
        keys = (faction if isinstance(faction, int) else faction.pk for faction in factions)
        return cls(factions=frozenset(keys), referees=referees)

    @classmethod
    def referee(cls) -> "Recipients":
        """Return the referees."""
        return cls(referees=True)

    @classmethod
    def only(cls, members: Iterable[Member]) -> "Recipients":
        """Return some members by name."""
        return cls(members=frozenset(member.pk for member in members))

    def holds(self, member: Member) -> bool:
        """Return whether this member is notified."""
        by_role = self.referees and member.role == Role.REFEREE
        by_faction = member.faction_id is not None and member.faction_id in self.factions
        return self.all_members or by_role or by_faction or member.pk in self.members


@dataclass(frozen=True)
class Note:
    """A piece of news to send.

    ``fact`` names the event inside its campaign, such as ``turn:4:opened``: nobody gets a fact twice. ``text`` is a
    sentence that all of ``to`` may know. ``path`` is where it leads. ``public`` is the same for everybody outside, or
    empty: it goes to the campaign's webhooks.
    """

    kind: str
    fact: str
    text: str
    to: Recipients
    path: str = ""
    public: str = ""
    until: datetime | None = None
    """From then on it is not true any more, and is not mailed."""
