"""Claim, fight, settle: a battle counts once, whatever dies, doubles or comes late (docs/decisions.md).

The battle's row is the outbox. A process that turns its state by a conditional UPDATE with row count 1 may go on;
everybody else goes home. The fight itself is a pure function and stands outside any transaction.
"""

import logging
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from base.refusal import Refusal
from base.rows.prepared import prepared
from battles.models import Battle, BattleResult
from battles.resolvers.contract.registry import resolver
from battles.resolvers.files.battle_file import parse
from battles.resolvers.journal.packing import pack
from battles.resolvers.values.report import Report
from battles.services.claiming import claim_row
from battles.services.effects import apply_effects
from battles.services.failing import fail, put_back
from battles.services.opening import seed_for, settled_seed
from battles.services.publishing import publish_due
from battles.signals import battle_settled, battle_settling


def store_result(*, battle: Battle, report: Report, journal: bytes, seconds: float) -> BattleResult:
    """Write the result (UNIQUE battle); its journal is packed before the transaction, which locks others out."""
    return BattleResult.objects.create(
        battle=battle,
        kind=report.outcome.kind,
        winner=report.outcome.winner or "",
        report=report.as_dict(journal=False),
        journal=journal,
        digest=report.digest,
        seconds=round(seconds, 3),
    )


def packed(report: Report) -> bytes:
    """Return the journal of a report as it is kept."""
    return pack(report.lines)


STEP = 5
SECONDS_BETWEEN = 0.3


class ProgressWriter:
    """Takes the part done (0 to 1); writes per cent now and then, and only while the claim is valid.

    Where the battle is slowed for tests, the fight itself is the first tenth.
    """

    def __init__(self, held: Callable[[], QuerySet[Battle]]) -> None:
        self._held = held
        self._share = 0.1 if settings.BIVOUAC_BATTLE_DELAY else 1.0
        self._last, self._at = 0, time.monotonic()

    def __call__(self, part: float) -> None:
        """The fight is so far."""
        now = time.monotonic()
        per_cent = min(99, int(100 * self._share * part))
        if per_cent >= self._last + STEP and now >= self._at + SECONDS_BETWEEN:
            self._write(per_cent)

    def lingering(self, part: float) -> None:
        """The slowing after the fight is so far."""
        self._write(min(99, int(100 * (self._share + (1 - self._share) * part))))

    def _write(self, per_cent: int) -> None:
        self._last, self._at = per_cent, time.monotonic()
        self._held().update(progress=per_cent)


def linger(progress: ProgressWriter) -> None:
    """Wait out BIVOUAC_BATTLE_DELAY in steps that show as progress."""
    delay = settings.BIVOUAC_BATTLE_DELAY
    steps = min(20, max(1, round(delay / 0.25))) if delay else 0
    for step in range(steps):
        time.sleep(delay / steps)
        progress.lingering((step + 1) / steps)


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
