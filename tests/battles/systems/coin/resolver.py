"""A battle is tossed for (COIN-1); every unit of the loser loses a strength point (COIN-2)."""

from battles.resolvers.contract.manifest import Progress
from battles.resolvers.core.dice import face_of, key_of
from battles.resolvers.fields.field import Field
from battles.resolvers.frame.plain import as_typed, event, more_left, side_report, unit_report
from battles.resolvers.values.battle import BattleFile, BattleSide
from battles.resolvers.values.report import Event, Outcome, Report, SideReport, digest_of
from battles.resolvers.values.typed import Typed
from tests.battles.systems.coin.numbers import losses, profile_hash, sheet, tables

__all__ = ["ENGINE", "fight", "finish", "freeze", "profile_hash", "sheet", "tables", "warm"]

ENGINE = "coin 1"


def freeze(file: BattleFile, field_seed: str) -> BattleFile:
    """The file with an empty field."""
    return file if file.field else file.with_field(Field(72.0, 48.0))


def warm(progress: Progress | None = None) -> None:
    """A coin is always ready."""


def fight(file: BattleFile, seed: str, progress: Progress | None = None) -> Report:
    """COIN-1, COIN-3 One toss, or the best of three."""
    journal = [_start(file, seed)]
    wanted, won = (2 if file.options.played("best_of_three") else 1), [0, 0]
    while max(won) < wanted:
        face = face_of(key_of(seed), 0, sum(won), 2)
        won[face - 1] += 1
        die = {"name": "coin", "stream": "toss", "k": sum(won) - 1, "sides": 2, "face": face}
        journal.append(event(journal, "toss", file.sides[face - 1].name, "COIN-1", [die], face=face))
    winner, points = won.index(wanted), losses(file.profile or {})
    sides = [_fallen(side, points["winner" if n == winner else "loser"], journal) for n, side in enumerate(file.sides)]
    if progress:
        progress(1.0)
    return _report(file, seed, journal, (sides[0], sides[1]), file.sides[winner].name)


def finish(file: BattleFile, seed: str, typed: Typed) -> Report:
    """Nothing is tossed for after a battle on the table: what was typed stands."""
    journal = [_start(file, seed)]
    sides = as_typed(file, typed, journal)
    return _report(file, seed, journal, sides, more_left(sides), typed)


def _report(
    file: BattleFile, seed: str, journal: list[Event], sides: tuple[SideReport, SideReport], winner: str | None,
    typed: Typed | None = None,
) -> Report:  # fmt: skip
    kind = "victory" if winner else "draw"
    journal.append(event(journal, "battle_end", winner, "COIN-1", [], winner=winner, kind=kind))
    return Report(
        file.rules, ENGINE, profile_hash(file.profile or {}), seed, digest_of(journal), Outcome(kind, winner, 1, 1),
        sides, file.as_dict(), tuple(journal), file.profile, typed.as_dict() if typed else None,
    )  # fmt: skip


def _start(file: BattleFile, seed: str) -> Event:
    table = [file.laid_out.width, file.laid_out.depth]
    more = {"seed": seed, "profile": profile_hash(file.profile or {}), "engine": ENGINE, "table": table, "field": []}
    return event([], "battle_start", None, "COIN-1", [], **more)


def _fallen(side: BattleSide, points: int, journal: list[Event]) -> SideReport:
    """COIN-2"""
    units = []
    for unit in side.units:
        lost = min(points, unit.strength)
        if lost:
            left = unit.strength - lost
            journal.append(event(journal, "hit", side.name, "COIN-2", [], unit=unit.id, sp=left, cause="toss"))
        units.append(unit_report(unit, lost, "kept" if lost < unit.strength else "eliminated"))
    return side_report(side, units, ["unhurt"] * (1 + len(side.wings)), stayed=True)
