"""The deciding of a battle: held open for a choice, wished for by its sides, chosen, conceded.

A battle with the players is in state OPEN: no worker takes it. The process that turns that state by a conditional
UPDATE with row count 1 may go on: a settlement, a choice for auto-resolve, or the clock when nobody has played in time.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from base.refusal import Refusal
from battles.models import Battle, BattleUnit, MethodWish
from battles.resolvers.contract.registry import resolver
from battles.resolvers.files.battle_file import by_rules, parse
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.typed import unhurt
from battles.services.held.settling import locked, settle_typed, too_late
from rosters.models import Unit

State, Method = Battle.State, Battle.Method
BY_HAND = (Method.TABLE, Method.RULING)
FALLBACKS = (Method.AUTO, Method.RULING)


def hold_battle(
    *, battle: Battle, play_by: datetime | None, fallback: str = Method.AUTO, patience: int | None = None
) -> None:
    """Keep a battle that is about to be fought open for a choice of method; Refusal when a worker has it already."""
    waiting = Battle.objects.filter(pk=battle.pk, state=State.PENDING, claim=None)
    kept = {"state": State.OPEN, "method": Method.UNDECIDED, "play_by": play_by, "fallback": fallback}
    if waiting.update(**kept, patience=patience) != 1:
        raise Refusal(f"{battle.name}: it is being fought or has been decided; it cannot be held open any more.")
    battle.refresh_from_db()


def set_terms(*, battle: Battle, play_by: datetime | None, fallback: str, patience: int | None) -> None:
    """Change play-by date, fall-back and patience of a battle that is with the players."""
    if fallback not in FALLBACKS:
        raise Refusal("Fall-back: choose auto-resolve or the referee's ruling.")
    if play_by is not None and play_by <= timezone.now():
        raise Refusal("Play by: this moment has passed; choose one to come.")
    rows = Battle.objects.filter(pk=battle.pk, state=State.OPEN)
    if rows.update(play_by=play_by, fallback=fallback, patience=patience) != 1:
        raise Refusal(too_late(battle))


@transaction.atomic
def choose_method(*, battle: Battle, method: str) -> None:
    """Decide how a battle is decided, until it is; for auto-resolve call ``publish_due()`` after the commit.

    What was played is not fought again by the program: Refusal once a result has been handed in. Wishes from before
    the choice end with it: a change needs those of both sides anew. A battle that the referee rules is not settled by
    one side's result: its patience ends.
    """
    _check_nothing_handed_in(locked(battle), method)
    if method == Method.AUTO:
        changed = _undecided(battle).update(
            state=State.PENDING, method=method, attempt=0, progress=0, error="", claim=None, published_at=None
        )
    elif method in BY_HAND:
        terms = {"patience": None} if method == Method.RULING else {}
        changed = _undecided(battle).update(state=State.OPEN, method=method, error="", claim=None, **terms)
    else:
        raise Refusal("Method: choose auto-resolve, the table or the referee's ruling.")
    if changed != 1:
        raise Refusal(too_late(battle))
    battle.wishes.all().delete()


@transaction.atomic
def wish_method(*, battle: Battle, side: int, method: str, by: str) -> bool:
    """Write down how a side would have it decided; True when both now wish the same, which is then done."""
    if method not in (Method.AUTO, Method.TABLE):
        raise Refusal("Method: choose auto-resolve or the table; to give up the field, concede.")
    battle = locked(battle)
    if battle.state != State.OPEN:
        raise Refusal(too_late(battle))
    _check_nothing_handed_in(battle, method)
    MethodWish.objects.update_or_create(battle=battle, side=side, defaults={"method": method, "by": by[:150]})
    agreed = battle.wishes.filter(method=method).count() == 2
    if agreed and battle.method != method:
        choose_method(battle=battle, method=method)
    return agreed


def concede(*, battle: Battle, side: int, also: Callable[[], None] | None = None) -> bool:
    """A side gives up the field before the battle; it is pursued as after any other day (LGG-15.2).

    Refused once the battle is on the table: a side that has lost there may not take its losses back. ``also`` is done
    in the transaction that settles it.
    """
    battle.refresh_from_db()
    _check_not_played(battle)
    data = unhurt(parse(battle.file)).as_dict()
    data["sides"][side]["stayed"] = False
    return settle_typed(battle=battle, typed=data, method=Method.CONCEDE, check=_check_not_played, also=also)


def _check_nothing_handed_in(battle: Battle, method: str) -> None:
    if method == Method.AUTO and battle.entries.exclude(handed_in_at=None).exists():
        why = "a result has been handed in; the program does not fight a played battle again"
        raise Refusal(f"{battle.name}: {why}.")


def _check_not_played(battle: Battle) -> None:
    if battle.state == State.OPEN and battle.method in BY_HAND:
        raise Refusal(f"{battle.name} is on the table: type in the result, or ask the referee to rule.")


def _undecided(battle: Battle) -> QuerySet[Battle]:
    """Return the row of a battle that nobody is fighting and that is not over."""
    return Battle.objects.filter(pk=battle.pk, state__in=[State.OPEN, State.PENDING, State.FAILED], claim=None)


def takes_rules(battle: Battle) -> bool:
    """Return whether the rules of a battle can still be changed: it waits, or nothing has been noted or typed in of
    it."""
    if battle.state == State.WAITING:
        return True
    return battle.state == State.OPEN and not battle.notes.exists() and not battle.entries.exists()


@transaction.atomic
def change_rules(*, battle: Battle, rules: str) -> None:
    """Have a battle fought by other rules, with their shipped numbers; Refusal once it is laid out."""
    held = locked(battle)
    file = by_rules(parse(held.file), rules)
    if not takes_rules(held):
        raise Refusal(f"{held.name}: it is laid out; rules are changed before anything is noted, typed in or fought.")
    system = resolver(rules)
    if held.state == State.OPEN:
        file = system.freeze(replace(file, field=None) if file.terrain else file, held.field_seed)
    changed = {"rules": rules, "engine": system.ENGINE, "profile_hash": system.profile_hash(file.profile or {})}
    Battle.objects.filter(pk=held.pk).update(file=file.as_dict(), **changed)
    battle.refresh_from_db()


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
