"""A whole war proved from its dump: read it, look through it, prove its battles one by one."""

from collections.abc import Iterator

from base import place as reading
from base.place import JsonPlace
from base.refusal import Refusal
from base.words import counted
from campaign.rules.files import campaign_file
from campaign.rules.files.checks import check_file
from campaign.rules.files.fields import CampaignFileError, read_row
from campaign.rules.files.whole import CampaignFile
from campaign.rules.proof import (
    attempts,
    battles,
    forces,
    kept,
    land,
    ledgers,
    marches,
    postings,
    told,
    war_dice,
    watch,
)
from campaign.rules.proof.dump import Dump, Fault, guarded

ROOMS = (war_dice, attempts, ledgers, postings, land, marches, told, forces, watch, battles, kept)
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


COMPARED = (
    "the dice with the secret; each posting with its key or its act; incomes with the land and its history",
    "units and generals with the battle files, purchases with the sheets, orders and sightings with where armies stood",
    "battles with their files, seeds, engines and profiles; record, ledgers and chronicle with the kept states",
)


def left_out(dump: Dump, *, again: bool) -> Iterator[str]:
    """Yield what has not been compared, as sentences: first what this dump lacks, then what no dump has."""
    seals = {row.turn for row in dump.past if row.kind == "seal"}
    without = sorted(row.number for row in dump.history.turns if row.state == "closed" and row.number not in seals)
    if without:
        what = "what the program did not work out again is the host's word"
        yield f"Turns without a kept state ({', '.join(map(str, without))}): {what}."
    if not again:
        yield "Battles: they were not fought again (--fast)."
    if dump.file.archived:
        yield f"Orders, sightings and journals up to turn {dump.file.archived}: they were archived."
    if typed := sum("typed" in row.report for row in dump.history.results):
        yield f"{counted(typed, 'result')} that people entered: only what follows from them."
    yield "What was entered and how people behaved: orders and sheets before their seal, letters, wishes, absences."
    yield "Reasons, names of people and times; the armies and the land with which the war began."
    yield "After the last kept state: lines of the chronicle without dice or rows, supply, plans, upkeep set aside."
    yield "The dice of an overrun's pursuit and of a meeting on the way, which are not kept."
