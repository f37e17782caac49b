"""Fight a battle file from beginning to end, and fight a report again to check it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import zip_longest
from typing import Any

from base.place import JsonPlace
from base.refusal import Refusal
from battles.resolvers.contract.manifest import Progress
from battles.resolvers.contract.registry import resolver, streams
from battles.resolvers.core.dice import face_of, key_of
from battles.resolvers.core.kernels import u64
from battles.resolvers.files import battle_file
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Event, Report, ReportError, canonical_lines, digest_of
from battles.resolvers.values.typed import ended, read_typed


@dataclass(frozen=True)
class Verdict:
    """The verdict on a report; `difference` is a sentence about its first fault."""

    same: bool
    difference: str
    again: Report


def field_seed_of(seed: str) -> str:
    """Return the default seed of the field: the seed text up to its first slash.

    The runs `<seed>/<k>` of a forecast are so fought on one field.
    """
    return seed.split("/", 1)[0]


def fight_file(file: BattleFile, seed: str, progress: Progress | None = None) -> Report:
    """Return the report of a battle file fought by its own rules with `seed`; raises Refusal where it cannot be
    fought."""
    system = resolver(file.rules)
    return system.fight(system.freeze(file, field_seed_of(seed)), seed, progress)


def verify(report: Report) -> Verdict:
    """Fight a report's battle again from its seed and compare everything; raises Refusal where that is impossible."""
    if report.sealed and report.typed is None:
        return _verify_journal(report)
    system = resolver(report.rules)
    if report.engine != system.ENGINE:
        engines = f"the battle was fought by engine {report.engine[:20]}, here is engine {system.ENGINE}"
        raise Refusal(f"engine: {engines}; verify it with the version of Bivouac that fought it.")
    again = _again(report, replace(_battle_of(report), rules=report.rules))
    difference = _difference(report, again)
    return Verdict(not difference, difference, again)


def _again(report: Report, file: BattleFile) -> Report:
    """Repeat the battle with its dice: fight it once more, or for a typed result run the evening after it."""
    if report.typed is None:
        return fight_file(file, report.seed)
    return finish_file(file, report.seed, report.typed)


def finish_file(file: BattleFile, seed: str, typed: object) -> Report:
    """Return the report of a battle fought on the table; raises Refusal where what was typed cannot be."""
    system = resolver(file.rules)
    return system.finish(file, seed, ended(read_typed(typed, file, system.tables(file.profile or {}))))


def _verify_journal(report: Report) -> Verdict:
    """Verify what can be proved while a plan is sealed: the journal's digest, and every die in it."""
    names = " and ".join(report.sealed)
    if not report.journal:
        raise Refusal(f"sealed: the plan of {names} is left out and the journal too; one of them is needed.")
    difference = wrong_in_journal(report)
    return Verdict(not difference, difference, report)


def wrong_in_journal(report: Report) -> str:
    """Check a journal without fighting: its digest, then its first false die; empty if nothing is wrong."""
    digest = digest_of(report.journal)
    if digest != report.digest:
        return f"digest: the report has {report.digest}, its journal has {digest}."
    return next(filter(None, (_false_die(report, event) for event in report.journal)), "")


def _false_die(report: Report, event: Event) -> str:
    known, key = streams(report.rules), u64(key_of(report.seed))
    for place in JsonPlace(event.get("dice") or [], f"event {event.get('n')}: dice", ReportError).items(most=1000):
        place.object(required=("stream", "k", "sides", "face"), optional=("name", "replaced"))
        stream = known.index(place.at("stream").choice(known))
        k, sides = place.at("k").integer(0, 10**9), place.at("sides").integer(2, 10**6)
        recorded, face = place.at("face").integer(1, sides), face_of(key, stream, k, sides)
        if recorded != face:
            return f"event {event.get('n')} ({event.get('ev')}): the report has {recorded}, the dice give {face}."
    return ""


def _battle_of(report: Report) -> BattleFile:
    try:
        return battle_file.parse(report.battle)
    except Refusal as refusal:
        raise ReportError(f"battle.{refusal}") from refusal


def _difference(report: Report, again: Report) -> str:
    if report.journal:
        for one, other in zip_longest(report.journal, again.journal):
            if one != other:
                return _event_difference(one, other)
    if report.reasons and report.reasons != again.reasons:
        return "reasons: the report has others than the generals had."
    for name in ("profile", "digest", "outcome"):
        if getattr(report, name) != getattr(again, name):
            recorded, rolled = str(getattr(report, name))[:200], str(getattr(again, name))[:200]
            return f"{name}: the report has {recorded}, the dice give {rolled}."
    return _unit_difference(report, again)


def _event_difference(reported: Event | None, again: Event | None) -> str:
    if reported is None or again is None:
        longer = reported or again or {}
        whose = "only the report has it" if reported else "the report ends before it"
        return f"event {longer.get('n')} ({longer.get('ev')}): {whose}."
    keys = [key for key in sorted({*reported, *again}) if reported.get(key) != again.get(key)]
    printed, rolled = (canonical_lines([{k: e.get(k) for k in keys}]).strip() for e in (reported, again))
    return f"event {again.get('n')} ({again.get('ev')}): the report has {printed[:300]}, the dice give {rolled[:300]}."


def _unit_difference(report: Report, again: Report) -> str:
    for side, other in zip(report.sides, again.sides, strict=True):
        if side != other:
            units = zip_longest(side.units, other.units)
            wrong = next((one or two for one, two in units if one != two), None)
            return f"{side.name}: {f'unit {wrong.id}' if wrong else 'its leaders'} came out otherwise."
    return ""


def likeness_of(rules: str, file: Mapping[str, Any], typed: Mapping[str, Any] | None) -> str:
    """Return a digest of a decision: the rules, the file, and the result that people typed, if they did."""
    text = json.dumps([rules, file, typed], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
