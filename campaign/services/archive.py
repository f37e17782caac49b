"""Archive, delete and bring back a campaign; a deleted one is erased after thirty days."""

import logging
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from base.refusal import Refusal
from base.rows.one_by_one import each_by_itself
from battles.services.archiving import forget_battles
from campaign.models import Campaign, Engagement, Station
from campaign.selectors.members.people import deleted_campaign
from campaign.services.record.chronicle import record_act
from campaign.services.record.points import forget_points
from rosters.models import Army
from rosters.services import forget_armies

log = logging.getLogger(__name__)
KEPT_DAYS = 30


@transaction.atomic
def archive_campaign(*, campaign: Campaign, reason: str, actor: User) -> None:
    """Put a campaign away: it can be read, but takes no orders and runs no turn until it is taken out again."""
    if Campaign.objects.filter(pk=campaign.pk, archived_at=None).update(archived_at=timezone.now()) != 1:
        raise Refusal(f"{campaign.name} is in the archive already.")
    record_act(campaign=campaign, user=actor, act="put the campaign into the archive", reason=reason)


@transaction.atomic
def unarchive_campaign(*, campaign: Campaign, actor: User) -> None:
    """Take a campaign out of the archive: it goes on where it was."""
    rows = Campaign.objects.filter(pk=campaign.pk, archived_at__isnull=False, deleted_at=None)
    if rows.update(archived_at=None) != 1:
        raise Refusal(f"{campaign.name} is not in the archive.")
    record_act(campaign=campaign, user=actor, act="took the campaign out of the archive")


@transaction.atomic
def delete_campaign(*, campaign: Campaign, typed: str, actor: User) -> None:
    """Delete a campaign: nobody finds it any more, and its referee can bring it back for some days."""
    if typed.strip() != campaign.name:
        raise Refusal(f"name: write the name of the campaign, {campaign.name}, to delete it.")
    now = timezone.now()
    if Campaign.objects.filter(pk=campaign.pk, deleted_at=None).update(deleted_at=now, archived_at=now) != 1:
        raise Refusal(f"{campaign.name} is deleted already.")
    record_act(campaign=campaign, user=actor, act="deleted the campaign")


@transaction.atomic
def restore_campaign(*, slug: str, actor: User) -> Campaign:
    """Bring a deleted campaign back out of the archive. Refusal where there is none of this referee's."""
    campaign = deleted_campaign(slug=slug, user=actor)
    if campaign is None:
        raise Refusal("campaign: there is no deleted campaign of yours by that name; it may be gone for good.")
    Campaign.objects.filter(pk=campaign.pk).update(deleted_at=None, archived_at=None)
    record_act(campaign=campaign, user=actor, act="brought the campaign back")
    return campaign


def purge_deleted() -> int:
    """Forget the campaigns that were deleted long enough ago, each separately; how many."""
    before = timezone.now() - timedelta(days=KEPT_DAYS)
    return each_by_itself(Campaign.objects.filter(deleted_at__lt=before).order_by("pk"), _forget)


@transaction.atomic
def _forget(campaign: Campaign) -> bool:
    """Delete everything of a campaign, from the leaves up: battles and ledgers are protected by what rests on them."""
    engagements = Engagement.objects.filter(turn__campaign=campaign)
    battles = list(engagements.exclude(battle=None).values_list("battle", flat=True))
    armies = list(Station.objects.filter(campaign=campaign).values_list("army", flat=True))
    engagements.update(after=None, battle=None)
    forget_battles(battles)
    engagements.delete()
    campaign.war_events.all().delete()
    forget_points(campaign=campaign)
    Station.objects.filter(campaign=campaign).delete()
    forget_armies(armies=Army.objects.filter(pk__in=armies))
    campaign.provinces.all().delete()
    campaign.delete()
    log.info("the deleted campaign %s is gone for good", campaign.slug)
    return True
