"""Standing wishes: a faction reads its own."""

from campaign.models import StandingWish
from campaign.visibility.reader import Knowledge


def enemies_of(knowledge: Knowledge) -> list[tuple[str, str]]:
    """Key and name of every other faction: any of them may become an enemy."""
    return [(view.key, view.name) for view in knowledge.factions.values() if view != knowledge.faction]


def own_wishes(knowledge: Knowledge) -> dict[str, str]:
    """Return the reader's own standing wishes: the method by the key of the enemy, under "" that against all others."""
    rows = StandingWish.objects.filter(faction=knowledge.own, faction__isnull=False).select_related("against")
    return {row.against.key if row.against else "": row.method for row in rows}
