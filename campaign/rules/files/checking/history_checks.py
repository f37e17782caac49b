"""Conditions on the history of a campaign file: every sum of its ledgers, every battle's result."""

import base64
import binascii
import zlib
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from functools import partial
from hashlib import sha256
from typing import Any

from base.refusal import Refusal
from battles.resolvers.contract.notes import Note
from battles.resolvers.contract.registry import companion, resolver
from battles.resolvers.files import battle_file
from battles.resolvers.values import report
from battles.resolvers.values.entries import Entry, part_of, read_entry
from campaign.rules.files.checking.promise_checks import check_past, check_promises
from campaign.rules.files.fields import CampaignFileError
from campaign.rules.files.handles import PossibleOwners, fault
from campaign.rules.files.past.history_rows import CAMPAIGN_ACCOUNTS, FACTION_ACCOUNTS, EntryRow, History, NoteRow
from rosters.rules.catalogue import unit_type

JOURNAL_LIMIT = 16_000_000
PACKED, JOURNALS_AT_LEAST = 24, 1_000_000
"""All journals of a file may be so many times as long as they are packed, or this long at least."""


def check_history(history: History, factions: Collection[str], archived: int = 0) -> None:
    """Refuse a history that cannot have happened, naming the first place.

    Of the turns up to ``archived`` the journals may be elsewhere.
    """
    _check_units(history)
    _check_strength(history)
    _check_points(history, factions)
    _check_turns(history)
    for number, battle in enumerate(history.battles):
        _check_part(f"battles[{number}].file", battle_file.parse, battle.file)
    _check_entries(history)
    _check_notes(history)
    _check_archived(history, archived)
    _check_results(history, {row.battle for row in history.engagements if row.battle and row.turn <= archived})
    _check_once(history)
    _check_handles(history)
    check_promises(history, final_strengths(history))
    check_past(history)


def _refuse(place: str, sentence: str) -> None:
    raise CampaignFileError(f"history.{place}: {sentence}")


def _check_units(history: History) -> None:
    for number, row in enumerate(history.units):
        try:
            kind = unit_type(row.type)
        except Refusal as exc:
            raise CampaignFileError(f"history.units[{number}].type: {exc}") from exc
        if row.guard and not kind.may_be_guard:
            _refuse(f"units[{number}].guard", f"{kind.name} cannot be Guard (REC-2).")


def final_strengths(history: History) -> dict[str, int]:
    """Unit id → the sum of its ledger lines, in strength points."""
    sums: dict[str, int] = defaultdict(int)
    for line in history.strength:
        sums[line.unit] += line.delta
    return sums


def _check_strength(history: History) -> None:
    full = {row.id: row.full for row in history.units}
    now = dict.fromkeys(full, 0)
    for number, line in enumerate(history.strength):
        now[line.unit] += line.delta
        place = f"strength[{number}]"
        if line.delta == 0:
            _refuse(f"{place}.delta", "a line changes something; leave it out.")
        if not 0 <= now[line.unit] <= full[line.unit]:
            _refuse(f"{place}.delta", f"it makes {line.unit} {now[line.unit]} strong; 0 to {full[line.unit]} can be.")
        if line.after != now[line.unit]:
            _refuse(f"{place}.after", f"{line.after} is not the sum of the lines so far, which is {now[line.unit]}.")
    for number, row in enumerate(history.units):
        if row.status != "serving" and now[row.id]:
            _refuse(f"units[{number}].status", f"a unit that left has no strength, its lines add up to {now[row.id]}.")


def final_balances(history: History) -> dict[str, int]:
    """Account → points: what came in less what went out."""
    sums: dict[str, int] = defaultdict(int)
    for entry in history.points:
        sums[entry.source] -= entry.amount
        sums[entry.target] += entry.amount
    return sums


def _check_points(history: History, factions: Collection[str]) -> None:
    known = {*CAMPAIGN_ACCOUNTS, *(f"{kind}/{faction}" for kind in FACTION_ACCOUNTS for faction in factions)}
    for number, entry in enumerate(history.points):
        for side in ("source", "target"):
            if getattr(entry, side) not in known:
                _refuse(f"points[{number}].{side}", f'there is no account "{getattr(entry, side)}".')
        if entry.source == entry.target:
            _refuse(f"points[{number}].target", "it is the account that the points come from; name another.")
    for name, points in final_balances(history).items():
        if "/" in name and points < 0:
            _refuse("points", f"they leave {name} at {points}; a faction's account cannot fall below 0.")


def _check_turns(history: History) -> None:
    for number, row in enumerate(history.turns):
        if row.number != number + 1:
            _refuse(f"turns[{number}].number", f"{row.number} where {number + 1} is expected; turns are in order.")
        if row.state != "closed" and number + 1 < len(history.turns):
            _refuse(f"turns[{number}].state", "only the last turn may be unfinished; the earlier ones are closed.")


def _check_part(place: str, read: Callable[[Any], object], part: object) -> None:
    """A document within the document, read as strictly as on its own."""
    try:
        read(part)
    except Refusal as exc:
        raise CampaignFileError(f"history.{place}: {exc}") from exc


