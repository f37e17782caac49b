"""Totals of the battles of a war."""

from collections import defaultdict
from collections.abc import Collection

from battles.models import Battle
from campaign.models import Campaign, Engagement


def battle_balance(campaign: Campaign) -> dict[str, int]:
    """Return battles won less battles lost; each counts for the first faction of its side, so that allies share it
    once."""
    balance: dict[str, int] = {}
    rows = Engagement.objects.filter(turn__campaign=campaign, state=Engagement.State.SETTLED, winner_side__isnull=False)
    for engagement in rows.prefetch_related("armies__faction"):
        first: dict[int, str] = {}
        for army in sorted(engagement.armies.all(), key=lambda row: row.pk):
            first.setdefault(army.side, army.faction.key)
        for side, faction in first.items():
            balance[faction] = balance.get(faction, 0) + (1 if side == engagement.winner_side else -1)
    return balance


def failed_battles(campaigns: Collection[int]) -> dict[int, list[Battle]]:
    """Return the battles that failed for good, by the primary key of their campaign, in one query."""
    found: dict[int, list[Battle]] = defaultdict(list)
    rows = Battle.objects.filter(engagement__turn__campaign__in=campaigns, state=Battle.State.FAILED)
    for battle in rows.select_related("engagement__turn").defer("file").order_by("pk"):
        found[battle.engagement.turn.campaign_id].append(battle)
    return dict(found)
