"""Settling a battle with what people typed in: by the same step as one that was fought, once."""

import time
import uuid
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from base.refusal import Refusal
from base.rows.holder import this_process
from battles.models import Battle
from battles.resolvers.files.battle_file import parse, tables_of
from battles.resolvers.files.fighting import finish_file
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Report
from battles.resolvers.values.typed import check_days
from battles.services.life import Claim, settle_battle
from battles.services.opening import seed_for
from rosters.rules.catalogue import Catalogue

State = Battle.State
HOW: dict[str, str] = {
    Battle.Method.AUTO: "The program fought it.",
    Battle.Method.TABLE: "It was fought on the table, and its result typed in.",
    Battle.Method.RULING: "The referee ruled it.",
    Battle.Method.CONCEDE: "A side gave up the field.",
}


class Changed(Refusal):
    """The basis of a settlement has changed."""


def settle_typed(
    *, battle: Battle, typed: Mapping[str, Any], method: str, check: Callable[[Battle], None] | None = None,
    also: Callable[[], None] | None = None,
) -> bool:  # fmt: skip
    """Settle a battle with a typed result, once: True if this call did. Refusal for a result that cannot be.

    The evening is computed outside the transaction; inside it, with the row locked, ``check`` may still refuse, and
    ``also`` is done after the settlement. Call it outside any transaction: on SQLite one keeps all others from writing.
    """
    started = time.monotonic()
    battle = Battle.objects.get(pk=battle.pk)
    report = _report(battle, typed)
    with transaction.atomic():
        held = locked(battle)
        if held.state != State.OPEN:
            raise Refusal(too_late(battle))
        if (held.file, held.seed, held.read) != (battle.file, battle.seed, battle.read):
            raise Changed(f"{battle.name}: more troops have arrived; load the page again.")
        if check is not None:
            check(held)
        settled = settle_battle(claim=_claimed(held, method, report.seed, started), report=report)
        if settled and also is not None:
            also()
    return settled


def _report(battle: Battle, typed: Mapping[str, Any]) -> Report:
    file = parse(battle.file)
    report = finish_file(file, battle.seed, dict(typed))
    if (seed := seed_for(battle, report.typed)) != battle.seed:
        report = finish_file(file, seed, dict(typed))
    check_days(report.outcome.days, file)
    return report


def _claimed(battle: Battle, method: str, seed: str, started: float) -> Claim:
    token = uuid.uuid4()
    lease = timezone.now() + timedelta(seconds=settings.BIVOUAC_BATTLE_LEASE)
    taken = {"state": State.RUNNING, "claim": token, "holder": this_process(), "lease_until": lease}
    if Battle.objects.filter(pk=battle.pk, state=State.OPEN).update(**taken, method=method) != 1:
        raise Refusal(too_late(battle))
    return Claim(battle.pk, token, battle.rules, battle.file, seed, started)


def locked(battle: Battle) -> Battle:
    """Return the battle's row, held until the end of the transaction."""
    return Battle.objects.select_for_update().get(pk=battle.pk)


def catalogue_of(file: BattleFile) -> Catalogue:
    """Return the unit types by which a battle is fought."""
    return tables_of(file)


def too_late(battle: Battle) -> str:
    """Explain why a battle on the table cannot be changed any more, or not yet."""
    battle = Battle.objects.get(pk=battle.pk)
    if battle.state == State.DONE:
        return f"{battle.name} has been settled; a battle counts once. {HOW.get(battle.method, '')}"
    if battle.state in (State.PENDING, State.RUNNING):
        return f"{battle.name} is being fought by the program: its time on the table is over."
    if battle.state == State.WAITING:
        return f"{battle.name} waits for an earlier battle; come back when that is decided."
    return f"{battle.name}: choose the table first; results are typed in for a battle that is fought there."
