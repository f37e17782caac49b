"""The digest by which the drawing of a campaign's land is kept."""

from django.db import transaction

from campaign.models import Campaign
from campaign.selectors.land import keep_at_hand, read_land


@transaction.atomic
def keep_land(*, campaign: Campaign) -> None:
    """Reckon the digest of the land where there is none; from then on its drawing is found by it."""
    row = Campaign.objects.select_for_update().get(pk=campaign.pk)
    if not row.map_token:
        land = read_land(row)
        row.map_token = land.token
        row.save(update_fields=["map_token"])
        keep_at_hand(land)
    campaign.map_token = row.map_token