def _check_entries(history: History) -> None:
    """Check a typed result of a battle on the table; a draft may hold what cannot be, but has the same shape."""
    files = {row.id: row.file for row in history.battles}
    for number, row in enumerate(history.entries):

        def read(values: object, row: EntryRow = row) -> Entry:
            file = battle_file.parse(files[row.battle])
            known = resolver(file.rules).tables(file.profile or {})
            part = part_of(values, row.part, row.side)
            return read_entry(values, file, part, known, judged=row.handed_in_at is not None)

        _check_part(f"entries[{number}].values", read, row.values)


def _check_notes(history: History) -> None:
    """The notes of a battle on the table make a table when they are read one after the other."""
    for battle in history.battles:
        rows = [row for row in history.notes if row.battle == battle.id]
        if [row.number for row in rows] != list(range(1, len(rows) + 1)):
            _refuse("notes", f"those of {battle.id} are not numbered 1, 2, 3 and so on.")
        if rows and battle.state == "open":
            _check_part(f"notes of {battle.id}", partial(_replayed, battle.file), rows)


def _replayed(data: object, rows: Sequence[NoteRow]) -> object:
    file = battle_file.parse(data)
    notes = [Note(row.number, row.side, row.kind, row.values, row.by) for row in rows]
    return companion(file.rules).read_notes(file, notes)


def _check_archived(history: History, archived: int) -> None:
    """Check that what is archived is over."""
    closed = sum(row.state == "closed" for row in history.turns)
    if archived > closed:
        raise CampaignFileError(f"archived: {archived} turns are marked as archived, {closed} are closed; correct it.")


def _check_results(history: History, archived: set[str]) -> None:
    settled = {row.id for row in history.battles if row.state == "done"}
    left = JOURNALS_AT_LEAST + PACKED * sum(len(row.journal) for row in history.results)
    for number, row in enumerate(history.results):
        if row.battle not in settled:
            _refuse(f"results[{number}].battle", f"{row.battle} is not settled; it cannot have a result.")
        _check_part(f"results[{number}].report", report.from_dict, row.report)
        if not row.journal and row.battle in archived:
            continue
        journal = unpack_journal(row.journal, f"history.results[{number}].journal", left)
        left -= len(journal)
        if journal and row.digest != f"sha256:{sha256(journal).hexdigest()}":
            _refuse(f"results[{number}].digest", "it is not that of the journal; one of them was changed.")
    missing = settled - {row.battle for row in history.results}
    if missing:
        _refuse("results", f"there is none for the settled battle {min(missing)}.")
    for number, effect in enumerate(history.effects):
        if effect.before != effect.after + effect.lost + effect.moved:
            _refuse(f"effects[{number}]", "before is not after + lost + moved.")


def unpack_journal(text: str, place: str, left: int) -> bytes:
    """Return the journal's canonical lines; refused where they are not base 64 of zlib, or unpack to more than is
    left."""
    most = min(JOURNAL_LIMIT, left)
    try:
        tool = zlib.decompressobj()
        lines = tool.decompress(base64.b64decode(text, validate=True), most)
    except (binascii.Error, ValueError, zlib.error) as exc:
        raise CampaignFileError(f"{place}: this is not a packed journal; copy the file again.") from exc
    if not tool.eof:
        raise CampaignFileError(f"{place}: the journal is cut off or longer than {most:,} bytes.")
    return lines


def _check_once(history: History) -> None:
    """Rows of which the rules allow one: two of them would count something twice."""
    keys: tuple[tuple[str, Callable[[Any], Hashable]], ...] = (
        ("orders", lambda row: (row.turn, row.army)),
        ("faction_turns", lambda row: (row.turn, row.faction)),
        ("sightings", lambda row: (row.turn, row.viewer, row.army)),
        ("engagements", lambda row: (row.turn, row.sequence)),
        ("engagement_armies", lambda row: (row.engagement, row.army)),
        ("battle_units", lambda row: (row.battle, row.unit)),
        ("wishes", lambda row: (row.battle, row.side)),
        ("entries", lambda row: (row.battle, row.side, row.part)),
        ("results", lambda row: row.battle),
        ("effects", lambda row: (row.battle, row.unit)),
    )
    for name, key in keys:
        _check_no_twin(name, getattr(history, name), key)


def _check_handles(history: History) -> None:
    """Keys of postings: each once in its ledger, and those of the program's form of something that has happened."""
    _check_no_twin("sheet", history.sheet, lambda row: row.idempotency and (row.faction, row.idempotency))
    _check_no_twin("points", history.points, lambda row: row.idempotency)
    _check_no_twin("strength", history.strength, lambda row: row.idempotency and (row.unit, row.idempotency))
    happened = PossibleOwners.of(history)
    for name in ("sheet", "points", "strength"):
        for number, row in enumerate(getattr(history, name)):
            if row.idempotency and (why := fault(row.idempotency, row, happened)):
                _refuse(f"{name}[{number}].idempotency", f"{why}; leave it out.")


def _check_no_twin(name: str, rows: Iterable[Any], key: Callable[[Any], Hashable]) -> None:
    seen: set[Hashable] = set()
    for number, row in enumerate(rows):
        if key(row) is not None and key(row) in seen:
            _refuse(f"{name}[{number}]", "the same is recorded already further up; leave one of them out.")
        seen.add(key(row))
