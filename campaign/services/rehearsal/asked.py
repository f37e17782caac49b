"""Rehearsals of a draft that a referee asks for: workers play its wars, a few at a time, until all are done."""

import json
import logging
import uuid
from collections.abc import Iterator
from dataclasses import asdict
from datetime import timedelta
from time import monotonic

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from base.refusal import Refusal
from base.rows.outages import let_database_trouble_pass
from battles.services.claiming import claim_row, exhausted, free_the_dead, held
from battles.services.publishing import publish_rows
from campaign.models import Draft, Rehearsal, RehearsedWar
from campaign.models.drafts import MOST_WARS
from campaign.rules.drafts.faults import faults_of
from campaign.rules.drafts.starts import read_document
from campaign.rules.rehearsed.played import WarPlayed
from campaign.selectors.making.drafts import unpacked
from campaign.services.rehearsal.apart import Task, play_apart

log = logging.getLogger(__name__)
State = Rehearsal.State
TASK, QUEUE = "campaign.tasks.rehearse_wars", "bulk"
AT_A_TIME = 20.0
"""So many seconds a worker plays before it lets others come to their turn; the war in hand is played to its end."""
LEADER = "middle"
FILMED = 1
"""The war of a rehearsal that is filmed."""
UNDER_WAY = (State.PENDING, State.RUNNING)
EXHAUSTED = "The wars were tried too often without a result; the host finds more in the worker's log."
BROKEN = "The wars could not be played ({}). Tell the host, who finds more in the log."


@transaction.atomic
def ask_rehearsal(*, draft: Draft, wars: int) -> Rehearsal:
    """Have a draft played as it is now; call ``publish_rehearsals()`` after the commit.

    Refusal where the draft could not begin, or is being rehearsed already. Older rehearsals of it are forgotten.
    """
    row = Draft.objects.select_for_update().get(pk=draft.pk)
    if not 1 <= wars <= MOST_WARS:
        raise Refusal(f"Wars: give 1 to {MOST_WARS}.")
    if Rehearsal.objects.filter(draft=row, state__in=UNDER_WAY).exists():
        raise Refusal("This draft is being rehearsed; stop that rehearsal first.")
    blocking = [fault for fault in faults_of(read_document(unpacked(row.packed))) if fault.blocks]
    if blocking:
        raise Refusal(f"The war cannot begin yet, so it cannot be rehearsed. {blocking[0].sentence}")
    Rehearsal.objects.filter(draft=row).delete()
    return Rehearsal.objects.create(draft=row, version=row.version, packed=row.packed, wars=wars)


def stop_rehearsal(*, draft: Draft) -> bool:
    """Stop a draft's rehearsal and keep what has been played; False if none was under way."""
    rows = Rehearsal.objects.filter(draft=draft, state__in=UNDER_WAY)
    return rows.update(state=State.STOPPED, ended_at=timezone.now()) == 1


def publish_rehearsals(*, everything: bool = False) -> int:
    """Send a message for each rehearsal that waits for a worker and was not sent lately; how many were sent."""
    return publish_rows(Rehearsal, task=TASK, queue=QUEUE, everything=everything)


def run_rehearsal(rehearsal_id: int) -> int:
    """Play wars of a rehearsal for some seconds, unless another process does; how many."""
    token = claim_row(Rehearsal.objects.filter(pk=rehearsal_id))
    if token is None:
        return 0
    row = Rehearsal.objects.get(pk=rehearsal_id)
    try:
        played = _played(row, token)
    except Exception as error:
        let_database_trouble_pass(error)
        log.exception("rehearsal %s went wrong", row.pk)
        problem = str(error) if isinstance(error, Refusal) else BROKEN.format(type(error).__name__)
        held(row, token).update(state=State.FAILED, problem=problem, ended_at=timezone.now(), lease_until=None)
        return 0
    _let_go(row, token)
    publish_rehearsals()
    return played


def _played(row: Rehearsal, token: uuid.UUID) -> int:
    """Play wars until the time is over, all are done, or somebody has stopped them; how many."""
    began, played = monotonic(), 0
    for war in _wars(row):
        if not _kept(row, token, war):
            return played
        played += 1
        if monotonic() - began > AT_A_TIME:
            return played
    return played


def _wars(row: Rehearsal) -> Iterator[WarPlayed]:
    """Yield the wars that are still to be played. The key of the rehearsal is the seed of all of them."""
    data = json.loads(unpacked(row.packed))
    players = {faction["key"]: LEADER for faction in data["factions"]}
    done = set(row.played.values_list("number", flat=True))
    missing = [number for number in range(1, row.wars + 1) if number not in done]
    tasks = [Task(data, row.key, number, players, filmed=number == FILMED) for number in missing]
    return play_apart(tasks, processes=1)


@transaction.atomic
def _kept(row: Rehearsal, token: uuid.UUID, war: WarPlayed) -> bool:
    """Write a war's notes, once, and hold the rehearsal on; False if it is not this process's any more."""
    lease = timezone.now() + timedelta(seconds=settings.BIVOUAC_BATTLE_LEASE)
    if held(row, token).update(lease_until=lease) != 1:
        return False
    notes = asdict(war)
    film = notes.pop("film")
    RehearsedWar.objects.get_or_create(rehearsal=row, number=war.number, defaults={"notes": notes, "film": film})
    return True


def _let_go(row: Rehearsal, token: uuid.UUID) -> None:
    """End a rehearsal whose wars are all played; let any process go on with another."""
    done = row.played.count() >= row.wars
    how = {"state": State.DONE, "ended_at": timezone.now()} if done else {"state": State.PENDING}
    held(row, token).update(attempt=0, lease_until=None, published_at=None, **how)


def reconcile_rehearsals(*, everything: bool = False) -> int:
    """Take up rehearsals of dead processes and lost messages, give up what was tried too often; how many were sent."""
    free_the_dead(Rehearsal)
    exhausted(Rehearsal).update(state=State.FAILED, problem=EXHAUSTED, ended_at=timezone.now())
    return publish_rehearsals(everything=everything)
