"""Conditions on the past that a campaign file keeps: every piece is what it is called, and no state is endless."""

import base64
import binascii
from collections.abc import Mapping

from campaign.rules.files.fields import CampaignFileError
from campaign.rules.files.past.history_rows import History
from campaign.rules.files.past.past_rows import KeptPieceRow, KeptStateRow
from campaign.rules.history.pieces import LIMIT, digest_of, unpacked
from campaign.rules.history.scene import scene_fault

PACKED, AT_LEAST = 40, 10_000_000
"""All pieces of a file may be so many times as long as they are packed, or this long at least."""


def check_past(history: History) -> None:
    """Refuse pieces that are not what they are called, and states that are incomplete or too long.

    What is in a state is read when it is used.
    """
    lengths = _lengths(history)
    for number, row in enumerate(history.kept_states):
        _check_state(row, lengths, f"history.kept_states[{number}]")


def _lengths(history: History) -> dict[str, int]:
    """Digest → characters of the piece, unpacked."""
    left = max(AT_LEAST, PACKED * sum(len(row.data) for row in history.kept_pieces))
    lengths: dict[str, int] = {}
    for number, row in enumerate(history.kept_pieces):
        lengths[row.digest] = _length(row, min(left, LIMIT), f"history.kept_pieces[{number}]")
        left -= lengths[row.digest]
    return lengths


def _length(row: KeptPieceRow, most: int, place: str) -> int:
    try:
        text = unpacked(base64.b64decode(row.data, validate=True), most)
    except (binascii.Error, ValueError) as error:
        raise CampaignFileError(f"{place}.data: {error}; dump the campaign again.") from error
    if digest_of(text) != row.digest:
        raise CampaignFileError(f"{place}.digest: the piece is another one; dump the campaign again.")
    return len(text)


def _check_state(row: KeptStateRow, lengths: Mapping[str, int], place: str) -> None:
    if not row.pieces or not all(isinstance(digest, str) and digest in lengths for digest in row.pieces):
        raise CampaignFileError(f"{place}.pieces: a piece of it is missing; dump the campaign again.")
    if sum(lengths[digest] for digest in row.pieces) > LIMIT:
        raise CampaignFileError(f"{place}.pieces: the state is longer than {LIMIT:,} characters; leave it out.")
    if sentence := scene_fault(row.scene):
        raise CampaignFileError(f"{place}.scene: {sentence}")
