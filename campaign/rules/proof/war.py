"""A whole war proved from its dump: read it, look through it, prove its battles one by one."""

from base import place as reading
from base.place import JsonPlace
from base.refusal import Refusal
from campaign.rules.files import campaign_file
from campaign.rules.files.checks import check_file
from campaign.rules.files.fields import CampaignFileError, read_row
from campaign.rules.files.whole import CampaignFile
from campaign.rules.proof import (
    arrivals,
    attempts,
    battles,
    forces,
    kept,
    land,
    ledgers,
    marches,
    postings,
    sieges,
    told,
    war_dice,
    watch,
    works,
)
from campaign.rules.proof.dump import Dump, Fault, guarded

ROOMS = (war_dice, attempts, ledgers, postings, land, sieges, marches, works, told, forces, watch, battles, arrivals,
         kept)  # fmt: skip
CHECKS = tuple(check for room in ROOMS for check in room.CHECKS)


def read_dump(data: bytes | str) -> Dump:
    """Return the dump in a file; raises CampaignFileError where it has not the shape of one, or no history or
    secret."""
    raw = reading.loads(data, limit=campaign_file.LIMIT, error=CampaignFileError)
    place = JsonPlace(raw, error=CampaignFileError)
    campaign_file.check_format(place)
    file = read_row(CampaignFile, place)
    if file.history is None or file.secret is None:
        raise CampaignFileError("history: this is a war that has not begun; give a dump, with its history and secret.")
    return Dump(file, file.history, file.secret, raw)


def look_through(dump: Dump) -> list[Fault]:
    """Return every fault that shows without fighting, and what the loader has against the file besides."""
    found = [fault for check in CHECKS for fault in guarded(check, dump)]
    if (refused := _refused(dump.file)) and refused.path not in {fault.path for fault in found}:
        found.append(refused)
    return found


def _refused(file: CampaignFile) -> Fault | None:
    try:
        check_file(file)
    except Refusal as refusal:
        path, _, sentence = str(refusal).partition(": ")
        return Fault(path, sentence)
    return None
