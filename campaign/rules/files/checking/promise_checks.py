"""Faults of a history that the audit would find, refused by their place: units that left, battles and their reports."""

import base64
import binascii
from collections import defaultdict
from collections.abc import Iterator, Mapping

from battles.resolvers.core.dice import commitment
from campaign.rules.files.fields import CampaignFileError
from campaign.rules.files.past.history_rows import BattleRow, EffectRow, History, ResultRow, UnitRow
from campaign.rules.files.past.past_rows import KeptPieceRow, KeptStateRow
from campaign.rules.history.pieces import LIMIT, digest_of, scene_fault, unpacked

REPORTED = ("before", "lost", "moved", "after", "fate")


def check_promises(history: History, strengths: dict[str, int]) -> None:
    """Refuse a history that the audit would call broken, naming the first place."""
    for place, sentence in faults(history, strengths):
        raise CampaignFileError(f"history.{place}: {sentence}")


def faults(history: History, strengths: dict[str, int]) -> Iterator[tuple[str, str]]:
    """Yield every promise that a history breaks: its place, and a sentence."""
    for number, unit in enumerate(history.units):
        if sentence := _of_unit(unit, strengths.get(unit.id, 0)):
            yield f"units[{number}].status", sentence
    for number, battle in enumerate(history.battles):
        for key, sentence in _of_battle(battle):
            yield f"battles[{number}].{key}", sentence
    battles = {row.id: row for row in history.battles}
    for number, result in enumerate(history.results):
        for key, sentence in _of_result(result, battles[result.battle]):
            yield f"results[{number}].{key}", sentence
    yield from _of_effects(history)
    yield from _of_engagements(history)
    yield from _of_moves(history)


def _of_unit(unit: UnitRow, strength: int) -> str:
    if unit.status == "serving" and strength == 0:
        return f"{unit.id} serves with no strength; make it lost, or add the line of the ledger that raised it."
    if unit.status == "merged" and unit.merged_into is None:
        return f"{unit.id} is merged into no unit; give merged_into."
    if unit.status != "merged" and unit.merged_into is not None:
        return f"{unit.id} is {unit.status} and has merged_into; make it merged, or leave that out."
    return ""


def _of_battle(battle: BattleRow) -> Iterator[tuple[str, str]]:
    if commitment(battle.seed) != battle.commitment:
        yield "commitment", "it is not that of the seed; one of them was changed."
    if (battle.state == "done") != (battle.settled_at is not None):
        yield "settled_at", "a settled battle has this time, and no other has; add it or take it out."


def _of_result(result: ResultRow, battle: BattleRow) -> Iterator[tuple[str, str]]:
    report, outcome = result.report, result.report["outcome"]
    if report["battle"] != battle.file:
        yield "report.battle", f"it is not the file of {battle.id}; one of them was changed."
    if report["seed"] != battle.seed:
        yield "report.seed", f"it is not the seed of {battle.id}; one of them was changed."
    if report["digest"] != result.digest:
        yield "report.digest", "it is not the digest beside it; one of them was changed."
    if (outcome.get("kind"), outcome.get("winner") or "") != (result.kind, result.winner):
        yield "winner", "kind and winner are not those of the report; correct them."


def _of_effects(history: History) -> Iterator[tuple[str, str]]:
    """Check that fighters, units touched and the report's units are the same."""
    ids = {(row.battle, row.unit): row.file_id for row in history.battle_units}
    reported = {(row.battle, unit["id"]): unit for row in history.results for side in row.report["sides"]
            for unit in side["units"]}  # fmt: skip
    touched = set()
    for number, row in enumerate(history.effects):
        touched.add((row.battle, row.unit))
        if _differs(row, reported.get((row.battle, ids.get((row.battle, row.unit), "")), {})):
            yield f"effects[{number}]", f"the report of {row.battle} has other values for {row.unit}; correct them."
    settled = {row.battle for row in history.results}
    for number, fielded in enumerate(history.battle_units):
        if fielded.battle in settled and (fielded.battle, fielded.unit) not in touched:
            yield f"battle_units[{number}]", f"{fielded.battle} has no effect on {fielded.unit}; add it."


def _differs(row: EffectRow, reported: dict[str, object]) -> bool:
    return any(getattr(row, key) != reported.get(key) for key in REPORTED)


def _of_engagements(history: History) -> Iterator[tuple[str, str]]:
    """An engagement is settled when its battle is, and has armies on two sides."""
    states = {row.id: row.state for row in history.battles}
    sides = defaultdict(set)
    for army in history.engagement_armies:
        sides[army.engagement].add(army.side)
    for number, row in enumerate(history.engagements):
        done = states.get(row.battle or "") == "done"
        if (row.state == "settled" and not done) or (row.state == "open" and done):
            found = "settled" if done else "not settled"
            yield f"engagements[{number}].state", f"it is {row.state}, and its battle is {found}; correct one of them."
        if len(sides[row.id]) != 2:
            yield f"engagements[{number}]", f"it has armies on {len(sides[row.id])} sides; two are needed."
    fought = {row.battle for row in history.engagements}
    for number, battle in enumerate(history.battles):
        if battle.id not in fought:
            yield f"battles[{number}].id", "no engagement names this battle; add one, or leave the battle out."


def _of_moves(history: History) -> Iterator[tuple[str, str]]:
    """LGG-15.5: strength that moves between units comes from somewhere."""
    sums: dict[str, int] = defaultdict(int)
    last: dict[str, int] = {}
    for number, line in enumerate(history.strength):
        if line.cause == "amalgamation":
            sums[line.reference] += line.delta
            last[line.reference] = number
    for reference, total in sums.items():
        if total:
            yield f"strength[{last[reference]}]", f"amalgamations of this reference add up to {total:+d}, not to 0."


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
