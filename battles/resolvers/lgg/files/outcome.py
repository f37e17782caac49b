"""The record of a battle that is over: its journal and its report, who won, what became of every unit."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from battles.resolvers.common.codes import TYPE_KEYS
from battles.resolvers.lgg.day.evening import tournament_points
from battles.resolvers.lgg.files.beginning import ENGINE, profile_of, start_event
from battles.resolvers.lgg.files.filling import pieces_of
from battles.resolvers.lgg.files.journal_details import persons
from battles.resolvers.lgg.files.journal_lines import fallen_of, lines_of
from battles.resolvers.lgg.record import codes
from battles.resolvers.lgg.record.codes import SIDE_ROLL, Status
from battles.resolvers.lgg.record.reasons import CHOICE_KEYS, GROUND_KEYS, WHY_KEYS
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.values.battle import BattleFile, BattleSide
from battles.resolvers.values.report import (
    Event,
    LeaderReport,
    Outcome,
    Reason,
    Report,
    SideReport,
    UnitReport,
    shared_losses,
)
from battles.resolvers.values.sides import SECTORS
from battles.resolvers.values.typed import Typed

_Read = Callable[[BattleFile, int, int], dict[str, Any]]


def reasons_of(battle: Battle, file: BattleFile) -> tuple[Reason, ...]:
    """Return why the generals chose what they chose, in the order of their choices."""
    rows = np.asarray(battle.reason[: int(battle.reasons)]).tolist()
    return tuple(_reason(file, row) for row in rows)


def _reason(file: BattleFile, row: list[int]) -> Reason:
    day, round_no, side, before, choice, why, a, b = row
    made: Reason = {"n": before + 1, "day": day, "round": round_no, "side": file.sides[side].name}
    made |= {"choice": CHOICE_KEYS[choice], "why": WHY_KEYS[why]}
    return made | _NUMBERS.get(CHOICE_KEYS[choice], _share)(file, a, b)


def _odds(_: BattleFile, a: int, b: int) -> dict[str, Any]:
    return {"odds": a}


def _share(_: BattleFile, a: int, b: int) -> dict[str, Any]:
    return {"share": a}


def _sector(_: BattleFile, a: int, b: int) -> dict[str, Any]:
    return {"sector": SECTORS[a]} | ({"ground": GROUND_KEYS[b]} if b else {})


def _behind(_: BattleFile, a: int, b: int) -> dict[str, Any]:
    return {"units": a}


def _guns(file: BattleFile, a: int, b: int) -> dict[str, Any]:
    return {"unit": _named(file, a), "target": _named(file, b)}


def _reserve(file: BattleFile, a: int, b: int) -> dict[str, Any]:
    return {"units": a, "unit": _named(file, b)}


def _nothing(_: BattleFile, a: int, b: int) -> dict[str, Any]:
    return {}


def _named(file: BattleFile, row: int) -> str:
    return file.sides[row // codes.SIDE_ROLL].units[row % codes.SIDE_ROLL].id


_NUMBERS: dict[str, _Read] = {
    **dict.fromkeys(("attack", "probe", "hold", "delay", "hunt"), _odds),
    "sector": _sector, "form": _behind, "assault": _nothing, "guns": _guns, "reserve": _reserve,
}  # fmt: skip


Sides = tuple[SideReport, SideReport]
_FATES: dict[int, str] = {
    Status.ELIMINATED: "eliminated", Status.RALLYABLE: "eliminated", Status.NONRALLYABLE: "eliminated",
    Status.EXITED: "exited", Status.AMALGAMATED: "amalgamated",
}  # fmt: skip
"""Of the status at the end: nothing follows a tournament (R-52), so that its broken units are lost."""


def journal_of(battle: Battle, file: BattleFile, seed: str) -> Sequence[Event]:
    """ENG-12 Every event of the record, after the one that says by what the battle is fought."""
    start = start_event(file, seed, _profile_hash(file))
    return lines_of(battle, file, start, pieces_of(file.laid_out).owners)


def _profile_hash(file: BattleFile) -> str:
    return f"sha256:{profile_of(file).digest}"


def report_of(
    battle: Battle, file: BattleFile, seed: str, journal: Sequence[Event], sides: Sides, typed: Typed | None = None
) -> Report:
    """Return the report of a battle that is over, fought with ``seed``."""
    return Report(
        rules=file.rules,
        engine=ENGINE,
        profile=_profile_hash(file),
        seed=seed,
        digest="",
        outcome=outcome_of(battle, file),
        sides=sides,
        battle=file.as_dict(),
        journal=journal,
        profile_values=file.profile,
        typed=typed.as_dict() if typed else None,
        reasons=() if typed else reasons_of(battle, file),
    ).digested()


def outcome_of(battle: Battle, file: BattleFile) -> Outcome:
    """Return the winner, the days and the rounds of all days; LGG-S3-c the points of a game with sudden death."""
    winner = int(battle.winner)
    name = file.sides[winner].name if winner in (0, 1) else None
    points = None
    if battle.sudden_death:
        points = {side.name: int(tournament_points(battle, number)) for number, side in enumerate(file.sides)}
    return Outcome("victory" if name else "draw", name, int(battle.day), int(battle.rounds), points)


def sides_of(battle: Battle, file: BattleFile) -> Sides:
    """Return both sides after the battle, unit by unit in the order of the file."""
    fallen = fallen_of(battle, file)
    first, second = (_side(battle, number, side, fallen) for number, side in enumerate(file.sides))
    return first, second


def _side(battle: Battle, number: int, side: BattleSide, fallen: set[tuple[int, str]]) -> SideReport:
    known = persons(side)
    leaders = [
        LeaderReport(leader.name, "lost" if (number, known[n]) in fallen else "unhurt")
        for n, leader in enumerate((side.commander, *side.wings))
    ]
    first = number * SIDE_ROLL
    return SideReport(
        name=side.name,
        stayed=int(battle.stays[number]) == 1,
        commander=leaders[0],
        wings=tuple(leaders[1:]),
        units=shared_losses(tuple(_unit(battle, side, first + n) for n in range(len(side.units)))),
    )


def _unit(battle: Battle, side: BattleSide, row: int) -> UnitReport:
    unit = side.units[row % SIDE_ROLL]
    before, after, moved = (int(battle[key][row]) for key in ("roll_before", "roll_after", "roll_moved"))
    into = int(battle.roll_into[row])
    fate = fate_of(battle, row)
    return UnitReport(
        id=unit.id,
        type=unit.type,
        type_after=TYPE_KEYS[int(battle.roll_type_after[row])],
        guard_after=bool(battle.roll_guard_after[row]),
        before=before,
        lost=before - after - moved,
        moved=moved,
        after=after,
        fate=fate,
        into=side.units[into % SIDE_ROLL].id if fate == "amalgamated" else None,
    )


def fate_of(battle: Battle, row: int) -> str:
    """R-52 What became of a unit of the roll by the end."""
    fate = _FATES.get(int(battle.roll_status[row]))
    if fate is None:
        fate = "rallied" if battle.roll_was_broken[row] else "kept"
    return fate
