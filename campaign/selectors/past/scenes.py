"""The scene of a war: where every army stands and who holds what, as it is kept with each state."""

from django.db.models import Count, Q, Sum

from campaign.models import Campaign, Station
from campaign.rules.history.scene import Scene
from rosters.models import Unit

KEYS = ("name", "faction", "province", "units", "strength")


def scene_now(campaign: Campaign) -> Scene:
    """Return the scene as it is now, in two queries."""
    serving = Q(army__units__status=Unit.Status.SERVING)
    rows = Station.objects.filter(campaign=campaign, province__isnull=False).annotate(
        size=Count("army__units", filter=serving), points=Sum("army__units__strength", filter=serving)
    )
    columns = ("ref", "army__name", "faction__key", "province__key", "size", "points")
    armies = {
        ref: dict(zip(KEYS, (*values, points or 0), strict=True))
        for ref, *values, points in rows.order_by("pk").values_list(*columns)
    }
    places = list(campaign.provinces.order_by("pk").values_list("key", "controller__key", "depot"))
    held = {key: controller for key, controller, _ in places if controller}
    return {"armies": armies, "held": held, "depots": [key for key, _, depot in places if depot]}
