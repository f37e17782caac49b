"""Take notes and journal of a settled battle out of the database, when a file elsewhere holds them."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import QuerySet

from battles.models import Battle, BattleEffect, BattleResult, MethodWish, ResultEntry, TableNote


@transaction.atomic
def archive_battles(*, battles: QuerySet[Battle]) -> int:
    """Take journals, entries, notes and wishes out of these battles where they are settled; of how many a journal.

    Report and effects stay, and with them the digest of the journal: its owner can prove that it is the one.
    """
    settled = battles.filter(state=Battle.State.DONE)
    for model in (TableNote, ResultEntry, MethodWish):
        model._default_manager.filter(battle__in=settled).delete()
    return BattleResult.objects.filter(battle__in=settled).exclude(journal=b"").update(journal=b"")


def forget_battles(keys: Collection[int]) -> None:
    """Delete battles with all that hangs on them; nothing else may refer to them any more."""
    BattleEffect.objects.filter(battle__in=keys).delete()
    BattleResult.objects.filter(battle__in=keys).delete()
    Battle.objects.filter(pk__in=keys).delete()
