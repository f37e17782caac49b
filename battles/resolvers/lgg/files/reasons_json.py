"""The reasons of the generals in a record as those of a report: dictionaries with names instead of numbers."""

from collections.abc import Callable
from typing import Any

import numpy as np

from battles.resolvers.lgg.record import codes
from battles.resolvers.lgg.record.reasons import CHOICE_KEYS, GROUND_KEYS, WHY_KEYS
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Reason
from battles.resolvers.values.sides import SECTORS

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
    return {"unit": _unit(file, a), "target": _unit(file, b)}


def _reserve(file: BattleFile, a: int, b: int) -> dict[str, Any]:
    return {"units": a, "unit": _unit(file, b)}


def _nothing(_: BattleFile, a: int, b: int) -> dict[str, Any]:
    return {}


def _unit(file: BattleFile, row: int) -> str:
    return file.sides[row // codes.SIDE_ROLL].units[row % codes.SIDE_ROLL].id


_NUMBERS: dict[str, _Read] = {
    **dict.fromkeys(("attack", "probe", "hold", "delay", "hunt"), _odds),
    "sector": _sector, "form": _behind, "assault": _nothing, "guns": _guns, "reserve": _reserve,
}  # fmt: skip
