"""The clock and battles that are held open: a result that stands alone, the fall-back when time is up."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from base.refusal import Refusal
from base.rows.one_by_one import each_by_itself
from battles.models import Battle, ResultEntry
from battles.resolvers.values.entries import settled_by_one
from battles.selectors import begun_at_table
from battles.services.held.settling import Changed, locked
from battles.services.held.table import settle_by

State, Method = Battle.State, Battle.Method


def run_fallbacks() -> int:
    """Do what was agreed for every battle whose time is up; how many. Two clocks at once do it once."""
    return each_by_itself(_due(timezone.now()), _end)


def _end(battle: Battle) -> bool:
    """Settle a battle by the result that stands alone, or do what was agreed for its play-by date."""
    now = timezone.now()
    return _stand_alone(battle, now) or _fall_back(battle, now)


def _due(now: datetime) -> QuerySet[Battle]:
    """Find the battles that a clock can do anything about: time is up, or one side's result waits for the other.

    One that the referee rules himself is his for good, whatever the fall-back is; one whose lone result was refused
    is no longer looked at either.
    """
    handed_in = ResultEntry.objects.filter(battle=OuterRef("pk"), handed_in_at__isnull=False)
    due = Q(play_by__lte=now) & ~Q(method=Method.RULING) | Q(patience__gt=0, error="") & Exists(handed_in)
    return Battle.objects.filter(due, state=State.OPEN).defer("file").order_by("pk")


def _stand_alone(battle: Battle, now: datetime) -> bool:
    """One side's result has waited for the other as long as the referee set."""
    if not _patience_is_over(battle, now):
        return False
    try:
        return settle_by(battle=battle, rule=settled_by_one)
    except Changed:
        return False
    except Refusal as refusal:
        return _leave_to_the_referee(battle, f"The result handed in cannot stand alone. {refusal}")


def _leave_to_the_referee(battle: Battle, why: str) -> bool:
    """Hand a battle whose lone result is impossible to the referee, with the reason, instead of trying it for ever."""
    rows = Battle.objects.filter(pk=battle.pk, state=State.OPEN)
    return rows.update(method=Method.RULING, error=why[:500]) == 1


def _patience_is_over(battle: Battle, now: datetime) -> bool:
    """Return whether nobody has handed in anything for so many hours after the last who did."""
    last = battle.entries.exclude(handed_in_at=None).order_by("-handed_in_at").first()
    if battle.patience is None or last is None or last.handed_in_at is None:
        return False
    return battle.patience > 0 and last.handed_in_at + timedelta(hours=battle.patience) <= now


@transaction.atomic
def _fall_back(battle: Battle, now: datetime) -> bool:
    """The play-by date has passed: the program fights what nobody has begun to play, the referee rules on all else."""
    battle = locked(battle)
    if battle.state != State.OPEN or battle.play_by is None or battle.play_by > now or battle.method == Method.RULING:
        return False
    rows = Battle.objects.filter(pk=battle.pk, state=State.OPEN)
    if battle.fallback == Method.AUTO and not begun_at_table(battle):
        return rows.update(state=State.PENDING, method=Method.AUTO, published_at=None, attempt=0) == 1
    rows.update(method=Method.RULING)
    battle.wishes.all().delete()
    return True
