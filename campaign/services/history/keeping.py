"""Keeping the state of a war."""

import logging
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from base.rows.outages import let_database_trouble_pass
from campaign.models import Campaign, Engagement, KeptPiece, KeptState, Turn
from campaign.rules.files.campaign_file import printed
from campaign.rules.history.pieces import digest_of, split
from campaign.selectors.past.kept_states import scene_now
from campaign.services.files.dump import recorded
from campaign.services.phases.fighting.battles import lock_play

log = logging.getLogger(__name__)
Kind = KeptState.Kind


@transaction.atomic
def keep_state(*, campaign: Campaign, turn: int, kind: str = Kind.SEAL, battle_key: str = "") -> KeptState:
    """Keep the campaign as it is now, without its secret. Lines that an earlier state has are kept once."""
    text = "".join(printed(*recorded(campaign, past=False)))
    pieces = split(text)
    _write_pieces(campaign, {piece.digest: piece.data for piece in pieces})
    return KeptState.objects.create(
        campaign=campaign, turn=turn, kind=kind, battle_key=battle_key, digest=digest_of(text),
        pieces=[piece.digest for piece in pieces], scene=scene_now(campaign),
    )  # fmt: skip


def keep_seal(*, turn: Turn) -> KeptState | None:
    """Keep the state at the seal of a turn; an earlier one, of a seal that was taken off again, gives way.

    A war that cannot be written down goes on all the same: this turn cannot be taken back. None then.
    """
    rows = KeptState.objects.filter(campaign=turn.campaign, turn=turn.number, kind=Kind.SEAL, undone_by=None)
    return _kept_instead(rows, campaign=turn.campaign, turn=turn.number)


def keep_before(*, engagement: Engagement) -> KeptState | None:
    """Keep the state before a battle that was held open is settled. Earlier ones of that kind give way.

    The newest turn is locked first, as by the settlement itself: while it waits the next one may be opened. None for a
    battle of the newest turn: the next one is going to rest on it.
    """
    campaign, newest = engagement.turn.campaign, lock_play(engagement.turn)
    if newest == engagement.turn:
        return None
    rows = KeptState.objects.filter(campaign=campaign, kind=Kind.BATTLE, undone_by=None, turn__lt=newest.number)
    key = engagement.battle.key if engagement.battle else ""
    return _kept_instead(rows, campaign=campaign, turn=newest.number, kind=Kind.BATTLE, battle_key=key)


def _kept_instead(rows: QuerySet[KeptState], **state: Any) -> KeptState | None:
    try:
        with transaction.atomic():
            rows.delete()
            return keep_state(**state)
    except Exception as error:
        let_database_trouble_pass(error)
        log.exception("turn %s of %s: its state cannot be kept", state["turn"], state["campaign"].slug)
        return None


def _write_pieces(campaign: Campaign, pieces: dict[str, bytes]) -> None:
    known = set(KeptPiece.objects.filter(campaign=campaign).values_list("digest", flat=True))
    fresh = [KeptPiece(campaign=campaign, digest=digest, data=data) for digest, data in pieces.items()
             if digest not in known]  # fmt: skip
    KeptPiece.objects.bulk_create(fresh, batch_size=200)
