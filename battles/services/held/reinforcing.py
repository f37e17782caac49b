"""Columns that come up to a battle while it is held open: its file grows, its field and its dice stay (HR-13)."""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import QuerySet

from base.refusal import Refusal
from battles.models import Battle, BattleUnit
from battles.resolvers.contract.registry import resolver
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.battle import BattleFile
from rosters.models import Unit


def takes_columns(battle: Battle) -> bool:
    """Return whether a battle still waits to be fought with the players: held open, and nobody has handed in a
    result."""
    return battle.state == Battle.State.OPEN and not battle.entries.exclude(handed_in_at=None).exists()


@transaction.atomic
def add_columns(*, battle: Battle, file: BattleFile, unit_ids: Mapping[str, Unit]) -> Battle:
    """Give a battle held open the file that it has become by its new columns; what stood in it stays as it was.

    Refusal when it has been fought or decided meanwhile.
    """
    held = Battle.objects.select_for_update().get(pk=battle.pk)
    if not takes_columns(held):
        raise Refusal(f"{battle.name}: it has been fought; nobody can join it now.")
    _check_growth(parse(held.file), file)
    frozen = resolver(file.rules).freeze(file, held.field_seed)
    _row(held).update(file=frozen.as_dict())
    held.refresh_from_db()
    rows = [BattleUnit(battle=held, unit=unit, file_id=file_id) for file_id, unit in unit_ids.items()]
    BattleUnit.objects.bulk_create(rows)
    return held


def _row(battle: Battle) -> QuerySet[Battle]:
    return Battle.objects.filter(pk=battle.pk, state=Battle.State.OPEN)


def _check_growth(old: BattleFile, new: BattleFile) -> None:
    """Refuse a file that changes the units or the field that were shown before."""
    kept = old.field == new.field
    for before, after in zip(old.sides, new.sides, strict=True):
        kept = kept and after.units[: len(before.units)] == before.units and after.commander == before.commander
    if not kept:
        raise ValueError("columns are added to a battle; nothing that stood in its file may change")
