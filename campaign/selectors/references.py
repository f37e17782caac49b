"""References that are still free: the ones wanted, or the first free number behind them."""

from typing import Any

from django.db.models import QuerySet

from campaign.models import Campaign, Leader, Station


def free_leader_ref(campaign: int, wanted: str) -> str:
    """Return a general's reference that nobody in the campaign has: the wanted one, or the first free number behind
    it."""
    return _first_free(wanted, Leader.objects.filter(campaign=campaign, ref__startswith=wanted))


def free_army_ref(campaign: Campaign, wanted: str) -> str:
    """Return the same of an army."""
    return _first_free(wanted[:55].strip("-_") or "army", Station.objects.filter(campaign=campaign))


def _first_free(wanted: str, rows: QuerySet[Any]) -> str:
    taken = set(rows.values_list("ref", flat=True))
    return next(ref for ref in (wanted, *(f"{wanted}-{n}" for n in range(2, len(taken) + 3))) if ref not in taken)
