"""Reads about people, their absences and deputies."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import timedelta

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from base.rows.prepared import prepared
from campaign import models
from campaign.rules.kinds import Role

SHOWN_FOR = timedelta(days=30)


@dataclass(frozen=True)
class MyCampaign:
    """A line of «my campaigns»."""

    campaign: models.Campaign
    member: models.Member
    turn: models.Turn | None
    ready: bool
    namesake: bool = False
    """Whether another one of the list has the same name."""

    @property
    def is_referee(self) -> bool:
        return self.member.role == "referee"


def campaigns_of(user: AbstractBaseUser | AnonymousUser) -> list[MyCampaign]:
    """Return the campaigns in which somebody takes part, the newest first, each with its newest turn."""
    pk = user.pk or 0
    turns = {turn.campaign_id: turn for turn in _newest_turns(pk)}
    ready = set(_ready(pk))
    found = []
    for member in _taking_part(pk):
        turn = turns.get(member.campaign_id)
        is_ready = turn is not None and (turn.pk, member.faction_id) in ready
        found.append(MyCampaign(member.campaign, member, turn, is_ready))
    names = Counter(line.campaign.name for line in found)
    return [replace(line, namesake=names[line.campaign.name] > 1) for line in found]


def wars_alone(user: AbstractBaseUser | AnonymousUser) -> list[MyCampaign]:
    """Return the wars that somebody plays against the program."""
    return [line for line in campaigns_of(user) if line.campaign.ready_runs and line.member.faction_id]


def own_war_alone(user: AbstractBaseUser | AnonymousUser, slug: str) -> models.Campaign | None:
    """Return one war that somebody plays against the program."""
    return next((line.campaign for line in wars_alone(user) if line.campaign.slug == slug), None)


@prepared
def _taking_part(user: int) -> QuerySet[models.Member]:
    rows = models.Member.objects.filter(user=user, campaign__deleted_at=None).select_related("campaign", "faction")
    return rows.defer("campaign__map").order_by("-campaign__pk")


@prepared
def _newest_turns(user: int) -> QuerySet[models.Turn]:
    newest = models.Turn.objects.filter(campaign=OuterRef("campaign")).order_by("-number").values("pk")[:1]
    return models.Turn.objects.filter(campaign__members__user=user, pk=Subquery(newest))


@prepared
def _ready(user: int) -> QuerySet[models.FactionTurn, tuple[int, int]]:
    rows = models.FactionTurn.objects.filter(faction__members__user=user, ready=True)
    return rows.values_list("turn_id", "faction_id")


def removal(user: User, role: str) -> str:
    """Return the words in which the record notes that a referee ended a member's part."""
    return f"removed {user} ({Role(role).label})"


def ended_parts(user: User) -> list[models.RefereeAct]:
    """Return the acts by which somebody's part was ended lately, of campaigns in which he takes none again.

    A copy of a campaign brings the record along, but nobody of this site has acted in it.
    """
    since = max(timezone.now() - SHOWN_FOR, user.date_joined)
    rows = models.RefereeAct.objects.filter(act__in=[removal(user, role) for role in Role.values], at__gte=since)
    rows = rows.filter(campaign__deleted_at=None, user__isnull=False)
    rows = rows.exclude(user=user).exclude(campaign__members__user=user)
    return list(rows.select_related("campaign").defer("campaign__map").order_by("-pk"))


def newest_campaign_led(user: AbstractBaseUser | AnonymousUser) -> str:
    """Return the slug of the newest campaign in which somebody leads a faction; empty where there is none."""
    rows = models.Member.objects.filter(
        user_id=user.pk or 0, role="player", campaign__deleted_at=None, campaign__archived_at=None
    )
    return rows.order_by("-campaign").values_list("campaign__slug", flat=True).first() or ""


def members_of(campaign: models.Campaign) -> list[models.Member]:
    """Everybody who takes part, referees first."""
    rank = {"referee": 0, "player": 1, "observer": 2}
    rows = campaign.members.select_related("user", "faction")
    return sorted(rows, key=lambda member: (rank[member.role], member.pk))


def refereed_campaign(*, slug: str, user: AbstractBaseUser | AnonymousUser) -> models.Campaign | None:
    """Return the campaign, if this user is one of its referees."""
    return next(iter(_led(slug, user.pk or 0)), None)


@prepared
def _led(slug: str, user: int) -> QuerySet[models.Campaign]:
    return _refereed(user).filter(deleted_at=None, slug=slug).defer("map")


def refereed_campaigns(user: AbstractBaseUser | AnonymousUser) -> QuerySet[models.Campaign]:
    """Return the campaigns that somebody referees."""
    return _refereed(user.pk or 0).filter(deleted_at=None)


def _refereed(user: int) -> QuerySet[models.Campaign]:
    return models.Campaign.objects.filter(members__user_id=user, members__role="referee")


def deleted_campaigns(user: AbstractBaseUser | AnonymousUser) -> list[models.Campaign]:
    """Return the deleted campaigns that somebody refereed and can bring back."""
    return _deleted(user.pk or 0)


@prepared
def _deleted(user: int) -> QuerySet[models.Campaign]:
    return _refereed(user).exclude(deleted_at=None).defer("map").order_by("deleted_at")


def deleted_campaign(*, slug: str, user: AbstractBaseUser | AnonymousUser) -> models.Campaign | None:
    """Return one of them."""
    return _refereed(user.pk or 0).exclude(deleted_at=None).filter(slug=slug).first()


def open_invitations(campaign: models.Campaign) -> list[models.Invitation]:
    """Invitations that have not been used or withdrawn, the newest first; run-out ones are among them."""
    return list(campaign.invitations.filter(used_at=None, withdrawn=False).select_related("faction"))


def dumps_of(campaign: models.Campaign) -> list[models.CampaignDump]:
    """Return the campaign's files that were written or are under way, the newest first, without their bytes."""
    return list(campaign.dumps.defer("data").order_by("-pk"))


def own_upload(*, user: User, key: str) -> models.CampaignUpload | None:
    """Return a campaign file that this user has sent, without its bytes."""
    return models.CampaignUpload.objects.select_related("campaign").defer("data").filter(owner=user, key=key).first()


def away_now() -> Q:
    """Absences that hold now."""
    now = timezone.now()
    return Q(withdrawn=False, starts__lte=now, ends__gt=now)


def deputised(campaign: models.Campaign, user_id: int | None) -> QuerySet[models.Absence]:
    """Return the absences of a campaign in which somebody acts as the deputy now."""
    rows = models.Absence.objects.filter(away_now(), faction__campaign=campaign, deputy=user_id, deputy__isnull=False)
    return rows.select_related("faction").order_by("faction__order", "faction_id", "ends")
