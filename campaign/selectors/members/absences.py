"""Reads about absences and deputies."""

from django.db.models import Q, QuerySet
from django.utils import timezone

from campaign.models import Absence, Campaign


def away_now() -> Q:
    """Absences that hold now."""
    now = timezone.now()
    return Q(withdrawn=False, starts__lte=now, ends__gt=now)


def deputised(campaign: Campaign, user_id: int | None) -> QuerySet[Absence]:
    """Return the absences of a campaign in which somebody acts as the deputy now."""
    rows = Absence.objects.filter(away_now(), faction__campaign=campaign, deputy=user_id, deputy__isnull=False)
    return rows.select_related("faction").order_by("faction__order", "faction_id", "ends")
