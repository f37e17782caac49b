"""Claim, fight, settle: a battle counts once, whatever dies, doubles or comes late (docs/decisions.md).

The battle's row is the outbox. A process that turns its state by a conditional UPDATE with row count 1 may go on;
everybody else goes home. The fight itself is a pure function and stands outside any transaction.
"""

import logging
import time
import uuid
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from base.refusal import Refusal
from base.rows.prepared import prepared
from battles.models import Battle
from battles.resolvers.contract.registry import resolver
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.report import Report
from battles.services.claiming import claim_row
from battles.services.effects import apply_effects
from battles.services.failing import fail, put_back
from battles.services.progress import ProgressWriter, linger
from battles.services.publishing import publish_due
from battles.services.results import packed, store_result
from battles.services.seeds import seed_for, settled_seed
from battles.signals import battle_settled, battle_settling

log = logging.getLogger(__name__)
State = Battle.State


@dataclass(frozen=True)
class Claim:
    """The right to settle one battle, until another process takes it over; ``started`` is a monotonic clock."""

    battle_id: int
    token: uuid.UUID
    rules: str
    file: dict[str, Any]
    seed: str
    started: float

    def held(self) -> QuerySet[Battle]:
        """Return the battle's row, as long as this claim stands."""
        return Battle.objects.filter(pk=self.battle_id, state=State.RUNNING, claim=self.token)


def run_battle(battle_id: int) -> bool:
    """Claim, fight and settle a battle, then publish what its settlement has made due; True if this call settled it."""
    settled = _attempt(battle_id)
    publish_due()
    return settled


def fight_here(battle: Battle) -> bool:
    """Fight a battle in this process, by the same claim as a worker; True if this call settled it."""
    return run_battle(battle.pk)


def _attempt(battle_id: int) -> bool:
    claim = claim_battle(battle_id=battle_id)
    if claim is None:
        return False
    try:
        return settle_battle(claim=claim, report=fight_battle(claim))
    except Refusal as refusal:
        fail(held=claim.held(), sentence=str(refusal))
    except Exception as error:
        log.exception("battle %s went wrong", battle_id)
        put_back(held=claim.held(), error=error)
    return False


def claim_battle(*, battle_id: int) -> Claim | None:
    """Take a battle for this process; None when it is taken, settled, or was tried too often."""
    token = claim_row(Battle.objects.filter(pk=battle_id), progress=0, error="")
    if token is None:
        return None
    battle = next(iter(_row(battle_id)), None)
    if battle is None:
        return None
    return Claim(battle.pk, token, battle.rules, battle.file, seed_for(battle), time.monotonic())


@prepared
def _row(battle_id: int) -> QuerySet[Battle]:
    return Battle.objects.filter(pk=battle_id)


def fight_battle(claim: Claim) -> Report:
    """Fight it: a function of file and seed alone, outside any transaction; only its progress is written."""
    progress = ProgressWriter(claim.held)
    report = resolver(claim.rules).fight(parse(claim.file), claim.seed, progress)
    linger(progress)
    return report


def settle_battle(*, claim: Claim, report: Report) -> bool:
    """Write result and effects in one transaction; False, and nothing written, when the claim was taken over."""
    journal = packed(report)
    with transaction.atomic():
        battle = _lock(claim)
        if battle is None:
            return False
        battle_settling.send(sender=Battle, battle=battle)
        if not _settled(claim, battle, report):
            return False
        seconds = time.monotonic() - claim.started
        store_result(battle=battle, report=report, journal=journal, seconds=seconds)
        apply_effects(battle=battle, report=report)
        battle_settled.send(sender=Battle, battle=battle, report=report)
    return True


def _lock(claim: Claim) -> Battle | None:
    """Return the battle with its row locked; None when the claim does not stand any more."""
    battle = next(iter(_locked(claim.battle_id)), None)
    if battle is None or (battle.state, battle.claim) != (State.RUNNING, claim.token):
        return None
    battle.file = claim.file
    return battle


@prepared
def _locked(battle_id: int) -> QuerySet[Battle]:
    """Return the row without its file, which nobody changes while a claim stands."""
    return Battle.objects.select_for_update().filter(pk=battle_id).defer("file")


def _settled(claim: Claim, battle: Battle, report: Report) -> bool:
    """Write that a battle is settled, and by which engine and numbers; False when the claim does not stand any more."""
    changed = {
        "state": State.DONE, "settled_at": timezone.now(), "progress": 100, "error": "", "lease_until": None,
        "engine": report.engine, "profile_hash": report.profile, **settled_seed(report.seed),
    }  # fmt: skip
    if claim.held().update(**changed) != 1:
        return False
    for name, value in changed.items():
        setattr(battle, name, value)
    return True
