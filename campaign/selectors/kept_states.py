"""The states that are kept of a war, read again."""

import json
from functools import partial
from typing import Any

from campaign.models import Campaign, KeptPiece, KeptState
from campaign.rules.files.campaign_file import CampaignFile, parse
from campaign.rules.files.fields import CampaignFileError
from campaign.rules.history.pieces import digest_of, unpacked
from rosters.rules.refusal import Refusal

Kind = KeptState.Kind
LOST = "The kept state of turn {turn} cannot be read any more: {why}. Load a backup to go back that far."


def kept_text(state: KeptState) -> str:
    """The text of a kept state; Refusal where it is not what was kept."""
    rows = KeptPiece.objects.filter(campaign=state.campaign_id, digest__in=set(state.pieces))
    lost = partial(LOST.format, turn=state.turn)
    try:
        found = {digest: unpacked(bytes(data)) for digest, data in rows.values_list("digest", "data")}
        text = "".join(found[digest] for digest in state.pieces)
    except KeyError as error:
        raise Refusal(lost(why="a piece of it is missing")) from error
    except ValueError as error:
        raise Refusal(lost(why=str(error))) from error
    if digest_of(text) != state.digest:
        raise Refusal(lost(why="it differs from the state that was kept"))
    return text


def kept_data(state: KeptState) -> dict[str, Any]:
    """A kept state as JSON."""
    data: dict[str, Any] = json.loads(kept_text(state))
    return data


def kept_file(state: KeptState) -> CampaignFile:
    """A kept state as the campaign file it is."""
    try:
        return parse(kept_data(state))
    except CampaignFileError as error:
        raise Refusal(LOST.format(turn=state.turn, why=str(error).rstrip("."))) from error


def seal_of(campaign: Campaign, turn: int) -> KeptState | None:
    """The state at the seal of a turn that is still a part of the war."""
    rows = KeptState.objects.filter(campaign=campaign, turn=turn, kind=Kind.SEAL, undone_by=None)
    return rows.order_by("-pk").first()
