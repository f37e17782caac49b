"""Battles that people decide: held open for a choice, fought on the table, conceded or ruled; then settled once.

A battle with the players is in state OPEN: no worker takes it. Whoever turns that state by a conditional UPDATE with
row count 1 may go on: a settlement, a choice for auto-resolve, or the clock when nobody has played in time.
"""

import logging
import time
import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from battles.models import Battle, MethodWish, ResultEntry
from battles.resolvers.battle_file import BattleFile, parse
from battles.resolvers.entries import Entry, alone, both, disagreements, read_entry
from battles.resolvers.fighting import finish_file
from battles.resolvers.registry import resolver
from battles.resolvers.typed import Typed, unhurt
from battles.services.holder import this_process
from battles.services.life import Claim, settle_battle
from rosters.rules.catalogue import Catalogue
from rosters.rules.refusal import Refusal

State, Method = Battle.State, Battle.Method
BY_HAND = (Method.TABLE, Method.RULING)
log = logging.getLogger(__name__)
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
    if _open(battle).update(play_by=play_by, fallback=fallback, patience=patience) != 1:
        raise Refusal(_too_late(battle))


def choose_method(*, battle: Battle, method: str) -> None:
    """Decide how a battle is decided, until it is; for auto-resolve call ``publish_due()`` after the commit."""
    if method == Method.AUTO:
        changed = _undecided(battle).update(
            state=State.PENDING, method=method, attempt=0, progress=0, error="", claim=None, published_at=None
        )
    elif method in BY_HAND:
        changed = _undecided(battle).update(state=State.OPEN, method=method, error="", claim=None)
    else:
        raise Refusal("Method: choose auto-resolve, the table or the referee's ruling.")
    if changed != 1:
        raise Refusal(_too_late(battle))


@transaction.atomic
def wish_method(*, battle: Battle, side: int, method: str, by: str) -> bool:
    """Write down how a side would have it decided; True when both now wish the same, which is then done."""
    if method not in (Method.AUTO, Method.TABLE):
        raise Refusal("Method: choose auto-resolve or the table; to give up the field, concede.")
    battle = _locked(battle)
    if battle.state != State.OPEN:
        raise Refusal(_too_late(battle))
    MethodWish.objects.update_or_create(battle=battle, side=side, defaults={"method": method, "by": by[:150]})
    agreed = battle.wishes.filter(method=method).count() == 2
    if agreed and battle.method != method:
        choose_method(battle=battle, method=method)
    return agreed


@transaction.atomic
def concede(*, battle: Battle, side: int) -> bool:
    """A side gives up the field before the battle; it is pursued as after any other day (LGG-15.2).

    Refused once the battle is on the table: whoever has lost there may not take his losses back.
    """
    found = _locked(battle)
    if found.state == State.OPEN and found.method in BY_HAND:
        raise Refusal(f"{battle.name} is on the table: type in the result, or ask the referee to rule.")
    data = unhurt(parse(battle.file)).as_dict()
    data["sides"][side]["stayed"] = False
    return settle_typed(battle=battle, typed=data, method=Method.CONCEDE)


def save_draft(*, battle: Battle, side: int, values: Mapping[str, Any], by: str) -> ResultEntry:
    """Keep what a side has typed so far, right or wrong; Refusal when the battle is not on the table any more."""
    with transaction.atomic():
        battle = _on_the_table(battle)
        entry, _ = ResultEntry.objects.update_or_create(
            battle=battle, side=side, defaults={"values": dict(values), "by": by[:150], "handed_in_at": None}
        )
    return entry


def hand_in(*, battle: Battle, side: int, values: Mapping[str, Any], by: str) -> bool:
    """A side's result; when the other has said the same, the battle is settled and True returned.

    Refusal, and nothing written, for a result that cannot be or for a battle that has been decided meanwhile.
    """
    file = parse(battle.file)
    entry = read_entry(dict(values), file, side, catalogue_of(file))
    with transaction.atomic():
        battle = _on_the_table(battle)
        ResultEntry.objects.update_or_create(
            battle=battle, side=side,
            defaults={"values": entry.as_dict(), "by": by[:150], "handed_in_at": timezone.now()},
        )  # fmt: skip
    return _settle_if_agreed(battle, file)


