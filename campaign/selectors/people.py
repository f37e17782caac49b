"""Reads about people."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Prefetch, QuerySet

from campaign.models import Campaign, Invitation, Member, Turn


@dataclass(frozen=True)
class MyCampaign:
    """A line of «my campaigns»."""

    campaign: Campaign
    member: Member
    turn: Turn | None
    ready: bool

    @property
    def is_referee(self) -> bool:
        return self.member.role == "referee"


def campaigns_of(user: AbstractBaseUser | AnonymousUser) -> list[MyCampaign]:
    """The campaigns in which somebody takes part, the newest first, each with its newest turn."""
    turns = Prefetch("campaign__turns", Turn.objects.order_by("-number").prefetch_related("faction_turns"))
    rows = Member.objects.filter(user_id=user.pk).select_related("campaign", "faction").prefetch_related(turns)
    return [_line(member) for member in rows.order_by("-campaign__pk")]


def _line(member: Member) -> MyCampaign:
    turns = list(member.campaign.turns.all())
    turn = turns[0] if turns else None
    ready = bool(turn) and any(row.ready and row.faction_id == member.faction_id for row in turn.faction_turns.all())
    return MyCampaign(member.campaign, member, turn, ready)


def members_of(campaign: Campaign) -> list[Member]:
    """Everybody who takes part, referees first."""
    rank = {"referee": 0, "player": 1, "observer": 2}
    rows = campaign.members.select_related("user", "faction")
    return sorted(rows, key=lambda member: (rank[member.role], member.pk))


def refereed_campaign(*, slug: str, user: AbstractBaseUser | AnonymousUser) -> Campaign | None:
    """The campaign, if this user is one of its referees."""
    return Campaign.objects.filter(slug=slug, members__user_id=user.pk, members__role="referee").first()


def refereed_campaigns(user: AbstractBaseUser | AnonymousUser) -> QuerySet[Campaign]:
    """The campaigns that somebody referees."""
    return Campaign.objects.filter(members__user_id=user.pk, members__role="referee")


def open_invitations(campaign: Campaign) -> list[Invitation]:
    """Invitations that have not been used or withdrawn, the newest first; run-out ones are among them."""
    return list(campaign.invitations.filter(used_at=None, withdrawn=False).select_related("faction"))
