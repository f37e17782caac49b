"""Standing wishes: one club battle stays open, and all others of the turn are fought at once."""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import prefetch_related_objects

from base.refusal import Refusal
from campaign.models import Campaign, Engagement, Faction, Leader, StandingWish
from campaign.rules.fighting.wishes import ANYBODY, wished
from campaign.services.record.hands import note_hand

METHODS = ("table", "auto")


@transaction.atomic
def set_standing_wishes(*, faction: Faction, wishes: Mapping[str, str], by: str) -> None:
    """Set how a faction wants its battles decided, by the key of the enemy; an empty method takes the wish back."""
    enemies = {row.key: row for row in faction.campaign.factions.exclude(pk=faction.pk)}
    for key, method in wishes.items():
        if method not in ("", *METHODS) or key not in ("", *enemies):
            raise Refusal("Wishes: choose the table, the program, or nothing, for one of the other factions.")
    StandingWish.objects.filter(faction=faction).delete()
    StandingWish.objects.bulk_create(
        StandingWish(campaign=faction.campaign, faction=faction, against=enemies.get(key), method=method, by=by[:150])
        for key, method in wishes.items() if method
    )  # fmt: skip
    note_hand("set the standing wishes of")


def wishes_of_sides(engagement: Engagement, campaign: Campaign) -> tuple[str | None, str | None]:
    """Return how either side of a new battle wants it decided, as the faction in command of the side has set
    beforehand."""
    prefetch_related_objects([campaign], "standing_wishes__faction", "standing_wishes__against")
    standing: dict[int, dict[str, str]] = {}
    for row in campaign.standing_wishes.all():
        standing.setdefault(row.faction_id, {})[row.against.key if row.against else ANYBODY] = row.method
    if not standing:
        return None, None
    return _of_side(engagement, standing, 0), _of_side(engagement, standing, 1)


def _of_side(engagement: Engagement, standing: Mapping[int, Mapping[str, str]], side: int) -> str | None:
    rows = list(engagement.armies.select_related("faction").order_by("pk"))
    leader = Leader.objects.filter(
        campaign=engagement.turn.campaign_id, ref=engagement.details["sides"][side]["commander"]
    ).first()
    leads = leader.faction_id if leader else next(row.faction_id for row in rows if row.side == side)
    return wished(standing.get(leads, {}), [row.faction.key for row in rows if row.side != side])
