"""The second half of a meeting engagement at the table: it waits, unseen, for the start of round 3 (HR-T3)."""

from base.place import JsonPlace
from base.refusal import Refusal
from base.words import counted
from battles.resolvers.lgg.companion.state import TableState
from battles.resolvers.lgg.day.deploy import ROUND_THREE
from battles.resolvers.lgg.record import codes
from battles.resolvers.values.battle import BattleFile

ROUND = 3


def present(file: BattleFile, side: int) -> list[str]:
    """Return the units of a side that do not come later by a mark of their own."""
    return [unit.id for unit in file.sides[side].units if unit.arrives is None]


def waiting_count(table: TableState, side: int) -> int:
    """HR-T3 How many units of a side wait: half of those present, rounded down."""
    return len(present(table.file, side)) // 2 if table.file.engagement == "meeting" else 0


def hold_back(table: TableState, side: int, values: JsonPlace) -> int:
    """HR-T3 Take the units that wait off the table; how many. A log from before this rule names none."""
    if not waiting_count(table, side) or not values.has("waits"):
        return 0
    keys = [place.text(most=60) for place in values.at("waits").items(most=codes.SIDE_SLOTS)]
    _verify(table, side, keys)
    for key in keys:
        table.second.add(key)
        table.keep_away(key, ROUND_THREE)
    return len(keys)


def _verify(table: TableState, side: int, keys: list[str]) -> None:
    """Allies each know their own units alone: together they may hold back fewer."""
    most, here = waiting_count(table, side), present(table.file, side)
    if any(key not in here for key in keys) or len(set(keys)) < len(keys):
        raise Refusal("waits: choose among your own units that are present, each once.")
    several = len({unit.army for unit in table.file.sides[side].units}) > 1
    if len(keys) > most or (len(keys) < most and not several):
        raise Refusal(f"waits: choose {counted(most, 'unit')} of {len(here)} to wait for round {ROUND} (HR-T3).")


def may_come(table: TableState, key: str) -> bool:
    """HR-T3 Is the time of a unit of the second half there?"""
    battle = table.battle
    return key not in table.second or int(battle.day) > 1 or int(battle.round_no) >= ROUND
