"""Take notes and journal of a settled battle out of the database, when a file elsewhere holds them."""

from django.db import transaction
from django.db.models import QuerySet

from battles.models import Battle, BattleResult, MethodWish, ResultEntry, TableNote


@transaction.atomic
def archive_battles(*, battles: QuerySet[Battle]) -> int:
    """Take journals, entries, notes and wishes out of these battles where they are settled; of how many a journal.

    Report and effects stay, and with them the digest of the journal: its owner can prove that it is the one.
    """
    settled = battles.filter(state=Battle.State.DONE)
    for model in (TableNote, ResultEntry, MethodWish):
        model._default_manager.filter(battle__in=settled).delete()
    return BattleResult.objects.filter(battle__in=settled).exclude(journal=b"").update(journal=b"")
