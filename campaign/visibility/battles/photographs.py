"""Photographs of a battle: a side's own are its own until the battle is decided, then everybody's who may read it."""

from django.db.models import Q, QuerySet

from battles.models import Photograph
from battles.selectors import photographs_of
from campaign.visibility.battles.battles import BattleKnown
from campaign.visibility.reader import Knowledge


def photographs_known(knowledge: Knowledge, seen: BattleKnown) -> QuerySet[Photograph]:
    """Return the photographs that a reader may see."""
    rows = photographs_of(seen.battle)
    if seen.full or knowledge.is_referee:
        return rows
    return rows.filter(Q(side__in=seen.open_plans) & Q(side__isnull=False))


def may_add_photographs(knowledge: Knowledge, seen: BattleKnown) -> bool:
    """Return whether a reader may add one: a commander whose armies fight there, or the referee."""
    return seen.side is not None or knowledge.is_referee
