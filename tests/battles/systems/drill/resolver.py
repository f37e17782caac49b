"""A rule system for tests of everything around the fight: each unit throws one die, and that is the battle.

It lays out a field, throws checkable dice, keeps a journal, loses units and amalgamates what is left. A unit loses 1 on
a 1 to 3 and 2 on a 4; then the first two infantry units of a side that fit into one become one. It has no numbers.
"""

from hashlib import sha256
from typing import Any

from base.place import JsonPlace
from battles.resolvers.contract.manifest import Progress
from battles.resolvers.contract.numbers import NumberSheet
from battles.resolvers.core.dice import COMBAT_STREAM, face_of, key_of
from battles.resolvers.fields.field import Field
from battles.resolvers.frame.plain import as_typed, more_left
from battles.resolvers.values.battle import BattleFile, BattleSide, BattleUnit
from battles.resolvers.values.report import LeaderReport, Outcome, Report, SideReport, UnitReport, digest_of
from battles.resolvers.values.typed import Typed
from rosters.rules.catalogue import Catalogue, catalogue

ENGINE = "drill 1"
SLUG = "drill"
LOSS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 0, 6: 0}


def tables(profile: dict[str, Any]) -> Catalogue:
    """The unit types as they are shipped; a profile may give nothing but its name."""
    JsonPlace(profile, "").object(optional=("name",))
    return catalogue()


def profile_hash(profile: dict[str, Any]) -> str:
    """The hash of no numbers."""
    tables(profile)
    return "sha256:" + sha256(b"drill").hexdigest()


def sheet(profile: dict[str, Any]) -> NumberSheet:
    """An empty sheet."""
    return NumberSheet(str(profile.get("name") or "As shipped"), profile_hash(profile), ())


def freeze(file: BattleFile, field_seed: str) -> BattleFile:
    """The file with an empty field."""
    return file if file.field else file.with_field(Field(72.0, 48.0))


def warm(progress: Progress | None = None) -> None:
    """Nothing is slow here."""


def fight(file: BattleFile, seed: str, progress: Progress | None = None) -> Report:
    """One die a unit, in the order of the file; more strength left wins."""
    journal: list[dict[str, Any]] = []
    sides = (_side(file.sides[0], 0, seed, journal), _side(file.sides[1], len(file.sides[0].units), seed, journal))
    if progress:
        progress(1.0)
    return _report(file, seed, journal, sides, None)


def finish(file: BattleFile, seed: str, typed: Typed) -> Report:
    """What was typed stands."""
    journal: list[dict[str, Any]] = []
    return _report(file, seed, journal, as_typed(file, typed, journal), typed)


def _report(
    file: BattleFile, seed: str, journal: list[dict[str, Any]], sides: tuple[SideReport, ...], typed: Typed | None
) -> Report:
    winner = more_left(sides)
    kind = "victory" if winner else "draw"
    journal.append(_event(journal, "battle_end", winner or "", winner=winner, kind=kind))
    numbers, outcome = profile_hash(file.profile or {}), Outcome(kind, winner, 1, 1)
    return Report(
        file.rules, ENGINE, numbers, seed, digest_of(journal), outcome, (sides[0], sides[1]), file.as_dict(),
        tuple(journal), None, typed.as_dict() if typed else None,
    )  # fmt: skip


def _side(side: BattleSide, first: int, seed: str, journal: list[dict[str, object]]) -> SideReport:
    units = [_throw(unit, first + n, seed, side.name, journal) for n, unit in enumerate(side.units)]
    commander = LeaderReport(side.commander.name, "unhurt")
    return SideReport(side.name, True, commander, (), tuple(_amalgamated(units)))


def _throw(unit: BattleUnit, k: int, seed: str, side: str, journal: list[dict[str, object]]) -> UnitReport:
    face = face_of(key_of(seed), COMBAT_STREAM, k, 6)
    lost = min(unit.strength, LOSS[face])
    die = {"name": "attack", "stream": "combat", "k": k, "sides": 6, "face": face}
    journal.append(_event(journal, "hit", side, unit=unit.id, sp=unit.strength - lost, cause="drill", dice=[die]))
    left = unit.strength - lost
    fate = "kept" if left else "eliminated"
    return UnitReport(unit.id, unit.type, unit.type, unit.guard, unit.strength, lost, 0, left, fate)


def _event(journal: list[dict[str, object]], ev: str, side: str, **more: object) -> dict[str, object]:
    return {"n": len(journal), "ev": ev, "day": 1, "round": 1, "side": side, "rule": ["HR-15"], **more}


def _amalgamated(units: list[UnitReport]) -> list[UnitReport]:
    foot = [unit for unit in units if unit.type == "line_inf" and unit.after]
    for giver in foot:
        for taker in foot:
            if giver is not taker and giver.after + taker.after <= 4:
                return [_merged(unit, giver, taker) for unit in units]
    return units


def _merged(unit: UnitReport, giver: UnitReport, taker: UnitReport) -> UnitReport:
    points = giver.after
    if unit is giver:
        changed = {"moved": points, "after": 0, "fate": "amalgamated", "into": taker.id}
    elif unit is taker:
        changed = {"moved": -points, "after": unit.after + points}
    else:
        return unit
    return UnitReport(**{**unit.as_dict(), **changed})
