"""Battles that go for good with the war that they belonged to."""

from collections.abc import Collection

from battles.models import Battle, BattleEffect, BattleResult


def forget_battles(keys: Collection[int]) -> None:
    """Delete battles with all that hangs on them; nothing else may refer to them any more."""
    BattleEffect.objects.filter(battle__in=keys).delete()
    BattleResult.objects.filter(battle__in=keys).delete()
    Battle.objects.filter(pk__in=keys).delete()
