"""Taking up what was lost: dead processes, lost messages, exhausted attempts."""

from dataclasses import dataclass

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from battles.models import Battle
from battles.services.claiming import lease_over
from battles.services.failing import REMEDY, fail
from battles.services.fallbacks import run_fallbacks
from battles.services.holder import fate_of
from battles.services.one_by_one import each_by_itself
from battles.services.publishing import publish_due
from rosters.rules.refusal import Refusal

State = Battle.State


@dataclass(frozen=True)
class Reconciled:
    """The work of a reconciliation, in battles."""

    freed: int
    failed: int
    published: int


def reconcile(*, everything: bool = False) -> Reconciled:
    """Free the claims of dead processes, fail what was tried too often, end what was held open too long; then publish.

    The clock calls it every few seconds, a starting worker with ``everything``.
    """
    freed, failed = _free_dead_claims(), _fail_exhausted()
    run_fallbacks()
    return Reconciled(freed, failed, publish_due(everything=everything))


def _free_dead_claims() -> int:
    """End the lease of every claim whose process is dead for certain.

    A process that died together with its worker was killed from outside, by a power cut or by hand: that attempt is
    not counted against the battle.
    """
    freed, now = 0, timezone.now()
    running = Battle.objects.filter(state=State.RUNNING, lease_until__gte=now)
    for pk, claim, holder in running.values_list("pk", "claim", "holder"):
        fate = fate_of(holder)
        if fate.dead:
            spared = {"attempt": F("attempt") - 1} if fate.parent_dead else {}
            held = Battle.objects.filter(pk=pk, state=State.RUNNING, claim=claim, attempt__gte=1)
            freed += held.update(lease_until=now, published_at=None, **spared)
    return freed


def _fail_exhausted() -> int:
    """Hand to the referee what cannot be claimed any more; how many."""
    return each_by_itself(list(_exhausted()), _hand_over)


def _exhausted() -> QuerySet[Battle]:
    free = Q(state=State.PENDING) | Q(state=State.RUNNING) & lease_over()
    return Battle.objects.filter(free, attempt__gte=settings.BIVOUAC_BATTLE_ATTEMPTS)


def _hand_over(battle: Battle) -> bool:
    ended = f"{battle.attempt} attempts ended without a result, the last because its process died or took too long."
    return fail(held=_exhausted().filter(pk=battle.pk), sentence=f"{ended} {REMEDY}")


def retry_battle(*, battle: Battle) -> None:
    """Let a failed battle be fought again, with the same seed; refused for any other."""
    failed = Battle.objects.filter(pk=battle.pk, state=State.FAILED)
    if failed.update(state=State.PENDING, attempt=0, progress=0, error="", published_at=None, claim=None) != 1:
        raise Refusal(f"{battle.name}: the battle has not failed; only a failed battle is tried again.")


def publish_again(*, battle: Battle) -> None:
    """Let the next ``publish_due()`` send a battle that waits for a worker; refused for any other."""
    if Battle.objects.filter(pk=battle.pk, state__in=[State.PENDING, State.RUNNING]).update(published_at=None) != 1:
        raise Refusal(f"{battle.name}: it waits for no worker; publish only a battle that is about to be fought.")
