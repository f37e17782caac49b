"""Taking up what was lost: dead processes, lost messages, exhausted attempts."""

from dataclasses import dataclass

from base.refusal import Refusal
from base.rows.one_by_one import each_by_itself
from battles.models import Battle
from battles.services.claiming import exhausted, free_the_dead
from battles.services.failing import REMEDY, fail
from battles.services.held.fallbacks import run_fallbacks
from battles.services.publishing import publish_due

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
    freed, failed = free_the_dead(Battle), _fail_exhausted()
    run_fallbacks()
    return Reconciled(freed, failed, publish_due(everything=everything))


def _fail_exhausted() -> int:
    """Hand to the referee what cannot be claimed any more; how many."""
    return each_by_itself(list(exhausted(Battle)), _hand_over)


def _hand_over(battle: Battle) -> bool:
    ended = f"{battle.attempt} attempts ended without a result, the last because its process died or took too long."
    return fail(held=exhausted(Battle).filter(pk=battle.pk), sentence=f"{ended} {REMEDY}")


def retry_battle(*, battle: Battle) -> None:
    """Let a failed battle be fought again, with the same seed; refused for any other."""
    failed = Battle.objects.filter(pk=battle.pk, state=State.FAILED)
    if failed.update(state=State.PENDING, attempt=0, progress=0, error="", published_at=None, claim=None) != 1:
        raise Refusal(f"{battle.name}: the battle has not failed; only a failed battle is tried again.")


def publish_again(*, battle: Battle) -> None:
    """Let the next ``publish_due()`` send a battle that waits for a worker; refused for any other."""
    if Battle.objects.filter(pk=battle.pk, state__in=[State.PENDING, State.RUNNING]).update(published_at=None) != 1:
        raise Refusal(f"{battle.name}: it waits for no worker; publish only a battle that is about to be fought.")