def entries_of(battle: Battle) -> dict[int, Entry]:
    """The accounts that have been handed in, by side."""
    file = parse(battle.file)
    rows = battle.entries.exclude(handed_in_at=None)
    return {row.side: read_entry(row.values, file, row.side, catalogue_of(file)) for row in rows}


def catalogue_of(file: BattleFile) -> Catalogue:
    """The unit types by which a battle is fought."""
    return resolver(file.rules).tables(file.profile or {})


def _settle_if_agreed(battle: Battle, file: BattleFile) -> bool:
    told = entries_of(battle)
    if len(told) < 2 or disagreements(told[0], told[1], file):
        return False
    return settle_typed(battle=battle, typed=both(told[0], told[1]).as_dict(), method=Method.TABLE)


def settle_typed(*, battle: Battle, typed: Mapping[str, Any], method: str) -> bool:
    """Settle a battle with a typed result, once: True if this call did. Refusal for a result that cannot be."""
    started = time.monotonic()
    report = finish_file(parse(battle.file), battle.seed, dict(typed))
    with transaction.atomic():
        token = uuid.uuid4()
        lease = timezone.now() + timedelta(seconds=settings.BIVOUAC_BATTLE_LEASE)
        taken = {"state": State.RUNNING, "claim": token, "holder": this_process(), "lease_until": lease}
        if _open(battle).update(**taken, method=method) != 1:
            raise Refusal(_too_late(battle))
        claim = Claim(battle.pk, token, battle.rules, battle.file, battle.seed, started)
        return settle_battle(claim=claim, report=report)


def run_fallbacks() -> int:
    """Do what was agreed for every battle whose time is up; how many. Two clocks at once do it once.

    One battle that goes wrong does not keep the others waiting; the log says why.
    """
    now = timezone.now()
    done = 0
    for battle in Battle.objects.filter(state=State.OPEN).order_by("pk"):
        try:
            done += _stand_alone(battle, now) or _fall_back(battle, now)
        except Exception:
            log.exception("the fall-back of battle %s went wrong", battle.pk)
    return done


def _fall_back(battle: Battle, now: datetime) -> bool:
    """The play-by date has passed and nobody has handed in a result."""
    if battle.play_by is None or battle.play_by > now or battle.entries.exclude(handed_in_at=None).exists():
        return False
    rows = _open(battle).filter(play_by__lte=now)
    if battle.fallback == Method.AUTO:
        return rows.update(state=State.PENDING, method=Method.AUTO, published_at=None, attempt=0) == 1
    return rows.exclude(method=Method.RULING).update(method=Method.RULING) == 1


def _stand_alone(battle: Battle, now: datetime) -> bool:
    """One side's result has waited for the other as long as the referee said."""
    rows = list(battle.entries.exclude(handed_in_at=None))
    if battle.patience is None or len(rows) != 1:
        return False
    row = rows[0]
    if row.handed_in_at is None or row.handed_in_at + timedelta(hours=battle.patience) > now:
        return False
    file = parse(battle.file)
    typed: Typed = alone(read_entry(row.values, file, row.side, catalogue_of(file)), file)
    try:
        return settle_typed(battle=battle, typed=typed.as_dict(), method=Method.TABLE)
    except Refusal:
        return False


def _open(battle: Battle) -> QuerySet[Battle]:
    return Battle.objects.filter(pk=battle.pk, state=State.OPEN)


def _undecided(battle: Battle) -> QuerySet[Battle]:
    """The row of a battle that nobody is fighting and that is not over."""
    return Battle.objects.filter(pk=battle.pk, state__in=[State.OPEN, State.PENDING, State.FAILED], claim=None)


def _locked(battle: Battle) -> Battle:
    return Battle.objects.select_for_update().get(pk=battle.pk)


def _on_the_table(battle: Battle) -> Battle:
    battle = _locked(battle)
    if battle.state != State.OPEN or battle.method not in BY_HAND:
        raise Refusal(_too_late(battle))
    return battle


def _too_late(battle: Battle) -> str:
    battle = Battle.objects.get(pk=battle.pk)
    if battle.state == State.DONE:
        return f"{battle.name} has been settled; a battle counts once. Ask the referee if the result is wrong."
    if battle.state in (State.PENDING, State.RUNNING):
        return f"{battle.name} is being fought by the program: its time on the table is over."
    if battle.state == State.WAITING:
        return f"{battle.name} waits for an earlier battle; come back when that is decided."
    return f"{battle.name}: choose the table first; results are typed in for a battle that is fought there."
