"""Sightings of foreign armies (HR-22)."""

from django.db.models import OuterRef, Q, QuerySet, Subquery

from campaign.models import Sighting


def is_last(rows: QuerySet[Sighting]) -> Q:
    """Return the condition of a faction's last sighting of an army, among some rows."""
    same = rows.filter(viewer=OuterRef("viewer"), station=OuterRef("station"))
    return Q(pk=Subquery(same.order_by("-turn__number").values("pk")[:1]))
